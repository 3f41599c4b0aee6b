//! The private field names of the mapping: fields that take the labels of a block, or the rest of a body.
//!
//! `$label` is the first label that no map around the block has taken, `$label.1` the next one and so on,
//! `$labels` are all of them, and `$body` is the rest of the body. Each name has one spelling: `$label.01` is
//! not a label.

use std::borrow::Cow;

/// The name of the field for the first label.
pub(crate) const LABEL: &str = "$label";

/// The name of the field for all labels.
pub(crate) const LABELS: &str = "$labels";

/// The name of the field for the items that the other fields leave.
pub(crate) const REST: &str = "$body";

/// The names of the fields of a struct, as serde passes them.
pub(crate) type Fields = &'static [&'static str];

/// The fields of a struct whose type is known, and those of them that may request something other than an item.
#[derive(Clone, Copy)]
pub(crate) struct StructFields {
    pub(crate) all: Fields,
    /// The fields from the first one that begins with `$` to the last field.
    pub(crate) private: Fields,
}

impl StructFields {
    /// Finds the private ones among the fields of a struct.
    #[expect(
        clippy::inline_always,
        reason = "where serde gives the fields they are a constant, and so is the result"
    )]
    #[inline(always)]
    pub(crate) fn of(all: Fields) -> Self {
        let first = all
            .iter()
            .position(|field| field.as_bytes().first() == Some(&b'$'));
        StructFields {
            all,
            private: first.map_or(&[], |first| &all[first..]),
        }
    }
}

/// The meaning of a private field name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrivateField {
    /// The label at this index, counted from 0, among those that no map has taken.
    Label(usize),
    /// All labels that no map has taken.
    Labels,
    /// The items of the body that the other fields leave.
    Rest,
}

impl PrivateField {
    /// Parses the name of a field. `None` if it is the name of an item.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        if name.as_bytes().first() != Some(&b'$') {
            return None;
        }
        match name {
            LABEL => Some(PrivateField::Label(0)),
            LABELS => Some(PrivateField::Labels),
            REST => Some(PrivateField::Rest),
            _ => {
                let index = name.strip_prefix(LABEL)?.strip_prefix('.')?;
                let has_one_spelling = matches!(index.as_bytes(), [b'1'..=b'9', ..]);
                let index = index.parse().ok().filter(|_| has_one_spelling)?;
                Some(PrivateField::Label(index))
            }
        }
    }

    /// Whether a field of this name takes labels.
    pub(crate) fn is_label(name: &str) -> bool {
        let field = PrivateField::parse(name);
        matches!(field, Some(PrivateField::Label(_) | PrivateField::Labels))
    }

    /// The name of the field.
    pub(crate) fn name(self) -> Cow<'static, str> {
        match self {
            PrivateField::Label(0) => LABEL.into(),
            PrivateField::Label(index) => format!("{LABEL}.{index}").into(),
            PrivateField::Labels => LABELS.into(),
            PrivateField::Rest => REST.into(),
        }
    }
}

/// The number of labels that fields request: up to the last label that a field names. A field for all labels requests
/// at least one.
pub(crate) fn count_labels(fields: Fields) -> usize {
    let counts = fields.iter().map(|field| match PrivateField::parse(field) {
        Some(PrivateField::Label(index)) => index.saturating_add(1),
        Some(PrivateField::Labels) => 1,
        Some(PrivateField::Rest) | None => 0,
    });
    counts.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_one_name() {
        use PrivateField::{Label, Labels, Rest};
        for field in [
            Label(0),
            Label(1),
            Label(10),
            Label(usize::MAX),
            Labels,
            Rest,
        ] {
            assert_eq!(PrivateField::parse(&field.name()), Some(field));
        }
        let others = [
            "",
            "$",
            "label",
            "$Label",
            "$label.",
            "$label.0",
            "$label.01",
            "$label.+1",
            "$label.1 ",
            "$label.1.1",
            "$label1",
            "$labels.1",
            "$label.18446744073709551616",
            "$body.1",
            "$hcl::Body",
        ];
        for other in others {
            assert_eq!(PrivateField::parse(other), None, "{other}");
        }
    }
}

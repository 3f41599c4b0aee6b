//! The parsers that are compared. One function parses a text and drops the result, so that each parser is measured in
//! exactly the same way. `hcl-rs` and `hcl-edit` build a syntax tree like this crate; `serde_json` builds its `Value`
//! from the same data as JSON.

use std::hint::black_box;

use crate::inputs::Document;

/// A parser under comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parser {
    /// `hcl::parse` of this repository.
    Ours,
    /// `hcl_edit::parser::parse_body`.
    HclEdit,
    /// `hcl::parse` of the crate `hcl-rs`.
    HclRs,
    /// `hcl::json::parse` of this repository, on inputs that have a JSON text.
    OursJson,
    /// `serde_json::from_str::<serde_json::Value>`, on inputs that have a JSON text.
    SerdeJson,
}

impl Parser {
    /// Every parser, ours first.
    pub const ALL: [Self; 5] = [
        Self::Ours,
        Self::HclEdit,
        Self::HclRs,
        Self::OursJson,
        Self::SerdeJson,
    ];

    /// The name that tables and arguments use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::HclEdit => "hcl-edit",
            Self::HclRs => "hcl-rs",
            Self::OursJson => "ours, JSON",
            Self::SerdeJson => "serde_json",
        }
    }

    /// The text of a document for this parser; `None` if it reads JSON and the document has no JSON text.
    pub fn text(self, document: &Document) -> Option<&str> {
        match self {
            Self::Ours | Self::HclEdit | Self::HclRs => Some(&document.hcl),
            Self::OursJson | Self::SerdeJson => document.json.as_deref(),
        }
    }

    /// Parses the text and drops the result.
    ///
    /// # Panics
    ///
    /// Panics if the parser rejects the text: the times of errors cannot be compared.
    pub fn parse_and_drop(self, text: &str) {
        let text = black_box(text);
        match self {
            Self::Ours => drop(black_box(hcl::parse(text).expect("hcl accepts the input"))),
            Self::HclEdit => {
                drop(black_box(
                    hcl_edit::parser::parse_body(text).expect("hcl-edit accepts the input"),
                ));
            }
            Self::HclRs => drop(black_box(
                hcl_rs::parse(text).expect("hcl-rs accepts the input"),
            )),
            Self::OursJson => drop(black_box(
                hcl::json::parse(text).expect("hcl accepts the input"),
            )),
            Self::SerdeJson => drop(black_box(
                serde_json::from_str::<serde_json::Value>(text)
                    .expect("serde_json accepts the input"),
            )),
        }
    }
}

//! Labels of blocks as fields of the struct that the block decodes into.
//!
//! The field `$label` is the first label that no enclosing map has taken, `$label.1` the next, `$labels` all of them. A
//! label that nothing reads is an error, because it would be lost.

use std::borrow::Cow;

use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};

use super::content::{Content, EnclosingBlock};
use super::forward::answer_requests;
use super::origin::Origin;
use super::spanned::{SpannedAccess, ValuePlace};
use super::text::TextDeserializer;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::protocol;
use crate::protocol::field::{Fields, PrivateField};
use crate::quote::quote;
use crate::span::Span;
use crate::syntax::tree::view::LabelView;

/// How the remaining labels of a block are given to the fields of its struct.
pub(super) enum LabelFields {
    /// To the fields that ask for them. These are the private fields that have not been processed yet.
    Known(Fields),
    /// To every field that may exist: each label is offered as the field of its index, because for `flatten` and `tag`,
    /// serde does not reveal the fields (row 2 of `guesses`). The value is the number of labels offered so far.
    Offered(usize),
}

/// Fails if a label has not been read, and none of these fields asks for it.
pub(super) fn check_labels(content: &Content<'_, '_>, fields: Fields) -> Result<()> {
    let Some(block) = content.block.filter(|block| block.labels_left > 0) else {
        return Ok(());
    };
    let origin = content.own_input().origin;
    let view = origin.view();
    let labels = view.labels(&block.node.block(view));
    for (index, label) in labels.skip(block.labels_read).enumerate() {
        let reads = |field: &&str| match PrivateField::parse(field) {
            Some(PrivateField::Label(other)) => other == index,
            Some(PrivateField::Labels) => true,
            Some(PrivateField::Rest) | None => false,
        };
        if !fields.iter().any(reads) {
            let unread = UnreadLabel {
                origin,
                block,
                index,
                label,
            };
            let field = PrivateField::Label(index).name();
            let advice = format!("give the struct a field renamed to \"{field}\" or \"$labels\"");
            return Err(unread.error(&advice));
        }
    }
    Ok(())
}

impl LabelFields {
    /// Returns the name and the value of the next field that gets a label. To a struct with hidden fields, each
    /// remaining label is offered as the field of its index.
    #[inline]
    pub(super) fn next<'de, 'a>(
        &mut self,
        content: &Content<'de, 'a>,
    ) -> Option<(Cow<'static, str>, LabelDeserializer<'de, 'a>)> {
        match self {
            LabelFields::Known([]) => None,
            _ => self.next_of_block(content.own_input().origin, content.block?),
        }
    }

    fn next_of_block<'de, 'a>(
        &mut self,
        origin: &'a Origin<'de>,
        block: EnclosingBlock,
    ) -> Option<(Cow<'static, str>, LabelDeserializer<'de, 'a>)> {
        match self {
            LabelFields::Known(fields) => loop {
                let (name, rest) = fields.split_first()?;
                *fields = rest;
                let value = match PrivateField::parse(name) {
                    Some(PrivateField::Label(index)) => {
                        UnreadLabel::of(origin, block, index).map(LabelDeserializer::One)
                    }
                    Some(PrivateField::Labels) => Some(LabelDeserializer::All(origin, block)),
                    Some(PrivateField::Rest) | None => None,
                };
                if let Some(value) = value {
                    return Some((Cow::Borrowed(name), value));
                }
            },
            LabelFields::Offered(offered) => {
                let index = *offered;
                *offered += 1;
                let label = UnreadLabel::of(origin, block, index)?;
                let value = LabelDeserializer::Offered(label);
                Some((PrivateField::Label(index).name(), value))
            }
        }
    }
}

/// A label of a block that has not been read.
pub(super) struct UnreadLabel<'de, 'a> {
    origin: &'a Origin<'de>,
    block: EnclosingBlock,
    /// Its index among the remaining labels.
    index: usize,
    label: LabelView,
}

impl<'de, 'a> UnreadLabel<'de, 'a> {
    /// Returns the remaining label of a block at an index, if there is one.
    fn of(origin: &'a Origin<'de>, block: EnclosingBlock, index: usize) -> Option<Self> {
        let view = origin.view();
        let labels = view.labels(&block.node.block(view));
        let label = labels.skip(block.labels_read).nth(index)?;
        Some(UnreadLabel {
            origin,
            block,
            index,
            label,
        })
    }

    fn text(&self) -> TextDeserializer<'de, 'a> {
        text_of(self.origin, self.label)
    }

    /// Returns the error of the label, with advice on how a struct reads it.
    fn error(&self, advice: &str) -> Error {
        let view = self.origin.view();
        let block = self.block.node.block(view);
        let block_type = view.block_type(&block);
        let note = format!(
            "To read the label, decode \"{block_type}\" into a map keyed by label, such as HashMap<String, T>, or \
             {advice}."
        );
        let text = quote(&view.normalized_label(self.label));
        let detail = match self.index + self.block.labels_read {
            0 => format!("A block of type \"{block_type}\" has no label here. Remove {text}."),
            1 => {
                format!("A block of type \"{block_type}\" has only one label here. Remove {text}.")
            }
            count => {
                format!(
                    "A block of type \"{block_type}\" has only {count} labels here. Remove {text}."
                )
            }
        };
        let title = Code::ExtraneousLabel.titled(format!("Extraneous label for {block_type}"));
        let diagnostic = Diagnostic::of(title, detail)
            .at(self.label.span)
            .with_context(block.header);
        Error::new(Category::Data, diagnostic).with_note(&note)
    }
}

fn remaining_labels<'de, 'a>(
    origin: &'a Origin<'de>,
    block: EnclosingBlock,
) -> Vec<TextDeserializer<'de, 'a>> {
    let view = origin.view();
    let labels = view.labels(&block.node.block(view));
    let labels = labels.skip(block.labels_read);
    labels.map(|it| text_of(origin, it)).collect()
}

fn text_of<'de, 'a>(origin: &'a Origin<'de>, label: LabelView) -> TextDeserializer<'de, 'a> {
    TextDeserializer::at(origin.view().normalized_label(label), label.span, origin)
}

/// The deserializer of a field that asks for labels.
pub(super) enum LabelDeserializer<'de, 'a> {
    /// A label that the struct asks for.
    One(UnreadLabel<'de, 'a>),
    /// A label of which it is not known whether a field takes it. If none does, it is an error.
    Offered(UnreadLabel<'de, 'a>),
    /// All remaining labels of a block.
    All(&'a Origin<'de>, EnclosingBlock),
}

impl LabelDeserializer<'_, '_> {
    /// Returns the span of the label, or of the header for all labels.
    pub(super) fn span(&self) -> Span {
        match self {
            LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => label.label.span,
            LabelDeserializer::All(origin, block) => block.node.block(origin.view()).header,
        }
    }

    /// Fails if an offered label is requested as any type or is ignored: serde may buffer it for a flattened field that
    /// does not exist.
    fn check(&self) -> Result<()> {
        let LabelDeserializer::Offered(unread) = self else {
            return Ok(());
        };
        let field = PrivateField::Label(unread.index).name();
        let advice = format!(
            "give the struct itself, and not what it flattens, a field renamed to \"{field}\" that asks for a string \
             and not for any value; an enum can have it as its tag"
        );
        Err(unread.error(&advice))
    }
}

macro_rules! forward_to_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self {
                LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => {
                    label.text().$deserialize(visitor)
                }
                LabelDeserializer::All(..) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for LabelDeserializer<'de, '_> {
    type Error = Error;

    forward_to_text! {
        deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_f64 deserialize_bytes deserialize_byte_buf deserialize_char deserialize_str deserialize_string
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check()?;
        match self {
            LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => {
                label.text().deserialize_any(visitor)
            }
            LabelDeserializer::All(origin, block) => {
                let mut sequence =
                    SeqDeserializer::new(remaining_labels(origin, block).into_iter());
                let value = visitor.visit_seq(&mut sequence)?;
                sequence.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => {
                label.text().deserialize_newtype_struct(name, visitor)
            }
            LabelDeserializer::All(origin, _) if name == protocol::SPANNED => {
                let place = ValuePlace::new(self.span(), Some(origin.source()));
                SpannedAccess::visit(place, self, visitor)
            }
            LabelDeserializer::All(..) => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: Fields,
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => {
                label.text().deserialize_enum(name, variants, visitor)
            }
            LabelDeserializer::All(..) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: Fields,
        visitor: V,
    ) -> Result<V::Value> {
        self.check()?;
        match self {
            LabelDeserializer::One(label) | LabelDeserializer::Offered(label) => {
                label.text().deserialize_any(visitor)
            }
            // The visitor of a derived struct would accept the labels as a sequence, one for each field.
            LabelDeserializer::All(..) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
        }
    }

    answer_requests! { (self, visitor)
        Option => visitor.visit_some(self),
        Unit | Sequence | Tuple(_) | Map => self.deserialize_any(visitor),
        Ignored => {
            self.check()?;
            visitor.visit_unit()
        },
    }
}

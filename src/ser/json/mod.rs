//! Configurations in the JSON syntax (`json-syntax.md`).
//!
//! A value is serialized to native syntax first, which decides what is an attribute, a block or a label. The native
//! text does not show which objects in an attribute are blocks in JSON, with labels as keys, so the offsets of their
//! keys are recorded with the text. The text is then parsed, and the resulting body is written as JSON like any other
//! body:
//!
//! | part | does |
//! |---|---|
//! | [`body`] | attributes, blocks and labels as properties, comments |
//! | [`expression`] | literals as values, other expressions as templates in strings |
//! | [`text`] | brackets, commas, indentation, escape sequences |

mod body;
mod expression;
mod text;

use serde::ser::Serialize;

use self::text::JsonText;
use super::options::EncodeOptions;
use super::serializer::Serializer;
use crate::error::{Error, Result};
use crate::ser::ask::ask;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::Body;

pub(crate) use self::body::{JsonForm, may_be_blocks};
pub(crate) use self::expression::unknown;
pub(crate) use self::text::JsonLayout;

/// Writes a configuration, or a body as it is, in the JSON syntax.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T, layout: JsonLayout) -> Result<String> {
    if let Some(body) = ask::<Body>(value) {
        return write(&body, layout, JsonForm::default());
    }
    let mut serializer = Serializer::with_options(EncodeOptions::for_json());
    value.serialize(&mut serializer)?;
    let (text, block_keys) = serializer.into_parts_for_json();
    let mut out = JsonText::new(layout, block_keys);
    // The text is only an intermediate step that the user never sees, so errors must not refer to it.
    parse(&text)
        .and_then(|body| body::write(&mut out, &body, JsonForm::default()))
        .map_err(Error::without_place)?;
    Ok(out.finish())
}

/// Writes a body in a form.
///
/// # Errors
///
/// If it cannot be written in the JSON syntax.
pub(crate) fn write(body: &Body, layout: JsonLayout, form: JsonForm) -> Result<String> {
    let mut out = JsonText::new(layout, Vec::new());
    body::write(&mut out, body, form)?;
    Ok(out.finish())
}

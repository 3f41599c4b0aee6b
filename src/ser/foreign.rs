//! Scalars of other crates, which those crates serialize as structs (row 5 of [`guesses`](super::guesses)).

use std::fmt::{self, Write as _};

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::error;
use crate::error::{Error, Result};
use crate::protocol::foreign::ForeignScalar;

/// A serializer that can also take the text of a number.
pub(super) trait TakeNumber: Serializer<Error = Error> {
    /// Takes the text of a number. By default, it is taken as a string.
    fn take_number(self, text: &str) -> Result<Self::Ok> {
        self.serialize_str(text)
    }
}

/// A struct, or a scalar of another crate.
pub(super) enum StructOrScalar<S, T> {
    Struct(S),
    Scalar(ScalarField<T>),
}

/// The text of a scalar, and its receiver.
pub(super) struct ScalarField<T> {
    scalar: ForeignScalar,
    text: Option<String>,
    taker: T,
}

impl<S, T> StructOrScalar<S, T> {
    /// Begins the struct with this name. `begin` is called unless the name is that of a scalar of another crate.
    pub(super) fn new(
        name: &'static str,
        taker: T,
        begin: impl FnOnce(T) -> Result<S>,
    ) -> Result<Self> {
        match ForeignScalar::named(name) {
            None => begin(taker).map(StructOrScalar::Struct),
            Some(scalar) => Ok(StructOrScalar::Scalar(ScalarField {
                scalar,
                text: None,
                taker,
            })),
        }
    }
}

impl<S, T> SerializeStruct for StructOrScalar<S, T>
where
    S: SerializeStruct<Error = Error>,
    T: TakeNumber<Ok = S::Ok>,
{
    type Ok = S::Ok;
    type Error = Error;

    fn serialize_field<F: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &F,
    ) -> Result<()> {
        match self {
            StructOrScalar::Struct(fields) => fields.serialize_field(name, value),
            StructOrScalar::Scalar(field) => {
                field.text = Some(text_of(&Shown(value))?);
                Ok(())
            }
        }
    }

    fn end(self) -> Result<S::Ok> {
        match self {
            StructOrScalar::Struct(fields) => fields.end(),
            StructOrScalar::Scalar(field) => field.end(),
        }
    }
}

/// The text of the field. Not generic, so that it is compiled only once.
fn text_of(value: &dyn fmt::Display) -> Result<String> {
    let mut text = String::new();
    let written = write!(text, "{value}");
    written.map_err(|_| error::ignored_error())?;
    Ok(text)
}

/// Displays a value by serializing it to the formatter.
struct Shown<'v, V: ?Sized>(&'v V);

impl<V: Serialize + ?Sized> fmt::Display for Shown<'_, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(formatter)
    }
}

impl<T: TakeNumber> ScalarField<T> {
    fn end(self) -> Result<T::Ok> {
        let text = self.text.ok_or_else(error::ignored_error)?;
        match self.scalar {
            ForeignScalar::JsonNumber => self.taker.take_number(&text),
            ForeignScalar::TomlDatetime => self.taker.serialize_str(&text),
            ForeignScalar::JsonText => Err(error::json_text()),
        }
    }
}

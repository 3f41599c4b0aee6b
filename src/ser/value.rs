//! Conversion of Rust data to HCL values, and of the results of functions.
//!
//! The values have the types of literals in native syntax: strings, numbers, bools and null, tuples and objects
//! ("Structural Types" of the information model). Only a [`Value`] within the data can have another type.

use std::borrow::Cow;
use std::fmt;

use foldhash::{HashSet, HashSetExt as _};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::ask::ask;
use super::error;
use super::foreign::{StructOrScalar, TakeNumber};
use super::key::with_key;
use super::macros::{elements, fields, scalars};
use super::output::UntilFailure;
use super::surroundings::Surroundings;
use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::function::IntoValue;
use crate::limits::MAX_VALUE_DEPTH;
use crate::nfc::normalize;
use crate::number::{Number, NumberError};
use crate::path::PathStep;
use crate::protocol::{NUMBER, VALUE};
use crate::value::{Type, Value, ValueError};

/// Converts any type that implements `Serialize` to a [`Value`].
///
/// Structs and maps become objects, sequences and tuples become tuples, and `None` and `()` become null. An enum
/// becomes the name of its variant, or an object with that name as its only attribute. The keys of maps become strings.
/// Numbers are exact; a float becomes the number with its shortest decimal digits. A [`Value`] in the data stays as it
/// is, with its type.
///
/// # Errors
///
/// If a float is NaN, if a key of a map cannot become a string, if two names in an object are equal, if the data nests
/// deeper than 256 levels, or if its own `Serialize` fails. The error has the path to the part at fault.
///
/// ```
/// use hcl::{Type, Value};
///
/// #[derive(serde::Serialize)]
/// struct Server {
///     name: &'static str,
///     ports: Vec<u16>,
///     zones: Value,
/// }
///
/// let server =
///     Server { name: "web", ports: vec![80, 443], zones: Value::from(["a", "b"]) };
/// let value = hcl::to_value(&server)?;
/// assert_eq!(
///     value.to_string(),
///     r#"{ name = "web", ports = [80, 443], zones = ["a", "b"] }"#
/// );
/// assert_eq!(value["ports"].ty(), Type::tuple([Type::NUMBER, Type::NUMBER]));
/// assert_eq!(value["zones"].ty(), Type::list(Type::STRING));
///
/// let error = hcl::to_value(&[1.0, f64::NAN]).expect_err("it is not a number");
/// assert_eq!(error.path(), "[1]");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    value.serialize(ValueSerializer(Surroundings::ROOT))
}

/// A result that serde encodes, as [`to_value`] does, for a
/// [function made from a closure](crate::function::Function::from_fn). [`Decoded`](crate::Decoded) has an example.
///
/// Its HCL type is not known before the call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoded<T>(pub T);

impl<T: Serialize> IntoValue for Encoded<T> {
    fn result_type() -> Type {
        Type::DYNAMIC
    }

    fn into_value(self) -> std::result::Result<Value, ValueError> {
        to_value(&self.0).map_err(ValueError::of_error)
    }
}

impl EvalContext {
    /// Defines a variable for each entry of a map, or for each field of a struct. The values are converted like those
    /// of [`to_value`].
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`to_value`], and if the data is not a map or a struct.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use hcl::EvalContext;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Variables {
    ///     region: &'static str,
    ///     zones: Vec<u8>,
    /// }
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variables(Variables { region: "eu", zones: vec![1, 2] })?
    ///     .with_variables(BTreeMap::from([("team", "core")]))?;
    /// let names =
    ///     hcl::parse_expression("[for zone in zones : \"${team}-${region}-${zone}\"]")?;
    /// assert_eq!(names.evaluate(&ctx)?.to_string(), r#"["core-eu-1", "core-eu-2"]"#);
    /// assert!(ctx.with_variables(7).is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_variables<T: Serialize>(mut self, variables: T) -> Result<Self> {
        let variables = to_value(&variables)?;
        let Some(entries) = variables.as_entries() else {
            let detail = format!(
                "Variables come from a map or a struct, not from {}.",
                variables.ty().description()
            );
            return Err(Error::of(Code::InvalidVariables, detail));
        };
        for (name, value) in entries {
            self.set_variable(&**name, value.clone());
        }
        Ok(self)
    }
}

#[derive(Clone, Copy)]
struct ValueSerializer(Surroundings);

impl ValueSerializer {
    fn deeper(self) -> Result<Self> {
        self.0.deeper().map(ValueSerializer)
    }

    fn elements(self, len: usize, variant: Option<&'static str>) -> Result<TupleBuilder> {
        let within = self.deeper();
        Ok(TupleBuilder {
            within: within.map_err(|error| step_into_variant(error, variant))?,
            elements: UntilFailure::new(Vec::with_capacity(len.min(MAX_RESERVED))),
            variant,
        })
    }

    fn attributes(self, len: usize, variant: Option<&'static str>) -> Result<ObjectBuilder> {
        let within = self.deeper();
        Ok(ObjectBuilder {
            within: within.map_err(|error| step_into_variant(error, variant))?,
            names: Vec::with_capacity(len.min(MAX_RESERVED)),
            values: Vec::with_capacity(len.min(MAX_RESERVED)),
            variant,
        })
    }
}

/// Maximum number of elements to reserve memory for.
const MAX_RESERVED: usize = 1024;

struct TupleBuilder {
    within: ValueSerializer,
    elements: UntilFailure<Vec<Value>>,
    variant: Option<&'static str>,
}

struct ObjectBuilder {
    within: ValueSerializer,
    names: Vec<Cow<'static, str>>,
    values: Vec<Value>,
    variant: Option<&'static str>,
}

fn step_into(error: Error, name: &str) -> Error {
    error.prepend_step(PathStep::from(name))
}

/// Adds the step into a variant, if the value is the content of one.
fn step_into_variant(error: Error, variant: Option<&'static str>) -> Error {
    match variant {
        Some(name) => step_into(error, name),
        None => error,
    }
}

/// The value of a variant with this content: an object whose only attribute is the content.
fn in_variant(content: Value, variant: Option<&'static str>) -> Result<Value> {
    match variant {
        Some(name) => Value::object([(name, content)]).map_err(too_deep),
        None => Ok(content),
    }
}

impl TupleBuilder {
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let mut elements = self.elements.take()?;
        let element = element.serialize(self.within).map_err(|error| {
            let error = error.prepend_step(PathStep::Index(elements.len()));
            step_into_variant(error, self.variant)
        })?;
        elements.push(element);
        self.elements.put_back(elements);
        Ok(())
    }
}

impl ObjectBuilder {
    fn push_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.names.push(Cow::Borrowed(name));
        self.push_value(value)
    }

    /// Adds the value of the last name added.
    fn push_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if self.names.len() != self.values.len() + 1 {
            return Err(error::keys_and_values());
        }
        let name = &self.names[self.values.len()];
        let value = value
            .serialize(self.within)
            .map_err(|error| step_into_variant(step_into(error, name), self.variant))?;
        self.values.push(value);
        Ok(())
    }

    fn finish(self) -> Result<Value> {
        if self.names.len() != self.values.len() {
            return Err(error::keys_and_values());
        }
        let count = self.values.len();
        let object = Value::object(self.names.iter().zip(self.values)).map_err(too_deep)?;
        let has_all = object.entries().is_some_and(|kept| kept.len() == count);
        if has_all {
            in_variant(object, self.variant)
        } else {
            Err(step_into_variant(repeated(&self.names), self.variant))
        }
    }
}

/// The error of a name that is repeated.
fn repeated(names: &[Cow<'static, str>]) -> Error {
    let mut seen = HashSet::new();
    let mut names = names.iter().map(|name| normalize(&**name));
    let name = names.find(|name| !seen.insert(name.clone()));
    let name = name.expect("of fewer attributes than names, one has the name of another");
    step_into(error::repeated_key(&name), &name)
}

/// The only error of creating a tuple or an object.
fn too_deep(_: ValueError) -> Error {
    error::too_deep(MAX_VALUE_DEPTH)
}

fn number<T: TryInto<Number, Error = NumberError>>(float: T) -> Result<Value> {
    let number = float.try_into().map_err(error::invalid_number)?;
    Ok(Value::from(number))
}

impl TakeNumber for ValueSerializer {
    fn take_number(self, text: &str) -> Result<Value> {
        let number: Number = text.parse().map_err(error::invalid_number)?;
        Ok(Value::from(number))
    }
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = TupleBuilder;
    type SerializeTuple = TupleBuilder;
    type SerializeTupleStruct = TupleBuilder;
    type SerializeTupleVariant = TupleBuilder;
    type SerializeMap = ObjectBuilder;
    type SerializeStruct = StructOrScalar<ObjectBuilder, Self>;
    type SerializeStructVariant = ObjectBuilder;

    scalars! {
        |self, scalar| Ok(Value::from(scalar)),
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128) serialize_str(&str)
    }

    scalars! { |self, float| number(float), serialize_f32(f32) serialize_f64(f64) }

    fn serialize_char(self, character: char) -> Result<Value> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        value.serialize(ValueSerializer(self.0.wrapped()?))
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value> {
        self.attributes(0, None)?.finish()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value> {
        let whole = match name {
            VALUE => ask::<Value>(value),
            NUMBER => ask::<Number>(value).map(Value::from),
            _ => None,
        };
        match whole {
            Some(value) => Ok(value),
            None => self.serialize_some(value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value> {
        let mut attributes = self.attributes(1, None)?;
        attributes.push_field(variant, value)?;
        attributes.finish()
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<TupleBuilder> {
        self.elements(len.unwrap_or(0), None)
    }

    fn serialize_tuple(self, len: usize) -> Result<TupleBuilder> {
        self.elements(len, None)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<TupleBuilder> {
        self.elements(len, None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<TupleBuilder> {
        self.deeper()?.elements(len, Some(variant))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<ObjectBuilder> {
        self.attributes(len.unwrap_or(0), None)
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct> {
        StructOrScalar::new(name, self, |it| it.attributes(len, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ObjectBuilder> {
        self.deeper()?.attributes(len, Some(variant))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<Value> {
        Ok(Value::from(value.to_string()))
    }
}

elements! {
    TupleBuilder, fn end(self) -> Result<Value, Error> {
        let elements = self.elements.end()?;
        in_variant(Value::tuple(elements).map_err(too_deep)?, self.variant)
    },
    SerializeTupleVariant::serialize_field
}

fields! { ObjectBuilder, fn end(self) -> Result<Value> { self.finish() } }

impl SerializeMap for ObjectBuilder {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let name = with_key(key, |name, _| Ok(name.to_owned()))?;
        self.names.push(Cow::Owned(name));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push_value(value)
    }

    fn end(self) -> Result<Value> {
        self.finish()
    }
}

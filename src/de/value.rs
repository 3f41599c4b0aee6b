//! Decoding of values, and of the arguments of functions. The content of a value is read in `data`.

pub(super) mod data;

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Deserializer};

use super::data::Data;
use super::forward::forward_deserializer;
use crate::error::{Error, Result};
use crate::function::FromValue;
use crate::value::{Type, Value, ValueError};

/// Decodes a value.
///
/// The value is converted to the requested type like a literal in a configuration: the string `"8080"` to a `u16`; a
/// list, set or tuple to a `Vec`; a map or object to a struct, where null counts as absent.
///
/// # Errors
///
/// If the value does not fit `T`, or if a part of it is unknown and `T` does not take that part as a [`Value`]. The
/// error has no location in a source, but it has the path to the part at fault.
///
/// ```
/// use std::collections::HashMap;
///
/// use hcl::Value;
///
/// #[derive(serde::Deserialize)]
/// struct Server {
///     name: String,
///     ports: Vec<u16>,
/// }
///
/// let ports = Value::from(vec![80, 443]);
/// let value = Value::object([("name", Value::from("web")), ("ports", ports)])?;
/// let server: Server = hcl::from_value(value.clone())?;
/// assert_eq!((server.name.as_str(), server.ports[1]), ("web", 443));
///
/// let error = hcl::from_value::<HashMap<String, String>>(value).unwrap_err();
/// assert_eq!(error.path(), "ports");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    T::deserialize(value)
}

/// Deserializes from an owned value, whose strings are copied.
impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    forward_deserializer!(owned);
}

/// Deserializes from a borrowed value, whose strings can be borrowed.
impl<'de> Deserializer<'de> for &'de Value {
    type Error = Error;

    forward_deserializer!(borrowed);
}

fn owned<'de, T>(value: Value, decode: impl FnOnce(Data<'de, 'de>) -> Result<T>) -> Result<T> {
    decode(Data::of_value(Cow::Owned(value)))
}

fn borrowed<'de, T>(
    value: &'de Value,
    decode: impl FnOnce(Data<'de, 'de>) -> Result<T>,
) -> Result<T> {
    decode(Data::of_value(Cow::Borrowed(value)))
}

/// An argument of a [function made from a closure](crate::function::Function::from_fn) that serde decodes: a struct, an
/// enum, a `Vec` of structs.
///
/// The argument can have any type. If it does not fit, the call is an error at the argument, with the path to the part
/// at fault. The counterpart for results is [`Encoded`](crate::Encoded).
///
/// ```
/// use hcl::function::Function;
/// use hcl::{Decoded, Encoded, EvalContext};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, Serialize)]
/// struct Server {
///     name: String,
///     #[serde(default)]
///     ports: Vec<u16>,
/// }
///
/// let open = Function::from_fn(|server: Decoded<Server>, port: u16| {
///     let Decoded(mut server) = server;
///     server.ports.push(port);
///     Encoded(server)
/// })
/// .with_names(["server", "port"]);
/// let ctx = EvalContext::new().with_function("open", open);
///
/// let server = hcl::parse_expression("open({ name = \"web\" }, 443)")?.evaluate(&ctx)?;
/// assert_eq!(server.to_string(), r#"{ name = "web", ports = [443] }"#);
///
/// let error = hcl::parse_expression("open({ name = \"web\", ports = [80, -1] }, 443)")?
///     .evaluate(&ctx)
///     .unwrap_err();
/// assert_eq!(error.column(), Some(6));
/// assert!(error.message().contains("attribute \"ports\": element 1"), "{error}");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decoded<T>(pub T);

impl<T: DeserializeOwned> FromValue for Decoded<T> {
    fn value_type() -> Type {
        Type::DYNAMIC
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        T::deserialize(value)
            .map(Decoded)
            .map_err(ValueError::of_error)
    }
}

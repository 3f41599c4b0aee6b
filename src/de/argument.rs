//! Arguments of functions that serde decodes.
//!
//! Knows nothing of calls.

use serde::de::DeserializeOwned;

use crate::function::FromValue;
use crate::value::{Type, Value, ValueError};

/// An argument of a [function of Rust's types](crate::function::Function::from_fn) that serde decodes: a struct, an
/// enum, a `Vec` of structs.
///
/// The argument may be of any type; what does not fit is an error at the argument, with the path to the part at fault.
/// For results there is [`Encoded`](crate::Encoded).
///
/// ```
/// use hcl::function::Function;
/// use hcl::{Decoded, Encoded, EvalContext};
/// use serde_derive::{Deserialize, Serialize};
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

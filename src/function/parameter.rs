//! Parameters: what a function says of an argument.

use std::sync::Arc;

use crate::value::Type;

/// A parameter of a [`Function`](super::Function): its name, the type that arguments are
/// converted to, and what the function takes beside known values.
///
/// ```
/// use hcl::Type;
/// use hcl::function::Parameter;
///
/// let parameter = Parameter::new("fallback", Type::DYNAMIC).allow_null();
/// assert_eq!(parameter.name(), "fallback");
/// assert_eq!(parameter.ty(), &Type::DYNAMIC);
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    name: Arc<str>,
    ty: Type,
    description: String,
    pub(super) null: Accepts,
    pub(super) unknown: Accepts,
    pub(super) dynamic: Accepts,
}

/// Whether something is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepts {
    Yes,
    No,
}

impl Parameter {
    /// A parameter that takes known values alone; with [`Type::DYNAMIC`] of any type.
    pub fn new(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            description: String::new(),
            null: Accepts::No,
            unknown: Accepts::No,
            dynamic: Accepts::No,
        }
    }

    /// Lets the function have null values; otherwise one is an error.
    #[must_use]
    pub fn allow_null(mut self) -> Self {
        self.null = Accepts::Yes;
        self
    }

    /// Lets the function have unknown values; otherwise one makes the result unknown.
    #[must_use]
    pub fn allow_unknown(mut self) -> Self {
        self.unknown = Accepts::Yes;
        self
    }

    /// Lets the function have the unknown value of the dynamic pseudo-type, in its result
    /// type at least; otherwise it makes the result that value too, of whatever type the
    /// result would have been.
    ///
    /// This is of use where the parameter's type is [`Type::DYNAMIC`]: for any other
    /// type the value becomes the unknown value of that type.
    #[must_use]
    pub fn allow_dynamic(mut self) -> Self {
        self.dynamic = Accepts::Yes;
        self
    }

    /// Says in a sentence what the argument is for.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// The name, by which messages call the parameter.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type that arguments are converted to.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// What the argument is for; empty unless the parameter says so.
    pub fn description(&self) -> &str {
        &self.description
    }

    pub(super) fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }
}

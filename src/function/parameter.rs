//! Parameters of functions.

use std::sync::Arc;

use crate::value::Type;

/// A parameter of a [`Function`](super::Function): its name, the type that arguments are converted to, and
/// whether it accepts null and unknown values.
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
    passing: Passing,
    is_optional: bool,
}

/// The form in which a function receives an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    Value,
    Expression,
}

/// Whether something is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepts {
    Yes,
    No,
}

impl Parameter {
    /// A parameter that accepts only known values. With [`Type::DYNAMIC`], they may be of any type.
    pub fn new(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            description: String::new(),
            null: Accepts::No,
            unknown: Accepts::No,
            dynamic: Accepts::No,
            passing: Passing::Value,
            is_optional: false,
        }
    }

    /// A parameter that takes an expression, which is not evaluated before the call. Only for
    /// [lazy functions](super::Function::lazy).
    pub fn lazy(name: impl Into<Arc<str>>) -> Self {
        let parameter = Parameter::new(name, Type::DYNAMIC);
        let mut parameter = parameter.allow_null().allow_unknown().allow_dynamic();
        parameter.passing = Passing::Expression;
        parameter
    }

    /// Makes the argument optional: if a call omits it, the function gets fewer arguments. All positional parameters
    /// after an optional one are optional.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// Passes null values to the function. Without this, a null argument is an error.
    #[must_use]
    pub fn allow_null(mut self) -> Self {
        self.null = Accepts::Yes;
        self
    }

    /// Passes unknown values to the function. Without this, an unknown argument makes the result unknown.
    #[must_use]
    pub fn allow_unknown(mut self) -> Self {
        self.unknown = Accepts::Yes;
        self
    }

    /// Passes the dynamic unknown value to the function, or at least to the computation of its result type.
    /// Without this, such an argument makes the result the dynamic unknown value, whatever the result type
    /// is.
    ///
    /// This matters only if the parameter's type is [`Type::DYNAMIC`]: for any other type, the value is
    /// converted to the unknown value of that type.
    #[must_use]
    pub fn allow_dynamic(mut self) -> Self {
        self.dynamic = Accepts::Yes;
        self
    }

    /// Describes the argument in a sentence.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// The name of the parameter in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type that arguments are converted to.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether the function gets the expression rather than its value.
    pub fn is_lazy(&self) -> bool {
        self.passing == Passing::Expression
    }

    /// Whether calls may leave the argument out.
    pub fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// The description of the argument; empty if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    pub(super) fn set_name(&mut self, name: Arc<str>) {
        self.name = name;
    }

    pub(super) fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }
}

//! Types written as expressions ("Type Expressions" of the spec language): `list(string)`, `object({ a =
//! optional(number, 1) })`, `any`.
//!
//! A type expression is analysed statically. Only the default of an optional attribute is evaluated, without
//! variables and functions.

use std::str::FromStr;

use foldhash::{HashSet, HashSetExt as _};

use super::EvalContext;
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::error::{Category, Error, Result};
use crate::limits::MAX_DEPTH;
use crate::quote::quote;
use crate::span::Span;
use crate::syntax::options::parse_expression;
use crate::syntax::tree::handle::{Expression, FunctionCall};
use crate::value::{ObjectType, Text, Type, Value};

impl Expression {
    /// The type constraint that the expression describes: a type in which `any` stands for every type, and
    /// attributes of objects may be optional.
    ///
    /// # Errors
    ///
    /// If the expression does not describe a type. The error holds a diagnostic for each invalid part.
    ///
    /// ```
    /// use hcl::Type;
    ///
    /// let expression =
    ///     hcl::parse_expression("map(object({ port = number, tags = optional(any) }))")?;
    /// let ty = expression.type_constraint()?;
    /// assert_eq!(
    ///     ty.to_string(),
    ///     "map(object({port = number, tags = optional(any)}))"
    /// );
    ///
    /// let error = hcl::parse_expression("tuple([strng, list()])")?
    ///     .type_constraint()
    ///     .unwrap_err();
    /// assert_eq!(error.diagnostics().len(), 2);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn type_constraint(&self) -> Result<Type> {
        self.read_type(Exactness::Constraint)
    }

    /// The exact type that the expression describes: without `any` and optional attributes.
    ///
    /// # Errors
    ///
    /// If the expression does not describe a type, or not a single one.
    ///
    /// ```
    /// use hcl::Type;
    ///
    /// let ty = hcl::parse_expression("set(string)")?.exact_type()?;
    /// assert_eq!(ty, Type::set(Type::STRING));
    /// assert!(hcl::parse_expression("set(any)")?.exact_type().is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn exact_type(&self) -> Result<Type> {
        self.read_type(Exactness::Exact)
    }

    fn read_type(&self, exactness: Exactness) -> Result<Type> {
        let mut reader = TypeReader {
            exactness,
            depth: 0,
            diagnostics: Vec::new(),
        };
        let ty = reader.ty(self);
        let with_source = |it: Diagnostic| it.with_source(self.source().clone());
        let diagnostics = reader.diagnostics.into_iter().map(with_source);
        Error::unless(Category::Data, diagnostics.collect(), ty)
    }
}

/// Parses a type constraint, like [`Expression::type_constraint`].
///
/// ```
/// use hcl::Type;
///
/// let ty: Type = "list(number)".parse()?;
/// assert_eq!(ty, Type::list(Type::NUMBER));
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Type {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse_expression(text)?.type_constraint()
    }
}

/// Whether a type may contain `any` and optional attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Exact,
    Constraint,
}

const NAMES: [&str; 9] = [
    "any", "bool", "number", "string", "list", "map", "object", "set", "tuple",
];

const CONSTRUCTORS: [&str; 5] = ["list", "map", "object", "set", "tuple"];

/// Descriptions of the argument of each type constructor.
const ELEMENT: &str = "the type of the elements, such as \"string\"";
const ATTRIBUTES: &str = "the attributes with their types in braces, such as \"{ a = string }\"";
const ELEMENTS: &str = "the types of the elements in brackets, such as \"[string, number]\"";

/// The declaration of one attribute of an object type.
enum AttributeDeclaration {
    Required(Type),
    /// With the default, if there is one.
    Optional(Type, Option<Value>),
}

struct TypeReader {
    exactness: Exactness,
    /// The nesting depth of the type that is being read.
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

impl TypeReader {
    /// Reports an error. The type of an invalid part is `any`.
    fn error(&mut self, detail: impl Into<String>, subject: Span) -> Type {
        let diagnostic = Diagnostic::of(Code::InvalidTypeSpecification, detail);
        self.diagnostics.push(diagnostic.at(subject));
        Type::DYNAMIC
    }

    fn ty(&mut self, expression: &Expression) -> Type {
        if let Some(name) = expression.keyword() {
            return self.named(name, expression.span());
        }
        let Ok(call) = expression.static_call() else {
            let detail = "A type is the name \"string\", \"number\", \"bool\" or \"any\", or a type \
                          constructor with its argument, such as \"list(string)\".";
            return self.error(detail, expression.span());
        };
        if self.depth == MAX_DEPTH {
            let detail = format!("Types nest deeper than {MAX_DEPTH} levels here.");
            return self.error(detail, expression.span());
        }
        self.depth += 1;
        let ty = self.constructed(&call);
        self.depth -= 1;
        ty
    }

    /// The type of a keyword such as `string`.
    fn named(&mut self, name: &str, span: Span) -> Type {
        match name {
            "string" => Type::STRING,
            "number" => Type::NUMBER,
            "bool" => Type::BOOL,
            "any" if self.exactness == Exactness::Constraint => Type::DYNAMIC,
            "any" => {
                let detail = "An exact type is required here, but \"any\" stands for any type.";
                self.error(detail, span)
            }
            "list" | "set" | "map" => self.needs(name, ELEMENT, span),
            "object" => self.needs(name, ATTRIBUTES, span),
            "tuple" => self.needs(name, ELEMENTS, span),
            "optional" => self.misplaced_optional(span),
            _ => self.unknown("type", name, &NAMES, span),
        }
    }

    fn needs(&mut self, constructor: &str, argument: &str, span: Span) -> Type {
        let detail =
            format!("The type constructor \"{constructor}\" takes one argument: {argument}.");
        self.error(detail, span)
    }

    fn misplaced_optional(&mut self, span: Span) -> Type {
        let detail = "Only the type of an attribute in \"object({ … })\" can be \"optional\".";
        self.error(detail, span)
    }

    fn unknown(&mut self, what: &str, name: &str, names: &[&str], span: Span) -> Type {
        let detail = match suggest(name, names.iter().copied()) {
            Some(near) => {
                format!("There is no {what} named \"{name}\". Did you mean \"{near}\"?")
            }
            None => format!("There is no {what} named \"{name}\"."),
        };
        self.error(detail, span)
    }

    /// The type that a call to a type constructor such as `list` describes.
    fn constructed(&mut self, call: &FunctionCall) -> Type {
        let name = call.name.as_str();
        match name {
            "list" => self.element(call).map_or(Type::DYNAMIC, Type::list),
            "set" => self.element(call).map_or(Type::DYNAMIC, Type::set),
            "map" => self.element(call).map_or(Type::DYNAMIC, Type::map),
            "object" => self.object(call),
            "tuple" => self.tuple(call),
            "optional" => self.misplaced_optional(call.name_span),
            "string" | "number" | "bool" | "any" => {
                let detail = format!("The type \"{name}\" takes no arguments.");
                self.error(detail, call.arguments_span)
            }
            _ => self.unknown("type constructor", name, &CONSTRUCTORS, call.name_span),
        }
    }

    fn element(&mut self, call: &FunctionCall) -> Option<Type> {
        let element = self.argument(call, ELEMENT)?;
        Some(self.ty(element))
    }

    /// The single argument of a type constructor.
    fn argument<'c>(&mut self, call: &'c FunctionCall, what: &str) -> Option<&'c Expression> {
        match call.arguments.as_slice() {
            [argument] if !call.expand_final => return Some(argument),
            [_, second, rest @ ..] => {
                let last = rest.last().unwrap_or(second);
                self.needs(&call.name, what, second.span().join(last.span()))
            }
            _ => self.needs(&call.name, what, call.arguments_span),
        };
        None
    }

    fn tuple(&mut self, call: &FunctionCall) -> Type {
        let Some(argument) = self.argument(call, ELEMENTS) else {
            return Type::DYNAMIC;
        };
        let Ok(elements) = argument.static_list() else {
            return self.needs(&call.name, ELEMENTS, argument.span());
        };
        Type::tuple(elements.iter().map(|element| self.ty(element)))
    }

    fn object(&mut self, call: &FunctionCall) -> Type {
        let Some(argument) = self.argument(call, ATTRIBUTES) else {
            return Type::DYNAMIC;
        };
        let Ok(pairs) = argument.static_map() else {
            return self.needs(&call.name, ATTRIBUTES, argument.span());
        };
        let mut names = HashSet::new();
        let mut attributes = Vec::new();
        for (key, value) in &pairs {
            let literal = key.literal_text();
            let Some(name) = key.keyword().or(literal.as_deref()) else {
                let detail = "The name of an attribute must be literal, with or without quotes.";
                self.error(detail, key.span());
                continue;
            };
            let attribute = self.attribute(value);
            // Names are compared in NFC, as strings are.
            let normalized = Text::from(name);
            if names.insert(normalized.to_string()) {
                attributes.push((normalized, attribute));
            } else {
                let name = quote(name);
                let detail =
                    format!("The attribute {name} already has a type. Remove one of the two.");
                self.error(detail, key.span());
            }
        }
        // Adding attributes to the type in the order of their names is fastest.
        attributes.sort_by(|(left, _), (right, _)| left.cmp(right));
        let object = attributes
            .into_iter()
            .fold(
                ObjectType::new(),
                |object, (name, attribute)| match attribute {
                    AttributeDeclaration::Required(ty) => object.with_attribute(&name, ty),
                    AttributeDeclaration::Optional(ty, None) => object.with_optional(&name, ty),
                    AttributeDeclaration::Optional(ty, Some(default)) => {
                        object.with_default(&name, ty, default)
                    }
                },
            );
        Type::from(object)
    }

    /// The declared type of an attribute, which may be optional.
    fn attribute(&mut self, value: &Expression) -> AttributeDeclaration {
        let optional = value.static_call().ok();
        let Some(call) = optional.filter(|call| call.name == "optional") else {
            return AttributeDeclaration::Required(self.ty(value));
        };
        if self.exactness == Exactness::Exact {
            let detail = "An exact type is required here, but \"optional\" makes the type inexact.";
            return AttributeDeclaration::Required(self.error(detail, call.name_span));
        }
        match call.arguments.as_slice() {
            [ty] if !call.expand_final => AttributeDeclaration::Optional(self.ty(ty), None),
            [ty, default] if !call.expand_final => {
                let ty = self.ty(ty);
                let default = self.default(&ty, default);
                AttributeDeclaration::Optional(ty, default)
            }
            _ => {
                let detail = "\"optional\" takes the type of the attribute, and the default if \
                              there is one.";
                AttributeDeclaration::Required(self.error(detail, call.arguments_span))
            }
        }
    }

    /// The default of an attribute, converted to its type.
    fn default(&mut self, ty: &Type, expression: &Expression) -> Option<Value> {
        let value = expression.evaluate_diagnosed(&EvalContext::new());
        if !value.diagnostics.is_empty() {
            self.diagnostics.extend(value.diagnostics);
            return None;
        }
        let value = value.value;
        match convert(&value, ty) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("This default is unsuitable for the attribute: {error}.");
                let code = Code::InvalidDefaultValueForOptionalAttribute;
                let diagnostic = Diagnostic::of(code, detail);
                self.diagnostics.push(diagnostic.at(expression.span()));
                None
            }
        }
    }
}

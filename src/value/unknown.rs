//! Unknown values and their refinements.
//!
//! "Unknown Values and the Dynamic Pseudo-type" of the information model. Refinements go beyond it: they state that an
//! unknown value is not null, how its text begins, or which bounds its number or its length has. With them, a result is
//! known if it is the same for every possible value: `(unknown < 2) != null` is true.

use std::cmp::Ordering;
use std::mem;
use std::ops::Bound;
use std::sync::Arc;

use crate::number::Number;

use super::range::{narrower, reaches};
use super::{Text, Type, TypeKind, Value, ValueRange, ValueRepr};

/// Maximum length of a list of unknown elements that a refinement creates. Protects against exhaustion of memory.
const MAX_KNOWN_LENGTH: usize = 1024;

/// An unknown value: its type and its refinements.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct UnknownValue {
    ty: Type,
    pub(super) not_null: bool,
    pub(super) limits: ContentLimits,
}

/// Refinements of the content of an unknown value, in case it is not null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ContentLimits {
    None,
    Prefix(Text),
    Number(Bound<Number>, Bound<Number>),
    Length(usize, Option<usize>),
}

impl UnknownValue {
    pub(super) fn new(ty: Type) -> Self {
        Self {
            ty,
            not_null: false,
            limits: ContentLimits::None,
        }
    }

    pub(super) fn ty(&self) -> &Type {
        &self.ty
    }

    /// Narrows the limits, unless this would leave no possible value.
    fn narrow(&mut self, limits: ContentLimits) {
        let narrowed = mem::replace(&mut self.limits, ContentLimits::None).narrowed(limits);
        self.limits = narrowed.canonical();
    }
}

impl ContentLimits {
    /// The canonical representation: limits that exclude nothing become `None`, so that they compare equal.
    fn canonical(self) -> Self {
        match self {
            ContentLimits::Number(Bound::Unbounded, Bound::Unbounded)
            | ContentLimits::Length(0, None) => ContentLimits::None,
            ContentLimits::Prefix(prefix) if prefix.is_empty() => ContentLimits::None,
            limits => limits,
        }
    }

    /// The intersection of both limits; `self` if the intersection is empty.
    fn narrowed(self, limits: ContentLimits) -> ContentLimits {
        let both = match (&self, limits) {
            (ContentLimits::Number(lower, upper), ContentLimits::Number(least, most)) => {
                ContentLimits::Number(
                    narrower(lower, &least, Ordering::Less),
                    narrower(upper, &most, Ordering::Greater),
                )
            }
            (ContentLimits::Length(lower, upper), ContentLimits::Length(least, most)) => {
                let upper = upper.iter().chain(&most).min().copied();
                ContentLimits::Length(least.max(*lower), upper)
            }
            (ContentLimits::Prefix(prefix), ContentLimits::Prefix(longer)) => {
                if prefix.starts_with(&*longer) || !longer.starts_with(&**prefix) {
                    return self;
                }
                ContentLimits::Prefix(longer)
            }
            (_, limits) => limits,
        };
        if both.is_possible() { both } else { self }
    }

    /// Whether any value is within the limits.
    fn is_possible(&self) -> bool {
        match self {
            ContentLimits::Number(lower, upper) => reaches(lower, upper),
            ContentLimits::Length(lower, upper) => upper.is_none_or(|upper| *lower <= upper),
            ContentLimits::None | ContentLimits::Prefix(_) => true,
        }
    }
}

/// Refines an unknown value. Returned by [`Value::refine`].
///
/// Refinements are cumulative: if there are two lower bounds, the greater one applies. A meaningless refinement has no
/// effect: one that does not fit the type, contradicts itself (a lower bound above the upper bound) or contradicts an
/// earlier one. A known value is not changed.
#[derive(Clone, Debug)]
pub struct Refinement {
    value: Value,
}

impl Value {
    /// Starts to refine an unknown value.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let id = Value::unknown(&Type::STRING)
    ///     .refine()
    ///     .not_null()
    ///     .string_prefix("i-")
    ///     .finish();
    /// assert_eq!(id.equals(&Value::NULL), false);
    /// assert_eq!(id.equals(&Value::from("vpc-1")), false);
    /// assert!(!id.equals(&Value::from("i-1")).is_known());
    /// ```
    pub fn refine(self) -> Refinement {
        Refinement { value: self }
    }

    /// The unknown result of a predicate: true or false, but not null.
    pub(crate) fn unknown_bool() -> Value {
        Value::unknown(&Type::BOOL).refine().not_null().finish()
    }

    /// A value that will be one of two values, such as the result of a conditional with an unknown condition. It is
    /// refined by what is known about both values.
    ///
    /// If the types differ, nothing is known: the result is the dynamic unknown value.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let either = Value::either(&Value::from(1), &Value::from(3));
    /// assert!(!either.is_known());
    /// assert_eq!(either.equals(&Value::from(4)), false);
    /// assert!(
    ///     Value::either(&Value::null(&Type::BOOL), &Value::null(&Type::BOOL)).is_null()
    /// );
    /// ```
    #[must_use]
    pub fn either(left: &Value, right: &Value) -> Value {
        let ty = left.ty();
        if !right.is_of_type(&ty) {
            return Value::dynamic();
        }
        if left.is_null() && right.is_null() {
            return left.clone();
        }
        left.range().union(&right.range()).into_unknown(ty)
    }
}

impl Refinement {
    /// The value will not be null.
    #[must_use]
    pub fn not_null(self) -> Self {
        self.apply(|unknown| unknown.not_null = !unknown.ty.is_dynamic())
    }

    /// The value will be a string that begins with this text.
    ///
    /// If the last character may combine with the next one, it is left out.
    #[must_use]
    pub fn string_prefix(self, prefix: &str) -> Self {
        self.apply(|unknown| {
            if matches!(unknown.ty.kind(), TypeKind::String) {
                let prefix = Text::from(stable_prefix(prefix));
                unknown.narrow(ContentLimits::Prefix(prefix));
            }
        })
    }

    /// The value will be a number within these bounds.
    #[must_use]
    pub fn number_range(self, lower: Bound<Number>, upper: Bound<Number>) -> Self {
        self.apply(|unknown| {
            if matches!(unknown.ty.kind(), TypeKind::Number) {
                unknown.narrow(ContentLimits::Number(lower, upper));
            }
        })
    }

    /// The value will be a collection with at least `lower` and at most `upper` elements.
    #[must_use]
    pub fn length_range(self, lower: usize, upper: Option<usize>) -> Self {
        self.apply(|unknown| {
            if unknown.ty.is_collection() {
                unknown.narrow(ContentLimits::Length(lower, upper));
            }
        })
    }

    /// The refined value. It is known if the refinements leave only one possible value.
    #[must_use]
    pub fn finish(self) -> Value {
        match &self.value.0 {
            ValueRepr::Unknown(unknown) => only_choice(unknown).unwrap_or(self.value),
            _ => self.value,
        }
    }

    fn apply(mut self, change: impl FnOnce(&mut UnknownValue)) -> Self {
        if let ValueRepr::Unknown(unknown) = &mut self.value.0 {
            change(Arc::make_mut(unknown));
        }
        self
    }
}

impl ValueRange {
    /// Converts the range to an unknown value of the type, refined to the range.
    pub(super) fn into_unknown(self, ty: Type) -> Value {
        let mut unknown = UnknownValue::new(ty);
        unknown.not_null = self.is_not_null() && !unknown.ty.is_dynamic();
        unknown.limits = self.limits.canonical();
        let value = Value(ValueRepr::Unknown(Arc::new(unknown)));
        value.refine().finish()
    }
}

/// The only possible value, if the refinements leave just one.
fn only_choice(unknown: &UnknownValue) -> Option<Value> {
    if !unknown.not_null {
        return None;
    }
    match (&unknown.limits, unknown.ty.kind()) {
        (ContentLimits::Number(Bound::Included(lower), Bound::Included(upper)), _)
            if lower == upper =>
        {
            Some(Value::from(lower.clone()))
        }
        (ContentLimits::Length(lower, Some(upper)), TypeKind::List(element))
            if lower == upper && *upper <= MAX_KNOWN_LENGTH =>
        {
            let elements = vec![Value::unknown(element); *upper];
            Some(Value::list_of(element.clone(), elements))
        }
        (ContentLimits::Length(_, Some(0)), TypeKind::Set(element)) => {
            Some(Value::set_of(element.clone(), Vec::new()))
        }
        (ContentLimits::Length(1, Some(1)), TypeKind::Set(element)) => {
            let only = Value::unknown(element);
            Some(Value::set_of(element.clone(), vec![only]))
        }
        (ContentLimits::Length(_, Some(0)), TypeKind::Map(element)) => {
            Some(Value::map_of(element.clone(), Vec::new()))
        }
        _ => None,
    }
}

/// The part of a prefix that stays the same in NFC, whatever text follows.
///
/// A combining mark can change the character before it. Of the ASCII characters, only letters and a few signs combine
/// with marks. The text is therefore cut after its last ASCII character, or before that character if it may combine.
fn stable_prefix(prefix: &str) -> &str {
    let Some(last) = prefix.rfind(|character: char| character.is_ascii()) else {
        return "";
    };
    let joins =
        |character: char| character.is_ascii_alphabetic() || matches!(character, '<' | '=' | '>');
    if prefix[last..].starts_with(joins) {
        &prefix[..last]
    } else {
        &prefix[..=last]
    }
}

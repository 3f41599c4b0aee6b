//! The range of possible values of a value.
//!
//! The range of a known value is that value; the range of an unknown value follows from its type and its
//! refinements.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::number::Number;

use super::unknown::ContentLimits;
use super::{Text, TypeKind, Value, ValueRepr};

/// The range of possible values of a known or unknown value. Returned by [`Value::range`].
///
/// ```
/// use hcl::{Type, Value};
///
/// let names = Value::unknown(&Type::list(Type::STRING));
/// let names = names.refine().length_range(1, Some(3)).finish();
/// assert_eq!(names.range().length(), (1, Some(3)));
/// assert_eq!(Value::from(vec!["a", "b"]).range().length(), (2, Some(2)));
/// ```
#[derive(Clone, Debug)]
pub struct ValueRange {
    certainty: Certainty,
    /// The limits of the content, if the value is not null.
    pub(super) limits: ContentLimits,
}

/// What is certain about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Certainty {
    /// It is null.
    Null,
    /// It is known, and not null.
    Known,
    /// It is unknown, and not null.
    NotNull,
    /// It is unknown, and may be null.
    Nothing,
}

impl Value {
    /// The range of possible values of this value.
    pub fn range(&self) -> ValueRange {
        let exactly = |length| ContentLimits::Length(length, Some(length));
        let limits = match &self.0 {
            ValueRepr::Unknown(unknown) => {
                return ValueRange {
                    certainty: Certainty::of_unknown(unknown.not_null),
                    limits: unknown.limits.clone(),
                };
            }
            ValueRepr::ShortString(text) => ContentLimits::Prefix(Text::Short(*text)),
            ValueRepr::LongString(text) => ContentLimits::Prefix(Text::Long(text.clone())),
            ValueRepr::Number(number) => ContentLimits::Number(
                Bound::Included(number.clone()),
                Bound::Included(number.clone()),
            ),
            ValueRepr::List(sequence) => exactly(sequence.elements.len()),
            ValueRepr::Map(map) => exactly(map.entries.as_slice().len()),
            ValueRepr::Set(sequence) => {
                let length = sequence.elements.len();
                if length <= 1 || sequence.summary.wholly_known {
                    exactly(length)
                } else {
                    // Unknown elements may turn out to equal others.
                    ContentLimits::Length(1, Some(length))
                }
            }
            _ => ContentLimits::None,
        };
        let certainty = if self.is_null() {
            Certainty::Null
        } else {
            Certainty::Known
        };
        ValueRange { certainty, limits }
    }

    /// The number of elements or attributes of the value: a number, or an unknown number if it is not certain.
    /// `None` if the value is null or has no length.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// assert_eq!(Value::from(vec!["a", "b"]).length(), Some(Value::from(2)));
    /// assert_eq!(Value::from("text").length(), None);
    /// ```
    pub fn length(&self) -> Option<Value> {
        let ty = self.ty();
        if self.is_null() {
            return None;
        }
        let structural = match ty.kind() {
            TypeKind::Tuple(elements) => Some(elements.len()),
            TypeKind::Object(object) => Some(object.len()),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => None,
            _ => return None,
        };
        let (lower, upper) =
            structural.map_or_else(|| self.range().length(), |length| (length, Some(length)));
        let number = |length: usize| Bound::Included(Number::from(length));
        let unknown = Value::unknown(&super::Type::NUMBER).refine().not_null();
        let upper = upper.map_or(Bound::Unbounded, number);
        Some(unknown.number_range(number(lower), upper).finish())
    }
}

impl Certainty {
    fn of_unknown(is_not_null: bool) -> Self {
        if is_not_null {
            Certainty::NotNull
        } else {
            Certainty::Nothing
        }
    }
}

impl ValueRange {
    /// Whether the value is certainly not null.
    pub fn is_not_null(&self) -> bool {
        matches!(self.certainty, Certainty::Known | Certainty::NotNull)
    }

    /// The known beginning of the value if it is a string; empty if nothing is known.
    pub fn string_prefix(&self) -> &str {
        match &self.limits {
            ContentLimits::Prefix(prefix) => prefix,
            _ => "",
        }
    }

    /// The bounds of the value if it is a number.
    pub fn number(&self) -> (Bound<&Number>, Bound<&Number>) {
        match &self.limits {
            ContentLimits::Number(lower, upper) => (lower.as_ref(), upper.as_ref()),
            _ => (Bound::Unbounded, Bound::Unbounded),
        }
    }

    /// The least and the greatest number of elements that the value may have if it is a
    /// collection.
    pub fn length(&self) -> (usize, Option<usize>) {
        match self.limits {
            ContentLimits::Length(lower, upper) => (lower, upper),
            _ => (0, None),
        }
    }

    /// Whether some value is within both ranges.
    pub(super) fn overlaps(&self, other: &ValueRange) -> bool {
        if !self.is_not_null() && !other.is_not_null() {
            return true;
        }
        if [self.certainty, other.certainty].contains(&Certainty::Null) {
            return false;
        }
        match (&self.limits, &other.limits) {
            (ContentLimits::Prefix(left), ContentLimits::Prefix(right)) => {
                // The prefix of a known value is its complete text; an unknown value may continue after the prefix.
                let is_known = |range: &ValueRange| range.certainty == Certainty::Known;
                (!is_known(other) && left.starts_with(&**right))
                    || (!is_known(self) && right.starts_with(&**left))
            }
            (
                ContentLimits::Number(left_low, left_high),
                ContentLimits::Number(right_low, right_high),
            ) => reaches(left_low, right_high) && reaches(right_low, left_high),
            (
                ContentLimits::Length(left_low, left_high),
                ContentLimits::Length(right_low, right_high),
            ) => {
                right_high.is_none_or(|high| *left_low <= high)
                    && left_high.is_none_or(|high| *right_low <= high)
            }
            _ => true,
        }
    }

    /// The smallest range that contains both. The two values must be of the same type.
    pub(super) fn union(self, other: &ValueRange) -> ValueRange {
        let certainty = Certainty::of_unknown(self.is_not_null() && other.is_not_null());
        // A null value has no limits of its own, so the limits of the other value apply.
        let limits = if self.certainty == Certainty::Null {
            other.limits.clone()
        } else if other.certainty == Certainty::Null {
            self.limits
        } else {
            union_limits(&self.limits, &other.limits)
        };
        ValueRange { certainty, limits }
    }
}

fn union_limits(left: &ContentLimits, right: &ContentLimits) -> ContentLimits {
    match (left, right) {
        (
            ContentLimits::Number(left_low, left_high),
            ContentLimits::Number(right_low, right_high),
        ) => ContentLimits::Number(
            wider(left_low, right_low, Ordering::Less),
            wider(left_high, right_high, Ordering::Greater),
        ),
        (
            ContentLimits::Length(left_low, left_high),
            ContentLimits::Length(right_low, right_high),
        ) => {
            let high = left_high.zip(*right_high);
            ContentLimits::Length(
                *left_low.min(right_low),
                high.map(|(left, right)| left.max(right)),
            )
        }
        // A common prefix of two strings is a coincidence, not a refinement.
        _ => ContentLimits::None,
    }
}

/// Whether any number lies within a lower and an upper bound.
pub(super) fn reaches(lower: &Bound<Number>, upper: &Bound<Number>) -> bool {
    match (lower, upper) {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => true,
        (Bound::Included(lower), Bound::Included(upper)) => lower <= upper,
        (
            Bound::Included(lower) | Bound::Excluded(lower),
            Bound::Included(upper) | Bound::Excluded(upper),
        ) => lower < upper,
    }
}

/// The wider of two bounds. `outwards` is `Less` for two lower bounds, and `Greater` for two upper bounds.
fn wider(left: &Bound<Number>, right: &Bound<Number>, outwards: Ordering) -> Bound<Number> {
    if encloses(left, right, outwards) {
        left.clone()
    } else {
        right.clone()
    }
}

/// The narrower of two bounds. `outwards` is `Less` for two lower bounds, and `Greater` for two upper bounds.
pub(super) fn narrower(
    left: &Bound<Number>,
    right: &Bound<Number>,
    outwards: Ordering,
) -> Bound<Number> {
    if encloses(left, right, outwards) {
        right.clone()
    } else {
        left.clone()
    }
}

/// Whether `left` is at least as wide as `right`. `outwards` is `Less` for two lower bounds, and `Greater` for two
/// upper bounds.
fn encloses(left: &Bound<Number>, right: &Bound<Number>, outwards: Ordering) -> bool {
    match (left, right) {
        (Bound::Unbounded, _) => true,
        (_, Bound::Unbounded) => false,
        (Bound::Excluded(left), Bound::Included(right)) => left.cmp(right) == outwards,
        (
            Bound::Included(left) | Bound::Excluded(left),
            Bound::Included(right) | Bound::Excluded(right),
        ) => left.cmp(right) != outwards.reverse(),
    }
}

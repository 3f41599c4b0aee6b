//! Conversion of values, and unification of types.
//!
//! The rules are in "Type Conversions and Unification" of the information model. In two points, this crate follows the
//! reference implementation instead: a conversion from object to object needs every attribute that is not optional, and
//! types unify as they do there.

// | file | holds |
// |---|---|
// | `mod` | the entry point: the rules for null, unknown and dynamic values of every type |
// | `known` | the conversions of known values, by kind |
// | `resolve` | the rules for types: whether a conversion is possible, and whether it is safe |
// | `unify`, `difference` | one type for values of several types, and the reason if there is none |
// | `mismatch` | messages about values and types that do not convert |

mod difference;
mod known;
mod mismatch;
mod resolve;
mod unify;

use crate::value::{Type, TypeKind, Value, ValueError};

pub(crate) use self::difference::{Disagreement, difference};
pub use self::resolve::{Safety, conversion_safety};
pub(crate) use self::unify::unification_of;
pub use self::unify::{Unification, unify, unify_values};

use self::resolve::{ConversionPurpose, resolve};

/// Converts a value to a type, using safe and unsafe conversions.
///
/// The result has the given type. Where the type is `any`, the result keeps the type of the value. Null values and the
/// dynamic unknown value convert to every type. Absent optional attributes become their default or null.
///
/// ```
/// use hcl::convert::convert;
/// use hcl::{Type, Value};
///
/// let ports = Value::tuple([Value::from("80"), Value::from(443)])?;
/// let ports = convert(&ports, &Type::list(Type::NUMBER))?;
/// assert_eq!(ports, Value::from(vec![80, 443]));
///
/// let error = convert(&Value::from("many"), &Type::NUMBER).unwrap_err();
/// assert_eq!(error.message(), r#"expected a number, but found the string "many""#);
/// # Ok::<(), hcl::ValueError>(())
/// ```
///
/// # Errors
///
/// If there is no conversion between the two types, or if it fails for this value. The path leads to the
/// element or attribute that does not convert.
pub fn convert(value: &Value, to: &Type) -> Result<Value, ValueError> {
    convert_part(value, to)?.within_depth()
}

/// Converts a value or a part of one. Applies the rules for null, unknown and dynamic values, which are common to
/// all conversions.
fn convert_part(value: &Value, to: &Type) -> Result<Value, ValueError> {
    if to.is_dynamic() || value.is_of_type(to) && !to.has_optional() {
        return Ok(value.clone());
    }
    if value.is_null() {
        // Parts of the target that are `any` are taken from the type of the null value. A conflict between the
        // two types is not an error.
        let ty = resolve(&value.ty(), to, ConversionPurpose::Convert)
            .map_or_else(|| to.clone(), |to| to.ty);
        return Ok(Value::null(&ty));
    }
    if !value.is_known() {
        let from = value.ty();
        let Some(resolved) = resolve(&from, to, ConversionPurpose::Convert) else {
            return Err(mismatch::mismatch(&from, to));
        };
        return Ok(refined(value, &from, &resolved.ty));
    }
    known::convert(value, to)
}

/// An unknown value of the target type, with those refinements of the original value that still hold.
fn refined(value: &Value, from: &Type, to: &Type) -> Value {
    let range = value.range();
    let mut refinement = Value::unknown(to).refine();
    if range.is_not_null() {
        refinement = refinement.not_null();
    }
    let (lower, upper) = match from.kind() {
        TypeKind::Tuple(elements) => (elements.len(), Some(elements.len())),
        TypeKind::Object(object) => (object.len(), Some(object.len())),
        _ => range.length(),
    };
    let lower = match to.kind() {
        // Elements may be equal, or become equal by conversion.
        TypeKind::Set(_) => lower.min(1),
        _ => lower,
    };
    refinement.length_range(lower, upper).finish()
}

//! Functions of sets. Lists and tuples are converted to sets first.

#![expect(
    clippy::mutable_key_type,
    reason = "what may change in a value is its cached type, which is not hashed"
)]

use std::collections::HashSet;

use super::support::{any, elements, wrong_type};
use crate::convert::{convert, unify};
use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::value::{Type, TypeKind, Value};

/// `sethaselement(set, elem)`: whether the set has the element.
pub fn sethaselement() -> Function {
    Function::new(Type::BOOL, |args| {
        let wanted = &args[1];
        let ty = args[0].ty();
        let is_of_type = ty.element_type().is_some_and(|it| wanted.is_of_type(it));
        if !is_of_type {
            return Ok(false.into());
        }
        let mut result = Value::from(false);
        for element in elements(&args[0]) {
            match element.equals(wanted).as_bool() {
                Some(true) => return Ok(true.into()),
                Some(false) => {}
                None => result = Value::unknown_bool(),
            }
        }
        Ok(result)
    })
    .with_parameter(set("set"))
    .with_parameter(any("elem").allow_dynamic())
    .never_null()
    .with_description("Tells whether the set has the element.")
}

/// `setunion(first_set, other_sets...)`: the elements of all sets.
pub fn setunion() -> Function {
    of_sets(Unknown::Element, |left, right| {
        left.extend_from_slice(right);
    })
    .with_description("Returns the elements of all sets.")
}

/// `setintersection(first_set, other_sets...)`: the elements that all sets have.
pub fn setintersection() -> Function {
    of_sets(Unknown::Undecided, |left, right| {
        let right: HashSet<_> = right.iter().collect();
        left.retain(|it| right.contains(it));
    })
    .with_description("Returns the elements that all sets have.")
}

/// `setsymmetricdifference(first_set, other_sets...)`: the elements that one of two sets has, of more sets one after the
/// other.
pub fn setsymmetricdifference() -> Function {
    of_sets(Unknown::Undecided, |left, right| {
        let (own, others): (HashSet<_>, HashSet<_>) =
            (left.iter().cloned().collect(), right.iter().collect());
        left.retain(|it| !others.contains(it));
        left.extend(right.iter().filter(|it| !own.contains(*it)).cloned());
    })
    .with_description("Returns the elements that only one of the sets has.")
}

/// `setsubtract(a, b)`: the elements of the first set that the second one does not have.
pub fn setsubtract() -> Function {
    Function::within_budget(Type::DYNAMIC, |args, budget| {
        combined(args, budget, Unknown::Undecided, |left, right| {
            let right: HashSet<_> = right.iter().collect();
            left.retain(|it| !right.contains(it));
        })
    })
    .with_result_type(common_set)
    .with_parameter(set("a"))
    .with_parameter(set("b"))
    .never_null()
    .with_description("Returns the elements of the first set that the second one does not have.")
}

/// `setproduct(sets...)`: all tuples of one element of each set. If there are lists and tuples only, the result is a list
/// in their order.
pub fn setproduct() -> Function {
    Function::within_budget(Type::DYNAMIC, |args, budget| {
        let ty = product_type(args)?;
        let element = ty.element_type().cloned().unwrap_or(Type::DYNAMIC);
        let types = element.tuple_elements().unwrap_or_default();
        let is_known = |it: &Value| it.length().is_some_and(|length| length.is_known());
        if !args.iter().all(is_known) {
            return Ok(Value::unknown(&ty));
        }
        let counts = args.iter().map(|arg| elements(arg).len());
        let count = counts.fold(1, usize::saturating_mul);
        // Each tuple has as many parts as there are arguments.
        budget.spend_steps(count.saturating_mul(args.len() + 1))?;
        let converted = args.iter().zip(types).map(|(arg, ty)| {
            let parts = elements(arg).iter().map(|part| {
                budget.spend_conversion(part, ty)?;
                Ok(convert(part, ty)?)
            });
            parts.collect::<Result<Vec<Value>, FunctionError>>()
        });
        let sets = converted.collect::<Result<Vec<_>, _>>()?;
        if count > MAX_PRODUCT {
            let message = format!("there are more than {MAX_PRODUCT} tuples in the product");
            return Err(FunctionError::new(message));
        }
        let tuples = (0..count).map(|number| tuple(&sets, number));
        let tuples = tuples.collect::<Result<Vec<_>, FunctionError>>()?;
        Ok(match ty.kind() {
            TypeKind::Set(_) => Value::set(&element, tuples)?,
            _ => Value::list(&element, tuples)?,
        })
    })
    .with_result_type(product_type)
    .with_variadic(any("sets"))
    .never_null()
    .with_description("Returns all tuples of one element of each set.")
}

/// How many tuples a product may have, so that no call fills the memory at once.
const MAX_PRODUCT: usize = 10_000_000;

/// The tuple with this number; the last element goes through its set first.
fn tuple(sets: &[Vec<Value>], mut number: usize) -> Result<Value, FunctionError> {
    let mut parts = Vec::with_capacity(sets.len());
    for set in sets.iter().rev() {
        parts.push(set[number % set.len()].clone());
        number /= set.len();
    }
    parts.reverse();
    Ok(Value::tuple(parts)?)
}

fn product_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() < 2 {
        return Err(FunctionError::new("must pass at least two sets"));
    }
    let mut types = Vec::with_capacity(args.len());
    let mut is_ordered = true;
    for (index, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        types.push(match ty.kind() {
            TypeKind::Set(element) => {
                is_ordered = false;
                element.clone()
            }
            TypeKind::List(element) => element.clone(),
            TypeKind::Tuple([]) => Type::DYNAMIC,
            TypeKind::Tuple(types) => {
                let one = unify(types);
                let message = "must have elements of types that unify";
                let one = one.ok_or_else(|| FunctionError::argument(index, message))?;
                one.ty().clone()
            }
            _ => return Err(wrong_type(index, "set or list", &ty)),
        });
    }
    let tuple = Type::tuple(types);
    Ok(if is_ordered {
        Type::list(tuple)
    } else {
        Type::set(tuple)
    })
}

/// What an operation on sets makes of unknown elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// An element of the result.
    Element,
    /// The result is unknown: they may turn out to be equal to others.
    Undecided,
}

fn set(name: &'static str) -> Parameter {
    Parameter::new(name, Type::set(Type::DYNAMIC)).allow_dynamic()
}

/// A function of sets: of the first two, of what that gives and the third, and so on.
fn of_sets(unknown: Unknown, operation: fn(&mut Vec<Value>, &[Value])) -> Function {
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        combined(args, budget, unknown, operation)
    })
    .with_result_type(common_set)
    .with_parameter(set("first_set"))
    .with_variadic(set("other_sets"))
    .never_null()
}

/// The sets one after the other, converted to the type that they have in common.
fn combined(
    args: &[Value],
    budget: &Budget,
    unknown: Unknown,
    operation: fn(&mut Vec<Value>, &[Value]),
) -> Result<Value, FunctionError> {
    let ty = common_set(args)?;
    let element = ty.element_type().cloned().unwrap_or(Type::DYNAMIC);
    let mut result: Option<Vec<Value>> = None;
    for (index, arg) in args.iter().enumerate() {
        budget.spend_conversion(arg, &ty)?;
        let set = convert(arg, &ty).map_err(|error| FunctionError::argument(index, error))?;
        if unknown == Unknown::Undecided && !set.is_wholly_known() {
            return Ok(Value::unknown(&ty));
        }
        match &mut result {
            Some(result) => operation(result, elements(&set)),
            None => result = Some(elements(&set).to_vec()),
        }
    }
    Ok(Value::set(&element, result.unwrap_or_default())?)
}

/// The type of a set of what the sets have.
fn common_set(args: &[Value]) -> Result<Type, FunctionError> {
    let types = args.iter().filter_map(|arg| {
        let element = arg.ty().element_type()?.clone();
        let is_untyped = arg.is_known() && elements(arg).is_empty() && element.is_dynamic();
        (!is_untyped).then_some(element)
    });
    let types: Vec<Type> = types.collect();
    if types.is_empty() {
        return Ok(Type::set(Type::DYNAMIC));
    }
    let one = unify(&types);
    let one =
        one.ok_or_else(|| FunctionError::new("the sets must have elements of types that unify"))?;
    Ok(Type::set(one.ty().clone()))
}

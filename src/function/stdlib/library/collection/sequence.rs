//! Functions whose results are sequences.

#![expect(
    clippy::mutable_key_type,
    reason = "what may change in a value is its cached type, which is not hashed"
)]

use foldhash::{HashSet, HashSetExt as _};

use crate::function::stdlib::support::{
    any, anything, count, eager, elements, list, list_or_tuple, number, within_budget, wrong_type,
};
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::{Type, TypeKind, Value};

const MAX_RANGE: usize = 1024;

/// `chunklist(list, size)`: the elements in lists of at most that size. With a size of 0, all elements are in one list.
///
/// Example: `chunklist(["a", "b", "c"], 2)` → `[["a", "b"], ["c"]]`.
pub fn chunklist() -> Function {
    eager(Type::DYNAMIC, |args| {
        let list = elements(&args[0]);
        let size = count(args, 1)?;
        let size = if size == 0 { list.len().max(1) } else { size };
        let element = args[0].ty();
        let mut chunks = Vec::new();
        for chunk in list.chunks(size) {
            chunks.push(list_or_tuple(&element, chunk.to_vec())?);
        }
        Ok(Value::list(&element, chunks)?)
    })
    .with_result_type(|args| Ok(Type::list(args[0].ty())))
    .with_parameter(list("list", Type::DYNAMIC))
    .with_parameter(number("size"))
    .never_null()
    .with_description("Splits the list into lists of at most the given size.")
}

/// `coalescelist(vals...)`: the first list or tuple that is not empty and not null.
///
/// Example: `coalescelist([], ["c", "d"])` → `["c", "d"]`.
pub fn coalescelist() -> Function {
    eager(Type::DYNAMIC, |args| {
        for arg in args {
            if !arg.is_known() {
                return Ok(Value::dynamic());
            }
            if !arg.is_null() && !elements(arg).is_empty() {
                return Ok(arg.clone());
            }
        }
        Err(FunctionError::new("no argument has any elements"))
    })
    .with_result_type(|args| {
        if args.is_empty() {
            return Err(FunctionError::new("must pass at least one argument"));
        }
        let mut types = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            if !arg.is_known() {
                return Ok(Type::DYNAMIC);
            }
            let ty = arg.ty();
            if !matches!(ty.kind(), TypeKind::List(_) | TypeKind::Tuple(_)) {
                return Err(wrong_type(index, "a list", &ty));
            }
            types.push(ty);
        }
        let first = types.first().cloned().unwrap_or(Type::DYNAMIC);
        let is_one = types.iter().all(|ty| *ty == first);
        Ok(if is_one { first } else { Type::DYNAMIC })
    })
    .with_variadic(anything("vals"))
    .never_null()
    .with_description("Returns the first of the lists that has elements.")
}

/// `compact(list)`: the strings that are neither empty nor null.
///
/// Example: `compact(["a", "", "b", null])` → `["a", "b"]`.
pub fn compact() -> Function {
    eager(Type::list(Type::STRING), |args| {
        if !args[0].is_wholly_known() {
            return Ok(Value::unknown(&Type::list(Type::STRING)));
        }
        let is_something = |value: &&Value| value.as_str().is_some_and(|it| !it.is_empty());
        let strings = elements(&args[0]).iter().filter(is_something);
        Ok(Value::list(&Type::STRING, strings.cloned())?)
    })
    .with_parameter(list("list", Type::STRING))
    .never_null()
    .with_description("Removes empty and null strings from the list.")
}

/// `distinct(list)`: the elements without those that occur earlier in the list.
///
/// Example: `distinct(["a", "b", "a"])` → `["a", "b"]`.
pub fn distinct() -> Function {
    eager(Type::DYNAMIC, |args| {
        let ty = args[0].ty();
        if !args[0].is_wholly_known() {
            return Ok(Value::unknown(&ty));
        }
        let mut seen = HashSet::new();
        let list = elements(&args[0]).iter();
        list_or_tuple(&ty, list.filter(|it| seen.insert(*it)).cloned())
    })
    .with_result_type(|args| Ok(args[0].ty()))
    .with_parameter(list("list", Type::DYNAMIC))
    .never_null()
    .with_description("Removes repeated elements from the list.")
}

/// `flatten(list)`: a tuple of the elements, in which lists, sets and tuples are replaced with their elements, at any
/// depth.
///
/// Example: `flatten([["a", ["b"]], [], "c"])` → `["a", "b", "c"]`.
pub fn flatten() -> Function {
    eager(Type::DYNAMIC, |args| {
        let ty = args[0].ty();
        if !ty.is_sequence() {
            return Err(wrong_type(0, "a list or set", &ty));
        }
        let Some(count) = args[0].length() else {
            return Ok(Value::dynamic());
        };
        if !count.is_known() {
            return Ok(Value::dynamic());
        }
        let mut flat = Vec::new();
        let mut open = vec![elements(&args[0]).iter()];
        while let Some(innermost) = open.last_mut() {
            let Some(value) = innermost.next() else {
                open.pop();
                continue;
            };
            let ty = value.ty();
            let is_known = match ty.kind() {
                TypeKind::Dynamic => value.is_null(),
                _ if !ty.is_sequence() || value.is_null() => true,
                _ => value.length().is_some_and(|it| it.is_known()) && value.is_known(),
            };
            if !is_known {
                return Ok(Value::dynamic());
            }
            match value.as_slice() {
                Some(inner) => open.push(inner.iter()),
                None => flat.push(value.clone()),
            }
        }
        Ok(Value::tuple(flat)?)
    })
    .with_parameter(any("list"))
    .never_null()
    .with_description("Replaces nested lists with their elements, at any depth.")
}

/// `range(params...)`: the numbers from a start (0 by default) up to, but not including, a limit, in steps (1 or -1 by
/// default): `range(limit)`, `range(start, limit)` or `range(start, limit, step)`. More than 1024 numbers are an error.
///
/// Example: `range(1, 8, 2)` → `[1, 3, 5, 7]`.
pub fn range() -> Function {
    within_budget(Type::list(Type::NUMBER), |args, budget| {
        let argument = |index: usize| args[index].as_number().cloned().unwrap_or_default();
        let (start, limit) = match args.len() {
            1 => (Number::ZERO, argument(0)),
            2 | 3 => (argument(0), argument(1)),
            _ => {
                let message = "must have one, two or three arguments";
                return Err(FunctionError::new(message));
            }
        };
        let limit_index = usize::from(args.len() > 1);
        let step = match args.get(2).and_then(Value::as_number) {
            Some(step) => step.clone(),
            None if limit < start => Number::from(-1),
            None => Number::ONE,
        };
        if step.is_zero() {
            return Err(FunctionError::argument(2, "must not be 0"));
        }
        let is_down = step.is_negative();
        if is_down && limit > start {
            let message = "must not be greater than the start if the step is negative";
            return Err(FunctionError::argument(limit_index, message));
        }
        if !is_down && limit < start {
            let message = "must not be less than the start if the step is positive";
            return Err(FunctionError::argument(limit_index, message));
        }
        let mut numbers = Vec::new();
        let mut next = start;
        while if is_down { next > limit } else { next < limit } {
            if numbers.len() == MAX_RANGE {
                let message = format!("there are more than {MAX_RANGE} numbers in the range");
                return Err(FunctionError::new(message));
            }
            // A number may have thousands of digits.
            budget.spend_steps(1 + next.text_length() / 64)?;
            let following = next.checked_add(&step)?;
            numbers.push(Value::from(next));
            next = following;
        }
        Ok(Value::list(&Type::NUMBER, numbers)?)
    })
    .with_variadic(number("params"))
    .never_null()
    .with_description("Makes a list of numbers from a start up to a limit.")
}

/// `reverselist(list)`: the elements in reverse order.
///
/// Example: `reverselist(["a", "b"])` → `["b", "a"]`.
///
/// Example: `reverse(["a", "b"])` → `["b", "a"]`.
pub fn reverselist() -> Function {
    eager(Type::DYNAMIC, |args| {
        list_or_tuple(&args[0].ty(), elements(&args[0]).iter().rev().cloned())
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        Ok(match ty.kind() {
            TypeKind::Tuple(types) => Type::tuple(types.iter().rev().cloned()),
            TypeKind::List(element) | TypeKind::Set(element) => Type::list(element.clone()),
            _ => return Err(wrong_type(0, "a list", &ty)),
        })
    })
    .with_parameter(any("list"))
    .never_null()
    .with_description("Returns the elements of the list in reverse order.")
}

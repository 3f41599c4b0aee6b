//! The context in which sources are evaluated: known and unknown variables of every kind, and the functions.

use std::sync::LazyLock;

use hcl::convert::convert;
use hcl::{EvalContext, Type, Value};

/// The limits on steps and bytes for each input. They make the evaluation short, and most inputs need less.
pub const STEPS: u64 = 50_000;
pub const BYTES: u64 = 1 << 20;

/// Built only once, because this takes longer than most evaluations.
static FUNCTIONS: LazyLock<EvalContext> =
    LazyLock::new(|| EvalContext::new().with_functions(hcl::function::stdlib::functions()));

static VARIABLES: LazyLock<EvalContext> = LazyLock::new(variables);

/// Returns a context with functions only.
pub fn functions() -> EvalContext {
    EvalContext::child(&*FUNCTIONS)
}

/// Returns a context with functions and variables, and without limits.
pub fn context() -> EvalContext {
    EvalContext::child(&*VARIABLES)
}

/// Returns a context with functions, variables and limits.
pub fn limited(steps: u64, bytes: u64) -> EvalContext {
    context().with_max_steps(steps).with_max_bytes(bytes)
}

fn variables() -> EvalContext {
    let list = Value::tuple(["a", "b", "7"].map(Value::from)).expect("it is shallow");
    let number = |number: i32| Value::from(number);
    let object = Value::object([("a", number(1)), ("b", Value::from("é"))]).expect("it is shallow");
    let tuple = Value::tuple([number(80), Value::from("x"), object.clone()]);
    let typed = |ty| convert(&list, &ty).expect("strings can be elements");
    functions()
        .with_variable("n", 3)
        .with_variable("s", "text")
        .with_variable("b", true)
        .with_variable("nul", Value::NULL)
        .with_variable("list", typed(Type::list(Type::STRING)))
        .with_variable("set", typed(Type::set(Type::STRING)))
        .with_variable(
            "map",
            Value::map(&Type::NUMBER, [("a", number(1)), ("k", number(2))]).expect("numbers"),
        )
        .with_variable("obj", object)
        .with_variable("tup", tuple.expect("it is shallow"))
        .with_variable("unk", Value::dynamic())
        .with_variable(
            "unks",
            Value::unknown(&Type::STRING).refine().not_null().finish(),
        )
        .with_variable("unkl", Value::unknown(&Type::list(Type::NUMBER)))
}

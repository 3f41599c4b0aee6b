//! Parts of a configuration that refer to each other: chains, fans and grids of names.

use std::fmt::Write;
use std::hint::black_box;

use hcl::references::{NamedBlocks, References};
use hcl::{Body, EvalContext};

use super::Run;

fn references() -> References {
    References::new().with("local", NamedBlocks::merged("locals"))
}

/// A body of locals. `value` returns the expression for the local with a number.
fn locals(size: usize, value: impl Fn(usize) -> String) -> Body {
    let mut text = String::from("locals {\n");
    for index in 0..size {
        writeln!(text, "  n{index} = {}", value(index)).expect("a String takes every write");
    }
    text.push_str("}\n");
    hcl::parse(&text).expect("the text is a body")
}

/// Evaluates all names of a body.
fn checked(body: Body) -> Run {
    Box::new(move || {
        let scope = references().scope(black_box(&body), &EvalContext::new());
        let scope = scope.into_result().expect("the names are right");
        scope.check().expect("each has a value");
    })
}

/// Locals, each of which needs the next one; the last one is a number.
fn chained(size: usize) -> Body {
    locals(size, |index| match index + 1 {
        last if last == size => "1".to_owned(),
        next => format!("local.n{next} + 1"),
    })
}

/// All names are the same.
pub(super) fn duplicates(_item: &str, size: usize) -> Run {
    let text = "locals {\n  a = 1\n}\n".repeat(size);
    let body = hcl::parse(&text).expect("the text is a body");
    Box::new(move || {
        black_box(references().dependencies(black_box(&body)));
    })
}

/// Each block has another type.
pub(super) fn types(item: &str, size: usize) -> Run {
    let mut text = String::new();
    let mut references = References::new();
    for index in 0..size {
        writeln!(text, "{item}{index} {{\n}}").expect("a String takes every write");
        references = references.with_root(NamedBlocks::merged(format!("{item}{index}")));
    }
    let body = hcl::parse(&text).expect("the text is a body");
    Box::new(move || {
        black_box(references.dependencies(black_box(&body)));
    })
}

/// All names of a chain.
pub(super) fn chain(_item: &str, size: usize) -> Run {
    checked(chained(size))
}

/// All names need the first one.
pub(super) fn fan(_item: &str, size: usize) -> Run {
    checked(locals(size, |index| match index {
        0 => "[1, 2, 3]".to_owned(),
        _ => "local.n0[1]".to_owned(),
    }))
}

/// Each name needs the three after it.
pub(super) fn grid(_item: &str, size: usize) -> Run {
    checked(locals(size, |index| {
        let next = index + 1..(index + 4).min(size);
        let next = next.map(|it| format!("local.n{it} ? false : "));
        format!("{}true", next.collect::<String>())
    }))
}

/// One name needs all others, and each of those fails with the expression `item`.
pub(super) fn failures(item: &str, size: usize) -> Run {
    let names: Vec<String> = (1..size).map(|it| format!("local.n{it}")).collect();
    let all = format!("[{}]", names.join(", "));
    let body = locals(size, |index| match index {
        0 => all.clone(),
        _ => item.to_owned(),
    });
    Box::new(move || {
        let scope = references().scope(black_box(&body), &EvalContext::new());
        let scope = scope.into_result().expect("the names are right");
        assert_eq!(scope.check().is_err(), size > 1);
    })
}

/// The application gives values to as many names, which are those of the configuration if `item` is "n".
pub(super) fn values(item: &str, size: usize) -> Run {
    let body = locals(size, |_| "1".to_owned());
    let names = (0..size).map(|index| format!("local.{item}{index}"));
    let references = names.fold(references(), |it, name| it.with_value(&name, 2));
    let are_declared = item == "n";
    Box::new(move || {
        let scope = references.scope(black_box(&body), &EvalContext::new());
        assert_eq!(scope.into_result().is_ok(), are_declared);
    })
}

/// Computes the dependencies of a chain and their order.
pub(super) fn order(_item: &str, size: usize) -> Run {
    let body = chained(size);
    Box::new(move || {
        let dependencies = references().dependencies(black_box(&body));
        let order = dependencies.order().expect("there is no cycle");
        assert_eq!(order.len(), size);
    })
}

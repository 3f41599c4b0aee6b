//! The expressions of the benchmark `eval`, and their evaluation by this crate and by `hcl-rs`. Both get the same texts
//! for the expressions and for the variables. The benchmark measures `evaluate` on a parsed expression in an existing
//! context, and dropping the result. All expressions have the same result in both crates; a test compares the results.

use std::hint::black_box;

use hcl_rs::eval::{Evaluate, FuncArgs, FuncDef, ParamType};

use self::variables::variables;

mod variables;

/// A name and the text of an expression.
pub struct Case {
    /// The name that the table uses.
    pub name: &'static str,
    /// The text of the expression.
    pub text: &'static str,
}

/// All cases, named after what they exercise.
pub const CASES: [Case; 16] = [
    Case {
        name: "arithmetic",
        text: "(a + 2) * 3 - b / 4 + c % 7 - -a * (b - 1) + 1000 * (c - a) / 8",
    },
    Case {
        name: "arithmetic/decimal",
        text: "(x + 0.5) * 1.25 - y / 2 + 3.75 * (x - y) - -x",
    },
    Case {
        name: "comparison",
        text: "a < b && b <= c && a != c || !(a == 7) && c >= 10",
    },
    Case {
        name: "conditional",
        text: "enabled ? a > 3 ? \"large\" : \"small\" : \"none\"",
    },
    Case {
        name: "call",
        text: "double(double(a) + double(b))",
    },
    Case {
        name: "template",
        text: r#""https://${host.name}.${domain}:${a + 8000}/v${b}/${region}?debug=${enabled}""#,
    },
    Case {
        name: "template/for",
        text: r#""%{ for s in services }${s.name} = ${s.port}${"\n"}%{ endfor }""#,
    },
    Case {
        name: "for/tuple",
        text: "[for n in numbers : n * 2 + 1]",
    },
    Case {
        name: "for/condition",
        text: "[for i, n in numbers : n if i % 2 == 0 && n > 100]",
    },
    Case {
        name: "for/object",
        text: "{for s in names : s => { name = s, size = 3 }}",
    },
    Case {
        name: "for/grouping",
        text: "{for n in numbers : \"group-${n % 10}\" => n...}",
    },
    Case {
        name: "object",
        text: r#"{
          name    = "web"
          ports   = [80, 443, 8080]
          tags    = { env = "production", team = region, owner = "platform", tier = 2 }
          limits  = { cpu = 2.5, memory = 4096, burst = true, swap = null }
          "key-${a}" = host
          (domain) = [{ a = 1, b = 2 }, { a = 3, b = 4 }]
        }"#,
    },
    Case {
        name: "tuple",
        text: "[1, \"two\", true, null, 5.5, a, b, [c, [a, [b]]], \"six\", 7, 8, 9]",
    },
    Case {
        name: "traversal",
        text: "deep.l1.l2.l3.l4.l5.l6.l7.l8.list[2].item[\"name\"]",
    },
    Case {
        name: "traversal/index",
        text: "numbers[services[3].index] + numbers[9999]",
    },
    Case {
        name: "splat",
        text: "services[*].ports[0]",
    },
];

/// A case prepared for both evaluators.
pub struct Evaluation {
    ours: (hcl::Expression, hcl::EvalContext),
    theirs: (hcl_rs::Expression, hcl_rs::eval::Context<'static>),
}

impl Evaluation {
    /// Parses the expression and defines the variables, and a function `double`.
    ///
    /// # Panics
    ///
    /// Panics if one of the two crates rejects a text.
    pub fn prepare(text: &str) -> Self {
        let mut ctx = hcl::EvalContext::new().with_function("double", our_double());
        let mut their_ctx = hcl_rs::eval::Context::new();
        their_ctx.declare_func(
            "double",
            FuncDef::builder()
                .param(ParamType::Number)
                .build(their_double),
        );
        for (name, text) in variables() {
            let (ours, theirs) = (parse_ours(&text), parse_theirs(&text));
            let value = ours.evaluate(&ctx).expect("hcl evaluates the variable");
            ctx.set_variable(name, value);
            let value = theirs.evaluate(&their_ctx);
            their_ctx.declare_var(name, value.expect("hcl-rs evaluates the variable"));
        }
        Self {
            ours: (parse_ours(text), ctx),
            theirs: (parse_theirs(text), their_ctx),
        }
    }

    /// The result of this crate.
    ///
    /// # Panics
    ///
    /// Panics if the evaluation fails.
    pub fn ours(&self) -> hcl::Value {
        let (expression, ctx) = black_box(&self.ours);
        expression.evaluate(ctx).expect("hcl evaluates the text")
    }

    /// The result of `hcl-rs`.
    ///
    /// # Panics
    ///
    /// Panics if the evaluation fails.
    pub fn theirs(&self) -> hcl_rs::Value {
        let (expression, ctx) = black_box(&self.theirs);
        expression.evaluate(ctx).expect("hcl-rs evaluates the text")
    }
}

fn parse_ours(text: &str) -> hcl::Expression {
    hcl::parse_expression(text).expect("hcl accepts the text")
}

/// An `hcl-rs` expression is parsed from an attribute: it has no parser for an expression alone.
fn parse_theirs(text: &str) -> hcl_rs::Expression {
    let body = hcl_rs::parse(&format!("it = {text}\n")).expect("hcl-rs accepts the text");
    let attribute = body.into_attributes().next();
    attribute.expect("there is one attribute").expr
}

fn our_double() -> hcl::function::Function {
    hcl::function::Function::new(hcl::Type::NUMBER, |args| {
        let number = args[0].as_i64().unwrap_or_default();
        Ok((number * 2).into())
    })
    .with_parameter(hcl::function::Parameter::new("number", hcl::Type::NUMBER))
}

#[expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "hcl-rs asks for this signature"
)]
fn their_double(args: FuncArgs) -> Result<hcl_rs::Value, String> {
    let number = args[0].as_i64().unwrap_or_default();
    Ok((number * 2).into())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{CASES, Evaluation};

    /// Converts all numbers in JSON to floats, because some numbers are integers in one crate and floats in the other.
    fn with_floats(value: Value) -> Value {
        match value {
            Value::Number(number) => number.as_f64().into(),
            Value::Array(elements) => elements.into_iter().map(with_floats).collect(),
            Value::Object(attributes) => attributes
                .into_iter()
                .map(|(name, value)| (name, with_floats(value)))
                .collect(),
            other => other,
        }
    }

    #[test]
    fn both_evaluators_give_the_same_result() {
        for case in CASES {
            let evaluation = Evaluation::prepare(case.text);
            let ours = serde_json::to_value(evaluation.ours()).expect("a value is JSON");
            let theirs = serde_json::to_value(evaluation.theirs()).expect("a value is JSON");
            assert_eq!(with_floats(ours), with_floats(theirs), "{}", case.name);
        }
    }
}

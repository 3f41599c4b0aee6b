//! Budgets: they limit the steps of evaluation, and the bytes of its text before the text is created.
//!
//! The tests share an allocator that counts, so they run one after the other.

#[path = "support/documented.rs"]
mod documented;
#[cfg(feature = "stdlib")]
#[path = "support/budget.rs"]
mod functions;

use std::collections::BTreeMap;
use std::sync::Mutex;

use documented::in_guide;
use hcl::function::{Function, Parameter};
use hcl::{Category, EvalContext, Spec, SpecFile, Syntax, Type, Value};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Locked by the running test, because the allocator counts the bytes of all threads.
static TURN: Mutex<()> = Mutex::new(());

const MAX_STEPS: u64 = 50_000;
const MAX_BYTES: u64 = 1 << 20;

/// Maximum of allocated bytes within the budget: a few times the bytes of the budget, and some 100 bytes for each step.
const MAX_ALLOCATED: usize = 8 << 20;

/// Returns a context with variables and functions, and without limits.
fn context() -> EvalContext {
    let file: SpecFile = "function \"cube\" {\n  params = [x]\n  result = [for a in x : [for b in x : [for c in x : 0]]]\n}\n\
                          function \"text\" {\n  params = [x]\n  result = \"%{ for a in x }${a}12345678%{ endfor }\"\n}\n\
                          literal {\n  value = 1\n}\n"
        .parse()
        .expect("it is valid");
    let zeros = ["[", &"0,".repeat(250_000), "0]"].concat();
    let functions = file.functions();
    EvalContext::new()
        .with_functions(hcl::function::stdlib::functions())
        .with_functions(functions.map(|(name, function)| (name, function.clone())))
        .with_variable("long", (0..1000).collect::<Vec<i32>>())
        .with_variable("big", "a".repeat(10_000))
        .with_variable(
            "n",
            "1e9999".parse::<hcl::Number>().expect("it is a number"),
        )
        .with_variable("m", BTreeMap::from([("a", 1)]))
        .with_variable("u", Value::unknown(&Type::BOOL))
        .with_variable("zeros", zeros)
}

/// Short expressions with huge results. They exceed the budget, except those that end with another error.
fn hostile() -> Vec<(String, Option<&'static str>)> {
    let beyond = [
        // Texts and digits that are parsed.
        "[for a in long : int(big)]",
        "[for a in long : big + 1]",
        // Elements.
        "[for a in long : [for b in long : [for c in long : 0]]]",
        "[for a in long : long[*]]",
        "[for a in long : [for b in long : b][*]]",
        "[for a in long : max(long...)]",
        "[for a in long : {for b in long : b => b}]",
        "[for a in long : concat(long, long)]",
        "\"%{ for a in long }%{ for b in long }%{ endfor }%{ endfor }\"",
        "cube(long)",
        "[for a in long : jsondecode(zeros)]",
        "jsondecode(zeros)",
        "jsondecode(jsonencode([for a in [0, 1, 2] : jsondecode(zeros)]))",
        // Text of templates.
        "[for a in long : \"${big}${a}\"]",
        "\"%{ for a in long }${big}%{ endfor }\"",
        "<<A\n%{ for a in long ~}\n${big}\n%{ endfor ~}\nA\n",
        "\"%{ for a in long }%{ if true }${big}%{ else }${big}%{ endif }%{ endfor }\"",
        "text([for a in long : [for b in long : b]]...)",
        "text([for a in long : big])",
        // Digits of numbers.
        "\"%{ for a in long }${n}%{ endfor }\"",
        "[for a in long : \"x${n}\"]",
        "[for a in long : upper(n)]",
        "[for a in long : strlen(n)]",
        "[for a in long : true ? n : \"a\"]",
        "[for a in long : u ? n : \"a\"]",
        "[for a in long : m[n]]",
        "[for a in long : hasindex(m, n)]",
        "coalesce([for a in long : n], [\"a\"])",
        "true ? [for a in long : n] : [\"a\"]",
        "[for a in long : n * (1 / n)]",
        // Keys of objects.
        "{for a in long : n => a...}",
        "{for a in long : \"${a}${big}\" => a}",
        "[for a in long : { (n) = a }]",
        "[for a in long : { \"${big}-\" = a }]",
        // Text that `jsonencode` writes.
        "jsonencode([for a in long : n])",
        "jsonencode([for a in long : big])",
        "jsonencode({for a in long : a => big})",
        "[for a in long : jsonencode([big, big])]",
        // Text from functions that do not use the budget themselves.
        "[for a in long : reverse(big)]",
        "[for a in long : upper(big)]",
        "[for a in long : \"${big}\" == \"${big}b\"]",
    ];
    let failing = [
        ("{for a in long : big => a}", "Duplicate object key"),
        (
            "{for a in long : \"${a % 9}\" => a}",
            "Duplicate object key",
        ),
        ("[for a in long : nobody]", "Unknown variable"),
        ("[for a in long : m[big]]", "Invalid index"),
        ("[for a in long : a[big]]", "Invalid index"),
        ("[for a in long : nobody(big)]", "Call to unknown function"),
    ];
    let escaped = "<".repeat(300);
    let digits = "1".repeat(5_000);
    let mut all: Vec<_> = beyond.map(|text| (text.to_owned(), None)).into();
    all.push((format!("jsonencode([for a in long : \"{escaped}\"])"), None));
    all.push((format!("[for a in long : {digits}]"), None));
    all.push((
        format!("[for a in long : long.{digits}]"),
        Some("Invalid index"),
    ));
    all.extend(failing.map(|(text, summary)| (text.to_owned(), Some(summary))));
    all
}

/// Runs some work and returns the peak of allocated bytes.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    (ALLOCATOR.peak_usage().saturating_sub(before), result)
}

/// Waits for the other tests, even if one of them has failed.
fn take_turn() -> impl Drop {
    TURN.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[test]
fn expensive_expressions_stay_within_the_budget() {
    let _turn = take_turn();
    let ctx = context()
        .with_max_steps(MAX_STEPS)
        .with_max_bytes(MAX_BYTES);
    for (text, summary) in hostile() {
        let expression = hcl::parse_expression(&text).expect("it is valid");
        let (allocated, result) = peak(|| expression.evaluate(&ctx));
        let Err(error) = result else {
            panic!("it has a value: {text:.200}");
        };
        let first = error.diagnostics()[0].summary();
        assert_eq!(
            first,
            summary.unwrap_or("Evaluation too expensive"),
            "{text:.200}"
        );
        assert!(allocated < MAX_ALLOCATED, "{allocated}: {text:.200}");
        // Decoding is limited in the same way, even if the value is not used.
        let body = format!("x = {}\n", text.trim_end());
        let body = if text.starts_with("<<") {
            format!("x = {text}")
        } else {
            body
        };
        let (allocated, result) =
            peak(|| hcl::from_str_with::<BTreeMap<String, Vec<String>>>(&body, &ctx));
        assert!(
            result.is_err() && allocated < MAX_ALLOCATED,
            "{allocated}: {text:.200}"
        );
    }
}

/// Expressions in JSON strings use the same budget.
#[test]
fn expressions_in_json_stay_within_the_budget() {
    let _turn = take_turn();
    let ctx = context()
        .with_max_steps(MAX_STEPS)
        .with_max_bytes(MAX_BYTES);
    for (text, summary) in hostile() {
        if text.starts_with("<<") {
            continue;
        }
        let string = serde_json::to_string(&format!("${{{text}}}")).expect("it is a string");
        let json = format!("{{ \"x\": [{string}, {string}], \"y\": {{ {string}: 1 }} }}");
        let body = hcl::json::parse(&json).expect("it is valid");
        let (allocated, result) = peak(|| body.evaluate_attributes(&ctx).into_result());
        let Err(error) = result else {
            panic!("it has a value: {text:.200}");
        };
        let first = error.diagnostics()[0].summary();
        assert_eq!(
            first,
            summary.unwrap_or("Evaluation too expensive"),
            "{text:.200}"
        );
        assert!(allocated < MAX_ALLOCATED, "{allocated}: {text:.200}");
        let (allocated, result) =
            peak(|| hcl::json::from_str_with::<BTreeMap<String, Vec<String>>>(&json, &ctx));
        assert!(
            result.is_err() && allocated < MAX_ALLOCATED,
            "{allocated}: {text:.200}"
        );
    }
}

/// The limit of bytes limits text even without a limit of steps.
#[test]
fn text_is_bounded_without_steps() {
    let _turn = take_turn();
    let ctx = context().with_max_bytes(MAX_BYTES);
    for (text, summary) in hostile() {
        let makes_text = text.contains("big") || text.contains('n') && text.contains("n)");
        if !makes_text
            || text.contains("zeros")
            || text.contains("n *")
            || text.contains("int(")
            || text.contains("+ 1")
            || summary.is_some()
            || text.contains("b in")
        {
            continue;
        }
        let expression = hcl::parse_expression(&text).expect("it is valid");
        let (allocated, result) = peak(|| expression.evaluate(&ctx));
        let category = result.map_or_else(|error| Some(error.classify()), |_| None);
        assert_eq!(category, Some(Category::Limit), "{text}");
        assert!(allocated < MAX_ALLOCATED, "{allocated}: {text}");
    }
}

/// A number may become a string of thousands of digits, whether it is literal or computed.
#[test]
fn numbers_that_are_decoded_as_strings_are_text() {
    let _turn = take_turn();
    let ctx = context().with_max_bytes(MAX_BYTES);
    for element in ["1e9999", "-1e-9999", "1e9998 * 10", "1e9999 + 0", "n", "-n"] {
        let text = format!("x = [{}]\n", format!("{element}, ").repeat(1000));
        let (allocated, result) =
            peak(|| hcl::from_str_with::<BTreeMap<String, Vec<String>>>(&text, &ctx));
        let category = result.map_or_else(|error| Some(error.classify()), |_| None);
        assert_eq!(category, Some(Category::Limit), "{element}");
        assert!(allocated < MAX_ALLOCATED, "{allocated}: {element}");
    }
}

/// A number out of range is refused before memory is allocated for its digits. Too many digits are refused before they
/// are converted to a number: at most, they are copied.
#[test]
fn numbers_out_of_range_take_little_memory() {
    let _turn = take_turn();
    let digits = "7".repeat(1_000_000);
    let fraction = format!("0.{digits}");
    for text in [
        "1e999999999999",
        "-1e-999999999999",
        "1e99999999999999999999999999999999999999",
        "1e10001",
        "0.1e-10000",
        &digits,
        &fraction,
    ] {
        let (allocated, result) = peak(|| text.parse::<hcl::Number>());
        assert!(result.is_err(), "{text:.40}");
        assert!(
            allocated < text.len() + (4 << 10),
            "{allocated}: {text:.40}"
        );
    }
}

/// A conversion to text is charged for the length of the text, wherever it happens in a value.
#[test]
fn conversions_to_text_are_charged() {
    let _turn = take_turn();
    let taking = |ty: Type| {
        Function::new(Type::DYNAMIC, |args| Ok(args[0].clone()))
            .with_parameter(Parameter::new("value", ty))
    };
    let ctx = EvalContext::new()
        .with_variable("t", true)
        .with_function("strings", taking(Type::list(Type::STRING)))
        .with_function("set", taking(Type::set(Type::STRING)))
        .with_function("map", taking(Type::map(Type::STRING)))
        .with_function("pair", taking(Type::tuple([Type::STRING, Type::NUMBER])))
        .with_function("object", taking(Type::object([("a", Type::STRING)])))
        .with_function("numbers", taking(Type::list(Type::NUMBER)));
    for (text, bytes) in [
        ("\"${t}\"", 0),
        ("\"${t}x\"", 5),
        ("\"x${false}\"", 6),
        ("\"x${12}\"", 3),
        ("strings([t, t])", 8),
        ("strings([12, 345])", 5),
        ("set([t, false])", 9),
        ("map({ a = t })", 4),
        ("pair([t, 1])", 5),
        ("object({ a = t })", 4),
        ("numbers([1, 2])", 0),
    ] {
        let expression = hcl::parse_expression(text).expect("it is valid");
        let suffices = |bytes: &u64| {
            let ctx = ctx.clone().with_max_bytes(*bytes);
            expression.evaluate(&ctx).is_ok()
        };
        assert_eq!((0..100).find(suffices), Some(bytes), "{text}");
    }
}

/// All evaluations of one call share one budget. It is reported once that the budget is exhausted.
#[test]
fn one_call_has_one_budget() {
    type Attributes = BTreeMap<String, Vec<String>>;
    type Blocks = BTreeMap<String, Vec<Attributes>>;
    let _turn = take_turn();
    let each = "[for a in long : \"x${a}\"]";
    let line = |at: usize| format!("a{at} = {each}\n");
    let text: String = (0..50).map(line).collect();
    let block = |at: usize| ["b {\n  ", &line(at), "}\n"].concat();
    let blocks: String = (0..50).map(block).collect();
    let dynamic = format!("dynamic \"b\" {{\n  for_each = {each}\n  content {{}}\n}}\n").repeat(50);
    // These limits are enough for some of the evaluations.
    let steps = context().with_max_steps(20_000);
    let bytes = context().with_max_bytes(10_000);
    for ctx in [steps, bytes] {
        assert!(hcl::from_str_with::<Attributes>(&line(0), &ctx).is_ok());
        let [body, of_blocks, dynamic] =
            [&text, &blocks, &dynamic].map(|text| hcl::parse(text).expect("it is valid"));
        let list = Type::list(Type::STRING);
        let names: Vec<String> = (0..50).map(|at| format!("a{at}")).collect();
        let spec = names
            .iter()
            .map(|name| (name.as_str(), Spec::attr(name, list.clone())));
        let spec = Spec::object(spec);
        let options = hcl::DecodeOptions::new().with_context(ctx.clone());
        let errors = [
            hcl::from_str_with::<Attributes>(&text, &ctx).err(),
            hcl::from_str_with::<Value>(&text, &ctx).err(),
            options.from_slice::<Attributes>(text.as_bytes()).err(),
            options.from_reader::<_, Attributes>(text.as_bytes()).err(),
            hcl::from_str_with::<Blocks>(&blocks, &ctx).err(),
            hcl::from_str_with::<Value>(&blocks, &ctx).err(),
            options.from_body::<Attributes>(&body).err(),
            hcl::DecodeOptions::new()
                .with_context(ctx.clone())
                .from_body::<Blocks>(&of_blocks)
                .err(),
            body.evaluate_attributes(&ctx).into_result().err(),
            spec.decode(&body, &ctx).into_result().err(),
            Spec::block_tuple("b", 0..=99, spec.clone())
                .decode(&of_blocks, &ctx)
                .into_result()
                .err(),
            hcl::dynblock::expand_dynamic(&dynamic, &ctx)
                .into_result()
                .err(),
        ];
        for (index, error) in errors.into_iter().enumerate() {
            let error = error.unwrap_or_else(|| panic!("{index} is within the budget"));
            assert_eq!(error.classify(), Category::Limit, "{index}");
            let summaries: Vec<_> = error
                .diagnostics()
                .iter()
                .map(hcl::Diagnostic::summary)
                .collect();
            assert!(
                matches!(
                    summaries[..],
                    ["Evaluation too expensive" | "Too many generated blocks"]
                ),
                "{index}: {summaries:?}"
            );
        }
        // Each call has its own budget.
        for _ in 0..50 {
            assert!(hcl::from_str_with::<Attributes>(&line(1), &ctx).is_ok());
        }
    }
}

/// The guide contains the limits of these tests.
#[test]
fn the_guide_has_the_limits_of_evaluation() {
    let _turn = take_turn();
    assert_eq!((MAX_STEPS, MAX_BYTES), (50_000, 1 << 20));
    let row = "evaluation, within 1,048,576 bytes and 50,000 steps";
    assert_eq!(in_guide(row), MAX_ALLOCATED);
}

/// Elements of a list that need much memory in relation to their length.
const LISTS: &[&str] = &[
    "1,",
    "-1,",
    "!a,",
    "a,",
    "a.b,",
    "a[0],",
    "[],",
    "{},",
    "\"\",",
    "\"${a}\",",
    "f(),",
    "(a),",
    "{a=1},",
    "[for a in b:a],",
    "a?b:c,",
    "a...,",
];

/// Links of a chain that need much memory in relation to their length.
const CHAINS: &[&str] = &["+1", ".a", ".0", "[0]", "[*]", "&&a", "?a:b"];

/// Valid and invalid parts of a body that need much memory in relation to their length.
const BODIES: &[&str] = &[
    "a=1\n",
    "a{}\n",
    "a b {\n}\n",
    "\n",
    "#\n",
    "/**/",
    "= ",
    "}\n",
    "a\n",
    "\"\n",
    "$",
    "a \"\" \"\" {}\n",
    "a b ",
    "{",
    "a{",
    "(",
    "a=(",
    "${",
    "%{",
    "\"${",
    "<<A\n",
    "a=<<A\nA\n",
    "a=\"",
    ",",
    "é",
];

/// Valid and invalid elements of a JSON array that need much memory in relation to their length.
const JSON: &[&str] = &[
    "[],",
    "{},",
    "1,",
    "\"\",",
    "{\"a\":1},",
    "\"${a}\",",
    "null,",
    "a",
    "]",
    "[",
    "{\"a\":",
    "\"",
    "{\"a\":1,\"a\":1},",
    ",",
    "\"\\u0024{a}\",",
];

/// Each source consists of one repeated construct.
#[test]
fn parsing_takes_no_more_memory_than_the_guide_says() {
    let _turn = take_turn();
    let most = in_guide("parsing, for each byte of the source");
    let repeat = |part: &str| part.repeat((1 << 18) / part.len());
    let lists = LISTS.iter().map(|part| format!("a = [{}]\n", repeat(part)));
    let chains = CHAINS
        .iter()
        .map(|part| format!("a = b{}\n", part.repeat(100_000)));
    let bodies = BODIES.iter().map(|part| repeat(part));
    // In these sources, the first line is different from the rest. Memory is reserved for a source according to its
    // first part.
    let later = ["b{}\n", "b \"\" \"\" {}\n", "a=[]\n", "a=-1\n"]
        .iter()
        .flat_map(|part| [1, 3].map(|count| format!("a=1\n{}", repeat(part).repeat(count))));
    let native = lists.chain(chains).chain(bodies).chain(later);
    let json = JSON
        .iter()
        .map(|part| format!("{{\"a\":[{}1]}}", repeat(part)));
    let native = native.map(|source| (Syntax::Native, source));
    let json = json.map(|source| (Syntax::Json, source));
    for (syntax, source) in native.chain(json) {
        let options = hcl::ParseOptions::new().with_syntax(syntax);
        let (allocated, _) = peak(|| options.parse(&source));
        let start: String = source.chars().take(20).collect();
        assert!(
            allocated <= most * source.len(),
            "{allocated} bytes for {}: {start}",
            source.len()
        );
    }
}

/// Each error about an undeclared name suggests a declared one. The errors share one list of the declared names.
#[test]
fn errors_about_names_share_the_declared_names() {
    let _turn = take_turn();
    let locals: String = (0..4_000)
        .map(|at| ["  a", &at.to_string(), " = local.b\n"].concat())
        .collect();
    let body = hcl::parse(&["locals {\n", &locals, "}\n"].concat()).expect("it is valid");
    let references = hcl::references::References::new()
        .with("local", hcl::references::NamedBlocks::merged("locals"));
    let (allocated, result) = peak(|| {
        let scope = references.scope(&body, &EvalContext::new()).value;
        scope.check()
    });
    assert!(result.is_err());
    // Each error takes about two kilobytes. If each error had its own list of names, this would be 400 MB.
    assert!(allocated < 4_000 * 4_096, "{allocated} bytes");
}

//! The variables that an evaluation needs.

use hcl::{ExpressionKind, Traversal, TraversalKey, TraversalStep};

/// Returns traversals as they are written in HCL.
fn texts(traversals: &[Traversal]) -> Vec<String> {
    let step = |step: &TraversalStep| match step {
        TraversalStep::GetAttr { name, .. } => format!(".{name}"),
        TraversalStep::Index { key, .. } => match key {
            TraversalKey::Number(number) => format!("[{number}]"),
            TraversalKey::String(string) => format!("[{string:?}]"),
            _ => panic!("there are no other keys"),
        },
        _ => panic!("there are no other steps"),
    };
    let text =
        |it: &Traversal| it.root().to_owned() + &it.steps().iter().map(step).collect::<String>();
    traversals.iter().map(text).collect()
}

#[track_caller]
fn check(expression: &str, expected: &[&str]) {
    let variables = hcl::parse_expression(expression).unwrap().variables();
    assert_eq!(texts(&variables), expected, "{expression}");
}

#[test]
fn each_variable_comes_with_its_literal_accesses() {
    check("a", &["a"]);
    check("a.b[0][\"c\"].1", &["a.b[0][\"c\"][1]"]);
    check("a.b[c.d].e", &["a.b", "c.d"]);
    check("a[b[c]][d]", &["a", "b", "c", "d"]);
    check("(a).b", &["a"]);
    check("f(a).b[c]", &["a", "c"]);
    check("a[-1]", &["a"]);
}

#[test]
fn variables_are_found_in_the_order_of_the_source_each_time() {
    check("a + b * a - (c ? d : e)", &["a", "b", "a", "c", "d", "e"]);
    check(
        "[a, {b = c, (d) = e, f.g = h, \"${i}\" = j}]",
        &["a", "c", "d", "e", "f.g", "h", "i", "j"],
    );
    check(
        "\"${a}%{ if b }${c}%{ else }${d}%{ endif }\"",
        &["a", "b", "c", "d"],
    );
    check("<<E\n${a}\n${b.c}\nE\n", &["a", "b.c"]);
}

#[test]
fn literals_and_names_of_functions_are_not_variables() {
    check(
        "[true, false, null, 1, \"a\", f(), ns::g(), {true = 1, null = 2, x = 3}]",
        &[],
    );
    check("null.a", &[]);
}

#[test]
fn variables_of_a_for_are_not_free_in_its_results() {
    check("[for x in x : x]", &["x"]);
    check(
        "[for k, v in m.n : \"${k}${v.a}${w}\" if v && u]",
        &["m.n", "w", "u"],
    );
    check("{for k, v in m : k => v[i]... if c}", &["m", "i", "c"]);
    check("[for x in a : [for y in x : [x, y, z]]]", &["a", "z"]);
    check("[for x in a : [for x in x : x]]", &["a"]);
    check("[[for x in a : x], x.y]", &["a", "x.y"]);
    check("\"%{ for k, v in k }${k}${v}%{ endfor }${v}\"", &["k", "v"]);
}

#[test]
fn elements_of_a_splat_are_not_variables() {
    check("a.b[*].c[d].e", &["a.b", "d"]);
    check("a.*.b[0]", &["a"]);
    check("[for x in y : x[*].z[w]]", &["y", "w"]);
}

#[test]
fn the_operations_on_an_element_need_their_keys_alone() {
    let expression = hcl::parse_expression("a[*].b[c]").unwrap();
    let ExpressionKind::Splat { each, .. } = expression.kind() else {
        panic!("it is a splat");
    };
    assert_eq!(texts(&each.variables()), ["c"]);
}

#[test]
fn a_template_and_a_body_have_the_variables_of_their_parts() {
    let template = hcl::parse_template("a${b}%{ for c in d }${c}%{ endfor }").unwrap();
    assert_eq!(texts(&template.variables()), ["b", "d"]);
    assert!(hcl::parse_template("a").unwrap().variables().is_empty());

    let body =
        hcl::parse("a = b\nc \"l\" {\n  d = e.f\n  g {\n    h = [i]\n  }\n}\nj = k\n").unwrap();
    assert_eq!(texts(&body.variables()), ["b", "e.f", "i", "k"]);
}

#[test]
fn chains_of_any_length_are_searched_in_linear_time() {
    let links = 50_000;
    check(&format!("a{}", " + 1".repeat(links)), &["a"]);
    let long = format!("a[*]{}", ".b".repeat(links));
    check(&long, &["a"]);
    let conditionals = format!("{}z", "a ? b : ".repeat(links));
    let variables = hcl::parse_expression(&conditionals).unwrap().variables();
    assert_eq!(variables.len(), 2 * links + 1);
    let indexes = format!("a{}", "[b]".repeat(links));
    assert_eq!(
        hcl::parse_expression(&indexes).unwrap().variables().len(),
        links + 1
    );
}

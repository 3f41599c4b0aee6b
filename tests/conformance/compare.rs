//! Whether an answer agrees with a case.
//!
//! Whether there is a result, values, types, trees and ranges must agree. The place and the summary of the first
//! diagnostic are counted only: an implementation may report a mistake in its own way.

use std::collections::BTreeMap;

use crate::read::Json;

/// Whether the case and the answer agree, and how they differ if they do not.
pub(crate) type Judgement = Result<Agreement, String>;

/// A case and its answer agree.
pub(crate) enum Agreement {
    /// There is a result in both, and the results are equal.
    Accepted,
    /// There is no result in either.
    Rejected(SameDiagnostics),
}

/// What the diagnostics of a case and of its answer have in common.
pub(crate) struct SameDiagnostics {
    /// Whether the first diagnostics have the same place.
    pub(crate) first_range: bool,
    /// Whether the first diagnostics have the same summary.
    pub(crate) first_summary: bool,
}

/// Compares the results of parsing a file: the tree with all ranges, or the diagnostics.
pub(crate) fn syntax(case: &Json, answer: &Json) -> Judgement {
    if case.member("ok") != answer.member("ok") {
        return Err(format!(
            "only one of the two accepts the source: {answer:?}"
        ));
    }
    match (case.member("body"), answer.member("body")) {
        (None, None) => Ok(rejected(case, answer)),
        (wanted, given) => same("another tree or other ranges", wanted, given),
    }
}

/// Compares the results of an expression or a template: the tree, and the value with its type or the diagnostics.
pub(crate) fn eval(case: &Json, answer: &Json) -> Judgement {
    let agreement = match (case.member("want"), answer.member("want")) {
        (Some(wanted), Some(given)) if is_same_value(wanted, given) => Agreement::Accepted,
        (Some(_), Some(given)) => return Err(format!("another value: {given:?}")),
        (Some(_), None) => return Err(format!("an error for a valid source: {answer:?}")),
        (None, Some(given)) => return Err(format!("a value for an invalid source: {given:?}")),
        (None, None) => rejected(case, answer),
    };
    // The case may lack a tree, for example if the reference repaired the source.
    if let Some(wanted) = case.member("ast") {
        same("another tree", Some(wanted), answer.member("ast"))?;
    }
    Ok(agreement)
}

/// Compares the results of a document in JSON syntax: its attributes with their ranges and values, or the diagnostics.
/// There may also be diagnostics for single attributes.
pub(crate) fn json(case: &Json, answer: &Json) -> Judgement {
    if case.member("ok") != answer.member("ok") {
        return Err(format!(
            "only one of the two accepts the source: {answer:?}"
        ));
    }
    if case.member("attributes").is_none() {
        return Ok(rejected(case, answer));
    }
    let is_refused = |of: &Json| {
        let mut diagnostics = Json::elements(of.member("attribute_diags")).iter();
        diagnostics.any(|it| it.member("severity").and_then(Json::as_str) == Some("error"))
    };
    if is_refused(case) != is_refused(answer) {
        return Err(format!(
            "only one of the two accepts the attributes: {answer:?}"
        ));
    }
    if is_refused(case) {
        return Ok(Agreement::Accepted);
    }
    let attributes = |of: &Json| -> BTreeMap<_, _> {
        let attributes = Json::elements(of.member("attributes")).iter().cloned();
        attributes
            .map(|it| (it.member("name").cloned(), it))
            .collect()
    };
    let (wanted, given) = (attributes(case), attributes(answer));
    if !wanted.keys().eq(given.keys()) {
        return Err(format!("other names: {given:?}"));
    }
    for (wanted, given) in wanted.values().zip(given.values()) {
        attribute(wanted, given)?;
    }
    Ok(Agreement::Accepted)
}

/// Compares the data that a document in JSON syntax is decoded to.
pub(crate) fn structs(case: &Json, answer: &Json) -> Judgement {
    match (case.member("want"), answer.member("want")) {
        (None, None) => Ok(Agreement::Rejected(SameDiagnostics {
            first_range: false,
            first_summary: case.member("summary") == answer.member("summary"),
        })),
        (wanted, given) => same("decoded into something else", wanted, given),
    }
}

/// Compares the ranges of an attribute and its value.
fn attribute(wanted: &Json, given: &Json) -> Result<(), String> {
    match (wanted.member("want"), given.member("want")) {
        (None, None) => return Ok(()),
        (Some(wanted), Some(given)) if is_same_value(wanted, given) => {}
        _ => return Err(format!("another value: {given:?}")),
    }
    for range in ["name_range", "expr_range"] {
        same(range, wanted.member(range), given.member(range))?;
    }
    Ok(())
}

fn same(what: &str, wanted: Option<&Json>, given: Option<&Json>) -> Judgement {
    if wanted == given {
        return Ok(Agreement::Accepted);
    }
    Err(format!("{what}: {given:?}"))
}

fn rejected(case: &Json, answer: &Json) -> Agreement {
    let wanted = Json::elements(case.member("diags"));
    let given = Json::elements(answer.member("diags"));
    Agreement::Rejected(same_diagnostics(wanted, given))
}

/// Compares the diagnostics, each with `summary`, `from` and `to`.
pub(crate) fn same_diagnostics(wanted: &[Json], given: &[Json]) -> SameDiagnostics {
    let range = |it: &Json| (it.member("from").cloned(), it.member("to").cloned());
    let summary = |it: &Json| it.member("summary").cloned();
    SameDiagnostics {
        first_range: wanted.first().map(range) == given.first().map(range),
        first_summary: wanted.first().map(summary) == given.first().map(summary),
    }
}

/// Whether two values with their types are equal. The elements of a set and the optional attributes of an object type
/// have no order.
pub(crate) fn is_same_value(wanted: &Json, given: &Json) -> bool {
    let typed = |it: &Json| Some((it.member("type")?.clone(), it.member("value")?.clone()));
    match (typed(wanted), typed(given)) {
        (Some((wanted_type, wanted)), Some((given_type, given))) => {
            sorted_type(&wanted_type) == sorted_type(&given_type)
                && sorted_sets(&wanted_type, &wanted) == sorted_sets(&given_type, &given)
        }
        _ => wanted == given,
    }
}

/// Returns a type with a sorted list of its optional attributes, which is empty if there are none.
fn sorted_type(ty: &Json) -> Json {
    let Json::Array(parts) = ty else {
        return ty.clone();
    };
    let inner = match &parts[1] {
        Json::Array(types) if parts[0].as_str() == Some("tuple") => {
            Json::Array(types.iter().map(sorted_type).collect())
        }
        Json::Object(attributes) => Json::Object(map(attributes, |_, ty| sorted_type(ty))),
        inner => sorted_type(inner),
    };
    let mut optional = Json::elements(parts.get(2)).to_vec();
    optional.sort();
    Json::Array(vec![parts[0].clone(), inner, Json::Array(optional)])
}

/// Returns a value of a type with the elements of all its sets sorted.
fn sorted_sets(ty: &Json, value: &Json) -> Json {
    let Json::Array(parts) = ty else {
        return value.clone();
    };
    let (kind, inner) = (parts[0].as_str(), &parts[1]);
    match (kind, value) {
        (Some("set"), Json::Array(elements)) => {
            let mut elements: Vec<_> = elements.iter().map(|it| sorted_sets(inner, it)).collect();
            elements.sort();
            Json::Array(elements)
        }
        (Some("list"), Json::Array(elements)) => {
            Json::Array(elements.iter().map(|it| sorted_sets(inner, it)).collect())
        }
        (Some("tuple"), Json::Array(elements)) => {
            let elements = Json::elements(Some(inner)).iter().zip(elements);
            Json::Array(elements.map(|(ty, it)| sorted_sets(ty, it)).collect())
        }
        // Unknown values are written as objects, too.
        (_, Json::Object(members)) if members.contains_key("$unknown") => value.clone(),
        (Some("map"), Json::Object(entries)) => {
            Json::Object(map(entries, |_, it| sorted_sets(inner, it)))
        }
        (Some("object"), Json::Object(attributes)) => Json::Object(map(attributes, |name, it| {
            inner
                .member(name)
                .map_or_else(|| it.clone(), |ty| sorted_sets(ty, it))
        })),
        _ => value.clone(),
    }
}

fn map(
    members: &BTreeMap<String, Json>,
    convert: impl Fn(&str, &Json) -> Json,
) -> BTreeMap<String, Json> {
    let members = members.iter();
    members
        .map(|(name, it)| (name.clone(), convert(name, it)))
        .collect()
}

#[test]
fn sets_have_no_order_and_numbers_forty_digits() {
    let value =
        |ty: &str, value: &str| Json::read(&format!(r#"{{"type": {ty}, "value": {value}}}"#));
    let third = format!("0.{}", "3".repeat(40));
    let table = [
        ("\"number\"", "1.50", "15e-1", true),
        ("\"number\"", "-0", "0", true),
        (
            "\"number\"",
            &format!("{third}1"),
            &format!("{third}2"),
            true,
        ),
        ("\"number\"", &third[..41], &third, false),
        ("\"string\"", "\"1\"", "1", false),
        (r#"["set","number"]"#, "[1,2]", "[2,1]", true),
        (r#"["list","number"]"#, "[1,2]", "[2,1]", false),
        (
            r#"["map",["set","bool"]]"#,
            r#"{"a":[true,false]}"#,
            r#"{"a":[false,true]}"#,
            true,
        ),
        (
            r#"["tuple",[["set","bool"]]]"#,
            "[[true,false]]",
            "[[false,true]]",
            true,
        ),
        (r#"["tuple",["bool"]]"#, "[true]", "[false]", false),
        (
            r#"["object",{"a":["set","bool"]}]"#,
            r#"{"a":[true,false]}"#,
            r#"{"a":[false,true]}"#,
            true,
        ),
        (r#"["set","bool"]"#, r#"{"$unknown":true}"#, "null", false),
    ];
    for (ty, one, other, equal) in table {
        assert_eq!(
            is_same_value(&value(ty, one), &value(ty, other)),
            equal,
            "{ty} {one} {other}"
        );
    }
    let optional = |names: &str| {
        value(
            &format!(r#"["object",{{"a":"bool","b":"bool"}},{names}]"#),
            "null",
        )
    };
    assert!(is_same_value(
        &optional(r#"["a","b"]"#),
        &optional(r#"["b","a"]"#)
    ));
    assert!(!is_same_value(&optional(r#"["a"]"#), &optional("[]")));
    assert!(!is_same_value(
        &value("\"string\"", "null"),
        &value("\"number\"", "null")
    ));
}

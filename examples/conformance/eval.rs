//! The mode `eval`: values of expressions and templates.

use std::collections::BTreeMap;
use std::error::Error;

use hcl::function::stdlib;
use hcl::{EvalContext, Number, Type, TypeKind, Value};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::json::{array, diagnostic, object, string, tagged};
use super::syntax;

/// A case. Values stay JSON text, so that numbers keep their digits.
#[derive(serde::Deserialize)]
pub(crate) struct Case<'a> {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) kind: String,
    pub(crate) src: String,
    #[serde(borrow, default)]
    vars: BTreeMap<String, Typed<'a>>,
}

/// A value beside its type.
#[derive(serde::Deserialize)]
struct Typed<'a> {
    #[serde(rename = "type")]
    ty: Json,
    #[serde(borrow)]
    value: &'a RawValue,
}

/// The functions of a set.
pub(crate) fn functions(set: &str) -> Option<EvalContext> {
    let ctx = EvalContext::new();
    Some(match set {
        "specified" => ctx.with_functions(stdlib::functions()),
        "reference" => ctx.with_functions(stdlib::reference()),
        "terraform" => ctx.with_functions(stdlib::terraform()),
        _ => return None,
    })
}

/// Evaluates the source of a case.
pub(crate) fn answer(line: &str, functions: &EvalContext) -> Result<String, Box<dyn Error>> {
    let case: Case<'_> = serde_json::from_str(line)?;
    let ctx = context(&case, functions)?;
    let (tree, value) = if case.kind == "template" {
        let template = hcl::parse_template(&case.src);
        let tree = template.as_ref().ok().map(syntax::template);
        (tree, template.and_then(|it| it.evaluate(&ctx)))
    } else {
        let expression = hcl::parse_expression(&case.src);
        let tree = expression.as_ref().ok().map(syntax::expression);
        (tree, expression.and_then(|it| it.evaluate(&ctx)))
    };
    let mut members = vec![("id", string(&case.id))];
    match value {
        Ok(value) => members.push(("want", write(&value))),
        Err(error) => {
            let diagnostics = error.diagnostics().iter().map(diagnostic);
            members.push(("diags", array(diagnostics)));
        }
    }
    members.extend(tree.map(|tree| ("ast", tree)));
    Ok(object(members))
}

/// The functions, with the variables of a case.
pub(crate) fn context(
    case: &Case<'_>,
    functions: &EvalContext,
) -> Result<EvalContext, Box<dyn Error>> {
    let mut ctx = functions.clone();
    for (name, value) in typed_variables(case)? {
        ctx.set_variable(name, value);
    }
    Ok(ctx)
}

/// The variables of a case.
pub(crate) fn typed_variables(case: &Case<'_>) -> Result<Vec<(String, Value)>, Box<dyn Error>> {
    let variables = case.vars.iter();
    let variables = variables.map(|(name, typed)| {
        let value = value(&read_type(&typed.ty)?, typed.value)?;
        Ok((name.clone(), value))
    });
    variables.collect()
}

/// Reads a type from its JSON form.
pub(crate) fn read_type(json: &Json) -> Result<Type, Box<dyn Error>> {
    if let Some(name) = json.as_str() {
        return Ok(match name {
            "string" => Type::STRING,
            "number" => Type::NUMBER,
            "bool" => Type::BOOL,
            "dynamic" => Type::DYNAMIC,
            _ => return Err(format!("unknown type {name}").into()),
        });
    }
    let inner = &json[1];
    let parts = || inner.as_array().into_iter().flatten().map(read_type);
    Ok(match json[0].as_str() {
        Some("list") => Type::list(read_type(inner)?),
        Some("set") => Type::set(read_type(inner)?),
        Some("map") => Type::map(read_type(inner)?),
        Some("tuple") => Type::tuple(parts().collect::<Result<Vec<_>, _>>()?),
        Some("object") => {
            let attributes = inner.as_object().into_iter().flatten();
            let attributes = attributes.map(|(name, ty)| Ok((name, read_type(ty)?)));
            Type::object(attributes.collect::<Result<Vec<_>, Box<dyn Error>>>()?)
        }
        _ => return Err(format!("unknown type {json}").into()),
    })
}

/// Reads a value of a type from JSON text.
fn value(ty: &Type, json: &RawValue) -> Result<Value, Box<dyn Error>> {
    let text = json.get();
    if text == "null" {
        return Ok(Value::null(ty));
    }
    if serde_json::from_str::<Json>(text).is_ok_and(|it| it["$unknown"] == true) {
        return Ok(Value::unknown(ty));
    }
    let elements = || serde_json::from_str::<Vec<&RawValue>>(text);
    let entries = || serde_json::from_str::<BTreeMap<String, &RawValue>>(text);
    Ok(match ty.kind() {
        TypeKind::Number => match text {
            "\"inf\"" => Number::INFINITY.into(),
            "\"-inf\"" => Number::NEG_INFINITY.into(),
            _ => text.parse::<Number>()?.into(),
        },
        TypeKind::Bool => Value::from(text == "true"),
        TypeKind::List(element) => Value::list(element, all(element, elements()?)?)?,
        TypeKind::Set(element) => Value::set(element, all(element, elements()?)?)?,
        TypeKind::Map(element) => {
            let entries = entries()?.into_iter();
            let entries = entries.map(|(key, it)| Ok((key, value(element, it)?)));
            Value::map(
                element,
                entries.collect::<Result<Vec<_>, Box<dyn Error>>>()?,
            )?
        }
        TypeKind::Tuple(types) => {
            let elements = elements()?.into_iter().zip(types);
            let elements = elements.map(|(it, ty)| value(ty, it));
            Value::tuple(elements.collect::<Result<Vec<_>, _>>()?)?
        }
        TypeKind::Object(_) => {
            let entries = entries()?.into_iter();
            let attribute = |name: &str| ty.attribute_type(name).cloned().unwrap_or(Type::DYNAMIC);
            let entries = entries.map(|(key, it)| {
                let value = value(&attribute(&key), it)?;
                Ok((key, value))
            });
            Value::object(entries.collect::<Result<Vec<_>, Box<dyn Error>>>()?)?
        }
        _ => Value::from(serde_json::from_str::<String>(text)?),
    })
}

fn all(ty: &Type, elements: Vec<&RawValue>) -> Result<Vec<Value>, Box<dyn Error>> {
    elements.into_iter().map(|it| value(ty, it)).collect()
}

pub(crate) fn write(value: &Value) -> String {
    object([
        ("type", write_type(&value.ty())),
        ("value", write_value(value)),
    ])
}

fn write_type(ty: &Type) -> String {
    match ty.kind() {
        TypeKind::String => string("string"),
        TypeKind::Number => string("number"),
        TypeKind::Bool => string("bool"),
        TypeKind::List(element) => tagged("list", [write_type(element)]),
        TypeKind::Set(element) => tagged("set", [write_type(element)]),
        TypeKind::Map(element) => tagged("map", [write_type(element)]),
        TypeKind::Tuple(types) => tagged("tuple", [array(types.iter().map(write_type))]),
        TypeKind::Object(attributes) => {
            let attributes = attributes.iter().map(|it| (it.name(), write_type(it.ty())));
            tagged("object", [object(attributes)])
        }
        _ => string("dynamic"),
    }
}

fn write_value(value: &Value) -> String {
    if value.is_null() {
        return String::from("null");
    }
    if !value.is_known() {
        return object([("$unknown", String::from("true"))]);
    }
    if let Some(number) = value.as_number() {
        let text = number.to_string();
        return if number.is_finite() {
            text
        } else {
            string(&text)
        };
    }
    if let Some(text) = value.as_str() {
        return string(text);
    }
    if let Some(value) = value.as_bool() {
        return value.to_string();
    }
    if let Some(elements) = value.as_slice() {
        return array(elements.iter().map(write_value));
    }
    let entries = value.entries().into_iter().flatten();
    object(entries.map(|(key, value)| (key, write_value(value))))
}

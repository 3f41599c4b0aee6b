//! Writes values and types as JSON. Numbers keep all their digits.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hcl::{Diagnostic, Type, TypeKind, Value};
use serde_json::json;

/// Whether null attributes of objects and null elements of maps are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    Keep,
    Omit,
}

/// Checks that a value can be written as JSON.
pub(crate) fn check(value: &Value) -> Result<(), Diagnostic> {
    let summary = "Value not representable in JSON";
    if !value.is_wholly_known() {
        let detail =
            "The result depends on a value that is not known, which JSON cannot represent.";
        return Err(Diagnostic::error(summary, detail));
    }
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        if value.as_number().is_some_and(hcl::Number::is_infinite) {
            let detail = "The result contains an infinite number, which JSON cannot represent.";
            return Err(Diagnostic::error(summary, detail));
        }
        values.extend(
            value
                .elements()
                .into_iter()
                .flatten()
                .map(|(_, value)| value),
        );
    }
    Ok(())
}

/// Writes a value on one line. Recursion is safe here: the nesting of values is limited.
pub(crate) fn write(value: &Value, nulls: Nulls, out: &mut dyn Write) -> io::Result<()> {
    if let Some(truth) = value.as_bool() {
        write!(out, "{truth}")
    } else if let Some(number) = value.as_number() {
        write!(out, "{number}")
    } else if let Some(string) = value.as_str() {
        write_string(string, out)
    } else if let Some(elements) = value.as_slice() {
        out.write_all(b"[")?;
        for (index, element) in elements.iter().enumerate() {
            write_comma(index, out)?;
            write(element, nulls, out)?;
        }
        out.write_all(b"]")
    } else if let Some(entries) = value.entries() {
        let entries = entries.filter(|(_, value)| nulls == Nulls::Keep || !value.is_null());
        out.write_all(b"{")?;
        for (index, (name, value)) in entries.enumerate() {
            write_comma(index, out)?;
            write_string(name, out)?;
            out.write_all(b":")?;
            write(value, nulls, out)?;
        }
        out.write_all(b"}")
    } else {
        out.write_all(b"null")
    }
}

/// Writes an object of a value and its type. A `null` without a type is written on its own.
pub(crate) fn write_with_type(value: &Value, nulls: Nulls, out: &mut dyn Write) -> io::Result<()> {
    if value.is_null() && value.ty().is_dynamic() {
        return write(value, nulls, out);
    }
    out.write_all(b"{\"value\":")?;
    write(value, nulls, out)?;
    write!(out, ",\"type\":{}}}", type_in_json(&value.ty()))
}

/// A type as the reference implementation writes it.
fn type_in_json(ty: &Type) -> serde_json::Value {
    let (constructor, element) = match ty.kind() {
        TypeKind::String => return json!("string"),
        TypeKind::Number => return json!("number"),
        TypeKind::Bool => return json!("bool"),
        TypeKind::List(element) => ("list", element),
        TypeKind::Set(element) => ("set", element),
        TypeKind::Map(element) => ("map", element),
        TypeKind::Tuple(elements) => {
            let elements = elements.iter().map(type_in_json);
            return json!(["tuple", elements.collect::<Vec<_>>()]);
        }
        TypeKind::Object(object) => {
            let attributes = object.iter().map(|it| (it.name(), type_in_json(it.ty())));
            return json!(["object", attributes.collect::<BTreeMap<_, _>>()]);
        }
        _ => return json!("dynamic"),
    };
    json!([constructor, type_in_json(element)])
}

fn write_comma(index: usize, out: &mut dyn Write) -> io::Result<()> {
    if index > 0 {
        out.write_all(b",")?;
    }
    Ok(())
}

fn write_string(string: &str, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(out, string).map_err(io::Error::from)
}

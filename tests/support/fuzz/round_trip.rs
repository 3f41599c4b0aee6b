//! Written data decodes to the original data, for generated data of generated types.

use std::rc::Rc;

use hcl::{EncodeOptions, EvalContext};

use super::choices::Choices;
use super::types::{Data, Kind, Shape};

/// Writes and reads data: as a whole configuration, in JSON syntax, and as a value.
pub fn round_trip(data: &[u8]) {
    let mut choices = Choices::new(data);
    let shape = Shape::root(&mut choices);
    let data = Data::of(&shape, &mut choices);
    if is_supported(&shape, &data) {
        as_configuration(&shape, &data);
        as_json(&shape, &data);
        // A value does not distinguish large floats from integers.
        if !has_large_float(&data) {
            as_value(&shape, &data);
        }
    }
}

/// Whether the data contains a float whose value is an integer of more than 64 bits.
fn has_large_float(data: &Data) -> bool {
    let words = format!("{data:?}");
    ["e20", "e30", "e38"]
        .iter()
        .any(|float| words.contains(float))
}

/// Whether serde itself preserves the data. Some data changes in JSON, too: `Some(None)`, or an untagged variant that
/// looks like an earlier variant. Serde loses the difference before this crate gets the data.
pub fn is_supported(shape: &Rc<Shape>, data: &Data) -> bool {
    const LOST: [Kind; 6] = [
        Kind::Labelled,
        Kind::LabelTag,
        Kind::Spanned,
        Kind::I128,
        Kind::U128,
        Kind::UnitStruct,
    ];
    if shape.holds_back(&LOST) || data.has_null_field() {
        return false;
    }
    // In buffered data, one block cannot be distinguished from a list with one block, and labels are keys of a map.
    let lists = [
        Kind::List,
        Kind::Defaults,
        Kind::Pair,
        Kind::TupleStruct,
        Kind::OneOrMany,
    ];
    if shape.holds_back_in_enum(&lists) {
        return false;
    }
    let Ok(text) = serde_json::to_string(data) else {
        return false;
    };
    let decoded = shape.within(|| serde_json::from_str::<Data>(&text));
    decoded.is_ok_and(|decoded| decoded == *data)
}

fn as_configuration(shape: &Rc<Shape>, data: &Data) {
    let text = match hcl::to_string(data) {
        Ok(text) => text,
        Err(error) => return check_refusal(shape, data, &error),
    };
    assert_eq!(hcl::format(&text), text, "it is canonical: {data:?}");
    assert_eq!(hcl::to_vec(data).ok().as_deref(), Some(text.as_bytes()));
    let decoded = shape.within(|| hcl::from_str::<Data>(&text));
    check(shape, data, &text, decoded);
    let decoded = shape.within(|| hcl::from_slice::<Data>(text.as_bytes()));
    check(shape, data, &text, decoded);
    let decoded = shape.within(|| hcl::from_reader::<_, Data>(text.as_bytes()));
    check(shape, data, &text, decoded);
    let plain = EncodeOptions::new().with_indent(4).without_heredocs();
    let plain = plain.without_alignment().to_string(data);
    let plain = plain.unwrap_or_else(|error| panic!("with other options: {error}\n{text}"));
    let decoded = shape.within(|| hcl::from_str::<Data>(&plain));
    check(shape, data, &plain, decoded);
    let body = hcl::parse(&text).expect("it was decoded");
    let decoded = shape.within(|| hcl::from_body::<Data>(&body));
    check(shape, data, &text, decoded);
}

/// Writes and reads data in JSON syntax. Without a context, strings keep their text, including escape sequences.
fn as_json(shape: &Rc<Shape>, data: &Data) {
    // The label of such an enum cannot be distinguished from a property, and JSON does not keep the order of blocks
    // with different types.
    if shape.has(Kind::LabelTag) || shape.has(Kind::Items) {
        return;
    }
    let text = match hcl::json::to_string(data) {
        Ok(text) => text,
        Err(error) => return check_refusal(shape, data, &error),
    };
    // A property `//` in a body is a comment. Objects with flattened fields are read as bodies.
    let has_rest = shape.has(Kind::FlattenMap) || shape.has(Kind::Flatten);
    if has_rest && text.contains("\"//\"") {
        return;
    }
    let has_templates = text.contains("${") || text.contains("%{");
    if !has_templates {
        let decoded = shape.within(|| hcl::json::from_str::<Data>(&text));
        check(shape, data, &text, decoded);
    }
    if has_templates && !tells_keys(shape) {
        return;
    }
    let ctx = EvalContext::new().with_variable("a", "evaluated");
    let decoded = shape.within(|| hcl::json::from_str_with::<Data>(&text, &ctx));
    check(shape, data, &text, decoded);
    let pretty = hcl::json::to_string_pretty(data).expect("it is written compactly");
    let decoded = shape.within(|| hcl::json::from_str_with::<Data>(&pretty, &ctx));
    check(shape, data, &pretty, decoded);
}

/// Whether the type distinguishes keys, which are templates, from labels, which are not. It does not for the elements
/// of a sequence, which may be blocks or objects, nor for data that serde holds back and reads without its type.
pub fn tells_keys(shape: &Shape) -> bool {
    const SEQUENCES: [Kind; 6] = [
        Kind::List,
        Kind::OneOrMany,
        Kind::Defaults,
        Kind::Pair,
        Kind::TupleStruct,
        Kind::External,
    ];
    const MAPS: [Kind; 4] = [Kind::Map, Kind::NumberMap, Kind::BoolMap, Kind::FlattenMap];
    !SEQUENCES.iter().any(|kind| shape.has(*kind)) && !shape.holds_back(&MAPS)
}

fn as_value(shape: &Rc<Shape>, data: &Data) {
    // A value does not contain the spelling of a number, which determines its type for types that accept any data. The
    // attributes of a value are ordered by name, so serde holds back the content of a tagged enum.
    if shape.has(Kind::Json) || shape.holds_back(&[Kind::NumberMap, Kind::BoolMap]) {
        return;
    }
    let Ok(value) = hcl::to_value(data) else {
        return;
    };
    let decoded = shape.within(|| hcl::from_value::<Data>(value.clone()));
    check(shape, data, &format!("the value {value}"), decoded);
}

fn check(shape: &Shape, data: &Data, text: &str, decoded: hcl::Result<Data>) {
    match decoded {
        Ok(decoded) => assert_eq!(&decoded, data, "{shape:?}\n{text}"),
        Err(error) => panic!("{error}\n{data:?}\n{shape:?}\n{text}"),
    }
}

/// Checks that data which cannot be written contains a reason for the error.
fn check_refusal(shape: &Shape, data: &Data, error: &hcl::Error) {
    const REASONS: [&str; 6] = [
        "Absent label",
        "Invalid name",
        "Inconsistent number of labels",
        "Label without block",
        "Repeated name",
        "Reserved name",
    ];
    let message = error.to_string();
    let is_known = REASONS.iter().any(|reason| message.contains(reason));
    assert!(is_known, "{message}\n{data:?}\n{shape:?}");
}

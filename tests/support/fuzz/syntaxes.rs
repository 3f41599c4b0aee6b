//! Both syntaxes say the same: data of a generated type, written in each of them, is the same for another type, or wrong in
//! both.

use std::rc::Rc;

use hcl::{DecodeOptions, EvalContext, Syntax};

use super::choices::Choices;
use super::round_trip::tells_keys;
use super::types::{Data, Kind, Shape};

/// Decodes data of one type into another.
pub fn syntaxes(data: &[u8]) {
    let mut choices = Choices::new(data);
    let written = Shape::root(&mut choices);
    let data = Data::of(&written, &mut choices);
    let (Ok(native), Ok(json)) = (hcl::to_string(&data), hcl::json::to_string(&data)) else {
        return;
    };
    let asked = Shape::changed(&written, &mut choices);
    if !is_told(&written) || !is_told(&asked) {
        return;
    }
    // In JSON, an object may be zero blocks with labels, one block without any, or a unit.
    let is_empty = json.contains("{}")
        && [Kind::Labelled, Kind::List, Kind::Unit]
            .iter()
            .any(|it| asked.has(*it));
    let has_templates = json.contains("${") || json.contains("%{");
    if is_empty || has_templates && !tells_keys(&asked) {
        return;
    }
    let from_native = decode(&asked, Syntax::Native, &native);
    let from_json = decode(&asked, Syntax::Json, &json);
    assert_eq!(
        from_json, from_native,
        "{json}\n{native}\nof {written:?}\nas {asked:?}"
    );
}

/// The data; nothing if it does not fit the type. The messages are not compared: each syntax has words of its own.
fn decode(shape: &Rc<Shape>, syntax: Syntax, text: &str) -> Option<Data> {
    let options = DecodeOptions::new()
        .with_syntax(syntax)
        .with_context(EvalContext::new());
    shape.within(|| options.from_str::<Data>(text)).ok()
}

/// Whether the type tells what is a block and what an attribute, a label and a key. In JSON, what takes anything, or is held
/// back by serde, is read as an attribute.
fn is_told(shape: &Shape) -> bool {
    const UNTOLD: [Kind; 9] = [
        Kind::Value,
        Kind::Json,
        Kind::Flatten,
        Kind::FlattenMap,
        Kind::Internal,
        Kind::Adjacent,
        Kind::Untagged,
        Kind::LabelTag,
        Kind::Items,
    ];
    !UNTOLD.iter().any(|kind| shape.has(*kind))
}

//! Both syntaxes say the same: data of a generated type, written in each of them, is the same for another type, or
//! wrong in both.

use std::rc::Rc;

use hcl::{DecodeOptions, Diagnostic, EvalContext, Path, PathStep, Syntax};

use super::choices::Choices;
use super::round_trip::tells_keys;
use super::types::{Data, Kind, Shape};

/// The types that one block is.
const STRUCTS: [Kind; 4] = [
    Kind::Struct,
    Kind::Defaults,
    Kind::Labelled,
    Kind::Attribute,
];

/// The types that take a body as a list: of one element for each item, or for each block if it is an array of JSON.
const LISTS: [Kind; 4] = [Kind::List, Kind::OneOrMany, Kind::Pair, Kind::TupleStruct];

/// Decodes data of one type into another.
pub fn syntaxes(data: &[u8]) {
    let mut choices = Choices::new(data);
    let faulty = choices.pick(&["a", "b", "x", "80", "true", "two words"]);
    let written = Shape::root(&mut choices);
    let data = Data::of(&written, &mut choices);
    let (Ok(native), Ok(json)) = (hcl::to_string(&data), hcl::json::to_string(&data)) else {
        return;
    };
    let asked = Shape::changed(&written, &mut choices);
    if !is_told(&written) || !is_told(&asked) {
        return;
    }
    // In JSON, an object may be zero blocks with labels, one block without any, or a unit. An array without elements
    // and null may be no block.
    let is_empty = json.contains("{}")
        && [Kind::Labelled, Kind::List, Kind::Unit, Kind::External]
            .iter()
            .any(|it| asked.has(*it))
        || ["[]", "null"].iter().any(|it| json.contains(it))
            && STRUCTS.iter().any(|it| asked.has(*it));
    let has_templates = json.contains("${") || json.contains("%{");
    if is_empty || LISTS.contains(&asked.kind) || has_templates && !tells_keys(&asked) {
        return;
    }
    let (native, json) = with_faults(&native, &json, faulty).unwrap_or((native, json));
    let from_native = decode(&asked, Syntax::Native, &native);
    let from_json = decode(&asked, Syntax::Json, &json);
    let differing = differing(&from_native, &from_json);
    assert!(
        differing.is_none(),
        "{} differ:\n{from_json:#?}\n{from_native:#?}\n{json}\n{native}\nof {written:?}\nas {asked:?}",
        differing.unwrap_or_default()
    );
}

/// What is not the same. Of diagnostics, the first ones are, and in JSON there are no others than in native syntax,
/// whose survey finds more: it tells blocks from attributes without their type.
fn differing(native: &Outcome, json: &Outcome) -> Option<&'static str> {
    if native
        .as_ref()
        .is_err_and(|it| it.iter().any(Told::is_native))
    {
        return None;
    }
    let (Err(native), Err(json)) = (native, json) else {
        return (native != json).then_some("values");
    };
    let (Some(first), Some(first_of_json)) = (native.first(), json.first()) else {
        return Some("counts");
    };
    if json.iter().any(Told::is_json) {
        return None;
    }
    if first.code != first_of_json.code {
        return Some("codes");
    }
    // Several blocks are an array or an object by label.
    let are_blocks = first.words.contains(BLOCK_FOUND);
    if !are_blocks && first.words != first_of_json.words {
        return Some("words");
    }
    // The path of a block has its labels, which are keys of an object in JSON.
    let is_block = are_blocks || first.words.contains("found an object");
    let has_labels = is_block && first.path.starts_with(&first_of_json.path);
    if first.path != first_of_json.path && !has_labels {
        return Some("paths");
    }
    let is_told = |other: &Told| native.iter().any(|it| it.path == other.path);
    (!json[1..].iter().all(is_told)).then_some("others")
}

/// The data, or what is told if it does not fit the type.
type Outcome = Result<Data, Vec<Told>>;

/// A diagnostic, without what belongs to a syntax.
#[derive(Debug, PartialEq)]
struct Told {
    code: String,
    path: String,
    words: String,
}

/// How the message goes on that a block was found.
const BLOCK_FOUND: &str = "; an attribute is written";

impl Told {
    /// Whether it is about what only native syntax has: labels that are missing, too many, or those of several blocks,
    /// where JSON has properties; and an object that is no list, where in JSON it is one block.
    fn is_native(&self) -> bool {
        ["missing-label", "extraneous-label", "duplicate-block"].contains(&&*self.code)
            || self.words.contains("If the block lacks a label")
            || self.words.contains("Expected a list") && self.words.contains("found an object")
    }

    /// Whether it is about what only JSON has: that a value which is asked for as blocks is none, and that an array is
    /// several.
    fn is_json(&self) -> bool {
        const CODES: [&str; 3] = [
            "incorrect-json-value-type",
            "missing-block",
            "duplicate-block",
        ];
        CODES.contains(&&*self.code)
    }
}

fn decode(shape: &Rc<Shape>, syntax: Syntax, text: &str) -> Outcome {
    let options = DecodeOptions::new()
        .with_syntax(syntax)
        .with_context(EvalContext::new());
    let told = |it: &Diagnostic| Told {
        code: it.code().to_string(),
        path: common_path(it.path()),
        words: common_words(&format!("{}: {}", it.summary(), it.detail())),
    };
    shape
        .within(|| options.from_str::<Data>(text))
        .map_err(|error| error.diagnostics().iter().map(told).collect())
}

/// A message in words that both syntaxes have.
fn common_words(text: &str) -> String {
    const SAME: [(&str, &str); 3] = [
        // What is written `x {` in native syntax is an object in JSON.
        ("found a block", "found an object"),
        // Only of a block it is looked at whether it is empty.
        (" that is not empty", ""),
        // An object of JSON may be a block, and have blocks.
        (
            "but there is neither an attribute nor a block of this name",
            "but it is not set",
        ),
    ];
    let mut words = text.to_owned();
    for (one, other) in SAME {
        words = words.replace(one, other);
    }
    // Whether a block may be written there, and how.
    for advice in [" Write a block, as in ", ", or write a block, as in "] {
        while let Some(start) = words.find(advice) {
            let end = words[start..].find("}.");
            words.replace_range(start..end.map_or(words.len(), |at| start + at + 2), "");
        }
    }
    words
}

/// A path without what tells a label from the name of an attribute (in JSON, both are names of properties, and the
/// latter are templates), and one of several blocks from the only one (in JSON, an object may be one of several).
fn common_path(path: &Path) -> String {
    let steps = path.steps().iter().filter_map(|step| match step {
        PathStep::Key(name) | PathStep::Attribute(name) if name.contains(['$', '%']) => {
            Some(PathStep::from("template"))
        }
        PathStep::Key(name) => Some(PathStep::Attribute(name.clone())),
        PathStep::Index(0) => None,
        step => Some(step.clone()),
    });
    steps.collect::<Path>().to_string()
}

/// The configurations with a comment and with references that lead nowhere in place of a text, in both syntaxes.
fn with_faults(native: &str, json: &str, text: &str) -> Option<(String, String)> {
    let (in_native, in_json) = (format!(" = \"{text}\"\n"), format!(":\"{text}\""));
    let is_same = native.matches(&in_native).count() == json.matches(&in_json).count();
    let native = native.replace(&in_native, " = nope.x\n");
    let json = json.replace(&in_json, ":\"${nope.x}\"");
    let json = json.strip_prefix('{').filter(|it| *it != "}")?;
    is_same.then(|| {
        (
            format!("# ${{c}}\n{native}"),
            format!("{{\"//\":\"${{c}}\",{json}"),
        )
    })
}

/// Whether the type tells what is a block and what an attribute, a label and a key. In JSON, what takes anything, or is
/// held back by serde, is read as an attribute.
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

//! Both syntaxes have the same meaning: data of a generated type, written in each of them, decodes to the same result
//! or to the same error when another type is requested.

use std::rc::Rc;

use hcl::{DecodeOptions, Diagnostic, EvalContext, Path, PathStep, Syntax};

use super::choices::Choices;
use super::round_trip::tells_keys;
use super::types::{Data, Kind, Shape};

/// Types that are decoded from one block.
const STRUCTS: [Kind; 4] = [
    Kind::Struct,
    Kind::Defaults,
    Kind::Labelled,
    Kind::Attribute,
];

/// Types that read a body as a list. The list has an element for each item, or for each body if a JSON document is an
/// array.
const LISTS: [Kind; 4] = [Kind::List, Kind::OneOrMany, Kind::Pair, Kind::TupleStruct];

/// Decodes data that was written with one type into another type.
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
    // In JSON, an empty object may stand for no labelled blocks, for one block without labels, or for a unit. An empty
    // array or null may stand for no block.
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

/// Returns what differs between the two syntaxes. The first diagnostics must agree, and JSON must not have other
/// diagnostics than native syntax. Native syntax may have more, because its survey distinguishes blocks from attributes
/// without knowing their type.
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
    // Several blocks are an array in JSON, or an object by label.
    let are_blocks = first.words.contains(BLOCK_FOUND);
    if !are_blocks && first.words != first_of_json.words {
        return Some("words");
    }
    // The path of a block contains its labels, which are keys of an object in JSON.
    let is_block = are_blocks || first.words.contains("found an object");
    let has_labels = is_block && first.path.starts_with(&first_of_json.path);
    if first.path != first_of_json.path && !has_labels {
        return Some("paths");
    }
    let is_told = |other: &Told| native.iter().any(|it| it.path == other.path);
    (!json[1..].iter().all(is_told)).then_some("others")
}

/// The data, or the diagnostics if it does not fit the type.
type Outcome = Result<Data, Vec<Told>>;

/// A diagnostic without the parts that depend on the syntax.
#[derive(Debug, PartialEq)]
struct Told {
    code: String,
    path: String,
    words: String,
}

/// The end of a message about a block that was found in place of an attribute.
const BLOCK_FOUND: &str = "; an attribute is written";

impl Told {
    /// Whether the diagnostic is only possible in native syntax. It is about missing or extraneous labels, about
    /// several blocks with labels, which are properties in JSON, or about an object where a list is expected, which is
    /// one block in JSON.
    fn is_native(&self) -> bool {
        ["missing-label", "extraneous-label", "duplicate-block"].contains(&&*self.code)
            || self.words.contains("If the block lacks a label")
            || self.words.contains("Expected a list") && self.words.contains("found an object")
    }

    /// Whether the diagnostic is only possible in JSON: about a value that is not a block where blocks are expected, or
    /// about an array that stands for several blocks.
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

/// Replaces the words of a message that differ between the syntaxes.
fn common_words(text: &str) -> String {
    const SAME: [(&str, &str); 3] = [
        // A block `x {` in native syntax is an object in JSON.
        ("found a block", "found an object"),
        // Only blocks are checked for being empty.
        (" that is not empty", ""),
        // An object in JSON may be a block that contains blocks.
        (
            "but there is neither an attribute nor a block of this name",
            "but it is not set",
        ),
    ];
    let mut words = text.to_owned();
    for (one, other) in SAME {
        words = words.replace(one, other);
    }
    // Removes advice about writing a block, which depends on the syntax.
    for advice in [" Write a block, as in ", ", or write a block, as in "] {
        while let Some(start) = words.find(advice) {
            let end = words[start..].find("}.");
            words.replace_range(start..end.map_or(words.len(), |at| start + at + 2), "");
        }
    }
    words
}

/// Returns a path without differences between the syntaxes. In JSON, both labels and names of attributes are names of
/// properties, which may be templates. Also, an object may be one of several blocks or the only one.
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

/// Returns the configurations with a comment, and with undefined references in place of a text, in both syntaxes.
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

/// Whether the type distinguishes blocks from attributes, and labels from keys. In JSON, data is read as an attribute
/// if serde holds it back, or if its type accepts any data.
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

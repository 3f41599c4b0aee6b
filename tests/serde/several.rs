//! Of random configurations with random faults, all faults are reported, and nothing else is.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use hcl::{DecodeOptions, Error, EvalContext, Expression, Syntax, Value};
use proptest::prelude::*;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde_derive::Deserialize;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Config {
    name: String,
    #[serde(alias = "time_limit", alias = "zzz")]
    timeout: u16,
    #[serde(default, deserialize_with = "ports")]
    ports: Vec<u16>,
    mode: Option<Mode>,
    until: Option<Expression>,
    #[serde(default)]
    steps: Vec<Expression>,
    #[serde(default)]
    limits: BTreeMap<String, u16>,
    #[serde(default)]
    rule: Vec<Rule>,
    #[serde(default)]
    pool: BTreeMap<String, Pool>,
    #[serde(default)]
    server: Vec<Server>,
    pair: Option<[Rule; 2]>,
}

/// Fails with a message of its own.
fn ports<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    Vec::deserialize(deserializer).map_err(|_| D::Error::custom("These are no ports."))
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Safe,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Rule {
    #[serde(alias = "verb")]
    action: Mode,
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Pool {
    min: u16,
    max: Option<u16>,
    rule: Option<Rule>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Server {
    host: String,
    tls: Tls,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Tls {
    cert: String,
    #[serde(default)]
    verify: bool,
}

/// Description of a body: its fields in the order of their declaration.
struct Body {
    fields: &'static [Field],
    /// Whether unknown names are errors.
    is_strict: bool,
    /// Whether serde hides the fields (`flatten`), so that the decoder may not report a missing field.
    is_hidden: bool,
}

struct Field {
    /// The name and its aliases.
    names: &'static [&'static str],
    is_required: bool,
    form: Form,
}

enum Form {
    /// Expressions: valid literals, valid expressions that need evaluation, invalid literals.
    Attribute([&'static [&'static str]; 3]),
    One(&'static Body),
    List(&'static Body, [usize; 2]),
    Labelled(&'static Body),
    /// Attributes with any names.
    Map([&'static [&'static str]; 3]),
}

const fn field(names: &'static [&'static str], is_required: bool, form: Form) -> Field {
    Field {
        names,
        is_required,
        form,
    }
}

const fn attribute(
    names: &'static [&'static str],
    is_required: bool,
    expressions: [&'static [&'static str]; 3],
) -> Field {
    field(names, is_required, Form::Attribute(expressions))
}

const STRING: [&[&str]; 3] = [&["\"a\"", "1"], &["text", "\"${one}\""], &["[]", "null"]];
const OPTIONAL_STRING: [&[&str]; 3] = [&["\"a\"", "1"], &["text", "\"${one}\""], &["[]", "{}"]];
const NUMBER: [&[&str]; 3] = [
    &["1", "\"2\""],
    &["one", "1 + 1"],
    &["-1", "\"x\"", "null", "[]"],
];
const OPTIONAL_NUMBER: [&[&str]; 3] = [&["1", "null"], &["one", "nothing"], &["-1", "\"x\""]];
const BOOL: [&[&str]; 3] = [
    &["true", "\"false\""],
    &["one == 1", "!false"],
    &["2", "\"yes\""],
];
const MODE: [&[&str]; 3] = [&["\"fast\"", "\"safe\""], &["mode"], &["\"fats\"", "1"]];
const PORTS: [&[&str]; 3] = [
    &["[1]", "[]"],
    &["[one, 2]", "[for n in [1] : n]"],
    &["[-1]", "1"],
];
const TAGS: [&[&str]; 3] = [&["[\"a\"]"], &["[text]", "[text, \"a\"]"], &["\"a\"", "1"]];
const ANY: [&[&str]; 3] = [&["a.b", "1", "\"x\""], &["nobody", "f(x)"], &[]];
const STEPS: [&[&str]; 3] = [&["[a.b, 1]", "[]"], &["[1, f(x)]", "[nobody]"], &["1"]];
const VALUE: [&[&str]; 3] = [&["1", "[]"], &["one", "\"${text}\""], &[]];
const LIMITS: [&[&str]; 3] = [&["1", "\"2\""], &["one"], &["-1", "\"x\""]];

const RULE: Body = Body {
    fields: &[
        attribute(&["action", "verb"], true, MODE),
        attribute(&["port"], true, NUMBER),
        attribute(&["tags"], false, TAGS),
    ],
    is_strict: false,
    is_hidden: false,
};

const POOL: Body = Body {
    fields: &[
        attribute(&["min"], true, NUMBER),
        attribute(&["max"], false, OPTIONAL_NUMBER),
        field(&["rule"], false, Form::One(&RULE)),
    ],
    is_strict: true,
    is_hidden: false,
};

const TLS: Body = Body {
    fields: &[
        attribute(&["cert"], true, STRING),
        attribute(&["verify"], false, BOOL),
    ],
    is_strict: true,
    is_hidden: false,
};

const SERVER: Body = Body {
    fields: &[
        attribute(&["host"], true, OPTIONAL_STRING),
        field(&["tls"], true, Form::One(&TLS)),
        attribute(&["extra"], false, VALUE),
    ],
    is_strict: false,
    is_hidden: true,
};

const CONFIG: Body = Body {
    fields: &[
        attribute(&["name"], true, STRING),
        attribute(&["timeout", "time_limit", "zzz"], true, NUMBER),
        attribute(&["ports"], false, PORTS),
        attribute(&["mode"], false, MODE),
        attribute(&["until"], false, ANY),
        attribute(&["steps"], false, STEPS),
        field(&["limits"], false, Form::Map(LIMITS)),
        field(&["rule"], false, Form::List(&RULE, [0, 3])),
        field(&["pool"], false, Form::Labelled(&POOL)),
        field(&["server"], false, Form::List(&SERVER, [0, 2])),
        field(&["pair"], false, Form::List(&RULE, [2, 2])),
    ],
    is_strict: true,
    is_hidden: false,
};

/// What is written for a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Literal,
    Computed,
    Wrong,
    Absent,
}

/// A configuration that is being written.
struct Writer<'c> {
    choices: std::slice::Iter<'c, u8>,
    text: String,
    /// The paths of all faults.
    faults: BTreeSet<String>,
    /// The paths of faults that the decoder may miss when there are other faults.
    hidden: BTreeSet<String>,
}

impl Writer<'_> {
    /// Returns a number less than `count`; 0 if no choices are left.
    fn choose(&mut self, count: usize) -> usize {
        let choice = self.choices.next().copied().unwrap_or_default();
        usize::from(choice) % count
    }

    fn kind(&mut self) -> Kind {
        match self.choose(16) {
            0..=9 => Kind::Literal,
            10..=11 => Kind::Computed,
            12..=13 => Kind::Wrong,
            _ => Kind::Absent,
        }
    }

    fn line(&mut self, name: &str, expressions: &[&str]) {
        let expression = expressions[self.choose(expressions.len())];
        let _ = writeln!(self.text, "{name} = {expression}");
    }

    /// Writes an attribute, and returns what was written.
    fn attribute(&mut self, name: &str, [right, computed, wrong]: [&[&str]; 3]) -> Kind {
        let kind = match self.kind() {
            Kind::Wrong if wrong.is_empty() => Kind::Literal,
            kind => kind,
        };
        match kind {
            Kind::Literal => self.line(name, right),
            Kind::Computed => self.line(name, computed),
            Kind::Wrong => self.line(name, wrong),
            Kind::Absent => {}
        }
        kind
    }

    fn block(&mut self, header: &str, path: &str, body: &Body) -> bool {
        let _ = writeln!(self.text, "{header} {{");
        let is_sound = self.body(&format!("{path}."), body);
        self.text += "}\n";
        is_sound
    }

    /// Writes a body. Returns whether it contains neither faults nor expressions that need evaluation.
    fn body(&mut self, path: &str, body: &Body) -> bool {
        let before = self.faults.len();
        let mut is_whole = true;
        // After a fault in a required field, the decoder leaves this field out to find the other faults. serde then
        // stops at this field, so that required fields after it may not be reported as missing.
        let mut is_hidden = body.is_hidden;
        for field in body.fields {
            let name = field.names[self.choose(field.names.len())];
            let own = format!("{path}{name}");
            let first = format!("{path}{}", field.names[0]);
            let kind = match &field.form {
                Form::Attribute(expressions) => self.attribute(name, *expressions),
                _ if !field.is_required && self.choose(3) == 0 => continue,
                form => self.blocks(name, &own, form),
            };
            match kind {
                Kind::Wrong if matches!(field.form, Form::Attribute(_)) => {
                    let is_null = self.text.ends_with(" = null\n");
                    let fault = if is_null { first } else { own };
                    if is_null && is_hidden {
                        self.hidden.insert(fault.clone());
                    }
                    self.faults.insert(fault);
                    is_hidden |= field.is_required;
                }
                Kind::Absent if field.is_required => {
                    if is_hidden {
                        self.hidden.insert(first.clone());
                    }
                    self.faults.insert(first);
                    is_hidden = true;
                }
                Kind::Wrong | Kind::Computed => is_hidden |= field.is_required,
                Kind::Literal | Kind::Absent => {}
            }
            is_whole &= kind != Kind::Computed;
        }
        if self.choose(8) == 0 {
            self.text += "unknown = 1\n";
            if body.is_strict {
                self.faults.insert(format!("{path}unknown"));
            }
        }
        is_whole && self.faults.len() == before
    }

    /// Writes the blocks of a field.
    fn blocks(&mut self, name: &str, path: &str, form: &Form) -> Kind {
        let mut is_sound = true;
        match form {
            Form::Attribute(_) => {}
            Form::One(body) => is_sound = self.block(name, path, body),
            Form::List(body, [least, greatest]) => {
                let count = least + self.choose(greatest - least + 1);
                for at in 0..count {
                    is_sound &= self.block(name, &format!("{path}[{at}]"), body);
                }
            }
            Form::Labelled(body) => {
                for label in ["a", "b", "c"].iter().take(self.choose(4)) {
                    let (header, path) =
                        (format!("{name} {label:?}"), format!("{path}[{label:?}]"));
                    is_sound &= self.block(&header, &path, body);
                }
            }
            Form::Map(expressions) => {
                let _ = writeln!(self.text, "{name} {{");
                for key in ["a", "b", "c"] {
                    if self.attribute(key, *expressions) == Kind::Wrong {
                        self.faults.insert(format!("{path}.{key}"));
                    }
                }
                self.text += "}\n";
            }
        }
        if is_sound { Kind::Literal } else { Kind::Wrong }
    }
}

fn check(choices: &[u8]) {
    let mut writer = Writer {
        choices: choices.iter(),
        text: String::new(),
        faults: BTreeSet::new(),
        hidden: BTreeSet::new(),
    };
    writer.body("", &CONFIG);
    let Writer {
        text,
        faults,
        hidden,
        ..
    } = writer;
    let ctx = EvalContext::new()
        .with_variable("one", 1)
        .with_variable("text", "t")
        .with_variable("mode", "safe")
        .with_variable("nothing", Value::NULL);
    let options = DecodeOptions::new().with_context(ctx);
    only_faults(&options, &text, &faults);
    let error = options.from_str::<Config>(&text).err();
    let paths = error.iter().flat_map(Error::diagnostics);
    let found: Vec<String> = paths.map(|it| it.path().to_string()).collect();
    let report = || {
        format!(
            "{text}\n{}",
            error
                .as_ref()
                .map(|it| format!("{it:#}"))
                .unwrap_or_default()
        )
    };
    let distinct: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(
        distinct.len(),
        found.len(),
        "one fault has several errors\n{}",
        report()
    );
    assert_eq!(found.is_empty(), faults.is_empty(), "{}", report());
    let wrong: Vec<_> = distinct.difference(&faults).collect();
    assert!(
        wrong.is_empty(),
        "{wrong:?} are reported, but not wrong\n{}",
        report()
    );
    if faults.len() < 20 {
        let must = faults.difference(&hidden).cloned().collect::<BTreeSet<_>>();
        let lost: Vec<_> = must.difference(&distinct).collect();
        assert!(
            lost.is_empty(),
            "{lost:?} are wrong, but not reported\n{}",
            report()
        );
    }
}

/// Checks that the same configuration in JSON syntax reports only these faults. It may report fewer of them.
fn only_faults(options: &DecodeOptions, text: &str, faults: &BTreeSet<String>) {
    let body = hcl::parse(text).expect("it is HCL");
    let json = hcl::json::to_string(&body).expect("it can be written");
    let options = options.clone().with_syntax(Syntax::Json);
    let error = options.from_str::<Config>(&json).err();
    let found = error.iter().flat_map(Error::diagnostics);
    let paths = found.map(|it| it.path().to_string());
    let dotted = |path: &str| path.replace("[\"", ".").replace("\"]", "");
    let faults: BTreeSet<String> = faults.iter().map(|path| dotted(path)).collect();
    let wrong: Vec<String> = paths
        .filter(|path| !faults.contains(&dotted(path)))
        .collect();
    let report = error
        .as_ref()
        .map(|it| format!("{it:#}"))
        .unwrap_or_default();
    assert!(
        wrong.is_empty(),
        "{wrong:?} are reported, but not wrong\n{json}\n{report}"
    );
    assert_eq!(error.is_none(), faults.is_empty(), "{json}\n{report}");
}

/// Returns the paths of the errors.
fn paths<T: DeserializeOwned>(text: &str) -> Vec<String> {
    let error = hcl::from_str::<T>(text).err().expect("something is wrong");
    let paths = error.diagnostics().iter().map(|it| it.path().to_string());
    paths.collect()
}

#[derive(Deserialize, Debug)]
#[serde(try_from = "Bounds")]
struct Range;

#[derive(Deserialize, Debug)]
struct Bounds {
    min: u16,
    max: u16,
}

impl TryFrom<Bounds> for Range {
    type Error = String;

    fn try_from(bounds: Bounds) -> Result<Self, String> {
        let is_empty = bounds.min > bounds.max;
        if is_empty {
            Err("It is empty.".to_owned())
        } else {
            Ok(Range)
        }
    }
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Ranges {
    list: Vec<Range>,
    map: BTreeMap<String, Range>,
}

/// All of them are reported, even if many valid blocks are between them.
#[test]
fn all_blocks_that_a_type_refuses_are_reported() {
    let is_empty = |at: usize| at % 40 == 39;
    let mut text = String::new();
    let mut expected = Vec::new();
    for (header, path) in [("list", "list"), ("map", "map")] {
        for at in 0..200 {
            let label = if header == "map" {
                format!(" \"l{at}\"")
            } else {
                String::new()
            };
            let max = if is_empty(at) { 0 } else { 2 };
            let _ = writeln!(text, "{header}{label} {{\n  min = 1\n  max = {max}\n}}");
            if is_empty(at) {
                let step = if header == "map" {
                    format!("\"l{at}\"")
                } else {
                    at.to_string()
                };
                expected.push(format!("{path}[{step}]"));
            }
        }
    }
    assert_eq!(paths::<Ranges>(&text), expected);
}

/// To find other faults, the decoder leaves a block out. It must not report that the list is too short because of this.
#[test]
fn a_list_is_not_too_short_for_a_block_that_is_wrong() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Lists {
        list: [Range; 3],
        map: BTreeMap<String, [Range; 2]>,
    }
    let mut text = String::new();
    for (header, wrong) in [
        ("list", "max = 2"),
        ("map \"a\"", "min = 3\nmax = 2"),
        ("map \"b\"", "min = []"),
    ] {
        let _ = writeln!(
            text,
            "{header} {{\n{wrong}\n}}\n{header} {{\nmin = 1\nmax = 2\n}}"
        );
    }
    text += "list {\nmin = 1\nmax = 2\n}\n";
    assert_eq!(
        paths::<Lists>(&text),
        ["list[0].min", "map[\"a\"][0]", "map[\"b\"][0].min"]
    );
}

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// Returns how often `count` was called during the decoding, and the number of errors.
fn counted<T>(decode: impl FnOnce() -> hcl::Result<T>) -> (usize, usize) {
    COUNT.set(0);
    let errors = decode().err().map_or(0, |error| error.diagnostics().len());
    (COUNT.get(), errors)
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    COUNT.set(COUNT.get() + 1);
    u16::deserialize(deserializer)
}

/// The number of decoded blocks must not grow with the square of the number of blocks in an array.
#[test]
fn blocks_of_json_are_not_decoded_again_for_each_block() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Config {
        block: Vec<Counted>,
        port: u16,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Counted {
        #[serde(default, deserialize_with = "count")]
        number: u16,
    }
    let blocks = r#"{"number": 1},"#.repeat(3000);
    let text = format!(r#"{{"block": [{blocks}{{"number": -1}}], "port": -1}}"#);
    let (count, errors) = counted(|| hcl::json::from_str::<Config>(&text));
    assert!(count < 3000 * 64, "{count}");
    assert_eq!(errors, 2);
}

/// Faults are found even if thousands of ignored names come before them.
#[test]
fn faults_after_ignored_names_are_found() {
    let ignored: String = (0..3000)
        .map(|at| format!("\"ignored{at}\": {at:090}, "))
        .collect();
    let ignored = ignored.replace(": 0", ": 1");
    let text = format!(r#"{{"rule": {{ {ignored} "port": -1, "action": "fast" }}, "name": []}}"#);
    let error = hcl::json::from_str::<Config>(&text).unwrap_err();
    let [first, second, ..] = error.diagnostics() else {
        panic!("{error}");
    };
    assert_eq!(first.path().to_string(), "rule[0].port");
    assert_eq!(second.path().to_string(), "name");
}

/// When types decode their bodies themselves, the work must not multiply with each level of nesting.
#[test]
fn bodies_that_types_decode_themselves_are_not_surveyed_again() {
    #[derive(Debug)]
    struct Kept;
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Nested {
        inner: Option<Box<Kept>>,
        #[serde(deserialize_with = "count")]
        number: u16,
    }
    impl<'de> Deserialize<'de> for Kept {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let body = hcl::Body::deserialize(deserializer)?;
            hcl::from_body::<Nested>(&body).map_err(D::Error::custom)?;
            Ok(Kept)
        }
    }
    let open = "inner {\nnumber = 1\n".repeat(12);
    let text = format!("number = -1\n{open}other = 1\n{}", "}\n".repeat(12));
    let text = text.replace("number = 1\nother", "number = -1\nother");
    let (count, _) = counted(|| hcl::from_str::<Nested>(&text));
    assert!(count < 1000, "{count}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn faults_are_reported_and_nothing_else(choices in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&choices);
    }
}

/// Layered items that have a document in common.
mod shared_documents {
    use hcl::{Body, ParseOptions, Syntax};
    use serde::Deserialize;

    fn file(name: &str, text: &str) -> Body {
        let options = ParseOptions::new().with_filename(name);
        options.parse(text).into_result().expect("it is HCL")
    }

    #[derive(Deserialize, Debug)]
    struct Port {
        #[serde(rename = "port")]
        _port: u16,
    }

    #[derive(Deserialize, Debug)]
    struct Config<T> {
        #[serde(rename = "x")]
        _x: Vec<T>,
    }

    #[derive(Deserialize, Debug)]
    struct Item {
        #[serde(rename = "name")]
        _name: String,
        #[serde(rename = "y")]
        _y: Port,
    }

    #[test]
    fn a_file_under_two_others() {
        let base = file("base.hcl", "x {\n  y {\n    port = \"bad\"\n  }\n}\n");
        let over = |name: &str| {
            let above = file(name, "x {\n  name = \"n\"\n}\n");
            Body::overlay([base.clone(), above]).expect("it is small")
        };
        let merged = Body::merge([over("a.hcl"), over("b.hcl")]);
        let error = hcl::from_body::<Config<Item>>(&merged).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{error:#}");
    }

    #[test]
    fn a_file_over_two_others() {
        let common = file("common.hcl", "x {\n  extra = true\n}\n");
        let over = |name: &str, port: &str| {
            let low = file(name, &format!("x {{\n  port = \"{port}\"\n}}\n"));
            Body::overlay([low, common.clone()]).expect("it is small")
        };
        let merged = Body::merge([over("one.hcl", "p"), over("two.hcl", "q")]);
        let error = hcl::from_body::<Config<Port>>(&merged).unwrap_err();
        let report = format!("{error:#}");
        assert!(report.contains("one.hcl"), "{report}");
        assert!(report.contains("two.hcl"), "{report}");
        assert!(!report.contains("common.hcl"), "{report}");
    }

    #[test]
    fn a_file_beside_itself_over_another() {
        let common = file("common.hcl", "x {\n  extra = true\n}\n");
        let low = file("low.hcl", "x {\n  port = \"bad\"\n}\n");
        let over = Body::overlay([low, common.clone()]).expect("it is small");
        let error = hcl::from_body::<Config<Port>>(&Body::merge([common, over])).unwrap_err();
        // The block of the first file has no port, and the port of the second one is not a number.
        let [missing, wrong] = error.diagnostics() else {
            panic!("{error:#}");
        };
        let name = |it: &hcl::Diagnostic| it.source().and_then(|it| it.name().map(str::to_owned));
        assert_eq!(name(missing).as_deref(), Some("common.hcl"), "{error:#}");
        assert_eq!(name(wrong).as_deref(), Some("low.hcl"), "{error:#}");
    }

    #[test]
    fn a_json_file_under_two_others() {
        let json = |name: &str, text: &str| {
            let options = ParseOptions::new().with_syntax(Syntax::Json);
            let parsed = options.with_filename(name).parse(text);
            parsed.into_result().expect("it is JSON")
        };
        let base = json("base.json", r#"{"x": {"y": {"port": "bad"}}}"#);
        let over = |name: &str| {
            let above = json(name, r#"{"x": {"name": "n"}}"#);
            Body::overlay([base.clone(), above]).expect("it is small")
        };
        let merged = Body::merge([over("a.json"), over("b.json")]);
        let error = hcl::from_body::<Config<Item>>(&merged).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{error:#}");
    }
}

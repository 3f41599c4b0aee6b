//! Written data decodes to itself, for arbitrary values of many types.

use std::collections::BTreeMap;

use hcl::Value;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_derive::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// Texts with all kinds of characters, in normal form C.
fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        8 => prop::char::range(' ', '~'),
        4 => prop::sample::select(vec!['$', '%', '{', '}', '"', '\\', '\n', '\r', '\t', '~', 'E', 'O', 'T', ' ', '_']),
        1 => any::<char>(),
    ];
    let plain =
        vec(character, 0..12).prop_map(|characters| characters.into_iter().collect::<String>());
    let line = "[ \ta-zEOT_$%{}\"\\\\é]{0,8}";
    let lines = vec(line, 1..5).prop_map(|lines| lines.join("\n") + "\n");
    prop_oneof![3 => plain, 1 => lines].prop_map(|text| text.nfc().collect())
}

/// Names that an item of a body can have.
fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z_é][a-zA-Z0-9_é-]{0,8}".prop_map(|name| name.nfc().collect())
}

fn float() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("it has digits", |float| float.is_finite())
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Numbers {
    a: (u8, i8, u16, i16),
    b: (u32, i32, u64, i64),
    c: (u128, i128),
    d: f64,
    e: f32,
    f: Option<i64>,
}

prop_compose! {
    fn numbers()(
        a in any::<(u8, i8, u16, i16)>(),
        b in any::<(u32, i32, u64, i64)>(),
        c in any::<(u128, i128)>(),
        d in float(),
        e in any::<f32>().prop_filter("it has digits", |float| float.is_finite()),
        f in any::<Option<i64>>(),
    ) -> Numbers {
        Numbers { a, b, c, d, e, f }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Texts {
    text: String,
    character: char,
    option: Option<String>,
    list: Vec<String>,
    object: BTreeMap<String, Option<String>>,
    keys: BTreeMap<i16, bool>,
}

prop_compose! {
    fn texts()(
        text in text(),
        character in any::<char>().prop_filter("it is in normal form", |it| it.nfc().eq([*it])),
        option in prop::option::of(text()),
        list in vec(text(), 0..4),
        object in btree_map(text(), prop::option::of(text()), 0..4),
        keys in btree_map(any::<i16>(), any::<bool>(), 0..3),
    ) -> Texts {
        Texts { text, character, option, list, object, keys }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    #[serde(rename = "$label.1")]
    zone: String,
    note: Option<String>,
}

prop_compose! {
    fn labelled()(name in text(), port in any::<u16>(), zone in text(), note in prop::option::of(text())) -> Labelled {
        Labelled { name, port, zone, note }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Leaf {
    x: u8,
    text: Option<String>,
}

prop_compose! {
    fn leaf()(x in any::<u8>(), text in prop::option::of(text())) -> Leaf {
        Leaf { x, text }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum External {
    Unit,
    Scalar(i32),
    Text(String),
    Tuple(u8, String),
    Struct { x: u8, leaf: Leaf },
    Leaf(Leaf),
    List(Vec<u8>),
    Map(BTreeMap<String, u8>),
    Nested(Box<External>),
}

fn external() -> impl Strategy<Value = External> {
    let flat = prop_oneof![
        Just(External::Unit),
        any::<i32>().prop_map(External::Scalar),
        text().prop_map(External::Text),
        (any::<u8>(), text()).prop_map(|(x, text)| External::Tuple(x, text)),
        (any::<u8>(), leaf()).prop_map(|(x, leaf)| External::Struct { x, leaf }),
        leaf().prop_map(External::Leaf),
        vec(any::<u8>(), 0..3).prop_map(External::List),
        btree_map(text(), any::<u8>(), 0..3).prop_map(External::Map),
    ];
    flat.prop_recursive(2, 4, 1, |inner| {
        inner.prop_map(|it| External::Nested(Box::new(it)))
    })
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    Struct { x: u8, text: String },
    Leaf(Leaf),
}

fn internal() -> impl Strategy<Value = Internal> {
    prop_oneof![
        Just(Internal::Unit),
        (any::<u8>(), text()).prop_map(|(x, text)| Internal::Struct { x, text }),
        leaf().prop_map(Internal::Leaf),
    ]
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type", content = "value")]
enum Adjacent {
    Unit,
    Text(String),
    Pair(u8, bool),
    Struct { x: u8 },
}

fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        Just(Adjacent::Unit),
        text().prop_map(Adjacent::Text),
        any::<(u8, bool)>().prop_map(|(x, y)| Adjacent::Pair(x, y)),
        any::<u8>().prop_map(|x| Adjacent::Struct { x }),
    ]
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(u32),
    Text(String),
    List(Vec<bool>),
    Struct { x: u8 },
}

fn untagged() -> impl Strategy<Value = Untagged> {
    prop_oneof![
        any::<u32>().prop_map(Untagged::Number),
        text().prop_map(Untagged::Text),
        vec(any::<bool>(), 0..3).prop_map(Untagged::List),
        any::<u8>().prop_map(|x| Untagged::Struct { x }),
    ]
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Enums {
    external: External,
    #[serde(default)]
    externals: Vec<External>,
    by_name: BTreeMap<String, External>,
    internal: Internal,
    internals: Vec<Internal>,
    adjacent: Adjacent,
    untagged: Untagged,
}

prop_compose! {
    fn enums()(
        external in external(),
        externals in vec(external(), 0..3),
        by_name in btree_map(text(), external(), 0..3),
        internal in internal(),
        internals in vec(internal(), 0..3),
        adjacent in adjacent(),
        untagged in untagged(),
    ) -> Enums {
        Enums { external, externals, by_name, internal, internals, adjacent, untagged }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Blocks {
    one: Leaf,
    option: Option<Leaf>,
    many: Vec<Leaf>,
    mixed: Vec<Option<Leaf>>,
    labelled: Vec<Labelled>,
    by_label: BTreeMap<String, Leaf>,
    by_labels: BTreeMap<String, BTreeMap<String, Leaf>>,
    grouped: BTreeMap<String, Vec<Leaf>>,
    nested: Vec<Vec<Leaf>>,
    pair: (Leaf, Leaf),
    #[serde(with = "hcl::attribute")]
    object: Leaf,
    #[serde(with = "hcl::block")]
    body: BTreeMap<String, u8>,
}

/// Further fields of [`Blocks`], because a strategy has at most ten parts.
type More = (Vec<Vec<Leaf>>, (Leaf, Leaf), Leaf, BTreeMap<String, u8>);

fn more() -> impl Strategy<Value = More> {
    let nested = vec(vec(leaf(), 0..3), 0..3);
    let body = btree_map(name(), any::<u8>(), 0..3);
    (nested, (leaf(), leaf()), leaf(), body)
}

prop_compose! {
    fn blocks()(
        one in leaf(),
        option in prop::option::of(leaf()),
        many in vec(leaf(), 0..3),
        mixed in vec(prop::option::of(leaf()), 0..3),
        labelled in vec(labelled(), 0..3),
        by_label in btree_map(text(), leaf(), 0..3),
        by_labels in btree_map(text(), btree_map(text(), leaf(), 0..3), 0..3),
        grouped in btree_map(text(), vec(leaf(), 0..3), 0..3),
        (nested, pair, object, body) in more(),
    ) -> Blocks {
        Blocks {
            one, option, many, mixed, labelled, by_label, by_labels, grouped, nested, pair, object, body,
        }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Tree {
    name: String,
    numbers: Numbers,
    children: Vec<Tree>,
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (text(), numbers()).prop_map(|(name, numbers)| Tree {
        name,
        numbers,
        children: Vec::new(),
    });
    leaf.prop_recursive(3, 8, 3, |inner| {
        (text(), numbers(), vec(inner, 0..3)).prop_map(|(name, numbers, children)| Tree {
            name,
            numbers,
            children,
        })
    })
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Item {
    Unit,
    Port(Leaf),
    Struct { text: String },
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        Just(Item::Unit),
        leaf().prop_map(Item::Port),
        text().prop_map(|text| Item::Struct { text }),
    ]
}

/// Values of the types that HCL syntax can express.
fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        any::<i128>().prop_map(Value::from),
        float().prop_map(|float| Value::try_from(float).expect("it has digits")),
        "[1-9][0-9]{0,60}\\.[0-9]{0,40}[1-9]".prop_map(|digits| {
            Value::from(digits.parse::<hcl::Number>().expect("it is a number"))
        }),
        text().prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4)
                .prop_map(|elements| Value::tuple(elements).expect("it is shallow")),
            btree_map(text(), inner, 0..4)
                .prop_map(|items| Value::object(items).expect("it is shallow")),
        ]
    })
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Values {
    list: Vec<Value>,
    map: BTreeMap<String, Value>,
    // Serde's buffer holds integers of at most 64 bits, so these values are strings.
    #[serde(flatten)]
    rest: BTreeMap<String, Option<String>>,
}

prop_compose! {
    fn values()(
        list in vec(value(), 0..3),
        map in btree_map(text(), value(), 0..3),
        rest in btree_map(name().prop_map(|name| format!("rest_{name}")), prop::option::of(text()), 0..3),
    ) -> Values {
        Values { list, map, rest }
    }
}

/// Checks that the value is written as canonical text and that this text decodes to the same value.
fn comes_back<T>(value: &T) -> Result<(), TestCaseError>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = hcl::to_string(value).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&hcl::format(&text), &text);
    match hcl::from_str::<T>(&text) {
        Ok(decoded) => prop_assert_eq!(&decoded, value, "{}", text),
        Err(error) => prop_assert!(false, "{}\n{}", text, error),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(192) })]

    #[test]
    fn numbers_come_back(value in numbers()) {
        comes_back(&value)?;
    }

    #[test]
    fn texts_come_back(value in texts()) {
        comes_back(&value)?;
    }

    #[test]
    fn enums_come_back(value in enums()) {
        comes_back(&value)?;
    }

    #[test]
    fn blocks_come_back(value in blocks()) {
        comes_back(&value)?;
    }

    #[test]
    fn trees_come_back(value in tree()) {
        comes_back(&value)?;
    }

    #[test]
    fn sequences_of_items_come_back(value in vec(item(), 0..5)) {
        comes_back(&value)?;
    }

    #[test]
    fn maps_come_back(value in btree_map(name(), leaf(), 0..4)) {
        comes_back(&value)?;
    }

    #[test]
    fn values_come_back(value in values()) {
        comes_back(&value)?;
    }
}

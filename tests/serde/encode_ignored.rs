//! Errors that a `Serialize` implementation ignores before it continues: they are errors of the whole, so that no part
//! is lost.

use expect_test::expect;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTupleVariant, Serializer,
};

use super::{Entries, cannot};

/// A value that cannot be serialized.
struct Bad;

impl Serialize for Bad {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("bad"))
    }
}

struct Empty;

impl Serialize for Empty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_struct("Empty", 0)?.end()
    }
}

/// A map with one block and an entry that fails. It returns the error.
struct HalfBad;

impl Serialize for HalfBad {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("x", &Empty)?;
        map.serialize_entry("y", &Bad)?;
        map.end()
    }
}

/// An object with a tuple that fails at its second element.
struct BadTuple;

impl Serialize for BadTuple {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Elements;

        impl Serialize for Elements {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut elements = serializer.serialize_seq(Some(2))?;
                elements.serialize_element("日本")?;
                elements.serialize_element(&Bad)?;
                elements.end()
            }
        }

        serializer.collect_map([("elements", Elements)])
    }
}

/// A block that fails when it ends, because a label before `$label.2` is missing.
struct BadLabel;

impl Serialize for BadLabel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("BadLabel", 2)?;
        fields.serialize_field("abc", &1)?;
        fields.serialize_field("$label.2", "label")?;
        fields.end()
    }
}

/// A sequence that ignores the error of its only element.
struct Elements<T>(T);

impl<T: Serialize> Serialize for Elements<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(Some(1))?;
        let _ = elements.serialize_element(&self.0);
        elements.end()
    }
}

/// Three fields. The second one may fail, and its error is ignored.
struct Fields<T>(&'static str, (&'static str, T), &'static str);

impl<T: Serialize> Serialize for Fields<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Fields(first, (second, value), third) = self;
        let mut fields = serializer.serialize_struct("Fields", 3)?;
        fields.serialize_field(first, &1)?;
        let _ = fields.serialize_field(second, value);
        fields.serialize_field(third, &Entries([("k", 1)]))?;
        fields.end()
    }
}

/// Checks that a value which ignores an error is refused.
#[track_caller]
fn is_refused(value: &impl Serialize) {
    for result in [hcl::to_string(value), hcl::json::to_string(value)] {
        let error = result.expect_err("an error is ignored");
        assert_eq!(error.diagnostics()[0].summary(), "Ignored error");
    }
}

#[test]
fn the_path_leads_to_what_ignores_the_error() {
    cannot(
        &Entries([("x", Fields("a", ("b", HalfBad), "c"))]),
        expect![[r#"
            error: Ignored error
              The "Serialize" implementation of the type ignores the error of a part that cannot be written. It must return the error.
              path: x
        "#]],
    );
}

#[test]
fn fields_that_fail() {
    is_refused(&Fields("a", ("b", HalfBad), "c"));
    is_refused(&Fields("a", ("$body", Entries([("b", Bad)])), "c"));
    is_refused(&Fields("a", ("$label", Bad), "c"));
    is_refused(&Fields("a", ("not an identifier", Empty), "c"));
    is_refused(&Entries([("x", Fields("a", ("$label", Bad), "c"))]));
    is_refused(&Entries([("x", [(1, Fields("a", ("$body", Empty), "c"))])]));
}

#[test]
fn keys_that_fail() {
    struct Keys(Option<usize>);

    impl Serialize for Keys {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(self.0)?;
            let _ = map.serialize_entry(&[1], &Empty);
            map.serialize_entry("a", &Empty)?;
            map.end()
        }
    }

    for len in [None, Some(2)] {
        is_refused(&Keys(len));
        is_refused(&Entries([("x", Keys(len))]));
        is_refused(&Entries([("x", (1, Keys(len)))]));
    }
}

#[test]
fn elements_that_fail() {
    is_refused(&Fields("a", ("b", BadTuple), "c"));
    is_refused(&Fields("a", ("b", Elements(BadTuple)), "c"));
    is_refused(&Fields("a", ("b", Elements(BadLabel)), "c"));
    is_refused(&Fields("a", ("b", Elements(Elements(BadLabel))), "c"));
    is_refused(&Fields("a", ("b", Elements(HalfBad)), "c"));
    is_refused(&Entries([
        ("a", Elements(BadTuple)),
        ("b", Elements(BadTuple)),
    ]));
    let error = hcl::to_value(&Elements(Bad)).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Ignored error");
}

/// A block that fails before its first item.
struct Unopened;

impl Serialize for Unopened {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let _fields = serializer.serialize_struct("Unopened", 0)?;
        Err(S::Error::custom("bad"))
    }
}

/// A block that ignores the error of its only field.
struct Field<T>(&'static str, T);

impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Field", 1)?;
        let _ = fields.serialize_field(self.0, &self.1);
        fields.end()
    }
}

#[test]
fn blocks_that_are_not_opened() {
    is_refused(&Entries([("outer", Field("é", Unopened))]));
    is_refused(&Entries([("outer", Field("é", Field("日本", Unopened)))]));
}

/// Items in order. Their errors are ignored.
struct Items(Vec<Item>);

#[derive(Clone)]
enum Item {
    Attribute(&'static str),
    Block(&'static str),
    /// A tuple that is never ended.
    BadTuple(&'static str),
    Tuple(&'static str),
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = serializer.serialize_seq(None)?;
        for item in &self.0 {
            let _ = items.serialize_element(item);
        }
        items.end()
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Item::Attribute(name) => serializer.serialize_newtype_variant("", 0, name, &1),
            Item::Block(name) => serializer.serialize_struct_variant("", 0, name, 0)?.end(),
            Item::BadTuple(name) => {
                let mut tuple = serializer.serialize_tuple_variant("", 0, name, 2)?;
                tuple.serialize_field(&1)?;
                tuple.serialize_field(&2)?;
                Err(S::Error::custom("bad"))
            }
            Item::Tuple(name) => {
                let mut tuple = serializer.serialize_tuple_variant("", 0, name, 2)?;
                tuple.serialize_field("text")?;
                tuple.serialize_field(&[(1, 2)])?;
                tuple.end()
            }
        }
    }
}

#[test]
fn items_that_fail() {
    const WIDE: &str = "a_name_that_is_far_wider_than_all_of_those_that_come_behind_it";
    const NARROW: [&str; 20] = [
        "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t",
        "u", "v",
    ];
    let mut items = vec![
        Item::Attribute("a"),
        Item::Attribute(WIDE),
        Item::Block("b"),
        Item::BadTuple("x"),
    ];
    items.extend(NARROW.map(Item::Attribute));
    items.extend([Item::Block("b"), Item::Tuple("y"), Item::Tuple("z")]);
    is_refused(&Items(items.clone()));
    is_refused(&Field("block", Field("$body", Items(items))));
}

/// After an error, a serializer can be used again, without traces of the first value.
#[test]
fn a_serializer_is_used_again() {
    let unfinished: [&dyn Fn(&mut hcl::Serializer) -> bool; 4] = [
        &|serializer| Entries([("é", Bad)]).serialize(serializer).is_err(),
        &|serializer| Entries([("é", BadTuple)]).serialize(serializer).is_err(),
        &|serializer| {
            Entries([("x", [("日本", Bad)])])
                .serialize(serializer)
                .is_err()
        },
        &|serializer| {
            Items(vec![Item::BadTuple("é")])
                .serialize(serializer)
                .is_err()
        },
    ];
    for first in unfinished {
        for second in unfinished {
            let mut serializer = hcl::Serializer::new();
            assert!(first(&mut serializer));
            assert!(second(&mut serializer));
            Entries([("a", 1), ("long", 2)])
                .serialize(&mut serializer)
                .unwrap();
            assert_eq!(serializer.into_string(), "a    = 1\nlong = 2\n");
        }
    }
}

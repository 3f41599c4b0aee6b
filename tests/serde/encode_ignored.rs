//! Errors that a `Serialize` implementation ignores before it continues. The text is meaningless then, or
//! lacks a part, but nothing panics.

use expect_test::expect;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTupleVariant, Serializer,
};

use super::{Entries, cannot, writes};

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

/// A map of one block and an entry that fails; its error is returned.
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

/// A block that fails at its end, because a label is missing before one of its labels.
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

/// Three fields, the second of which may fail.
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

#[test]
fn inner_names_are_forgotten() {
    const LONG: &str = "a-name-that-is-longer-than-those-that-are-kept";
    writes(
        &Fields(LONG, ("b", HalfBad), "x"),
        expect![[r#"
        a-name-that-is-longer-than-those-that-are-kept = 1

        b "x" {}

        x = {
          k = 1
        }
    "#]],
    );
    cannot(
        &Fields(LONG, ("b", HalfBad), LONG),
        expect![[r#"
            error: Repeated name
              There are two values by the name of "a-name-that-is-longer-than-those-that-are-kept".
              path: a-name-that-is-longer-than-those-that-are-kept
        "#]],
    );
}

#[test]
fn earlier_names_are_remembered() {
    let repeated = Fields("a", ("$body", Entries([("b", Bad)])), "a");
    cannot(
        &repeated,
        expect![[r#"
            error: Repeated name
              There are two values by the name of "a".
              path: a
        "#]],
    );
}

#[test]
fn lines_that_were_begun_do_no_harm() {
    // The text is meaningless here. The test is that writing ends.
    let _ = hcl::to_string(&Fields("a", ("b", BadTuple), "c"));
    let _ = hcl::to_string(&Fields("a", ("b", Elements(BadTuple)), "c"));
    let _ = hcl::to_string(&Fields("a", ("b", Elements(BadLabel)), "c"));
    let _ = hcl::to_string(&Fields("a", ("b", Elements(Elements(BadLabel))), "c"));
    let _ = hcl::to_string(&Fields("a", ("b", Elements(HalfBad)), "c"));
    let _ = hcl::to_string(&Entries([
        ("a", Elements(BadTuple)),
        ("b", Elements(BadTuple)),
    ]));
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
fn a_header_that_was_not_opened_does_no_harm() {
    let _ = hcl::to_string(&Entries([("outer", Field("é", Unopened))]));
    let _ = hcl::to_string(&Entries([("outer", Field("é", Field("日本", Unopened)))]));
}

/// Items in order, whose errors are ignored.
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
fn tuples_that_were_not_ended_do_no_harm() {
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
    let _ = hcl::to_string(&Items(items.clone()));
    let _ = hcl::to_string(&Field("block", Field("$body", Items(items))));
}

/// A tuple that ignores the error of an element, which may be the first one.
struct HalfBadTuple {
    is_first_bad: bool,
}

impl Serialize for HalfBadTuple {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(None)?;
        if !self.is_first_bad {
            elements.serialize_element(&1)?;
        }
        let _ = elements.serialize_element(&Bad);
        elements.serialize_element("日本")?;
        elements.end()
    }
}

/// A tuple, and a block whose last line is a tuple.
struct Line<T>(&'static str, T);

impl<T: Serialize> Serialize for Line<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Block(&'static str);

        impl Serialize for Block {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut fields = serializer.serialize_struct("Block", 3)?;
                fields.serialize_field(self.0, &true)?;
                fields.serialize_field("b", &true)?;
                fields.serialize_field("x", &[true])?;
                fields.end()
            }
        }

        let mut fields = serializer.serialize_struct("Line", 2)?;
        fields.serialize_field("tuple", &self.1)?;
        fields.serialize_field("block", &Block(self.0))?;
        fields.end()
    }
}

#[test]
fn tuples_continue_after_a_failed_element() {
    for is_first_bad in [false, true] {
        let tuple = || HalfBadTuple { is_first_bad };
        let _ = hcl::to_string(&Entries([("a", tuple()), ("b", tuple())]));
        let _ = hcl::to_string(&Entries([("a", [tuple(), tuple()])]));
        for name in ["aa", "aaa", "aaaa"] {
            let object = Entries([("b", 1), (name, 1)]);
            let _ = hcl::to_string(&Line(name, (&object, tuple())));
        }
    }
}

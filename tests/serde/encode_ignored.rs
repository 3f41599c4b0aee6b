//! Errors that a `Serialize` ignores and goes on behind. What is written then is of no use, or is what else there is; but
//! nothing panics.

use expect_test::expect;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

use super::{Entries, cannot, writes};

/// It cannot be serialized.
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

/// A map of one block and an entry that fails, whose error it hands on.
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

/// A block that fails at its end, because of a label without the one before it.
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

/// Three fields, of which the second may fail.
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
fn names_within_are_forgotten() {
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
}

#[test]
fn names_before_are_not_forgotten() {
    let repeated = Fields("a", ("$body", Entries([("b", Bad)])), "a");
    cannot(
        &repeated,
        expect![[r#"
        error: Repeated name
          There are two values by the name of "a". Names are the same if they are equal in Unicode normal form C.
          path: a
    "#]],
    );
}

#[test]
fn lines_that_were_begun_do_no_harm() {
    // What is written is of no use here: that it comes to an end is what counts.
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

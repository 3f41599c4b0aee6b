//! Values that nest too deep, and values that contain themselves.

use std::collections::BTreeMap;
use std::{iter, thread};

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::json;

#[test]
fn too_deep() {
    #[derive(Serialize)]
    struct Node {
        next: Option<Box<Node>>,
    }
    let nodes = |count: usize| {
        (1..count).fold(Node { next: None }, |node, _| Node {
            next: Some(Box::new(node)),
        })
    };
    let deepest = hcl::to_string(&nodes(257)).unwrap();
    hcl::parse(&deepest).unwrap();
    let error = hcl::to_string(&nodes(258)).unwrap_err();
    assert_eq!(error.classify(), hcl::Category::Limit);
    assert_eq!(*error.path(), ["next"; 257].join("."));
}

#[test]
fn too_deep_in_an_expression() {
    let arrays =
        |count: usize| (0..count).fold(json!(1), |inner, _| serde_json::Value::Array(vec![inner]));
    hcl::parse(&hcl::to_string(&BTreeMap::from([("a", arrays(256))])).unwrap()).unwrap();
    let error = hcl::to_string(&BTreeMap::from([("a", arrays(257))])).unwrap_err();
    assert_eq!(error.classify(), hcl::Category::Limit);
    assert!(hcl::to_string(&BTreeMap::from([("a", arrays(2000))])).is_err());
}

/// A way to put a value into another one.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Some,
    Newtype(&'static str),
    NewtypeVariant,
    Seq,
    TupleVariant,
    Key(Option<usize>),
    Value(Option<usize>),
    Field(&'static str),
    VariantField(&'static str),
}

const WAYS: [Way; 22] = [
    Way::Some,
    Way::Newtype("Newtype"),
    Way::Newtype("$hcl::Number"),
    Way::Newtype("$hcl::Value"),
    Way::Newtype("$hcl::Expression"),
    Way::Newtype("$hcl::Body"),
    Way::Newtype("$hcl::attribute"),
    Way::Newtype("$hcl::block"),
    Way::NewtypeVariant,
    Way::Seq,
    Way::TupleVariant,
    Way::Key(Some(1)),
    Way::Key(None),
    Way::Value(Some(1)),
    Way::Value(None),
    Way::Field("a"),
    Way::Field("$body"),
    Way::Field("$label"),
    Way::Field("$labels"),
    Way::VariantField("a"),
    Way::VariantField("$body"),
    Way::VariantField("$label"),
];

/// A value inside another one.
struct Within<T>(Way, T);

impl<T: Serialize> Serialize for Within<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Within(way, value) = self;
        match *way {
            Way::Some => serializer.serialize_some(value),
            Way::Newtype(name) => serializer.serialize_newtype_struct(name, value),
            Way::NewtypeVariant => serializer.serialize_newtype_variant("", 0, "V", value),
            Way::Seq => {
                let mut elements = serializer.serialize_seq(None)?;
                elements.serialize_element(value)?;
                elements.end()
            }
            Way::TupleVariant => {
                let mut elements = serializer.serialize_tuple_variant("", 0, "V", 1)?;
                elements.serialize_field(value)?;
                elements.end()
            }
            Way::Key(len) => {
                let mut entries = serializer.serialize_map(len)?;
                entries.serialize_entry(value, &1)?;
                entries.end()
            }
            Way::Value(len) => {
                let mut entries = serializer.serialize_map(len)?;
                entries.serialize_entry("a", value)?;
                entries.end()
            }
            Way::Field(name) => {
                let mut fields = serializer.serialize_struct("", 1)?;
                fields.serialize_field(name, value)?;
                fields.end()
            }
            Way::VariantField(name) => {
                let mut fields = serializer.serialize_struct_variant("", 0, "V", 1)?;
                fields.serialize_field(name, value)?;
                fields.end()
            }
        }
    }
}

/// A value that contains a value of its own type, alternately in two ways, for a number of levels.
struct Nested {
    ways: [Way; 2],
    levels: usize,
}

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ([way, other], Some(levels)) = (self.ways, self.levels.checked_sub(1)) else {
            return serializer.serialize_str("a");
        };
        let ways = [other, way];
        Within(way, Nested { ways, levels }).serialize(serializer)
    }
}

/// Runs a check on a large stack: the many cases make the stack frames of these tests large.
fn on_a_large_stack(check: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 << 20).spawn(check);
    thread.unwrap().join().unwrap();
}

/// Checks that all serializers refuse a value that nests without end.
#[track_caller]
fn is_refused(ways: [Way; 2]) {
    let value = Nested {
        ways,
        levels: usize::MAX,
    };
    let outcomes = [
        hcl::to_string(&value).err(),
        hcl::to_string(&BTreeMap::from([("x", &value)])).err(),
        hcl::to_value(&value).err(),
        hcl::json::to_string(&value).err(),
    ];
    for error in outcomes {
        assert!(error.is_some(), "{ways:?}");
    }
}

#[test]
fn values_that_contain_themselves_are_refused() {
    let check = || {
        for way in WAYS {
            for other in WAYS {
                is_refused([way, other]);
            }
        }
    };
    on_a_large_stack(check);
}

/// Wrappers that leave no trace in the text are counted as well, because they use the stack.
#[test]
fn wrappers_are_counted() {
    const MAX: usize = 1024;
    type Check = fn(Nested) -> hcl::Result<()>;
    let attribute: Check = |value| hcl::to_string(&Within(Way::Field("a"), value)).map(drop);
    let key: Check = |value| {
        let object = Within(Way::Key(Some(1)), value);
        hcl::to_value(&object)?;
        hcl::to_string(&Within(Way::Field("a"), object)).map(drop)
    };
    let label: Check = |value| {
        let block = Within(Way::Field("$label"), value);
        hcl::to_string(&Within(Way::Field("a"), block)).map(drop)
    };
    let labels: Check = |value| {
        let block = Within(Way::Field("$labels"), Within(Way::Seq, value));
        hcl::to_string(&Within(Way::Field("a"), block)).map(drop)
    };
    for check in [attribute, key, label, labels] {
        on_a_large_stack(move || {
            for way in [Way::Some, Way::Newtype("Newtype")] {
                let nested = |levels| Nested {
                    ways: [way, way],
                    levels,
                };
                check(nested(MAX)).unwrap();
                let error = check(nested(MAX + 1)).unwrap_err();
                assert_eq!(error.diagnostics()[0].summary(), "Nesting too deep");
            }
        });
    }
}

/// A body that contains itself as the rest of its body.
struct Rest;

impl Serialize for Rest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rest", 1)?;
        fields.serialize_field("$body", self)?;
        fields.end()
    }
}

#[test]
fn the_rest_of_a_body_is_counted() {
    let errors = [
        hcl::to_string(&Rest),
        hcl::to_string(&BTreeMap::from([("a", Rest)])),
        hcl::json::to_string(&Rest),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.diagnostics()[0].summary(), "Nesting too deep");
    }
}

/// A variant inside a number of values, which contains endlessly nested values. All of these values nest in the same
/// way.
struct Variant {
    way: Way,
    others: Way,
    outer: usize,
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Variant { way, others, outer } = *self;
        if let Some(outer) = outer.checked_sub(1) {
            return Within(others, Variant { way, others, outer }).serialize(serializer);
        }
        let ways = [others; 2];
        let levels = usize::MAX;
        Within(way, Nested { ways, levels }).serialize(serializer)
    }
}

/// The path of the error leads through the variant to the value that nests too deep.
#[test]
fn paths_lead_through_variants() {
    fn path(outer: usize, other: &'static str, variant: &[&'static str], steps: usize) -> String {
        let others = iter::repeat_n(&other, outer);
        let path = others.chain(variant).chain(iter::repeat(&other));
        path.take(steps).copied().collect()
    }
    on_a_large_stack(|| {
        let objects: [(Way, &[&str]); 3] = [
            (Way::NewtypeVariant, &[".V"]),
            (Way::TupleVariant, &[".V", "[0]"]),
            (Way::VariantField("a"), &[".V", ".a"]),
        ];
        for (way, variant) in objects {
            for outer in 252..=256 {
                let others = Way::Seq;
                let value = Variant { way, others, outer };
                let path = path(outer, "[0]", variant, 256);
                assert_eq!(*hcl::to_value(&value).unwrap_err().path(), path);
                let error = hcl::to_string(&BTreeMap::from([("x", value)])).unwrap_err();
                assert_eq!(*error.path(), format!("x{path}"));
            }
        }
        let blocks: [(Way, &[&str]); 2] = [
            (Way::NewtypeVariant, &["[\"V\"]"]),
            (Way::VariantField("b"), &["[\"V\"]", ".b"]),
        ];
        for (way, variant) in blocks {
            for outer in 253..=257 {
                let others = Way::Field("a");
                let error = hcl::to_string(&Variant { way, others, outer }).unwrap_err();
                assert_eq!(
                    format!(".{}", error.path()),
                    path(outer, ".a", variant, 257)
                );
            }
        }
    });
}

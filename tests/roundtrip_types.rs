//! Encoded data decodes to equal data, for containers in containers in enums of all representations.
//!
//! A macro combines generic types: every pair of an outer and an inner container, around a scalar and around
//! a struct. Each type has a few sample values. It is a target of its own because it takes long to compile.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Decodes the attribute `x` of a text.
#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct X<T> {
    x: T,
}

/// Whether serde buffers a value without the writer of this crate knowing it, as in an internally tagged or untagged
/// enum. One block in a list is then not read back as a list, as the `mapping` pages say.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    No,
    Back,
}

/// A type with sample values.
trait Sample: Clone + PartialEq + Debug + Serialize + DeserializeOwned {
    fn samples(held: Held) -> Vec<Self>;

    /// Whether the value is written as null, so that an option cannot distinguish it from `None`.
    fn is_null(&self) -> bool {
        false
    }

    fn first(held: Held) -> Self {
        Self::samples(held).swap_remove(0)
    }

    fn last(held: Held) -> Self {
        Self::samples(held).pop().expect("there is one")
    }
}

impl Sample for u8 {
    fn samples(_: Held) -> Vec<Self> {
        vec![0, 7]
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Leaf {
    number: u8,
    text: Option<String>,
}

impl Sample for Leaf {
    fn samples(_: Held) -> Vec<Self> {
        let text = Some("a\nb\n".to_owned());
        vec![
            Leaf { number: 1, text },
            Leaf {
                number: 2,
                text: None,
            },
        ]
    }
}

type List<T> = Vec<T>;

impl<T: Sample> Sample for Vec<T> {
    fn samples(held: Held) -> Vec<Self> {
        let (first, last) = (T::first(held), T::last(held));
        let mut samples = vec![vec![], vec![first.clone(), last.clone()]];
        if held == Held::No {
            samples.extend([vec![first], vec![last]]);
        }
        samples
    }
}

type Map<T> = BTreeMap<String, T>;

impl<T: Sample> Sample for BTreeMap<String, T> {
    fn samples(held: Held) -> Vec<Self> {
        let entry = |key: &str, value: T| (key.to_owned(), value);
        let (first, last) = (entry("a", T::first(held)), entry("b c", T::last(held)));
        [
            vec![],
            vec![first.clone()],
            vec![last.clone()],
            vec![first, last],
        ]
        .map(BTreeMap::from_iter)
        .into()
    }
}

type Maybe<T> = Option<T>;

impl<T: Sample> Sample for Option<T> {
    fn samples(held: Held) -> Vec<Self> {
        let some = T::samples(held).into_iter().filter(|it| !it.is_null());
        some.map(Some).chain([None]).collect()
    }

    fn is_null(&self) -> bool {
        self.is_none()
    }
}

type Pair<T> = (T, T);

impl<T: Sample> Sample for (T, T) {
    fn samples(held: Held) -> Vec<Self> {
        vec![(T::first(held), T::last(held))]
    }
}

type Boxed<T> = Box<T>;

impl<T: Sample> Sample for Box<T> {
    fn samples(held: Held) -> Vec<Self> {
        T::samples(held).into_iter().map(Box::new).collect()
    }

    fn is_null(&self) -> bool {
        (**self).is_null()
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Newtype<T>(T);

impl<T: Sample> Sample for Newtype<T> {
    fn samples(held: Held) -> Vec<Self> {
        // If a field is absent, serde returns `None` only for an `Option` itself, and not for an `Option` in a newtype.
        let samples = T::samples(held).into_iter();
        samples.filter(|it| !it.is_null()).map(Newtype).collect()
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Struct<T> {
    field: T,
    last: u8,
}

impl<T: Sample> Sample for Struct<T> {
    fn samples(held: Held) -> Vec<Self> {
        let samples = T::samples(held).into_iter();
        samples.map(|field| Struct { field, last: 1 }).collect()
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Flattened<T> {
    direct: Option<u8>,
    #[serde(flatten)]
    fields: Struct<T>,
    #[serde(flatten)]
    choice: External<T>,
}

impl<T: Sample> Sample for Flattened<T> {
    fn samples(held: Held) -> Vec<Self> {
        let flattened = |fields, choice| Flattened {
            direct: None,
            fields,
            choice,
        };
        let fields = Struct::samples(held).into_iter();
        // Serde passes a variant around `None` as an absent field.
        let is_absent = |it: &External<T>| matches!(it, External::Newtype(x) if x.is_null());
        let choices = External::samples(held).into_iter();
        let choices = choices.filter(|it| !is_absent(it));
        let unit = fields.map(|fields| flattened(fields, External::Unit));
        let first = choices.map(|choice| flattened(Struct::first(held), choice));
        unit.chain(first).collect()
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum External<T> {
    Unit,
    Newtype(T),
    Tuple(T, u8),
    Struct { field: T },
}

impl<T: Sample> Sample for External<T> {
    fn samples(held: Held) -> Vec<Self> {
        let mut samples = vec![External::Unit, External::Tuple(T::first(held), 1)];
        for field in T::samples(held) {
            samples.push(External::Newtype(field.clone()));
            samples.push(External::Struct { field });
        }
        samples
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type")]
enum Internal<T> {
    Unit,
    Newtype(Struct<T>),
    Struct { field: T },
}

impl<T: Sample> Sample for Internal<T> {
    fn samples(_: Held) -> Vec<Self> {
        let mut samples = vec![Internal::Unit];
        for field in T::samples(Held::Back) {
            let content = Struct {
                field: field.clone(),
                last: 1,
            };
            samples.push(Internal::Newtype(content));
            samples.push(Internal::Struct { field });
        }
        samples
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type", content = "content")]
enum Adjacent<T> {
    Unit,
    Newtype(T),
    Tuple(T, u8),
    Struct { field: T },
}

impl<T: Sample> Sample for Adjacent<T> {
    fn samples(held: Held) -> Vec<Self> {
        let mut samples = vec![Adjacent::Unit, Adjacent::Tuple(T::first(held), 1)];
        for field in T::samples(held) {
            samples.push(Adjacent::Newtype(field.clone()));
            samples.push(Adjacent::Struct { field });
        }
        samples
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged<T> {
    Struct { only_here: T },
    Text(String),
}

impl<T: Sample> Sample for Untagged<T> {
    fn samples(_: Held) -> Vec<Self> {
        let samples = T::samples(Held::Back).into_iter();
        let samples = samples.map(|only_here| Untagged::Struct { only_here });
        samples.chain([Untagged::Text("text".to_owned())]).collect()
    }
}

/// Lists the values of a type that do not decode to themselves.
fn check<T: Sample>(name: &str, failures: &mut Vec<String>) {
    for x in T::samples(Held::No) {
        let value = X { x };
        let text = match hcl::to_string(&value) {
            Ok(text) => text,
            Err(error) => {
                failures.push(format!("{name}: {value:?} is not written: {error}"));
                continue;
            }
        };
        if hcl::format(&text) != text {
            failures.push(format!("{name}: {text} is not in the canonical form"));
        }
        match hcl::from_str::<X<T>>(&text) {
            Ok(decoded) if decoded == value => {}
            other => failures.push(format!("{name}: {value:?} gives {other:?} from\n{text}")),
        }
    }
}

/// Checks every pair of an outer and an inner container.
macro_rules! check_pairs {
    ($failures:ident: $($outer:ident)*; $inner:tt) => {
        $(check_pairs! { $failures: @ $outer; $inner })*
    };
    ($failures:ident: @ $outer:ident; ($($inner:ident)*)) => {
        $(
            check::<$outer<$inner<Leaf>>>(
                concat!(stringify!($outer), " of ", stringify!($inner), " of structs"),
                &mut $failures,
            );
            check::<$outer<$inner<u8>>>(
                concat!(stringify!($outer), " of ", stringify!($inner), " of numbers"),
                &mut $failures,
            );
        )*
    };
}

#[test]
fn containers_within_containers() {
    let mut failures = Vec::new();
    check_pairs! {
        failures:
        List Map Maybe Pair Boxed Newtype Struct Flattened External Internal Adjacent Untagged;
        (List Map Maybe Pair Newtype Struct Flattened External Internal Adjacent Untagged)
    }
    assert!(
        failures.is_empty(),
        "{} values do not decode to themselves:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

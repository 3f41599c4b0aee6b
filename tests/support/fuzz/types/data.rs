//! The derived types, and random data for them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::choices::Choices;
use super::leaves::{FLOATS, json, key, number, text, value};
use super::{At, Kind, Scope, Shape};

/// Data of any shape. It is written and read as its content, without the variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Bool(bool),
    U8(u8),
    U16(u16),
    I64(i64),
    U64(u64),
    I128(i128),
    U128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Text(String),
    Unit(()),
    UnitStruct(UnitStruct),
    Value(hcl::Value),
    Json(serde_json::Value),
    Option(Option<Box<At<0>>>),
    Box(Box<At<0>>),
    Newtype(Box<Newtype>),
    List(Vec<At<0>>),
    OneOrMany(hcl::OneOrMany<At<0>>),
    Pair(Box<(At<0>, At<1>)>),
    TupleStruct(Box<TupleStruct>),
    Map(BTreeMap<String, At<0>>),
    NumberMap(BTreeMap<i16, At<0>>),
    BoolMap(BTreeMap<bool, At<0>>),
    Struct(Box<Struct>),
    Defaults(Box<Defaults>),
    Labelled(Box<Labelled>),
    Attribute(Box<Attribute>),
    Spanned(Box<Plain>),
    Flatten(Box<Flatten>),
    FlattenMap(Box<FlattenMap>),
    External(Box<External>),
    Internal(Box<Internal>),
    Adjacent(Box<Adjacent>),
    Untagged(Box<Untagged>),
    LabelTag(Box<LabelTag>),
    Items(Vec<External>),
    One(Box<One>),
    FlattenOne(Box<FlattenOne>),
    TaggedOne(Box<TaggedOne>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitStruct;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Newtype(At<0>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TupleStruct(At<0>, At<1>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Struct {
    x: At<0>,
    y: At<1>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defaults {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<At<0>>,
    #[serde(default)]
    q: Vec<At<1>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$label.1")]
    zone: Option<String>,
    x: At<0>,
    y: At<1>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attribute {
    #[serde(with = "hcl::attribute")]
    x: At<0>,
    /// A second field, which distinguishes this struct from others in untagged enums.
    marked: bool,
}

/// Data whose span is dropped after it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain(At<0>);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hcl::Spanned::<At<0>>::deserialize(deserializer).map(|it| Plain(it.into_value()))
    }
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flatten {
    f: At<0>,
    #[serde(flatten)]
    inner: At<1>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlattenMap {
    g: At<0>,
    #[serde(flatten)]
    rest: BTreeMap<String, At<1>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum External {
    Unit,
    New(At<0>),
    Tuple(At<0>, At<1>),
    Struct { x: At<0>, y: At<1> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t")]
pub enum Internal {
    Unit,
    New(At<0>),
    Struct { x: At<0>, z: At<1> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    Unit,
    New(At<0>),
    Tuple(At<0>, At<1>),
    Struct { x: At<0>, y: At<1> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Untagged {
    Struct { u: At<0>, w: At<1> },
    Tuple(At<0>, At<1>),
    New(At<0>),
    Unit,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "$label")]
pub enum LabelTag {
    Unit,
    Struct { x: At<0>, y: At<1> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct One {
    x: At<0>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlattenOne {
    #[serde(flatten)]
    one: One,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TaggedOne {
    One(One),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        macro_rules! by_kind {
            ($($kind:ident)*) => {
                match Scope::current().kind {
                    $(Kind::$kind => Deserialize::deserialize(deserializer).map(Data::$kind),)*
                }
            };
        }
        by_kind!(
            Bool U8 U16 I64 U64 I128 U128 F32 F64 Char Text Unit UnitStruct Value Json Option Box
            Newtype List OneOrMany Pair TupleStruct Map NumberMap BoolMap Struct Defaults Labelled
            Attribute Spanned Flatten FlattenMap External Internal Adjacent Untagged LabelTag Items One FlattenOne TaggedOne
        )
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Serde wraps serializers for flattened fields and tags. Nested wrappers would lead to infinitely many types,
        // so the serializer is put behind a pointer.
        macro_rules! by_kind {
            ($($leaf:ident)*; $($branch:ident)*) => {
                match self {
                    $(Data::$leaf(it) => it.serialize(serializer),)*
                    $(Data::$branch(it) => erased_serde::serialize(it, serializer),)*
                }
            };
        }
        by_kind!(
            Bool U8 U16 I64 U64 I128 U128 F32 F64 Char Text Unit UnitStruct Value Json;
            Option Box Newtype List OneOrMany Pair TupleStruct Map NumberMap BoolMap Struct Defaults
            Labelled Attribute Spanned Flatten FlattenMap External Internal Adjacent Untagged
            LabelTag Items One FlattenOne TaggedOne
        )
    }
}

impl Data {
    /// Returns random data of a shape.
    pub fn of(shape: &Shape, choices: &mut Choices) -> Data {
        let part = |choices: &mut Choices, part: usize| Data::of(&shape.parts[part], choices);
        match shape.kind {
            Kind::Bool => Data::Bool(choices.once_in(2)),
            Kind::U8 => Data::U8(number(choices)),
            Kind::U16 => Data::U16(number(choices)),
            Kind::I64 => Data::I64(number(choices)),
            Kind::U64 => Data::U64(number(choices)),
            Kind::I128 => Data::I128(number(choices)),
            Kind::U128 => Data::U128(number(choices)),
            #[expect(clippy::cast_possible_truncation, reason = "the nearest one will do")]
            Kind::F32 => Data::F32((choices.pick(&FLOATS) as f32).clamp(f32::MIN, f32::MAX)),
            Kind::F64 => Data::F64(choices.pick(&FLOATS)),
            Kind::Char => Data::Char(choices.pick(&['a', '7', '"', '$', '\n', 'é', '😀', '\\'])),
            Kind::Text => Data::Text(text(choices)),
            Kind::Unit => Data::Unit(()),
            Kind::UnitStruct => Data::UnitStruct(UnitStruct),
            Kind::Value => Data::Value(value(choices, 2)),
            Kind::Json => Data::Json(json(choices, 2)),
            Kind::Option => {
                Data::Option((!choices.once_in(3)).then(|| Box::new(At(part(choices, 0)))))
            }
            Kind::Box => Data::Box(Box::new(At(part(choices, 0)))),
            Kind::Newtype => Data::Newtype(Box::new(Newtype(At(part(choices, 0))))),
            Kind::Spanned => Data::Spanned(Box::new(Plain(At(part(choices, 0))))),
            Kind::List => Data::List(list(choices, &shape.parts[0])),
            Kind::OneOrMany => Data::OneOrMany(list(choices, &shape.parts[0]).into()),
            Kind::Items => {
                let count = choices.below(4);
                Data::Items((0..count).map(|_| external(shape, choices)).collect())
            }
            Kind::Map => Data::Map(map(choices, &shape.parts[0], key)),
            Kind::NumberMap => Data::NumberMap(map(choices, &shape.parts[0], number)),
            Kind::BoolMap => Data::BoolMap(map(choices, &shape.parts[0], |it| it.once_in(2))),
            _ => compound(shape, choices),
        }
    }
}

/// Returns random data for one part of a shape.
fn at<const N: usize>(shape: &Shape, choices: &mut Choices) -> At<N> {
    At(Data::of(&shape.parts[N], choices))
}

impl Data {
    /// Whether the data is written as null.
    fn is_null(&self) -> bool {
        match self {
            Data::Unit(()) | Data::Json(serde_json::Value::Null) | Data::Option(None) => true,
            Data::Value(value) => value.is_null(),
            Data::Option(Some(it)) | Data::Box(it) => it.0.is_null(),
            Data::Newtype(it) => it.0.0.is_null(),
            Data::Spanned(it) => it.0.0.is_null(),
            Data::Untagged(it) => match &**it {
                Untagged::Unit => true,
                Untagged::New(it) => it.0.is_null(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether some struct in the data has a field that is null without being an `Option`. Such a field is not written,
    /// so reading it needs a default, as the documentation of the mapping says.
    pub fn has_null_field(&self) -> bool {
        let is_field = !matches!(
            self,
            Data::Option(_)
                | Data::Box(_)
                | Data::Newtype(_)
                | Data::Spanned(_)
                | Data::List(_)
                | Data::OneOrMany(_)
                | Data::Pair(_)
                | Data::TupleStruct(_)
                | Data::Map(_)
                | Data::NumberMap(_)
                | Data::BoolMap(_)
        );
        // Serde reports an absent field with `with` as missing, even if its type accepts absence.
        let takes_absence =
            |part: &Data| matches!(part, Data::Option(None)) && !matches!(self, Data::Attribute(_));
        let is_absent = |part: &Data| part.is_null() && !takes_absence(part);
        let parts = self.parts();
        parts
            .iter()
            .any(|part| is_field && is_absent(part) || part.has_null_field())
    }

    fn parts(&self) -> Vec<&Data> {
        match self {
            Data::Option(it) => it.iter().map(|it| &it.0).collect(),
            Data::Box(it) => vec![&it.0],
            Data::Newtype(it) => vec![&it.0.0],
            Data::Spanned(it) => vec![&it.0.0],
            Data::List(list) => list.iter().map(|it| &it.0).collect(),
            Data::OneOrMany(list) => list.iter().map(|it| &it.0).collect(),
            Data::Pair(it) => vec![&it.0.0, &it.1.0],
            Data::TupleStruct(it) => vec![&it.0.0, &it.1.0],
            Data::Map(map) => map.values().map(|it| &it.0).collect(),
            Data::NumberMap(map) => map.values().map(|it| &it.0).collect(),
            Data::BoolMap(map) => map.values().map(|it| &it.0).collect(),
            Data::Struct(it) => vec![&it.x.0, &it.y.0],
            Data::Defaults(it) => {
                it.p.iter()
                    .map(|it| &it.0)
                    .chain(it.q.iter().map(|it| &it.0))
                    .collect()
            }
            Data::Labelled(it) => vec![&it.x.0, &it.y.0],
            Data::Attribute(it) => vec![&it.x.0],
            Data::Flatten(it) => vec![&it.f.0, &it.inner.0],
            Data::FlattenMap(it) => [&it.g.0]
                .into_iter()
                .chain(it.rest.values().map(|it| &it.0))
                .collect(),
            Data::Items(items) => items.iter().flat_map(external_parts).collect(),
            _ => self.variant_parts(),
        }
    }

    fn variant_parts(&self) -> Vec<&Data> {
        match self {
            Data::External(it) => external_parts(it),
            Data::Internal(it) => match &**it {
                Internal::Unit => Vec::new(),
                Internal::New(it) => vec![&it.0],
                Internal::Struct { x, z } => vec![&x.0, &z.0],
            },
            Data::Adjacent(it) => match &**it {
                Adjacent::Unit => Vec::new(),
                Adjacent::New(it) => vec![&it.0],
                Adjacent::Tuple(x, y) | Adjacent::Struct { x, y } => vec![&x.0, &y.0],
            },
            Data::Untagged(it) => match &**it {
                Untagged::Unit => Vec::new(),
                Untagged::New(it) => vec![&it.0],
                Untagged::Tuple(u, w) | Untagged::Struct { u, w } => vec![&u.0, &w.0],
            },
            Data::LabelTag(it) => match &**it {
                LabelTag::Unit => Vec::new(),
                LabelTag::Struct { x, y } => vec![&x.0, &y.0],
            },
            _ => Vec::new(),
        }
    }
}

fn external_parts(external: &External) -> Vec<&Data> {
    match external {
        External::Unit => Vec::new(),
        External::New(it) => vec![&it.0],
        External::Tuple(x, y) | External::Struct { x, y } => vec![&x.0, &y.0],
    }
}

/// Returns random data for a shape with several parts that is not an enum.
fn compound(shape: &Shape, choices: &mut Choices) -> Data {
    match shape.kind {
        Kind::Pair => Data::Pair(Box::new((at(shape, choices), at(shape, choices)))),
        Kind::TupleStruct => Data::TupleStruct(Box::new(TupleStruct(
            at(shape, choices),
            at(shape, choices),
        ))),
        Kind::Struct => Data::Struct(Box::new(Struct {
            x: at(shape, choices),
            y: at(shape, choices),
        })),
        Kind::Defaults => Data::Defaults(Box::new(Defaults {
            p: (!choices.once_in(3)).then(|| at(shape, choices)),
            q: list(choices, &shape.parts[1]),
        })),
        Kind::Labelled => Data::Labelled(Box::new(Labelled {
            name: text(choices),
            zone: choices.once_in(2).then(|| text(choices)),
            x: at(shape, choices),
            y: at(shape, choices),
        })),
        Kind::Attribute => {
            let x = at(shape, choices);
            Data::Attribute(Box::new(Attribute {
                x,
                marked: choices.once_in(2),
            }))
        }
        Kind::Flatten => Data::Flatten(Box::new(Flatten {
            f: at(shape, choices),
            inner: at(shape, choices),
        })),
        Kind::FlattenMap => Data::FlattenMap(Box::new(FlattenMap {
            g: at(shape, choices),
            rest: map(choices, &shape.parts[1], key),
        })),
        _ => variant(shape, choices),
    }
}

/// Returns random data of an enum.
fn variant(shape: &Shape, choices: &mut Choices) -> Data {
    match shape.kind {
        Kind::External => Data::External(Box::new(external(shape, choices))),
        Kind::Internal => Data::Internal(Box::new(match choices.below(3) {
            0 => Internal::Unit,
            1 => Internal::New(at(shape, choices)),
            _ => Internal::Struct {
                x: at(shape, choices),
                z: at(shape, choices),
            },
        })),
        Kind::Adjacent => Data::Adjacent(Box::new(match choices.below(4) {
            0 => Adjacent::Unit,
            1 => Adjacent::New(at(shape, choices)),
            2 => Adjacent::Tuple(at(shape, choices), at(shape, choices)),
            _ => Adjacent::Struct {
                x: at(shape, choices),
                y: at(shape, choices),
            },
        })),
        Kind::Untagged => Data::Untagged(Box::new(match choices.below(4) {
            0 => Untagged::Unit,
            1 => Untagged::New(at(shape, choices)),
            2 => Untagged::Tuple(at(shape, choices), at(shape, choices)),
            _ => Untagged::Struct {
                u: at(shape, choices),
                w: at(shape, choices),
            },
        })),
        Kind::LabelTag => Data::LabelTag(Box::new(match choices.below(2) {
            0 => LabelTag::Unit,
            _ => LabelTag::Struct {
                x: at(shape, choices),
                y: at(shape, choices),
            },
        })),
        other => unreachable!("{other:?} has no parts"),
    }
}

fn external(shape: &Shape, choices: &mut Choices) -> External {
    match choices.below(4) {
        0 => External::Unit,
        1 => External::New(at(shape, choices)),
        2 => External::Tuple(at(shape, choices), at(shape, choices)),
        _ => External::Struct {
            x: at(shape, choices),
            y: at(shape, choices),
        },
    }
}

fn list<const N: usize>(choices: &mut Choices, shape: &Shape) -> Vec<At<N>> {
    let count = choices.below(4);
    (0..count).map(|_| At(Data::of(shape, choices))).collect()
}

fn map<K: Ord, const N: usize>(
    choices: &mut Choices,
    shape: &Shape,
    key: impl Fn(&mut Choices) -> K,
) -> BTreeMap<K, At<N>> {
    let count = choices.below(4);
    (0..count)
        .map(|_| (key(choices), At(Data::of(shape, choices))))
        .collect()
}

//! Descriptions of types, chosen at random.

use std::rc::Rc;

use super::super::choices::Choices;

/// A type of data, with the types of its parts.
#[derive(Debug)]
pub struct Shape {
    pub kind: Kind,
    pub parts: Vec<Rc<Shape>>,
}

/// The kind of a type, without the types of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    U8,
    U16,
    I64,
    U64,
    I128,
    U128,
    F32,
    F64,
    Char,
    Text,
    Unit,
    UnitStruct,
    Value,
    Json,
    Option,
    Box,
    Newtype,
    List,
    OneOrMany,
    Pair,
    TupleStruct,
    Map,
    NumberMap,
    BoolMap,
    Struct,
    Defaults,
    Labelled,
    Attribute,
    Spanned,
    Flatten,
    FlattenMap,
    External,
    Internal,
    Adjacent,
    Untagged,
    LabelTag,
    Items,
    One,
    FlattenOne,
    TaggedOne,
}

const LEAVES: [Kind; 13] = [
    Kind::Text,
    Kind::U16,
    Kind::Bool,
    Kind::U8,
    Kind::I64,
    Kind::U64,
    Kind::F64,
    Kind::F32,
    Kind::Char,
    Kind::I128,
    Kind::U128,
    Kind::Unit,
    Kind::UnitStruct,
];

const BRANCHES: [Kind; 22] = [
    Kind::Struct,
    Kind::Option,
    Kind::List,
    Kind::Map,
    Kind::External,
    Kind::Internal,
    Kind::Adjacent,
    Kind::Untagged,
    Kind::Flatten,
    Kind::FlattenMap,
    Kind::Pair,
    Kind::TupleStruct,
    Kind::Newtype,
    Kind::Box,
    Kind::NumberMap,
    Kind::BoolMap,
    Kind::Defaults,
    Kind::Labelled,
    Kind::LabelTag,
    Kind::Attribute,
    Kind::Spanned,
    Kind::OneOrMany,
];

const ROOTS: [Kind; 9] = [
    Kind::Struct,
    Kind::Struct,
    Kind::Flatten,
    Kind::FlattenMap,
    Kind::Map,
    Kind::Defaults,
    Kind::Items,
    Kind::Internal,
    Kind::External,
];

impl Kind {
    /// Returns the number of parts with types of their own.
    fn part_count(self) -> usize {
        const ONE: [Kind; 10] = [
            Kind::Option,
            Kind::Box,
            Kind::Newtype,
            Kind::List,
            Kind::OneOrMany,
            Kind::Map,
            Kind::NumberMap,
            Kind::BoolMap,
            Kind::Spanned,
            Kind::Attribute,
        ];
        if LEAVES.contains(&self) || [Kind::Value, Kind::Json].contains(&self) {
            0
        } else if ONE.contains(&self) {
            1
        } else {
            2
        }
    }
}

impl Shape {
    /// Returns a type that a whole configuration can have.
    pub fn root(choices: &mut Choices) -> Rc<Shape> {
        let kind = choices.pick(&ROOTS);
        Shape::of_kind(kind, choices, 3)
    }

    /// Returns a struct with a field `x` of any type. The struct may be flattened or tagged.
    pub fn attribute(choices: &mut Choices) -> Rc<Shape> {
        let field = Shape::any(choices, 2);
        let kind = choices.pick(&[Kind::One, Kind::FlattenOne, Kind::TaggedOne]);
        Rc::new(Shape {
            kind,
            parts: vec![field],
        })
    }

    /// Returns any type that nests at most `depth` levels deep.
    pub fn any(choices: &mut Choices, depth: usize) -> Rc<Shape> {
        let kind = match choices.below(12) {
            0..=2 => choices.pick(&LEAVES),
            3 => choices.pick(&[Kind::Value, Kind::Json]),
            _ if depth == 0 => choices.pick(&LEAVES),
            _ => choices.pick(&BRANCHES),
        };
        Shape::of_kind(kind, choices, depth)
    }

    fn of_kind(kind: Kind, choices: &mut Choices, depth: usize) -> Rc<Shape> {
        let parts = (0..kind.part_count()).map(|part| match (kind, part) {
            // A flattened field must be a struct or a map, because other data cannot be written.
            (Kind::Flatten, 1) if depth > 0 => {
                let inner = choices.pick(&[
                    Kind::Struct,
                    Kind::Map,
                    Kind::Defaults,
                    Kind::Internal,
                    Kind::External,
                    Kind::Flatten,
                ]);
                Shape::of_kind(inner, choices, depth - 1)
            }
            _ => Shape::any(choices, depth.saturating_sub(1)),
        });
        let parts = parts.collect();
        Rc::new(Shape { kind, parts })
    }

    /// Returns this type with a random part replaced by another type.
    pub fn changed(self: &Rc<Self>, choices: &mut Choices) -> Rc<Shape> {
        if self.parts.is_empty() || choices.once_in(4) {
            return match choices.below(3) {
                0 => Rc::clone(self),
                _ => Shape::any(choices, 2),
            };
        }
        let mut parts = self.parts.clone();
        let at = choices.below(parts.len());
        parts[at] = parts[at].changed(choices);
        Rc::new(Shape {
            kind: self.kind,
            parts,
        })
    }

    /// Whether this type or a part of it is of this kind.
    pub fn has(&self, kind: Kind) -> bool {
        self.kind == kind || self.parts.iter().any(|part| part.has(kind))
    }

    /// Whether a type of one of these kinds is inside data that serde holds back. Such data loses labels, spans and
    /// numbers of 128 bits, as the documentation of the mapping says.
    pub fn holds_back(&self, kinds: &[Kind]) -> bool {
        let flatten = [Kind::Flatten, Kind::FlattenMap, Kind::FlattenOne];
        self.has_in(&flatten, 1, kinds) || self.holds_back_in_enum(kinds)
    }

    /// Whether a type of one of these kinds is inside data that an enum holds back. In a struct with flattened fields,
    /// the writer knows that fields are flattened, and writes a list with one struct as a list.
    pub fn holds_back_in_enum(&self, kinds: &[Kind]) -> bool {
        let enums = [
            Kind::Internal,
            Kind::Adjacent,
            Kind::Untagged,
            Kind::LabelTag,
            Kind::TaggedOne,
        ];
        self.has_in(&enums, 0, kinds)
    }

    /// Whether a type of one of the kinds is inside one of the containers, in the part `first` or a later part.
    fn has_in(&self, containers: &[Kind], first: usize, kinds: &[Kind]) -> bool {
        let is_container = containers.contains(&self.kind);
        self.parts.iter().enumerate().any(|(index, part)| {
            let is_held = is_container && (index >= first || self.parts.len() == 1);
            is_held && kinds.iter().any(|kind| part.has(*kind))
                || part.has_in(containers, first, kinds)
        })
    }
}

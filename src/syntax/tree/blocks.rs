//! A value of JSON as blocks with a number of labels ("Blocks" of the JSON syntax).
//!
//! For each label there is a level of objects, or of arrays of objects; what is left then is a body, or an array of
//! bodies. Null is not a block.
//!
//! Knows nothing of who asks, and of messages.

use super::view::View;
use super::{GENERATED_BODY, LABEL_LEVEL, NodeId, NodeKind};

/// Why a part of a value is not what it has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrongPart {
    /// It is not an object whose properties are named by the label at this place, nor an array of such objects.
    NotLabelled(usize),
    /// It has no property that would be named by the label at this place.
    NoLabel(usize),
    /// It is not a body.
    NotBody,
    /// It is the body of a block that a `dynamic` block generates, with only this number of labels.
    TooFewLabels(usize),
    /// It is an object for a label that a `dynamic` block gives, after the labels that a block has.
    TooManyLabels,
}

impl View<'_, '_> {
    /// The bodies of the blocks that a value is, in the order of the source. `report` is told what is wrong.
    pub(crate) fn json_blocks(
        self,
        value: NodeId,
        labels: usize,
        report: &mut dyn FnMut(WrongPart, NodeId),
    ) -> Vec<NodeId> {
        let mut bodies = Vec::new();
        // Values, the first of them last, each with how many labels have been read on the way to it.
        let mut pending = vec![(value, 0)];
        while let Some((value, read)) = pending.pop() {
            let value = self.written_blocks(value);
            if read < labels {
                let level = self.labelled(value, read, report);
                pending.extend(level.into_iter().rev().map(|value| (value, read + 1)));
                continue;
            }
            let node = self.tree.node(value);
            let alone = [value.0];
            let values = match node.kind {
                NodeKind::Null => &[],
                NodeKind::Tuple => self.tree.counted(node.data),
                _ => alone.as_slice(),
            };
            for body in values.iter().map(|id| NodeId(*id)) {
                if self.is_label_level(body) {
                    report(WrongPart::TooManyLabels, body);
                } else if self.tree.body_items(body).is_some() {
                    bodies.push(body);
                } else {
                    report(WrongPart::NotBody, body);
                }
            }
        }
        bodies
    }

    /// The values of the properties that are named by the label at a place.
    fn labelled(
        self,
        value: NodeId,
        place: usize,
        report: &mut dyn FnMut(WrongPart, NodeId),
    ) -> Vec<NodeId> {
        let tree = self.tree;
        let mut values = Vec::new();
        let mut is_wrong = false;
        let node = tree.node(value);
        let alone = [value.0];
        let objects = match node.kind {
            NodeKind::Null => &[],
            NodeKind::Tuple => tree.counted(node.data),
            _ => alone.as_slice(),
        };
        for object in objects.iter().map(|id| NodeId(*id)) {
            let node = tree.node(object);
            if self.is_generated_body(value) || self.is_generated_body(object) {
                is_wrong = true;
                report(WrongPart::TooFewLabels(place), object);
            } else if node.kind == NodeKind::Object {
                let properties = tree.counted(node.data).iter();
                values.extend(properties.map(|id| NodeId(tree.node(NodeId(*id)).data)));
            } else {
                is_wrong = true;
                report(WrongPart::NotLabelled(place), object);
            }
        }
        if values.is_empty() && !is_wrong {
            report(WrongPart::NoLabel(place), value);
        }
        values
    }

    /// What an unknown value is as blocks; any other value itself.
    fn written_blocks(self, value: NodeId) -> NodeId {
        let node = self.tree.node(value);
        match (node.kind, node.data) {
            (NodeKind::Unknown, blocks @ 1..) => NodeId(blocks),
            _ => value,
        }
    }

    /// Whether the value is an object that a `dynamic` block has generated for a label.
    pub(crate) fn is_label_level(self, value: NodeId) -> bool {
        let node = self.tree.node(value);
        node.kind == NodeKind::Object && node.flags & LABEL_LEVEL != 0
    }

    /// Whether the value is one of the blocks that a `dynamic` block has generated, or an array that begins with one.
    pub(crate) fn has_generated_blocks(self, value: NodeId) -> bool {
        let first = match self.tree.node(value).kind {
            NodeKind::Tuple => self.elements(value).first(),
            _ => None,
        };
        let first = first.map_or(value, |id| NodeId(*id));
        self.is_generated_body(first) || self.is_label_level(first)
    }

    /// Whether the value is the body of a block that a `dynamic` block has generated.
    fn is_generated_body(self, value: NodeId) -> bool {
        let node = self.tree.node(value);
        matches!(node.kind, NodeKind::Object | NodeKind::Tuple) && node.flags & GENERATED_BODY != 0
    }

    /// Whether the value is an object or an array of JSON.
    #[inline]
    pub(crate) fn is_json_structure(self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        matches!(node.kind, NodeKind::Object | NodeKind::Tuple) && node.flags & super::JSON != 0
    }
}

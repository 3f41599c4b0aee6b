//! A value of JSON as blocks with a number of labels ("Blocks" of the JSON syntax).
//!
//! For each label there is a level of objects, or of arrays of objects; what is left then is a body, or an array of
//! bodies. Null is not a block.

use super::view::View;
use super::{ExprId, ExprKind, Structure, StructureContent, StructureRole};

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
        value: ExprId,
        labels: usize,
        report: &mut dyn FnMut(WrongPart, ExprId),
    ) -> Vec<ExprId> {
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
            let alone = [value];
            for body in self.written_values(value, &alone) {
                let body = *body;
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
        value: ExprId,
        place: usize,
        report: &mut dyn FnMut(WrongPart, ExprId),
    ) -> Vec<ExprId> {
        let tree = self.tree;
        let mut values = Vec::new();
        let mut is_wrong = false;
        let alone = [value];
        for object in self.written_values(value, &alone) {
            let object = *object;
            if self.is_generated_body(value) || self.is_generated_body(object) {
                is_wrong = true;
                report(WrongPart::TooFewLabels(place), object);
            } else if let Some(StructureContent::Object(properties)) =
                self.structure_content(object)
            {
                let properties = tree[properties].iter();
                values.extend(properties.filter_map(|id| self.property_value(*id)));
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

    /// The values in an array, none for null, and any other value alone.
    fn written_values<'a>(self, value: ExprId, alone: &'a [ExprId; 1]) -> &'a [ExprId]
    where
        Self: 'a,
    {
        if matches!(self.tree[value].kind, ExprKind::Null) {
            return &[];
        }
        match self.structure_content(value) {
            Some(StructureContent::Array(elements)) => &self.tree[elements],
            _ => alone,
        }
    }

    /// What stands in an object or an array of JSON.
    fn structure_content(self, value: ExprId) -> Option<StructureContent> {
        Some(self.tree.structure(value)?.content)
    }

    /// What an unknown value is as blocks; any other value itself.
    fn written_blocks(self, value: ExprId) -> ExprId {
        match self.tree[value].kind {
            ExprKind::Unknown {
                blocks: Some(blocks),
            } => blocks,
            _ => value,
        }
    }

    /// Whether the value is an object that a `dynamic` block has generated for a label.
    pub(crate) fn is_label_level(self, value: ExprId) -> bool {
        self.has_role(value, StructureRole::LabelLevel)
    }

    /// Whether the value is one of the blocks that a `dynamic` block has generated, or an array that begins with one.
    pub(crate) fn has_generated_blocks(self, value: ExprId) -> bool {
        let first = match self.structure_content(value) {
            Some(StructureContent::Array(elements)) => self.tree[elements].first(),
            _ => None,
        };
        let first = first.copied().unwrap_or(value);
        self.is_generated_body(first) || self.is_label_level(first)
    }

    /// Whether the value is the body of a block that a `dynamic` block has generated.
    fn is_generated_body(self, value: ExprId) -> bool {
        self.has_role(value, StructureRole::GeneratedBody)
    }

    fn has_role(self, value: ExprId, role: StructureRole) -> bool {
        let structure = self.tree.structure(value);
        structure.is_some_and(|it: &Structure| it.role == role)
    }

    /// Whether the value is an object or an array of JSON.
    #[inline]
    pub(crate) fn is_json_structure(self, id: ExprId) -> bool {
        self.tree.structure(id).is_some()
    }

    /// Whether the value is an array of JSON.
    pub(crate) fn is_json_array(self, id: ExprId) -> bool {
        matches!(self.structure_content(id), Some(StructureContent::Array(_)))
    }

    /// Whether the value is an object of JSON.
    pub(crate) fn is_json_object(self, id: ExprId) -> bool {
        matches!(
            self.structure_content(id),
            Some(StructureContent::Object(_))
        )
    }
}

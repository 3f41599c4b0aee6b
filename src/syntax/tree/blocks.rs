//! Values of JSON as blocks ("Blocks" of the JSON syntax).
//!
//! A property of JSON may be an attribute or blocks. As soon as somebody asks for blocks with a number of labels,
//! [`View::blocks_of_value`] gives them; what reads them is the code for blocks of native syntax. For each label there
//! is a level of objects, or of arrays of objects; what is left then is a body, or an array of bodies. Null is not a
//! block.

use super::view::View;
use super::{ExprId, ExprKind, ItemId, StructureContent};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// The summary of diagnostics about a value that should be an object.
pub(crate) const INCORRECT_TYPE: Code = Code::IncorrectJsonValueType;

/// A block in JSON syntax: the object that is its body, and the number of properties around it that are its labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct JsonBlock {
    pub(crate) body: ExprId,
    pub(crate) labels: usize,
}

/// The blocks that somebody asks for.
#[derive(Clone, Copy)]
pub(crate) enum BlockRequest<'a> {
    /// Blocks of a schema: their type, and the names of their labels.
    Named {
        block_type: &'a str,
        label_names: &'a [String],
    },
    /// Blocks with this number of labels, of which nothing else is known.
    Labels(usize),
}

/// The blocks that a value is, in the order of the source, and what is wrong with the rest of it.
#[derive(Default)]
pub(crate) struct BlocksOfValue {
    pub(crate) blocks: Vec<JsonBlock>,
    /// Without a source.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> BlockRequest<'a> {
    /// The number of labels.
    pub(crate) fn labels(self) -> usize {
        match self {
            BlockRequest::Named { label_names, .. } => label_names.len(),
            BlockRequest::Labels(labels) => labels,
        }
    }

    fn label_names(self) -> &'a [String] {
        match self {
            BlockRequest::Named { label_names, .. } => label_names,
            BlockRequest::Labels(_) => &[],
        }
    }

    /// The block type for a summary.
    fn block_type(self) -> &'a str {
        match self {
            BlockRequest::Named { block_type, .. } => block_type,
            BlockRequest::Labels(_) => "block",
        }
    }

    /// The block type for a sentence, with a space before it.
    fn quoted_type(self) -> String {
        match self {
            BlockRequest::Named { block_type, .. } => format!(" \"{block_type}\""),
            BlockRequest::Labels(_) => String::new(),
        }
    }

    /// The names of some labels in parentheses, with a space before them.
    fn quoted_names(names: &[String]) -> String {
        match names {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        }
    }

    /// The name of the label at a place in parentheses, with a space before it.
    fn label_name(self, place: usize) -> String {
        let names = self.label_names();
        Self::quoted_names(names.get(place..=place).unwrap_or_default())
    }

    /// A block has only this number of labels. `place` is where the others are to be written.
    pub(crate) fn too_few_labels(self, count: usize, place: &str) -> Diagnostic {
        let names = self.label_names();
        let missing = names.get(count).map_or("label", String::as_str);
        let summary = format!("Missing {missing} for {}", self.block_type());
        let title = Code::MissingLabel.titled(summary);
        let (block_type, names) = (self.quoted_type(), Self::quoted_names(names));
        let labels = match self.labels() {
            1 => format!("a label{names}"),
            labels => format!("{labels} labels{names}"),
        };
        Diagnostic::of(
            title,
            format!("Each{block_type} block needs {labels} {place}."),
        )
    }

    /// A block that a `dynamic` block generates has only this number of labels.
    pub(crate) fn too_few_generated(self, count: usize) -> Diagnostic {
        self.too_few_labels(count, "in the argument \"labels\" of the \"dynamic\" block")
    }

    /// A block has more labels than are asked for.
    pub(crate) fn too_many_labels(self) -> Diagnostic {
        let names = Self::quoted_names(self.label_names());
        let expected = match self.labels() {
            0 => "No labels are".to_owned(),
            1 => format!("Only one label{names} is"),
            labels => format!("Only {labels} labels{names} are"),
        };
        let detail = format!(
            "{expected} expected for{} blocks; remove the extra ones.",
            self.quoted_type()
        );
        Diagnostic::of(
            Code::ExtraneousLabel.titled(format!("Extraneous label for {}", self.block_type())),
            detail,
        )
    }

    /// A value is not an object whose properties are named by the label at a place, nor an array of such objects.
    pub(crate) fn not_labelled(self, place: usize) -> Diagnostic {
        let (label, block_type) = (self.label_name(place), self.quoted_type());
        let detail = format!(
            "An object is required here, or an array of objects, whose properties are named by the label{label} of \
             each{block_type} block."
        );
        Diagnostic::of(INCORRECT_TYPE, detail)
    }

    /// An object has no property that would be named by the label at a place.
    fn no_label(self, place: usize) -> Diagnostic {
        let (label, block_type) = (self.label_name(place), self.quoted_type());
        let detail = format!(
            "Each{block_type} block needs a label{label}: an object with a property that is named by it."
        );
        Diagnostic::of(Code::MissingLabel.titled("Missing block label"), detail)
    }

    /// A value is not a body. If its name is read as a label, it may stand in a block that lacks the label.
    fn not_body(self) -> Diagnostic {
        let block_type = self.quoted_type();
        let detail = match self.labels() {
            0 => format!(
                "An object is required here, or an array of objects: the content of the{block_type} blocks."
            ),
            labels => {
                let label = self.label_name(labels - 1);
                format!(
                    "The name of this property is read as the label{label} of a{block_type} block, so an object is \
                     required here, or an array of objects. If it is not a label, the block lacks one: write {{ \
                     \"label\": {{ … }} }} around its content."
                )
            }
        };
        Diagnostic::of(INCORRECT_TYPE, detail)
    }
}

impl<'t> View<'_, 't> {
    /// The blocks that a value of JSON is. `labels_read` of their labels are the names of properties around it.
    pub(crate) fn blocks_of_value(
        self,
        value: ExprId,
        request: BlockRequest<'_>,
        labels_read: usize,
    ) -> BlocksOfValue {
        let mut found = BlocksOfValue::default();
        // Values, the first of them last, each with how many labels have been read on the way to it.
        let mut pending = vec![(value, labels_read)];
        while let Some((value, read)) = pending.pop() {
            if read < request.labels() {
                let level = self.labelled(value, read, request, &mut found.diagnostics);
                pending.extend(level.into_iter().rev().map(|value| (value, read + 1)));
                continue;
            }
            let alone = [value];
            for body in self.written_values(value, &alone) {
                if self.is_json_object(*body) {
                    found.blocks.push(JsonBlock {
                        body: *body,
                        labels: request.labels(),
                    });
                } else {
                    let wrong = request.not_body();
                    found.diagnostics.push(wrong.at(self.wrong_part(*body)));
                }
            }
        }
        found
    }

    /// The values of the properties that are named by the label at a place.
    fn labelled(
        self,
        value: ExprId,
        place: usize,
        request: BlockRequest<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<ExprId> {
        let mut values = Vec::new();
        let known = diagnostics.len();
        let alone = [value];
        for object in self.written_values(value, &alone) {
            let object = *object;
            if let Some(StructureContent::Object(properties)) = self.structure_content(object) {
                let properties = self.tree[properties].iter();
                values.extend(properties.filter_map(|id| self.property_value(*id)));
            } else {
                let wrong = request.not_labelled(place);
                diagnostics.push(wrong.at(self.wrong_part(object)));
            }
        }
        // A schema requires labels; where nothing is known of the blocks, an empty object may be no block.
        let is_of_schema = matches!(request, BlockRequest::Named { .. });
        if is_of_schema && values.is_empty() && diagnostics.len() == known {
            let wrong = request.no_label(place);
            diagnostics.push(wrong.at(self.wrong_part(value)));
        }
        values
    }

    /// The part of a wrong value that is reported: its opening bracket, or all of it if it has none.
    pub(crate) fn wrong_part(self, value: ExprId) -> Span {
        let span = self.tree.span(value);
        if self.is_json_structure(value) {
            Span::new(span.start(), span.start() + 1)
        } else {
            span
        }
    }

    /// The values in an array, none for null, and any other value alone.
    fn written_values<'a>(self, value: ExprId, alone: &'a [ExprId; 1]) -> &'a [ExprId]
    where
        Self: 'a,
    {
        match self.tree[value].kind {
            ExprKind::Null => &[],
            _ => self.json_elements(value).unwrap_or(alone),
        }
    }

    /// What stands in an object or an array of JSON.
    fn structure_content(self, value: ExprId) -> Option<StructureContent> {
        Some(self.tree.structure(value)?.content)
    }

    /// Whether the value is an object or an array of JSON.
    #[inline]
    pub(crate) fn is_json_structure(self, id: ExprId) -> bool {
        self.tree.structure(id).is_some()
    }

    /// The elements of an array of JSON.
    pub(crate) fn json_elements(self, id: ExprId) -> Option<&'t [ExprId]> {
        match self.structure_content(id) {
            Some(StructureContent::Array(elements)) => Some(&self.tree[elements]),
            _ => None,
        }
    }

    /// The properties of an object of JSON.
    pub(crate) fn json_properties(self, id: ExprId) -> &'t [ItemId] {
        match self.structure_content(id) {
            Some(StructureContent::Object(properties)) => &self.tree[properties],
            _ => &[],
        }
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

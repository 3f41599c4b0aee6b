//! The arguments of spec blocks ("Spec Block Types", "Type Expressions").

use super::SpecFileReader;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::Number;
use crate::schema::BodyContent;
use crate::spec::BlockCounts;
use crate::spec::Requirement;
use crate::spec::decode::attribute_value;
use crate::syntax::tree::handle::{Attribute, Block};
use crate::value::{Type, Value};

impl SpecFileReader {
    /// The value of an argument, if it is set and not null.
    fn argument(&mut self, content: &BodyContent, name: &str, ty: &Type) -> Option<Value> {
        let attribute = content.attribute(name)?;
        match attribute_value(attribute, ty, &self.constants, &self.constants.work()) {
            Ok(value) => Some(value).filter(|value| !value.is_null()),
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                None
            }
        }
    }

    /// The name that a spec decodes: its `name` argument, or the label of the spec block.
    pub(super) fn name(
        &mut self,
        block: &Block,
        content: &BodyContent,
        argument: &'static str,
        default_name: Option<&str>,
    ) -> String {
        let before = self.diagnostics.count();
        let given = self.argument(content, argument, &Type::STRING);
        let given = given.as_ref().and_then(Value::as_str);
        let name = given.or(default_name);
        if self.diagnostics.count() == before && name.is_none_or(str::is_empty) {
            self.report_name(block, content, argument, name.is_some());
        }
        name.unwrap_or_default().to_owned()
    }

    /// Reports that a spec has no name, or an empty one.
    fn report_name(
        &mut self,
        block: &Block,
        content: &BodyContent,
        argument: &'static str,
        is_empty: bool,
    ) {
        let title = |argument| {
            let summary = format!("Missing {argument} in {} spec", block.block_type());
            Code::MissingSpecArgument.titled(summary)
        };
        if !is_empty {
            let detail = format!(
                "The argument \"{argument}\" is required here: it says what this spec reads. The label of the spec can \
                 replace it only within an \"object\"."
            );
            return self.missing(Diagnostic::of(title(argument), detail), &block.body());
        }
        let detail = "The name of what this spec reads must not be empty.";
        let diagnostic = Diagnostic::of(title(argument), detail);
        match content.attribute(argument) {
            Some(attribute) => {
                let diagnostic = diagnostic.at(attribute.expression());
                self.diagnostics.push(diagnostic);
            }
            None => self.report_block(diagnostic, block),
        }
    }

    pub(super) fn requirement(&mut self, content: &BodyContent) -> Requirement {
        let required = self.argument(content, "required", &Type::BOOL);
        match required.as_ref().and_then(Value::as_bool) {
            Some(true) => Requirement::Required,
            _ => Requirement::Optional,
        }
    }

    /// The type in an argument; `any` if the argument is absent or invalid.
    pub(super) fn ty(&mut self, content: &BodyContent, name: &str) -> Type {
        let Some(attribute) = content.attribute(name) else {
            return Type::DYNAMIC;
        };
        attribute
            .expression()
            .type_constraint()
            .unwrap_or_else(|error| {
                self.diagnostics.extend(error.into_diagnostics());
                Type::DYNAMIC
            })
    }

    /// The limits for the number of blocks. Zero and negative numbers mean no limit.
    pub(super) fn counts(&mut self, content: &BodyContent) -> BlockCounts {
        let min = self.count(content, "min_items").unwrap_or_default();
        let max = self.count(content, "max_items").filter(|max| *max > 0);
        let attribute = content.attribute("max_items");
        if let (Some(max), Some(attribute)) = (max.filter(|max| *max < min), attribute) {
            let detail = format!(
                "\"max_items\" must not be less than \"min_items\", but {max} is less than {min}."
            );
            self.wrong(attribute, Code::InvalidNumberOfItems, detail);
            return BlockCounts { min, max: None };
        }
        BlockCounts { min, max }
    }

    fn count(&mut self, content: &BodyContent, name: &str) -> Option<usize> {
        let value = self.argument(content, name, &Type::NUMBER)?;
        if value.as_number().is_some_and(Number::is_negative) {
            return None;
        }
        let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
        if let (None, Some(attribute)) = (count, content.attribute(name)) {
            let is_whole = value.as_number().is_some_and(Number::is_integer);
            let wrong = if is_whole {
                "is too large"
            } else {
                "must be a whole number"
            };
            let detail = format!("\"{name}\" {wrong}.");
            self.wrong(attribute, Code::InvalidNumberOfItems, detail);
        }
        count
    }

    /// The names of the labels of blocks, from the argument `labels`.
    pub(super) fn labels(&mut self, content: &BodyContent) -> Vec<String> {
        let labels = self.argument(content, "labels", &Type::list(Type::STRING));
        let labels = labels
            .as_ref()
            .and_then(Value::as_slice)
            .unwrap_or_default();
        let names: Vec<_> = labels
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        if let Some(attribute) = content.attribute("labels")
            && labels.len() != names.len()
        {
            let detail = "Each label needs a name, which must not be null.".to_owned();
            self.wrong(attribute, Code::InvalidLabelNames, detail);
        }
        names
    }

    /// Reports an invalid argument.
    pub(super) fn wrong(&mut self, attribute: &Attribute, code: Code, detail: String) {
        let expression = attribute.expression();
        self.diagnostics
            .push(Diagnostic::of(code, detail).at(&expression));
    }
}

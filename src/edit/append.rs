//! Appending to what a path names: elements to tuples, items to blocks.

use serde::ser::Serialize;

use super::build::BodyBuilder;
use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::path::Path;
use crate::syntax::address::{BodyPart, part_at};
use crate::syntax::options::parse;
use crate::syntax::resolve::{LABELS_NAMED, invalid};
use crate::syntax::tree::handle::{Body, BodyItem, Expression};

impl Edit {
    /// Adds data at the end of what a path names: an element to a list; items to a block, or to the body itself if the
    /// path is empty.
    ///
    /// ```
    /// let body = hcl::parse("service \"web\" {\n  ports = [80]\n}\n")?;
    /// let mut edit = body.edit();
    /// edit.append_path(&body, "service.ports", 443);
    /// edit.append_path(
    ///     &body,
    ///     "service",
    ///     std::collections::BTreeMap::from([("host", "local")]),
    /// );
    /// let text = "service \"web\" {\n  ports = [80, 443]\n  host  = \"local\"\n}\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn append_path<T: Serialize>(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        data: T,
    ) {
        self.append(body, path, |edit, end| match end {
            End::Tuple(expression) => {
                edit.insert_element(&expression, None, &snippet::data(&data)?)
            }
            End::Body(body) => {
                edit.at_end(&body)
                    .insert(BodyBuilder::default().data(&data));
                Ok(())
            }
        });
    }

    /// Adds text at the end of what a path names: an expression to a list; attributes and blocks to a block, or to the
    /// body itself if the path is empty.
    ///
    /// ```
    /// let body = hcl::parse("ports = [80]\n\nservice \"web\" {}\n")?;
    /// let mut edit = body.edit();
    /// edit.append_path_expression(&body, "ports", "base + 1");
    /// edit.append_path_expression(&body, "", "service \"api\" {}");
    /// let text = "ports = [80, base + 1]\n\nservice \"web\" {}\n\nservice \"api\" {}\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn append_path_expression(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        text: &str,
    ) {
        self.append(body, path, |edit, end| match end {
            End::Tuple(expression) => {
                edit.insert_element(&expression, None, &snippet::expression(text)?)
            }
            End::Body(body) => {
                for item in parse(text)?.items() {
                    edit.append_item(&body, &item);
                }
                Ok(())
            }
        });
    }

    /// Copies an item into a body: a block to the end, an attribute after the other attributes.
    fn append_item(&mut self, body: &Body, item: &BodyItem) {
        let place = match item {
            BodyItem::Attribute(_) => self.after_last_attribute(body),
            BodyItem::Block(_) => self.at_end(body),
        };
        place.copy_item(item);
    }

    fn append(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        change: impl FnOnce(&mut Edit, End) -> Result<()>,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        let part = part_at(self.body_index(body), path.steps());
        let end = part.and_then(|part| self.end_of(part));
        if let Err(error) = end.and_then(|end| change(self, end)) {
            self.path_error(&path, error);
        }
    }

    fn end_of(&self, part: BodyPart) -> Result<End> {
        Ok(match part {
            BodyPart::Body(body) => End::Body(body),
            BodyPart::Block(block) => End::Body(block.body()),
            BodyPart::Attribute(attribute) => End::Tuple(self.readable(attribute.expression())?),
            BodyPart::Expression(expression) => End::Tuple(self.readable(expression)?),
            BodyPart::Labels { .. } => return Err(invalid(LABELS_NAMED)),
        })
    }
}

/// The body or tuple to append to.
enum End {
    Body(Body),
    Tuple(Expression),
}

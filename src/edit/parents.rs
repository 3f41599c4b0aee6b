//! Setting attributes and items together with the missing blocks and objects around them.

use serde::ser::Serialize;

use super::editor::Edit;
use super::missing::{Header, MissingPlace};
use super::snippet;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::path::{Path, PathStep};
use crate::syntax::resolve::{Found, FoundBlocks, invalid, no_part_of};
use crate::syntax::tree::handle::Body;

impl Edit {
    /// Writes data at a path, like [`set_path`](Edit::set_path), and adds the blocks and objects around it that are
    /// missing.
    ///
    /// In the expression of an attribute, objects are added; everywhere else, blocks. A step that is a key is a label
    /// of the block before it. Names after a block type are labels, too: as many as the blocks of this type in the same
    /// body have. The last name is that of the attribute. If several calls add to the same place, they add to the same
    /// block.
    ///
    /// ```
    /// let body = hcl::parse("service \"web\" {\n  port = 80\n}\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_with_parents(&body, "service.api.port", 443);
    /// edit.set_path_with_parents(&body, "service.api.check.path", "/");
    /// edit.set_path_with_parents(&body, "log[\"file\"].level", "info");
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"service "web" {
    ///   port = 80
    /// }
    ///
    /// service "api" {
    ///   port = 443
    ///
    ///   check {
    ///     path = "/"
    ///   }
    /// }
    ///
    /// log "file" {
    ///   level = "info"
    /// }
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_with_parents<T: Serialize>(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        data: T,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        match self.missing_around(body, path.steps()) {
            Ok(None) => self.set_path(body, path, data),
            Ok(Some(missing)) => self.add_missing(&path, missing, snippet::data(&data)),
            Err(error) => self.path_error(&path, error),
        }
    }

    /// Writes an expression, given as text, at a path, like
    /// [`set_path_with_parents`](Edit::set_path_with_parents).
    ///
    /// ```
    /// let body = hcl::parse("tags = { a = 1 }\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_expression_with_parents(&body, "tags.team.name", "var.team");
    /// assert_eq!(edit.finish_text()?, "tags = { a = 1, team = { name = var.team } }\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_expression_with_parents(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        text: &str,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        match self.missing_around(body, path.steps()) {
            Ok(None) => self.set_path_expression(body, path, text),
            Ok(Some(missing)) => {
                self.add_missing(&path, missing, snippet::expression(text));
            }
            Err(error) => self.path_error(&path, error),
        }
    }

    fn add_missing(&mut self, path: &Path, place: MissingPlace, value: Result<String>) {
        match value {
            Ok(value) => self.additions.add(place, value),
            Err(error) => self.path_error(path, error),
        }
    }

    /// The place that a path names, with the blocks and objects missing around it; `None` if none is missing.
    fn missing_around(&self, body: &Body, steps: &[PathStep]) -> Result<Option<MissingPlace>> {
        if steps.len() > MAX_DEPTH {
            let detail = format!("What is added must not nest more than {MAX_DEPTH} levels deep.");
            return Err(invalid(detail));
        }
        let mut found = Found::Body(self.body_index(body));
        for (index, step) in steps.iter().enumerate() {
            let next = match &found {
                // The last step is the name of the attribute.
                Found::Blocks(blocks)
                    if index + 1 < steps.len() && blocks.is_absent_label(step) =>
                {
                    None
                }
                _ => found.step(step),
            };
            let Some(next) = next else {
                return self.missing(&found, &steps[..index], &steps[index..]);
            };
            found = next.found;
        }
        Ok(None)
    }

    fn missing(
        &self,
        found: &Found,
        before: &[PathStep],
        steps: &[PathStep],
    ) -> Result<Option<MissingPlace>> {
        if let Some(object) = found.expression() {
            if steps.len() == 1 {
                return Ok(None);
            }
            let object = self.readable(object)?;
            let error = || no_part_of(&object, &steps[0]);
            let mut keys = names(steps).ok_or_else(error)?;
            let key = keys.pop().ok_or_else(error)?;
            return Ok(Some(MissingPlace::Objects { object, keys, key }));
        }
        let lacking = match found {
            Found::Blocks(blocks) if steps.len() > 1 && blocks.is_absent_label(&steps[0]) => {
                Some(blocks)
            }
            _ => None,
        };
        let (body, first) = match (lacking, found.body_for(&steps[0])) {
            (Some(blocks), _) => (&blocks.around, before.len() - 1 - blocks.followed),
            (None, Some(body)) => (body, before.len()),
            (None, None) => return Err(found.near(found.no_part(&steps[0]))),
        };
        if lacking.is_none() && steps.len() == 1 {
            return Ok(None);
        }
        let steps: Vec<PathStep> = before[first..].iter().chain(steps).cloned().collect();
        let error = || {
            invalid(
                "What is added must have a name, and each step before it must be a name or a label.",
            )
        };
        let (last, around) = steps.split_last().ok_or_else(error)?;
        let name = last.name().ok_or_else(error)?;
        let known = lacking.map(FoundBlocks::label_count);
        Ok(Some(MissingPlace::Blocks {
            body: body.body.clone(),
            blocks: headers(around, known.unwrap_or(0)).ok_or_else(error)?,
            name: name.to_owned(),
        }))
    }

    /// Adds all collected additions to their bodies and objects.
    pub(super) fn add_parents(&mut self) -> Result<()> {
        let additions = std::mem::take(&mut self.additions);
        for (_, (body, items)) in additions.bodies {
            self.at_end(&body).insert(items.into_builder());
        }
        for (_, (object, items)) in additions.objects {
            for (key, value) in items {
                self.set_inner(&object, &PathStep::from(&key), &value.into_text())?;
            }
        }
        Ok(())
    }
}

fn names(steps: &[PathStep]) -> Option<Vec<String>> {
    let name = |step: &PathStep| step.name().map(str::to_owned);
    steps.iter().map(name).collect()
}

/// The headers of the blocks that steps name. The first block has at least `labels` labels.
fn headers(steps: &[PathStep], mut labels: usize) -> Option<Vec<Header>> {
    let mut headers: Vec<Header> = Vec::new();
    for step in steps {
        let name = step.name()?.to_owned();
        match headers.last_mut() {
            Some(header) if labels > 0 || matches!(step, PathStep::Key(_)) => {
                labels = labels.saturating_sub(1);
                header.push(name);
            }
            _ => headers.push(vec![name]),
        }
    }
    Some(headers)
}

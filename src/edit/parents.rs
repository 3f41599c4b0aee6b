//! Attributes and items that are set together with the blocks and objects around them, if those are missing.

use serde::ser::Serialize;

use super::by_path::{NAME, inner_data, without_name};
use super::editor::Edit;
use super::missing::{Header, WithParents, items_with_blocks, items_with_objects};
use super::snippet;
use crate::error::{Error, Result};
use crate::path::{Path, PathStep};
use crate::syntax::resolve::{Found, FoundBlocks, invalid, no_part_of};
use crate::syntax::tree::handle::Body;

impl Edit {
    /// Sets what a path names to data, as [`set_path`](Edit::set_path), and adds what is missing around it.
    ///
    /// In the expression of an attribute, objects are added, and blocks everywhere else. A step that is given as a key
    /// is a label of the block before it; so is a name after the type of a block, as many as the blocks of this type
    /// have that are in the same body. What several calls add to the same place is in the same block.
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
            Ok(Some(missing)) => self.add_missing(&path, missing, inner_data(&data)),
            Err(error) => self.errors.push(error.prepend_path(path.steps())),
        }
    }

    /// Sets what a path names to an expression that is given as text, as
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
                let expression = snippet::expression(NAME, text).map_err(without_name);
                self.add_missing(&path, missing, expression);
            }
            Err(error) => self.errors.push(error.prepend_path(path.steps())),
        }
    }

    fn checked_path(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
    ) -> Option<Path> {
        if !self.is_own_body(body) {
            return None;
        }
        let path = path.try_into().map_err(Into::into);
        path.map_err(|error| self.errors.push(error)).ok()
    }

    fn add_missing(&mut self, path: &Path, mut missing: WithParents, value: Result<String>) {
        match value {
            Ok(value) => {
                match &mut missing {
                    WithParents::Blocks { expression, .. }
                    | WithParents::Objects { expression, .. } => *expression = value,
                }
                self.with_parents.push(missing);
            }
            Err(error) => self.errors.push(error.prepend_path(path.steps())),
        }
    }

    /// What has to be added around what a path names; `None` if nothing is missing. The expression is not set yet.
    fn missing_around(&self, body: &Body, steps: &[PathStep]) -> Result<Option<WithParents>> {
        let mut found = Found::Body(self.body_index(body));
        for (index, step) in steps.iter().enumerate() {
            let next = match &found {
                Found::Blocks(blocks) if blocks.lack_label(step) => None,
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
    ) -> Result<Option<WithParents>> {
        if let Some(object) = found.expression() {
            if steps.len() == 1 {
                return Ok(None);
            }
            let object = self.readable(object)?;
            return Ok(Some(WithParents::Objects {
                keys: names(steps).ok_or_else(|| no_part_of(&object, &steps[0]))?,
                object,
                expression: String::new(),
            }));
        }
        let lacking = match found {
            Found::Blocks(blocks) if blocks.lack_label(&steps[0]) => Some(blocks),
            _ => None,
        };
        let (body, first) = match (lacking, found.body(&steps[0])) {
            (Some(blocks), _) => (blocks.around(), before.len() - 1 - blocks.followed()),
            (None, Some(body)) => (body, before.len()),
            (None, None) => return Err(found.near(found.no_part(&steps[0]))),
        };
        if lacking.is_none() && steps.len() == 1 {
            return Ok(None);
        }
        let steps: Vec<PathStep> = before[first..].iter().chain(steps).cloned().collect();
        let error =
            || invalid("What is added has a name, and each step around it is a name or a label.");
        let (last, around) = steps.split_last().ok_or_else(error)?;
        let name = last.name().ok_or_else(error)?;
        let known = lacking.map(FoundBlocks::label_count);
        Ok(Some(WithParents::Blocks {
            body: body.body.clone(),
            blocks: headers(around, known.unwrap_or(0)).ok_or_else(error)?,
            name: name.to_owned(),
            expression: String::new(),
        }))
    }

    /// Adds all that is missing.
    pub(super) fn add_parents(&mut self) -> Result<()> {
        let all = std::mem::take(&mut self.with_parents);
        let mut rest: Vec<&WithParents> = all.iter().collect();
        while let Some(first) = rest.first().copied() {
            let (same, others) = rest.into_iter().partition(|it| it.is_at_place_of(first));
            rest = others;
            match first {
                WithParents::Blocks { body, .. } => {
                    let items = same.into_iter().filter_map(WithParents::item_in_blocks);
                    let builder = items_with_blocks(&items.collect::<Vec<_>>());
                    self.at_end(body).insert(builder);
                }
                WithParents::Objects { object, .. } => {
                    let items = same.into_iter().filter_map(WithParents::item_in_objects);
                    for (key, value) in items_with_objects(&items.collect::<Vec<_>>()) {
                        self.set_inner(object, &PathStep::from(&key), &value)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn names(steps: &[PathStep]) -> Option<Vec<String>> {
    let name = |step: &PathStep| step.name().map(str::to_owned);
    steps.iter().map(name).collect()
}

/// The blocks that steps name. The first one has at least `labels` labels.
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

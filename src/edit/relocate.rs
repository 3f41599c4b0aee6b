//! Moving what a path names to another path.

use super::by_path::{Target, index};
use super::change::moved_to_nowhere;
use super::container::ContainerKind;
use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::nfc::normalize;
use crate::path::{Path, PathStep};
use crate::quote::counted;
use crate::span::Span;
use crate::syntax::address::part_at;
use crate::syntax::resolve::{Found, LABELS_NAMED, invalid, no_name};
use crate::syntax::tree::handle::{Block, Body, BodyItem, Expression};

impl Edit {
    /// Moves an item from a path to another path, so that it gets another name, another place, or both: an attribute or
    /// a block into another block; an item of an object or an element of a list into another object or block. The
    /// blocks and objects around the new path must exist in the source, and nothing may be at the new path. The new
    /// path of a block must end with the block type and as many labels as the block has.
    ///
    /// Comments are kept, except those of an item or an element that leaves its object or list: only its value moves,
    /// as it is in the source.
    ///
    /// References are not changed: use [`rename_references`](Edit::rename_references). A path that leads nowhere is an
    /// error: if a path may not exist, check it with [`Body::at`] first. To move something into a new block, first add
    /// the block in a separate edit.
    ///
    /// ```
    /// let body = hcl::parse("a {\n  # The port.\n  port = 80\n}\n\nb {\n  x = 1\n}\n")?;
    /// let mut edit = body.edit();
    /// edit.move_path(&body, "a.port", "b.number");
    /// let text = "a {\n}\n\nb {\n  x = 1\n  # The port.\n  number = 80\n}\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn move_path(
        &mut self,
        body: &Body,
        from: impl TryInto<Path, Error: Into<Error>>,
        to: impl TryInto<Path, Error: Into<Error>>,
    ) {
        let Some(to) = self.converted(to) else {
            return;
        };
        let Some(from) = self.converted(from) else {
            return;
        };
        self.at_path(body, &from, |edit, target| match target {
            Target::Attribute(owner, name) => edit.move_attribute(body, &owner, &name, &to),
            Target::Block(block) => {
                edit.move_block(body, &block, &to);
                Ok(())
            }
            Target::Inner(object, _) => edit.move_inner(body, &object, &from, &to),
            Target::Labels(..) => Err(invalid(LABELS_NAMED)),
        });
    }

    /// Moves a part of an object or a tuple.
    fn move_inner(
        &mut self,
        body: &Body,
        around: &Expression,
        from: &Path,
        to: &Path,
    ) -> Result<()> {
        let part = part_at(self.body_index(body), from.steps())?.expression();
        let part = part.ok_or_else(no_name)?;
        if part_at(self.body_index(body), to.steps()).is_ok() {
            self.path_error(to, occupied(to));
            return Ok(());
        }
        let (Some(step), Some((name, to_around))) = (from.steps().last(), to.steps().split_last())
        else {
            return Err(no_name());
        };
        let object = part_at(self.body_index(body), to_around);
        let object = object.ok().and_then(|it| it.expression());
        if let Some(object) = &object
            && part.span().join(object.span()) == part.span()
        {
            return Err(moved_to_nowhere());
        }
        if let Some(object) = object
            && self.readable(object)?.span() == around.span()
            && let Some(is_renamed) = self.rename_item(around, step, name)
        {
            if !is_renamed {
                self.path_error(to, occupied(to));
            }
            return Ok(());
        }
        if !self.takes_value(body, to, part.span()) {
            self.path_error(to, occupied(to));
            return Ok(());
        }
        self.remove_path(body, from);
        self.set_path_expression(body, to, part.text());
        Ok(())
    }

    /// Records that a value moves to a path. Returns false if another value has already been moved there, which would
    /// be replaced.
    fn takes_value(&mut self, body: &Body, to: &Path, value: Span) -> bool {
        let place = match self.target(body, to.steps()) {
            Ok(Target::Attribute(owner, name)) => (owner.span(), name),
            Ok(Target::Inner(object, PathStep::Attribute(name) | PathStep::Key(name))) => {
                (object.span(), normalize(&*name).into_owned())
            }
            // Nothing can be moved there.
            _ => return true,
        };
        *self.moved_values.entry(place).or_insert(value) == value
    }

    /// Gives an item of an object another key. Returns `None` if there is no such item, and false if another change of
    /// this edit already uses the key.
    fn rename_item(
        &mut self,
        object: &Expression,
        step: &PathStep,
        new: &PathStep,
    ) -> Option<bool> {
        let container = self.container(object).ok()?;
        let name = new.name()?;
        if container.kind() != ContainerKind::Object {
            return None;
        }
        let index = index(container, step)?;
        if !container.rename(index, name) {
            return Some(false);
        }
        let keys = container.key_spans(index);
        // If the items before it are removed, it comes first, where `for` needs quotes.
        let key = snippet::key(name, true);
        for span in keys {
            self.replace(span, key.clone());
        }
        Some(true)
    }

    fn move_attribute(&mut self, body: &Body, owner: &Body, name: &str, to: &Path) -> Result<()> {
        let index = self.body_index(owner);
        let attribute = index.attribute(name);
        let attribute = attribute.ok_or_else(|| index.no_item(&PathStep::from(name)))?;
        let Some((target, names)) = self.expect_place(body, to, 1) else {
            return Ok(());
        };
        if let [new] = names.as_slice()
            && new != name
        {
            self.rename_attribute(&attribute, new);
        }
        if target.span() == owner.span() {
            return Ok(());
        }
        self.after_last_attribute(&target).move_item(&attribute);
        Ok(())
    }

    fn move_block(&mut self, body: &Body, block: &Block, to: &Path) {
        let old = block.names();
        let Some((target, names)) = self.expect_place(body, to, old.len()) else {
            return;
        };
        if names[0] != old[0] {
            self.set_block_type(block, &names[0]);
        }
        if names[1..] != old[1..] {
            self.rename_labels(block, &names[1..]);
        }
        let (owner, _) = self.owner(block.span());
        if owner.body.span() != target.span() {
            self.at_end(&target).move_item(BodyItem::from(block));
        }
    }

    /// Returns the [new place](Edit::new_place). If there is none, adds the error to the edit, with this path.
    fn expect_place(
        &mut self,
        body: &Body,
        to: &Path,
        count: usize,
    ) -> Option<(Body, Vec<String>)> {
        let place = self.new_place(body, to, count);
        place.map_err(|error| self.path_error(to, error)).ok()
    }

    /// Splits a path into the body at its beginning and this number of names at its end. Fails if something already
    /// exists at the path.
    fn new_place(&self, body: &Body, to: &Path, count: usize) -> Result<(Body, Vec<String>)> {
        let wrong = || {
            let detail = format!(
                "The new address \"{to}\" must end with {}, as many as the moved item has.",
                counted(count, "name")
            );
            invalid(detail)
        };
        let around = to.steps().len().checked_sub(count).ok_or_else(wrong)?;
        let (around, last) = to.steps().split_at(around);
        let name = |step: &PathStep| step.name().map(str::to_owned).ok_or_else(wrong);
        let names = last.iter().map(name).collect::<Result<_>>();
        let found = match (Found::follow(self.body_index(body), around), &names) {
            (Ok(found), _) => found,
            // The address is wrong even if the part before the names is added.
            (Err(_), Err(_)) => return Err(wrong()),
            (Err(error), Ok(_)) => return Err(error),
        };
        let not_a_block = |found: &Found| {
            let detail = "Only a block can hold what is moved here.";
            Err(found.near(invalid(detail)))
        };
        let target = match &found {
            Found::Body(index) => index.body.clone(),
            Found::Blocks(blocks) => {
                let block = blocks.expect_one()?;
                // A key is a label as long as the blocks have labels.
                if found.body_for(&last[0]).is_none() {
                    return Err(found.near(found.no_part(&last[0])));
                }
                block.body()
            }
            _ => return not_a_block(&found),
        };
        let end = self.body_index(&target);
        let mut at = Some(Found::Body(end));
        for step in last {
            // The type of a moved block would be the name of an attribute.
            if let Some(found @ Found::Attribute(_)) = &at {
                return not_a_block(found);
            }
            at = at.and_then(|at| at.step(step)).map(|it| it.found);
        }
        // The whole path can also lead to the block around it, by a label of that block.
        if at.is_some() || Found::follow(self.body_index(body), to.steps()).is_ok() {
            return Err(occupied(to));
        }
        Ok((target, names?))
    }
}

fn occupied(to: &Path) -> Error {
    invalid(format!("There is already something at \"{to}\"."))
}

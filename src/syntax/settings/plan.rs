//! Classifies the steps of a setting: names of blocks, their labels, and the name that is set. The type decides. Where
//! it leaves this open, the lower layers decide.

use std::ops::Range;

use super::lower::{Lower, LowerKind};
use super::text::SettingText;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::handle::forms::{BodyForms, ContentForm, ItemForm, LevelForm};

/// The blocks around the part that is set, the outermost first, and the part set in the innermost one.
pub(super) struct Plan {
    pub(super) blocks: Vec<BlockSteps>,
    pub(super) set: SetSteps,
}

/// A block, by the indexes of its steps.
pub(super) struct BlockSteps {
    pub(super) name: usize,
    pub(super) labels: Range<usize>,
}

/// The part that is set.
pub(super) enum SetSteps {
    Attribute {
        name: usize,
        is_text: bool,
    },
    /// An item with a name and the labels given so far.
    Item {
        steps: BlockSteps,
        form: ItemForm,
    },
    Variant(BlockSteps),
}

pub(super) struct Planner<'a> {
    pub(super) forms: Option<&'a BodyForms>,
    pub(super) lower: &'a mut Lower,
    pub(super) text: &'a SettingText,
}

impl Planner<'_> {
    pub(super) fn plan(&mut self) -> Result<Plan, Diagnostic> {
        let mut level = self.forms.map_or(LevelForm::Unknown, |forms| forms.root);
        let mut blocks: Vec<BlockSteps> = Vec::new();
        let mut at = 0;
        loop {
            let form = self.form(level, &blocks, at)?;
            let left = self.text.steps.len() - at - 1;
            let labels = |count: usize| BlockSteps {
                name: at,
                labels: at + 1..at + 1 + count,
            };
            if let ContentForm::Text | ContentForm::Value = form.content {
                return self.value(form, blocks, at);
            }
            if left <= form.keys {
                let steps = labels(left);
                let set = match form.content {
                    ContentForm::Variant(_) if left == form.keys => SetSteps::Variant(steps),
                    _ => SetSteps::Item { steps, form },
                };
                return Ok(Plan { blocks, set });
            }
            let steps = labels(form.keys);
            match form.content {
                ContentForm::Variant(variants) => {
                    let level_of_variants = LevelForm::Body(variants);
                    let variant = at + 1 + form.keys;
                    let content = self.known_form(level_of_variants, variant)?;
                    let is_body = matches!(content.content, ContentForm::Body(Some(_)));
                    if is_body && content.keys == 0 && left > form.keys + 1 {
                        blocks.push(labels(form.keys + 1));
                        level = content.inside(0);
                        at = variant + 1;
                    } else {
                        blocks.push(steps);
                        level = level_of_variants;
                        at = variant;
                    }
                }
                ContentForm::List => return Err(self.in_list(at + form.keys)),
                _ => {
                    blocks.push(steps);
                    level = form.inside(form.keys);
                    at += 1 + form.keys;
                }
            }
        }
    }

    /// A value, or one in a map of values.
    fn value(
        &self,
        form: ItemForm,
        mut blocks: Vec<BlockSteps>,
        at: usize,
    ) -> Result<Plan, Diagnostic> {
        let left = self.text.steps.len() - at - 1;
        if left > form.keys {
            let name = at + form.keys;
            let detail = format!(
                "\"{}\" is a single value; nothing inside it can be set by path.",
                self.text.path_to(name + 1)
            );
            return Err(self.text.invalid(self.text.steps[name + 1].span, &detail));
        }
        let is_text = form.content == ContentForm::Text;
        if left < form.keys {
            let steps = BlockSteps {
                name: at,
                labels: at + 1..at + 1 + left,
            };
            // The keys of the last map are names in a body.
            let form = ItemForm {
                keys: form.keys - 1,
                content: ContentForm::Body(None),
            };
            let set = match left {
                0 => SetSteps::Attribute {
                    name: at,
                    is_text: false,
                },
                _ => SetSteps::Item { steps, form },
            };
            return Ok(Plan { blocks, set });
        }
        let name = at + left;
        if left > 0 {
            blocks.push(BlockSteps {
                name: at,
                labels: at + 1..name,
            });
        }
        let set = SetSteps::Attribute { name, is_text };
        Ok(Plan { blocks, set })
    }

    /// The form of the name at a step according to the type.
    fn known_form(&self, level: LevelForm, at: usize) -> Result<ItemForm, Diagnostic> {
        let Some(forms) = self.forms else {
            return Ok(ItemForm::UNKNOWN);
        };
        let name = &self.text.steps[at].text;
        forms.item(level, name).ok_or_else(|| {
            let step = &self.text.steps[at];
            let path = self.text.path_to(at);
            self.text
                .unknown(&step.text, step.span, path, forms.names(level), "")
        })
    }

    /// The form of the name at a step.
    fn form(
        &mut self,
        level: LevelForm,
        blocks: &[BlockSteps],
        at: usize,
    ) -> Result<ItemForm, Diagnostic> {
        let form = self.known_form(level, at)?;
        if form.content != ContentForm::Unknown {
            return Ok(form);
        }
        let text = self.text;
        let name = &text.steps[at].text;
        let left = text.steps.len() - at - 1;
        let mut lower = Some(&mut *self.lower);
        for block in blocks {
            let name = &text.steps[block.name].text;
            let labels = text.steps[block.labels.clone()].iter();
            let labels: Vec<String> = labels.map(|step| step.text.clone()).collect();
            lower = lower.and_then(|lower| lower.inside(name, &labels));
        }
        let kind = lower.as_mut().and_then(|lower| lower.kind(name));
        let of = |keys, content| ItemForm { keys, content };
        Ok(match kind {
            Some(LowerKind::Text) if left == 0 => of(0, ContentForm::Text),
            Some(LowerKind::Object) if left > 0 => of(0, ContentForm::Body(None)),
            Some(LowerKind::Text | LowerKind::Object | LowerKind::Value) => {
                of(0, ContentForm::Value)
            }
            Some(LowerKind::Blocks(Some(labels))) => of(labels, ContentForm::Body(None)),
            Some(LowerKind::Blocks(None)) => {
                let detail = format!(
                    "The \"{name}\" blocks have different numbers of labels, so it is unclear what the steps after \
                     \"{name}\" are."
                );
                return Err(text.invalid(text.steps[at].span, &detail));
            }
            // The type has a map of anything, or a name whose value can be anything.
            None if left == form.keys && (left > 0 || matches!(level, LevelForm::Body(_))) => {
                of(form.keys, ContentForm::Value)
            }
            None => {
                let addition = if self.forms.is_some() {
                    " Neither the type nor a lower layer declares it."
                } else {
                    ""
                };
                let names = lower.map(Lower::all_names).unwrap_or_default();
                let span = text.steps[at].span;
                return Err(text.unknown(name, span, text.path_to(at), names, addition));
            }
        })
    }

    /// The diagnostic for a path into a list, which cannot name an element.
    fn in_list(&self, at: usize) -> Diagnostic {
        let path = self.text.path_to(at + 1);
        let detail = format!(
            "\"{path}\" is a list, so a path cannot say which element is meant. Set the whole list: {path}=[{{ … }}]."
        );
        self.text.invalid(self.text.steps[at + 1].span, &detail)
    }
}

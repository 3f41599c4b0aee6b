//! Renaming references: traversals that begin with a path ("Static Traversal").

use foldhash::HashMap;

use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::nfc::normalize;
use crate::path::{Path, PathStep};
use crate::span::{Span, offset};
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::resolve::invalid;
use crate::syntax::tree::handle::{
    Attribute, Expression, ExpressionKind, Template, TemplatePart, Traversal, Visitor, WalkControl,
};

impl Edit {
    /// Renames references in the whole source: each traversal that begins with `from` begins with `to` instead. Both
    /// are paths with the same number of names, and the first name is that of a variable.
    ///
    /// All notations of a name are recognised: `service.web`, `service["web"]`, and `(service).web`. These are not
    /// changed: variables of a `for` that have the same name; names that are only known after evaluation, as in
    /// `service[name]`; splats, as in `service[*].port`; text.
    ///
    /// The edit fails if a renamed reference would refer to a variable of an enclosing `for`.
    ///
    /// ```
    /// let text = r#"
    /// a = service.web.port
    /// b = "${service["web"].port}"
    /// c = [for service in list : service.web]
    /// "#;
    /// let body = hcl::parse(text)?;
    /// let mut edit = body.edit();
    /// edit.rename_references("service.web", "service.front");
    /// let text = r#"
    /// a = service.front.port
    /// b = "${service["front"].port}"
    /// c = [for service in list : service.web]
    /// "#;
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn rename_references(
        &mut self,
        from: impl TryInto<Path, Error: Into<Error>>,
        to: impl TryInto<Path, Error: Into<Error>>,
    ) {
        let root = self.root().clone();
        if !self.is_own_body(&root) {
            return;
        }
        let renaming = from
            .try_into()
            .map_err(Into::into)
            .and_then(|from| Renaming::new(&from, &to.try_into().map_err(Into::into)?));
        let replacements = renaming.and_then(|renaming| {
            let mut references = References::default();
            root.walk(&mut references);
            references.replacements(&renaming).map_err(|captured| {
                let error = renaming.root.captured();
                error.at((captured, root.source()))
            })
        });
        match replacements {
            Ok(replacements) => {
                for (span, text) in replacements {
                    self.replace(span, text);
                }
            }
            Err(error) => self.errors.push(error),
        }
    }
}

/// The old and the new names of a path.
struct Renaming {
    root: NamePair,
    steps: Vec<NamePair>,
}

/// The old and the new name of a variable or of a step after it.
struct NamePair {
    old: String,
    new: String,
}

impl Renaming {
    fn new(from: &Path, to: &Path) -> Result<Self> {
        let wrong = || {
            invalid(format!(
                "References to \"{from}\" cannot be renamed to \"{to}\": both must have the same number of names, and \
                 the first must be the name of a variable."
            ))
        };
        if from.steps().len() != to.steps().len() {
            return Err(wrong());
        }
        let name = |step: &PathStep| step.name().map(str::to_owned).ok_or_else(wrong);
        let pairs = from.iter().zip(to.iter()).map(|(old, new)| {
            Ok(NamePair {
                old: name(old)?,
                new: name(new)?,
            })
        });
        let mut pairs = pairs.collect::<Result<Vec<_>>>()?.into_iter();
        let root = pairs.next().filter(|root| is_identifier(&root.new));
        Ok(Renaming {
            root: root.ok_or_else(wrong)?,
            steps: pairs.collect(),
        })
    }
}

impl NamePair {
    /// The error for a reference that would mean another variable if its root were renamed.
    fn captured(&self) -> Error {
        let NamePair { old, new } = self;
        invalid(format!(
            "This reference to \"{old}\" cannot be renamed to \"{new}\": a \"for\" around it defines a variable with \
             that name. Rename that variable first."
        ))
    }

    fn is_changed(&self) -> bool {
        self.old != self.new
    }
}

/// The traversals of a body, and the steps and parentheses in which they are found.
#[derive(Default)]
struct References {
    traversals: Vec<Traversal>,
    /// The span of the parentheses around an expression, by the span of the expression.
    parentheses: HashMap<Span, Span>,
    /// The step after an expression, by the span of the expression.
    steps: HashMap<Span, NamedStep>,
    /// The variables that each `for` defines, and the parts of it in which they are defined.
    scopes: Vec<(String, Span)>,
}

#[derive(Clone)]
struct NamedStep {
    name: String,
    /// The span of the name, or of the key in brackets.
    span: Span,
    /// The span of the expression, including the step.
    whole: Span,
    /// For attribute access, the span from the point to the end of the name.
    from_point: Option<Span>,
}

impl Visitor for References {
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        self.traversals.extend(attribute.expression().variables());
        WalkControl::Continue
    }

    fn expression(&mut self, expression: &Expression) -> WalkControl {
        if expression.element().is_some() {
            return WalkControl::Continue;
        }
        let whole = expression.span();
        let mut step = |source: &Expression, name: String, span, from_point| {
            let step = NamedStep {
                name,
                span,
                whole,
                from_point,
            };
            self.steps.insert(source.span(), step);
        };
        match expression.kind() {
            ExpressionKind::Parentheses(inner) => {
                self.parentheses.insert(inner.span(), whole);
            }
            ExpressionKind::GetAttr { source, name, .. } => {
                let bytes = expression.source().text().as_bytes();
                let point =
                    scan::insignificant(bytes, source.span().range().end, Newlines::Skipped);
                let start = whole.range().end - name.len();
                let span = |start: usize| Span::new(offset(start), whole.end());
                step(&source, name.clone(), span(start), Some(span(point)));
            }
            ExpressionKind::Index { source, key, .. } => {
                if let Some(text) = key.clone().without_parentheses().literal_text() {
                    step(&source, text.into_owned(), key.span(), None);
                }
            }
            ExpressionKind::For(it) => {
                let parts = [it.key, Some(it.value), it.condition].into_iter().flatten();
                for part in parts {
                    self.define(it.key_variable.as_deref(), &it.value_variable, part.span());
                }
            }
            _ => {}
        }
        WalkControl::Continue
    }

    fn template(&mut self, template: &Template) -> WalkControl {
        for part in template.parts() {
            if let TemplatePart::For {
                key_variable,
                value_variable,
                body,
                ..
            } = part
            {
                self.define(key_variable.as_deref(), &value_variable, body.span());
            }
        }
        WalkControl::Continue
    }
}

/// Whether two names are equal in normal form C.
fn is_same_name(one: &str, other: &str) -> bool {
    one == other || normalize(one) == normalize(other)
}

impl References {
    fn define(&mut self, key: Option<&str>, value: &str, within: Span) {
        let variables = key.into_iter().chain([value]);
        self.scopes
            .extend(variables.map(|it| (it.to_owned(), within)));
    }

    /// The spans in which a `for` defines a variable with this name, in the order of the source and without those that
    /// are within another.
    fn definitions_of(&self, name: &str) -> Vec<Span> {
        let scopes = self.scopes.iter();
        let defining = scopes.filter(|(variable, _)| is_same_name(variable, name));
        let mut spans: Vec<Span> = defining.map(|(_, span)| *span).collect();
        spans.sort_unstable();
        let mut end = 0;
        spans.retain(|span| {
            let is_outermost = span.end() > end;
            end = end.max(span.end());
            is_outermost
        });
        spans
    }

    /// The spans to replace in the source, with their new texts. Fails with the span of a reference that would mean the
    /// variable of a `for` if it were renamed.
    fn replacements(&self, renaming: &Renaming) -> Result<Vec<(Span, String)>, Span> {
        let definitions = self.definitions_of(&renaming.root.new);
        let is_captured = |span: Span| {
            let after = definitions.partition_point(|it| it.start() <= span.start());
            after > 0 && span.end() <= definitions[after - 1].end()
        };
        let mut replacements = Vec::new();
        for traversal in &self.traversals {
            let Some(steps) = self.steps_of(traversal, renaming) else {
                continue;
            };
            if renaming.root.is_changed() {
                let root = traversal.root_span();
                if is_captured(root) {
                    return Err(root);
                }
                replacements.push((root, renaming.root.new.clone()));
            }
            for (step, pair) in steps.into_iter().zip(&renaming.steps) {
                let new = &pair.new;
                if pair.is_changed() {
                    replacements.push(match step.from_point {
                        Some(_) if is_identifier(new) => (step.span, new.clone()),
                        Some(span) => (span, format!("[{}]", snippet::quoted(new))),
                        None => (step.span, snippet::quoted(new)),
                    });
                }
            }
        }
        Ok(replacements)
    }

    /// The steps after the root of a traversal; `None` if the traversal does not have the old names. Parentheses are
    /// ignored.
    fn steps_of(&self, traversal: &Traversal, renaming: &Renaming) -> Option<Vec<&NamedStep>> {
        if !is_same_name(traversal.root(), &renaming.root.old) {
            return None;
        }
        let mut at = traversal.root_span();
        let mut steps = Vec::new();
        for NamePair { old, .. } in &renaming.steps {
            while let Some(around) = self.parentheses.get(&at) {
                at = *around;
            }
            let step = self.steps.get(&at)?;
            if !is_same_name(&step.name, old) {
                return None;
            }
            at = step.whole;
            steps.push(step);
        }
        Some(steps)
    }
}

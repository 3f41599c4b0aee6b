//! References that are renamed: traversals that begin with a path ("Static Traversal").

use foldhash::HashMap;

use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::{Path, PathStep};
use crate::span::Span;
use crate::syntax::resolve::invalid;
use crate::syntax::tree::handle::{
    Attribute, Expression, ExpressionKind, Traversal, Visitor, WalkControl,
};

impl Edit {
    /// Renames references in the whole source: each traversal that begins with `from` begins with `to` instead. Both are
    /// paths with the same number of names, the first of which is that of a variable.
    ///
    /// A name counts however it is written: `service.web`, `service["web"]`, and `(service).web`. Variables of a `for`
    /// that have the name of the variable are left alone. What is named only when the expression is evaluated, as in
    /// `service[name]`, stays as it is, and so does text.
    ///
    /// ```
    /// let text = "a = service.web.port\nb = \"${service[\"web\"].port}\"\nc = [for service in list : service.web]\n";
    /// let body = hcl::parse(text)?;
    /// let mut edit = body.edit();
    /// edit.rename_references("service.web", "service.front");
    /// let text = "a = service.front.port\nb = \"${service[\"front\"].port}\"\nc = [for service in list : service.web]\n";
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
        match renaming {
            Ok(renaming) => {
                let mut references = References::default();
                root.walk(&mut references);
                for (span, text) in references.replacements(&renaming) {
                    self.replace(span, text);
                }
            }
            Err(error) => self.errors.push(error),
        }
    }
}

/// The old and the new name of each step.
struct Renaming(Vec<(String, String)>);

impl Renaming {
    fn new(from: &Path, to: &Path) -> Result<Self> {
        let wrong = || {
            invalid(format!(
                "References to \"{from}\" cannot be renamed to \"{to}\": both must have the same number of names, and \
                 the first is that of a variable."
            ))
        };
        let name = |step: &PathStep| step.name().map(str::to_owned).ok_or_else(wrong);
        let names = |path: &Path| path.iter().map(name).collect::<Result<Vec<_>>>();
        let (from, to) = (names(from)?, names(to)?);
        let is_fitting = from.len() == to.len() && to.first().is_some_and(|it| is_identifier(it));
        if !is_fitting {
            return Err(wrong());
        }
        Ok(Renaming(from.into_iter().zip(to).collect()))
    }
}

/// The traversals of a body, and the steps after what stands in parentheses.
#[derive(Default)]
struct References {
    traversals: Vec<Traversal>,
    /// The span of each expression that is put in parentheses, and that of the parentheses.
    parentheses: HashMap<Span, Span>,
    /// The step after an expression: its name, its span and the span of the expression with the step.
    steps: HashMap<Span, NamedStep>,
}

#[derive(Clone)]
struct NamedStep {
    name: String,
    span: Span,
    whole: Span,
    is_attribute: bool,
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
        let step = |source: &Expression, name: String, is_attribute| {
            let span = Span::new(source.span().end(), whole.end());
            let step = NamedStep {
                name,
                span,
                whole,
                is_attribute,
            };
            (source.span(), step)
        };
        match expression.kind() {
            ExpressionKind::Parentheses(inner) => {
                self.parentheses.insert(inner.span(), whole);
            }
            ExpressionKind::GetAttr { source, name } => {
                self.steps.extend([step(&source, name, true)]);
            }
            ExpressionKind::Index { source, key } => {
                let key = key.literal_text().map(std::borrow::Cow::into_owned);
                self.steps.extend(key.map(|key| step(&source, key, false)));
            }
            _ => {}
        }
        WalkControl::Continue
    }
}

impl References {
    /// What is replaced in the source, and by what.
    fn replacements(&self, renaming: &Renaming) -> Vec<(Span, String)> {
        let mut replacements = Vec::new();
        for traversal in &self.traversals {
            let found = self.names_of(traversal);
            let is_same =
                |((name, ..), (old, _)): (&(String, Span, bool), &(String, String))| name == old;
            if found.len() < renaming.0.len() || !found.iter().zip(&renaming.0).all(is_same) {
                continue;
            }
            for (index, ((_, span, is_attribute), (old, new))) in
                found.into_iter().zip(&renaming.0).enumerate()
            {
                if old == new {
                    continue;
                }
                let text = match is_attribute {
                    _ if index == 0 => new.clone(),
                    true if is_identifier(new) => format!(".{new}"),
                    _ => format!("[{}]", snippet::quoted(new)),
                };
                replacements.push((span, text));
            }
        }
        replacements
    }

    /// The names that a traversal begins with, through parentheses around it: each with its span, and whether it is
    /// an attribute.
    fn names_of(&self, traversal: &Traversal) -> Vec<(String, Span, bool)> {
        let mut names = vec![(traversal.root().to_owned(), traversal.root_span(), true)];
        let mut at = traversal.root_span();
        loop {
            while let Some(around) = self.parentheses.get(&at) {
                at = *around;
            }
            let Some(step) = self.steps.get(&at) else {
                return names;
            };
            names.push((step.name.clone(), step.span, step.is_attribute));
            at = step.whole;
        }
    }
}

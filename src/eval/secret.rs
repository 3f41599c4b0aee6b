//! Variables whose values must not be shown in diagnostics.
//!
//! A diagnostic may show a value in many ways: as it was found, converted, cut, as the key of an object in a path, or
//! in a message of a function or of a type of the application. Values are therefore not tracked. Instead, if an
//! expression refers to a secret, the details of all diagnostics about it are replaced; so are the details of a
//! diagnostic about the enclosing block that has no exact place. Diagnostics that contain only words of the source are
//! marked, and keep their details.
//!
//! Secrets are searched for only when a diagnostic is about to be reported.

use std::sync::Arc;

use foldhash::HashSet;

use super::context::EvalContext;
use crate::diagnostic::Diagnostic;
use crate::function::Function;
use crate::path::{Path, PathStep};
use crate::span::Span;
use crate::syntax::tree::handle::{Body, Document, Expression};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, ItemKind, Step, StepKind};

/// Replaces a detail that might reveal a secret.
const CONCEALED: &str = "The details of this error are not shown, because a secret is used here.";

/// Whether an expression, or something in it, refers to a secret.
pub(crate) fn refers_to_secret(expression: &Expression, ctx: &EvalContext) -> bool {
    let is_secret = |part: &Expression| is_secret(part.view(), part.id(), ctx);
    ctx.has_secrets() && expression.parts().iter().any(is_secret)
}

/// Whether an expression or a part of it is secret.
fn is_secret(view: View<'_, '_>, id: ExprId, ctx: &EvalContext) -> bool {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        if has_secret_value(view, id, ctx) {
            return true;
        }
        match view.expression(id) {
            // The variable with its attributes has been checked: only the index keys are left.
            ExpressionView::Traversal(traversal) if is_variable(view, traversal.source) => {
                pending.extend(traversal.keys());
            }
            _ => view.for_each_child(id, &mut |child| pending.push(child)),
        }
    }
    false
}

fn is_variable(view: View<'_, '_>, id: ExprId) -> bool {
    matches!(view.expression(id), ExpressionView::Variable(_))
}

/// Whether an expression itself is secret, without looking at its children.
fn has_secret_value(view: View<'_, '_>, id: ExprId, ctx: &EvalContext) -> bool {
    match view.expression(id) {
        ExpressionView::Variable(_) => is_secret_variable(view, id, &[], ctx),
        ExpressionView::Traversal(traversal) => {
            is_variable(view, traversal.source)
                && is_secret_variable(view, traversal.source, traversal.steps, ctx)
        }
        ExpressionView::FunctionCall(call) => {
            let name = view.function_name(call);
            ctx.function(&name).is_some_and(Function::has_secret_result)
        }
        ExpressionView::Embedded => {
            let embedded = view.embedded_view(id);
            embedded.is_some_and(|(inner, root)| is_secret(inner, root, ctx))
        }
        _ => false,
    }
}

/// Whether a variable, with the steps after it, is secret.
pub(super) fn is_secret_variable(
    view: View<'_, '_>,
    id: ExprId,
    steps: &[Step],
    ctx: &EvalContext,
) -> bool {
    let tree = view.tree;
    if tree.binding(id).is_some() {
        return tree.bindings.as_ref().is_some_and(|it| it.is_secret());
    }
    let is_name = |step: &&Step| matches!(step.kind, StepKind::GetAttr(_));
    let names = steps
        .iter()
        .take_while(is_name)
        .map(|step| view.accessed(*step));
    let path: Vec<&str> = std::iter::once(view.slice(tree.span(id)))
        .chain(names)
        .collect();
    ctx.is_secret(&path)
}

/// The parts of a tree that may reveal a secret.
pub(crate) struct Secrets<'a> {
    view: View<'a, 'a>,
    /// The spans of the expressions that refer to secrets.
    places: Vec<Span>,
    /// Whether `dynamic` blocks have generated something, such as a label, that may reveal a secret.
    is_generated: bool,
}

impl<'a> Secrets<'a> {
    /// Finds the secrets of a context in a tree.
    pub(crate) fn of(view: View<'a, 'a>, ctx: &EvalContext) -> Self {
        // A variable with steps is checked together with its steps.
        let tree = view.tree;
        let sources: HashSet<ExprId> = tree.traversal_sources().collect();
        let ids = tree.expression_ids().filter(|id| !sources.contains(id));
        let secret = ids.filter(|id| has_secret_value(view, *id, ctx));
        Secrets {
            view,
            places: secret.map(|id| tree.span(id)).collect(),
            is_generated: view.tree.bindings.as_ref().is_some_and(|it| it.is_secret()),
        }
    }

    /// Whether blocks were generated from secrets.
    pub(crate) fn is_generated(&self) -> bool {
        self.is_generated
    }

    /// Whether there is nothing to conceal.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty() && !self.is_generated
    }

    /// Conceals the details of a diagnostic about this tree that may reveal a secret.
    pub(crate) fn conceal(&self, diagnostic: &mut Diagnostic) {
        if self.is_empty() {
            return;
        }
        let around = diagnostic
            .parsed_subject()
            .and_then(|subject| self.around(subject));
        let is_within = |place: &Span| around.is_none_or(|around| contains(around, *place));
        let is_public = diagnostic.is_without_values() && !self.is_generated;
        if !is_public && (self.is_generated || self.places.iter().any(is_within)) {
            diagnostic.conceal(CONCEALED);
        }
        // Keys of objects and labels may have been computed from a secret: cut the path before the first such step.
        let is_computed = |step: &PathStep| match step {
            PathStep::Attribute(name) | PathStep::Key(name) => !self.view.text.contains(&**name),
            PathStep::Index(_) | PathStep::Element => false,
        };
        if let Some(computed) = diagnostic.path().steps().iter().position(is_computed) {
            diagnostic.truncate_path(computed);
        }
    }

    /// The innermost span around a place, of an attribute's expression or of a block. An empty place at the edge of a
    /// span counts as inside it.
    fn around(&self, place: Span) -> Option<Span> {
        let tree = self.view.tree;
        let mut innermost: Option<Span> = None;
        for id in tree.item_ids() {
            let span = match tree[id].kind {
                ItemKind::Attribute(value) | ItemKind::Property { value, .. } => tree.span(value),
                ItemKind::Block(_) | ItemKind::Generated(_) => tree.item_span(id),
                ItemKind::Named(_) | ItemKind::Keyed { .. } => continue,
            };
            if contains(span, place) && innermost.is_none_or(|it| contains(it, span)) {
                innermost = Some(span);
            }
        }
        innermost
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// Conceals the details of diagnostics about an expression that may reveal a secret.
pub(crate) fn conceal_of(
    view: View<'_, '_>,
    id: ExprId,
    ctx: &EvalContext,
    diagnostics: &mut [Diagnostic],
) {
    if !diagnostics.is_empty() && ctx.has_secrets() && is_secret(view, id, ctx) {
        for diagnostic in diagnostics {
            if !diagnostic.is_without_values() {
                diagnostic.conceal(CONCEALED);
            }
            diagnostic.set_path(Path::new());
        }
    }
}

/// Conceals the details of diagnostics about a body that may reveal a secret.
pub(crate) fn conceal_in(body: &Body, ctx: &EvalContext, diagnostics: &mut [Diagnostic]) {
    if diagnostics.is_empty() || !ctx.has_secrets() {
        return;
    }
    let documents = body.documents();
    let secrets = documents.iter().map(|it| Secrets::of(it.view(), ctx));
    let secrets: Vec<Secrets<'_>> = secrets.collect();
    for diagnostic in diagnostics {
        let source = diagnostic.parsed_source();
        let is_its = |document: &&Arc<Document>| source.is_some_and(|it| it.is(&document.source));
        let is_generated = secrets.iter().any(Secrets::is_generated);
        match documents.iter().position(is_its).filter(|_| !is_generated) {
            Some(at) => secrets[at].conceal(diagnostic),
            // The source of a layer, or of a function.
            None => conceal_anywhere(&secrets, diagnostic),
        }
    }
}

/// Conceals the details of a diagnostic that may be about anything in these trees.
pub(crate) fn conceal_anywhere(secrets: &[Secrets<'_>], diagnostic: &mut Diagnostic) {
    let subject = diagnostic.subject();
    if secrets.iter().all(Secrets::is_empty) {
        return;
    }
    let is_generated = secrets.iter().any(|it| it.is_generated);
    if is_generated || !diagnostic.is_without_values() {
        diagnostic.conceal(CONCEALED);
    }
    if subject.is_none() {
        diagnostic.set_path(Path::new());
    } else if is_generated {
        // Labels may have been generated, and keys of objects computed.
        let is_written = |name: &str| secrets.iter().any(|it| it.view.text.contains(name));
        let is_told = |step: &PathStep| match step {
            PathStep::Attribute(name) => is_written(name),
            PathStep::Index(_) => true,
            PathStep::Key(_) | PathStep::Element => false,
        };
        let steps = diagnostic.path().steps().iter();
        let told = steps.take_while(|step| is_told(step)).count();
        diagnostic.truncate_path(told);
    }
}

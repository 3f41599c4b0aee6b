//! The conditional operator ("Conditional Operator").

use super::{Evaluator, Scope};
use crate::convert::{Disagreement, convert, difference, unify};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::Shape;
use crate::value::{Type, Value};

/// A result of a conditional, with the diagnostics of its evaluation.
pub(super) struct Side {
    pub(super) value: Value,
    pub(super) errors: Vec<Diagnostic>,
}

impl Evaluator<'_> {
    /// The conditional `id`. Conditionals that are the false results of others nest to any depth:
    /// they are walked down first.
    pub(super) fn conditional(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let outer = self.pending.len();
        let mut last = id;
        while let Shape::Conditional([_, _, no]) = self.view.shape(last) {
            self.pending.push(last);
            last = no;
        }
        let mut no = self.side(|it| it.expression(last, scope));
        while self.pending.len() > outer
            && let Some(id) = self.pending.pop()
            && let Shape::Conditional([predicate, yes, no_id]) = self.view.shape(id)
        {
            let start = self.diagnostics.len();
            let yes_side = self.side(|it| it.expression(yes, scope));
            let span = self.span(yes).join(self.span(no_id));
            let value = self.choose(predicate, (yes_side, no), span, scope);
            let errors = self.diagnostics_since(start);
            no = Side { value, errors };
        }
        self.diagnostics.extend(no.errors);
        no.value
    }

    /// Evaluates something and keeps its diagnostics apart.
    pub(super) fn side(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Side {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        let errors = self.diagnostics_since(start);
        Side { value, errors }
    }

    /// Takes away what has been reported since there were so many diagnostics.
    #[inline]
    pub(super) fn diagnostics_since(&mut self, start: usize) -> Vec<Diagnostic> {
        if self.diagnostics.len() == start {
            return Vec::new();
        }
        self.diagnostics.split_off(start)
    }

    /// Evaluates a predicate and gives the result that it selects, as the type that both have in
    /// common. `span` is that of the two results.
    pub(super) fn choose(
        &mut self,
        predicate: NodeId,
        (yes, no): (Side, Side),
        span: crate::span::Span,
        scope: &Scope<'_>,
    ) -> Value {
        if !self.spend_parts(&yes.value, span) || !self.spend_parts(&no.value, span) {
            return Value::dynamic();
        }
        let Some(ty) = common_type(&yes.value, &no.value) else {
            let detail = describe(&yes.value.ty(), &no.value.ty());
            return self.error("Inconsistent conditional result types", detail, span);
        };
        let condition = self.expression(predicate, scope);
        let subject = self.span(predicate);
        if condition.is_null() {
            let detail = "The condition is null. A condition must be true or false.";
            self.error("Null condition", detail, subject);
            return Value::unknown(&ty);
        }
        if !condition.is_known() {
            return either(&yes.value, &no.value, &ty);
        }
        let condition = match convert(&condition, &Type::BOOL) {
            Ok(condition) => condition.as_bool() == Some(true),
            Err(error) => {
                let detail = format!("The condition must be a bool: {error}.");
                self.error("Incorrect condition type", detail, subject);
                return Value::unknown(&ty);
            }
        };
        let (side, name) = if condition {
            (yes, "true")
        } else {
            (no, "false")
        };
        self.diagnostics.extend(side.errors);
        // With the dynamic pseudo-type, what the other side would have been is not known, so that
        // nothing is converted.
        if ty.is_dynamic() || side.value.is_of_type(&ty) {
            return side.value;
        }
        match convert(&side.value, &ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("The {name} result value has the wrong type: {error}.");
                self.error("Inconsistent conditional result types", detail, span);
                Value::unknown(&ty)
            }
        }
    }
}

/// The type that both results convert to. A literal null takes the other's; beside anything else
/// of the dynamic pseudo-type, the result may be of any type.
fn common_type(yes: &Value, no: &Value) -> Option<Type> {
    if *yes == Value::NULL {
        return Some(no.ty());
    }
    if *no == Value::NULL {
        return Some(yes.ty());
    }
    let ty = yes.ty();
    if ty.is_dynamic() || no.ty().is_dynamic() {
        return Some(Type::DYNAMIC);
    }
    if no.is_of_type(&ty) {
        return Some(ty);
    }
    unify(&[ty, no.ty()]).map(|unification| unification.ty().clone())
}

/// What is known of the result while the condition is unknown.
fn either(yes: &Value, no: &Value, ty: &Type) -> Value {
    match (convert(yes, ty), convert(no, ty)) {
        (Ok(yes), Ok(no)) => Value::either(&yes, &no),
        _ => Value::unknown(ty),
    }
}

/// Where and how two types differ.
fn describe(yes: &Type, no: &Type) -> String {
    const CONSISTENT: &str = "The true and false results must have consistent types.";
    let Some(difference) = difference(yes, no) else {
        return CONSISTENT.to_owned();
    };
    let place = if difference.path.is_empty() {
        String::new()
    } else {
        format!(" At {}:", difference.path)
    };
    let how = match difference.disagreement {
        Disagreement::Types { left, right } => format!(
            "the true value is {}, but the false value is {}",
            left.description(),
            right.description()
        ),
        Disagreement::Lengths { left, right } => {
            format!("the true tuple has length {left}, but the false tuple has length {right}")
        }
        Disagreement::OnlyLeft(name) => {
            format!("the attribute \"{name}\" is in the true value, but not in the false value")
        }
        Disagreement::OnlyRight(name) => {
            format!("the attribute \"{name}\" is in the false value, but not in the true value")
        }
    };
    let mut how = how;
    if place.is_empty() {
        how.replace_range(..1, "T");
    }
    format!("{CONSISTENT}{place} {how}.")
}

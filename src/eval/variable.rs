//! Variables ("Variables and Variable Expressions"): how they are looked up, and how unknown ones are reported.

use super::secret::is_secret_variable;
use super::{EvalContext, Evaluator};
use crate::diagnostic::{Advised, Code, did_you_mean, suggest};
use crate::function::lookups::{Lookups, Marks};
use crate::syntax::tree::{BindingId, ExprId, Step};
use crate::value::Value;

/// Number of names from surrounding expressions that are considered as suggestions for an unknown name.
const MAX_LOCAL_NAMES: usize = 20;

/// The variables of an expression: those of the context and those that the surrounding expressions define.
pub(super) struct Scope<'a> {
    pub(super) ctx: &'a EvalContext,
    /// The variables that the innermost surrounding expression defines, if there are any.
    locals: Option<LocalVariables<'a>>,
    /// Whether it is in the condition of a `for` that is checked before the elements are known.
    pub(super) is_checked: bool,
}

/// The variables that an expression defines.
struct LocalVariables<'a> {
    value: LocalVariable<'a>,
    key: Option<LocalVariable<'a>>,
    outer: &'a Scope<'a>,
}

/// A name that an expression defines, and its value.
pub(super) type LocalVariable<'a> = (&'a str, &'a Value);

impl<'a> Scope<'a> {
    /// The scope of an expression without surrounding expressions.
    pub(super) fn global(ctx: &'a EvalContext) -> Self {
        Scope {
            ctx,
            locals: None,
            is_checked: false,
        }
    }

    /// A scope inside of this one that defines one or two more names.
    pub(super) fn child<'b>(
        &'b self,
        value: LocalVariable<'b>,
        key: Option<LocalVariable<'b>>,
    ) -> Scope<'b>
    where
        'a: 'b,
    {
        let outer = self;
        Scope {
            ctx: self.ctx,
            locals: Some(LocalVariables { value, key, outer }),
            is_checked: self.is_checked,
        }
    }

    /// The value of the variable with this name, in this scope, a surrounding one or the context.
    #[inline]
    fn get(&self, name: &str) -> Option<&'a Value> {
        let mut scope = self;
        while let Some(locals) = &scope.locals {
            if locals.value.0 == name {
                return Some(locals.value.1);
            }
            if let Some((key, value)) = locals.key
                && key == name
            {
                return Some(value);
            }
            scope = locals.outer;
        }
        self.ctx.variable(name)
    }

    /// Whether a surrounding expression defines the variable with this name.
    fn defines(&self, name: &str) -> bool {
        let mut around = self.locals.as_ref();
        while let Some(locals) = around {
            if locals.value.0 == name || locals.key.is_some_and(|(key, _)| key == name) {
                return true;
            }
            around = locals.outer.locals.as_ref();
        }
        false
    }

    /// The names that the surrounding expressions define, innermost first, but not more than `most`.
    fn local_names(&self, most: usize) -> Vec<String> {
        let mut names = Vec::new();
        let mut around = self.locals.as_ref();
        while let Some(locals) = around.filter(|_| names.len() < most) {
            names.push(locals.value.0.to_owned());
            names.extend(locals.key.map(|(name, _)| name.to_owned()));
            around = locals.outer.locals.as_ref();
        }
        names.truncate(most);
        names
    }
}

impl<'a> Evaluator<'a> {
    /// The value of the variable `id`, if a surrounding expression or the context defines it, or if it is bound. The
    /// `steps` after it determine whether a secret is used.
    #[inline(never)]
    pub(super) fn variable<'s>(
        &self,
        id: ExprId,
        bound: Option<BindingId>,
        steps: &[Step],
        scope: &Scope<'s>,
    ) -> Option<&'s Value>
    where
        'a: 's,
    {
        let value = match bound {
            Some(binding) => self.view.tree.bindings.as_ref()?.get(binding)?,
            None => scope.get(self.view.slice(self.span(id)))?,
        };
        if let Some(lookups) = self.work.existing_lookups() {
            self.note_secret_variable(lookups, id, steps, scope);
        }
        Some(value)
    }

    /// Notes that a secret is used if the variable is secret and the use of secrets is tracked.
    #[inline(never)]
    fn note_secret_variable(
        &self,
        lookups: &Lookups,
        id: ExprId,
        steps: &[Step],
        scope: &Scope<'_>,
    ) {
        let is_local = || scope.defines(self.view.slice(self.span(id)));
        if lookups.track_secrets()
            && !is_local()
            && is_secret_variable(self.view, id, steps, scope.ctx)
        {
            lookups.add_marks(Marks::SECRET);
        }
    }

    /// The value of a variable that neither a surrounding expression nor the context defines: it is looked up in the
    /// names of the context.
    #[inline(never)]
    pub(super) fn resolved(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        let span = self.span(id);
        let value = self.reference(self.view.slice(span), &[], span, scope);
        value.unwrap_or_else(|| self.report_unknown(id, scope))
    }

    /// Notes that a secret is used.
    pub(super) fn note_secret(&self) {
        self.work.lookups().add_marks(Marks::SECRET);
    }

    pub(super) fn report_unknown(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        let span = self.span(id);
        let name = self.view.slice(span);
        let local_names = scope.local_names(MAX_LOCAL_NAMES);
        let advice = match keyword(name) {
            Some(keyword) => format!(" Did you mean the keyword \"{keyword}\"?"),
            None => self.quotes(id),
        };
        if local_names.is_empty() && !scope.ctx.has_variables() {
            let detail = format!(
                "The variable \"{name}\" is not defined: there are no variables here.{advice}"
            );
            return self.unknown_name(Code::VariablesNotAllowed, detail, span, String::new);
        }
        let detail = format!("There is no variable named \"{name}\".");
        let (name, visible) = (name.to_owned(), scope.ctx.variable_names());
        if keyword(&name).is_some() {
            return self.unknown_name(Code::UnknownVariable, detail + &advice, span, String::new);
        }
        self.unknown_name(Code::UnknownVariable, detail, span, move || {
            let mut names: Vec<&str> = local_names.iter().map(String::as_str).collect();
            names.append(&mut visible.list());
            if let Some((left, right)) = name.split_once('-')
                && names.contains(&left)
            {
                return Advised::from(format!(
                    " The hyphen is part of the name. To subtract, put spaces around it: \"{left} - {right}\"."
                ));
            }
            match suggest(&name, names) {
                Some(near) => did_you_mean(&name, near),
                None => advice.clone().into(),
            }
        })
    }

    /// A hint that an unknown name may be meant as a string, if it is the whole expression.
    fn quotes(&self, id: ExprId) -> String {
        if Some(id) != self.alone {
            return String::new();
        }
        let name = self.view.slice(self.span(id));
        format!(" If a string is meant, write it in quotes: \"{name}\".")
    }
}

/// The HCL keyword that corresponds to a spelling from another language.
fn keyword(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        "null" | "none" | "nil" => Some("null"),
        _ => None,
    }
}

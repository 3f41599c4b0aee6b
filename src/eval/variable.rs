//! Variables ("Variables and Variable Expressions"): where they are looked up, and what is reported of unknown ones.

use super::report::did_you_mean;
use super::{BoundValues, EvalContext, Evaluator};
use crate::diagnostic::suggest;
use crate::syntax::tree::ExprId;
use crate::value::Value;

/// Number of names from surrounding expressions that are considered as suggestions for an unknown name.
const MAX_LOCAL_NAMES: usize = 20;

/// The variables of an expression: those of the context and those that the expressions around it define.
pub(super) struct Scope<'a> {
    /// The names that the innermost expression defines, with their values.
    names: [Option<LocalVariable<'a>>; 2],
    parent: Option<&'a Scope<'a>>,
    pub(super) ctx: &'a EvalContext,
}

/// A name that an expression defines, and its value.
pub(super) type LocalVariable<'a> = (&'a str, &'a Value);

impl<'a> Scope<'a> {
    /// The scope of an expression without surrounding expressions.
    pub(super) fn global(ctx: &'a EvalContext) -> Self {
        Scope {
            names: [None, None],
            parent: None,
            ctx,
        }
    }

    /// A scope inside of this one that defines one or two more names.
    pub(super) fn child<'b>(&'b self, names: [Option<LocalVariable<'b>>; 2]) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope {
            names,
            parent: Some(self),
            ctx: self.ctx,
        }
    }

    /// The value of the variable with this name, in this scope, a surrounding one or the context.
    fn get(&self, name: &str) -> Option<&'a Value> {
        let own = |scope: &Scope<'a>| {
            let mut names = scope.names.iter().flatten();
            names.find(|(own, _)| *own == name).map(|(_, value)| *value)
        };
        let local = self.chain().find_map(own);
        local.or_else(|| self.ctx.variable(name))
    }

    /// The names that the surrounding expressions define, innermost first, but not more than `most`.
    fn local_names(&self, most: usize) -> Vec<String> {
        let names = self.chain().flat_map(|scope| scope.names.iter().flatten());
        names
            .take(most)
            .map(|(name, _)| (*name).to_owned())
            .collect()
    }

    fn chain(&self) -> impl Iterator<Item = &Scope<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }
}

impl<'a> Evaluator<'a> {
    /// The value of the variable `id` (cloned). It is looked up by a resolver if neither an expression nor the context
    /// holds it.
    #[inline(never)]
    pub(super) fn variable_value(&mut self, id: ExprId, name: &str, scope: &Scope<'_>) -> Value {
        if let Some(value) = self.variable(id, name, scope) {
            return value.clone();
        }
        match scope.ctx.resolve(name) {
            Ok(Some(value)) => value,
            Ok(None) => self.report_unknown(id, scope),
            Err(error) => {
                let span = self.span(id);
                for mut diagnostic in error.into_diagnostics() {
                    diagnostic.set_missing_subject(span);
                    self.diagnostics.push(diagnostic);
                }
                Value::dynamic()
            }
        }
    }

    /// The value of the variable `id`, if an expression or the context holds it.
    pub(super) fn variable<'s>(
        &self,
        id: ExprId,
        name: &str,
        scope: &Scope<'s>,
    ) -> Option<&'s Value>
    where
        'a: 's,
    {
        match self.view.tree.binding(id) {
            Some(binding) => BoundValues::of(self.view.tree)?.get(binding.to_index()),
            None => scope.get(name),
        }
    }

    fn report_unknown(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
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
            return self.unknown_name("Variables not allowed", detail, span, String::new);
        }
        let detail = format!("There is no variable named \"{name}\".");
        let (name, ctx) = (name.to_owned(), scope.ctx.clone());
        if keyword(&name).is_some() {
            return self.unknown_name("Unknown variable", detail + &advice, span, String::new);
        }
        self.unknown_name("Unknown variable", detail, span, move || {
            let mut names: Vec<&str> = local_names.iter().map(String::as_str).collect();
            names.append(&mut ctx.variable_names());
            if let Some((left, right)) = name.split_once('-')
                && names.contains(&left)
            {
                return format!(
                    " A hyphen belongs to the name. A subtraction has spaces around it: \"{left} - {right}\"."
                );
            }
            let near = suggest(&name, names);
            near.map_or_else(|| advice.clone(), did_you_mean)
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

/// The keyword of HCL for the spelling of another language.
fn keyword(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        "null" | "none" | "nil" => Some("null"),
        _ => None,
    }
}

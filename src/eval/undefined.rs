//! Variables that neither an expression nor the context holds: they are looked up, or else reported.

use super::{Evaluator, MAX_LOCAL_NAMES, Scope, did_you_mean};
use crate::diagnostic::suggest;
use crate::syntax::tree::NodeId;
use crate::value::Value;

impl Evaluator<'_> {
    /// Looks the variable up, or reports that there is none.
    #[cold]
    pub(super) fn unknown_variable(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let name = self.view.slice(self.span(id));
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

    fn report_unknown(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
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
    fn quotes(&self, id: NodeId) -> String {
        if id != self.alone {
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

//! The variables that an expression can see ("Variables and Variable Expressions").
//!
//! Knows nothing of expressions.

use super::EvalContext;
use crate::syntax::tree::Name;
use crate::value::Value;

/// The variables of an expression: those of the context and those that the expressions around it define.
pub(super) struct Scope<'a> {
    /// The names that the innermost expression defines, with their values.
    names: [Option<LocalVariable<'a>>; 2],
    parent: Option<&'a Scope<'a>>,
    pub(super) ctx: &'a EvalContext,
}

/// A name that an expression defines, and its value.
pub(super) type LocalVariable<'a> = (Name<'a>, &'a Value);

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

    /// The value of the variable with this name. The first attempts are inlined and without a loop, which
    /// would need more registers.
    #[expect(
        clippy::inline_always,
        reason = "it is most of what an operand that is a variable takes"
    )]
    #[inline(always)]
    pub(super) fn get(&self, name: Name<'_>) -> Option<&'a Value> {
        let near = match self.parent {
            Some(_) => self.own(name),
            None => self.ctx.variable_at_hash(name),
        };
        match near {
            Some(value) => Some(value),
            None => self.find(name),
        }
    }

    /// The names that the surrounding expressions define, innermost first, but not more than `most`.
    pub(super) fn local_names(&self, most: usize) -> Vec<String> {
        let mut names = Vec::new();
        for scope in self.chain() {
            for (name, _) in scope.names.iter().flatten() {
                if names.len() < most {
                    names.push(name.text().to_owned());
                }
            }
        }
        names
    }

    /// The value of the variable with this name, if this scope itself defines it.
    #[inline]
    fn own(&self, name: Name<'_>) -> Option<&'a Value> {
        let mut names = self.names.iter().flatten();
        names.find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    /// The value of the variable with this name, in this scope, a surrounding one or the context.
    #[inline(never)]
    fn find(&self, name: Name<'_>) -> Option<&'a Value> {
        let own = self.chain().find_map(|scope| scope.own(name));
        own.or_else(|| self.ctx.find_variable(name))
    }

    fn chain(&self) -> impl Iterator<Item = &Scope<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }
}

//! Chains of accesses and splats after a source ("Index Operator", "Splat Operators").
//!
//! A chain may have any number of links. It is collected first, and then evaluated in the order of the
//! source, without recursion.
//!
//! Knows nothing of how one access works; that is the task of [`access`](super::access).

use std::borrow::Cow;

use super::budget::Cost;
use super::{Evaluator, Scope};
use crate::number::parse_literal;
use crate::span::Span;
use crate::syntax::tree::view::ExpressionView;
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::value::{MAX_DEPTH, Type, TypeKind, Value, ValueError};

/// Number of links that the fast path for simple chains follows.
const MAX_SIMPLE_LINKS: usize = 16;

/// Number of links of most chains.
const USUAL_LINKS: usize = 8;

/// One link of a chain: an access, an index or a splat.
#[derive(Clone, Copy)]
pub(super) enum ChainLink {
    GetAttr { name: Span, span: Span },
    LegacyIndex { digits: Span, span: Span },
    Index { key: NodeId, span: Span },
    AttributeSplat { source: Span, span: Span },
    FullSplat { source: Span, span: Span },
}

/// The range of the links of a chain, or of a part of one, in the evaluator's stack.
#[derive(Clone, Copy)]
struct LinkRange {
    from: usize,
    to: usize,
}

impl ChainLink {
    fn span(self) -> Span {
        match self {
            ChainLink::GetAttr { span, .. }
            | ChainLink::LegacyIndex { span, .. }
            | ChainLink::Index { span, .. }
            | ChainLink::AttributeSplat { span, .. }
            | ChainLink::FullSplat { span, .. } => span,
        }
    }

    fn is_attribute_access(self) -> bool {
        matches!(
            self,
            ChainLink::GetAttr { .. } | ChainLink::LegacyIndex { .. }
        )
    }
}

impl<'a> Evaluator<'a> {
    /// The fast path for simple chains: a variable with few accesses by name and literal indexes, where all
    /// parts exist. Nearly every chain is like this, and it can be followed without collecting the links. It
    /// spends one step for each link and one for each index.
    #[inline(never)]
    pub(super) fn simple_chain<'v>(
        &mut self,
        id: NodeId,
        mut steps: u64,
        scope: &Scope<'v>,
    ) -> Option<&'v Value>
    where
        'a: 'v,
    {
        let tree = self.view.tree;
        let mut links = [id; MAX_SIMPLE_LINKS];
        let (mut count, mut bytes) = (0, 0);
        let mut at = id;
        let mut node = tree.node(at);
        while node.kind != NodeKind::Variable {
            *links.get_mut(count)? = at;
            count += 1;
            at = match node.kind {
                NodeKind::GetAttr if !node.follows_splat() => Tree::previous(at),
                NodeKind::Index if !node.follows_splat() => {
                    steps += 1;
                    NodeId(tree.word(node.data))
                }
                _ => return None,
            };
            node = tree.node(at);
        }
        let mut value = self.variable(&node, scope)?;
        for link in links[..count].iter().rev() {
            value = match self.view.expression_inlined(*link) {
                ExpressionView::GetAttr(_, name) => value.get(self.view.slice(name))?,
                ExpressionView::Index(_, key) => match self.view.expression_inlined(key) {
                    ExpressionView::Number(_) => {
                        let index = tree.node(key).small()?.integer()?;
                        value.get_index(usize::try_from(index).ok()?)?
                    }
                    ExpressionView::Literal(literal) => {
                        let name = self.literal_value(key, literal).as_str()?;
                        bytes += name.len();
                        value.get(name)?
                    }
                    _ => return None,
                },
                _ => return None,
            };
        }
        let cost = Cost::new(steps + count as u64, bytes as u64);
        self.budget.take(cost).then_some(value)
    }

    /// The value of the chain `id`. If the chain belongs to the operations that a splat applies to each
    /// element, `element` is that splat, and the element itself is unknown.
    pub(super) fn in_element(
        &mut self,
        id: NodeId,
        element: Option<NodeId>,
        scope: &Scope<'_>,
    ) -> Value {
        if element.is_none()
            && let Some(value) = self.simple_chain(id, 1, scope)
        {
            return value.clone();
        }
        let from = self.links.len();
        self.links.reserve(USUAL_LINKS);
        let mut at = id;
        while Some(at) != element {
            let Some((source, link)) = self.link(at) else {
                break;
            };
            self.links.push(link);
            at = source;
        }
        self.links[from..].reverse();
        let to = self.links.len();
        self.spend(to - from, self.span(id));
        let links = LinkRange { from, to };
        let node = self.view.tree.node(at);
        let value = if Some(at) == element {
            self.follow(&Value::dynamic(), links, scope)
        } else if node.kind == NodeKind::Variable
            && let Some(variable) = self.variable(&node, scope)
            && self.budget.take_steps(1)
        {
            self.follow(variable, links, scope)
        } else {
            let source = self.expression(at, scope);
            self.follow(&source, links, scope)
        };
        self.links.truncate(from);
        value
    }

    /// A node as a link of a chain, and the node before it.
    fn link(&self, id: NodeId) -> Option<(NodeId, ChainLink)> {
        let node = self.view.tree.node(id);
        if !node.kind.is_postfix() {
            return None;
        }
        let (dot, end) = (node.data, node.end);
        Some(match self.view.expression_inlined(id) {
            ExpressionView::GetAttr(source, name) => {
                let span = Span::new(dot, end);
                (source, ChainLink::GetAttr { name, span })
            }
            ExpressionView::LegacyIndex(source, digits) => {
                let span = Span::new(dot, end);
                (source, ChainLink::LegacyIndex { digits, span })
            }
            ExpressionView::Index(source, key) => {
                let span = self.view.step_span(source, end);
                (source, ChainLink::Index { key, span })
            }
            ExpressionView::AttributeSplat(id) => {
                let (source, span) = (self.span(id), self.view.step_span(id, end));
                (id, ChainLink::AttributeSplat { source, span })
            }
            ExpressionView::FullSplat(id) => {
                let (source, span) = (self.span(id), self.view.step_span(id, end));
                (id, ChainLink::FullSplat { source, span })
            }
            _ => return None,
        })
    }

    /// Applies the links to a value. Parts of an existing value are borrowed; only the result is cloned.
    fn follow(&mut self, source: &Value, links: LinkRange, scope: &Scope<'_>) -> Value {
        let mut value = Cow::Borrowed(source);
        let mut at = links.from;
        while at < links.to {
            let link = self.links[at];
            at += 1;
            value = match link {
                ChainLink::GetAttr { name, span } => {
                    let name = self.view.slice(name);
                    part(&value, |value| value.get(name))
                        .unwrap_or_else(|| Cow::Owned(self.get_attr(&value, name, span)))
                }
                ChainLink::LegacyIndex { digits, span } => {
                    let key = parse_literal(self.view.slice(digits)).unwrap_or_default();
                    self.element(&value, &Value::from(key), span)
                }
                ChainLink::Index { key, span } => {
                    let key = self.expression(key, scope);
                    self.element(&value, &key, span)
                }
                ChainLink::FullSplat { source, span } => {
                    let each = LinkRange { from: at, ..links };
                    at = each.to;
                    Cow::Owned(self.splat(&value, source, span, each, scope))
                }
                ChainLink::AttributeSplat { source, span } => {
                    let rest = &self.links[at..links.to];
                    let reach = rest.iter().take_while(|link| link.is_attribute_access());
                    let (from, to) = (at, at + reach.count());
                    at = to;
                    Cow::Owned(self.splat(&value, source, span, LinkRange { from, to }, scope))
                }
            };
        }
        value.into_owned()
    }

    /// The element of a value at a key.
    fn element<'v>(&mut self, value: &Cow<'v, Value>, key: &Value, span: Span) -> Cow<'v, Value> {
        part(value, |value| value.known_element(key))
            .unwrap_or_else(|| Cow::Owned(self.index(value, key, span)))
    }

    /// Applies the links `each` to every element of a value. `source` and `span` are the spans of the
    /// source and of the splat itself.
    fn splat(
        &mut self,
        value: &Value,
        source: Span,
        span: Span,
        each: LinkRange,
        scope: &Scope<'_>,
    ) -> Value {
        if self.splats >= MAX_DEPTH {
            let detail = "Too many splats are nested here.";
            return self.error("Nesting too deep", detail, span);
        }
        self.splats += 1;
        let result = match value.as_slice() {
            Some(elements) => self.splat_elements(value, elements, span, each, scope),
            None => self.splat_other(value, source, span, each, scope),
        };
        self.splats -= 1;
        result
    }

    /// The splat of a known list, set or tuple.
    fn splat_elements(
        &mut self,
        value: &Value,
        elements: &[Value],
        span: Span,
        each: LinkRange,
        scope: &Scope<'_>,
    ) -> Value {
        let whole = self.reach(span, each);
        let links = each.to - each.from;
        if !self.spend(elements.len().saturating_mul(links + 1), whole) {
            return Value::dynamic();
        }
        let mut repeated = self.repeated();
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            if self.budget.is_spent() {
                break;
            }
            self.drop_repeated(&mut repeated);
            results.push(self.follow(element, each, scope));
        }
        self.drop_repeated(&mut repeated);
        match value.element_type() {
            Some(element) => self.list_of(results, element, each, whole, scope),
            None => self.nested_in(Value::tuple_of(results).within_depth(), whole),
        }
    }

    /// The splat of a value that is null, unknown or not a sequence.
    fn splat_other(
        &mut self,
        value: &Value,
        source: Span,
        span: Span,
        each: LinkRange,
        scope: &Scope<'_>,
    ) -> Value {
        let ty = value.ty();
        let is_sequence = matches!(
            ty.kind(),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)
        );
        if value.is_null() {
            if !is_sequence {
                return Value::tuple_of(Vec::new());
            }
            let detail = format!(
                "This value is a null {}; a splat needs one that is not null.",
                ty.description()
            );
            return self.error("Splat of null value", detail, source);
        }
        if ty.is_dynamic() {
            // Reports errors in the operations on each element.
            self.follow(&Value::dynamic(), each, scope);
            return Value::dynamic();
        }
        if !value.is_known() {
            return self.splat_unknown(value, each, scope);
        }
        let element = self.follow(value, each, scope);
        self.nested_in(Value::tuple([element]), self.reach(span, each))
    }

    /// The value of a splat, or the error that it nests too deep.
    fn nested_in(&mut self, value: Result<Value, ValueError>, whole: Span) -> Value {
        value.unwrap_or_else(|error| self.too_deep(&error, whole))
    }

    /// The span from a splat to the last of the operations on each element.
    fn reach(&self, span: Span, each: LinkRange) -> Span {
        let last = self.links[each.from..each.to].last();
        last.map_or(span, |last| span.join(last.span()))
    }

    /// The results of a splat over a list or set, as a list of one type.
    fn list_of(
        &mut self,
        results: Vec<Value>,
        element: &Type,
        each: LinkRange,
        whole: Span,
        scope: &Scope<'_>,
    ) -> Value {
        let Some(first) = results.first() else {
            let result = self.follow(&Value::unknown(element), each, scope);
            return Value::list_of(result.ty(), Vec::new());
        };
        let ty = first.ty();
        if results.iter().all(|result| result.ty().is_dynamic()) {
            return Value::list_of(Type::DYNAMIC, results);
        }
        if results.iter().any(|result| result.ty().is_dynamic()) {
            return Value::dynamic();
        }
        if results.iter().all(|result| result.is_of_type(&ty)) {
            return self.nested_in(Value::list(&ty, results), whole);
        }
        let detail = "The operations after this splat give values of different types, which no \
                      list can hold. Use a \"for\" expression instead, which makes a tuple.";
        self.error("Invalid nested splat expressions", detail, whole)
    }

    /// The splat of an unknown value: unknown, with the type if that is certain.
    fn splat_unknown(&mut self, value: &Value, each: LinkRange, scope: &Scope<'_>) -> Value {
        let ty = value.ty();
        let mut result = |element: &Type| self.follow(&Value::unknown(element), each, scope).ty();
        match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) => {
                let list = Type::list(result(element));
                let (shortest, longest) = value.range().length();
                let unknown = Value::unknown(&list).refine().not_null();
                unknown.length_range(shortest, longest).finish()
            }
            TypeKind::Tuple(elements) => {
                let tuple = Type::tuple(elements.iter().map(result));
                Value::unknown(&tuple).refine().not_null().finish()
            }
            _ => {
                result(&ty);
                Value::dynamic()
            }
        }
    }
}

/// The part of a value that `get` finds, borrowed where the value is borrowed.
fn part<'v>(
    value: &Cow<'v, Value>,
    get: impl FnOnce(&'v Value) -> Option<&'v Value>,
) -> Option<Cow<'v, Value>> {
    match value {
        Cow::Borrowed(value) => get(value).map(Cow::Borrowed),
        Cow::Owned(_) => None,
    }
}

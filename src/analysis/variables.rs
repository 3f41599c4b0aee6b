//! The variables that an evaluation needs from its context: all but those that a `for` defines itself
//! ("Static Analysis", "For Expressions").
//!
//! Knows nothing of the values of variables.

use foldhash::{HashMap, HashMapExt as _};

use crate::span::Span;
use crate::syntax::tree::handle::{
    Attribute, Body, Expression, Template, Traversal, Visitor, WalkControl,
};
use crate::syntax::tree::view::{ExpressionView, KeyView, PartView, View};
use crate::syntax::tree::{NodeId, NodeKind};

impl Expression {
    /// The variables that the expression refers to, in the order of the source, each as often as it occurs.
    /// Each is a traversal with the accesses after the variable, as far as their keys are literal.
    ///
    /// Variables that a `for` defines are left out where it defines them.
    ///
    /// ```
    /// let expression = hcl::parse_expression(r#"[for s in app.servers : "${s.name}-${env}"]"#)?;
    /// let variables = expression.variables();
    /// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
    /// assert_eq!(roots, ["app", "env"]);
    /// assert_eq!(variables[0].steps().len(), 1);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        let mut search = VariableSearch::new(self.view());
        match self.element() {
            Some(element) => search.chain(self.id(), Some(element)),
            None => search.steps.push(SearchStep::Visit(self.id())),
        }
        search.run();
        search.traversals(|id| self.at(id))
    }
}

impl Template {
    /// The variables that the template refers to, as [`Expression::variables`].
    ///
    /// ```
    /// let template = hcl::parse_template("%{ for x in list }${x}${separator}%{ endfor }")?;
    /// let variables = template.variables();
    /// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
    /// assert_eq!(roots, ["list", "separator"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        let mut search = VariableSearch::new(self.view());
        search.steps.push(SearchStep::Visit(self.id()));
        search.run();
        search.traversals(|id| self.expression(id))
    }
}

impl Body {
    /// The variables that all attributes of the body and of its blocks refer to, as
    /// [`Expression::variables`].
    ///
    /// ```
    /// let body = hcl::parse("port = base + 1\nserver {\n  name = \"web-${env}\"\n}\n")?;
    /// let variables = body.variables();
    /// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
    /// assert_eq!(roots, ["base", "env"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        struct AttributeVariables(Vec<Traversal>);

        impl Visitor for AttributeVariables {
            fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
                self.0.extend(attribute.expression().variables());
                WalkControl::Skip
            }
        }

        let mut attributes = AttributeVariables(Vec::new());
        self.walk(&mut attributes);
        attributes.0
    }
}

/// The variables that the expression `id` refers to, as they are written.
pub(crate) fn written_variables<'a>(
    view: View<'a, 'a>,
    id: NodeId,
) -> impl Iterator<Item = &'a str> {
    let mut search = VariableSearch::new(view);
    search.steps.push(SearchStep::Visit(id));
    search.run();
    let found = search.found.into_iter();
    found.map(move |id| view.slice(view.tree.span(id)))
}

/// The names that a `for` defines.
type ForNames<'s> = [Option<&'s str>; 2];

/// A step that is still to be done. An explicit stack instead of recursion, since expressions have chains of
/// any length.
enum SearchStep<'s> {
    Visit(NodeId),
    Define(ForNames<'s>),
    Forget(ForNames<'s>),
}

struct VariableSearch<'a> {
    view: View<'a, 'a>,
    steps: Vec<SearchStep<'a>>,
    /// For each name, the number of surrounding `for` expressions that define it.
    defined: HashMap<&'a str, usize>,
    /// The outermost node of each traversal that was found, and each string of JSON that is a template.
    found: Vec<NodeId>,
}

impl<'a> VariableSearch<'a> {
    fn new(view: View<'a, 'a>) -> Self {
        VariableSearch {
            view,
            steps: Vec::new(),
            defined: HashMap::new(),
            found: Vec::new(),
        }
    }

    fn run(&mut self) {
        while let Some(step) = self.steps.pop() {
            match step {
                SearchStep::Visit(id) => self.visit(id),
                SearchStep::Define(names) => {
                    for name in names.iter().flatten() {
                        *self.defined.entry(name).or_default() += 1;
                    }
                }
                SearchStep::Forget(names) => {
                    for name in names.iter().flatten() {
                        *self.defined.entry(name).or_default() -= 1;
                    }
                }
            }
        }
    }

    fn traversals(&self, handle: impl Fn(NodeId) -> Expression) -> Vec<Traversal> {
        let mut traversals = Vec::new();
        for id in &self.found {
            let expression = handle(*id);
            match self.view.expression(*id) {
                // What is not a template has no variables.
                ExpressionView::Embedded => {
                    if let Some(template) = expression.embedded() {
                        traversals.extend(template.variables());
                    }
                }
                _ => traversals.extend(expression.traversal()),
            }
        }
        traversals
    }

    fn visit(&mut self, id: NodeId) {
        let node = self.view.tree.node(id);
        if node.kind == NodeKind::TemplateFor {
            self.template_for(id);
            return;
        }
        match self.view.expression(id) {
            ExpressionView::For(it) => {
                let results = [it.key_expression, Some(it.value_expression), it.condition];
                self.iteration(it.key, it.value, it.collection, results);
            }
            ExpressionView::Object(items) => self.object(items),
            ExpressionView::Embedded => self.found.push(id),
            ExpressionView::Variable(_) => self.chain(id, None),
            _ if node.kind.is_postfix() => self.chain(id, None),
            _ => {
                let start = self.steps.len();
                let steps = &mut self.steps;
                let push = &mut |child| steps.push(SearchStep::Visit(child));
                self.view.for_each_child(id, push);
                self.steps[start..].reverse();
            }
        }
    }

    fn template_for(&mut self, id: NodeId) {
        if let PartView::For {
            key,
            value,
            collection,
            body,
        } = self.view.part(id.0)
        {
            self.iteration(key, value, collection, [Some(body), None, None]);
        }
    }

    /// Visits the parts of a `for`. Its names are defined in its results, but not in its collection.
    fn iteration(
        &mut self,
        key: Option<Span>,
        value: Span,
        collection: NodeId,
        results: [Option<NodeId>; 3],
    ) {
        let names = [
            key.map(|key| self.view.slice(key)),
            Some(self.view.slice(value)),
        ];
        self.steps.push(SearchStep::Forget(names));
        let results = results.into_iter().flatten().rev();
        self.steps.extend(results.map(SearchStep::Visit));
        self.steps.push(SearchStep::Define(names));
        self.steps.push(SearchStep::Visit(collection));
    }

    /// Visits the items of an object. A bare name as a key is not a variable.
    fn object(&mut self, items: &[u32]) {
        for item in items.iter().rev() {
            let (key, value) = self.view.object_item(*item);
            self.steps.push(SearchStep::Visit(value));
            if let KeyView::Expression(key) = key {
                self.steps.push(SearchStep::Visit(key));
            }
        }
    }

    /// Visits a chain of accesses, indexes and splats, or a variable on its own. If the chain belongs to the
    /// operations on each element of a splat, `element` is that splat.
    fn chain(&mut self, id: NodeId, element: Option<NodeId>) {
        let mut links = Vec::new();
        let mut root = id;
        while Some(root) != element {
            let source = match self.view.expression(root) {
                ExpressionView::GetAttr(source, _)
                | ExpressionView::LegacyIndex(source, _)
                | ExpressionView::AttributeSplat(source)
                | ExpressionView::FullSplat(source) => source,
                ExpressionView::Index(source, key) => {
                    self.steps.push(SearchStep::Visit(key));
                    source
                }
                _ => break,
            };
            links.push(root);
            root = source;
        }
        if Some(root) == element {
            return;
        }
        let ExpressionView::Variable(name) = self.view.expression(root) else {
            self.steps.push(SearchStep::Visit(root));
            return;
        };
        let is_bound = self.view.tree.binding(root).is_some();
        if !is_bound && self.defined.get(name).is_none_or(|count| *count == 0) {
            let links = links.into_iter().rev();
            let reached = links.take_while(|link| self.is_static(*link));
            let outermost = reached.last().unwrap_or(root);
            self.found.push(outermost);
        }
    }

    /// Whether a link can be a step of a traversal.
    fn is_static(&self, link: NodeId) -> bool {
        match self.view.expression(link) {
            ExpressionView::GetAttr(..) | ExpressionView::LegacyIndex(..) => true,
            ExpressionView::Index(_, key) => {
                matches!(
                    self.view.expression(key),
                    ExpressionView::Number(_) | ExpressionView::Literal(_)
                )
            }
            _ => false,
        }
    }
}

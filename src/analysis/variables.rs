//! The variables that an evaluation needs from its context: all variables except those that a `for` defines itself
//! ("Static Analysis", "For Expressions").

use foldhash::{HashMap, HashMapExt as _};

use crate::span::Span;
use crate::syntax::tree::handle::{
    Attribute, Body, Expression, Template, Traversal, Visitor, WalkControl,
};
use crate::syntax::tree::handle::{ChainPart, TemplateRef};
use crate::syntax::tree::view::{ExpressionView, ScopedPart, TraversalView, View};
use crate::syntax::tree::{ExprId, StepKind};

impl Expression {
    /// The variables that the expression refers to, in the order of the source, once for each occurrence. Each is a
    /// traversal: the variable and the accesses after it, up to the first key that is not a literal.
    ///
    /// Variables defined by a `for` are not included.
    ///
    /// ```
    /// let expression =
    ///     hcl::parse_expression(r#"[for s in app.servers : "${s.name}-${env}"]"#)?;
    /// let variables = expression.variables();
    /// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
    /// assert_eq!(roots, ["app", "env"]);
    /// assert_eq!(variables[0].steps().len(), 1);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        if self.layers().is_some() {
            let mut variables = Vec::new();
            for part in self.parts() {
                variables.extend(part.variables());
            }
            return variables;
        }
        let mut search = VariableSearch::new(self.view());
        search.shape(self.id(), self.shape(), self.element());
        search.run();
        search.traversals(|id, part| self.at_part(id, part))
    }
}

impl Template {
    /// The variables that the template refers to, like [`Expression::variables`].
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
        match self.node() {
            TemplateRef::Expression(id) => search.steps.push(ScopedPart::Expression(id)),
            TemplateRef::Branch { id, .. } => search.steps.push(ScopedPart::Template(id)),
        }
        search.run();
        search.traversals(|id, part| self.expression(id).at_part(id, part))
    }
}

impl Body {
    /// The variables that all attributes of the body and of its blocks refer to, like [`Expression::variables`]. If the
    /// body has `dynamic` blocks, use [`dynblock::variables`](crate::dynblock::variables), which leaves out the
    /// iterators.
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
    id: ExprId,
) -> impl Iterator<Item = &'a str> {
    let mut search = VariableSearch::new(view);
    search.steps.push(ScopedPart::Expression(id));
    search.run();
    let found = search.found.into_iter();
    found.map(move |(id, part)| {
        let start = view.tree.span(id).start();
        let end = match (view.expression(id), part) {
            (ExpressionView::Traversal(it), ChainPart::Steps { count, .. }) => {
                let last = it.steps[..count].last();
                last.map_or(view.tree.span(it.source), |step| step.span)
            }
            _ => view.tree.span(id),
        };
        view.slice(Span::new(start, end.end()))
    })
}

struct VariableSearch<'a> {
    view: View<'a, 'a>,
    /// The remaining steps, the next one last. A stack instead of recursion, because an application may allow any
    /// nesting.
    steps: Vec<ScopedPart<'a>>,
    /// For each name, the number of surrounding `for` expressions that define it.
    defined: HashMap<&'a str, usize>,
    /// Each traversal that was found, and each string of JSON that is a template.
    found: Vec<(ExprId, ChainPart)>,
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

    /// The traversals that were found.
    fn traversals(&self, handle: impl Fn(ExprId, ChainPart) -> Expression) -> Vec<Traversal> {
        let mut traversals = Vec::new();
        for (id, part) in &self.found {
            let expression = handle(*id, *part);
            match self.view.expression(*id) {
                // A string that is not a template has no variables.
                ExpressionView::Embedded => {
                    if let Some(template) = expression.embedded() {
                        traversals.extend(template.variables());
                    }
                }
                _ => traversals.extend(Traversal::of(&expression)),
            }
        }
        traversals
    }

    /// Performs all steps, and the steps that they add.
    fn run(&mut self) {
        // The added steps are in the order of the source, and the last step is done first.
        self.steps.reverse();
        while let Some(step) = self.steps.pop() {
            let start = self.steps.len();
            match step {
                ScopedPart::Expression(id) => self.shape(id, self.view.expression(id), None),
                ScopedPart::Template(id) => {
                    let mut add = |part| self.steps.push(part);
                    self.view.for_each_template_part(id, &mut add);
                }
                ScopedPart::Define(names) => {
                    for name in names.iter().flatten() {
                        *self.defined.entry(name).or_default() += 1;
                    }
                }
                ScopedPart::Forget(names) => {
                    for name in names.iter().flatten() {
                        *self.defined.entry(name).or_default() -= 1;
                    }
                }
            }
            self.steps[start..].reverse();
        }
    }

    fn expression(&mut self, id: ExprId) {
        self.steps.push(ScopedPart::Expression(id));
    }

    /// Searches an expression, or a part of a chain. If it belongs to the operations on each element of a splat,
    /// `element` is the index of that splat among its steps.
    fn shape(&mut self, id: ExprId, shape: ExpressionView<'a, 'a>, element: Option<usize>) {
        match shape {
            ExpressionView::Variable(name) => {
                if self.is_free(id, name) {
                    self.found.push((id, ChainPart::Whole));
                }
            }
            ExpressionView::Traversal(traversal) => self.traversal(id, traversal, element),
            ExpressionView::Embedded => self.found.push((id, ChainPart::Whole)),
            // Only a part of a chain may be searched.
            ExpressionView::Operations(it) => it.operands().for_each(|id| self.expression(id)),
            ExpressionView::Conditional(parts) => {
                for id in parts {
                    self.expression(*id);
                }
            }
            // A bare name as a key is not a variable.
            _ => {
                let mut add = |part| self.steps.push(part);
                self.view.for_each_scoped_part(id, &mut add);
            }
        }
    }

    /// Whether a variable is neither defined by a `for` around it nor bound to a value.
    fn is_free(&self, id: ExprId, name: &str) -> bool {
        let is_bound = self.view.tree.binding(id).is_some();
        !is_bound && self.defined.get(name).is_none_or(|count| *count == 0)
    }

    fn traversal(&mut self, id: ExprId, traversal: TraversalView<'a>, element: Option<usize>) {
        let TraversalView { source, steps, .. } = traversal;
        let from = element.map_or(0, |splat| splat + 1);
        if element.is_none() {
            match self.view.expression(source) {
                ExpressionView::Variable(name) if self.is_free(source, name) => {
                    let count = self.view.static_steps(steps);
                    self.found.push(ChainPart::with_steps(id, traversal, count));
                }
                ExpressionView::Variable(_) => {}
                _ => self.expression(source),
            }
        }
        for step in &steps[from..] {
            if let StepKind::Index(key) = step.kind {
                self.expression(key);
            }
        }
    }
}

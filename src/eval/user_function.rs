//! Functions that a configuration defines ("Functions and Function Calls"; the blocks are those of the reference's
//! extension for user functions).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use foldhash::{HashSet, HashSetExt as _};

use super::EvalContext;
use super::names::{FunctionDefinition, NameTree};
use super::secret::refers_to_secret;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, limited};
use crate::error::{Category, Diagnosed, Error, Result};
use crate::function::calls::{CallResult, FunctionId};
use crate::function::lookups::Marks;
use crate::function::{Function, FunctionError, Parameter, Work};
use crate::identifier::is_identifier;
use crate::limits::MAX_REPORTED;
use crate::schema::BodySchema;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::handle::{Attribute, Block, Body, Expression};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::value::{Type, Value};

/// Levels of nesting that a call reserves in addition to those of its expression, for the stack frames in between.
const CALL_NESTING: usize = 2;

/// Number of libraries created so far.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Reads the functions that a body defines in blocks of a type. Returns them with their names, together with the rest
/// of the body.
///
/// The label of a block is the name of the function. `params` lists the names of its parameters, `variadic_param` names
/// the parameter that takes all further arguments as a list, and `result` is an expression in which the parameters are
/// variables. It can also use the variables and functions of the context, and all functions of the same body, in any
/// order; these hide functions of the context. Arguments can be null. Functions that call each other more than about 60
/// levels deep, or endlessly, fail with a diagnostic.
///
/// An error in such a function is reported both at the function and at the call.
///
/// Within one evaluation, if one of these functions calls another several times with equal arguments, the call is
/// evaluated only once. Both sides of a conditional are evaluated, so a function that calls itself twice would
/// otherwise take too long. Calls that depend on an [impure](Function::impure) function are evaluated each time.
///
/// ```
/// use hcl::EvalContext;
///
/// let body = hcl::parse(r#"
///     function "double" {
///       params = [n]
///       result = multiply(n, 2)
///     }
///     function "multiply" {
///       params         = [n]
///       variadic_param = factors
///       result = length(factors) == 0 ? n : n * factors[0]
///     }
///     answer = double(21)
/// "#)?;
/// let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
/// let (functions, rest) = hcl::user_functions(&body, "function", &ctx)?;
/// let ctx = ctx.with_functions(functions);
/// let answer = rest.attribute("answer").expect("it is set").expression();
/// assert_eq!(answer.evaluate(&ctx)?, 42);
/// # Ok::<(), hcl::Error>(())
/// ```
///
/// # Errors
///
/// If a block does not define a function, or if two functions have the same name, with a diagnostic for each fault, up
/// to twenty.
pub fn user_functions(
    body: &Body,
    block_type: &str,
    ctx: &EvalContext,
) -> Result<(Vec<(String, Function)>, Body)> {
    let schema = BodySchema::new().with_block(block_type, ["name"]);
    let mut diagnostics = Diagnostics::default();
    let content = body.partial_content(&schema);
    let (content, rest) = content.reported_to(&mut diagnostics);
    let definitions = definitions_of(&mut content.blocks_of_type(block_type), &mut diagnostics);
    let functions = functions_of(definitions, UserFunctionPurpose::Application, ctx, None);
    let diagnostics = diagnostics.into_reported();
    Error::unless(Category::Data, diagnostics, (functions, rest))
}

/// What the functions that a body defines are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UserFunctionPurpose {
    /// For an application, by [`user_functions`]. In result expressions, a function hides a function of the context
    /// with the same name. It accepts null arguments.
    Application,
    /// For a spec file ("Custom Functions"): result expressions can call only the spec definition functions, so that
    /// `upper` can be defined with the help of the function of that name. Null arguments are refused, as in the
    /// reference.
    SpecFile,
}

/// The functions that blocks define, in the order of their names; see [`user_functions`]. If two have the same name,
/// the first one is used.
pub(crate) fn definitions_of(
    blocks: &mut dyn Iterator<Item = &Block>,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<FunctionDefinition>> {
    let mut seen = HashSet::new();
    let mut definitions: Vec<Arc<FunctionDefinition>> = Vec::new();
    for block in blocks {
        let Some(label) = block.labels().next() else {
            continue;
        };
        let name = label.text().into_owned();
        let definition = FunctionDefinition::read(block, &name, diagnostics);
        if !name.split("::").all(is_identifier) {
            let detail = format!(
                "The name of a function must be an identifier. \"{name}\" is not one, so the function could not be \
                 called."
            );
            diagnostics.push(at_header(Diagnostic::of(Code::InvalidName, detail), block));
        }
        if seen.insert(name) {
            definitions.push(Arc::new(definition));
            continue;
        }
        let name = &definition.name;
        let detail =
            format!("There is already a function named \"{name}\". Remove one of the two.");
        let diagnostic = Diagnostic::of(Code::DuplicateFunction, detail);
        diagnostics.push(at_header(diagnostic, block));
    }
    definitions.sort_by(|left, right| left.name.cmp(&right.name));
    definitions
}

/// Creates callable functions from definitions, with their names. A function whose result expression could not be read
/// returns an unknown value. Result expressions can use `names` as long as that tree exists.
pub(crate) fn functions_of(
    definitions: Vec<Arc<FunctionDefinition>>,
    purpose: UserFunctionPurpose,
    ctx: &EvalContext,
    names: Option<&Arc<NameTree>>,
) -> Vec<(String, Function)> {
    let library = Arc::new(Library {
        number: COUNT.fetch_add(1, Ordering::Relaxed),
        purpose,
        ctx: ctx.clone(),
        names: names.map(Arc::downgrade),
        definitions,
        inner: OnceLock::new(),
    });
    library.functions(&LibraryRef::Strong(Arc::clone(&library)))
}

impl FunctionDefinition {
    fn read(block: &Block, name: &str, diagnostics: &mut Diagnostics) -> Self {
        let schema = BodySchema::new()
            .with_required_attribute("params")
            .with_attribute("variadic_param")
            .with_required_attribute("result");
        let content = block.body().content(&schema);
        let content = content.reported_to(diagnostics);
        let mut parameters = Vec::new();
        if let Some(params) = content.attribute("params") {
            match params.expression().static_list() {
                Ok(names) => {
                    parameters.extend(names.iter().filter_map(|it| parameter(it, diagnostics)));
                }
                Err(error) => diagnostics.extend(error.into_diagnostics()),
            }
        }
        let variadic = content.attribute("variadic_param");
        let variadic = variadic.and_then(|it| parameter(&it.expression(), diagnostics));
        let mut names: Vec<&str> = parameters.iter().map(String::as_str).collect();
        names.extend(variadic.as_deref());
        names.sort_unstable();
        let is_repeated = |pair: &&[&str]| matches!(pair, [first, second] if first == second);
        if let Some([name, ..]) = names.windows(2).find(is_repeated) {
            let detail =
                format!("Two parameters of this function are named \"{name}\". Rename one.");
            let diagnostic = Diagnostic::of(Code::DuplicateParameter, detail);
            diagnostics.push(at_header(diagnostic, block));
        }
        let result = content.attribute("result").map(Attribute::expression);
        let parts = result.iter().flat_map(Expression::parts);
        let nesting = parts.map(|it| nesting_of(it.view(), it.id())).max();
        FunctionDefinition {
            name: name.to_owned(),
            parameters,
            variadic,
            result,
            nesting: nesting.unwrap_or_default(),
            has_met_secret: Arc::default(),
        }
    }

    /// The result of a call: the value, or the diagnostics of its evaluation.
    fn result_of_call(&self, evaluated: Diagnosed<Value>) -> Result<Value, FunctionError> {
        let diagnostics = evaluated.diagnostics;
        if diagnostics.is_empty() {
            return Ok(evaluated.value);
        }
        // Errors in names that the function refers to are reported alone, without a diagnostic about the call.
        let is_own = !diagnostics.iter().all(Diagnostic::is_of_reference);
        // Recursion that branches fails once for each path to the deepest call.
        let mut diagnostics = limited(diagnostics, MAX_REPORTED);
        if !is_own {
            return Err(FunctionError::diagnosed(diagnostics));
        }
        // The evaluator adds the place of the call.
        let detail = format!("This call to the function \"{}\" failed.", self.name);
        diagnostics.push(Diagnostic::of(Code::ErrorInFunctionCall, detail));
        Err(FunctionError::diagnosed(diagnostics))
    }
}

/// The name of a parameter.
fn parameter(expression: &Expression, diagnostics: &mut Diagnostics) -> Option<String> {
    let name = expression.static_name();
    if name.is_none() {
        let detail = "A parameter must be a name without quotes.";
        diagnostics.push(Diagnostic::of(Code::InvalidParameter, detail).at(expression));
    }
    name
}

fn at_header(diagnostic: Diagnostic, block: &Block) -> Diagnostic {
    diagnostic
        .at(block.header_span())
        .with_source(block.source().clone())
}

/// The nesting depth of the constructs of an expression. Evaluation recurses to the same depth.
pub(super) fn nesting_of(view: View<'_, '_>, root: ExprId) -> usize {
    let mut deepest = 1;
    // The expressions to visit, each with the number of constructs around it.
    let mut pending = vec![(view, root, 0)];
    while let Some((view, id, around)) = pending.pop() {
        let expression = view.expression(id);
        let levels = match &expression {
            ExpressionView::Parentheses(_)
            | ExpressionView::Tuple(_)
            | ExpressionView::Object(_)
            | ExpressionView::For(_)
            | ExpressionView::FunctionCall(_)
            | ExpressionView::Literal(_) => 1,
            // The quotes, and the sequence in them.
            ExpressionView::Template(_) => 2,
            _ => 0,
        };
        deepest = deepest.max(around + levels + 1);
        match expression {
            // Of the steps, only the keys in the brackets of an index are nested.
            ExpressionView::Traversal(traversal) => {
                pending.push((view, traversal.source, around));
                pending.extend(traversal.keys().map(|key| (view, key, around + 1)));
            }
            ExpressionView::Embedded => {
                let embedded = view.embedded_view(id);
                pending.extend(embedded.map(|(inner, root)| (inner, root, around)));
            }
            _ => view.for_each_child(id, &mut |child| {
                pending.push((view, child, around + levels));
            }),
        }
    }
    deepest
}

/// The functions of a body, which can call each other.
struct Library {
    /// Unique number of the library.
    number: usize,
    purpose: UserFunctionPurpose,
    ctx: EvalContext,
    /// The names that result expressions can also use. Weak, because the names hold the functions.
    names: Option<Weak<NameTree>>,
    definitions: Vec<Arc<FunctionDefinition>>,
    /// The context in which results are evaluated, with the functions of the library itself.
    inner: OnceLock<EvalContext>,
}

/// How a function refers to its library. Functions in the library itself do so weakly: a library must not keep itself
/// alive.
#[derive(Clone)]
enum LibraryRef {
    Strong(Arc<Library>),
    Weak(Weak<Library>),
}

impl LibraryRef {
    fn library(&self) -> Option<Arc<Library>> {
        match self {
            LibraryRef::Strong(library) => Some(Arc::clone(library)),
            LibraryRef::Weak(library) => library.upgrade(),
        }
    }
}

impl Library {
    /// All functions, each with this handle of the library.
    fn functions(&self, library_ref: &LibraryRef) -> Vec<(String, Function)> {
        // Functions may call each other, so a secret in one makes all of them secret.
        let mut results = self.definitions.iter().filter_map(|it| it.result.as_ref());
        let is_secret = results.any(|it| refers_to_secret(it, &self.ctx));
        let definitions = self.definitions.iter().enumerate();
        let functions = definitions.map(|(index, definition)| {
            let library_ref = library_ref.clone();
            let function = Function::within_work(Type::DYNAMIC, move |args, work| {
                let library = library_ref.library();
                let gone = || FunctionError::new("the functions of the configuration are gone");
                library.ok_or_else(gone)?.call(index, args, work)
            });
            let mut function = with_parameters(function, definition, self.purpose);
            if is_secret {
                function = function.with_secret_result();
            } else if self.names.is_some() {
                function = function.with_secrets_noted_in(&definition.has_met_secret);
            }
            (definition.name.clone(), function)
        });
        functions.collect()
    }

    fn inner_context(self: &Arc<Self>) -> EvalContext {
        match self.purpose {
            UserFunctionPurpose::Application => {
                let functions = self.functions(&LibraryRef::Weak(Arc::downgrade(self)));
                EvalContext::child(&self.ctx).with_functions(functions)
            }
            UserFunctionPurpose::SpecFile => self.ctx.clone(),
        }
    }

    fn call(
        self: &Arc<Self>,
        index: usize,
        args: &[Value],
        work: &Work,
    ) -> Result<Value, FunctionError> {
        let definition = &self.definitions[index];
        let Some(result) = &definition.result else {
            return Ok(Value::dynamic());
        };
        // Calls by other functions are evaluated once, unless they depend on more than the arguments.
        let function = FunctionId {
            library: self.number,
            index,
        };
        let is_cached = work.budget.is_nested();
        if is_cached && let Some(kept) = work.calls.kept_result(function, args) {
            if kept.is_secret {
                work.lookups().add_marks(Marks::SECRET);
            }
            return kept.value;
        }
        let before = work.calls.so_far();
        let _nested = work.enter(definition.nesting + CALL_NESTING)?;
        let inner = self.inner.get_or_init(|| self.inner_context());
        let mut ctx = match self.names.as_ref().and_then(Weak::upgrade) {
            // Definitions of names do not see the parameters.
            Some(names) => EvalContext::child(EvalContext::child(inner).with_names(names)),
            None => EvalContext::child(inner),
        };
        let count = definition.parameters.len().min(args.len());
        let (positional, further) = args.split_at(count);
        for (name, value) in definition.parameters.iter().zip(positional) {
            ctx.set_variable(name, value.clone());
        }
        if let Some(name) = &definition.variadic {
            ctx.set_variable(name, Value::tuple(further.iter().cloned())?);
        }
        let lookups = work.lookups();
        let (evaluated, marks) = lookups.marked(|| result.evaluate_within(&ctx, work));
        if marks.is_secret {
            definition.has_met_secret.store(true, Ordering::Relaxed);
        }
        let result = CallResult {
            value: definition.result_of_call(evaluated),
            is_secret: marks.is_secret,
        };
        if is_cached && !work.is_interrupted() {
            work.calls.keep_result(function, args, &result, before);
        }
        result.value
    }
}

/// A function with the parameters of its definition. Unknown arguments are passed to the result expression, which
/// decides what they mean.
fn with_parameters(
    function: Function,
    definition: &FunctionDefinition,
    purpose: UserFunctionPurpose,
) -> Function {
    let parameter = |name: &String| {
        let parameter = Parameter::new(name.as_str(), Type::DYNAMIC);
        let parameter = parameter.allow_unknown().allow_dynamic();
        match purpose {
            UserFunctionPurpose::Application => parameter.allow_null(),
            UserFunctionPurpose::SpecFile => parameter,
        }
    };
    let positional = definition.parameters.iter().map(parameter);
    let function = positional.fold(function, Function::with_parameter);
    match definition.variadic.as_ref().map(parameter) {
        Some(variadic) => function.with_variadic(variadic),
        None => function,
    }
}

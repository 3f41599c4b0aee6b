//! Constructors of specs. An invalid spec stores its error and reports it when it decodes.

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use super::transformation::{Closure, Transformation};
use super::{BlockCounts, BlockResult, NestedSpec, Requirement, Spec, SpecKind, SpecNode};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::eval::EvalContext;
use crate::function::Function;
use crate::limits::MAX_DEPTH;
use crate::syntax::tree::handle::Expression;
use crate::value::{Refinement, Text, Type, Value};

impl Spec {
    /// An object whose attributes other specs decode from the same body. If names are equal, the last one wins.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::object([
    ///     ("host", Spec::attr("address", Type::STRING)),
    ///     ("port", Spec::attr("port", Type::NUMBER)),
    /// ]);
    /// let body = hcl::parse("address = \"::1\"\nport = 80\n")?;
    /// let value = spec.decode(&body, &EvalContext::new()).into_result()?;
    /// assert_eq!(value.to_string(), "{ host = \"::1\", port = 80 }");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn object<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Spec)>) -> Spec {
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|(name, spec)| (Text::from(name.as_ref()), spec));
        Spec::new(SpecKind::Object(attributes.collect()))
    }

    /// A tuple whose elements other specs decode from the same body.
    pub fn tuple(elements: impl IntoIterator<Item = Spec>) -> Spec {
        Spec::new(SpecKind::Tuple(elements.into_iter().collect()))
    }

    /// The value of an attribute, converted to a type; null if the attribute is absent.
    ///
    /// With [`Type::DYNAMIC`] the value may be of any type.
    pub fn attr(name: impl Into<String>, ty: Type) -> Spec {
        Spec::of_attr(name.into(), ty, Requirement::Optional)
    }

    /// The value of an attribute, converted to a type. An absent attribute is an error; null is a value of
    /// any type and not an error.
    pub fn required_attr(name: impl Into<String>, ty: Type) -> Spec {
        Spec::of_attr(name.into(), ty, Requirement::Required)
    }

    /// The result of `nested` for the body of the only block of a type; null if there is no such block.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::block("logging", Spec::attr("level", Type::STRING));
    /// let ctx = EvalContext::new();
    /// let value = spec
    ///     .decode(&hcl::parse("logging { level = \"info\" }\n")?, &ctx)
    ///     .into_result()?;
    /// assert_eq!(value, "info");
    /// assert!(spec.decode(&hcl::parse("")?, &ctx).into_result()?.is_null());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn block(block_type: impl Into<String>, nested: Spec) -> Spec {
        Spec::of_block(block_type, nested, Requirement::Optional)
    }

    /// Like [`Spec::block`], but a missing block is an error.
    pub fn required_block(block_type: impl Into<String>, nested: Spec) -> Spec {
        Spec::of_block(block_type, nested, Requirement::Required)
    }

    /// A list with the result of `nested` for the body of each block of a type. `counts` limits the number of blocks.
    /// The elements are converted to one type; it is an error if that is not possible.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::block_list("listener", 1..=3, Spec::attr("port", Type::NUMBER));
    /// let ctx = EvalContext::new();
    /// let body = hcl::parse("listener { port = 80 }\nlistener { port = 443 }\n")?;
    /// assert_eq!(spec.decode(&body, &ctx).into_result()?.to_string(), "[80, 443]");
    /// assert!(spec.decode(&hcl::parse("")?, &ctx).into_result().is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn block_list(
        block_type: impl Into<String>,
        counts: impl RangeBounds<usize>,
        nested: Spec,
    ) -> Spec {
        let counts = BlockCounts::of(&counts);
        Spec::of_blocks(block_type, counts, BlockResult::List, nested)
    }

    /// Like [`Spec::block_list`], but a set, in which equal elements are stored once.
    pub fn block_set(
        block_type: impl Into<String>,
        counts: impl RangeBounds<usize>,
        nested: Spec,
    ) -> Spec {
        let counts = BlockCounts::of(&counts);
        Spec::of_blocks(block_type, counts, BlockResult::Set, nested)
    }

    /// Like [`Spec::block_list`], but a tuple, whose elements can have different types.
    pub fn block_tuple(
        block_type: impl Into<String>,
        counts: impl RangeBounds<usize>,
        nested: Spec,
    ) -> Spec {
        let counts = BlockCounts::of(&counts);
        Spec::of_blocks(block_type, counts, BlockResult::Tuple, nested)
    }

    /// A map with the result of `nested` for the body of each block of a type, by the label of the block. With two
    /// labels, it is a map of maps, and so on. The names of the labels are for messages.
    ///
    /// The implied type of `nested` must be exact: it may not contain `any`.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::block_map("zone", ["name"], Spec::attr("region", Type::STRING));
    /// let body =
    ///     hcl::parse("zone \"a\" { region = \"eu\" }\nzone \"b\" { region = \"us\" }\n")?;
    /// let value = spec.decode(&body, &EvalContext::new()).into_result()?;
    /// assert_eq!(value["b"], "us");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn block_map<'n>(
        block_type: impl Into<String>,
        label_names: impl IntoIterator<Item = &'n str>,
        nested: Spec,
    ) -> Spec {
        Spec::of_labelled(block_type, label_names, BlockResult::Map, nested)
    }

    /// Like [`Spec::block_map`], but an object, whose attributes can have different types.
    pub fn block_object<'n>(
        block_type: impl Into<String>,
        label_names: impl IntoIterator<Item = &'n str>,
        nested: Spec,
    ) -> Spec {
        Spec::of_labelled(block_type, label_names, BlockResult::Object, nested)
    }

    /// A map of all attributes of the only block of a type, with any names; null if there is no such block.
    pub fn block_attrs(block_type: impl Into<String>, element: Type) -> Spec {
        Spec::of_block_attrs(block_type.into(), element, Requirement::Optional)
    }

    /// Like [`Spec::block_attrs`], but a missing block is an error.
    pub fn required_block_attrs(block_type: impl Into<String>, element: Type) -> Spec {
        Spec::of_block_attrs(block_type.into(), element, Requirement::Required)
    }

    /// A value that does not depend on the body.
    pub fn literal(value: impl Into<Value>) -> Spec {
        Spec::new(SpecKind::Literal(value.into()))
    }

    /// The first non-null result of several specs for the same body.
    ///
    /// The [implied type](Spec::implied_type) is that of the first spec. The others are fallbacks: what they require is
    /// required only if they are needed. Their results are not converted.
    pub fn default(specs: impl IntoIterator<Item = Spec>) -> Spec {
        let specs: Vec<Spec> = specs.into_iter().collect();
        if specs.is_empty() {
            return Spec::invalid(
                Code::InvalidDefaultSpec,
                "A default needs at least one spec that gives a value.",
            );
        }
        Spec::new(SpecKind::Default(specs))
    }

    /// The value of an expression, in which the variable `nested` is the result of another spec. The other
    /// variables and the functions are those of `ctx`, not those of the decoding.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let megabytes = hcl::parse_expression("nested * 1024 * 1024")?;
    /// let spec = Spec::transform(
    ///     Spec::attr("size", Type::NUMBER),
    ///     megabytes,
    ///     EvalContext::new(),
    /// );
    /// let value = spec
    ///     .decode(&hcl::parse("size = 2\n")?, &EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(value, 2_097_152);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn transform(nested: Spec, result: Expression, ctx: impl Into<EvalContext>) -> Spec {
        let transformation = Transformation::Expression(result, ctx.into());
        Spec::new(SpecKind::Transform(nested, transformation))
    }

    /// The result of a function with one parameter, applied to the result of another spec.
    pub fn transform_with(nested: Spec, function: Function) -> Spec {
        let transformation = Transformation::Function(function);
        Spec::new(SpecKind::Transform(nested, transformation))
    }

    /// The result of another spec, if the application's check accepts it.
    ///
    /// The check is called with each value, which can be null or unknown, unless decoding the value has failed. Its
    /// error can be a [`Diagnostic`], a [`ValueError`](crate::ValueError) or an [`Error`] with several diagnostics. A
    /// diagnostic without a location is reported at the attribute from which the value was decoded, or at the body.
    ///
    /// ```
    /// use hcl::{Diagnostic, EvalContext, Spec, Type, Value};
    ///
    /// let port =
    ///     Spec::validate(Spec::attr("port", Type::NUMBER), |port: &Value| match port
    ///         .as_u64()
    ///     {
    ///         Some(..1024) => Err(Diagnostic::error(
    ///             "Privileged port",
    ///             "Take a port from 1024 on.",
    ///         )),
    ///         _ => Ok(()),
    ///     });
    /// let body = hcl::parse("port = 8080\n")?;
    /// assert!(
    ///     port.decode(&body, &EvalContext::new())
    ///         .diagnostics
    ///         .is_empty()
    /// );
    /// let body = hcl::parse("port = 80\n")?;
    /// let error = port
    ///     .decode(&body, &EvalContext::new())
    ///     .into_result()
    ///     .unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn validate<E: Into<Error>>(
        nested: Spec,
        check: impl Fn(&Value) -> Result<(), E> + Send + Sync + 'static,
    ) -> Spec {
        let check = Transformation::Check(Closure(Box::new(move |value| {
            check(value).map_err(Into::into)
        })));
        Spec::new(SpecKind::Transform(nested, check))
    }

    /// The result of another spec. If it is unknown, it is refined by what the application guarantees; a known value is
    /// not changed.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type, Value};
    ///
    /// let id = Spec::default([Spec::attr("id", Type::STRING), Spec::literal("i-0")]);
    /// let id = Spec::refine(id, |unknown| unknown.not_null().string_prefix("i-"));
    /// let ctx = EvalContext::new().with_variable("later", Value::unknown(&Type::STRING));
    /// let value = id.decode(&hcl::parse("id = later\n")?, &ctx).into_result()?;
    /// assert_eq!(value.equals(&Value::NULL), false);
    /// assert_eq!(value.equals(&Value::from("vpc-1")), false);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn refine(
        nested: Spec,
        refine: impl Fn(Refinement) -> Refinement + Send + Sync + 'static,
    ) -> Spec {
        let refine = Transformation::Refine(Closure(Box::new(refine)));
        Spec::new(SpecKind::Transform(nested, refine))
    }

    /// The value of an expression that does not depend on the body. It is evaluated with the variables and functions of
    /// the decoding.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec};
    ///
    /// let spec = Spec::expression(hcl::parse_expression("\"${region}-1\"")?);
    /// let ctx = EvalContext::new().with_variable("region", "eu");
    /// assert_eq!(spec.decode(&hcl::parse("")?, &ctx).into_result()?, "eu-1");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn expression(expression: Expression) -> Spec {
        Spec::new(SpecKind::Expression(expression))
    }

    /// A label of the block to whose body the spec is applied. `index` is counted from 0, after the labels that the
    /// spec of the block uses itself. The name is for messages. Decoding a body that is not the body of a block is an
    /// error, because the root body has no labels.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let server = Spec::object([
    ///     ("name", Spec::label(0, "name")),
    ///     ("port", Spec::attr("port", Type::NUMBER)),
    /// ]);
    /// let spec = Spec::block_list("server", .., server);
    /// let body = hcl::parse("server \"web\" { port = 80 }\n")?;
    /// let value = spec.decode(&body, &EvalContext::new()).into_result()?;
    /// assert_eq!(value.to_string(), "[{ name = \"web\", port = 80 }]");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn label(index: usize, name: impl Into<String>) -> Spec {
        let name = name.into();
        Spec::new(SpecKind::Label { index, name })
    }

    pub(super) fn of_attr(name: String, ty: Type, requirement: Requirement) -> Spec {
        Spec::new(SpecKind::Attr {
            name,
            ty,
            requirement,
        })
    }

    pub(super) fn of_block(
        block_type: impl Into<String>,
        nested: Spec,
        requirement: Requirement,
    ) -> Spec {
        let nested = NestedSpec::new(block_type, Vec::new(), nested);
        Spec::new(SpecKind::Blocks(nested, BlockResult::Only(requirement)))
    }

    pub(super) fn of_blocks(
        block_type: impl Into<String>,
        counts: BlockCounts,
        result: fn(BlockCounts) -> BlockResult,
        nested: Spec,
    ) -> Spec {
        if counts.max.is_some_and(|max| max < counts.min) {
            return Spec::invalid(
                Code::InvalidNumberOfBlocks,
                "The maximum number of blocks is less than the minimum.",
            );
        }
        let nested = NestedSpec::new(block_type, Vec::new(), nested);
        Spec::new(SpecKind::Blocks(nested, result(counts)))
    }

    pub(super) fn of_labelled<'n>(
        block_type: impl Into<String>,
        label_names: impl IntoIterator<Item = &'n str>,
        result: BlockResult,
        nested: Spec,
    ) -> Spec {
        let label_names: Vec<_> = label_names.into_iter().map(str::to_owned).collect();
        if label_names.is_empty() {
            return Spec::invalid(
                Code::MissingLabelNames,
                "Blocks become a map by their labels: name at least one label.",
            );
        }
        let is_map = matches!(result, BlockResult::Map);
        if is_map && nested.problem().is_none() && nested.implied_type().has_dynamic() {
            return Spec::invalid(
                Code::InvalidBlockMapSpec,
                "The elements of a map have one type, so nothing in a block_map may have the type \"any\". Give each \
                 argument a specific type.",
            );
        }
        let nested = NestedSpec::new(block_type, label_names, nested);
        Spec::new(SpecKind::Blocks(nested, result))
    }

    pub(super) fn of_block_attrs(
        block_type: String,
        element: Type,
        requirement: Requirement,
    ) -> Spec {
        Spec::new(SpecKind::BlockAttrs {
            block_type,
            element,
            requirement,
        })
    }

    fn new(kind: SpecKind) -> Spec {
        let mut depth = 1;
        let mut problem = None;
        let mut add = |child: &Spec| {
            depth = depth.max(1 + child.0.depth);
            problem = problem.take().or_else(|| child.0.problem.clone());
        };
        kind.for_each_part(&mut add);
        if let SpecKind::Blocks(nested, _) = &kind {
            add(&nested.spec);
            // Each label that the spec uses itself adds a level to the value.
            depth += nested.own_labels;
            problem = problem.or_else(|| nested.schema.diagnostics().next());
        }
        if depth > MAX_DEPTH {
            // The nested specs are dropped here, which is safe: their depth is within the limit.
            let detail = format!("Specs nest deeper than {MAX_DEPTH} levels.");
            return Spec::invalid(Code::NestingTooDeep, detail);
        }
        Spec(Arc::new(SpecNode {
            kind,
            depth,
            problem,
        }))
    }

    fn invalid(code: Code, detail: impl Into<String>) -> Spec {
        Spec(Arc::new(SpecNode {
            kind: SpecKind::Literal(Value::NULL),
            depth: 1,
            problem: Some(Diagnostic::of(code, detail)),
        }))
    }

    /// The error in the spec, if it is invalid.
    pub(super) fn problem(&self) -> Option<Diagnostic> {
        self.0.problem.clone()
    }
}

impl NestedSpec {
    pub(super) fn new(block_type: impl Into<String>, mut labels: Vec<String>, spec: Spec) -> Self {
        let own_labels = labels.len();
        spec.label_names(&mut labels, own_labels);
        NestedSpec {
            block_type: block_type.into(),
            labels,
            own_labels,
            schema: spec.implied_schema(),
            spec,
        }
    }
}

impl BlockCounts {
    fn of(range: &impl RangeBounds<usize>) -> Self {
        let min = match range.start_bound() {
            Bound::Included(min) => *min,
            Bound::Excluded(min) => min.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max = match range.end_bound() {
            Bound::Included(max) => Some(*max),
            Bound::Excluded(max) => Some(max.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        BlockCounts { min, max }
    }
}

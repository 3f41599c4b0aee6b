//! Declarations of the names of blocks of a type.

use std::fmt;
use std::sync::Arc;

use foldhash::{HashSet, HashSetExt as _};

use crate::diagnostic::Diagnostic;
use crate::error::Result;
use crate::eval::EvalContext;
use crate::eval::names::BlockValue;
use crate::path::Path;
use crate::schema::BodySchema;
use crate::syntax::tree::handle::{Block, Body};
use crate::value::{Type, Value};

/// Declares that blocks of a type can be referred to, and by which names.
///
/// | blocks | names |
/// |---|---|
/// | [`merged`](NamedBlocks::merged) | the attributes of all of them, as if they were one block |
/// | [`labelled`](NamedBlocks::labelled) | the blocks, by their labels |
/// | [`listed`](NamedBlocks::listed) | the blocks, by index |
/// | [`single`](NamedBlocks::single) | the attributes of the only block, if there is one |
///
/// The value of a block is an object of its attributes and of the nested blocks that are declared. To choose a
/// different value, use [`with_value_of`](NamedBlocks::with_value_of) or [`with_value_by`](NamedBlocks::with_value_by).
#[derive(Clone, Debug)]
pub struct NamedBlocks {
    pub(super) block_type: String,
    pub(super) labels: Vec<String>,
    pub(super) form: Form,
    pub(super) value: ValueOfBlock,
    /// The attribute that describes the type of the value.
    pub(super) ty: Option<String>,
    /// Names in addition to the attributes. Their values are not known yet.
    pub(super) unknown: Vec<(String, Type)>,
    pub(super) has_unknown_others: bool,
    pub(super) nested: Vec<NamedBlocks>,
}

/// How blocks of a type are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Merged,
    Labelled,
    Listed,
    Single,
}

/// The value of a block.
#[derive(Clone)]
pub(super) enum ValueOfBlock {
    /// Its attributes and nested blocks.
    Body,
    /// The value of one attribute.
    Attribute(String),
    /// The result of a function of the application.
    Application(Arc<BlockValue>),
}

impl NamedBlocks {
    fn new(block_type: impl Into<String>, form: Form) -> Self {
        NamedBlocks {
            block_type: block_type.into(),
            labels: Vec::new(),
            form,
            value: ValueOfBlock::Body,
            ty: None,
            unknown: Vec::new(),
            has_unknown_others: false,
            nested: Vec::new(),
        }
    }

    /// The attributes of all blocks of a type, such as `local.zone` for one or more `locals` blocks. They form one
    /// object, even if there is no such block. Blocks within them, and attributes that are not known yet, belong to it.
    pub fn merged(block_type: impl Into<String>) -> Self {
        NamedBlocks::new(block_type, Form::Merged)
    }

    /// Blocks by their labels, such as `service.web` or `service["web"]`. The names of the labels are used in messages;
    /// at least one is required.
    pub fn labelled<L: Into<String>>(
        block_type: impl Into<String>,
        labels: impl IntoIterator<Item = L>,
    ) -> Self {
        let labels = labels.into_iter().map(Into::into).collect();
        NamedBlocks {
            labels,
            ..NamedBlocks::new(block_type, Form::Labelled)
        }
    }

    /// Blocks without labels by index, such as `listener[0]`.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse(r#"
    ///     service "web" {
    ///       listener {
    ///         port = 80
    ///       }
    ///       listener {
    ///         port = service.web.listener[0].port + 363
    ///       }
    ///     }
    /// "#)?;
    /// let services = NamedBlocks::labelled("service", ["name"])
    ///     .with_blocks(NamedBlocks::listed("listener"));
    /// let scope = References::new()
    ///     .with("service", services)
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// let ports =
    ///     hcl::parse_expression("service.web.listener[*].port")?.evaluate(&scope)?;
    /// assert_eq!(ports.to_string(), "[80, 443]");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn listed(block_type: impl Into<String>) -> Self {
        NamedBlocks::new(block_type, Form::Listed)
    }

    /// A block without labels that can occur at most once, such as `check` in `check.interval`. If there is none, its
    /// value is null.
    pub fn single(block_type: impl Into<String>) -> Self {
        NamedBlocks::new(block_type, Form::Single)
    }

    /// Uses one attribute as the value of a block, such as the default of a variable. If the attribute is not set and
    /// no [value is given](super::References::with_value), using the name is an error.
    #[must_use]
    pub fn with_value_of(mut self, attribute: impl Into<String>) -> Self {
        self.value = ValueOfBlock::Attribute(attribute.into());
        self
    }

    /// Converts the value of a block to the type that an attribute describes, as
    /// [`Expression::type_constraint`](crate::Expression::type_constraint) reads it. If the attribute is not set, the
    /// value is not converted.
    #[must_use]
    pub fn with_type_of(mut self, attribute: impl Into<String>) -> Self {
        self.ty = Some(attribute.into());
        self
    }

    /// Computes the value of a block with a function, for example a list of objects for a block that represents several
    /// things. The function is called when something in the block is needed. It receives the context of the scope, in
    /// which it can evaluate the content of the block.
    ///
    /// An error without a location is reported at the block.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    /// use hcl::{EvalContext, Value};
    ///
    /// let body = hcl::parse(r#"
    ///     disk "data" {
    ///       count = 2
    ///       path  = "/mnt/${count.index}"
    ///     }
    /// "#)?;
    /// let disks = NamedBlocks::labelled("disk", ["name"]).with_value_by(|block, ctx| {
    ///     let body = block.body();
    ///     let count = body
    ///         .attribute("count")
    ///         .map(|it| it.expression().decode(ctx));
    ///     let instances = (0..count.unwrap_or(Ok(1))?).map(|index: u64| {
    ///         let count = Value::object([("index", Value::from(index))])?;
    ///         body.evaluate_attributes(
    ///             &EvalContext::child(ctx).with_variable("count", count),
    ///         )
    ///         .into_result()
    ///     });
    ///     Ok(Value::tuple(instances.collect::<hcl::Result<Vec<_>>>()?)?)
    /// });
    /// let scope = References::new()
    ///     .with("disk", disks)
    ///     .scope(&body, &EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(
    ///     hcl::parse_expression("disk.data[1].path")?.evaluate(&scope)?,
    ///     "/mnt/1"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_value_by<F>(mut self, value: F) -> Self
    where
        F: Fn(&Block, &EvalContext) -> Result<Value> + Send + Sync + 'static,
    {
        self.value = ValueOfBlock::Application(Arc::new(value));
        self
    }

    /// Declares an attribute whose value is not known yet, such as the ID of a resource that does not exist yet. If the
    /// configuration sets the attribute, that value is used.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    /// use hcl::{EvalContext, Type};
    ///
    /// let body = hcl::parse("server \"web\" {\n  size = 2\n}\n")?;
    /// let servers =
    ///     NamedBlocks::labelled("server", ["name"]).with_unknown("id", Type::STRING);
    /// let references = References::new().with("server", servers);
    /// let url = hcl::parse_expression("\"id-${server.web.id}/${server.web.size}\"")?;
    /// let scope = references.scope(&body, &EvalContext::new()).into_result()?;
    /// let planned = url.evaluate(&scope)?;
    /// assert!(!planned.is_known() && planned.ty() == Type::STRING);
    ///
    /// let references = references.with_value("server.web.id", "a7");
    /// let scope = references.scope(&body, &EvalContext::new()).into_result()?;
    /// assert_eq!(url.evaluate(&scope)?, "id-a7/2");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_unknown(mut self, name: impl Into<String>, ty: Type) -> Self {
        self.unknown.push((name.into(), ty));
        self
    }

    /// Declares that a block can have any other attributes, whose values are not known yet. The block as a whole is
    /// then unknown.
    #[must_use]
    pub fn with_unknown_others(mut self) -> Self {
        self.has_unknown_others = true;
        self
    }

    /// Makes nested blocks available, by their type and then by the given names.
    #[must_use]
    pub fn with_blocks(mut self, blocks: NamedBlocks) -> Self {
        self.nested.push(blocks);
        self
    }
}

/// The declarations for a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    /// Blocks, each with the name of its variable; `None` if the blocks are variables themselves.
    pub(super) blocks: Vec<(Option<String>, NamedBlocks)>,
    pub(super) has_root_attributes: bool,
    /// The type of the blocks that define functions.
    pub(super) functions: Option<String>,
    pub(super) has_dynamic: bool,
    /// The values that the application sets.
    pub(super) values: Vec<(Path, Value)>,
    /// The errors in the names of such values.
    pub(super) wrong: Vec<Diagnostic>,
}

impl Declarations {
    /// The schema of the declared blocks at the root.
    pub(super) fn schema(&self) -> BodySchema {
        let schema = schema(self.blocks.iter().map(|(_, blocks)| blocks));
        match &self.functions {
            Some(block_type) => schema.with_block(block_type, ["name"]),
            None => schema,
        }
    }

    /// A body without the blocks that define functions.
    pub(super) fn without_functions(&self, body: &Body) -> Body {
        match &self.functions {
            Some(block_type) => {
                let schema = BodySchema::new().with_block(block_type, ["name"]);
                body.partial_content(&schema).value.1
            }
            None => body.clone(),
        }
    }
}

/// A schema of blocks.
pub(super) fn schema<'b>(blocks: impl IntoIterator<Item = &'b NamedBlocks>) -> BodySchema {
    let mut types = HashSet::new();
    let mut schema = BodySchema::new();
    for it in blocks {
        if types.insert(it.block_type.as_str()) {
            schema = schema.with_block(&it.block_type, it.labels.iter().map(String::as_str));
        }
    }
    schema
}

impl fmt::Debug for ValueOfBlock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueOfBlock::Body => formatter.write_str("Body"),
            ValueOfBlock::Attribute(name) => {
                formatter.debug_tuple("Attribute").field(name).finish()
            }
            ValueOfBlock::Application(_) => formatter.write_str("Application"),
        }
    }
}

//! The entry points of the syntax pillar.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::file;
use crate::source::Source;

use super::json;
use super::lexer::SourceKind;
use super::parser::{self, Failure, Limits};
use super::tree::Tree;
use super::tree::handle::{Body, Document, Expression, Template, Traversal};

/// How a source is parsed: the name it is reported under, and the limits it must keep.
///
/// ```
/// let options = hcl::ParseOptions::new().with_filename("app.hcl").with_max_depth(16);
/// let error = options.parse("port = \n").expect_err("the value is missing");
/// assert!(error.to_string().contains("app.hcl:1:8"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    filename: Option<String>,
    /// The parser of bodies and expressions, if their syntax has been told. Only where that happens, the parser of JSON is
    /// named: a program that does not ask for JSON is linked without it.
    parser: Option<Parser>,
    limits: Limits,
}

/// The parser of a syntax.
type Parser = fn(&str, SourceKind, Limits) -> std::result::Result<Tree, Box<Failure>>;

/// The syntax that a configuration is written in.
///
/// ```
/// use hcl::{ParseOptions, Syntax};
///
/// let native = ParseOptions::new().parse("port = 80\n")?;
/// let json = ParseOptions::new().with_syntax(Syntax::Json).parse(r#"{ "port": 80 }"#)?;
/// let port = |body: &hcl::Body| body.attribute("port").map(|it| it.expression().text().to_owned());
/// assert_eq!(port(&native), port(&json));
/// assert_eq!(Syntax::of_path("main.tf.json"), Syntax::Json);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// The native syntax.
    Native,
    /// The JSON syntax; see [`json`](mod@crate::json).
    Json,
}

impl Syntax {
    /// The syntax of a file by its name: JSON if that ends with `.json`, native otherwise.
    pub fn of_path(path: impl AsRef<Path>) -> Self {
        let extension = path.as_ref().extension();
        if extension.is_some_and(|it| it.eq_ignore_ascii_case("json")) {
            Syntax::Json
        } else {
            Syntax::Native
        }
    }
}

/// The result of tolerant parsing: the parts of the source that are valid, and the diagnostics of the others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The tree. The tree of a body holds every valid item, up to the place where the maximum of diagnostics
    /// is reached. An expression or a template is there only if all of it is valid.
    pub tree: T,
    /// The diagnostics: invalid characters first, then the others, each in the order of the source. At most
    /// twenty; empty if the source is valid.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a body: a whole configuration file.
///
/// # Errors
///
/// If the text is not a body ("Structural Elements"). The error holds one diagnostic for each invalid item,
/// at most twenty.
///
/// ```
/// let body = hcl::parse("port = 8080\n")?;
/// assert_eq!(body.attributes().count(), 1);
///
/// let error = hcl::parse("port = [80, 443\nhost = \n").expect_err("two items are wrong");
/// assert_eq!(error.diagnostics().len(), 2);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Body> {
    ParseOptions::new().parse(text)
}

/// Parses an expression on its own. Newlines in it have no meaning.
///
/// # Errors
///
/// If the text is not one expression ("Expressions").
///
/// ```
/// let expression = hcl::parse_expression("a + b * 2")?;
/// assert_eq!(expression.text(), "a + b * 2");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse_expression(text: &str) -> Result<Expression> {
    ParseOptions::new().parse_expression(text)
}

/// Parses a template on its own, such as the content of a file.
///
/// # Errors
///
/// If the text is not a template ("Templates").
///
/// ```
/// let template = hcl::parse_template("%{ if on }yes%{ else }no%{ endif }")?;
/// assert_eq!(template.parts().len(), 1);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse_template(text: &str) -> Result<Template> {
    ParseOptions::new().parse_template(text)
}

/// Parses a traversal on its own.
///
/// # Errors
///
/// If the text is not an expression, or an expression that is not a static traversal ("Static Traversal").
///
/// ```
/// let traversal = hcl::parse_traversal("module.network.subnets[0]")?;
/// assert_eq!(traversal.root(), "module");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse_traversal(text: &str) -> Result<Traversal> {
    ParseOptions::new().parse_traversal(text)
}

/// Parses a configuration file. Diagnostics name the file by the given path.
///
/// # Errors
///
/// As [`parse`], and if the file cannot be read or is not UTF-8. Every error names the file.
///
/// ```
/// let body = hcl::parse_file("examples/service.hcl")?;
/// assert_eq!(body.source().name(), Some("examples/service.hcl"));
/// let error = hcl::parse_file("examples/no_such.hcl").unwrap_err();
/// assert!(error.to_string().contains("examples/no_such.hcl"));
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse_file(path: impl AsRef<Path>) -> Result<Body> {
    ParseOptions::new().parse_file(path)
}

/// Parses the valid items of a body and reports the others.
///
/// ```
/// let parsed = hcl::parse_recoverable("a = 1\nb = = 2\nc = 3\n");
/// assert_eq!(parsed.tree.attributes().count(), 2);
/// assert_eq!(parsed.diagnostics.len(), 1);
/// ```
pub fn parse_recoverable(text: &str) -> Parsed<Body> {
    ParseOptions::new().parse_recoverable(text)
}

impl ParseOptions {
    /// The options that [`parse`] and the other functions use: no name, the default limits.
    pub fn new() -> Self {
        ParseOptions::default()
    }

    /// Sets the name of the source in diagnostics.
    #[must_use]
    pub fn with_filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }

    /// Sets the syntax of the source. Unless told, it is the native syntax; the syntax of a file goes by its name, as
    /// [`Syntax::of_path`] says.
    #[must_use]
    pub fn with_syntax(mut self, syntax: Syntax) -> Self {
        self.parser = Some(match syntax {
            Syntax::Native => parser::parse,
            Syntax::Json => json::parse,
        });
        self
    }

    /// These options with the syntax of a file, unless it has been told.
    pub(crate) fn for_path(&self, path: &Path) -> Self {
        let options = self.clone();
        match self.parser {
            Some(_) => options,
            None => options.with_syntax(Syntax::of_path(path)),
        }
    }

    /// Sets how deep brackets, blocks, templates and prefix operators may nest. The default is 256.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets how many links a chain of operators, accesses or conditionals may have. The default is 100,000.
    #[must_use]
    pub fn with_max_links(mut self, links: u32) -> Self {
        self.limits.links = links;
        self
    }

    /// Parses a body, as [`parse`].
    ///
    /// # Errors
    ///
    /// As [`parse`].
    pub fn parse(&self, text: &str) -> Result<Body> {
        self.strict(text, SourceKind::Body, Body::new)
    }

    /// Parses a configuration file, as [`parse_file`]. Diagnostics name the file by its path, unless these
    /// options set another name.
    ///
    /// # Errors
    ///
    /// As [`parse_file`].
    pub fn parse_file(&self, path: impl AsRef<Path>) -> Result<Body> {
        let path = path.as_ref();
        let options = self.for_path(path);
        if let Some(name) = &self.filename {
            return options.parse(&file::read(path, name)?);
        }
        let name = path.display().to_string();
        let text = file::read(path, &name)?;
        options.with_filename(name).parse(&text)
    }

    /// Parses an expression, as [`parse_expression`]. In JSON syntax it is a value of JSON.
    ///
    /// # Errors
    ///
    /// As [`parse_expression`].
    pub fn parse_expression(&self, text: &str) -> Result<Expression> {
        self.strict(text, SourceKind::Expression, Expression::root)
    }

    /// Parses a template, as [`parse_template`].
    ///
    /// # Errors
    ///
    /// As [`parse_template`].
    pub fn parse_template(&self, text: &str) -> Result<Template> {
        self.strict(text, SourceKind::Template, Template::root)
    }

    /// Parses a traversal, as [`parse_traversal`].
    ///
    /// # Errors
    ///
    /// As [`parse_traversal`].
    pub fn parse_traversal(&self, text: &str) -> Result<Traversal> {
        let expression = self.parse_expression(text)?;
        Traversal::required(&expression).map_err(|it| Error::new(Category::Syntax, it))
    }

    /// Parses a body, as [`parse_recoverable`].
    pub fn parse_recoverable(&self, text: &str) -> Parsed<Body> {
        let Parsed { tree, diagnostics } = self.tolerant(text, SourceKind::Body, Body::new);
        Parsed {
            // A body without a single valid item is an empty body.
            tree: tree.unwrap_or_else(|| Body::new(self.document(text, Tree::default()))),
            diagnostics,
        }
    }

    /// Parses an expression; the tree is `None` if anything in it is invalid.
    pub fn parse_expression_recoverable(&self, text: &str) -> Parsed<Option<Expression>> {
        self.tolerant(text, SourceKind::Expression, Expression::root)
    }

    /// Parses a template; the tree is `None` if anything in it is invalid.
    pub fn parse_template_recoverable(&self, text: &str) -> Parsed<Option<Template>> {
        self.tolerant(text, SourceKind::Template, Template::root)
    }

    /// Parses a traversal; the tree is `None` if anything in it is invalid.
    pub fn parse_traversal_recoverable(&self, text: &str) -> Parsed<Option<Traversal>> {
        let parsed = self.parse_expression_recoverable(text);
        let mut diagnostics = parsed.diagnostics;
        let tree = parsed.tree.and_then(|expression| {
            let traversal = Traversal::required(&expression);
            traversal.map_err(|it| diagnostics.push(it)).ok()
        });
        Parsed { tree, diagnostics }
    }

    fn strict<T>(
        &self,
        text: &str,
        kind: SourceKind,
        make: impl FnOnce(Arc<Document>) -> T,
    ) -> Result<T> {
        let tree = self.parse_tree(text, kind)?;
        Ok(make(self.document(text, tree)))
    }

    /// The tree of a body.
    pub(crate) fn tree(&self, text: &str) -> Result<Tree> {
        self.parse_tree(text, SourceKind::Body)
    }

    fn parse_tree(&self, text: &str, kind: SourceKind) -> Result<Tree> {
        self.parsed(text, kind)
            .map_err(|failure| failure.into_error(&self.source(Source::new(text))))
    }

    /// Parses a source by its syntax. A template is the same in both: it is native syntax.
    fn parsed(&self, text: &str, kind: SourceKind) -> std::result::Result<Tree, Box<Failure>> {
        match (self.parser, kind) {
            (Some(parse), SourceKind::Body | SourceKind::Expression) => {
                parse(text, kind, self.limits)
            }
            _ => parser::parse(text, kind, self.limits),
        }
    }

    fn tolerant<T>(
        &self,
        text: &str,
        kind: SourceKind,
        make: impl FnOnce(Arc<Document>) -> T,
    ) -> Parsed<Option<T>> {
        let (tree, diagnostics) = match self.parsed(text, kind) {
            Ok(tree) => (Some(tree), Vec::new()),
            Err(failure) => failure.into_parts(&self.source(Source::new(text))),
        };
        Parsed {
            tree: tree.map(|tree| make(self.document(text, tree))),
            diagnostics,
        }
    }

    fn document(&self, text: &str, tree: Tree) -> Arc<Document> {
        Document::new(self.source(Source::new(text)), tree)
    }

    /// The name of the source in diagnostics.
    pub(crate) fn filename(&self) -> Option<&str> {
        self.filename.as_deref()
    }

    /// Gives the source its name for diagnostics.
    pub(crate) fn source(&self, source: Source) -> Source {
        match &self.filename {
            Some(filename) => source.with_name(filename),
            None => source,
        }
    }
}

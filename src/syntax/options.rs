//! The entry points for parsing.

use std::path::Path;
use std::sync::Arc;

use crate::error::{Category, Diagnosed, Error, Result};
use crate::file;
use crate::limits::ParseLimits;
use crate::source::Source;

use super::json;
use super::lexer::SourceKind;
use super::parser::{self, Failure};
use super::tree::Tree;
use super::tree::handle::{Body, Document, Expression, Template, Traversal};

/// Options for parsing a source: its name in reports, its syntax, and limits.
///
/// ```
/// let options = hcl::ParseOptions::new().with_filename("app.hcl").with_max_depth(16);
/// let parsed = options.parse("port = \n");
/// assert!(parsed.diagnostics[0].to_string().contains("app.hcl:1:8"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    filename: Option<String>,
    /// The parser for the syntax that was set. It is a function pointer, not a `Syntax`, so that a program that sets no
    /// syntax is linked without the JSON parser.
    parser: Option<Parser>,
    pub(crate) limits: ParseLimits,
}

type Parser = fn(&str, SourceKind, ParseLimits) -> std::result::Result<Arc<Tree>, Box<Failure>>;

/// The syntax of a configuration.
///
/// ```
/// # #[cfg(feature = "json")] {
/// use hcl::{ParseOptions, Syntax};
///
/// let native = ParseOptions::new().parse("port = 80\n").into_result()?;
/// let options = ParseOptions::new().with_syntax(Syntax::Json);
/// let json = options.parse(r#"{ "port": 80 }"#).into_result()?;
/// let port = |body: &hcl::Body| {
///     body.attribute("port").map(|it| it.expression().text().to_owned())
/// };
/// assert_eq!(port(&native), port(&json));
/// assert_eq!(Syntax::of_path("main.tf.json"), Syntax::Json);
/// # }
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// The native syntax.
    Native,
    /// The JSON syntax; see [`json`](mod@crate::json). Without the feature `json`, reading it is an error.
    Json,
}

impl Syntax {
    /// The syntax of a file by its name: JSON if the name ends with `.json`, native otherwise. Reading JSON requires
    /// the feature `json`.
    pub fn of_path(path: impl AsRef<Path>) -> Self {
        let extension = path.as_ref().extension();
        if extension.is_some_and(|it| it.eq_ignore_ascii_case("json")) {
            Syntax::Json
        } else {
            Syntax::Native
        }
    }
}

/// Parses a body: a whole configuration file.
///
/// # Errors
///
/// If the text is not a body ("Structural Elements"). The error contains one diagnostic for each invalid item, up to
/// twenty.
///
/// ```
/// let body = hcl::parse("port = 8080\n")?;
/// assert_eq!(body.attributes().count(), 1);
///
/// let error =
///     hcl::parse("port = [80, 443\nhost = \n").expect_err("two items are wrong");
/// assert_eq!(error.diagnostics().len(), 2);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Body> {
    ParseOptions::new().parse(text).into_result()
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
/// If the text is not an expression, or is an expression other than a static traversal ("Static Traversal").
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
/// Fails in the same cases as [`parse`], and if the file cannot be read or is not UTF-8. Every error names the file.
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

impl ParseOptions {
    /// The options that [`parse`] and the other functions use: no name, and the default limits.
    pub fn new() -> Self {
        ParseOptions::default()
    }

    /// Options for untrusted sources, with limits suitable for a web service: a source has at most 1 MiB, nests at most
    /// 64 levels deep, and its chains have at most 10,000 links.
    /// [`DecodeOptions::untrusted`](crate::DecodeOptions::untrusted) has the same limits.
    ///
    /// ```
    /// use hcl::{Category, ParseOptions};
    ///
    /// let deep = "[".repeat(100) + &"]".repeat(100);
    /// assert!(hcl::parse_expression(&deep).is_ok());
    /// let error = ParseOptions::untrusted().parse_expression(&deep).unwrap_err();
    /// assert_eq!(error.classify(), Category::Limit);
    /// ```
    pub fn untrusted() -> Self {
        ParseOptions {
            limits: ParseLimits::UNTRUSTED,
            ..ParseOptions::new()
        }
    }

    /// Options for parsing text that is made from a source: with its limits where they are higher than the default.
    pub(crate) fn for_text_of(document: &Document) -> Self {
        ParseOptions {
            limits: document.limits.at_least_default(),
            ..ParseOptions::new()
        }
    }

    /// Sets the name of the source in diagnostics.
    #[must_use]
    pub fn with_filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }

    /// Sets the syntax of the source. The default is the native syntax for text, and for a file, the syntax that
    /// [`Syntax::of_path`] derives from its name.
    #[must_use]
    pub fn with_syntax(mut self, syntax: Syntax) -> Self {
        self.parser = Some(match syntax {
            Syntax::Native => parser::parse,
            Syntax::Json => json::parse,
        });
        self
    }

    /// Sets how deep brackets, blocks, templates and prefix operators can nest; 256 by default.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets how many links a chain of operators, accesses or conditionals can have; 100,000 by default.
    #[must_use]
    pub fn with_max_links(mut self, links: u32) -> Self {
        self.limits.links = links;
        self
    }

    /// Sets the maximum length of a source in bytes. The default is 4 GiB less one byte, which is also the upper limit.
    /// A longer file is not read any further.
    #[must_use]
    pub fn with_max_length(mut self, bytes: u32) -> Self {
        self.limits.length = bytes;
        self
    }

    /// Parses a body.
    ///
    /// The value contains every valid item, up to the point where the maximum number of diagnostics is reached. The
    /// diagnostics say what is wrong with the other items: invalid characters first, then everything else, each in the
    /// order of the source. For bytes or a reader, decode to a [`Body`] with
    /// [`DecodeOptions::from_slice`](crate::DecodeOptions::from_slice) or
    /// [`from_reader`](crate::DecodeOptions::from_reader).
    ///
    /// ```
    /// let parsed = hcl::ParseOptions::new().parse("a = 1\nb = = 2\nc = 3\n");
    /// assert_eq!(parsed.value.attributes().count(), 2);
    /// assert_eq!(parsed.diagnostics.len(), 1);
    ///
    /// let body = hcl::ParseOptions::new()
    ///     .with_max_depth(16)
    ///     .parse("a = 1\n")
    ///     .into_result()?;
    /// assert_eq!(body.attributes().count(), 1);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn parse(&self, text: &str) -> Diagnosed<Body> {
        let (tree, diagnostics) = match self.parsed(text, SourceKind::Body) {
            Ok(tree) => (Some(tree), Vec::new()),
            Err(failure) => failure.into_parts(&self.source(Source::new(text))),
        };
        // A body without a single valid item is an empty body.
        let body = Body::new(self.document(text, tree.unwrap_or_default()));
        Diagnosed::new(Category::Syntax, body, diagnostics)
    }

    /// Parses a configuration file, like [`parse_file`]. Diagnostics name the file by its path, unless these
    /// options set another name.
    ///
    /// # Errors
    ///
    /// The same as for [`parse_file`].
    pub fn parse_file(&self, path: impl AsRef<Path>) -> Result<Body> {
        let (options, text) = self.open(path.as_ref())?;
        options.parse(&text).into_result()
    }

    /// Reads a file. Returns its text with the options for parsing it: these options, with the syntax and the name
    /// derived from the path if they are not set.
    pub(crate) fn open(&self, path: &Path) -> Result<(ParseOptions, String)> {
        let mut options = self.clone();
        if options.parser.is_none() {
            options = options.with_syntax(Syntax::of_path(path));
        }
        let name = options
            .filename
            .get_or_insert_with(|| path.display().to_string());
        let text = file::read(path, name, self.limits.length)?;
        Ok((options, text))
    }

    /// Parses an expression, like [`parse_expression`]. In JSON syntax, it is a JSON value.
    ///
    /// # Errors
    ///
    /// The same as for [`parse_expression`].
    pub fn parse_expression(&self, text: &str) -> Result<Expression> {
        self.strict(text, SourceKind::Expression)
            .map(Expression::root)
    }

    /// Parses a template, like [`parse_template`].
    ///
    /// # Errors
    ///
    /// The same as for [`parse_template`].
    pub fn parse_template(&self, text: &str) -> Result<Template> {
        self.strict(text, SourceKind::Template).map(Template::root)
    }

    /// Parses a traversal, like [`parse_traversal`].
    ///
    /// # Errors
    ///
    /// The same as for [`parse_traversal`].
    pub fn parse_traversal(&self, text: &str) -> Result<Traversal> {
        let expression = self.parse_expression(text)?;
        Traversal::required(&expression).map_err(|it| Error::new(Category::Syntax, it))
    }

    fn strict(&self, text: &str, kind: SourceKind) -> Result<Arc<Document>> {
        let tree = self.parse_tree(text, kind)?;
        Ok(self.document(text, tree))
    }

    /// Parses the expression in a source from the byte `start` to the end.
    pub(crate) fn parse_expression_in(&self, source: Source, start: usize) -> Result<Expression> {
        // The text before it is replaced with spaces, so that spans are those in the source.
        let text = source.text();
        let blank = " ".repeat(start) + text.get(start..).unwrap_or_default();
        match self.parsed(&blank, SourceKind::Expression) {
            Ok(tree) => Ok(Expression::root(Document::parsed(
                source,
                tree,
                self.limits,
            ))),
            Err(failure) => Err(failure.into_error(&source)),
        }
    }

    pub(crate) fn tree(&self, text: &str) -> Result<Arc<Tree>> {
        self.parse_tree(text, SourceKind::Body)
    }

    fn parse_tree(&self, text: &str, kind: SourceKind) -> Result<Arc<Tree>> {
        self.parsed(text, kind)
            .map_err(|failure| failure.into_error(&self.source(Source::new(text))))
    }

    /// Parses a source by its syntax. A template is the same in both: it is native syntax.
    fn parsed(&self, text: &str, kind: SourceKind) -> std::result::Result<Arc<Tree>, Box<Failure>> {
        match (self.parser, kind) {
            (Some(parse), SourceKind::Body | SourceKind::Expression) => {
                parse(text, kind, self.limits)
            }
            _ => parser::parse(text, kind, self.limits),
        }
    }

    /// The document of a source; `None` if the source is invalid.
    pub(crate) fn document_of(&self, source: Source, kind: SourceKind) -> Option<Arc<Document>> {
        let tree = self.parsed(source.text(), kind).ok()?;
        Some(Document::parsed(source, tree, self.limits))
    }

    fn document(&self, text: &str, tree: Arc<Tree>) -> Arc<Document> {
        Document::parsed(self.source(Source::new(text)), tree, self.limits)
    }

    /// Sets how many syntax errors are reported; 20 by default, and at least one. If there are more, the report says
    /// so. What reads the parsed body, such as [`Body::content`](crate::Body::content) or a spec, reports up to 20
    /// errors.
    ///
    /// The time to find them is proportional to their number times the size of the source.
    #[must_use]
    pub fn with_max_diagnostics(mut self, count: usize) -> Self {
        // The parser looks for one error more than the maximum.
        self.limits.reported = count.clamp(1, usize::MAX / 2);
        self
    }

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

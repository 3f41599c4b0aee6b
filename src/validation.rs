//! An application's own checks of decoded data, reported at the places of fields.
//!
//! A path such as `server["web"].port` is followed through the body that the data was decoded from, so that neither the
//! types nor the checks have to carry places. How it is followed is in `syntax::resolve`.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::path::{Path, PathStep};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::handle::Body;

/// Collects what an application finds wrong with decoded data, at the places of the fields.
///
/// A field is named by its path in the data: the names of fields, the keys of maps, the labels of blocks, and numbers
/// for the elements of lists. A [`Path`] can be given as text, as in errors, or by its steps. Labels and keys that come
/// from data are given as steps, because a text with a point is two of them. A text that is not a path is reported, too.
///
/// The report shows the path as errors do: a block is named by its labels, also where the given path has its index. (One
/// that a `dynamic` block has generated keeps the index, since its labels may be those of a secret.)
/// In JSON syntax, the types alone tell labels and keys from names, so that the path is shown as it is given:
/// `service["web"].port` for a text of this form, and `service.web.port` for `["service", "web", "port"]`. An index counts
/// the objects that are written, not the labels in them: name blocks that have labels by these. In a body that was
/// [overlaid](Body::overlay), the place is in the file that says what is checked.
///
/// A label itself is named as the field that has it: `$label` is the first label that the path does not name, or the
/// first one if it names all; `$label.1` is the next, and `$labels` are all of them. As text, such a name is given as
/// a key: `server["web"]["$label"]`.
///
/// The collector can be narrowed with [`within`](Validation::within): what checks a nested struct need not know where
/// it is. Both collect into one list, of which [`finish`](Validation::finish) makes a result.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl::Path;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     server: BTreeMap<String, Server>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Server {
///     port: u16,
///     alias: Vec<String>,
/// }
///
/// impl Server {
///     fn check(&self, validation: &hcl::Validation) {
///         if self.port < 1024 {
///             validation.error("port", "Privileged port", "Ports below 1024 are for root.");
///         }
///         for (index, alias) in self.alias.iter().enumerate() {
///             if alias.is_empty() {
///                 validation.error(Path::name("alias").with(index), "Empty alias", "An alias needs a name.");
///             }
///         }
///     }
/// }
///
/// let text = "server \"web\" {\n  port  = 80\n  alias = [\"www\", \"\"]\n}\n";
/// let body = hcl::ParseOptions::new().with_filename("app.hcl").parse(text).into_result()?;
/// let config: Config = hcl::from_body(&body)?;
/// let validation = hcl::Validation::new(&body);
/// for (name, server) in &config.server {
///     server.check(&validation.within(["server", name]));
/// }
/// let error = validation.finish().unwrap_err();
/// assert_eq!(error.diagnostics().len(), 2);
/// assert_eq!(
///     error.diagnostics()[1].to_string(),
///     r#"error: Empty alias
///  --> app.hcl:3:19
///   |
/// 3 |   alias = ["www", ""]
///   |                   ^^
///   |
///   = note: An alias needs a name.
///   = path: server["web"].alias[1]"#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
///
/// # What is not written
///
/// A path is followed as far as the body goes. A path beyond that is no error, since a field may have its default, and
/// a check may miss a field: the report is at the nearest place around, and its detail says what is not set there. That
/// is the block that lacks the field. If there is no such block, it is the end of the body where it could be added; so
/// it is if several blocks have the type, and none of them has the label. The types are not known here, so that a
/// misspelt path is reported in this way too; test checks with a body that has all fields, and
/// [`is_set`](Validation::is_set). Within a value that is computed, as by a function call, the report is at the
/// expression; there, and where objects of JSON may be labels, nothing is said of what is not set.
///
/// # Secrets
///
/// The texts of reports are shown as they are given. Decoded data does not know which variables were
/// [secret](crate::EvalContext::with_secret): leave such values out of details, or say what is wrong in other words.
#[derive(Clone)]
pub struct Validation {
    /// What the path of this part of the data leads to.
    resolved: Resolved,
    diagnostics: Arc<Mutex<Vec<Diagnostic>>>,
}

impl Validation {
    /// A collector for what was decoded from a body.
    pub fn new(body: &Body) -> Self {
        Validation {
            resolved: Resolved::new(body),
            diagnostics: Arc::default(),
        }
    }

    /// A collector for a part of the data. What it collects is what this one collects.
    ///
    /// ```
    /// let body = hcl::parse("server \"web\" {\n  alias = [\"www\", \"\"]\n}\n")?;
    /// let validation = hcl::Validation::new(&body);
    /// let label = String::from("web");
    /// let server = validation.within(["server", &label]);
    /// server.error("alias[1]", "Empty alias", "An alias needs a name.");
    /// server.error("port", "Missing port", "Set it.");
    /// let error = validation.finish().unwrap_err();
    /// assert_eq!(error.path(), r#"server["web"].alias[1]"#);
    /// assert_eq!(error.diagnostics()[1].detail(), "Set it. \"port\" is not set here.");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn within(&self, path: impl TryInto<Path, Error: Into<Error>>) -> Self {
        self.try_within(path).unwrap_or_else(|| self.clone())
    }

    /// A collector for a part of the data; `None` for a text that is not a path, which is reported.
    fn try_within(&self, path: impl TryInto<Path, Error: Into<Error>>) -> Option<Self> {
        match path.try_into() {
            Ok(path) => Some(self.follow(&path)),
            Err(error) => {
                self.collected().extend(error.into().into_diagnostics());
                None
            }
        }
    }

    fn follow(&self, path: &Path) -> Self {
        Validation {
            resolved: self.resolved.follow(path),
            diagnostics: Arc::clone(&self.diagnostics),
        }
    }

    /// Whether the body has all of a path: not where a field has its default, and not within a value that is computed.
    ///
    /// ```
    /// let body = hcl::parse("port = 80\nhosts = split(\",\", all)\n")?;
    /// let validation = hcl::Validation::new(&body);
    /// assert!(validation.is_set("port") && validation.is_set("hosts"));
    /// assert!(!validation.is_set("prot") && !validation.is_set("hosts[0]"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn is_set(&self, path: impl TryInto<Path, Error: Into<Error>>) -> bool {
        let part = self.try_within(path);
        part.is_some_and(|it| it.resolved.unset == 0)
    }

    /// Reports an error at a field. The summary is a few words without a full stop, the detail full sentences.
    pub fn error(
        &self,
        path: impl TryInto<Path, Error: Into<Error>>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::error(summary.into(), detail));
    }

    /// Reports a warning at a field.
    pub fn warning(
        &self,
        path: impl TryInto<Path, Error: Into<Error>>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::warning(summary.into(), detail));
    }

    /// Reports a diagnostic of your own at a field, whatever place it has.
    ///
    /// If the diagnostic has a [path](Diagnostic::with_path), it is about that field, too: the excerpt shows both, or the
    /// detail says in which file and line the other one is. A field that is not set is not shown.
    ///
    /// ```
    /// use hcl::Path;
    ///
    /// let parse = |name: &str, text| hcl::ParseOptions::new().with_filename(name).parse(text).into_result();
    /// let body = hcl::Body::overlay([
    ///     parse("system.hcl", "pool \"a\" {\n  port = 80\n}\n")?,
    ///     parse("user.hcl", "pool \"b\" {\n  port = 80\n}\n")?,
    /// ])?;
    /// let validation = hcl::Validation::new(&body);
    /// let repeated = hcl::Diagnostic::error("Repeated port", "Each pool has a port of its own.");
    /// let repeated = repeated.with_path(Path::from(["pool", "a", "port"]));
    /// validation.report(["pool", "b", "port"], repeated);
    /// assert_eq!(
    ///     validation.finish().unwrap_err().to_string(),
    ///     r#"error: Repeated port
    ///  --> user.hcl:2:10
    ///   |
    /// 2 |   port = 80
    ///   |          ^^
    ///   |
    ///   = note: Each pool has a port of its own. See "pool["a"].port" in system.hcl:2.
    ///   = path: pool["b"].port"#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn report(&self, path: impl TryInto<Path, Error: Into<Error>>, mut diagnostic: Diagnostic) {
        let field = self.within(path).resolved;
        if let Some(place) = field.place() {
            diagnostic = diagnostic.at(place);
        }
        let other = self.follow(diagnostic.path()).resolved;
        if !diagnostic.path().is_empty() && other.unset == 0 {
            diagnostic = with_other(diagnostic, &other);
        }
        if field.is_certain() {
            let words = format!("\"{}\" is not set here.", unset_text(&field));
            add_to_detail(&mut diagnostic, &words);
        }
        self.collected().push(diagnostic.with_path(field.path));
    }

    /// Adds a diagnostic as it is, with its own place and path.
    ///
    /// ```
    /// let body = hcl::parse("port = 80\nhosts = [\"a\", \"a\"]\n")?;
    /// let hosts = body.attribute("hosts").expect("it is set").expression();
    /// let second = &hosts.static_list()?[1];
    /// let validation = hcl::Validation::new(&body);
    /// validation.add(hcl::Diagnostic::error("Repeated host", "Each host is listed once.").at(second));
    /// assert_eq!(validation.finish().unwrap_err().column(), Some(15));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn add(&self, diagnostic: Diagnostic) {
        self.collected().push(diagnostic);
    }

    fn collected(&self) -> MutexGuard<'_, Vec<Diagnostic>> {
        let diagnostics = self.diagnostics.lock();
        diagnostics.unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been reported so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.collected().clone()
    }

    /// Ends the validation. Warnings alone are no error: to show them, print [`Validation::diagnostics`] before.
    ///
    /// # Errors
    ///
    /// If an error was reported, with everything that was reported. It is of [`Category::Data`](crate::Category::Data).
    pub fn finish(&self) -> Result<()> {
        Error::check(self.diagnostics())
    }
}

impl fmt::Debug for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validation")
            .field("path", &self.resolved.path)
            .field("diagnostics", &self.diagnostics())
            .finish_non_exhaustive()
    }
}

/// Adds the place of another field to a diagnostic.
fn with_other(mut diagnostic: Diagnostic, other: &Resolved) -> Diagnostic {
    let Some((span, source)) = other.place() else {
        return diagnostic;
    };
    if diagnostic.parsed_source().is_some_and(|it| it.is(source)) {
        return diagnostic.with_context(span);
    }
    let line = source.position(span.start()).line();
    let place = match source.name() {
        Some(name) => format!("{name}:{line}"),
        None => format!("line {line} of another file"),
    };
    let words = format!("See \"{}\" in {place}.", other.path);
    add_to_detail(&mut diagnostic, &words);
    diagnostic
}

/// The part of a path that the body does not have, from the name of an attribute or a block type on.
fn unset_text(field: &Resolved) -> String {
    let steps = field.path.steps();
    let mut first = steps.len() - field.unset;
    let is_name = |at: &usize| matches!(steps.get(*at), Some(PathStep::Attribute(_)));
    if field.lacks_block() || !is_name(&first) {
        first = (0..first).rev().find(is_name).unwrap_or(first);
    }
    match &steps[first..] {
        [PathStep::Attribute(name)] => name.to_string(),
        steps => steps.iter().cloned().collect::<Path>().to_string(),
    }
}

fn add_to_detail(diagnostic: &mut Diagnostic, words: &str) {
    diagnostic.set_detail(match diagnostic.detail() {
        "" => words.to_owned(),
        detail => format!("{detail} {words}"),
    });
}

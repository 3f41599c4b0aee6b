//! A configuration to start from: with comments, and with settings that are commented out.
//!
//! The configuration is written by the serializer and parsed; its items are then put together with the comments.
//!
//! Knows nothing of how values become attributes and blocks.

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::assembly::{Assembly, UnnamedPaths};
use super::path_comments::{PathComments, name_path};
use super::snippet;
use super::versions::BodyVersions;
use crate::de::from_str;
use crate::error::{Error, Result};
use crate::format::format;
use crate::path::Path;
use crate::ser::EncodeOptions;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::Body;

/// Writes a configuration to start from: what [`to_string`](crate::to_string) writes, with comments beside the
/// settings, and with the optional settings commented out.
///
/// # Paths
///
/// A comment is given for the path of what is written, as in the paths of errors: names of attributes, types of blocks
/// and keys of objects, separated by points.
///
/// | path | names |
/// |---|---|
/// | `name` | the attribute, or the first block of this type |
/// | `server.port` | `port` in the blocks `server`, or in the object `server` |
/// | `server["web"].port`, `server[1].port` | `port` in the block with this label (the key of a map, the variant of an enum, or a field `$label`), or in the second block |
/// | `limits["two words"]` | an item of an object whose key is no identifier |
///
/// A path may also be given [as steps](Path#from-names-indices-and-text): `("server", name, "port")`. Labels and indices
/// may be left out. The comment stands above the first place that the path names: of a vector or a
/// map of structs, in the first block that has the setting. Fields that are flattened are where they are written, in
/// the body around them.
///
/// # Layout
///
/// What is commented out is laid out as what is written: with the marks removed, the file is one that
/// [`format()`](crate::format()) leaves as it is, unless the options have another layout.
///
/// ```
/// use hcl::StarterFile;
/// use serde_derive::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, Clone)]
/// struct Config {
///     name: String,
///     #[serde(default = "four")]
///     threads: u8,
///     proxy: Option<String>,
///     server: Vec<Server>,
/// }
///
/// #[derive(Serialize, Deserialize, Clone)]
/// struct Server {
///     #[serde(rename = "$label")]
///     name: String,
///     port: u16,
/// }
///
/// fn four() -> u8 {
///     4
/// }
///
/// let server = |name: &str, port| Server { name: name.to_owned(), port };
/// let config = Config {
///     name: "shop".to_owned(),
///     threads: 4,
///     proxy: None,
///     server: vec![server("web", 80), server("api", 8080)],
/// };
/// let text = StarterFile::new()
///     .with_head_comment("The configuration of the shop.")
///     .with_comment("name", "As users see it.")
///     .with_comment("threads", "Threads that handle requests.")
///     .with_comment("proxy", "All requests go through it.")
///     .with_comment("server.port", "Below 1024 for root only.")
///     .with_defaults(&config)
///     .with_examples(&Config { proxy: Some("http://localhost".to_owned()), ..config.clone() })
///     .to_string(&config)?;
/// assert_eq!(
///     text,
///     r#"# The configuration of the shop.
///
/// ## As users see it.
/// name = "shop"
///
/// ## Threads that handle requests.
/// ## threads = 4
///
/// ## All requests go through it.
/// ## proxy = "http://localhost"
///
/// server "web" {
///   ## Below 1024 for root only.
///   port = 80
/// }
///
/// server "api" {
///   port = 8080
/// }
/// "#
/// );
/// # let again: Config = hcl::from_str(&text)?;
/// # assert_eq!(hcl::to_string(&again)?, hcl::to_string(&config)?);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct StarterFile {
    options: EncodeOptions,
    head: String,
    comments: Vec<(Path, String)>,
    defaults: Option<Defaults>,
    examples: Option<Result<String>>,
    unnamed: UnnamedPaths,
}

/// The defaults of a type.
#[derive(Debug)]
struct Defaults {
    text: Result<String>,
    /// Decodes a configuration as the type and writes the result.
    again: fn(&str) -> Result<String>,
}

impl StarterFile {
    /// Without comments, and without settings that are commented out.
    pub fn new() -> Self {
        StarterFile::default()
    }

    /// Sets how the configuration is written.
    pub fn with_options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the comment at the head of the file, which a blank line separates from the rest.
    pub fn with_head_comment(mut self, text: &str) -> Self {
        text.clone_into(&mut self.head);
        self
    }

    /// Adds a comment above what a path names, with a line for each line of the text.
    pub fn with_comment(mut self, path: impl Into<Path>, text: &str) -> Self {
        self.comments.push((path.into(), text.to_owned()));
        self
    }

    /// Comments out what equals the defaults, which are mostly `T::default()`: attributes, and blocks that are equal as
    /// a whole.
    ///
    /// A setting is commented out only if decoding gives it the same value without it: a setting that `T` requires, or
    /// for which `T` has another default, is written. To find that out, the result is decoded as `T`.
    ///
    /// ```
    /// #[derive(serde_derive::Serialize, serde_derive::Deserialize, Default)]
    /// struct Log {
    ///     level: u8,
    ///     #[serde(default)]
    ///     file: String,
    /// }
    ///
    /// let file = hcl::StarterFile::new().with_defaults(&Log::default());
    /// assert_eq!(file.to_string(&Log::default())?, "level = 0\n\n# file = \"\"\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_defaults<T: Serialize + DeserializeOwned>(mut self, defaults: &T) -> Self {
        self.defaults = Some(Defaults {
            text: plain(defaults),
            again: |text| plain(&from_str::<T>(text)?),
        });
        self
    }

    /// Adds settings that are commented out: those that the examples have and the configuration has not, such as
    /// options that are `None`.
    ///
    /// | the examples have | the configuration has | what is shown |
    /// |---|---|---|
    /// | a setting | nothing of this name | the setting |
    /// | blocks | a block of this type with the same labels | in the first such block, what the first of the examples has and it has not; also in a block that is commented out |
    /// | a block | blocks of this type with other labels | the block: an entry of a map, another variant of an enum |
    /// | blocks | an attribute of this name | the blocks: elements of a list, another variant of an enum |
    /// | an attribute | blocks of this type | the attribute: another variant of an enum |
    /// | an attribute | an attribute of this name that has less | the attribute of the examples as a whole |
    ///
    /// An attribute has less if it is an empty list or map, `null`, an object without one of the keys, or if one of the
    /// two is text and the other a list or an object, as variants of an enum are. Otherwise, a different value is not
    /// shown. The examples stand after the settings of the same name, but in the place of an empty list or map that is
    /// commented out. Variants that are told by an attribute, as with `#[serde(tag = "type")]`, look like other
    /// settings: give the examples the same variant there.
    ///
    /// ```
    /// #[derive(serde_derive::Serialize)]
    /// struct Log {
    ///     level: u8,
    ///     file: Option<&'static str>,
    /// }
    ///
    /// let file = hcl::StarterFile::new().with_examples(&Log { level: 1, file: Some("app.log") });
    /// let text = file.to_string(&Log { level: 0, file: None })?;
    /// assert_eq!(text, "level = 0\n\n# file = \"app.log\"\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_examples<T: Serialize>(mut self, examples: &T) -> Self {
        self.examples = Some(plain(examples));
        self
    }

    /// Ignores comments whose path names nothing, rather than to refuse them: for a configuration that a program writes
    /// again and again, with lists that may be empty. A text that has not the form of a path is still refused.
    pub fn without_path_check(mut self) -> Self {
        self.unnamed = UnnamedPaths::Ignored;
        self
    }

    /// Writes a configuration.
    ///
    /// # Errors
    ///
    /// As [`to_string`](crate::to_string) for the configuration, the defaults and the examples. If a path has not the
    /// form of a path, or names nothing that is shown; if a comment has control characters other than tabs. All such
    /// paths are reported together.
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        let body = parse(&self.options.to_string(value)?)?;
        let plain_value = plain(value)?;
        let plain_body = parse(&plain_value)?;
        let parsed = |text: Option<&Result<String>>| -> Result<Option<Body>> {
            match text {
                Some(Ok(text)) => parse(text).map(Some),
                Some(Err(error)) => Err(copy_of(error)),
                None => Ok(None),
            }
        };
        let defaults = parsed(self.defaults.as_ref().map(|it| &it.text))?;
        let examples = parsed(self.examples.as_ref())?;
        let versions = BodyVersions {
            body: &body,
            plain: &plain_body,
            defaults: defaults.as_ref(),
            examples: examples.as_ref(),
        };
        let mut assembly = Assembly::new(PathComments::new(&self.comments)?);
        let mut text = assembly.assemble(versions);
        if assembly.allow_unquoted_labels() {
            text = assembly.assemble(versions);
        }
        while let Some(defaults) = &self.defaults
            && assembly.has_commented_out()
        {
            let again = (defaults.again)(&text.commented());
            if again.as_ref().is_ok_and(|again| *again == plain_value) {
                break;
            }
            assembly.keep(&again.map_err(|error| missing(&error)), &plain_body);
            text = assembly.assemble(versions);
        }
        assembly.check_paths(self.unnamed)?;
        self.finished(&text.laid_out(self.options).commented())
    }

    /// The text with the comment at its head, in the layout of the options.
    fn finished(&self, text: &str) -> Result<String> {
        let head = snippet::comment(&self.head)?;
        let text = match (head.is_empty(), text.is_empty()) {
            (true, _) => text.to_owned(),
            (false, true) => head + "\n",
            (false, false) => [&*head, "\n\n", text].concat(),
        };
        Ok(if self.options.is_canonical() {
            format(&text)
        } else {
            text
        })
    }
}

/// The text of a value as it is commented out: without heredocs, because the comment marks would change their lines.
/// It is laid out with the rest.
fn plain<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let options = EncodeOptions::new();
    let options = options.without_heredocs().without_alignment();
    options.to_string(value)
}

/// The names on the path to a setting that is missing or invalid.
fn missing(error: &Error) -> Vec<String> {
    let mut names = name_path(error.path());
    names.extend(error.missing_field_name().map(str::to_owned));
    names
}

fn copy_of(error: &Error) -> Error {
    let diagnostics = error.diagnostics().to_vec();
    let copy = Error::from_diagnostics(error.classify(), diagnostics);
    copy.unwrap_or_else(|| snippet::error("Invalid value", "The defaults cannot be written."))
}

//! Starter files: configurations with comments, and with settings that are commented out.
//!
//! The serializer writes the configuration, which is then parsed. `assembly` combines its items with the comments,
//! whose paths `syntax::resolve` follows.

use std::sync::Arc;

use foldhash::HashSet;
use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::assembly::{Assembly, PlacedComments, Versions, differing, find};
use super::snippet;
use crate::de::from_str;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::path::{Path, PathStep};
use crate::ser::EncodeOptions;
use crate::span::Span;
use crate::syntax::options::parse;
use crate::syntax::resolve::{BodyIndex, Found, Resolved};
use crate::syntax::tree::handle::Block;

/// Writes a starter file: the output of [`to_string`](crate::to_string) with comments on the settings, and with
/// optional settings commented out.
///
/// # Paths
///
/// A comment is set for a path in the written configuration, in the notation of errors: names of attributes, types of
/// blocks and keys of objects, separated by dots.
///
/// | path | names |
/// |---|---|
/// | `name` | the attribute, or the first block of this type |
/// | `server.port` | `port` in the `server` blocks, or in the object `server` |
/// | `server["web"].port`, `server[1].port` | `port` in the block with this label (the key of a map, the variant of an enum, or a field `$label`), or in the second block |
/// | `limits["two words"]` | an item of an object whose key is not an identifier |
///
/// A path can also be given [as steps](Path#from-text-names-and-indices): `["server", name, "port"]`. Labels and
/// indices can be omitted. The comment is placed above the first item that the path names: for a vector or a map of
/// structs, in the first block that has the setting. Flattened fields are named where they are written, in the
/// enclosing body.
///
/// # Layout
///
/// Commented-out settings have the same layout as the others: if the comment marks are removed,
/// [`format()`](crate::format()) leaves the file as it is, unless the options set a different layout.
///
/// ```
/// use hcl::StarterFile;
/// use serde::{Deserialize, Serialize};
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
/// let server = |name: &str, port| Server {
///     name: name.to_owned(),
///     port,
/// };
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
///     .with_examples(&Config {
///         proxy: Some("http://localhost".to_owned()),
///         ..config.clone()
///     })
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
    /// Diagnostics of texts that are not paths.
    wrong_paths: Vec<Diagnostic>,
    defaults: Option<Defaults>,
    examples: Option<Result<String>>,
    /// Whether comments whose path names nothing are ignored.
    ignores_unnamed: bool,
}

#[derive(Debug)]
struct Defaults {
    text: Result<String>,
    /// Decodes a configuration as the type and writes the result.
    again: fn(&str) -> Result<String>,
}

impl StarterFile {
    /// A starter file without comments and without commented-out settings.
    pub fn new() -> Self {
        StarterFile::default()
    }

    /// Sets the options for writing the configuration.
    pub fn with_options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the comment at the head of the file, which a blank line separates from the rest.
    pub fn with_head_comment(mut self, text: &str) -> Self {
        text.clone_into(&mut self.head);
        self
    }

    /// Adds a comment above the item that a path names, with one line per line of the text.
    pub fn with_comment(
        mut self,
        path: impl TryInto<Path, Error: Into<Error>>,
        text: &str,
    ) -> Self {
        match path.try_into() {
            Ok(path) => self.comments.push((path, text.to_owned())),
            Err(error) => self.wrong_paths.extend(error.into().into_diagnostics()),
        }
        self
    }

    /// Comments out settings that equal the defaults, which are usually `T::default()`: attributes, and blocks that are
    /// equal as a whole.
    ///
    /// A setting is commented out only if decoding yields the same value without it: settings that `T` requires, or for
    /// which `T` has a different default, are written. To check this, the result is decoded as `T`.
    ///
    /// ```
    /// #[derive(serde::Serialize, serde::Deserialize, Default)]
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

    /// Adds commented-out settings: those that the examples have and the configuration does not have, such as options
    /// that are `None`.
    ///
    /// | the examples have | the configuration has | shown |
    /// |---|---|---|
    /// | a setting | nothing of this name | the setting |
    /// | blocks | a block of this type with the same labels | in the first such block, the settings that only the first of the examples has; even if the block is commented out |
    /// | a block | blocks of this type with other labels | the block: an entry of a map, another variant of an enum |
    /// | blocks | an attribute of this name | the blocks: elements of a list, another variant of an enum |
    /// | an attribute | blocks of this type | the attribute: another variant of an enum |
    /// | an attribute | an attribute of this name that has less | the attribute of the examples as a whole |
    ///
    /// An attribute has less if it is `null`, an empty list or map, or an object that lacks one of the keys, or if one
    /// of the two is text and the other a list or an object, as with variants of an enum. Otherwise, a different value
    /// is not shown. Examples are placed after the settings of the same name, except that they replace a commented-out
    /// empty list or map. Variants that are distinguished by an attribute, as with `#[serde(tag = "type")]`, look like
    /// other settings: use the same variant in the examples.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Log {
    ///     level: u8,
    ///     file: Option<&'static str>,
    /// }
    ///
    /// let file = hcl::StarterFile::new().with_examples(&Log {
    ///     level: 1,
    ///     file: Some("app.log"),
    /// });
    /// let text = file.to_string(&Log {
    ///     level: 0,
    ///     file: None,
    /// })?;
    /// assert_eq!(text, "level = 0\n\n# file = \"app.log\"\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_examples<T: Serialize>(mut self, examples: &T) -> Self {
        self.examples = Some(plain(examples));
        self
    }

    /// Ignores comments whose path leads nowhere, instead of rejecting them. Use this for a configuration that a
    /// program writes repeatedly, with lists that may be empty. Text that is not a valid path is still rejected.
    pub fn without_path_check(mut self) -> Self {
        self.ignores_unnamed = true;
        self
    }

    /// Writes a configuration.
    ///
    /// # Errors
    ///
    /// The same as for [`to_string`](crate::to_string), for the configuration, the defaults and the examples. Also if a
    /// path is not valid or names nothing that is shown, or if a comment has control characters other than tabs. All
    /// such paths are reported together.
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        let parsed = |text: Option<&Result<String>>| match text {
            Some(Ok(text)) => Ok(BodyIndex::new(parse(text)?)),
            Some(Err(error)) => Err(copy_of(error)),
            None => Ok(Arc::default()),
        };
        let versions = Versions {
            own: BodyIndex::new(parse(&self.options.to_string(value)?)?),
            defaults: parsed(self.defaults.as_ref().map(|it| &it.text))?,
            examples: parsed(self.examples.as_ref())?,
        };
        let comments = PlacedComments::new(&self.comments, &versions)?;
        let mut kept = HashSet::default();
        loop {
            let assembly = Assembly::new(&comments, self.options, &kept, &versions);
            let text = assembly.text();
            let commented_out = assembly.commented_out;
            let needed = match &self.defaults {
                Some(defaults) if !commented_out.is_empty() => {
                    needed((defaults.again)(&text), &versions.own, &commented_out)
                }
                _ => Vec::new(),
            };
            if needed.is_empty() {
                self.check_paths(&assembly.is_used, &versions)?;
                return self.with_head(&text);
            }
            kept.extend(needed);
        }
    }

    /// The text with the comment at its head.
    fn with_head(&self, text: &str) -> Result<String> {
        let head = snippet::comment(&self.head)?;
        Ok(match (head.is_empty(), text.is_empty()) {
            (true, _) => text.to_owned(),
            (false, true) => head + "\n",
            (false, false) => [&*head, "\n\n", text].concat(),
        })
    }

    /// Fails if a text is not a path, or if a path that must name something names nothing.
    fn check_paths(&self, is_used: &[bool], versions: &Versions) -> Result<()> {
        let mut diagnostics = self.wrong_paths.clone();
        if !self.ignores_unnamed {
            let comments = self.comments.iter().zip(is_used);
            let unused = comments.filter(|(_, is_used)| !**is_used);
            diagnostics.extend(unused.map(|((path, _), _)| without_place(path, versions)));
        }
        Error::unless(Category::Data, diagnostics, ())
    }
}

fn without_place(path: &Path, versions: &Versions) -> Diagnostic {
    let reasons = [&versions.own, &versions.examples].into_iter();
    // Prefers the version in which the path leads further, then the longer reason, which has a hint.
    let reason = reasons
        .filter_map(|body| reason(path, body))
        .max_by_key(|(followed, reason)| (*followed, reason.len()));
    let (_, reason) = reason.unwrap_or_default();
    let detail = format!(
        "The path \"{path}\" of a comment names nothing that is shown.{reason} An absent setting is shown if the \
         examples have it, in the first block with its labels."
    );
    Diagnostic::of(Code::CommentWithoutAPlace, detail)
}

/// Why a path leads nowhere, and after how many steps.
fn reason(path: &Path, body: &Arc<BodyIndex>) -> Option<(usize, String)> {
    let steps = path.steps();
    (0..steps.len()).rev().find_map(|followed| {
        let nearest = find(body, &steps[..followed]).into_iter().next()?;
        let nearest = match (&nearest, &steps[followed]) {
            // Labels may be omitted.
            (Found::Blocks(blocks), PathStep::Attribute(_)) => Found::Blocks(blocks.each().next()?),
            _ => nearest,
        };
        let error = nearest.no_part(&steps[followed]);
        let diagnostic = error.diagnostics().first()?;
        Some((followed, format!(" {}", diagnostic.detail())))
    })
}

/// The starts of the items that must not be commented out after all, because decoding fails without them or yields
/// another value. If these cannot be determined, all items.
fn needed(again: Result<String>, own: &BodyIndex, commented_out: &[Span]) -> Vec<u32> {
    let mut places = Vec::new();
    match again.and_then(|text| parse(&text)) {
        Ok(again) if again == own.body => return Vec::new(),
        Ok(again) => differing(own, &BodyIndex::new(again), &mut places),
        Err(error) => {
            // The missing field, or what contains it.
            let missing = error.facts().missing_field().map(PathStep::from);
            let path = error.path().iter().cloned().chain(missing).collect();
            match Resolved::new(&own.body).follow(&path).found {
                Found::Blocks(blocks) => places.extend(blocks.iter().map(Block::span)),
                Found::Attribute(found) => places.push(found.attribute.span()),
                found => places.extend(found.expression().map(|it| it.span())),
            }
        }
    }
    let is_needed = |item: &&Span| {
        let overlaps = |it: &Span| it.start() < item.end() && item.start() < it.end();
        places.iter().any(overlaps)
    };
    let mut needed: Vec<&Span> = commented_out.iter().filter(is_needed).collect();
    if needed.is_empty() {
        needed.extend(commented_out);
    }
    needed.into_iter().map(|it| it.start()).collect()
}

/// The text of a value to comment out. It has no heredocs, because the comment marks would change their lines, and is
/// laid out with the rest.
fn plain<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let options = EncodeOptions::new();
    let options = options.without_heredocs().without_alignment();
    options.to_string(value)
}

fn copy_of(error: &Error) -> Error {
    let diagnostics = error.diagnostics().to_vec();
    let copy = Error::from_diagnostics(error.classify(), diagnostics);
    copy.unwrap_or_else(|| Error::of(Code::InvalidValue, "The defaults cannot be written."))
}

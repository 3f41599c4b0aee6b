//! Settings as a layer: command-line options and environment variables, each of which sets one item in a body.
//!
//! A setting is read in three steps: [`text`] reads the steps of its path, [`plan`] determines which of these are names
//! and which are labels, and [`build`] makes the body with that one item. [`Overlay`] lays it over the others.

mod build;
mod lower;
mod plan;
mod text;

use std::ffi::OsStr;

use self::build::Functions;
use self::lower::Lower;
use self::plan::Planner;
use self::text::SettingText;
use super::tree::handle::{Body, Overlay};
use crate::diagnostic::{Code, Diagnostic, limited};
use crate::error::{Category, Error, Result};
use crate::limits::MAX_REPORTED;
use crate::source::Source;
use crate::span::Span;

impl Overlay {
    /// Overlays a body with settings from the command line, each of them written as `path=value`. Later settings
    /// override earlier ones.
    ///
    /// The path consists of the names of attributes and blocks and the labels of blocks, separated by dots:
    /// `upstream.shop.balance` is `balance` in `upstream "shop"`. A label with other characters is written in brackets
    /// and quotes: `upstream["a.b"].balance`. The type of [`Overlay::of`] determines what is a block, a label, or a key
    /// of a map. Where it does not (`flatten`, types that accept anything), the item of that name in the body does.
    ///
    /// | the type asks for | the value is | example |
    /// |---|---|---|
    /// | a string | the text as it is | `name=a "b" ${c}` |
    /// | an enum | the name of a variant, or an object | `level=debug`, `store={ disk = { path = "/" } }` |
    /// | a struct | an object, whose items are merged with the block | `tls={ key = "k" }` |
    /// | anything else | an expression | `port=8000 + 80`, `tags=["a", "b"]` |
    ///
    /// A space before the equals sign is an error. Spaces and quotes after it are part of a string. A list of blocks is
    /// set as a whole: `listener=[{ port = 80 }]` replaces all of its blocks. `null` removes an attribute or a block:
    /// `upstream.shop=null`. For a string, even an optional one, it is the text `null`. A setting inside an attribute
    /// that is an object changes that object. Expressions are evaluated when the body is decoded, with the context that
    /// is used then.
    ///
    /// `option` is the name of the option, usually `--set`. Together with the path, it identifies the setting in
    /// errors: `--set upstream.shop.balance`.
    ///
    /// # Errors
    ///
    /// If a text is not a setting, a name is not known, a value cannot be parsed, a path ends at a block, or a path
    /// continues inside a value. All settings are checked, and up to 20 errors are reported. Whether a value has the
    /// right type is checked when the body is decoded.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     upstream: BTreeMap<String, Upstream>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Upstream {
    ///     balance: String,
    ///     port: u16,
    /// }
    ///
    /// let file =
    ///     hcl::parse("upstream \"shop\" {\n  balance = \"first\"\n  port    = 80\n}\n")?;
    /// let overlay = hcl::Overlay::of::<Config>();
    /// let settings = [
    ///     "upstream.shop.balance=random",
    ///     "upstream.shop.port=8000 + 80",
    /// ];
    /// let body = overlay.overlay_settings(file.clone(), "--set", settings)?;
    /// let config: Config = hcl::from_body(&body)?;
    /// assert_eq!(
    ///     (
    ///         config.upstream["shop"].balance.as_str(),
    ///         config.upstream["shop"].port
    ///     ),
    ///     ("random", 8080)
    /// );
    ///
    /// let error = overlay
    ///     .overlay_settings(file, "--set", ["upstream.shop.prot=80"])
    ///     .unwrap_err();
    /// assert!(error.to_string().contains("--set upstream.shop.prot"));
    /// assert!(error.to_string().contains("Did you mean \"port\"?"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn overlay_settings<S: AsRef<str>>(
        &self,
        body: Body,
        option: &str,
        settings: impl IntoIterator<Item = S>,
    ) -> Result<Body> {
        let settings = settings.into_iter();
        let settings = settings.map(|text| SettingText::parse(option, text.as_ref()));
        self.set(body, settings, Functions::Allowed)
    }

    /// Overlays a body with settings from the environment: the variables whose names begin with a prefix. The rest of
    /// the name, converted to lower case, is the path, with two underscores between its steps: with the prefix `APP_`,
    /// `APP_UPSTREAM__SHOP__PORT` is `upstream.shop.port`. A name that is not known is an error, so use a prefix that
    /// no other program uses. Names and labels with upper-case letters can only be set with
    /// [`overlay_settings`](Overlay::overlay_settings), and those with a `-` only if the shell accepts such variables.
    ///
    /// Names and values are the same as in [`overlay_settings`](Overlay::overlay_settings), except that expressions
    /// cannot call functions. Errors identify the setting by the name of the variable.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`overlay_settings`](Overlay::overlay_settings), and if a variable with the prefix is
    /// not valid UTF-8 or calls a function.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     log: Log,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Log {
    ///     level: String,
    ///     size: u32,
    /// }
    ///
    /// let file = hcl::parse("log {\n  level = \"info\"\n  size  = 10\n}\n")?;
    /// // Of a program: std::env::vars_os()
    /// let variables = [("APP_LOG__LEVEL", "debug"), ("HOME", "/root")];
    /// let body =
    ///     hcl::Overlay::of::<Config>().overlay_environment(file, "APP_", variables)?;
    /// let config: Config = hcl::from_body(&body)?;
    /// assert_eq!((config.log.level.as_str(), config.log.size), ("debug", 10));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn overlay_environment<N: AsRef<OsStr>, V: AsRef<OsStr>>(
        &self,
        body: Body,
        prefix: &str,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Body> {
        let mut settings = Vec::new();
        for (name, value) in variables {
            let name = name.as_ref();
            // A name that is not UTF-8 is not a path, but it may begin with the prefix.
            let shown = name.to_string_lossy();
            if let Some(path) = shown.strip_prefix(prefix) {
                let text = match value.as_ref().to_str().filter(|_| name.to_str().is_some()) {
                    Some(value) => SettingText::of_variable(&shown, path, value),
                    None => Err(not_utf8(&shown)),
                };
                settings.push((shown.clone().into_owned(), text));
            }
        }
        // Environment variables have no order.
        settings.sort_by(|(name, _), (other, _)| name.cmp(other));
        let settings = settings.into_iter().map(|(_, text)| text);
        self.set(body, settings, Functions::NotAllowed)
    }

    fn set(
        &self,
        body: Body,
        settings: impl Iterator<Item = std::result::Result<SettingText, Diagnostic>>,
        functions: Functions,
    ) -> Result<Body> {
        let mut lower = Lower::new(body.clone());
        let (mut layers, mut faults) = (Vec::new(), Vec::new());
        for text in settings {
            let layer = text.map_err(|it| vec![it]).and_then(|text| {
                let mut planner = Planner {
                    forms: self.forms(),
                    lower: &mut lower,
                    text: &text,
                };
                let plan = planner.plan().map_err(|it| vec![it])?;
                build::body(self.forms(), &text, functions, &plan)
            });
            match layer {
                Ok(layer) => layers.push(layer),
                Err(wrong) => faults.extend(wrong),
            }
            if faults.len() > MAX_REPORTED {
                break;
            }
        }
        if faults.is_empty() {
            let (body, wrong) = self.with_settings(body, layers);
            return Error::unless(Category::Data, limited(wrong, MAX_REPORTED), body);
        }
        Error::unless(Category::Data, limited(faults, MAX_REPORTED), body)
    }
}

/// The diagnostic for an environment variable that is not valid UTF-8.
fn not_utf8(name: &str) -> Diagnostic {
    let source = Source::new("").with_name(name);
    let detail = format!("The variable {name} is not valid UTF-8.");
    Diagnostic::of(Code::InvalidSetting, detail).at((Span::default(), &source))
}

//! One body of several: merged, with the items of all, or overlaid, where later bodies override earlier ones.

use std::mem;
use std::sync::{Arc, OnceLock};

use super::body::{Items, SelectedItems, Selection};
use super::forms::BodyForms;
use super::overlay::{self, OverlayRule, Rules};
use super::{Body, ItemRef};
use crate::diagnostic::Diagnostic;
use crate::error::Result;

/// Options for overlaying bodies. [`Overlay::of`] derives from a type how blocks are combined; without a type, the
/// table below applies.
///
/// Bodies are passed from the lowest to the highest priority: the defaults of a program, then the system-wide file,
/// then the user's file. Later bodies override earlier ones. Without a type, [`Body::overlay`] and [`Overlay::new`]
/// combine them like this:
///
/// | the later body has | and the earlier ones have | the result has |
/// |---|---|---|
/// | an attribute | an attribute, or blocks, of its name | the attribute of the later body; with `null` it is absent again |
/// | blocks | an attribute of their name | the blocks |
/// | one block | one block of its type with the same labels | one block: its body is the one laid over the other |
/// | blocks | several of their type with the same labels, or it has several | the blocks of the later body |
/// | labels that are `null`: `u = { x = null }`, in JSON `{"u": {"x": null}}` | blocks with these labels: `u "x" {}` | none of these blocks, and all others |
/// | anything | nothing of that name | both |
///
/// Without a type, a single block without labels is merged with a single block, even if the type has a list: `server {
/// url = "b" }` over `server { weight = 9 }` is one server with the weight of the other. Use [`Overlay::of`] if there
/// is a type; otherwise, use [`with_blocks`](Overlay::with_blocks) to say whether the blocks of a later body
/// [replace](OverlayRule::Replace) those of earlier ones or are [appended](OverlayRule::Append) to them. A label can
/// also choose a variant of an enum: without a type, `store "disk" {}` over `store "memory" {}` would be two stores.
///
/// Objects and lists in attributes are values and are replaced as a whole. If something is missing in an attribute that
/// has replaced a block, the error says so.
///
/// A replacement keeps the position of what it replaces; new items follow. If one body sets a name twice, it stays set
/// twice, so that decoding reports it with both locations.
///
/// In JSON syntax, a property can be an attribute or blocks. The type decides, or else the other bodies do: blocks of
/// this name in native syntax tell how many levels of objects are labels. If neither decides, objects are merged
/// property by property, like labelled blocks, and anything else replaces the earlier value. `null` replaces anything.
///
/// The result can be decoded, read with a schema or a spec, and displayed like any other body. Each of its items, and
/// each error about it, names the file that contains the item. It cannot be [edited](Body::edit): edit the body of a
/// single file instead.
///
/// # The defaults of a type
///
/// The `Default` implementation of a type can provide the lowest layer:
///
/// ```
/// use hcl::{Body, ParseOptions};
///
/// #[derive(serde::Serialize, serde::Deserialize, Debug)]
/// struct Config {
///     workers: u16,
///     log: Log,
/// }
///
/// #[derive(serde::Serialize, serde::Deserialize, Debug)]
/// struct Log {
///     level: String,
///     file: String,
/// }
///
/// impl Default for Config {
///     fn default() -> Self {
///         let log = Log {
///             level: "info".into(),
///             file: "/var/log/app".into(),
///         };
///         Config { workers: 4, log }
///     }
/// }
///
/// let defaults = hcl::to_string(&Config::default())?;
/// let defaults = ParseOptions::new()
///     .with_filename("built-in defaults")
///     .parse(&defaults)
///     .into_result()?;
/// let user = ParseOptions::new()
///     .with_filename("app.hcl")
///     .parse("log {\n  level = \"debug\"\n}\n")
///     .into_result()?;
/// let config: Config = hcl::from_body(&Body::overlay([defaults, user])?)?;
/// assert_eq!((config.workers, config.log.level.as_str()), (4, "debug"));
/// assert_eq!(config.log.file, "/var/log/app");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    rules: Rules,
}

impl Overlay {
    /// Options that merge the blocks of all types by their labels, as described in the table of [`Overlay`].
    pub fn new() -> Self {
        Overlay::default()
    }

    /// Sets how the blocks of a type are combined, at any level. This takes precedence over the type of
    /// [`Overlay::of`].
    ///
    /// ```
    /// use hcl::{Overlay, OverlayRule, parse};
    ///
    /// let system = parse("listener { port = 80 }\nlistener { port = 443 }\n")?;
    /// let user = parse("listener { port = 8080 }\n")?;
    /// let append = Overlay::new().with_blocks("listener", OverlayRule::Append);
    /// let body = append.overlay([system.clone(), user.clone()])?;
    /// assert_eq!(
    ///     body.to_string(),
    ///     "listener { port = 80 }\n\nlistener { port = 443 }\n\nlistener { port = 8080 }\n"
    /// );
    ///
    /// let replace = Overlay::new().with_blocks("listener", OverlayRule::Replace);
    /// assert_eq!(
    ///     replace.overlay([system, user])?.to_string(),
    ///     "listener { port = 8080 }\n"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_blocks(mut self, block_type: impl Into<String>, rule: OverlayRule) -> Self {
        self.rules.by_type.insert(block_type.into(), rule);
        self
    }

    /// The options for a type with these forms.
    pub(crate) fn with_forms(forms: BodyForms) -> Self {
        let forms = Some(Arc::new(forms));
        Overlay {
            rules: Rules {
                forms,
                ..Rules::default()
            },
        }
    }

    pub(crate) fn forms(&self) -> Option<&BodyForms> {
        self.rules.forms.as_deref()
    }

    /// Lays settings over a body. Also returns diagnostics about settings inside an attribute that can only be set as a
    /// whole.
    pub(crate) fn with_settings(&self, body: Body, settings: Vec<Body>) -> (Body, Vec<Diagnostic>) {
        let mut options = self.clone();
        options.rules.is_of_settings = true;
        let mut layers = PendingOverlay::starting_with(body, &options);
        for setting in settings {
            layers.push(setting);
        }
        let (selected, faults) = layers.overlaid();
        layers.result = OnceLock::from(Arc::new(selected.into()));
        (layers.into_body(), faults)
    }

    /// Overlays bodies, from the lowest to the highest priority.
    ///
    /// The bodies can themselves be results of this method with the same options: overlaying many bodies at once or one
    /// after the other gives the same result, and both take linear time.
    ///
    /// # Errors
    ///
    /// None at present; the `Result` leaves room for them.
    ///
    /// ```
    /// let files = [
    ///     "level = \"info\"\n",
    ///     "level = \"debug\"\n",
    ///     "color = true\n",
    /// ];
    /// let mut bodies = files.map(|text| hcl::parse(text)).into_iter();
    /// let first = bodies.next().expect("there are three")?;
    /// let body =
    ///     bodies.try_fold(first, |below, above| hcl::Body::overlay([below, above?]))?;
    /// assert_eq!(body.to_string(), "level = \"debug\"\ncolor = true\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn overlay(&self, bodies: impl IntoIterator<Item = Body>) -> Result<Body> {
        let mut bodies = bodies.into_iter();
        let Some(first) = bodies.next() else {
            return Ok(Body::empty());
        };
        let Some(second) = bodies.next() else {
            return Ok(first);
        };
        let mut layers = PendingOverlay::starting_with(first, self);
        for body in std::iter::once(second).chain(bodies) {
            layers.push(body);
        }
        Ok(layers.into_body())
    }
}

/// Bodies that are laid over each other at the first access to an item. Adding one of many bodies after the other
/// therefore takes linear time.
pub(super) struct PendingOverlay {
    options: Overlay,
    /// From the lowest to the highest. None of them is [`Items::Layers`], which could nest deeper than the stack.
    bodies: Vec<Body>,
    result: OnceLock<Arc<Selection>>,
}

impl PendingOverlay {
    fn starting_with(first: Body, options: &Overlay) -> Self {
        let mut layers = PendingOverlay {
            options: options.clone(),
            bodies: Vec::new(),
            result: OnceLock::new(),
        };
        match first.items {
            // The list of layers is reused, and copied only if it is shared.
            Items::Layers(shared) if shared.options == *options => {
                layers.bodies = match Arc::try_unwrap(shared) {
                    Ok(own) => own.bodies,
                    Err(shared) => shared.bodies.clone(),
                };
            }
            _ => layers.push(first),
        }
        layers
    }

    /// Adds the highest layer.
    fn push(&mut self, mut body: Body) {
        if let Items::Layers(inner) = &body.items {
            if inner.options == self.options {
                self.bodies.extend_from_slice(&inner.bodies);
                return;
            }
            body.items = Items::Selected(Arc::clone(inner.selection()));
        }
        self.bodies.push(body);
    }

    /// The resulting body, with the location of the highest layer that is not a setting.
    fn into_body(self) -> Body {
        let base = if self.options.rules.is_of_settings {
            self.bodies.first()
        } else {
            self.bodies.last()
        };
        let base = base.cloned().unwrap_or_else(Body::empty);
        Body {
            value: None,
            items: Items::Layers(Arc::new(self)),
            ..base
        }
    }

    /// The combined items of the layers. Lazily computed.
    pub(super) fn selection(&self) -> &Arc<Selection> {
        self.result
            .get_or_init(|| Arc::new(self.overlaid().0.into()))
    }

    /// The combined items of the layers, and the diagnostics about settings.
    fn overlaid(&self) -> (SelectedItems, Vec<Diagnostic>) {
        let overlaid = overlay::overlay(&self.bodies, &self.options.rules);
        let mut selected = SelectedItems {
            items: overlaid.items,
            ..SelectedItems::default()
        };
        for body in &self.bodies {
            selected.origins.extend(body.origins());
            selected.absent.extend(body.absent());
            selected.replaced.extend(body.replaced());
        }
        selected.replaced.extend(overlaid.replaced);
        (selected, overlaid.faults)
    }
}

impl Body {
    /// Combines the items of several bodies, such as the files of a folder, into one body.
    ///
    /// Diagnostics name the file that contains each item. An attribute can be set in only one of the bodies; reading
    /// the content ([`Body::content`]) reports an attribute that is set in two.
    ///
    /// ```
    /// let network = hcl::ParseOptions::new()
    ///     .with_filename("network.hcl")
    ///     .parse("port = 80\n")
    ///     .into_result()?;
    /// let storage = hcl::ParseOptions::new()
    ///     .with_filename("storage.hcl")
    ///     .parse("path = \"/srv\"\n")
    ///     .into_result()?;
    /// let body = hcl::Body::merge([network, storage]);
    /// assert_eq!(body.attributes().count(), 2);
    /// let path = body.attribute("path").expect("it is set");
    /// assert_eq!(path.source().name(), Some("storage.hcl"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn merge(bodies: impl IntoIterator<Item = Body>) -> Body {
        let mut bodies = bodies.into_iter();
        let Some(mut first) = bodies.next() else {
            return Body::empty();
        };
        // Items are added in place to a merged body that is not shared, so that merging one body after the other takes
        // linear time.
        let mut selected = match &mut first.items {
            Items::Selected(shared) => Arc::unwrap_or_clone(mem::take(shared)).selected,
            Items::Written(_) | Items::Layers(_) => SelectedItems::of(&first),
        };
        for body in bodies {
            let more = SelectedItems::of(&body);
            selected.origins.extend(more.origins);
            selected.items.extend(more.items);
            selected.absent.extend(more.absent);
            selected.replaced.extend(more.replaced);
        }
        first.with_items(selected)
    }

    /// Combines several bodies into one, in which later bodies override earlier ones: the defaults of a program, the
    /// system-wide file, the user's file. The last attribute of each name is used, and blocks with the same type and
    /// labels become one block. [`Overlay`] has the rules, and [`Overlay::of`] derives from a type which blocks are
    /// lists.
    ///
    /// Every item, and every error about decoded data, names the file that contains it.
    ///
    /// # Errors
    ///
    /// None at present; the `Result` leaves room for them.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     service: BTreeMap<String, Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     host: String,
    ///     port: u16,
    /// }
    ///
    /// let parse = |name, text| {
    ///     hcl::ParseOptions::new()
    ///         .with_filename(name)
    ///         .parse(text)
    ///         .into_result()
    /// };
    /// let system = parse(
    ///     "system.hcl",
    ///     "service \"web\" {\n  host = \"localhost\"\n  port = 80\n}\n",
    /// )?;
    /// let user = parse("user.hcl", "service \"web\" {\n  port = 8080\n}\n")?;
    /// let config: Config = hcl::from_body(&hcl::Body::overlay([system.clone(), user])?)?;
    /// assert_eq!(config.service["web"].host, "localhost");
    /// assert_eq!(config.service["web"].port, 8080);
    ///
    /// let user = parse("user.hcl", "service \"web\" {\n  port = 80800\n}\n")?;
    /// let error = hcl::from_body::<Config>(&hcl::Body::overlay([system, user])?)
    ///     .err()
    ///     .expect("it is too large");
    /// assert!(error.to_string().contains("user.hcl:2:10"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn overlay(bodies: impl IntoIterator<Item = Body>) -> Result<Body> {
        Overlay::new().overlay(bodies)
    }
}

impl SelectedItems {
    /// The whole content of a body.
    fn of(body: &Body) -> Self {
        SelectedItems {
            origins: body.origins(),
            items: body.item_refs().map(ItemRef::to_handle).collect(),
            absent: body.absent(),
            replaced: body.replaced(),
        }
    }
}

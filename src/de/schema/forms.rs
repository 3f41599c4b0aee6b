//! The forms of the bodies that decode into a type, as overlaying needs them.

use foldhash::HashMap;
use serde::Deserialize;

use super::probe::{Request, RequestKind, TypeKey, request};
use crate::protocol::field::{Fields, REST, count_labels};
use crate::syntax::tree::handle::Overlay;
use crate::syntax::tree::handle::forms::{BodyFormId, BodyForms, ContentForm, ItemForm, LevelForm};

impl Overlay {
    /// The options for bodies that are decoded into a type. The type determines how blocks are combined, regardless of
    /// how many there are in each body:
    ///
    /// | the type has | blocks of a later body |
    /// |---|---|
    /// | a struct, or an `Option` of one | are merged with the one block |
    /// | a map by label of structs, a list of structs with `$label` | are merged with those that have the same labels |
    /// | a list of structs without labels | replace all blocks of the name |
    /// | an enum | replace the block, also if it is the same variant |
    /// | a map by label of lists or enums | replace those with the same labels |
    /// | `flatten`, an untagged or internally tagged enum, anything | are merged as without a type |
    ///
    /// Attributes are overridden as without a type, and [`with_blocks`](Overlay::with_blocks) takes precedence over the
    /// type. If a list identifies its blocks by `$label`, and one body has several blocks with the same labels, they
    /// replace the earlier blocks with these labels.
    ///
    /// In JSON syntax, the type determines what a property is, even if no body is in native syntax. A label whose value
    /// is null removes the blocks with that label.
    ///
    /// ```
    /// use hcl::Overlay;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     server: Vec<Server>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     url: String,
    ///     #[serde(default)]
    ///     weight: u32,
    /// }
    ///
    /// let system = hcl::parse("server {\n  url    = \"a\"\n  weight = 9\n}\n")?;
    /// let user = hcl::parse("server {\n  url = \"b\"\n}\n")?;
    /// let body = Overlay::of::<Config>().overlay([system, user])?;
    /// let config: Config = hcl::from_body(&body)?;
    /// assert_eq!(config.server.len(), 1);
    /// assert_eq!((config.server[0].url.as_str(), config.server[0].weight), ("b", 0));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn of<'de, T: Deserialize<'de>>() -> Overlay {
        Overlay::with_forms(forms::<T>())
    }
}

/// Returns the forms of the bodies that decode into a type.
fn forms<'de, T: Deserialize<'de>>() -> BodyForms {
    let mut builder = Builder {
        forms: BodyForms::new(),
        known: HashMap::default(),
        pending: Vec::new(),
    };
    let root = request::<T>(&[]);
    builder.forms.root = match (root.list, root.kind) {
        (Some(0), RequestKind::Enum(key)) if root.maps == 0 => {
            let id = builder.forms.add();
            builder.add_list_of_variants(id, key.names);
            LevelForm::Body(id)
        }
        _ => builder.item(&root, &[]).inside(0),
    };
    while let Some(body) = builder.pending.pop() {
        builder.complete::<T>(&body);
    }
    builder.forms
}

/// Builds the forms by probing a type for one body after the other.
struct Builder {
    forms: BodyForms,
    known: HashMap<TypeKey, BodyFormId>,
    /// The bodies whose names have not been probed yet.
    pending: Vec<PendingBody>,
}

/// A struct, or the variants of an enum, and the path to it.
struct PendingBody {
    id: BodyFormId,
    path: Vec<&'static str>,
    names: Fields,
}

impl Builder {
    /// Returns the body of a struct or of the variants of an enum. Its names are added later.
    fn body(&mut self, key: TypeKey, path: &[&'static str]) -> BodyFormId {
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = self.forms.add();
        self.known.insert(key, id);
        self.pending.push(PendingBody {
            id,
            path: path.to_vec(),
            names: key.names,
        });
        id
    }

    /// Returns the form of the items that this request is for.
    fn item(&mut self, request: &Request, path: &[&'static str]) -> ItemForm {
        let (labels, content) = match request.kind {
            RequestKind::Unknown => (0, ContentForm::Unknown),
            RequestKind::Text => (0, ContentForm::Text),
            RequestKind::Value => (0, ContentForm::Value),
            RequestKind::Body => (0, ContentForm::Body(None)),
            RequestKind::Struct(key) => {
                let body = self.body(key, path);
                (count_labels(key.names), ContentForm::Body(Some(body)))
            }
            RequestKind::Enum(key) => (0, ContentForm::Variant(self.body(key, path))),
        };
        let keys = request.maps.saturating_add(labels);
        // The keys of a map of values are names in the body of a block, not labels.
        let has_own_keys = matches!(content, ContentForm::Text | ContentForm::Value);
        let told_apart = keys - usize::from(has_own_keys && request.maps > 0);
        match request.list {
            // A map of lists of values has no blocks for its lists.
            Some(around) if has_own_keys && around > 0 && around == request.maps => ItemForm {
                keys,
                content: ContentForm::Value,
            },
            Some(around) if around >= told_apart && content != ContentForm::Unknown => ItemForm {
                keys: around,
                content: ContentForm::List,
            },
            _ => ItemForm { keys, content },
        }
    }

    /// Probes the type for each name of a body, and adds the forms.
    fn complete<'de, T: Deserialize<'de>>(&mut self, body: &PendingBody) {
        let mut path = body.path.clone();
        for name in body.names {
            path.push(name);
            if *name == REST {
                self.add_rest(body.id, &request::<T>(&path), &path);
            } else if !name.starts_with('$') {
                let item = self.item(&request::<T>(&path), &path);
                let items = &mut self.forms.body_mut(body.id).items;
                items.insert((*name).to_owned(), item);
            }
            path.pop();
        }
    }

    /// Adds the form of the field that takes all other names.
    fn add_rest(&mut self, id: BodyFormId, request: &Request, path: &[&'static str]) {
        match (request.list, request.kind) {
            (Some(0), RequestKind::Enum(key)) if request.maps == 0 => {
                self.add_list_of_variants(id, key.names);
            }
            _ => {
                let item = self.item(request, path);
                let rest = match item.inside(0) {
                    LevelForm::Keys(form) => form,
                    _ => ItemForm::UNKNOWN,
                };
                self.forms.body_mut(id).rest = Some(rest);
            }
        }
    }

    /// Adds the names of a list of enums, where each item is an element.
    fn add_list_of_variants(&mut self, id: BodyFormId, variants: Fields) {
        let items = &mut self.forms.body_mut(id).items;
        for variant in variants {
            let item = items.entry((*variant).to_owned());
            item.or_insert(ItemForm {
                keys: 0,
                content: ContentForm::List,
            });
        }
    }
}

//! The names in the lower layers, for settings whose form the type does not determine.
//!
//! The names of a body are read when a setting first needs one of them, and only once, so that many settings take
//! linear time.

use foldhash::HashMap;

use crate::syntax::tree::handle::{Body, BodyItem, Expression, ExpressionKind, ObjectItem};

/// The names in a body, or in an object.
pub(super) struct Lower {
    content: LowerContent,
    names: Option<HashMap<String, LowerName>>,
}

enum LowerContent {
    Body(Body),
    Object(Vec<ObjectItem>),
}

/// The kind and the content of a name.
pub(super) struct LowerName {
    pub(super) kind: LowerKind,
    /// The content of each block, by its labels. An object has no labels.
    inner: HashMap<Vec<String>, Lower>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LowerKind {
    /// An attribute that is a string.
    Text,
    Object,
    Value,
    /// Blocks, and their number of labels if all of them have the same.
    Blocks(Option<usize>),
}

impl Lower {
    pub(super) fn new(body: Body) -> Self {
        Lower {
            content: LowerContent::Body(body),
            names: None,
        }
    }

    /// The content of the block or the object with this name and these labels.
    pub(super) fn inside(&mut self, name: &str, labels: &[String]) -> Option<&mut Lower> {
        self.names().get_mut(name)?.inner.get_mut(labels)
    }

    pub(super) fn kind(&mut self, name: &str) -> Option<LowerKind> {
        self.names().get(name).map(|name| name.kind)
    }

    /// All names, to suggest one of them.
    pub(super) fn all_names(&mut self) -> Vec<&str> {
        self.names().keys().map(String::as_str).collect()
    }

    fn names(&mut self) -> &mut HashMap<String, LowerName> {
        self.names.get_or_insert_with(|| {
            let mut names = HashMap::default();
            match &self.content {
                LowerContent::Body(body) => {
                    for item in body.items() {
                        add_item(&mut names, item);
                    }
                }
                LowerContent::Object(items) => {
                    for item in items {
                        if let Some(name) = item.key.literal_text() {
                            names.insert(name.into_owned(), LowerName::of_value(&item.value));
                        }
                    }
                }
            }
            names
        })
    }
}

impl LowerName {
    fn of_value(value: &Expression) -> Self {
        let mut inner = HashMap::default();
        let kind = match value.kind() {
            ExpressionKind::Template(_) => LowerKind::Text,
            ExpressionKind::Object(items) => {
                let lower = Lower {
                    content: LowerContent::Object(items),
                    names: None,
                };
                inner.insert(Vec::new(), lower);
                LowerKind::Object
            }
            _ => LowerKind::Value,
        };
        LowerName { kind, inner }
    }
}

fn add_item(names: &mut HashMap<String, LowerName>, item: BodyItem) {
    match item {
        BodyItem::Attribute(attribute) => {
            let value = LowerName::of_value(&attribute.expression());
            names.insert(attribute.name().to_owned(), value);
        }
        BodyItem::Block(block) => {
            let labels: Vec<String> = block.labels().map(|it| it.text().into_owned()).collect();
            let entry = names.entry(block.block_type().to_owned());
            let name = entry.or_insert_with(|| LowerName {
                kind: LowerKind::Blocks(Some(labels.len())),
                inner: HashMap::default(),
            });
            if name.kind != LowerKind::Blocks(Some(labels.len())) {
                name.kind = LowerKind::Blocks(None);
            }
            name.inner.insert(labels, Lower::new(block.body()));
        }
    }
}

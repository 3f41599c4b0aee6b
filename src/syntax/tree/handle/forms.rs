//! The form of the bodies that are decoded into a type: which names are attributes and which are blocks, and which
//! labels identify a block.
//!
//! Types can be recursive. The bodies are therefore kept in a table, and a form refers to the body of a block by its
//! index.

use foldhash::HashMap;

/// The known form of a body and of everything in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BodyForms {
    bodies: Vec<BodyForm>,
    pub(crate) root: LevelForm,
}

/// The index of a [`BodyForm`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BodyFormId(usize);

/// The known forms of the names in one body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BodyForm {
    pub(crate) items: HashMap<String, ItemForm>,
    /// The form of all other names. `None` if the type has no others.
    pub(crate) rest: Option<ItemForm>,
}

/// The known form of the items with the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ItemForm {
    /// Number of labels, from the left, that identify a block. In a map that is written as an object or as a block
    /// without labels, they are the keys.
    pub(crate) keys: usize,
    pub(crate) content: ContentForm,
}

/// The content after the labels that identify a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContentForm {
    /// Not determined by the type.
    Unknown,
    /// A text.
    Text,
    /// Any other value that is not a body.
    Value,
    /// One body, and its form if that is known.
    Body(Option<BodyFormId>),
    /// A list, whose elements have no names.
    List,
    /// A variant of an enum. The names in the form are the variants.
    Variant(BodyFormId),
}

/// The known forms of the names at one level: in a body, or in an object whose names are labels or keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LevelForm {
    Unknown,
    Body(BodyFormId),
    /// All names are of this form.
    Keys(ItemForm),
}

impl BodyForms {
    /// A table that contains only the root, whose form is not known.
    pub(crate) fn new() -> Self {
        BodyForms {
            bodies: Vec::new(),
            root: LevelForm::Unknown,
        }
    }

    /// Adds a body whose form is not known yet.
    pub(crate) fn add(&mut self) -> BodyFormId {
        self.bodies.push(BodyForm::default());
        BodyFormId(self.bodies.len() - 1)
    }

    pub(crate) fn body(&self, id: BodyFormId) -> &BodyForm {
        &self.bodies[id.0]
    }

    pub(crate) fn body_mut(&mut self, id: BodyFormId) -> &mut BodyForm {
        &mut self.bodies[id.0]
    }

    /// The names that are known at a level.
    pub(crate) fn names(&self, level: LevelForm) -> Vec<&str> {
        match level {
            LevelForm::Body(id) => self.body(id).items.keys().map(String::as_str).collect(),
            LevelForm::Unknown | LevelForm::Keys(_) => Vec::new(),
        }
    }

    /// The form of a name at a level. `None` if the type has no such name.
    pub(crate) fn item(&self, level: LevelForm, name: &str) -> Option<ItemForm> {
        match level {
            LevelForm::Unknown => Some(ItemForm::UNKNOWN),
            LevelForm::Keys(form) => Some(form),
            LevelForm::Body(id) => {
                let body = self.body(id);
                body.items.get(name).copied().or(body.rest)
            }
        }
    }
}

impl ItemForm {
    pub(crate) const UNKNOWN: ItemForm = ItemForm {
        keys: 0,
        content: ContentForm::Unknown,
    };

    /// The known forms of the names in an item with this number of labels.
    pub(crate) fn inside(self, labels: usize) -> LevelForm {
        if labels < self.keys {
            return LevelForm::Keys(ItemForm {
                keys: self.keys - labels - 1,
                ..self
            });
        }
        match self.content {
            ContentForm::Body(Some(id)) => LevelForm::Body(id),
            _ => LevelForm::Unknown,
        }
    }
}

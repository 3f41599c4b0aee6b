//! The search for wrong names and values, body by body:
//!
//! 1. A block without its items, in a body that has nothing else: its deserialization tells the names of the fields,
//!    and that of its parent which of its items are blocks that a field asks for.
//! 2. The block with one name that no field has: the type refuses it or not.
//! 3. The block with the items that are left, after the blocks in it have been looked at: the type may miss a name, or
//!    refuse the value of an attribute. That is left out, and the others are looked at again.
//!
//! What a type says of a block of which something was left out is not reported, unless it is about a name: the type may
//! miss just that.
//!
//! Knows nothing of how a configuration is deserialized.

use foldhash::HashSet;

use super::record::{BodyFailure, BodyKey, Item, OtherBodies, ROOT, Survey, VisitedBody};
use crate::de::item_nodes::ItemNode;
use crate::diagnostic::{Diagnostic, MAX_REPORTED, suggest};
use crate::error::{Category, Error};
use crate::protocol::field::{Fields, REST};

/// How often the survey may read each byte of the sources.
const READS: usize = 32;

/// What an attempt costs for each body on its route, as if it were that many bytes.
const STEP_COST: usize = 32;

/// Deserializes what a survey gives and returns the error.
pub(in crate::de) type Attempt<'t> = &'t mut dyn FnMut(&mut Survey) -> Option<Error>;

/// Adds to an error the errors of all other names and values, in a configuration with these items and so many bytes.
#[cold]
pub(in crate::de) fn with_other_faults(
    error: Error,
    items: Vec<Item>,
    bytes: usize,
    attempt: Attempt<'_>,
) -> Error {
    let mut search = Search {
        survey: Survey::default(),
        attempt,
        route: Vec::new(),
        found: Vec::new(),
        bytes_left: READS.saturating_mul(bytes),
    };
    search.root(items);
    error.with_others(search.found)
}

/// What was found in a body.
#[derive(Clone, Copy, Default)]
struct Findings {
    /// Whether it can be deserialized without what has been found.
    is_sound: bool,
    /// Whether nothing was left out.
    is_whole: bool,
}

impl Findings {
    /// Nothing was found.
    const WITHOUT: Findings = Findings {
        is_sound: true,
        is_whole: true,
    };
}

/// Names of items of a body.
#[derive(Default)]
struct Names<'i> {
    /// Those that the type refuses.
    refused: HashSet<&'i str>,
    /// Those of blocks of which something was left out.
    partial: HashSet<&'i str>,
}

impl Names<'_> {
    /// Whether one of the refused names is probably this field, written wrong.
    fn is_meant(&self, field: &str, fields: Fields) -> bool {
        let mut refused = self.refused.iter();
        refused.any(|name| suggest(name, fields.iter().copied()) == Some(field))
    }
}

/// The survey of a configuration.
struct Search<'t> {
    survey: Survey,
    attempt: Attempt<'t>,
    /// The bodies around the current one, each with the item that leads there.
    route: Vec<(BodyKey, ItemNode)>,
    found: Vec<Diagnostic>,
    /// How many bytes may still be read.
    bytes_left: usize,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.bytes_left == 0 || self.found.len() >= MAX_REPORTED
    }

    /// Deserializes what the route leads to, and adds what `select` takes of the error. The last body on it gets these
    /// items.
    fn attempt_to_add(
        &mut self,
        others: OtherBodies,
        last: (BodyKey, Vec<ItemNode>),
        mut select: impl FnMut(&Diagnostic) -> bool,
    ) {
        self.survey.has_paths = true;
        let error = self.attempt(others, Some(last));
        self.survey.has_paths = false;
        let diagnostics = error.map_or(Vec::new(), Error::into_diagnostics);
        self.found
            .extend(diagnostics.into_iter().find(|it| select(it)));
    }

    /// Deserializes what the route leads to. The last body on it gets these items. The error lacks some of its path.
    fn attempt(
        &mut self,
        others: OtherBodies,
        last: Option<(BodyKey, Vec<ItemNode>)>,
    ) -> Option<Error> {
        let route = self.route.clone();
        let on_route = route.iter().map(|(key, item)| (*key, vec![*item]));
        let survey = &mut self.survey;
        let mut before = Vec::new();
        for (key, items) in on_route.chain(last) {
            before.push((key, survey.given.insert(key, items)));
        }
        survey.others = others;
        survey.clear();
        let error = (self.attempt)(survey);
        for (key, items) in before {
            match items {
                Some(items) => survey.given.insert(key, items),
                None => survey.given.remove(&key),
            };
        }
        self.spend(STEP_COST * (1 + self.route.len()));
        error
    }

    fn spend(&mut self, bytes: usize) {
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
    }

    /// The bodies that the last item of the route is.
    fn visited(&mut self) -> Vec<VisitedBody> {
        self.attempt(OtherBodies::Nothing, None);
        self.survey.take_visited()
    }

    fn root(&mut self, items: Vec<Item>) {
        let fields = self.visited().into_iter().find(|body| body.key == ROOT);
        self.body(&VisitedBody {
            key: ROOT,
            fields: fields.and_then(|body| body.fields),
            items,
        });
    }

    /// Looks at a body and the bodies in it.
    fn body(&mut self, body: &VisitedBody) -> Findings {
        let has_field = |name: &str| {
            body.fields
                .is_none_or(|fields| fields.contains(&name) || fields.contains(&REST))
        };
        let mut kept = Vec::new();
        let mut names = Names::default();
        for item in &body.items {
            if self.is_over() {
                return Findings::default();
            }
            let is_kept = if has_field(&item.name) {
                let inner = if item.has_body {
                    self.blocks(body, item)
                } else {
                    Findings::WITHOUT
                };
                if !inner.is_whole {
                    names.partial.insert(&*item.name);
                }
                inner.is_sound
            } else {
                !names.refused.contains(&*item.name) && !self.is_refused(body, item)
            };
            if is_kept {
                kept.push(item);
            } else if !has_field(&item.name) {
                names.refused.insert(&*item.name);
            }
        }
        let is_sound = body.fields.is_none() || self.is_sound(body, &mut kept, &names);
        let is_whole = kept.len() == body.items.len();
        if !is_whole {
            let nodes = kept.iter().map(|item| item.node).collect();
            self.survey.given.insert(body.key, nodes);
        }
        Findings {
            is_sound,
            is_whole: is_whole && names.partial.is_empty(),
        }
    }

    /// Whether a body refuses the name of an item.
    fn is_refused(&mut self, body: &VisitedBody, item: &Item) -> bool {
        let alone = || (body.key, vec![item.node]);
        self.attempt(OtherBodies::Nothing, Some(alone()));
        let is_refused = self
            .survey
            .failures(body.key)
            .contains(&BodyFailure::Name(item.node));
        if is_refused {
            let is_about = |it: &Diagnostic| it.subject() == Some(item.name_span);
            self.attempt_to_add(OtherBodies::Nothing, alone(), is_about);
        }
        is_refused
    }

    /// Looks at the bodies of blocks in a body.
    fn blocks(&mut self, body: &VisitedBody, item: &Item) -> Findings {
        self.spend(item.bytes);
        self.route.push((body.key, item.node));
        let mut all = Findings::WITHOUT;
        for inner in self.visited() {
            if inner.key != ROOT && self.route.iter().all(|(key, _)| *key != inner.key) {
                let findings = self.body(&inner);
                all.is_sound &= findings.is_sound;
                all.is_whole &= findings.is_whole;
            }
        }
        self.route.pop();
        all
    }

    /// Finds a name that a body misses, and what is wrong in attributes. The items that fail are left out.
    fn is_sound(&mut self, body: &VisitedBody, kept: &mut Vec<&Item>, names: &Names<'_>) -> bool {
        kept.retain(|item| !item.is_computed);
        while !self.is_over() {
            self.spend(kept.iter().map(|item| item.bytes).sum());
            let nodes: Vec<ItemNode> = kept.iter().map(|item| item.node).collect();
            let again = (body.key, nodes.clone());
            let Some(error) = self.attempt(OtherBodies::All, Some((body.key, nodes))) else {
                return true;
            };
            match self.survey.failures(body.key).first() {
                // It is an error of a body around this one, which has nothing else.
                None => return true,
                Some(BodyFailure::Name(failed) | BodyFailure::Item(failed)) => {
                    let before = kept.len();
                    let of_failed = kept.iter().find(|item| item.node == *failed);
                    let is_partial = of_failed.is_none_or(|it| names.partial.contains(&*it.name));
                    kept.retain(|item| item.node != *failed);
                    let is_of_value = error.classify() == Category::Data && !is_partial;
                    if error.is_about_name() || is_of_value {
                        self.attempt_to_add(OtherBodies::All, again, |_| true);
                    }
                    if kept.len() == before {
                        return false;
                    }
                }
                Some(BodyFailure::Body) => {
                    // What has been left out is not missing, nor is what seems to be written wrong.
                    let is_set = |name: &str| {
                        body.items.iter().any(|item| item.name == name)
                            || names.is_meant(name, body.fields.unwrap_or_default())
                    };
                    let missing = error.missing_field_name();
                    if missing.is_some_and(|name| !is_set(name)) {
                        self.attempt_to_add(OtherBodies::All, again, |_| true);
                    }
                    return false;
                }
            }
        }
        false
    }
}

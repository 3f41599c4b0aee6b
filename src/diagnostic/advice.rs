//! Advice that is computed on demand, and the most frequent one: "did you mean" with the most similar name.
//!
//! Most diagnostics of an evaluation are never shown, such as those of an operand that is not needed, those repeated
//! for each element of a collection, and those of a type that is tried before the one that matches.

use std::sync::{Arc, OnceLock};

use super::suggestion::Correction;
use crate::quote::{quote_whole, quoted_names};

/// Advice that is appended to the detail of a diagnostic, or to the message of an error about a value. Clones of the
/// diagnostic share it.
#[derive(Clone)]
pub(crate) struct Advice(Arc<LazyAdvice>);

struct LazyAdvice {
    find: Box<FindAdvice>,
    /// The detail with the advice, lazily computed.
    whole: OnceLock<Advised>,
}

type FindAdvice = dyn Fn() -> Advised + Send + Sync;

/// The text of an advice, and its correction if there is exactly one.
#[derive(Default)]
pub(crate) struct Advised {
    text: String,
    correction: Option<Correction>,
}

impl From<String> for Advised {
    fn from(text: String) -> Self {
        let correction = None;
        Advised { text, correction }
    }
}

impl Advised {
    pub(crate) fn with_text(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }
}

/// The most frequent advice: `near` was probably meant instead of `given`.
pub(crate) fn did_you_mean(given: &str, near: &str) -> Advised {
    Advised {
        text: format!(" Did you mean {}?", quote_whole(near)),
        correction: Some(Correction::name(given, near)),
    }
}

impl Advice {
    pub(crate) fn new<A: Into<Advised>>(find: impl Fn() -> A + Send + Sync + 'static) -> Self {
        Advice(Arc::new(LazyAdvice {
            find: Box::new(move || find().into()),
            whole: OnceLock::new(),
        }))
    }

    /// The advice alone.
    pub(crate) fn text(&self) -> String {
        (self.0.find)().text
    }

    /// The detail with the advice.
    pub(crate) fn added_to(&self, detail: &str) -> &str {
        &self.whole(detail).text
    }

    /// The correction that the advice suggests, if there is exactly one. The advice is cached together with the detail.
    pub(crate) fn correction(&self, detail: &str) -> Option<&Correction> {
        self.whole(detail).correction.as_ref()
    }

    fn whole(&self, detail: &str) -> &Advised {
        self.0.whole.get_or_init(|| {
            let Advised { text, correction } = (self.0.find)();
            let text = [detail, &text].concat();
            Advised { text, correction }
        })
    }
}

/// Maximum number of candidates that are compared letter by letter. More comparisons would cost more than the hint is
/// worth.
const MAX_COMPARED: usize = 500;

/// Maximum length of names in bytes. Longer names are data rather than typing errors.
const MAX_LENGTH: usize = 80;

/// The candidate that is most similar to `given`, if one is similar enough.
///
/// Up to a third of the letters, but at least one, may be wrong, missing, superfluous or swapped with their neighbour.
/// The comparison ignores case. Of equally similar candidates, the first one wins.
pub(crate) fn suggest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut search = NameSearch::new(given)?;
    for candidate in candidates {
        search.consider(candidate);
    }
    search.nearest.map(|(_, candidate)| candidate)
}

/// The sentence that lists the names that can be written, as an addition to a detail.
pub(crate) fn expected_names(names: &[&str]) -> String {
    let list = quoted_names(names.iter().copied());
    match names.len() {
        0 => " Nothing can be set here.".to_owned(),
        1 => format!(" Expected {list}."),
        _ => format!(" Expected one of {list}."),
    }
}

/// Whether a name is not in `expected` and is probably a misspelling of `meant`, one of the expected names.
pub(crate) fn is_misspelling(name: &str, meant: &str, expected: &[&str]) -> bool {
    !expected.contains(&name) && suggest(name, expected.iter().copied()) == Some(meant)
}

/// The search for the most similar name. Not generic, so that it is compiled once, not for each type of iterator.
struct NameSearch<'g, 'a> {
    given: &'g str,
    lowered: String,
    /// Number of letters in `lowered`.
    length: usize,
    /// Maximum number of letters that may differ.
    limit: usize,
    /// Number of candidates compared letter by letter so far.
    compared: usize,
    /// The most similar candidate so far, with the number of letters that differ.
    nearest: Option<(usize, &'a str)>,
}

impl<'g, 'a> NameSearch<'g, 'a> {
    /// `None` if the name is too long.
    fn new(given: &'g str) -> Option<Self> {
        if given.len() > MAX_LENGTH {
            return None;
        }
        let lowered = given.to_lowercase();
        let length = lowered.chars().count();
        Some(NameSearch {
            given,
            lowered,
            length,
            limit: (length / 3).max(1),
            compared: 0,
            nearest: None,
        })
    }

    fn consider(&mut self, candidate: &'a str) {
        if candidate == self.given
            || candidate.len() > MAX_LENGTH
            || candidate.chars().count().abs_diff(self.length) > self.limit
            || self.compared == MAX_COMPARED
        {
            return;
        }
        self.compared += 1;
        let distance = strsim::osa_distance(&self.lowered, &candidate.to_lowercase());
        let is_similar = distance <= self.limit && distance < candidate.chars().count();
        if is_similar && self.nearest.is_none_or(|(least, _)| distance < least) {
            self.nearest = Some((distance, candidate));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::suggest;
    use crate::Diagnostic;

    /// The advice is computed when the detail is read, and only once for all copies of the diagnostic.
    #[test]
    fn advice_is_computed_when_it_is_read() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let diagnostic =
            Diagnostic::error("Unknown name", "There is no \"x\".").with_advice(move || {
                counted.fetch_add(1, Ordering::Relaxed);
                " Did you mean \"y\"?".to_owned()
            });
        let copy = diagnostic.clone();
        assert_eq!(
            (calls.load(Ordering::Relaxed), copy.statement()),
            (0, "There is no \"x\".")
        );
        for it in [diagnostic, copy] {
            assert_eq!(it.detail(), "There is no \"x\". Did you mean \"y\"?");
            assert_eq!(calls.load(Ordering::Relaxed), 1);
        }
    }

    #[test]
    fn near_names_are_found() {
        let names = ["host", "port", "max_connections", "protocol"];
        assert_eq!(suggest("prot", names), Some("port"));
        assert_eq!(suggest("PORT", names), Some("port"));
        assert_eq!(suggest("max-conections", names), Some("max_connections"));
        assert_eq!(suggest("protcol", names), Some("protocol"));
    }

    #[test]
    fn far_names_are_not() {
        assert_eq!(suggest("tls", ["port", "host"]), None);
        assert_eq!(suggest("a", ["b", "c"]), None);
        assert_eq!(suggest("", ["a"]), None);
        assert_eq!(suggest("port", ["port"]), None);
        assert_eq!(suggest(&"x".repeat(5000), ["x"]), None);
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(suggest("bat", ["cat", "hat"]), Some("cat"));
        assert_eq!(suggest("bat", ["hat", "cat"]), Some("hat"));
    }
}

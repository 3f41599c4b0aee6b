//! "Did you mean": the most similar name for an unknown one.
//!
//! Knows nothing of what the names stand for.

/// Maximum of candidates that are compared letter by letter. A longer list would cost more than the hint is
/// worth.
const MAX_COMPARED: usize = 500;

/// Maximum length of names. Longer ones are data rather than typing errors.
const MAX_LENGTH: usize = 80;

#[cfg(test)]
thread_local! {
    /// Counts the calls, for a test.
    pub(crate) static CALLS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The candidate that is most similar to `given`, if one is similar enough.
///
/// A third of the letters may be wrong, missing or swapped with their neighbour, and one letter always. Upper
/// and lower case are not distinguished. Of equally similar candidates, the first one wins.
pub(crate) fn suggest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    #[cfg(test)]
    CALLS.with(|calls| calls.set(calls.get() + 1));
    let mut search = NameSearch::new(given)?;
    for candidate in candidates {
        search.consider(candidate);
    }
    search.nearest.map(|(_, candidate)| candidate)
}

/// Whether a name that is none of `expected` is probably one of them, `meant`, written wrong.
pub(crate) fn is_misspelling(name: &str, meant: &str, expected: &[&str]) -> bool {
    !expected.contains(&name) && suggest(name, expected.iter().copied()) == Some(meant)
}

/// The search for the nearest name, which is compiled once, not for each kind of candidates.
struct NameSearch<'g, 'a> {
    given: &'g str,
    lowered: String,
    /// The number of letters in `lowered`.
    length: usize,
    /// The maximum of letters that may differ.
    limit: usize,
    /// The number of candidates that have been compared letter by letter.
    compared: usize,
    /// The nearest candidate so far, with the number of letters that differ.
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
    use super::suggest;

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

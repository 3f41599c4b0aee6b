//! Fingerprints of names: hashes below 64 that tell most names apart without comparing them.
//!
//! Knows nothing of nodes.

use crate::swar;

/// The fingerprint of a name.
#[inline]
pub(crate) fn fingerprint(name: &[u8]) -> u8 {
    let [first, last] = swar::end_words(name);
    let mixed = first ^ last.rotate_left(32);
    // The fractional part of the golden ratio: multiplying by it spreads similar names over the high bits.
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u8
}

/// The [`fingerprint`] of a name if it is ASCII.
#[inline]
pub(crate) fn ascii_fingerprint(name: &[u8]) -> Option<u8> {
    swar::is_ascii(name).then(|| fingerprint(name))
}

/// The fingerprints of a list of names.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fingerprints {
    /// A bit for each fingerprint that has been added.
    seen: u64,
    /// A bit for each that has been added more than once.
    repeated: u64,
}

impl Fingerprints {
    /// Adds the fingerprint of a name. Returns whether no name before it has this one.
    #[inline]
    pub(crate) fn add(&mut self, fingerprint: u8) -> bool {
        let bit = 1 << fingerprint;
        let is_new = self.seen & bit == 0;
        self.repeated |= self.seen & bit;
        self.seen |= bit;
        is_new
    }

    /// Whether several names have this fingerprint.
    #[inline]
    pub(crate) fn is_repeated(self, fingerprint: u8) -> bool {
        self.repeated & 1 << fingerprint != 0
    }

    /// Whether all fingerprints differ, so that all names do.
    #[inline]
    pub(crate) fn are_distinct(self) -> bool {
        self.repeated == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_ascii_bytes_are_found_at_each_offset() {
        for length in 0..40 {
            let mut name = vec![b'n'; length];
            assert_eq!(ascii_fingerprint(&name), Some(fingerprint(&name)));
            for place in 0..length {
                name[place] = 0xc3;
                assert_eq!(ascii_fingerprint(&name), None, "{place} of {length}");
                name[place] = b'n';
            }
        }
    }

    #[test]
    fn repeated_fingerprints_are_told() {
        let mut names = Fingerprints::default();
        assert!(names.add(63) && names.add(0) && names.are_distinct());
        assert!(!names.add(63) && names.add(5));
        assert!(names.is_repeated(63) && !names.is_repeated(0));
        assert!(!names.are_distinct());
    }
}

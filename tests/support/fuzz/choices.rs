//! Decisions read from bytes: the same bytes always make the same data.
//!
//! A fuzzer changes the bytes to find decisions that reach new code. A test takes them from a pseudo-random sequence.

/// The remaining decisions, one in each byte.
#[derive(Clone)]
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes }
    }

    /// Returns the next byte, or 0 after the last one. The first of several choices should therefore be the simplest.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first
    }

    /// Returns a number from two bytes.
    pub fn long(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// Returns a number less than the limit, which is at most 256.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// Returns true in one of `times` cases, and false when no decisions are left.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 1
    }

    /// Returns a reference to one of the choices.
    pub fn pick_ref<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// Returns one of the choices.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Returns pseudo-random bytes, the same in every run (xorshift, as published by Marsaglia).
pub fn random_bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..count).map(|_| next()).collect()
}

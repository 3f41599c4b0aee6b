//! Pseudo-random choices, the same in every run.

/// A pseudo-random generator: xorshift, as published by Marsaglia.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number less than the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("it is less than the limit")
    }
}

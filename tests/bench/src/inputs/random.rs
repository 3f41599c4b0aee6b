//! A linear congruential generator: its choices are irregular for a branch predictor and the same on every machine. The
//! multiplier and increment are Knuth's for MMIX; only the high bits are used, because the low bits have short periods.

pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number from 0 to `limit` - 1.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = self.state >> 32;
        u32::try_from((high * u64::from(limit)) >> 32)
            .expect("the product of two 32-bit numbers has 32 high bits")
    }

    /// One of the choices.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        let length = u32::try_from(choices.len()).expect("the choices are few");
        choices[self.below(length) as usize]
    }

    /// True in one of `n` draws.
    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

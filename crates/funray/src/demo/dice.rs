//! Pseudo-random numbers with a fixed seed, so that each demo gets the same sample data.

/// Generator of pseudo-random numbers (SplitMix64). The same seed always gives the same numbers.
pub struct Dice(u64);

impl Dice {
    pub fn seeded(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns the next number, from 0 to `sides` - 1.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.next() % sides
    }

    /// Returns a random index into a list of this length.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }
}

//! Numbers and tokens that the sandbox issues: repeatable with a seed, random otherwise.

pub struct Numbers {
    state: u64,
    next: u64,
}

impl Numbers {
    pub fn new(seed: Option<u64>) -> Numbers {
        // Without a seed, a restarted sandbox must not reissue numbers that a merchant has stored.
        // The first number is therefore random.
        let seed_or_new = seed.or_else(|| getrandom::u64().ok()).unwrap_or_default();
        let mut numbers = Numbers { state: seed_or_new, next: 0 };
        numbers.next = 60_000_000_000 + numbers.draw() % 1_000_000_000 * 1_000;
        numbers
    }

    /// Returns the next number for a transaction or a batch.
    pub fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Returns a random text of this many letters and digits.
    pub fn letters(&mut self, count: usize) -> String {
        const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        (0..count).map(|_| char::from(LETTERS[(self.draw() % 32) as usize])).collect()
    }

    pub fn uuid(&mut self) -> String {
        let (high, low) = (self.draw(), self.draw());
        format!(
            "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 52,
            low & 0xffff_ffff_ffff
        )
    }

    /// Returns the next pseudo-random number (SplitMix64).
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_for_the_same_seed() {
        let all = |seed| {
            let mut numbers = Numbers::new(seed);
            (numbers.next(), numbers.next(), numbers.letters(6), numbers.uuid())
        };
        assert_eq!(all(Some(7)), all(Some(7)));
        assert_ne!(all(Some(7)), all(Some(8)));
        assert_ne!(all(None), all(None));
        let (first, second, letters, uuid) = all(Some(7));
        assert_eq!((second, letters.len(), uuid.len()), (first + 1, 6, 36));
    }
}

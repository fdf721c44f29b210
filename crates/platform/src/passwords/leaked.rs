//! Passwords that are known from leaks: a Bloom filter of some 210,000 of them, made by `scripts/leaked-passwords.mjs`.
//! It finds each of them, and takes about one in 10,000 others for one.

use sha2::{Digest, Sha256};

const FILE: &[u8] = include_bytes!("../../assets/leaked-passwords.bloom");
/// The file begins with a text that says where it comes from.
const HEADER: usize = 1024;
/// What the script writes with: change both or none.
const BITS: u64 = 1 << 22;
const PROBES: u64 = 12;

const _: () = assert!(FILE.len() as u64 == HEADER as u64 + BITS / 8);

/// Whether this password, written in lower case, is among them.
pub fn is_leaked(password: &str) -> bool {
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = Sha256::digest(password.as_bytes()).into();
    let start = u64::from(u32::from_le_bytes([a, b, c, d]));
    let step = u64::from(u32::from_le_bytes([e, f, g, h]));
    (0..PROBES).all(|probe| is_set((start + probe * step) % BITS))
}

fn is_set(bit: u64) -> bool {
    // Below 2^22, so it fits into any usize.
    let byte = FILE[HEADER + (bit >> 3) as usize];
    byte >> (bit & 7) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_leaked_finds_listed_passwords() {
        for password in ["123456", "password1", "iloveyou", "qwerty123", "azerty123", "motdepasse"]
        {
            assert!(is_leaked(password), "{password}");
        }
    }

    #[test]
    fn is_leaked_has_few_false_positives() {
        let wrong = (0..100_000).filter(|number| is_leaked(&format!("nobody's {number}"))).count();
        assert!(wrong < 30, "{wrong} of 100,000");
    }
}

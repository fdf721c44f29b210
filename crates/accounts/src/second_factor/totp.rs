//! Six-digit codes that an authenticator app derives from a shared secret and the time (TOTP, RFC
//! 6238).

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use subtle::ConstantTimeEq;

use kernel::{random::random_bytes, timestamp::Timestamp};

const STEP_SECONDS: i64 = 30;
const DIGITS: usize = 6;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Secret shared with an authenticator app.
pub struct Secret([u8; 20]);

impl Secret {
    pub fn random() -> Secret {
        Secret(random_bytes())
    }

    /// Formats the secret in base32 without padding. People type this text into an app, and it is
    /// stored encrypted.
    pub fn to_text(&self) -> String {
        // 20 bytes are exactly 32 digits of 5 bits.
        let digits = self.0.chunks_exact(5).flat_map(|chunk| {
            let bits = chunk.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
            (0..8).rev().map(move |place| ALPHABET[(bits >> (5 * place) & 31) as usize] as char)
        });
        digits.collect()
    }

    pub fn parse(text: &str) -> Option<Secret> {
        let mut bytes = [0; 20];
        if text.len() != 32 {
            return None;
        }
        for (chunk, out) in text.as_bytes().chunks_exact(8).zip(bytes.chunks_exact_mut(5)) {
            let mut bits = 0_u64;
            for digit in chunk {
                bits = bits << 5 | ALPHABET.iter().position(|letter| letter == digit)? as u64;
            }
            out.copy_from_slice(&bits.to_be_bytes()[3..]);
        }
        Some(Secret(bytes))
    }

    /// Returns the 30-second step to which a code belongs: the current step or one of its
    /// neighbours. The step must be later than the last used one. Returns `None` for a wrong or
    /// used code.
    pub fn step_of(&self, code: &str, now: Timestamp, last_step: i64) -> Option<i64> {
        let present = now.as_micros() / 1_000_000 / STEP_SECONDS;
        let mut steps = (present - 1..=present + 1).filter(|step| *step > last_step);
        steps.rfind(|step| bool::from(self.code(*step).as_bytes().ct_eq(code.as_bytes())))
    }

    fn code(&self, step: i64) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0)
            .unwrap_or_else(|_| unreachable!("any length fits"));
        mac.update(&step.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let offset = usize::from(hash[hash.len() - 1] & 15);
        let word =
            hash[offset..offset + 4].iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        format!("{:0DIGITS$}", (word & 0x7fff_ffff) % 10_u32.pow(DIGITS as u32))
    }

    /// Returns the code that an authenticator app shows at this time, for tests.
    pub fn code_at(&self, now: Timestamp) -> String {
        self.code(now.as_micros() / 1_000_000 / STEP_SECONDS)
    }
}

/// Returns true if a text has the form of an authenticator app's code: six digits.
pub fn is_code(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::UNIX_EPOCH.plus(Duration::from_secs(seconds))
    }

    fn secret() -> Secret {
        Secret(*b"12345678901234567890")
    }

    /// Test vectors of RFC 6238, appendix B. Each expected code is the last six digits of the RFC's
    /// eight-digit code.
    #[test]
    fn code_at_matches_the_rfc_6238_vectors() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret().code_at(at(seconds)), code, "{seconds}");
        }
    }

    #[test]
    fn step_of_accepts_adjacent_steps_and_refuses_used_ones() {
        let code = secret().code_at(at(90));
        for (seconds, step) in
            [(59, None), (60, Some(3)), (119, Some(3)), (149, Some(3)), (150, None)]
        {
            assert_eq!(secret().step_of(&code, at(seconds), 0), step, "{seconds}");
        }
        assert_eq!(secret().step_of(&code, at(90), 2), Some(3));
        assert_eq!(secret().step_of(&code, at(90), 3), None, "it was used");
        assert_eq!(secret().step_of("000000", at(90), 0), None);
    }

    #[test]
    fn parse_reads_what_to_text_writes() {
        assert_eq!(secret().to_text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let secret = Secret::random();
        assert_eq!(Secret::parse(&secret.to_text()).map(|read| read.0), Some(secret.0));
        for broken in ["", "GEZDGNBV", "gezdgnbvgy3tqojqgezdgnbvgy3tqojq", &"1".repeat(32)] {
            assert!(Secret::parse(broken).is_none(), "{broken}");
        }
    }
}

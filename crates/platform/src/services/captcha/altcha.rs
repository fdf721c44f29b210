//! ALTCHA's proof of work, version 2. The server chooses a counter and derives a key from it. The
//! visitor's machine tries counters until it finds the same key. The challenge contains a keyed
//! hash of the key, so the server verifies a solution with only two keyed hashes.
//!
//! The library implements the protocol. This module binds a challenge to one form, checks expiry by
//! our clock, and accepts only one encoding of a token. The store ensures that each challenge is
//! used only once.

use std::{collections::BTreeMap, time::Duration};

use altcha::{Challenge, CreateChallengeOptions, HmacAlgorithm, Payload};
use base64::{Engine, engine::general_purpose::STANDARD};
use subtle::ConstantTimeEq;

use super::Purpose;
use kernel::{
    random::{from_hex, hex, random_bytes},
    timestamp::Timestamp,
};

use crate::{
    config,
    error::{Error, Result},
    secrets::Secrets,
    services::secret_uses::{CAPTCHA_CHALLENGE, CAPTCHA_SOLUTION},
};

const ALGORITHM: &str = "PBKDF2/SHA-256";
const KEY_LENGTH: usize = 32;
/// Lifetime of a challenge. The visitor fills in the rest of the form during this time.
const LIFETIME: Duration = Duration::from_secs(600);
/// Maximum length of a token in bytes; real tokens have about 800.
const MAX_TOKEN_LENGTH: usize = 2048;
const PURPOSE: &str = "purpose";

pub struct Altcha {
    challenge_key: String,
    solution_key: String,
    cost: u32,
    counters: (u32, u32),
}

/// Solved challenge, in the form in which the store records it.
pub struct Solved {
    pub nonce: String,
    pub expires_at: Timestamp,
}

impl Altcha {
    pub fn new(config: &config::Captcha, secrets: &Secrets) -> Altcha {
        Altcha {
            challenge_key: secrets.key_text(CAPTCHA_CHALLENGE),
            solution_key: secrets.key_text(CAPTCHA_SOLUTION),
            cost: config.altcha_cost,
            counters: (config.altcha_counter_min, config.altcha_counter_max),
        }
    }

    /// Creates a challenge. This takes one key derivation, less than a millisecond, so a separate
    /// thread is not worthwhile.
    pub fn issue(&self, purpose: Purpose, now: Timestamp) -> Result<Challenge> {
        let data = BTreeMap::from([(PURPOSE.to_owned(), purpose.slug().into())]);
        altcha::create_challenge(CreateChallengeOptions {
            algorithm: ALGORITHM.to_owned(),
            cost: self.cost,
            counter: Some(self.random_counter()),
            data: Some(data),
            expires_at: Some(now.plus(LIFETIME).as_micros() / MICROS),
            hmac_signature_secret: Some(self.challenge_key.clone()),
            hmac_key_signature_secret: Some(self.solution_key.clone()),
            key_length: KEY_LENGTH,
            ..CreateChallengeOptions::default()
        })
        .map_err(|error| Error::Internal(format!("a captcha challenge: {error}")))
    }

    /// Returns a random counter. A visitor's machine can find the counter only by trying many.
    fn random_counter(&self) -> u32 {
        let (least, most) = self.counters;
        let span = u64::from(most - least) + 1;
        // The bias of the remainder operation is below one in a billion, which is harmless.
        let above = u64::from_be_bytes(random_bytes()) % span;
        least + u32::try_from(above).unwrap_or_default()
    }

    /// Returns the solved challenge of a token. Returns `None` if we did not issue the challenge,
    /// or if it is for another form or has expired. Tokens of the widget's test mode contain no
    /// challenge and are always refused.
    pub fn verify(&self, purpose: Purpose, token: &str, now: Timestamp) -> Option<Solved> {
        if token.len() > MAX_TOKEN_LENGTH {
            return None;
        }
        let json = STANDARD.decode(token).ok()?;
        let Payload { challenge, solution } = serde_json::from_slice(&json).ok()?;
        let key = lower_hex(&solution.derived_key)?;
        let is_solved = self.is_signed_with(&challenge, &key);
        let parameters = challenge.parameters;
        let expires_at = parameters.expires_at?.checked_mul(MICROS).map(Timestamp::from_micros)?;
        let is_for_this = parameters.data?.get(PURPOSE)?.as_str()? == purpose.slug();
        let is_as_we_issue = parameters.algorithm == ALGORITHM && parameters.cost == self.cost;
        (is_solved && is_for_this && is_as_we_issue && now < expires_at)
            .then_some(Solved { nonce: parameters.nonce, expires_at })
    }

    /// Returns true if we issued the challenge and `key` solves it. Signs the challenge again with
    /// `key`. The signatures are equal only if all parameters are ours and the key is right.
    fn is_signed_with(&self, challenge: &Challenge, key: &[u8]) -> bool {
        let signed = altcha::sign_challenge(
            &HmacAlgorithm::Sha256,
            &mut challenge.parameters.clone(),
            Some(key),
            &self.challenge_key,
            Some(&self.solution_key),
        );
        let Ok(signed) = signed else { return false };
        is_same(&signed.signature, &challenge.signature)
            && is_same(&signed.parameters.key_signature, &challenge.parameters.key_signature)
    }
}

const MICROS: i64 = 1_000_000;

/// Returns true if two signatures are equal, in constant time. Two missing signatures are not
/// equal.
fn is_same(ours: &Option<String>, theirs: &Option<String>) -> bool {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return false };
    ours.len() == theirs.len() && ours.as_bytes().ct_eq(theirs.as_bytes()).into()
}

/// Parses a key in lower-case hexadecimal, the only form that the widget sends. Returns `None` for
/// any other text.
fn lower_hex(text: &str) -> Option<[u8; KEY_LENGTH]> {
    from_hex(text).filter(|bytes| hex(bytes) == text)
}

//! The server's side of WebAuthn (<https://www.w3.org/TR/webauthn-3/>): what a browser brings from an authenticator is
//! checked against what was asked for. Stores nothing and speaks to nobody: challenges, keys and counters are the caller's.
//!
//! Passkeys prove two things at once, so the person must have been verified (by finger, face or PIN) every time.
//! Attestation is not asked for and not believed: any authenticator may be used.
//!
//! `docs/decisions/passkeys.md` compares it with the published crates.

mod authenticator_data;
mod client_data;
mod ed25519;
mod keys;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(test)]
mod vectors;

use std::fmt;

use authenticator_data::{AuthenticatorData, read_attestation};
use client_data::{Ceremony, check_client_data};
pub use keys::{ALGORITHMS, PublicKey};

/// The site that keys belong to.
#[derive(Clone, Debug)]
pub struct RelyingParty {
    /// A host's name. Keys work there and on the hosts below it.
    pub id: String,
    /// Where its pages are, as browsers write it: `https://shop.example`.
    pub origins: Vec<String>,
}

/// What a browser brings after it has made a key.
#[derive(Clone, Debug)]
pub struct Registration {
    pub client_data: Vec<u8>,
    pub attestation: Vec<u8>,
}

/// What a browser brings after a key has signed.
#[derive(Clone, Debug)]
pub struct Assertion {
    pub client_data: Vec<u8>,
    pub authenticator_data: Vec<u8>,
    pub signature: Vec<u8>,
}

/// A key that was made for us.
#[derive(Clone, Debug)]
pub struct Credential {
    pub id: Vec<u8>,
    pub key: PublicKey,
    pub sign_count: u32,
    /// Whether other devices of the person have it, too.
    pub is_synced: bool,
}

/// Why something is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It can't be read.
    Malformed,
    /// It was made for something else than what was asked for.
    OtherCeremony,
    OtherChallenge,
    /// It was made on another site's page, or on ours inside another site's.
    OtherOrigin,
    /// The key belongs to another site.
    OtherSite,
    /// Nobody touched the authenticator.
    NobodyPresent,
    /// The authenticator did not check who touched it.
    NotVerified,
    UnknownAlgorithm,
    /// With these numbers no signature can ever be right.
    UnusableKey,
    WrongSignature,
    /// The key's counter did not go up: there are two copies of it.
    Copied,
}

impl Refusal {
    /// Whether it is the new key itself that is no good, however often it is brought.
    pub fn is_of_key(self) -> bool {
        matches!(self, Refusal::UnknownAlgorithm | Refusal::UnusableKey)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Refusal::Malformed => "it can't be read",
            Refusal::OtherCeremony => "it was made for another purpose",
            Refusal::OtherChallenge => "it answers another challenge",
            Refusal::OtherOrigin => "it was made on another page",
            Refusal::OtherSite => "the key belongs to another site",
            Refusal::NobodyPresent => "nobody touched the authenticator",
            Refusal::NotVerified => "the authenticator did not check who touched it",
            Refusal::UnknownAlgorithm => "the key is of a kind that was not asked for",
            Refusal::UnusableKey => "the key's numbers are none that can sign",
            Refusal::WrongSignature => "the signature is wrong",
            Refusal::Copied => "the key's counter did not go up",
        })
    }
}

impl std::error::Error for Refusal {}

impl RelyingParty {
    /// Checks a new key.
    pub fn register(
        &self,
        challenge: &[u8],
        registration: &Registration,
    ) -> Result<Credential, Refusal> {
        check_client_data(self, Ceremony::Create, challenge, &registration.client_data)?;
        let data = AuthenticatorData::read(&read_attestation(&registration.attestation)?)?;
        data.check(self)?;
        let (id, key) = data.credential.ok_or(Refusal::Malformed)?;
        let key = PublicKey::from_cose(&key)?;
        key.refuse_unusable()?;
        Ok(Credential { id, key, sign_count: data.sign_count, is_synced: data.is_synced })
    }

    /// Checks that a key we know has signed the challenge. The new counter is to be kept.
    pub fn verify(
        &self,
        challenge: &[u8],
        key: &PublicKey,
        sign_count: u32,
        assertion: &Assertion,
    ) -> Result<u32, Refusal> {
        check_client_data(self, Ceremony::Get, challenge, &assertion.client_data)?;
        let data = AuthenticatorData::read(&assertion.authenticator_data)?;
        data.check(self)?;
        let client_data = keys::sha256(&assertion.client_data);
        let signed = [assertion.authenticator_data.as_slice(), &client_data].concat();
        key.verify(&signed, &assertion.signature)?;
        // Synced keys don't count and say 0 for ever.
        let counts = sign_count > 0 || data.sign_count > 0;
        if counts && data.sign_count <= sign_count {
            return Err(Refusal::Copied);
        }
        Ok(data.sign_count)
    }
}

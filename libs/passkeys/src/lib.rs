//! Server side of WebAuthn (<https://www.w3.org/TR/webauthn-3/>): verifies registrations and
//! assertions. The crate has no storage and no network: the caller stores challenges, keys and
//! counters.
//!
//! A passkey counts as two factors, so user verification (finger, face or PIN) is always required.
//! Attestation is neither requested nor verified: any authenticator is accepted.
//!
//! `docs/decisions/passkeys.md` compares this crate with the published ones.

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

/// Site for which users register keys.
#[derive(Clone, Debug)]
pub struct RelyingParty {
    /// Host name of the site. Keys also work on its subdomains.
    pub id: String,
    /// Origins of the site's pages, in the form that browsers send: `https://shop.example`.
    pub origins: Vec<String>,
}

/// Data from the browser about a new key.
#[derive(Clone, Debug)]
pub struct Registration {
    pub client_data: Vec<u8>,
    pub attestation: Vec<u8>,
}

/// Data from the browser about a signature by a registered key.
#[derive(Clone, Debug)]
pub struct Assertion {
    pub client_data: Vec<u8>,
    pub authenticator_data: Vec<u8>,
    pub signature: Vec<u8>,
}

/// Verified new key, for the caller to store.
#[derive(Clone, Debug)]
pub struct Credential {
    pub id: Vec<u8>,
    pub key: PublicKey,
    pub sign_count: u32,
    /// Whether the key is synced to other devices of its owner.
    pub is_synced: bool,
}

/// Reason why a registration or assertion is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The data can't be parsed.
    Malformed,
    /// The data is from a registration where an assertion is expected, or the other way round.
    OtherCeremony,
    OtherChallenge,
    /// The data was made on a page of another origin, or in a frame inside such a page.
    OtherOrigin,
    /// The key belongs to another site.
    OtherSite,
    /// The authenticator did not detect a user.
    NobodyPresent,
    /// The authenticator did not verify the user.
    NotVerified,
    UnknownAlgorithm,
    /// No signature can be valid for this key.
    UnusableKey,
    WrongSignature,
    /// The counter did not increase, so the key was copied.
    Copied,
}

impl Refusal {
    /// Returns true if the key itself is unusable, so that another attempt with the same key can't
    /// succeed.
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
            Refusal::NobodyPresent => "the authenticator did not detect a user",
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
    /// Verifies the registration of a new key and returns the key.
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

    /// Verifies that a registered key signed the challenge. Returns the new signature counter, for
    /// the caller to store.
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
        // Keys that are synced to several devices don't count their signatures and always send 0.
        let counts = sign_count > 0 || data.sign_count > 0;
        if counts && data.sign_count <= sign_count {
            return Err(Refusal::Copied);
        }
        Ok(data.sign_count)
    }
}

//! Reads the data of an authenticator: the site, the checks of the user, the signature counter and
//! the new key.

use ciborium::Value;

use crate::{Refusal, RelyingParty, keys::sha256};

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

/// Maximum length of a credential id, in bytes, as in the WebAuthn standard.
const MAX_ID_LENGTH: usize = 1023;
/// Maximum nesting depth of CBOR values.
const DEPTH: usize = 8;

pub struct AuthenticatorData {
    party: [u8; 32],
    flags: u8,
    pub sign_count: u32,
    pub is_synced: bool,
    /// Id and COSE encoding of a new key; `None` in assertions.
    pub credential: Option<(Vec<u8>, Vec<u8>)>,
}

/// Returns the authenticator data of an attestation object. Ignores the attestation statement.
pub fn read_attestation(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut rest = bytes;
    let object = read_value(&mut rest)?;
    if !rest.is_empty() {
        return Err(Refusal::Malformed);
    }
    let entries = object.into_map().map_err(|_| Refusal::Malformed)?;
    let data = entries.into_iter().find(|(name, _)| name.as_text() == Some("authData"));
    data.and_then(|(_, data)| data.into_bytes().ok()).ok_or(Refusal::Malformed)
}

impl AuthenticatorData {
    pub fn read(bytes: &[u8]) -> Result<AuthenticatorData, Refusal> {
        let mut rest = bytes;
        let party = take::<32>(&mut rest)?;
        let [flags] = take::<1>(&mut rest)?;
        let sign_count = u32::from_be_bytes(take::<4>(&mut rest)?);
        let credential = match flags & HAS_CREDENTIAL {
            0 => None,
            _ => Some(read_credential(&mut rest)?),
        };
        if flags & HAS_EXTENSIONS != 0 {
            read_value(&mut rest)?;
        }
        if !rest.is_empty() {
            return Err(Refusal::Malformed);
        }
        let is_synced = flags & BACKED_UP != 0;
        Ok(AuthenticatorData { party, flags, sign_count, is_synced, credential })
    }

    /// Checks that the data was made for this site and that the user was present and verified.
    pub fn check(&self, party: &RelyingParty) -> Result<(), Refusal> {
        if self.party != sha256(party.id.as_bytes()) {
            return Err(Refusal::OtherSite);
        }
        if self.flags & USER_PRESENT == 0 {
            return Err(Refusal::NobodyPresent);
        }
        if self.flags & USER_VERIFIED == 0 {
            return Err(Refusal::NotVerified);
        }
        Ok(())
    }
}

fn read_credential(rest: &mut &[u8]) -> Result<(Vec<u8>, Vec<u8>), Refusal> {
    let _model = take::<16>(rest)?;
    let length = usize::from(u16::from_be_bytes(take::<2>(rest)?));
    if length == 0 || length > MAX_ID_LENGTH {
        return Err(Refusal::Malformed);
    }
    let (id, after) = rest.split_at_checked(length).ok_or(Refusal::Malformed)?;
    *rest = after;
    read_value(rest)?;
    let key = &after[..after.len() - rest.len()];
    Ok((id.to_vec(), key.to_vec()))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Refusal> {
    let (head, after) = rest.split_first_chunk::<N>().ok_or(Refusal::Malformed)?;
    *rest = after;
    Ok(*head)
}

/// Decodes the next CBOR value and removes its bytes from `rest`.
pub fn read_value(rest: &mut &[u8]) -> Result<Value, Refusal> {
    ciborium::de::from_reader_with_recursion_limit(rest, DEPTH).map_err(|_| Refusal::Malformed)
}

//! Public keys in COSE encoding (RFC 9052, RFC 9053), and verification of their signatures.

use ciborium::Value;
use ring::{
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey as Peer, agree_ephemeral},
    digest,
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
        UnparsedPublicKey,
    },
};

use crate::{Refusal, authenticator_data::read_value, ed25519};

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// COSE numbers of the accepted algorithms, in the order in which browsers should prefer them.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

// Labels of the entries of a COSE key.
const KIND: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE_OR_MODULUS: i64 = -1;
const X_OR_EXPONENT: i64 = -2;
const Y: i64 = -3;

/// Accepted lengths of an RSA modulus, in bits. A shorter modulus is weak, and a longer one makes
/// verification slow.
const MODULUS_BITS: std::ops::RangeInclusive<usize> = 2048..=8192;
/// Maximum length of an RSA exponent in bits.
const MAX_EXPONENT_BITS: usize = 33;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    cose: Vec<u8>,
    numbers: Numbers,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Numbers {
    /// Point of the curve P-256, in uncompressed encoding.
    Es256(Vec<u8>),
    EdDsa(Vec<u8>),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

impl PublicKey {
    /// Decodes a key in COSE encoding. Returns an error for algorithms other than [`ALGORITHMS`],
    /// and for other curves.
    pub fn from_cose(cose: &[u8]) -> Result<PublicKey, Refusal> {
        let mut rest = cose;
        let map = read_value(&mut rest)?.into_map().map_err(|_| Refusal::Malformed)?;
        if !rest.is_empty() {
            return Err(Refusal::Malformed);
        }
        let find = |label: i64| {
            let label = Value::from(label);
            map.iter().find(|(name, _)| *name == label).map(|(_, value)| value)
        };
        let number = |label| {
            find(label).and_then(Value::as_integer).and_then(|number| i64::try_from(number).ok())
        };
        let bytes = |label, length: Option<usize>| {
            let bytes = find(label).and_then(Value::as_bytes).ok_or(Refusal::Malformed)?;
            let fits = length.is_none_or(|length| bytes.len() == length);
            if fits { Ok(bytes.clone()) } else { Err(Refusal::Malformed) }
        };
        let numbers = match (number(KIND), number(ALGORITHM), number(CURVE_OR_MODULUS)) {
            (Some(2), Some(ES256), Some(1)) => {
                let (x, y) = (bytes(X_OR_EXPONENT, Some(32))?, bytes(Y, Some(32))?);
                Numbers::Es256([&[4], x.as_slice(), &y].concat())
            }
            (Some(1), Some(EDDSA), Some(6)) => Numbers::EdDsa(bytes(X_OR_EXPONENT, Some(32))?),
            (Some(3), Some(RS256), None) => Numbers::Rs256 {
                modulus: bytes(CURVE_OR_MODULUS, None)?,
                exponent: bytes(X_OR_EXPONENT, None)?,
            },
            _ => return Err(Refusal::UnknownAlgorithm),
        };
        Ok(PublicKey { cose: cose.to_vec(), numbers })
    }

    /// Refuses keys for which no signature can be valid. A user who registered such a key would be
    /// locked out.
    pub(crate) fn refuse_unusable(&self) -> Result<(), Refusal> {
        let is_usable = match &self.numbers {
            Numbers::Es256(point) => is_on_p256(point),
            Numbers::EdDsa(point) => point.as_slice().try_into().is_ok_and(ed25519::is_point),
            Numbers::Rs256 { modulus, exponent } => {
                let is_odd = |number: &[u8]| number.last().is_some_and(|byte| byte & 1 == 1);
                let exponent_bits = bits_of(exponent).unwrap_or_default();
                is_odd(modulus)
                    && bits_of(modulus).is_some_and(|bits| MODULUS_BITS.contains(&bits))
                    && is_odd(exponent)
                    && (2..=MAX_EXPONENT_BITS).contains(&exponent_bits)
            }
        };
        if is_usable { Ok(()) } else { Err(Refusal::UnusableKey) }
    }

    /// Returns the key in COSE encoding, for storage.
    pub fn as_cose(&self) -> &[u8] {
        &self.cose
    }

    pub(crate) fn verify(&self, signed: &[u8], signature: &[u8]) -> Result<(), Refusal> {
        let verdict = match &self.numbers {
            Numbers::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(signed, signature)
            }
            Numbers::EdDsa(point) => {
                UnparsedPublicKey::new(&ED25519, point).verify(signed, signature)
            }
            Numbers::Rs256 { modulus, exponent } => {
                RsaPublicKeyComponents { n: modulus, e: exponent }.verify(
                    &RSA_PKCS1_2048_8192_SHA256,
                    signed,
                    signature,
                )
            }
        };
        verdict.map_err(|_| Refusal::WrongSignature)
    }
}

/// Returns true if a point is on the curve P-256. Tries a key agreement with the point, because
/// `ring` then checks the point first.
fn is_on_p256(point: &[u8]) -> bool {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new());
    own.is_ok_and(|own| agree_ephemeral(own, &Peer::new(&ECDH_P256, point), |_| ()).is_ok())
}

/// Returns the length of a number in bits. Returns `None` for zero and for numbers with leading
/// zeros, which `ring` refuses.
fn bits_of(number: &[u8]) -> Option<usize> {
    let first = number.first().filter(|first| **first > 0)?;
    Some(number.len() * 8 - first.leading_zeros() as usize)
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, bytes).as_ref());
    hash
}

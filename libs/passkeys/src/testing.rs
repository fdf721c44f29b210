//! Authenticator in software, for tests: creates a key, signs with the key, and can send wrong
//! data.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ciborium::{Value, cbor};
use ring::{
    rand::{SecureRandom, SystemRandom},
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};

use crate::{Assertion, Registration, keys::sha256};

/// Flags "user present" and "user verified".
const THERE_AND_VERIFIED: u8 = 0b101;
const HAS_CREDENTIAL: u8 = 1 << 6;

pub struct Authenticator {
    pub id: Vec<u8>,
    /// Signature counter to report; 0 if the authenticator does not count.
    pub sign_count: u32,
    /// Origin of the page to report.
    pub origin: String,
    /// Site of the key to report.
    pub party: String,
    pub flags: u8,
    key: EcdsaKeyPair,
}

impl Authenticator {
    pub fn new(party: &str, origin: &str) -> Authenticator {
        let random = SystemRandom::new();
        let key =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random)
            .expect("a key");
        let mut id = vec![0; 16];
        random.fill(&mut id).expect("randomness");
        Authenticator {
            id,
            sign_count: 0,
            origin: origin.to_owned(),
            party: party.to_owned(),
            flags: THERE_AND_VERIFIED,
            key,
        }
    }

    /// Answers a challenge with a registration of the authenticator's key.
    pub fn register(&self, challenge: &[u8]) -> Registration {
        self.register_key(challenge, &self.public_key())
    }

    /// Returns the authenticator's public key in COSE encoding.
    pub fn public_key(&self) -> Value {
        let point = self.key.public_key().as_ref();
        let (x, y) = (point[1..33].to_vec(), point[33..].to_vec());
        Value::Map(vec![
            (1.into(), 2.into()),
            (3.into(), (-7).into()),
            ((-1).into(), 1.into()),
            ((-2).into(), Value::Bytes(x)),
            ((-3).into(), Value::Bytes(y)),
        ])
    }

    /// Answers a challenge with a registration whose key is not a point on the curve.
    pub fn register_off_curve(&self, challenge: &[u8]) -> Registration {
        let coordinate = || Value::Bytes(vec![1; 32]);
        let key = Value::Map(vec![
            (1.into(), 2.into()),
            (3.into(), (-7).into()),
            ((-1).into(), 1.into()),
            ((-2).into(), coordinate()),
            ((-3).into(), coordinate()),
        ]);
        self.register_key(challenge, &key)
    }

    /// Answers a challenge with a registration of this key in place of the authenticator's own key.
    pub fn register_key(&self, challenge: &[u8], key: &Value) -> Registration {
        let length = u16::try_from(self.id.len()).expect("short").to_be_bytes();
        let data = [
            self.head(self.flags | HAS_CREDENTIAL),
            vec![0; 16],
            length.to_vec(),
            self.id.clone(),
            bytes_of(key),
        ]
        .concat();
        let attestation =
            cbor!({ "fmt" => "none", "attStmt" => {}, "authData" => Value::Bytes(data) });
        Registration {
            client_data: self.client_data("webauthn.create", challenge),
            attestation: bytes_of(&attestation.expect("plain values")),
        }
    }

    /// Signs a challenge with the authenticator's key.
    pub fn sign(&self, challenge: &[u8]) -> Assertion {
        let client_data = self.client_data("webauthn.get", challenge);
        let authenticator_data = self.head(self.flags);
        let signed = [authenticator_data.as_slice(), &sha256(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).expect("a signature");
        Assertion { client_data, authenticator_data, signature: signature.as_ref().to_vec() }
    }

    fn head(&self, flags: u8) -> Vec<u8> {
        let party = sha256(self.party.as_bytes());
        [party.as_slice(), &[flags], &self.sign_count.to_be_bytes()].concat()
    }

    fn client_data(&self, kind: &str, challenge: &[u8]) -> Vec<u8> {
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(challenge);
        let data = serde_json::json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }
}

fn bytes_of(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("memory takes it");
    bytes
}

//! Tests with published vectors: `tests/vectors.json` has the values of "Test Vectors" in Web
//! Authentication Level 3. The vectors come from other authenticators, so they also reveal mistakes
//! that this crate and its own test authenticator share.

use serde::Deserialize;

use crate::{Assertion, PublicKey, Refusal, Registration, RelyingParty, keys::sha256};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Vector {
    name: String,
    credential_id: String,
    credential_public_key: String,
    registration: Created,
    authentication: Signed,
}

#[derive(Deserialize)]
struct Created {
    challenge: String,
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    #[serde(rename = "attestationObject")]
    attestation: String,
}

#[derive(Deserialize)]
struct Signed {
    challenge: String,
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    #[serde(rename = "authenticatorData")]
    authenticator_data: String,
    signature: String,
}

impl Signed {
    fn assertion(&self) -> Assertion {
        Assertion {
            client_data: bytes(&self.client_data),
            authenticator_data: bytes(&self.authenticator_data),
            signature: bytes(&self.signature),
        }
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        hex.chars().map(|digit| digit.to_digit(16).expect("a hex digit") as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("../tests/vectors.json")).expect("the vectors")
}

fn party() -> RelyingParty {
    RelyingParty { id: "example.org".to_owned(), origins: vec!["https://example.org".to_owned()] }
}

/// Name of each vector, with the expected refusals of its registration and its assertion. A vector
/// without the flag "user verified" is refused, and so is one made in a frame.
const RESULTS: [(&str, Option<Refusal>, Option<Refusal>); 15] = {
    use Refusal::{NotVerified, OtherOrigin, UnknownAlgorithm};
    [
        ("ES256 Credential with No Attestation", Some(NotVerified), Some(NotVerified)),
        ("ES256 Credential with Self Attestation", None, Some(NotVerified)),
        (
            "ES256 Credential with \"crossOrigin\": true in clientDataJSON",
            Some(OtherOrigin),
            Some(OtherOrigin),
        ),
        (
            "ES256 Credential with \"topOrigin\" in clientDataJSON",
            Some(OtherOrigin),
            Some(OtherOrigin),
        ),
        ("ES256 Credential with very long credential ID", Some(NotVerified), None),
        ("Packed Attestation with ES256 Credential", None, None),
        ("Packed Attestation with ES384 Credential", Some(NotVerified), Some(UnknownAlgorithm)),
        (
            "Packed Attestation with ES512 Credential",
            Some(UnknownAlgorithm),
            Some(UnknownAlgorithm),
        ),
        ("Packed Attestation with RS256 Credential", None, Some(NotVerified)),
        ("Packed Attestation with Ed25519 Credential", Some(NotVerified), Some(NotVerified)),
        ("Packed Attestation with Ed448 Credential", Some(NotVerified), Some(UnknownAlgorithm)),
        ("TPM Attestation with ES256 Credential", None, None),
        ("Android Key Attestation with ES256 Credential", None, Some(NotVerified)),
        ("Apple Anonymous Attestation with ES256 Credential", Some(NotVerified), Some(NotVerified)),
        ("FIDO U2F Attestation with ES256 Credential", Some(NotVerified), Some(NotVerified)),
    ]
};

#[test]
fn register_and_verify_decide_about_the_published_vectors() {
    let vectors = vectors();
    assert_eq!(vectors.len(), RESULTS.len());
    for (vector, (name, registered, verified)) in vectors.iter().zip(RESULTS) {
        assert_eq!(vector.name, name);
        let created = Registration {
            client_data: bytes(&vector.registration.client_data),
            attestation: bytes(&vector.registration.attestation),
        };
        let made = party().register(&bytes(&vector.registration.challenge), &created);
        assert_eq!(made.as_ref().err(), registered.as_ref(), "{name}");
        if let Ok(credential) = made {
            assert_eq!(credential.id, bytes(&vector.credential_id), "{name}");
            let key = credential.key.as_cose();
            assert_eq!(key, bytes(&vector.credential_public_key), "{name}");
        }
        let signed = &vector.authentication;
        let key = PublicKey::from_cose(&bytes(&vector.credential_public_key));
        let challenge = bytes(&signed.challenge);
        let count = key.and_then(|key| party().verify(&challenge, &key, 0, &signed.assertion()));
        assert_eq!(count, verified.map_or(Ok(0), Err), "{name}");
    }
}

#[test]
fn public_key_verifies_the_signatures_of_the_published_vectors() {
    let mut verified = 0;
    for vector in vectors() {
        let cose = bytes(&vector.credential_public_key);
        let Ok(key) = PublicKey::from_cose(&cose) else { continue };
        assert_eq!(key.refuse_unusable(), Ok(()), "{}", vector.name);
        let Assertion { client_data, authenticator_data, mut signature } =
            vector.authentication.assertion();
        let signed = [authenticator_data.as_slice(), &sha256(&client_data)].concat();
        assert_eq!(key.verify(&signed, &signature), Ok(()), "{}", vector.name);
        *signature.last_mut().expect("a signature") ^= 1;
        assert_eq!(
            key.verify(&signed, &signature),
            Err(Refusal::WrongSignature),
            "{}",
            vector.name
        );
        verified += 1;
    }
    assert_eq!(verified, 12, "all but ES384, ES512 and Ed448");
}

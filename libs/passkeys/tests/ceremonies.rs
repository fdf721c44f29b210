//! Tests of registrations and assertions, and of the refusal of every deviation.

use ciborium::Value;
use passkeys::{Assertion, Credential, PublicKey, Refusal, RelyingParty, testing::Authenticator};
use ring::{
    rand::SystemRandom,
    signature::{Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents},
};

const ORIGIN: &str = "https://shop.example";
const CHALLENGE: &[u8] = b"thirty-two bytes that nobody guesses";

fn party() -> RelyingParty {
    RelyingParty { id: "shop.example".to_owned(), origins: vec![ORIGIN.to_owned()] }
}

fn authenticator() -> Authenticator {
    Authenticator::new("shop.example", ORIGIN)
}

fn registered(authenticator: &Authenticator) -> Credential {
    party().register(CHALLENGE, &authenticator.register(CHALLENGE)).expect("a key")
}

#[test]
fn register_and_verify_accept_a_valid_key() {
    let mut phone = authenticator();
    let credential = registered(&phone);
    assert_eq!((&credential.id, credential.sign_count), (&phone.id, 0));
    let kept = PublicKey::from_cose(credential.key.as_cose()).expect("as it was kept");
    assert_eq!(kept, credential.key);
    let verify = |phone: &Authenticator, count| {
        party().verify(CHALLENGE, &kept, count, &phone.sign(CHALLENGE))
    };
    assert_eq!(verify(&phone, 0), Ok(0), "a synced key doesn't count");
    phone.sign_count = 7;
    assert_eq!(verify(&phone, 6), Ok(7));
    for seen in [7, 8] {
        assert_eq!(verify(&phone, seen), Err(Refusal::Copied), "{seen}");
    }
    phone.sign_count = 0;
    assert_eq!(verify(&phone, 6), Err(Refusal::Copied), "one that counted before");
}

#[test]
fn register_and_verify_refuse_another_origin_site_or_flags() {
    type Lie = fn(&mut Authenticator);
    let lies: [(Lie, Refusal); 6] = [
        (|liar| liar.origin = "https://shop.example.evil.test".to_owned(), Refusal::OtherOrigin),
        (|liar| liar.origin = "http://shop.example".to_owned(), Refusal::OtherOrigin),
        (|liar| liar.party = "evil.test".to_owned(), Refusal::OtherSite),
        (|liar| liar.flags = 0b100, Refusal::NobodyPresent),
        (|liar| liar.flags = 0b001, Refusal::NotVerified),
        // The flags announce extensions, but the data has none.
        (|liar| liar.flags = 0b1000_0101, Refusal::Malformed),
    ];
    for (lie, refusal) in lies {
        let mut phone = authenticator();
        let key = registered(&phone).key;
        lie(&mut phone);
        let made = party().register(CHALLENGE, &phone.register(CHALLENGE));
        assert_eq!(made.err(), Some(refusal));
        let signed = party().verify(CHALLENGE, &key, 0, &phone.sign(CHALLENGE));
        assert_eq!(signed, Err(refusal));
    }
}

#[test]
fn register_and_verify_refuse_another_challenge_or_ceremony() {
    let phone = authenticator();
    let key = registered(&phone).key;
    let other = b"another challenge";
    let made = party().register(other, &phone.register(CHALLENGE));
    assert_eq!(made.err(), Some(Refusal::OtherChallenge));
    let signed = party().verify(other, &key, 0, &phone.sign(CHALLENGE));
    assert_eq!(signed, Err(Refusal::OtherChallenge));
    let mut crossed = phone.sign(CHALLENGE);
    crossed.client_data = phone.register(CHALLENGE).client_data;
    let crossed = party().verify(CHALLENGE, &key, 0, &crossed);
    assert_eq!(crossed, Err(Refusal::OtherCeremony));
}

#[test]
fn verify_refuses_a_cross_origin_frame() {
    let phone = authenticator();
    let key = registered(&phone).key;
    let mut framed = phone.sign(CHALLENGE);
    let text = String::from_utf8(framed.client_data).expect("JSON");
    framed.client_data = text.replace("\"crossOrigin\":false", "\"crossOrigin\":true").into();
    assert_eq!(party().verify(CHALLENGE, &key, 0, &framed), Err(Refusal::OtherOrigin));
}

#[test]
fn verify_refuses_another_key_and_any_changed_byte() {
    let (phone, other) = (authenticator(), authenticator());
    let key = registered(&phone).key;
    let verify = |assertion: &Assertion| party().verify(CHALLENGE, &key, 0, assertion);
    assert_eq!(verify(&other.sign(CHALLENGE)), Err(Refusal::WrongSignature));
    let honest = phone.sign(CHALLENGE);
    for at in 0..honest.authenticator_data.len() {
        let mut changed = honest.clone();
        changed.authenticator_data[at] ^= 1;
        assert!(verify(&changed).is_err(), "byte {at}");
    }
    for at in 0..honest.signature.len() {
        let mut changed = honest.clone();
        changed.signature[at] ^= 1;
        assert_eq!(verify(&changed), Err(Refusal::WrongSignature), "byte {at}");
    }
}

#[test]
fn register_refuses_truncated_or_extended_attestations() {
    let honest = authenticator().register(CHALLENGE);
    for length in 0..honest.attestation.len() {
        let mut cut = honest.clone();
        cut.attestation.truncate(length);
        assert!(party().register(CHALLENGE, &cut).is_err(), "{length} bytes");
    }
    let mut longer = honest;
    longer.attestation.push(0);
    assert_eq!(party().register(CHALLENGE, &longer).err(), Some(Refusal::Malformed));
}

fn cose(entries: &[(i64, Value)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(&key_of(entries), &mut bytes).expect("written");
    bytes
}

/// Returns an assertion that `sign` has signed, for kinds of keys that the test authenticator
/// doesn't have.
fn signed_by(sign: impl Fn(&[u8]) -> Vec<u8>) -> Assertion {
    let honest = authenticator().sign(CHALLENGE);
    let hash = ring::digest::digest(&ring::digest::SHA256, &honest.client_data);
    let signed = [honest.authenticator_data.as_slice(), hash.as_ref()].concat();
    Assertion { signature: sign(&signed), ..honest }
}

#[test]
fn verify_accepts_ed25519_and_rsa_keys() {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
    let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).expect("a key");
    let point = Value::Bytes(pair.public_key().as_ref().to_vec());
    let key = [(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, point)];
    let key = PublicKey::from_cose(&cose(&key)).expect("a key");
    let signed = signed_by(|bytes| pair.sign(bytes).as_ref().to_vec());
    assert_eq!(party().verify(CHALLENGE, &key, 0, &signed), Ok(0));

    let pair = RsaKeyPair::from_pkcs8(include_bytes!("rsa.pk8")).expect("a key");
    let RsaPublicKeyComponents { n: modulus, e: exponent } =
        RsaPublicKeyComponents::<Vec<u8>>::from(pair.public());
    let key = [
        (1, 3.into()),
        (3, (-257).into()),
        (-1, Value::Bytes(modulus)),
        (-2, Value::Bytes(exponent)),
    ];
    let key = PublicKey::from_cose(&cose(&key)).expect("a key");
    let signed = signed_by(|bytes| {
        let mut signature = vec![0; pair.public().modulus_len()];
        pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut signature).expect("signed");
        signature
    });
    assert_eq!(party().verify(CHALLENGE, &key, 0, &signed), Ok(0));
}

#[test]
fn from_cose_refuses_other_algorithms_and_malformed_keys() {
    let coordinate = || Value::Bytes(vec![1; 32]);
    let es256 = |algorithm: i64, curve: i64, x: Value| {
        cose(&[
            (1, 2.into()),
            (3, algorithm.into()),
            (-1, curve.into()),
            (-2, x),
            (-3, coordinate()),
        ])
    };
    assert!(PublicKey::from_cose(&es256(-7, 1, coordinate())).is_ok());
    for (key, refusal) in [
        (es256(-35, 1, coordinate()), Refusal::UnknownAlgorithm),
        (es256(-7, 2, coordinate()), Refusal::UnknownAlgorithm),
        (es256(-8, 6, coordinate()), Refusal::UnknownAlgorithm),
        (es256(-7, 1, Value::Bytes(vec![1; 31])), Refusal::Malformed),
        (es256(-7, 1, Value::from("text")), Refusal::Malformed),
        (cose(&[]), Refusal::UnknownAlgorithm),
        (vec![0x80], Refusal::Malformed),
        (Vec::new(), Refusal::Malformed),
    ] {
        assert_eq!(PublicKey::from_cose(&key).err(), Some(refusal));
    }
}

fn key_of(entries: &[(i64, Value)]) -> Value {
    let entries = entries.iter().map(|(label, value)| (Value::from(*label), value.clone()));
    Value::Map(entries.collect())
}

/// Registers a key with these entries. Returns the reason of the refusal, or `None` if the key is
/// accepted.
fn refusal_of(entries: &[(i64, Value)]) -> Option<Refusal> {
    party().register(CHALLENGE, &authenticator().register_key(CHALLENGE, &key_of(entries))).err()
}

#[test]
fn register_refuses_points_that_are_not_on_the_curve() {
    let es256 = |x: [u8; 32], y: [u8; 32]| {
        let (x, y) = (Value::Bytes(x.into()), Value::Bytes(y.into()));
        [(1, 2.into()), (3, (-7).into()), (-1, 1.into()), (-2, x), (-3, y)]
    };
    for (x, y) in [([1; 32], [1; 32]), ([0; 32], [0; 32]), ([0xff; 32], [0xff; 32])] {
        assert_eq!(refusal_of(&es256(x, y)), Some(Refusal::UnusableKey), "{x:?}");
    }
    let eddsa = |y: u8| {
        let mut point = vec![0; 32];
        point[0] = y;
        [(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, Value::Bytes(point))]
    };
    assert_eq!(refusal_of(&eddsa(2)), Some(Refusal::UnusableKey));
    assert_eq!(refusal_of(&eddsa(3)), None);
}

#[test]
fn register_refuses_unusable_rsa_numbers() {
    let number = |length: usize, first: u8, last: u8| {
        let mut bytes = vec![1; length];
        (bytes[0], bytes[length - 1]) = (first, last);
        bytes
    };
    let f4 = || vec![1, 0, 1];
    for (modulus, exponent, expected) in [
        (number(256, 0x80, 1), f4(), None),
        (number(1024, 0xff, 1), f4(), None),
        (number(256, 0x80, 1), vec![3], None),
        (number(256, 0x7f, 1), f4(), Some(Refusal::UnusableKey)),
        (number(64, 0x80, 1), f4(), Some(Refusal::UnusableKey)),
        (number(1025, 1, 1), f4(), Some(Refusal::UnusableKey)),
        (number(256, 0x80, 2), f4(), Some(Refusal::UnusableKey)),
        (number(257, 0, 1), f4(), Some(Refusal::UnusableKey)),
        (Vec::new(), f4(), Some(Refusal::UnusableKey)),
        (number(256, 0x80, 1), Vec::new(), Some(Refusal::UnusableKey)),
        (number(256, 0x80, 1), vec![1], Some(Refusal::UnusableKey)),
        (number(256, 0x80, 1), vec![2], Some(Refusal::UnusableKey)),
        (number(256, 0x80, 1), vec![0, 1, 0, 1], Some(Refusal::UnusableKey)),
        (number(256, 0x80, 1), number(5, 2, 1), Some(Refusal::UnusableKey)),
    ] {
        let key = [
            (1, 3.into()),
            (3, (-257).into()),
            (-1, Value::Bytes(modulus.clone())),
            (-2, Value::Bytes(exponent.clone())),
        ];
        assert_eq!(refusal_of(&key), expected, "{} bytes, {exponent:?}", modulus.len());
    }
}

#[test]
fn register_refuses_unrequested_algorithms_and_curves() {
    let coordinate = || Value::Bytes(vec![1; 32]);
    for (kind, algorithm, curve) in [(2, -35, 1), (2, -7, 2), (2, -7, 6), (1, -8, 4), (3, -37, 1)] {
        let key = [
            (1, kind.into()),
            (3, algorithm.into()),
            (-1, curve.into()),
            (-2, coordinate()),
            (-3, coordinate()),
        ];
        assert_eq!(refusal_of(&key), Some(Refusal::UnknownAlgorithm), "{kind} {algorithm} {curve}");
    }
}

//! The program's secret keys and the keys derived from them. These keys are never stored in the
//! database or logged.
//!
//! New data uses the current key. Data written with a previous key stays readable while that key is
//! configured. If only one key is configured, values are stored without a key's name, in the form
//! that earlier programs used.

mod copies;

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use aes_gcm::{
    Aes256Gcm, Nonce,
    aead::{Aead, Payload},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use db::{ToValue, Value};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use kernel::random::{from_hex, hex, random_bytes};

use crate::config::Config;

pub use copies::KeyCopy;

/// Purpose of a key. Each purpose has derived keys of its own, so that a value made for one purpose
/// is invalid for another. Features declare their purposes with [`secret_uses!`].
#[derive(Clone, Copy, Debug)]
pub struct Use(&'static str);

impl Use {
    pub const fn new(label: &'static str) -> Use {
        Use(label)
    }

    /// Returns the text from which the keys for this purpose are derived.
    pub fn label(self) -> &'static str {
        self.0
    }
}

/// Declares purposes of keys as constants. Also declares `SECRET_USES`, for the program's list in
/// `features.rs`. The text of a purpose must never change, because stored values depend on it.
#[macro_export]
macro_rules! secret_uses {
    ($($name:ident = $label:literal;)+) => {
        $(pub const $name: $crate::secrets::Use = $crate::secrets::Use::new($label);)+

        pub const SECRET_USES: &[$crate::secrets::Use] = &[$($name),+];
    };
}

pub use secret_uses;

secret_uses! {
    SEAL = "seal";
}

/// Length in bytes of the nonce, which makes equal texts encrypt differently.
const NONCE: usize = 12;

/// Separator between a key's name and the value in a stored text. Neither hashes nor encrypted
/// texts contain this character.
const MARK: char = ':';
/// Length of a key's name in characters.
pub const NAME_LENGTH: usize = 8;

pub struct Secrets {
    /// Current key first, then the previous keys, which only read existing data.
    ring: Vec<Key>,
    /// Retired keys, which only verify the seals of the books.
    retired: Vec<Key>,
}

/// Secret key, and the name by which stored values refer to it. The name reveals nothing about the
/// key.
struct Key {
    name: String,
    root: [u8; 32],
}

/// Hashes of one value under each key, to find rows that were written with any of the keys. New
/// rows get the hash under the current key.
#[derive(Clone, Debug)]
pub struct Hashes(Vec<String>);

impl Hashes {
    pub fn current(&self) -> &str {
        // There is one hash for each key, and there is always at least one key.
        self.0.first().map_or("", String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub fn has(&self, hash: &str) -> bool {
        self.iter().any(|one| one == hash)
    }

    /// Returns the placeholders of an `IN` list, and all parameters of the statement: `others`
    /// first, then the hashes.
    pub fn listed_after<'a>(&'a self, others: &[Value<'a>]) -> (String, Vec<Value<'a>>) {
        let mut values = others.to_vec();
        values.extend(self.0.iter().map(ToValue::to_value));
        let places = db::places(others.len() + 1..=values.len());
        (format!("({places})"), values)
    }
}

impl Secrets {
    /// Loads the configured keys. If no current key is configured, reads the key file in the data
    /// folder, or creates the file.
    pub fn load(config: &Config) -> Result<Secrets, String> {
        let current = match config.secret_key.as_str() {
            "" => key_in(&Secrets::file(&config.data))?,
            text => text.to_owned(),
        };
        Secrets::of(&current, &config.previous_keys, &config.retired_keys)
    }

    pub(crate) fn of(
        current: &str,
        previous: &[String],
        retired: &[String],
    ) -> Result<Secrets, String> {
        let mut ring = vec![Key::read("secret_key", current)?];
        for text in previous {
            let key = Key::read("previous_keys", text)?;
            if ring.iter().any(|other| other.root == key.root) {
                return Err("previous_keys has a key twice, or the current one".to_owned());
            }
            ring.push(key);
        }
        let retired = retired.iter().map(|text| Key::read("retired_keys", text));
        Ok(Secrets { ring, retired: retired.collect::<Result<_, _>>()? })
    }

    /// Returns the path of the key file that is used if no key is configured.
    pub fn file(data: &Path) -> PathBuf {
        data.join("secret.key")
    }

    /// Creates a random key, for tests.
    pub fn random() -> Secrets {
        Secrets { ring: vec![Key::new(random_bytes())], retired: Vec::new() }
    }

    fn current(&self) -> &Key {
        // `Secrets` is never created without a key.
        &self.ring[0]
    }

    /// Returns the prefix of values that were made with the current key: the key's name and a
    /// separator. Values have this prefix only if several keys are configured.
    pub fn mark(&self) -> String {
        format!("{}{MARK}", self.name())
    }

    /// Returns true if new values are stored with their key's name, because several keys are
    /// configured.
    fn names_keys(&self) -> bool {
        self.ring.len() > 1
    }

    /// Returns the name of the current key.
    pub fn name(&self) -> &str {
        &self.current().name
    }

    /// Returns a derived key for a file, under the configured key with this name.
    pub fn file_key(&self, purpose: Use, name: &str, salt: &[u8]) -> Option<[u8; 32]> {
        let key = self.ring.iter().find(|key| key.name == name)?;
        Some(key.mac(purpose, &[b"file", salt]))
    }

    /// Returns the names of the previous keys.
    pub fn previous_names(&self) -> impl Iterator<Item = &str> {
        self.ring.iter().skip(1).map(|key| key.name.as_str())
    }

    /// Returns true if a stored text should be encrypted again, because a key other than the
    /// current one was or may have been used.
    pub fn is_outdated(&self, stored: &str) -> bool {
        self.names_keys() && split_name(stored).0 != Some(self.name())
    }

    /// Adds the name of the current key in front of a value that was made with it. Does nothing if
    /// only one key is configured.
    pub fn named(&self, text: String) -> String {
        if self.names_keys() { self.mark() + &text } else { text }
    }

    /// Returns the keys with which a stored text may have been made, and the text without the key's
    /// name.
    fn makers<'a>(&self, stored: &'a str) -> (impl Iterator<Item = &Key>, &'a str) {
        let (name, text) = split_name(stored);
        let fits = move |key: &&Key| name.is_none_or(|name| name == key.name);
        (self.ring.iter().filter(fits), text)
    }

    /// Computes the keyed hash of some parts, with the length of each part included.
    pub fn mac(&self, purpose: Use, parts: &[&[u8]]) -> [u8; 32] {
        self.current().mac(purpose, parts)
    }

    /// Like [`mac`](Secrets::mac), in hexadecimal for columns and tokens.
    pub fn mac_hex(&self, purpose: Use, parts: &[&[u8]]) -> String {
        hex(&self.mac(purpose, parts))
    }

    /// Returns true if a hash matches these parts under any of the keys. Compares in constant time.
    pub fn is_mac_hex(&self, purpose: Use, parts: &[&[u8]], text: &str) -> bool {
        self.ring.iter().any(|key| {
            let expected = hex(&key.mac(purpose, parts));
            expected.len() == text.len() && expected.as_bytes().ct_eq(text.as_bytes()).into()
        })
    }

    /// Returns all forms in which the hash of this value may be stored: under each key, with and
    /// without the key's name.
    pub fn hashes(&self, purpose: Use, parts: &[&[u8]]) -> Hashes {
        let Hashes(plain) = self.plain_hashes(purpose, parts);
        let named = self.ring.iter().zip(&plain);
        let named = named.map(|(key, hash)| format!("{}{MARK}{hash}", key.name));
        // Rows that were written while there was a single key contain no key name.
        Hashes(if self.names_keys() {
            named.chain(plain.iter().cloned()).collect()
        } else {
            plain.iter().cloned().chain(named).collect()
        })
    }

    /// Like [`hashes`](Secrets::hashes) without key names, for rows that store the name elsewhere.
    pub fn plain_hashes(&self, purpose: Use, parts: &[&[u8]]) -> Hashes {
        Hashes(self.ring.iter().map(|key| hex(&key.mac(purpose, parts))).collect())
    }

    /// Returns the hashes of these parts under each key with which the stored hash may have been
    /// made, and the stored hash without its key's name.
    pub fn hashes_behind<'a>(
        &self,
        purpose: Use,
        parts: &[&[u8]],
        stored: &'a str,
    ) -> (Vec<String>, &'a str) {
        let (keys, text) = self.makers(stored);
        (keys.map(|key| hex(&key.mac(purpose, parts))).collect(), text)
    }

    /// Derives a key as text, for a library that needs one.
    pub fn key_text(&self, purpose: Use) -> String {
        self.mac_hex(purpose, &[b"key"])
    }

    /// Returns the keys for seals with their names: the current key first, then all earlier keys,
    /// including retired ones.
    pub fn seal_keys(&self) -> impl Iterator<Item = (&str, [u8; 32])> {
        let all = self.ring.iter().chain(&self.retired);
        all.map(|key| (key.name.as_str(), key.mac(SEAL, &[b"key"])))
    }

    /// Returns the keys for a purpose, current and former, for callers that check many rows.
    pub fn mac_keys(&self, purpose: Use) -> MacKeys {
        let all = self.ring.iter().chain(&self.retired);
        MacKeys(all.map(|key| key.keyed(purpose)).collect())
    }

    /// Encrypts a text for a column. The result can only be decrypted for the same `owner`, so the
    /// encrypted text is useless if it is copied to a row of another owner.
    pub fn seal(&self, purpose: Use, owner: &str, text: &str) -> String {
        let nonce = random_bytes::<NONCE>();
        let payload = Payload { msg: text.as_bytes(), aad: owner.as_bytes() };
        // Encryption fails only for texts that are larger than memory.
        let sealed = self
            .current()
            .cipher(purpose)
            .encrypt(&Nonce::from(nonce), payload)
            .unwrap_or_else(|_| unreachable!("short texts are encrypted"));
        self.named(BASE64_STANDARD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Decrypts a text that was encrypted for this owner with any of the keys. Returns `None` for
    /// any other text.
    pub fn open(&self, purpose: Use, owner: &str, sealed: &str) -> Option<String> {
        let (mut keys, sealed) = self.makers(sealed);
        let bytes = BASE64_STANDARD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let text = keys.find_map(|key| {
            let payload = Payload { msg: sealed, aad: owner.as_bytes() };
            key.cipher(purpose).decrypt(&Nonce::from(*nonce), payload).ok()
        });
        String::from_utf8(text?).ok()
    }
}

/// Keys for keyed hashes of one purpose.
#[derive(Clone)]
pub struct MacKeys(Vec<Hmac<Sha256>>);

impl MacKeys {
    /// Returns true if the hexadecimal hash belongs to these parts under one of the keys.
    pub fn made(&self, parts: &[&[u8]], text: &str) -> bool {
        self.0.iter().any(|key| hex(&mac_of(key.clone(), parts)) == text)
    }
}

fn mac_of(mut mac: Hmac<Sha256>, parts: &[&[u8]]) -> [u8; 32] {
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

impl Key {
    fn new(root: [u8; 32]) -> Key {
        let mut key = Key { name: String::new(), root };
        key.name = hex(&key.mac(SEAL, &[b"id"])).chars().take(NAME_LENGTH).collect();
        key
    }

    fn read(setting: &str, text: &str) -> Result<Key, String> {
        let root = from_hex(text.trim()).or_else(|| copies::parse(text.trim()));
        root.map(Key::new).ok_or_else(|| {
            format!(
                "{setting} should be 64 hexadecimal digits (`openssl rand -hex 32` makes some) or a copy of `funray key export`"
            )
        })
    }

    fn mac(&self, purpose: Use, parts: &[&[u8]]) -> [u8; 32] {
        mac_of(self.keyed(purpose), parts)
    }

    fn cipher(&self, purpose: Use) -> Aes256Gcm {
        Aes256Gcm::new(&self.mac(purpose, &[b"key"]).into())
    }

    fn keyed(&self, purpose: Use) -> Hmac<Sha256> {
        let derive = |key: &[u8]| {
            // HMAC accepts keys of any length.
            Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("any length fits"))
        };
        let mut subkey = derive(&self.root);
        subkey.update(purpose.label().as_bytes());
        derive(&subkey.finalize().into_bytes())
    }
}

/// Splits a stored text into the name of its key, if any, and the value.
fn split_name(stored: &str) -> (Option<&str>, &str) {
    stored.split_once(MARK).map_or((None, stored), |(name, text)| (Some(name), text))
}

fn key_in(file: &Path) -> Result<String, String> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = hex(&random_bytes::<32>());
            write_for_us_alone(file, &text).map_err(|error| {
                format!("the key file {} can't be made: {error}", file.display())
            })?;
            Ok(text)
        }
        Err(error) => Err(format!("the key file {} can't be read: {error}", file.display())),
    }
}

fn write_for_us_alone(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut out = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::config::Layers;

    const ACCESS_TOKEN: Use = Use::new("access token");
    const BANK_NUMBERS: Use = Use::new("bank numbers");
    const CARD_CODE: Use = Use::new("card code");
    const CARD_NUMBER: Use = Use::new("card number");
    const MAILED_CODE: Use = Use::new("mailed code");
    const PIN: Use = Use::new("pin");
    const REFRESH_TOKEN: Use = Use::new("refresh token");
    const TILL_SECRET: Use = Use::new("till secret");

    #[test]
    fn load_creates_a_private_key_file_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let mut config = Config::from_layers(&Layers::defaults()).expect("settings");
        config.data = data.clone();
        let first = Secrets::load(&config).expect("a key");
        let again = Secrets::load(&config).expect("a key");
        assert_eq!(first.key_text(MAILED_CODE), again.key_text(MAILED_CODE));
        let mode = fs::metadata(data.join("secret.key")).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn of_refuses_malformed_and_repeated_keys() {
        let [key, other] = ["0f", "1e"].map(|byte| byte.repeat(32));
        let of = |previous: &str, retired: &str| {
            Secrets::of(&key, &[previous.to_owned()], &[retired.to_owned()])
        };
        assert!(of(&other, &key).is_ok());
        for wrong in ["short", &"0".repeat(63), &"zz".repeat(32), &"é".repeat(32)] {
            assert!(Secrets::of(wrong, &[], &[]).is_err(), "{wrong}");
            for error in [of(wrong, &other), of(&other, wrong)] {
                let error = error.err().expect(wrong);
                assert!(error.contains("_keys") && !error.contains(wrong), "{error}");
            }
        }
        let twice = Secrets::of(&key, &[other.clone(), other.clone()], &[]);
        assert!(of(&key.to_uppercase(), &other).is_err() && twice.is_err());
    }

    /// Returns the keys before, during and after a rotation: the old key alone, the new key with
    /// the old one, and the new key alone.
    fn rotated() -> [Secrets; 3] {
        let [old, new] = ["0f", "1e"].map(|byte| byte.repeat(32));
        let of =
            |current: &str, previous: &[String]| Secrets::of(current, previous, &[]).expect("keys");
        [of(&old, &[]), of(&new, std::slice::from_ref(&old)), of(&new, &[])]
    }

    #[test]
    fn key_alone_writes_no_names() {
        let [old, both, _] = rotated();
        let plain = old.seal(CARD_CODE, "crd_1", "text");
        assert!(!plain.contains(MARK));
        assert!(!old.hashes(MAILED_CODE, &[b"code"]).current().contains(MARK));
        assert!(!old.is_outdated(&plain) && both.is_outdated(&plain));
        let named = both.seal(CARD_CODE, "crd_1", "text");
        assert!(named.starts_with(&format!("{}{MARK}", both.name())), "{named}");
        assert!(!both.is_outdated(&named));
        assert_eq!(both.previous_names().collect::<Vec<_>>(), [old.name()]);
        assert_eq!(old.name().len(), NAME_LENGTH);
    }

    #[test]
    fn open_decrypts_texts_of_every_configured_key() {
        let [old, both, new] = rotated();
        let open = |secrets: &Secrets, sealed: &str| secrets.open(CARD_CODE, "crd_1", sealed);
        let (first, second) =
            (old.seal(CARD_CODE, "crd_1", "a"), both.seal(CARD_CODE, "crd_1", "b"));
        let third = new.seal(CARD_CODE, "crd_1", "c");
        for (secrets, readable) in
            [(&old, [true, false, false]), (&both, [true; 3]), (&new, [false, true, true])]
        {
            let read = [&first, &second, &third].map(|sealed| open(secrets, sealed).is_some());
            assert_eq!(read, readable);
        }
        let swapped = second.replace(both.name(), old.name());
        assert_eq!(open(&both, &swapped), None, "under the name of another key");
    }

    #[test]
    fn hashes_find_rows_of_every_configured_key() {
        let [old, both, new] = rotated();
        let hashes = |secrets: &Secrets| secrets.hashes(TILL_SECRET, &[b"secret"]);
        for (writer, reader, is_found) in [
            (&old, &both, true),
            (&both, &both, true),
            (&both, &new, true),
            (&new, &both, true),
            (&old, &new, false),
            (&both, &old, false),
        ] {
            assert_eq!(hashes(reader).has(hashes(writer).current()), is_found);
        }
        let plain = both.plain_hashes(CARD_NUMBER, &[b"4111"]);
        let olds = old.plain_hashes(CARD_NUMBER, &[b"4111"]);
        assert!(plain.has(olds.current()) && plain.current() != olds.current());
        let (list, values) = plain.listed_after(&[Value::Int(1)]);
        assert_eq!((list.as_str(), values.len()), ("($2, $3)", 3));
        let token = old.mac_hex(ACCESS_TOKEN, &[b"body"]);
        assert!(both.is_mac_hex(ACCESS_TOKEN, &[b"body"], &token));
        assert!(!new.is_mac_hex(ACCESS_TOKEN, &[b"body"], &token));
    }

    #[test]
    fn hashes_behind_takes_the_named_key_alone() {
        let [old, both, _] = rotated();
        let count = |stored: &str| both.hashes_behind(PIN, &[b"2580"], stored).0.len();
        assert_eq!(count(&both.named("$argon2".to_owned())), 1);
        assert_eq!(count(&format!("{}:$argon2", old.name())), 1);
        assert_eq!(count("$argon2"), 2);
        assert_eq!(count("00000000:$argon2"), 0);
    }

    #[test]
    fn seal_keys_know_retired_keys_that_open_nothing() {
        let [old, new] = ["0f", "1e"].map(|byte| byte.repeat(32));
        let secrets = Secrets::of(&new, &[], std::slice::from_ref(&old)).expect("keys");
        let former = Secrets::of(&old, &[], &[]).expect("a key");
        assert_eq!(secrets.seal_keys().nth(1), former.seal_keys().next());
        let sealed = former.seal(CARD_CODE, "crd_1", "text");
        assert_eq!(secrets.open(CARD_CODE, "crd_1", &sealed), None);
    }

    #[test]
    fn mac_differs_by_use_key_and_split_of_the_parts() {
        let secrets = Secrets::random();
        let one = secrets.mac(ACCESS_TOKEN, &[b"ab", b"c"]);
        assert_eq!(one, secrets.mac(ACCESS_TOKEN, &[b"ab", b"c"]));
        assert_ne!(one, secrets.mac(ACCESS_TOKEN, &[b"a", b"bc"]));
        assert_ne!(one, secrets.mac(REFRESH_TOKEN, &[b"ab", b"c"]));
        assert_ne!(one, Secrets::random().mac(ACCESS_TOKEN, &[b"ab", b"c"]));
    }

    #[test]
    fn open_decrypts_for_the_same_owner_and_use_only() {
        let secrets = Secrets::random();
        let sealed = secrets.seal(BANK_NUMBERS, "ten_1", "12345");
        assert!(!sealed.contains("12345"));
        assert_ne!(sealed, secrets.seal(BANK_NUMBERS, "ten_1", "12345"), "never the same twice");
        let open = |secrets: &Secrets, owner, sealed| secrets.open(BANK_NUMBERS, owner, sealed);
        assert_eq!(open(&secrets, "ten_1", &sealed).as_deref(), Some("12345"));
        assert_eq!(open(&secrets, "ten_2", &sealed), None, "another owner");
        assert_eq!(open(&Secrets::random(), "ten_1", &sealed), None, "another key");
        assert_eq!(secrets.open(MAILED_CODE, "ten_1", &sealed), None, "another use");
        for broken in
            ["", "AAAA", "no base64!", &sealed[4..], &sealed.replace(&sealed[20..21], "-")]
        {
            assert_eq!(open(&secrets, "ten_1", broken), None, "{broken}");
        }
    }
}

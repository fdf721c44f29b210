//! The program's key, and what is derived from it. It never reaches the database or a log.

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
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::kernel::random::{from_hex, hex, random_bytes};

/// What a key is for. Each use has its own, so that what is valid for one is nothing for another.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    AccessToken,
    RefreshToken,
    MailedCode,
    EndSessionsLink,
    ClosedCardsLink,
    LimitedAddress,
    ClientName,
    BrowserName,
    ClientOrigin,
    CaptchaChallenge,
    CaptchaSolution,
    BankNumbers,
    CardCode,
    CardNumber,
    ClaimToken,
    PaymentToken,
    AuthenticatorApp,
    RecoveryCode,
    SignInTicket,
    EmailCode,
    PasskeyChallenge,
    Pin,
    TillLink,
    TillSecret,
    Seal,
    Version,
}

impl Use {
    fn label(self) -> &'static [u8] {
        match self {
            Use::AccessToken => b"access token",
            Use::RefreshToken => b"refresh token",
            Use::MailedCode => b"mailed code",
            Use::EndSessionsLink => b"end sessions link",
            Use::ClosedCardsLink => b"closed cards link",
            Use::LimitedAddress => b"limited address",
            Use::ClientName => b"client name",
            Use::BrowserName => b"browser name",
            Use::ClientOrigin => b"client origin",
            Use::CaptchaChallenge => b"captcha challenge",
            Use::CaptchaSolution => b"captcha solution",
            Use::BankNumbers => b"bank numbers",
            Use::CardCode => b"card code",
            Use::CardNumber => b"card number",
            Use::ClaimToken => b"claim token",
            Use::PaymentToken => b"payment token",
            Use::AuthenticatorApp => b"authenticator app",
            Use::RecoveryCode => b"recovery code",
            Use::SignInTicket => b"sign-in ticket",
            Use::EmailCode => b"e-mail code",
            Use::PasskeyChallenge => b"passkey challenge",
            Use::Pin => b"pin",
            Use::TillLink => b"till link",
            Use::TillSecret => b"till secret",
            Use::Seal => b"seal",
            Use::Version => b"version",
        }
    }
}

/// The bytes that make each sealing of a text another one.
const NONCE: usize = 12;

pub struct Secrets {
    root: [u8; 32],
}

impl Secrets {
    /// The configured key, else the one in the data folder, which is made when there is none.
    pub fn load(configured: &str, data: &Path) -> Result<Secrets, String> {
        let text = match configured {
            "" => kept_in(&Secrets::file(data))?,
            text => text.to_owned(),
        };
        let root = from_hex(text.trim()).ok_or(
            "secret_key should be 64 hexadecimal digits: `openssl rand -hex 32` makes some",
        )?;
        Ok(Secrets { root })
    }

    /// Where the key is kept when none is configured.
    pub fn file(data: &Path) -> PathBuf {
        data.join("secret.key")
    }

    /// A new one for every test.
    pub fn random() -> Secrets {
        Secrets { root: random_bytes() }
    }

    /// The keyed hash of some parts, which are kept apart by their lengths.
    pub fn mac(&self, purpose: Use, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.keyed(purpose);
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The same in hexadecimal, as columns and tokens carry it.
    pub fn mac_hex(&self, purpose: Use, parts: &[&[u8]]) -> String {
        hex(&self.mac(purpose, parts))
    }

    /// Whether a text is that hash, told in the same time whatever differs.
    pub fn is_mac_hex(&self, purpose: Use, parts: &[&[u8]], text: &str) -> bool {
        let expected = self.mac_hex(purpose, parts);
        expected.len() == text.len() && expected.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// A key of its own for a library that wants one as text.
    pub fn key_text(&self, purpose: Use) -> String {
        self.mac_hex(purpose, &[b"key"])
    }

    /// Encrypts a text for a column. Only for the same `owner` can it be opened again, so that it is worth nothing in
    /// anybody else's row.
    pub fn seal(&self, purpose: Use, owner: &str, text: &str) -> String {
        let nonce = random_bytes::<NONCE>();
        let payload = Payload { msg: text.as_bytes(), aad: owner.as_bytes() };
        // It can only fail for more bytes than a memory holds.
        let sealed = self
            .cipher(purpose)
            .encrypt(&Nonce::from(nonce), payload)
            .unwrap_or_else(|_| unreachable!("short texts are encrypted"));
        BASE64_STANDARD.encode([nonce.as_slice(), &sealed].concat())
    }

    /// What was sealed for this owner with this program's key; `None` for anything else.
    pub fn open(&self, purpose: Use, owner: &str, sealed: &str) -> Option<String> {
        let bytes = BASE64_STANDARD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: owner.as_bytes() };
        let text = self.cipher(purpose).decrypt(&Nonce::from(*nonce), payload).ok()?;
        String::from_utf8(text).ok()
    }

    fn cipher(&self, purpose: Use) -> Aes256Gcm {
        Aes256Gcm::new(&self.mac(purpose, &[b"key"]).into())
    }

    fn keyed(&self, purpose: Use) -> Hmac<Sha256> {
        let derive = |key: &[u8]| {
            // HMAC takes keys of any length.
            Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("any length fits"))
        };
        let mut subkey = derive(&self.root);
        subkey.update(purpose.label());
        derive(&subkey.finalize().into_bytes())
    }
}

fn kept_in(file: &Path) -> Result<String, String> {
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

    #[test]
    fn load_creates_a_private_key_file_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let first = Secrets::load("", &data).expect("a key");
        let again = Secrets::load("", &data).expect("a key");
        assert_eq!(first.key_text(Use::MailedCode), again.key_text(Use::MailedCode));
        let mode = fs::metadata(data.join("secret.key")).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn load_refuses_a_malformed_configured_key() {
        let data = Path::new("/nowhere");
        let key = "0f".repeat(32);
        assert!(Secrets::load(&key, data).is_ok());
        for wrong in ["short", &"0".repeat(63), &"zz".repeat(32), &"é".repeat(32)] {
            assert!(Secrets::load(wrong, data).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mac_differs_by_use_key_and_split_of_the_parts() {
        let secrets = Secrets::random();
        let one = secrets.mac(Use::AccessToken, &[b"ab", b"c"]);
        assert_eq!(one, secrets.mac(Use::AccessToken, &[b"ab", b"c"]));
        assert_ne!(one, secrets.mac(Use::AccessToken, &[b"a", b"bc"]));
        assert_ne!(one, secrets.mac(Use::RefreshToken, &[b"ab", b"c"]));
        assert_ne!(one, Secrets::random().mac(Use::AccessToken, &[b"ab", b"c"]));
    }

    #[test]
    fn open_decrypts_for_the_same_owner_and_use_only() {
        let secrets = Secrets::random();
        let sealed = secrets.seal(Use::BankNumbers, "ten_1", "12345");
        assert!(!sealed.contains("12345"));
        assert_ne!(
            sealed,
            secrets.seal(Use::BankNumbers, "ten_1", "12345"),
            "never the same twice"
        );
        let open = |secrets: &Secrets, owner, sealed| secrets.open(Use::BankNumbers, owner, sealed);
        assert_eq!(open(&secrets, "ten_1", &sealed).as_deref(), Some("12345"));
        assert_eq!(open(&secrets, "ten_2", &sealed), None, "another owner");
        assert_eq!(open(&Secrets::random(), "ten_1", &sealed), None, "another key");
        assert_eq!(secrets.open(Use::MailedCode, "ten_1", &sealed), None, "another use");
        for broken in
            ["", "AAAA", "no base64!", &sealed[4..], &sealed.replace(&sealed[20..21], "-")]
        {
            assert_eq!(open(&secrets, "ten_1", broken), None, "{broken}");
        }
    }
}

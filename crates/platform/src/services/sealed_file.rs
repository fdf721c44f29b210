//! Encrypted and compressed files, such as backups. A file can be written and read in pieces, and a
//! changed, moved, missing or added piece is noticed.
//!
//! A file begins with a header: the name of this format, the name of the program's key, and a
//! random salt. The key of the file is derived from both. Each piece is encrypted under its number
//! and a mark of the last piece.

use std::io::{self, Read, Write};

use aes_gcm::{
    Aes256Gcm, KeyInit, Nonce,
    aead::{Aead, Payload},
};
use flate2::{Compression, read::GzEncoder, write::GzDecoder};

use kernel::random::random_bytes;

use super::secret_uses::BACKUP;
use crate::secrets::{NAME_LENGTH, Secrets};

/// First bytes of every file, in which the format has a number.
const FORMAT: &[u8; 16] = b"funray sealed 1\n";
const SALT: usize = 32;
const HEADER: usize = FORMAT.len() + NAME_LENGTH + SALT;
/// Size of a piece before its encryption.
const PIECE: usize = 8 << 20;
/// Bytes by which encryption makes a piece longer.
const TAG: usize = 16;

/// Returns true if a file begins like an encrypted one.
pub fn is_sealed(beginning: &[u8]) -> bool {
    beginning.starts_with(FORMAT)
}

/// Encrypts a file piece by piece.
pub struct Sealer<R: Read> {
    input: GzEncoder<R>,
    cipher: Cipher,
    is_done: bool,
}

impl<R: Read> Sealer<R> {
    pub fn new(secrets: &Secrets, input: R) -> Sealer<R> {
        let salt = random_bytes::<SALT>();
        let header = [FORMAT, secrets.name().as_bytes(), salt.as_slice()].concat();
        let key = secrets.file_key(BACKUP, secrets.name(), &salt);
        // The current key is always configured.
        let key = key.unwrap_or_else(|| unreachable!("there is a current key"));
        let input = GzEncoder::new(input, Compression::fast());
        Sealer { input, cipher: Cipher::new(&key, header), is_done: false }
    }

    /// Returns the next piece, or `None` after the last one. The first one contains the header.
    pub fn next_piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.is_done {
            return Ok(None);
        }
        let mut out = if self.cipher.number == 0 { self.cipher.header.clone() } else { Vec::new() };
        let piece = read_up_to(&mut self.input, PIECE)?;
        self.is_done = piece.len() < PIECE;
        out.extend(self.cipher.seal(&piece, self.is_done)?);
        Ok(Some(out))
    }
}

/// Decrypts a file into `output`. Fails with a sentence for the operator if the file is damaged or
/// its key is not configured. The output is then incomplete and must not be used.
pub fn open(secrets: &Secrets, mut input: impl Read, output: impl Write) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let header = read_up_to(&mut input, HEADER).map_err(failed)?;
    let (_, rest) = header
        .split_at_checked(FORMAT.len())
        .filter(|(format, rest)| is_sealed(format) && rest.len() == NAME_LENGTH + SALT)
        .ok_or("it is no encrypted backup")?;
    let (name, salt) = rest.split_at(NAME_LENGTH);
    let name = String::from_utf8_lossy(name);
    let key = secrets.file_key(BACKUP, &name, salt).ok_or_else(|| {
        format!("it was encrypted with the key {name}; set that key as secret_key, or name it in previous_keys")
    })?;
    let mut cipher = Cipher::new(&key, header);
    let mut output = GzDecoder::new(output);
    loop {
        let piece = read_up_to(&mut input, PIECE + TAG).map_err(failed)?;
        let is_last = piece.len() < PIECE + TAG;
        let plain = cipher.open(&piece, is_last).ok_or("it is damaged or incomplete")?;
        output.write_all(&plain).map_err(failed)?;
        if is_last {
            return output.finish().map(drop).map_err(failed);
        }
    }
}

/// Cipher of one file.
struct Cipher {
    cipher: Aes256Gcm,
    header: Vec<u8>,
    /// Number of the next piece.
    number: u64,
}

impl Cipher {
    fn new(key: &[u8; 32], header: Vec<u8>) -> Cipher {
        Cipher { cipher: Aes256Gcm::new(&(*key).into()), header, number: 0 }
    }

    /// Returns the nonce of the next piece. Each file has a key of its own, so numbers are nonces.
    fn next_nonce(&mut self, is_last: bool) -> [u8; 12] {
        let mut nonce = [0; 12];
        nonce[..8].copy_from_slice(&self.number.to_be_bytes());
        nonce[11] = u8::from(is_last);
        self.number += 1;
        nonce
    }

    fn seal(&mut self, piece: &[u8], is_last: bool) -> io::Result<Vec<u8>> {
        let nonce = Nonce::from(self.next_nonce(is_last));
        let payload = Payload { msg: piece, aad: &self.header };
        self.cipher.encrypt(&nonce, payload).map_err(|_| io::Error::other("it can't be encrypted"))
    }

    fn open(&mut self, piece: &[u8], is_last: bool) -> Option<Vec<u8>> {
        let nonce = Nonce::from(self.next_nonce(is_last));
        self.cipher.decrypt(&nonce, Payload { msg: piece, aad: &self.header }).ok()
    }
}

/// Reads until `limit` bytes or the end.
fn read_up_to(input: &mut impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(secrets: &Secrets, plain: &[u8]) -> Vec<Vec<u8>> {
        let mut sealer = Sealer::new(secrets, plain);
        std::iter::from_fn(|| sealer.next_piece().expect("encrypted")).collect()
    }

    fn opened(secrets: &Secrets, sealed: &[u8]) -> Result<Vec<u8>, String> {
        let mut plain = Vec::new();
        open(secrets, sealed, &mut plain).map(|()| plain)
    }

    /// Returns bytes that can't be compressed.
    fn noise(length: usize) -> Vec<u8> {
        std::iter::repeat_with(random_bytes::<1024>).flatten().take(length).collect()
    }

    #[test]
    fn open_returns_what_was_sealed_in_any_number_of_pieces() {
        let secrets = Secrets::random();
        for (length, pieces) in [(0, 1), (1, 1), (PIECE / 2, 1), (2 * PIECE, 3)] {
            let plain = noise(length);
            let sealed = sealed(&secrets, &plain);
            assert_eq!(sealed.len(), pieces, "{length}");
            assert!(opened(&secrets, &sealed.concat()) == Ok(plain), "{length}");
        }
        let text = "cards ".repeat(100_000);
        let small = sealed(&secrets, text.as_bytes()).concat();
        assert!(small.len() < text.len() / 10 && is_sealed(&small), "compressed");
    }

    #[test]
    fn open_refuses_damaged_files_and_other_keys() {
        let secrets = Secrets::random();
        let pieces = sealed(&secrets, &noise(2 * PIECE));
        let whole = pieces.concat();
        let swapped = [&whole[..HEADER], &pieces[1], &pieces[0][HEADER..], &pieces[2]].concat();
        let mut changed = whole.clone();
        changed[HEADER + 100] ^= 1;
        let mut salted = whole.clone();
        salted[HEADER - 1] ^= 1;
        let cut = pieces[..2].concat();
        for damaged in
            [&whole[..whole.len() - 1], &cut, &swapped, &changed, &salted, &whole[..40], b""]
        {
            let why = opened(&secrets, damaged).expect_err("damaged");
            assert!(why.contains("damaged") || why.contains("no encrypted"), "{why}");
        }
        let why = opened(&Secrets::random(), &whole).expect_err("another key");
        assert!(why.contains(secrets.name()), "{why}");
    }

    #[test]
    fn open_reads_files_of_previous_keys() {
        let [old, new] = ["0f", "1e"].map(|byte| byte.repeat(32));
        let before = Secrets::of(&old, &[], &[]).expect("a key");
        let after = Secrets::of(&new, std::slice::from_ref(&old), &[]).expect("keys");
        let sealed = sealed(&before, b"text").concat();
        assert_eq!(opened(&after, &sealed), Ok(b"text".to_vec()));
    }
}

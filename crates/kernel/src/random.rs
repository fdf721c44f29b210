//! Random bytes from the operating system, for ids, codes and tokens.

/// Returns `N` random bytes that are suitable for secrets.
///
/// # Panics
///
/// Panics if the operating system provides no random bytes, because ids, codes and tokens would
/// then be predictable.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(problem) = getrandom::fill(&mut bytes) {
        panic!("the operating system gave no randomness: {problem}");
    }
    bytes
}

/// Returns 128 random bits as hexadecimal text, for tokens that have no type of their own.
pub fn random_hex() -> String {
    hex(&random_bytes::<16>())
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Formats bytes as lower-case hexadecimal text.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Parses exactly `2 * N` hexadecimal digits in upper or lower case. Returns `None` for any other
/// text.
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_differ_on_each_call() {
        assert_ne!(random_bytes::<16>(), random_bytes::<16>());
        assert_ne!(random_hex(), random_hex());
    }

    #[test]
    fn hex_writes_two_digits_per_byte() {
        assert_eq!(hex(&[0, 0x0a, 0xff]), "000aff");
        assert_eq!(random_hex().len(), 32);
    }

    #[test]
    fn from_hex_reads_hex_and_refuses_other_texts() {
        assert_eq!(from_hex("000aFf"), Some([0, 0x0a, 0xff]));
        for wrong in ["", "000af", "000aff0", "000ag0", "+00aff", "00é0"] {
            assert_eq!(from_hex::<3>(wrong), None, "{wrong}");
        }
    }
}

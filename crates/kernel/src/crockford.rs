//! Crockford's base32, an alphabet without letters that look alike. It is used for ids and for
//! codes that people read aloud or type.

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Encodes bytes as lower-case text, five bits per character, highest bits first. Texts of equal
/// length have the same sort order as their bytes. The last character is padded with zero bits.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(encoded_length(bytes.len()));
    let (mut pending, mut bits) = (0_u32, 0);
    for &byte in bytes {
        pending = (pending << 8) | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(symbol(pending >> bits));
        }
        pending &= (1 << bits) - 1;
    }
    if bits > 0 {
        text.push(symbol(pending << (5 - bits)));
    }
    text
}

/// Decodes a typed text. Ignores case, spaces and hyphens, and reads `o` as 0, `i` and `l` as 1.
/// Returns `None` if the text is not an encoding of exactly `N` bytes by [`encode`].
pub fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let (mut pending, mut bits, mut filled, mut read) = (0_u32, 0, 0, 0);
    for character in text.chars().filter(|c| !matches!(c, ' ' | '-')) {
        read += 1;
        if read > encoded_length(N) {
            return None;
        }
        pending = (pending << 5) | value(character)?;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            *bytes.get_mut(filled)? = (pending >> bits) as u8;
            filled += 1;
            pending &= (1 << bits) - 1;
        }
    }
    (read == encoded_length(N) && pending == 0).then_some(bytes)
}

/// Returns a typed text as [`encode`] would write it: in lower case, without spaces and hyphens, and
/// without letters that look like digits. Returns `None` if it has other characters.
pub fn plain(text: &str) -> Option<String> {
    let typed = text.chars().filter(|c| !matches!(c, ' ' | '-'));
    typed.map(|character| value(character).map(symbol)).collect()
}

const fn encoded_length(bytes: usize) -> usize {
    (bytes * 8).div_ceil(5)
}

fn symbol(bits: u32) -> char {
    char::from(ALPHABET[(bits & 31) as usize])
}

fn value(character: char) -> Option<u32> {
    let plain = match character.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    (0..32).find(|&bits| symbol(bits) == plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode, plain};

    #[test]
    fn encode_matches_known_texts() {
        assert_eq!(encode(&[]), "");
        assert_eq!(encode(&[0xff]), "zw");
        assert_eq!(encode(&[0x00, 0x44, 0x32, 0x14, 0xc7]), "01234567");
        assert_eq!(encode(&[0; 16]).len(), 26);
        assert_eq!(encode(&[0; 20]).len(), 32);
    }

    #[test]
    fn decode_accepts_look_alikes_case_and_separators() {
        let code = decode::<5>("01234567");
        assert!(code.is_some());
        for typed in ["OI234567", "ol23-4567", " o1 23 45 67 "] {
            assert_eq!(decode::<5>(typed), code, "{typed}");
        }
    }

    #[test]
    fn decode_refuses_other_texts() {
        for typed in ["", "0123456", "012345678", "0123456u", "0123456é", "0123456\0"] {
            assert_eq!(decode::<5>(typed), None, "{typed}");
        }
        assert_eq!(decode::<1>("zx"), None, "filled up with a one bit");
    }

    #[test]
    fn plain_replaces_look_alikes() {
        assert_eq!(plain(" Il-oZ 9").as_deref(), Some("110z9"));
        assert_eq!((plain("u"), plain("é"), plain("1_2")), (None, None, None));
    }

    proptest! {
        #[test]
        fn decode_reverses_encode(bytes: [u8; 16], code: [u8; 20]) {
            prop_assert_eq!(decode::<16>(&encode(&bytes)), Some(bytes));
            prop_assert_eq!(decode::<20>(&encode(&code).to_uppercase()), Some(code));
        }

        #[test]
        fn encode_keeps_the_order_of_the_bytes(one: [u8; 16], other: [u8; 16]) {
            prop_assert_eq!(encode(&one).cmp(&encode(&other)), one.cmp(&other));
        }

        #[test]
        fn decode_never_panics(text in ".*") {
            if let Some(bytes) = decode::<3>(&text) {
                prop_assert_eq!(encode(&bytes).len(), 5);
            }
        }
    }
}

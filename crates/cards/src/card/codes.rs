//! Identifiers of a card: the number that people read, the code in its QR code, and the token in a
//! gift's link.

use std::fmt;

use kernel::{
    crockford, payment_card,
    random::{hex, random_bytes},
};
use platform::secrets::{Hashes, Secrets};
use subtle::ConstantTimeEq;

use crate::secret_uses::{CARD_CODE, CARD_NUMBER, CLAIM_TOKEN};

/// Card number: sixteen digits, the last of which is a check digit. A card can be redeemed by
/// typing its number at a counter, so the number is protected like the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardNumber(String);

/// Card code: 160 random bits. Anyone who shows the code may spend the card's balance.
#[derive(Clone, PartialEq, Eq)]
pub struct CardCode([u8; 20]);

/// Last four characters of a card code, which tell a card's holder from a person who has only seen
/// its number.
#[derive(Clone, PartialEq, Eq)]
pub struct CodeEnd(String);

/// Token in a gift's link: 160 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct ClaimToken([u8; 20]);

const NUMBER_LENGTH: usize = 16;
/// Number of characters in a card code.
const CODE_LENGTH: usize = 32;
const CODE_END: usize = 4;
/// Text before the card code in a QR code.
const QR_PREFIX: &str = "FR1:";

impl CardNumber {
    pub fn random() -> CardNumber {
        let mut digits: Vec<u8> = Vec::with_capacity(NUMBER_LENGTH);
        while digits.len() < NUMBER_LENGTH - 1 {
            let [byte] = random_bytes();
            // Takes only byte values below 250, which is a multiple of ten, so that all digits are
            // equally likely. The first digit is never zero.
            let is_fair = byte < 250 && !(digits.is_empty() && byte % 10 == 0);
            if is_fair {
                digits.push(byte % 10);
            }
        }
        digits.push(payment_card::check_digit(&digits));
        CardNumber(digits.into_iter().map(|digit| char::from(b'0' + digit)).collect())
    }

    /// Parses a typed number, with or without spaces between groups of four.
    pub fn parse(text: &str) -> Option<CardNumber> {
        let plain: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
        let digits: Option<Vec<u8>> =
            plain.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0')).collect();
        let is_one = plain.len() == NUMBER_LENGTH && payment_card::check_digit_fits(&digits?);
        is_one.then_some(CardNumber(plain))
    }

    pub fn last_four(&self) -> &str {
        &self.0[NUMBER_LENGTH - 4..]
    }

    /// Returns the hashes of the number, one for each key of the program, because a stored hash may
    /// have been made with an older key. The encrypted columns in the same row show which key was
    /// used.
    pub fn hashes(&self, secrets: &Secrets) -> Hashes {
        secrets.plain_hashes(CARD_NUMBER, &[self.0.as_bytes()])
    }

    /// Encrypts the number for the row of `card`. It is decrypted to show the number to the card's
    /// holder.
    pub fn sealed(&self, secrets: &Secrets, card: &str) -> String {
        secrets.seal(CARD_NUMBER, card, &self.0)
    }

    pub fn open(secrets: &Secrets, card: &str, sealed: &str) -> Option<CardNumber> {
        secrets.open(CARD_NUMBER, card, sealed).map(CardNumber)
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl CardCode {
    pub fn random() -> CardCode {
        CardCode(random_bytes())
    }

    /// Parses a scanned or typed code: the whole content of a QR code, or the code alone.
    pub fn parse(text: &str) -> Option<CardCode> {
        let text = text.trim();
        let has_prefix =
            text.get(..QR_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(QR_PREFIX));
        let code = if has_prefix { &text[QR_PREFIX.len()..] } else { text };
        crockford::decode(code).map(CardCode)
    }

    /// Whether a text contains the content of a QR code, for example because a scanner typed it
    /// into a text field.
    pub fn is_in(text: &str) -> bool {
        let text = text.to_ascii_uppercase();
        let mut behind_prefix = text.split(QR_PREFIX).skip(1);
        behind_prefix
            .any(|part| part.get(..CODE_LENGTH).is_some_and(|code| CardCode::parse(code).is_some()))
    }

    /// Formats the code as 32 capital letters and digits, which need a smaller QR code than mixed
    /// case.
    pub fn text(&self) -> String {
        crockford::encode(&self.0).to_uppercase()
    }

    /// Returns true if the code ends with these characters. Compares in constant time.
    pub fn ends_with(&self, end: &CodeEnd) -> bool {
        self.text().as_bytes()[CODE_LENGTH - CODE_END..].ct_eq(end.0.as_bytes()).into()
    }

    pub fn hashes(&self, secrets: &Secrets) -> Hashes {
        secrets.plain_hashes(CARD_CODE, &[&self.0])
    }

    /// Encrypts the code for the row of `card`. It is decrypted to show the code to the card's
    /// owner.
    pub fn sealed(&self, secrets: &Secrets, card: &str) -> String {
        secrets.seal(CARD_CODE, card, &hex(&self.0))
    }

    pub fn open(secrets: &Secrets, card: &str, sealed: &str) -> Option<CardCode> {
        let text = secrets.open(CARD_CODE, card, sealed)?;
        kernel::random::from_hex(&text).map(CardCode)
    }
}

impl CodeEnd {
    /// Parses four typed characters like [`CardCode::parse`] does.
    pub fn parse(text: &str) -> Option<CodeEnd> {
        crockford::plain(text)
            .filter(|plain| plain.len() == CODE_END)
            .map(|plain| CodeEnd(plain.to_uppercase()))
    }
}

/// Returns the content of the QR code for a code.
pub fn qr_content(code: &str) -> String {
    format!("{QR_PREFIX}{code}")
}

impl ClaimToken {
    pub fn random() -> ClaimToken {
        ClaimToken(random_bytes())
    }

    pub fn parse(text: &str) -> Option<ClaimToken> {
        crockford::decode(text).map(ClaimToken)
    }

    pub fn text(&self) -> String {
        crockford::encode(&self.0)
    }

    pub fn hashes(&self, secrets: &Secrets) -> Hashes {
        secrets.plain_hashes(CLAIM_TOKEN, &[&self.0])
    }

    /// Encrypts the token for the row of `card`. It is decrypted to email the same link again.
    pub fn sealed(&self, secrets: &Secrets, card: &str) -> String {
        secrets.seal(CLAIM_TOKEN, card, &hex(&self.0))
    }

    pub fn open(secrets: &Secrets, card: &str, sealed: &str) -> Option<ClaimToken> {
        let text = secrets.open(CLAIM_TOKEN, card, sealed)?;
        kernel::random::from_hex(&text).map(ClaimToken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_number_has_a_check_digit() {
        for _ in 0..200 {
            let number = CardNumber::random();
            let text = number.to_string();
            assert_eq!(text.len(), 16);
            assert!(!text.starts_with('0'));
            let typed = format!("{} {}-{} {}", &text[..4], &text[4..8], &text[8..12], &text[12..]);
            assert_eq!(CardNumber::parse(&typed), Some(number));
            let last = text.as_bytes()[15] - b'0';
            let wrong = format!("{}{}", &text[..15], (last + 1) % 10);
            assert_eq!(CardNumber::parse(&wrong), None);
        }
        for wrong in ["", "1234", "411111111111111", "41111111111111111", "4111 1111 1111 111x"] {
            assert_eq!(CardNumber::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn card_code_parse_reads_scanned_and_typed_codes() {
        let code = CardCode::random();
        let text = code.text();
        assert_eq!(text.len(), 32);
        for given in [
            text.clone(),
            qr_content(&text),
            format!(" fr1:{} ", text.to_lowercase()),
            format!("{} {}-{}", &text[..8], &text[8..16], &text[16..]),
        ] {
            assert!(CardCode::parse(&given) == Some(code.clone()), "{given}");
        }
        for wrong in
            ["", "FR1:", "é", "FR2:", &text[1..], &format!("{text}0"), &format!("FR1:FR1:{text}")]
        {
            assert!(CardCode::parse(wrong).is_none(), "{wrong}");
        }
        let qr = qr_content(&text);
        for told in [qr.clone(), qr.to_lowercase(), format!("Scanned {qr}!"), format!("FR1:{qr}x")]
        {
            assert!(CardCode::is_in(&told), "{told}");
        }
        for harmless in ["", "FR1:", "FR1: été", &qr[..35], "0af7651916cd43dd8448eb211c80319c"] {
            assert!(!CardCode::is_in(harmless), "{harmless}");
        }
    }

    #[test]
    fn code_end_parse_reads_four_typed_characters() {
        let code = CardCode([0; 20]);
        assert!(code.text().ends_with("0000"));
        for typed in ["0000", "OoOo", " 00-00 "] {
            let end = CodeEnd::parse(typed).expect("an end of a code");
            assert!(code.ends_with(&end), "{typed}");
        }
        let other = CodeEnd::parse("00il").expect("an end of a code");
        assert!(other == CodeEnd("0011".to_owned()) && !code.ends_with(&other));
        for wrong in ["", "000", "00000", "000é", "000u", "000!"] {
            assert!(CodeEnd::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn open_decrypts_for_the_same_card_and_type_only() {
        let (secrets, code) = (Secrets::random(), CardCode::random());
        let sealed = code.sealed(&secrets, "crd_1");
        assert!(CardCode::open(&secrets, "crd_1", &sealed) == Some(code.clone()));
        assert!(CardCode::open(&secrets, "crd_2", &sealed).is_none());
        assert!(ClaimToken::open(&secrets, "crd_1", &sealed).is_none(), "another use");
        let number = CardNumber::random();
        let sealed = number.sealed(&secrets, "crd_1");
        assert_eq!(CardNumber::open(&secrets, "crd_1", &sealed), Some(number.clone()));
        assert_eq!(CardNumber::open(&secrets, "crd_2", &sealed), None);
        assert!(number.to_string().ends_with(number.last_four()));
        let other_use = ClaimToken(code.0).hashes(&secrets);
        assert_ne!(code.hashes(&secrets).current(), other_use.current());
    }
}

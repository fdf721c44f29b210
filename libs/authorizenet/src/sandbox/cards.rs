//! Test cards: card number, card code and postal code determine the result of a charge. The card
//! number itself is not stored.

use jiff::Timestamp;
use sha2::{Digest, Sha256};

/// Predetermined result of a charge on a test card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Approve,
    Decline,
    CodeDecline,
    Expired,
    ProcessorError,
    Held,
}

/// Data that the sandbox stores about a payment card.
#[derive(Clone, Debug)]
pub struct Card {
    pub brand: &'static str,
    pub last_four: String,
    /// Hash of the card number, to recognize charges on the same card.
    pub fingerprint: String,
    pub avs: &'static str,
    pub cvv: &'static str,
    pub fate: Fate,
    /// Expiry month as `YYYYMM`.
    good_until: String,
}

impl Card {
    /// Validates the data of a payment card. The error contains the gateway's error code and
    /// message.
    pub fn read(
        number: &str,
        expiry: &str,
        code: &str,
        zip: &str,
    ) -> Result<Card, (&'static str, &'static str)> {
        if !is_card_number(number) {
            return Err(("E00027", "Please provide valid credit card number."));
        }
        let good_until =
            month(expiry).ok_or(("E00027", "Please provide valid expiration date."))?;
        Ok(Card {
            brand: brand(number),
            last_four: number[number.len() - 4..].to_owned(),
            fingerprint: fingerprint(number),
            avs: avs(zip),
            cvv: cvv(code),
            fate: fate(number, zip),
            good_until,
        })
    }

    /// Returns a placeholder card for a charge that the sandbox does not know.
    pub fn unknown() -> Card {
        Card {
            brand: "",
            last_four: String::new(),
            fingerprint: String::new(),
            avs: "",
            cvv: "",
            fate: Fate::Decline,
            good_until: String::new(),
        }
    }

    pub fn is_expired(&self, now: Timestamp) -> bool {
        now.strftime("%Y%m").to_string() > self.good_until
    }
}

fn is_card_number(number: &str) -> bool {
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    is_plain && (13..=16).contains(&number.len()) && luhn(number) == 0
}

fn luhn(digits: &str) -> u32 {
    let weigh = |(place, digit): (usize, u8)| {
        let digit = u32::from(digit - b'0');
        match (place % 2, digit) {
            (0, digit) => digit,
            (_, 9) => 9,
            (_, digit) => digit * 2 % 9,
        }
    };
    digits.bytes().rev().enumerate().map(weigh).sum::<u32>() % 10
}

/// Converts an expiry month from Accept.js, `MMYYYY`, to `YYYYMM`. Returns `None` if the text is
/// invalid.
fn month(expiry: &str) -> Option<String> {
    let is_plain = expiry.len() == 6 && expiry.bytes().all(|byte| byte.is_ascii_digit());
    let (month, year) = is_plain.then(|| expiry.split_at(2))?;
    ("01"..="12").contains(&month).then(|| format!("{year}{month}"))
}

fn brand(number: &str) -> &'static str {
    match number.as_bytes() {
        [b'4', ..] => "Visa",
        [b'2' | b'5', ..] => "MasterCard",
        [b'3', b'4' | b'7', ..] => "AmericanExpress",
        [b'3', b'5' | b'0', ..] => "JCB",
        [b'3', ..] => "DinersClub",
        _ => "Discover",
    }
}

fn fingerprint(number: &str) -> String {
    Sha256::digest(number).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn fate(number: &str, zip: &str) -> Fate {
    match number {
        _ if zip == "46282" => Fate::Decline,
        "4000000000000002" => Fate::Decline,
        "4000000000000069" => Fate::Expired,
        "4000000000000127" => Fate::CodeDecline,
        "4000000000000119" => Fate::ProcessorError,
        "4000000000009235" => Fate::Held,
        _ => Fate::Approve,
    }
}

/// Returns the result of the address check for a postal code. The codes come from the gateway's
/// testing guide.
fn avs(zip: &str) -> &'static str {
    match zip {
        "46201" => "A",
        "46203" => "E",
        "46204" => "G",
        "46205" => "N",
        "46206" | "" => "P",
        "46207" => "R",
        "46208" => "S",
        "46209" => "U",
        "46211" => "W",
        "46214" => "X",
        "46217" => "Z",
        _ => "Y",
    }
}

/// Returns the result of the card code check. The test codes come from the gateway's testing guide.
fn cvv(code: &str) -> &'static str {
    match code {
        "901" => "N",
        "902" => "S",
        "903" => "U",
        "904" | "" => "P",
        _ => "M",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: &str) -> Result<Card, (&'static str, &'static str)> {
        Card::read(number, "122030", "900", "")
    }

    #[test]
    fn card_read_maps_test_numbers_to_their_fate() {
        for (number, fate) in [
            ("4111111111111111", Fate::Approve),
            ("4000000000000002", Fate::Decline),
            ("4000000000000069", Fate::Expired),
            ("4000000000000127", Fate::CodeDecline),
            ("4000000000000119", Fate::ProcessorError),
            ("4000000000009235", Fate::Held),
            ("370000000000002", Fate::Approve),
            ("4007000000027", Fate::Approve),
        ] {
            assert_eq!(card(number).expect(number).fate, fate, "{number}");
        }
    }

    #[test]
    fn card_read_refuses_invalid_numbers_and_expiry_dates() {
        for number in [
            "",
            "4111111111111112",
            "411111111111",
            "41111111111111111",
            "4111 1111 1111 1111",
            "４１",
        ] {
            assert!(card(number).is_err(), "{number}");
        }
        for expiry in ["", "1230", "132030", "002030", "12-2030"] {
            assert!(Card::read("4111111111111111", expiry, "", "").is_err(), "{expiry}");
        }
    }

    #[test]
    fn is_expired_after_the_end_of_the_expiry_month() {
        let card = card("4111111111111111").expect("a card");
        let at = |text: &str| card.is_expired(text.parse().expect("a moment"));
        assert!(!at("2030-12-31T23:59:59Z"));
        assert!(at("2031-01-01T00:00:00Z"));
    }

    #[test]
    fn card_keeps_only_the_brand_and_last_four_digits() {
        let card = card("4111111111111111").expect("a card");
        assert!(!format!("{card:?}").contains("411111"), "{card:?}");
        assert_eq!((card.brand, card.last_four.as_str()), ("Visa", "1111"));
    }
}

//! Detects payment card numbers in texts that users enter. The server refuses such texts, because
//! no payment card number may be stored or logged.

/// Returns whether a text contains a plausible payment card number. Such a number has the prefix
/// and length of a card brand and a valid check digit. Separators are ignored.
pub fn is_in(text: &str) -> bool {
    if text.chars().filter_map(digit).nth(MIN_LENGTH - 1).is_none() || is_random(text) {
        return false;
    }
    let (mut number, mut last, mut is_phone) = (Vec::new(), 0, false);
    for (gap, group) in groups(text) {
        let goes_on = match gap {
            Gap::Within => true,
            Gap::Between => last >= GROUP && group.len() >= GROUP,
            Gap::Plus | Gap::Apart => false,
        };
        if !goes_on {
            if has_card_number(&number, is_phone) {
                return true;
            }
            number.clear();
            is_phone = gap == Gap::Plus;
        }
        last = group.len();
        number.extend(group);
    }
    has_card_number(&number, is_phone)
}

/// Minimum number of digits in a group, as printed on payment cards.
const GROUP: usize = 4;
/// Minimum length of a payment card number.
const MIN_LENGTH: usize = 13;
/// Limits for random hexadecimal text: its minimum length, and the minimum number of digits outside
/// its longest run of digits.
const MIN_RANDOM_LENGTH: usize = 32;
const MIXED: usize = 4;
/// Maximum number of digits of a phone number.
const MAX_PHONE_LENGTH: usize = 15;

/// Separator between two groups of digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// Separator within one number, such as a space or a hyphen.
    Within,
    /// Separator that usually separates two numbers, such as a comma. Groups with at least four
    /// digits are still joined, as on a payment card.
    Between,
    Apart,
    /// Plus sign, which starts a phone number.
    Plus,
}

impl Gap {
    fn of(letter: char) -> Gap {
        match letter {
            ' ' | '-' | '.' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2010}'..='\u{2015}' => {
                Gap::Within
            }
            ',' | '/' | '|' | '_' | '*' | '\n' | '\r' | '\t' => Gap::Between,
            '+' => Gap::Plus,
            _ => Gap::Apart,
        }
    }
}

fn groups(text: &str) -> Vec<(Gap, Vec<u8>)> {
    let mut groups: Vec<(Gap, Vec<u8>)> = Vec::new();
    let mut gap = Some(Gap::Apart);
    for letter in text.chars().filter(|letter| !is_invisible(*letter)) {
        match digit(letter) {
            Some(digit) => match (gap.take(), groups.last_mut()) {
                (None, Some((_, group))) => group.push(digit),
                (before, _) => groups.push((before.unwrap_or(Gap::Apart), vec![digit])),
            },
            None => gap = gap.max(Some(Gap::of(letter))),
        }
    }
    groups
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// Returns the value of an ASCII or full-width digit, or `None` for any other character.
fn digit(letter: char) -> Option<u8> {
    let zero = match letter {
        '0'..='9' => '0',
        '０'..='９' => '０',
        _ => return None,
    };
    Some((u32::from(letter) - u32::from(zero)) as u8)
}

/// Returns whether a text is random hexadecimal, such as a UUID, which may contain a plausible
/// number by chance. Letters put around a card number do not qualify: too few digits lie outside
/// the longest run of digits.
fn is_random(text: &str) -> bool {
    if is_uuid(text) {
        return true;
    }
    if text.len() < MIN_RANDOM_LENGTH || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    let longest = text.split(|letter: char| !letter.is_ascii_digit()).map(str::len).max();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits < text.len() && digits - longest.unwrap_or_default() >= MIXED
}

fn is_uuid(text: &str) -> bool {
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns whether any part of these digits is a card number. Other digits may precede or follow
/// the number.
fn has_card_number(digits: &[u8], is_phone: bool) -> bool {
    if is_phone && digits.len() <= MAX_PHONE_LENGTH {
        return false;
    }
    (MIN_LENGTH..=19).any(|length| {
        digits.windows(length).any(|number| is_of_a_brand(number) && check_digit_fits(number))
    })
}

/// Returns whether a card brand issues numbers with this length and prefix. Without this check,
/// many long numbers would match, because a check digit is often valid by chance.
fn is_of_a_brand(number: &[u8]) -> bool {
    let first = |count: usize| {
        number[..count].iter().fold(0_u32, |all, digit| all * 10 + u32::from(*digit))
    };
    match (number.len(), first(4)) {
        // Visa
        (13 | 16 | 19, 4000..=4999) => true,
        // Mastercard
        (16, 5100..=5599 | 2221..=2720) => true,
        // American Express
        (15, 3400..=3499 | 3700..=3799) => true,
        // Diners Club
        (14..=19, 3000..=3059 | 3600..=3699 | 3800..=3999) => true,
        // Discover
        (16..=19, 6011 | 6440..=6599) => true,
        // JCB
        (16..=19, 3528..=3589) | (15..=16, 1800 | 2131) => true,
        // UnionPay
        (16..=19, 6200..=6299) => true,
        // Maestro
        (13..=19, 5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763) => true,
        _ => false,
    }
}

/// Returns whether the last digit is a valid Luhn check digit. Payment cards and our own gift cards
/// use this check.
pub fn check_digit_fits(digits: &[u8]) -> bool {
    let Some((last, rest)) = digits.split_last() else { return false };
    // All zeros pass the Luhn check, but no card has that number.
    rest.iter().any(|digit| *digit != 0) && check_digit(rest) == *last
}

/// Returns the Luhn check digit to append to these digits.
pub fn check_digit(digits: &[u8]) -> u8 {
    let doubled = |digit: u8| if digit < 5 { digit * 2 } else { digit * 2 - 9 };
    let from_the_end = digits.iter().rev().enumerate();
    let sum: u32 = from_the_end
        .map(|(place, digit)| u32::from(if place % 2 == 0 { doubled(*digit) } else { *digit }))
        .sum();
    ((10 - sum % 10) % 10) as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn is_in_finds_card_numbers_in_any_spelling() {
        for text in [
            "4111111111111111",
            "4111 1111 1111 1111",
            "4111-1111-1111-1111",
            "my card is 5555555555554444, please",
            "378282246310005",
            "4222222222222",
            "x4111.1111.1111.1111x",
            "00004111111111111111",
            "41111111111111119",
            "5105105105105100",
            "2223003122003222",
            "6011111111111117",
            "36700102000000",
            "3530111333300000",
            "2131000000000008",
            "6200000000000005",
            "5018000000000009",
            "4111\n1111\n1111\n1111",
            "4111_1111_1111_1111",
            "4111, 1111, 1111, 1111",
            "3782/822463/10005",
            "4111–1111–1111–1111",
            "abcdefghijklmnopqrst4111111111111111",
            "4111111111111111abcdefghijklmnopqrst",
            "abcdefabcdefabcdefab4111111111111111",
            "my-card-is:4111-1111-1111-1111:thank-you",
            "4111\u{200b}11111111\u{200b}1111",
            "４１１１１１１１１１１１１１１１",
            "+1 4111111111111111",
            "call 4111 1111 1111 1111 or +1 613 555 0100",
        ] {
            assert!(is_in(text), "{text}");
        }
    }

    #[test]
    fn is_in_ignores_other_texts() {
        for text in [
            "",
            "Ann Lee",
            "4111111111111112",
            "1111111111117",
            "613 555 0100",
            "4111 1111 1111 and 1111",
            "0000000000000000",
            "2026-03-10 15:00",
            "Happy 40th, and 1,000 thanks",
            "25, 50, 75, 100, 125, 150, 175",
            "2026/03/10, 2026/04/11, 4",
            "+49 170 1234567",
            "+4222222222222",
            "c0ffee41-1111-4111-8111-111111111111",
            "0123456789abcdef4111111111111111fedcba9876543210",
            "9f86d081-884c-4111-9111-111111111111",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        ] {
            assert!(!is_in(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn check_digit_fits_only_the_right_digit(rest in prop::collection::vec(0..10_u8, 1..18), other in 0..10_u8) {
            prop_assume!(rest.iter().any(|digit| *digit != 0));
            let right = check_digit(&rest);
            let with = |last| [rest.as_slice(), &[last]].concat();
            prop_assert!(check_digit_fits(&with(right)));
            prop_assert!(other == right || !check_digit_fits(&with(other)));
        }
    }
}

//! Numbers of payment cards: none may ever reach the server, so a text that holds what looks like one is refused.

/// Whether somewhere in the text digits follow each other, spaces and hyphens between them aside, that a brand of payment
/// cards would begin so, in its length, and whose last one is the check digit.
pub fn is_in(text: &str) -> bool {
    let mut digits: Vec<u8> = Vec::new();
    // One more round at the end, so that a number at the end of the text counts too.
    for letter in text.chars().map(Some).chain([None]) {
        match letter {
            Some(letter) if letter.is_ascii_digit() => digits.push(letter as u8 - b'0'),
            Some(' ' | '-' | '\u{a0}' | '.' | '\u{2009}' | '\u{202f}' | '\u{2011}') => {}
            _ => {
                if has_card_number(&digits) {
                    return true;
                }
                digits.clear();
            }
        }
    }
    false
}

/// A number that begins and ends where the digits do, or that others were typed before or behind.
fn has_card_number(digits: &[u8]) -> bool {
    (13..=19).any(|length| {
        digits.windows(length).any(|number| is_of_a_brand(number) && check_digit_fits(number))
    })
}

/// Whether a brand gives out numbers of this length that begin like this. Without it, most long numbers would hold
/// something whose check digit fits by chance.
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
        (16..=19, 3528..=3589) => true,
        _ => false,
    }
}

/// The check that payment cards and our own card numbers share (Luhn's).
pub fn check_digit_fits(digits: &[u8]) -> bool {
    let Some((last, rest)) = digits.split_last() else { return false };
    // Nobody's card is all zeros, however well that adds up.
    rest.iter().any(|digit| *digit != 0) && check_digit(rest) == *last
}

/// The digit that is to follow these.
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
    fn numbers_of_cards_are_seen_however_they_are_typed() {
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
        ] {
            assert!(is_in(text), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_taken_for_one() {
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
        ] {
            assert!(!is_in(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_check_digit_fits_and_no_other_does(rest in prop::collection::vec(0..10_u8, 1..18), other in 0..10_u8) {
            prop_assume!(rest.iter().any(|digit| *digit != 0));
            let right = check_digit(&rest);
            let with = |last| [rest.as_slice(), &[last]].concat();
            prop_assert!(check_digit_fits(&with(right)));
            prop_assert!(other == right || !check_digit_fits(&with(other)));
        }
    }
}

//! Rules for PINs: the number of attempts, and PINs that are refused because they are easy to
//! guess.

use kernel::passwords::Pin;

/// Number of wrong attempts in a row after which a PIN is locked.
pub const MAX_MISSES: i64 = 5;

/// Returns true if a PIN is easy to guess: one repeated digit, consecutive digits, a repeated pair
/// of digits, or the current year.
pub fn is_guessable(pin: &Pin, year: i16) -> bool {
    let digits = pin.reveal().as_bytes();
    let steps: Vec<i16> =
        digits.windows(2).map(|two| i16::from(two[1]) - i16::from(two[0])).collect();
    let is_row = [0, 1, -1].iter().any(|step| steps.iter().all(|one| one == step));
    let is_row_round_zero = ["7890", "67890", "0987", "09876"].contains(&pin.reveal());
    let is_pair_again =
        digits.len().is_multiple_of(2) && digits.chunks(2).all(|pair| pair == &digits[..2]);
    is_row || is_row_round_zero || is_pair_again || pin.reveal() == year.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::fields::Checked;

    #[test]
    fn is_guessable_finds_common_pins() {
        for (text, expected) in [
            ("0000", true),
            ("77777777", true),
            ("1234", true),
            ("87654321", true),
            ("7890", true),
            ("1212", true),
            ("474747", true),
            ("2026", true),
            ("2025", false),
            ("1123", false),
            ("12121", false),
            ("2580", false),
            ("1357", false),
            ("20261", false),
        ] {
            let pin = Pin::check("PIN", text).expect("a PIN");
            assert_eq!(is_guessable(&pin, 2026), expected, "{text}");
        }
    }
}

//! Limits on payout amounts and bank accounts.

use kernel::{money::Cents, sums::Overflow};

/// Number of bank days during which a changed bank account is not paid, so that the former managers
/// have time to object.
pub const BANK_CHANGE_DAYS: u32 = 3;

/// Maximum amount of one payout. The field in the bank file has ten digits.
pub const MAX_AMOUNT: Cents = Cents::new(9_999_999_999);

/// Returns the amount to pay for a period: the balance at its end, changed by later payouts, but no
/// more than the balance now. The change `paid_since` is usually negative.
pub fn payable(closing: Cents, paid_since: Cents, now: Cents) -> Result<Cents, Overflow> {
    let due = closing.checked_add(paid_since)?;
    Ok(due.min(now).max(Cents::ZERO))
}

/// Returns whether these bank numbers fit into a bank file. The institution must have three digits
/// (or four with a leading zero), the branch five, and the account at most twelve.
pub fn is_payable(institution: &str, transit: &str, account: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_institution = match institution.len() {
        3 => true,
        4 => institution.starts_with('0'),
        _ => false,
    };
    is_institution
        && transit.len() == 5
        && (1..=12).contains(&account.len())
        && [institution, transit, account].into_iter().all(digits)
}

/// Returns whether a text looks like a reference from a bank's notice of a returned payment.
pub fn is_bank_reference(text: &str) -> bool {
    let is_known = |letter: char| letter.is_ascii_alphanumeric() || " -/.".contains(letter);
    let letters = text.chars().filter(char::is_ascii_alphanumeric).count();
    text.chars().count() <= 40
        && letters >= 4
        && text.chars().all(is_known)
        && text.contains(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_bank_reference_wants_letters_and_a_digit() {
        for good in ["R042", "RET 2026-04-02/17", "9001", &"9".repeat(40)] {
            assert!(is_bank_reference(good), "{good}");
        }
        for wrong in ["", "R1", "none", "-- 1 --", "R04\u{e9}2", "<R042>", &"9".repeat(41)] {
            assert!(!is_bank_reference(wrong), "{wrong}");
        }
    }

    #[test]
    fn payable_is_never_more_than_is_owed_now() {
        for (closing, paid_since, now, expected) in [
            (10_000, 0, 12_000, 10_000),
            (10_000, -4_000, 8_000, 6_000),
            (10_000, 0, 2_500, 2_500),
            (10_000, 0, -300, 0),
            (-500, 0, 900, 0),
        ] {
            let [closing, paid_since, now] = [closing, paid_since, now].map(Cents::new);
            let found = payable(closing, paid_since, now);
            assert_eq!(found, Ok(Cents::new(expected)), "{closing} {paid_since} {now}");
        }
    }

    #[test]
    fn is_payable_accepts_numbers_that_fit_a_bank_file() {
        for good in [["003", "12345", "7654321"], ["0003", "00001", "123456789012"]] {
            let [institution, transit, account] = good;
            assert!(is_payable(institution, transit, account), "{good:?}");
        }
        for wrong in [
            ["03", "12345", "7654321"],
            ["1003", "12345", "7654321"],
            ["003", "1234", "7654321"],
            ["003", "12345", "1234567890123"],
            ["003", "12345", "12a"],
            ["003", "12345", ""],
        ] {
            let [institution, transit, account] = wrong;
            assert!(!is_payable(institution, transit, account), "{wrong:?}");
        }
    }
}

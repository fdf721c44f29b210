//! Where a tenant's money goes. Kept encrypted, shown masked; what was masked is never taken for a number.

use serde::{Deserialize, Serialize};

use crate::{
    kernel::{fields::Checked, ids::TenantId, messages::Message},
    secrets::{Secrets, Use},
};

const HIDDEN: char = '*';
/// So many digits at the end are shown, and never more than half of them.
const SHOWN: usize = 4;

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankNumbers {
    pub institution: String,
    pub transit: String,
    pub account: String,
}

impl BankNumbers {
    pub fn seal(&self, secrets: &Secrets, owner: TenantId) -> String {
        let text = serde_json::json!(self).to_string();
        secrets.seal(Use::BankNumbers, &owner.to_string(), &text)
    }

    /// `None` when the program's key is another one now: the numbers have to be entered again.
    pub fn open(secrets: &Secrets, owner: TenantId, sealed: &str) -> Option<BankNumbers> {
        let text = secrets.open(Use::BankNumbers, &owner.to_string(), sealed);
        let numbers = text.and_then(|text| serde_json::from_str(&text).ok());
        if numbers.is_none() {
            tracing::error!(tenant = %owner, "the bank numbers can't be decrypted with this key");
        }
        numbers
    }
}

/// Whoever prints a tenant for the log prints no bank numbers.
impl std::fmt::Debug for BankNumbers {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "BankNumbers({})", mask(&self.account))
    }
}

/// The number with only its end to be seen: `*****4321`.
pub fn mask(number: &str) -> String {
    let length = number.chars().count();
    let hidden = length - SHOWN.min(length / 2);
    number.chars().enumerate().map(|(at, digit)| if at < hidden { HIDDEN } else { digit }).collect()
}

/// One of the three: digits, without the marks that people put between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankNumber(String);

impl Checked for BankNumber {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let digits = text.replace([' ', '-'], "");
        if digits.contains(HIDDEN) {
            let french = "Veuillez saisir le numéro au complet.".to_owned();
            return Err(Message::of(format!("Please enter the whole {label}."), french));
        }
        if !(1..=20).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let french = "Ce numéro doit compter au plus 20 chiffres.".to_owned();
            return Err(Message::of(
                format!("{label} must be a number of at most 20 digits."),
                french,
            ));
        }
        Ok(BankNumber(digits))
    }
}

impl From<BankNumber> for String {
    fn from(number: BankNumber) -> String {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::timestamp::Timestamp;

    #[test]
    fn mask_shows_only_the_last_digits() {
        for (number, masked) in
            [("", ""), ("7", "*"), ("003", "**3"), ("12345", "***45"), ("1234567890", "******7890")]
        {
            assert_eq!(mask(number), masked);
        }
    }

    #[test]
    fn bank_number_check_accepts_digits_and_refuses_a_mask() {
        let check = |text| BankNumber::check("Account Number", text).map(String::from);
        assert_eq!(check("001-234 5"), Ok("0012345".to_owned()));
        assert_eq!(check("***45").unwrap_err().english(), "Please enter the whole Account Number.");
        for wrong in ["12a", "-", "1.5", "٣", &"1".repeat(21)] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bank_numbers_open_for_their_tenant_only() {
        let secrets = Secrets::random();
        let [owner, other] =
            [TenantId::new(Timestamp::UNIX_EPOCH), TenantId::new(Timestamp::UNIX_EPOCH)];
        let numbers = BankNumbers {
            institution: "003".to_owned(),
            transit: "12345".to_owned(),
            account: "7654321".to_owned(),
        };
        let sealed = numbers.seal(&secrets, owner);
        assert_eq!(BankNumbers::open(&secrets, owner, &sealed), Some(numbers.clone()));
        assert_eq!(BankNumbers::open(&secrets, other, &sealed), None);
        assert_eq!(format!("{numbers:?}"), "BankNumbers(****321)");
    }
}

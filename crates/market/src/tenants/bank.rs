//! Bank numbers of a tenant. They are encrypted in the database and masked in replies. A masked
//! value is never accepted as a new number.

use serde::{Deserialize, Serialize};

use kernel::{canada, fields::Checked, ids::TenantId, messages::Message};
use platform::secrets::Secrets;

use crate::tenants::secret_uses::BANK_NUMBERS;

const HIDDEN: char = '*';
/// Maximum number of last digits shown. At most half of a number is shown.
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
        secrets.seal(BANK_NUMBERS, &owner.to_string(), &text)
    }

    /// Decrypts stored bank numbers. Returns `None` if no configured key can decrypt them; the
    /// numbers must then be entered again.
    pub fn open(secrets: &Secrets, owner: TenantId, sealed: &str) -> Option<BankNumbers> {
        let text = secrets.open(BANK_NUMBERS, &owner.to_string(), sealed);
        let numbers = text.and_then(|text| serde_json::from_str(&text).ok());
        if numbers.is_none() {
            tracing::error!(tenant = %owner, "the bank numbers can't be decrypted with this key");
        }
        numbers
    }
}

/// Shows only the masked account number, so that logging a tenant reveals no bank numbers.
impl std::fmt::Debug for BankNumbers {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "BankNumbers({})", mask(&self.account))
    }
}

/// Masks a number except for its last digits: `*****4321`.
pub fn mask(number: &str) -> String {
    let length = number.chars().count();
    let hidden = length - SHOWN.min(length / 2);
    number.chars().enumerate().map(|(at, digit)| if at < hidden { HIDDEN } else { digit }).collect()
}

/// Digits of a bank number, with separators removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankNumber(String);

impl Checked for BankNumber {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let digits = text.replace([' ', '-'], "");
        if digits.contains(HIDDEN) {
            let french = "Veuillez saisir le numéro au complet.".to_owned();
            return Err(Message::of(format!("Please enter the whole {label}."), french));
        }
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Message::of(
                format!("{label} consists of digits."),
                "Ce numéro se compose de chiffres.".to_owned(),
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

/// Institution number: three digits issued by Payments Canada.
pub struct InstitutionNumber(String);

/// Branch (transit) number: five digits.
pub struct TransitNumber(String);

/// Account number: seven to twelve digits.
pub struct AccountNumber(String);

impl Checked for InstitutionNumber {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let BankNumber(digits) = BankNumber::check(label, text)?;
        if digits.len() != 3 {
            return Err(Message::new(
                "An institution number has 3 digits, such as 003. On a cheque it is the second group.",
                "Un numéro d’institution compte 3 chiffres, comme 003. Sur un chèque, c’est le deuxième groupe.",
            ));
        }
        if !canada::is_institution(&digits) {
            return Err(Message::of(
                format!("No Canadian bank has the number {digits}. Please check it."),
                format!("Aucune banque canadienne n’a le numéro {digits}. Veuillez le vérifier."),
            ));
        }
        Ok(InstitutionNumber(digits))
    }
}

impl Checked for TransitNumber {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let BankNumber(digits) = BankNumber::check(label, text)?;
        if digits.len() != 5 {
            return Err(Message::new(
                "A transit number has 5 digits. On a cheque it is the first group.",
                "Un numéro de transit compte 5 chiffres. Sur un chèque, c’est le premier groupe.",
            ));
        }
        Ok(TransitNumber(digits))
    }
}

impl Checked for AccountNumber {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let BankNumber(digits) = BankNumber::check(label, text)?;
        if !(7..=12).contains(&digits.len()) {
            return Err(Message::new(
                "An account number has 7 to 12 digits. On a cheque it is the last group.",
                "Un numéro de compte compte de 7 à 12 chiffres. Sur un chèque, c’est le dernier groupe.",
            ));
        }
        Ok(AccountNumber(digits))
    }
}

impl From<InstitutionNumber> for String {
    fn from(number: InstitutionNumber) -> String {
        number.0
    }
}

impl From<TransitNumber> for String {
    fn from(number: TransitNumber) -> String {
        number.0
    }
}

impl From<AccountNumber> for String {
    fn from(number: AccountNumber) -> String {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::timestamp::Timestamp;

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
        for wrong in ["12a", "-", "1.5", "٣"] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    fn refused<T: Checked>(text: &str) -> bool {
        T::check("Number", text).is_err()
    }

    #[test]
    fn bank_number_checks_require_the_digits_of_a_payment_file() {
        for (text, is_refused) in
            [("003", false), ("0 03", false), ("0", true), ("0003", true), ("123", true)]
        {
            assert_eq!(refused::<InstitutionNumber>(text), is_refused, "{text}");
        }
        for (text, is_refused) in
            [("12345", false), ("123-45", false), ("1234", true), ("123456", true)]
        {
            assert_eq!(refused::<TransitNumber>(text), is_refused, "{text}");
        }
        for (digits, is_refused) in [(6, true), (7, false), (12, false), (13, true)] {
            assert_eq!(refused::<AccountNumber>(&"1".repeat(digits)), is_refused, "{digits}");
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

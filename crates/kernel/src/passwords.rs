//! Passwords and PINs as received from a form, before they are hashed. They never appear in logs or
//! replies.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::fields::Checked;
use super::messages::{self, Message};

/// Password as typed at sign-in. Unicode normalization makes the same password equal, whichever
/// keyboard it is typed on.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Returns the password in plain text, for hashing only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Password(…)")
    }
}

impl Checked for Password {
    /// Returns the text unchanged, because spaces are part of a password.
    fn strip(text: &str) -> &str {
        text
    }

    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Ok(Password(text.nfc().collect()))
    }
}

/// PIN as typed at a till. It never appears in logs or replies.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl Pin {
    /// Returns the PIN in plain text, for hashing and for the rules for PINs.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pin(…)")
    }
}

impl Checked for Pin {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let is_pin = (4..=8).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
        if is_pin { Ok(Pin(text.to_owned())) } else { Err(messages::PIN) }
    }
}

/// Minimum length of a password, in characters.
pub const MIN_LENGTH: usize = 6;
const MAX_LENGTH: usize = 100;

/// Newly chosen password of 6 to 100 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPassword(Password);

impl NewPassword {
    /// Checks that the password has at least `least` and at most 100 characters.
    pub fn of_length(label: &str, password: &Password, least: usize) -> Result<Self, Message> {
        match password.0.chars().count() {
            length if (least..=MAX_LENGTH).contains(&length) => Ok(NewPassword(password.clone())),
            _ => Err(messages::password_length(label, least)),
        }
    }

    pub fn as_password(&self) -> &Password {
        &self.0
    }
}

impl Checked for NewPassword {
    fn strip(text: &str) -> &str {
        Password::strip(text)
    }

    fn check(label: &str, text: &str) -> Result<Self, Message> {
        NewPassword::of_length(label, &Password::check(label, text)?, MIN_LENGTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;

    #[test]
    fn new_password_check_limits_the_length() {
        for (password, is_right) in [
            ("12345", false),
            ("123456", true),
            ("éééééé", true),
            ("      ", true),
            (" 1234 ", true),
            (&"x".repeat(100), true),
            (&"x".repeat(101), false),
        ] {
            let message = "The New Password must be at least 6 and at max 100 characters long.";
            match NewPassword::check("New Password", NewPassword::strip(password)) {
                Ok(checked) => assert!(is_right && checked.as_password().reveal() == password),
                Err(said) => {
                    assert!(!is_right && said.english() == message, "{password}: {said:?}");
                }
            }
        }
    }

    #[test]
    fn password_check_refuses_only_empty_text() {
        let mut fields = Fields::default();
        assert!(fields.required::<Password>("password", "Password", "x").is_some());
        assert!(fields.required::<Password>("password", "Password", "").is_none());
        assert_eq!(fields.to_string(), "password: Password field is required.");
    }

    #[test]
    fn password_check_normalizes_unicode() {
        let composed = Password::check("", "caf\u{e9}").unwrap();
        assert_eq!(Password::check("", "cafe\u{301}").unwrap(), composed);
    }

    #[test]
    fn pin_check_requires_four_to_eight_digits() {
        for (pin, is_right) in [
            ("123", false),
            ("1234", true),
            ("12345678", true),
            ("123456789", false),
            ("12a4", false),
            ("٣٤٥٦", false),
            ("-123", false),
        ] {
            assert_eq!(Pin::check("PIN", pin).is_ok(), is_right, "{pin}");
        }
        assert_eq!(format!("{:?}", Pin::check("PIN", "1234").unwrap()), "Pin(…)");
    }

    #[test]
    fn password_debug_hides_the_text() {
        let password = NewPassword::check("Password", "swordfish").unwrap();
        assert!(!format!("{password:?}").contains("swordfish"));
    }
}

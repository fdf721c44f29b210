//! The words in which a form tells what is wrong with it, exactly as the specification spells them.

use std::borrow::Cow;

pub type Message = Cow<'static, str>;

pub const EMAIL: &str = "Email is not in correct format.";
pub const PHONE: &str = "Invalid phone number.";
pub const URL: &str = "Invalid URL format.";
pub const CODE: &str = "Invalid code.";
pub const PIN: &str = "A PIN has 4 to 8 digits.";

pub const PASSWORDS_DIFFER: &str = "Password and Confirm Password didn’t match.";
pub const NEW_PASSWORDS_DIFFER: &str = "New Password and Confirm Password didn’t match.";
pub const RECIPIENT_EMAILS_DIFFER: &str = "Confirm email didn't match Recipient Email.";

pub const NUMBER: &str = "Invalid value number.";
pub const VALUE_TOO_SMALL: &str = "Value field must be greater than or equal to 1.";
pub const VALUE_TOO_LARGE: &str = "Value field must be less than or equal to 9999999999.";

pub const PAYMENT_CARD: &str = "Please don't write the number of a payment card here.";
pub const CARD_CODE: &str =
    "Please don't write a card's code here: whoever reads it could spend the card.";

/// Forms end their sentences, filters of lists and reports do not.
pub const FORM_DATE: &str = "Wrong date format.";
pub const FILTER_DATE: &str = "Wrong date format";
pub const FILTER_START_AFTER_END: &str = "Start Date must be less than End Date";
pub const FILTER_END_BEFORE_START: &str = "End Date must be greater than Start Date";
pub const END_NOT_AFTER_START: &str = "End Date must be greater than Start Date.";
pub const END_NOT_AFTER_TODAY: &str = "End Date must be greater than today";

pub fn required(label: &str) -> Message {
    format!("{label} field is required.").into()
}

pub fn too_long(label: &str, most: usize) -> Message {
    format!("{label} has a maximum limit of {most} characters.").into()
}

pub fn password_length(label: &str, least: usize) -> Message {
    format!("The {label} must be at least {least} and at max 100 characters long.").into()
}

pub fn forbidden_characters(label: &str) -> Message {
    format!("{label} has characters that are not allowed.").into()
}

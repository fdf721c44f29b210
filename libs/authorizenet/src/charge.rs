//! Charges and refunds to send to the gateway. Their fields are validated and shortened to the
//! lengths that the gateway accepts.

use std::{net::IpAddr, time::Duration};

use crate::{
    amount::Amount,
    names::{Reference, TransactionId},
    secret::Secret,
    wire::request::{
        BillTo, CreateTransaction, Customer, Order, Payment, Setting, TransactionRequest,
        TransactionSettings, TransactionType,
    },
};

/// One-time token for a payment card, created by Accept.js in the browser. The token can be used for
/// one charge within 15 minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    value: Secret,
    is_used: bool,
}

impl Token {
    pub const DESCRIPTOR: &str = "COMMON.ACCEPT.INAPP.PAYMENT";
    const MAX_LENGTH: usize = 8192;

    /// Parses the token that a browser sent. Returns `None` if the text can't be a token.
    pub fn parse(descriptor: &str, value: &str) -> Option<Token> {
        let fits = (1..=Self::MAX_LENGTH).contains(&value.len());
        let is_plain = value.bytes().all(|byte| byte.is_ascii_graphic());
        let is_token = descriptor == Self::DESCRIPTOR && fits && is_plain;
        is_token.then(|| Token { value: Secret::new(value), is_used: false })
    }

    /// Marks the token as sent before. If the gateway then reports the token as used up, our own
    /// earlier charge may be the cause.
    pub fn used(self) -> Token {
        Token { is_used: true, ..self }
    }

    pub fn value(&self) -> &Secret {
        &self.value
    }

    pub(crate) fn is_used(&self) -> bool {
        self.is_used
    }
}

#[derive(Clone, Debug)]
pub struct Charge {
    pub reference: Reference,
    pub amount: Amount,
    /// Currency code such as `CAD`.
    pub currency: String,
    pub token: Token,
    pub description: String,
    pub customer_id: Option<Reference>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub customer_ip: Option<IpAddr>,
    /// Period in which the gateway refuses a second charge as a duplicate if card, amount,
    /// reference and name are equal. At most eight hours.
    pub duplicate_window: Duration,
}

impl Charge {
    pub(crate) fn request(&self) -> CreateTransaction<'_> {
        let email = Some(self.email.as_str()).filter(|email| fits(email, 255));
        let customer_id = self.customer_id.as_ref().map(Reference::as_str);
        let first_name = cut(&self.first_name, 50);
        let last_name = cut(&self.last_name, 50);
        CreateTransaction {
            transaction_request: TransactionRequest {
                transaction_type: TransactionType::AuthCapture,
                amount: Some(self.amount),
                currency_code: Some(&self.currency),
                payment: Some(Payment::OpaqueData {
                    data_descriptor: Token::DESCRIPTOR,
                    data_value: self.token.value.expose(),
                }),
                ref_trans_id: None,
                order: Some(Order {
                    invoice_number: self.reference.as_str(),
                    description: cut(&self.description, 255),
                }),
                customer: Some(Customer { id: customer_id, email })
                    .filter(|customer| customer.id.is_some() || customer.email.is_some()),
                bill_to: Some(BillTo { first_name, last_name }),
                customer_ip: self.customer_ip.map(|ip| ip.to_string()),
                transaction_settings: Some(duplicate_window(self.duplicate_window)),
            },
        }
    }
}

/// Full or partial refund of a settled charge.
#[derive(Clone, Debug)]
pub struct Refund {
    pub reference: Reference,
    pub amount: Amount,
    pub transaction: TransactionId,
    /// Last four digits of the charged card.
    pub last_four: String,
    /// Period in which the gateway refuses a second refund as a duplicate if amount and reference
    /// are equal. At most eight hours.
    pub duplicate_window: Duration,
}

impl Refund {
    pub(crate) fn request(&self) -> CreateTransaction<'_> {
        CreateTransaction {
            transaction_request: TransactionRequest {
                transaction_type: TransactionType::Refund,
                amount: Some(self.amount),
                payment: Some(Payment::CreditCard {
                    card_number: &self.last_four,
                    expiration_date: "XXXX",
                }),
                ref_trans_id: Some(self.transaction.as_str()),
                order: Some(Order {
                    invoice_number: self.reference.as_str(),
                    description: String::new(),
                }),
                transaction_settings: Some(duplicate_window(self.duplicate_window)),
                ..TransactionRequest::default()
            },
        }
    }
}

fn duplicate_window(window: Duration) -> TransactionSettings {
    let seconds = window.as_secs().min(28_800);
    let setting = Setting { setting_name: "duplicateWindow", setting_value: seconds.to_string() };
    TransactionSettings { setting: [setting] }
}

/// Returns whether the text is not empty, has no control characters and is at most `most` UTF-16
/// units long. The gateway counts lengths in UTF-16 units.
fn fits(text: &str, most: usize) -> bool {
    !text.is_empty() && text.encode_utf16().count() <= most && !text.chars().any(char::is_control)
}

/// Shortens a text to the maximum length and drops characters that XML can't represent.
fn cut(text: &str, most: usize) -> String {
    let mut units = 0;
    let can_be_sent =
        |letter: &char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    let letters = text.trim().chars().filter(can_be_sent);
    letters
        .take_while(|letter| {
            units += letter.len_utf16();
            units <= most
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn token_parse_accepts_only_accept_js_tokens() {
        assert!(Token::parse(Token::DESCRIPTOR, "eyJjb2RlIjoiNTAifQ==").is_some());
        let long = "x".repeat(8193);
        for (descriptor, value) in [
            ("COMMON.APPLE.INAPP.PAYMENT", "eyJ"),
            ("", "eyJ"),
            (Token::DESCRIPTOR, ""),
            (Token::DESCRIPTOR, "a b"),
            (Token::DESCRIPTOR, "é"),
            (Token::DESCRIPTOR, &long),
        ] {
            assert_eq!(Token::parse(descriptor, value), None, "{descriptor} {}", value.len());
        }
    }

    #[test]
    fn cut_shortens_long_names_and_drops_control_characters() {
        assert_eq!(cut("  Ann\u{0}-Marie\n ", 50), "Ann-Marie");
        assert_eq!(cut("🎁🎁🎁", 5), "🎁🎁");
        assert_eq!(cut("Zoë", 3), "Zoë");
    }

    proptest! {
        #[test]
        fn cut_stays_within_the_limit_for_any_text(text: String, most in 1_usize..60) {
            let cut = cut(&text, most);
            prop_assert!(cut.encode_utf16().count() <= most);
            prop_assert!(!cut.chars().any(char::is_control));
        }
    }
}

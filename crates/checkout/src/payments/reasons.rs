//! Reasons of failed payments in both languages, because the gateway's messages are in English
//! only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::messages::Message;

/// Reason of a failed payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = PaymentReason)]
pub enum Reason {
    /// The bank of the payment card declined it.
    Declined,
    CardExpired,
    /// The number or date is invalid.
    CardInvalid,
    /// The security code is wrong.
    CodeMismatch,
    /// The payer's address doesn't match the card.
    AddressMismatch,
    /// Cards of this kind are not accepted.
    CardType,
    /// A fraud rule of the gateway stopped it.
    Suspicious,
    /// The gateway or a bank could not process it.
    NotProcessed,
}

db::text_enum! {
    Reason {
        Declined = "DECLINED",
        CardExpired = "CARD_EXPIRED",
        CardInvalid = "CARD_INVALID",
        CodeMismatch = "CODE_MISMATCH",
        AddressMismatch = "ADDRESS_MISMATCH",
        CardType = "CARD_TYPE",
        Suspicious = "SUSPICIOUS",
        NotProcessed = "NOT_PROCESSED",
    }
}

impl Reason {
    /// Maps a code of the gateway to a reason.
    pub fn of_code(code: &str) -> Option<Reason> {
        Some(match code.parse::<u16>().ok()? {
            2..=4 | 41 | 200..=224 => Reason::Declined,
            8 | 317 => Reason::CardExpired,
            6 | 7 | 37 | 315 | 316 => Reason::CardInvalid,
            44 | 65 | 78 => Reason::CodeMismatch,
            27 | 45 | 127 => Reason::AddressMismatch,
            17 | 28 => Reason::CardType,
            250..=254 => Reason::Suspicious,
            19..=23 | 25 | 26 | 57..=63 | 120..=122 => Reason::NotProcessed,
            _ => return None,
        })
    }

    /// Returns a sentence for the payer, if it says more than that the payment was declined or
    /// failed.
    pub fn message(self) -> Option<Message> {
        let (english, french) = match self {
            Reason::CardExpired => (
                "This card has expired. Please try another card.",
                "Cette carte est expirée. Veuillez essayer une autre carte.",
            ),
            Reason::CardInvalid => (
                "The card’s number or date is not right. Please check both, or try another card.",
                "Le numéro ou la date de la carte est inexact. Vérifiez-les, ou essayez une autre carte.",
            ),
            Reason::CodeMismatch => (
                "The card’s security code is not right. Please check it, or try another card.",
                "Le code de sécurité de la carte est inexact. Vérifiez-le, ou essayez une autre carte.",
            ),
            Reason::AddressMismatch => (
                "The postal code is not the one that the card’s bank knows. Please check it, or try another card.",
                "Le code postal n’est pas celui que connaît la banque de la carte. Vérifiez-le, ou essayez une autre carte.",
            ),
            Reason::CardType => (
                "We can’t take this kind of card. Please try another card.",
                "Nous n’acceptons pas ce type de carte. Veuillez essayer une autre carte.",
            ),
            Reason::Declined | Reason::Suspicious | Reason::NotProcessed => return None,
        };
        Some(Message::new(english, french))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_code_reads_codes_of_the_gateway() {
        for (code, reason) in [
            ("2", Some(Reason::Declined)),
            ("8", Some(Reason::CardExpired)),
            ("37", Some(Reason::CardInvalid)),
            ("65", Some(Reason::CodeMismatch)),
            ("27", Some(Reason::AddressMismatch)),
            ("28", Some(Reason::CardType)),
            ("254", Some(Reason::Suspicious)),
            ("19", Some(Reason::NotProcessed)),
            ("11", None),
            ("E00027", None),
            ("", None),
        ] {
            assert_eq!(Reason::of_code(code), reason, "{code}");
        }
    }
}

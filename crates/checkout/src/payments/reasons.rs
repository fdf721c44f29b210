//! Why a payment came to nothing, in words of our own: the gateway speaks English only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::messages::Message;

/// Reason for which a payment came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = PaymentReason)]
pub enum Reason {
    /// The bank of the payment card declined it.
    Declined,
    CardExpired,
    /// The number or the date is that of no card.
    CardInvalid,
    /// The card's security code is another one.
    CodeMismatch,
    /// The payer's address is not the card's.
    AddressMismatch,
    /// We can't take cards of this kind.
    CardType,
    /// A rule of the gateway against fraud stopped it.
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
    /// The reason behind a code of the gateway.
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

    /// A sentence for the payer, where it says more than that the payment was declined or failed.
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

//! Error codes of payments.

use super::Reason;
use platform::error::{Code, Error, codes};

codes! {
    PAYMENT_DECLINED = BAD_REQUEST, "The payment was declined. Please try another card.", "Le paiement a été refusé. Veuillez essayer une autre carte.";
    PAYMENT_FAILED = BAD_REQUEST, "The payment could not be made, and nothing was charged. Please try again.", "Le paiement n’a pas pu être effectué, et rien n’a été débité. Veuillez réessayer.";
    TOO_MANY_PAYMENTS = BAD_REQUEST, "Too many cards were tried for this order. Please contact us.", "Trop de cartes ont été essayées pour cette commande. Veuillez communiquer avec nous.";
    TOO_MANY_REFUNDS = BAD_REQUEST, "This order was refunded in too many parts. Please refund the rest at the gateway.", "Cette commande a été remboursée en trop de parties. Veuillez rembourser le reste à la passerelle.";
    PAYMENTS_OFF = SERVICE_UNAVAILABLE, "Nothing can be paid here right now. Please try again later.", "Aucun paiement n’est possible ici pour l’instant. Veuillez réessayer plus tard.";
}

/// Returns the error for a declined payment. Without a known reason, the error contains the
/// gateway's message in English.
pub fn declined(reason: Option<Reason>, words: &str) -> Error {
    with_reason(PAYMENT_DECLINED, reason, words)
}

/// Returns the error for a payment that failed without being charged.
pub fn failed(reason: Option<Reason>, words: &str) -> Error {
    with_reason(PAYMENT_FAILED, reason, words)
}

fn with_reason(code: Code, reason: Option<Reason>, words: &str) -> Error {
    match reason {
        Some(reason) => {
            reason.message().map_or(Error::Refused(code), |message| Error::explained(code, message))
        }
        None if words.is_empty() => Error::Refused(code),
        None => Error::explained(code, code.message().with_english(words)),
    }
}

//! Error codes of payments.

use crate::error::{Code, Error, codes};

codes! {
    PAYMENT_DECLINED = BAD_REQUEST, "The payment was declined. Please try another card.", "Le paiement a été refusé. Veuillez essayer une autre carte.";
    PAYMENT_FAILED = BAD_REQUEST, "The payment could not be made, and nothing was charged. Please try again.", "Le paiement n’a pas pu être effectué, et rien n’a été débité. Veuillez réessayer.";
    TOO_MANY_PAYMENTS = BAD_REQUEST, "Too many cards were tried for this order. Please contact us.", "Trop de cartes ont été essayées pour cette commande. Veuillez communiquer avec nous.";
    TOO_MANY_REFUNDS = BAD_REQUEST, "This order was refunded in too many parts. Please refund the rest at the gateway.", "Cette commande a été remboursée en trop de parties. Veuillez rembourser le reste à la passerelle.";
    PAYMENTS_OFF = SERVICE_UNAVAILABLE, "Nothing can be paid here right now. Please try again later.", "Aucun paiement n’est possible ici pour l’instant. Veuillez réessayer plus tard.";
}

/// The customer's bank declined, in the gateway's words.
pub fn declined(words: &str) -> Error {
    with_words(PAYMENT_DECLINED, words)
}

/// Nothing was charged: the reason in the gateway's words.
pub fn failed(words: &str) -> Error {
    with_words(PAYMENT_FAILED, words)
}

/// The gateway speaks English only.
fn with_words(code: Code, words: &str) -> Error {
    match words {
        "" => Error::Refused(code),
        words => Error::explained(code, code.message().with_english(words)),
    }
}

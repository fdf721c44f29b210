//! Error codes of orders.

use std::time::Duration;

use kernel::{language::Language, messages::Message};
use platform::error::{Error, codes, span};

codes! {
    SHOP_HAS_BALANCES = CONFLICT, "There is still money on cards of this shop, so its counter stays open. Refund what is left on them, or close it once they are empty.", "Il reste de l’argent sur des cartes de ce commerce\u{a0}: son comptoir reste ouvert. Remboursez ce qui reste, ou fermez-le une fois les cartes vides.";
    SHOP_IS_EMPTY = CONFLICT, "Nothing is left on the cards of this shop. You can close it now.", "Il ne reste rien sur les cartes de ce commerce. Vous pouvez le fermer.";
    CLOSING_WAITS = CONFLICT, "Refunding the cards of this shop was asked for already, or is under way. Please look at how it stands.", "Le remboursement des cartes de ce commerce a déjà été demandé ou est en cours. Regardez où il en est.";
    CLOSING_GREW = CONFLICT, "There is more on the cards of this shop than when the closing was requested. Please decline it and ask again.", "Il y a plus d’argent sur les cartes de ce commerce qu’au moment de la demande. Refusez-la, puis refaites-la.";
    SUCCESSOR_CLOSED = CONFLICT, "The shop that was to take the cards over no longer sells cards. Please decline this request and name another shop.", "Le commerce qui devait reprendre les cartes n’en vend plus. Refusez la demande et nommez-en un autre.";
    SUCCESSOR_UNDECIDED = CONFLICT, "The other shop has not accepted the cards yet. Please ask its manager to accept or decline them on the shop’s page.", "L’autre commerce n’a pas encore accepté les cartes. Demandez à sa direction de les accepter ou de les refuser sur la page du commerce.";
    NOT_PAYABLE_BY_HAND = CONFLICT, "What is left of this order is not paid in another way: it has moved, was paid, or the gateway can refund it. Please reload the page.", "Le reste de cette commande ne se paie pas autrement\u{a0}: il a bougé, a déjà été payé ou peut être remboursé par la passerelle. Rechargez la page.";
    SHOP_BEING_PAID = CONFLICT, "A payment for cards of this shop has not ended yet. Please close it afterwards.", "Un paiement pour des cartes de ce commerce n’est pas terminé. Veuillez fermer le commerce ensuite.";
    CART_EMPTY = BAD_REQUEST, "Your shopping cart is empty.", "Votre panier est vide.";
    PAYMENT_CANCELLED = BAD_REQUEST, "Your cards could not be made, so we took the charge back. Please try again later.", "Vos cartes n’ont pas pu être créées, et nous avons annulé le débit. Veuillez réessayer plus tard.";
    TOO_MANY_DECLINES = TOO_MANY_REQUESTS, "Too many payment cards were declined. Please wait a while and try again.", "Trop de cartes de paiement ont été refusées. Veuillez patienter un moment, puis réessayer.";
    TOO_MUCH_FOR_NEW_ACCOUNT = BAD_REQUEST, "This is more than a new account can buy within a day. Please buy less, or contact us.", "C’est plus qu’un nouveau compte ne peut acheter en une journée. Achetez moins, ou écrivez-nous.";
    OVER_BUYING_LIMIT = BAD_REQUEST, "This is far more than your account can buy within a day. Please buy less, or contact us: for companies we can raise the limit.", "C’est beaucoup plus que ce que votre compte peut acheter en une journée. Achetez moins, ou écrivez-nous\u{a0}: nous pouvons relever la limite d’une entreprise.";
    NOT_HELD = BAD_REQUEST, "This order is not held for review. Please reload the page.", "Cette commande n’est pas retenue pour vérification. Veuillez recharger la page.";
    ORDER_NOT_PAID = BAD_REQUEST, "This order was not paid for, so there is nothing to take back.", "Cette commande n’a pas été payée\u{a0}: il n’y a rien à annuler.";
    CHARGE_REVERSED = BAD_REQUEST, "Its charge was taken back at the gateway, wholly or in part, so the order can't be cancelled or refunded.", "Son paiement a été annulé ou remboursé à la passerelle, en tout ou en partie\u{a0}: la commande ne peut être ni annulée ni remboursée.";
    OWN_ORDER = CONFLICT, "You bought this yourself, so somebody else has to decide about it.", "Cet achat est le vôtre\u{a0}: quelqu’un d’autre doit trancher.";
    LIMIT_REQUESTED = CONFLICT, "A raised limit of this buyer waits for a second administrator. Please have it approved or declined first.", "Une limite relevée pour cette personne attend une deuxième personne de l’administration. Faites-la d’abord approuver ou refuser.";
    REFUND_CHANGED = CONFLICT, "Something was spent from these cards since the refund was asked for. Please decline it and ask for what is left.", "Une de ces cartes a servi depuis la demande de remboursement. Refusez-la, puis demandez le remboursement du reste.";
    REFUND_WAITS = CONFLICT, "A refund of this order waits for a second administrator. Please have it approved or declined first.", "Un remboursement de cette commande attend une deuxième personne de l’administration. Faites-le d’abord approuver ou refuser.";
    PAYMENT_PENDING = SERVICE_UNAVAILABLE, "We are confirming your payment. Do not pay again.", "Nous confirmons votre paiement. Ne payez pas de nouveau.", never_repeat;
}

/// Returns the error for too many declined payment cards, with the time until the next attempt is
/// allowed.
pub fn too_many_declines(wait: Duration) -> Error {
    let message = Message::of(
        format!(
            "Too many payment cards were declined. You can try again in {}.",
            span(wait, Language::En)
        ),
        format!(
            "Trop de cartes de paiement ont été refusées. Vous pourrez réessayer dans {}.",
            span(wait, Language::Fr)
        ),
    );
    Error::Explained { code: TOO_MANY_DECLINES, message, retry_after: Some(wait) }
}

#[cfg(test)]
mod tests {
    use axum::{http::header, response::IntoResponse};

    use super::*;

    #[test]
    fn too_many_declines_says_when_to_retry() {
        for (seconds, english, french) in
            [(60, "1 minute", "1 minute"), (86_400, "24 hours", "24 heures")]
        {
            let wait = Duration::from_secs(seconds);
            let Error::Explained { message, .. } = too_many_declines(wait) else {
                panic!("no message")
            };
            let ends = |language, end: String| message.said_in(language).ends_with(&end);
            assert!(ends(Language::En, format!(". You can try again in {english}.")), "{seconds}");
            assert!(
                ends(Language::Fr, format!(". Vous pourrez réessayer dans {french}.")),
                "{seconds}"
            );
            let response = too_many_declines(wait).into_response();
            assert_eq!(response.headers()[header::RETRY_AFTER], (seconds + 1).to_string());
        }
    }
}

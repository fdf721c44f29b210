//! Error codes of cards and gifts.

use kernel::messages::Message;
use platform::error::{Error, codes};

codes! {
    ORDER_TOUCHED = BAD_REQUEST, "Something was spent from a card of this order, so it can't be taken back as a whole.", "Une carte de cette commande a déjà servi\u{a0}: la commande ne peut plus être annulée en entier.";
    TOO_LATE_TO_REVERSE = BAD_REQUEST, "Only what was redeemed today can be taken back.", "Seul ce qui a été encaissé aujourd’hui peut être annulé.";
    FOR_MANAGER = BAD_REQUEST, "You can reverse what you redeemed yourself, for one minute. Please ask a manager of the shop, who can do it today.", "Vous pouvez annuler votre propre encaissement pendant une minute. Demandez à un gestionnaire du commerce, qui peut le faire aujourd’hui.";
    TOO_MUCH_FOR_CASH = BAD_REQUEST, "Only $5.00 or less can be paid out in cash.", "Seul un solde de 5,00\u{a0}$ ou moins peut être versé en argent.";
    CASHED_OUT = BAD_REQUEST, "The rest of this card was paid out in cash, so nothing that came before can be reversed.", "Le reste de cette carte a été versé en argent\u{a0}: rien de ce qui précède ne peut être annulé.";
    NO_HOLDER = CONFLICT, "The account of whoever has this card is closed, so nobody could get its new code. Please ask our support to deactivate it.", "Le compte de la personne qui a cette carte est fermé\u{a0}: personne ne recevrait le nouveau code. Demandez à notre soutien de la désactiver.";
    BY_NAME_LIMIT = CONFLICT, "This shop has redeemed as many cards by name as it may for now. Please ask the customer to show the card.", "Ce commerce a encaissé autant de cartes par le nom qu’il le peut pour l’instant. Demandez à voir la carte.";
    NOT_APPROVED = CONFLICT, "This was not approved, so nothing was taken off the card.", "La demande n’a pas été approuvée\u{a0}: rien n’a été retiré de la carte.";
    OWN_REQUEST = CONFLICT, "You asked for this yourself, so somebody else has to decide about it.", "La demande vient de vous\u{a0}: quelqu’un d’autre doit trancher.";
    CARD_NOT_PRESENTED = CONFLICT, "Please scan this card or type its full number first.", "Veuillez d’abord numériser cette carte ou saisir son numéro complet.";
    OWN_CARD = FORBIDDEN, "You bought or own this card, so somebody else has to serve you.", "Cette carte est à vous ou vous l’avez achetée\u{a0}: quelqu’un d’autre doit vous servir.";
    REPEATED_MOVEMENT = CONFLICT, "You redeemed the same amount of this card a moment ago. To redeem it once more, send an Idempotency-Key.", "Vous avez encaissé le même montant sur cette carte il y a un instant. Pour l’encaisser encore, envoyez une clé Idempotency-Key.";
    CARD_DEACTIVATED = BAD_REQUEST, "This card is deactivated. What is on it is kept; please contact us.", "Cette carte est désactivée. Son solde est conservé; veuillez communiquer avec nous.";
    CARD_CANCELLED = BAD_REQUEST, "Its order was cancelled and the money went back, so this card is empty and stays so.", "Sa commande a été annulée et l’argent a été rendu\u{a0}: cette carte est vide et le restera.";
    NO_GIFT = BAD_REQUEST, "This card is no gift: it goes only to the address of the account that has it.", "Cette carte n’est pas un cadeau\u{a0}: elle ne va qu’à l’adresse du compte qui la possède.";
    GIFT_SENT = CONFLICT, "This gift was sent already.", "Ce cadeau est déjà parti.";
    GIFT_WAITS = CONFLICT, "This gift waits for its day. Only its giver can send it before.", "Ce cadeau attend son jour. Seule la personne qui l’offre peut l’envoyer avant.";
    GIFT_OPENED = CONFLICT, "This gift was opened already.", "Ce cadeau est déjà ouvert.";
    REMINDED_TOO_EARLY = CONFLICT, "You can remind somebody of a gift a week after its last email.", "Vous pouvez rappeler un cadeau une semaine après son dernier courriel.";
    NO_MORE_REMINDERS = CONFLICT, "You have sent all reminders of this gift. You can still send it again.", "Vous avez envoyé tous les rappels de ce cadeau. Vous pouvez encore le renvoyer.";
    GIFT_THANKED = CONFLICT, "You have said thank you for this gift already.", "Vous avez déjà dit merci pour ce cadeau.";
    OWN_GIFT = CONFLICT, "You gave this gift yourself. Only its recipient can say thank you for it.", "C’est vous qui offrez ce cadeau. Seule la personne qui le reçoit peut dire merci.";
    NO_GIVER = CONFLICT, "The account of the person who gave this gift is closed, so nobody would get your thanks.", "Le compte de la personne qui a offert ce cadeau est fermé\u{a0}: personne ne recevrait vos remerciements.";
    GIFT_CLAIMED = BAD_REQUEST, "This gift is in somebody's wallet already.", "Ce cadeau est déjà dans le portefeuille de quelqu’un.";
    NO_SUCH_CARD = NOT_FOUND, "We know no card with this number and these four characters. Please check both.", "Nous ne connaissons aucune carte avec ce numéro et ces quatre caractères. Veuillez vérifier les deux.";
    INVALID_CODE = NOT_FOUND, "Invalid code.", "Code non valide.";
}

/// Returns the error for a redemption that equals one made by the same clerk a moment ago.
/// `transaction` is the id of the earlier redemption.
pub fn repeated(transaction: &str) -> Error {
    let message = Message::of(
        format!(
            "You redeemed the same amount of this card a moment ago: transaction {transaction}. To redeem it once more, send an Idempotency-Key."
        ),
        format!(
            "Vous avez encaissé le même montant sur cette carte il y a un instant\u{a0}: transaction {transaction}. Pour l’encaisser encore, envoyez une clé Idempotency-Key."
        ),
    );
    Error::explained(REPEATED_MOVEMENT, message)
}

//! Error codes of carts.

use platform::error::codes;

codes! {
    CART_FROZEN = BAD_REQUEST, "A payment for this cart is being confirmed, so it can't be changed right now.", "Un paiement pour ce panier est en cours de confirmation\u{a0}: il ne peut pas être modifié pour l’instant.";
    PAYMENT_UNDERWAY = BAD_REQUEST, "A payment of yours is being confirmed. Please close your account when it is through.", "Un de vos paiements est en cours de confirmation. Veuillez fermer votre compte une fois qu’il sera confirmé.";
}

//! Error codes of shops and charities.

use platform::error::codes;

codes! {
    NOT_PENDING = BAD_REQUEST, "Only a registration that waits for a decision can be rejected or asked for something. Please edit or deactivate this one instead.", "Seule une inscription en attente d’une décision peut être refusée ou complétée sur demande. Veuillez plutôt modifier ou désactiver celle-ci.";
    SHOP_STILL_SELLS = CONFLICT, "Only a shop that has stopped selling can be closed. Please deactivate it first.", "Seul un commerce qui ne vend plus peut être fermé. Veuillez d’abord le désactiver.";
}

//! Error codes of shops, charities and campaigns.

use platform::error::codes;

codes! {
    NOT_PENDING = BAD_REQUEST, "Only a registration that waits for a decision can be rejected or asked for something. Please edit or deactivate this one instead.", "Seule une inscription en attente d’une décision peut être refusée ou complétée sur demande. Veuillez plutôt modifier ou désactiver celle-ci.";
    CAMPAIGN_NOT_RUNNING = CONFLICT, "Only a campaign that began before today and is still running can end today.", "Seule une campagne commencée avant aujourd’hui et encore en cours peut prendre fin aujourd’hui.";
    SHOP_STILL_SELLS = CONFLICT, "Only a shop that has stopped selling can be closed. Please deactivate it first.", "Seul un commerce qui ne vend plus peut être fermé. Veuillez d’abord le désactiver.";
}

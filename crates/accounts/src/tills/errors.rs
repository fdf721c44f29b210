//! Error codes of tills.

use platform::error::codes;

codes! {
    TILL_UNKNOWN = FORBIDDEN, "This device is no till, or not any more. A manager of the shop can enrol it in the portal.", "Cet appareil n’est pas ou n’est plus une caisse. Un gestionnaire du commerce peut l’inscrire dans le portail.";
    TOO_MANY_TILLS = BAD_REQUEST, "This shop has 50 tills, which is the most. Please remove one first.", "Ce commerce a déjà 50 caisses, le maximum. Veuillez d’abord en retirer une.";
}

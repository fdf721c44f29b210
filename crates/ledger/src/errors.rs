//! Error codes of the ledger.

use platform::error::codes;

codes! {
    ALREADY_REVERSED = BAD_REQUEST, "This was reversed already.", "Cette opération est déjà annulée.";
    LEDGER_STOPPED = SERVICE_UNAVAILABLE, "We are checking our books, so no money moves right now. Please try again later.", "Nous vérifions nos comptes\u{a0}: aucun argent ne bouge pour l’instant. Veuillez réessayer plus tard.", blocks_jobs;
}

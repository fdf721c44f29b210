//! Error codes of imports.

use kernel::messages::Message;
use platform::error::{Error, codes};

use super::Counts;

codes! {
    IMPORT_REFUSED = BAD_REQUEST, "Some rows are refused, so nothing was imported. Please correct them and try again.", "Certaines lignes sont refusées\u{a0}: rien n’a été importé. Corrigez-les, puis réessayez.";
    IMPORT_RACED = CONFLICT, "Another import added one of these keys just now, so nothing was imported. Please look at the preview again.", "Une autre importation vient d’ajouter une de ces clés\u{a0}: rien n’a été importé. Consultez de nouveau l’aperçu.";
}

/// Returns the error for a table of which rows are refused.
pub fn refused(counts: &Counts) -> Error {
    let (refused, all) = (counts.refused, counts.all());
    Error::explained(
        IMPORT_REFUSED,
        Message::of(
            format!(
                "{refused} of {all} rows are refused, so nothing was imported. Please correct them and try again."
            ),
            format!(
                "{refused} des {all} lignes sont refusées\u{a0}: rien n’a été importé. Corrigez-les, puis réessayez."
            ),
        ),
    )
}

//! Error codes of reports.

use platform::error::codes;

codes! {
    TOO_MANY_REPORT_MAILS = BAD_REQUEST, "You get 20 reports by mail, which is the most. Please end one first.", "Vous recevez déjà 20 rapports par courriel, le maximum. Veuillez d’abord en arrêter un.";
}

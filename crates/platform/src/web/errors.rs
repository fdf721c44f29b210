//! Error codes for problems with requests.

use crate::error::codes;

codes! {
    CHANGED_MEANWHILE = CONFLICT, "This was changed meanwhile. Please look at how it is now, then try again.", "Ceci a été modifié entre-temps. Regardez ce qu’il en est maintenant, puis réessayez.";
    HEAD_TOO_LARGE = REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large: 32 kB are the most.", "L’en-tête de la demande est trop volumineux\u{a0}: 32 ko au plus.";
}

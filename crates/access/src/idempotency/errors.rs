//! Error codes of calls with an idempotency key.

use platform::error::codes;

codes! {
    KEY_REUSED = UNPROCESSABLE_ENTITY, "This Idempotency-Key was used for another call. Please choose a new one.", "Cette clé (Idempotency-Key) a servi à un autre appel. Veuillez en choisir une nouvelle.";
}

//! Error codes of the bank side.

use platform::error::codes;

codes! {
    BANK_LINE_STATE = CONFLICT,
        "This line was matched or reopened in the meantime. Please look at it again.",
        "Cette ligne a été rapprochée ou rouverte entre-temps. Consultez-la de nouveau.";
    BANK_TARGET_TAKEN = CONFLICT,
        "Another line is matched with this already. Please look at the list again.",
        "Une autre ligne y est déjà rapprochée. Consultez de nouveau la liste.";
}

//! Key uses of this module.

use access::rotation::{Kept, Sealed};
use platform::secrets::secret_uses;

secret_uses! {
    BANK_NUMBERS = "bank numbers";
    REGISTRATION_LINK = "registration link";
}

/// Encrypted columns.
pub const SEALED: &[Sealed] = &[Sealed {
    table: "tenant",
    id: "id",
    owner: "id",
    column: "sealed_bank",
    purpose: BANK_NUMBERS,
}];

/// Rows that need the key that made them.
pub const KEPT: &[Kept] = &[
    Kept {
        name: "bank accounts",
        table: "tenant",
        column: "sealed_bank",
        condition: "sealed_bank IS NOT NULL",
    },
    Kept {
        name: "links to questions about registrations, until they expire",
        table: "registration_question",
        column: "code_hash",
        condition: "answered_at IS NULL AND expires_at > $1",
    },
];

//! Purposes for which shops and charities use the program's keys.

use access::rotation::{Kept, Sealed};
use platform::secrets::secret_uses;

secret_uses! {
    BANK_NUMBERS = "bank numbers";
    REGISTRATION_LINK = "registration link";
}

/// Encrypted columns of tenants, for re-encryption with a newer key.
pub const SEALED: &[Sealed] = &[Sealed {
    table: "tenant",
    id: "id",
    owner: "id",
    column: "sealed_bank",
    purpose: BANK_NUMBERS,
}];

/// Rows that can't be read or found without the key that they were written with.
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

//! Purposes for which tills use the program's keys.

use access::rotation::Kept;
use platform::secrets::secret_uses;

secret_uses! {
    TILL_LINK = "till link";
    TILL_SECRET = "till secret";
}

/// Rows with a hash, which can only be found with the key that made the hash.
pub const KEPT: &[Kept] = &[Kept {
    name: "tills, made anew when they are used",
    table: "till",
    column: "secret_hash",
    condition: "secret_hash IS NOT NULL AND revoked_at IS NULL",
}];

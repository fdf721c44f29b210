//! Columns with bank numbers of payouts, which are encrypted with the program's key. A change of
//! the key uses this list.

use access::rotation::{Kept, Sealed};
use market::tenants::secret_uses::BANK_NUMBERS;

pub const SEALED: &[Sealed] = &[Sealed {
    table: "payout",
    id: "id",
    owner: "tenant_id",
    column: "sealed_bank",
    purpose: BANK_NUMBERS,
}];

pub const KEPT: &[Kept] = &[Kept {
    name: "bank accounts of payouts",
    table: "payout",
    column: "sealed_bank",
    condition: "sealed_bank IS NOT NULL",
}];

//! SQL that reads the books from the ledger.

pub mod bank_accounts;
pub mod cash_outs;
pub mod chart;
pub mod figures;
pub mod held_back;
pub mod journal;
pub mod liability;
pub mod months;
pub mod summed;

/// FROM clause that joins transfers (`t`) with their entries (`e`). A transfer and its entries have
/// the same time, so queries restrict the time of `t` only.
pub const ENTRIES: &str =
    "transfer t JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id";

//! SQL of the books.

pub mod cash_outs;
pub mod figures;
pub mod held_back;
pub mod journal;
pub mod liability;
pub mod months;

/// The entries `e` of transfers `t`. A transfer and its entries have the same time, by which they
/// are found.
pub const ENTRIES: &str =
    "transfer t JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id";

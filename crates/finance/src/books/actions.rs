//! Actions on the books that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    MONTH_CLOSED;
    ACCOUNT_MAPPED;
    BOOK_BANK_ACCOUNT_ADDED;
    BOOK_BANK_ACCOUNT_CHANGED;
}

subjects! {
    CLOSED_MONTH;
    BOOK_ACCOUNT;
}

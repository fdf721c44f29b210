//! Actions on the books that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    MONTH_CLOSED;
    ACCOUNT_MAPPED;
}

subjects! {
    CLOSED_MONTH;
    BOOK_ACCOUNT;
}

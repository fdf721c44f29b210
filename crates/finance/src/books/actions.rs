//! Audit actions of the books.

use access::audit::{actions, subjects};

actions! {
    MONTH_CLOSED;
    CASH_OUTS_CORRECTED;
}

subjects! {
    CLOSED_MONTH;
}

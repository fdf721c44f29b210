//! Audit log of the books.

use crate::audit::{actions, subjects};

actions! {
    MONTH_CLOSED;
    CASH_OUTS_CORRECTED;
}

subjects! {
    CLOSED_MONTH;
}

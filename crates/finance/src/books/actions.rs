//! Audit actions of the books.

use access::audit::{actions, subjects};

actions! {
    MONTH_CLOSED;
}

subjects! {
    CLOSED_MONTH;
}

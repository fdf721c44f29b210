//! Audit log of the support desk.

use crate::audit::{actions, subjects};

actions! {
    LIST_READ;
    LIST_EXPORTED;
    READING_LIMIT_REACHED;
}

subjects! {
    LIST;
}

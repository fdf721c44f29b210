//! Audit actions of the support desk.

use access::audit::{actions, subjects};

actions! {
    LIST_READ;
    LIST_EXPORTED;
    READING_LIMIT_REACHED;
}

subjects! {
    LIST;
}

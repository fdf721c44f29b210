//! Actions of the support desk that the audit log records.

use access::audit::{actions, subjects};

actions! {
    LIST_READ;
    LIST_EXPORTED;
    READING_LIMIT_REACHED;
}

subjects! {
    LIST;
}

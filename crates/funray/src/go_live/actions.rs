//! Actions on the facts about companies that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    COMPANY_CHANGED;
}

subjects! {
    COMPANY;
}

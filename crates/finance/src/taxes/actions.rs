//! Actions on tax settings that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    TAX_RATE_SET;
    TAX_REGISTRATION_SET;
}

subjects! {
    TAX_RATE;
    TAX_REGISTRATION;
}

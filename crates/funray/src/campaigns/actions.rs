//! Audit log of campaigns.

use crate::audit::{actions, subjects};

actions! {
    CAMPAIGN_CREATED;
    CAMPAIGN_CHANGED;
    CAMPAIGN_ACTIVATED;
    CAMPAIGN_DEACTIVATED;
}

subjects! {
    CAMPAIGN;
}

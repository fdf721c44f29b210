//! Actions on campaigns that the audit log records.

use access::audit::{actions, subjects};

actions! {
    CAMPAIGN_CREATED;
    CAMPAIGN_CHANGED;
    CAMPAIGN_ACTIVATED;
    CAMPAIGN_DEACTIVATED;
    CAMPAIGN_UPDATE_POSTED;
    CAMPAIGN_UPDATE_DELETED;
}

subjects! {
    CAMPAIGN;
}

//! Actions on the directory that the audit log records.

use access::audit::{actions, subjects};

actions! {
    DIRECTORY_ENTRY_CREATED;
    DIRECTORY_ENTRY_CHANGED;
    DIRECTORY_ENTRY_ACTIVATED;
    DIRECTORY_ENTRY_DEACTIVATED;
}

subjects! {
    REGION;
    CATEGORY;
    ORGANIZATION_KIND;
    DIRECTORY_ENTRY;
}

//! Audit log of shops and charities.

use crate::audit::actions;

actions! {
    TENANT_CREATED;
    TENANT_APPROVED;
    TENANT_REJECTED;
    TENANT_ACTIVATED;
    TENANT_DEACTIVATED;
    SHOP_CLOSED;
    TENANT_CHANGED;
    TENANT_VIEWED;
    BANK_ACCOUNT_CHANGED;
    RATES_CHANGED;
}

//! Actions on shops and charities that the audit log records.

use access::audit::actions;

actions! {
    TENANT_CREATED;
    TENANT_APPROVED;
    TENANT_REJECTED;
    REGISTRATION_ASKED;
    REGISTRATION_ANSWERED;
    TENANT_ACTIVATED;
    TENANT_DEACTIVATED;
    SHOP_CLOSED;
    TENANT_CHANGED;
    TENANT_VIEWED;
    BANK_ACCOUNT_CHANGED;
    RATES_CHANGED;
}

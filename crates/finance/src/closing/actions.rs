//! Actions at the end of a month that are recorded in the audit log.

use access::audit::actions;

actions! {
    MONTH_REOPENING_ASKED;
    MONTH_REOPENED;
    MONTH_REOPENING_DECLINED;
}

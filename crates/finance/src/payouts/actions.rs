//! Actions on payouts that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    PAYOUT_RUN_DRAFTED;
    PAYOUT_DRAFTED;
    PAYOUT_HELD_BACK;
    PAYOUT_APPROVED;
    PAYOUT_DISCARDED;
    PAYOUT_EXPORTED;
    PAYOUT_WITHDRAWN;
    PAYOUT_FILE_READ;
    PAYOUT_FILE_RELEASED;
    PAYOUT_PAID;
    PAYOUT_FAILURE_ASKED;
    PAYOUT_FAILURE_REFUSED;
    PAYOUT_FAILED;
    HOLD_BACK_SET;
    PAYOUTS_PAUSED;
    PAYOUTS_RESUMED;
}

subjects! {
    PAYOUT;
    PAYOUT_EXPORT;
    PAYOUT_RUN;
    HOLD_BACK;
}

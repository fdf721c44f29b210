//! Actions on the bank side that are recorded in the audit log.

use access::audit::{actions, subjects};

actions! {
    BANK_STATEMENT_IMPORTED;
    BANK_LINE_MATCHED;
    BANK_LINE_REOPENED;
}

subjects! {
    BANK_STATEMENT;
    BANK_LINE;
}

//! Audit actions of tills.

use access::audit::{actions, subjects};

actions! {
    TILL_ENROLLED;
    TILL_REVOKED;
    TILL_SEEN_ELSEWHERE;
}

subjects! {
    TILL;
}

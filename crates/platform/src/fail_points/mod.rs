//! Places on the way of a payment where the program can be made to stumble. Tests do, to see that whatever breaks
//! where, money and cards end up together. A build without the feature `fail-points` has the places and no way to stumble.

#[cfg_attr(feature = "fail-points", path = "planned.rs")]
#[cfg_attr(not(feature = "fail-points"), path = "never.rs")]
mod plan;

pub use plan::*;

/// In the order in which a payment passes them; the last six belong to what is done when that didn't go well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    BeforeBegin,
    InBegin,
    AfterBegin,
    BeforeCharge,
    AfterCharge,
    InSettle,
    AfterSettle,
    InIssueBegun,
    InIssueCard,
    InIssueDone,
    AfterIssueFailed,
    AfterIssue,
    BeforeReply,
    BeforeLookUp,
    AfterLookUp,
    BeforeVoid,
    AfterVoid,
    BeforeReversal,
    InReversal,
}

impl Point {
    pub const ALL: [Point; 19] = [
        Point::BeforeBegin,
        Point::InBegin,
        Point::AfterBegin,
        Point::BeforeCharge,
        Point::AfterCharge,
        Point::InSettle,
        Point::AfterSettle,
        Point::InIssueBegun,
        Point::InIssueCard,
        Point::InIssueDone,
        Point::AfterIssueFailed,
        Point::AfterIssue,
        Point::BeforeReply,
        Point::BeforeLookUp,
        Point::AfterLookUp,
        Point::BeforeVoid,
        Point::AfterVoid,
        Point::BeforeReversal,
        Point::InReversal,
    ];
}

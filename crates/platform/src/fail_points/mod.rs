//! Fail points of a payment. Tests make the program fail, hang or die at each of them and check
//! that money and cards agree afterwards. Builds without the feature `fail-points` pass all of
//! them.

#[cfg_attr(feature = "fail-points", path = "planned.rs")]
#[cfg_attr(not(feature = "fail-points"), path = "never.rs")]
mod plan;

pub use plan::*;

/// Fail points in the order of a payment. The last six belong to the handling of failed payments.
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

//! Fail points: places in a payment at which tests make the program fail, hang or die. The tests
//! check that money and cards agree afterwards. In builds without the feature `fail-points`,
//! nothing happens at these places.

#[cfg_attr(feature = "fail-points", path = "planned.rs")]
#[cfg_attr(not(feature = "fail-points"), path = "never.rs")]
mod plan;

pub use plan::*;

/// Fail points in the order in which a payment passes them. The last six are passed only while a
/// failed payment is handled.
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

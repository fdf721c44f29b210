//! Why what is left on the cards of an order is not refunded when their shop closes.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::kernel::timestamp::Timestamp;

/// The gateway refunds a charge for 180 days after its settlement, which is never before the charge.
const REFUND_WINDOW: Duration = Duration::from_secs(180 * 24 * 3600);

/// Reason why the cards of an order keep their balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Obstacle {
    /// The buyer asked for the closing or approved it.
    OwnOrder,
    /// The charge was reversed at the gateway, or a part of it.
    ChargeReversed,
    OrderNotPaid,
    /// A refund of the order waits for a second person.
    RefundWaits,
    /// The charge is too old for a refund by the gateway.
    ChargeTooOld,
    TooManyRefunds,
}

impl Obstacle {
    /// Whether the money reaches the buyer in another way only.
    pub fn is_paid_by_hand(self) -> bool {
        matches!(self, Obstacle::ChargeTooOld | Obstacle::TooManyRefunds)
    }
}

db::text_enum! {
    Obstacle {
        OwnOrder = "OWN_ORDER",
        ChargeReversed = "CHARGE_REVERSED",
        OrderNotPaid = "ORDER_NOT_PAID",
        RefundWaits = "REFUND_WAITS",
        ChargeTooOld = "CHARGE_TOO_OLD",
        TooManyRefunds = "TOO_MANY_REFUNDS",
    }
}

/// What decides whether an order can be refunded.
#[derive(Clone, Copy, Debug)]
pub struct OrderFacts {
    pub is_of_a_decider: bool,
    pub is_charge_reversed: bool,
    pub has_open_request: bool,
    /// When its charge was sent to the gateway; null if it was not paid.
    pub charged_at: Option<Timestamp>,
}

pub fn obstacle(facts: OrderFacts, now: Timestamp) -> Option<Obstacle> {
    if facts.is_of_a_decider {
        return Some(Obstacle::OwnOrder);
    }
    if facts.is_charge_reversed {
        return Some(Obstacle::ChargeReversed);
    }
    let Some(charged_at) = facts.charged_at else { return Some(Obstacle::OrderNotPaid) };
    if facts.has_open_request {
        return Some(Obstacle::RefundWaits);
    }
    (now.since(charged_at) > REFUND_WINDOW).then_some(Obstacle::ChargeTooOld)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacle_names_what_stops_the_refund_of_an_order() {
        let now = Timestamp::parse("2026-03-10T15:00:00Z").expect("a moment");
        let fine = OrderFacts {
            is_of_a_decider: false,
            is_charge_reversed: false,
            has_open_request: false,
            charged_at: Some(now.minus(REFUND_WINDOW)),
        };
        assert_eq!(obstacle(fine, now), None, "on the last day");
        let late = fine.charged_at.map(|then| then.minus(Duration::from_secs(1)));
        for (facts, expected) in [
            (OrderFacts { is_of_a_decider: true, ..fine }, Obstacle::OwnOrder),
            (OrderFacts { is_charge_reversed: true, ..fine }, Obstacle::ChargeReversed),
            (OrderFacts { charged_at: None, ..fine }, Obstacle::OrderNotPaid),
            (OrderFacts { has_open_request: true, ..fine }, Obstacle::RefundWaits),
            (OrderFacts { charged_at: late, ..fine }, Obstacle::ChargeTooOld),
        ] {
            assert_eq!(obstacle(facts, now), Some(expected));
        }
    }
}

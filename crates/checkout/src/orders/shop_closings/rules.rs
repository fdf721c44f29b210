//! Reasons why the balance of an order's cards is neither refunded nor handed over when their shop
//! closes.

use serde::Serialize;
use utoipa::ToSchema;

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
    /// The shop that was to take the cards over is closed.
    SuccessorClosed,
}

impl Obstacle {
    /// Whether the buyer can be paid only outside the gateway.
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
        SuccessorClosed = "SUCCESSOR_CLOSED",
    }
}

/// Facts that decide whether an order can be refunded.
#[derive(Clone, Copy, Debug)]
pub struct OrderFacts {
    pub is_of_a_decider: bool,
    pub is_charge_reversed: bool,
    pub has_open_request: bool,
    pub is_paid: bool,
    /// Whether the order's charge is older than the gateway refunds.
    pub is_charge_too_old: bool,
}

pub fn obstacle(facts: OrderFacts) -> Option<Obstacle> {
    if facts.is_of_a_decider {
        return Some(Obstacle::OwnOrder);
    }
    if facts.is_charge_reversed {
        return Some(Obstacle::ChargeReversed);
    }
    if !facts.is_paid {
        return Some(Obstacle::OrderNotPaid);
    }
    if facts.has_open_request {
        return Some(Obstacle::RefundWaits);
    }
    facts.is_charge_too_old.then_some(Obstacle::ChargeTooOld)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacle_names_the_reason_against_a_refund() {
        let fine = OrderFacts {
            is_of_a_decider: false,
            is_charge_reversed: false,
            has_open_request: false,
            is_paid: true,
            is_charge_too_old: false,
        };
        assert_eq!(obstacle(fine), None);
        for (facts, expected) in [
            (OrderFacts { is_of_a_decider: true, ..fine }, Obstacle::OwnOrder),
            (OrderFacts { is_charge_reversed: true, ..fine }, Obstacle::ChargeReversed),
            (OrderFacts { is_paid: false, ..fine }, Obstacle::OrderNotPaid),
            (OrderFacts { has_open_request: true, ..fine }, Obstacle::RefundWaits),
            (OrderFacts { is_charge_too_old: true, ..fine }, Obstacle::ChargeTooOld),
        ] {
            assert_eq!(obstacle(facts), Some(expected));
        }
    }

    #[test]
    fn only_refunds_that_the_gateway_can_not_make_are_paid_by_hand() {
        for (obstacle, expected) in [
            (Obstacle::OwnOrder, false),
            (Obstacle::ChargeReversed, false),
            (Obstacle::OrderNotPaid, false),
            (Obstacle::RefundWaits, false),
            (Obstacle::ChargeTooOld, true),
            (Obstacle::TooManyRefunds, true),
            (Obstacle::SuccessorClosed, false),
        ] {
            assert_eq!(obstacle.is_paid_by_hand(), expected, "{obstacle:?}");
        }
    }
}

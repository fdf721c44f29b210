//! Classification of the gateway's refusals as temporary or final.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use kernel::timestamp::Timestamp;

/// Period in which the gateway refunds a charge. The gateway counts it from the settlement. This
/// program counts it from the charge, which is never later.
const REFUND_WINDOW: Duration = Duration::from_secs(180 * 24 * 3600);

/// The gateway's code for a charge that it no longer refunds.
const NOT_REFUNDABLE: &str = "54";
/// The gateway's codes for a payment card that accepts no money.
const BAD_CARD: [&str; 2] = ["8", "37"];

/// Reason for which the gateway never makes a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RefundRefusal {
    /// The charge is older than the gateway refunds.
    ChargeTooOld,
    /// The payment card takes no refund, for example because its account is closed.
    CardRefuses,
    /// The gateway no longer refunds this charge, for another reason.
    NotRefundable,
}

db::text_enum! {
    RefundRefusal {
        ChargeTooOld = "CHARGE_TOO_OLD",
        CardRefuses = "CARD_REFUSES",
        NotRefundable = "NOT_REFUNDABLE",
    }
}

/// A refund refused by the gateway or by the card's bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedPart {
    /// Message of the gateway about the refusal.
    pub said: String,
    /// Codes of the gateway for the refusal.
    pub codes: Vec<String>,
    /// Whether the card's bank refused the refund.
    pub is_declined: bool,
}

/// Whether a charge is older than the gateway refunds.
pub fn is_too_old(charged_at: Timestamp, now: Timestamp) -> bool {
    now.since(charged_at) > REFUND_WINDOW
}

/// Returns why a refund of a settled charge is refused for good; none if the gateway may make it
/// later.
pub fn refusal(
    refused: &RefusedPart,
    charged_at: Timestamp,
    now: Timestamp,
) -> Option<RefundRefusal> {
    let has = |code: &str| refused.codes.iter().any(|one| one == code);
    if has(NOT_REFUNDABLE) {
        let is_old = is_too_old(charged_at, now);
        return Some(if is_old {
            RefundRefusal::ChargeTooOld
        } else {
            RefundRefusal::NotRefundable
        });
    }
    let is_bad_card = refused.is_declined || BAD_CARD.iter().any(|code| has(code));
    is_bad_card.then_some(RefundRefusal::CardRefuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(code: &str, is_declined: bool) -> RefusedPart {
        RefusedPart { said: "No.".to_owned(), codes: vec![code.to_owned()], is_declined }
    }

    #[test]
    fn refusal_tells_final_refusals_from_temporary_ones() {
        let charged = Timestamp::UNIX_EPOCH;
        // 180 days.
        let last_day = charged.plus(Duration::from_secs(15_552_000));
        let late = last_day.plus(Duration::from_secs(1));
        for (code, is_declined, now, expected) in [
            ("54", false, late, Some(RefundRefusal::ChargeTooOld)),
            ("54", false, last_day, Some(RefundRefusal::NotRefundable)),
            ("2", true, last_day, Some(RefundRefusal::CardRefuses)),
            ("8", false, last_day, Some(RefundRefusal::CardRefuses)),
            ("37", false, last_day, Some(RefundRefusal::CardRefuses)),
            // Others already refunded the charge at the gateway. The refusal is not final, because
            // our bank would pay the refund a second time.
            ("55", false, late, None),
            ("E00003", false, late, None),
            ("19", false, late, None),
        ] {
            assert_eq!(refusal(&refused(code, is_declined), charged, now), expected, "{code}");
        }
    }
}

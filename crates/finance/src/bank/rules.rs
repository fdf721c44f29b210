//! Decisions about lines of bank statements. Pure functions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{money::Cents, sums::Overflow};

/// Meaning of a line of a bank statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Resolution {
    /// Deposits of the gateway arrived, less a fee that was deducted.
    Deposits,
    /// The payouts of a bank file left.
    PayoutFile,
    /// One payout left.
    Payout,
    /// The bank returned a payout, which is marked as failed.
    PayoutReturned,
    /// A refund was paid by the bank, because the gateway refused it.
    Refund,
    /// The gateway took or returned money outside its settlements, such as for a dispute.
    Chargeback,
    Fee,
    /// Anything else, with a reason.
    Other,
}

db::text_enum! {
    Resolution {
        Deposits = "DEPOSITS",
        PayoutFile = "PAYOUT_FILE",
        Payout = "PAYOUT",
        PayoutReturned = "PAYOUT_RETURNED",
        Refund = "REFUND",
        Chargeback = "CHARGEBACK",
        Fee = "FEE",
        Other = "OTHER",
    }
}

impl Resolution {
    /// Returns whether an administrator must give a reason.
    pub fn needs_reason(self) -> bool {
        matches!(self, Resolution::Refund | Resolution::Chargeback | Resolution::Other)
    }
}

/// Returns the amount that a line must have to be matched with a target of this amount.
pub fn expected(resolution: Resolution, target: Cents, fee: Cents) -> Result<Cents, Overflow> {
    match resolution {
        Resolution::PayoutFile | Resolution::Payout => target.checked_neg(),
        _ => target.checked_sub(fee),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_subtracts_the_fee_from_deposits_only() {
        let of = |resolution| expected(resolution, Cents::new(500), Cents::new(20));
        assert_eq!(of(Resolution::Deposits), Ok(Cents::new(480)));
        assert_eq!(of(Resolution::PayoutFile), Ok(Cents::new(-500)));
    }
}

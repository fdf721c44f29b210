//! Decisions about lines of bank statements. Pure functions.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{
    dates::BusinessDate,
    ids::{BankLineId, GatewayDepositId, PayoutExportId},
    money::Cents,
    sums::Overflow,
};

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
    /// Money went to another bank account of the platform, or came from it.
    OwnTransfer,
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
        OwnTransfer = "OWN_TRANSFER",
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

/// Maximum number of days between a line and the deposit or bank file that the import matches with it.
pub const MAX_APART: i32 = 3;

db::row! {
    /// Line that is not matched.
    #[derive(Clone, Copy, Debug)]
    pub struct OpenLine {
        pub id: BankLineId,
        pub day: BusinessDate,
        pub amount: Cents,
        /// Whether the line is of the imported statement.
        pub is_new: bool,
    }
}

/// Deposit or bank file that a line can be matched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Deposit(GatewayDepositId),
    File(PayoutExportId),
}

/// Deposit that has not arrived, or bank file that has not left.
#[derive(Clone, Copy, Debug)]
pub struct Awaited {
    pub target: Target,
    pub day: BusinessDate,
    /// Amount that a line must have. Negative for money that leaves the account.
    pub amount: Cents,
}

/// Returns the new lines that fit exactly one target by amount and date, if no other line fits that
/// target. A guess between two is left to an administrator.
pub fn sure_matches(lines: &[OpenLine], awaited: &[Awaited]) -> Vec<(BankLineId, Target)> {
    let mut by_amount: HashMap<Cents, Vec<&Awaited>> = HashMap::new();
    for one in awaited {
        by_amount.entry(one.amount).or_default().push(one);
    }
    let fitting = |line: &OpenLine| -> Vec<usize> {
        let all = by_amount.get(&line.amount).map(Vec::as_slice).unwrap_or_default().iter();
        let near = |one: &&&Awaited| line.day.days_until(one.day).abs() <= i64::from(MAX_APART);
        all.enumerate().filter(|(_, one)| near(one)).map(|(place, _)| place).collect()
    };
    let mut lines_of: HashMap<(Cents, usize), u32> = HashMap::new();
    let found: Vec<(&OpenLine, Vec<usize>)> =
        lines.iter().map(|line| (line, fitting(line))).collect();
    for (line, places) in &found {
        for place in places {
            *lines_of.entry((line.amount, *place)).or_default() += 1;
        }
    }
    let sure = found.into_iter().filter_map(|(line, places)| {
        let [place] = places[..] else { return None };
        let is_alone = lines_of.get(&(line.amount, place)) == Some(&1);
        let target = by_amount.get(&line.amount)?.get(place)?.target;
        (line.is_new && is_alone).then_some((line.id, target))
    });
    sure.collect()
}

#[cfg(test)]
mod tests {
    use kernel::{ids::Id, timestamp::Timestamp};

    use super::*;

    fn day(day: i8) -> BusinessDate {
        BusinessDate::new(2026, 11, day).expect("a day")
    }

    fn line(number: u8, on: i8, cents: i64, is_new: bool) -> OpenLine {
        let id = BankLineId::from_parts(Timestamp::UNIX_EPOCH, [number; 10]);
        OpenLine { id, day: day(on), amount: Cents::new(cents), is_new }
    }

    fn deposit(number: u8, on: i8, cents: i64) -> Awaited {
        let id = GatewayDepositId::from_parts(Timestamp::UNIX_EPOCH, [number; 10]);
        Awaited { target: Target::Deposit(id), day: day(on), amount: Cents::new(cents) }
    }

    fn file(number: u8, on: i8, cents: i64) -> Awaited {
        let id = PayoutExportId::from_parts(Timestamp::UNIX_EPOCH, [number; 10]);
        Awaited { target: Target::File(id), day: day(on), amount: Cents::new(cents) }
    }

    #[test]
    fn sure_matches_leaves_what_fits_twice_to_a_person() {
        let (one, other) = (line(1, 10, 500, true), line(2, 12, 500, true));
        let awaited = deposit(1, 8, 500);
        assert_eq!(sure_matches(&[one], &[awaited]), [(one.id, awaited.target)]);
        // Another amount or day.
        assert_eq!(sure_matches(&[one], &[deposit(1, 8, 501)]), []);
        assert_eq!(sure_matches(&[one], &[deposit(1, 6, 500)]), []);
        assert_eq!(sure_matches(&[one], &[deposit(1, 14, 500)]), []);
        // Two targets for one line, or two lines for one target, although one of them was there before.
        assert_eq!(sure_matches(&[one], &[awaited, deposit(2, 11, 500)]), []);
        let earlier = line(3, 9, 500, false);
        assert_eq!(sure_matches(&[one, earlier], &[awaited]), []);
        assert_eq!(sure_matches(&[earlier], &[awaited]), [], "only new lines");
        // Each has one of its own.
        let late = deposit(2, 15, 500);
        let both = [(one.id, awaited.target), (other.id, late.target)];
        assert_eq!(sure_matches(&[one, other], &[awaited, late]), both);
        let (paid, left) = (line(4, 10, -700, true), file(1, 10, -700));
        assert_eq!(sure_matches(&[paid], &[left, deposit(1, 10, 700)]), [(paid.id, left.target)]);
    }

    #[test]
    fn expected_subtracts_the_fee_from_deposits_only() {
        let of = |resolution| expected(resolution, Cents::new(500), Cents::new(20));
        assert_eq!(of(Resolution::Deposits), Ok(Cents::new(480)));
        assert_eq!(of(Resolution::PayoutFile), Ok(Cents::new(-500)));
    }
}

//! Compares the gateway, the bank account and the ledger by day.

use std::{collections::BTreeMap, time::Duration};

use db::Tx;

use super::{deposits, store::reconciliation as store};
use kernel::{date_range::DateRange, dates::BusinessDate, money::Cents, timestamp::Timestamp};
use ledger::{Account, AccountKind};
use platform::{app::App, error::Result};

use crate::books;

/// Sums of a day. Amounts are positive if we receive money.
#[derive(Clone, Copy, Debug, Default)]
pub struct Day {
    /// Net amount of the batches that the gateway settled.
    pub settled: Cents,
    /// Amounts that the bank account received.
    pub received: Cents,
    /// Amounts that left the bank account.
    pub paid: Cents,
    pub open_lines: i64,
    /// Sum of the lines that are not matched.
    pub open: Cents,
    /// Change of the money in transit that was booked on the day.
    pub booked_transit: Cents,
    /// Change of the bank account that was booked on the day.
    pub booked_bank: Cents,
}

/// Balances at the end of a period, and its days with movements.
pub struct Reconciliation {
    pub days: BTreeMap<BusinessDate, Day>,
    /// Money that the gateway has not settled.
    pub at_gateway: Cents,
    pub in_transit: Cents,
    /// Bank account by matched lines.
    pub in_bank: Cents,
    pub fees: Cents,
    /// Payouts that have not left the bank account.
    pub payouts_on_their_way: Cents,
    pub other: Cents,
    /// Lines that are not matched, of all days.
    pub open_lines: i64,
    pub open: Cents,
    /// Batches whose sums differ.
    pub differing: u64,
}

pub async fn read(app: &App, days: DateRange) -> Result<Reconciliation> {
    app.db.bulk().read(move |tx| reconcile(tx, days)).await
}

fn reconcile(tx: &mut Tx<'_>, days: DateRange) -> Result<Reconciliation> {
    let (from, until) = days.moments();
    let within = store::Days {
        first: (from > Timestamp::MIN).then(|| BusinessDate::of(from)),
        last: (until < Timestamp::MAX)
            .then(|| BusinessDate::of(until.minus(Duration::from_micros(1)))),
    };
    let mut by_day: BTreeMap<BusinessDate, Day> = BTreeMap::new();
    for settled in store::settled(tx, from, until)? {
        by_day.entry(settled.day).or_default().settled = settled.net;
    }
    for store::BankDay { day, received, paid, open_lines, open } in store::bank(tx, within)? {
        let sums = by_day.entry(day).or_default();
        *sums = Day { received, paid, open_lines, open, ..*sums };
    }
    for moved in store::booked(tx, from, until)? {
        let sums = by_day.entry(BusinessDate::of(moved.at)).or_default();
        let sum = match moved.account {
            Account::Bank => &mut sums.booked_bank,
            _ => &mut sums.booked_transit,
        };
        // The ledger's credits are positive, but what others owe us is a debit.
        *sum = sum.checked_sub(moved.amount)?;
    }
    let accounts = books::trial_balance(tx, days)?.accounts;
    let closing = |account: AccountKind| {
        let found = accounts.iter().find(|figures| figures.account == account);
        found.map_or(Cents::ZERO, |figures| figures.closing)
    };
    let (open_lines, open) = store::open(tx)?;
    Ok(Reconciliation {
        days: by_day,
        at_gateway: closing(AccountKind::GatewayClearing).checked_neg()?,
        in_transit: closing(AccountKind::GatewayTransit).checked_neg()?,
        in_bank: closing(AccountKind::Bank).checked_neg()?,
        fees: closing(AccountKind::GatewayFees).checked_neg()?,
        payouts_on_their_way: closing(AccountKind::Payouts),
        other: closing(AccountKind::BankOther).checked_neg()?,
        open_lines,
        open,
        differing: deposits::count_differing(tx)?,
    })
}

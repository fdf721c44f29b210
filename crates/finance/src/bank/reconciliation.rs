//! Compares the gateway, the bank accounts and the ledger by day.

use std::{collections::BTreeMap, time::Duration};

use db::Tx;

use super::{deposits, store::reconciliation as store};
use kernel::{
    date_range::DateRange, dates::BusinessDate, ids::BankAccountId, language::Language,
    money::Cents, timestamp::Timestamp,
};
use ledger::{Account, AccountKind};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::books::{
    self,
    bank_accounts::{self, BankAccount},
};

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

/// Balance of one bank account.
pub struct AccountSums {
    pub account: BankAccount,
    /// Balance by matched lines, at the end of the period.
    pub in_bank: Cents,
    /// Lines that are not matched, of all days.
    pub open_lines: i64,
    pub open: Cents,
}

/// Balances at the end of a period, and its days with movements.
pub struct Reconciliation {
    pub days: BTreeMap<BusinessDate, Day>,
    /// Money that the gateway has not settled.
    pub at_gateway: Cents,
    pub in_transit: Cents,
    /// Bank accounts by matched lines.
    pub in_bank: Cents,
    pub fees: Cents,
    /// Payouts that have not left the bank account.
    pub payouts_on_their_way: Cents,
    /// Other money that the bank accounts received, less other money that they paid.
    pub other: Cents,
    /// Lines that are not matched, of all days.
    pub open_lines: i64,
    pub open: Cents,
    /// Batches whose sums differ.
    pub differing: u64,
    /// All bank accounts, the main one first.
    pub accounts: Vec<AccountSums>,
}

/// Reads the reconciliation of a period. Days have the movements of one bank account, or of all.
pub async fn read(
    app: &App,
    days: DateRange,
    account: Option<BankAccountId>,
    language: Language,
) -> Result<Reconciliation> {
    app.db.bulk().read(move |tx| reconcile(tx, days, account, language)).await
}

fn reconcile(
    tx: &mut Tx<'_>,
    days: DateRange,
    account: Option<BankAccountId>,
    language: Language,
) -> Result<Reconciliation> {
    let accounts = bank_accounts::all(tx, language)?;
    let shown: Vec<BankAccountId> = match account {
        Some(id) if accounts.iter().any(|one| one.id == id) => vec![id],
        Some(_) => return Err(Error::NotFound),
        None => accounts.iter().map(|one| one.id).collect(),
    };
    let by_day = days_of(tx, days, account, &shown)?;
    let figures = books::trial_balance(tx, days)?.accounts;
    let closing = |account: AccountKind| {
        let found = figures.iter().find(|figures| figures.account == account);
        found.map_or(Cents::ZERO, |figures| figures.closing)
    };
    let balances = books::bank_balances(tx, &figures, days, language)?;
    let open = store::open(tx)?;
    let sums_of = |account: BankAccount| {
        let own = balances.iter().find(|(one, _)| one.id == account.id);
        let balance = own.map_or(closing(AccountKind::Bank), |(_, figures)| figures.closing);
        let lines = open.iter().find(|lines| lines.account == account.id);
        Ok(AccountSums {
            in_bank: balance.checked_neg()?,
            open_lines: lines.map_or(0, |lines| lines.count),
            open: lines.map_or(Cents::ZERO, |lines| lines.sum),
            account,
        })
    };
    Ok(Reconciliation {
        days: by_day,
        at_gateway: closing(AccountKind::GatewayClearing).checked_neg()?,
        in_transit: closing(AccountKind::GatewayTransit).checked_neg()?,
        in_bank: closing(AccountKind::Bank).checked_neg()?,
        fees: closing(AccountKind::GatewayFees).checked_neg()?,
        payouts_on_their_way: closing(AccountKind::Payouts),
        other: closing(AccountKind::BankOther),
        open_lines: open.iter().map(|lines| lines.count).sum(),
        open: Cents::sum(open.iter().map(|lines| lines.sum))?,
        differing: deposits::count_differing(tx)?,
        accounts: accounts.into_iter().map(sums_of).collect::<Result<_>>()?,
    })
}

fn days_of(
    tx: &mut Tx<'_>,
    days: DateRange,
    account: Option<BankAccountId>,
    shown: &[BankAccountId],
) -> Result<BTreeMap<BusinessDate, Day>> {
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
    for store::BankDay { day, received, paid, open_lines, open } in
        store::bank(tx, within, account)?
    {
        let sums = by_day.entry(day).or_default();
        *sums = Day { received, paid, open_lines, open, ..*sums };
    }
    for moved in store::booked(tx, from, until, shown)? {
        let sums = by_day.entry(BusinessDate::of(moved.at)).or_default();
        let sum = match moved.account {
            Account::Bank(_) => &mut sums.booked_bank,
            _ => &mut sums.booked_transit,
        };
        // The ledger's credits are positive, but what others owe us is a debit.
        *sum = sum.checked_sub(moved.amount)?;
    }
    Ok(by_day)
}

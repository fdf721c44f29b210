//! Deposits and bank statements of past days, which form the history of a demo. They obey the same
//! rules as real ones.

use std::{collections::BTreeMap, time::Duration};

use db::Tx;

use super::{
    deposits,
    lines::{self, Keeper, Matching},
    rules::{Resolution, Target},
    statement_file::FileLine,
    statements::{self, File},
    store::{
        deposits as deposit_store,
        lines::{self as line_store, Filter},
        targets,
    },
};
use access::audit::Author;
use checkout::payments::Settlement;
use kernel::{
    bank_days::bank_days_after,
    date_range::DateRange,
    dates::BusinessDate,
    ids::{BankAccountId, PersonId},
    money::Cents,
    months::BusinessMonth,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

const HOUR: Duration = Duration::from_secs(3600);
/// Number of the first batch.
const FIRST_BATCH: usize = 1_221_501;
/// Monthly fee of the gateway.
const FEE: Cents = Cents::new(2_500);
/// Fee that is deducted from the newest deposit. So its line waits for somebody to match it.
const DEDUCTED: Cents = Cents::new(35);
/// Maximum number of lines that are matched. A demo has fewer.
const MAX: u32 = 1000;

/// Books the deposits of all charges before today, and imports a statement of each month until
/// yesterday. Its lines are matched, except for the newest deposit.
pub fn add(tx: &mut Tx<'_>, now: Timestamp, by: PersonId) -> Result<()> {
    let by = Keeper { person: by, author: Author::decided(by) };
    add_deposits(tx, now)?;
    let today = BusinessDate::of(now);
    let mut months: BTreeMap<BusinessMonth, Vec<FileLine>> = BTreeMap::new();
    for line in lines_until(tx, today)? {
        months.entry(BusinessMonth::of(line.day.start())).or_default().push(line);
    }
    let newest = months.keys().next_back().copied();
    for (month, mut lines) in months {
        let next = month.next().first_day().at_hour(9);
        let then = if next < now { next } else { now.minus(HOUR) };
        if Some(month) == newest
            && let Some(line) = lines.iter_mut().rfind(|line| !line.amount.is_negative())
        {
            line.amount = line.amount.checked_sub(DEDUCTED)?;
        }
        let (name, hash) = (format!("bank-{month}.csv"), format!("demo-{month}"));
        let account = BankAccountId::MAIN;
        let file = File { account, name: &name, hash: &hash, lines: &lines };
        statements::add(tx, then, &by, &file)?;
        match_all(tx, then, &by)?;
    }
    Ok(())
}

fn add_deposits(tx: &mut Tx<'_>, now: Timestamp) -> Result<()> {
    let mut days: BTreeMap<BusinessDate, (Cents, i64)> = BTreeMap::new();
    for charged in deposit_store::charges(tx)? {
        let (sum, count) = days.entry(BusinessDate::of(charged.at)).or_default();
        *sum = sum.checked_add(charged.amount)?;
        *count += 1;
    }
    for (number, (day, (charges, charge_count))) in days.into_iter().enumerate() {
        let settled_at = day.end_exclusive();
        if settled_at.plus(HOUR) >= now {
            continue;
        }
        let batch = (FIRST_BATCH + number).to_string();
        let refunds = Cents::ZERO;
        let settlement =
            Settlement { batch, settled_at, charges, charge_count, refunds, refund_count: 0 };
        deposits::record(tx, settled_at.plus(HOUR), &settlement, charges)?;
    }
    Ok(())
}

/// Returns the lines of the bank account before today: deposits a bank day after their settlement,
/// and the gateway's fee on the first bank day of a month.
fn lines_until(tx: &mut Tx<'_>, today: BusinessDate) -> Result<Vec<FileLine>> {
    let all = PageRequest::new(1, MAX);
    let mut lines = Vec::new();
    for deposit in deposit_store::list(tx, DateRange::default(), all)?.into_iter().rev() {
        let day = bank_days_after(deposit.settled_on, 1);
        let text = "CARD GATEWAY SETTLEMENT".to_owned();
        lines.push(FileLine { day, amount: deposit.net, text, reference: deposit.batch_id });
    }
    let first = lines.first().map(|line| BusinessMonth::of(line.day.start()).next());
    let mut month = first.unwrap_or(BusinessMonth::of(today.start()));
    while month.first_day() < today {
        let day = bank_days_after(month.first_day().plus_days(-1), 1);
        let (text, reference) = ("CARD GATEWAY MONTHLY FEE".to_owned(), String::new());
        lines.push(FileLine { day, amount: FEE.checked_neg()?, text, reference });
        month = month.next();
    }
    lines.retain(|line| line.day < today);
    lines.sort_by_key(|line| line.day);
    Ok(lines)
}

/// Matches deposits by the number of their batch, and fees.
fn match_all(tx: &mut Tx<'_>, then: Timestamp, by: &Keeper) -> Result<()> {
    let awaited = targets::read(tx)?.deposits;
    let open = Filter { is_open: Some(true), ..Filter::default() };
    for line in line_store::list(tx, open, PageRequest::new(1, MAX))? {
        let deposit = awaited.iter().find(|deposit| deposit.batch_id == line.reference);
        let matching = match deposit {
            Some(deposit) if deposit.net == line.amount => {
                Matching::of(Target::Deposit(deposit.id))
            }
            None if line.amount.is_negative() => Matching {
                resolution: Resolution::Fee,
                deposits: Vec::new(),
                export: None,
                payout: None,
                fee: Cents::ZERO,
                reason: None,
            },
            _ => continue,
        };
        lines::book(tx, then, by, &line, &matching, false)?;
    }
    Ok(())
}

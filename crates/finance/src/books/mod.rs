//! The books for accountants: trial balance, journal, and card balances by age. A month that is
//! over can be closed. Afterwards nothing can be booked in the month, and its figures no longer
//! change.

pub mod actions;
pub mod api;
pub mod bank_accounts;
mod chart;
mod charts;
mod journal_file;
mod store;
mod summed;

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    fields::Fields,
    ids::TransferId,
    language::Language,
    messages::Message,
    money::Cents,
    months::BusinessMonth,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{AccountKind, LATE, Rule, TransferKind};
use platform::{
    app::App,
    error::{Error, Result},
    web::errors::CHANGED_MEANWHILE,
};

use crate::books::actions::CLOSED_MONTH;

use bank_accounts::BankAccount;
use store::{
    figures::{self, AccountFigures},
    held_back::{self, HeldBack},
    journal::{self, JournalTransfer},
    liability::{self, AgeSums, CardsOf},
    months::{self, ClosedMonth},
};

/// Returns the rules that the rows of closed months must satisfy.
pub fn rules() -> Vec<Rule> {
    months::RULES.to_vec()
}

/// Opening balance, debits, credits and closing balance of each kind of account in a period.
pub struct TrialBalance {
    pub accounts: Vec<AccountFigures>,
    /// Part of the closing balances of vendors and charities that was held back from payouts.
    pub held_back: Vec<HeldBack>,
    /// Closed month with exactly this period; `None` if there is no such month.
    pub closed: Option<ClosedMonth>,
}

/// Returns the trial balance of a period. For a closed month, returns the figures that were stored
/// when the month was closed.
pub fn trial_balance(tx: &mut Tx<'_>, days: DateRange) -> Result<TrialBalance> {
    let (from, until) = days.moments();
    let closed = months::find_between(tx, from, until)?;
    let accounts = match &closed {
        Some(closed) => months::figures_of(tx, closed.month)?,
        None => figures_between(tx, from, until)?,
    };
    let held_back = held_back::before(tx, until)?;
    Ok(TrialBalance { accounts, held_back, closed })
}

/// Divides the figures of all bank accounts among them. Returns nothing if there is only one.
pub fn bank_balances(
    tx: &mut Tx<'_>,
    accounts: &[AccountFigures],
    days: DateRange,
    language: Language,
) -> Result<Vec<(BankAccount, AccountFigures)>> {
    let total = accounts.iter().find(|figures| figures.account == AccountKind::Bank);
    let total = total.copied().unwrap_or(AccountFigures::none(AccountKind::Bank));
    let all = bank_accounts::all(tx, language)?;
    bank_accounts::divide(tx, all, days.moments(), total)
}

/// Returns the figures of a period. Adds the entries since the last month closed before the period
/// to the figures stored for that month, so that older entries need not be summed.
fn figures_between(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<AccountFigures>> {
    let before = match months::last_until(tx, from)? {
        Some(closed) => Some((closed.ends_at, months::figures_of(tx, closed.month)?)),
        None => None,
    };
    figures::between(tx, before, from, until)
}

/// Transfers of a period, the earliest first.
pub struct Journal {
    pub transfers: Page<JournalTransfer>,
    /// Sum of all debits, equal to the sum of all credits.
    pub turnover: Cents,
}

pub fn journal(
    tx: &mut Tx<'_>,
    days: DateRange,
    kind: Option<TransferKind>,
    page: PageRequest,
) -> Result<Journal> {
    let (from, until) = days.moments();
    let (count, turnover) = journal::totals(tx, from, until, kind)?;
    let transfers = journal::list(tx, from, until, kind, page)?;
    Ok(Journal { transfers: Page::new(transfers, page, count), turnover })
}

/// Returns each vendor's card balances at the end of a day, grouped by the age of the cards.
pub fn ages(tx: &mut Tx<'_>, day: BusinessDate, cards: CardsOf) -> Result<Vec<AgeSums>> {
    liability::by_vendor(tx, day, cards)
}

/// Month of the books, with the information whether the month is closed or can be closed.
pub struct MonthRow {
    pub month: BusinessMonth,
    pub closed: Option<ClosedMonth>,
    /// Whether the month can be closed: the month is over, and all earlier months are closed.
    pub can_be_closed: bool,
}

/// Lists all months since the first transfer, the newest first.
pub fn list_months(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<MonthRow>> {
    let Some(next) = next_open(tx)? else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    let mut month = next;
    while month.start() <= now {
        let can_be_closed = month == next && is_over(month, now);
        rows.insert(0, MonthRow { month, closed: None, can_be_closed });
        month = month.next();
    }
    let closed = months::list(tx)?.into_iter();
    rows.extend(closed.map(|closed| MonthRow {
        month: closed.month,
        closed: Some(closed),
        can_be_closed: false,
    }));
    Ok(rows)
}

/// Returns the time of the first transfer. `None` while the ledger is empty.
pub fn first_moment(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    journal::first_moment(tx)
}

/// Returns the first month that is not closed. `None` while the ledger is empty.
fn next_open(tx: &mut Tx<'_>) -> Result<Option<BusinessMonth>> {
    let last = months::last_until(tx, Timestamp::MAX)?;
    match last {
        Some(closed) => Ok(Some(closed.month.next())),
        None => Ok(journal::first_moment(tx)?.map(BusinessMonth::of)),
    }
}

/// Returns whether the month ended so long ago that no node can still record a transfer dated in
/// it.
fn is_over(month: BusinessMonth, now: Timestamp) -> bool {
    month.end_exclusive().plus(LATE) <= now
}

/// Figures with which a month will be closed, and the number and id of its last transfers when the
/// figures were read. If these have changed when the month is closed, a transfer was recorded in
/// between.
struct Closing {
    figures: Vec<AccountFigures>,
    transfers: i64,
    last: Option<TransferId>,
    tail: (i64, Option<TransferId>),
}

/// Returns the number of transfers at the end of a month and the id of the last one. A transfer
/// that is recorded late changes one of these values.
fn tail_of(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<(i64, Option<TransferId>)> {
    let until = month.end_exclusive();
    journal::count_and_last(tx, until.minus(LATE), until)
}

/// Computes the figures of a month that can be closed. Returns `None` if the month is closed
/// already.
fn read_closing(tx: &mut Tx<'_>, month: BusinessMonth, now: Timestamp) -> Result<Option<Closing>> {
    if months::find(tx, month)?.is_some() {
        return Ok(None);
    }
    refuse_wrong_month(tx, month, now)?;
    let (from, until) = (month.start(), month.end_exclusive());
    let figures = figures_between(tx, from, until)?;
    let (transfers, last) = journal::count_and_last(tx, from, until)?;
    Ok(Some(Closing { figures, transfers, last, tail: tail_of(tx, month)? }))
}

/// Closes a month: stores its figures and accepts no more transfers in the month.
/// Closing a closed month again changes nothing. The entries are summed in a read transaction, so
/// that redemptions don't wait.
pub async fn close_month(app: &App, by: &Actor, month: BusinessMonth) -> Result<ClosedMonth> {
    let (now, person, author) = (app.clock.now(), by.person, Author::of(by));
    let closing = app.db.read(move |tx| read_closing(tx, month, now)).await?;
    app.db
        .write(move |tx| {
            if let Some(closed) = months::find(tx, month)? {
                return Ok(closed);
            }
            let closing = closing.as_ref().ok_or(Error::Refused(CHANGED_MEANWHILE))?;
            if let Err(refusal) = refuse_wrong_month(tx, month, now) {
                // Another administrator may have closed the month since the first check.
                return months::find(tx, month)?.ok_or(refusal);
            }
            if tail_of(tx, month)? != closing.tail {
                return Err(Error::Refused(CHANGED_MEANWHILE));
            }
            let turnover = Cents::sum(closing.figures.iter().map(|account| account.debit))?;
            let Closing { transfers, last, figures, .. } = closing;
            if months::insert(tx, month, *transfers, *last, person, now)? {
                months::insert_figures(tx, month, figures)?;
                let subject = Subject::of(CLOSED_MONTH, month);
                let told = json!({
                    (audit::SUBJECT_NAME): month.to_string(),
                    "transfers": transfers,
                    "turnover": turnover,
                });
                let entry = Entry::new(actions::MONTH_CLOSED, subject).after(told);
                audit::record(tx, now, &author, entry)?;
            }
            // Another administrator may close the month at the same time. Returns the stored row,
            // even if it is from the other administrator.
            months::find(tx, month)?
                .ok_or_else(|| Error::Internal(format!("{month} is not closed")))
        })
        .await
}

/// Returns the last closed month. `None` if no month is closed.
pub fn last_closed(tx: &mut Tx<'_>) -> Result<Option<BusinessMonth>> {
    Ok(months::last_until(tx, Timestamp::MAX)?.map(|closed| closed.month))
}

/// Reopens the last closed month: deletes its stored figures, so that the month can be closed again.
/// Refuses if another month was closed meanwhile, or this one was reopened.
pub fn reopen(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<()> {
    if last_closed(tx)? != Some(month) {
        return Err(Error::Refused(CHANGED_MEANWHILE));
    }
    months::delete(tx, month)
}

fn refuse_wrong_month(tx: &mut Tx<'_>, month: BusinessMonth, now: Timestamp) -> Result<()> {
    let message = match next_open(tx)? {
        Some(next) if month > next => Message::new(
            "Please close the months before it first.",
            "Veuillez d’abord clôturer les mois précédents.",
        ),
        Some(next) if month == next && !is_over(month, now) => Message::new(
            "A month can be closed a quarter of an hour after its end.",
            "Un mois peut être clôturé un quart d’heure après sa fin.",
        ),
        Some(next) if month == next => return Ok(()),
        _ => Message::new(
            "Nothing was booked in this month.",
            "Rien n’a été comptabilisé ce mois-là.",
        ),
    };
    Err(Fields::one("month", message).into())
}

//! The ledger: transfers between accounts whose entries sum to zero. Rows are only added. The crate
//! knows accounts and cards, but no orders, payments or shops.

mod checks;
mod entries;
pub mod errors;
mod many;
mod seals;
mod statements;
mod store;
// Outside of `src`, because guards of the program's SQL read that folder.
#[cfg(test)]
#[path = "../tests/money/mod.rs"]
mod tests;

use std::time::Duration;

use db::{Ask, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{
    ids::{CardId, OrderId, PersonId, TenantId, TillId, TransferId},
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::error::{Error, Result};

use crate::errors::{ALREADY_REVERSED, LEDGER_STOPPED};

pub use checks::{
    Breach, Found, KeyedBy, RULES, Rows, Rule, Summary, breaking, breaking_again, summary,
};
pub use entries::{Account, AccountKind, Entries};
pub use many::{OnLockedCard, WithEntries, list_with_entries, record_all};
pub use seals::{
    BATCH as SEALS_AT_ONCE, Chain, ChainCheck, PLATFORM, Reached, Seal, SealKeys, Source, Tally,
    check_chain, ends, misfits, oldest_unsealed, seal_new, tally,
};
pub use statements::{
    AccountChange, AccountSums, Payee, PayeePeriod, Span, changes_of_payees, first_days_of,
    owed_for_cards_sold, sums_of_payees,
};
use store::Line;
pub use store::{CardEntry, StopId, TransferRow};

/// Kinds of sealed rows of the ledger. The transfers of a cancelled order record the person and the
/// reason, so the seals protect these as well.
pub const CHAINS: &[&Chain] = &[&store::seals::TRANSFERS];

/// Maximum time between a row's timestamp and its visibility on all nodes.
pub const LATE: Duration = Duration::from_secs(15 * 60);

/// Kind of transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransferKind {
    Sale,
    Redemption,
    /// Opposite of an earlier transfer, to which it refers.
    Reversal,
    /// Remaining balance of a card, which the shop paid out in cash and the platform owes to the
    /// shop.
    CashOut,
    /// Full reversal of a card's charge at the gateway.
    ChargeReversal,
    /// Partial refund of an order's charge at the gateway.
    PartialRefund,
    /// Refund of a card's remaining balance to its buyer.
    Refund,
    /// Payment of the amount owed to a vendor or charity.
    Payout,
    /// Tax on the commission of a vendor's statement, or the return of tax for refunded cards.
    CommissionTax,
    /// Batch of charges and refunds that the gateway has settled.
    Settlement,
    /// Line of a bank statement that an administrator has matched.
    BankLine,
}

/// Actor of a transfer.
#[derive(Clone, Copy, Debug)]
pub enum PostedBy {
    Person(PersonId),
    /// Clerk who signed in by PIN at a till.
    AtTill(PersonId, TillId),
    /// Part of the program.
    Program(&'static str),
}

impl std::fmt::Display for PostedBy {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PostedBy::Person(person) | PostedBy::AtTill(person, _) => person.fmt(out),
            PostedBy::Program(part) => write!(out, "program:{part}"),
        }
    }
}

/// Owner of a transfer: a vendor, with whose other data the transfer is stored, or the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Books {
    Vendor(TenantId),
    /// Transfers that belong to no single vendor.
    Platform,
}

/// Transfer to record.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub books: Books,
    pub kind: TransferKind,
    pub entries: Entries,
    pub order: Option<OrderId>,
    pub card: Option<CardId>,
    pub reason: Option<String>,
}

/// Recorded transfer.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    pub id: TransferId,
    /// Balance of the card after the transfer, if it changed one.
    pub balance: Option<Cents>,
    pub moved_at: Timestamp,
}

/// Balance of a card that the caller has locked and read, so that the ledger need not read it
/// again.
#[derive(Clone, Copy, Debug)]
pub struct LockedBalance {
    pub card: CardId,
    pub balance: Cents,
    pub moved_at: Timestamp,
}

/// Proof that no stop forbids movements of money at present. Also holds the time from which on the
/// books are open, because no transfer may be recorded in a closed month.
#[derive(Clone, Copy, Debug)]
pub struct MoneyMoves {
    open_from: Timestamp,
}

impl MoneyMoves {
    /// SQL column for other statements: the time from which the books are open, null while money is
    /// stopped.
    pub const COLUMN: &str = store::OPEN_FROM;

    /// Creates the proof from the value of [`MoneyMoves::COLUMN`]. Fails while money is stopped.
    pub fn of(open_from: Option<Timestamp>) -> Result<MoneyMoves> {
        let open_from = open_from.ok_or(Error::Refused(LEDGER_STOPPED))?;
        Ok(MoneyMoves { open_from })
    }

    pub fn ask(tx: &mut Tx<'_>) -> Result<MoneyMoves> {
        MoneyMoves::of(tx.ask(store::books_open_from())?)
    }

    /// Returns the time of a transfer. A node with a slow clock can't post into a closed month.
    pub fn moment(self, now: Timestamp) -> Timestamp {
        now.max(self.open_from)
    }
}

/// Returns a query for the time from which the books are open. Callers combine it with other
/// queries and pass its answer to [`MoneyMoves::of`].
pub fn books_open_from() -> impl Ask<Answer = Option<Timestamp>> {
    store::books_open_from()
}

/// Records a transfer and changes the balances of its cards, which the caller has locked.
pub fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
) -> Result<Recorded> {
    let now = MoneyMoves::ask(tx)?.moment(now);
    write(tx, now, by, transfer, None, Known::Nothing)
}

/// Like [`record`], for one card whose balance the caller knows. Runs no query.
pub fn record_on(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
    card: LockedBalance,
    moves: MoneyMoves,
) -> Result<Recorded> {
    write(tx, moves.moment(now), by, transfer, None, Known::Locked(card))
}

/// Balance of a card that the caller has just created.
#[derive(Clone, Copy, Debug)]
pub struct NewBalance {
    pub card: CardId,
    pub balance: Cents,
    pub moved_at: Timestamp,
}

/// Like [`record`], for a transfer between accounts that are no cards, whose caller has asked whether
/// money moves. Runs no query, so many such transfers can be written together.
pub fn record_without_card(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
    moves: MoneyMoves,
) -> Result<Recorded> {
    write(tx, moves.moment(now), by, transfer, None, Known::Nothing)
}

/// Records the transfer with the initial balance of a new card.
pub fn record_new(
    tx: &mut Tx<'_>,
    by: PostedBy,
    transfer: &Transfer,
    card: NewBalance,
    moves: MoneyMoves,
) -> Result<Recorded> {
    write(tx, moves.moment(card.moved_at), by, transfer, None, Known::New(card))
}

/// Reverses an earlier transfer. Each transfer can be reversed once.
pub fn reverse(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    earlier: &TransferRow,
    reason: Option<String>,
) -> Result<Recorded> {
    let books = earlier.vendor_id;
    if store::is_reversed(tx, books, earlier.id)? {
        return Err(Error::Refused(ALREADY_REVERSED));
    }
    let transfer = Transfer {
        books,
        kind: TransferKind::Reversal,
        entries: Entries::opposite_of(&store::entries_of(tx, books, earlier.id)?)?,
        order: earlier.order_id,
        card: earlier.card_id,
        reason,
    };
    let now = MoneyMoves::ask(tx)?.moment(now);
    write(tx, now, by, &transfer, Some(earlier.id), Known::Nothing)
}

/// Facts that the caller knows about the card.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    Locked(LockedBalance),
    New(NewBalance),
}

fn write(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
    reverses: Option<TransferId>,
    known: Known,
) -> Result<Recorded> {
    let is_use = matches!(transfer.kind, TransferKind::Redemption | TransferKind::CashOut);
    let (mut moment, mut balance) = (now, None);
    let mut lines = Vec::new();
    for (account, amount) in transfer.entries.lines()? {
        let mut after = None;
        if let Account::Card(card) = account {
            let (left, moved_at) = match known {
                Known::Locked(known) if known.card == card => {
                    add_to_known(tx, transfer.books, known, amount, now, is_use)?
                }
                Known::New(made) if made.card == card && made.balance == amount => {
                    (made.balance, made.moved_at)
                }
                Known::New(_) => {
                    let what = format!("{card} was not made with what its transfer puts on it");
                    return Err(Error::Internal(what));
                }
                _ => store::add_to_card(tx, transfer.books, card, amount, now, is_use)?,
            };
            moment = moment.max(moved_at);
            after = Some(left);
            balance = after;
        }
        lines.push(Line { account, amount, balance: after });
    }
    let id = TransferId::new(moment);
    store::insert_transfer(tx, id, moment, by, transfer, reverses)?;
    store::insert_entries(tx, transfer.books, id, &lines, moment)?;
    Ok(Recorded { id, balance, moved_at: moment })
}

/// Changes a card's balance and returns the new balance with its time. Each time is later than the
/// previous one, whatever the nodes' clocks say, so that events of a card are ordered.
fn add_to_known(
    tx: &mut Tx<'_>,
    books: Books,
    known: LockedBalance,
    amount: Cents,
    now: Timestamp,
    is_use: bool,
) -> Result<(Cents, Timestamp)> {
    let LockedBalance { card, balance, moved_at } = known;
    let moved_at = if moved_at < now { now } else { moved_at.plus(Duration::from_micros(1)) };
    let left = balance
        .checked_add(amount)
        .map_err(|_| Error::Internal(format!("{card} can't hold so much")))?;
    store::add_to_locked_card(tx, books, card, amount, moved_at, is_use)?;
    Ok((left, moved_at))
}

/// Refuses to move money while the books don't balance, so that the fault can be examined in
/// unchanged books.
pub fn refuse_when_stopped(tx: &mut Tx<'_>) -> Result<()> {
    MoneyMoves::ask(tx).map(drop)
}

/// Stops all movements of money, unless they are stopped already.
pub fn stop(tx: &mut Tx<'_>, now: Timestamp, breach: &Breach) -> Result<()> {
    store::insert_stop(tx, &breach.to_string(), now)
}

/// Returns the reasons for which money is stopped at present.
pub fn stops(tx: &mut Tx<'_>) -> Result<Vec<StopId>> {
    store::stops(tx)
}

/// Lifts these stops after their reasons are resolved; later stops remain. Returns true if money
/// moves again.
pub fn resume(tx: &mut Tx<'_>, stops: &[StopId]) -> Result<bool> {
    for stop in stops {
        store::delete_stop(tx, stop)?;
    }
    Ok(!stops.is_empty() && store::find_stop(tx)?.is_none())
}

/// Finds a transfer that changed this vendor's card.
pub fn find_of_card(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    transfer: TransferId,
) -> Result<Option<TransferRow>> {
    Ok(store::find(tx, Books::Vendor(vendor), transfer)?.filter(|row| row.card_id == Some(card)))
}

/// Finds a transfer in these books.
pub fn find(tx: &mut Tx<'_>, books: Books, transfer: TransferId) -> Result<Option<TransferRow>> {
    store::find(tx, books, transfer)
}

/// Lists an order's transfers of a kind, except reversed ones.
pub fn list_of_order(
    tx: &mut Tx<'_>,
    order: OrderId,
    kind: TransferKind,
) -> Result<Vec<TransferRow>> {
    store::list_of_order(tx, order, kind)
}

/// Returns true if the remaining balance of the card was paid out in cash.
pub fn is_cashed_out(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<bool> {
    store::is_cashed_out(tx, vendor, card)
}

/// Finds this person's last redemption of exactly this amount from a card, made after a time.
pub fn find_redemption(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    person: PersonId,
    value: Cents,
    since: Timestamp,
) -> Result<Option<TransferId>> {
    store::find_redemption(tx, vendor, card, PostedBy::Person(person), value, since)
}

/// Lists the events of a card, newest first.
pub fn list_of_card(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    page: PageRequest,
) -> Result<Page<CardEntry>> {
    let rows = store::list_of_card(tx, vendor, card, page)?;
    Page::counted(rows, page, || store::count_of_card(tx, vendor, card))
}

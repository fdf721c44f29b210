//! The ledger: which account owes what to which, in transfers whose entries add up to nothing. It only grows. It knows
//! accounts and cards, and nothing of orders, payments or shops.

mod checks;
mod entries;
pub mod errors;
mod many;
mod seals;
mod statements;
mod store;

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
    AccountSums, Payee, Span, StatementLine, first_day_of, owed_for_cards_sold, platform_shares,
    statement_lines, sums_of,
};
use store::Line;
pub use store::{CardEntry, StopId, TransferRow};

/// The rows of the ledger that are sealed. They include the cancelling of an order: its transfers say who did it, and why.
pub const CHAINS: &[&Chain] = &[&store::seals::TRANSFERS];

/// A row may be seen so much later than it says, on whatever node it was made.
pub const LATE: Duration = Duration::from_secs(15 * 60);

/// Kind of transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransferKind {
    Sale,
    Redemption,
    /// The opposite of an earlier transfer, which it names.
    Reversal,
    /// The shop paid the rest of a card from its till, and is owed it.
    CashOut,
    /// The whole charge of a card was reversed at the gateway.
    ChargeReversal,
    /// A part of an order's charge was refunded at the gateway.
    PartialRefund,
    /// The rest of a card was given back to its buyer.
    Refund,
    /// What a vendor or a charity is owed was paid to them.
    Payout,
}

/// Who moves it.
#[derive(Clone, Copy, Debug)]
pub enum PostedBy {
    Person(PersonId),
    /// Somebody who signed in by PIN at a till.
    AtTill(PersonId, TillId),
    /// The program itself: which part of it.
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

/// Whose a transfer is: it stands with everything else of that vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Books {
    Vendor(TenantId),
    /// No single vendor's.
    Platform,
}

/// What is to be written down.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub books: Books,
    pub kind: TransferKind,
    pub entries: Entries,
    pub order: Option<OrderId>,
    pub card: Option<CardId>,
    pub reason: Option<String>,
}

/// What was written down.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    pub id: TransferId,
    /// What is on the card now, if the transfer moved something on one.
    pub balance: Option<Cents>,
    pub moved_at: Timestamp,
}

/// What is on a card that is locked: whoever knows it need not ask again.
#[derive(Clone, Copy, Debug)]
pub struct LockedBalance {
    pub card: CardId,
    pub balance: Cents,
    pub moved_at: Timestamp,
}

/// The proof that money moves at present: the books balance. In months that are closed nothing moves any more.
#[derive(Clone, Copy, Debug)]
pub struct MoneyMoves {
    open_from: Timestamp,
}

impl MoneyMoves {
    /// A column of another statement: from when on the books are open, null while money is stopped.
    pub const COLUMN: &str = store::OPEN_FROM;

    /// From what a statement with that column has found out.
    pub fn of(open_from: Option<Timestamp>) -> Result<MoneyMoves> {
        let open_from = open_from.ok_or(Error::Refused(LEDGER_STOPPED))?;
        Ok(MoneyMoves { open_from })
    }

    pub fn ask(tx: &mut Tx<'_>) -> Result<MoneyMoves> {
        MoneyMoves::of(tx.ask(store::books_open_from())?)
    }

    /// When a transfer of this moment is written down: a clock that is behind books nothing in a closed month.
    pub fn moment(self, now: Timestamp) -> Timestamp {
        now.max(self.open_from)
    }
}

/// What [`MoneyMoves`] is made of, to be asked for together with other things.
pub fn books_open_from() -> impl Ask<Answer = Option<Timestamp>> {
    store::books_open_from()
}

/// Writes a transfer and changes the balances of its cards, which the caller has locked.
pub fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    transfer: &Transfer,
) -> Result<Recorded> {
    let now = MoneyMoves::ask(tx)?.moment(now);
    write(tx, now, by, transfer, None, Known::Nothing)
}

/// The same on one card of which the caller knows all that has to be known: nothing is asked.
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

/// What is on a card that the caller has just made.
#[derive(Clone, Copy, Debug)]
pub struct NewBalance {
    pub card: CardId,
    pub balance: Cents,
    pub moved_at: Timestamp,
}

/// Writes the transfer that puts on a new card what it was made with.
pub fn record_new(
    tx: &mut Tx<'_>,
    by: PostedBy,
    transfer: &Transfer,
    card: NewBalance,
    moves: MoneyMoves,
) -> Result<Recorded> {
    write(tx, moves.moment(card.moved_at), by, transfer, None, Known::New(card))
}

/// Puts an earlier transfer right by its opposite. Each can be reversed once.
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

/// What the caller knows of the card on which something moves.
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

/// Adds to what is on a card; what is on it then, and when that is: each time later than the time before, whatever the
/// clocks of several nodes say, so that what happened on a card has one order.
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
        .ok_or_else(|| Error::Internal(format!("{card} can't hold so much")))?;
    store::add_to_locked_card(tx, books, card, amount, moved_at, is_use)?;
    Ok((left, moved_at))
}

/// While the books don't balance no money moves: whoever looks for the mistake must not have to chase it.
pub fn refuse_when_stopped(tx: &mut Tx<'_>) -> Result<()> {
    MoneyMoves::ask(tx).map(drop)
}

/// Stops all movement of money, unless it is stopped already.
pub fn stop(tx: &mut Tx<'_>, now: Timestamp, breach: &Breach) -> Result<()> {
    store::insert_stop(tx, &breach.to_string(), now)
}

/// Why money is stopped at this moment, if it is.
pub fn stops(tx: &mut Tx<'_>) -> Result<Vec<StopId>> {
    store::stops(tx)
}

/// Lifts these stops, whose reasons are gone; one that came since stays. True when money moves again.
pub fn resume(tx: &mut Tx<'_>, stops: &[StopId]) -> Result<bool> {
    for stop in stops {
        store::delete_stop(tx, stop)?;
    }
    Ok(!stops.is_empty() && store::find_stop(tx)?.is_none())
}

/// A transfer that moved something on this card of a vendor's.
pub fn find_of_card(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    transfer: TransferId,
) -> Result<Option<TransferRow>> {
    Ok(store::find(tx, Books::Vendor(vendor), transfer)?.filter(|row| row.card_id == Some(card)))
}

/// A transfer, in whoever's books.
pub fn find(tx: &mut Tx<'_>, books: Books, transfer: TransferId) -> Result<Option<TransferRow>> {
    store::find(tx, books, transfer)
}

/// The transfers of a kind that an order has, but for those that were reversed.
pub fn list_of_order(
    tx: &mut Tx<'_>,
    order: OrderId,
    kind: TransferKind,
) -> Result<Vec<TransferRow>> {
    store::list_of_order(tx, order, kind)
}

/// Whether the rest of a card was paid out in cash.
pub fn is_cashed_out(tx: &mut Tx<'_>, vendor: TenantId, card: CardId) -> Result<bool> {
    store::is_cashed_out(tx, vendor, card)
}

/// The last redemption of this value from a card by this person since then.
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

/// What happened on a card, the newest first.
pub fn list_of_card(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
    page: PageRequest,
) -> Result<Page<CardEntry>> {
    let rows = store::list_of_card(tx, vendor, card, page)?;
    Page::counted(rows, page, || store::count_of_card(tx, vendor, card))
}

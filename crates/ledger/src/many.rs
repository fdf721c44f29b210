//! Records or reverses transfers on many cards of an order in a few statements, instead of several
//! round trips to the database per card.

use std::{collections::BTreeMap, time::Duration};

use db::{Ask, Tx};

use super::{
    Account, Books, Entries, LockedBalance, MoneyMoves, PostedBy, Transfer, TransferKind,
    TransferRow,
    store::{self, Line, many},
};
use kernel::{
    ids::{CardId, OrderId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use platform::error::{Error, Result};

/// Transfer to record on a card whose row the caller has locked.
pub struct OnLockedCard {
    pub transfer: Transfer,
    /// Earlier transfer that the new transfer reverses; `None` if it is not a reversal.
    pub reverses: Option<TransferId>,
    pub card: LockedBalance,
}

/// Recorded transfer with its entries, as pairs of account and amount.
#[derive(Clone, Debug)]
pub struct WithEntries {
    pub row: TransferRow,
    pub entries: Vec<(Account, Cents)>,
}

impl WithEntries {
    /// Returns the transfer that reverses this one on the locked card.
    pub fn opposite(&self, card: LockedBalance, reason: &str) -> Result<OnLockedCard> {
        let transfer = Transfer {
            books: self.row.vendor_id,
            kind: TransferKind::Reversal,
            entries: Entries::opposite_of(&self.entries)?,
            order: self.row.order_id,
            card: self.row.card_id,
            reason: Some(reason.to_owned()),
        };
        Ok(OnLockedCard { transfer, reverses: Some(self.row.id), card })
    }
}

/// Like [`list_of_order`](super::list_of_order), but also returns the entries of each transfer.
pub fn list_with_entries(
    order: OrderId,
    kind: TransferKind,
) -> impl Ask<Answer = Vec<WithEntries>> {
    many::of_order(order, kind).map(|rows| {
        let mut found: Vec<WithEntries> = Vec::new();
        for many::EntryRow {
            vendor_id,
            id,
            kind,
            order_id,
            card_id,
            actor,
            created_at,
            account,
            amount,
        } in rows
        {
            match found.last_mut().filter(|last| last.row.id == id) {
                Some(last) => last.entries.push((account, amount)),
                None => found.push(WithEntries {
                    row: TransferRow { vendor_id, id, kind, order_id, card_id, actor, created_at },
                    entries: vec![(account, amount)],
                }),
            }
        }
        found
    })
}

/// Records all transfers and changes the balances of their cards. Each card may occur only once.
pub fn record_all(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    moves: MoneyMoves,
    all: &[OnLockedCard],
) -> Result<()> {
    let now = moves.moment(now);
    let mut changes: BTreeMap<(String, Cents), (Books, Vec<CardId>)> = BTreeMap::new();
    tx.batched(|tx| {
        for one in all {
            let OnLockedCard { transfer, reverses, card } = one;
            let mut moment = now;
            let mut lines = Vec::new();
            for (account, amount) in transfer.entries.lines()? {
                let mut balance = None;
                if account == Account::Card(card.card) {
                    // The new balance and its time must equal those that the UPDATE of the card
                    // computes.
                    let next = card.moved_at.plus(Duration::from_micros(1));
                    moment = if card.moved_at < now { now } else { next };
                    let left =
                        card.balance.checked_add(amount).ok().filter(|left| !left.is_negative());
                    let left = left.ok_or_else(|| {
                        Error::Internal(format!("{} can't hold what it is to have", card.card))
                    })?;
                    balance = Some(left);
                    let key = (store::owner_of(transfer.books), amount);
                    let (_, cards) = changes.entry(key).or_insert((transfer.books, Vec::new()));
                    cards.push(card.card);
                } else if matches!(account, Account::Card(_)) {
                    return Err(Error::Internal(format!("{account} is not locked")));
                }
                lines.push(Line { account, amount, balance });
            }
            let id = TransferId::new(moment);
            store::insert_transfer(tx, id, moment, by, transfer, *reverses)?;
            store::insert_entries(tx, transfer.books, id, &lines, moment)?;
        }
        Ok::<_, Error>(())
    })?;
    for ((_, amount), (books, cards)) in changes {
        many::add_to_cards(tx, books, &cards, amount, now)?;
    }
    Ok(())
}

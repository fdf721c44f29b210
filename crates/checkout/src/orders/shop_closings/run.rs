//! Job that closes a shop. Each run refunds or hands over the cards of some orders, each order in
//! its own transaction, and enqueues a job for the next cards. Processed cards have no balance
//! left, so a repeated run skips them.

use std::{collections::BTreeSet, sync::Arc};

use db::Tx;
use serde::{Deserialize, Serialize};

use access::audit::Author;
use cards::CardRefund;
use kernel::{
    ids::{CardId, JobId, OrderId, PersonId, ShopClosingId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{Job, JobClass, JobError, enqueue},
};

use super::{handing_over, rules, store};
use crate::{
    orders::{
        refunds::{self, Refund, RefundOfClosing},
        shop_closings::{
            rules::{Obstacle, OrderFacts},
            store::{ClosingRow, NewLeft},
        },
        support::{self, Dossier},
    },
    payments::{State, errors::TOO_MANY_REFUNDS},
};

/// Maximum number of cards that one run processes.
const MAX_CARDS: i64 = 50;

/// Job that refunds or hands over some of a closing shop's cards, and enqueues itself for the next
/// cards.
#[derive(Serialize, Deserialize)]
pub struct RunClosing {
    pub vendor: TenantId,
    pub closing: ShopClosingId,
}

impl Job for RunClosing {
    const KIND: &'static str = "shop closing";
    const CLASS: JobClass = JobClass::Money;
}

/// Orders that one run of the job processes.
struct Piece {
    closing: ClosingRow,
    shop: String,
    orders: BTreeSet<(OrderId, PersonId)>,
    /// Last card of this run; `None` if no cards with a balance are left.
    last: Option<CardId>,
}

pub async fn run_closing(app: Arc<App>, _: JobId, job: RunClosing) -> Result<(), JobError> {
    let RunClosing { vendor, closing } = job;
    let Some(piece) = app.db.read(move |tx| next_piece(tx, vendor, closing)).await? else {
        return Ok(());
    };
    for (order, buyer) in &piece.orders {
        end_order(&app, &piece, *order, *buyer).await?;
    }
    let (row, last) = (piece.closing, piece.last);
    app.write(move |tx, app, now| match last {
        Some(last) => {
            if store::set_reached(tx, &row, last)? {
                enqueue(tx, now, &RunClosing { vendor, closing })?;
            }
            Ok(())
        }
        None => super::end(tx, app, now, &row).map(drop),
    })
    .await
    .map_err(|error: Error| error.into())
}

fn next_piece(tx: &mut Tx<'_>, vendor: TenantId, closing: ShopClosingId) -> Result<Option<Piece>> {
    let closing = store::find(tx, vendor, closing)?.filter(ClosingRow::is_running);
    let Some(closing) = closing else { return Ok(None) };
    let cards = cards::list_left_at(tx, vendor, &closing.reached, MAX_CARDS)?;
    let shop = tenants::name_of(tx, vendor)?.unwrap_or_default();
    let last = cards.last().map(|(card, ..)| *card);
    let orders = cards.into_iter().map(|(_, order, buyer)| (order, buyer)).collect();
    Ok(Some(Piece { closing, shop, orders, last }))
}

/// Refunds or hands over the shop's cards in an order, or records why they can't be refunded or
/// handed over.
async fn end_order(
    app: &Arc<App>,
    piece: &Piece,
    order: OrderId,
    buyer: PersonId,
) -> Result<(), JobError> {
    let (row, shop) = (piece.closing.clone(), piece.shop.clone());
    let refund = app.write(move |tx, app, now| match row.successor_id {
        Some(to) => handing_over::end_order(tx, app, now, (&row, to), &shop, (order, buyer)),
        None => refund_order(tx, app, now, &row, &shop, (order, buyer)),
    });
    match refund.await {
        Err(Error::Refused(TOO_MANY_REFUNDS)) => {
            let row = piece.closing.clone();
            let write_down = move |tx: &mut Tx<'_>| {
                let before = support::lock(tx, buyer, order)?;
                leave(tx, &row, &before, Obstacle::TooManyRefunds)
            };
            app.db.write(write_down).await.map_err(JobError::from)
        }
        other => other.map_err(JobError::from),
    }
}

fn refund_order(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &ClosingRow,
    shop: &str,
    (order, buyer): (OrderId, PersonId),
) -> Result<()> {
    let before = support::lock(tx, buyer, order)?;
    let by = row.decided_by.unwrap_or(row.requested_by);
    let facts = OrderFacts {
        is_of_a_decider: buyer == by || buyer == row.requested_by,
        is_charge_reversed: before.is_charge_reversed(),
        has_open_request: before.open_refund_request().is_some(),
        is_paid: before.attempts.iter().any(|attempt| attempt.state == State::Issued),
        is_charge_too_old: before.is_charge_too_old(now),
    };
    if let Some(cause) = rules::obstacle(facts) {
        return leave(tx, row, &before, cause);
    }
    let cards = left_of(&before, row.vendor_id);
    if cards.is_empty() {
        return Ok(());
    }
    let refund = Refund {
        order,
        cards,
        reason: row.reason.clone(),
        closing: Some(RefundOfClosing { id: row.id, shop: shop.to_owned() }),
    };
    let link = format!("{}/orders", app.public_url(before.order.brand));
    refunds::give_back(tx, now, &Author::decided(by), &before, &refund, link)?;
    store::add_done(tx, row, count(&refund.cards), refund.amount()?)
}

/// Returns the shop's cards in an order that have a balance, with their balances.
pub(super) fn left_of(before: &Dossier, shop: TenantId) -> Vec<CardRefund> {
    let cards = before.cards.iter();
    let left = cards.filter(|card| card.vendor_id == shop && card.balance.is_positive());
    left.map(|card| CardRefund { card: card.id, amount: card.balance }).collect()
}

pub(super) fn leave(
    tx: &mut Tx<'_>,
    row: &ClosingRow,
    before: &Dossier,
    cause: Obstacle,
) -> Result<()> {
    let cards = left_of(before, row.vendor_id);
    if cards.is_empty() {
        return Ok(());
    }
    let amount = Cents::sum(cards.iter().map(|card| card.amount))?;
    let (order, buyer) = (before.order.id, before.order.person_id);
    store::put_left(tx, row, &NewLeft { order, buyer, cards: count(&cards), amount, cause })
}

pub(super) fn count<T>(cards: &[T]) -> i64 {
    i64::try_from(cards.len()).unwrap_or(i64::MAX)
}

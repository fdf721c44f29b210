//! Orders as those see them who help customers: whose ever they are, with every attempt to pay, and the way back.

use db::Tx;

use super::{OrderRow, settle, store};
use crate::{
    accounts,
    app::App,
    auth::PersonId,
    cards::{self, AddressChange, CardRow},
    error::{Code, Error, Result},
    kernel::{
        paging::{Page, PageRequest},
        search::Search,
        timestamp::Timestamp,
    },
    ledger::OrderId,
    mail::{self, Letter, Mail},
    payments::{self, AttemptRow, State},
};

/// Everything about an order.
pub struct Dossier {
    pub order: OrderRow,
    pub cards: Vec<CardRow>,
    /// The oldest first.
    pub attempts: Vec<AttemptRow>,
    /// Where its gifts were sent before, the oldest first.
    pub address_changes: Vec<AddressChange>,
}

impl Dossier {
    /// Whether it can be taken back: it was paid for, and nothing of it was spent.
    pub fn can_be_cancelled(&self) -> bool {
        self.order.paid_at.is_some()
            && self.order.cancelled_at.is_none()
            && self.cards.iter().all(|card| card.balance == card.face)
    }
}

/// Orders by their number, their buyer, or the card they were paid with.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Page<OrderRow>> {
    let rows = store::search(tx, search, page)?;
    Page::counted(rows, page, || store::count_found(tx, search))
}

pub async fn open(app: &App, id: OrderId) -> Result<Dossier> {
    app.db.read(move |tx| read(tx, id)).await
}

fn read(tx: &mut Tx<'_>, id: OrderId) -> Result<Dossier> {
    let order = store::find_any(tx, id)?.ok_or(Error::NotFound)?;
    let cards = cards::of_order(tx, id)?;
    let attempts = payments::list_of(tx, id)?;
    let address_changes = cards::address_changes(tx, id)?;
    Ok(Dossier { order, cards, attempts, address_changes })
}

/// Takes an order back: empties its cards and gives the buyer their money. Done twice, it is done once.
pub async fn cancel(app: &App, by: PersonId, id: OrderId, reason: String) -> Result<Dossier> {
    let (now, link) = (app.clock.now(), app.config.clone());
    let listening_on = app.listening_on.clone();
    app.db
        .write(move |tx| {
            store::find_any(tx, id)?.ok_or(Error::NotFound)?;
            store::lock_cart(tx, id)?;
            let before = read(tx, id)?;
            if before.order.cancelled_at.is_some() {
                return Ok(before);
            }
            let paid = before.attempts.iter().find(|attempt| attempt.state == State::Issued);
            let paid = paid.ok_or(Error::Refused(Code::OrderNotPaid))?;
            cards::take_back(tx, now, by, id, &reason)?;
            store::set_cancelled(tx, id, by, &reason, now)?;
            payments::set_state(tx, now, paid, State::VoidPending)?;
            settle::follow(tx, now, paid, now)?;
            let site = link.public_url(before.order.brand, &listening_on);
            tell_buyer(tx, now, &before.order, format!("{site}/orders"))?;
            read(tx, id)
        })
        .await
}

fn tell_buyer(tx: &mut Tx<'_>, now: Timestamp, order: &OrderRow, link: String) -> Result<()> {
    let Some(reader) = accounts::reader(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::OrderCancelled {
        first_name: reader.first_name,
        number: order.cart_id.to_string(),
        total: order.total.unwrap_or_default().format(reader.language),
        paid_with: order.paid_with.clone(),
        link,
    };
    let mail = Mail { to: reader.email, brand: order.brand, lang: reader.language, letter };
    mail::post(tx, now, &mail).map(drop)
}

//! Gift lists: many gifts of one shop that a buyer adds to the cart at once, from a table with one
//! recipient in each row. In the cart and the order each gift is an item like any other, so that the
//! rules for prices, limits, refunds and days are the same.

mod table;

use std::{sync::Arc, time::Duration};

use db::Tx;

use access::auth::Actor;
use cards::{SendTime, SendWish};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, GiftListId, PersonId, TenantId},
    messages::Message,
    money::Cents,
    time_zones::Zone,
    timestamp::Timestamp,
};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
};

use super::{
    Cart, CartState, Gift, NewItem, OffSale, OfferRow, Source, load_of, lock_existing, lock_open,
    read, refuse_overload, store,
};

pub use table::{ListRow, ListedGift, MAX_TABLE_BYTES, Shared};

/// A table of recipients, with the values that all gifts share.
#[derive(Clone, Debug)]
pub struct NewList {
    pub vendor: TenantId,
    pub campaign: Option<CampaignId>,
    pub table: Vec<u8>,
    pub shared: Shared,
}

/// Rows of a table, with their problems. Nothing is stored.
pub struct ListPreview {
    pub rows: Vec<ListRow>,
    /// Headings that were not understood.
    pub unknown: Vec<String>,
}

impl ListPreview {
    /// Sum of the gifts that have no problem.
    pub fn total(&self) -> Result<Cents> {
        let gifts = self.rows.iter().filter_map(|row| row.gift.as_ref());
        Ok(Cents::sum(gifts.map(|gift| gift.price))?)
    }
}

/// A list in the cart.
pub struct ListAdded {
    pub id: GiftListId,
    pub cards: i64,
    pub total: Cents,
}

/// Facts about the shop against which rows are checked.
struct Offer {
    row: OfferRow,
    zone: Zone,
}

/// Reads a list and checks each row against the shop, the campaign and the clock.
pub async fn preview(app: &Arc<App>, list: NewList) -> Result<ListPreview> {
    let NewList { vendor, campaign, .. } = list;
    let (offer, now) = app
        .read(move |tx, _, now| Ok::<_, Error>((find_offer(tx, vendor, campaign, now)?, now)))
        .await?;
    check(&list, &offer, now)
}

fn find_offer(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    now: Timestamp,
) -> Result<Offer> {
    let refused = |off: OffSale| Error::Invalid(Fields::one(off.field(), off.message()));
    let row = store::find_offer(tx, vendor, campaign)?.ok_or_else(|| refused(OffSale::Shop))?;
    // The amounts are those of the rows, so that only shop and campaign are checked here.
    match row.off_sale(Cents::ZERO, BusinessDate::of(now)) {
        Some(off @ (OffSale::Shop | OffSale::Campaign)) => return Err(refused(off)),
        Some(OffSale::Amount(_)) | None => {}
    }
    let zone = tenants::zone_of(tx, vendor)?.ok_or(Error::NotFound)?;
    Ok(Offer { row, zone })
}

fn check(list: &NewList, offer: &Offer, now: Timestamp) -> Result<ListPreview> {
    let read = table::read(&list.table, &list.shared)
        .map_err(|message| Error::Invalid(Fields::one("table", message)))?;
    let mut rows = read.rows;
    for row in &mut rows {
        let Some(gift) = &row.gift else { continue };
        if let Some(off) = offer.row.off_sale(gift.price, BusinessDate::of(now)) {
            row.problems.add("amount", off.message());
        }
        if let Some(Err(message)) = gift.send.map(|send| send_time(send, offer, now)) {
            row.problems.add("day", message);
        }
        if !row.problems.is_empty() {
            row.gift = None;
        }
    }
    Ok(ListPreview { rows, unknown: read.unknown })
}

fn send_time(send: SendWish, offer: &Offer, now: Timestamp) -> Result<SendTime, Message> {
    send.at(offer.zone).refuse_unless_ahead(now)
}

/// Adds the gifts of a list to the caller's cart. If one row has a problem, adds none and names the
/// row. A list that is sent again with the same key is not added twice.
pub async fn add(
    app: &Arc<App>,
    actor: &Actor,
    list: NewList,
    from: String,
    key: Option<String>,
) -> Result<ListAdded> {
    let person = actor.person;
    let source = key.map(|key| Source::Key(format!("list {key}")));
    app.write(move |tx, _, now| {
        let cart = lock_open(tx, now, person)?;
        if let Some(source) = &source
            && let Some(id) = store::find_list(tx, person, source)?
        {
            return added(tx, person, id);
        }
        let offer = find_offer(tx, list.vendor, list.campaign, now)?;
        let checked = check(&list, &offer, now)?;
        let gifts = gifts_of(&checked)?;
        let there = tx.ask(store::items(person, cart))?;
        refuse_overload(load_of(&there).with(gifts.iter().map(|_| (true, 1))))?;
        let id = GiftListId::new(now);
        tx.batched(|tx| {
            for (place, gift) in gifts.iter().enumerate() {
                // A cart lists its items by time of creation.
                let moment = now.plus(Duration::from_micros(place as u64));
                let item = item_of(&list, gift, &from, source.clone());
                let send = gift.send.map(|send| send.at(offer.zone));
                store::insert_item(tx, moment, person, cart, &item, send, Some(id))?;
            }
            Ok::<_, Error>(())
        })?;
        store::touch(tx, person, cart, now)?;
        added(tx, person, id)
    })
    .await
}

/// Returns the gifts of a list whose rows have no problem. Otherwise names all problems.
fn gifts_of(list: &ListPreview) -> Result<Vec<&ListedGift>> {
    let mut fields = Fields::default();
    for (index, row) in list.rows.iter().enumerate() {
        for (path, message) in row.problems.messages() {
            fields.add(&format!("rows[{index}].{path}"), message.clone());
        }
    }
    if !fields.is_empty() {
        return Err(Error::Invalid(fields));
    }
    Ok(list.rows.iter().filter_map(|row| row.gift.as_ref()).collect())
}

fn item_of(list: &NewList, gift: &ListedGift, from: &str, source: Option<Source>) -> NewItem {
    NewItem {
        vendor: list.vendor,
        campaign: list.campaign,
        price: gift.price,
        quantity: 1,
        gift: Some(Gift {
            to: gift.to.clone(),
            recipient: gift.recipient.clone(),
            from: from.to_owned(),
            message: gift.message.clone(),
            send: gift.send,
        }),
        source,
    }
}

fn added(tx: &mut Tx<'_>, person: PersonId, id: GiftListId) -> Result<ListAdded> {
    let (cards, total) = store::sum_of_list(tx, person, id)?;
    Ok(ListAdded { id, cards, total })
}

/// Removes all gifts of a list from the caller's cart, and returns the cart.
pub async fn remove(app: &Arc<App>, actor: &Actor, list: GiftListId) -> Result<Cart> {
    let person = actor.person;
    app.write(move |tx, _, now| {
        let cart = lock_existing(tx, person)?;
        if !store::delete_list(tx, person, cart, list)? {
            return Err(Error::NotFound);
        }
        store::touch(tx, person, cart, now)?;
        read(tx, now, person, Some((cart, CartState::Open)))
    })
    .await
}

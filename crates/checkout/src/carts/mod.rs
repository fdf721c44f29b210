//! Carts. Each person has one current cart. A cart can't be changed while a payment for it is being
//! confirmed. After a cart is sold, new items go into a new cart. While the gateway or an
//! administrator reviews a payment, its cart is set aside, so that the owner can fill another cart.

pub mod api;
pub mod errors;
mod lists;
mod rules;
mod store;

use std::{fmt, sync::Arc, time::Duration};

use db::{Ask, Engine, Rows, Tx};
use serde::Serialize;

use access::auth::{self, Actor};
use cards::{SendTime, SendWish};
use kernel::{
    contact::Email,
    crockford,
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, ItemId, OrderId, PersonId, TenantId},
    messages::Message,
    money::Cents,
    random::random_bytes,
    timestamp::Timestamp,
};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::carts::{
    errors::{CART_FROZEN, PAYMENT_UNDERWAY},
    rules::Load,
};

use lists::{ListPreview, ListRow, MAX_TABLE_BYTES, NewList, Shared};
pub use rules::{MAX_CARDS, MAX_ITEMS, OffSale, too_many_items};
pub use store::{CartState, ItemRow, OfferRow};

/// Time within which a browser's local cart that is sent again counts as a repeated request, not as
/// additional items.
const SAME_SENDING: Duration = Duration::from_secs(120);

/// Id of a cart, shown to its owner and sent to the card gateway: 80 random bits in 16 characters.
/// The gateway allows 20 characters, which leaves room for the number of the payment attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CartId([u8; 10]);

impl CartId {
    pub fn random() -> CartId {
        CartId(random_bytes())
    }

    pub fn parse(text: &str) -> Option<CartId> {
        let id = CartId(crockford::decode(text)?);
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for CartId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&crockford::encode(&self.0))
    }
}

impl fmt::Debug for CartId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl db::ToValue for CartId {
    fn to_value(&self) -> db::Value<'_> {
        db::Value::Text(self.to_string().into())
    }
}

impl db::FromColumn for CartId {
    fn from_column(column: db::Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        CartId::parse(&text).ok_or_else(|| "not the id of a cart".to_owned())
    }
}

/// A cart as shown to its owner.
pub struct Cart {
    /// Id of the cart; `None` until the first item is added.
    pub id: Option<CartId>,
    /// Whether a payment for the cart is being confirmed, so that the cart can't be changed.
    pub is_paying: bool,
    pub items: Vec<ItemRow>,
    pub today: BusinessDate,
}

impl Cart {
    pub fn total(&self) -> Result<Cents> {
        Ok(Cents::sum(self.items.iter().map(ItemRow::total))?)
    }
}

/// Fields of a cart item that the buyer agrees to by paying.
#[derive(Serialize)]
pub struct Agreed<'i> {
    id: ItemId,
    vendor: TenantId,
    campaign: Option<CampaignId>,
    price: Cents,
    quantity: u32,
    is_gift: bool,
    to: Option<&'i str>,
    recipient: Option<&'i str>,
    from: Option<&'i str>,
    message: Option<&'i str>,
    send_at: Option<Timestamp>,
}

/// Returns the fields from which the version of a cart is computed. Shop and campaign are among the
/// fields, so the version changes even if a card is replaced by another card of the same price.
pub fn agreed(items: &[ItemRow]) -> Vec<Agreed<'_>> {
    let agreed = items.iter().map(|item| Agreed {
        id: item.id,
        vendor: item.vendor_id,
        campaign: item.campaign_id,
        price: item.price,
        quantity: item.quantity,
        is_gift: item.is_gift,
        to: item.gift_to.as_deref(),
        recipient: item.recipient_email.as_deref(),
        from: item.gift_from.as_deref(),
        message: item.gift_message.as_deref(),
        send_at: item.send_time().map(SendTime::moment),
    });
    agreed.collect()
}

/// An item to add to a cart.
#[derive(Clone, Debug)]
pub struct NewItem {
    pub vendor: TenantId,
    pub campaign: Option<CampaignId>,
    pub price: Cents,
    pub quantity: u32,
    pub gift: Option<Gift>,
    pub source: Option<Source>,
}

/// Names, recipient and message of a gift, which is a card that someone buys for another person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gift {
    pub to: String,
    pub recipient: Email,
    pub from: String,
    pub message: Option<String>,
    /// Day and hour at which to send the gift; `None` for at once.
    pub send: Option<SendWish>,
}

/// Origin of a cart item, by which a repeated request to add the item is recognized.
#[derive(Clone, Debug)]
pub enum Source {
    /// Idempotency key chosen by the client. A later request with the same key never adds the item
    /// again.
    Key(String),
    /// Fingerprint of the browser's local cart that contained the item. Repeated requests are
    /// recognized for a limited time only.
    LocalCart(String),
}

/// New values for an item in a cart.
#[derive(Clone, Debug)]
pub struct ItemChange {
    pub id: ItemId,
    pub item: NewItem,
}

pub async fn find(app: &Arc<App>, actor: &Actor) -> Result<Cart> {
    let person = actor.person;
    app.read(move |tx, _, now| {
        let current = store::find_current(tx, person)?;
        read(tx, now, person, current)
    })
    .await
}

fn read(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    current: Option<(CartId, CartState)>,
) -> Result<Cart> {
    let items = match current {
        Some((id, _)) => tx.ask(store::items(person, id))?,
        None => Vec::new(),
    };
    Ok(Cart {
        id: current.map(|(id, _)| id),
        is_paying: matches!(current, Some((_, CartState::Paying))),
        items,
        today: BusinessDate::of(now),
    })
}

/// Adds items to the caller's cart and returns the cart. If one of the items can't be bought, adds
/// none.
pub async fn add(app: &Arc<App>, actor: &Actor, items: Vec<NewItem>) -> Result<Cart> {
    let person = actor.person;
    app.write(move |tx, _, now| {
        let cart = lock_open(tx, now, person)?;
        let mut added = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if is_repetition(tx, now, person, cart, item.source.as_ref())? {
                continue;
            }
            refuse_off_sale(tx, now, index, item)?;
            added.push((item, send_time(tx, now, index, item)?));
        }
        let there = tx.ask(store::items(person, cart))?;
        let load = load_of(&there).with(added.iter().map(|(item, _)| (false, item.quantity)));
        refuse_overload(load)?;
        for (place, (item, send)) in added.into_iter().enumerate() {
            // A cart lists its items by time of creation. Each item gets a slightly later time
            // than the item before it, so the list has the order of the request.
            let moment = now.plus(Duration::from_micros(place as u64));
            store::insert_item(tx, moment, person, cart, item, send, None)?;
        }
        store::touch(tx, person, cart, now)?;
        read(tx, now, person, Some((cart, CartState::Open)))
    })
    .await
}

/// Adds items to a person's cart without checking whether they are on sale, to create past sales
/// for a demo.
#[cfg(feature = "demo")]
pub fn fill(
    tx: &mut Tx<'_>,
    then: Timestamp,
    person: PersonId,
    items: &[NewItem],
) -> Result<CartId> {
    let cart = lock_open(tx, then, person)?;
    for item in items {
        store::insert_item(tx, then, person, cart, item, None, None)?;
    }
    Ok(cart)
}

fn load_of(items: &[ItemRow]) -> Load {
    Load::default().with(items.iter().map(|item| (item.list_id.is_some(), item.quantity)))
}

fn refuse_overload(load: Load) -> Result<()> {
    let refusal = load.refusal().map(|message| Fields::one("cartDetails", message));
    refusal.map_or(Ok(()), |fields| Err(Error::Invalid(fields)))
}

/// Locks the person's current cart, or creates a cart, and returns its id. Refuses if a payment for
/// the cart is being confirmed.
fn lock_open(tx: &mut Tx<'_>, now: Timestamp, person: PersonId) -> Result<CartId> {
    let current = match store::lock_current(tx, person)? {
        Some(current) => Some(current),
        None => {
            store::insert_if_none(tx, CartId::random(), person, now)?;
            store::lock_current(tx, person)?
        }
    };
    match current {
        Some((cart, CartState::Open)) => {
            auth::refuse_closed(tx, person)?;
            Ok(cart)
        }
        Some(_) => Err(Error::Refused(CART_FROZEN)),
        // The insert found an active cart of the person, but this cart was sold before the second
        // lock. The transaction must run again.
        None => Err(Error::Database(db::Error::Contended)),
    }
}

fn is_repetition(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    cart: CartId,
    source: Option<&Source>,
) -> Result<bool> {
    match source {
        None => Ok(false),
        Some(Source::Key(_)) => store::has_had(tx, person, source),
        Some(Source::LocalCart(_)) => {
            store::has_since(tx, person, cart, source, now.minus(SAME_SENDING))
        }
    }
}

fn refuse_off_sale(tx: &mut Tx<'_>, now: Timestamp, index: usize, item: &NewItem) -> Result<()> {
    let off_sale = match store::find_offer(tx, item.vendor, item.campaign)? {
        Some(offer) => offer.off_sale(item.price, BusinessDate::of(now)),
        None => Some(OffSale::Shop),
    };
    match off_sale {
        Some(off) => {
            let path = format!("cartDetails[{index}].{}", off.field());
            Err(Error::Invalid(Fields::one(&path, off.message())))
        }
        None => Ok(()),
    }
}

/// Returns the time at which a gift is to be sent, in the shop's time zone unless the giver chose
/// another one. Refuses a time that has passed or is too far ahead.
fn send_time(
    tx: &mut Tx<'_>,
    now: Timestamp,
    index: usize,
    item: &NewItem,
) -> Result<Option<SendTime>> {
    let Some(wish) = item.gift.as_ref().and_then(|gift| gift.send) else { return Ok(None) };
    let zone = match wish.zone {
        Some(zone) => zone,
        None => tenants::zone_of(tx, item.vendor)?.ok_or(Error::NotFound)?,
    };
    let refusal = |message| Fields::one(&format!("cartDetails[{index}].sendOn"), message);
    let time = wish.at(zone).refuse_unless_ahead(now);
    time.map(Some).map_err(|message| Error::Invalid(refusal(message)))
}

/// Changes price, quantity and gift data of items in the caller's cart. The shop and campaign of an
/// item can't be changed.
pub async fn change(app: &Arc<App>, actor: &Actor, changes: Vec<ItemChange>) -> Result<Cart> {
    let person = actor.person;
    app.write(move |tx, _, now| {
        let cart = lock_existing(tx, person)?;
        let mut there = tx.ask(store::items(person, cart))?;
        for (index, change) in changes.iter().enumerate() {
            let old = there.iter_mut().find(|item| item.id == change.id).ok_or(Error::NotFound)?;
            refuse_another_thing(index, old, &change.item)?;
            refuse_off_sale(tx, now, index, &change.item)?;
            let send = send_time(tx, now, index, &change.item)?;
            store::update_item(tx, person, change, send)?;
            old.quantity = change.item.quantity;
        }
        refuse_overload(load_of(&there))?;
        store::touch(tx, person, cart, now)?;
        read(tx, now, person, Some((cart, CartState::Open)))
    })
    .await
}

fn refuse_another_thing(index: usize, old: &ItemRow, new: &NewItem) -> Result<()> {
    let mut fields = Fields::default();
    fields.nested(&format!("cartDetails[{index}]"), |fields| {
        if old.vendor_id != new.vendor {
            fields.add(
                "vendorId",
                Message::new(
                    "This item is of another shop.",
                    "Cet article est d’un autre commerce.",
                ),
            );
        }
        if old.campaign_id != new.campaign {
            fields.add(
                "campaignId",
                Message::new(
                    "This item is for another campaign.",
                    "Cet article est pour une autre campagne.",
                ),
            );
        }
    });
    if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
}

fn lock_existing(tx: &mut Tx<'_>, person: PersonId) -> Result<CartId> {
    match store::lock_current(tx, person)? {
        Some((cart, CartState::Open)) => Ok(cart),
        Some(_) => Err(Error::Refused(CART_FROZEN)),
        None => Err(Error::NotFound),
    }
}

pub async fn remove(app: &Arc<App>, actor: &Actor, item: ItemId) -> Result<Cart> {
    let person = actor.person;
    app.write(move |tx, _, now| {
        let cart = lock_existing(tx, person)?;
        if !store::delete_item(tx, person, cart, item)? {
            return Err(Error::NotFound);
        }
        store::touch(tx, person, cart, now)?;
        read(tx, now, person, Some((cart, CartState::Open)))
    })
    .await
}

/// Locks a cart that a person wants to pay for, and returns its state. Returns `None` if the cart
/// belongs to someone else or doesn't exist.
pub fn lock(
    engine: Engine,
    person: PersonId,
    cart: CartId,
) -> impl Ask<Answer = Option<CartState>> {
    store::lock(engine, person, cart)
}

/// Deletes the items of a person's open carts and erases the recipients of their gifts, because the
/// account is being closed. Refuses while a payment of the person is being confirmed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    let unsold = store::lock_unsold(tx, person)?;
    if unsold.iter().any(|(_, state)| *state == CartState::Paying) {
        return Err(Error::Refused(PAYMENT_UNDERWAY));
    }
    store::forget(tx, person)
}

/// Empties at most `limit` open carts that were last changed before `touched_before`. Returns the
/// number of items deleted.
pub fn empty_old(tx: &mut Tx<'_>, touched_before: Timestamp, limit: i64) -> Result<u64> {
    store::empty_old(tx, touched_before, limit)
}

pub fn set_state(
    tx: &mut Tx<'_>,
    person: PersonId,
    cart: CartId,
    state: CartState,
    now: Timestamp,
) -> Result<()> {
    store::set_state(tx, person, cart, state, now)
}

/// Sets a cart aside while the gateway or an administrator reviews its payment, so that the owner
/// can fill another cart.
pub fn set_aside(tx: &mut Tx<'_>, person: PersonId, cart: CartId, now: Timestamp) -> Result<()> {
    store::set_aside(tx, person, cart, now)
}

/// Reopens a cart that was set aside, because its payment failed. Moves its items into the cart
/// that the owner has filled since. If that newer cart is being paid for or has no room, the items
/// stay in the reopened cart. The reopened cart is shown once the newer cart is sold.
pub fn bring_back(tx: &mut Tx<'_>, person: PersonId, cart: CartId, now: Timestamp) -> Result<()> {
    let Some((active, state)) = store::lock_active(tx, person)? else {
        return store::reactivate(tx, person, cart, now);
    };
    store::set_state(tx, person, cart, CartState::Open, now)?;
    let load = store::load_of(tx, person, [cart, active])?;
    if state == CartState::Open && load.refusal().is_none() {
        store::move_items(tx, person, cart, active)?;
    }
    Ok(())
}

/// Lists the items of the person's current cart.
pub fn current_items(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<ItemRow>> {
    match store::find_current(tx, person)? {
        Some((cart, _)) => Ok(tx.ask(store::items(person, cart))?),
        None => Ok(Vec::new()),
    }
}

/// Lists the items of a cart, in the order in which they were added.
pub fn items(person: PersonId, cart: CartId) -> Rows<ItemRow> {
    store::items(person, cart)
}

/// Lists the items of an order's cart, in the order in which they were added.
pub fn items_of_order(person: PersonId, order: OrderId) -> Rows<ItemRow> {
    store::items_of_order(person, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cart_id_has_16_characters_and_one_spelling() {
        let id = CartId::random();
        let text = id.to_string();
        assert_eq!(text.len(), 16);
        assert_eq!(CartId::parse(&text), Some(id));
        for wrong in
            [String::new(), text.to_uppercase() + "0", format!("{text}-2"), text[1..].to_owned()]
        {
            assert_eq!(CartId::parse(&wrong), None, "{wrong}");
        }
    }
}

//! Database queries for carts, their items, and the shops and campaigns of those items.

use db::{Ask, Engine, FromRow, Row, Rows, Tx, Value, params, rows};

use super::{
    CartId, ItemChange, NewItem, OffSale, Source,
    rules::{Load, Offer, Run},
};
use cards::SendTime;
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, GiftListId, ItemId, OrderId, PersonId, TenantId},
    money::Cents,
    rates::{CharityRate, PlatformRate},
    time_zones::Zone,
    timestamp::Timestamp,
};
use market::tenants::{Address, CardAmounts};
use platform::error::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartState {
    Open,
    /// A payment for the cart is being confirmed; the payment card may have been charged.
    Paying,
    Sold,
}

db::text_enum! {
    CartState {
        Open = "OPEN",
        Paying = "PAYING",
        Sold = "SOLD",
    }
}

/// A shop, and optionally a campaign with its charity, as shown on a gift card.
#[derive(Clone, Debug)]
pub struct OfferRow {
    pub vendor: Shop,
    pub campaign: Option<Cause>,
}

#[derive(Clone, Debug)]
pub struct Shop {
    pub display_name: String,
    pub logo_key: Option<String>,
    pub hue: Option<u32>,
    pub address: Address,
    is_open: bool,
    amounts: CardAmounts,
    pub charity_rate: CharityRate,
    pub share_percentage: PlatformRate,
}

#[derive(Clone, Debug)]
pub struct Cause {
    pub name: String,
    pub logo_key: Option<String>,
    pub charity_id: TenantId,
    pub charity_name: String,
    pub charity_legal_name: String,
    pub charity_logo_key: Option<String>,
    run: Run,
}

const OFFER: &str = "v.display_name, v.logo_key, v.logo_hue, v.address_line1, v.address_line2, v.city, v.province,
    v.postal_code, v.kind = 'VENDOR' AND v.state = 'ACTIVE', v.card_amounts || COALESCE(',' || v.custom_amounts, ''),
    v.charity_rate, v.share_percentage,
    c.name, c.logo_key, c.charity_id, h.display_name, h.legal_name, h.logo_key,
    c.is_active AND h.state = 'ACTIVE', c.start_day, c.end_day";

impl FromRow for OfferRow {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(OfferRow { vendor: Shop::from_row(row)?, campaign: cause(row)? })
    }
}

impl FromRow for Shop {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Shop {
            display_name: row.next()?,
            logo_key: row.next()?,
            hue: row.next()?,
            address: Address {
                line1: row.next()?,
                line2: row.next()?,
                city: row.next()?,
                province: row.next()?,
                postal_code: row.next()?,
            },
            is_open: row.next()?,
            amounts: row.next()?,
            charity_rate: row.next()?,
            share_percentage: row.next()?,
        })
    }
}

/// Reads the columns of a left-joined campaign. Returns `None` if they are null.
fn cause(row: &mut Row<'_>) -> Result<Option<Cause>, db::Error> {
    let name: Option<String> = row.next()?;
    let logo_key = row.next()?;
    let charity_id: Option<TenantId> = row.next()?;
    let charity_name: Option<String> = row.next()?;
    let charity_legal_name: Option<String> = row.next()?;
    let charity_logo_key = row.next()?;
    let is_on: Option<bool> = row.next()?;
    let first: Option<BusinessDate> = row.next()?;
    let last: Option<BusinessDate> = row.next()?;
    let whole = || {
        Some(Cause {
            name: name?,
            logo_key,
            charity_id: charity_id?,
            charity_name: charity_name?,
            charity_legal_name: charity_legal_name?,
            charity_logo_key,
            run: Run { is_on: is_on?, first: first?, last: last? },
        })
    };
    Ok(whole())
}

impl OfferRow {
    /// Returns why a card of this price can't be bought on this day, or `None` if it can.
    pub fn off_sale(&self, price: Cents, today: BusinessDate) -> Option<OffSale> {
        let offer = Offer {
            is_shop_open: self.vendor.is_open,
            is_amount_sold: self.vendor.amounts.has(price),
            custom: self.vendor.amounts.custom(),
            campaign: self.campaign.as_ref().map(|cause| cause.run),
        };
        offer.off_sale(today)
    }
}

/// An item in a cart.
#[derive(Clone, Debug)]
pub struct ItemRow {
    pub id: ItemId,
    pub vendor_id: TenantId,
    pub campaign_id: Option<CampaignId>,
    pub price: Cents,
    pub quantity: u32,
    pub is_gift: bool,
    pub gift_to: Option<String>,
    pub recipient_email: Option<String>,
    pub gift_from: Option<String>,
    pub gift_message: Option<String>,
    pub send_on: Option<BusinessDate>,
    send_hour: Option<i64>,
    pub send_zone: Option<Zone>,
    /// List with which the item was added.
    pub list_id: Option<GiftListId>,
    pub offer: OfferRow,
}

impl FromRow for ItemRow {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(ItemRow {
            id: row.next()?,
            vendor_id: row.next()?,
            campaign_id: row.next()?,
            price: row.next()?,
            // The table allows a quantity of at most 20, so the cast loses nothing.
            quantity: row.next::<i64>()?.unsigned_abs() as u32,
            is_gift: row.next()?,
            gift_to: row.next()?,
            recipient_email: row.next()?,
            gift_from: row.next()?,
            gift_message: row.next()?,
            send_on: row.next()?,
            send_hour: row.next()?,
            send_zone: row.next()?,
            list_id: row.next()?,
            offer: OfferRow::from_row(row)?,
        })
    }
}

impl ItemRow {
    /// Computes price times quantity. The product can't overflow, because the table limits both
    /// values.
    pub fn total(&self) -> Cents {
        self.price.checked_mul(self.quantity).unwrap_or(Cents::MAX)
    }

    /// Computes the charity's share of this item. Rounds the share of a single card and multiplies
    /// it by the quantity, as the sale does. Returns `None` for an item without a campaign.
    pub fn charity_share(&self) -> Option<Cents> {
        self.offer.campaign.as_ref()?;
        self.offer.vendor.charity_rate.share_of(self.price).checked_mul(self.quantity).ok()
    }

    /// Returns the day and hour at which the gift is to be sent; `None` for at once.
    pub fn send_time(&self) -> Option<SendTime> {
        let hour = self.send_hour.and_then(|hour| u8::try_from(hour).ok());
        let (day, hour, zone) = (self.send_on?, hour?, self.send_zone?);
        Some(SendTime { day, hour, zone })
    }

    pub fn off_sale(&self, today: BusinessDate) -> Option<OffSale> {
        self.offer.off_sale(self.price, today)
    }
}

/// Creates a cart, unless the person has an active cart already.
pub fn insert_if_none(tx: &mut Tx<'_>, id: CartId, person: PersonId, now: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($1, $2, 'OPEN', $3, $3)
         ON CONFLICT DO NOTHING",
        params![id, person, now],
    )?;
    Ok(())
}

/// SQL for a person's current cart, which the person is shown. This is the active cart or, without
/// an active cart, the set-aside cart that can be paid for again.
const CURRENT: &str = "SELECT id, state FROM cart
    WHERE person_id = $1 AND state <> 'SOLD' AND (set_aside_at IS NULL OR state = 'OPEN')
    ORDER BY CASE WHEN set_aside_at IS NULL THEN 0 ELSE 1 END, set_aside_at, id LIMIT 1";

pub fn find_current(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<(CartId, CartState)>> {
    Ok(tx.first(CURRENT, params![person])?)
}

pub fn lock_current(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<(CartId, CartState)>> {
    let sql = format!("{CURRENT}{}", tx.engine().for_update());
    Ok(tx.first(&sql, params![person])?)
}

/// Locks a person's active cart, which is neither sold nor set aside. Returns its id and state.
pub fn lock_active(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<(CartId, CartState)>> {
    let sql = format!(
        "SELECT id, state FROM cart WHERE person_id = $1 AND state <> 'SOLD' AND set_aside_at IS NULL{}",
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![person])?)
}

/// Locks all carts of a person that aren't sold. Returns their ids and states.
pub fn lock_unsold(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<(CartId, CartState)>> {
    let sql = format!(
        "SELECT id, state FROM cart WHERE person_id = $1 AND state <> 'SOLD' ORDER BY id{}",
        tx.engine().for_update()
    );
    Ok(tx.rows(&sql, params![person])?)
}

/// Sets aside a cart whose payment the gateway or an administrator reviews.
pub fn set_aside(tx: &mut Tx<'_>, person: PersonId, cart: CartId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE cart SET set_aside_at = $1, updated_at = $1 WHERE person_id = $2 AND id = $3 AND set_aside_at IS NULL",
        params![now, person, cart],
    )?;
    Ok(())
}

/// Makes a set-aside cart the active one again.
pub fn reactivate(tx: &mut Tx<'_>, person: PersonId, cart: CartId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE cart SET state = 'OPEN', set_aside_at = NULL, updated_at = $1 WHERE person_id = $2 AND id = $3",
        params![now, person, cart],
    )?;
    Ok(())
}

/// Counts the items outside lists, and all cards, in two carts together.
pub fn load_of(tx: &mut Tx<'_>, person: PersonId, carts: [CartId; 2]) -> Result<Load> {
    let (single_items, cards): (i64, i64) = tx.one(
        "SELECT count(*) - count(list_id), CAST(COALESCE(SUM(quantity), 0) AS BIGINT)
         FROM cart_item WHERE person_id = $1 AND cart_id IN ($2, $3)",
        params![person, carts[0], carts[1]],
    )?;
    Ok(Load {
        single_items: usize::try_from(single_items).unwrap_or(usize::MAX),
        cards: u32::try_from(cards).unwrap_or(u32::MAX),
    })
}

/// Moves all items of a cart to another cart of the same person.
pub fn move_items(tx: &mut Tx<'_>, person: PersonId, from: CartId, to: CartId) -> Result<()> {
    tx.later(
        "UPDATE cart_item SET cart_id = $1 WHERE person_id = $2 AND cart_id = $3",
        params![to, person, from],
    )?;
    Ok(())
}

pub fn lock(
    engine: Engine,
    person: PersonId,
    cart: CartId,
) -> impl Ask<Answer = Option<CartState>> {
    let sql =
        format!("SELECT state FROM cart WHERE id = $1 AND person_id = $2{}", engine.for_update());
    rows(sql, params![cart, person]).first().map(|found| found.map(|(state,)| state))
}

/// Deletes the items in open carts of a closed account, and erases the gift recipients in all other
/// carts.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.execute(
        "DELETE FROM cart_item
         WHERE person_id = $1 AND cart_id IN (SELECT id FROM cart WHERE person_id = $1 AND state = 'OPEN')",
        params![person],
    )?;
    tx.later(
        "UPDATE cart_item SET gift_to = '', recipient_email = '', gift_from = '', gift_message = NULL
         WHERE is_gift AND person_id = $1",
        params![person],
    )?;
    Ok(())
}

/// Empties at most `limit` open carts that were last changed before `touched_before`, oldest first.
/// Returns the number of items deleted.
pub fn empty_old(tx: &mut Tx<'_>, touched_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM cart_item WHERE (person_id, cart_id) IN
             (SELECT c.person_id, c.id FROM cart c
              WHERE c.state = 'OPEN' AND c.updated_at < $1
                AND EXISTS (SELECT 1 FROM cart_item i WHERE i.person_id = c.person_id AND i.cart_id = c.id)
              ORDER BY c.updated_at, c.id LIMIT $2)",
        params![touched_before, limit],
    )?)
}

pub fn set_state(
    tx: &mut Tx<'_>,
    person: PersonId,
    cart: CartId,
    state: CartState,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE cart SET state = $1, updated_at = $2 WHERE person_id = $3 AND id = $4",
        params![state, now, person, cart],
    )?;
    Ok(())
}

/// Records the time of a change of a cart. If the cart was set aside, makes it the owner's active
/// cart again.
pub fn touch(tx: &mut Tx<'_>, person: PersonId, cart: CartId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE cart SET updated_at = $1, set_aside_at = NULL WHERE person_id = $2 AND id = $3",
        params![now, person, cart],
    )?;
    Ok(())
}

pub fn items(person: PersonId, cart: CartId) -> Rows<ItemRow> {
    items_where("i.person_id = $1 AND i.cart_id = $2", params![person, cart])
}

/// Lists the items of an order's cart, in the order in which they were added.
pub fn items_of_order(person: PersonId, order: OrderId) -> Rows<ItemRow> {
    items_where(
        "i.person_id = $1 AND i.cart_id = (SELECT cart_id FROM orders WHERE person_id = $1 AND id = $2)",
        params![person, order],
    )
}

fn items_where(condition: &str, parameters: &[Value<'_>]) -> Rows<ItemRow> {
    let sql = format!(
        "SELECT i.id, i.vendor_id, i.campaign_id, i.price, i.quantity, i.is_gift, i.gift_to, i.recipient_email,
                i.gift_from, i.gift_message, i.send_on, i.send_hour, i.send_zone, i.list_id, {OFFER}
         FROM cart_item i
         JOIN tenant v ON v.id = i.vendor_id
         LEFT JOIN campaign c ON c.id = i.campaign_id
         LEFT JOIN tenant h ON h.id = c.charity_id
         WHERE {condition} ORDER BY i.created_at, i.id"
    );
    rows(sql, parameters)
}

/// Finds a shop and optionally a campaign, whether or not they are active. Returns `None` if either
/// doesn't exist.
pub fn find_offer(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    campaign: Option<CampaignId>,
) -> Result<Option<OfferRow>> {
    let sql = format!(
        "SELECT {OFFER} FROM tenant v
         LEFT JOIN campaign c ON c.id = $2
         LEFT JOIN tenant h ON h.id = c.charity_id
         WHERE v.id = $1"
    );
    let found: Option<OfferRow> = tx.first(&sql, params![vendor, campaign])?;
    Ok(found.filter(|offer| offer.campaign.is_some() == campaign.is_some()))
}

fn source(source: Option<&Source>) -> Option<String> {
    source.map(|source| match source {
        Source::Key(key) => format!("key:{key}"),
        Source::LocalCart(hash) => format!("local:{hash}"),
    })
}

/// Whether any cart of this person, sold or not, has an item from this source.
pub fn has_had(tx: &mut Tx<'_>, person: PersonId, from: Option<&Source>) -> Result<bool> {
    let found: Option<(ItemId,)> = tx.first(
        "SELECT id FROM cart_item WHERE person_id = $1 AND source = $2",
        params![person, source(from)],
    )?;
    Ok(found.is_some())
}

pub fn has_since(
    tx: &mut Tx<'_>,
    person: PersonId,
    cart: CartId,
    from: Option<&Source>,
    since: Timestamp,
) -> Result<bool> {
    let found: Option<(ItemId,)> = tx.first(
        "SELECT id FROM cart_item WHERE person_id = $1 AND source = $2 AND cart_id = $3 AND created_at >= $4",
        params![person, source(from), cart, since],
    )?;
    Ok(found.is_some())
}

pub fn insert_item(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    cart: CartId,
    item: &NewItem,
    send: Option<SendTime>,
    list: Option<GiftListId>,
) -> Result<()> {
    let gift = item.gift.as_ref();
    tx.later(
        "INSERT INTO cart_item (person_id, id, cart_id, vendor_id, campaign_id, price, quantity, is_gift, gift_to,
                                recipient_email, gift_from, gift_message, source, created_at, send_on,
                                send_hour, send_zone, list_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        params![
            person,
            ItemId::new(now),
            cart,
            item.vendor,
            item.campaign,
            item.price,
            i64::from(item.quantity),
            gift.is_some(),
            gift.map(|gift| gift.to.clone()),
            gift.map(|gift| gift.recipient.to_string()),
            gift.map(|gift| gift.from.clone()),
            gift.and_then(|gift| gift.message.clone()),
            source(item.source.as_ref()),
            now,
            send.map(|send| send.day),
            send.map(|send| i64::from(send.hour)),
            send.map(|send| send.zone),
            list
        ],
    )?;
    Ok(())
}

pub fn update_item(
    tx: &mut Tx<'_>,
    person: PersonId,
    change: &ItemChange,
    send: Option<SendTime>,
) -> Result<()> {
    let item = &change.item;
    let gift = item.gift.as_ref();
    tx.later(
        "UPDATE cart_item SET price = $1, quantity = $2, is_gift = $3, gift_to = $4, recipient_email = $5,
                gift_from = $6, gift_message = $7, send_on = $8, send_hour = $9, send_zone = $10
         WHERE person_id = $11 AND id = $12",
        params![
            item.price,
            i64::from(item.quantity),
            gift.is_some(),
            gift.map(|gift| gift.to.clone()),
            gift.map(|gift| gift.recipient.to_string()),
            gift.map(|gift| gift.from.clone()),
            gift.and_then(|gift| gift.message.clone()),
            send.map(|send| send.day),
            send.map(|send| i64::from(send.hour)),
            send.map(|send| send.zone),
            person,
            change.id
        ],
    )?;
    Ok(())
}

pub fn delete_item(tx: &mut Tx<'_>, person: PersonId, cart: CartId, item: ItemId) -> Result<bool> {
    let deleted = tx.execute(
        "DELETE FROM cart_item WHERE person_id = $1 AND id = $2 AND cart_id = $3",
        params![person, item, cart],
    )?;
    Ok(deleted == 1)
}

/// Finds the list that was added from this source.
pub fn find_list(tx: &mut Tx<'_>, person: PersonId, from: &Source) -> Result<Option<GiftListId>> {
    let found: Option<(Option<GiftListId>,)> = tx.first(
        "SELECT list_id FROM cart_item WHERE person_id = $1 AND source = $2",
        params![person, source(Some(from))],
    )?;
    Ok(found.and_then(|(list,)| list))
}

/// Counts the gifts of a list, and adds up their prices.
pub fn sum_of_list(tx: &mut Tx<'_>, person: PersonId, list: GiftListId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT), CAST(COALESCE(SUM(price * quantity), 0) AS BIGINT)
         FROM cart_item WHERE person_id = $1 AND list_id = $2",
        params![person, list],
    )?)
}

/// Deletes the gifts of a list from a cart. Returns whether there were any.
pub fn delete_list(
    tx: &mut Tx<'_>,
    person: PersonId,
    cart: CartId,
    list: GiftListId,
) -> Result<bool> {
    let deleted = tx.execute(
        "DELETE FROM cart_item WHERE person_id = $1 AND cart_id = $2 AND list_id = $3",
        params![person, cart, list],
    )?;
    Ok(deleted > 0)
}

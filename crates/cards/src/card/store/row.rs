//! A card with its shop, charity and people.

use db::{First, Rows, Tx, Value, params, rows};

use kernel::{
    brand::Brand,
    dates::BusinessDate,
    ids::{CampaignId, CardId, OrderId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    rates::Split,
    time_zones::Zone,
    timestamp::Timestamp,
};
use platform::error::{Error, Result};

use crate::{card::rules, gifts::thanks::ThanksPhrase};

db::row! {
    #[derive(Clone, Debug)]
    pub struct CardRow {
        pub id: CardId,
        pub sealed_number: String,
        pub last_four: String,
        pub code_hash: String,
        pub order_id: OrderId,
        pub face: Cents,
        /// The charity's share of the price.
        pub charity_share: Cents,
        pub balance: Cents,
        pub sealed_code: String,
        pub sealed_claim: Option<String>,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub is_gift: bool,
        pub gift_to: Option<String>,
        pub recipient_email: Option<String>,
        pub gift_from: Option<String>,
        pub gift_message: Option<String>,
        /// Time at which the card was emailed to its present recipient.
        pub mailed_at: Option<Timestamp>,
        pub opened_at: Option<Timestamp>,
        pub claimed_at: Option<Timestamp>,
        pub deactivated_at: Option<Timestamp>,
        pub deactivation_reason: Option<String>,
        pub moved_at: Timestamp,
        pub created_at: Timestamp,
        pub vendor_id: TenantId,
        pub vendor_name: String,
        pub vendor_logo_key: Option<String>,
        pub vendor_hue: Option<u32>,
        /// Phone number of the shop for visitors.
        pub vendor_phone: Option<String>,
        /// Whether the shop still sells cards.
        pub is_vendor_active: bool,
        pub address_line1: String,
        pub address_line2: Option<String>,
        pub city: String,
        pub province: String,
        pub postal_code: String,
        pub charity_id: Option<TenantId>,
        pub charity_name: Option<String>,
        pub charity_logo_key: Option<String>,
        pub campaign_id: Option<CampaignId>,
        pub campaign_name: Option<String>,
        pub campaign_logo_key: Option<String>,
        pub owner_first_name: Option<String>,
        pub owner_last_name: Option<String>,
        pub owner_email: Option<String>,
        /// Time at which the card was emptied permanently, because its order was cancelled, its
        /// charge was reversed or its balance was refunded.
        pub cancelled_at: Option<Timestamp>,
        /// Brand whose site the card was bought on.
        pub brand: Brand,
        /// Time at which the gift is to be emailed; `None` once it was.
        pub send_at: Option<Timestamp>,
        /// Time zone in which the giver chose the time.
        pub send_zone: Option<Zone>,
        /// Time at which the giver stopped a gift that was to be sent later.
        pub send_stopped_at: Option<Timestamp>,
        pub reminded_at: Option<Timestamp>,
        pub reminded_count: i64,
        /// Time at which the recipient thanked the giver.
        pub thanked_at: Option<Timestamp>,
        /// Phrase that the recipient chose; `None` for own words.
        pub thanks_phrase: Option<ThanksPhrase>,
        pub thanks_words: Option<String>,
        /// Card of another shop that this card replaced.
        pub moved_from: Option<CardId>,
        pub moved_from_name: Option<String>,
        /// Card of another shop that replaced this card.
        pub moved_to: Option<CardId>,
        pub moved_to_vendor: Option<TenantId>,
        pub moved_to_name: Option<String>,
        /// Time at which the card's balance was refunded.
        pub refunded_at: Option<Timestamp>,
        /// Amount taken off the card by refunds and by reversals of its charge.
        reversed: Cents,
        platform_share: Cents,
        vendor_share: Cents,
        is_order_cancelled: bool,
    }
}

/// Columns of a card with its shop, charity and people, before its order is joined.
const COLUMNS: &str = "p.id, p.sealed_number, p.last_four, p.code_hash, p.order_id, p.face, p.charity_share, p.balance, p.sealed_code, p.sealed_claim,
    p.buyer_id, p.owner_id, p.is_gift, p.gift_to, p.recipient_email, p.gift_from, p.gift_message, p.mailed_at, p.opened_at, p.claimed_at,
    p.deactivated_at, p.deactivation_reason, p.moved_at, p.created_at,
    v.id, v.display_name, v.logo_key, v.logo_hue, v.public_phone,
    v.state = 'ACTIVE', v.address_line1, v.address_line2, v.city, v.province, v.postal_code,
    h.id, h.display_name, h.logo_key, c.id, c.name, c.logo_key, o.first_name, o.last_name, o.email,
    COALESCE(b.cancelled_at, b.reversed_at, p.refunded_at), b.brand,
    p.send_at, p.send_zone, p.send_stopped_at, p.reminded_at, p.reminded_count,
    p.thanked_at, p.thanks_phrase, p.thanks_words,
    p.moved_from_id, mf.display_name, p.moved_to_id, p.moved_to_vendor_id, mt.display_name, p.refunded_at, p.reversed, p.platform_share,
    p.vendor_share, b.cancelled_at IS NOT NULL";

/// Tables of a card in the result `p`. Cards are distributed by vendor and orders by buyer, so a
/// cluster first reads the cards, and then asks for the orders that these name.
const JOINED: &str = "p
JOIN orders b ON b.person_id = p.buyer_id AND b.id = p.order_id
JOIN tenant v ON v.id = p.vendor_id
LEFT JOIN tenant h ON h.id = p.charity_id
LEFT JOIN campaign c ON c.id = p.campaign_id
LEFT JOIN person o ON o.id = p.owner_id
LEFT JOIN tenant mf ON mf.id = p.moved_from_vendor_id
LEFT JOIN tenant mt ON mt.id = p.moved_to_vendor_id";

impl CardRow {
    /// Returns 1 for a card that supports a charity, 2 for a card that doesn't.
    pub fn card_type(&self) -> i64 {
        if self.campaign_id.is_some() { 1 } else { 2 }
    }

    /// Computes the amount of this card that was refunded to its buyer.
    pub fn refunded(&self) -> Cents {
        match (self.is_order_cancelled, self.refunded_at) {
            (true, _) => self.face,
            (false, Some(_)) => self.reversed,
            (false, None) => Cents::ZERO,
        }
    }

    /// Whether the card's balance was refunded without cancelling the whole order.
    pub fn is_refunded_alone(&self) -> bool {
        self.refunded_at.is_some() && self.cancelled_at == self.refunded_at
    }

    /// Computes the charity's share after refunds and reversals.
    pub fn charity_share_kept(&self) -> Result<Cents> {
        if self.is_order_cancelled {
            return Ok(Cents::ZERO);
        }
        if self.moved_to.is_some() {
            // The charity keeps its share of the whole price. At the takeover by another shop, its
            // share of the moved balance was reversed here, but the same amount was booked for the
            // new card.
            return Ok(self.charity_share);
        }
        let (charity, platform) = (self.charity_share, self.platform_share);
        let sold = Split { charity, platform, vendor: self.vendor_share };
        let kept = sold.part(self.reversed).and_then(|gone| charity.checked_sub(gone.charity).ok());
        kept.ok_or_else(|| Error::Internal(format!("{} has too much reversed", self.id)))
    }

    pub fn is_active(&self) -> bool {
        self.deactivated_at.is_none()
    }

    /// Whether this person may spend the card: they are its owner, or the buyer of an unclaimed
    /// gift.
    pub fn is_held_by(&self, person: PersonId) -> bool {
        match self.owner_id {
            Some(owner) => owner == person,
            None => self.buyer_id == person,
        }
    }

    /// Whether this person bought the card as a gift that is now in someone else's wallet.
    pub fn was_given_by(&self, person: PersonId) -> bool {
        self.buyer_id == person && !self.is_held_by(person)
    }

    /// Returns the time at which the gift is to be sent, and the time zone in which its giver chose it.
    pub fn planned_for(&self) -> Option<(Timestamp, Zone)> {
        self.send_at.zip(self.send_zone)
    }

    /// Returns the local day and hour of that time. Clients need no rules of time zones to show them.
    pub fn planned_locally(&self) -> Option<(BusinessDate, u8)> {
        self.planned_for().map(|(at, zone)| (zone.day_of(at), zone.hour_of(at)))
    }

    /// Whether the gift waits for its day or was stopped, so that its recipient knows nothing of it.
    pub fn is_unsent(&self) -> bool {
        self.send_at.or(self.send_stopped_at).is_some()
    }

    /// Returns the masked number, for readers who may not spend the card.
    pub fn masked_number(&self) -> String {
        rules::masked_number(&self.last_four)
    }
}

/// Lists the cards that match an SQL condition on card `k`, its shop `v` and its owner `o`. `order`
/// is a list of columns of `k` for ORDER BY, and `page` an SQL clause with LIMIT or nothing.
pub fn list(condition: &str, order: &str, page: &str, parameters: &[Value<'_>]) -> Rows<CardRow> {
    let joined = |alias: &str, join: &str| {
        if condition.contains(&format!("{alias}.")) { join.to_owned() } else { String::new() }
    };
    let shop = joined("v", " JOIN tenant v ON v.id = k.vendor_id");
    let owner = joined("o", " LEFT JOIN person o ON o.id = k.owner_id");
    let found =
        format!("SELECT k.* FROM card k{shop}{owner} WHERE {condition} ORDER BY {order}{page}");
    let again = order.replace("k.", "p.");
    rows(
        format!("WITH p AS MATERIALIZED ({found}) SELECT {COLUMNS} FROM {JOINED} ORDER BY {again}"),
        parameters,
    )
}

/// SQL condition for cards that a person bought, gave or received.
const OF_PERSON: &str = "k.owner_id = $1 OR k.buyer_id = $1";

/// Page of a list whose first parameter is used by its condition.
const PAGE: &str = " LIMIT $2 OFFSET $3";

/// Lists the cards that a person bought, gave or received, the oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    let cards = list(OF_PERSON, "k.id", PAGE, params![person, page.limit(), page.offset()]);
    Ok(tx.ask(cards)?)
}

/// Lists the cards that a person bought, gave or received, the newest first.
pub fn newest_of_person(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    let order = "k.created_at DESC, k.id DESC";
    let cards = list(OF_PERSON, order, PAGE, params![person, page.limit(), page.offset()]);
    Ok(tx.ask(cards)?)
}

pub fn count_of_person(tx: &mut Tx<'_>, person: PersonId) -> Result<u64> {
    let sql = format!("SELECT count(*) FROM card k WHERE {OF_PERSON}");
    let (count,): (i64,) = tx.one(&sql, params![person])?;
    Ok(count.unsigned_abs())
}

pub fn find(condition: &str, parameters: &[Value<'_>]) -> First<CardRow> {
    list(condition, "k.id", "", parameters).first()
}

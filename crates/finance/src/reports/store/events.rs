//! SQL for the latest events at a shop: transfers on its cards, and cards that were frozen or
//! unfrozen.

use db::{Conditions, Tx, params};

use super::{Filter, narrow, within};
use kernel::{
    ids::{CardId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// Transfer on a card, with the names of the person who made it and of the card's buyer.
    #[derive(Clone, Debug)]
    pub struct Moved {
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub kind: TransferKind,
        /// Kind of the transfer that this transfer reverses; `None` if it is no reversal.
        pub reversed_kind: Option<TransferKind>,
        /// Amount added to the card; negative if it was taken off the card.
        pub amount: Cents,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub buyer_first_name: Option<String>,
        pub buyer_last_name: Option<String>,
        /// Whether the card was taken over from another shop.
        pub is_taken_over: bool,
        /// Whether another shop took the card over.
        pub is_handed_over: bool,
    }
}

/// Maximum number of a vendor's newest transfers that are searched for events. It is larger than
/// the number of events shown, because payouts are skipped and so are cards of the other brand.
const LOOKED_AT: i64 = 200;

/// Returns the SQL condition for cards that support a charity, for cards that don't, or for all
/// cards.
fn of_brand(has_cause: Option<bool>) -> &'static str {
    match has_cause {
        None => "",
        Some(true) => " AND k.campaign_id IS NOT NULL",
        Some(false) => " AND k.campaign_id IS NULL",
    }
}

/// Returns the SQL that reads the events for the selected transfers, the newest first.
fn moved(transfers: &str, of_brand: &str) -> String {
    format!(
        "SELECT p.created_at, p.card_id, k.last_four, p.kind, r.kind, CAST(COALESCE(e.amount, 0) AS BIGINT),
                {first_name}, {last_name}, b.first_name, b.last_name, k.moved_from_id IS NOT NULL, k.moved_to_id IS NOT NULL
         FROM ({transfers}) p
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id{of_brand}
         LEFT JOIN entry e ON e.vendor_id = k.vendor_id AND e.transfer_id = p.id AND e.account = 'card:' || p.card_id
         LEFT JOIN transfer r ON r.vendor_id = k.vendor_id AND r.id = p.reverses
         {person}
         LEFT JOIN person b ON b.id = k.buyer_id
         ORDER BY p.created_at DESC, p.id DESC",
        first_name = column_then!("w", "first_name"),
        last_name = column_then!("w", "last_name"),
        person = join_then!("w", "p.actor", "p.created_at")
    )
}

/// Returns a vendor's newest transfers on cards, the newest first.
pub fn newest_transfers(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    has_cause: Option<bool>,
    most: i64,
) -> Result<Vec<Moved>> {
    let newest = "SELECT t.vendor_id, t.id, t.created_at, t.card_id, t.kind, t.reverses, t.actor FROM transfer t
         WHERE t.vendor_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT $3";
    let sql = format!("{} LIMIT $2", moved(newest, of_brand(has_cause)));
    Ok(tx.rows(&sql, params![vendor, most, LOOKED_AT])?)
}

/// Figure on a vendor's overview page, to list the transfers that make up this figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    All,
    /// Sales, with their cancellations, reversals and refunds.
    Sales,
    /// Sales of cards of this amount.
    SalesOf(Cents),
    /// Sales of cards that support this charity.
    SalesFor(TenantId),
    /// Redemptions and cash-outs, with their reversals.
    Redemptions,
    /// Redemptions made by this person.
    RedemptionsBy(PersonId),
}

/// Returns the SQL for the transfers that make up a figure of a vendor in a period, with its
/// conditions.
fn behind(vendor: TenantId, filter: &Filter, behind: Behind) -> (Conditions, String) {
    let mut conditions = within(filter.days);
    let vendor = conditions.bind(vendor);
    conditions.and(format!("t.vendor_id = {vendor} AND t.created_at >= $1 AND t.created_at < $2"));
    narrow(&mut conditions, filter);
    let at_counter = "COALESCE(r.kind, t.kind) IN ('REDEMPTION', 'CASH_OUT')";
    let narrowed = match behind {
        Behind::All => None,
        Behind::Sales => Some(format!("NOT {at_counter}")),
        Behind::SalesOf(amount) => {
            let amount = conditions.bind(amount.get());
            Some(format!("NOT {at_counter} AND k.face = {amount}"))
        }
        Behind::SalesFor(charity) => {
            let charity = conditions.bind(charity);
            Some(format!("NOT {at_counter} AND k.charity_id = {charity}"))
        }
        Behind::Redemptions => Some(at_counter.to_owned()),
        Behind::RedemptionsBy(person) => {
            let person = conditions.bind(person);
            Some(format!("{at_counter} AND COALESCE(r.actor, t.actor) = {person}"))
        }
    };
    if let Some(narrowed) = narrowed {
        conditions.and(narrowed);
    }
    let from = format!(
        "FROM transfer t
         JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
         LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
         WHERE {}",
        conditions.sql()
    );
    (conditions, from)
}

/// Returns one page of the transfers that make up a figure of a vendor, the newest first.
pub fn list(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    filter: &Filter,
    of: Behind,
    page: PageRequest,
) -> Result<Vec<Moved>> {
    let (mut conditions, from) = behind(vendor, filter, of);
    let page = conditions.page(page.limit(), page.offset());
    let wanted = format!(
        "SELECT t.vendor_id, t.id, t.created_at, t.card_id, t.kind, t.reverses, t.actor {from}
         ORDER BY t.created_at DESC, t.id DESC{page}"
    );
    Ok(tx.rows(&moved(&wanted, ""), conditions.parameters())?)
}

/// Returns the number of transfers that make up a figure of a vendor.
pub fn count(tx: &mut Tx<'_>, vendor: TenantId, filter: &Filter, of: Behind) -> Result<u64> {
    let (conditions, from) = behind(vendor, filter, of);
    let counted: Vec<(i64,)> =
        tx.rows(&format!("SELECT count(*) {from}"), conditions.parameters())?;
    Ok(counted.first().map_or(0, |(count,)| count.unsigned_abs()))
}

db::row! {
    /// Event that a card was frozen or unfrozen.
    #[derive(Clone, Debug)]
    pub struct StatusChanged {
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub is_active: bool,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
    }
}

/// Returns the newest events that froze or unfroze a card, the newest first. They are sorted by id,
/// since ids sort by time.
pub fn newest_status_changes(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    has_cause: Option<bool>,
    most: i64,
) -> Result<Vec<StatusChanged>> {
    let sql = format!(
        "SELECT c.created_at, c.card_id, k.last_four, c.is_active, {first_name}, {last_name}
         FROM (SELECT s.vendor_id, s.id, s.card_id, s.is_active, s.person_id, s.created_at FROM card_status_change s
               WHERE s.vendor_id = $1 ORDER BY s.id DESC LIMIT $3) c
         JOIN card k ON k.vendor_id = c.vendor_id AND k.id = c.card_id{}
         {person}
         ORDER BY c.id DESC LIMIT $2",
        of_brand(has_cause),
        first_name = column_then!("w", "first_name"),
        last_name = column_then!("w", "last_name"),
        person = join_then!("w", "c.person_id", "c.created_at")
    );
    Ok(tx.rows(&sql, params![vendor, most, LOOKED_AT])?)
}

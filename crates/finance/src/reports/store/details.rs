//! The transfers behind a report's sums, the newest first.

use db::{Conditions, Tx};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Filter, ON_CARD, PLATFORM, PURCHASED, RAISED, narrow, of_vendors, whole, within};
use kernel::{
    ids::{CardId, TenantId},
    money::Cents,
    paging::PageRequest,
    rates::CharityRate,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// A transfer on a vendor's card.
    #[derive(Clone, Debug)]
    pub struct Movement {
        pub kind: TransferKind,
        /// Kind of the transfer that this transfer reverses; `None` if it is no reversal.
        pub reversed_kind: Option<TransferKind>,
        pub till: Option<String>,
        /// Name of the actor at the time of the transfer.
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub created_at: Timestamp,
        pub card_id: CardId,
        pub last_four: String,
        pub charity_rate: Option<CharityRate>,
        pub charity_name: Option<String>,
        pub purchased: Cents,
        pub redeemed: Cents,
        pub balance: Cents,
        pub raised: Cents,
        pub platform: Cents,
        /// Whether the card was taken over from another shop.
        pub is_taken_over: bool,
        /// Whether another shop took the card over.
        pub is_handed_over: bool,
    }
}

db::row! {
    /// A transfer that raised or reversed a donation.
    #[derive(Clone, Debug)]
    pub struct Support {
        pub created_at: Timestamp,
        pub campaign_name: String,
        pub first_name: String,
        pub last_name: String,
        pub last_four: String,
        pub charity_rate: Option<CharityRate>,
        pub vendor_name: String,
        pub purchased: Cents,
        pub raised: Cents,
        /// Whether another shop took the card over: the card left the old shop, or came to the new
        /// one.
        pub is_handover: bool,
    }
}

/// SQL condition that matches the partial index of charity entries.
const OF_CHARITIES: &str = "a.account >= 'charity_payable:' AND a.account < 'charity_payablf'";

/// SQL condition: transfer `t` reverses a redemption or a cash-out.
const UNDOES: &str = "(t.kind = 'REVERSAL' AND EXISTS (SELECT 1 FROM transfer r
    WHERE r.vendor_id = t.vendor_id AND r.id = t.reverses AND r.kind IN ('REDEMPTION', 'CASH_OUT')))";

/// SQL condition: transfer `t` put the balance on a card `k` that was taken over from another shop.
const TAKEN_OVER: &str = "(t.kind = 'SALE' AND k.moved_from_id IS NOT NULL)";

/// SQL condition: transfer `t` took the balance off a card `k` that another shop took over.
const HANDED_OVER: &str = "(t.kind = 'REFUND' AND k.moved_to_id IS NOT NULL)";

/// The kind of a movement on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MovementKind {
    Sold,
    /// The card was taken over from a shop that closed.
    TakenOver,
    /// Another shop took the card over.
    HandedOver,
    Redeemed,
    CashedOut,
    /// A redemption or a cash-out was undone.
    Undone,
    /// A sale was cancelled, reversed or refunded.
    Cancelled,
}

impl MovementKind {
    /// Returns the SQL condition for movements of this kind: transfers `t` on cards `k`.
    fn condition(self) -> String {
        match self {
            MovementKind::Sold => format!("t.kind = 'SALE' AND NOT {TAKEN_OVER}"),
            MovementKind::TakenOver => TAKEN_OVER.to_owned(),
            MovementKind::HandedOver => HANDED_OVER.to_owned(),
            MovementKind::Redeemed => "t.kind = 'REDEMPTION'".to_owned(),
            MovementKind::CashedOut => "t.kind = 'CASH_OUT'".to_owned(),
            MovementKind::Undone => UNDOES.to_owned(),
            MovementKind::Cancelled => {
                format!(
                    "t.kind NOT IN ('SALE', 'REDEMPTION', 'CASH_OUT') AND NOT {UNDOES} AND NOT {HANDED_OVER}"
                )
            }
        }
    }
}

fn on_cards(filter: &Filter, kind: Option<MovementKind>) -> Conditions {
    let mut conditions = within(filter.days);
    conditions.and("t.created_at >= $1 AND t.created_at < $2".to_owned());
    let vendors = of_vendors(&mut conditions, "t.vendor_id", &filter.vendors);
    conditions.and(vendors);
    narrow(&mut conditions, filter);
    if let Some(kind) = kind {
        conditions.and(kind.condition());
    }
    conditions
}

/// Counts the movements of a kind on the cards of these vendors.
pub fn count_movements(tx: &mut Tx<'_>, filter: &Filter, kind: MovementKind) -> Result<u64> {
    let conditions = on_cards(filter, Some(kind));
    let sql = format!(
        "SELECT count(*) FROM transfer t JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id WHERE {}",
        conditions.sql()
    );
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Lists the movements on the cards of these vendors, the newest first. `kind` selects one kind of
/// movement.
pub fn movements(
    tx: &mut Tx<'_>,
    filter: &Filter,
    kind: Option<MovementKind>,
    page: PageRequest,
) -> Result<Vec<Movement>> {
    let mut conditions = on_cards(filter, kind);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!(
        "SELECT p.kind, MAX(v.kind), MAX(l.name), MAX({first_name}), MAX({last_name}),
                p.created_at, p.card_id, k.last_four, k.charity_rate, h.display_name, {}, {}, {}, {}, {},
                k.moved_from_id IS NOT NULL, k.moved_to_id IS NOT NULL
         FROM (SELECT t.vendor_id, t.id, t.created_at, t.card_id, t.kind, t.reverses, t.till_id, t.actor FROM transfer t
               JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
               WHERE {} ORDER BY t.created_at DESC, t.id DESC{page}) p
         JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.id
         JOIN card k ON k.vendor_id = e.vendor_id AND k.id = p.card_id
         LEFT JOIN tenant h ON h.id = k.charity_id
         LEFT JOIN transfer v ON v.vendor_id = e.vendor_id AND v.id = p.reverses
         LEFT JOIN till l ON l.id = p.till_id
         {person}
         GROUP BY p.vendor_id, p.id, p.kind, p.created_at, p.card_id, k.last_four, k.charity_rate, h.display_name, k.moved_from_id,
                  k.moved_to_id
         ORDER BY p.created_at DESC, p.id DESC",
        whole(PURCHASED),
        whole(&format!("{PURCHASED} - {ON_CARD}")),
        whole("MAX(e.balance)"),
        whole(RAISED),
        whole(PLATFORM),
        conditions.sql(),
        first_name = column_then!("w", "first_name"),
        last_name = column_then!("w", "last_name"),
        person = join_then!("w", "p.actor", "p.created_at"),
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

/// Choice of a charity's transfers for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supports {
    All,
    /// All transfers, except those by which a shop took over cards of another shop.
    Purchases,
}

/// Lists the donations raised for a charity, the newest first.
pub fn support(
    tx: &mut Tx<'_>,
    charity: TenantId,
    filter: &Filter,
    supports: Supports,
    page: PageRequest,
) -> Result<Vec<Support>> {
    let mut conditions = within(filter.days);
    let account = conditions.bind(format!("charity_payable:{charity}"));
    conditions.and(format!(
        "a.account = {account} AND {OF_CHARITIES} AND a.created_at >= $1 AND a.created_at < $2"
    ));
    // The condition on the entry's account already selects the charity. If the query also had a
    // condition on the card's charity, PostgreSQL would underestimate the number of rows and sort
    // all of them.
    narrow(&mut conditions, &Filter { charity: None, ..filter.clone() });
    if supports == Supports::Purchases {
        conditions.and(format!("NOT {TAKEN_OVER} AND NOT {HANDED_OVER}"));
    }
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!(
        "SELECT p.created_at, c.name, b.first_name, b.last_name, k.last_four, k.charity_rate, v.display_name, {}, {}, p.is_handover
         FROM (SELECT a.vendor_id, a.transfer_id, a.created_at, t.card_id, {TAKEN_OVER} OR {HANDED_OVER} AS is_handover FROM entry a
               JOIN transfer t ON t.vendor_id = a.vendor_id AND t.id = a.transfer_id
               JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
               WHERE {} ORDER BY a.created_at DESC, a.transfer_id DESC{page}) p
         JOIN entry e ON e.vendor_id = p.vendor_id AND e.transfer_id = p.transfer_id
         JOIN card k ON k.vendor_id = p.vendor_id AND k.id = p.card_id
         JOIN campaign c ON c.id = k.campaign_id
         JOIN tenant v ON v.id = k.vendor_id
         JOIN person b ON b.id = k.buyer_id
         GROUP BY p.vendor_id, p.transfer_id, p.created_at, c.name, b.first_name, b.last_name, k.last_four, k.charity_rate,
                  v.display_name, p.is_handover
         ORDER BY p.created_at DESC, p.transfer_id DESC",
        whole(PURCHASED),
        whole(RAISED),
        conditions.sql(),
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

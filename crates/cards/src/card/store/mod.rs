//! Rows of cards. Only the ledger changes card balances.

pub mod keys;
mod rotation;
pub mod row;
mod status_changes;

use std::collections::{BTreeMap, BTreeSet};

use db::{Ask, Conditions, Engine, First, Rows, ToValue, Tx, Value, params, rows};

use kernel::{
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{LockedBalance, MoneyMoves};
use market::tenants::TenantScope;
use platform::{error::Result, secrets::Hashes};

pub use keys::RULES as RULES_OF_KEYS;
pub use rotation::{OutdatedCard, outdated, set_secrets};
pub use row::{CardRow, count_of_person, list_of_person, newest_of_person};
pub use status_changes::{
    RULES, STATUS_CHANGES, StatusChange, change_status, change_status_of, frozen_by,
};

/// Scope of the cards that a reader may see.
#[derive(Clone, Debug)]
pub enum CardScope {
    /// Cards of shops where the reader works.
    Shops(TenantScope),
    /// Cards that the reader bought or owns.
    Wallet(PersonId),
}

/// Encrypted secrets of a new card.
pub struct SealedSecrets {
    pub number_hash: String,
    pub sealed_number: String,
    pub last_four: String,
    pub code_hash: String,
    pub sealed_code: String,
    pub claim_hash: Option<String>,
    pub sealed_claim: Option<String>,
}

/// Finds the hashes in this list that are hashes of existing cards' numbers.
pub fn taken_numbers(hashes: &[&str]) -> impl Ask<Answer = BTreeSet<String>> + use<> {
    const MAX_LENGTH: usize = 256;
    let questions = hashes.chunks(MAX_LENGTH).map(|some| {
        let values: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
        let places = db::places(1..=values.len());
        let sql = format!("SELECT key_hash FROM card_lookup WHERE key_hash IN ({places})");
        rows::<(String,)>(sql, &values)
    });
    let questions: Vec<_> = questions.collect();
    questions.map(|found| found.into_iter().flatten().map(|(hash,)| hash).collect())
}

db::row! {
    /// Columns of a card needed to move money; the row is locked.
    #[derive(Clone, Debug)]
    pub struct LockedCard {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub order_id: OrderId,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub code_hash: String,
        pub balance: Cents,
        pub moved_at: Timestamp,
        pub deactivated_at: Option<Timestamp>,
        /// Earliest time that a new movement of money may have; `None` while all movements of money
        /// are stopped.
        open_from: Option<Timestamp>,
    }
}

impl LockedCard {
    pub fn locked_balance(&self) -> LockedBalance {
        LockedBalance { card: self.id, balance: self.balance, moved_at: self.moved_at }
    }

    pub fn money_moves(&self) -> Result<MoneyMoves> {
        MoneyMoves::of(self.open_from)
    }

    pub fn is_active(&self) -> bool {
        self.deactivated_at.is_none()
    }

    /// Whether this person bought the card or has it in their wallet.
    pub fn is_bought_or_owned_by(&self, person: PersonId) -> bool {
        self.buyer_id == person || self.owner_id == Some(person)
    }
}

/// Finds and locks a card within the scope. Returns `None` if the scope has no such card.
pub fn lock(tx: &mut Tx<'_>, scope: &TenantScope, id: CardId) -> Result<Option<LockedCard>> {
    match shop_within(tx, scope, id)? {
        Some(shop) => Ok(tx.ask(locked(tx.engine(), shop, id))?),
        None => Ok(None),
    }
}

/// Returns the card's shop, because a row can be locked only on the database node that holds its
/// shop. Reads nothing if the scope has one shop only; the card may then be another shop's. Returns
/// `None` if the card is not within the scope.
pub fn shop_within(tx: &mut Tx<'_>, scope: &TenantScope, id: CardId) -> Result<Option<TenantId>> {
    match scope {
        TenantScope::Own(shops) if shops.len() == 1 => Ok(shops.first().copied()),
        _ => Ok(shop_of(tx, id)?.filter(|shop| scope.reaches(*shop))),
    }
}

/// Finds the shop of a card. A card's shop never changes.
pub fn shop_of(tx: &mut Tx<'_>, id: CardId) -> Result<Option<TenantId>> {
    let shop: Option<(TenantId,)> =
        tx.first("SELECT vendor_id FROM card WHERE id = $1", params![id])?;
    Ok(shop.map(|(shop,)| shop))
}

pub fn locked(
    engine: Engine,
    shop: TenantId,
    id: CardId,
) -> impl Ask<Answer = Option<LockedCard>> + use<> {
    let sql = format!(
        "SELECT k.id, k.vendor_id, k.order_id, k.buyer_id, k.owner_id, k.code_hash, k.balance, k.moved_at,
                k.deactivated_at, {}
         FROM card k WHERE k.vendor_id = $1 AND k.id = $2{}",
        MoneyMoves::COLUMN,
        engine.for_update()
    );
    rows(sql, params![shop, id]).first()
}

/// Returns the encrypted code of the newest card, or `None` if there are no cards.
pub fn newest_sealed(tx: &mut Tx<'_>) -> Result<Option<(CardId, String)>> {
    Ok(tx.first("SELECT id, sealed_code FROM card ORDER BY id DESC LIMIT 1", &[])?)
}

/// Whether any card of a shop has a balance.
pub fn is_money_on(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    let found: Option<(CardId,)> = tx.first(
        "SELECT id FROM card WHERE vendor_id = $1 AND balance > 0 ORDER BY vendor_id, balance, id LIMIT 1",
        params![vendor],
    )?;
    Ok(found.is_some())
}

/// Returns the number of a shop's cards with a balance, and the sum of their balances.
pub fn left_at(tx: &mut Tx<'_>, vendor: TenantId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE vendor_id = $1 AND balance > 0",
        params![vendor],
    )?)
}

/// Lists a page of a shop's cards with a balance, ordered by id, with each card's order and buyer.
pub fn list_left_at(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    after: &str,
    limit: i64,
) -> Result<Vec<(CardId, OrderId, PersonId)>> {
    Ok(tx.rows(
        "SELECT id, order_id, buyer_id FROM card WHERE vendor_id = $1 AND id > $2 AND balance > 0 ORDER BY id LIMIT $3",
        params![vendor, after, limit],
    )?)
}

/// Whether a card was emptied permanently: its order was cancelled, its charge was reversed, its
/// balance was refunded, or another shop took the card over.
pub fn is_cancelled(
    tx: &mut Tx<'_>,
    (buyer, order): (PersonId, OrderId),
    vendor: TenantId,
    id: CardId,
) -> Result<bool> {
    let found: Option<(OrderId,)> = tx.first(
        "SELECT o.id FROM orders o
         WHERE o.person_id = $1 AND o.id = $2 AND (COALESCE(o.cancelled_at, o.reversed_at) IS NOT NULL
             OR EXISTS (SELECT 1 FROM card k WHERE k.vendor_id = $3 AND k.id = $4
                 AND COALESCE(k.refunded_at, CASE WHEN k.moved_to_id IS NOT NULL THEN 0 END) IS NOT NULL))",
        params![buyer, order, vendor, id],
    )?;
    Ok(found.is_some())
}

pub fn find(tx: &mut Tx<'_>, scope: &CardScope, id: CardId) -> Result<Option<CardRow>> {
    let found = tx.ask(row::find("k.id = $1", params![id]))?;
    Ok(found.filter(|card| scope.has(card)))
}

/// Finds a card of any shop, for emails that the system sends.
pub fn find_for_mail(tx: &mut Tx<'_>, id: CardId) -> Result<Option<CardRow>> {
    Ok(tx.ask(row::find("k.id = $1", params![id]))?)
}

/// Finds the card that has one of these hashes in the hash column `column`.
pub fn find_by(column: &str, hashes: &Hashes) -> First<CardRow> {
    let (list, values) = hashes.listed_after(&[]);
    row::find(&keys::named(column, &list), &values)
}

pub fn of_order(order: OrderId) -> Rows<CardRow> {
    row::list("k.order_id = $1", "k.created_at, k.id", "", params![order])
}

pub fn of_order_at(order: OrderId, vendors: &[TenantId]) -> Rows<CardRow> {
    let mut conditions = Conditions::with(params![order]);
    conditions.and("k.order_id = $1");
    conditions.only_among("k.vendor_id", vendors.iter().copied());
    row::list(&conditions.sql(), "k.created_at, k.id", "", conditions.parameters())
}

/// Counts the gifts of an order at a vendor.
pub fn count_gifts(order: OrderId, vendor: TenantId) -> impl Ask<Answer = i64> {
    let sql = "SELECT count(*) FROM card WHERE vendor_id = $1 AND order_id = $2 AND is_gift";
    rows(sql, params![vendor, order]).one().map(|(count,)| count)
}

pub fn bought_with(order: OrderId) -> Rows<CardRow> {
    let condition = "k.order_id = $1 AND k.moved_from_id IS NULL";
    row::list(condition, "k.created_at, k.id", "", params![order])
}

impl CardScope {
    fn has(&self, card: &CardRow) -> bool {
        match self {
            CardScope::Shops(scope) => scope.reaches(card.vendor_id),
            CardScope::Wallet(person) => card.buyer_id == *person || card.owner_id == Some(*person),
        }
    }
}

/// Adds the condition that card `k` is of a shop in the scope.
pub fn only_shops(scope: &TenantScope, conditions: &mut Conditions) {
    if let TenantScope::Own(shops) = scope {
        conditions.only_among("k.vendor_id", shops);
    }
}

/// Maximum number of list values per statement. Lists are padded to a few fixed lengths, because
/// the database prepares one statement per length.
pub const MAX_LISTED: usize = 256;

/// Returns the placeholders and values of an SQL list whose first parameter has the number `first`.
/// The list is padded by repeating its last value.
pub fn listed<T: ToValue>(some: &[T], first: usize) -> (String, Vec<Value<'_>>) {
    let values: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
    let places = db::places(first..first + values.len());
    (places, values)
}

/// Updates cards of several vendors, with few statements per vendor. `set` is the SQL SET clause,
/// and `values` are its parameters, starting at `$1`.
pub fn update_all(
    tx: &mut Tx<'_>,
    cards: impl IntoIterator<Item = (TenantId, CardId)>,
    set: &str,
    values: &[Value<'_>],
) -> Result<()> {
    let mut by_vendor: BTreeMap<TenantId, Vec<CardId>> = BTreeMap::new();
    for (vendor, card) in cards {
        by_vendor.entry(vendor).or_default().push(card);
    }
    for (vendor, cards) in by_vendor {
        for some in cards.chunks(MAX_LISTED) {
            let (places, ids) = listed(some, values.len() + 2);
            let vendor_place = values.len() + 1;
            let sql = format!(
                "UPDATE card SET {set} WHERE vendor_id = ${vendor_place} AND id IN ({places})"
            );
            let mut all = values.to_vec();
            all.push(vendor.to_value());
            all.extend(ids);
            tx.later(&sql, &all)?;
        }
    }
    Ok(())
}

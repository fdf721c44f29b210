//! The cards of an order whose charge is being reversed or given back.

use std::collections::{BTreeMap, HashSet};

use db::{Ask, Engine, Rows, ToValue, Tx, Value, params, rows};

use kernel::{
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    rates::{CharityRate, PlatformRate, Split},
    timestamp::Timestamp,
};
use ledger::{KeyedBy, LockedBalance, Rule};
use platform::error::{Error, Result};

db::row! {
    /// What reversing a card's charge needs to know of it, which is locked.
    #[derive(Clone, Debug)]
    pub struct ChargedCard {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub charity_id: Option<TenantId>,
        pub face: Cents,
        pub balance: Cents,
        /// What was on it when it was given back, or its charge reversed.
        pub reversed: Cents,
        pub charity_rate: Option<CharityRate>,
        pub share_percentage: PlatformRate,
        charity_share: Cents,
        platform_share: Cents,
        vendor_share: Cents,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub last_four: String,
        pub is_gift: bool,
        pub deactivated_at: Option<Timestamp>,
        pub deactivation_reason: Option<String>,
        pub moved_at: Timestamp,
    }
}

impl ChargedCard {
    /// What was taken off it at a counter.
    pub fn spent(&self) -> Result<Cents> {
        let left = self.face.checked_sub(self.balance);
        left.and_then(|left| left.checked_sub(self.reversed))
            .ok_or_else(|| Error::Internal(format!("{} has too much on it", self.id)))
    }

    /// Of the shares that were paid when it was sold, those of what is left on it.
    pub fn shares_of_rest(&self) -> Result<Split> {
        let (charity, platform) = (self.charity_share, self.platform_share);
        let sold = Split { charity, platform, vendor: self.vendor_share };
        let shares = sold.part(self.balance);
        shares.ok_or_else(|| Error::Internal(format!("{} has too much on it", self.id)))
    }

    pub fn key(&self) -> (TenantId, CardId) {
        (self.vendor_id, self.id)
    }

    pub fn locked_balance(&self) -> LockedBalance {
        LockedBalance { card: self.id, balance: self.balance, moved_at: self.moved_at }
    }
}

/// Few lengths of lists are few statements to prepare.
const MAX_LISTED: usize = 256;

/// Always in this order, so that no two transactions wait for each other.
pub fn lock_charged(engine: Engine, order: OrderId) -> Rows<ChargedCard> {
    let sql = format!(
        "SELECT {} FROM card WHERE order_id = $1 ORDER BY id{}",
        ChargedCard::COLUMNS,
        engine.for_update()
    );
    rows(sql, params![order])
}

/// Those of these orders that have a card with money on it.
pub fn orders_with_money(orders: &[OrderId]) -> impl Ask<Answer = HashSet<OrderId>> + use<> {
    let questions = orders.chunks(MAX_LISTED).map(|some| {
        let (places, values) = listed(some, 1);
        let sql = format!(
            "SELECT DISTINCT order_id FROM card WHERE order_id IN ({places}) AND balance > 0"
        );
        rows::<(OrderId,)>(sql, &values)
    });
    let questions: Vec<_> = questions.collect();
    questions.map(|found| found.into_iter().flatten().map(|(order,)| order).collect())
}

/// The places and values of a list that begins with this parameter; what is said twice counts once.
fn listed<T: ToValue>(some: &[T], first: usize) -> (String, Vec<Value<'_>>) {
    let values: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
    let places: Vec<String> =
        (first..first + values.len()).map(|place| format!("${place}")).collect();
    (places.join(", "), values)
}

/// Changes cards of several vendors, each vendor's by few statements. Of `set` the first parameters are `values`.
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

/// What a charge that is reversed or refunded leaves on its cards, and how much of that had been the shop's. At `refunded_at` it was
/// refunded: the card is empty for good.
pub fn set_reversed(
    tx: &mut Tx<'_>,
    cards: impl IntoIterator<Item = (ChargedCard, Cents)>,
    refunded_at: Option<Timestamp>,
) -> Result<()> {
    let mut alike: BTreeMap<(Cents, Cents), Vec<(TenantId, CardId)>> = BTreeMap::new();
    for (card, revenue) in cards {
        alike.entry((card.balance, revenue)).or_default().push(card.key());
    }
    for ((unspent, revenue), cards) in alike {
        update_all(
            tx,
            cards,
            "reversed = reversed + $1, reversed_revenue = reversed_revenue + $2, refunded_at = COALESCE($3, refunded_at)",
            params![unspent, revenue, refunded_at],
        )?;
    }
    Ok(())
}

/// What the reversal of a charge took off cards is on them again, but for those that were refunded or handed over.
pub fn clear_reversed(tx: &mut Tx<'_>, cards: &[ChargedCard]) -> Result<()> {
    let set = "reversed = CASE WHEN refunded_at IS NULL AND moved_to_id IS NULL THEN 0 ELSE reversed END,
             reversed_revenue = CASE WHEN refunded_at IS NULL AND moved_to_id IS NULL THEN 0 ELSE reversed_revenue END";
    update_all(tx, cards.iter().map(ChargedCard::key), set, &[])
}

pub const RULES_OF_REFUNDS: &[Rule] = &[Rule {
    name: "a card whose rest was given back is empty and frozen",
    breaking: "SELECT k.id, 'it has ' || k.balance || ' and is ' || CASE WHEN k.deactivated_at IS NULL THEN 'active' ELSE 'frozen' END, k.vendor_id
         FROM {rows} k WHERE k.refunded_at IS NOT NULL AND (k.balance > 0 OR k.deactivated_at IS NULL)
         ORDER BY k.id LIMIT 5",
    table: "card",
    key: KeyedBy::Vendor,
    made: "created_at",
    touched: "moved_at",
}];

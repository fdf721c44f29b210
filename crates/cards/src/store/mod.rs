//! The rows of cards. Their balance is changed by the ledger alone.

mod addresses;
mod charged;
mod claims;
mod closed_accounts;
mod counter_day;
pub mod given;
mod keys;
mod list;
mod moves;
mod pace;
mod presentations;
mod rotation;
mod row;
mod settings;
mod status_changes;
mod test_cards;

use std::collections::BTreeSet;

use db::{Ask, Engine, First, Rows, ToValue, Tx, Value, params, rows};

use super::NewCard;
use kernel::{
    dates::BusinessDate,
    fold::search_key,
    ids::{CardId, OrderId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{LockedBalance, MoneyMoves};
use market::tenants::TenantScope;
use platform::{error::Result, secrets::Hashes};

pub use addresses::{AddressChange, NewAddress, address_changes, earlier_addresses, readdress};
pub use charged::{
    ChargedCard, RULES_OF_REFUNDS, clear_reversed, lock_charged, orders_with_money, set_reversed,
};
pub use claims::{CLAIMS, RULES as RULES_OF_CLAIMS, copy_claim, heal as heal_claims, set_owner};
pub use closed_accounts::{
    count_unclaimed, forget, forget_recipient_of, forget_recipients, left_of, list_spendable,
};
pub use counter_day::{
    CounterHours, CounterKind, LineRow, MovementFilter, MovementRow, Whose, count_at_counter,
    counter_lines, list_at_counter,
};
pub use keys::RULES as RULES_OF_KEYS;
pub use list::{CardFilter, CardOrder, WalletPart, count, list, own_balance, texts};
pub use moves::{
    MovableCard, RULES as RULES_OF_MOVES, TakingOver, insert_move, insert_taking_over,
    list_movable, put_away,
};
pub use pace::{
    AtCounter, BusyHours, CounterFacts, busy_hours, insert_by_name, list_by_name, lock_with_facts,
    set_free, set_unusual,
};
pub use presentations::{Presentation, is_presented, present, sweep as sweep_presentations};
pub use rotation::{OutdatedCard, outdated, set_secrets};
pub use row::{CardRow, count_of_person, list_of_person, newest_of_person};
pub use settings::{
    lock_settings, mails_closed_days, set_mails_closed_days, set_settings, settings_of,
};
pub use status_changes::{
    RULES, STATUS_CHANGES, StatusChange, change_status, change_status_of, frozen_by,
};
pub use test_cards::{
    TestCardRow, find_test_card, find_test_card_by_code, lock_test_card, put_test_card,
    set_test_balance,
};

/// Whose cards somebody looks at.
#[derive(Clone, Debug)]
pub enum CardScope {
    /// Those of shops, because the person works there.
    Shops(TenantScope),
    /// Those that the person has bought or owns.
    Wallet(PersonId),
}

/// The secrets of a new card as its row keeps them.
pub struct SealedSecrets {
    pub number_hash: String,
    pub sealed_number: String,
    pub last_four: String,
    pub code_hash: String,
    pub sealed_code: String,
    pub claim_hash: Option<String>,
    pub sealed_claim: Option<String>,
}

/// A card with its price on it; the ledger says where that came from.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CardId,
    made_at: Timestamp,
    moved_at: Timestamp,
    secrets: &SealedSecrets,
    card: &NewCard,
) -> Result<()> {
    let gift = card.gift.as_ref();
    let cause = card.cause.as_ref();
    let owner = if gift.is_some() { None } else { Some(card.buyer) };
    let holder = gift.map_or(card.buyer_name.as_str(), |gift| gift.to.as_str());
    tx.later(
        "INSERT INTO card (id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face,
             balance, charity_rate, share_percentage, charity_share, platform_share, vendor_share, buyer_id,
             owner_id, is_gift, gift_to, recipient_email, gift_from, gift_message, claim_hash, sealed_claim,
             resent_count, search_key, moved_at, created_at, sealed_number, last_four)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, 0, $24, $25, $26, $27, $28)",
        params![
            id,
            secrets.number_hash,
            secrets.code_hash,
            secrets.sealed_code,
            card.order,
            card.vendor,
            cause.map(|cause| cause.charity),
            cause.map(|cause| cause.campaign),
            card.price,
            cause.map(|cause| cause.rate),
            card.share_percentage,
            card.split.charity,
            card.split.platform,
            card.split.vendor,
            card.buyer,
            owner,
            gift.is_some(),
            gift.map(|gift| gift.to.clone()),
            gift.map(|gift| gift.recipient.clone()),
            gift.map(|gift| gift.from.clone()),
            gift.and_then(|gift| gift.message.clone()),
            secrets.claim_hash,
            secrets.sealed_claim,
            search_key(&format!("{} {holder}", secrets.last_four)),
            moved_at,
            made_at,
            secrets.sealed_number,
            secrets.last_four
        ],
    )?;
    let keys = [Some(&secrets.number_hash), Some(&secrets.code_hash), secrets.claim_hash.as_ref()];
    keys::insert(tx, card.vendor, id, keys.into_iter().flatten())
}

/// Which of these numbers have cards.
pub fn taken_numbers(hashes: &[&str]) -> impl Ask<Answer = BTreeSet<String>> + use<> {
    const MAX_LENGTH: usize = 256;
    let questions = hashes.chunks(MAX_LENGTH).map(|some| {
        let values: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
        let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
        let sql =
            format!("SELECT key_hash FROM card_lookup WHERE key_hash IN ({})", places.join(", "));
        rows::<(String,)>(sql, &values)
    });
    let questions: Vec<_> = questions.collect();
    questions.map(|found| found.into_iter().flatten().map(|(hash,)| hash).collect())
}

db::row! {
    /// What moving money needs to know of a card, which is locked.
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
        /// From when on the books are open; nothing while money is stopped.
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

    /// Whether this person bought it, for themselves or as a gift, or has it in their wallet.
    pub fn is_bought_or_owned_by(&self, person: PersonId) -> bool {
        self.buyer_id == person || self.owner_id == Some(person)
    }
}

/// Locks a card that is within the scope of somebody at a shop.
pub fn lock(tx: &mut Tx<'_>, scope: &TenantScope, id: CardId) -> Result<Option<LockedCard>> {
    match narrowed(tx, scope, id)? {
        Some(scope) => Ok(tx.ask(locked(tx.engine(), &scope, id))?),
        None => Ok(None),
    }
}

/// A row is locked on the machine where it stands: who reaches all shops finds out first whose card it is.
fn narrowed(tx: &mut Tx<'_>, scope: &TenantScope, id: CardId) -> Result<Option<TenantScope>> {
    match scope {
        TenantScope::Own(_) => Ok(Some(scope.clone())),
        TenantScope::All => Ok(shop_of(tx, id)?.map(|shop| TenantScope::Own(vec![shop]))),
    }
}

/// Whose card it is: that never changes.
pub fn shop_of(tx: &mut Tx<'_>, id: CardId) -> Result<Option<TenantId>> {
    let shop: Option<(TenantId,)> =
        tx.first("SELECT vendor_id FROM card WHERE id = $1", params![id])?;
    Ok(shop.map(|(shop,)| shop))
}

fn locked(
    engine: Engine,
    scope: &TenantScope,
    id: CardId,
) -> impl Ask<Answer = Option<LockedCard>> + use<> {
    let mut parameters = vec![Value::Text(id.to_string().into())];
    let within = list::of_shops(scope, &mut parameters).map(|shops| format!(" AND {shops}"));
    let sql = format!(
        "SELECT k.id, k.vendor_id, k.order_id, k.buyer_id, k.owner_id, k.code_hash, k.balance, k.moved_at,
                k.deactivated_at, {}
         FROM card k WHERE k.id = $1{}{}",
        MoneyMoves::COLUMN,
        within.unwrap_or_default(),
        engine.for_update()
    );
    rows(sql, &parameters).first()
}

/// The newest card's code, sealed.
pub fn newest_sealed(tx: &mut Tx<'_>) -> Result<Option<(CardId, String)>> {
    Ok(tx.first("SELECT id, sealed_code FROM card ORDER BY id DESC LIMIT 1", &[])?)
}

/// Whether there is money on any card of a shop.
pub fn is_money_on(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    let found: Option<(CardId,)> = tx.first(
        "SELECT id FROM card WHERE vendor_id = $1 AND balance > 0 ORDER BY vendor_id, balance, id LIMIT 1",
        params![vendor],
    )?;
    Ok(found.is_some())
}

/// Count and sum of a shop's cards with money on them.
pub fn left_at(tx: &mut Tx<'_>, vendor: TenantId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE vendor_id = $1 AND balance > 0",
        params![vendor],
    )?)
}

/// Some of a shop's cards with money on them, in the order of their ids, with order and buyer.
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

/// Whether a card was emptied for good: its order was cancelled, its charge reversed, its rest refunded, or another shop took it over.
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

db::row! {
    /// What sending a gift on needs to know of it, which is locked.
    #[derive(Clone, Debug)]
    pub struct LockedGift {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub order_id: OrderId,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub is_gift: bool,
        pub gift_to: Option<String>,
        pub recipient_email: Option<String>,
        pub opened_at: Option<Timestamp>,
        pub resent_on: Option<BusinessDate>,
        pub resent_count: i64,
        pub deactivated_at: Option<Timestamp>,
    }
}

pub fn lock_gift(tx: &mut Tx<'_>, shop: TenantId, id: CardId) -> Result<Option<LockedGift>> {
    let sql = format!(
        "SELECT {} FROM card WHERE vendor_id = $1 AND id = $2{}",
        LockedGift::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.first(&sql, params![shop, id])?)
}

pub fn find(tx: &mut Tx<'_>, scope: &CardScope, id: CardId) -> Result<Option<CardRow>> {
    let found = tx.ask(row::find("k.id = $1", params![id]))?;
    Ok(found.filter(|card| scope.has(card)))
}

/// Whatever it is and whose ever it is: for the program's own mails.
pub fn find_for_mail(tx: &mut Tx<'_>, id: CardId) -> Result<Option<CardRow>> {
    Ok(tx.ask(row::find("k.id = $1", params![id]))?)
}

/// A gift by the token in its link.
pub fn find_by_claim(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<CardRow>> {
    Ok(tx.ask(find_by("claim_hash", hashes))?)
}

/// The card that has one of these hashes in this column.
pub fn find_by(column: &str, hashes: &Hashes) -> First<CardRow> {
    let (list, values) = hashes.listed_after(&[]);
    row::find(&keys::named(column, &list), &values)
}

pub fn of_order(order: OrderId) -> Rows<CardRow> {
    row::list("k.order_id = $1 ORDER BY k.created_at, k.id", params![order])
}

pub fn bought_with(order: OrderId) -> Rows<CardRow> {
    let condition = "k.order_id = $1 AND k.moved_from_id IS NULL ORDER BY k.created_at, k.id";
    row::list(condition, params![order])
}

impl CardScope {
    fn has(&self, card: &CardRow) -> bool {
        match self {
            CardScope::Shops(scope) => scope.reaches(card.vendor_id),
            CardScope::Wallet(person) => card.buyer_id == *person || card.owner_id == Some(*person),
        }
    }
}

pub fn set_resent(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    day: BusinessDate,
    count: i64,
) -> Result<()> {
    tx.later(
        "UPDATE card SET resent_on = $1, resent_count = $2 WHERE vendor_id = $3 AND id = $4",
        params![day, count, vendor, id],
    )?;
    Ok(())
}

/// A card gets another number and another code, and is searched by these names: those of before find nothing any more.
pub fn renew(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    secrets: &SealedSecrets,
    names: &str,
) -> Result<()> {
    keys::forget(tx, id, &["number_hash", "code_hash"])?;
    keys::insert(tx, vendor, id, [&secrets.number_hash, &secrets.code_hash])?;
    tx.later(
        "UPDATE card SET number_hash = $1, sealed_number = $2, last_four = $3, code_hash = $4, sealed_code = $5,
             search_key = $6 WHERE vendor_id = $7 AND id = $8",
        params![
            secrets.number_hash,
            secrets.sealed_number,
            secrets.last_four,
            secrets.code_hash,
            secrets.sealed_code,
            search_key(&format!("{} {names}", secrets.last_four)),
            vendor,
            id
        ],
    )?;
    Ok(())
}

/// A gift that nobody has claimed gets another link: that of before is worth nothing.
pub fn relink(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    secrets: &SealedSecrets,
) -> Result<()> {
    keys::forget(tx, id, &["claim_hash"])?;
    keys::insert(tx, vendor, id, &secrets.claim_hash)?;
    tx.later(
        "UPDATE card SET claim_hash = $1, sealed_claim = $2 WHERE vendor_id = $3 AND id = $4",
        params![secrets.claim_hash, secrets.sealed_claim, vendor, id],
    )?;
    Ok(())
}

/// Some cards whose number still stands in clear, where its hash should be.
pub fn plain_numbers(tx: &mut Tx<'_>, most: i64) -> Result<Vec<(String, String)>> {
    Ok(tx.rows(
        "SELECT id, number_hash FROM card WHERE sealed_number IS NULL ORDER BY id LIMIT $1",
        params![most],
    )?)
}

/// Keeps a card's number as its hash and its sealing.
pub fn set_number(tx: &mut Tx<'_>, id: &str, number_hash: &str, sealed: &str) -> Result<()> {
    tx.later(
        "INSERT INTO card_lookup (key_hash, vendor_id, card_id)
         SELECT $1, vendor_id, id FROM card WHERE id = $2 AND sealed_number IS NULL",
        params![number_hash, id],
    )?;
    tx.later(
        "UPDATE card SET number_hash = $1, sealed_number = $2 WHERE id = $3 AND sealed_number IS NULL",
        params![number_hash, sealed, id],
    )?;
    Ok(())
}

/// A gift was mailed to this address, which may be its recipient's no more.
pub fn set_mailed(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    recipient: &str,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE card SET mailed_at = $1 WHERE vendor_id = $2 AND id = $3 AND recipient_email = $4",
        params![now, vendor, id, recipient],
    )?;
    Ok(())
}

pub fn set_opened(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE card SET opened_at = $1 WHERE vendor_id = $2 AND id = $3",
        params![now, vendor, id],
    )?;
    Ok(())
}

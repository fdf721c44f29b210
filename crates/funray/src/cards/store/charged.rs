//! The cards of an order whose charge is being reversed or given back.

use db::{Tx, params};

use crate::{
    error::{Error, Result},
    kernel::{
        ids::{CardId, OrderId, PersonId, TenantId},
        money::Cents,
        rates::{CharityRate, PlatformRate, Split},
        timestamp::Timestamp,
    },
    ledger::{KeyedBy, Rule},
};

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
}

/// Always in this order, so that nobody waits for somebody who waits for them.
pub fn lock_charged(tx: &mut Tx<'_>, order: OrderId) -> Result<Vec<ChargedCard>> {
    let sql = format!(
        "SELECT {} FROM card WHERE order_id = $1 ORDER BY id{}",
        ChargedCard::COLUMNS,
        tx.engine().for_update()
    );
    Ok(tx.rows(&sql, params![order])?)
}

/// So much was left on a card when its charge was reversed, and so much of that had been the shop's.
pub fn set_reversed(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CardId,
    unspent: Cents,
    revenue: Cents,
) -> Result<()> {
    tx.later(
        "UPDATE card SET reversed = reversed + $1, reversed_revenue = reversed_revenue + $2
         WHERE vendor_id = $3 AND id = $4",
        params![unspent, revenue, vendor, id],
    )?;
    Ok(())
}

/// What the reversal of a charge took off a card is on it again; what we have given back ourselves stays away.
pub fn clear_reversed(tx: &mut Tx<'_>, vendor: TenantId, id: CardId) -> Result<()> {
    tx.later(
        "UPDATE card SET reversed = 0, reversed_revenue = 0
         WHERE vendor_id = $1 AND id = $2 AND refunded_at IS NULL",
        params![vendor, id],
    )?;
    Ok(())
}

/// What was left on a card was given back: it is empty for good.
pub fn set_refunded(tx: &mut Tx<'_>, vendor: TenantId, id: CardId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE card SET refunded_at = $1 WHERE vendor_id = $2 AND id = $3",
        params![now, vendor, id],
    )?;
    Ok(())
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

//! The cards of an order whose charge is being reversed.

use db::{Tx, params};

use crate::{
    error::{Error, Result},
    kernel::{
        ids::{CardId, OrderId, PersonId, TenantId},
        money::Cents,
        rates::{CharityRate, PlatformRate},
        timestamp::Timestamp,
    },
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
        pub charity_rate: Option<CharityRate>,
        pub share_percentage: PlatformRate,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub is_gift: bool,
        pub deactivated_at: Option<Timestamp>,
    }
}

impl ChargedCard {
    /// What was taken off it.
    pub fn spent(&self) -> Result<Cents> {
        self.face
            .checked_sub(self.balance)
            .ok_or_else(|| Error::Internal(format!("{} has too much on it", self.id)))
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
pub fn set_reversed(tx: &mut Tx<'_>, id: CardId, unspent: Cents, revenue: Cents) -> Result<()> {
    tx.later(
        "UPDATE card SET reversed = $1, reversed_revenue = $2 WHERE id = $3",
        params![unspent, revenue, id],
    )?;
    Ok(())
}

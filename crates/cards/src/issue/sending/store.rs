//! Columns of a gift that is sent on a day.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::card;

db::row! {
    /// Columns of a gift needed to send it on its day; the row is locked.
    #[derive(Clone, Debug)]
    pub struct DueGift {
        pub id: CardId,
        pub vendor_id: TenantId,
        pub buyer_id: PersonId,
        pub owner_id: Option<PersonId>,
        pub send_at: Option<Timestamp>,
        pub deactivated_at: Option<Timestamp>,
        moved_to_id: Option<CardId>,
    }
}

/// Finds and locks a gift or, if another shop took it over, the card that replaced it.
pub fn lock_newest(tx: &mut Tx<'_>, id: CardId) -> Result<Option<DueGift>> {
    let mut next = id;
    loop {
        let Some(shop) = card::shop_of(tx, next)? else { return Ok(None) };
        let sql = format!(
            "SELECT {} FROM card WHERE vendor_id = $1 AND id = $2{}",
            DueGift::COLUMNS,
            tx.engine().for_update()
        );
        let found: Option<DueGift> = tx.first(&sql, params![shop, next])?;
        match found.as_ref().and_then(|gift| gift.moved_to_id) {
            Some(newer) => next = newer,
            None => return Ok(found),
        }
    }
}

pub fn clear(tx: &mut Tx<'_>, vendor: TenantId, id: CardId) -> Result<()> {
    tx.later(
        "UPDATE card SET send_at = NULL, send_zone = NULL, send_stopped_at = NULL WHERE vendor_id = $1 AND id = $2",
        params![vendor, id],
    )?;
    Ok(())
}

//! What an account leaves on cards when it is closed, and what of it is erased, then or later.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::card::{self, CardRow};

/// How many cards of somebody have something on them, and what that is together.
pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE owner_id = $1 AND balance > 0",
        params![person],
    )?)
}

/// How many gifts of somebody have something on them and are in nobody's wallet yet.
pub fn count_unclaimed(tx: &mut Tx<'_>, person: PersonId) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM card WHERE buyer_id = $1 AND owner_id IS NULL AND balance > 0",
        params![person],
    )?;
    Ok(count)
}

/// The cards of somebody that have something on them, in an order that no movement changes.
pub fn list_spendable(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    let condition = "k.owner_id = $1 AND k.balance > 0 ORDER BY k.id LIMIT $2 OFFSET $3";
    Ok(tx.ask(card::row::list(condition, params![person, page.limit(), page.offset()]))?)
}

/// Erases what cards say of somebody whose account has just been closed, and the addresses of recipients who have claimed
/// their gifts. The words of a gift belong to its recipient and go with them; the giver's name goes with the last of both.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.execute("DELETE FROM counter_pace WHERE person_id = $1", params![person])?;
    tx.execute("UPDATE card SET search_key = last_four WHERE owner_id = $1", params![person])?;
    tx.execute(
        "UPDATE card SET gift_to = '', recipient_email = '', gift_message = NULL WHERE owner_id = $1 AND is_gift",
        params![person],
    )?;
    tx.execute(
        "UPDATE card SET gift_from = ''
         WHERE is_gift AND (owner_id = $1 OR buyer_id = $1)
           AND EXISTS (SELECT 1 FROM person b WHERE b.id = card.buyer_id AND b.closed_at IS NOT NULL)
           AND EXISTS (SELECT 1 FROM person o WHERE o.id = card.owner_id AND o.closed_at IS NOT NULL)",
        params![person],
    )?;
    tx.execute(
        "UPDATE card SET recipient_email = '' WHERE buyer_id = $1 AND is_gift AND owner_id IS NOT NULL",
        params![person],
    )?;
    tx.later(
        "UPDATE gift_address SET old_email = NULL, new_email = ''
         WHERE card_id IN (SELECT id FROM card
                           WHERE owner_id = $1 OR (buyer_id = $1 AND is_gift AND owner_id IS NOT NULL))",
        params![person],
    )?;
    Ok(())
}

/// Erases the recipient's address from a gift of a closed account that has just been claimed: its owner has their own.
pub fn forget_recipient_of(tx: &mut Tx<'_>, vendor: TenantId, gift: CardId) -> Result<()> {
    let erased = tx.execute(
        "UPDATE card SET recipient_email = ''
         WHERE vendor_id = $1 AND id = $2
             AND EXISTS (SELECT 1 FROM person b WHERE b.id = card.buyer_id AND b.closed_at IS NOT NULL)",
        params![vendor, gift],
    )?;
    if erased > 0 {
        forget_addresses_of(tx, vendor, gift)?;
    }
    Ok(())
}

fn forget_addresses_of(tx: &mut Tx<'_>, vendor: TenantId, gift: CardId) -> Result<()> {
    tx.later(
        "UPDATE gift_address SET old_email = NULL, new_email = '' WHERE vendor_id = $1 AND card_id = $2",
        params![vendor, gift],
    )?;
    Ok(())
}

/// The same of the first gifts of closed accounts whose recipients nobody has to reach any more: claimed, or spent before
/// this moment by somebody who never claimed them. Of these nothing that was written stays. How many that were.
pub fn forget_recipients(tx: &mut Tx<'_>, spent_before: Timestamp, limit: i64) -> Result<u64> {
    let gifts: Vec<(TenantId, CardId, bool, String)> = tx.rows(
        "SELECT k.vendor_id, k.id, k.owner_id IS NULL, k.last_four FROM person b JOIN card k ON k.buyer_id = b.id
         WHERE b.closed_at IS NOT NULL AND k.is_gift AND k.recipient_email <> ''
           AND (k.owner_id IS NOT NULL OR (k.balance = 0 AND k.moved_at < $1))
         ORDER BY k.id LIMIT $2",
        params![spent_before, limit],
    )?;
    for (vendor, gift, is_unclaimed, last_four) in &gifts {
        tx.execute(
            "UPDATE card SET recipient_email = '' WHERE vendor_id = $1 AND id = $2",
            params![*vendor, *gift],
        )?;
        if *is_unclaimed {
            tx.execute(
                "UPDATE card SET gift_to = '', gift_from = '', gift_message = NULL, search_key = $3
                 WHERE vendor_id = $1 AND id = $2",
                params![*vendor, *gift, last_four],
            )?;
        }
        forget_addresses_of(tx, *vendor, *gift)?;
    }
    Ok(gifts.len() as u64)
}

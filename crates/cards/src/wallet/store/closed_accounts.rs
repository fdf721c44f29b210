//! Data of closed accounts that is stored on cards, and its erasure when an account is closed or
//! later.

use db::{Tx, params};

use kernel::{
    ids::{CardId, PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::error::Result;

use crate::card::{self, CardRow};

/// Returns the number of a person's cards with a balance, and the sum of their balances.
pub fn left_of(tx: &mut Tx<'_>, person: PersonId) -> Result<(i64, Cents)> {
    Ok(tx.one(
        "SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card WHERE owner_id = $1 AND balance > 0",
        params![person],
    )?)
}

/// Counts a person's unclaimed gifts with a balance.
pub fn count_unclaimed(tx: &mut Tx<'_>, person: PersonId) -> Result<i64> {
    let (count,) = tx.one(
        "SELECT count(*) FROM card WHERE buyer_id = $1 AND owner_id IS NULL AND balance > 0",
        params![person],
    )?;
    Ok(count)
}

/// Lists a person's cards with a balance, ordered by id. Unlike the time of the last transaction,
/// an id never changes between two pages.
pub fn list_spendable(
    tx: &mut Tx<'_>,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    let cards = card::row::list(
        "k.owner_id = $1 AND k.balance > 0",
        "k.id",
        " LIMIT $2 OFFSET $3",
        params![person, page.limit(), page.offset()],
    );
    Ok(tx.ask(cards)?)
}

/// Erases a person's data from cards after their account was closed, and the addresses of
/// recipients who claimed the person's gifts. A gift's message and thanks are erased when the recipient's
/// account is closed, and the giver's name once both accounts are closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    tx.execute("DELETE FROM counter_pace WHERE person_id = $1", params![person])?;
    tx.execute("UPDATE card SET search_key = last_four WHERE owner_id = $1", params![person])?;
    tx.execute(
        "UPDATE card SET gift_to = '', recipient_email = '', gift_message = NULL, thanks_words = NULL
         WHERE owner_id = $1 AND is_gift",
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

/// Erases the recipient's address from a gift that was just claimed, if the giver's account is
/// closed. The address is no longer needed, because the new owner's account has one.
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

/// Erases the recipients' addresses from the oldest gifts whose givers' accounts are closed. Covers
/// gifts that were claimed, and unclaimed gifts that were spent before `spent_before`; from these
/// unclaimed gifts, it also erases the names and the message. Returns the number of gifts.
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
                "UPDATE card SET gift_to = '', gift_from = '', gift_message = NULL, thanks_words = NULL, search_key = $3
                 WHERE vendor_id = $1 AND id = $2",
                params![*vendor, *gift, last_four],
            )?;
        }
        forget_addresses_of(tx, *vendor, *gift)?;
    }
    Ok(gifts.len() as u64)
}

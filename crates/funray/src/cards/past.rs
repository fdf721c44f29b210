//! What was done with cards before the program ran: the history of a demo. By the same rules, at another time.

use db::Tx;

use super::{
    CardId,
    counter::{Moved, take_off},
    gifts, rules, store,
};
use crate::{
    auth::PersonId,
    error::{Error, Result},
    kernel::{money::Cents, timestamp::Timestamp},
    ledger::Kind,
    secrets::Secrets,
    tenants::TenantScope,
};

/// Takes an amount off a card; nothing when there is less on it.
pub fn redeem(
    tx: &mut Tx<'_>,
    then: Timestamp,
    clerk: PersonId,
    id: CardId,
    value: Cents,
) -> Result<Option<Moved>> {
    let card = store::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
    match rules::may_redeem(card.is_active(), card.balance, value) {
        Ok(()) => take_off(tx, then, clerk, &card, Kind::Redemption, value).map(Some),
        Err(_) => Ok(None),
    }
}

/// The recipient of a gift has seen it.
pub fn open(tx: &mut Tx<'_>, then: Timestamp, gift: CardId) -> Result<()> {
    store::set_opened(tx, gift, then)
}

/// Somebody has saved a gift to their wallet.
pub fn claim(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    then: Timestamp,
    gift: CardId,
    person: PersonId,
    name: &str,
) -> Result<()> {
    let gift = store::lock_gift(tx, gift)?.ok_or(Error::NotFound)?;
    gifts::hand_over(tx, secrets, then, &gift, person, name)
}

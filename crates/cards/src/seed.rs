//! Functions that record actions on cards at past times, to build the history of a demo. They
//! follow the same rules as real actions.

use db::Tx;

use kernel::{
    ids::{CardId, PersonId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::{PostedBy, TransferKind};
use market::tenants::TenantScope;
use platform::{
    error::{Error, Result},
    secrets::Secrets,
};

use crate::{
    card,
    counter::{Debit, Moved, may_redeem, record_debit},
    gifts, issue,
};

/// Redeems an amount from a card. Does nothing and returns `None` if the card is frozen or the
/// balance is too small.
pub fn redeem(
    tx: &mut Tx<'_>,
    then: Timestamp,
    clerk: PersonId,
    id: CardId,
    value: Cents,
) -> Result<Option<Moved>> {
    let card = card::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
    match may_redeem(card.is_active(), card.balance, value) {
        Ok(()) => {
            let debit =
                Debit { kind: TransferKind::Redemption, value, reason: None, is_by_name: false };
            record_debit(tx, then, PostedBy::Person(clerk), &card, debit).map(Some)
        }
        Err(_) => Ok(None),
    }
}

/// Marks a gift as emailed to its recipient.
pub fn mail(tx: &mut Tx<'_>, then: Timestamp, gift: CardId, recipient: &str) -> Result<()> {
    let shop = card::shop_of(tx, gift)?.ok_or(Error::NotFound)?;
    issue::set_mailed(tx, shop, gift, recipient, then)
}

/// Marks a gift as opened by its recipient.
pub fn open(tx: &mut Tx<'_>, then: Timestamp, gift: CardId) -> Result<()> {
    let shop = card::shop_of(tx, gift)?.ok_or(Error::NotFound)?;
    gifts::set_opened(tx, shop, gift, then)
}

/// Adds a gift to a person's wallet.
pub fn claim(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    then: Timestamp,
    gift: CardId,
    person: PersonId,
    name: &str,
) -> Result<()> {
    let shop = card::shop_of(tx, gift)?.ok_or(Error::NotFound)?;
    let gift = gifts::lock_gift(tx, shop, gift)?.ok_or(Error::NotFound)?;
    gifts::hand_over(tx, secrets, then, &gift, person, name)
}

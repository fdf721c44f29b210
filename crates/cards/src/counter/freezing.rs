//! Freezing and unfreezing cards. The balance stays on the card.

use std::sync::Arc;

use db::Tx;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Permission,
        second_person::{Decision, DecisionRefusal, Reader},
    },
};
use kernel::{
    ids::{CardId, PersonId},
    language::Language,
    timestamp::Timestamp,
};
use market::{bell, tenants::TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
};

use super::refuse_cancelled;
use crate::{
    actions,
    card::{self, CardRow, LockedCard, notify_cardholders},
    counter::jobs::MailCardStatus,
    issue::sending,
};

/// Freezes or unfreezes a card. The balance stays on the card.
pub async fn change_status(
    app: &Arc<App>,
    author: Author,
    id: CardId,
    is_active: bool,
    reason: Option<String>,
) -> Result<CardRow> {
    app.write(move |tx, _, now| {
        let card = card::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
        switch(tx, now, &author, &card, is_active, reason.as_deref())
    })
    .await
}

/// Returns the decision to unfreeze a card. It excludes the person who froze it.
fn unfreezing_of(frozen_by: Option<PersonId>) -> Decision {
    Decision::of_platform(Permission::FreezeCards).excluding(frozen_by)
}

/// Returns why a reader with the right to freeze cards can't unfreeze this card. Returns `None` if
/// nothing prevents this reader.
pub async fn reactivation_refusal(
    app: &App,
    actor: &Actor,
    language: Language,
    card: &CardRow,
) -> Result<Option<DecisionRefusal>> {
    if card.is_active() || card.cancelled_at.is_some() || !actor.may(Permission::FreezeCards) {
        return Ok(None);
    }
    let (vendor, id) = (card.vendor_id, card.id);
    let frozen_by = app.db.read(move |tx| card::frozen_by(tx, vendor, id)).await?;
    let decision = frozen_by.map(|by| unfreezing_of(Some(by)));
    let reader = Reader::of(app, actor, language, decision.clone()).await?;
    Ok(reader.refusal(decision))
}

/// Unfreezes a card. Depending on the configuration, the person who froze the card can't unfreeze
/// it.
pub async fn reactivate(
    app: &Arc<App>,
    actor: &Actor,
    id: CardId,
    reason: Option<String>,
) -> Result<CardRow> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let card = card::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
        refuse_cancelled(tx, &card)?;
        if !card.is_active() {
            let frozen_by = card::frozen_by(tx, card.vendor_id, id)?;
            unfreezing_of(frozen_by).require(tx, app, now, &actor)?;
        }
        switch(tx, now, &Author::of(&actor), &card, true, reason.as_deref())
    })
    .await
}

fn switch(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    card: &LockedCard,
    is_active: bool,
    reason: Option<&str>,
) -> Result<CardRow> {
    refuse_cancelled(tx, card)?;
    let (id, vendor) = (card.id, card.vendor_id);
    if card.is_active() != is_active {
        let change = card::StatusChange { is_active, by: author.person(), reason };
        card::change_status(tx, now, (vendor, id), &change)?;
        let action = if is_active { actions::CARD_UNFROZEN } else { actions::CARD_FROZEN };
        let entry = Entry::new(action, Subject::card(id)).tenant(vendor);
        audit::record(tx, now, author, entry.reason(reason))?;
        notify_cardholders(tx, id, card.buyer_id, card.owner_id);
        enqueue(tx, now, &MailCardStatus { card: id, is_active })?;
    }
    let scope = card::CardScope::Shops(TenantScope::All);
    let found = card::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
    if is_active {
        sending::resume(tx, now, id, found.send_at)?;
    }
    if card.is_active() != is_active {
        let number = found.masked_number();
        let switched = bell::Switched { vendor, card: id, number };
        bell::notify_of_freeze(tx, now, &[switched], !is_active)?;
    }
    Ok(found)
}

//! What is done with a card at the counter: it is redeemed, put right, paid out, frozen.

use db::Tx;
use serde::{Deserialize, Serialize};

use super::{
    CardRow,
    clerk::{Clerk, Outcome},
    jobs::{MailCardStatus, MailMovement},
    rules::{self, PaceLeft, Refusal},
    store::{self, LockedCard},
};
use crate::{
    app::App,
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor, Permission,
        second_person::{self, DecidingRight, DecisionRefusal, Reader},
    },
    bell,
    cards::{
        actions,
        errors::{
            CARD_CANCELLED, CARD_DEACTIVATED, CASHED_OUT, FOR_MANAGER, TOO_LATE_TO_REVERSE,
            TOO_MUCH_FOR_CASH,
        },
    },
    error::{Error, Result},
    idempotency::{Key, Named},
    jobs::enqueue,
    kernel::{
        fields::Fields,
        ids::{CardId, PersonId, TransferId},
        language::Language,
        messages::{self, Message},
        money::Cents,
        timestamp::Timestamp,
    },
    ledger::{self, Account, Books, Entries, PostedBy, Recorded, Transfer, TransferKind},
    live::{self, Event},
    mail::Movement,
    tenants::{self, TenantScope},
};

/// A transaction on a card.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub card: CardId,
    pub transfer: TransferId,
    pub value: Cents,
    pub balance: Cents,
    pub moved_at: Timestamp,
    /// How much the clerk could still redeem within the hour then, where that was little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<PaceLeft>,
}

impl Moved {
    fn new(card: CardId, value: Cents, recorded: Recorded) -> Result<Moved> {
        let balance = recorded.balance.ok_or_else(|| {
            Error::Internal(format!("transfer {} moved nothing on {card}", recorded.id))
        })?;
        let moved_at = recorded.moved_at;
        Ok(Moved { card, transfer: recorded.id, value, balance, moved_at, left: None })
    }
}

/// What is answered when a rule says no.
pub(super) fn refused(refusal: Refusal, balance: Cents) -> Error {
    match refusal {
        Refusal::Deactivated => Error::Refused(CARD_DEACTIVATED),
        Refusal::TooLittle => {
            let in_french = balance.format(Language::Fr);
            let message = Message::of(
                format!("There is {balance} on this card."),
                format!("Il y a {in_french} sur cette carte."),
            );
            Error::Invalid(Fields::one("value", message))
        }
        Refusal::TooMuchForCash => Error::Refused(TOO_MUCH_FOR_CASH),
        Refusal::NotToday => Error::Refused(TOO_LATE_TO_REVERSE),
        Refusal::CashedOut => Error::Refused(CASHED_OUT),
        Refusal::ForManager => Error::Refused(FOR_MANAGER),
        Refusal::NoReason => Error::Invalid(Fields::one("reason", messages::required("Reason"))),
    }
}

/// What is to be taken off a card.
#[derive(Clone, Debug)]
pub struct Redemption {
    pub card: CardId,
    pub value: Cents,
    /// Why, where somebody from outside the shop does it.
    pub reason: Option<String>,
}

/// Takes an amount off a card, for what its holder buys.
pub async fn redeem(clerk: Clerk, wanted: Redemption, key: Key) -> Result<Moved> {
    let Redemption { card, value, reason } = wanted;
    let call = format!("redeem {value} from {card}: {reason:?}");
    debit(clerk, card, key, call, move |card| {
        rules::may_redeem(card.is_active(), card.balance, value)
            .map_err(|refusal| refused(refusal, card.balance))?;
        let (kind, reason) = (TransferKind::Redemption, reason.clone());
        Ok(Debit { kind, value, reason, is_by_name: false })
    })
    .await
}

/// Pays out in cash what little is left on a card.
pub async fn cash_out(clerk: Clerk, id: CardId, reason: Option<String>, key: Key) -> Result<Moved> {
    let call = format!("cash out {id}: {reason:?}");
    debit(clerk, id, key, call, move |card| {
        rules::may_cash_out(card.is_active(), card.balance)
            .map_err(|refusal| refused(refusal, card.balance))?;
        let (kind, value, reason) = (TransferKind::CashOut, card.balance, reason.clone());
        Ok(Debit { kind, value, reason, is_by_name: false })
    })
    .await
}

/// Takes money off a card as `decide` says, unless the same call did so before.
async fn debit(
    clerk: Clerk,
    id: CardId,
    key: Key,
    call: String,
    decide: impl Fn(&LockedCard) -> Result<Debit> + Send + 'static,
) -> Result<Moved> {
    let app = clerk.app.clone();
    let now = app.clock.now();
    let named = Named::new(clerk.actor.person, &key, &call);
    app.db
        .write(move |tx| {
            let (card, mut facts) = clerk.lock_with_facts(tx, now, id, &named)?;
            if let Some(earlier) = facts.earlier.take() {
                return named.read::<Outcome>(earlier)?.answer(tx, now);
            }
            refuse_cancelled(tx, &card)?;
            let debit = decide(&card)?;
            let is_by_name = clerk.refuse_unpresented(&card, &facts)?;
            let debit = Debit { is_by_name, ..debit };
            if debit.kind == TransferKind::Redemption && !key.is_given() {
                clerk.refuse_repeated(tx, now, &card, debit.value)?;
            }
            let outcome = clerk.debit_or_hold(tx, now, &card, &facts, debit)?;
            named.keep(tx, now, Books::Vendor(card.vendor_id), &outcome)?;
            outcome.answer(tx, now)
        })
        .await?
}

/// Reverses what was redeemed by mistake: a moment ago by whoever asks, or today by anybody.
pub async fn reverse(
    clerk: Clerk,
    id: CardId,
    transfer: TransferId,
    reason: Option<String>,
    key: Key,
) -> Result<Moved> {
    let app = clerk.app.clone();
    let (now, call) = (app.clock.now(), format!("reverse {transfer} on {id}: {reason:?}"));
    let named = Named::new(clerk.actor.person, &key, &call);
    app.db
        .write(move |tx| {
            let card = clerk.lock(tx, id)?;
            if let Some(moved) = named.reply(tx)? {
                return Ok(moved);
            }
            refuse_cancelled(tx, &card)?;
            clerk.refuse_own(&card)?;
            let earlier = ledger::find_of_card(tx, card.vendor_id, id, transfer)?
                .filter(|row| row.kind == TransferKind::Redemption)
                .ok_or(Error::NotFound)?;
            let who = clerk.as_reverser(&card, &earlier, reason.is_some());
            rules::may_ask_to_reverse(who, earlier.created_at, now)
                .map_err(|refusal| refused(refusal, card.balance))?;
            let is_cashed_out = ledger::is_cashed_out(tx, card.vendor_id, id)?;
            let zone = tenants::zone_of(tx, card.vendor_id)?.ok_or(Error::NotFound)?;
            rules::may_reverse(card.is_active(), is_cashed_out, zone, earlier.created_at, now)
                .map_err(|refusal| refused(refusal, card.balance))?;
            let recorded = ledger::reverse(tx, now, clerk.by(), &earlier, reason.clone())?;
            let given_back = recorded.balance.and_then(|after| after.checked_sub(card.balance));
            let moved = Moved::new(id, given_back.unwrap_or(Cents::ZERO), recorded)?;
            notify_cardholder(tx, &card);
            let reason = reason.as_deref();
            mail_holder(tx, now, Movement::Reversed, &moved, false)?;
            clerk.notify_managers(tx, now, Movement::Reversed, &moved, reason)?;
            clerk.record(tx, now, actions::CARD_REVERSED, &card, &moved, reason)?;
            named.keep(tx, now, Books::Vendor(card.vendor_id), &moved)?;
            Ok(moved)
        })
        .await
}

/// What leaves a card, and why.
pub(super) struct Debit {
    pub kind: TransferKind,
    pub value: Cents,
    pub reason: Option<String>,
    /// The card was not shown, but found by its holder's name.
    pub is_by_name: bool,
}

/// A cancelled card is empty for good: nobody hears that what is on it is kept.
pub(super) fn refuse_cancelled(tx: &mut Tx<'_>, card: &LockedCard) -> Result<()> {
    let order = (card.buyer_id, card.order_id);
    if !card.is_active() && store::is_cancelled(tx, order, card.vendor_id, card.id)? {
        return Err(Error::Refused(CARD_CANCELLED));
    }
    Ok(())
}

/// Moves money from a locked card to what the shop is owed: it gave goods for it, or cash from its till.
pub(super) fn debit_card(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    card: &LockedCard,
    debit: Debit,
) -> Result<Moved> {
    let Debit { kind, value, reason, is_by_name } = debit;
    let to = Account::VendorPayable(card.vendor_id);
    let transfer = Transfer {
        books: Books::Vendor(card.vendor_id),
        kind,
        entries: Entries::default().moving(value, Account::Card(card.id), to),
        order: Some(card.order_id),
        card: Some(card.id),
        reason,
    };
    let moves = card.money_moves()?;
    let recorded = ledger::record_on(tx, now, by, &transfer, card.locked_balance(), moves)?;
    if is_by_name {
        store::insert_by_name(tx, card, recorded.id)?;
    }
    notify_cardholder(tx, card);
    Moved::new(card.id, value, recorded)
}

/// The same, and the holder is mailed.
pub(super) fn debit_and_notify(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: PostedBy,
    card: &LockedCard,
    debit: Debit,
) -> Result<Moved> {
    let (movement, is_by_name) = (debit.movement(), debit.is_by_name);
    let moved = debit_card(tx, now, by, card, debit)?;
    mail_holder(tx, now, movement, &moved, is_by_name)?;
    Ok(moved)
}

/// The holder hears of each movement.
fn mail_holder(
    tx: &mut Tx<'_>,
    now: Timestamp,
    movement: Movement,
    moved: &Moved,
    is_by_name: bool,
) -> Result<()> {
    let Moved { card, value, balance, .. } = *moved;
    enqueue(tx, now, &MailMovement { card, movement, value, balance, is_by_name }).map(drop)
}

/// In whose hands the card is sees at once what was moved on it. Who gave it away is told nothing of that.
fn notify_cardholder(tx: &mut Tx<'_>, card: &LockedCard) {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    live::publish(tx, holder, Event::Card { id: card.id });
}

/// Whoever has the card in their wallet, as its giver too, sees at once whether it is good.
pub(super) fn notify_cardholders(
    tx: &mut Tx<'_>,
    card: CardId,
    buyer: PersonId,
    owner: Option<PersonId>,
) {
    let owner = owner.filter(|owner| *owner != buyer);
    for person in [Some(buyer), owner].into_iter().flatten() {
        live::publish(tx, person, Event::Card { id: card });
    }
}

/// Freezes a card, or lets it be used again. Nothing of its balance is lost.
pub async fn change_status(
    app: &App,
    author: Author,
    id: CardId,
    is_active: bool,
    reason: Option<String>,
) -> Result<CardRow> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let card = store::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
            switch(tx, now, &author, &card, is_active, reason.as_deref())
        })
        .await
}

/// The right by which a card is reactivated.
fn deciding() -> DecidingRight {
    DecidingRight::of_platform(Permission::FreezeCards)
}

/// Why the reader, if they switch cards, can't reactivate a frozen one.
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
    let frozen_by = app.db.read(move |tx| store::frozen_by(tx, vendor, id)).await?;
    let reader = Reader::of(app, actor, language, frozen_by).await?;
    Ok(frozen_by.and_then(|by| reader.refusal(deciding(), &[by])))
}

/// Lets a card be used again that somebody else has frozen.
pub async fn reactivate(
    app: &App,
    actor: &Actor,
    id: CardId,
    reason: Option<String>,
) -> Result<CardRow> {
    let (now, actor, setting) = (app.clock.now(), actor.clone(), app.config.second_person);
    app.db
        .write(move |tx| {
            let card = store::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
            refuse_cancelled(tx, &card)?;
            if !card.is_active() {
                let frozen_by = store::frozen_by(tx, card.vendor_id, id)?;
                second_person::require(tx, setting, &actor, deciding(), frozen_by.as_slice(), now)?;
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
        let change = store::StatusChange { is_active, by: author.person(), reason };
        store::change_status(tx, now, (vendor, id), &change)?;
        let action = if is_active { actions::CARD_UNFROZEN } else { actions::CARD_FROZEN };
        let entry = Entry::new(action, Subject::card(id)).tenant(vendor);
        audit::record(tx, now, author, entry.reason(reason))?;
        notify_cardholders(tx, id, card.buyer_id, card.owner_id);
        enqueue(tx, now, &MailCardStatus { card: id, is_active })?;
    }
    let scope = store::CardScope::Shops(TenantScope::All);
    let found = store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
    if card.is_active() != is_active {
        let number = found.masked_number();
        let switched = bell::Switched { vendor, card: id, number };
        bell::notify_of_freeze(tx, now, &[switched], !is_active)?;
    }
    Ok(found)
}

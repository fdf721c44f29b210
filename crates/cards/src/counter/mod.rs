//! Actions at the counter: redemptions, cash-outs and reversals.

pub mod api;
pub mod approvals;
pub mod bursts;
mod clerk;
pub mod day;
mod debit;
mod freezing;
pub mod jobs;
pub mod lookup;
pub mod rights;
mod rules;
pub mod settings;
mod store;
pub mod test_cards;

use db::Tx;
use serde::Serialize;

use access::{
    idempotency::{Key, Named},
    live::{self, Event},
};
use kernel::{
    fields::Fields,
    ids::{CardId, TransferId},
    language::Language,
    messages::{self, Message},
    money::Cents,
};
use ledger::{Books, TransferKind};
use market::tenants;
use platform::error::{Error, Result};
use rules::Refusal;

use crate::{
    actions,
    card::{self, LockedCard},
    errors::{
        CARD_CANCELLED, CARD_DEACTIVATED, CASHED_OUT, FOR_MANAGER, TOO_LATE_TO_REVERSE,
        TOO_MUCH_FOR_CASH,
    },
    letters::Movement,
};
use debit::Outcome;

pub use clerk::{Clerk, count_by_name};
#[cfg(feature = "demo")]
pub use debit::record_debit;
pub use debit::{Debit, Moved, record_and_mail};
pub use freezing::{change_status, reactivate, reactivation_refusal};
pub use rules::{may_redeem, undo_left};
pub use store::{BusyHours, busy_hours, list_by_name, set_free};

/// Content of a call, whose hash is stored for days with the idempotency key. The JSON must never
/// change. Otherwise a call that is repeated after an upgrade would have a different hash and be
/// refused.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Identity<'a> {
    Redeem { card: CardId, value: Cents, reason: Option<&'a str> },
    CashOut { card: CardId, reason: Option<&'a str> },
    Reverse { card: CardId, transfer: TransferId, reason: Option<&'a str> },
}

/// A request to redeem an amount from a card.
#[derive(Clone, Debug)]
pub struct Redemption {
    pub card: CardId,
    pub value: Cents,
    /// Reason; required from administrators.
    pub reason: Option<String>,
}

/// Redeems an amount from a card.
pub async fn redeem(clerk: Clerk, wanted: Redemption, key: Key) -> Result<Moved> {
    let Redemption { card, value, reason } = wanted;
    let call = Identity::Redeem { card, value, reason: reason.as_deref() };
    let named = Named::new(clerk.actor.person, &key, &call)?;
    debit(clerk, card, named, reason, move |card| {
        rules::may_redeem(card.is_active(), card.balance, value)
            .map_err(|refusal| refused(refusal, card.balance))?;
        Ok((TransferKind::Redemption, value))
    })
    .await
}

/// Pays out a card's small remaining balance in cash.
pub async fn cash_out(clerk: Clerk, id: CardId, reason: Option<String>, key: Key) -> Result<Moved> {
    let call = Identity::CashOut { card: id, reason: reason.as_deref() };
    let named = Named::new(clerk.actor.person, &key, &call)?;
    debit(clerk, id, named, reason, move |card| {
        rules::may_cash_out(card.is_active(), card.balance)
            .map_err(|refusal| refused(refusal, card.balance))?;
        Ok((TransferKind::CashOut, card.balance))
    })
    .await
}

/// Debits a card by the amount that `decide` returns, unless a call with the same idempotency key
/// was already made.
async fn debit(
    clerk: Clerk,
    id: CardId,
    named: Named,
    reason: Option<String>,
    decide: impl Fn(&LockedCard) -> Result<(TransferKind, Cents)> + Send + 'static,
) -> Result<Moved> {
    let app = clerk.app.clone();
    let now = app.clock.now();
    let (answer, is_new) = app
        .db
        .write(move |tx| {
            let (card, mut facts) = clerk.lock_with_facts(tx, now, id, &named)?;
            if let Some(earlier) = facts.earlier.take() {
                return Ok::<_, Error>((named.read::<Outcome>(earlier)?.answer(tx, now)?, false));
            }
            refuse_cancelled(tx, &card)?;
            let (kind, value) = decide(&card)?;
            let is_by_name = clerk.refuse_unpresented(&card, &facts)?;
            if kind == TransferKind::Redemption && named.key().is_none() {
                clerk.refuse_repeated(tx, now, &card, value)?;
            }
            let debit = Debit { kind, value, reason: reason.clone(), is_by_name };
            let outcome = clerk.debit_or_hold(tx, now, &card, &facts, debit)?;
            named.keep(tx, now, Books::Vendor(card.vendor_id), &outcome)?;
            Ok((outcome.answer(tx, now)?, true))
        })
        .await?;
    if is_new && answer.is_ok() {
        app.metrics.money.redemptions.inc();
    }
    answer
}

/// Reverses a mistaken redemption. The `rules` module decides who may reverse it, and until when.
pub async fn reverse(
    clerk: Clerk,
    id: CardId,
    transfer: TransferId,
    reason: Option<String>,
    key: Key,
) -> Result<Moved> {
    let app = clerk.app.clone();
    let now = app.clock.now();
    let call = Identity::Reverse { card: id, transfer, reason: reason.as_deref() };
    let named = Named::new(clerk.actor.person, &key, &call)?;
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
            let given_back =
                recorded.balance.and_then(|after| after.checked_sub(card.balance).ok());
            let moved = Moved::new(id, given_back.unwrap_or(Cents::ZERO), recorded)?;
            notify_cardholder(tx, &card);
            let reason = reason.as_deref();
            debit::mail_holder(tx, now, Movement::Reversed, &moved, false)?;
            clerk.notify_managers(tx, now, Movement::Reversed, &moved, reason)?;
            clerk.record(tx, now, actions::CARD_REVERSED, &card, &moved, reason)?;
            named.keep(tx, now, Books::Vendor(card.vendor_id), &moved)?;
            Ok(moved)
        })
        .await
}

/// Converts a refusal by the counter's rules to the error for the client.
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

/// Refuses a cancelled card. This check comes before errors that mention the balance, because a
/// cancelled card is permanently empty.
pub(super) fn refuse_cancelled(tx: &mut Tx<'_>, card: &LockedCard) -> Result<()> {
    let order = (card.buyer_id, card.order_id);
    if !card.is_active() && card::is_cancelled(tx, order, card.vendor_id, card.id)? {
        return Err(Error::Refused(CARD_CANCELLED));
    }
    Ok(())
}

/// Sends an event to the cardholder's clients, so that an open page of the card loads it again. The
/// giver of a claimed gift gets no event.
fn notify_cardholder(tx: &mut Tx<'_>, card: &LockedCard) {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    live::publish(tx, holder, Event::Card { id: card.id });
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ids::Id;

    /// The JSON of a call is hashed and must stay the same. Otherwise a call that is repeated after
    /// an upgrade would be refused.
    #[test]
    fn identity_of_a_call_is_unchanged() {
        let (card, transfer) = (CardId::from_outside(""), TransferId::from_outside(""));
        let value = Cents::new(1250);
        let calls = [
            Identity::Redeem { card, value, reason: None },
            Identity::CashOut { card, reason: Some("lost") },
            Identity::Reverse { card, transfer, reason: None },
        ];
        let texts = calls.map(|call| serde_json::to_string(&call).expect("JSON"));
        assert_eq!(
            texts,
            [
                format!(r#"{{"redeem":{{"card":"{card}","value":12.50,"reason":null}}}}"#),
                format!(r#"{{"cash_out":{{"card":"{card}","reason":"lost"}}}}"#),
                format!(
                    r#"{{"reverse":{{"card":"{card}","transfer":"{transfer}","reason":null}}}}"#
                ),
            ]
        );
    }
}

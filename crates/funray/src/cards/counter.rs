//! What is done with a card at the counter: it is looked up, redeemed, put right, paid out, frozen.

use std::time::Duration;

use db::Tx;
use serde::{Deserialize, Serialize};

use super::{
    CardId, CardRow,
    codes::{CardCode, CardNumber},
    jobs::MailRedeemed,
    rules::{self, Refusal},
    store::{self, LockedCard},
};
use crate::{
    app::App,
    auth::{Actor, PersonId},
    error::{Code, Error, Result},
    idempotency::{self, Key},
    jobs::enqueue,
    kernel::{fields::Fields, money::Cents, timestamp::Timestamp},
    ledger::{self, Account, By, Entries, Kind, Recorded, Transfer, TransferId},
    limits::{self, Limit, Standing, Verdict},
    live::{self, Event},
    secrets::Secrets,
    tenants::TenantScope,
};

/// Whoever guesses codes misses. Nineteen misses at once are forgiven, then one a minute.
const MISSES: Limit = Limit { tries: 19, interval: Duration::from_secs(60) };

/// Money that moved on a card.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub card: CardId,
    pub transfer: TransferId,
    pub value: Cents,
    pub balance: Cents,
    pub moved_at: Timestamp,
}

impl Moved {
    fn new(card: CardId, value: Cents, recorded: Recorded) -> Result<Moved> {
        let balance = recorded.balance.ok_or_else(|| {
            Error::Internal(format!("transfer {} moved nothing on {card}", recorded.id))
        })?;
        Ok(Moved { card, transfer: recorded.id, value, balance, moved_at: recorded.moved_at })
    }
}

fn refused(refusal: Refusal, balance: Cents) -> Error {
    match refusal {
        Refusal::Deactivated => Error::Refused(Code::CardDeactivated),
        Refusal::TooLittle => {
            let message = format!("There is {balance} on this card.");
            Error::Invalid(Fields::one("value", message))
        }
        Refusal::TooMuchForCash => Error::Refused(Code::TooMuchForCash),
        Refusal::NotToday => Error::Refused(Code::TooLateToReverse),
    }
}

/// A card by what a customer shows or says. Whoever misses too often has to wait, whatever they ask for then.
pub async fn look_up(app: &App, actor: &Actor, scope: TenantScope, text: &str) -> Result<CardRow> {
    let (now, bucket) = (app.clock.now(), format!("card misses of {}", actor.person));
    let guess = Guess { scope, shown: Shown::parse(&app.secrets, text), bucket };
    let first = guess.clone();
    match app.db.read(move |tx| first.look(tx, now)).await? {
        Some(card) => Ok(card),
        None => app.db.write(move |tx| guess.look_counted(tx, now)).await?,
    }
}

/// What somebody looks up, and where their misses are counted.
#[derive(Clone)]
struct Guess {
    scope: TenantScope,
    shown: Shown,
    bucket: String,
}

impl Guess {
    /// A till scans all day and hardly ever misses: its cards are only read. Whoever has missed lately is answered after
    /// they were counted.
    fn look(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Option<CardRow>> {
        match limits::look(tx, now, &self.bucket, MISSES)? {
            Standing::Clean => self.find(tx),
            Standing::Counted => Ok(None),
            Standing::Full(wait) => Err(Error::TooManyTries(wait)),
        }
    }

    /// Counts a miss before it looks, and takes it back when it was none: of many guesses at once each waits for those
    /// before it. To be refused is an answer, not a failure: what was counted stays.
    fn look_counted(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Result<CardRow>> {
        if let Verdict::Wait(wait) = limits::take(tx, now, &self.bucket, MISSES)? {
            return Ok(Err(Error::TooManyTries(wait)));
        }
        let found = self.find(tx)?;
        if found.is_some() {
            limits::give_back(tx, now, &self.bucket, MISSES)?;
        }
        // Unknown, foreign and unreadable are all the same to who asks.
        Ok(found.ok_or(Error::Refused(Code::InvalidCode)))
    }

    fn find(&self, tx: &mut Tx<'_>) -> Result<Option<CardRow>> {
        match &self.shown {
            Shown::Code(hash) => store::find_by_code(tx, &self.scope, hash),
            Shown::Number(number) => store::find_by_number(tx, &self.scope, number),
        }
    }
}

/// What was scanned or typed.
#[derive(Clone)]
enum Shown {
    /// The keyed hash of a code. What is no code has one too, of nothing: looking it up takes as long.
    Code(String),
    Number(CardNumber),
}

impl Shown {
    fn parse(secrets: &Secrets, text: &str) -> Shown {
        match (CardNumber::parse(text), CardCode::parse(text)) {
            (Some(number), _) => Shown::Number(number),
            (None, Some(code)) => Shown::Code(code.hash(secrets)),
            (None, None) => Shown::Code(CardCode::random().hash(secrets)),
        }
    }
}

/// Who acts at which counter.
pub struct Clerk {
    pub actor: Actor,
    pub scope: TenantScope,
}

/// What is to be taken off a card.
#[derive(Clone, Copy, Debug)]
pub struct Redemption {
    pub card: CardId,
    pub value: Cents,
    /// Whether its holder gets a mail about it.
    pub is_mailed: bool,
}

/// Takes an amount off a card, for what its holder buys.
pub async fn redeem(app: &App, clerk: Clerk, wanted: Redemption, key: Key) -> Result<Moved> {
    let Redemption { card: id, value, is_mailed } = wanted;
    let (now, call) = (app.clock.now(), format!("redeem {value} from {id}, mailed: {is_mailed}"));
    app.db
        .write(move |tx| {
            idempotency::once(tx, now, clerk.actor.person, &key, &call, |tx| {
                let card = clerk.lock(tx, id)?;
                rules::may_redeem(card.is_active(), card.balance, value)
                    .map_err(|refusal| refused(refusal, card.balance))?;
                let clerk = clerk.actor.person;
                let moved = take_off(tx, now, clerk, &card, Kind::Redemption, value)?;
                if is_mailed {
                    enqueue(tx, now, &MailRedeemed { card: id, value, balance: moved.balance })?;
                }
                Ok(moved)
            })
        })
        .await
}

/// Pays out in cash what little is left on a card.
pub async fn cash_out(app: &App, clerk: Clerk, id: CardId, key: Key) -> Result<Moved> {
    let (now, call) = (app.clock.now(), format!("cash out {id}"));
    app.db
        .write(move |tx| {
            idempotency::once(tx, now, clerk.actor.person, &key, &call, |tx| {
                let card = clerk.lock(tx, id)?;
                rules::may_cash_out(card.is_active(), card.balance)
                    .map_err(|refusal| refused(refusal, card.balance))?;
                take_off(tx, now, clerk.actor.person, &card, Kind::CashOut, card.balance)
            })
        })
        .await
}

/// Takes back what was redeemed today by mistake.
pub async fn reverse(
    app: &App,
    clerk: Clerk,
    id: CardId,
    transfer: TransferId,
    reason: String,
    key: Key,
) -> Result<Moved> {
    let (now, call) = (app.clock.now(), format!("reverse {transfer} on {id}: {reason}"));
    app.db
        .write(move |tx| {
            idempotency::once(tx, now, clerk.actor.person, &key, &call, |tx| {
                let card = clerk.lock(tx, id)?;
                let earlier = ledger::find_of_card(tx, id, transfer)?
                    .filter(|row| row.kind == Kind::Redemption)
                    .ok_or(Error::NotFound)?;
                rules::may_reverse(card.is_active(), earlier.created_at, now)
                    .map_err(|refusal| refused(refusal, card.balance))?;
                let by = By::Person(clerk.actor.person);
                let recorded = ledger::reverse(tx, now, by, &earlier, reason.clone())?;
                tell_holder(tx, &card);
                let given_back = recorded.balance.and_then(|after| after.checked_sub(card.balance));
                Moved::new(id, given_back.unwrap_or(Cents::ZERO), recorded)
            })
        })
        .await
}

impl Clerk {
    fn lock(&self, tx: &mut Tx<'_>, id: CardId) -> Result<LockedCard> {
        let card = store::lock(tx, &self.scope, id)?.ok_or(Error::NotFound)?;
        refuse_cancelled(tx, &card)?;
        Ok(card)
    }
}

/// A card that was taken back is empty for good: nobody hears that what is on it is kept.
fn refuse_cancelled(tx: &mut Tx<'_>, card: &LockedCard) -> Result<()> {
    if !card.is_active() && store::is_cancelled(tx, card.order_id)? {
        return Err(Error::Refused(Code::CardCancelled));
    }
    Ok(())
}

/// Takes money off a card that is locked and may be redeemed or paid out: to the shop, or in cash.
pub(super) fn take_off(
    tx: &mut Tx<'_>,
    now: Timestamp,
    clerk: PersonId,
    card: &LockedCard,
    kind: Kind,
    value: Cents,
) -> Result<Moved> {
    let to = match kind {
        Kind::CashOut => Account::CashOut,
        _ => Account::VendorPayable(card.vendor_id),
    };
    let transfer = Transfer {
        kind,
        entries: Entries::default().moving(value, Account::Card(card.id), to),
        order: Some(card.order_id),
        card: Some(card.id),
        reason: None,
    };
    let recorded = ledger::record(tx, now, By::Person(clerk), &transfer)?;
    tell_holder(tx, card);
    Moved::new(card.id, value, recorded)
}

/// In whose hands the card is sees at once what was moved on it. Who gave it away is told nothing of that.
fn tell_holder(tx: &mut Tx<'_>, card: &LockedCard) {
    let holder = card.owner_id.unwrap_or(card.buyer_id);
    live::tell(tx, holder, Event::Card { id: card.id });
}

/// Whoever has the card in their wallet, as its giver too, sees at once whether it is good.
pub(super) fn tell_holders(tx: &mut Tx<'_>, card: &LockedCard) {
    let owner = card.owner_id.filter(|owner| *owner != card.buyer_id);
    for person in [Some(card.buyer_id), owner].into_iter().flatten() {
        live::tell(tx, person, Event::Card { id: card.id });
    }
}

/// Freezes a card, or lets it be used again. Nothing of its balance is lost.
pub async fn switch(
    app: &App,
    by: PersonId,
    id: CardId,
    is_active: bool,
    reason: Option<String>,
) -> Result<CardRow> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let card = store::lock(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
            refuse_cancelled(tx, &card)?;
            if card.is_active() != is_active {
                let reason = reason.as_deref();
                store::switch(tx, now, id, &store::Switch { is_active, by, reason })?;
                tell_holders(tx, &card);
            }
            store::find(tx, &store::Reach::Shops(TenantScope::All), id)?.ok_or(Error::NotFound)
        })
        .await
}

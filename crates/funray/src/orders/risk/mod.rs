//! Who tries payment cards out, and which orders look as if the card were somebody else's.

mod disposable;
mod rules;
mod store;

use std::{collections::BTreeSet, time::Duration};

use db::Tx;

use crate::{
    app::App,
    carts::{self, CartId},
    error::{Code, Error, Result},
    kernel::{
        ids::{OrderId, PersonId},
        money::Cents,
        timestamp::Timestamp,
    },
    limits::{self, Limit, Standing},
    payments::AttemptRow,
};

pub use rules::{Assessment, Reason};

use rules::{Allowance, Facts, assess, is_refused};
use store::History;

const A_DAY: Duration = Duration::from_secs(24 * 3600);
/// Whoever has paid without trouble may mistype so many times as often.
const ROOM_OF_THE_TRUSTED: i64 = 3;

/// A purchase that is about to be paid for, or was.
pub struct Purchase<'a> {
    pub order: OrderId,
    pub cart: CartId,
    pub person: PersonId,
    /// The keyed hash of the client address.
    pub client: &'a str,
    pub amount: Cents,
}

/// Before the gateway is asked: whoever had too many cards declined has to wait, and so have the others of their kind at an
/// address from which too many were.
pub fn refuse_after_declines(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    client: &str,
) -> Result<()> {
    for (bucket, limit) in buckets(tx, app, now, person, client)? {
        if let Standing::Full(wait) = limits::look(tx, now, &bucket, limit)? {
            return Err(Error::TooManyDeclines(wait));
        }
    }
    Ok(())
}

/// A payment card was declined. Nothing else is counted, so that a shop's guests who pay from one address don't get into
/// each other's way.
pub fn count_decline(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    client: &str,
) -> Result<()> {
    for (bucket, limit) in buckets(tx, app, now, person, client)? {
        limits::acquire(tx, now, &bucket, limit)?;
    }
    Ok(())
}

/// Where declines of somebody are counted. Many honest people share an address with a stranger: the stranger's declines hold up
/// new accounts only. Older accounts have a bucket of their own there, and those that have paid without trouble a larger one.
fn buckets(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    client: &str,
) -> Result<Vec<(String, Limit)>> {
    let fraud = &app.config.fraud;
    let history = store::history(tx, person)?;
    let own = format!("declines of {person}");
    let is_new = history.created_at > now.minus(fraud.young_account());
    // One small purchase is no good history: stolen cards pay for it, and their owners complain weeks later.
    if is_trusted(&history) && !is_new {
        let room = fraud.declines_per_address * ROOM_OF_THE_TRUSTED;
        return Ok(vec![
            (own, hourly(fraud.declines_per_person * ROOM_OF_THE_TRUSTED)),
            (format!("declines of buyers from {client}"), hourly(room)),
        ]);
    }
    let neighbours = if is_new { "new accounts" } else { "older accounts" };
    Ok(vec![
        (own, hourly(fraud.declines_per_person)),
        (format!("declines of {neighbours} from {client}"), hourly(fraud.declines_per_address)),
    ])
}

fn hourly(tries: i64) -> Limit {
    let interval = Duration::from_secs(3600) / u32::try_from(tries.max(1)).unwrap_or(u32::MAX);
    Limit { tries: tries.max(1), interval }
}

fn is_trusted(history: &History) -> bool {
    history.paid > 0 && history.reversed == 0
}

/// Before the gateway is asked: what is far beyond the limits of a young account is not even charged.
pub fn refuse_too_much(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    purchase: &Purchase<'_>,
) -> Result<()> {
    let facts = facts(tx, app, now, purchase)?;
    if is_refused(&facts, allowance(app)) {
        return Err(Error::Refused(Code::TooMuchForNewAccount));
    }
    Ok(())
}

/// How risky a charged order looks, when that is enough to hold it.
pub fn weigh(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    purchase: &Purchase<'_>,
    attempt: &AttemptRow,
) -> Result<Option<Assessment>> {
    let threshold = app.config.fraud.review_score;
    if threshold == 0 {
        return Ok(None);
    }
    let letter = |code: &Option<String>| code.clone().unwrap_or_default();
    let facts = Facts {
        avs: letter(&attempt.avs),
        cvv: letter(&attempt.cvv),
        ..facts(tx, app, now, purchase)?
    };
    Ok(Some(assess(&facts, allowance(app))).filter(|found| found.score >= threshold))
}

fn allowance(app: &App) -> Allowance {
    let fraud = &app.config.fraud;
    Allowance {
        amount: Cents::from_dollars(fraud.young_account_dollars),
        cards: fraud.young_account_cards,
    }
}

fn facts(tx: &mut Tx<'_>, app: &App, now: Timestamp, purchase: &Purchase<'_>) -> Result<Facts> {
    let Purchase { order, cart, person, client, amount } = *purchase;
    let (today, young_since) = (now.minus(A_DAY), now.minus(app.config.fraud.young_account()));
    let history = store::history(tx, person)?;
    let items = carts::items(tx, cart)?;
    let (before, cards_before) = store::bought(tx, person, today, order)?;
    let cards: i64 = items.iter().map(|item| i64::from(item.quantity)).sum();
    let recipients: BTreeSet<_> =
        items.iter().filter_map(|item| item.recipient_email.as_deref()).collect();
    Ok(Facts {
        is_young: history.created_at > young_since || history.paid == 0,
        has_good_history: is_trusted(&history),
        has_disposable_mail: disposable::is_disposable(&history.email),
        had_reversal: history.reversed > 0,
        spent: before.checked_add(amount).unwrap_or(Cents::LARGEST),
        cards: cards_before + cards,
        recipients: i64::try_from(recipients.len()).unwrap_or(i64::MAX),
        declined_cards: store::declined_cards(tx, person, today)?,
        other_accounts: store::other_accounts(tx, person, client, today, young_since)?,
        ..Facts::default()
    })
}

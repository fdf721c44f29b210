//! Who tries payment cards out, and which orders look as if the card were somebody else's.

mod disposable;
mod rules;
mod store;

use std::{collections::BTreeSet, time::Duration};

use db::{Ask, Tx};

use super::OrderRow;
use crate::{
    app::App,
    carts::{CartId, ItemRow},
    error::{Code, Error, Result},
    kernel::{ids::PersonId, money::Cents, timestamp::Timestamp},
    limits::{self, Bucket, Levels, Limit, Standing},
    payments::AttemptRow,
};

pub use rules::{Assessment, Reason};

use rules::{Allowance, Facts, assess, is_refused};
use store::History;

const A_DAY: Duration = Duration::from_secs(24 * 3600);
/// Whoever has paid without trouble may mistype so many times as often.
const ROOM_OF_THE_TRUSTED: i64 = 3;

/// A purchase that is about to be paid for, or was.
#[derive(Clone, Copy)]
pub struct Purchase<'a> {
    pub cart: CartId,
    pub person: PersonId,
    /// The keyed hash of the client address.
    pub client: &'a str,
}

impl Purchase<'_> {
    pub fn of<'a>(order: &OrderRow, attempt: &'a AttemptRow) -> Purchase<'a> {
        let client = attempt.client.as_deref().unwrap_or_default();
        Purchase { cart: order.cart_id, person: order.person_id, client }
    }
}

/// What is known of whoever buys, before they buy this.
#[derive(Clone, Debug)]
pub struct Known {
    history: History,
    /// What a young account paid for within a day, and how many cards that were.
    bought: (Cents, i64),
    declined_cards: i64,
    other_accounts: i64,
}

pub fn known(
    app: &App,
    now: Timestamp,
    purchase: Purchase<'_>,
) -> impl Ask<Answer = Known> + use<> {
    let Purchase { cart, person, client } = purchase;
    let (today, young_since) = (now.minus(A_DAY), now.minus(app.config.fraud.young_account()));
    let all = (
        store::history(person),
        store::bought(person, today, young_since, cart),
        store::declined_cards(person, today),
        store::other_accounts(person, client, today, young_since),
    );
    all.map(|(history, bought, declined_cards, other_accounts)| Known {
        history,
        bought,
        declined_cards,
        other_accounts,
    })
}

/// How full the buckets are in which declines of whoever buys may be counted.
pub fn declines(purchase: Purchase<'_>) -> impl Ask<Answer = Levels> + use<> {
    let [new, older, trusted] = Kind::ALL.map(|kind| kind.bucket(purchase.client));
    limits::levels(&[&own_bucket(purchase.person), &new, &older, &trusted])
}

/// Before the gateway is asked: whoever had too many cards declined has to wait, and so have the others of their kind at an
/// address from which too many were.
pub fn refuse_after_declines(
    app: &App,
    now: Timestamp,
    purchase: Purchase<'_>,
    known: &Known,
    declines: &Levels,
) -> Result<()> {
    for Bucket { name, limit } in buckets(app, now, purchase, &known.history) {
        if let Standing::Full(wait) = declines.standing(now, &name, limit) {
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
    purchase: Purchase<'_>,
) -> Result<()> {
    let history = tx.ask(store::history(purchase.person))?;
    for Bucket { name, limit } in buckets(app, now, purchase, &history) {
        limits::acquire(tx, now, &name, limit)?;
    }
    Ok(())
}

/// Who shares a bucket for declines at one address. Many honest people share an address with a stranger: the stranger's
/// declines hold up new accounts only. Older accounts have a bucket of their own there, and those that have paid without
/// trouble a larger one.
#[derive(Clone, Copy)]
enum Kind {
    New,
    Older,
    Trusted,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::New, Kind::Older, Kind::Trusted];

    fn of(app: &App, now: Timestamp, history: &History) -> Kind {
        let is_new = history.created_at > now.minus(app.config.fraud.young_account());
        // One small purchase is no good history: stolen cards pay for it, and their owners complain weeks later.
        match (is_new, is_trusted(history)) {
            (true, _) => Kind::New,
            (false, true) => Kind::Trusted,
            (false, false) => Kind::Older,
        }
    }

    fn bucket(self, client: &str) -> String {
        let who = match self {
            Kind::New => "new accounts",
            Kind::Older => "older accounts",
            Kind::Trusted => "buyers",
        };
        format!("declines of {who} from {client}")
    }
}

fn own_bucket(person: PersonId) -> String {
    format!("declines of {person}")
}

/// Where declines of somebody are counted.
fn buckets(app: &App, now: Timestamp, purchase: Purchase<'_>, history: &History) -> [Bucket; 2] {
    let (fraud, kind) = (&app.config.fraud, Kind::of(app, now, history));
    let room = if matches!(kind, Kind::Trusted) { ROOM_OF_THE_TRUSTED } else { 1 };
    let (own, shared) = (own_bucket(purchase.person), kind.bucket(purchase.client));
    [
        Bucket { name: own, limit: hourly(fraud.declines_per_person * room) },
        Bucket { name: shared, limit: hourly(fraud.declines_per_address * room) },
    ]
}

fn hourly(tries: i64) -> Limit {
    let interval = Duration::from_secs(3600) / u32::try_from(tries.max(1)).unwrap_or(u32::MAX);
    Limit { capacity: tries.max(1), interval }
}

fn is_trusted(history: &History) -> bool {
    history.has_paid && !history.had_reversal
}

/// Before the gateway is asked: what is far beyond the limits of a young account is not even charged.
pub fn refuse_too_much(
    app: &App,
    now: Timestamp,
    known: &Known,
    items: &[ItemRow],
    amount: Cents,
) -> Result<()> {
    if is_refused(&facts(app, now, known, items, amount), allowance(app)) {
        return Err(Error::Refused(Code::TooMuchForNewAccount));
    }
    Ok(())
}

/// How risky a charged order looks, when that is enough to hold it.
pub fn weigh(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    purchase: Purchase<'_>,
    items: &[ItemRow],
    attempt: &AttemptRow,
) -> Result<Option<Assessment>> {
    let threshold = app.config.fraud.review_score;
    if threshold == 0 {
        return Ok(None);
    }
    let known = tx.ask(known(app, now, purchase))?;
    let letter = |code: &Option<String>| code.clone().unwrap_or_default();
    let facts = Facts {
        avs: letter(&attempt.avs),
        cvv: letter(&attempt.cvv),
        ..facts(app, now, &known, items, attempt.amount)
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

fn facts(app: &App, now: Timestamp, known: &Known, items: &[ItemRow], amount: Cents) -> Facts {
    let (history, (before, cards_before)) = (&known.history, known.bought);
    let young_since = now.minus(app.config.fraud.young_account());
    let cards: i64 = items.iter().map(|item| i64::from(item.quantity)).sum();
    let recipients: BTreeSet<_> =
        items.iter().filter_map(|item| item.recipient_email.as_deref()).collect();
    Facts {
        is_young: history.created_at > young_since || !history.has_paid,
        has_good_history: is_trusted(history),
        has_disposable_mail: disposable::is_disposable(&history.email),
        had_reversal: history.had_reversal,
        spent: before.checked_add(amount).unwrap_or(Cents::LARGEST),
        cards: cards_before + cards,
        recipients: i64::try_from(recipients.len()).unwrap_or(i64::MAX),
        declined_cards: known.declined_cards,
        other_accounts: known.other_accounts,
        ..Facts::default()
    }
}

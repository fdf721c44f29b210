//! Detection of card testing and of orders with stolen cards.

mod disposable;
mod rules;
mod store;

use std::{collections::BTreeMap, time::Duration};

use db::{Ask, Tx};

use kernel::{
    dates::BusinessDate, ids::PersonId, money::Cents, sums::Overflow, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Bucket, Levels, Limit, Standing},
};

use crate::{
    carts::{CartId, ItemRow},
    fraud::secret_uses::BUYING_TOTAL,
    order::{
        OrderRow,
        errors::{OVER_BUYING_LIMIT, TOO_MUCH_FOR_NEW_ACCOUNT, too_many_declines},
    },
    payments::{AttemptRow, watch::WATCHED_FOR},
};
use rules::{Facts, Limits, assess, is_refused};
use store::{History, Lately};

pub use rules::{Assessment, Reason};

const A_DAY: Duration = Duration::from_secs(24 * 3600);
/// Factor that raises the limit of declined payments for buyers who have paid before without a
/// reversal.
const ROOM_OF_THE_TRUSTED: i64 = 3;

/// A purchase whose risk is assessed, before or after its payment.
#[derive(Clone, Copy)]
pub struct Purchase<'a> {
    pub cart: CartId,
    pub person: PersonId,
    /// Keyed hash of the client's IP address.
    pub client: &'a str,
}

impl Purchase<'_> {
    pub fn of<'a>(order: &OrderRow, attempt: &'a AttemptRow) -> Purchase<'a> {
        let client = attempt.client.as_deref().unwrap_or_default();
        Purchase { cart: order.cart_id, person: order.person_id, client }
    }
}

/// Facts about a buyer. The purchase whose risk is assessed is not counted in them.
#[derive(Clone, Debug)]
pub struct Known {
    history: History,
    lately: Lately,
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
        history(app, now, person),
        store::lately(person, today, cart),
        store::other_accounts(person, client, today, young_since),
    );
    all.map(|(history, lately, other_accounts)| Known { history, lately, other_accounts })
}

fn history(app: &App, now: Timestamp, person: PersonId) -> impl Ask<Answer = History> + use<> {
    let today = BusinessDate::of(now);
    store::history(person, app.config.fraud.proven_after(), now.minus(WATCHED_FOR), today)
}

/// Reads the levels of the rate-limit buckets that may count declined payments of this buyer.
pub fn declines(purchase: Purchase<'_>) -> impl Ask<Answer = Levels> + use<> {
    let [new, older, trusted] = Kind::ALL.map(|kind| kind.bucket(purchase.client));
    limits::levels(&[&own_bucket(purchase.person), &new, &older, &trusted])
}

/// Refuses a payment before the gateway is called, if too many payment cards of the buyer were
/// declined. Also refuses if too many were declined for buyers of the same [`Kind`] at the same IP
/// address.
pub fn refuse_after_declines(
    app: &App,
    now: Timestamp,
    purchase: Purchase<'_>,
    known: &Known,
    declines: &Levels,
) -> Result<()> {
    for Bucket { name, limit } in buckets(app, now, purchase, &known.history) {
        if let Standing::Full(wait) = declines.standing(now, &name, limit) {
            return Err(too_many_declines(wait));
        }
    }
    Ok(())
}

/// Counts a declined payment card. Successful payments aren't counted, so that customers behind one
/// IP address don't block each other.
pub fn count_decline(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    purchase: Purchase<'_>,
) -> Result<()> {
    let history = tx.ask(history(app, now, purchase.person))?;
    for Bucket { name, limit } in buckets(app, now, purchase, &history) {
        limits::acquire(tx, now, &name, limit)?;
    }
    Ok(())
}

/// Kind of buyer. Declined payments are counted per IP address and kind of buyer. Declines of a new
/// account therefore block only other new accounts at the same address. Trusted buyers, who have
/// paid before without a reversal, have a higher limit.
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
        // A new account isn't trusted, even after a purchase. The purchase may have been paid with
        // a stolen card, whose owner complains weeks later.
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

/// Returns the two rate-limit buckets that count a buyer's declined payments: one for the buyer,
/// one for the IP address.
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

/// Refuses an order that exceeds a limit several times over, before the order is charged.
pub fn refuse_too_much(
    app: &App,
    now: Timestamp,
    known: &Known,
    items: &[ItemRow],
    amount: Cents,
) -> Result<()> {
    let facts = facts(app, now, known, items, amount);
    if !is_refused(&facts, &limits(app)) {
        return Ok(());
    }
    let code = if facts.is_young { TOO_MUCH_FOR_NEW_ACCOUNT } else { OVER_BUYING_LIMIT };
    Err(Error::Refused(code))
}

/// Assesses the risk of a charged order. Returns the assessment if the order must be held,
/// otherwise `None`. Also adds the order to the daily totals of its payment card and recipients.
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
    let recipients = by_recipient(items)?;
    let payment_card = attempt.paid_with.as_deref().map(|card| key(app, "payment card", card));
    let mut amounts: BTreeMap<String, Cents> = BTreeMap::new();
    for (address, amount) in &recipients {
        amounts.insert(key(app, "recipient", address), *amount);
    }
    amounts.extend(payment_card.clone().map(|key| (key, attempt.amount)));
    let totals = store::add_to_totals(BusinessDate::of(now), &amounts);
    // Adding to the totals locks them until the transaction ends. A concurrent order with the same
    // payment card or recipient therefore waits, and counts this order too.
    let (mut totals, known) = tx.ask((totals, known(app, now, purchase)))?;
    let by_payment_card = payment_card.and_then(|key| totals.remove(&key)).unwrap_or_default();
    let letter = |code: &Option<String>| code.clone().unwrap_or_default();
    let facts = Facts {
        avs: letter(&attempt.avs),
        cvv: letter(&attempt.cvv),
        by_payment_card,
        for_recipient: totals.into_values().max().unwrap_or_default(),
        ..facts(app, now, &known, items, attempt.amount)
    };
    let found = assess(&facts, &limits(app));
    Ok(Some(found).filter(|found| found.must_be_held || found.score >= threshold))
}

/// Returns the keyed hash by which the daily total of a payment card or recipient is stored. A
/// payment card is named by its brand and last four digits, because the gateway reports no more of
/// it.
fn key(app: &App, what: &str, name: &str) -> String {
    app.secrets.mac_hex(BUYING_TOTAL, &[what.as_bytes(), name.as_bytes()])
}

/// Sums the gifts in an order by the email address of their recipient.
fn by_recipient(items: &[ItemRow]) -> Result<BTreeMap<String, Cents>, Overflow> {
    let mut amounts: BTreeMap<String, Cents> = BTreeMap::new();
    for item in items {
        if let Some(address) = &item.recipient_email {
            let amount = amounts.entry(address.to_lowercase()).or_default();
            *amount = amount.checked_add(item.total())?;
        }
    }
    Ok(amounts)
}

/// Deletes at most `limit` daily totals that are no longer needed. Returns the number deleted.
pub fn forget_totals(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::forget_totals(tx, BusinessDate::of(now.minus(2 * A_DAY)), limit)
}

fn limits(app: &App) -> Limits {
    let fraud = &app.config.fraud;
    Limits {
        amount: Cents::from_dollars(fraud.young_account_dollars),
        cards: fraud.young_account_cards,
        proven_times: fraud.proven_times,
        per_person: Cents::from_dollars(fraud.ceiling_per_person_dollars),
        per_payment_card: Cents::from_dollars(fraud.ceiling_per_payment_card_dollars),
        per_recipient: Cents::from_dollars(fraud.ceiling_per_recipient_dollars),
    }
}

fn facts(app: &App, now: Timestamp, known: &Known, items: &[ItemRow], amount: Cents) -> Facts {
    let Known { history, lately, other_accounts } = known;
    let young_since = now.minus(app.config.fraud.young_account());
    let cards: i64 = items.iter().map(|item| i64::from(item.quantity)).sum();
    let recipients = by_recipient(items).unwrap_or_default();
    Facts {
        is_young: history.created_at > young_since || !history.has_paid,
        proven: history.proven.unwrap_or_default(),
        raised: history.raised,
        has_disposable_mail: disposable::is_disposable(&history.email),
        had_reversal: history.had_reversal,
        spent: lately.bought.checked_add(amount).unwrap_or(Cents::MAX),
        cards: lately.cards + cards,
        for_recipient: recipients.values().copied().max().unwrap_or_default(),
        recipients: i64::try_from(recipients.len()).unwrap_or(i64::MAX),
        declined_cards: lately.declined_cards,
        other_accounts: *other_accounts,
        ..Facts::default()
    }
}

//! What must be true of the books: `funray verify`, and the same checks that the program makes of itself. Every hour of what
//! is new, every night of everything.

mod anchors;
mod batch;
mod checks;
mod store;

use std::{sync::Arc, time::Duration};

use db::{Db, Tx};
use serde_json::json;

use access::audit::{self, Author, Entry, OriginKeys, OriginPlace, Subject, actions::PROGRAM_KEY};
use checkout::{disputes, fraud, orders};
use kernel::timestamp::Timestamp;
use ledger::{
    Breach, Chain, ChainCheck, Reached, Rows, Rule, SealKeys, StopId, Summary, Tally,
    errors::LEDGER_STOPPED,
};
use people::identity;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{self, DAY, HOUR, MINUTE, Work},
    metrics::Alarms,
    secrets::Secrets,
};

use crate::payouts;

pub use anchors::{Anchor, compare, compare_stored, parse_anchors, write_anchors};
pub use checks::{Depth, Suspicion, Verdict, breaking_by_pieces, names, stop_for, suspect};

use batch::Batch;
use checks::Checking;

/// Rules that the features declare.
#[derive(Clone)]
pub struct Rules {
    /// A breach of one of these stops money.
    pub of_books: Vec<Rule>,
    /// The kinds of rows that are sealed. A breach of a seal stops money, too.
    pub chains: Vec<&'static Chain>,
    /// Rules of figures that are derived from the books. A breach is reported and stops nothing, because they can be rebuilt.
    pub of_derived: Vec<Rule>,
}

/// So many broken chains of a kind are named: when a key is wrong, all of them break.
const MOST_NAMED: usize = 5;

/// The keys that the checks read with.
#[derive(Clone)]
pub struct Keys {
    seals: SealKeys,
    origins: OriginKeys,
}

impl Keys {
    pub fn of(secrets: &Secrets) -> Keys {
        Keys { seals: SealKeys::of(secrets), origins: OriginKeys::of(secrets) }
    }
}

/// What is wrong, the first few rows of each kind; nothing when all is right. Of one moment, however long that takes.
pub fn breaches(tx: &mut Tx<'_>, rules: &Rules, keys: &Keys) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for rule in rules.of_books.iter().chain(&rules.of_derived) {
        let rows = ledger::breaking(tx, *rule, Rows::All)?;
        found.extend(rows.into_iter().map(|found| found.breach));
    }
    for chain in &rules.chains {
        let (mut from, mut broken) = (Reached::nothing(), 0);
        while broken < MOST_NAMED {
            let limit = ledger::SEALS_AT_ONCE;
            match ledger::check_chain(tx, chain, &keys.seals, &from, false, limit)? {
                ChainCheck::Holds(ends) => from = ends.into_iter().next_back().unwrap_or(from),
                ChainCheck::Ends => break,
                ChainCheck::Breaks(breach, next) => {
                    found.push(breach);
                    broken += 1;
                    from = next;
                }
            }
        }
    }
    let mut origins = Some(OriginPlace::since(Timestamp::MIN));
    while let Some(from) = origins {
        let (wrong, next) = audit::check_origins(tx, &keys.origins, &from)?;
        found.extend(wrong.into_iter().take(MOST_NAMED));
        origins = next.filter(|_| found.len() < MOST_NAMED);
    }
    Ok(found)
}

/// What breaks no rule of the books and still needs somebody: money moves on meanwhile.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    orders::overdue(tx, now)
}

/// What an operator is told.
pub struct Report {
    pub breaches: Vec<Breach>,
    pub tallies: Vec<Tally>,
    pub summary: Summary,
    /// Money may move again: it had been stopped, and all is right now.
    pub is_resumed: bool,
}

/// Looks at everything, also at what these anchors say. When all is right, the stops that were there when it began to look
/// are lifted.
pub async fn report(db: &Db, rules: Rules, keys: &Keys, misfits: Vec<Breach>) -> Result<Report> {
    let keys = keys.clone();
    let look = move |tx: &mut Tx<'_>| {
        let tallies = rules.chains.iter().map(|chain| ledger::tally(tx, chain));
        let tallies = tallies.collect::<Result<Vec<_>>>()?;
        Ok::<_, Error>((
            breaches(tx, &rules, &keys)?,
            tallies,
            ledger::summary(tx)?,
            ledger::stops(tx)?,
        ))
    };
    let (mut breaches, tallies, summary, stops) = db.read(look).await?;
    breaches.extend(misfits);
    let is_resumed = breaches.is_empty() && db.write(move |tx| resume(tx, &stops)).await?;
    Ok(Report { breaches, tallies, summary, is_resumed })
}

/// Money moves again, and with it the jobs that have waited for that.
fn resume(tx: &mut Tx<'_>, stops: &[StopId]) -> Result<bool> {
    let is_resumed = ledger::resume(tx, stops)?;
    if is_resumed {
        jobs::unblock(tx, LEDGER_STOPPED)?;
    }
    Ok(is_resumed)
}

/// The hourly check, of what is new: a breach stops all movement of money until somebody has put it right.
pub async fn check(app: Arc<App>) -> Result<()> {
    check_to(&app, Depth::New).await
}

/// The nightly check, of everything.
pub async fn check_all(app: Arc<App>) -> Result<()> {
    check_to(&app, Depth::Everything).await
}

/// Money is stopped for what one check finds before the next one is made. Trouble of a part keeps no other from its turn.
async fn check_to(app: &App, depth: Depth) -> Result<()> {
    let checked = check_each(app, depth).await;
    tell_of_late(app).await.and(checked)
}

async fn check_each(app: &App, depth: Depth) -> Result<()> {
    let (mut checking, mut outcome) = (Checking::begin(app, depth).await?, Ok(()));
    while let Some(found) = checking.next().await {
        for suspicion in &found {
            let Breach { rule, row, problem } = suspicion.breach();
            tracing::error!(rule, %row, %problem, "the books are wrong");
        }
        for verdict in stop_for(app, found).await {
            if let Verdict::NotStopped(error) = verdict {
                outcome = Err(error);
            }
        }
    }
    checking.finish().await.map_or(outcome, Err)
}

/// What somebody has to look at: payments that don't end, and checks that can't be made.
async fn tell_of_late(app: &App) -> Result<()> {
    let now = app.clock.now();
    for payment in app.db.read(move |tx| overdue(tx, now)).await? {
        tracing::error!(row = %payment.row, problem = %payment.problem, "a payment needs somebody to look at it");
    }
    for late in app.db.read(move |tx| late_checks(tx, now)).await? {
        tracing::error!(rule = %late, "a check of the books could not be made for a day");
    }
    Ok(())
}

/// Of a check of what is new. A full one takes its time, and is late when it was missed once.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// The checks that wait to be made for longer than they should, by name.
pub fn late_checks(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<String>> {
    store::waiting_since(tx, now.minus(LONGEST_WAIT), now.minus(2 * LONGEST_WAIT))
}

/// Up to when all that is new was found to be right.
pub fn checked_until(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    store::checked_until(tx)
}

/// Counts the payments, reversed charges and held orders that somebody has to look at, and the checks that could not be
/// made, for whoever watches this program. In the database, because the check may be another node's.
pub async fn count_overdue(app: &App) -> Result<()> {
    let now = app.clock.now();
    let count = |found: usize| i64::try_from(found).unwrap_or(i64::MAX);
    let payments = app.db.read(move |tx| overdue(tx, now)).await?;
    app.metrics.payments_overdue.set(count(payments.len()));
    let reversals = app.db.read(disputes::reversals::count_open).await?;
    app.metrics.charges_reversed_open.set(i64::try_from(reversals).unwrap_or(i64::MAX));
    let differences = app.db.read(disputes::reconciliation::count_open).await?;
    app.metrics.gateway_differences_open.set(i64::try_from(differences).unwrap_or(i64::MAX));
    let payouts = app.db.read(payouts::count_open).await?;
    app.metrics.payouts_open.set(i64::try_from(payouts.total()).unwrap_or(i64::MAX));
    let reviews = app.db.read(fraud::review::count_open).await?;
    app.metrics.orders_in_review.set(i64::try_from(reviews).unwrap_or(i64::MAX));
    let checks = app.db.read(move |tx| late_checks(tx, now)).await?;
    app.metrics.checks_overdue.set(count(checks.len()));
    let delay = app.db.read(move |tx| disputes::watch::longest_delay(tx, now)).await?;
    app.metrics.charges_longest_unasked.set(i64::try_from(delay.as_secs()).unwrap_or(i64::MAX));
    let chains = app.shared.get::<Rules>().chains.clone();
    app.metrics.set_alarms(now, app.db.read(move |tx| alarms(tx, &chains)).await?);
    Ok(())
}

fn alarms(tx: &mut Tx<'_>, chains: &[&Chain]) -> Result<Alarms> {
    let mut oldest_unsealed = None;
    for chain in chains.iter().filter(|chain| chain.has_age) {
        let oldest = ledger::oldest_unsealed(tx, chain)?;
        oldest_unsealed = [oldest_unsealed, oldest].into_iter().flatten().min();
    }
    Ok(Alarms {
        is_ledger_stopped: !ledger::stops(tx)?.is_empty(),
        checks_failed: store::count_failed(tx)?,
        jobs_dead: jobs::dead_by_class(tx)?,
        oldest_unsealed,
    })
}

/// Programs of the release before may still run for so long beside this one.
const RELEASE_TAKES: Duration = Duration::from_secs(24 * 3600);
/// Rows that are written down at once.
const HEALED_AT_ONCE: i64 = 200;
/// The kinds of sealed rows that programs of the release before don't write.
const FORMER: [&str; 2] = ["identities", "claims"];

/// Writes down what programs without a table of sealed rows have left out, once they are gone: from then on such a gap is a
/// breach. The log says how much that was, also when there was nothing: a row that asks for it later was slipped in.
pub async fn seal_former(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let look =
        |tx: &mut Tx<'_>| Ok::<_, Error>((store::to_come(tx)?, audit::former_rows_sealed(tx)?));
    let (waiting, done) = app.db.read(look).await?;
    // Nobody has seen it yet, or a clock was wrong.
    if waiting.iter().any(|(_, seen_at)| seen_at.is_none_or(|seen_at| seen_at > now)) {
        app.db.write(move |tx| store::set_seen(tx, now)).await?;
    }
    for name in FORMER.into_iter().filter(|name| !done.iter().any(|done| done == name)) {
        match waiting.iter().find(|(waiting, _)| waiting == name) {
            None => app.db.write(move |tx| end_waiting(tx, now, name, 0)).await?,
            Some((_, Some(seen_at))) if *seen_at <= now && now.since(*seen_at) >= RELEASE_TAKES => {
                write_former(&app, now, name).await?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}

async fn write_former(app: &App, now: Timestamp, name: &'static str) -> Result<()> {
    let mut healed = 0;
    if name == "claims" {
        loop {
            match app.db.write(|tx| cards::heal_claims(tx, HEALED_AT_ONCE)).await? {
                0 => break,
                some => healed += some,
            }
        }
    }
    let end = move |tx: &mut Tx<'_>| {
        let more = if name == "identities" { identity::heal(tx, now)? } else { 0 };
        end_waiting(tx, now, name, healed + more)
    };
    app.db.write(end).await
}

/// From now on a gap is a breach.
fn end_waiting(tx: &mut Tx<'_>, now: Timestamp, name: &str, rows: u64) -> Result<()> {
    let subject = Subject::of(PROGRAM_KEY, name);
    let told = json!({ (audit::SUBJECT_NAME): name, "rows": rows });
    let entry = Entry::new(audit::actions::FORMER_ROWS_SEALED, subject).after(told);
    audit::record(tx, now, &Author::system("seal"), entry)?;
    store::delete_to_come(tx, name)
}

/// Seals what is new.
pub async fn seal(app: Arc<App>) -> Result<()> {
    let key = SealKeys::of(&app.secrets);
    for chain in app.shared.get::<Rules>().chains.iter().copied() {
        let (mut sealed, mut batch) = (0, Batch::new(ledger::SEALS_AT_ONCE));
        loop {
            let (key, now, limit) = (key.clone(), app.clock.now(), batch.rows());
            let seal = move |tx: &mut Tx<'_>| ledger::seal_new(tx, chain, &key, now, limit);
            match batch.resize(app.db.write(seal).await)? {
                Some(0) => break,
                Some(rows) => sealed += rows,
                None => {}
            }
        }
        if sealed > 0 {
            tracing::info!(rows = sealed, "{} are sealed", chain.name);
        }
    }
    Ok(())
}

/// Adds the sealing of new rows.
pub fn add_sealing(work: Work) -> Work {
    work.every(MINUTE, "seal", seal)
}

/// Adds the checks of the books.
pub fn add_checks(work: Work) -> Work {
    work.every(HOUR, "seal former rows", seal_former)
        .every(HOUR, "anchor", write_anchors)
        .every(HOUR, "verify", check)
        .every(DAY, "verify everything", check_all)
}

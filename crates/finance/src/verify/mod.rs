//! Checks of the books, for the command `funray verify` and for scheduled tasks. The tasks check
//! new rows every hour and all rows every night.

mod anchors;
mod batch;
mod checks;
mod store;

use std::{sync::Arc, time::Duration};

use db::{Db, Tx};

use access::audit::{self, OriginKeys, OriginPlace};
use checkout::{disputes, fraud, orders};
use kernel::timestamp::Timestamp;
use ledger::{
    Breach, Chain, ChainCheck, Reached, Rows, Rule, SealKeys, StopId, Summary, Tally,
    errors::LEDGER_STOPPED,
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{self, DAY, HOUR, MINUTE, Work},
    metrics::Alarms,
    secrets::Secrets,
};

use crate::payouts;

pub use anchors::{
    Anchor, compare, compare_stored, compare_stored_until, parse_anchors, write_anchors,
};
pub use checks::{Depth, Suspicion, Verdict, breaking_by_pieces, names, stop_for, suspect};

use batch::Batch;
use checks::Checking;

/// Rules that features declare, and that the checks verify.
#[derive(Clone)]
pub struct Rules {
    /// Rules of the books. A breach of one of these rules stops movements of money.
    pub of_books: Vec<Rule>,
    /// Kinds of sealed rows. A seal that doesn't match stops movements of money, too.
    pub chains: Vec<&'static Chain>,
    /// Rules of figures that are derived from the books. A breach is only reported, because these
    /// figures can be rebuilt.
    pub of_derived: Vec<Rule>,
}

/// Maximum number of broken chains reported per kind of sealed rows. With a wrong key, all chains
/// would be reported.
const MAX_NAMED: usize = 5;

/// Keys for checking seals and the hashes of network addresses.
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

/// Returns the breaches of all rules, read in one snapshot of the database. Limited to the first
/// rows for each rule.
pub fn breaches(tx: &mut Tx<'_>, rules: &Rules, keys: &Keys) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for rule in rules.of_books.iter().chain(&rules.of_derived) {
        let rows = ledger::breaking(tx, *rule, Rows::All)?;
        found.extend(rows.into_iter().map(|found| found.breach));
    }
    for chain in &rules.chains {
        let (mut from, mut broken) = (Reached::nothing(), 0);
        while broken < MAX_NAMED {
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
        found.extend(wrong.into_iter().take(MAX_NAMED));
        origins = next.filter(|_| found.len() < MAX_NAMED);
    }
    Ok(found)
}

/// Returns payments that are overdue. They break no rule, so they don't stop movements of money as
/// other breaches do, but an operator must look at them.
pub fn overdue(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Breach>> {
    orders::overdue(tx, now)
}

/// Result of `funray verify`, printed for the operator.
pub struct Report {
    pub breaches: Vec<Breach>,
    pub tallies: Vec<Tally>,
    pub summary: Summary,
    /// Whether money was stopped and may move again now, because no breach was found.
    pub is_resumed: bool,
}

/// Checks all rules and seals. `misfits` are breaches found by comparing anchors. If there is no
/// breach, allows money to move again if it was stopped before the check began.
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

/// Lets money move again and unblocks the jobs that waited for it. Returns whether money had been
/// stopped.
fn resume(tx: &mut Tx<'_>, stops: &[StopId]) -> Result<bool> {
    let is_resumed = ledger::resume(tx, stops)?;
    if is_resumed {
        jobs::unblock(tx, LEDGER_STOPPED)?;
    }
    Ok(is_resumed)
}

/// Scheduled task: checks new rows every hour. A breach stops all movements of money until an
/// operator has fixed the cause.
pub async fn check(app: Arc<App>) -> Result<()> {
    check_to(&app, Depth::New).await
}

/// Scheduled task: checks all rows every night. A breach stops all movements of money.
pub async fn check_all(app: Arc<App>) -> Result<()> {
    check_to(&app, Depth::Everything).await
}

/// Runs the checks one by one. Stops money for the breaches found by a check before the next check
/// runs. If a check fails, the others still run.
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

/// Logs payments that need an operator's attention, and checks that could not run for a day.
async fn tell_of_late(app: &App) -> Result<()> {
    let now = app.clock.now();
    for payment in app.db.read(move |tx| overdue(tx, now)).await? {
        tracing::error!(row = %payment.row, problem = %payment.problem, "a payment needs an operator's attention");
    }
    for late in app.db.read(move |tx| late_checks(tx, now)).await? {
        tracing::error!(rule = %late, "a check of the books could not be made for a day");
    }
    Ok(())
}

/// Maximum time since the last run of a check of new rows, before it counts as overdue. Checks of
/// all rows may take twice as long.
const MAX_WAIT: Duration = Duration::from_secs(24 * 3600);

/// Returns the names of the checks that are overdue.
pub fn late_checks(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<String>> {
    store::waiting_since(tx, now.minus(MAX_WAIT), now.minus(2 * MAX_WAIT))
}

/// Returns the time up to which every check of new rows has found no breach. `None` if a check has
/// never succeeded.
pub fn checked_until(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    store::checked_until(tx)
}

/// Updates the metrics of overdue payments, reversed charges, held orders and overdue checks. Reads
/// the values from the database, because another node may run the checks.
pub async fn count_overdue(app: &App) -> Result<()> {
    let now = app.clock.now();
    let count = |found: usize| i64::try_from(found).unwrap_or(i64::MAX);
    let payments = app.db.read(move |tx| overdue(tx, now)).await?;
    app.metrics.payments_overdue.set(count(payments.len()));
    let (open, oldest) = app.db.read(|tx| disputes::reversals::OPEN.oldest(tx)).await?;
    app.metrics.charges_reversed.set(now, open, oldest);
    let (open, oldest) = app.db.read(|tx| disputes::reconciliation::OPEN.oldest(tx)).await?;
    app.metrics.gateway_differences.set(now, open, oldest);
    let (open, oldest) = app.db.read(|tx| fraud::review::OPEN.oldest(tx)).await?;
    app.metrics.orders_in_review.set(now, open, oldest);
    let payouts = app.db.read(payouts::count_open).await?;
    app.metrics.payouts_open.set(i64::try_from(payouts.total()).unwrap_or(i64::MAX));
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

/// Scheduled task: adds the seals of new rows.
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

/// Adds the scheduled task that seals new rows.
pub fn add_sealing(work: Work) -> Work {
    work.every(MINUTE, "seal", seal)
}

/// Adds the scheduled tasks that write anchors and check the books.
pub fn add_checks(work: Work) -> Work {
    work.every(HOUR, "anchor", write_anchors).every(HOUR, "verify", check).every(
        DAY,
        "verify everything",
        check_all,
    )
}

//! Checks of the books as a series of small queries that don't delay other work. Each check resumes
//! where it stopped. If a check fails, the other checks still run.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use db::{Db, Tx};
use tokio::time;

use super::{
    Keys, MAX_NAMED, Rules, anchors,
    batch::Batch,
    store::{self, Run},
};
use access::audit::{self, OriginKeys, OriginPlace};
use kernel::timestamp::Timestamp;
use ledger::{Breach, Chain, ChainCheck, Found, LATE, Reached, Rows, Rule, SealKeys};
use platform::{
    app::App,
    error::{Error, Result},
};

const ANCHORS: &str = "chains are as anchored";

/// Rows that a check covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Rows added or changed since the last check, and the cards that these rows affect.
    New,
    Everything,
}

/// Suspected breach of a rule, with the place in the database to check again.
#[derive(Clone)]
pub struct Suspicion {
    breach: Breach,
    place: Place,
}

#[derive(Clone)]
enum Place {
    /// Row that breaks a rule, found by its owner and its id.
    Row(Rule, String),
    /// Figure derived from the books. A breach in such a figure doesn't stop movements of money.
    Derived,
    /// Part of a chain of seals after this position.
    After(&'static Chain, Reached),
    /// Position of a seal that is missing or changed.
    At(&'static Chain, Reached),
    /// Anchor that doesn't match its chain. The first check has already compared the anchors of
    /// every day, so it is not checked again.
    Anchor,
    /// Network address in a row of the audit log.
    Origin,
}

impl Suspicion {
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// Checks the suspected place again. Returns the breach if it still exists, otherwise `None`.
    /// Reads only one row or one batch of seals, however large the books are.
    fn confirm(&self, tx: &mut Tx<'_>, keys: &Keys) -> Result<Option<Breach>> {
        Ok(match &self.place {
            Place::Derived => None,
            Place::Row(rule, owner) => ledger::breaking_again(tx, *rule, owner, &self.breach)?,
            Place::After(chain, from) => {
                match ledger::check_chain(
                    tx,
                    chain,
                    &keys.seals,
                    from,
                    false,
                    ledger::SEALS_AT_ONCE,
                )? {
                    ChainCheck::Breaks(breach, _) => Some(breach),
                    ChainCheck::Holds(_) | ChainCheck::Ends => None,
                }
            }
            Place::At(chain, place) => {
                let is_gone = !ledger::misfits(tx, chain, std::slice::from_ref(place))?.is_empty();
                is_gone.then(|| self.breach.clone())
            }
            Place::Anchor => Some(self.breach.clone()),
            Place::Origin => audit::check_origin(tx, &keys.origins, &self.breach.row)?,
        })
    }

    /// Returns a description of the breach for the case that the second check failed.
    fn unconfirmed(&self, error: &Error) -> Breach {
        let problem = format!("{} (it could not be checked again: {error:?})", self.breach.problem);
        Breach { problem, ..self.breach.clone() }
    }
}

/// Result of the second check of a suspected breach.
#[derive(Debug)]
pub enum Verdict {
    /// The breach still exists. Movements of money are stopped.
    Confirmed,
    /// The second check failed or took too long. Movements of money are stopped as well, to be
    /// safe.
    Unconfirmed,
    /// The breach no longer exists, or is of a kind that doesn't stop movements of money.
    Cleared,
    /// Movements of money should have been stopped, but the stop could not be recorded. The next
    /// check finds the breach again.
    NotStopped(Error),
}

/// Maximum time for the second check of one suspected breach.
const CONFIRM_LIMIT: Duration = Duration::from_secs(20);
/// Number of attempts to record that money is stopped. The database may be busy, and money keeps
/// moving until the stop is recorded.
const STOP_ATTEMPTS: usize = 3;

/// Checks each suspected breach again, because it may have been repaired during a long check. Stops
/// movements of money for breaches that still exist. If checking one breach again fails, the
/// remaining breaches are still checked.
pub async fn stop_for(app: &App, found: Vec<Suspicion>) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(found.len());
    for suspicion in found {
        let verdict = judge(app, &suspicion).await;
        let Breach { rule, row, .. } = suspicion.breach();
        match &verdict {
            Verdict::Confirmed => tracing::error!(rule, %row, "money is stopped"),
            Verdict::Unconfirmed => {
                tracing::error!(rule, %row, "money is stopped: the breach could not be confirmed");
            }
            Verdict::Cleared => tracing::warn!(rule, %row, "money is not stopped for this breach"),
            Verdict::NotStopped(error) => {
                tracing::error!(rule, %row, ?error, "money could not be stopped");
            }
        }
        verdicts.push(verdict);
    }
    verdicts
}

async fn judge(app: &App, suspicion: &Suspicion) -> Verdict {
    let (keys, looked_at) = (Keys::of(&app.secrets), suspicion.clone());
    // Uses the lane for interactive requests to the database, so that busy background tasks don't
    // delay the stop.
    let db = app.db.interactive();
    let look = db.read(move |tx| looked_at.confirm(tx, &keys));
    let outcome = time::timeout(CONFIRM_LIMIT, look).await;
    let (breach, verdict) = match outcome.unwrap_or(Err(db::Error::Timeout.into())) {
        Ok(Some(breach)) => (breach, Verdict::Confirmed),
        Ok(None) => return Verdict::Cleared,
        Err(error) => (suspicion.unconfirmed(&error), Verdict::Unconfirmed),
    };
    match stop(app, &breach).await {
        Ok(()) => verdict,
        Err(error) => Verdict::NotStopped(error),
    }
}

async fn stop(app: &App, breach: &Breach) -> Result<()> {
    let now = app.clock.now();
    let mut stopped = Ok(());
    for _ in 0..STOP_ATTEMPTS {
        let breach = breach.clone();
        let stopping = move |tx: &mut Tx<'_>| ledger::stop(tx, now, &breach);
        stopped = app.db.interactive().write(stopping).await;
        if stopped.is_ok() {
            break;
        }
    }
    stopped
}

/// Returns the record of a check that ran to its end. `is_right` says whether it found no breach.
pub fn made(name: &str, is_full: bool, is_right: bool) -> Run {
    Run { name: name.to_owned(), is_full, is_made: true, is_right }
}

pub async fn record(app: &App, runs: Vec<Run>, now: Timestamp) -> Result<()> {
    app.db.write(move |tx| store::record_runs(tx, &runs, now)).await
}

/// Runs all checks. Returns the suspected breaches, and an error if a check could not run.
pub async fn suspect(app: &App, depth: Depth) -> (Vec<Suspicion>, Option<Error>) {
    let mut found = Vec::new();
    let mut checking = match Checking::begin(app, depth).await {
        Ok(checking) => checking,
        Err(error) => return (found, Some(error)),
    };
    while let Some(suspicions) = checking.next().await {
        found.extend(suspicions);
    }
    (found, checking.finish().await)
}

/// Check of the books that runs as one step.
enum Check {
    Rule(Rule),
    Derived(Rule),
    Chain(&'static Chain),
    Anchors,
    Origins,
}

impl Check {
    /// Returns all checks, in the order in which they run.
    fn all(rules: &Rules) -> VecDeque<Check> {
        let of_books = rules.of_books.iter().copied().map(Check::Rule);
        let derived = rules.of_derived.iter().copied().map(Check::Derived);
        let chains = rules.chains.iter().copied().map(Check::Chain);
        of_books.chain(derived).chain(chains).chain([Check::Anchors, Check::Origins]).collect()
    }

    fn name(&self) -> String {
        match self {
            Check::Rule(rule) | Check::Derived(rule) => rule.name.to_owned(),
            Check::Chain(chain) => name_of(chain),
            Check::Anchors => ANCHORS.to_owned(),
            Check::Origins => audit::RULE_OF_ORIGINS.to_owned(),
        }
    }
}

/// Returns the names of all checks, as stored with their progress.
pub fn names(rules: &Rules) -> Vec<String> {
    Check::all(rules).iter().map(Check::name).collect()
}

fn name_of(chain: &Chain) -> String {
    format!("seals of {} hold", chain.name)
}

/// Run of all checks, one at a time. [`next`](Checking::next) returns the suspected breaches of one
/// check, so that money can be stopped before the next check runs.
pub struct Checking<'a> {
    app: &'a App,
    depth: Depth,
    begun_at: Timestamp,
    /// Time up to which each check has found no breach, by name of the check.
    done: HashMap<String, Timestamp>,
    left: VecDeque<Check>,
    runs: Vec<Run>,
    trouble: Option<Error>,
}

impl<'a> Checking<'a> {
    pub async fn begin(app: &'a App, depth: Depth) -> Result<Checking<'a>> {
        let done = app.db.read(|tx| store::done_until(tx, false)).await?;
        let begun_at = app.clock.now();
        let left = Check::all(app.shared.get::<Rules>());
        let (runs, trouble) = (Vec::new(), None);
        Ok(Checking { app, depth, begun_at, done, left, runs, trouble })
    }

    /// Runs the next check and returns the suspected breaches, which are empty if the check could
    /// not run. Returns `None` after the last check.
    pub async fn next(&mut self) -> Option<Vec<Suspicion>> {
        let check = self.left.pop_front()?;
        let name = check.name();
        let outcome = match check {
            Check::Rule(rule) => self.rule(rule, |owner| Place::Row(rule, owner)).await,
            Check::Derived(rule) => self.rule(rule, |_| Place::Derived).await,
            Check::Chain(chain) => self.chain(chain).await,
            Check::Anchors => self.anchors().await,
            Check::Origins => self.origins().await,
        };
        let (is_made, is_right) = match &outcome {
            Ok(suspicions) => (true, suspicions.is_empty()),
            Err(_) => (false, false),
        };
        self.runs.push(Run { name: name.clone(), is_full: false, is_made, is_right });
        if self.depth == Depth::Everything {
            self.runs.push(Run { name, is_full: true, is_made, is_right });
        }
        Some(outcome.unwrap_or_else(|error| {
            self.trouble = Some(error);
            Vec::new()
        }))
    }

    /// Records the progress of all checks. Returns an error if a check could not run or the
    /// progress could not be recorded.
    pub async fn finish(mut self) -> Option<Error> {
        let runs = std::mem::take(&mut self.runs);
        self.keep(runs, self.begun_at).await.err().or(self.trouble)
    }

    async fn keep(&self, runs: Vec<Run>, now: Timestamp) -> Result<()> {
        let is_full = self.depth == Depth::Everything;
        let record = move |tx: &mut Tx<'_>| {
            store::record_runs(tx, &runs, now)?;
            if is_full {
                let mut names: Vec<String> = runs.iter().map(|run| run.name.clone()).collect();
                names.push(anchors::WRITTEN.to_owned());
                store::forget_others(tx, &names)?;
            }
            Ok(())
        };
        self.app.db.write(record).await
    }

    /// Returns the time since which rows are new to a check. `None` if the check covers all rows.
    fn new_since(&self, name: &str) -> Option<Timestamp> {
        let done = self.done.get(name).filter(|_| self.depth == Depth::New);
        done.map(|until| until.minus(LATE))
    }

    async fn rule(&self, rule: Rule, place: impl Fn(String) -> Place) -> Result<Vec<Suspicion>> {
        let found = match self.new_since(rule.name) {
            Some(since) => {
                let rows = Rows::TouchedSince(since);
                self.app.db.read(move |tx| ledger::breaking(tx, rule, rows)).await?
            }
            None => breaking_by_pieces(&self.app.db, rule, self.app.clock.now()).await?,
        };
        let suspicion = |Found { breach, owner }| Suspicion { breach, place: place(owner) };
        Ok(found.into_iter().map(suspicion).collect())
    }

    async fn chain(&self, chain: &'static Chain) -> Result<Vec<Suspicion>> {
        let since = self.new_since(&name_of(chain));
        let look = move |tx: &mut Tx<'_>| {
            let checkpoints = store::checkpoints(tx, chain)?;
            let lost = ledger::misfits(tx, chain, &checkpoints)?;
            let moved = since.map(|_| ledger::ends(tx, chain, since)).transpose()?;
            Ok::<_, Error>((checkpoints, lost, moved))
        };
        let (checkpoints, lost, moved) = self.app.db.read(look).await?;
        let mut found: Vec<Suspicion> =
            lost.into_iter().take(MAX_NAMED).map(|place| lost_checkpoint(chain, place)).collect();
        match moved {
            None => found.extend(self.walk(chain, Reached::nothing(), false).await?),
            Some(moved) => {
                let mut known: HashMap<String, Reached> =
                    checkpoints.into_iter().map(|at| (at.owner.clone(), at)).collect();
                for Reached { owner, .. } in moved {
                    let from = known.remove(&owner);
                    let from = from.unwrap_or_else(|| Reached::start_of(owner));
                    found.extend(self.walk(chain, from, true).await?);
                }
            }
        }
        Ok(found)
    }

    /// Checks the seals after a position in a chain. Unless `is_alone` is true, continues with the
    /// chains of all later owners. Records how far each chain is intact. Returns the suspected
    /// breaches.
    async fn walk(
        &self,
        chain: &'static Chain,
        mut from: Reached,
        is_alone: bool,
    ) -> Result<Vec<Suspicion>> {
        let (key, mut found) = (SealKeys::of(&self.app.secrets), Vec::new());
        let mut batch = Batch::new(ledger::SEALS_AT_ONCE);
        while found.len() < MAX_NAMED {
            let (key, at, limit) = (key.clone(), from.clone(), batch.rows());
            let look =
                move |tx: &mut Tx<'_>| ledger::check_chain(tx, chain, &key, &at, is_alone, limit);
            let Some(piece) = batch.resize(self.app.db.read(look).await)? else { continue };
            match piece {
                ChainCheck::Ends => break,
                ChainCheck::Holds(ends) => {
                    from = ends.last().cloned().unwrap_or(from);
                    let ends: Vec<_> =
                        ends.into_iter().filter(|end| end.seal.position > 0).collect();
                    self.app.db.write(move |tx| store::set_checkpoints(tx, chain, &ends)).await?;
                }
                ChainCheck::Breaks(breach, next) => {
                    found.push(Suspicion { breach, place: Place::After(chain, from) });
                    from = next;
                }
            }
        }
        Ok(found)
    }

    /// Compares the network addresses in the audit log with their hashes, one batch of rows at a
    /// time.
    async fn origins(&self) -> Result<Vec<Suspicion>> {
        let keys = OriginKeys::of(&self.app.secrets);
        let since = self.new_since(audit::RULE_OF_ORIGINS).unwrap_or(Timestamp::MIN);
        let (mut found, mut place) = (Vec::new(), Some(OriginPlace::since(since)));
        while let Some(from) = place.filter(|_| found.len() < MAX_NAMED) {
            let keys = keys.clone();
            let look = move |tx: &mut Tx<'_>| audit::check_origins(tx, &keys, &from);
            let (wrong, next) = self.app.db.read(look).await?;
            let suspicion = |breach| Suspicion { breach, place: Place::Origin };
            found.extend(wrong.into_iter().take(MAX_NAMED).map(suspicion));
            place = next;
        }
        Ok(found)
    }

    async fn anchors(&self) -> Result<Vec<Suspicion>> {
        let App { db, files, shared, .. } = self.app;
        let (breaches, _) = anchors::compare_stored(db, files, shared.get::<Rules>()).await?;
        let suspicion = |breach| Suspicion { breach, place: Place::Anchor };
        Ok(breaches.into_iter().map(suspicion).collect())
    }
}

fn lost_checkpoint(chain: &'static Chain, place: Reached) -> Suspicion {
    let problem = format!(
        "its {} were checked up to number {}, where there is another seal now",
        chain.name, place.seal.position
    );
    let breach = Breach { rule: "seals hold", row: place.owner.clone(), problem };
    Suspicion { breach, place: Place::At(chain, place) }
}

/// Returns the rows that break a rule. If a query exceeds the time limit, splits its time span and
/// queries each part.
pub async fn breaking_by_pieces(db: &Db, rule: Rule, now: Timestamp) -> Result<Vec<Found>> {
    let (mut found, mut first) = (Vec::new(), None);
    let mut pieces = vec![(Timestamp::MIN, Timestamp::MAX)];
    while let Some((from, until)) = pieces.pop() {
        let rows = Rows::Made(from, until);
        match db.read(move |tx| ledger::breaking(tx, rule, rows)).await {
            Ok(breaches) => found.extend(breaches),
            Err(error @ Error::Database(db::Error::Timeout)) => {
                let start = match first {
                    Some(first) => first,
                    None => db.read(store::first_transfer).await?.unwrap_or(now),
                };
                first = Some(start);
                let middle = middle(from, until, start, now).ok_or(error)?;
                pieces.extend([(middle, until), (from, middle)]);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Returns the time at which to split a time span. The first splits are at the first transfer and
/// at the present, because most rows are between these times. Further splits are in the middle.
/// Returns `None` if the span is too short to split.
fn middle(
    from: Timestamp,
    until: Timestamp,
    first: Timestamp,
    now: Timestamp,
) -> Option<Timestamp> {
    const MIN_INTERVAL: Duration = Duration::from_secs(60);
    let is_within = |at: Timestamp| from < at && at < until;
    if is_within(first) {
        return Some(first);
    }
    if is_within(now) {
        return Some(now);
    }
    let span = until.since(from);
    (span > MIN_INTERVAL).then(|| from.plus(span / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_parts_the_span_with_rows_until_it_is_short() {
        let at = Timestamp::from_micros;
        let (first, now) = (at(1_000_000_000), at(9_000_000_000));
        let part = |from, until| middle(from, until, first, now);
        assert_eq!(part(Timestamp::MIN, Timestamp::MAX), Some(first));
        assert_eq!(part(first, Timestamp::MAX), Some(now));
        assert_eq!(part(first, now), Some(at(5_000_000_000)));
        assert_eq!(part(first, at(1_060_000_000)), None);
    }
}

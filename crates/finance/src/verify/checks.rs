//! The checks that the program makes of itself, one question after the other, so that nobody else waits for long. Each goes
//! on where it had come to; what can't be looked at keeps nobody from the rest.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use db::{Db, Tx};
use tokio::time;

use super::{
    Keys, MOST_NAMED, Rules, anchors,
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

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What has come or changed since the last time, and the cards that it touched.
    New,
    Everything,
}

/// A breach, and where to look for it once more.
#[derive(Clone)]
pub struct Suspicion {
    breach: Breach,
    place: Place,
}

#[derive(Clone)]
enum Place {
    /// A row that breaks a rule, with its owner.
    Row(Rule, String),
    /// Among what is made of the books, which stops nothing.
    Derived,
    /// The piece of a chain of seals after this one.
    After(&'static Chain, Reached),
    /// Where there was this seal once.
    At(&'static Chain, Reached),
    /// An anchor was compared already, file by file.
    Anchor,
    /// The address of a row of the log.
    Origin,
}

impl Suspicion {
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// The breach, if it is still there. It reads one row, or one piece of a chain, however large the books are.
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

    /// The breach as it is recorded when it could not be checked again.
    fn unconfirmed(&self, error: &Error) -> Breach {
        let problem = format!("{} (it could not be checked again: {error:?})", self.breach.problem);
        Breach { problem, ..self.breach.clone() }
    }
}

/// What the second look at a suspicion came to.
#[derive(Debug)]
pub enum Verdict {
    /// The breach is still there: money is stopped.
    Confirmed,
    /// The second look failed or took too long: money is stopped as well, to be safe.
    Unconfirmed,
    /// The breach is gone, or is of a kind that stops nothing.
    Cleared,
    /// Money should have been stopped and could not be. The next check finds the breach again.
    NotStopped(Error),
}

/// Maximum time for the second look at one suspicion.
const CONFIRM_LIMIT: Duration = Duration::from_secs(20);
/// Tries to record a stop: the database may be busy, and money moves until it is recorded.
const STOP_ATTEMPTS: usize = 3;

/// Looks at each suspicion once more, because a long check may be overtaken by a repair, and stops money for those that
/// remain. A look that fails keeps no other from being made.
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
            Verdict::Cleared => tracing::warn!(rule, %row, "nothing is stopped for this breach"),
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
    // However busy the lane of tasks is: until money is stopped, it moves.
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

/// A check that was made.
pub fn made(name: &str, is_full: bool, is_right: bool) -> Run {
    Run { name: name.to_owned(), is_full, is_made: true, is_right }
}

pub async fn record(app: &App, runs: Vec<Run>, now: Timestamp) -> Result<()> {
    app.db.write(move |tx| store::record_runs(tx, &runs, now)).await
}

/// Suspected breaches, and the first error if a check could not be made.
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

/// One of the checks.
enum Check {
    Rule(Rule),
    Derived(Rule),
    Chain(&'static Chain),
    Anchors,
    Origins,
}

impl Check {
    /// All of them, in the order in which they are made.
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

/// Names of all checks, as their rows have them.
pub fn names(rules: &Rules) -> Vec<String> {
    Check::all(rules).iter().map(Check::name).collect()
}

fn name_of(chain: &Chain) -> String {
    format!("seals of {} hold", chain.name)
}

/// A round of all checks, one at a time: each [`next`](Checking::next) hands over what one check suspects, so that money can
/// be stopped before the others are made.
pub struct Checking<'a> {
    app: &'a App,
    depth: Depth,
    begun_at: Timestamp,
    /// Up to when each check has found all right.
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

    /// Makes the next check. None when all were made; one that could not be made suspects nothing.
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

    /// Records how far the checks have come. The last error, if a check could not be made.
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

    /// From when on rows are new to a check; nothing when all are.
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
            lost.into_iter().take(MOST_NAMED).map(|place| lost_checkpoint(chain, place)).collect();
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

    /// Looks at a chain from a place on, or at all that follow it, and keeps how far they hold.
    async fn walk(
        &self,
        chain: &'static Chain,
        mut from: Reached,
        is_alone: bool,
    ) -> Result<Vec<Suspicion>> {
        let (key, mut found) = (SealKeys::of(&self.app.secrets), Vec::new());
        let mut batch = Batch::new(ledger::SEALS_AT_ONCE);
        while found.len() < MOST_NAMED {
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

    /// Compares the addresses of the log with their hashes, a piece at a time.
    async fn origins(&self) -> Result<Vec<Suspicion>> {
        let keys = OriginKeys::of(&self.app.secrets);
        let since = self.new_since(audit::RULE_OF_ORIGINS).unwrap_or(Timestamp::MIN);
        let (mut found, mut place) = (Vec::new(), Some(OriginPlace::since(since)));
        while let Some(from) = place.filter(|_| found.len() < MOST_NAMED) {
            let keys = keys.clone();
            let look = move |tx: &mut Tx<'_>| audit::check_origins(tx, &keys, &from);
            let (wrong, next) = self.app.db.read(look).await?;
            let suspicion = |breach| Suspicion { breach, place: Place::Origin };
            found.extend(wrong.into_iter().take(MOST_NAMED).map(suspicion));
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

/// What breaks a rule among all rows. When that is too much for one question, half of it is asked at a time.
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

/// Where to part a span: what is before the first transfer or still to come is little, and of the rest half each.
fn middle(
    from: Timestamp,
    until: Timestamp,
    first: Timestamp,
    now: Timestamp,
) -> Option<Timestamp> {
    const SHORTEST: Duration = Duration::from_secs(60);
    let is_within = |at: Timestamp| from < at && at < until;
    if is_within(first) {
        return Some(first);
    }
    if is_within(now) {
        return Some(now);
    }
    let span = until.since(from);
    (span > SHORTEST).then(|| from.plus(span / 2))
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

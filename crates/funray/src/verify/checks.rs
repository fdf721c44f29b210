//! The checks that the program makes of itself, one question after the other, so that nobody else waits for long. Each goes
//! on where it had come to; what can't be looked at keeps nobody from the rest.

use std::{collections::HashMap, time::Duration};

use db::{Db, Tx};

use super::{
    CHAINS, DERIVED, MOST_NAMED, anchors, rules,
    store::{self, Run},
};
use crate::{
    app::App,
    error::{Error, Result},
    kernel::timestamp::Timestamp,
    ledger::{self, Breach, Chain, ChainCheck, LATE, Reached, Rows, Rule, SealKeys},
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
pub struct Suspicion {
    breach: Breach,
    place: Place,
}

enum Place {
    Rule(Rule),
    /// Among what is made of the books, which stops nothing.
    Derived,
    /// The piece of a chain of seals after this one.
    After(&'static Chain, Reached),
    /// Where there was this seal once.
    At(&'static Chain, Reached),
    /// An anchor was compared already, file by file.
    Anchor,
}

impl Suspicion {
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// The breach, if it is still there.
    fn confirm(&self, tx: &mut Tx<'_>, key: &SealKeys) -> Result<Option<Breach>> {
        Ok(match &self.place {
            Place::Derived => None,
            Place::Rule(rule) => ledger::breaking(tx, *rule, Rows::All)?.into_iter().next(),
            Place::After(chain, from) => match ledger::check_chain(tx, chain, key, from, false)? {
                ChainCheck::Breaks(breach, _) => Some(breach),
                ChainCheck::Holds(_) | ChainCheck::Ends => None,
            },
            Place::At(chain, place) => {
                let is_gone = !ledger::misfits(tx, chain, std::slice::from_ref(place))?.is_empty();
                is_gone.then(|| self.breach.clone())
            }
            Place::Anchor => Some(self.breach.clone()),
        })
    }
}

/// Stops money for what is still wrong: to look at everything takes a while, and somebody may have put it right.
pub async fn stop_for(app: &App, found: Vec<Suspicion>) -> Result<()> {
    let now = app.clock.now();
    for suspicion in found {
        let key = SealKeys::of(&app.secrets);
        app.db
            .write(move |tx| match suspicion.confirm(tx, &key)? {
                Some(breach) => ledger::stop(tx, now, &breach),
                None => Ok(()),
            })
            .await?;
    }
    Ok(())
}

/// A check that was made.
pub fn made(name: &str, is_full: bool, is_right: bool) -> Run {
    Run { name: name.to_owned(), is_full, is_made: true, is_right }
}

pub async fn record(app: &App, runs: Vec<Run>, now: Timestamp) -> Result<()> {
    app.db.write(move |tx| store::record_runs(tx, &runs, now)).await
}

/// What is wrong, and what could not be looked at.
pub async fn suspect(app: &App, depth: Depth) -> (Vec<Suspicion>, Option<Error>) {
    match app.db.read(|tx| store::done_until(tx, false)).await {
        Ok(done) => Checking { app, depth, done }.all().await,
        Err(error) => (Vec::new(), Some(error)),
    }
}

struct Checking<'a> {
    app: &'a App,
    depth: Depth,
    /// Up to when each check has found all right.
    done: HashMap<String, Timestamp>,
}

impl Checking<'_> {
    async fn all(&self) -> (Vec<Suspicion>, Option<Error>) {
        let now = self.app.clock.now();
        let (mut found, mut trouble, mut runs) = (Vec::new(), None, Vec::new());
        let mut note = |name: String, outcome: Result<Vec<Suspicion>>| {
            let (is_made, is_right) = match &outcome {
                Ok(suspicions) => (true, suspicions.is_empty()),
                Err(_) => (false, false),
            };
            runs.push(Run { name: name.clone(), is_full: false, is_made, is_right });
            if self.depth == Depth::Everything {
                runs.push(Run { name, is_full: true, is_made, is_right });
            }
            match outcome {
                Ok(suspicions) => found.extend(suspicions),
                Err(error) => trouble = Some(error),
            }
        };
        for rule in rules() {
            note(rule.name.to_owned(), self.rule(rule, Place::Rule).await);
        }
        for rule in DERIVED {
            note(rule.name.to_owned(), self.rule(*rule, |_| Place::Derived).await);
        }
        for chain in CHAINS {
            note(format!("seals of {} hold", chain.name), self.chain(chain).await);
        }
        note(ANCHORS.to_owned(), self.anchors().await);
        if let Err(error) = self.keep(runs, now).await {
            trouble = Some(error);
        }
        (found, trouble)
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

    async fn rule(&self, rule: Rule, place: fn(Rule) -> Place) -> Result<Vec<Suspicion>> {
        let breaches = match self.new_since(rule.name) {
            Some(since) => {
                let rows = Rows::TouchedSince(since);
                self.app.db.read(move |tx| ledger::breaking(tx, rule, rows)).await?
            }
            None => breaking_by_pieces(&self.app.db, rule, self.app.clock.now()).await?,
        };
        let suspicion = |breach| Suspicion { breach, place: place(rule) };
        Ok(breaches.into_iter().map(suspicion).collect())
    }

    async fn chain(&self, chain: &'static Chain) -> Result<Vec<Suspicion>> {
        let name = format!("seals of {} hold", chain.name);
        let since = self.new_since(&name);
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
        while found.len() < MOST_NAMED {
            let (key, at) = (key.clone(), from.clone());
            let look = move |tx: &mut Tx<'_>| ledger::check_chain(tx, chain, &key, &at, is_alone);
            match self.app.db.read(look).await? {
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

    async fn anchors(&self) -> Result<Vec<Suspicion>> {
        let (breaches, _) = anchors::compare_stored(&self.app.db, &self.app.files).await?;
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
pub async fn breaking_by_pieces(db: &Db, rule: Rule, now: Timestamp) -> Result<Vec<Breach>> {
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

//! `funray verify`, and the same check that the program makes of itself every hour: what must be true of the books.

use std::sync::Arc;

use db::Tx;

use crate::{
    app::App,
    audit, cards,
    error::{Code, Error, Result},
    jobs,
    kernel::timestamp::Timestamp,
    ledger::{self, Breach, Chain, ChainCheck, Rule, Seal, StopId, Summary, Tally},
    orders,
};

/// What must be true of the books, part by part.
fn rules() -> impl Iterator<Item = Rule> + Send {
    let ours = ledger::RULES.iter().chain(cards::RULES).chain(audit::RULES).copied();
    ours.chain(orders::rules())
}

/// What is sealed, kind by kind. That an order was cancelled needs no chain: the transfers that reverse its sales say who
/// did it, and why. That a gift was sent to another address has none: who closes an account takes their addresses along.
const CHAINS: [&Chain; 3] = [&ledger::TRANSFERS, &cards::STATUS_CHANGES, &audit::ENTRIES];

/// What is wrong, the first few rows of each kind; nothing when all is right. Of one moment, however long that takes.
pub fn breaches(tx: &mut Tx<'_>) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for rule in rules() {
        found.extend(ledger::breaking(tx, rule)?);
    }
    for chain in CHAINS {
        let mut end = Seal::start();
        loop {
            match ledger::check_chain(tx, chain, &end)? {
                ChainCheck::Holds(seal) => end = seal,
                ChainCheck::Ends => break,
                ChainCheck::Breaks(breach) => {
                    found.push(breach);
                    break;
                }
            }
        }
    }
    Ok(found)
}

/// A breach, and where to look for it once more.
pub struct Suspicion {
    breach: Breach,
    place: Place,
}

enum Place {
    Rule(Rule),
    /// The piece of a chain of seals after this one.
    After(&'static Chain, Seal),
}

impl Suspicion {
    /// The breach, if it is still there.
    fn confirm(&self, tx: &mut Tx<'_>) -> Result<Option<Breach>> {
        Ok(match &self.place {
            Place::Rule(rule) => ledger::breaking(tx, *rule)?.into_iter().next(),
            Place::After(chain, seal) => match ledger::check_chain(tx, chain, seal)? {
                ChainCheck::Breaks(breach) => Some(breach),
                ChainCheck::Holds(_) | ChainCheck::Ends => None,
            },
        })
    }
}

/// What is wrong, rule by rule and one piece of a chain of seals after the other, so that nobody else waits for long.
/// What can't be looked at keeps nobody from the rest: it is told at the end.
pub async fn suspect(db: &db::Db) -> (Vec<Suspicion>, Option<Error>) {
    let (mut found, mut trouble) = (Vec::new(), None);
    for rule in rules() {
        match db.read(move |tx| ledger::breaking(tx, rule)).await {
            Ok(breaches) => found.extend(
                breaches.into_iter().map(|breach| Suspicion { breach, place: Place::Rule(rule) }),
            ),
            Err(error) => trouble = Some(error),
        }
    }
    for chain in CHAINS {
        match suspect_chain(db, chain).await {
            Ok(suspicion) => found.extend(suspicion),
            Err(error) => trouble = Some(error),
        }
    }
    (found, trouble)
}

async fn suspect_chain(db: &db::Db, chain: &'static Chain) -> Result<Option<Suspicion>> {
    let mut end = Seal::start();
    loop {
        let from = end.clone();
        match db.read(move |tx| ledger::check_chain(tx, chain, &from)).await? {
            ChainCheck::Holds(seal) => end = seal,
            ChainCheck::Breaks(breach) => {
                return Ok(Some(Suspicion { breach, place: Place::After(chain, end) }));
            }
            ChainCheck::Ends => return Ok(None),
        }
    }
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

/// Looks at everything. When all is right, the stops that were there when it began to look are lifted.
pub async fn report(db: &db::Db) -> Result<Report> {
    let look = |tx: &mut Tx<'_>| {
        let tallies = CHAINS.into_iter().map(|chain| ledger::tally(tx, chain));
        let tallies = tallies.collect::<Result<Vec<_>>>()?;
        Ok::<_, Error>((breaches(tx)?, tallies, ledger::summary(tx)?, ledger::stops(tx)?))
    };
    let (breaches, tallies, summary, stops) = db.read(look).await?;
    let is_resumed = breaches.is_empty() && db.write(move |tx| resume(tx, &stops)).await?;
    Ok(Report { breaches, tallies, summary, is_resumed })
}

/// Money moves again, and with it the jobs that have waited for that.
fn resume(tx: &mut Tx<'_>, stops: &[StopId]) -> Result<bool> {
    let is_resumed = ledger::resume(tx, stops)?;
    if is_resumed {
        jobs::unblock(tx, Code::LedgerStopped)?;
    }
    Ok(is_resumed)
}

/// The hourly check: a breach stops all movement of money until somebody has put it right.
pub async fn check(app: Arc<App>) -> Result<()> {
    let (found, mut trouble) = suspect(&app.db).await;
    for Suspicion { breach, .. } in &found {
        tracing::error!(rule = breach.rule, row = %breach.row, problem = %breach.problem, "the books are wrong");
    }
    stop_for(&app, found).await?;
    let now = app.clock.now();
    match app.db.read(move |tx| overdue(tx, now)).await {
        Ok(payments) => {
            for payment in &payments {
                tracing::error!(row = %payment.row, problem = %payment.problem, "a payment needs somebody to look at it");
            }
        }
        Err(error) => trouble = Some(error),
    }
    trouble.map_or(Ok(()), Err)
}

/// Stops money for what is still wrong: to look at everything takes a while, and somebody may have put it right.
pub async fn stop_for(app: &App, found: Vec<Suspicion>) -> Result<()> {
    let now = app.clock.now();
    for suspicion in found {
        app.db
            .write(move |tx| match suspicion.confirm(tx)? {
                Some(breach) => ledger::stop(tx, now, &breach),
                None => Ok(()),
            })
            .await?;
    }
    Ok(())
}

/// Counts the payments and reversed charges and held orders that somebody has to look at, for whoever watches this program. In the database, because the check
/// may be another node's.
pub async fn count_overdue(app: &App) -> Result<()> {
    let now = app.clock.now();
    let payments = app.db.read(move |tx| overdue(tx, now)).await?;
    app.metrics.payments_overdue.set(i64::try_from(payments.len()).unwrap_or(i64::MAX));
    let reversals = app.db.read(orders::reversals::count_open).await?;
    app.metrics.charges_reversed_open.set(i64::try_from(reversals).unwrap_or(i64::MAX));
    let reviews = app.db.read(orders::review::count_open).await?;
    app.metrics.orders_in_review.set(i64::try_from(reviews).unwrap_or(i64::MAX));
    Ok(())
}

/// Seals what is new. The end of each chain goes to the log: there, nobody who changes rows can reach it.
pub async fn seal(app: Arc<App>) -> Result<()> {
    for chain in CHAINS {
        while let Some(end) = app.db.write(move |tx| ledger::seal_new(tx, chain)).await? {
            tracing::info!(position = end.position, hash = %end.hash, "{} are sealed", chain.name);
        }
    }
    Ok(())
}

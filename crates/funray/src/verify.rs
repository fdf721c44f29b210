//! `funray verify`, and the same check that the program makes of itself every hour: what must be true of the books.

use std::sync::Arc;

use db::Tx;

use crate::{
    app::App,
    error::Result,
    ledger::{self, Breach, Summary},
    orders,
};

/// What is wrong, the first few rows of each kind; nothing when all is right.
pub fn breaches(tx: &mut Tx<'_>) -> Result<Vec<Breach>> {
    let mut found = ledger::breaches(tx)?;
    found.extend(orders::breaches(tx)?);
    Ok(found)
}

/// What an operator is told.
pub struct Report {
    pub breaches: Vec<Breach>,
    pub summary: Summary,
    /// Money may move again: it had been stopped, and all is right now.
    pub is_resumed: bool,
}

/// Looks at everything. When all is right, a stop is lifted.
pub async fn report(db: &db::Db) -> Result<Report> {
    let (breaches, summary) =
        db.read(|tx| Ok::<_, crate::error::Error>((breaches(tx)?, ledger::summary(tx)?))).await?;
    let is_resumed = breaches.is_empty() && db.write(ledger::resume).await?;
    Ok(Report { breaches, summary, is_resumed })
}

/// The hourly check: a breach stops all movement of money until somebody has put it right.
pub async fn check(app: Arc<App>) -> Result<()> {
    let found = app.db.read(breaches).await?;
    for breach in &found {
        tracing::error!(rule = breach.rule, row = %breach.row, problem = %breach.problem, "the books are wrong");
    }
    let now = app.clock.now();
    match found.into_iter().next() {
        Some(first) => app.db.write(move |tx| ledger::stop(tx, now, &first)).await,
        None => Ok(()),
    }
}

/// Seals what is new. The end of the chain goes to the log: there, nobody who changes rows can reach it.
pub async fn seal(app: Arc<App>) -> Result<()> {
    while let Some(end) = app.db.write(ledger::seal_new).await? {
        tracing::info!(position = end.position, hash = %end.hash, "transfers are sealed");
    }
    Ok(())
}

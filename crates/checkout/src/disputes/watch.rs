//! Scheduled checks of charges at the gateway, to find late disputes. The number of checks per hour
//! is limited, and each run may make its share of them. Charges whose cards have a balance are
//! checked first, then all other charges. Within both groups, the longest overdue charge comes
//! first.

use std::{collections::HashSet, sync::Arc, time::Duration};

use db::Tx;
use tokio::{task::JoinSet, time::Instant};
use tracing::Instrument;

use kernel::{ids::OrderId, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
};

use super::reconciliation;
use crate::{
    disputes::reversals::LookIntoCharge,
    payments::{
        self, ChargeStanding, State,
        watch::{self, WatchedCharge},
    },
};

/// Maximum number of charges that a run reserves at once.
const TAKEN_AT_ONCE: i64 = 32;
/// Maximum number of charges that a run checks at the gateway in parallel.
const ASKED_AT_ONCE: usize = 4;
/// Maximum duration of a run. The next run checks the remaining charges.
const MAX_RUN: Duration = Duration::from_secs(4 * 60);
/// Time for which a node reserves a charge. It is longer than the calls to the gateway can take.
const TAKEN_FOR: Duration = Duration::from_secs(20 * 60);
/// Number of consecutive failed calls after which a run ends, because the gateway seems to be down.
const MAX_FAILURES: usize = 4;

/// State of a run: the number of checks that it may still make, the number of checks that failed in
/// a row, and the time at which it ends.
struct Run {
    budget: i64,
    failures: usize,
    ends_at: Instant,
}

impl Run {
    fn is_over(&self) -> bool {
        self.budget <= 0 || self.failures >= MAX_FAILURES || Instant::now() >= self.ends_at
    }
}

/// Scheduled task that checks due charges at the gateway, up to the number of checks allowed per
/// run. Does nothing on a server without a gateway.
pub async fn ask_about_charges(app: Arc<App>) -> Result<()> {
    if app.gateway.is_none() {
        return Ok(());
    }
    let per_hour = app.config.gateway.charge_checks_per_hour;
    let budget = watch::budget_of_run(per_hour, app.clock.now());
    let mut run = Run { budget, failures: 0, ends_at: Instant::now() + MAX_RUN };
    for is_spent in [false, true] {
        while !run.is_over() {
            let limit = run.budget.min(TAKEN_AT_ONCE);
            let Some(taken) = take_some(&app, is_spent, limit).await? else { break };
            ask_about(&app, &mut run, taken).await?;
        }
    }
    if run.failures >= MAX_FAILURES {
        tracing::error!("the gateway doesn't report the state of charges; they are checked later");
    }
    Ok(())
}

/// Returns for how long the most overdue check of a charge has been due; zero if none is overdue.
pub fn longest_delay(tx: &mut Tx<'_>, now: Timestamp) -> Result<Duration> {
    let longest = watch::longest_due(tx)?;
    Ok(longest.map_or(Duration::ZERO, |(_, due_at)| now.since(due_at)))
}

/// Charges reserved by this run.
struct Taken {
    charges: Vec<WatchedCharge>,
    until: Timestamp,
}

/// Reserves the next charges that are due for a check. Returns `None` if no charge is due.
async fn take_some(app: &App, is_spent: bool, limit: i64) -> Result<Option<Taken>> {
    let now = app.clock.now();
    let until = now.plus(TAKEN_FOR);
    app.db
        .write(move |tx| {
            let due = watch::list_due(tx, now, is_spent, limit)?;
            if due.is_empty() {
                return Ok(None);
            }
            let orders: Vec<OrderId> = due.iter().map(|charge| charge.order_id).collect();
            let with_money = tx.ask(cards::orders_with_money(&orders))?;
            let mut charges = Vec::new();
            for charge in due {
                if belongs_to_run(tx, &charge, &with_money)?
                    && watch::take(tx, now, &charge, until)?
                {
                    charges.push(charge);
                }
            }
            Ok(Some(Taken { charges, until }))
        })
        .await
}

/// Returns whether this run checks the charge. A charge whose cards have been spent in the meantime
/// is checked later, after the charges with a balance.
fn belongs_to_run(
    tx: &mut Tx<'_>,
    charge: &WatchedCharge,
    with_money: &HashSet<OrderId>,
) -> Result<bool> {
    if !charge.can_change() {
        watch::stop_watching(tx, charge.key())?;
        return Ok(false);
    }
    let is_spent = !with_money.contains(&charge.order_id);
    if is_spent != charge.is_spent {
        watch::set_spent(tx, charge.key(), is_spent)?;
    }
    Ok(charge.is_spent || !is_spent)
}

/// Checks the reserved charges a few at a time, and records the results of each batch before the
/// next batch. Releases the charges that remain when the run ends.
async fn ask_about(app: &Arc<App>, run: &mut Run, taken: Taken) -> Result<()> {
    let Taken { charges, until } = taken;
    let mut rest = &charges[..];
    while !rest.is_empty() && !run.is_over() {
        let (some, others) = rest.split_at(rest.len().min(ASKED_AT_ONCE));
        let answers = ask_side_by_side(app, some).await?;
        for (_, standing) in &answers {
            let has_failed = matches!(standing, ChargeStanding::Unknown(_));
            run.failures = if has_failed { run.failures + 1 } else { 0 };
            run.budget -= 1;
        }
        record(app, answers).await?;
        rest = others;
    }
    if rest.is_empty() {
        return Ok(());
    }
    let left = rest.to_vec();
    app.db
        .write(move |tx| left.iter().try_for_each(|charge| watch::release(tx, charge, until)))
        .await
}

async fn ask_side_by_side(
    app: &Arc<App>,
    charges: &[WatchedCharge],
) -> Result<Vec<(WatchedCharge, ChargeStanding)>> {
    let mut asking = JoinSet::new();
    for charge in charges.iter().cloned() {
        let app = app.clone();
        let ask = async move {
            let transaction = charge.transaction_id.clone().unwrap_or_default();
            let standing = payments::look_for_reversal(&app, &transaction).await;
            // An unreadable transaction number must not stop the checks of the other charges.
            let standing =
                standing.unwrap_or_else(|error| ChargeStanding::Unknown(error.to_string()));
            (charge, standing)
        };
        asking.spawn(ask.in_current_span());
    }
    let mut answers = Vec::new();
    while let Some(answer) = asking.join_next().await {
        answers.push(answer.map_err(|panic| Error::Internal(panic.to_string()))?);
    }
    Ok(answers)
}

async fn record(app: &Arc<App>, answers: Vec<(WatchedCharge, ChargeStanding)>) -> Result<()> {
    app.write(move |tx, app, now| {
        for (charge, standing) in &answers {
            record_one(tx, app, now, charge, standing)?;
        }
        Ok(())
    })
    .await
}

fn record_one(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    charge: &WatchedCharge,
    standing: &ChargeStanding,
) -> Result<()> {
    match standing {
        ChargeStanding::Stands => {}
        ChargeStanding::Reversed(_) if charge.state == State::Reversed => {}
        // A job looks the charge up again, and retries until the reversal or the won dispute is
        // recorded.
        ChargeStanding::Reversed(_) | ChargeStanding::Won(_) => {
            let transaction = charge.transaction_id.clone().unwrap_or_default();
            enqueue(tx, now, &LookIntoCharge { transaction })?;
        }
        ChargeStanding::Missing => list_missing(tx, app, now, charge)?,
        ChargeStanding::Unknown(why) => {
            tracing::warn!(attempt = %charge.id, why, "the gateway doesn't report the state of a charge");
            return watch::record_failure(tx, now, charge);
        }
    }
    let is_known = !matches!(standing, ChargeStanding::Missing);
    watch::record_answer(tx, now, charge, is_known)
}

fn list_missing(tx: &mut Tx<'_>, app: &App, now: Timestamp, charge: &WatchedCharge) -> Result<()> {
    // The built-in sandbox loses its charges at each restart, so older charges are not reported as
    // missing.
    let began = app.gateway.as_ref().and_then(|gateway| gateway.began);
    if began.is_some_and(|began| charge.sent_at < began) {
        return Ok(());
    }
    match tx.ask(payments::find(charge.key()))? {
        Some(attempt) => reconciliation::list_missing(tx, app, now, &attempt),
        None => Ok(()),
    }
}

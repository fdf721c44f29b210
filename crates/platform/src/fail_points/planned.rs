//! Implementation for tests. A plan says where and how the program fails. The plan comes from the
//! test, or from environment variables if the program runs as a separate process.

use db::Tx;
use tokio::sync::watch;

use super::Point;
use kernel::{clock::Clock, timestamp::Timestamp};

use crate::error::{Error, Result};

/// Environment variable with the plan for a separate process, such as
/// `InIssueDone=FailAlways,AfterIssueFailed=Die`.
pub const PLAN_VARIABLE: &str = "TEST_FAIL_POINTS";
/// Environment variable with the start time of a separate process's clock, so that tests need not
/// wait for time to pass.
pub const CLOCK_VARIABLE: &str = "TEST_CLOCK";

/// Way in which the program fails at a fail point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stumble {
    /// Fails once, as if the next step had failed.
    Fail,
    /// Fails every time, until the plan is removed.
    FailAlways,
    /// Hangs until the plan is removed. Inside a transaction, runs an endless SQL statement.
    Hang,
    /// Kills the process at once.
    Die,
}

const STUMBLES: [Stumble; 4] = [Stumble::Fail, Stumble::FailAlways, Stumble::Hang, Stumble::Die];

#[derive(Clone, Copy)]
struct Plan {
    point: Point,
    stumble: Stumble,
    is_met: bool,
}

#[derive(Default)]
pub struct FailPoints {
    plans: watch::Sender<Vec<Plan>>,
}

impl FailPoints {
    pub fn plan(&self, point: Point, stumble: Stumble) {
        self.plans.send_modify(|plans| plans.push(Plan { point, stumble, is_met: false }));
    }

    /// Removes all plans, so that hanging calls continue.
    pub fn give_up(&self) {
        self.plans.send_modify(Vec::clear);
    }

    /// Resolves once every planned failure has happened at least once.
    pub async fn reached(&self) {
        let mut plans = self.plans.subscribe();
        // Waiting can't fail, because the channel's sender lives as long as `self`.
        let _ = plans.wait_for(|plans| plans.iter().all(|plan| plan.is_met)).await;
    }

    pub async fn pass(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(Stumble::Fail | Stumble::FailAlways) => Err(failure(point)),
            Some(Stumble::Die) => std::process::abort(),
            Some(Stumble::Hang) => {
                let mut plans = self.plans.subscribe();
                // Waiting can't fail, because the channel's sender lives as long as `self`.
                let _ = plans.wait_for(Vec::is_empty).await;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Passes a fail point inside a transaction. The database may retry the transaction, so the
    /// call may still succeed after a single failure.
    pub fn pass_in_transaction(&self, tx: &mut Tx<'_>, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(Stumble::Fail | Stumble::FailAlways) => Err(failure(point)),
            Some(Stumble::Die) => std::process::abort(),
            Some(Stumble::Hang) => Ok(tx.hang()?),
            None => Ok(()),
        }
    }

    fn stumble_at(&self, point: Point) -> Option<Stumble> {
        let mut met = None;
        self.plans.send_if_modified(|plans| {
            let is_due = |plan: &&mut Plan| {
                plan.point == point && !(plan.is_met && plan.stumble == Stumble::Fail)
            };
            let Some(plan) = plans.iter_mut().find(is_due) else { return false };
            met = Some(plan.stumble);
            !std::mem::replace(&mut plan.is_met, true)
        });
        met
    }
}

fn failure(point: Point) -> Error {
    Error::Internal(format!("made to fail at {point:?}"))
}

/// Reads the plans and the clock of a separate process from environment variables.
pub fn from_environment() -> Result<(FailPoints, Clock), String> {
    let fail_points = FailPoints::default();
    for plan in variable(PLAN_VARIABLE).split_terminator(',') {
        let (point, stumble) = parse(plan)
            .ok_or_else(|| format!("{PLAN_VARIABLE}: {plan:?} is no place and way to stumble"))?;
        fail_points.plan(point, stumble);
    }
    let clock = match variable(CLOCK_VARIABLE).as_str() {
        "" => Clock::system(),
        text => Clock::running_from(
            Timestamp::parse(text)
                .ok_or_else(|| format!("{CLOCK_VARIABLE}: {text:?} is no moment"))?,
        ),
    };
    Ok((fail_points, clock))
}

fn parse(plan: &str) -> Option<(Point, Stumble)> {
    let (point, stumble) = plan.split_once('=')?;
    let point = Point::ALL.into_iter().find(|known| format!("{known:?}") == point)?;
    let stumble = STUMBLES.into_iter().find(|known| format!("{known:?}") == stumble)?;
    Some((point, stumble))
}

#[expect(clippy::disallowed_methods, reason = "these are no settings: only tests know of them")]
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

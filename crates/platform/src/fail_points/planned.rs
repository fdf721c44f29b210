//! What is built for tests: the program stumbles where and how it was told to, by a test that holds it or, when it is a
//! process of its own, by its environment.

use db::Tx;
use tokio::sync::watch;

use super::Point;
use kernel::{clock::Clock, timestamp::Timestamp};

use crate::error::{Error, Result};

/// Where a program of its own stumbles, as in `InIssueDone=FailAlways,AfterIssueFailed=Die`.
pub const PLAN_VARIABLE: &str = "TEST_FAIL_POINTS";
/// What time it believes it is when it starts: nobody has to wait for an hour to pass.
pub const CLOCK_VARIABLE: &str = "TEST_CLOCK";

/// How it stumbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stumble {
    /// As if what comes next had failed, once.
    Fail,
    /// The same, until the plan is given up.
    FailAlways,
    /// It hangs there until it is woken; within a transaction in a statement that never ends.
    Hang,
    /// The process is gone, in mid-sentence, without a word to anybody.
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

    /// Nothing stumbles any more, and what hangs goes on.
    pub fn give_up(&self) {
        self.plans.send_modify(Vec::clear);
    }

    /// Resolves when everything that was planned has happened, once at least.
    pub async fn reached(&self) {
        let mut plans = self.plans.subscribe();
        // The sender lives as long as this.
        let _ = plans.wait_for(|plans| plans.iter().all(|plan| plan.is_met)).await;
    }

    pub async fn pass(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(Stumble::Fail | Stumble::FailAlways) => Err(failure(point)),
            Some(Stumble::Die) => std::process::abort(),
            Some(Stumble::Hang) => {
                let mut plans = self.plans.subscribe();
                // The sender lives as long as this.
                let _ = plans.wait_for(Vec::is_empty).await;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The database may run a transaction again: it may fail once and go well all the same.
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

/// The plans of a program of its own, and its clock.
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

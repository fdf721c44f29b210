//! Places on the way of a payment where the program can be made to stumble. Tests do, to see that whatever breaks
//! where, money and cards end up together. Nobody else can reach them.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use crate::error::{Error, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    BeforeBegin,
    InBegin,
    AfterBegin,
    BeforeCharge,
    AfterCharge,
    InSettle,
    AfterSettle,
    InIssueBegun,
    InIssueCard,
    InIssueDone,
    AfterIssueFailed,
    AfterIssue,
    BeforeReply,
    BeforeLookUp,
    AfterLookUp,
    BeforeVoid,
    AfterVoid,
}

/// How it stumbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stumble {
    /// As if what comes next had failed; so many times.
    Fail(u32),
    /// As if the process had been killed there: it never does anything again.
    Die,
    /// As if it slept there, until it is woken.
    Sleep,
}

#[derive(Default)]
pub struct FailPoints {
    plan: Mutex<Option<(Point, Stumble)>>,
    is_dead: watch::Sender<bool>,
    is_asleep: watch::Sender<bool>,
}

impl FailPoints {
    pub fn plan(&self, point: Point, stumble: Stumble) {
        *self.lock() = Some((point, stumble));
        self.is_asleep.send_replace(stumble == Stumble::Sleep);
    }

    /// Lets whatever sleeps go on.
    pub fn wake(&self) {
        self.is_asleep.send_replace(false);
    }

    /// Whether the plan was carried out.
    pub fn was_reached(&self) -> bool {
        self.lock().is_none()
    }

    pub async fn pass(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(Stumble::Fail(_)) => return Err(failure(point)),
            Some(Stumble::Sleep) => {
                let mut asleep = self.is_asleep.subscribe();
                // The sender lives as long as this.
                let _ = asleep.wait_for(|is_asleep| !is_asleep).await;
            }
            Some(Stumble::Die) | None => {}
        }
        if *self.is_dead.borrow() {
            std::future::pending::<()>().await;
        }
        Ok(())
    }

    /// Within a transaction there is nothing to wait for: to fail and to die is to leave nothing.
    pub fn pass_in_transaction(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(_) => Err(failure(point)),
            None => Ok(()),
        }
    }

    fn stumble_at(&self, point: Point) -> Option<Stumble> {
        let mut plan = self.lock();
        let (planned, stumble) = (*plan)?;
        if planned != point {
            return None;
        }
        match stumble {
            Stumble::Fail(times) if times > 1 => *plan = Some((point, Stumble::Fail(times - 1))),
            _ => *plan = None,
        }
        if stumble == Stumble::Die {
            self.is_dead.send_replace(true);
        }
        Some(stumble)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Point, Stumble)>> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failure(point: Point) -> Error {
    Error::Internal(format!("made to fail at {point:?}"))
}

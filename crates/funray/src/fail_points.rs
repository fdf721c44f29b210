//! Places on the way of a payment where the program can be made to stumble. Tests do, to see that whatever breaks
//! where, money and cards end up together. Nobody else can reach them.

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
    /// As if what comes next had failed, once.
    Fail,
    /// The same, until the plan is given up.
    FailAlways,
    /// As if the process had been killed there: it never does anything again.
    Die,
    /// As if it slept there, until it is woken.
    Sleep,
}

#[derive(Default)]
pub struct FailPoints {
    plan: watch::Sender<Option<(Point, Stumble)>>,
    is_dead: watch::Sender<bool>,
    is_asleep: watch::Sender<bool>,
}

impl FailPoints {
    pub fn plan(&self, point: Point, stumble: Stumble) {
        self.plan.send_replace(Some((point, stumble)));
        self.is_asleep.send_replace(stumble == Stumble::Sleep);
    }

    pub fn give_up(&self) {
        self.plan.send_replace(None);
    }

    /// Lets whatever sleeps go on.
    pub fn wake(&self) {
        self.is_asleep.send_replace(false);
    }

    /// Resolves when the plan was carried out.
    pub async fn reached(&self) {
        let mut plan = self.plan.subscribe();
        // The sender lives as long as this.
        let _ = plan.wait_for(Option::is_none).await;
    }

    pub async fn pass(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(Stumble::Fail | Stumble::FailAlways) => return Err(failure(point)),
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

    /// Within a transaction there is nothing to wait for: to fail and to die is to leave nothing. The database may run it
    /// again, so it may fail once and go well all the same.
    pub fn pass_in_transaction(&self, point: Point) -> Result<()> {
        match self.stumble_at(point) {
            Some(_) => Err(failure(point)),
            None => Ok(()),
        }
    }

    fn stumble_at(&self, point: Point) -> Option<Stumble> {
        let mut met = None;
        self.plan.send_if_modified(|plan| {
            met = plan.filter(|(planned, _)| *planned == point).map(|(_, stumble)| stumble);
            let is_over = met.is_some_and(|stumble| stumble != Stumble::FailAlways);
            if is_over {
                *plan = None;
            }
            is_over
        });
        if met == Some(Stumble::Die) {
            self.is_dead.send_replace(true);
        }
        met
    }
}

fn failure(point: Point) -> Error {
    Error::Internal(format!("made to fail at {point:?}"))
}

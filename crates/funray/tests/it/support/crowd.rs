//! Fills the program's waiting line with callers, so that tests can check who still gets a turn.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use platform::turns::{Line, Rank};
use tokio::{sync::watch, task::JoinSet};

pub struct Crowd {
    line: Arc<Line>,
    working: Arc<AtomicUsize>,
    release: watch::Sender<bool>,
    people: JoinSet<()>,
}

impl Crowd {
    /// Takes all turns and waiting places that callers of this rank can get.
    pub async fn of(line: &Arc<Line>, rank: Rank) -> Crowd {
        let (release, _) = watch::channel(false);
        let mut crowd =
            Crowd { line: line.clone(), working: Arc::default(), release, people: JoinSet::new() };
        while line.has_room(rank) {
            crowd.add(rank).await;
        }
        crowd
    }

    async fn add(&mut self, rank: Rank) {
        let (line, working) = (self.line.clone(), self.working.clone());
        let mut released = self.release.subscribe();
        self.people.spawn(async move {
            let turn = line.enter(rank).await;
            working.fetch_add(1, SeqCst);
            released.wait_for(|is_released| *is_released).await.expect("the crowd is there");
            drop(turn);
        });
        self.wait_for(0).await;
    }

    /// Waits until `others` callers from outside the crowd are waiting for their turn.
    pub async fn wait_for(&self, others: usize) {
        while self.working.load(SeqCst) + self.line.waiting() < self.people.len() + others {
            tokio::task::yield_now().await;
        }
    }

    /// Ends all turns of the crowd.
    pub async fn disperse(self) {
        self.release.send_replace(true);
        self.people.join_all().await;
    }
}

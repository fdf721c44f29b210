//! The line in which work waits that takes a core or much memory. A bounded number is done at once. People we know go first and
//! have places that strangers can't take; strangers who have done nothing for theirs get the fewest.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

/// For whom the work is done. A higher rank goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// A signed-in person, a known browser, the holder of a mailed code, a till.
    Known,
    /// A stranger who has solved a captcha or holds a secret link, and the program's own jobs.
    Vouched,
    Stranger,
}

/// A line with a bounded number of places.
pub struct Line {
    at_once: usize,
    /// Places for people we know, and as many for all others.
    waiting: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    known: VecDeque<Waiter>,
    vouched: VecDeque<Waiter>,
    strangers: VecDeque<Waiter>,
}

type Waiter = oneshot::Sender<Turn>;

/// Permission to work. The next in the line gets it when this one is dropped.
pub struct Turn(Option<Arc<Line>>);

impl Line {
    pub fn new(at_once: usize, waiting: usize) -> Arc<Line> {
        Arc::new(Line { at_once, waiting, state: Mutex::default() })
    }

    /// Waits for a turn; `None` when there is no place for this rank.
    pub async fn enter(self: &Arc<Line>, rank: Rank) -> Option<Turn> {
        let turn = {
            let mut state = self.lock();
            if state.running < self.at_once {
                state.running += 1;
                return Some(Turn(Some(self.clone())));
            }
            if !state.has_room(rank, self.waiting) {
                return None;
            }
            let (waiter, turn) = oneshot::channel();
            state.line_of(rank).push_back(waiter);
            turn
        };
        turn.await.ok()
    }

    /// Whether somebody of this rank would be let in now.
    pub fn has_room(&self, rank: Rank) -> bool {
        let mut state = self.lock();
        state.running < self.at_once || state.has_room(rank, self.waiting)
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        let mut state = self.lock();
        state.forget_gone();
        state.known.len() + state.vouched.len() + state.strangers.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room(&mut self, rank: Rank, waiting: usize) -> bool {
        self.forget_gone();
        let others = self.vouched.len() + self.strangers.len();
        match rank {
            Rank::Known => self.known.len() < waiting,
            Rank::Vouched => others < waiting,
            Rank::Stranger => others < waiting / 2,
        }
    }

    fn line_of(&mut self, rank: Rank) -> &mut VecDeque<Waiter> {
        match rank {
            Rank::Known => &mut self.known,
            Rank::Vouched => &mut self.vouched,
            Rank::Stranger => &mut self.strangers,
        }
    }

    /// Requests that were cancelled while they waited.
    fn forget_gone(&mut self) {
        for line in [&mut self.known, &mut self.vouched, &mut self.strangers] {
            line.retain(|waiter| !waiter.is_closed());
        }
    }

    fn next(&mut self) -> Option<Waiter> {
        let lines = [&mut self.known, &mut self.vouched, &mut self.strangers];
        lines.into_iter().find_map(VecDeque::pop_front)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(line) = self.0.take() else { return };
        let mut state = line.lock();
        while let Some(waiter) = state.next() {
            match waiter.send(Turn(Some(line.clone()))) {
                Ok(()) => return,
                // Cancelled just now: the next one gets it, and this one must not hand it on by itself.
                Err(mut unused) => drop(unused.0.take()),
            }
        }
        state.running -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody who waits, and has been let into the line.
    async fn wait(line: &Arc<Line>, rank: Rank) -> tokio::task::JoinHandle<Option<Turn>> {
        let (before, line) = (line.waiting(), line.clone());
        let waiting = line.clone();
        let handle = tokio::spawn(async move { line.enter(rank).await });
        while waiting.waiting() == before {
            tokio::task::yield_now().await;
        }
        handle
    }

    #[tokio::test]
    async fn enter_lets_people_we_know_go_first_and_strangers_last() {
        let line = Line::new(1, 4);
        let first = line.enter(Rank::Stranger).await.expect("it is free");
        let stranger = wait(&line, Rank::Stranger).await;
        let vouched = wait(&line, Rank::Vouched).await;
        let known = wait(&line, Rank::Known).await;
        drop(first);
        let turn = known.await.expect("no panic").expect("a turn");
        assert!(!vouched.is_finished() && !stranger.is_finished());
        drop(turn);
        let turn = vouched.await.expect("no panic").expect("a turn");
        assert!(!stranger.is_finished());
        drop(turn);
        assert!(stranger.await.expect("no panic").is_some());
        assert_eq!(line.lock().running, 0);
    }

    #[tokio::test]
    async fn enter_keeps_places_for_people_we_know() {
        let line = Line::new(1, 4);
        let running = line.enter(Rank::Known).await.expect("it is free");
        let mut waiting = Vec::new();
        for (rank, places) in [(Rank::Stranger, 2), (Rank::Vouched, 2), (Rank::Known, 4)] {
            for _ in 0..places {
                assert!(line.has_room(rank), "{rank:?}");
                waiting.push(wait(&line, rank).await);
            }
            assert!(!line.has_room(rank), "{rank:?}");
            assert!(line.enter(rank).await.is_none(), "{rank:?}");
        }
        assert!(!line.has_room(Rank::Stranger));
        drop(running);
        for handle in waiting.into_iter().rev() {
            assert!(handle.await.expect("no panic").is_some());
        }
    }

    #[tokio::test]
    async fn enter_gives_the_place_of_a_cancelled_request_to_the_next_one() {
        let line = Line::new(1, 2);
        let running = line.enter(Rank::Known).await.expect("it is free");
        let gone = wait(&line, Rank::Known).await;
        let last = wait(&line, Rank::Known).await;
        assert!(!line.has_room(Rank::Known));
        gone.abort();
        assert!(gone.await.is_err_and(|error| error.is_cancelled()));
        assert!(line.has_room(Rank::Known));
        drop(running);
        drop(last.await.expect("no panic").expect("a turn"));
        assert_eq!((line.lock().running, line.waiting()), (0, 0));
    }
}

//! Waiting line for work that takes a core or much memory. Only a bounded number of callers work at
//! once. Known people go first. They have waiting places of their own and, if several callers may
//! work at once, a turn that is reserved for them. Strangers without a captcha or a secret link get
//! the fewest places.

mod threads;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio::sync::oneshot;

use crate::error::{Error, Result};
use threads::Threads;

/// Rank of the person for whom the work is done. Higher ranks go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Signed-in person, known browser, holder of an emailed code, or till.
    Known,
    /// Stranger with a solved captcha or a secret link, and the program's own jobs.
    Vouched,
    Stranger,
}

/// Waiting line with a bounded number of turns and of waiting places.
pub struct Line {
    at_once: usize,
    /// Number of waiting places for known people. All other callers together have the same number
    /// of places.
    waiting: usize,
    state: Mutex<State>,
    /// Threads that run the work, one for each turn. The threads are started when the first work
    /// runs.
    threads: OnceLock<Threads>,
}

#[derive(Default)]
struct State {
    /// Number of taken turns. `running_others` counts the turns of callers who are not known
    /// people.
    running: usize,
    running_others: usize,
    known: VecDeque<Waiter>,
    vouched: VecDeque<Waiter>,
    strangers: VecDeque<Waiter>,
}

type Waiter = oneshot::Sender<Turn>;

/// Permission to work. Dropping it passes the turn to the next caller in line.
pub struct Turn {
    line: Option<Arc<Line>>,
    rank: Rank,
}

impl Line {
    pub fn new(at_once: usize, waiting: usize) -> Arc<Line> {
        Arc::new(Line { at_once, waiting, state: Mutex::default(), threads: OnceLock::new() })
    }

    /// Waits for a turn. Returns `None` if no place is free for a caller of this rank.
    pub async fn enter(self: &Arc<Line>, rank: Rank) -> Option<Turn> {
        let turn = {
            let mut state = self.lock();
            if state.may_run(rank, self.at_once) {
                state.begin(rank);
                return Some(Turn { line: Some(self.clone()), rank });
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

    /// Returns true if a caller of this rank would be admitted now.
    pub fn has_room(&self, rank: Rank) -> bool {
        let mut state = self.lock();
        state.may_run(rank, self.at_once) || state.has_room(rank, self.waiting)
    }

    /// Returns the number of waiting callers.
    pub fn waiting(&self) -> usize {
        let mut state = self.lock();
        state.forget_gone();
        state.known.len() + state.vouched.len() + state.strangers.len()
    }

    /// Assigns free turns to waiting callers.
    fn hand_out(self: &Arc<Line>, state: &mut State) {
        while let Some((rank, waiter)) = state.next(self.at_once) {
            state.begin(rank);
            if let Err(mut unused) = waiter.send(Turn { line: Some(self.clone()), rank }) {
                // This caller was just cancelled, so the turn goes to the next caller.
                unused.line = None;
                state.end(rank);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns true if a turn is free for a caller of this rank. If there are several turns, one is
    /// reserved for known people.
    fn may_run(&self, rank: Rank, at_once: usize) -> bool {
        let is_allowed = rank == Rank::Known || self.running_others < (at_once - 1).max(1);
        self.running < at_once && is_allowed
    }

    fn begin(&mut self, rank: Rank) {
        self.running += 1;
        self.running_others += usize::from(rank != Rank::Known);
    }

    fn end(&mut self, rank: Rank) {
        self.running -= 1;
        self.running_others -= usize::from(rank != Rank::Known);
    }

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

    /// Removes callers who were cancelled while they waited.
    fn forget_gone(&mut self) {
        for line in [&mut self.known, &mut self.vouched, &mut self.strangers] {
            line.retain(|waiter| !waiter.is_closed());
        }
    }

    /// Removes the first waiting caller who may run now from its line, and returns that caller.
    fn next(&mut self, at_once: usize) -> Option<(Rank, Waiter)> {
        [Rank::Known, Rank::Vouched, Rank::Stranger].into_iter().find_map(|rank| {
            let may_run = self.may_run(rank, at_once);
            let waiter = may_run.then(|| self.line_of(rank).pop_front())??;
            Some((rank, waiter))
        })
    }
}

impl Turn {
    /// Runs the work on a thread of the line, and then ends the turn.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let Some(line) = self.line.clone() else {
            return Err(Error::Internal("a turn without a line".to_owned()));
        };
        let (done, result) = oneshot::channel();
        line.threads.get_or_init(|| Threads::start(line.at_once)).run(Box::new(move || {
            let result = work();
            drop(self);
            // Sending fails if the caller has gone, which is harmless.
            let _ = done.send(result);
        }));
        result.await.map_err(|_| Error::Internal("work in a turn panicked".to_owned()))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(line) = self.line.take() else { return };
        let mut state = line.lock();
        state.end(self.rank);
        line.hand_out(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts a caller that waits for a turn. Returns once the caller is in the line.
    async fn wait(line: &Arc<Line>, rank: Rank) -> tokio::task::JoinHandle<Option<Turn>> {
        let (before, line) = (line.waiting(), line.clone());
        let waiting = line.clone();
        let handle = tokio::spawn(async move { line.enter(rank).await });
        while waiting.waiting() == before {
            tokio::task::yield_now().await;
        }
        handle
    }

    fn running(line: &Line) -> (usize, usize) {
        let state = line.lock();
        (state.running, state.running_others)
    }

    #[tokio::test]
    async fn enter_serves_known_people_first_and_strangers_last() {
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
        assert_eq!(running(&line), (0, 0));
    }

    #[tokio::test]
    async fn enter_keeps_one_of_several_turns_for_people_we_know() {
        let line = Line::new(2, 4);
        let first = line.enter(Rank::Vouched).await.expect("it is free");
        let second = wait(&line, Rank::Vouched).await;
        let known = line.enter(Rank::Known).await.expect("its turn is kept");
        drop(known);
        assert!(!second.is_finished() && line.waiting() == 1);
        drop(first);
        assert!(second.await.expect("no panic").is_some());
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
        // Each caller passes the turn on: to known people first, then to vouched strangers, then to
        // other strangers.
        waiting.rotate_left(4);
        waiting[4..].rotate_left(2);
        for handle in waiting {
            assert!(handle.await.expect("no panic").is_some());
        }
    }

    #[tokio::test]
    async fn run_stays_on_the_threads_of_the_line_and_survives_a_panic() {
        let line = Line::new(1, 4);
        let enter = async || line.enter(Rank::Known).await.expect("it is free");
        let thread = || std::thread::current().id();
        let first = enter().await.run(thread).await.expect("done");
        let broken = enter().await.run(|| panic!("a broken picture")).await;
        assert!(matches!(broken, Err(Error::Internal(_))));
        assert_eq!(running(&line), (0, 0), "the turn of a panic is over");
        for _ in 0..20 {
            assert_eq!(enter().await.run(thread).await.expect("done"), first);
        }
    }

    #[tokio::test]
    async fn enter_gives_the_place_of_a_cancelled_request_to_the_next_one() {
        let line = Line::new(1, 2);
        let held = line.enter(Rank::Known).await.expect("it is free");
        let gone = wait(&line, Rank::Known).await;
        let last = wait(&line, Rank::Known).await;
        assert!(!line.has_room(Rank::Known));
        gone.abort();
        assert!(gone.await.is_err_and(|error| error.is_cancelled()));
        assert!(line.has_room(Rank::Known));
        drop(held);
        drop(last.await.expect("no panic").expect("a turn"));
        assert_eq!((running(&line), line.waiting()), ((0, 0), 0));
    }
}

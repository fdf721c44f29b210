//! One client: what it still has to hear, what of its words is not whole yet, and when it was last there. The transports
//! carry bytes between this and the client, and know nothing of what they mean.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use tokio::{sync::Notify, time::Instant};

use crate::{
    Caller, Gate, Settings,
    protocol::{self, Breach, END, Message, Records},
};

/// A client that doesn't fetch so many records is no client any more.
const MOST_WAITING: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    WebSocket,
    Events,
    Polling,
}

/// What a transport takes to its client.
#[derive(Debug, PartialEq)]
pub enum Parcel {
    /// Whole records, never a part of one.
    Records(String),
    /// Everything was taken, and nothing more will come.
    End,
}

pub struct Connection {
    pub caller: Caller,
    /// Whoever knows it is this client: a secret.
    pub token: String,
    state: Mutex<State>,
    changed: Notify,
    pace: Pace,
}

/// How much a client may say: so much at once, and one more thing after each interval.
#[derive(Clone, Copy)]
struct Pace {
    interval: Duration,
    ahead: Duration,
}

struct State {
    transport: Option<Transport>,
    incoming: Records,
    has_shaken_hands: bool,
    outgoing: VecDeque<String>,
    is_ended: bool,
    heard_at: Instant,
    /// When all that was said would have been said at the slowest.
    said_until: Instant,
    sent_at: Instant,
    /// Counts the polls: only the newest gets anything.
    poll: u64,
}

fn random_name() -> String {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl Connection {
    pub fn new(user: String, settings: &Settings) -> Connection {
        let now = Instant::now();
        Connection {
            caller: Caller { user, connection_id: random_name() },
            token: random_name(),
            state: Mutex::new(State {
                transport: None,
                incoming: Records::default(),
                has_shaken_hands: false,
                outgoing: VecDeque::new(),
                is_ended: false,
                heard_at: now,
                said_until: now,
                sent_at: now,
                poll: 0,
            }),
            changed: Notify::new(),
            pace: Pace {
                interval: settings.interval,
                ahead: settings.interval * settings.most_at_once,
            },
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held; and if it did, a connection is worth less than the program.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the connection to a transport; false when another has it already.
    pub fn attach(&self, transport: Transport) -> bool {
        let mut state = self.state();
        if state.transport.is_some() || state.is_ended {
            return false;
        }
        state.transport = Some(transport);
        state.heard_at = Instant::now();
        true
    }

    pub fn transport(&self) -> Option<Transport> {
        self.state().transport
    }

    /// Takes in what the client said, and answers it.
    pub fn receive(&self, gate: &impl Gate, bytes: &[u8]) {
        let mut state = self.state();
        // One that has ended and still talks would neither be forgotten nor stop piling up.
        if state.is_ended {
            return;
        }
        let records = bytes.iter().filter(|byte| **byte == END as u8).count();
        let taken = state
            .count(self.pace, 1 + records)
            .and_then(|()| state.take_in(gate, &self.caller, bytes));
        if let Err(Breach(why)) = taken {
            state.end(protocol::close(Some(why), false));
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Tells the client something, if it is there: one that has not shaken hands yet asks for what it wants to know.
    pub fn send(&self, record: &str) {
        let mut state = self.state();
        if !state.has_shaken_hands || state.is_ended {
            return;
        }
        state.push(record.to_owned());
        drop(state);
        self.changed.notify_waiters();
    }

    /// Says good-bye: `last` is the last thing that the client hears.
    pub fn end(&self, last: String) {
        self.state().end(last);
        self.changed.notify_waiters();
    }

    /// The client has gone by itself: there is nobody to say good-bye to.
    pub fn forget(&self) {
        let mut state = self.state();
        state.outgoing.clear();
        state.is_ended = true;
        drop(state);
        self.changed.notify_waiters();
    }

    fn pick_up(&self) -> Option<Parcel> {
        let mut state = self.state();
        if !state.outgoing.is_empty() {
            state.sent_at = Instant::now();
            return Some(Parcel::Records(state.outgoing.drain(..).collect()));
        }
        state.is_ended.then_some(Parcel::End)
    }

    /// Waits for something to take to the client. Giving up waiting loses nothing.
    pub async fn next(&self) -> Parcel {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(parcel) = self.pick_up() {
                return parcel;
            }
            changed.await;
        }
    }

    /// A new poll, which ends the one before. Its number.
    pub fn begin_poll(&self) -> u64 {
        let mut state = self.state();
        state.poll += 1;
        state.heard_at = Instant::now();
        let number = state.poll;
        drop(state);
        self.changed.notify_waiters();
        number
    }

    /// Waits until a newer poll has taken over.
    pub async fn outpolled(&self, number: u64) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if self.state().poll != number {
                return;
            }
            changed.await;
        }
    }

    /// A sign of life that says nothing.
    pub fn heard(&self) {
        let mut state = self.state();
        if let Err(Breach(why)) = state.count(self.pace, 1) {
            state.end(protocol::close(Some(why), false));
            drop(state);
            self.changed.notify_waiters();
        }
    }

    /// Looked at from time to time: keeps the client awake; true when it is gone.
    pub fn is_gone(&self, settings: &Settings) -> bool {
        let state = self.state();
        let (unheard, unsent) = (state.heard_at.elapsed(), state.sent_at.elapsed());
        let (transport, is_ended) = (state.transport, state.is_ended);
        drop(state);
        let patience = match transport {
            None => settings.negotiation,
            Some(Transport::Polling) => settings.poll + settings.between_polls,
            Some(_) => settings.silence,
        };
        if unheard >= patience {
            return true;
        }
        let is_streaming = matches!(transport, Some(Transport::WebSocket | Transport::Events));
        if is_streaming && !is_ended && unsent >= settings.keep_alive {
            self.send(&protocol::ping());
        }
        false
    }
}

impl State {
    /// Counts what the client says, before any of it is read.
    fn count(&mut self, pace: Pace, things: usize) -> Result<(), Breach> {
        let now = Instant::now();
        self.heard_at = now;
        let things = u32::try_from(things).unwrap_or(u32::MAX);
        let until = pace
            .interval
            .checked_mul(things)
            .and_then(|time| self.said_until.max(now).checked_add(time));
        match until.filter(|until| until.duration_since(now) <= pace.ahead) {
            Some(until) => {
                self.said_until = until;
                Ok(())
            }
            None => Err(Breach("Too many messages.")),
        }
    }

    fn take_in(&mut self, gate: &impl Gate, caller: &Caller, bytes: &[u8]) -> Result<(), Breach> {
        for record in self.incoming.add(bytes)? {
            if self.is_ended {
                return Ok(());
            }
            if self.has_shaken_hands {
                self.answer(gate, caller, protocol::read_message(&record)?);
            } else {
                self.shake_hands(&record);
            }
        }
        Ok(())
    }

    fn shake_hands(&mut self, record: &str) {
        match protocol::read_handshake(record) {
            Ok(()) => {
                self.has_shaken_hands = true;
                self.push(protocol::handshake_reply(None));
            }
            Err(error) => self.end(protocol::handshake_reply(Some(&error))),
        }
    }

    fn answer(&mut self, gate: &impl Gate, caller: &Caller, message: Message) {
        match message {
            Message::Invocation { id, target, arguments } => {
                let outcome = gate
                    .invoke(caller, &target, &arguments)
                    .unwrap_or_else(|| Err(format!("Unknown hub method '{target}'")));
                if let Some(id) = id {
                    self.push(protocol::completion(&id, outcome));
                }
            }
            Message::StreamInvocation { id } => {
                let error = Err("This hub has no streams.".to_owned());
                self.push(protocol::completion(&id, error));
            }
            Message::Close => self.is_ended = true,
            Message::Other => {}
        }
    }

    fn push(&mut self, record: String) {
        self.outgoing.push_back(record);
        if self.outgoing.len() > MOST_WAITING {
            self.end(protocol::close(None, true));
        }
    }

    fn end(&mut self, last: String) {
        if !self.is_ended {
            self.outgoing.push_back(last);
            self.is_ended = true;
        }
    }
}

//! Connection of one client: outgoing records, incomplete input, and the time of the client's last
//! sign of life. The transports carry bytes between this state and the client without interpreting
//! them.

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

/// Maximum number of records that wait to be sent to a client. A client with more is disconnected.
const MAX_WAITING: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    WebSocket,
    Events,
    Polling,
}

/// Output of a connection, which the transport sends to the client.
#[derive(Debug, PartialEq)]
pub enum Parcel {
    /// Complete records to send.
    Records(String),
    /// The connection has ended, and everything was sent.
    End,
}

pub struct Connection {
    pub caller: Caller,
    /// Secret token of the connection. Another client of the same user that knows the token can act
    /// as this client.
    pub token: String,
    state: Mutex<State>,
    changed: Notify,
    pace: Pace,
}

/// Rate limit for records from a client: a burst, then one record per interval.
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
    /// Time at which all records received so far would have arrived if sent at the limit's steady
    /// rate.
    said_until: Instant,
    sent_at: Instant,
    /// Number of the newest poll. Older polls that still wait get no records.
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
        // No code should panic while holding the lock. If some code does, the program continues,
        // even if the state of this connection is wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Assigns the connection to a transport. Returns false if it already has a transport or has
    /// ended.
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

    /// Processes bytes from the client and queues the replies to the records in them.
    pub fn receive(&self, gate: &impl Gate, bytes: &[u8]) {
        let mut state = self.state();
        // Ignores records that arrive after the end of the connection. Such records would keep the
        // connection alive, and the replies would fill its queue.
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

    /// Queues a record for the client. Drops the record if the handshake is not complete: the
    /// client requests the current state after the handshake.
    pub fn send(&self, record: &str) {
        let mut state = self.state();
        if !state.has_shaken_hands || state.is_ended {
            return;
        }
        state.push(record.to_owned());
        drop(state);
        self.changed.notify_waiters();
    }

    /// Queues one last record and ends the connection.
    pub fn end(&self, last: String) {
        self.state().end(last);
        self.changed.notify_waiters();
    }

    /// Ends the connection of a client that has already left.
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

    /// Waits for output for the client and returns it. Cancelling the future loses no output.
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

    /// Starts a poll, which ends the previous poll. Returns the number of the new poll.
    pub fn begin_poll(&self) -> u64 {
        let mut state = self.state();
        state.poll += 1;
        state.heard_at = Instant::now();
        let number = state.poll;
        drop(state);
        self.changed.notify_waiters();
        number
    }

    /// Waits until a newer poll than the poll `number` has started.
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

    /// Records a sign of life from the client without content, such as a pong.
    pub fn heard(&self) {
        let mut state = self.state();
        if let Err(Breach(why)) = state.count(self.pace, 1) {
            state.end(protocol::close(Some(why), false));
            drop(state);
            self.changed.notify_waiters();
        }
    }

    /// Sends a ping if nothing was sent for a while. Called periodically. Returns true if the
    /// client is gone.
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
    /// Counts records from the client against the rate limit, before they are parsed. Returns an
    /// error if there are too many.
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
        if self.outgoing.len() > MAX_WAITING {
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

//! Carries signals between nodes. A NOTIFY inside the business transactions would make their
//! commits wait for one another. One connection therefore sends the signals of committed
//! transactions in groups and listens for signals from other nodes. While this connection is down,
//! signals are lost. After each reconnect all subscribers therefore get `Wake::Missed`.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle as Task;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Connection, Socket, Statement};

use super::faults;
use super::outgoing::{Outgoing, decode};
use super::target::Target;
use super::tls::Encrypted;
use crate::signals::{Hub, Signal};
use crate::{Error, Result};

/// Pause before a lost connection is opened again.
const PAUSE: Duration = Duration::from_millis(250);
/// Time during which signals are collected before they are sent together. Under load, sending each
/// signal alone would cost the server as much as a transaction.
const GATHERING: Duration = Duration::from_millis(5);
const NOTIFY: &str = "SELECT pg_notify('db_signals', message) FROM unnest($1::text[]) AS message";
/// Position in the log up to which the server has synced it. Every acknowledged commit is before it.
const COMMITTED: &str = "SELECT CAST(pg_current_wal_flush_lsn() - '0/0'::pg_lsn AS BIGINT)";
const CLOCK: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
/// Time after which an unanswered request means that the connection is lost.
const PATIENCE: Duration = Duration::from_secs(5);

/// Handle of the listener thread.
pub(super) struct Listener {
    hub: Arc<Hub>,
    commands: UnboundedSender<Command>,
}

enum Command {
    Publish(Vec<Signal>),
    Ping(oneshot::Sender<Result<i64>>),
    Position(mpsc::Sender<Result<i64>>),
    Stop,
}

impl Listener {
    /// Starts the thread and waits until it is connected. Returns an error if it can't connect.
    pub fn start(target: Target, hub: Arc<Hub>) -> Result<(Self, JoinHandle<()>)> {
        let (commands, receiver) = unbounded_channel();
        let (connected, first) = mpsc::channel();
        let link = Link {
            target,
            hub: hub.clone(),
            commands: receiver,
            outgoing: Outgoing::default(),
            pings: Vec::new(),
            positions: Vec::new(),
            is_stopping: false,
        };
        let thread = thread::Builder::new()
            .name("db-listener".to_owned())
            .spawn(move || link.run(connected))
            .map_err(|error| Error::Unavailable(format!("no thread for the database: {error}")))?;
        // A thread that ends without a message has panicked.
        first.recv().unwrap_or(Err(Error::Closed))?;
        Ok((Listener { hub, commands }, thread))
    }

    /// Wakes subscribers in this process at once, and subscribers on other nodes as soon as
    /// possible.
    pub fn publish(&self, signals: Vec<Signal>) {
        if !signals.is_empty() {
            self.hub.deliver(&signals);
            // Sending fails only after the thread has ended, when no subscriber is left.
            let _ = self.commands.send(Command::Publish(signals));
        }
    }

    /// Returns the server's time in microseconds since 1970.
    pub async fn ping(&self) -> Result<i64> {
        let (reply, answer) = oneshot::channel();
        let sent = self.commands.send(Command::Ping(reply));
        sent.map_err(|_| Error::Closed)?;
        answer.await.unwrap_or(Err(Error::Closed))
    }

    /// Returns the position in the server's log before which every commit is that was acknowledged
    /// before this call, on any node. Blocks the thread. Calls at the same time share one round
    /// trip.
    pub fn committed(&self, patience: Duration) -> Result<i64> {
        let (reply, answer) = mpsc::channel();
        self.commands.send(Command::Position(reply)).map_err(|_| Error::Closed)?;
        answer.recv_timeout(patience).unwrap_or(Err(Error::Timeout))
    }

    pub fn stop(&self) {
        // Sending fails if the thread has stopped already.
        let _ = self.commands.send(Command::Stop);
    }
}

/// State of the listener thread.
struct Link {
    target: Target,
    hub: Arc<Hub>,
    commands: UnboundedReceiver<Command>,
    outgoing: Outgoing,
    pings: Vec<oneshot::Sender<Result<i64>>>,
    positions: Vec<mpsc::Sender<Result<i64>>>,
    is_stopping: bool,
}

/// Connection that sends signals and listens for signals from other nodes.
struct Session {
    client: Client,
    notify: Statement,
    committed: Statement,
    /// Task that reads notifications and ends with the connection.
    reading: Task<()>,
}

impl Link {
    fn run(mut self, connected: mpsc::Sender<Result<()>>) {
        match runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(self.live(connected)),
            Err(error) => {
                let error = self.target.unreachable(&error.to_string());
                let _ = connected.send(Err(error));
            }
        }
    }

    async fn live(&mut self, connected: mpsc::Sender<Result<()>>) {
        let mut waiting = Some(connected);
        while !self.is_stopping {
            let session = self.establish().await;
            match waiting.take() {
                Some(waiting) => {
                    // `start` waits for the result of the first attempt only. At that time there
                    // are no subscribers.
                    let _ = waiting.send(session.as_ref().map(|_| ()).map_err(Error::clone));
                    self.is_stopping = session.is_err();
                }
                None if session.is_ok() => self.hub.wake_all(),
                None => {}
            }
            let lost = match session {
                Ok(session) => self.converse(session).await,
                Err(error) => Err(error),
            };
            if let Err(error) = lost {
                self.rest(&error).await;
            }
        }
    }

    async fn establish(&self) -> Result<Session> {
        let (client, connection) = self.target.connect().await?;
        let own = Arc::new(OnceLock::new());
        let reading = tokio::spawn(read(connection, self.hub.clone(), own.clone()));
        let prepare = async {
            let row = client
                .query_one("SELECT pg_backend_pid(), current_setting('server_encoding')", &[])
                .await?;
            own.get_or_init(|| row.get(0));
            let notify = client.prepare(NOTIFY).await?;
            let committed = client.prepare(COMMITTED).await?;
            // Signals are hints, so their commits need not wait for the disk.
            client.batch_execute("SET synchronous_commit = off; LISTEN db_signals").await?;
            Ok((row.get::<_, String>(1), notify, committed))
        };
        let (encoding, notify, committed) =
            within(prepare).await.map_err(|why| self.target.unreachable(&why))?;
        if encoding != "UTF8" {
            return Err(self.target.unreachable(&format!(
                "the database has the encoding {encoding}; create it with ENCODING 'UTF8'"
            )));
        }
        Ok(Session { client, notify, committed, reading })
    }

    /// Serves commands until one of them requests a stop. Returns an error if the connection is
    /// lost.
    async fn converse(&mut self, mut session: Session) -> Result<()> {
        loop {
            self.take_in_the_rest();
            let has_notified = self.send(&session).await?;
            if self.is_stopping {
                return Ok(());
            }
            if has_notified {
                // Signals are collected meanwhile, but nobody who asks for an answer has to wait.
                let mut pause = pin!(sleep(GATHERING));
                while let Some(command) = self.command_or(&mut pause).await {
                    self.take_in(command);
                    self.answer(&session).await?;
                }
                continue;
            }
            match self.command_or(&mut session.reading).await {
                Some(command) => self.take_in(command),
                None => return Err(self.target.unreachable("the connection was lost")),
            }
        }
    }

    /// Answers the questions that callers wait for.
    async fn answer(&mut self, session: &Session) -> Result<()> {
        let client = &session.client;
        if !self.pings.is_empty() {
            let answer = within(client.query_one(CLOCK, &[])).await;
            let clock: i64 = answer.map_err(|why| self.target.unreachable(&why))?.get(0);
            for ping in self.pings.drain(..) {
                // Sending fails if the caller has stopped waiting.
                let _ = ping.send(Ok(clock));
            }
        }
        if !self.positions.is_empty() {
            let answer = within(client.query_one(&session.committed, &[])).await;
            let position: i64 = answer.map_err(|why| self.target.unreachable(&why))?.get(0);
            for asked in self.positions.drain(..) {
                let _ = asked.send(Ok(position));
            }
        }
        Ok(())
    }

    /// Answers questions and sends the collected signals. Returns true if signals were sent.
    async fn send(&mut self, session: &Session) -> Result<bool> {
        self.answer(session).await?;
        if self.outgoing.is_empty() {
            return Ok(false);
        }
        let messages = self.outgoing.take();
        if let Err(why) = within(session.client.execute(&session.notify, &[&messages])).await {
            self.outgoing.requeue(messages);
            return Err(self.target.unreachable(&why));
        }
        Ok(true)
    }

    /// Waits before the next connection attempt and answers pings with the connection error.
    async fn rest(&mut self, error: &Error) {
        let mut pause = pin!(sleep(PAUSE));
        while !self.is_stopping {
            for ping in self.pings.drain(..) {
                let _ = ping.send(Err(error.clone()));
            }
            for asked in self.positions.drain(..) {
                let _ = asked.send(Err(error.clone()));
            }
            match self.command_or(&mut pause).await {
                Some(command) => self.take_in(command),
                None => return,
            }
        }
    }

    /// Returns the next command, or `None` once `end` resolves.
    async fn command_or(&mut self, end: impl Future + Unpin) -> Option<Command> {
        match select(pin!(self.commands.recv()), end).await {
            // If all senders are gone, no caller is left, so the thread stops.
            Either::Left((command, _)) => Some(command.unwrap_or(Command::Stop)),
            Either::Right(_) => None,
        }
    }

    fn take_in(&mut self, command: Command) {
        match command {
            Command::Publish(signals) => self.outgoing.add(&signals),
            Command::Ping(reply) => self.pings.push(reply),
            Command::Position(reply) => self.positions.push(reply),
            Command::Stop => self.is_stopping = true,
        }
    }

    fn take_in_the_rest(&mut self) {
        while let Ok(command) = self.commands.try_recv() {
            self.take_in(command);
        }
    }
}

/// Delivers signals from other nodes. Skips signals from this process, which were delivered when
/// they were published.
async fn read(
    mut connection: Connection<Socket, Encrypted>,
    hub: Arc<Hub>,
    own: Arc<OnceLock<i32>>,
) {
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(news) = message
            && own.get() != Some(&news.process_id())
        {
            let (topic, wake) = decode(news.payload());
            hub.wake(topic, wake);
        }
    }
}

async fn within<T>(
    request: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, String> {
    match timeout(PATIENCE, request).await {
        Ok(answer) => answer.map_err(|error| faults::sentence(&error)),
        Err(_) => Err("no answer".to_owned()),
    }
}

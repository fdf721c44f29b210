//! Carries signals between nodes. A NOTIFY inside the business transactions would make their
//! commits wait for one another, so one connection sends what was committed, all that is waiting at
//! once, and listens to the others. While it is away nobody hears anything: after each reconnect
//! the subscribers are told to look for themselves.

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

/// How soon a lost connection is tried again.
const PAUSE: Duration = Duration::from_millis(250);
/// What is signalled within this time after others travels in one message: under load each would take the server as long as
/// a transaction.
const GATHERING: Duration = Duration::from_millis(5);
const NOTIFY: &str = "SELECT pg_notify('db_signals', message) FROM unnest($1::text[]) AS message";
const CLOCK: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
/// A request that takes longer means that the connection is lost.
const PATIENCE: Duration = Duration::from_secs(5);

/// The handle of the thread.
pub(super) struct Listener {
    hub: Arc<Hub>,
    commands: UnboundedSender<Command>,
}

enum Command {
    Publish(Vec<Signal>),
    Ping(oneshot::Sender<Result<i64>>),
    Stop,
}

impl Listener {
    /// Starts the thread; returns once it is connected, or with the reason why it is not.
    pub fn start(target: Target, hub: Arc<Hub>) -> Result<(Self, JoinHandle<()>)> {
        let (commands, receiver) = unbounded_channel();
        let (connected, first) = mpsc::channel();
        let link = Link {
            target,
            hub: hub.clone(),
            commands: receiver,
            outgoing: Outgoing::default(),
            pings: Vec::new(),
            is_stopping: false,
        };
        let thread = thread::Builder::new()
            .name("db-listener".to_owned())
            .spawn(move || link.run(connected))
            .map_err(|error| Error::Unavailable(format!("no thread for the database: {error}")))?;
        // A thread that ends without a word has panicked.
        first.recv().unwrap_or(Err(Error::Closed))?;
        Ok((Listener { hub, commands }, thread))
    }

    /// Tells the subscribers here at once, and those of other nodes as soon as it can.
    pub fn publish(&self, signals: Vec<Signal>) {
        if !signals.is_empty() {
            self.hub.deliver(&signals);
            // After the end there is nobody left to tell.
            let _ = self.commands.send(Command::Publish(signals));
        }
    }

    /// The server's clock, in microseconds since 1970.
    pub async fn ping(&self) -> Result<i64> {
        let (reply, answer) = oneshot::channel();
        let sent = self.commands.send(Command::Ping(reply));
        sent.map_err(|_| Error::Closed)?;
        answer.await.unwrap_or(Err(Error::Closed))
    }

    pub fn stop(&self) {
        // It may have stopped already.
        let _ = self.commands.send(Command::Stop);
    }
}

/// The thread's side.
struct Link {
    target: Target,
    hub: Arc<Hub>,
    commands: UnboundedReceiver<Command>,
    outgoing: Outgoing,
    pings: Vec<oneshot::Sender<Result<i64>>>,
    is_stopping: bool,
}

/// A connection that listens.
struct Session {
    client: Client,
    notify: Statement,
    /// Reads what the server sends; ends with the connection.
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
                    // The one who waits is in `start`, and waits for this only. There are no
                    // subscribers yet.
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
            // Signals are hints: their commits need not wait for the disk.
            client.batch_execute("SET synchronous_commit = off; LISTEN db_signals").await?;
            Ok((row.get::<_, String>(1), notify))
        };
        let (encoding, notify) =
            within(prepare).await.map_err(|why| self.target.unreachable(&why))?;
        if encoding != "UTF8" {
            return Err(self.target.unreachable(&format!(
                "the database has the encoding {encoding}; create it with ENCODING 'UTF8'"
            )));
        }
        Ok(Session { client, notify, reading })
    }

    /// Serves until it is told to stop; an error means that the connection is lost.
    async fn converse(&mut self, mut session: Session) -> Result<()> {
        loop {
            self.take_in_the_rest();
            let has_notified = self.send(&session).await?;
            if self.is_stopping {
                return Ok(());
            }
            if has_notified {
                sleep(GATHERING).await;
                continue;
            }
            match self.command_or(&mut session.reading).await {
                Some(command) => self.take_in(command),
                None => return Err(self.target.unreachable("the connection was lost")),
            }
        }
    }

    /// Sends what is waiting and answers who asked. Whether there were signals.
    async fn send(&mut self, session: &Session) -> Result<bool> {
        let client = &session.client;
        if !self.pings.is_empty() {
            let answer = within(client.query_one(CLOCK, &[])).await;
            let clock: i64 = answer.map_err(|why| self.target.unreachable(&why))?.get(0);
            for ping in self.pings.drain(..) {
                // Who asked may have stopped waiting.
                let _ = ping.send(Ok(clock));
            }
        }
        if self.outgoing.is_empty() {
            return Ok(false);
        }
        let messages = self.outgoing.take();
        if let Err(why) = within(client.execute(&session.notify, &[&messages])).await {
            self.outgoing.requeue(messages);
            return Err(self.target.unreachable(&why));
        }
        Ok(true)
    }

    /// Waits before the next attempt to connect, and tells those who ask why there is no
    /// connection.
    async fn rest(&mut self, error: &Error) {
        let mut pause = pin!(sleep(PAUSE));
        while !self.is_stopping {
            for ping in self.pings.drain(..) {
                let _ = ping.send(Err(error.clone()));
            }
            match self.command_or(&mut pause).await {
                Some(command) => self.take_in(command),
                None => return,
            }
        }
    }

    /// The next command, or `None` once `end` has come.
    async fn command_or(&mut self, end: impl Future + Unpin) -> Option<Command> {
        match select(pin!(self.commands.recv()), end).await {
            // Without senders nobody is left to ask for anything.
            Either::Left((command, _)) => Some(command.unwrap_or(Command::Stop)),
            Either::Right(_) => None,
        }
    }

    fn take_in(&mut self, command: Command) {
        match command {
            Command::Publish(signals) => self.outgoing.add(&signals),
            Command::Ping(reply) => self.pings.push(reply),
            Command::Stop => self.is_stopping = true,
        }
    }

    fn take_in_the_rest(&mut self) {
        while let Ok(command) = self.commands.try_recv() {
            self.take_in(command);
        }
    }
}

/// Hands on what other nodes signal. Our own signals come back as well: they were delivered at
/// once.
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

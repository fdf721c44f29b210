//! Entry point of this crate: a handle, cheap to clone, that passes closures to the database engine
//! and returns their results.

use std::panic::Location;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::engine::Access;
use crate::job::{Reply, Waiting};
use crate::lanes::Lane;
use crate::postgres::Postgres;
#[cfg(feature = "testing")]
use crate::recording::{Recorder, Statement};
use crate::signals::Hub;
use crate::sqlite::Sqlite;
use crate::{
    Distribution, Engine, Error, Migration, PostgresOptions, Result, SchemaState, SqliteOptions,
    Stats, Subscription, Tx, migrations, threads,
};

/// Time limit of [`Db::ping`]. Readiness checks need a quick answer, so a slower database counts as
/// down.
const PING_LIMIT: Duration = Duration::from_secs(2);

/// Database handle. Clones share one database; dropping the last clone closes it.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    /// Lane in which this handle's closures run. `None` means the lane of the current future.
    lane: Option<Lane>,
    /// True if reads of this handle run on the replica.
    prefers_replica: bool,
}

struct Inner {
    driver: Driver,
    hub: Arc<Hub>,
    #[cfg(feature = "testing")]
    recorder: Recorder,
}

enum Driver {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}

impl Inner {
    fn close(&self) {
        match &self.driver {
            Driver::Sqlite(sqlite) => sqlite.close(),
            Driver::Postgres(postgres) => postgres.close(),
        }
        self.hub.close();
    }

    fn submit(&self, job: Waiting, access: Access, prefers_replica: bool) -> Result<()> {
        match (&self.driver, access) {
            (Driver::Sqlite(sqlite), Access::Write) => sqlite.write(job),
            (Driver::Sqlite(sqlite), Access::Read) => sqlite.read(job),
            (Driver::Postgres(postgres), access) => postgres.submit(job, access, prefers_replica),
        }
    }
}

impl Db {
    /// Opens the embedded database in `file`; creates the file if it does not exist.
    pub fn sqlite(file: &Path, options: SqliteOptions) -> Result<Db> {
        let hub = Arc::new(Hub::open());
        Ok(Db::of(Driver::Sqlite(Sqlite::open(file, options, hub.clone())?), hub))
    }

    /// Connects to a PostgreSQL server; fails if the server can't be reached now. After a later
    /// outage, the handle reconnects by itself.
    ///
    /// The URL has libpq's format (`postgres://user:password@host:5432/name?…`) and may name
    /// several hosts or a unix socket. With TLS, the server's certificate and host name are always
    /// verified: against `sslrootcert` if the URL sets it, otherwise against the system's root
    /// certificates. `sslmode` is `disable`, `prefer` or `require` (`verify-ca` and `verify-full`
    /// mean `require`). By default, TLS is used if the server offers it, except for servers on this
    /// machine.
    ///
    /// If the options name a replica, slow reads run there, and so do reads through
    /// [`replica`](Db::replica).
    pub fn postgres(url: &str, options: PostgresOptions) -> Result<Db> {
        let hub = Arc::new(Hub::open());
        Ok(Db::of(Driver::Postgres(Postgres::open(url, options, hub.clone())?), hub))
    }

    fn of(driver: Driver, hub: Arc<Hub>) -> Db {
        let inner = Arc::new(Inner {
            driver,
            hub,
            #[cfg(feature = "testing")]
            recorder: Recorder::default(),
        });
        Db { inner, lane: None, prefers_replica: false }
    }

    /// Returns a handle for slow interactive work such as reports, broad searches and exports. Its
    /// closures use at most a third of the connections, so that quick work does not wait for them.
    #[must_use]
    pub fn bulk(&self) -> Db {
        Db { lane: Some(Lane::Bulk), ..self.clone() }
    }

    /// Returns a handle whose closures run in the interactive lane, even inside a future that runs
    /// [in another lane](crate::in_lane).
    #[must_use]
    pub fn interactive(&self) -> Db {
        Db { lane: Some(Lane::Interactive), ..self.clone() }
    }

    /// Returns a handle whose reads run on the replica, if one is configured. They see every commit
    /// that was acknowledged before, as on the primary, but may wait a moment for the replica. Slow
    /// lanes read from the replica without this.
    #[must_use]
    pub fn replica(&self) -> Db {
        Db { prefers_replica: true, ..self.clone() }
    }

    pub fn engine(&self) -> Engine {
        match self.inner.driver {
            Driver::Sqlite(_) => Engine::Sqlite,
            Driver::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs `work` in a transaction and returns its result once its changes are durable. If `work`
    /// returns an error, its changes are rolled back.
    ///
    /// `work` may run more than once: after a deadlock, or when another closure of the same batch
    /// fails. It must therefore have no side effects besides its changes in the database. If the
    /// caller drops the future, a closure that is already running still finishes; a closure that is
    /// still queued is skipped.
    #[track_caller]
    pub fn write<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let place = Location::caller();
        async move { received(self.start(work, Access::Write, place)?.await) }
    }

    /// Runs `work` on a read-only snapshot of the database and returns its result.
    #[track_caller]
    pub fn read<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let place = Location::caller();
        async move { received(self.start(work, Access::Read, place)?.await) }
    }

    /// Blocking variant of [`write`](Db::write) for threads without a runtime. Panics within a
    /// runtime.
    #[track_caller]
    pub fn write_blocking<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        received(self.start(work, Access::Write, Location::caller())?.blocking_recv())
    }

    /// Blocking variant of [`read`](Db::read) for threads without a runtime. Panics within a
    /// runtime.
    #[track_caller]
    pub fn read_blocking<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        received(self.start(work, Access::Read, Location::caller())?.blocking_recv())
    }

    fn start<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        access: Access,
        place: &'static Location<'static>,
    ) -> Result<oneshot::Receiver<Reply<T, E>>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        #[cfg(feature = "testing")]
        let work = {
            let recorder = self.inner.recorder.clone();
            move |tx: &mut Tx<'_>| {
                tx.record(&recorder, access);
                work(tx)
            }
        };
        let lane = self.lane.unwrap_or_else(Lane::current);
        let (job, receiver) = Waiting::new(work, access, lane, place);
        self.inner.submit(job, access, self.prefers_replica)?;
        Ok(receiver)
    }

    /// Checks that the database answers within two seconds. Needs a tokio runtime with timers.
    pub async fn ping(&self) -> Result<()> {
        self.clock().await.map(drop)
    }

    /// Like [`ping`](Db::ping), but returns the server's time in microseconds since 1970. Returns
    /// `None` for an embedded database, which uses this machine's clock.
    pub async fn clock(&self) -> Result<Option<i64>> {
        let answer = async {
            match &self.inner.driver {
                Driver::Sqlite(sqlite) => {
                    sqlite.check_writer()?;
                    self.interactive()
                        .read(|tx| tx.one::<(i64,)>("SELECT count(*) FROM sqlite_schema", &[]))
                        .await
                        .map(|_| None)
                }
                Driver::Postgres(postgres) => postgres.ping().await.map(Some),
            }
        };
        tokio::time::timeout(PING_LIMIT, answer).await.unwrap_or(Err(Error::Timeout))
    }

    /// Applies pending migrations and returns their numbers. If the database is embedded or empty,
    /// all of them run in one transaction; otherwise each migration has its own transaction. If
    /// several nodes call this at the same time, one node applies the migrations and the other
    /// nodes wait. Blocks the thread without a time limit.
    pub fn migrate(&self, migrations: &[Migration]) -> Result<Vec<u32>> {
        match &self.inner.driver {
            Driver::Sqlite(sqlite) => sqlite.migrate(migrations),
            Driver::Postgres(postgres) => threads::aside(|| postgres.migrate(migrations)),
        }
    }

    /// Distributes these tables over the machines of a Citus cluster and returns those that were not
    /// distributed before. No program may write meanwhile. After an interruption, another call
    /// continues. Blocks the thread without a time limit.
    pub fn distribute(&self, plan: &Distribution) -> Result<Vec<String>> {
        match &self.inner.driver {
            Driver::Sqlite(_) => Err(Error::Schema(
                "an embedded database has one machine: nothing can be distributed".to_owned(),
            )),
            Driver::Postgres(postgres) => threads::aside(|| postgres.distribute(plan, false)),
        }
    }

    /// Distributes the tables that migrations have added to a distributed database, and returns
    /// their names. Does nothing on any other database.
    pub fn keep_distributed(&self, plan: &Distribution) -> Result<Vec<String>> {
        match &self.inner.driver {
            Driver::Sqlite(_) => Ok(Vec::new()),
            Driver::Postgres(postgres) => threads::aside(|| postgres.distribute(plan, true)),
        }
    }

    /// Compares the database's schema with these migrations, for example to find pending ones.
    /// Blocks the thread briefly.
    pub fn schema_state(&self, migrations: &[Migration]) -> Result<SchemaState> {
        let known = migrations.to_vec();
        threads::aside(|| self.read_blocking(move |tx| migrations::state(tx, &known)))
    }

    /// Subscribes to the signals that transactions send under `topic` from now on.
    pub fn subscribe(&self, topic: &'static str) -> Subscription {
        self.inner.hub.subscribe(topic)
    }

    /// Starts to record the statements of this handle and its clones.
    #[cfg(feature = "testing")]
    pub fn record(&self) {
        self.inner.recorder.start();
    }

    /// Simulates a slow database: each statement uses up this much of its closure's time limit,
    /// without actual waiting.
    #[cfg(feature = "testing")]
    pub fn slow_down(&self, statement: Duration) {
        self.inner.recorder.set_cost(None, statement);
    }

    /// Like [`slow_down`](Db::slow_down), but only for statements in [`read`](Db::read).
    #[cfg(feature = "testing")]
    pub fn slow_down_reads(&self, statement: Duration) {
        self.inner.recorder.set_cost(Some(Access::Read), statement);
    }

    /// Makes disk syncs of the embedded database wait or fail. Has no effect on PostgreSQL.
    #[cfg(feature = "testing")]
    pub fn set_syncs(&self, state: crate::sqlite::Syncing) {
        if let Driver::Sqlite(sqlite) = &self.inner.driver {
            sqlite.sync_gate().set(state);
        }
    }

    /// Stops recording and returns the recorded statements.
    #[cfg(feature = "testing")]
    pub fn recorded(&self) -> Vec<Statement> {
        self.inner.recorder.stop()
    }

    pub fn stats(&self) -> Stats {
        match &self.inner.driver {
            Driver::Sqlite(sqlite) => sqlite.stats(),
            Driver::Postgres(postgres) => postgres.stats(),
        }
    }

    /// Copies the current state of the embedded database to a new file, while other closures keep
    /// running. Blocks the thread. Returns an error for PostgreSQL.
    pub fn backup(&self, to: &Path) -> Result<()> {
        match &self.inner.driver {
            Driver::Sqlite(sqlite) => sqlite.backup(to),
            Driver::Postgres(_) => Err(Error::Sql(
                "a PostgreSQL database is backed up with its own tools: use pg_dump, or continuous \
                 archiving"
                    .to_owned(),
            )),
        }
    }

    /// Closes the database: refuses new closures, finishes the queued ones, then ends all threads
    /// and subscriptions. Blocks until the threads have ended.
    pub fn close(&self) {
        self.inner.close();
    }
}

/// Returns the closure's result, or [`Error::Closed`] if the database thread ended without a reply.
fn received<T, E: From<Error>>(
    reply: Result<Reply<T, E>, oneshot::error::RecvError>,
) -> Result<T, E> {
    reply.unwrap_or(Err(Error::Closed))?
}

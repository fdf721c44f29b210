//! The door: a cheap handle that hands closures to the engine and waits for their results.

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
    Engine, Error, Migration, PostgresOptions, Result, SchemaState, SqliteOptions, Stats,
    Subscription, Tx, migrations, threads,
};

/// Readiness must be told quickly: a database that takes longer counts as away.
const PING_LIMIT: Duration = Duration::from_secs(2);

/// A database. Clones share it; the last one to go closes it.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    /// That of the future that runs, where this says none.
    lane: Option<Lane>,
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

    fn submit(&self, job: Waiting, access: Access) -> Result<()> {
        match (&self.driver, access) {
            (Driver::Sqlite(sqlite), Access::Write) => sqlite.write(job),
            (Driver::Sqlite(sqlite), Access::Read) => sqlite.read(job),
            (Driver::Postgres(postgres), access) => postgres.submit(job, access),
        }
    }
}

impl Db {
    /// Opens the embedded database in `file`, and makes the file if there is none.
    pub fn sqlite(file: &Path, options: SqliteOptions) -> Result<Db> {
        let hub = Arc::new(Hub::open());
        Ok(Db::of(Driver::Sqlite(Sqlite::open(file, options, hub.clone())?), hub))
    }

    /// Connects to a PostgreSQL server, and fails if it can't be reached now. Later outages heal by
    /// themselves.
    ///
    /// The URL is libpq's (`postgres://user:password@host:5432/name?…`), several hosts and unix
    /// sockets included. Where TLS is spoken the server's certificate and name are always verified,
    /// against `sslrootcert` if that names a file, else against the system's roots. `sslmode` is
    /// `disable`, `prefer` or `require` (`verify-ca` and `verify-full` mean the same here); without
    /// one, TLS is used when the server offers it, except towards this very machine.
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
        Db { inner, lane: None }
    }

    /// A handle for work that may take seconds while a person waits: reports, searches among everything, exports. However
    /// many such closures come, they leave most connections to others.
    #[must_use]
    pub fn bulk(&self) -> Db {
        Db { lane: Some(Lane::Bulk), ..self.clone() }
    }

    /// A handle for quick work within a future that is [in another lane](crate::in_lane).
    #[must_use]
    pub fn interactive(&self) -> Db {
        Db { lane: Some(Lane::Interactive), ..self.clone() }
    }

    pub fn engine(&self) -> Engine {
        match self.inner.driver {
            Driver::Sqlite(_) => Engine::Sqlite,
            Driver::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs `work` in a transaction and answers once its changes are durable. An error rolls
    /// everything back.
    ///
    /// `work` may run more than once (a deadlock, an interrupted neighbour), so its rows are its
    /// only effect. Once started it is finished whatever the caller does; a caller that gives up
    /// earlier spares it.
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

    /// Runs `work` on a snapshot of the database that it can't change.
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

    /// [`write`](Db::write) for threads without a runtime; panics within one.
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

    /// [`read`](Db::read) for threads without a runtime; panics within one.
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
        self.inner.submit(job, access)?;
        Ok(receiver)
    }

    /// Asks whether the database answers, and waits no longer than two seconds for it. Needs a
    /// tokio runtime with timers.
    pub async fn ping(&self) -> Result<()> {
        self.clock().await.map(drop)
    }

    /// Like [`ping`](Db::ping), with the database's own time in microseconds since 1970. An embedded database has no clock
    /// but this machine's.
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

    /// Applies the migrations that are pending and says which they were: all or none of them to an
    /// embedded or empty database, each in full or not at all to one that others work with
    /// meanwhile. Several nodes may try at once: one does the work, the others wait and find it
    /// done. It blocks; without a time limit.
    pub fn migrate(&self, migrations: &[Migration]) -> Result<Vec<u32>> {
        match &self.inner.driver {
            Driver::Sqlite(sqlite) => sqlite.migrate(migrations),
            Driver::Postgres(postgres) => threads::aside(|| postgres.migrate(migrations)),
        }
    }

    /// How the schema stands to these migrations. It blocks for a moment.
    pub fn schema_state(&self, migrations: &[Migration]) -> Result<SchemaState> {
        let known: Vec<u32> = migrations.iter().map(|migration| migration.number).collect();
        threads::aside(|| self.read_blocking(move |tx| migrations::state(tx, &known)))
    }

    /// Receives what transactions signal under `topic` from now on.
    pub fn subscribe(&self, topic: &'static str) -> Subscription {
        self.inner.hub.subscribe(topic)
    }

    /// From now on the statements of this handle and its clones are recorded.
    #[cfg(feature = "testing")]
    pub fn record(&self) {
        self.inner.recorder.start();
    }

    /// From now on each statement takes up so much of its closure's time, as on a slow database; nobody waits for it.
    #[cfg(feature = "testing")]
    pub fn slow_down(&self, statement: Duration) {
        self.inner.recorder.set_cost(None, statement);
    }

    /// Like [`slow_down`](Db::slow_down), for statements of reads only.
    #[cfg(feature = "testing")]
    pub fn slow_down_reads(&self, statement: Duration) {
        self.inner.recorder.set_cost(Some(Access::Read), statement);
    }

    /// Holds the syncs of the embedded database, or has them fail.
    #[cfg(feature = "testing")]
    pub fn set_syncs(&self, state: crate::sqlite::Syncing) {
        if let Driver::Sqlite(sqlite) = &self.inner.driver {
            sqlite.sync_gate().set(state);
        }
    }

    /// Ends the recording, and hands it over.
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

    /// Writes a copy of the embedded database to a new file, as of this moment and while it is in
    /// use. It blocks.
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

    /// Takes no more work, finishes what is queued, and ends threads and subscriptions. It blocks
    /// until then.
    pub fn close(&self) {
        self.inner.close();
    }
}

/// A reply that never comes means that its thread is gone.
fn received<T, E: From<Error>>(
    reply: Result<Reply<T, E>, oneshot::error::RecvError>,
) -> Result<T, E> {
    reply.unwrap_or(Err(Error::Closed))?
}

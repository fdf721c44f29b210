//! Helpers for the tests: a fresh database for each test, and gates that block the database's
//! threads.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use db::testing::{Cluster, TestDatabase};
use db::{Db, Engine, Error, Migration, PostgresOptions, Result, SqliteOptions, Tx, params};

/// Defines one test per engine for each function that takes a [`Bed`].
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        $crate::support::on_both!(@engine sqlite Sqlite $($name)+);
        $crate::support::on_both!(@engine postgres Postgres $($name)+);
    };
    (@engine $module:ident $engine:ident $($name:ident)+) => {
        mod $module {
            $(
                #[test]
                fn $name() {
                    if let Some(bed) = $crate::support::Bed::on(db::Engine::$engine) {
                        super::$name(&bed);
                    }
                }
            )+
        }
    };
}
pub(crate) use on_both;

/// Migration with the tables that most tests use.
pub const TABLES: &[Migration] = &[Migration {
    number: 1,
    name: "tables",
    sql: "
        CREATE TABLE vendor (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE card (
            id TEXT NOT NULL PRIMARY KEY,
            vendor_id TEXT REFERENCES vendor (id),
            balance BIGINT NOT NULL CONSTRAINT card_balance CHECK (balance >= 0),
            is_active BOOLEAN NOT NULL DEFAULT TRUE,
            note TEXT
        );
        CREATE TABLE attempt (order_id BIGINT, number BIGINT, state TEXT, UNIQUE (order_id, number));
        CREATE UNIQUE INDEX attempt_one_live ON attempt (order_id) WHERE state = 'live';
        CREATE UNIQUE INDEX card_note_folded ON card (lower(note));",
    oldest_program: 1,
}];

/// Options common to both engines.
#[derive(Clone)]
pub struct Limits {
    pub queue_limit: usize,
    pub queue_timeout: Duration,
    pub time_limit: Duration,
    /// Number of read threads on SQLite, or of all threads on PostgreSQL.
    pub threads: usize,
    pub retries: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            queue_limit: 1000,
            queue_timeout: Duration::from_secs(60),
            time_limit: Duration::from_secs(60),
            threads: 8,
            retries: 20,
        }
    }
}

/// Fresh database of one test, with the tables of [`TABLES`].
pub struct Bed {
    pub engine: Engine,
    pub db: Db,
    place: Place,
    fresh: OnceLock<TestDatabase>,
}

enum Place {
    File(Folder),
    Server(TestDatabase),
}

impl Bed {
    /// Creates a fresh database. Returns `None` if this test run skips the engine.
    pub fn on(engine: Engine) -> Option<Bed> {
        let place = match engine {
            _ if !is_wanted(engine) => return None,
            Engine::Sqlite => Place::File(Folder::new()),
            Engine::Postgres => Place::Server(cluster().fresh_database(None).unwrap()),
        };
        let db = place.open(Limits::default());
        db.migrate(TABLES).unwrap();
        Some(Bed { engine, db, place, fresh: OnceLock::new() })
    }

    /// Opens another handle on the same database.
    pub fn open(&self, limits: Limits) -> Db {
        self.place.open(limits)
    }

    /// Opens an empty database, which is removed together with this bed.
    pub fn open_fresh(&self) -> Db {
        match &self.place {
            Place::File(folder) => open_file(&folder.join("fresh.db"), Limits::default()),
            Place::Server(_) => {
                let fresh = self.fresh.get_or_init(|| cluster().fresh_database(None).unwrap());
                open_server(fresh.url(), Limits::default())
            }
        }
    }

    /// Returns the file or URL with which a child process opens the same database.
    pub fn address(&self) -> String {
        match &self.place {
            Place::File(folder) => folder.file().to_str().unwrap().to_owned(),
            Place::Server(database) => database.url().to_owned(),
        }
    }

    pub fn folder(&self) -> Option<&Folder> {
        match &self.place {
            Place::File(folder) => Some(folder),
            Place::Server(_) => None,
        }
    }

    pub fn database(&self) -> Option<&TestDatabase> {
        match &self.place {
            Place::File(_) => None,
            Place::Server(database) => Some(database),
        }
    }

    /// Returns the ids of all cards, in order.
    pub fn cards(&self) -> Vec<String> {
        let ids = self
            .db
            .read_blocking(|tx| tx.rows::<(String,)>("SELECT id FROM card ORDER BY id", params![]));
        ids.unwrap().into_iter().map(|(id,)| id).collect()
    }

    pub fn add_card(&self, id: &'static str, balance: i64) {
        self.db.write_blocking(move |tx| add_card(tx, id, balance)).unwrap();
    }
}

pub fn add_card(tx: &mut Tx<'_>, id: &str, balance: i64) -> Result<()> {
    tx.execute("INSERT INTO card (id, balance) VALUES ($1, $2)", params![id, balance])?;
    Ok(())
}

impl Place {
    fn open(&self, limits: Limits) -> Db {
        match self {
            Place::File(folder) => open_file(&folder.file(), limits),
            Place::Server(database) => open_server(database.url(), limits),
        }
    }
}

pub fn open_file(file: &std::path::Path, limits: Limits) -> Db {
    let options = SqliteOptions {
        readers: limits.threads,
        queue_limit: limits.queue_limit,
        queue_timeout: limits.queue_timeout,
        time_limit: limits.time_limit,
        // Batches end by their number of closures, not by time, so that a slow machine does not
        // change the result.
        batch_time: Duration::from_secs(60),
        ..SqliteOptions::default()
    };
    Db::sqlite(file, options).unwrap()
}

pub fn open_server(url: &str, limits: Limits) -> Db {
    let options = PostgresOptions {
        connections: limits.threads,
        queue_limit: limits.queue_limit,
        queue_timeout: limits.queue_timeout,
        statement_timeout: limits.time_limit,
        retries: limits.retries,
        ..PostgresOptions::default()
    };
    Db::postgres(url, options).unwrap()
}

pub fn is_wanted(engine: Engine) -> bool {
    match std::env::var("TEST_DB").as_deref() {
        Ok("sqlite") => engine == Engine::Sqlite,
        Ok("postgres") => engine == Engine::Postgres,
        Ok(other) => panic!("TEST_DB is sqlite or postgres, not {other}"),
        Err(_) => true,
    }
}

pub fn cluster() -> &'static Cluster {
    Cluster::shared().unwrap_or_else(|error| panic!("{error}"))
}

/// Temporary folder, which is removed when the value is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("db-contract-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn file(&self) -> PathBuf {
        self.join("test.db")
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Gate at which closures wait. A test can wait until closures have arrived, and then open the gate
/// for all of them.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Default)]
struct GateState {
    arrived: usize,
    is_open: bool,
}

impl Gate {
    /// Called by a closure: reports its arrival and waits until the gate opens.
    pub fn pass(&self) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap();
        state.arrived += 1;
        changed.notify_all();
        while !state.is_open {
            state = changed.wait(state).unwrap();
        }
    }

    pub fn wait_for_arrivals(&self, count: usize) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap();
        while state.arrived < count {
            state = changed.wait(state).unwrap();
        }
    }

    pub fn open(&self) {
        let (state, changed) = &*self.0;
        state.lock().unwrap().is_open = true;
        changed.notify_all();
    }
}

/// Blocks every thread that could run a write, until the gate opens.
pub struct Held {
    pub gate: Gate,
    closures: Vec<JoinHandle<Result<()>>>,
}

impl Held {
    pub fn writers(db: &Db, threads: usize) -> Held {
        let count = match db.engine() {
            Engine::Sqlite => 1,
            Engine::Postgres => threads,
        };
        let gate = Gate::default();
        let closures = (0..count).map(|_| {
            let (db, gate) = (db.clone(), gate.clone());
            thread::spawn(move || {
                db.write_blocking(move |_| {
                    gate.pass();
                    Ok::<_, Error>(())
                })
            })
        });
        let closures = closures.collect();
        gate.wait_for_arrivals(count);
        Held { gate, closures }
    }

    /// Opens the gate and waits until the blocked closures are done.
    pub fn release(self) {
        self.gate.open();
        for closure in self.closures {
            closure.join().unwrap().unwrap();
        }
    }
}

/// Runs `count` closures that are queued at the same time and returns their results. On SQLite they
/// form one batch.
pub fn run_together(
    bed: &Bed,
    count: usize,
    work: impl Fn(&mut Tx<'_>, usize) -> Result<()> + Copy + Send + 'static,
) -> Vec<Result<()>> {
    let threads = 4;
    let db = bed.open(Limits { threads, ..Limits::default() });
    let held = Held::writers(&db, threads);
    let callers: Vec<_> = (0..count)
        .map(|number| {
            let db = db.clone();
            thread::spawn(move || db.write_blocking(move |tx| work(tx, number)))
        })
        .collect();
    wait_for_queue(&db, count);
    held.release();
    callers.into_iter().map(|caller| caller.join().unwrap()).collect()
}

/// Waits until the queue holds `count` closures. They are submitted by other threads, whose
/// progress is not visible otherwise.
pub fn wait_for_queue(db: &Db, count: usize) {
    while db.stats().queued < count {
        thread::yield_now();
    }
}

//! Storage of a test: a folder with an embedded database, or a database in PostgreSQL, on a server
//! that only the tests use.

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, TestDatabase},
};
use platform::{distribution::PLAN, migrations};

use super::{citus, partitions, planner, proxy::Proxy};

pub struct Place {
    pub folder: tempfile::TempDir,
    database: Option<TestDatabase>,
}

/// Whether tests run on PostgreSQL (`TEST_DB=postgres` and its variants).
pub fn on_postgres() -> bool {
    is_test_db("postgres") || is_partitioned() || on_citus()
}

/// Whether tests run on a Citus cluster (`TEST_DB=citus`).
pub fn on_citus() -> bool {
    is_test_db("citus")
}

fn cluster() -> &'static Cluster {
    if on_citus() { citus::cluster() } else { Cluster::shared().expect("PostgreSQL") }
}

/// Whether tests run on PostgreSQL with partitions of all distributed tables (`TEST_DB=postgres-partitioned`).
pub fn is_partitioned() -> bool {
    is_test_db("postgres-partitioned")
}

fn is_test_db(name: &str) -> bool {
    std::env::var_os("TEST_DB").is_some_and(|engine| engine == name)
}

impl Place {
    /// Creates an empty database without tables.
    pub fn new() -> Place {
        Place::copy_of(None)
    }

    /// Creates a database with the current schema. Copies a database that was migrated once, which
    /// is faster than migrating each.
    pub fn migrated() -> Place {
        static TEMPLATE: OnceLock<Place> = OnceLock::new();
        let template = TEMPLATE.get_or_init(|| {
            let place = Place::new();
            place.join_citus();
            let db = place.open();
            db.migrate(migrations::ALL).expect("migrations");
            if on_citus() {
                db.distribute(&PLAN).expect("distributed tables");
            }
            if is_partitioned() {
                place.partition();
            }
            if !on_postgres() {
                // Copies a backup, because the database file may lack rows that are still in the
                // write-ahead log.
                db.backup(&place.template()).expect("a whole file");
            }
            db.close();
            if let Some(database) = place.database.as_ref().filter(|_| on_citus()) {
                citus::release(database);
            }
            place
        });
        Place::copy_of(Some(template))
    }

    fn copy_of(template: Option<&Place>) -> Place {
        let place = Place {
            folder: tempfile::tempdir().expect("a folder"),
            database: on_postgres().then(|| {
                let name =
                    template.and_then(|place| place.database.as_ref()).map(TestDatabase::name);
                cluster().fresh_database(name).expect("a database")
            }),
        };
        if let (Some(template), false) = (template, on_postgres()) {
            std::fs::copy(template.template(), place.file()).expect("a copy");
        }
        place
    }

    /// Creates an embedded database, even if the other tests use PostgreSQL.
    pub fn embedded() -> Place {
        Place { folder: tempfile::tempdir().expect("a folder"), database: None }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("funray.db")
    }

    fn template(&self) -> PathBuf {
        self.folder.path().join("template.db")
    }

    /// Opens the database with connections of its own, as another node would.
    pub fn open(&self) -> Db {
        self.open_limited(SqliteOptions::default().time_limit)
    }

    /// Like [`Self::open`], with this time limit for transactions.
    pub fn open_limited(&self, time_limit: Duration) -> Db {
        self.open_with(4, SqliteOptions { time_limit, ..SqliteOptions::default() })
    }

    /// Like [`Self::open`], with one connection, so that each statement is prepared only once.
    pub fn open_single(&self) -> Db {
        self.open_with(1, SqliteOptions::default())
    }

    /// Like [`Self::open`], with one writing connection for which only one call may wait.
    pub fn open_narrow(&self) -> Db {
        self.open_with(1, SqliteOptions { queue_limit: 1, ..SqliteOptions::default() })
    }

    /// Returns the address of the PostgreSQL database, or `None` for an embedded one.
    pub fn url(&self) -> Option<&str> {
        self.database.as_ref().map(TestDatabase::url)
    }

    pub fn open_through(&self, proxy: &Proxy) -> Db {
        Db::postgres(proxy.url(), PostgresOptions::default()).expect("the database opens")
    }

    /// Opens the database. PostgreSQL uses only the options that it shares with the embedded
    /// engine.
    fn open_with(&self, connections: usize, options: SqliteOptions) -> Db {
        planner::judge_statements();
        match &self.database {
            Some(database) => {
                let options = PostgresOptions {
                    connections,
                    queue_limit: options.queue_limit,
                    statement_timeout: options.time_limit,
                    ..PostgresOptions::default()
                };
                Db::postgres(database.url(), options)
            }
            None => Db::sqlite(&self.file(), options),
        }
        .expect("the database opens")
    }

    /// Runs SQL statements on the PostgreSQL database, like `psql`.
    pub fn run_script(&self, sql: &str) {
        let database = self.database.as_ref().expect("a database on a server");
        cluster().administer(database.name(), sql).expect("the script runs");
    }

    /// Makes the database of a test part of the Citus cluster, if the tests run on one.
    pub fn join_citus(&self) {
        if let Some(database) = self.database.as_ref().filter(|_| on_citus()) {
            citus::create_extension(database);
        }
    }

    /// Partitions all distributed tables that exist.
    pub fn partition(&self) {
        self.run_script(&partitions::script());
    }

    /// Vacuums the tables and updates the planner's statistics, as a PostgreSQL server does from
    /// time to time.
    pub fn tidy(&self) {
        if let Some(database) = &self.database {
            cluster().administer(database.name(), "VACUUM ANALYZE").expect("tidied");
        }
    }

    /// Returns the command-line flags with which the program uses this storage.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--data".to_owned(), self.folder.path().display().to_string()];
        if let Some(database) = &self.database {
            flags.extend(["--database-url".to_owned(), database.url().to_owned()]);
        }
        flags
    }
}

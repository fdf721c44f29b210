//! Where a test's data lives: a folder for the embedded database, or a database in the private cluster.

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, TestDatabase},
};
use platform::migrations;

use super::{partitions, proxy::Proxy};

pub struct Place {
    pub folder: tempfile::TempDir,
    database: Option<TestDatabase>,
}

/// `TEST_DB=postgres` puts every test on PostgreSQL.
pub fn on_postgres() -> bool {
    is_test_db("postgres") || is_partitioned()
}

/// `TEST_DB=postgres-partitioned` does so with partitions of all that a cluster spreads.
pub fn is_partitioned() -> bool {
    is_test_db("postgres-partitioned")
}

fn is_test_db(name: &str) -> bool {
    std::env::var_os("TEST_DB").is_some_and(|engine| engine == name)
}

impl Place {
    /// An empty database.
    pub fn new() -> Place {
        Place::copy_of(None)
    }

    /// A database at this program's version, copied from one that was migrated once: that is faster.
    pub fn migrated() -> Place {
        static TEMPLATE: OnceLock<Place> = OnceLock::new();
        let template = TEMPLATE.get_or_init(|| {
            let place = Place::new();
            let db = place.open();
            db.migrate(migrations::ALL).expect("migrations");
            if is_partitioned() {
                place.partition();
            }
            if !on_postgres() {
                // The file alone need not hold everything: connections that close at one moment leave it to each other.
                db.backup(&place.template()).expect("a whole file");
            }
            db.close();
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
                Cluster::shared().expect("PostgreSQL").fresh_database(name).expect("a database")
            }),
        };
        if let (Some(template), false) = (template, on_postgres()) {
            std::fs::copy(template.template(), place.file()).expect("a copy");
        }
        place
    }

    /// The embedded database, whatever the other tests run on.
    pub fn embedded() -> Place {
        Place { folder: tempfile::tempdir().expect("a folder"), database: None }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("funray.db")
    }

    fn template(&self) -> PathBuf {
        self.folder.path().join("template.db")
    }

    /// One more handle to the same database, as another node would have.
    pub fn open(&self) -> Db {
        self.open_limited(SqliteOptions::default().time_limit)
    }

    /// The same, for a test that waits until the time limit has ended what runs.
    pub fn open_limited(&self, time_limit: Duration) -> Db {
        self.open_with(4, SqliteOptions { time_limit, ..SqliteOptions::default() })
    }

    /// The same with one connection, which has soon prepared every statement.
    pub fn open_single(&self) -> Db {
        self.open_with(1, SqliteOptions::default())
    }

    /// The same with one writer, for which one call may wait.
    pub fn open_narrow(&self) -> Db {
        self.open_with(1, SqliteOptions { queue_limit: 1, ..SqliteOptions::default() })
    }

    /// Where the database is, if it is on a server.
    pub fn url(&self) -> Option<&str> {
        self.database.as_ref().map(TestDatabase::url)
    }

    pub fn open_through(&self, proxy: &Proxy) -> Db {
        Db::postgres(proxy.url(), PostgresOptions::default()).expect("the database opens")
    }

    /// What both engines know of these options holds for both.
    fn open_with(&self, connections: usize, options: SqliteOptions) -> Db {
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

    /// Runs statements as `psql` would, on the server's database.
    pub fn run_script(&self, sql: &str) {
        let database = self.database.as_ref().expect("a database on a server");
        let cluster = Cluster::shared().expect("PostgreSQL");
        cluster.administer(database.name(), sql).expect("the script runs");
    }

    /// Partitions the tables that a cluster spreads, as far as they are there already.
    pub fn partition(&self) {
        self.run_script(&partitions::script(partitions::spread()));
    }

    /// The same of those that are spread by one column.
    pub fn partition_by(&self, column: &str) {
        let mut spread = partitions::spread();
        spread.retain(|spread| spread.column == column);
        self.run_script(&partitions::script(spread));
    }

    /// What a database server does by itself from time to time, so that it knows its tables.
    pub fn tidy(&self) {
        if let Some(database) = &self.database {
            let cluster = Cluster::shared().expect("PostgreSQL");
            cluster.administer(database.name(), "VACUUM ANALYZE").expect("tidied");
        }
    }

    /// The flags that point the real program at this place.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--data".to_owned(), self.folder.path().display().to_string()];
        if let Some(database) = &self.database {
            flags.extend(["--database-url".to_owned(), database.url().to_owned()]);
        }
        flags
    }
}

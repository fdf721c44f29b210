//! A private PostgreSQL for tests and load programs: a cluster of its own in a temporary folder,
//! reached over a socket that only this user can open, and gone afterwards even if the process that
//! made it is killed.
//!
//! A test suite of several programs may share one server: start it once, put its URL into
//! `TEST_POSTGRES_URL` (the example `with_cluster` does both), and [`Cluster::shared`] takes that
//! one.

mod install;
mod server;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::{Error, Result, postgres, threads};
use install::Install;
use server::Server;

/// Names the server that the programs of a test suite share.
pub const SHARED_URL: &str = "TEST_POSTGRES_URL";

/// How a cluster is set up.
#[derive(Clone, Debug, Default)]
pub struct ClusterOptions {
    /// Commits reach the disk, as in earnest. Tests need not wait for that; load programs must.
    pub durable: bool,
    /// Further settings of the server, as in `postgresql.conf`.
    pub settings: Vec<(&'static str, String)>,
    /// Files to lie in its data folder, such as a certificate and its key.
    pub files: Vec<(&'static str, String)>,
}

/// A PostgreSQL server for tests. Dropping it stops it and removes its data.
pub struct Cluster {
    /// The URL up to the database's name, and what follows it.
    url: (String, String),
    // `None` when somebody else started it.
    server: Option<Server>,
}

impl Cluster {
    /// The one of this process, started when first asked for; or the one that `TEST_POSTGRES_URL`
    /// names.
    #[expect(clippy::disallowed_methods, reason = "tests have no other settings")]
    pub fn shared() -> Result<&'static Cluster> {
        static SHARED: OnceLock<Result<Cluster>> = OnceLock::new();
        SHARED
            .get_or_init(|| match std::env::var(SHARED_URL) {
                Ok(url) => Ok(Cluster { url: split(&url), server: None }),
                Err(_) => Cluster::new(&ClusterOptions::default()),
            })
            .as_ref()
            .map_err(Error::clone)
    }

    /// Makes and starts a cluster of its own.
    pub fn new(options: &ClusterOptions) -> Result<Cluster> {
        let server = Server::create(Install::find()?, options)?;
        let url = (server.socket_url(), String::new());
        let server = Some(server);
        Ok(Cluster { url, server })
    }

    /// The URL of a database on this server.
    pub fn url(&self, database: &str) -> String {
        format!("{}{database}{}", self.url.0, self.url.1)
    }

    /// The same over TCP and with a password, for what must come between: a proxy, TLS.
    pub fn tcp_url(&self, database: &str) -> Result<String> {
        Ok(format!("{}{database}", self.own()?.tcp_url()))
    }

    /// A new database, empty or a copy of the one called `template`, to which nobody may be
    /// connected meanwhile.
    pub fn fresh_database(&self, template: Option<&str>) -> Result<TestDatabase> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let administration = self.url("postgres");
        let template = template.unwrap_or("template0");
        // Files are copied faster than pages are logged, where nothing has to reach the disk.
        run(
            &administration,
            &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"),
        )?;
        Ok(TestDatabase { url: self.url(&name), name, administration })
    }

    /// Runs SQL as the server's administrator.
    pub fn administer(&self, database: &str, sql: &str) -> Result<()> {
        run(&self.url(database), sql)
    }

    /// Stops the server as an administrator would, cutting connections.
    pub fn stop(&self) -> Result<()> {
        self.own()?.stop("fast")
    }

    /// Stops it without a goodbye: it must recover when it is started again.
    pub fn kill(&self) -> Result<()> {
        self.own()?.stop("immediate")
    }

    /// Starts it again.
    pub fn start(&self) -> Result<()> {
        self.own()?.start()
    }

    /// Where one of PostgreSQL's programs is, such as `pgbench`.
    pub fn program(&self, name: &str) -> Result<PathBuf> {
        Ok(self.own()?.program(name))
    }

    fn own(&self) -> Result<&Server> {
        self.server.as_ref().ok_or_else(|| {
            Error::Unavailable(format!(
                "the server that {SHARED_URL} names belongs to somebody else"
            ))
        })
    }
}

/// A database of its own for one test; dropped with it.
pub struct TestDatabase {
    url: String,
    name: String,
    administration: String,
}

impl TestDatabase {
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What another database names to become a copy of this one.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The server may be gone already, and the database with it.
        let _ = run(
            &self.administration,
            &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name),
        );
    }
}

fn run(url: &str, sql: &str) -> Result<()> {
    threads::aside(|| postgres::run(url, sql))
}

/// Parts a URL around the database's name.
fn split(url: &str) -> (String, String) {
    let (place, query) = match url.split_once('?') {
        Some((place, query)) => (place, format!("?{query}")),
        None => (url, String::new()),
    };
    let scheme = place.find("://").map_or(0, |at| at + 3);
    let host_end = place[scheme..].find('/').map_or(place.len(), |at| scheme + at);
    (format!("{}/", &place[..host_end]), query)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn split_cuts_a_url_around_the_database_name() {
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            split("postgres://me@%2Ftmp%2Fx:5432/postgres"),
            both("postgres://me@%2Ftmp%2Fx:5432/", "")
        );
        assert_eq!(
            split("postgres://h?sslmode=require"),
            both("postgres://h/", "?sslmode=require")
        );
    }
}

//! Private PostgreSQL server for tests and load programs. Its data is in a temporary folder and its
//! socket is open to this user only. The server is removed even if the process that created it is
//! killed.
//!
//! Several test programs may share one server: start it once and put its URL into
//! `TEST_POSTGRES_URL` (the example `with_cluster` does both). [`Cluster::shared`] then uses that
//! server.

mod administration;
mod install;
mod server;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

pub use crate::recording::observe_statements;
use crate::{Error, Result, postgres, threads};
use administration::Administration;
use install::Install;
use server::Server;

/// Environment variable with the URL of the shared test server.
pub const SHARED_URL: &str = "TEST_POSTGRES_URL";

/// Placeholder in [`ClusterOptions::settings`] for the folder of the server's socket.
pub const FOLDER: &str = "{folder}";

/// Options of a test server.
#[derive(Clone, Debug, Default)]
pub struct ClusterOptions {
    /// Whether commits are synced to the disk. Load programs need that, tests do not.
    pub durable: bool,
    /// Whether the server may have a [`standby`](Cluster::standby).
    pub replicated: bool,
    /// Additional server settings, as in `postgresql.conf`. A value may contain [`FOLDER`].
    pub settings: Vec<(&'static str, String)>,
    /// Files for the data folder, such as a certificate and its key.
    pub files: Vec<(&'static str, String)>,
}

/// PostgreSQL server for tests. Dropping the value stops the server and removes its data.
pub struct Cluster {
    /// Parts of the URL before and after the database's name.
    url: (String, String),
    administration: Arc<Administration>,
    // `None` if another process started the server.
    server: Option<Server>,
}

impl Cluster {
    /// Returns the server that `TEST_POSTGRES_URL` names. Without that variable, starts a server on
    /// first use and returns it.
    #[expect(clippy::disallowed_methods, reason = "tests have no other settings")]
    pub fn shared() -> Result<&'static Cluster> {
        static SHARED: OnceLock<Result<Cluster>> = OnceLock::new();
        SHARED
            .get_or_init(|| match std::env::var(SHARED_URL) {
                Ok(url) => Ok(Cluster::at(split(&url), None)),
                // Tests vacuum and analyze when they need that. The server doing so by itself would
                // make plans depend on the moment.
                Err(_) => Cluster::new(&ClusterOptions {
                    settings: vec![("autovacuum", "off".to_owned())],
                    ..ClusterOptions::default()
                }),
            })
            .as_ref()
            .map_err(Error::clone)
    }

    /// Creates and starts a server.
    pub fn new(options: &ClusterOptions) -> Result<Cluster> {
        let server = Server::create(Install::find()?, options)?;
        Ok(Cluster::at((server.socket_url(), String::new()), Some(server)))
    }

    /// Creates and starts a standby server, which follows this one. This server's options must
    /// allow it.
    pub fn standby(&self) -> Result<Cluster> {
        let server = Server::standby_of(self.own()?)?;
        Ok(Cluster::at((server.socket_url(), String::new()), Some(server)))
    }

    fn at(url: (String, String), server: Option<Server>) -> Cluster {
        let administration = Administration::of(format!("{}postgres{}", url.0, url.1));
        Cluster { url, administration: Arc::new(administration), server }
    }

    /// Returns whether the files of a PostgreSQL extension are installed, so that a server with it
    /// can be created.
    pub fn has_extension(name: &str) -> bool {
        Install::find().is_ok_and(|install| install.has_extension(name))
    }

    /// Returns the URL of a database on this server.
    pub fn url(&self, database: &str) -> String {
        format!("{}{database}{}", self.url.0, self.url.1)
    }

    /// Returns the URL of a database over TCP with a password, for tests with a proxy or TLS.
    pub fn tcp_url(&self, database: &str) -> Result<String> {
        Ok(format!("{}{database}", self.own()?.tcp_url()))
    }

    /// Creates an empty database, or a copy of the database `template`. There must be no
    /// connections to the template during the copy.
    pub fn fresh_database(&self, template: Option<&str>) -> Result<TestDatabase> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let administration = self.administration.clone();
        let template = template.unwrap_or("template0");
        // Copying files is faster than logging pages when nothing has to reach the disk.
        administration
            .run(format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"))?;
        Ok(TestDatabase { url: self.url(&name), name, administration })
    }

    /// Runs SQL as the server's superuser.
    pub fn administer(&self, database: &str, sql: &str) -> Result<()> {
        threads::aside(|| postgres::run(&self.url(database), sql))
    }

    /// Stops the server as an administrator would, closing connections.
    pub fn stop(&self) -> Result<()> {
        self.own()?.stop("fast")
    }

    /// Stops the server immediately, without a clean shutdown. The server must recover at its next
    /// start.
    pub fn kill(&self) -> Result<()> {
        self.own()?.stop("immediate")
    }

    /// Starts the server again after [`stop`](Cluster::stop) or [`kill`](Cluster::kill).
    pub fn start(&self) -> Result<()> {
        self.own()?.start()
    }

    /// Returns the path of a PostgreSQL program such as `pgbench`.
    pub fn program(&self, name: &str) -> Result<PathBuf> {
        Ok(self.own()?.program(name))
    }

    fn own(&self) -> Result<&Server> {
        self.server.as_ref().ok_or_else(|| {
            Error::Unavailable(format!(
                "the server that {SHARED_URL} names was started by another process"
            ))
        })
    }
}

/// Database of one test. Dropping the value drops the database.
pub struct TestDatabase {
    url: String,
    name: String,
    administration: Arc<Administration>,
}

impl TestDatabase {
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the name of the database, for example to use the database as a template.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The server and its databases may be gone already.
        let _ =
            self.administration.run(format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

/// Returns the parts of a URL before and after the database's name.
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

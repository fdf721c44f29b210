//! Connections to the database `postgres` of a test server, through which databases are created and
//! dropped. They are kept, because a new connection costs the server as much as dropping a database.

use std::sync::{Mutex, PoisonError};

use crate::postgres::Script;
use crate::{Error, Result, threads};

pub(super) struct Administration {
    url: String,
    idle: Mutex<Vec<Script>>,
}

impl Administration {
    pub fn of(url: String) -> Self {
        Administration { url, idle: Mutex::default() }
    }

    /// Runs a statement on a kept connection, or on a new one.
    pub fn run(&self, sql: String) -> Result<()> {
        threads::aside(|| {
            if let Some(kept) = self.pop() {
                match self.run_on(kept, &sql) {
                    // The server was started again since.
                    Err(Error::Unavailable(_)) => {}
                    done => return done,
                }
            }
            self.run_on(Script::open(&self.url)?, &sql)
        })
    }

    fn run_on(&self, mut connection: Script, sql: &str) -> Result<()> {
        let done = connection.run(sql);
        if done.is_ok() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        done
    }

    fn pop(&self) -> Option<Script> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl Drop for Administration {
    fn drop(&mut self) {
        // Closing a connection blocks, which a thread of an async runtime may not do.
        threads::aside(|| while self.pop().is_some() {});
    }
}

//! One small interface to two database engines: embedded SQLite and PostgreSQL.
//!
//! A program passes a closure to [`Db::write`] or [`Db::read`]. The closure runs in a transaction
//! on a thread that owns a connection. The caller gets the closure's result once the transaction is
//! durable. Both engines run the same closures with the same SQL (`$1` placeholders).
//!
//! ```
//! use db::{Db, Error, Migration, SqliteOptions, params};
//!
//! const SCHEMA: &[Migration] = &[Migration {
//!     number: 1,
//!     name: "regions",
//!     sql: "CREATE TABLE region (id TEXT PRIMARY KEY, name TEXT NOT NULL);
//!           INSERT INTO region VALUES ('on', 'Ontaria')",
//!     oldest_program: 1,
//! }];
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Error> {
//! # let folder = std::env::temp_dir().join(format!("db-example-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! let db = Db::sqlite(&folder.join("shop.db"), SqliteOptions::default())?;
//! db.migrate(SCHEMA)?;
//! let (old,): (String,) = db
//!     .write(|tx| {
//!         let old = tx.one("SELECT name FROM region WHERE id = $1", params!["on"])?;
//!         tx.execute("UPDATE region SET name = $2 WHERE id = $1", params!["on", "Ontario"])?;
//!         Ok::<_, Error>(old)
//!     })
//!     .await?;
//! assert_eq!(old, "Ontaria");
//! # db.close();
//! # std::fs::remove_dir_all(folder).expect("nobody uses it");
//! # Ok(())
//! # }
//! ```

mod ask;
mod batch;
mod conditions;
mod db;
mod engine;
mod error;
mod job;
mod lanes;
mod migrations;
mod pieces;
mod postgres;
mod queue;
#[cfg(feature = "testing")]
mod recording;
mod row;
mod signals;
mod sqlite;
mod stats;
#[cfg(feature = "testing")]
pub mod testing;
mod threads;
mod tx;
mod value;

pub use ask::{Ask, First, One, Rows, rows};
pub use conditions::Conditions;
pub use db::Db;
pub use engine::{Engine, PostgresOptions, SqliteOptions};
pub use error::{Error, Result};
pub use lanes::{Lane, in_lane};
pub use migrations::{Distribution, Migration, SchemaState, SpreadTable};
pub use pieces::{padded, pieces, places};
#[cfg(feature = "testing")]
pub use recording::Statement;
pub use row::{FromRow, Row};
pub use signals::{Subscription, Wake};
#[cfg(feature = "testing")]
pub use sqlite::Syncing;
pub use stats::{Stats, Waits};
pub use tx::{Step, Tx};
pub use value::{Column, FromColumn, ToValue, Value};

//! One small door to two databases.
//!
//! A program hands a closure to [`Db::write`] or [`Db::read`]; the closure runs on a thread that
//! owns a connection, inside a transaction, and its result comes back once the transaction is
//! durable. Embedded SQLite and PostgreSQL run the same closures with the same SQL (`$1`
//! placeholders).
//!
//! ```no_run
//! use db::{Db, Error, SqliteOptions, params};
//!
//! # async fn rename(region: String, name: String) -> Result<(), Error> {
//! let db = Db::sqlite("shop.db".as_ref(), SqliteOptions::default())?;
//! let (old,): (String,) = db
//!     .write(move |tx| {
//!         let find = "SELECT name FROM region WHERE id = $1";
//!         let old = tx.one(find, params![region])?;
//!         tx.execute("UPDATE region SET name = $2 WHERE id = $1", params![region, name])?;
//!         Ok::<_, Error>(old)
//!     })
//!     .await?;
//! # Ok(())
//! # }
//! ```

mod db;
mod engine;
mod error;
mod job;
mod migrations;
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

pub use db::Db;
pub use engine::{Engine, PostgresOptions, SqliteOptions};
pub use error::{Error, Result};
pub use migrations::{Migration, SchemaState};
#[cfg(feature = "testing")]
pub use recording::Statement;
pub use row::{FromRow, Row};
pub use signals::{Subscription, Wake};
pub use stats::Stats;
pub use tx::Tx;
pub use value::{Column, FromColumn, ToValue, Value};

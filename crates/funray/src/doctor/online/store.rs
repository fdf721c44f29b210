//! SQL that asks the database about itself.

use db::{Engine, Tx};

use platform::error::Result;

/// Returns the version of the database's program.
pub fn version(tx: &mut Tx<'_>) -> Result<String> {
    let sql = match tx.engine() {
        Engine::Sqlite => "SELECT sqlite_version()",
        Engine::Postgres => "SELECT current_setting('server_version')",
    };
    Ok(tx.one::<(String,)>(sql, &[])?.0)
}

//! Backup of the embedded database: copies the state of one moment, while the database stays in
//! use.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::faults;
use crate::{Error, Result};

/// Copies the database `file` to the new file `to`. Writes under a temporary name first, so that a
/// file called `to` is always complete.
pub(super) fn backup(file: &Path, to: &Path) -> Result<()> {
    let failed = |what: &dyn std::fmt::Display| {
        Error::Sql(format!("can't write the backup {}: {what}", to.display()))
    };
    if to.exists() {
        return Err(failed(&"it exists already; name a new file"));
    }
    let partial = partial_name(to);
    // A file left by an earlier attempt is incomplete and may belong to another user.
    if partial.exists() {
        fs::remove_file(&partial).map_err(|error| failed(&error))?;
    }
    super::connection::create_private(&partial)?;
    let written = copy(file, &partial)
        .map_err(|error| failed(&faults::message(&error)))
        .and_then(|()| settle(&partial, to).map_err(|error| failed(&error)));
    if written.is_err() {
        // Removes the partial copy. If that fails as well, the first error is the one to report.
        let _ = fs::remove_file(&partial);
    }
    written
}

fn partial_name(to: &Path) -> PathBuf {
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    to.with_file_name(name)
}

fn copy(file: &Path, partial: &Path) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.execute("VACUUM INTO $1", [partial.to_string_lossy()])?;
    Ok(())
}

/// Syncs the copy to the disk before it gets its final name, so that a complete file survives a
/// power cut.
fn settle(partial: &Path, to: &Path) -> std::io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, to)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

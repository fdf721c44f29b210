//! Backs up and restores the embedded database. Also finds the key and the pictures that an
//! operator must back up with the database.

pub mod regular;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use db::{Db, SchemaState, SqliteOptions};

use platform::{
    config::{Config, FileStore},
    migrations,
    secrets::Secrets,
    services::sealed_file,
};

pub fn database_file(config: &Config) -> PathBuf {
    config.data.join("funray.db")
}

/// Describes where the keys and the pictures are that must be backed up with the database. Without
/// the key, no card code can be decrypted.
pub fn what_belongs_to_it(config: &Config) -> String {
    let mut key = match config.secret_key.as_str() {
        "" => Secrets::file(&config.data).display().to_string(),
        _ => "the configured secret_key".to_owned(),
    };
    if !(config.previous_keys.is_empty() && config.retired_keys.is_empty()) {
        key += ", the keys before it";
    }
    let pictures = match config.files.store() {
        FileStore::Folder(folder) => {
            folder.unwrap_or_else(|| config.data.join("files")).display().to_string()
        }
        FileStore::S3 { bucket, .. } => format!("the bucket {bucket}"),
    };
    format!("{key} and {pictures}")
}

/// Loads the key and checks that it decrypts the card codes in this database. With a wrong key, the
/// program would encrypt new cards that nobody could read once the right key is restored.
pub async fn fitting_secrets(config: &Config, db: &Db) -> Result<Secrets, String> {
    let card = db.read(cards::any_sealed).await.map_err(|error| error.to_string())?;
    let file = Secrets::file(&config.data);
    if card.is_some() && config.secret_key.is_empty() && !file.exists() {
        let file = file.display();
        return Err(format!(
            "there are cards in the database, but {file} is missing; put back the key that belongs to them"
        ));
    }
    let secrets = Secrets::load(config)?;
    match card {
        Some(card) if !card.opens_with(&secrets) => Err(
            "this is not the key that the cards in the database were sealed with; put back the one that belongs to them, or \
             name it in previous_keys"
                .to_owned(),
        ),
        _ => Ok(secrets),
    }
}

/// Like [`fitting_secrets`], for a command that only reads. If there is neither a key nor a card,
/// returns a random key without storing it.
pub async fn secrets_to_read_with(config: &Config, db: &Db) -> Result<Secrets, String> {
    let is_there = !config.secret_key.is_empty() || Secrets::file(&config.data).exists();
    let has_cards = db.read(cards::any_sealed).await.map_err(|error| error.to_string())?.is_some();
    if is_there || has_cards { fitting_secrets(config, db).await } else { Ok(Secrets::random()) }
}

/// Returns the file of the embedded database. Fails if the file doesn't exist. Opening a missing
/// file would create an empty database, which `restore` would then refuse to replace.
pub fn existing_file(config: &Config) -> Result<PathBuf, String> {
    let file = database_file(config);
    if file.exists() {
        return Ok(file);
    }
    Err(format!(
        "there is no database in {}; say with --data (FUNRAY_DATA) where it is",
        config.data.display()
    ))
}

/// Fails on PostgreSQL, whose databases are copied with other tools.
pub fn refuse_postgres(config: &Config) -> Result<(), String> {
    if config.database_url.is_empty() {
        return Ok(());
    }
    Err("a PostgreSQL database is copied with its own tools; docs/backups.md shows how".to_owned())
}

/// Copies the embedded database to a new file, even while it is in use. Fails if there is no
/// database, since usually the wrong folder is configured then.
pub fn back_up(config: &Config, copy: &Path) -> Result<(), String> {
    refuse_postgres(config)?;
    let file = existing_file(config)?;
    let failed = |what: String| format!("{} can't be copied: {what}", file.display());
    let db =
        Db::sqlite(&file, SqliteOptions::default()).map_err(|error| failed(error.to_string()))?;
    let copied =
        refuse_other(&db).and_then(|()| db.backup(copy).map_err(|error| error.to_string()));
    db.close();
    copied.map_err(failed)
}

/// Decrypts a backup into a new file that only its owner can read. The key must be there already: a
/// new one would open nothing.
pub fn decrypt(config: &Config, backup: &Path, to: &Path) -> Result<(), String> {
    let failed = |what: String| format!("{} can't be decrypted: {what}", backup.display());
    let key = Secrets::file(&config.data);
    if config.secret_key.is_empty() && !key.exists() {
        return Err(failed(format!("{} is missing; put the key there first", key.display())));
    }
    let secrets = Secrets::load(config)?;
    let from = File::open(backup).map_err(|error| failed(error.to_string()))?;
    let mut out = OpenOptions::new();
    let out = out.write(true).create_new(true).mode(0o600).open(to);
    let out = out.map_err(|error| failed(error.to_string()))?;
    sealed_file::open(&secrets, BufReader::new(from), out).map_err(failed)
}

/// Returns true if a file is an encrypted backup. A file that can't be read is none.
pub fn is_encrypted(backup: &Path) -> bool {
    let mut beginning = [0; 16];
    let read = File::open(backup).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && sealed_file::is_sealed(&beginning)
}

/// Restores a backup of the embedded database. Checks the backup first, and never replaces an
/// existing database.
pub fn restore(config: &Config, backup: &Path) -> Result<(), String> {
    refuse_postgres(config)?;
    let file = database_file(config);
    // A write-ahead log left in the folder belongs to the old database and would damage the
    // restored one.
    let there = ["", "-wal", "-shm"].map(|rest| PathBuf::from(format!("{}{rest}", file.display())));
    if let Some(one) = there.iter().find(|one| one.exists()) {
        return Err(format!(
            "there is {}; stop the program and move funray.db away, together with funray.db-wal and funray.db-shm, or choose \
             another folder with --data",
            one.display()
        ));
    }
    let failed =
        |what: &dyn std::fmt::Display| format!("{} can't be restored: {what}", backup.display());
    fs::create_dir_all(&config.data).map_err(|error| failed(&error))?;
    // The copy gets its final name only when it is complete and checked.
    let partial = file.with_extension("restoring");
    let restored = copy_private(backup, &partial)
        .map_err(|error| failed(&error))
        .and_then(|()| look_at(&partial).map_err(|what| failed(&what)))
        .and_then(|()| settle(&partial, &file).map_err(|error| failed(&error)));
    if restored.is_err() {
        // An error of this removal is ignored, because the operator needs the error of the restore.
        let _ = fs::remove_file(&partial);
    }
    restored
}

/// Copies a backup to a file that only the file's owner can read, even if other users can read the
/// backup.
fn copy_private(backup: &Path, partial: &Path) -> io::Result<()> {
    let mut from = File::open(backup)?;
    // An existing file might belong to another user, who could then read the copy.
    if partial.exists() {
        fs::remove_file(partial)?;
    }
    let mut to = OpenOptions::new().write(true).create_new(true).mode(0o600).open(partial)?;
    io::copy(&mut from, &mut to).map(drop)
}

fn look_at(partial: &Path) -> Result<(), String> {
    let db = Db::sqlite(partial, SqliteOptions::default()).map_err(|error| error.to_string())?;
    let refused = refuse_other(&db);
    db.close();
    refused
}

fn refuse_other(db: &Db) -> Result<(), String> {
    match db.schema_state(migrations::ALL).map_err(|error| error.to_string())? {
        SchemaState::UpToDate | SchemaState::Newer { .. } => Ok(()),
        SchemaState::Pending(numbers) if numbers.len() < migrations::ALL.len() => Ok(()),
        SchemaState::Pending(_) | SchemaState::Empty => {
            Err("this is no database of ours".to_owned())
        }
        other => Err(other.to_string()),
    }
}

fn settle(partial: &Path, file: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

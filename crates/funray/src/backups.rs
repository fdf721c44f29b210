//! Where the embedded database is, what belongs to it, and how one that was lost comes back.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use db::{Db, SchemaState, SqliteOptions};

use platform::{
    config::{Config, FileStore},
    migrations,
    secrets::Secrets,
};

pub fn database_file(config: &Config) -> PathBuf {
    config.data.join("funray.db")
}

/// Without its key a database opens no card's code, and without its pictures the shops are faceless.
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

/// The key that belongs to this database. With another one no card's code could be read, and what is sold from then on
/// would be lost once the right one comes back.
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

/// The same for whoever only reads: where there is nothing that it could belong to, none is made.
pub async fn secrets_to_read_with(config: &Config, db: &Db) -> Result<Secrets, String> {
    let is_there = !config.secret_key.is_empty() || Secrets::file(&config.data).exists();
    let has_cards = db.read(cards::any_sealed).await.map_err(|error| error.to_string())?.is_some();
    if is_there || has_cards { fitting_secrets(config, db).await } else { Ok(Secrets::random()) }
}

/// The embedded database, if it is there. Opening would make an empty one, which then stands in a restored one's way.
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

/// Copies the database while the program may go on. Where there is none of ours, that is no backup but a mistake: of the
/// folder, mostly.
pub fn back_up(config: &Config, copy: &Path) -> Result<(), String> {
    if !config.database_url.is_empty() {
        return Err("a PostgreSQL database is copied with its own tools: use pg_dump".to_owned());
    }
    let file = existing_file(config)?;
    let failed = |what: String| format!("{} can't be copied: {what}", file.display());
    let db =
        Db::sqlite(&file, SqliteOptions::default()).map_err(|error| failed(error.to_string()))?;
    let copied =
        refuse_other(&db).and_then(|()| db.backup(copy).map_err(|error| error.to_string()));
    db.close();
    copied.map_err(failed)
}

/// Puts a backup where the database is expected. It is looked at first, and takes nobody's place.
pub fn restore(config: &Config, backup: &Path) -> Result<(), String> {
    if !config.database_url.is_empty() {
        return Err(
            "a PostgreSQL database is restored with its own tools: use pg_restore".to_owned()
        );
    }
    let file = database_file(config);
    // What is left beside the file belongs to it: with another database it would spoil that one, and be lost to its own.
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
    // Under another name until it is whole and known to be ours.
    let partial = file.with_extension("restoring");
    let restored = copy_private(backup, &partial)
        .map_err(|error| failed(&error))
        .and_then(|()| look_at(&partial).map_err(|what| failed(&what)))
        .and_then(|()| settle(&partial, &file).map_err(|error| failed(&error)));
    if restored.is_err() {
        // The error that matters is the one above.
        let _ = fs::remove_file(&partial);
    }
    restored
}

/// A copy that only its owner reads, whoever may read the backup.
fn copy_private(backup: &Path, partial: &Path) -> io::Result<()> {
    let mut from = File::open(backup)?;
    // One that an earlier try has left may have been made by anybody.
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

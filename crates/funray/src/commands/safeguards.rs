//! Commands for backups, for drills that restore one, and for copies of the program's keys.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Read},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::Duration,
};

use db::{Db, PostgresOptions, SchemaState, SqliteOptions};
use tokio::time::sleep;

use finance::verify;
use kernel::{clock::Clock, random::random_hex, timestamp::Timestamp};
use platform::{
    config::Config,
    migrations, safeguards,
    services::{archive::Archive, files::Files},
    web::server,
};

use super::{Problem, open_existing, say, sentence};
use crate::{
    backups::{self, regular},
    cli::BackupPlan,
    features,
};

/// Pause after a regular backup that failed, if backups are further apart.
const PAUSE: Duration = Duration::from_secs(300);
/// Maximum size of typed copies of keys, in bytes.
const MAX_TYPED: u64 = 64 << 10;
/// Time by which a restored PostgreSQL database may be behind. Newer anchors are not compared.
const MAX_BEHIND: Duration = Duration::from_secs(24 * 3600);

pub async fn back_up(mut config: Config, plan: BackupPlan) -> Result<(), Problem> {
    let BackupPlan { file, to, every, keep, record } = plan;
    if let Some(file) = file {
        return copy_to(&config, &file);
    }
    if record {
        let db = open_existing(&mut config)?;
        let now = Clock::system().now();
        let recorded = db.write(move |tx| safeguards::record_backup(tx, now)).await;
        db.close();
        recorded.map_err(sentence)?;
        return say("The backup is recorded.");
    }
    backups::refuse_postgres(&config)?;
    let to = Archive::open(&config.files.at(&to.unwrap_or_default()).map_err(sentence)?)?;
    let db = open_existing(&mut config)?;
    let secrets = backups::fitting_secrets(&config, &db).await?;
    regular::refuse_without_key_copy(&db, &secrets).await?;
    let stop = server::asked_to_stop().map_err(sentence)?;
    let regularly = async {
        loop {
            let now = Clock::system().now();
            let made = regular::make(&config, &db, &secrets, &to, now, keep).await;
            let pause = match (made, every) {
                (Ok((name, deleted)), _) => {
                    say(&format!("The backup {name} is made. Deleted: {}.", deleted.len()))?;
                    every
                }
                (Err(why), None) => return Err(why),
                (Err(why), Some(every)) => {
                    tracing::error!(why, "a backup failed");
                    Some(every.min(PAUSE))
                }
            };
            match pause {
                Some(pause) => sleep(pause).await,
                None => return Ok(()),
            }
        }
    };
    let done = tokio::select! {
        done = regularly => done,
        () = stop => Ok(()),
    };
    db.close();
    done
}

fn copy_to(config: &Config, file: &Path) -> Result<(), Problem> {
    backups::back_up(config, file)?;
    say(&format!(
        "The database is copied to {}. Keep copies of what belongs to it, too: {}.",
        file.display(),
        backups::what_belongs_to_it(config)
    ))
}

pub async fn restore(config: Config, from: PathBuf) -> Result<(), Problem> {
    backups::refuse_postgres(&config)?;
    fs::create_dir_all(&config.data).map_err(sentence)?;
    let folder = Temporary::within(&config.data)?;
    let text = from.display().to_string();
    let file = match text.strip_prefix("s3://").and_then(|place| place.rsplit_once('/')) {
        Some((bucket, name)) => {
            let place = config.files.at(&format!("s3://{bucket}")).map_err(sentence)?;
            fetch(&Archive::open(&place)?, name, &folder).await?
        }
        None => from,
    };
    restore_file(&config, &config, &file, &folder)?;
    say(&format!(
        "{text} is in {} now. What belongs to it has to be there, too: {}. `funray verify` checks its books.",
        config.data.display(),
        backups::what_belongs_to_it(&config)
    ))
}

async fn fetch(from: &Archive, name: &str, folder: &Temporary) -> Result<PathBuf, Problem> {
    let file = folder.0.join("fetched");
    let mut out = File::create_new(&file).map_err(sentence)?;
    from.download(name, &mut out).await?;
    Ok(file)
}

/// Restores a backup file into the data folder of `target`. Decrypts it first with the key of
/// `config` if it is encrypted.
fn restore_file(
    config: &Config,
    target: &Config,
    file: &Path,
    folder: &Temporary,
) -> Result<(), Problem> {
    if !backups::is_encrypted(file) {
        return backups::restore(target, file);
    }
    let plain = folder.0.join("decrypted");
    backups::decrypt(config, file, &plain)?;
    backups::restore(target, &plain)
}

/// Restores the newest backup into a temporary folder, or takes a database that other tools have
/// restored, and checks its books. Records the drill in the database in use.
pub async fn drill(
    mut config: Config,
    from: Option<String>,
    restored_url: Option<String>,
) -> Result<(), Problem> {
    let live = open_existing(&mut config)?;
    let now = Clock::system().now();
    let done = match (from, restored_url) {
        (_, Some(url)) => {
            let restored = Db::postgres(&url, PostgresOptions::default()).map_err(sentence)?;
            check_restored(&config, restored, now.minus(MAX_BEHIND)).await
        }
        (from, None) => drill_newest(&config, &from.unwrap_or_default()).await,
    };
    let recorded = match done {
        Ok(said) => {
            let recorded = live.write(move |tx| safeguards::record_drill(tx, now)).await;
            recorded.map_err(sentence).map(|()| said)
        }
        Err(why) => Err(format!("the drill failed: {why}")),
    };
    live.close();
    say(&recorded?)
}

async fn drill_newest(config: &Config, from: &str) -> Result<String, Problem> {
    backups::refuse_postgres(config)?;
    let place = Archive::open(&config.files.at(from).map_err(sentence)?)?;
    let names = place.names().await?;
    let dated = names.iter().filter_map(|name| Some((regular::time_in(name)?, name)));
    let (time, name) = dated.max().ok_or_else(|| format!("there is no backup in {from}"))?;
    let folder = Temporary::within(&config.data)?;
    let file = fetch(&place, name, &folder).await?;
    let mut target = config.clone();
    target.data = folder.0.join("data");
    restore_file(config, &target, &file, &folder)?;
    let file = backups::database_file(&target);
    let restored = Db::sqlite(&file, SqliteOptions::default()).map_err(sentence)?;
    let said = check_restored(config, restored, time).await?;
    Ok(format!("The backup {name} was restored. {said}"))
}

/// Checks every rule of a restored database, and compares it with anchors written until a time.
async fn check_restored(config: &Config, db: Db, until: Timestamp) -> Result<String, Problem> {
    // A backup of an earlier release is migrated, as it would be after a loss.
    if let SchemaState::Pending(_) = db.schema_state(migrations::ALL).map_err(sentence)? {
        db.migrate(migrations::ALL).map_err(sentence)?;
    }
    let keys = verify::Keys::of(&backups::fitting_secrets(config, &db).await?);
    let (rules, files) = (features::rules(), Files::from_config(config)?);
    let (misfits, anchors) =
        verify::compare_stored_until(&db, &files, &rules, until).await.map_err(sentence)?;
    let report = verify::report(&db, rules, &keys, misfits).await.map_err(sentence)?;
    db.close();
    if !report.breaches.is_empty() {
        let lines: Vec<String> = report.breaches.iter().map(ToString::to_string).collect();
        return Err(format!("its books are wrong: {}", lines.join("; ")));
    }
    Ok(format!(
        "Every invariant holds: {} cards with {} on them. {anchors} anchors fit.",
        report.summary.cards, report.summary.outstanding
    ))
}

/// Folder that only its owner can read, deleted with its content when it is dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn within(data: &Path) -> Result<Temporary, Problem> {
        let folder = data.join(format!("restoring-{}", random_hex()));
        let made = DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(|error| format!("{} can't be made: {error}", folder.display()))?;
        Ok(Temporary(folder))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // A folder that can't be deleted is as private as the database.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub async fn export_keys(mut config: Config) -> Result<(), Problem> {
    let db = open_existing(&mut config)?;
    let secrets = backups::fitting_secrets(&config, &db).await?;
    db.close();
    let copies = secrets.copies().into_iter();
    let lines: Vec<String> =
        copies.map(|copy| format!("Key {}:\n{}", copy.name, copy.text)).collect();
    say(&format!(
        "{}\n\nKeep this on paper or in a password safe, away from the server and from its backups. Then type it into `funray key confirm`.",
        lines.join("\n")
    ))
}

/// Reads copies of keys from standard input, one per line. Records the keys that have a copy.
pub async fn confirm_keys(mut config: Config) -> Result<(), Problem> {
    let db = open_existing(&mut config)?;
    let secrets = backups::fitting_secrets(&config, &db).await?;
    let mut typed = String::new();
    io::stdin().take(MAX_TYPED).read_to_string(&mut typed).map_err(sentence)?;
    let now = Clock::system().now();
    let mut confirmed = Vec::new();
    for (number, line) in (1..).zip(typed.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let name = secrets.name_of_copy(line).ok_or_else(|| {
            format!("line {number} is no copy of a key in use; look for a typing error")
        })?;
        confirmed.push(name.to_owned());
    }
    if confirmed.is_empty() {
        return Err("nothing was typed; give each copy a line, then end with Ctrl-D".to_owned());
    }
    let names = confirmed.clone();
    let record = move |tx: &mut db::Tx<'_>| {
        names.iter().try_for_each(|name| safeguards::record_key_copy(tx, name, now))
    };
    db.write(record).await.map_err(sentence)?;
    let left = regular::refuse_without_key_copy(&db, &secrets).await;
    db.close();
    say(&format!("The copy of {} is right.", confirmed.join(" and ")))?;
    left
}

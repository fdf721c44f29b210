//! Checks of the database, the file store, the disk, and the operator's safeguards: backups,
//! drills and the copy of the key.

use std::{path::Path, time::Duration};

use db::{Db, Engine};
use kernel::{random::random_hex, timestamp::Timestamp};
use platform::{
    clocks, config::FileStore, error::Error, metrics::Safeguarded, migrations, safeguards,
    services::files::Files,
};

use super::{Installation, Topic, finding::Finding, store, within};
use crate::backups;

const DATABASE: Topic = Topic { name: "database", page: "operate/start" };
const CLOCK: Topic = Topic { name: "clock", page: "operate/start" };
const STORE: Topic = Topic { name: "file-store", page: "operate/storage" };
const DISK: Topic = Topic { name: "disk", page: "operate/storage" };
const BACKUP: Topic = Topic { name: "backup", page: "operate/backup-rehearsal" };
const DRILL: Topic = Topic { name: "drill", page: "operate/backup-rehearsal" };
const KEY_COPY: Topic = Topic { name: "key-copy", page: "operate/key-rehearsal" };

/// Oldest version of PostgreSQL on which the program is tested.
const OLDEST_POSTGRES: u32 = 15;
/// Age from which a backup is too old. A daily one may take two hours.
const BACKUP_AGE: Duration = Duration::from_secs(26 * 3600);
const DRILL_AGE: Duration = Duration::from_secs(35 * 24 * 3600);
const LITTLE_SPACE: u64 = 1 << 30;
const MEBIBYTE: u64 = 1 << 20;

/// Checks version, schema and clock of the database.
pub async fn check_database(about: &Installation) -> Vec<Finding> {
    let db = match &about.db {
        Ok(db) => db,
        Err(why) => return vec![missing(DATABASE, why)],
    };
    let version =
        within(about.patience, async { db.read(store::version).await.map_err(sentence) }).await;
    let lead = within(about.patience, async { clocks::lead(db).await.map_err(sentence) }).await;
    vec![
        match version {
            Ok(version) => judge_database(db, version).await,
            Err(why) => DATABASE.failed("", why, "check database_url and that PostgreSQL runs"),
        },
        match lead.map(clocks::Lead::problem) {
            Ok(None) => CLOCK.fine("", "as the database's"),
            Ok(Some(why)) => CLOCK.failed("", why, "let one time server set both clocks"),
            Err(why) => CLOCK.unknown("", why, "first mend the database"),
        },
    ]
}

async fn judge_database(db: &Db, version: String) -> Finding {
    if let Err(why) = migrations::state(db).await {
        return DATABASE.failed("", why, "run `funray migrate` of this release");
    }
    let name = match db.engine() {
        Engine::Sqlite => format!("SQLite {version}"),
        Engine::Postgres => format!("PostgreSQL {version}"),
    };
    let major = version.split(['.', ' ']).next().and_then(|text| text.parse::<u32>().ok());
    match db.engine() {
        Engine::Postgres if major.is_none_or(|major| major < OLDEST_POSTGRES) => DATABASE.advice(
            "",
            format!("{name}, which the program is not tested on"),
            "upgrade to PostgreSQL 15 or newer",
        ),
        _ => DATABASE.fine("", name),
    }
}

fn sentence(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn missing(topic: Topic, why: &str) -> Finding {
    topic.failed("", why, "run the doctor as the service's user and with its settings (--env-file)")
}

/// Writes, reads and deletes a file in the store of pictures.
pub async fn check_store(about: &Installation) -> Vec<Finding> {
    let place = match about.config.files.store() {
        FileStore::S3 { bucket, .. } => format!("the bucket {bucket}"),
        FileStore::Folder(_) if !about.config.data.exists() => {
            let found = "the data folder is made at the first start";
            return vec![STORE.unknown("", found, "start the program first")];
        }
        FileStore::Folder(folder) => {
            folder.unwrap_or_else(|| about.config.data.join("files")).display().to_string()
        }
    };
    vec![match within(about.patience, store_a_file(about)).await {
        Ok(()) => STORE.fine("", format!("a file was written, read and deleted in {place}")),
        Err(why) => STORE.failed(
            "",
            format!("{place}: {why}"),
            "the program needs the right to write, read, list and delete there",
        ),
    }]
}

async fn store_a_file(about: &Installation) -> Result<(), String> {
    let files = Files::from_config(&about.config)?;
    let (place, content) = (format!("doctor/{}", random_hex()), random_hex().into_bytes());
    let step = |what: &'static str| move |error: Error| format!("can't {what}: {error:?}");
    files.put(&place, content.clone()).await.map_err(step("write"))?;
    let found = files.get(&place).await.map_err(step("read"));
    // A file that can't be read must not stay either.
    files.delete(&place).await.map_err(step("delete"))?;
    match found? {
        Some(bytes) if bytes[..] == content[..] => Ok(()),
        Some(_) => Err("another content comes back".to_owned()),
        None => Err("a written file is not there".to_owned()),
    }
}

/// Checks the free space where the data is.
pub fn check_disk(data: &Path) -> Finding {
    const REMEDY: &str = "make room: without space nothing can be sold or redeemed";
    let folder = data.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match rustix::fs::statvfs(folder) {
        Ok(disk) => {
            judge_disk(disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize, REMEDY)
        }
        Err(error) => DISK.unknown("", format!("{}: {error}", folder.display()), REMEDY),
    }
}

fn judge_disk(free: u64, whole: u64, remedy: &str) -> Finding {
    let found = format!("{} of {} MiB are free", free / MEBIBYTE, whole / MEBIBYTE);
    match free {
        free if free < LITTLE_SPACE => DISK.failed("", found, remedy),
        free if free < whole / 10 => DISK.advice("", found, remedy),
        _ => DISK.fine("", found),
    }
}

/// Checks the age of the last backup and drill, and whether the key has a copy.
pub async fn check_safeguards(about: &Installation) -> Vec<Finding> {
    let db = match &about.db {
        Ok(db) => db,
        Err(why) => return [BACKUP, DRILL, KEY_COPY].map(|topic| missing(topic, why)).to_vec(),
    };
    let read = async { db.read(safeguards::last).await.map_err(sentence) };
    let mut findings = match within(about.patience, read).await {
        Ok(last) => judge_backups(&last, about.now),
        Err(why) => [BACKUP, DRILL].map(|topic| missing(topic, &why)).to_vec(),
    };
    findings.push(match within(about.patience, keys_without_copy(about, db)).await {
        Ok(missing) if missing.is_empty() => KEY_COPY.fine("", "every key has a copy"),
        Ok(names) => KEY_COPY.failed(
            "",
            format!("no copy of the key {} is confirmed", names.join(" and ")),
            "run `funray key export`, keep the copy elsewhere, and type it into `funray key confirm`",
        ),
        Err(why) => missing(KEY_COPY, &why),
    });
    findings
}

async fn keys_without_copy(about: &Installation, db: &Db) -> Result<Vec<String>, String> {
    let secrets = backups::secrets_to_read_with(&about.config, db).await?;
    let copied = db.read(safeguards::copied_keys).await.map_err(sentence)?;
    let names = secrets.copies().into_iter().map(|copy| copy.name);
    Ok(names.filter(|name| !copied.contains(name)).collect())
}

fn judge_backups(last: &Safeguarded, now: Timestamp) -> Vec<Finding> {
    let hours = |at: Timestamp| now.since(at).as_secs() / 3600;
    let backup = "run `funray backup --every 6h`, or `funray backup --record` after your own";
    let drill = "run `funray drill` each month";
    vec![
        match last.backed_up_at {
            None => BACKUP.failed("", "none was ever made", backup),
            Some(at) if now.since(at) > BACKUP_AGE => {
                BACKUP.failed("", format!("the last one is {} hours old", hours(at)), backup)
            }
            Some(at) => BACKUP.fine("", format!("the last one is {} hours old", hours(at))),
        },
        match last.drilled_at {
            None => DRILL.advice("", "no backup was ever restored", drill),
            Some(at) if now.since(at) > DRILL_AGE => {
                DRILL.advice("", format!("the last one was {} days ago", hours(at) / 24), drill)
            }
            Some(at) => DRILL.fine("", format!("the last one was {} days ago", hours(at) / 24)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::finding::Outcome;
    use super::*;

    #[test]
    fn judge_disk_warns_early_and_fails_when_little_is_left() {
        let outcome = |free: u64, whole: u64| judge_disk(free, whole, "").outcome;
        let gibibyte = 1 << 30;
        assert_eq!(outcome(gibibyte - 1, 2 * gibibyte), Outcome::Failed);
        assert_eq!(outcome(2 * gibibyte, 30 * gibibyte), Outcome::Advice);
        assert_eq!(outcome(3 * gibibyte, 30 * gibibyte), Outcome::Fine);
    }

    #[test]
    fn judge_backups_compares_their_ages() {
        let now = Timestamp::parse("2026-03-10T15:00:00Z").expect("a time");
        let outcomes = |backup: Option<u64>, drill: Option<u64>| {
            let ago = |hours: u64| now.minus(Duration::from_secs(hours * 3600));
            let last = Safeguarded { backed_up_at: backup.map(ago), drilled_at: drill.map(ago) };
            judge_backups(&last, now).into_iter().map(|finding| finding.outcome).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(None, None), [Outcome::Failed, Outcome::Advice]);
        assert_eq!(outcomes(Some(25), Some(34 * 24)), [Outcome::Fine, Outcome::Fine]);
        assert_eq!(outcomes(Some(27), Some(36 * 24)), [Outcome::Failed, Outcome::Advice]);
    }
}

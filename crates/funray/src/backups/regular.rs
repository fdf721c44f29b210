//! Regular backups: encrypted copies of the embedded database in a folder or bucket, with old ones
//! deleted.

use std::{fs, path::PathBuf, time::Duration};

use db::Db;
use tokio::sync::mpsc;

use kernel::{random::random_hex, timestamp::Timestamp};
use platform::{
    config::Config,
    error::Error,
    safeguards,
    secrets::Secrets,
    services::{archive::Archive, sealed_file::Sealer},
};

/// Beginning and end of a backup's name, with its time between them.
const BEFORE: &str = "funray-";
const AFTER: &str = ".backup";

/// Parses a time such as "6h" or "30d".
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let unknown = || format!("{text:?} is no time; write it like 30m, 6h or 30d");
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(unknown)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 24 * 3600,
        _ => return Err(unknown()),
    };
    let number = number.parse::<u32>().ok().filter(|number| *number > 0).ok_or_else(unknown)?;
    Ok(Duration::from_secs(u64::from(number) * seconds))
}

/// Returns the name of a backup, which contains its time to the second.
pub fn name_at(time: Timestamp) -> String {
    let text = time.to_string();
    let seconds: String = text.chars().take(19).collect();
    format!("{BEFORE}{}Z{AFTER}", seconds.replace(':', "-"))
}

/// Returns the time in a backup's name, or `None` for other files.
pub fn time_in(name: &str) -> Option<Timestamp> {
    let text = name.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
    let (day, clock) = text.split_once('T')?;
    Timestamp::parse(&format!("{day}T{}", clock.replace('-', ":")))
}

/// Returns the backups that are older than `keep`. The newest one is never among them.
fn outdated(names: &[String], now: Timestamp, keep: Duration) -> Vec<&String> {
    let mut dated: Vec<(Timestamp, &String)> =
        names.iter().filter_map(|name| Some((time_in(name)?, name))).collect();
    dated.sort();
    dated.pop();
    let is_old = |time: &Timestamp| now.since(*time) > keep;
    dated.into_iter().filter(|(time, _)| is_old(time)).map(|(_, name)| name).collect()
}

/// Fails unless the operator has confirmed a copy of each key in use. Without its key an encrypted
/// backup is lost.
pub async fn refuse_without_key_copy(db: &Db, secrets: &Secrets) -> Result<(), String> {
    let copied =
        db.read(safeguards::copied_keys).await.map_err(|error: Error| error.to_string())?;
    let missing: Vec<String> = secrets.copies().into_iter().map(|copy| copy.name).collect();
    let missing: Vec<String> = missing.into_iter().filter(|name| !copied.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "no copy of the key {} is confirmed, and without it an encrypted backup is lost; run `funray key export`, keep the copy \
         elsewhere, and type it into `funray key confirm`",
        missing.join(" and ")
    ))
}

/// Makes an encrypted backup, and deletes backups older than `keep`. Returns the names of the new
/// and of the deleted backups.
pub async fn make(
    config: &Config,
    db: &Db,
    secrets: &Secrets,
    to: &Archive,
    now: Timestamp,
    keep: Option<Duration>,
) -> Result<(String, Vec<String>), String> {
    refuse_without_key_copy(db, secrets).await?;
    let name = name_at(now);
    // The copy is private like the database, and on the same disk, because it is as large.
    let copy = Copy(config.data.join(format!("{}.partial-backup", random_hex())));
    let (source, path) = (db.clone(), copy.0.clone());
    let copied = tokio::task::spawn_blocking(move || source.backup(&path)).await;
    copied.map_err(|panic| panic.to_string())?.map_err(|error| error.to_string())?;
    send(&copy, secrets, to, &name).await?;
    let recorded = db.write(move |tx| safeguards::record_backup(tx, now)).await;
    recorded.map_err(|error: Error| error.to_string())?;
    let mut deleted = Vec::new();
    if let Some(keep) = keep {
        let names = to.names().await?;
        for old in outdated(&names, now, keep) {
            to.delete(old).await?;
            deleted.push(old.clone());
        }
    }
    Ok((name, deleted))
}

/// Unencrypted copy of the database, deleted when it is dropped.
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        // A copy that can't be deleted is as private as the database.
        let _ = fs::remove_file(&self.0);
    }
}

/// Encrypts the copy while it is uploaded.
async fn send(copy: &Copy, secrets: &Secrets, to: &Archive, name: &str) -> Result<(), String> {
    let file = fs::File::open(&copy.0).map_err(|error| error.to_string())?;
    let mut sealer = Sealer::new(secrets, file);
    // Two pieces wait at most, since each takes 8 MiB of memory.
    let (pieces, arrived) = mpsc::channel(1);
    let sealing = tokio::task::spawn_blocking(move || {
        loop {
            let piece = match sealer.next_piece() {
                Ok(Some(piece)) => Ok(piece),
                Ok(None) => return,
                Err(error) => Err(error.to_string()),
            };
            // Without a receiver the upload has failed.
            if pieces.blocking_send(piece).is_err() {
                return;
            }
        }
    });
    to.upload(name, arrived).await?;
    if let Err(panic) = sealing.await {
        to.delete(name).await?;
        return Err(panic.to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    #[test]
    fn parse_time_reads_a_number_with_a_unit() {
        assert_eq!(parse_time("30m"), Ok(Duration::from_secs(1800)));
        assert_eq!(parse_time("6h"), Ok(Duration::from_secs(6 * 3600)));
        assert_eq!(parse_time("30d"), Ok(Duration::from_secs(30 * 24 * 3600)));
        for wrong in ["", "6", "h", "0h", "-1h", "6 hours", "6é", "99999999999d"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn name_of_a_backup_tells_its_time() {
        let time = at("2026-03-10T15:04:05Z");
        assert_eq!(name_at(time), "funray-2026-03-10T15-04-05Z.backup");
        assert_eq!(time_in(&name_at(time.plus(Duration::from_micros(7)))), Some(time));
        for other in ["", "funray-.backup", "funray-today.backup", "notes.txt"] {
            assert_eq!(time_in(other), None, "{other}");
        }
    }

    #[test]
    fn outdated_keeps_young_backups_the_newest_one_and_other_files() {
        let names = [
            "funray-2026-03-01T00-00-00Z.backup",
            "funray-2026-03-02T00-00-00Z.backup",
            "notes.txt",
        ];
        let names = names.map(str::to_owned);
        let day = Duration::from_secs(24 * 3600);
        let of = |keep| outdated(&names, at("2026-03-09T00:00:00Z"), keep);
        assert_eq!(of(day), [&names[0]]);
        assert!(of(8 * day).is_empty());
    }
}

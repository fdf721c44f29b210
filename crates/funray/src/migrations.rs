//! The one numbered list of schema changes, for both engines.

use db::{Db, Migration, SchemaState};

macro_rules! migrations {
    ($($number:literal $name:literal)+) => {
        pub const ALL: &[Migration] = &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../migrations/", $name, ".sql")),
        }),+];
    };
}

migrations! {
    1 "0001_ground"
    2 "0002_people"
    3 "0003_catalogue"
    4 "0004_files"
    5 "0005_money"
    6 "0006_payments"
    7 "0007_cancelled_orders"
    8 "0008_supporters"
    9 "0009_card_switches"
    10 "0010_gift_addresses"
    11 "0011_upkeep"
    12 "0012_jobs_of_payments"
    13 "0013_sealed_switches"
    14 "0014_people_at_scale"
    15 "0015_audit"
    16 "0016_invitations"
    17 "0017_card_presentations"
    18 "0018_known_devices"
    19 "0019_proofs"
    20 "0020_charge_reversals"
    25 "0025_second_factors"
    26 "0026_order_reviews"
    27 "0027_tills"
    28 "0028_redemption_requests"
    30 "0030_privacy"
    31 "0031_tills_of_requests"
    33 "0033_plain_names"
    34 "0034_traces_of_jobs"
    35 "0035_stored_shapes"
    36 "0036_keyed_seals"
}

/// For readiness: ours, or a sentence that says what it is instead.
pub async fn state(db: &Db) -> Result<(), String> {
    let db = db.clone();
    match tokio::task::spawn_blocking(move || db.schema_state(ALL)).await {
        Ok(Ok(SchemaState::UpToDate)) => Ok(()),
        Ok(Ok(other)) => Err(other.to_string()),
        Ok(Err(error)) => Err(unknown(&error)),
        Err(error) => Err(unknown(&error)),
    }
}

/// Anybody may ask, so the reason is for the log alone.
fn unknown(error: &dyn std::fmt::Display) -> String {
    tracing::warn!(%error, "not ready: the database's version can't be read");
    "unknown".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_list_every_file_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let listed: Vec<String> =
            ALL.iter().map(|migration| format!("{}.sql", migration.name)).collect();
        assert_eq!(files, listed);
        assert!(ALL.is_sorted_by(|one, next| one.number < next.number));
        for migration in ALL {
            assert!(
                migration.name.starts_with(&format!("{:04}_", migration.number)),
                "{}",
                migration.name
            );
        }
    }

    #[test]
    fn checksum_is_what_existing_databases_hold() {
        assert_eq!(ALL[0].checksum(), 403_151_245_523_393_886);
        assert_eq!(ALL[1].checksum(), 6_757_868_016_486_093_097);
    }
}

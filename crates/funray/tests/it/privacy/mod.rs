//! Tests of personal data: retention, the inventory, the export, and physical deletion from the
//! database file.

mod data_inventory;
mod export;
mod retention;

use std::fs;

use crate::support::{Place, place::on_postgres};

#[test]
fn database_file_keeps_nothing_of_deleted_rows() {
    if on_postgres() {
        return;
    }
    let place = Place::migrated();
    let db = place.open();
    let link = "a-link-that-opens-doors-".repeat(20);
    let stored = link.clone();
    db.write_blocking(move |tx| {
        tx.execute(
            "INSERT INTO token_bucket (bucket, used_up, updated_at) VALUES ($1, 0, 0)",
            db::params![stored],
        )
    })
    .expect("a row");
    db.write_blocking(|tx| tx.execute("DELETE FROM token_bucket", &[])).expect("deleted");
    // Closing the last connection writes all changes to the database file.
    db.close();
    let bytes = fs::read(place.folder.path().join("funray.db")).expect("the file");
    let is_there = bytes.windows(24).any(|window| window == &link.as_bytes()[..24]);
    assert!(!is_there, "the link can be read from the file");
}

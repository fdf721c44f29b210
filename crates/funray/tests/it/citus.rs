//! Tests of `funray distribute` on a real Citus cluster (`TEST_DB=citus`).

use db::{Db, Distribution, Migration, SpreadTable};
use platform::{distribution::PLAN, migrations::ALL};

use crate::support::{Place, place::on_citus, program::run};

/// Constraints of all tables; those of shards are hidden.
const CONSTRAINTS: &str = "SELECT t.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid AND t.relnamespace = 'public'::regnamespace
    ORDER BY 1";
const DISTRIBUTED: &str = "SELECT CAST(c.relname AS TEXT) FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE p.partmethod = 'h' OR p.repmodel = 't' ORDER BY c.relname COLLATE \"C\"";

/// Returns a cluster with the tables of the migrations, before they are distributed.
fn cluster() -> (Place, Db) {
    let place = Place::new();
    place.join_citus();
    let db = place.open();
    db.migrate(ALL).expect("migrations");
    (place, db)
}

fn lines(db: &Db, sql: &'static str) -> Vec<String> {
    let rows: Vec<(String,)> =
        db.read_blocking(move |tx| tx.rows(sql, &[])).expect("the catalogue");
    rows.into_iter().map(|(line,)| line).collect()
}

fn planned(plan: &Distribution) -> Vec<String> {
    let spread = plan.spread.iter().map(|spread| spread.table);
    let mut tables: Vec<String> =
        plan.copied.iter().copied().chain(spread).map(str::to_owned).collect();
    tables.sort_unstable();
    tables
}

#[test]
fn distribute_spreads_rows_and_keeps_every_constraint() {
    if !on_citus() {
        return;
    }
    let (place, db) = cluster();
    let before = lines(&db, CONSTRAINTS);
    assert!(before.iter().any(|line| line.contains("FOREIGN KEY")), "{before:#?}");
    place.run_script(
        "INSERT INTO card_lookup (key_hash, vendor_id, card_id) SELECT 'hash' || i, 'ten_1', 'crd_' || i FROM generate_series(1, 100) i",
    );
    let flags = place.flags();
    for is_first in [true, false] {
        let arguments: Vec<&str> =
            std::iter::once("distribute").chain(flags.iter().map(String::as_str)).collect();
        let (is_fine, out, complaint) = run(&arguments);
        assert!(is_fine, "{complaint}");
        assert_eq!(out.contains("Table card was distributed."), is_first, "{out}");
    }
    assert_eq!(lines(&db, DISTRIBUTED), planned(&PLAN));
    assert_eq!(lines(&db, CONSTRAINTS), before);
    let rows = "SELECT CAST(count(*) AS TEXT) FROM card_lookup WHERE key_hash LIKE 'hash%'";
    assert_eq!(lines(&db, rows), ["100"]);
    let shards = "SELECT CAST(count(*) AS TEXT) FROM pg_dist_shard WHERE logicalrelid = 'card_lookup'::regclass";
    assert_eq!(lines(&db, shards), ["4"]);
}

#[test]
fn distribute_resumes_after_an_interruption() {
    if !on_citus() {
        return;
    }
    let (_place, db) = cluster();
    let before = lines(&db, CONSTRAINTS);
    let (half, rest) = PLAN.spread.split_at(PLAN.spread.len() / 2);
    assert!(!rest.is_empty());
    let broken = SpreadTable { column: "no_such_column", ..rest[0] };
    let broken: &'static [SpreadTable] = [half, &[broken], &rest[1..]].concat().leak();
    db.distribute(&Distribution { spread: broken, ..PLAN })
        .expect_err("it stops at the broken table");
    assert_ne!(lines(&db, CONSTRAINTS), before, "keys are missing meanwhile");
    let resumed = db.keep_distributed(&PLAN).expect("it resumes");
    assert_eq!(resumed, rest.iter().map(|spread| spread.table).collect::<Vec<_>>());
    assert_eq!(lines(&db, CONSTRAINTS), before);
    assert_eq!(lines(&db, DISTRIBUTED), planned(&PLAN));
}

#[test]
fn migrate_distributes_new_tables_and_builds_indexes_on_every_machine() {
    const LATER: [Migration; 2] = [
        Migration {
            number: 9001,
            name: "9001_stamps",
            sql: "CREATE TABLE card_stamp (
                      vendor_id TEXT NOT NULL REFERENCES tenant (id),
                      card_id TEXT NOT NULL,
                      stamps BIGINT NOT NULL,
                      PRIMARY KEY (vendor_id, card_id),
                      FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
                  );
                  CREATE TABLE stamp_colour (tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id));
                  ALTER TABLE card ADD COLUMN stamps BIGINT",
            oldest_program: 16,
        },
        Migration {
            number: 9002,
            name: "9002_cards_by_face",
            sql: "CREATE INDEX CONCURRENTLY card_by_face ON card (face, id)",
            oldest_program: 16,
        },
    ];
    if !on_citus() {
        return;
    }
    let place = Place::migrated();
    let db = place.open();
    let stamps = SpreadTable { table: "card_stamp", column: "vendor_id", beside: Some("card") };
    let spread: &'static [SpreadTable] = [PLAN.spread, &[stamps]].concat().leak();
    let plan = Distribution { spread, ..PLAN };
    db.migrate(&[ALL, &LATER].concat()).expect("a later release");
    assert_eq!(db.keep_distributed(&plan).expect("distributed"), ["card_stamp"]);
    assert_eq!(lines(&db, DISTRIBUTED), planned(&plan));
    let keys = "SELECT CAST(count(*) AS TEXT) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'card_stamp'::regclass";
    assert_eq!(lines(&db, keys), ["2"]);
    let colours = "SELECT CAST(repmodel AS TEXT) FROM pg_dist_partition WHERE logicalrelid = 'stamp_colour'::regclass";
    assert_eq!(lines(&db, colours), ["s"], "its key refers to the copies of the tenants");
    let invalid = "SELECT CAST(indexrelid::regclass AS TEXT) FROM pg_index WHERE NOT indisvalid";
    assert_eq!(lines(&db, invalid), Vec::<String>::new());
    assert_eq!(db.keep_distributed(&plan).expect("nothing to do"), Vec::<String>::new());
}

#[test]
fn distribute_says_what_is_missing_without_a_cluster() {
    if on_citus() {
        return;
    }
    let place = Place::migrated();
    let flags = place.flags();
    let arguments: Vec<&str> =
        std::iter::once("distribute").chain(flags.iter().map(String::as_str)).collect();
    let (is_fine, _, complaint) = run(&arguments);
    assert!(!is_fine);
    let is_told = complaint.contains("Citus cluster") || complaint.contains("has one machine");
    assert!(is_told, "{complaint}");
}

//! Migrations: all or none, once, and never by a program older than the data.

use std::sync::{Arc, Barrier};
use std::thread;

use db::{Engine, Error, Migration, SchemaState, params};

use crate::support::{Bed, Limits, TABLES, on_both};

on_both!(
    migrate_applies_pending_migrations_once,
    schema_state_reports_a_newer_schema,
    migrate_refuses_a_changed_or_skipped_migration,
    migrate_rolls_back_when_one_migration_fails,
    migrate_runs_once_on_concurrent_nodes,
    migrate_can_rebuild_a_referenced_table,
);

const SECOND: Migration = Migration {
    number: 2,
    name: "add_region",
    sql: "CREATE TABLE region (id TEXT PRIMARY KEY);
          INSERT INTO region VALUES ('on'); CREATE INDEX region_id ON region (id)",
};
const THIRD: Migration =
    Migration { number: 3, name: "add_colour", sql: "ALTER TABLE region ADD COLUMN colour TEXT" };

fn with(more: &[Migration]) -> Vec<Migration> {
    [TABLES, more].concat()
}

fn migrate_applies_pending_migrations_once(bed: &Bed) {
    let all = with(&[SECOND, THIRD]);
    assert_eq!(bed.db.schema_state(&all), Ok(SchemaState::Pending(vec![2, 3])));
    assert_eq!(bed.db.migrate(&all), Ok(vec![2, 3]));
    assert_eq!(bed.db.migrate(&all), Ok(vec![]));
    assert_eq!(bed.db.schema_state(&all), Ok(SchemaState::UpToDate));
    let rows = bed
        .db
        .read_blocking(|tx| tx.rows::<(String, Option<String>)>("SELECT * FROM region", params![]));
    assert_eq!(rows, Ok(vec![("on".to_owned(), None)]));
}

fn schema_state_reports_a_newer_schema(bed: &Bed) {
    bed.db.migrate(&with(&[SECOND, THIRD])).unwrap();
    let newer = SchemaState::NewerThanProgram { found: 3, known: 1 };
    assert_eq!(bed.db.schema_state(TABLES), Ok(newer.clone()));
    assert_eq!(bed.db.migrate(TABLES), Err(Error::Schema(newer.to_string())));
    assert_eq!(newer.to_string().lines().count(), 1);
    assert!(newer.to_string().contains("version 3"));
}

fn migrate_refuses_a_changed_or_skipped_migration(bed: &Bed) {
    bed.db.migrate(&with(&[SECOND])).unwrap();
    let changed = Migration { sql: "CREATE TABLE other (id TEXT)", ..SECOND };
    let result = bed.db.migrate(&with(&[changed]));
    assert!(
        matches!(&result, Err(Error::Schema(why)) if why.contains("V2__add_region")),
        "{result:?}"
    );
    let skipped =
        bed.db.migrate(&with(&[SECOND, THIRD])).and_then(|_| bed.db.migrate(&with(&[THIRD])));
    assert!(
        matches!(&skipped, Err(Error::Schema(why)) if why.contains("V2__add_region")),
        "{skipped:?}"
    );
}

fn migrate_rolls_back_when_one_migration_fails(bed: &Bed) {
    let broken = Migration { sql: "CREATE TABLE half (id TEXT); SELECT * FROM nowhere", ..THIRD };
    let result = bed.db.migrate(&with(&[SECOND, broken]));
    assert!(
        matches!(&result, Err(Error::Schema(why)) if why.contains("V3__add_colour failed")),
        "{result:?}"
    );
    assert_eq!(bed.db.schema_state(&with(&[SECOND])), Ok(SchemaState::Pending(vec![2])));
    for table in ["region", "half"] {
        let sql = format!("SELECT * FROM {table}");
        let rows = bed.db.read_blocking(move |tx| tx.rows::<(String,)>(&sql, params![]));
        assert!(matches!(rows, Err(Error::Sql(_))), "{table}: {rows:?}");
    }
    assert_eq!(bed.db.migrate(&with(&[SECOND, THIRD])), Ok(vec![2, 3]));
}

fn migrate_runs_once_on_concurrent_nodes(bed: &Bed) {
    let together = Arc::new(Barrier::new(4));
    let nodes: Vec<_> = (0..4)
        .map(|_| {
            let (db, together) = (bed.open(Limits::default()), together.clone());
            thread::spawn(move || {
                together.wait();
                db.migrate(&with(&[SECOND, THIRD])).unwrap()
            })
        })
        .collect();
    let applied: Vec<_> = nodes.into_iter().flat_map(|node| node.join().unwrap()).collect();
    assert_eq!(applied, [2, 3]);
}

fn migrate_can_rebuild_a_referenced_table(bed: &Bed) {
    bed.db
        .write_blocking(|tx| {
            tx.execute("INSERT INTO vendor (id, name) VALUES ('v1', 'Ann')", params![])?;
            tx.execute(
                "INSERT INTO card (id, balance, vendor_id) VALUES ('c1', 1, 'v1')",
                params![],
            )
        })
        .unwrap();
    // SQLite's way of changing a table; foreign keys that were in force would forbid it.
    let rebuild = match bed.engine {
        Engine::Sqlite => {
            "CREATE TABLE vendor_new (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, city TEXT);
             INSERT INTO vendor_new SELECT id, name, NULL FROM vendor;
             DROP TABLE vendor;
             ALTER TABLE vendor_new RENAME TO vendor;"
        }
        Engine::Postgres => "ALTER TABLE vendor ADD COLUMN city TEXT",
    };
    let rebuild = Migration { number: 2, name: "vendor_city", sql: rebuild };
    assert_eq!(bed.db.migrate(&with(&[rebuild])), Ok(vec![2]));
    let removed = bed.db.write_blocking(|tx| tx.execute("DELETE FROM vendor", params![]));
    assert_eq!(removed, Err(Error::ForeignKey));
    // But what is left behind must hold.
    let orphan = Migration { number: 3, name: "forget_vendors", sql: "DELETE FROM vendor" };
    let result = bed.db.migrate(&with(&[rebuild, orphan]));
    assert!(matches!(&result, Err(Error::Schema(_))), "{result:?}");
    assert_eq!(
        bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM vendor", params![])),
        Ok((1,))
    );
}

//! Tests of migrations: applied once, completely or not at all, next to running transactions, and
//! never by a program too old for the data.

use std::sync::{Arc, Barrier};
use std::thread;

use db::{Engine, Error, Migration, SchemaState, params};

use crate::support::{Bed, Limits, TABLES, on_both};

on_both!(
    migrate_applies_pending_migrations_once,
    schema_state_is_empty_before_the_first_table,
    schema_state_asks_a_newer_schema_which_programs_may_run,
    schema_state_heeds_every_newer_migration,
    schema_state_detects_a_newer_schema_without_one_of_our_migrations,
    migrate_refuses_a_database_of_another_list,
    migrate_builds_indexes_that_are_declared_concurrent,
    migrate_refuses_a_concurrent_index_beside_other_statements,
    migrate_refuses_a_changed_or_skipped_migration,
    migrate_undoes_a_migration_that_fails,
    migrate_sets_up_an_empty_database_as_a_whole,
    migrate_runs_once_on_concurrent_nodes,
    migrate_can_rebuild_a_referenced_table,
);

const SECOND: Migration = Migration {
    number: 2,
    name: "add_region",
    sql: "CREATE TABLE region (id TEXT PRIMARY KEY);
          INSERT INTO region VALUES ('on'); CREATE INDEX region_id ON region (id)",
    oldest_program: 1,
};
const THIRD: Migration = Migration {
    number: 3,
    name: "add_colour",
    sql: "ALTER TABLE region ADD COLUMN colour TEXT",
    oldest_program: 3,
};
/// Migration that builds indexes without blocking writes to the table of cards.
const INDEX: Migration = Migration {
    number: 2,
    name: "cards_of_vendor",
    sql: "-- What a shop's list asks.
          CREATE INDEX CONCURRENTLY card_of_vendor ON card (vendor_id);
          CREATE UNIQUE INDEX CONCURRENTLY card_note ON card (note)",
    oldest_program: 1,
};

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

fn schema_state_is_empty_before_the_first_table(bed: &Bed) {
    let db = bed.open_fresh();
    assert_eq!(db.schema_state(TABLES), Ok(SchemaState::Empty));
    db.write_blocking(|tx| tx.execute("CREATE TABLE theirs (id TEXT)", params![])).unwrap();
    assert_eq!(db.schema_state(TABLES), Ok(SchemaState::Pending(vec![1])));
}

fn schema_state_asks_a_newer_schema_which_programs_may_run(bed: &Bed) {
    bed.db.migrate(&with(&[SECOND])).unwrap();
    let newer = SchemaState::Newer { found: 2, known: 1 };
    assert_eq!(bed.db.schema_state(TABLES), Ok(newer.clone()));
    assert!(newer.is_fit() && newer.to_string().contains("may run"), "{newer}");
    assert_eq!(bed.db.migrate(TABLES), Ok(vec![]), "there is nothing for the older program to do");

    bed.db.migrate(&with(&[SECOND, THIRD])).unwrap();
    for known in [TABLES, &with(&[SECOND])] {
        let known_to_it = known.last().unwrap().number;
        let newer = SchemaState::NewerThanProgram { found: 3, known: known_to_it, oldest: 3 };
        assert_eq!(bed.db.schema_state(known), Ok(newer.clone()));
        assert_eq!(bed.db.migrate(known), Err(Error::Schema(newer.to_string())));
        assert!(!newer.is_fit());
        assert_eq!(newer.to_string().lines().count(), 1);
        assert!(newer.to_string().contains("version 3"));
    }
}

/// Every newer migration counts: here migration 3 is stricter about old programs than the newest
/// migration.
fn schema_state_heeds_every_newer_migration(bed: &Bed) {
    let fourth = Migration { number: 4, name: "add_size", sql: "", oldest_program: 2 };
    bed.db.migrate(&with(&[SECOND, THIRD, fourth])).unwrap();
    let newer = SchemaState::NewerThanProgram { found: 4, known: 2, oldest: 3 };
    assert_eq!(bed.db.schema_state(&with(&[SECOND])), Ok(newer));
    let newer = SchemaState::Newer { found: 4, known: 3 };
    assert_eq!(bed.db.schema_state(&with(&[SECOND, THIRD])), Ok(newer));
}

fn schema_state_detects_a_newer_schema_without_one_of_our_migrations(bed: &Bed) {
    let third = Migration { oldest_program: 1, ..THIRD };
    bed.db.migrate(&with(&[Migration { sql: "CREATE TABLE region (id TEXT)", ..third }])).unwrap();
    let apart = SchemaState::GrownApart { found: 3, missing: vec![2] };
    assert_eq!(bed.db.schema_state(&with(&[SECOND])), Ok(apart.clone()));
    assert_eq!(bed.db.migrate(&with(&[SECOND])), Err(Error::Schema(apart.to_string())));
    assert!(!apart.is_fit());
}

fn migrate_refuses_a_database_of_another_list(bed: &Bed) {
    let others =
        [SECOND, THIRD, Migration { number: 4, name: "add_size", sql: "", oldest_program: 4 }];
    bed.db.migrate(&with(&others)).unwrap();
    // Migration 2 has different names in both lists. The database is refused although its list has
    // more migrations.
    let ours = with(&[Migration { name: "add_street", ..SECOND }]);
    let other =
        SchemaState::OtherList { theirs: "add_region".to_owned(), ours: "add_street".to_owned() };
    assert_eq!(bed.db.schema_state(&ours), Ok(other.clone()));
    assert_eq!(bed.db.migrate(&ours), Err(Error::Schema(other.to_string())));
    assert!(!other.is_fit());
    assert_eq!(
        bed.db.schema_state(&with(&others)),
        Ok(SchemaState::UpToDate),
        "nothing was changed"
    );
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

fn migrate_undoes_a_migration_that_fails(bed: &Bed) {
    let broken = Migration { sql: "CREATE TABLE half (id TEXT); SELECT * FROM nowhere", ..THIRD };
    let result = bed.db.migrate(&with(&[SECOND, broken]));
    assert!(
        matches!(&result, Err(Error::Schema(why)) if why.contains("V3__add_colour failed")),
        "{result:?}"
    );
    // On PostgreSQL, migrations before the failed one stay applied. On SQLite, all pending
    // migrations are rolled back.
    let (state, undone): (_, &[&str]) = match bed.engine {
        Engine::Sqlite => (SchemaState::Pending(vec![2]), &["region", "half"]),
        Engine::Postgres => (SchemaState::UpToDate, &["half"]),
    };
    assert_eq!(bed.db.schema_state(&with(&[SECOND])), Ok(state));
    for table in undone {
        let sql = format!("SELECT * FROM {table}");
        let rows = bed.db.read_blocking(move |tx| tx.rows::<(String,)>(&sql, params![]));
        assert!(matches!(rows, Err(Error::Sql(_))), "{table}: {rows:?}");
    }
    assert!(bed.db.migrate(&with(&[SECOND, THIRD])).unwrap().ends_with(&[3]));
}

/// If one of several migrations fails on an empty database, the database stays empty, so another
/// node never finds it half migrated.
fn migrate_sets_up_an_empty_database_as_a_whole(bed: &Bed) {
    let db = bed.open_fresh();
    let broken = Migration { sql: "SELECT * FROM nowhere", ..THIRD };
    db.migrate(&with(&[INDEX, broken])).expect_err("it fails");
    assert_eq!(db.schema_state(TABLES), Ok(SchemaState::Empty));
    assert_eq!(db.migrate(&with(&[INDEX])), Ok(vec![1, 2]));
}

fn migrate_builds_indexes_that_are_declared_concurrent(bed: &Bed) {
    assert_eq!(bed.db.migrate(&with(&[INDEX])), Ok(vec![2]));
    bed.add_card("c1", 1);
    let twice = bed.db.write_blocking(|tx| {
        tx.execute("UPDATE card SET note = 'x'", params![])?;
        tx.execute("INSERT INTO card (id, balance, note) VALUES ('c2', 1, 'x')", params![])
    });
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let of_vendor = "DROP INDEX card_of_vendor";
    bed.db.write_blocking(move |tx| tx.execute(of_vendor, params![])).expect("it is there");
}

fn migrate_refuses_a_concurrent_index_beside_other_statements(bed: &Bed) {
    let sql = "CREATE TABLE region (id TEXT); CREATE INDEX CONCURRENTLY r ON region (id)";
    let result = bed.db.migrate(&with(&[Migration { sql, ..INDEX }]));
    assert!(matches!(&result, Err(Error::Schema(why)) if why.contains("of its own")), "{result:?}");
}

fn migrate_runs_once_on_concurrent_nodes(bed: &Bed) {
    let indexes = Migration { number: 4, ..INDEX };
    let together = Arc::new(Barrier::new(4));
    let nodes: Vec<_> = (0..4)
        .map(|_| {
            let (db, together) = (bed.open(Limits::default()), together.clone());
            thread::spawn(move || {
                together.wait();
                db.migrate(&with(&[SECOND, THIRD, indexes])).unwrap()
            })
        })
        .collect();
    let applied: Vec<_> = nodes.into_iter().flat_map(|node| node.join().unwrap()).collect();
    assert_eq!(applied, [2, 3, 4]);
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
    // In SQLite, a table is changed by rebuilding it, which enforced foreign keys would prevent.
    let rebuild = match bed.engine {
        Engine::Sqlite => {
            "CREATE TABLE vendor_new (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, city TEXT);
             INSERT INTO vendor_new SELECT id, name, NULL FROM vendor;
             DROP TABLE vendor;
             ALTER TABLE vendor_new RENAME TO vendor;"
        }
        Engine::Postgres => "ALTER TABLE vendor ADD COLUMN city TEXT",
    };
    let rebuild = Migration { number: 2, name: "vendor_city", sql: rebuild, oldest_program: 2 };
    assert_eq!(bed.db.migrate(&with(&[rebuild])), Ok(vec![2]));
    let removed = bed.db.write_blocking(|tx| tx.execute("DELETE FROM vendor", params![]));
    assert_eq!(removed, Err(Error::ForeignKey));
    // References to deleted rows are detected at the commit, so this migration fails.
    let sql = "DELETE FROM vendor";
    let orphan = Migration { number: 3, name: "forget_vendors", sql, oldest_program: 2 };
    let result = bed.db.migrate(&with(&[rebuild, orphan]));
    assert!(matches!(&result, Err(Error::Schema(_))), "{result:?}");
    assert_eq!(
        bed.db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM vendor", params![])),
        Ok((1,))
    );
}

//! Tests of schema changes while other transactions write. PostgreSQL only, because an embedded
//! database is used by one program.

use std::thread::{self, JoinHandle};

use db::{Db, Engine, Error, Migration, Result, SchemaState, params};

use crate::support::{Bed, Gate, TABLES, add_card, cluster};

const INDEX: Migration = Migration {
    number: 2,
    name: "card_note",
    sql: "CREATE UNIQUE INDEX CONCURRENTLY card_note ON card (note)",
    oldest_program: 1,
};

fn with(migration: Migration) -> Vec<Migration> {
    [TABLES, &[migration]].concat()
}

/// Starts a transaction that adds a card and stays open until the gate opens.
fn open_writer(db: &Db) -> (Gate, JoinHandle<Result<()>>) {
    let gate = Gate::default();
    let (db, inside) = (db.clone(), gate.clone());
    let writer = thread::spawn(move || {
        db.write_blocking(move |tx| {
            add_card(tx, "open", 1)?;
            inside.pass();
            Ok::<_, Error>(())
        })
    });
    gate.wait_for_arrivals(1);
    (gate, writer)
}

/// Waits until a statement that matches this pattern waits for a lock on the server.
fn wait_until_it_waits(db: &Db, statement: &'static str) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1";
    let look = || db.read_blocking(move |tx| tx.one::<(i64,)>(waiting, params![statement]));
    while look().unwrap().0 == 0 {
        thread::yield_now();
    }
}

fn indexes(db: &Db) -> i64 {
    let sql = "SELECT count(*) FROM pg_class WHERE relname LIKE 'card_note%' AND relname <> 'card_note_folded'";
    db.read_blocking(move |tx| tx.one::<(i64,)>(sql, params![])).unwrap().0
}

/// Checks that the migration waits for an open transaction, but that other writers don't wait for
/// the migration.
fn others_write_during(migration: Migration, statement: &'static str) {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    others_write_on(&bed, migration, statement);
}

fn others_write_on(bed: &Bed, migration: Migration, statement: &'static str) {
    let (gate, writer) = open_writer(&bed.db);
    let db = bed.db.clone();
    let migrating = thread::spawn(move || db.migrate(&with(migration)));
    wait_until_it_waits(&bed.db, statement);
    for card in ["c1", "c2", "c3"] {
        bed.add_card(card, 1);
    }
    assert!(!migrating.is_finished());
    gate.open();
    writer.join().unwrap().unwrap();
    assert_eq!(migrating.join().unwrap(), Ok(vec![2]));
    assert_eq!(bed.db.schema_state(&with(migration)), Ok(SchemaState::UpToDate));
    assert_eq!(bed.cards(), ["c1", "c2", "c3", "open"]);
}

#[test]
fn migrate_builds_an_index_while_others_write() {
    others_write_during(INDEX, "CREATE UNIQUE INDEX%");
}

/// Replaces the table of cards by a table that is partitioned by the card's id.
const PARTITIONED: &str = "
    DROP TABLE card CASCADE;
    CREATE TABLE card (id TEXT PRIMARY KEY, balance BIGINT NOT NULL, note TEXT) PARTITION BY HASH (id);
    CREATE SCHEMA elsewhere;
    CREATE TABLE elsewhere.card PARTITION OF card FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE card_1 PARTITION OF card FOR VALUES WITH (MODULUS 2, REMAINDER 1);";

#[test]
fn migrate_builds_an_index_on_each_partition_while_others_write() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    cluster().administer(bed.database().unwrap().name(), PARTITIONED).unwrap();
    let sql = "CREATE UNIQUE INDEX CONCURRENTLY card_note\n    ON card (note, id)";
    let index = Migration { number: 2, name: "card_note", sql, oldest_program: 1 };
    others_write_on(&bed, index, "CREATE UNIQUE INDEX CONCURRENTLY%");
    let whole = "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                 WHERE i.indisvalid AND c.relname LIKE 'card_note%'";
    let (count,): (i64,) = bed.db.read_blocking(move |tx| tx.one(whole, params![])).unwrap();
    assert_eq!(count, 3, "one on each partition, and that of the table");
}

#[test]
fn migrate_leaves_no_index_on_partitions_that_could_not_be_built() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let name = bed.database().unwrap().name();
    cluster().administer(name, PARTITIONED).unwrap();
    let twice = "ALTER TABLE card DROP CONSTRAINT card_pkey;
                 INSERT INTO card (id, balance) VALUES ('c1', 1), ('c1', 1)";
    cluster().administer(name, twice).unwrap();
    let sql = "CREATE UNIQUE INDEX CONCURRENTLY card_note ON card (id)";
    let index = Migration { number: 2, name: "card_note", sql, oldest_program: 1 };
    let result = bed.db.migrate(&with(index));
    assert!(
        matches!(&result, Err(Error::Schema(why)) if why.contains("V2__card_note failed")),
        "{result:?}"
    );
    assert_eq!(indexes(&bed.db), 0);
}

#[test]
fn migrate_does_not_block_writers_while_it_waits_for_a_table() {
    let sql = "ALTER TABLE card ADD COLUMN colour TEXT";
    let column = Migration { number: 2, name: "card_colour", sql, oldest_program: 1 };
    others_write_during(column, "ALTER TABLE card%");
}

#[test]
fn migrate_leaves_no_index_that_could_not_be_built() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    // Two cards get equal notes, so the migration's unique index can't be built. The existing
    // unique index would forbid equal notes, so it is dropped.
    let write = |sql: &'static str| {
        bed.db.write_blocking(move |tx| tx.execute(sql, params![])).unwrap();
    };
    write("DROP INDEX card_note_folded");
    write("INSERT INTO card (id, balance, note) VALUES ('c1', 1, 'x'), ('c2', 1, 'x')");
    let result = bed.db.migrate(&with(INDEX));
    assert!(
        matches!(&result, Err(Error::Schema(why)) if why.contains("V2__card_note failed")),
        "{result:?}"
    );
    assert_eq!(indexes(&bed.db), 0);
    assert_eq!(bed.db.schema_state(&with(INDEX)), Ok(SchemaState::Pending(vec![2])));
    write("UPDATE card SET note = id");
    assert_eq!(bed.db.migrate(&with(INDEX)), Ok(vec![2]));
}

#[test]
fn migrate_rebuilds_an_index_left_by_a_killed_migration() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let write = |sql: &'static str| {
        bed.db.write_blocking(move |tx| tx.execute(sql, params![])).unwrap();
    };
    write("DROP INDEX card_note_folded");
    write("INSERT INTO card (id, balance, note) VALUES ('c1', 1, 'x'), ('c2', 1, 'x')");
    let database = bed.database().unwrap().name();
    cluster().administer(database, INDEX.sql).expect_err("there are two");
    assert_eq!(indexes(&bed.db), 1, "the invalid index remains");
    write("UPDATE card SET note = id");
    assert_eq!(bed.db.migrate(&with(INDEX)), Ok(vec![2]));
    let third = bed.db.write_blocking(|tx| {
        tx.execute("INSERT INTO card (id, balance, note) VALUES ('c3', 1, 'c1')", params![])
    });
    assert_eq!(third, Err(Error::Unique { constraint: "card_note".to_owned() }));
}

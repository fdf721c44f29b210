//! Tests of partitioned tables (`TEST_DB=postgres-partitioned`): migrations keep the schema and the
//! partitions.

use db::Migration;
use platform::{distribution::PLAN, migrations::ALL};

use crate::{
    guards::schema,
    support::{Place, place::on_postgres},
};

/// A future migration that creates an index on a partitioned table.
const LATER: Migration = Migration {
    number: 9001,
    name: "9001_cards_by_face",
    sql: "CREATE INDEX CONCURRENTLY card_by_face ON card (face, id)",
    oldest_program: 16,
};

/// Returns a database whose tables were partitioned after all migrations.
fn partitioned_place() -> Place {
    let place = Place::new();
    place.open().migrate(ALL).expect("migrations");
    place.partition();
    place
}

fn lines(place: &Place, sql: &'static str) -> Vec<String> {
    let rows: Vec<(String,)> =
        place.open().read_blocking(move |tx| tx.rows(sql, &[])).expect("the catalogue");
    rows.into_iter().map(|(line,)| line).collect()
}

fn partitioned_tables(place: &Place) -> Vec<String> {
    lines(
        place,
        "SELECT CAST(relname AS TEXT) FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace
         ORDER BY relname COLLATE \"C\"",
    )
}

#[test]
fn migrate_leaves_a_partitioned_schema_partitioned() {
    if !on_postgres() {
        return;
    }
    let place = partitioned_place();
    let mut spread: Vec<&str> = PLAN.spread.iter().map(|spread| spread.table).collect();
    spread.sort_unstable();
    assert_eq!(partitioned_tables(&place), spread);
    let applied = place.open().migrate(&[ALL, &[LATER]].concat()).expect("a later release");
    assert_eq!(applied, [LATER.number]);
    assert_eq!(partitioned_tables(&place), spread);
    let parts =
        "SELECT CAST(count(*) AS TEXT) FROM pg_inherits WHERE inhparent = 'card_by_face'::regclass";
    assert_eq!(lines(&place, parts), ["4"], "each partition has the new index");
    let broken = "SELECT CAST(indexrelid::regclass AS TEXT) FROM pg_index WHERE NOT indisvalid";
    assert_eq!(lines(&place, broken), Vec::<String>::new(), "each partition has its index");
}

#[test]
fn partition_keeps_columns_indexes_keys_and_checks() {
    if !on_postgres() {
        return;
    }
    let (plain, partitioned) = (Place::new(), partitioned_place());
    assert_eq!(schema(&partitioned), schema(&plain));
    let constraints = "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                       WHERE conparentid = 0 AND connamespace = 'public'::regnamespace
                       ORDER BY 1";
    assert_eq!(lines(&partitioned, constraints), lines(&plain, constraints));
    let defaults = "SELECT d.adrelid::regclass || ' ' || a.attname || ' ' || pg_get_expr(d.adbin, d.adrelid)
                    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                    JOIN pg_class c ON c.oid = d.adrelid AND c.relnamespace = 'public'::regnamespace
                    ORDER BY 1";
    assert_eq!(lines(&partitioned, defaults), lines(&plain, defaults));
}

//! Partitioned tables (`TEST_DB=postgres-partitioned`): migrations keep their schema and their partitions.

use platform::migrations::ALL;

use crate::{
    guards::schema,
    support::{Place, partitions, place::on_postgres, program::run},
};

/// Newest migration that rebuilds tables of cards and money. Later ones find them partitioned.
const LAST_MADE_ANEW: u32 = 41;

/// Creates a database whose tables were partitioned before the newest migrations.
fn partitioned_lately() -> Place {
    let place = Place::new();
    let count = ALL.iter().filter(|migration| migration.number <= LAST_MADE_ANEW).count();
    place.open().migrate(&ALL[..count]).expect("the first migrations");
    place.partition_by("vendor_id");
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
    let place = partitioned_lately();
    let mut spread: Vec<&str> =
        partitions::spread().into_iter().map(|spread| spread.table).collect();
    spread.sort_unstable();
    let before = partitioned_tables(&place);
    assert!(before.iter().all(|table| spread.contains(&table.as_str())) && before.len() > 10);
    let flags = place.flags();
    let mut words = vec!["migrate"];
    words.extend(flags.iter().map(String::as_str));
    let (fine, out, complaint) = run(&words);
    assert!(fine && out.contains("Migration 45 was"), "{out}{complaint}");
    assert_eq!(partitioned_tables(&place), before);
    // Newer tables are partitioned after the migration that creates them.
    place.partition();
    assert_eq!(partitioned_tables(&place), spread);
    let broken = "SELECT CAST(indexrelid::regclass AS TEXT) FROM pg_index WHERE NOT indisvalid";
    assert_eq!(lines(&place, broken), Vec::<String>::new(), "each partition has its index");
}

#[test]
fn partition_keeps_columns_indexes_keys_and_checks() {
    if !on_postgres() {
        return;
    }
    let (plain, partitioned) = (Place::new(), partitioned_lately());
    partitioned.open().migrate(ALL).expect("the other migrations");
    partitioned.partition();
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

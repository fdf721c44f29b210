//! Checks the plan of the distribution against the schema of the migrations, by the rules of a Citus
//! cluster.

use std::collections::HashMap;

use db::SpreadTable;
use platform::distribution::PLAN;

use crate::support::{Place, place::on_postgres};

/// Tables with a vendor column that are not distributed by vendor, because another id comes first
/// in their keys or because they are small.
const NOT_BY_VENDOR: [&str; 8] = [
    "commission_position",
    "commission_statement",
    "commission_tax",
    "idempotency",
    "payout",
    "supporter",
    "test_card",
    "till_pin",
];

/// Tables with a person column that are not distributed by person. Some are found by the hash of a
/// secret or an email address, before the person is known. Others are used neither by purchases nor
/// by sign-ins. Tables that also have a vendor column are listed above.
const NOT_BY_PERSON: [&str; 20] = [
    "appointment",
    "authenticator_app",
    "closed_cards_link",
    "closing_request",
    "end_sessions_link",
    "idempotency",
    "known_client",
    "list_reading",
    "list_reading_day",
    "list_reading_page",
    "mailed_code",
    "notice",
    "notice_setting",
    "passkey",
    "passkey_challenge",
    "recovery_code",
    "report_subscription",
    "saved_view",
    "sign_in_ticket",
    "till_pin",
];

/// Keys that a cluster would refuse. No key may be added to this list.
const REFUSED: [&str; 0] = [];

/// Distribution of a table: its distribution column and the table with which it is colocated. A
/// table that is copied to every machine has neither.
#[derive(Default)]
struct Spread {
    shard: Option<&'static str>,
    beside: Option<&'static str>,
}

/// A primary key, unique key or foreign key of a table.
struct Key {
    table: String,
    name: String,
    columns: Vec<String>,
    /// Table and columns to which a foreign key refers. `None` for other keys.
    target: Option<(String, Vec<String>)>,
}

fn spread() -> HashMap<&'static str, Spread> {
    let copied = PLAN.copied.iter().map(|table| (*table, Spread::default()));
    let spread = PLAN.spread.iter().map(|SpreadTable { table, column, beside }| {
        (*table, Spread { shard: Some(column), beside: *beside })
    });
    copied.chain(spread).collect()
}

fn keys(place: &Place) -> Vec<Key> {
    let foreign = "SELECT CAST(t.relname AS TEXT), CAST(k.conname AS TEXT), string_agg(a.attname, ' ' ORDER BY c.at),
                          CAST(f.relname AS TEXT), string_agg(b.attname, ' ' ORDER BY c.at)
                   FROM pg_constraint k
                   JOIN pg_class t ON t.oid = k.conrelid
                   JOIN pg_class f ON f.oid = k.confrelid
                   CROSS JOIN unnest(k.conkey, k.confkey) WITH ORDINALITY c (own, theirs, at)
                   JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.own
                   JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = c.theirs
                   WHERE k.contype = 'f' AND k.conparentid = 0 AND t.relnamespace = 'public'::regnamespace
                   GROUP BY t.relname, k.conname, f.relname";
    let unique = "SELECT CAST(t.relname AS TEXT), CAST(c.relname AS TEXT), string_agg(a.attname, ' ' ORDER BY k.at), '', ''
                  FROM pg_index i
                  JOIN pg_class c ON c.oid = i.indexrelid
                  JOIN pg_class t ON t.oid = i.indrelid
                  CROSS JOIN unnest(i.indkey) WITH ORDINALITY k (number, at)
                  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
                  WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace
                  GROUP BY t.relname, c.relname";
    let words = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<(String, String, String, String, String)> = place
        .open()
        .read_blocking(move |tx| {
            let mut rows = tx.rows(foreign, &[])?;
            rows.extend(tx.rows(unique, &[])?);
            Ok::<_, db::Error>(rows)
        })
        .expect("the catalogue");
    rows.into_iter()
        .map(|(table, name, columns, target, theirs)| Key {
            target: (!target.is_empty()).then(|| (target, words(theirs))),
            columns: words(columns),
            table,
            name,
        })
        .collect()
}

/// Returns whether a cluster accepts this key if the tables are distributed as described.
fn is_taken(key: &Key, spread: &HashMap<&'static str, Spread>) -> bool {
    let shard = |table: &str| spread.get(table).and_then(|table| table.shard);
    let own = shard(&key.table);
    let Some((target, theirs)) = &key.target else {
        return own.is_none_or(|own| key.columns.iter().any(|column| column == own));
    };
    match (own, shard(target)) {
        // Neither table has a distribution column: the target is copied to every machine, or both
        // tables are on the coordinator.
        (None, None) => true,
        (Some(_), None) => spread.contains_key(target.as_str()),
        (None, Some(_)) => false,
        (Some(own), Some(shard)) => {
            let group = |table: &str| spread[table].beside.unwrap_or(table).to_owned();
            let mut pairs = key.columns.iter().zip(theirs);
            group(&key.table) == group(target)
                && pairs.any(|(column, other)| column == own && other == shard)
        }
    }
}

#[test]
fn plan_fits_the_schema_and_every_key_of_a_spread_table_has_its_column() {
    if !on_postgres() {
        return;
    }
    let place = Place::migrated();
    let spread = spread();
    let keys = keys(&place);
    let mut refused: Vec<&str> =
        keys.iter().filter(|key| !is_taken(key, &spread)).map(|key| key.name.as_str()).collect();
    refused.sort_unstable();
    assert_eq!(refused, REFUSED, "a cluster would refuse these keys");

    for (table, Spread { shard, .. }) in &spread {
        let columns = "SELECT count(*) FROM information_schema.columns
                       WHERE table_schema = 'public' AND table_name = $1 AND column_name = COALESCE($2, column_name)";
        let (table, shard) = (*table, *shard);
        let (count,): (i64,) = place
            .open()
            .read_blocking(move |tx| tx.one(columns, db::params![table, shard]))
            .expect("a count");
        assert!(count > 0, "{table} has no such column");
    }

    let left = |column: &'static str| {
        let of = "SELECT CAST(table_name AS TEXT) FROM information_schema.columns
                  WHERE table_schema = 'public' AND column_name = $1 ORDER BY table_name";
        let of = place.open().read_blocking(move |tx| tx.rows(of, db::params![column]));
        let mut left: Vec<String> =
            of.expect("the catalogue").into_iter().map(|(table,): (String,)| table).collect();
        left.retain(|table| !spread.contains_key(table.as_str()));
        left
    };
    let why = "they are spread, or a reason says why not";
    assert_eq!(left("vendor_id"), NOT_BY_VENDOR, "tables of vendors: {why}");
    assert_eq!(left("person_id"), NOT_BY_PERSON, "tables of people: {why}");
}

#[test]
fn guard_finds_keys_that_a_cluster_refuses() {
    let by_vendor = |beside| Spread { shard: Some("vendor_id"), beside };
    let spread = HashMap::from([
        ("tenant", Spread::default()),
        ("card", by_vendor(None)),
        ("transfer", by_vendor(Some("card"))),
        ("other", by_vendor(None)),
    ]);
    let takes = |table: &str, columns: &[&str], target: Option<(&str, &[&str])>| {
        let words =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let target = target.map(|(target, columns)| (target.to_owned(), words(columns)));
        let key =
            Key { table: table.to_owned(), name: String::new(), columns: words(columns), target };
        is_taken(&key, &spread)
    };
    let both: &[&str] = &["vendor_id", "card_id"];
    assert!(takes("transfer", both, None) && !takes("transfer", &["id"], None));
    assert!(takes("job", &["kind"], None), "the coordinator's own");
    assert!(takes("transfer", both, Some(("card", &["vendor_id", "id"]))));
    assert!(!takes("transfer", both, Some(("card", &["id", "vendor_id"]))), "crosswise");
    assert!(!takes("other", both, Some(("card", &["vendor_id", "id"]))), "on other machines");
    assert!(takes("card", &["vendor_id"], Some(("tenant", &["id"]))));
    assert!(!takes("card", &["file_key"], Some(("file", &["key"]))), "on the coordinator alone");
    assert!(!takes("job", &["card_id"], Some(("card", &["id"]))));
}

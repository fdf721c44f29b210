//! Tests that both engines report a refused row with the same error and name.

use db::{Error, params};

use crate::support::{Bed, on_both};

on_both!(
    constraint_errors_have_the_same_names_on_both_engines,
    foreign_key_violations_are_reported,
    sql_errors_are_reported_as_such
);

fn constraint_errors_have_the_same_names_on_both_engines(bed: &Bed) {
    let rows = [
        "INSERT INTO vendor (id, name) VALUES ('v1', 'Ann')",
        "INSERT INTO attempt (order_id, number, state) VALUES (1, 1, 'live')",
        "INSERT INTO card (id, balance, note) VALUES ('c1', 5, 'Hello')",
    ];
    for row in rows {
        assert_eq!(bed.db.write_blocking(move |tx| tx.execute(row, params![])), Ok(1));
    }
    let unique = |name: &str| Error::Unique { constraint: name.to_owned() };
    let refusals = [
        ("INSERT INTO vendor (id, name) VALUES ('v1', 'Bob')", unique("vendor_pkey")),
        ("INSERT INTO vendor (id, name) VALUES ('v2', 'Ann')", unique("vendor_name_key")),
        (
            "INSERT INTO card (id, balance, note) VALUES ('c2', 5, 'HELLO')",
            unique("card_note_folded"),
        ),
        ("INSERT INTO attempt VALUES (1, 1, 'dead')", unique("attempt_order_id_number_key")),
        ("INSERT INTO attempt VALUES (1, 2, 'live')", unique("attempt_one_live")),
        (
            "UPDATE card SET balance = balance - 6",
            Error::Check { constraint: "card_balance".to_owned() },
        ),
        (
            "INSERT INTO card (id, balance) VALUES ('c2', NULL)",
            Error::NotNull { column: "balance".to_owned() },
        ),
        ("INSERT INTO card (id, balance, vendor_id) VALUES ('c2', 1, 'nobody')", Error::ForeignKey),
    ];
    for (sql, expected) in refusals {
        assert_eq!(
            bed.db.write_blocking(move |tx| tx.execute(sql, params![])),
            Err(expected),
            "{sql}"
        );
    }
    assert_eq!(bed.cards(), ["c1"]);
}

fn foreign_key_violations_are_reported(bed: &Bed) {
    let used = bed.db.write_blocking(|tx| {
        tx.execute("INSERT INTO vendor (id, name) VALUES ('v1', 'Ann')", params![])?;
        tx.execute("INSERT INTO card (id, balance, vendor_id) VALUES ('c1', 1, 'v1')", params![])
    });
    assert_eq!(used, Ok(1));
    let removed =
        bed.db.write_blocking(|tx| tx.execute("DELETE FROM vendor WHERE id = 'v1'", params![]));
    assert_eq!(removed, Err(Error::ForeignKey));
}

fn sql_errors_are_reported_as_such(bed: &Bed) {
    let faults = [
        "SELECT nothing FROM card",
        "INSERT INTO nowhere VALUES (1)",
        "SELEC 1",
        "SELECT 1; SELECT 2",
    ];
    for sql in faults {
        let result = bed.db.write_blocking(move |tx| tx.first::<(i64,)>(sql, params![]));
        assert!(matches!(result, Err(Error::Sql(_))), "{sql}: {result:?}");
    }
    let missing = bed.db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT $1 + 1", params![]));
    assert!(matches!(missing, Err(Error::Sql(_))), "{missing:?}");
}

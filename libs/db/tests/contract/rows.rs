//! Tests of values written and read back: types, NULL, the order of parameters, results of any
//! size.

use db::{Error, params};

use crate::support::{Bed, add_card, on_both};

on_both!(
    params_and_rows_keep_their_types,
    row_structs_read_their_columns,
    rows_distinguish_null_from_empty_text,
    params_are_bound_by_number,
    params_must_match_the_statement,
    row_columns_of_another_type_are_refused,
    execute_returns_the_number_of_changed_rows,
    returning_rows_can_be_read,
    for_each_streams_large_results,
    for_each_may_stop_early,
    queries_return_empty_results,
    statement_cache_survives_many_statements,
);

db::row! {
    #[derive(Debug, PartialEq)]
    struct Card {
        id: String,
        balance: i64,
        is_active: bool,
        note: Option<String>,
    }
}

fn params_and_rows_keep_their_types(bed: &Bed) {
    let texts = ["", "plain", "d'accord; -- \"$1\"", "🎁 Élan", "line\nbreak"];
    for text in texts {
        let read = bed.db.read_blocking(move |tx| {
            tx.one::<(String, i64, bool, bool, Option<String>)>(
                "SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BOOLEAN),
                        CAST($4 AS BOOLEAN), CAST($5 AS TEXT)",
                params![text, i64::MIN, true, false, None::<String>],
            )
        });
        assert_eq!(read, Ok((text.to_owned(), i64::MIN, true, false, None)));
    }
    let small = bed.db.read_blocking(|tx| {
        tx.one::<(i64, u32)>("SELECT 7, CAST($1 AS BIGINT)", params![u32::MAX])
    });
    assert_eq!(small, Ok((7, u32::MAX)));
}

fn row_structs_read_their_columns(bed: &Bed) {
    bed.add_card("a", 25);
    let sql = format!("SELECT {} FROM card WHERE id = $1", Card::COLUMNS);
    let card = bed.db.read_blocking(move |tx| tx.one::<Card>(&sql, params!["a"]));
    let expected = Card { id: "a".to_owned(), balance: 25, is_active: true, note: None };
    assert_eq!(card, Ok(expected));
}

fn rows_distinguish_null_from_empty_text(bed: &Bed) {
    let notes = bed.db.write_blocking(|tx| {
        for (id, note) in [("a", None), ("b", Some("")), ("c", Some("hello"))] {
            tx.execute(
                "INSERT INTO card (id, balance, note) VALUES ($1, 0, $2)",
                params![id, note],
            )?;
        }
        tx.rows::<(Option<String>,)>("SELECT note FROM card ORDER BY id", params![])
    });
    let texts: Vec<_> = notes.unwrap().into_iter().map(|(note,)| note).collect();
    assert_eq!(texts, [None, Some(String::new()), Some("hello".to_owned())]);
    let refused = bed
        .db
        .read_blocking(|tx| tx.one::<(String,)>("SELECT note FROM card WHERE id = 'a'", params![]));
    let expected = Error::Column {
        column: "note".to_owned(),
        problem: "expected text, found NULL".to_owned(),
    };
    assert_eq!(refused, Err(expected));
}

fn params_are_bound_by_number(bed: &Bed) {
    let read = bed.db.write_blocking(|tx| {
        let insert = "INSERT INTO card (balance, note, id) VALUES ($2, $1, $1)";
        tx.execute(insert, params!["twice", 5_i64])?;
        tx.one::<(String, i64, Option<String>)>(
            "SELECT id, balance, note FROM card
             WHERE balance = $3 AND id = $1 AND note = $1 AND balance >= $2",
            params!["twice", 4_i64, 5_i64],
        )
    });
    assert_eq!(read, Ok(("twice".to_owned(), 5, Some("twice".to_owned()))));
}

fn params_must_match_the_statement(bed: &Bed) {
    let sql = "SELECT id FROM card WHERE id = $1 AND balance = $2";
    let short = bed.db.read_blocking(move |tx| tx.rows::<(String,)>(sql, params!["a"]));
    let long =
        bed.db.read_blocking(move |tx| tx.rows::<(String,)>(sql, params!["a", 1_i64, 2_i64]));
    let nul = bed.db.write_blocking(|tx| add_card(tx, "nul\0", 1));
    for result in [short.map(|_| ()), long.map(|_| ()), nul] {
        assert!(matches!(result, Err(Error::Sql(_))), "{result:?}");
    }
}

fn row_columns_of_another_type_are_refused(bed: &Bed) {
    let problem = |sql: &'static str| {
        let result = bed.db.read_blocking(move |tx| tx.one::<(i64,)>(sql, params![]));
        match result {
            Err(Error::Column { column, problem }) => (column, problem),
            other => panic!("{sql}: {other:?}"),
        }
    };
    let (column, text) = problem("SELECT 'x' AS word");
    assert_eq!((column.as_str(), text.as_str()), ("word", "expected an integer, found text"));
    let (column, fraction) = problem("SELECT 1.5 AS share");
    assert_eq!(column, "share");
    assert!(fraction.contains("CAST it to BIGINT"), "{fraction}");
    let few = bed.db.read_blocking(|tx| tx.one::<(i64, i64)>("SELECT 1", params![]));
    assert!(matches!(few, Err(Error::Column { column, .. }) if column == "#2"));
}

fn execute_returns_the_number_of_changed_rows(bed: &Bed) {
    let counts = bed.db.write_blocking(|tx| {
        Ok::<_, Error>([
            tx.execute(
                "INSERT INTO card (id, balance) VALUES ('a', 1), ('b', 2), ('c', 3)",
                params![],
            )?,
            tx.execute(
                "INSERT INTO card (id, balance) VALUES ('a', 1) ON CONFLICT (id) DO NOTHING",
                params![],
            )?,
            tx.execute("UPDATE card SET balance = 0 WHERE balance > $1", params![1_i64])?,
            tx.execute("DELETE FROM card WHERE id = $1", params!["nobody"])?,
        ])
    });
    assert_eq!(counts, Ok([3, 0, 2, 0]));
}

fn returning_rows_can_be_read(bed: &Bed) {
    let sql = "INSERT INTO card (id, balance) VALUES ('a', 1), ('b', 2), ('c', 3) RETURNING id";
    let first = bed.db.write_blocking(move |tx| tx.first::<(String,)>(sql, params![]));
    assert_eq!(first, Ok(Some(("a".to_owned(),))));
    // Reading only the first returned row does not undo the inserts of the other rows.
    assert_eq!(bed.cards(), ["a", "b", "c"]);
    let taken = bed.db.write_blocking(|tx| {
        tx.rows::<(i64,)>("UPDATE card SET balance = balance + 10 RETURNING balance", params![])
    });
    let mut balances = taken.unwrap();
    balances.sort_unstable();
    assert_eq!(balances, [(11,), (12,), (13,)]);
}

const BIG: i64 = 100_000;
const NUMBERS: &str = "WITH RECURSIVE number (n) AS
    (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM number WHERE n < $1)";

fn for_each_streams_large_results(bed: &Bed) {
    let stored = bed.db.write_blocking(|tx| {
        let insert = "INSERT INTO attempt (order_id, number, state)";
        let sql = format!("{insert} {NUMBERS} SELECT n, n, 'done' FROM number");
        tx.execute(&sql, params![BIG])
    });
    assert_eq!(stored, Ok(BIG as u64));
    let (count, sum) = bed
        .db
        .read_blocking(|tx| {
            let (mut count, mut sum) = (0, 0);
            tx.for_each(
                "SELECT number, state FROM attempt",
                params![],
                |(number, _): (i64, String)| {
                    count += 1;
                    sum += number;
                    Ok::<_, Error>(())
                },
            )?;
            Ok::<_, Error>((count, sum))
        })
        .unwrap();
    assert_eq!((count, sum), (BIG, BIG * (BIG + 1) / 2));
    let all = bed.db.read_blocking(|tx| tx.rows::<(i64,)>("SELECT number FROM attempt", params![]));
    assert_eq!(all.unwrap().len() as i64, BIG);
}

fn for_each_may_stop_early(bed: &Bed) {
    let result = bed.db.write_blocking(|tx| {
        let mut seen = 0;
        let stopped =
            tx.for_each(&format!("{NUMBERS} SELECT n FROM number"), params![BIG], |(_,): (i64,)| {
                seen += 1;
                if seen == 3 { Err(Error::NoRow) } else { Ok(()) }
            });
        assert_eq!((seen, stopped), (3, Err(Error::NoRow)));
        // After an error from the callback, the transaction stays usable.
        add_card(tx, "a", seen)
    });
    assert_eq!(result, Ok(()));
    assert_eq!(bed.cards(), ["a"]);
}

fn queries_return_empty_results(bed: &Bed) {
    let read = bed.db.read_blocking(|tx| {
        let sql = "SELECT id FROM card";
        tx.for_each(sql, params![], |_: (String,)| Err(Error::Closed))?;
        Ok::<_, Error>((
            tx.rows::<(String,)>(sql, params![])?,
            tx.first::<(String,)>(sql, params![])?,
        ))
    });
    assert_eq!(read, Ok((vec![], None)));
}

fn statement_cache_survives_many_statements(bed: &Bed) {
    let sum = bed.db.read_blocking(|tx| {
        let mut sum = 0;
        for number in 0..1500_i64 {
            let (value,): (i64,) = tx.one(&format!("SELECT {number} + $1"), params![1_i32])?;
            sum += value;
        }
        Ok::<_, Error>(sum)
    });
    assert_eq!(sum, Ok(1500 * 1501 / 2));
}

//! Upgrade of a database whose carts, orders, payments and sessions weren't stored by person. All rows are found afterwards.

use checkout::payments;
use db::{Db, Tx, params};
use kernel::ids::PersonId;
use platform::{error::Error, migrations::ALL};

use crate::support::Place;

/// Newest migration of the previous release.
const BEFORE: u32 = 215;

const ANN: &str = "per_00000000000000000000000004";
const BOB: &str = "per_00000000000000000000000008";

/// Orders of two people: Ann's second attempt was charged, held, released, partly refunded, disputed and won; Bob's is pending.
const THEN: [&str; 10] = [
    "INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key, created_at)
     VALUES ('per_00000000000000000000000004', 'ann@shop.example', 'Ann', 'Lee', 'en', 'funray', TRUE, '', 0),
            ('per_00000000000000000000000008', 'bob@shop.example', 'Bob', 'Ray', 'fr', 'rayzr', TRUE, '', 0)",
    "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, address_line1, city, province,
         postal_code, contact_first_name, contact_last_name, contact_email, work_phone, mobile_phone, search_key, created_at)
     VALUES ('ten_1', 'VENDOR', 'ACTIVE', '', '', '', '', '', '', '', '', '', '', '', '', '', 0)",
    "INSERT INTO cart (id, person_id, state, created_at, updated_at)
     VALUES ('crt_1', 'per_00000000000000000000000004', 'SOLD', 1, 2), ('crt_2', 'per_00000000000000000000000004', 'OPEN', 3, 4),
            ('crt_3', 'per_00000000000000000000000008', 'PAYING', 5, 6)",
    "INSERT INTO cart_item (id, cart_id, vendor_id, price, quantity, is_gift, gift_to, recipient_email, gift_from, source, created_at)
     VALUES ('itm_1', 'crt_1', 'ten_1', 2500, 2, TRUE, 'Eve', 'eve@shop.example', 'Ann', 'key:1', 1),
            ('itm_2', 'crt_2', 'ten_1', 2500, 1, FALSE, NULL, NULL, NULL, NULL, 2),
            ('itm_3', 'crt_3', 'ten_1', 2500, 1, FALSE, NULL, NULL, NULL, 'key:1', 3)",
    "INSERT INTO orders (id, cart_id, person_id, brand, total, paid_with, paid_at, created_at, cancelled_at, cancelled_by,
         cancel_reason, reversed_at)
     VALUES ('ord_00000000000000000000000004', 'crt_1', 'per_00000000000000000000000004', 'funray', 5000, 'Visa 1111', 7, 1, 8,
             'per_00000000000000000000000008', 'why', 9),
            ('ord_00000000000000000000000008', 'crt_3', 'per_00000000000000000000000008', 'rayzr', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL)",
    "INSERT INTO payment_attempt (id, order_id, number, reference, amount, state, token_hash, transaction_id, paid_with, message, failures,
         job_id, sent_at, ended_at, reversed, client, avs, cvv, refunded)
     VALUES ('pay_00000000000000000000000004', 'ord_00000000000000000000000004', 1, 'crt_1', 5000, 'DECLINED', 't1', NULL, NULL, 'No', 0,
             NULL, 1, 2, 0, 'c', 'Y', 'M', 0),
            ('pay_00000000000000000000000008', 'ord_00000000000000000000000004', 2, 'crt_1-2', 5000, 'ISSUED', 't2', '47110002',
             'Visa 1111', NULL, 1, 'job_00000000000000000000000004', 3, 4, 100, 'c', NULL, NULL, 200),
            ('pay_0000000000000000000000000c', 'ord_00000000000000000000000008', 1, 'crt_3', 2500, 'SENDING', 't3', NULL, NULL, NULL, 0,
             NULL, 5, NULL, 0, NULL, NULL, NULL, 0)",
    "INSERT INTO order_review (id, attempt_id, order_id, score, reasons, created_at, reminded_at, decided_at, decided_by, is_released, reason)
     VALUES ('rev_1', 'pay_00000000000000000000000008', 'ord_00000000000000000000000004', 70, '[]', 1, 2, 3,
             'per_00000000000000000000000008', TRUE, 'fine')",
    "INSERT INTO refund (id, attempt_id, order_id, number, reference, amount, state, transaction_id, requested_by, reason, message, job_id,
         created_at, sent_at, ended_at)
     VALUES ('rfd_1', 'pay_00000000000000000000000008', 'ord_00000000000000000000000004', 1, 'crt_1-p1', 200, 'MADE', '47110003',
             'per_00000000000000000000000008', 'why', NULL, 'job_00000000000000000000000008', 1, 2, 3)",
    "INSERT INTO charge_reversal (id, attempt_id, order_id, transaction_id, cause, amount, unspent, loss, created_at, closed_at, closed_by,
         note, won_at)
     VALUES ('crv_1', 'pay_00000000000000000000000008', 'ord_00000000000000000000000004', '47110002', 'DISPUTED', 100, 60, 40, 1, 2,
             'per_00000000000000000000000008', 'seen', 3)",
    "INSERT INTO session (id, person_id, seed, generation, client, user_agent, created_at, rotated_at, ended_at, proven_at, till_id)
     VALUES ('ses_1', 'per_00000000000000000000000004', 's', 3, 'c', 'a', 1, 2, NULL, 4, NULL)",
];

/// Tables with their former columns.
const TABLES: [(&str, &str); 8] = [
    ("cart", "id, person_id, state, created_at, updated_at"),
    (
        "cart_item",
        "id, cart_id, vendor_id, campaign_id, price, quantity, is_gift, gift_to, recipient_email, gift_from, gift_message, source, \
         created_at",
    ),
    (
        "orders",
        "id, cart_id, person_id, brand, total, paid_with, paid_at, created_at, cancelled_at, cancelled_by, cancel_reason, reversed_at",
    ),
    (
        "payment_attempt",
        "id, order_id, number, reference, amount, state, token_hash, transaction_id, paid_with, message, failures, job_id, sent_at, \
         ended_at, reversed, client, avs, cvv, refunded",
    ),
    (
        "order_review",
        "id, attempt_id, order_id, score, reasons, created_at, reminded_at, decided_at, decided_by, is_released, reason",
    ),
    (
        "refund",
        "id, attempt_id, order_id, number, reference, amount, state, transaction_id, requested_by, reason, message, job_id, created_at, \
         sent_at, ended_at",
    ),
    (
        "charge_reversal",
        "id, attempt_id, order_id, transaction_id, cause, amount, unspent, loss, created_at, closed_at, closed_by, note, won_at",
    ),
    (
        "session",
        "id, person_id, seed, generation, client, user_agent, created_at, rotated_at, ended_at, proven_at, till_id",
    ),
];

/// Reads these columns of each table, one line a row.
fn content(db: &Db) -> Vec<String> {
    let read = |tx: &mut Tx<'_>| {
        let mut lines = Vec::new();
        for (table, columns) in TABLES {
            let texts: Vec<String> = columns
                .split(", ")
                .map(|column| format!("COALESCE(CAST({column} AS TEXT), '-')"))
                .collect();
            let sql = format!("SELECT {} FROM {table} ORDER BY id", texts.join(" || '|' || "));
            let rows: Vec<(String,)> = tx.rows(&sql, &[])?;
            lines.extend(rows.into_iter().map(|(row,)| format!("{table}: {row}")));
        }
        Ok::<_, db::Error>(lines)
    };
    db.read_blocking(read).expect("the tables")
}

fn migrated_from(last_before: u32, place: &Place) -> Db {
    let db = place.open();
    let count = ALL.iter().filter(|migration| migration.number <= last_before).count();
    db.migrate(&ALL[..count]).expect("the version before");
    for statement in THEN {
        db.write_blocking(|tx| tx.execute(statement, &[])).expect(statement);
    }
    db
}

#[test]
fn migrate_keeps_all_that_people_bought_and_their_sessions() {
    let place = Place::new();
    let db = migrated_from(BEFORE, &place);
    let before = content(&db);
    assert_eq!(before.len(), 15, "{before:#?}");
    db.migrate(ALL).expect("this version");
    assert_eq!(content(&db), before);
    for (table, anns, bobs) in [
        ("cart", 2, 1),
        ("cart_item", 2, 1),
        ("orders", 1, 1),
        ("payment_attempt", 2, 1),
        ("order_review", 1, 0),
        ("refund", 1, 0),
        ("charge_reversal", 1, 0),
        ("session", 1, 0),
        ("payment_lookup", 6, 2),
    ] {
        let count = |person: &'static str| {
            let sql = format!("SELECT count(*) FROM {table} WHERE person_id = $1");
            let (count,): (i64,) =
                db.read_blocking(move |tx| tx.one(&sql, params![person])).expect("a count");
            count
        };
        assert_eq!((count(ANN), count(BOB)), (anns, bobs), "{table}");
    }
}

#[test]
fn migrate_fills_the_look_up_keys_of_payments() {
    let place = Place::new();
    let db = migrated_from(BEFORE, &place);
    db.migrate(ALL).expect("this version");
    let find = |tx: &mut Tx<'_>| {
        let second = payments::find_by_transaction(tx, "47110002")?.ok_or(Error::NotFound)?;
        let third = payments::find_by_reference(tx, "crt_3")?.ok_or(Error::NotFound)?;
        assert!(payments::find_by_reference(tx, "crt_1-p1")?.is_none(), "that is a refund's");
        assert!(payments::is_wanted_refund(tx, "crt_1-p1")?);
        Ok::<_, Error>([second, third].map(|attempt| (attempt.person_id, attempt.id.to_string())))
    };
    let [second, third] = db.read_blocking(find).expect("both payments");
    let person = |text| PersonId::parse(text).expect("an id");
    assert_eq!(second, (person(ANN), "pay_00000000000000000000000008".to_owned()));
    assert_eq!(third, (person(BOB), "pay_0000000000000000000000000c".to_owned()));
    let again =
        "INSERT INTO payment_lookup (key, person_id, attempt_id) VALUES ('token:t3', '1', '1')";
    let refused = db.write_blocking(|tx| tx.execute(again, &[]));
    assert!(matches!(refused, Err(db::Error::Unique { .. })), "{refused:?}");
}

/// A node of the previous release may have written between the two migrations.
#[test]
fn migrate_finds_payments_made_since_the_look_up_was_filled() {
    let place = Place::new();
    let db = migrated_from(216, &place);
    db.migrate(ALL).expect("this version");
    let (count,): (i64,) =
        db.read_blocking(|tx| tx.one("SELECT count(*) FROM payment_lookup", &[])).expect("a count");
    assert_eq!(count, 8);
}

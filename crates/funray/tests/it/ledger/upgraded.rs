//! Upgrade of a database whose transfers are sealed, but not its status changes of cards.

use finance::verify;
use platform::migrations;

use super::{breaches, found_after};
use crate::support::{Place, TestApp};

/// Number of the last migration before status changes were sealed.
const BEFORE: usize = 12;

/// Rows of the earlier release: a sold card, the seal of its sale, and more status changes than a batch has.
const THEN: [&str; 10] = [
    "INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key, created_at)
     VALUES ('per_1', 'ann@example.com', 'Ann', 'Lee', 'en', 'funray', TRUE, '', 0)",
    "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, address_line1, city, province,
         postal_code, contact_first_name, contact_last_name, contact_email, work_phone, mobile_phone, search_key, created_at)
     VALUES ('ten_1', 'VENDOR', 'ACTIVE', '', '', '', '', '', '', '', '', '', '', '', '', '', 0)",
    "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ('crt_1', 'per_1', 'SOLD', 0, 0)",
    "INSERT INTO orders (id, cart_id, person_id, brand, total, paid_at, created_at)
     VALUES ('ord_1', 'crt_1', 'per_1', 'funray', 2500, 0, 0)",
    "INSERT INTO payment_attempt
         (id, order_id, number, reference, amount, state, token_hash, transaction_id, failures, sent_at)
     VALUES ('pay_1', 'ord_1', 1, '1', 2500, 'ISSUED', '1', '1', 0, 0)",
    "INSERT INTO card (id, number, code_hash, sealed_code, order_id, vendor_id, face, balance, share_percentage,
         charity_share, platform_share, vendor_share, buyer_id, owner_id, is_gift, resent_count, search_key, moved_at, created_at)
     VALUES ('crd_1', '1234567812345670', '1', '', 'ord_1', 'ten_1', 2500, 2500, 5, 0, 0, 2500, 'per_1', 'per_1', FALSE, 0,
         '1234567812345670 ann lee', 0, 0)",
    "INSERT INTO transfer (id, kind, order_id, card_id, actor, created_at)
     VALUES ('trf_1', 'SALE', 'ord_1', 'crd_1', 'per_1', 1773154800000000)",
    "INSERT INTO entry (transfer_id, position, account, amount, balance, created_at)
     VALUES ('trf_1', 0, 'gateway_clearing', -2500, NULL, 0), ('trf_1', 1, 'card:crd_1', 2500, 2500, 0)",
    "INSERT INTO seal (position, transfer_id, hash)
     VALUES (1, 'trf_1', 'd1eeff8a61658e6ffa651599c7fbd0e2c6c948bacc22c72abdf39ac3bab2355f')",
    "INSERT INTO card_switch (id, card_id, is_active, person_id, reason, created_at)
     WITH RECURSIVE number (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 2100)
     SELECT 'csw_' || n, 'crd_1', n % 2 = 0, 'per_1', NULL, n FROM number",
];

#[tokio::test]
async fn seal_replaces_seals_made_without_a_key() {
    let place = Place::new();
    let db = place.open();
    db.migrate(&migrations::ALL[..BEFORE]).expect("the version before");
    for statement in THEN {
        db.write(move |tx| tx.execute(statement, &[])).await.expect(statement);
    }
    db.migrate(migrations::ALL).expect("this version");
    let app = TestApp::on(db).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "all of it waits to be sealed");
    let former = "SELECT count(*) FROM former_seal_end WHERE chain = 'transfers' AND position = 1 AND hash LIKE 'd1eeff8a%'";
    assert_eq!(app.count(former).await, 1, "where the seals of before had come to");
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 1);
    assert_eq!(app.count("SELECT max(position) FROM status_change_seal").await, 1101);
    assert_eq!(app.count("SELECT count(*) FROM unsealed_status_change").await, 0);
    assert_eq!(breaches(&app).await, Vec::<String>::new());

    let theft = "UPDATE card_status_change SET reason = 'lost' WHERE id >= 'csw_1700'";
    let found = found_after(&app, &[theft]).await;
    let named = "seals hold csw_1700: it was changed after it was sealed as number 701\n";
    assert_eq!(found, named, "the first of them, two batches on");
    let found = found_after(&app, &["UPDATE transfer SET actor = 'per_2'"]).await;
    assert_eq!(found, "seals hold trf_1: it was changed after it was sealed as number 1\n");
}

#[tokio::test]
async fn seal_plain_numbers_encrypts_card_numbers_stored_before() {
    let place = Place::new();
    let db = place.open();
    db.migrate(&migrations::ALL[..BEFORE]).expect("the version before");
    for statement in THEN {
        db.write(move |tx| tx.execute(statement, &[])).await.expect(statement);
    }
    db.migrate(migrations::ALL).expect("this version");
    let app = TestApp::on(db).await;
    assert_eq!(cards::seal_plain_numbers(&app.app).await.expect("sealed"), 1);
    assert_eq!(cards::seal_plain_numbers(&app.app).await.expect("sealed"), 0, "once");
    assert_eq!(app.number_of("crd_1").await, "1234567812345670");
    assert_eq!(app.count("SELECT count(*) FROM card_lookup WHERE card_id = 'crd_1'").await, 2);
    let kept = "SELECT count(*) FROM card WHERE last_four = '5670' AND search_key = '5670 ann lee' AND length(number_hash) = 64";
    assert_eq!(app.count(kept).await, 1);
}

//! Tests of retention: for each kind of personal data, checks that rows are deleted at the age in
//! the settings. The tests for sessions, clients, devices, codes and origins are in the modules of
//! their features.

use std::time::Duration;

use crate::support::{Person, TestApp};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A kind of row that the program deletes at a certain age.
struct RetainedRow {
    /// Insert statements of a row. `$1` is the time from which its age counts, `$2` a text unique
    /// to the row, and `$3` a person.
    insert: &'static [&'static str],
    count: &'static str,
    kept_for: Duration,
}

/// Checks that the scheduled tasks keep a row just below the age and delete a row just above it.
async fn check(kind: RetainedRow) {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let ann = app.consumer("ann").await;
    let now = app.app.clock.now();
    let margin = Duration::from_secs(60);
    for (name, age) in [("4", kind.kept_for - margin), ("8", kind.kept_for + margin)] {
        let (inserts, moment, id) = (kind.insert, now.minus(age), ann.id.to_string());
        let insert = move |tx: &mut db::Tx<'_>| {
            for sql in inserts {
                // Pass only the parameters that the statement uses, because the database refuses
                // others.
                let all = db::params![moment, name, id];
                let used = (1..=3).filter(|place| sql.contains(&format!("${place}"))).count();
                tx.execute(sql, &all[..used])?;
            }
            Ok::<_, db::Error>(())
        };
        app.app.db.write(insert).await.expect("a row");
    }
    assert_eq!(app.count(kind.count).await, 2, "both are there");
    funray::work::scheduled_tasks().run_due(&app.app).await.expect("the tasks");
    assert_eq!(app.count(kind.count).await, 1, "the old one is gone, the young one stays");
}

#[tokio::test]
async fn limits_forget_old_deletes_token_buckets_after_a_day() {
    check(RetainedRow {
        insert: &["INSERT INTO token_bucket (bucket, used_up, updated_at) VALUES ($2, 0, $1)"],
        count: "SELECT count(*) FROM token_bucket WHERE bucket IN ('4', '8')",
        kept_for: DAY,
    })
    .await;
}

#[tokio::test]
async fn idempotency_forget_old_deletes_replies_after_eight_days() {
    check(RetainedRow {
        insert: &["INSERT INTO idempotency (person_id, key, request_hash, reply, created_at)
                   VALUES ($3, $2, '', '', $1)"],
        count: "SELECT count(*) FROM idempotency",
        kept_for: 8 * DAY,
    })
    .await;
}

#[tokio::test]
async fn delete_given_up_deletes_unsent_mails_after_ninety_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO job (id, kind, payload, state, due_at, attempts, created_at, last_error)
                   VALUES ($2, 'gift moved mail', '{}', 'dead', $1, 9, $1, '550 bob@shop.example')",
        ],
        count: "SELECT count(*) FROM job",
        kept_for: 90 * DAY,
    })
    .await;
}

#[tokio::test]
async fn delete_old_forgets_which_mails_were_sent_after_ninety_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO sent_mail (subject_id, mail_id, letter, recipient, tried_at, sent_at)
                   VALUES ('crd_1', $2, 'gift', 'b…@shop.example', $1, $1)",
        ],
        count: "SELECT count(*) FROM sent_mail",
        kept_for: 90 * DAY,
    })
    .await;
}

#[tokio::test]
async fn client_errors_forget_old_deletes_errors_and_numbers_after_thirty_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO client_error (fingerprint, kind, message, route, stack, engine, occurrences, releases,
                                       first_seen_at, last_seen_at)
             VALUES ($2, 'CAUGHT', '', '', '', '', 1, '', 0, $1)",
        ],
        count: "SELECT count(*) FROM client_error",
        kept_for: 30 * DAY,
    })
    .await;
    check(RetainedRow {
        insert: &[
            "INSERT INTO client_error_report (number, fingerprint, created_at) VALUES ($2, '', $1)",
        ],
        count: "SELECT count(*) FROM client_error_report",
        kept_for: 30 * DAY,
    })
    .await;
}

#[tokio::test]
async fn delete_given_up_keeps_dead_letters_of_payments() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let insert = "INSERT INTO job (id, kind, payload, state, due_at, attempts, created_at)
                  VALUES ('job', 'finish payment', '{}', 'dead', 0, 9, 0)";
    let add = move |tx: &mut db::Tx<'_>| tx.execute(insert, &[]);
    app.app.db.write(add).await.expect("a row");
    funray::work::scheduled_tasks().run_due(&app.app).await.expect("the tasks");
    assert_eq!(app.count("SELECT count(*) FROM job").await, 1);
}

#[tokio::test]
async fn mail_delete_old_deletes_demo_mails_after_ninety_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO demo_mail (id, recipient, sender, subject, text_body, html_body, sent_at)
                   VALUES ($2, '', '', '', '', '', $1)",
        ],
        count: "SELECT count(*) FROM demo_mail",
        kept_for: 90 * DAY,
    })
    .await;
}

#[tokio::test]
async fn carts_empty_old_deletes_items_after_180_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, address_line1, city,
                 province, postal_code, contact_first_name, contact_last_name, contact_email, work_phone,
                 mobile_phone, search_key, created_at)
             VALUES ('ven_' || $2, 'VENDOR', 'ACTIVE', '', '', '', '', '', '', '', '', '', '', '', '', '', $1)",
            "INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key, created_at,
                 confirmed_at)
             VALUES ('per_0000000000000000000000000' || $2, $2, '', '', 'en', 'funray', TRUE, '', $1, $1)",
            "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($2, 'per_0000000000000000000000000' || $2, 'OPEN', $1, $1)",
            "INSERT INTO cart_item (person_id, id, cart_id, vendor_id, price, quantity, is_gift, gift_to, recipient_email,
                 gift_from, created_at)
             VALUES ('per_0000000000000000000000000' || $2, $2, $2, 'ven_' || $2, 2500, 1, TRUE, 'Bob', 'bob@shop.example', 'Ann', $1)",
        ],
        count: "SELECT count(*) FROM cart_item",
        kept_for: 180 * DAY,
    })
    .await;
}

#[tokio::test]
async fn erase_origins_clears_client_and_declined_card_after_180_days() {
    check(RetainedRow {
        insert: &[
            "INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key, created_at,
                 confirmed_at)
             VALUES ('per_0000000000000000000000000' || $2, $2, '', '', 'en', 'funray', TRUE, '', $1, $1)",
            "INSERT INTO cart (id, person_id, state, created_at, updated_at)
             VALUES ($2, 'per_0000000000000000000000000' || $2, 'OPEN', $1, $1)",
            "INSERT INTO orders (id, cart_id, person_id, brand, created_at)
             VALUES ($2, $2, 'per_0000000000000000000000000' || $2, 'funray', $1)",
            "INSERT INTO payment_attempt (person_id, id, order_id, number, reference, amount, state, token_hash, paid_with,
                 failures, sent_at, client, avs, cvv)
             VALUES ('per_0000000000000000000000000' || $2, $2, $2, 1, $2, 2500, 'DECLINED', $2, 'Visa 1111', 0, $1, 'somewhere',
                 'Y', 'M')",
            "INSERT INTO payment_lookup (key, person_id, attempt_id)
             SELECT 'token:' || token_hash, person_id, id FROM payment_attempt WHERE sent_at = $1 AND id = $2
             UNION ALL
             SELECT 'reference:' || reference, person_id, id FROM payment_attempt WHERE sent_at = $1 AND id = $2",
        ],
        count: "SELECT count(*) FROM payment_attempt
                WHERE client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL OR paid_with IS NOT NULL",
        kept_for: 180 * DAY,
    })
    .await;
}

#[tokio::test]
async fn close_unconfirmed_erases_registrations_after_thirty_days() {
    check(RetainedRow {
        insert: &["INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key,
                       created_at)
                   VALUES ('per_0000000000000000000000000' || $2, $2, 'Bob', 'Test', 'en', 'funray', TRUE, '', $1)"],
        count: "SELECT count(*) FROM person WHERE first_name = 'Bob' AND email IN ('4', '8')",
        kept_for: 30 * DAY,
    })
    .await;
}

#[tokio::test]
async fn forget_over_deletes_expired_tickets_and_challenges() {
    for (insert, count) in [
        (
            "INSERT INTO sign_in_ticket (hash, person_id, expires_at) VALUES ($2, $3, $1)",
            "SELECT count(*) FROM sign_in_ticket",
        ),
        (
            "INSERT INTO email_code (hash, address_hash, code_hash, tries, expires_at)
             VALUES ($2, '', $3, 0, $1)",
            "SELECT count(*) FROM email_code",
        ),
        (
            "INSERT INTO passkey_challenge (id, purpose, person_id, brand, challenge, expires_at)
             VALUES ($2, 'ADD', $3, 'funray', '', $1)",
            "SELECT count(*) FROM passkey_challenge",
        ),
    ] {
        // Check a minute before and a minute after the row expires.
        let insert: &'static [&'static str] = Box::leak(Box::new([insert]));
        check(RetainedRow { insert, count, kept_for: Duration::from_secs(60) }).await;
    }
}

#[tokio::test]
async fn forget_presentations_deletes_expired_presentations() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let ann: Person = app.consumer("ann").await;
    let card = app.sell(&ann, crate::support::cards::Purchase::of(shop, 25)).await;
    app.run_jobs().await;
    let clerk = app.sign_in(&app.employee_of(shop, "nell").await).await;
    let number = app.number_of(card).await;
    clerk.get(&format!("/api/v1/Cards/codes/{number}")).send().await;
    let shown = "SELECT count(*) FROM card_presentation";
    assert_eq!(app.count(shown).await, 1);
    app.hands.advance(Duration::from_secs(3600));
    funray::work::scheduled_tasks().run_due(&app.app).await.expect("the tasks");
    assert_eq!(app.count(shown).await, 0);
}

#[tokio::test]
async fn token_bucket_names_contain_no_addresses() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    app.try_sign_in(&ann.email, "wrong password", "198.51.100.7")
        .await
        .error(400, "WRONG_CREDENTIALS");
    let visitor = app.sign_in(&ann).await;
    let guess = serde_json::json!({ "currentPassword": "wrong", "password": "a new password" });
    visitor.put("/api/v1/Accounts/me/password", &guess).send().await.error(400, "VALIDATION");
    let manager = app.sign_in(&app.manager_of(app.vendor("Own").await, "mo").await).await;
    let managed = manager.get("/api/v1/OAuth/profile").send().await.json();
    let invited = serde_json::json!({
        "email": "ivy@shop.example", "firstName": "Ivy", "lastName": "Test", "roleId": "EMPLOYEE",
        "tenantId": managed["tenantIds"][0],
    });
    assert_eq!(manager.post("/api/v1/Accounts/invited", &invited).send().await.status, 200);
    app.run_jobs().await;
    assert!(app.count("SELECT count(*) FROM token_bucket").await > 3);
    let named =
        "SELECT count(*) FROM token_bucket WHERE bucket LIKE '%@%' OR bucket LIKE '%198.51%'";
    assert_eq!(app.count(named).await, 0);
}

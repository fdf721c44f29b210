//! Tests of status changes of cards. The author and reason of a change are sealed, so that later
//! changes of the row are detected.

use std::time::Duration;

use access::{audit::Author, auth::Client};
use cards::counter;
use db::Engine;
use finance::verify::{self, Depth, Verdict};

use super::{Sold, breaches, found_after, sell, tamper};
use crate::support::TestApp;

fn author(app: &TestApp, sold: &Sold) -> Author {
    Author::proven(sold.buyer.id, &Client::new(None, String::new(), &app.app.secrets))
}

/// Freezes a card, reactivates it and freezes it again. Returns the ids of these three status
/// changes.
async fn switched_thrice(app: &TestApp, sold: &Sold) -> [String; 3] {
    for (is_active, reason) in [(false, Some("lost")), (true, None), (false, Some("stolen"))] {
        app.hands.advance(Duration::from_secs(1));
        let reason = reason.map(str::to_owned);
        counter::change_status(&app.app, author(app, sold), sold.card, is_active, reason)
            .await
            .expect("switched");
    }
    app.run_jobs().await;
    let all = "SELECT id FROM card_status_change ORDER BY created_at";
    let rows = app.app.db.read(move |tx| tx.rows::<(String,)>(all, &[])).await.expect("rows");
    let ids: Vec<String> = rows.into_iter().map(|(id,)| id).collect();
    ids.try_into().expect("three")
}

#[tokio::test]
async fn seal_covers_each_status_change_once() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    switched_thrice(&app, &sold).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "they wait to be sealed");
    for _ in 0..2 {
        verify::seal(app.app.clone()).await.expect("sealed");
        assert_eq!(app.count("SELECT count(*) FROM status_change_seal").await, 3);
        assert_eq!(app.count("SELECT count(*) FROM unsealed_status_change").await, 0);
    }
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 1, "the sale has a chain of its own");
    let report = app.report().await.expect("a report");
    let tallies: Vec<String> = report.tallies.iter().map(ToString::to_string).collect();
    assert_eq!(
        tallies,
        [
            "1 transfers (1 sealed)",
            "3 status changes of cards (3 sealed)",
            "0 claims of gifts (0 sealed)",
            "3 audit rows (3 sealed)",
            "0 identities of staff (0 sealed)"
        ]
    );
    assert_eq!(report.breaches, []);
}

#[tokio::test]
async fn seal_chain_names_the_first_changed_status_change() {
    let app = TestApp::new().await;
    let (sold, other) = (sell(&app, "ann", 2500).await, sell(&app, "bob", 2500).await);
    let [_, second, third] = switched_thrice(&app, &sold).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    for change in [
        format!("person_id = '{}'", other.buyer.id),
        "reason = 'found'".to_owned(),
        "is_active = FALSE".to_owned(),
        "created_at = created_at + 1".to_owned(),
    ] {
        let theft =
            format!("UPDATE card_status_change SET {change} WHERE id IN ('{second}', '{third}')");
        let found = found_after(&app, &[&theft]).await;
        let named =
            format!("seals hold {second}: it was changed after it was sealed as number 2\n");
        assert!(found.contains(&named), "{change}: {found}");
    }
    let forged = "UPDATE status_change_seal SET hash = 'x' WHERE position = 3";
    let found = found_after(&app, &[forged]).await;
    assert!(found.contains(&third), "{found}");
}

#[tokio::test]
async fn seal_chain_reports_a_deleted_status_change() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let [_, second, third] = switched_thrice(&app, &sold).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(tamper(&app, "DELETE FROM card_status_change").await, Err(db::Error::ForeignKey));

    // Disable the foreign keys, which don't hold up an attacker with access to the database file.
    let free = match app.app.db.engine() {
        Engine::Sqlite => "PRAGMA defer_foreign_keys = ON",
        Engine::Postgres => {
            "ALTER TABLE status_change_seal DROP CONSTRAINT status_change_seal_fkey"
        }
    };
    for (position, id) in [(2, &second), (3, &third)] {
        let theft = format!("DELETE FROM card_status_change WHERE id = '{id}'");
        let found = found_after(&app, &[free, &theft]).await;
        let named = format!("seals hold {id}: it is gone; it was sealed as number {position}\n");
        assert_eq!(found, named);
    }
    let theft = format!("DELETE FROM card_status_change WHERE id = '{second}'");
    let its_seal = "DELETE FROM status_change_seal WHERE position = 2";
    let found = found_after(&app, &[its_seal, &theft]).await;
    let named = format!("seals hold {third}: seal number 2 is gone; the next one is 3\n");
    assert_eq!(found, named);
}

#[tokio::test]
async fn seal_chain_reports_an_inserted_status_change() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let [first, ..] = switched_thrice(&app, &sold).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let slipped = format!(
        "INSERT INTO card_status_change (vendor_id, id, card_id, is_active, person_id, reason, created_at)
         SELECT vendor_id, 'csw_slipped', card_id, TRUE, person_id, 'found', created_at + 1 FROM card_status_change WHERE id = '{first}'"
    );
    let found = found_after(&app, &[&slipped]).await;
    let rule = "every status change of a card is sealed or about to be";
    assert_eq!(found, format!("{rule} csw_slipped: no seal knows it\n"));

    let room = [
        "UPDATE status_change_seal SET position = 4 WHERE position = 3",
        "UPDATE status_change_seal SET position = 3 WHERE position = 2",
        "INSERT INTO status_change_seal (vendor_id, position, status_change_id, key_id, hash, sealed_at)
         SELECT vendor_id, 2, 'csw_slipped', key_id, 'x', 0 FROM status_change_seal WHERE position = 1",
    ];
    let found = found_after(&app, &[&slipped, room[0], room[1], room[2]]).await;
    let named = "seals hold csw_slipped: it was changed after it was sealed as number 2\n";
    assert_eq!(found, named);
}

#[tokio::test]
async fn stop_for_stops_the_ledger_on_a_changed_status_change() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    switched_thrice(&app, &sold).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    tamper(&app, "UPDATE card_status_change SET created_at = created_at + 1")
        .await
        .expect("a thief");
    let (found, trouble) = verify::suspect(&app.app, Depth::New).await;
    assert!(!found.is_empty() && trouble.is_none());
    verify::stop_for(&app.app, found).await;
    assert!(sold.redeem(&app, 100).await.is_err());
    tamper(&app, "UPDATE card_status_change SET created_at = created_at - 1")
        .await
        .expect("put right");
    assert!(app.report().await.expect("a report").is_resumed);
    sold.redeem(&app, 100).await.expect("money moves again");
}

#[tokio::test]
async fn stop_for_stops_the_ledger_when_the_row_of_a_breach_is_gone() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    switched_thrice(&app, &sold).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    tamper(
        &app,
        "INSERT INTO card_status_change (vendor_id, id, card_id, is_active, person_id, reason, created_at)
         SELECT vendor_id, 'csw_slipped', card_id, TRUE, person_id, 'found', created_at + 1
         FROM card_status_change ORDER BY created_at LIMIT 1",
    )
    .await
    .expect("a thief");
    let (found, trouble) = verify::suspect(&app.app, Depth::New).await;
    assert!(found.len() == 1 && trouble.is_none(), "{trouble:?}");
    tamper(&app, "DELETE FROM card_status_change WHERE id = 'csw_slipped'").await.expect("a thief");
    let verdicts = verify::stop_for(&app.app, found).await;
    assert!(matches!(verdicts[..], [Verdict::Unconfirmed]), "{verdicts:?}");
    assert!(sold.redeem(&app, 100).await.is_err(), "money is stopped");
}

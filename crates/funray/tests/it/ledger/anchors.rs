//! Tests of anchors, copies of seals outside the database. They reveal even an attacker who
//! controls the database and recomputes all chains of seals.

use std::time::Duration;

use finance::verify;
use funray::features;

use super::{Sold, breaches, sell, tamper};
use crate::support::TestApp;

/// Sells a card and redeems it four times. Writes anchors after the third of these movements and
/// after the last. The vendor's chain then has five seals.
async fn anchored(app: &TestApp) -> Sold {
    let sold = sell(app, "ann", 2500).await;
    sell(app, "bob", 2500).await;
    for count in [2, 2] {
        for _ in 0..count {
            app.hands.advance(Duration::from_secs(60));
            sold.redeem(app, 100).await.expect("redeemed");
        }
        verify::seal(app.app.clone()).await.expect("sealed");
        verify::write_anchors(app.app.clone()).await.expect("anchored");
    }
    sold
}

/// Increases the last redemption by a dollar in all rows about it, so that the ledger still
/// balances.
async fn steal(app: &TestApp) {
    let last =
        "(SELECT id FROM transfer WHERE kind = 'REDEMPTION' ORDER BY created_at DESC LIMIT 1)";
    let account = "(account LIKE 'card:%')";
    let thefts = [
        format!(
            "UPDATE entry SET amount = amount - 100, balance = balance - 100 WHERE transfer_id = {last} AND {account}"
        ),
        format!(
            "UPDATE entry SET amount = amount + 100 WHERE transfer_id = {last} AND NOT {account}"
        ),
        "UPDATE card SET balance = 2000 WHERE balance = 2100".to_owned(),
    ];
    for theft in thefts {
        let changed = app.app.db.write(move |tx| tx.execute(&theft, &[])).await;
        assert_eq!(changed, Ok(1));
    }
}

/// Compares the database with the anchors in the file store. Returns each finding as a line of
/// text.
async fn compared(app: &TestApp) -> Vec<String> {
    let (found, _) = verify::compare_stored(&app.app.db, &app.app.files, &features::rules())
        .await
        .expect("the file store");
    found.iter().map(ToString::to_string).collect()
}

/// Deletes all seals and queues every transfer again, as if nothing had ever been sealed.
async fn requeue(app: &TestApp) {
    let again =
        "INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, transfer_id FROM seal";
    tamper(app, again).await.expect("a thief");
    tamper(app, "DELETE FROM seal").await.expect("a thief");
    tamper(app, "DELETE FROM seal_checkpoint").await.expect("a thief");
}

#[tokio::test]
async fn verify_names_vendor_and_position_of_rebuilt_seals() {
    let app = TestApp::new().await;
    let sold = anchored(&app).await;
    assert_eq!(compared(&app).await, Vec::<String>::new());
    let (is_fine, said) = app.verify_command(&[]);
    assert!(is_fine && said.contains("2 anchors fit"), "{said}");

    steal(&app).await;
    requeue(&app).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "they only wait to be sealed");
    verify::seal(app.app.clone()).await.expect("the program itself seals what was changed");
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "the new chain holds");
    let named = format!(
        "chains of seals are those that were anchored {}: its transfers from number 4 to 5 are not those that were anchored on",
        sold.vendor
    );
    let found = compared(&app).await;
    assert!(found.len() == 1 && found[0].starts_with(&named), "{found:?}");
    let (is_fine, said) = app.verify_command(&[]);
    assert!(!is_fine && said.contains(&named), "{said}");

    verify::check(app.app.clone()).await.expect("the check itself works");
    assert!(sold.redeem(&app, 100).await.is_err(), "money is stopped");
}

#[tokio::test]
async fn verify_names_vendor_and_place_while_emptied_seals_wait() {
    let app = TestApp::new().await;
    let sold = anchored(&app).await;
    steal(&app).await;
    requeue(&app).await;
    let found = compared(&app).await;
    let named = format!("{}: its transfers from number 1 to 3 are not", sold.vendor);
    assert!(found.iter().any(|breach| breach.contains(&named)), "{found:?}");
}

#[tokio::test]
async fn verify_names_the_transfer_whose_seals_were_rebuilt_without_the_key() {
    use sha2::{Digest, Sha256};
    let app = TestApp::new().await;
    let sold = anchored(&app).await;
    steal(&app).await;
    // Recompute every seal, like an attacker who knows everything except the key.
    app.app
        .db
        .write(|tx| {
            let seals: Vec<(String, i64, String)> = tx.rows(
                "SELECT vendor_id, position, transfer_id FROM seal ORDER BY vendor_id, position",
                &[],
            )?;
            let mut before = String::new();
            for (vendor, position, transfer) in seals {
                let text = format!("{before}{vendor}{position}{transfer}");
                before = Sha256::digest(text.as_bytes())
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                tx.execute(
                    "UPDATE seal SET hash = $1 WHERE vendor_id = $2 AND position = $3",
                    db::params![before, vendor, position],
                )?;
            }
            Ok::<_, db::Error>(())
        })
        .await
        .expect("a thief");
    let found = breaches(&app).await;
    let sale =
        format!("seals hold {}: it was changed after it was sealed as number 1", sold.sale.id);
    assert!(found.contains(&sale), "{found:?}");
    let misfits = compared(&app).await;
    assert!(misfits.iter().any(|breach| breach.contains(&sold.vendor.to_string())), "{misfits:?}");
    requeue(&app).await;
}

#[tokio::test]
async fn verify_compares_with_an_anchor_that_was_kept_elsewhere() {
    let app = TestApp::new().await;
    let sold = anchored(&app).await;
    let day = app.place.folder.path().join("files/anchors/2026-03-10");
    let mut files: Vec<_> = std::fs::read_dir(&day)
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    assert_eq!(files.len(), 2, "each is a new one");
    let kept = app.place.folder.path().join("kept.txt");
    std::fs::copy(&files[1], &kept).expect("a copy");
    let text = std::fs::read_to_string(&kept).expect("text");
    let line = text.lines().find(|line| line.contains(&sold.vendor.to_string())).expect("a line");
    assert!(line.starts_with(&format!("transfers/{}/5/", sold.vendor)), "{line}");
    let kept = kept.display().to_string();
    for anchor in [&kept, line] {
        let (is_fine, said) = app.verify_command(&["--anchor", anchor]);
        assert!(is_fine, "{said}");
    }

    std::fs::remove_dir_all(&day).expect("the thief has the files, too");
    steal(&app).await;
    requeue(&app).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    assert!(app.verify_command(&[]).0, "nothing is left to compare with");
    for anchor in [&kept, line] {
        let (is_fine, said) = app.verify_command(&["--anchor", anchor]);
        let named = format!("{}: its transfers from number 1 to 5 are not", sold.vendor);
        assert!(!is_fine && said.contains(&named), "{said}");
    }
    let (is_fine, said) = app.verify_command(&["--anchor", "nowhere.txt"]);
    assert!(!is_fine && said.contains("neither a file of anchors nor one of them"), "{said}");
}

#[tokio::test]
async fn write_anchors_begins_each_day_with_all_chains() {
    let app = TestApp::new().await;
    let sold = anchored(&app).await;
    app.hands.advance(Duration::from_secs(24 * 3600));
    sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    verify::write_anchors(app.app.clone()).await.expect("anchored");
    let day = app.place.folder.path().join("files/anchors/2026-03-11");
    let file = std::fs::read_dir(&day).expect("a folder").next().expect("one").expect("a file");
    let text = std::fs::read_to_string(file.path()).expect("text");
    assert_eq!(text.lines().count(), 3, "the moment, and both vendors: {text}");
    assert_eq!(compared(&app).await, Vec::<String>::new());
}

//! Tests of checkpoints: the hourly check skips rows that earlier checks have proven, and the
//! nightly check reads all rows.

use std::time::Duration;

use finance::verify::{self, Depth};
use ledger::{KeyedBy, Rule};

use super::{breaches, sell, tamper};
use crate::support::TestApp;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns the breaches that a check suspects. If one is confirmed, the program stops all money
/// movements.
async fn suspected(app: &TestApp, depth: Depth) -> Vec<String> {
    let (found, trouble) = verify::suspect(&app.app, depth).await;
    assert!(trouble.is_none(), "{trouble:?}");
    found.iter().map(|suspicion| suspicion.breach().to_string()).collect()
}

#[tokio::test]
async fn check_reads_only_rows_since_the_last_check() {
    let app = TestApp::new().await;
    let (old, other) = (sell(&app, "ann", 2500).await, sell(&app, "bob", 2500).await);
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(suspected(&app, Depth::New).await, Vec::<String>::new());
    app.hands.advance(DAY);
    assert_eq!(suspected(&app, Depth::New).await, Vec::<String>::new());

    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    app.hands.advance(DAY);
    other.redeem(&app, 100).await.expect("redeemed");
    let found = suspected(&app, Depth::New).await;
    assert!(found.len() == 1 && found[0].contains(&other.card.to_string()), "{found:?}");
    let found = suspected(&app, Depth::Everything).await;
    let names = |card: &str| found.iter().any(|breach| breach.contains(card));
    assert!(names(&old.card.to_string()) && names(&other.card.to_string()), "{found:?}");
    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
}

#[tokio::test]
async fn check_continues_each_chain_at_its_checkpoint() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(suspected(&app, Depth::New).await, Vec::<String>::new());
    assert_eq!(app.count("SELECT position FROM seal_checkpoint").await, 1);
    app.hands.advance(DAY);
    let second = sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    tamper(&app, "UPDATE transfer SET reason = 'a gift'").await.expect("a thief");
    let found = suspected(&app, Depth::New).await;
    let named = format!("seals hold {}: it was changed after it was sealed as number 2", second.id);
    assert_eq!(found, [named]);
    let found = suspected(&app, Depth::Everything).await;
    let named =
        format!("seals hold {}: it was changed after it was sealed as number 1", sold.sale.id);
    assert!(found.contains(&named), "{found:?}");
    assert_eq!(
        app.count("SELECT position FROM seal_checkpoint").await,
        1,
        "it stays proven so far"
    );
    tamper(&app, "UPDATE transfer SET reason = NULL").await.expect("put right");
    assert_eq!(suspected(&app, Depth::Everything).await, Vec::<String>::new());
    assert_eq!(app.count("SELECT position FROM seal_checkpoint").await, 2);
}

#[tokio::test]
async fn check_names_a_chain_that_is_another_at_its_checkpoint() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(suspected(&app, Depth::New).await, Vec::<String>::new());
    app.hands.advance(DAY);
    tamper(
        &app,
        "INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, transfer_id FROM seal",
    )
    .await
    .expect("a thief");
    tamper(&app, "DELETE FROM seal").await.expect("a thief");
    assert_eq!(breaches(&app).await, Vec::<String>::new(), "it only waits to be sealed");
    let found = suspected(&app, Depth::New).await;
    let named = format!("seals hold {}: its transfers were checked up to number 1", sold.vendor);
    assert!(found.len() == 1 && found[0].starts_with(&named), "{found:?}");
    verify::check(app.app.clone()).await.expect("the check itself works");
    assert!(sold.redeem(&app, 100).await.is_err(), "money is stopped");
}

#[tokio::test]
async fn check_that_could_not_be_made_for_a_day_is_counted() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    let overdue = async || {
        verify::count_overdue(&app.app).await.expect("counted");
        app.app.metrics.checks_overdue.get()
    };
    verify::check(app.app.clone()).await.expect("all is right");
    app.hands.advance(DAY / 2);
    // Write an invalid anchor, so that checks fail because the anchors can't be read.
    let anchors = app.place.folder.path().join("files/anchors");
    std::fs::create_dir_all(&anchors).expect("a folder");
    std::fs::create_dir(anchors.join("2026-03-10")).expect("a folder");
    std::fs::write(anchors.join("2026-03-10/1.txt"), "no anchor").expect("a file");
    verify::check(app.app.clone()).await.expect_err("the anchors can't be read");
    assert_eq!(overdue().await, 0);
    app.hands.advance(DAY);
    verify::check(app.app.clone()).await.expect_err("the anchors can't be read");
    assert_eq!(overdue().await, 1);
    std::fs::remove_dir_all(&anchors).expect("put right");
    verify::check(app.app.clone()).await.expect("all is right");
    assert_eq!(overdue().await, 0);
    app.hands.advance(3 * DAY);
    assert!(overdue().await > 10, "nothing checks any more");
}

#[tokio::test]
async fn breaking_by_pieces_halves_a_range_that_is_too_slow() {
    let app = TestApp::new().await;
    let now = app.app.clock.now();
    // Open another connection with a short time limit, because the check at the end of the test
    // needs a longer one.
    let hasty = app.place.open_limited(Duration::from_millis(300));
    // This rule counts one step for each quarter of a day in its range, so that a long range takes
    // too long.
    let slow = Rule {
        name: "slow",
        breaking: "SELECT CAST(CAST($1 AS BIGINT) AS TEXT), CAST(counted.steps AS TEXT), 'nobody'
                   FROM (WITH RECURSIVE step (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM step
                             WHERE n < (CAST($2 AS BIGINT) - CAST($1 AS BIGINT)) / 21600000000)
                         SELECT COUNT(*) AS steps FROM step) counted
                   LEFT JOIN {rows} none ON none.id IS NULL",
        table: "job",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: "created_at",
    };
    let found = verify::breaking_by_pieces(&hasty, slow, now).await.expect("all of it");
    assert!(found.len() > 1, "{found:?}");
}

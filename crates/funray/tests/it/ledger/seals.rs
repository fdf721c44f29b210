//! Seals: a chain over everything that moved, which nobody can mend who changes what it holds.

use std::time::Duration;

use funray::{ledger::Seal, verify, work};

use super::{breaches, found_after, sell, tamper};
use crate::support::TestApp;

async fn end_of_chain(app: &TestApp) -> Option<Seal> {
    let last = "SELECT position, hash FROM seal ORDER BY position DESC LIMIT 1";
    app.app
        .db
        .read(move |tx| tx.first::<(i64, String)>(last, &[]))
        .await
        .expect("a look")
        .map(|(position, hash)| Seal { position, hash })
}

#[tokio::test]
async fn seal_covers_each_transfer_once() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    let first = end_of_chain(&app).await.expect("a seal");
    assert_eq!(first.position, 2);
    verify::seal(app.app.clone()).await.expect("nothing to do");
    assert_eq!(end_of_chain(&app).await.expect("a seal"), first);
    sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(end_of_chain(&app).await.expect("a seal").position, 3);
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn seal_chain_names_the_first_changed_transfer() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let second = sold.redeem(&app, 100).await.expect("redeemed").id;
    sold.redeem(&app, 200).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    for (column, other) in [
        ("transfer SET reason", "'a gift'"),
        ("transfer SET actor", "'somebody'"),
        ("transfer SET created_at", "created_at + 1"),
        ("transfer SET order_id", "(SELECT id FROM orders)"),
        ("entry SET amount", "amount * 2"),
        ("entry SET balance", "7"),
        ("entry SET account", "'cash_out'"),
    ] {
        let place = if column.starts_with("entry") { "transfer_id" } else { "id" };
        let theft = format!("UPDATE {column} = {other} WHERE {place} = '{second}'");
        let found = found_after(&app, &[&theft]).await;
        let named = format!("seals hold {second}: it was changed after it was sealed as number");
        assert!(found.contains(&named), "{column}: {found}");
    }
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn seal_chain_reports_missing_seals() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    tamper(
        &app,
        "INSERT INTO unsealed (transfer_id) SELECT transfer_id FROM seal WHERE position = 1",
    )
    .await
    .expect("a thief");
    tamper(&app, "DELETE FROM seal WHERE position = 1").await.expect("a thief");
    let found = breaches(&app).await;
    assert!(found.iter().any(|breach| breach.contains("seal number 1 is gone")), "{found:?}");
    tamper(&app, "DELETE FROM seal").await.expect("as if never sealed");
    tamper(
        &app,
        "INSERT INTO unsealed (transfer_id) SELECT id FROM transfer WHERE TRUE ON CONFLICT DO NOTHING",
    )
    .await
    .expect("as if never sealed");
}

#[tokio::test]
async fn seal_on_two_nodes_makes_one_chain() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    for _ in 0..20 {
        sold.redeem(&app, 10).await.expect("redeemed");
    }
    let other = app.another_node();
    let (one, two) = tokio::join!(verify::seal(app.app.clone()), verify::seal(other.clone()));
    assert!(one.is_ok() || two.is_ok(), "{one:?} {two:?}");
    verify::seal(other).await.expect("whatever is left");
    assert_eq!(end_of_chain(&app).await.expect("a seal").position, 21);
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn scheduled_tasks_run_on_one_node_when_due() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let (tasks, other) = (work::scheduled_tasks(), app.another_node());
    let both = tasks.run_due(&app.app).await.expect("done");
    let due = "sealing, checking, forgetting sessions, origins, clients and codes, tries, mails";
    assert_eq!(both, 7, "{due}");
    assert_eq!(tasks.run_due(&other).await.expect("nothing due"), 0);
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 1);
    sold.redeem(&app, 10).await.expect("redeemed");
    app.hands.advance(Duration::from_secs(60));
    assert_eq!(tasks.run_due(&other).await.expect("done"), 1, "sealing is due again");
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 2);
}

//! Tests of seals, which form a chain over all movements of a vendor. An attacker who changes a
//! movement can't repair the chain.

use std::time::Duration;

use finance::verify;
use funray::work;

use super::{breaches, found_after, sell};
use crate::support::TestApp;

/// Returns the vendor and the length of each chain of seals.
async fn chains(app: &TestApp) -> Vec<(String, i64)> {
    let all = "SELECT vendor_id, MAX(position) FROM seal GROUP BY vendor_id ORDER BY vendor_id";
    app.app.db.read(move |tx| tx.rows(all, &[])).await.expect("a look")
}

#[tokio::test]
async fn seal_covers_each_transfer_once_in_a_chain_for_each_vendor() {
    let app = TestApp::new().await;
    let (ann, bob) = (sell(&app, "ann", 2500).await, sell(&app, "bob", 2500).await);
    ann.redeem(&app, 100).await.expect("redeemed");
    let expected = |of_ann: i64| {
        let mut all = vec![(ann.vendor.to_string(), of_ann), (bob.vendor.to_string(), 1)];
        all.sort();
        all
    };
    for _ in 0..2 {
        verify::seal(app.app.clone()).await.expect("sealed");
        assert_eq!(chains(&app).await, expected(2));
        assert_eq!(app.count("SELECT count(*) FROM unsealed").await, 0);
    }
    ann.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(chains(&app).await, expected(3));
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn seal_takes_as_many_statements_for_many_rows_as_for_one() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let mut counts = Vec::new();
    for rows in [1, 64] {
        for _ in 0..rows {
            sold.redeem(&app, 10).await.expect("redeemed");
        }
        app.app.db.record();
        verify::seal(app.app.clone()).await.expect("sealed");
        counts.push(app.app.db.recorded().len());
    }
    assert_eq!(counts[0], counts[1]);
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
        ("transfer SET order_id", "'ord_other'"),
        ("entry SET amount", "amount * 2"),
        ("entry SET balance", "7"),
        ("entry SET account", "'refunds'"),
    ] {
        let place = if column.starts_with("entry") { "transfer_id" } else { "id" };
        let theft = format!("UPDATE {column} = {other} WHERE {place} = '{second}'");
        let found = found_after(&app, &[&theft]).await;
        let named = format!("seals hold {second}: it was changed after it was sealed as number");
        assert!(found.contains(&named), "{column}: {found}");
    }
    let forged = "UPDATE seal SET key_id = 'none' WHERE position = 2";
    let found = found_after(&app, &[forged]).await;
    assert!(found.contains("it was sealed as number 2 with the key \"none\""), "{found}");
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn seal_chain_reports_missing_seals() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    sold.redeem(&app, 100).await.expect("redeemed");
    verify::seal(app.app.clone()).await.expect("sealed");
    let requeue = "INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, transfer_id FROM seal WHERE position = 1";
    let found = found_after(&app, &[requeue, "DELETE FROM seal WHERE position = 1"]).await;
    assert!(found.contains("seal number 1 is gone"), "{found}");
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
    assert_eq!(chains(&app).await, [(sold.vendor.to_string(), 21)]);
    assert_eq!(breaches(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn scheduled_tasks_run_on_one_node_when_due() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let (tasks, other) = (work::scheduled_tasks(), app.another_node());
    let both = tasks.run_due(&app.app).await.expect("done");
    let due = "sealing, totals of reports, taxes, deposits, public figures, daily sales, anchors, two checks, previews, the gateway, disputes, forgetting sessions, origins, notes, clients, codes, tries, mails";
    assert_eq!(both, 19, "{due}");
    assert_eq!(tasks.run_due(&other).await.expect("nothing due"), 0);
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 1);
    sold.redeem(&app, 10).await.expect("redeemed");
    app.hands.advance(Duration::from_secs(60));
    assert_eq!(tasks.run_due(&other).await.expect("done"), 2, "sealing and totals are due again");
    assert_eq!(app.count("SELECT count(*) FROM seal").await, 2);
}

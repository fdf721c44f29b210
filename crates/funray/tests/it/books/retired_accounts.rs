//! Earlier programs booked cash-outs to an account of their own. A correction moves them to the balances of the shops.

use std::time::Duration;

use finance::{books, verify};
use kernel::{ids::TenantId, money::Cents};
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind};
use platform::error::Error;
use serde_json::json;

use super::A_DAY;
use crate::support::TestApp;

/// Books a cash-out of these vendors as an earlier program did.
async fn cash_out_as_before(app: &TestApp, vendors: &[TenantId], cents: i64) {
    let (now, vendors) = (app.app.clock.now(), vendors.to_vec());
    let record = move |tx: &mut db::Tx<'_>| {
        for vendor in &vendors {
            let transfer = Transfer {
                books: Books::Vendor(*vendor),
                kind: TransferKind::CashOut,
                entries: Entries::default().moving(
                    Cents::new(cents),
                    Account::PlatformRevenue,
                    Account::CashOut,
                ),
                order: None,
                card: None,
                reason: None,
            };
            ledger::record(tx, now, PostedBy::Program("a test"), &transfer)?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(record).await.expect("cash-outs");
}

async fn correct(app: &TestApp) {
    books::correct_cash_outs(app.app.clone()).await.expect("corrected");
}

/// Sums of the old account and of the vendors' balances.
async fn sums(app: &TestApp) -> (i64, i64) {
    let cash =
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account = 'cash_out'";
    let owed = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account LIKE 'vendor_payable:%'";
    (app.count(cash).await, app.count(owed).await)
}

async fn breaches(app: &TestApp) -> Vec<String> {
    let report = app.report().await.expect("a report");
    report.breaches.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn correct_cash_outs_moves_each_vendors_sum_by_one_transfer() {
    let app = TestApp::new().await;
    let (shop, other) = (app.vendor("Maple Leaf Books").await, app.vendor("Corner Bakery").await);
    app.vendor("Bean & Gull").await;
    app.write("UPDATE tenant SET approved_at = created_at WHERE id = $1", shop).await;
    for cents in [460, 385] {
        cash_out_as_before(&app, &[shop, other], cents).await;
    }
    cash_out_as_before(&app, &[shop], 5).await;
    assert_eq!(sums(&app).await, (1695, 0));
    for _ in 0..2 {
        correct(&app).await;
        assert_eq!(sums(&app).await, (0, 1695));
    }
    let corrections = "SELECT count(*) FROM transfer
        WHERE kind = 'CASH_OUT' AND actor = 'program:correct cash-outs' AND reason IS NOT NULL";
    assert_eq!(app.count(corrections).await, 2);
    let told = "SELECT count(*) FROM audit_entry
        WHERE action = 'CASH_OUTS_CORRECTED' AND actor = 'program:correct cash-outs' AND subject_id = tenant_id";
    assert_eq!(app.count(told).await, 2);
    verify::seal(app.app.clone()).await.expect("sealed");
    assert_eq!(app.count("SELECT count(*) FROM unsealed").await, 0);
    let adam = app.administrator("adam").await;
    app.hands.advance(A_DAY);
    let adam = app.sign_in(&adam).await;
    adam.post("/api/v1/Payouts", &json!({ "lastDay": "2026-03-10" })).send().await;
    let drafts = adam.get(&format!("/api/v1/Payouts?tenantId={shop}")).send().await.json();
    let id = drafts["items"][0]["id"].as_str().expect("a draft").to_owned();
    let statement = adam.get(&format!("/api/v1/Payouts/{id}")).send().await.json();
    assert_eq!(
        statement["lines"],
        json!([{ "kind": "CASH_OUT", "count": 1, "amount": 8.5 }]),
        "{statement}"
    );
}

#[tokio::test]
async fn correct_cash_outs_takes_many_vendors_in_pieces() {
    let app = TestApp::new().await;
    let mut vendors = Vec::new();
    for number in 0..120 {
        vendors.push(app.vendor(format!("Shop {number}").leak()).await);
    }
    cash_out_as_before(&app, &vendors, 3).await;
    app.app.db.record();
    correct(&app).await;
    let recorded = app.app.db.recorded();
    let locks = recorded
        .iter()
        .filter(|statement| statement.sql.starts_with("SELECT account FROM retired_account"));
    assert_eq!(locks.count(), 3, "fifty vendors in each transaction");
    assert_eq!(sums(&app).await, (0, 360));
}

#[tokio::test(flavor = "multi_thread")]
async fn correct_cash_outs_by_two_nodes_at_once_corrects_once() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    cash_out_as_before(&app, &[shop], 460).await;
    let other = app.another_node();
    let (one, two) =
        tokio::join!(books::correct_cash_outs(app.app.clone()), books::correct_cash_outs(other));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    assert_eq!(sums(&app).await, (0, 460));
}

#[tokio::test]
async fn verify_names_transfers_to_the_retired_cash_out_account() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    cash_out_as_before(&app, &[shop], 460).await;
    correct(&app).await;
    // A node of the previous release still runs.
    cash_out_as_before(&app, &[shop], 40).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new());
    correct(&app).await;
    assert_eq!(sums(&app).await, (0, 500));
    app.hands.advance(Duration::from_secs(3600));
    correct(&app).await;
    app.hands.advance(6 * A_DAY);
    cash_out_as_before(&app, &[shop], 1).await;
    correct(&app).await;
    assert_eq!(sums(&app).await, (0, 501));
    assert_eq!(breaches(&app).await, Vec::<String>::new());
    app.hands.advance(2 * A_DAY);
    cash_out_as_before(&app, &[shop], 7).await;
    correct(&app).await;
    assert_eq!(sums(&app).await, (7, 501), "a mistake is not corrected unseen");
    let expected = format!(
        "an account out of use is empty and stays so cash_out of {shop}: there is 0 on it, and 1 entries came after it went out of use"
    );
    assert_eq!(breaches(&app).await, [expected]);
    let back = "DELETE FROM retired_account";
    app.app.db.write(move |tx| tx.execute(back, &[])).await.expect("in use again");
}

#[tokio::test]
async fn verify_names_a_vendor_whose_correction_is_gone() {
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    cash_out_as_before(&app, &[shop], 460).await;
    correct(&app).await;
    app.hands.advance(A_DAY);
    correct(&app).await;
    let change = "UPDATE entry SET amount = amount + 60 WHERE account = 'cash_out' AND amount < 0";
    app.app.db.write(move |tx| tx.execute(change, &[])).await.expect("changed");
    let found = breaches(&app).await;
    let expected = format!(
        "an account out of use is empty and stays so cash_out of {shop}: there is 60 on it"
    );
    assert!(found.iter().any(|breach| breach.starts_with(&expected)), "{found:?}");
    let back = "UPDATE entry SET amount = amount - 60 WHERE account = 'cash_out' AND amount < 0";
    app.app.db.write(move |tx| tx.execute(back, &[])).await.expect("put right");
}

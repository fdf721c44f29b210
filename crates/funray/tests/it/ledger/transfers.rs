//! Transfers: whole or not at all, once or not at all.

use funray::{
    error::{Code, Error},
    kernel::money::Cents,
    ledger::{
        self, Account, Books, Entries, MoneyMoves, NewBalance, PostedBy, Transfer, TransferKind,
    },
    verify::{self, Depth},
};

use super::{sell, tamper};
use crate::support::TestApp;

#[tokio::test]
async fn record_lowers_the_balance_and_never_below_zero() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    assert_eq!(sold.sale.balance.map(|balance| balance.get()), Some(2500));
    let left = sold.redeem(&app, 1000).await.expect("redeemed");
    assert_eq!(left.balance.map(|balance| balance.get()), Some(1500));
    let too_much = sold.redeem(&app, 1501).await;
    assert!(too_much.is_err(), "{too_much:?}");
    assert_eq!(app.count("SELECT balance FROM card").await, 1500);
    assert_eq!(app.count("SELECT count(*) FROM transfer").await, 2, "the refused one left nothing");
}

#[tokio::test]
async fn record_new_refuses_a_card_that_was_made_with_something_else() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let (card, vendor, person) = (sold.card, sold.vendor, sold.buyer.id);
    let now = app.app.clock.now();
    let put = move |tx: &mut db::Tx<'_>| {
        let entries = Entries::default().moving(
            Cents::new(2500),
            Account::GatewayClearing,
            Account::Card(card),
        );
        let transfer = Transfer {
            books: Books::Vendor(vendor),
            kind: TransferKind::Sale,
            entries,
            order: None,
            card: Some(card),
            reason: None,
        };
        let made = NewBalance { card, balance: Cents::new(2600), moved_at: now };
        let moves = MoneyMoves::ask(tx)?;
        ledger::record_new(tx, PostedBy::Person(person), &transfer, made, moves)
    };
    let refused = app.app.db.write(put).await;
    assert!(matches!(refused, Err(Error::Internal(_))), "{refused:?}");
    assert_eq!(app.count("SELECT count(*) FROM transfer").await, 1, "the refused one left nothing");
}

#[tokio::test]
async fn reverse_restores_the_accounts_once() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let redemption = sold.redeem(&app, 700).await.expect("redeemed");
    let (card, vendor) = (sold.card, sold.vendor);
    let (person, now) = (sold.buyer.id, app.app.clock.now());
    let reverse = || {
        app.app.db.write(move |tx| {
            let row =
                ledger::find_of_card(tx, vendor, card, redemption.id)?.ok_or(Error::NotFound)?;
            ledger::reverse(
                tx,
                now,
                PostedBy::Person(person),
                &row,
                Some("the wrong card".to_owned()),
            )
        })
    };
    let reversal = reverse().await.expect("reversed");
    assert_eq!(reversal.balance.map(|balance| balance.get()), Some(2500));
    assert!(matches!(reverse().await, Err(Error::Refused(Code::AlreadyReversed))));
    let left =
        "SELECT count(*) FROM (SELECT account FROM entry e JOIN transfer t ON t.id = e.transfer_id
        WHERE t.kind <> 'SALE' GROUP BY account HAVING SUM(amount) <> 0) moved";
    assert_eq!(app.count(left).await, 0);
}

#[tokio::test]
async fn find_of_card_ignores_transfers_of_another_card() {
    let app = TestApp::new().await;
    let one = sell(&app, "ann", 2500).await;
    let other = sell(&app, "bob", 2500).await;
    for vendor in [one.vendor, other.vendor] {
        let (card, sale) = (one.card, other.sale.id);
        let found = app.app.db.read(move |tx| ledger::find_of_card(tx, vendor, card, sale)).await;
        assert!(found.expect("a look").is_none());
    }
}

#[tokio::test]
async fn check_stops_the_ledger_until_the_breach_is_repaired() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::check(app.app.clone()).await.expect("all is right");
    sold.redeem(&app, 100).await.expect("money moves");

    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    verify::check(app.app.clone()).await.expect("the check itself works");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(Code::LedgerStopped))), "{refused:?}");
    assert_eq!(app.count("SELECT balance FROM card").await, 2401, "reading goes on");
    let report = app.report().await.expect("a report");
    assert!(!report.is_resumed && report.breaches.len() == 1);

    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
    let report = app.report().await.expect("a report");
    assert!(report.is_resumed && report.breaches.is_empty());
    sold.redeem(&app, 100).await.expect("money moves again");
}

#[tokio::test]
async fn stop_for_ignores_breaches_repaired_during_the_check() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let mistakes = [
        ("UPDATE card SET balance = balance + 1", "UPDATE card SET balance = balance - 1"),
        ("UPDATE transfer SET reason = 'a gift'", "UPDATE transfer SET reason = NULL"),
    ];
    for (spoil, put_right) in mistakes {
        tamper(&app, spoil).await.expect("a thief");
        let (found, trouble) = verify::suspect(&app.app, Depth::Everything).await;
        assert!(!found.is_empty() && trouble.is_none());
        tamper(&app, put_right).await.expect("put right");
        verify::stop_for(&app.app, found).await.expect("another look");
        sold.redeem(&app, 100).await.expect("money moves");
    }
}

#[tokio::test]
async fn resume_keeps_stops_newer_than_the_check() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let stops = app.app.db.read(ledger::stops).await.expect("a look");
    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    verify::check(app.app.clone()).await.expect("the check itself works");
    let lifted = app.app.db.write(move |tx| ledger::resume(tx, &stops)).await;
    assert!(matches!(lifted, Ok(false)), "{lifted:?}");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(Code::LedgerStopped))), "{refused:?}");
    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
}

#[tokio::test]
async fn check_all_stops_the_ledger_on_a_change_of_what_was_proven() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    verify::check_all(app.app.clone()).await.expect("all is right");
    tamper(&app, "UPDATE transfer SET reason = 'a gift'").await.expect("a thief");
    verify::check_all(app.app.clone()).await.expect("the check itself works");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(Code::LedgerStopped))), "{refused:?}");
    tamper(&app, "UPDATE transfer SET reason = NULL").await.expect("put right");
}

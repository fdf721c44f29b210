//! Tests of transfers: each is recorded completely and once, or not at all.

use std::time::Duration;

use finance::verify::{self, Depth, Verdict};
use kernel::money::Cents;
use ledger::{
    Account, Books, Entries, MoneyMoves, NewBalance, PostedBy, Transfer, TransferKind,
    errors::{ALREADY_REVERSED, LEDGER_STOPPED},
};
use platform::error::Error;

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
    assert!(matches!(reverse().await, Err(Error::Refused(ALREADY_REVERSED))));
    let left = "SELECT count(*) FROM (SELECT account FROM entry e JOIN transfer t
            ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
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
    assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
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
        verify::stop_for(&app.app, found).await;
        sold.redeem(&app, 100).await.expect("money moves");
    }
}

/// Delay of reads that exceeds the time limit of every transaction.
const TOO_LONG: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn stop_for_confirms_a_breach_by_its_row() {
    let app = TestApp::new().await;
    let (sold, other) = (sell(&app, "ann", 2500).await, sell(&app, "bob", 2500).await);
    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    let (found, trouble) = verify::suspect(&app.app, Depth::Everything).await;
    assert!(found.len() == 2 && trouble.is_none(), "{trouble:?}");
    let put_right = format!("UPDATE card SET balance = balance - 1 WHERE id = '{}'", sold.card);
    tamper(&app, put_right.leak()).await.expect("put right");
    app.app.db.record();
    let verdicts = verify::stop_for(&app.app, found.clone()).await;
    let cleared = found.iter().position(|one| one.breach().row == sold.card.to_string());
    let cleared = cleared.expect("both cards are suspected");
    assert!(matches!(verdicts[cleared], Verdict::Cleared), "{verdicts:?}");
    assert!(matches!(verdicts[1 - cleared], Verdict::Confirmed), "{verdicts:?}");
    let asked = app.app.db.recorded();
    let looks = asked.iter().filter(|one| one.sql.contains("some_rows"));
    assert!(looks.clone().count() == 2 && looks.clone().all(|one| one.params.len() == 2));
    assert!(other.redeem(&app, 100).await.is_err(), "money is stopped");
    let put_right = format!("UPDATE card SET balance = balance - 1 WHERE id = '{}'", other.card);
    tamper(&app, put_right.leak()).await.expect("put right");
}

#[tokio::test]
async fn stop_for_stops_the_ledger_when_a_breach_cannot_be_confirmed_in_time() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    let (found, _) = verify::suspect(&app.app, Depth::Everything).await;
    app.app.db.slow_down_reads(TOO_LONG);
    let verdicts = verify::stop_for(&app.app, found).await;
    app.app.db.slow_down_reads(Duration::ZERO);
    assert!(matches!(verdicts[..], [Verdict::Unconfirmed]), "{verdicts:?}");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
    assert!(app.report().await.expect("a report").is_resumed);
}

#[tokio::test]
async fn stop_for_looks_at_every_suspicion_though_the_first_look_fails() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    tamper(&app, "UPDATE card SET balance = balance + 1").await.expect("a thief");
    tamper(&app, "DELETE FROM unsealed").await.expect("a thief");
    let (found, _) = verify::suspect(&app.app, Depth::Everything).await;
    assert_eq!(found.len(), 2);
    // Without this table, the program can't check the rule about balances again. It must still
    // check the seals and confirm their breach.
    tamper(&app, "ALTER TABLE entry RENAME TO entry_away").await.expect("a thief");
    let verdicts = verify::stop_for(&app.app, found).await;
    assert!(matches!(verdicts[..], [Verdict::Unconfirmed, Verdict::Confirmed]), "{verdicts:?}");
    tamper(&app, "ALTER TABLE entry_away RENAME TO entry").await.expect("put right");
    assert!(sold.redeem(&app, 100).await.is_err(), "money is stopped");
    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
    let sealed_soon =
        "INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, id FROM transfer";
    tamper(&app, sealed_soon).await.expect("put right");
}

#[tokio::test]
async fn check_stops_the_ledger_though_another_check_cannot_be_made() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    tamper(&app, "UPDATE transfer SET reason = 'a gift'").await.expect("a thief");
    // Some rules read this table and now fail. The seals are checked after the rules, and their
    // breach must still be found.
    tamper(&app, "ALTER TABLE card_lookup RENAME TO card_lookup_away").await.expect("a thief");
    verify::check(app.app.clone()).await.expect_err("a rule can't be checked");
    tamper(&app, "ALTER TABLE card_lookup_away RENAME TO card_lookup").await.expect("put right");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
    tamper(&app, "UPDATE transfer SET reason = NULL").await.expect("put right");
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
    assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
    tamper(&app, "UPDATE card SET balance = balance - 1").await.expect("put right");
}

#[tokio::test]
async fn check_all_stops_the_ledger_on_a_change_of_proven_rows() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    verify::check_all(app.app.clone()).await.expect("all is right");
    tamper(&app, "UPDATE transfer SET reason = 'a gift'").await.expect("a thief");
    verify::check_all(app.app.clone()).await.expect("the check itself works");
    let refused = sold.redeem(&app, 100).await;
    assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
    tamper(&app, "UPDATE transfer SET reason = NULL").await.expect("put right");
}

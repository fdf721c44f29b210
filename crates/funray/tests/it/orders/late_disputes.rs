//! Tests of watching paid charges: the program asks the gateway about each charge for as long as
//! buyers can dispute it.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use checkout::disputes::watch::ask_about_charges;
use db::params;
use finance::verify;
use kernel::ids::{AttemptId, OrderId};

use crate::support::{
    Visitor,
    till::{APPROVED, Till, pay},
};

const DAY: Duration = Duration::from_secs(24 * 3600);
const RUN: Duration = Duration::from_secs(300);
const DETAILS: &str = "getTransactionDetailsRequest";

/// Sells an order and returns the gateway's id of its charge.
async fn sell(till: &Till, ann: &Visitor<'_>) -> TransactionId {
    let cart = till.fill_cart(ann).await;
    assert_eq!(pay(till, ann, &cart, APPROVED).await.status, 200);
    till.app.run_jobs().await;
    let charge = till.sandbox.ledger().last().expect("a charge").trans_id.clone();
    TransactionId::parse(&charge).expect("a number")
}

async fn ask(till: &Till) {
    ask_about_charges(till.app.app.clone()).await.expect("asked");
    till.app.run_jobs().await;
}

async fn reversed(till: &Till) -> i64 {
    till.app.count("SELECT count(*) FROM charge_reversal WHERE cause = 'DISPUTED'").await
}

async fn text(till: &Till, sql: &'static str) -> Vec<String> {
    let read = till.app.app.db.read(move |tx| tx.rows::<(String,)>(sql, &[])).await;
    read.expect("rows").into_iter().map(|(text,)| text).collect()
}

async fn overdue(till: &Till) -> Vec<String> {
    let now = till.app.app.clock.now();
    let found = till.app.app.db.read(move |tx| verify::overdue(tx, now)).await.expect("a look");
    let late = found.into_iter().filter(|one| one.rule == "a charge is asked about in time");
    late.map(|one| one.problem).collect()
}

#[tokio::test]
async fn watch_notices_disputes_up_to_180_days_after_the_sale() {
    let till = Till::crowded().await;
    let ann = till.visitor().await;
    let mut charges = Vec::new();
    for _ in 0..6 {
        charges.push(sell(&till, &ann).await);
    }
    till.sandbox.settle();
    // For each dispute: the day after the sale on which the buyer disputes, and the day by which
    // the program must notice.
    let disputes = [(5, 6), (12, 13), (30, 37), (100, 107), (179, 180)];
    let mut noticed = 0;
    for day in 1..=200 {
        till.app.hands.advance(DAY);
        ask(&till).await;
        let by_now = disputes.iter().filter(|(_, by)| *by <= day).count();
        let at_most = disputes.iter().filter(|(on, _)| *on < day).count();
        noticed = usize::try_from(reversed(&till).await).expect("a count");
        assert!((by_now..=at_most).contains(&noticed), "day {day}: {noticed}");
        assert_eq!(overdue(&till).await, Vec::<String>::new(), "day {day}");
        for (place, (on, _)) in disputes.iter().enumerate() {
            if *on == day {
                assert!(till.sandbox.dispute(&charges[place]));
            }
        }
        if day == 181 {
            assert!(till.sandbox.dispute(&charges[5]));
        }
    }
    assert_eq!(noticed, disputes.len(), "the sixth came too late");
    let watched = "SELECT count(*) FROM payment_attempt WHERE watch_due_at IS NOT NULL";
    assert_eq!(till.app.count(watched).await, 0);
    let spendable = "SELECT count(*) FROM card WHERE deactivated_at IS NULL";
    assert_eq!(till.app.count(spendable).await, 3, "those of the sixth order");
}

#[tokio::test]
async fn watch_asks_about_charges_with_money_first_and_keeps_to_its_budget() {
    let mut till = Till::new().await;
    let settings = format!("{}\ngateway.charge_checks_per_hour = 24", till.settings);
    till.app.restart(&settings);
    let ann = till.visitor().await;
    let mut charges = Vec::new();
    for _ in 0..6 {
        charges.push(sell(&till, &ann).await.to_string());
        till.app.hands.advance(Duration::from_secs(1));
    }
    // Pretend that the cards of the three oldest orders are spent. Charges with unspent cards must
    // be queried before these.
    let spent = "WITH first AS MATERIALIZED (SELECT MIN(sent_at) AS sent_at FROM payment_attempt WHERE person_id = $1)
         UPDATE payment_attempt SET is_spent = (payment_attempt.sent_at < first.sent_at + 2500000)
         FROM first WHERE person_id = $1";
    till.app.write(spent, till.ann.id).await;
    let pretend = "UPDATE card SET balance = 0 WHERE buyer_id = $1 AND order_id IN
         (SELECT order_id FROM payment_attempt WHERE is_spent)";
    till.app.write(pretend, till.ann.id).await;
    till.app.hands.advance(DAY);
    let asked = "SELECT transaction_id FROM payment_attempt WHERE answered_at IS NOT NULL";
    let mut seen = Vec::new();
    for _ in 0..3 {
        ask(&till).await;
        let mut all = text(&till, asked).await;
        all.sort_by_key(|number| charges.iter().position(|charge| charge == number));
        seen.push(all);
        till.app.hands.advance(RUN);
    }
    assert_eq!(seen[0], charges[3..5], "two a run, the oldest with money first");
    assert_eq!(seen[1], [&charges[..1], &charges[3..]].concat(), "then the oldest that are spent");
    assert_eq!(seen[2], charges);
    let restore = "UPDATE card SET balance = face WHERE buyer_id = $1";
    till.app.write(restore, till.ann.id).await;
}

#[tokio::test]
async fn watch_continues_after_charges_without_a_reply_of_the_gateway() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    for _ in 0..6 {
        sell(&till, &ann).await;
        till.app.hands.advance(Duration::from_secs(1));
    }
    let answered = "SELECT count(*) FROM payment_attempt WHERE answered_at IS NOT NULL";
    let due = "SELECT count(*) FROM payment_attempt WHERE watch_due_at IS NOT NULL";
    till.app.hands.advance(DAY);
    for _ in 0..4 {
        till.sandbox.fail(DETAILS, Fault::DropBeforeCommit);
    }
    ask(&till).await;
    assert_eq!(till.app.count(answered).await, 0, "four calls failed, so the run has ended");
    assert_eq!(till.app.count(due).await, 6, "no charge has lost its place");
    till.app.hands.advance(RUN);
    ask(&till).await;
    assert_eq!(till.app.count(answered).await, 2, "the others are asked about meanwhile");
    till.app.hands.advance(2 * RUN);
    ask(&till).await;
    assert_eq!(till.app.count(answered).await, 6);
    let failures = "SELECT count(*) FROM payment_attempt WHERE watch_failures > 0";
    assert_eq!(till.app.count(failures).await, 0);
}

#[tokio::test]
async fn watch_retries_after_a_call_that_times_out_and_alarms_after_days() {
    let mut till = Till::impatient().await;
    let ann = till.visitor().await;
    let charge = sell(&till, &ann).await;
    till.sandbox.settle();
    let settings =
        till.settings.replace("gateway.timeout_seconds = 5", "gateway.timeout_seconds = 1");
    till.app.restart(&settings);
    till.app.hands.advance(DAY);
    assert!(till.sandbox.dispute(&charge));
    till.sandbox.fail(DETAILS, Fault::Hang);
    ask(&till).await;
    assert_eq!(reversed(&till).await, 0);
    let page = till.app.get("/metrics").send().await.text().to_owned();
    assert!(page.contains("charges_longest_unasked_seconds"), "{page}");
    till.app.hands.advance(4 * DAY);
    assert_eq!(overdue(&till).await, ["the gateway should have been asked about it 4 days ago"]);
    ask(&till).await;
    assert_eq!(reversed(&till).await, 1);
    assert_eq!(overdue(&till).await, Vec::<String>::new());
}

#[tokio::test]
async fn watch_asks_about_each_charge_once_on_two_nodes() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    for _ in 0..8 {
        sell(&till, &ann).await;
    }
    till.app.hands.advance(DAY);
    let other = till.app.another_node();
    let (one, two) =
        tokio::join!(ask_about_charges(till.app.app.clone()), ask_about_charges(other.clone()));
    one.and(two).expect("asked");
    let calls = |metrics: &platform::metrics::Metrics| {
        let page = metrics.page(&till.app.app.db, 0, 0);
        let line = "gateway_call_seconds_count{operation=\"details\",outcome=\"answered\"} ";
        let count = page.lines().find_map(|text| text.strip_prefix(line).map(str::to_owned));
        count.map_or(0, |count| count.parse::<u64>().expect("a count"))
    };
    assert_eq!(calls(&till.app.app.metrics) + calls(&other.metrics), 8);
    other.db.close();
}

#[tokio::test]
async fn watch_lists_a_charge_that_the_gateway_does_not_know() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let charge = sell(&till, &ann).await;
    till.app.hands.advance(DAY);
    assert!(till.sandbox.lose(&charge));
    for _ in 0..2 {
        ask(&till).await;
        till.app.hands.advance(DAY);
    }
    let missing = "SELECT count(*) FROM gateway_difference WHERE kind = 'MISSING_THERE'";
    assert_eq!(till.app.count(missing).await, 1);
    assert_eq!(
        till.app.count("SELECT count(*) FROM payment_attempt WHERE answered_at IS NOT NULL").await,
        0
    );
}

/// Maximum number of charges that one transaction inserts.
const PIECE: usize = 5_000;

/// Copies an issued charge `times` times, with sales one second apart. Returns the gateway's ids of
/// the copies.
async fn copy(till: &Till, charge: &TransactionId, times: u64) -> Vec<TransactionId> {
    let copies: Vec<_> =
        (0..times).map(|_| till.sandbox.double(charge).expect("a charge")).collect();
    let (numbers, person) = (copies.clone(), till.ann.id);
    let sold_at = till.app.app.clock.now().minus(200 * DAY / 2);
    // Insert the copies in several transactions, because each has a time limit.
    for (piece, numbers) in (0..).zip(numbers.chunks(PIECE)) {
        let numbers = numbers.to_vec();
        let first = piece * PIECE as u64 + 1;
        let insert = move |tx: &mut db::Tx<'_>| {
            tx.batched(|tx| {
            for (number, second) in numbers.iter().zip(first..) {
                let at = sold_at.plus(Duration::from_secs(second));
                let (id, order) = (AttemptId::new(at), OrderId::new(at));
                let cart = order.to_string();
                tx.later(
                    "INSERT INTO cart (person_id, id, state, created_at, updated_at) VALUES ($1, $2, 'SOLD', $3, $3)",
                    params![person, cart.clone(), at],
                )?;
                tx.later(
                    "INSERT INTO orders (person_id, id, cart_id, brand, created_at) VALUES ($1, $2, $3, 'funray', $4)",
                    params![person, order, cart, at],
                )?;
                tx.later(
                    "INSERT INTO payment_attempt (person_id, id, order_id, number, reference, amount, state, token_hash, failures,
                         sent_at, ended_at, transaction_id, watch_due_at)
                     VALUES ($1, $2, $3, 1, $4, 2500, 'ISSUED', $4, 0, $5, $5, $6, $5)",
                    params![person, id, order, id.to_string(), at, number.as_str()],
                )?;
            }
            Ok::<_, db::Error>(())
          })
        };
        till.app.app.db.write(insert).await.expect("rows");
    }
    copies
}

/// Returns the number of charges that the test watches. A single run of the scheduled task asks the
/// gateway about only 1,000 of them.
fn charges() -> u64 {
    if std::env::var_os("SOAK").is_some() { 50_000 } else { 4_000 }
}

#[tokio::test(flavor = "multi_thread")]
async fn watch_works_through_thousands_of_charges_in_pieces() {
    let mut till = Till::patient().await;
    let settings = format!("{}\ngateway.charge_checks_per_hour = 12000", till.settings);
    till.app.restart(&settings);
    let ann = till.visitor().await;
    let charge = sell(&till, &ann).await;
    let copies = copy(&till, &charge, charges()).await;
    till.sandbox.settle();
    // Mark all charges as spent, because the copies have no cards. The oldest charges are then
    // queried first.
    let spent = "UPDATE payment_attempt SET is_spent = TRUE WHERE person_id = $1";
    till.app.write(spent, till.ann.id).await;
    for place in [10, 1_500, copies.len() - 1] {
        assert!(till.sandbox.dispute(&copies[place]));
    }
    for run in 1..=2 {
        ask_about_charges(till.app.app.clone()).await.expect("asked");
        let answered = "SELECT count(*) FROM payment_attempt WHERE answered_at IS NOT NULL";
        assert_eq!(till.app.count(answered).await, 1_000 * run);
        till.app.hands.advance(RUN);
    }
    let gaps = "SELECT count(*) FROM payment_attempt WHERE answered_at IS NULL AND state = 'ISSUED' AND sent_at <
         (SELECT MAX(sent_at) FROM payment_attempt WHERE answered_at IS NOT NULL)";
    assert_eq!(till.app.count(gaps).await, 0, "the oldest come first, and none is left out");
    let found = "SELECT count(*) FROM job WHERE kind = 'look into charge'";
    assert_eq!(till.app.count(found).await, 2);
    // Delete the copies, because the ledger has no entries for them and the check at the end of the
    // test would fail.
    till.app
        .write("DELETE FROM job WHERE kind = 'look into charge' AND id <> $1", till.ann.id)
        .await;
    till.app
        .write("DELETE FROM payment_attempt WHERE amount = 2500 AND person_id = $1", till.ann.id)
        .await;
    till.app
        .write("DELETE FROM orders WHERE paid_at IS NULL AND person_id = $1", till.ann.id)
        .await;
}

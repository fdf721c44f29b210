//! Tests of refunds that the bank paid before the buyer disputed the charge. The buyer gets the
//! money twice. The books must be the same whether the bank's payment is recorded before or after
//! the dispute.

use std::time::Duration;

use authorizenet::{Amount, sandbox::Fault};
use finance::verify;
use kernel::dates::BusinessDate;
use serde_json::{Value, json};

use super::{
    balances, dossier,
    refused_refunds::{
        REFERENCE, attempt_state, cancelled, charge, check, decide, dispute, path, pay_by_two,
        refused, reversals, sums, voided, waiting,
    },
};
use crate::{
    ledger::found_after,
    orders::reversals::tell,
    support::{Person, Reply, Visitor, till::Till},
};

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn pay_on(who: &Visitor<'_>, order: &str, refund: &Value, day: BusinessDate) -> Reply {
    let form = json!({ "amount": refund["amount"], "reference": REFERENCE, "paidOn": day });
    who.put(&path(order, refund, "paid"), &form).send().await
}

/// An order with a refund that the gateway refused, paid by the bank on the next day and disputed
/// two days later.
struct Story {
    order: String,
    refund: Value,
    paid_on: BusinessDate,
    disputed_on: BusinessDate,
}

/// Plays a story. If `is_cancelled`, the refund is for the whole cancelled order, otherwise for one
/// of its cards. If `is_recorded`, the bank's payment is recorded before the dispute, otherwise not
/// at all.
async fn play(
    till: &Till,
    [adam, bea]: [&Person; 2],
    is_cancelled: bool,
    is_recorded: bool,
) -> Story {
    let first = till.app.sign_in(adam).await;
    let (order, refund) = if is_cancelled {
        cancelled(till, &first, Fault::Declined).await
    } else {
        refused(till, &first, Fault::Declined).await
    };
    till.app.hands.advance(DAY);
    let paid_on = BusinessDate::today(&till.app.app.clock);
    let [first, second] = [till.app.sign_in(adam).await, till.app.sign_in(bea).await];
    if is_recorded {
        pay_by_two([&first, &second], &order, &refund).await;
    }
    till.app.hands.advance(2 * DAY);
    let first = till.app.sign_in(adam).await;
    dispute(till, &first, &order).await;
    let disputed_on = BusinessDate::today(&till.app.app.clock);
    till.app.hands.advance(3 * DAY);
    till.app.run_jobs().await;
    Story { order, refund, paid_on, disputed_on }
}

/// Returns all that the books and the help desk show at the end of a story: the states of the order
/// and the balances of all accounts, three sums of the ledger, and the open reversals.
async fn told(till: &Till, who: &Visitor<'_>, order: &str) -> (Value, [i64; 3], Vec<[Value; 5]>) {
    let dossier = dossier(who, order).await;
    let trial = who.get("/api/v1/Books/trial-balance").send().await.json();
    let states = json!([
        dossier["status"],
        dossier["refunds"][0]["state"],
        dossier["attempts"][0]["state"],
        trial["accounts"],
        waiting(who).await,
        balances(till).await,
    ]);
    (states, sums(till).await, reversals(who).await)
}

#[tokio::test]
async fn bank_payment_recorded_after_a_dispute_is_booked_like_one_recorded_before() {
    for is_cancelled in [true, false] {
        let mut ends = Vec::new();
        for is_recorded in [true, false] {
            let till = Till::new().await;
            let [adam, bea] =
                [till.app.administrator("adam").await, till.app.administrator("bea").await];
            let story = play(&till, [&adam, &bea], is_cancelled, is_recorded).await;
            let Story { order, refund, paid_on, .. } = &story;
            let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
            if !is_recorded {
                let asked = pay_on(&first, order, refund, *paid_on).await;
                assert_eq!(asked.status, 200, "{}", asked.text());
                decide(&first, order, refund, "approved").await.error(409, "SAME_PERSON");
                for _ in 0..2 {
                    let paid = decide(&second, order, refund, "approved").await.json();
                    assert_eq!(paid["refunds"][0]["bankPaidOn"], json!(paid_on), "{paid}");
                }
            }
            let end = told(&till, &first, order).await;
            let cents = till.app.count("SELECT amount FROM refund").await;
            assert_eq!(end.1, [0, cents, cents], "the bank has paid, and the platform lost it");
            ends.push(end);
            // We win the dispute, so the gateway owes us the charge again. The buyer has been paid
            // only once, by the bank.
            assert!(till.sandbox.win(&charge(&till)));
            check(&till, &first, order).await;
            assert_eq!(sums(&till).await, [12_500, cents, 0]);
            let log = first.get(&format!("/api/v1/Audit?subjectId={order}")).send().await.json();
            let rows = log["items"].as_array().expect("rows").iter();
            let named = rows.filter(|row| row["after"]["paidOn"] == json!(paid_on)).count();
            assert_eq!(named, if is_recorded { 0 } else { 2 }, "asked and made: {log}");
        }
        assert_eq!(ends[0], ends[1], "cancelled: {is_cancelled}");
    }
}

#[tokio::test]
async fn bank_payment_recorded_after_a_dispute_names_a_day_on_which_it_was_owed() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let Story { order, refund, paid_on, disputed_on } =
        play(&till, [&adam, &bea], true, false).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let before = told(&till, &first, &order).await;
    let shown = dossier(&first, &order).await["refunds"][0].clone();
    let about = ["state", "payableUntil"].map(|name| shown[name].clone());
    assert_eq!(about, [json!("COVERED"), json!(disputed_on)], "{shown}");
    for day in [disputed_on.tomorrow(), paid_on.plus_days(-2)] {
        let wrong = pay_on(&first, &order, &refund, day).await.wrong_fields();
        assert!(wrong["paidOn"].is_string(), "{wrong}");
    }
    let form = json!({ "amount": refund["amount"], "reference": REFERENCE, "paidOn": "soon" });
    let wrong = first.put(&path(&order, &refund, "paid"), &form).send().await.wrong_fields();
    assert!(wrong["paidOn"].is_string(), "{wrong}");
    assert_eq!(told(&till, &first, &order).await, before);

    // If the second administrator declines the recorded payment, everything is as before the
    // record.
    for day in [disputed_on, paid_on] {
        assert_eq!(pay_on(&first, &order, &refund, day).await.status, 200);
        assert_eq!(attempt_state(&first, &order).await, "VOID_PENDING");
        assert_eq!((waiting(&second).await, sums(&till).await), (json!(1), [0; 3]));
        let declined = decide(&second, &order, &refund, "declined").await.json();
        assert_eq!(declined["refunds"][0]["payableUntil"], json!(disputed_on), "{declined}");
        assert_eq!(told(&till, &first, &order).await, before);
    }

    // We win the dispute while the recorded payment waits for approval. The approved payment then
    // counts as the only refund, and nothing was paid twice.
    assert_eq!(pay_on(&first, &order, &refund, paid_on).await.status, 200);
    assert!(till.sandbox.win(&charge(&till)));
    check(&till, &first, &order).await;
    let paid = decide(&second, &order, &refund, "approved").await.json();
    assert_eq!(paid["refunds"][0]["state"], "PAID_BY_BANK", "{paid}");
    assert_eq!(paid["attempts"][0]["state"], "VOIDED", "{paid}");
    assert_eq!(sums(&till).await, [12_500, 12_500, 0]);
    till.app.run_jobs().await;
}

/// Returns the number of overdue refunds.
async fn overdue(till: &Till) -> usize {
    let now = till.app.app.clock.now();
    let found = till.app.app.db.read(move |tx| verify::overdue(tx, now)).await.expect("a look");
    found.iter().filter(|one| one.rule == "a refund comes to its end").count()
}

#[tokio::test]
async fn bank_payment_recorded_late_shows_its_loss_and_is_overdue_a_week_after_its_record() {
    for is_cancelled in [true, false] {
        let till = Till::new().await;
        let [adam, bea] =
            [till.app.administrator("adam").await, till.app.administrator("bea").await];
        let Story { order, refund, paid_on, .. } =
            play(&till, [&adam, &bea], is_cancelled, false).await;
        till.app.hands.advance(30 * DAY);
        let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
        let shown = dossier(&second, &order).await["refunds"][0].clone();
        assert_eq!(shown["bankPaymentLoss"], json!(null), "no payment waits: {shown}");
        assert_eq!(overdue(&till).await, 0);
        assert_eq!(pay_on(&first, &order, &refund, paid_on).await.status, 200);
        let shown = dossier(&second, &order).await["refunds"][0].clone();
        let told = ["bankPaidOn", "bankPaymentLoss"].map(|name| shown[name].clone());
        assert_eq!(told, [json!(paid_on), refund["amount"].clone()], "{shown}");
        till.app.hands.advance(6 * DAY);
        assert_eq!(overdue(&till).await, 0);
        till.app.hands.advance(2 * DAY);
        assert_eq!(overdue(&till).await, 1);
        let second = till.app.sign_in(&bea).await;
        let paid = decide(&second, &order, &refund, "approved").await.json();
        assert_eq!(paid["refunds"][0]["bankPaymentLoss"], json!(null), "{paid}");
        till.app.run_jobs().await;
    }
}

#[tokio::test]
async fn bank_payment_of_an_open_refund_names_no_day_to_come() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    let today = BusinessDate::today(&till.app.app.clock);
    for day in [today.tomorrow(), today.plus_days(-1)] {
        let wrong = pay_on(&first, &order, &refund, day).await.wrong_fields();
        assert!(wrong["paidOn"].is_string(), "{wrong}");
    }
    assert_eq!(pay_on(&first, &order, &refund, today).await.status, 200);
    let second = till.app.sign_in(&bea).await;
    let shown = dossier(&second, &order).await["refunds"][0].clone();
    assert_eq!(shown["bankPaymentLoss"], json!(null), "nothing was reversed: {shown}");
    let paid = decide(&second, &order, &refund, "approved").await.json();
    assert_eq!(paid["refunds"][0]["bankPaidOn"], json!(today), "{paid}");
    till.app.run_jobs().await;
    let theft = "UPDATE refund SET bank_paid_by = bank_asked_by";
    let found = found_after(&till.app, &[theft]).await;
    assert!(found.contains("a payment by the bank was asked for and confirmed"), "{found}");
}

#[tokio::test]
async fn bank_payment_stays_owed_after_a_reversal_of_another_part_of_the_charge() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    let cents = till.app.count("SELECT amount FROM refund").await;
    // An operator returns a part of the rest of the charge to the buyer, at the gateway itself.
    let part = till.sandbox.refund(&charge(&till), Amount::from_cents(2_500)).expect("a refund");
    tell(&till, "refund.created", part.as_str()).await;
    till.app.run_jobs().await;
    assert_eq!(reversals(&first).await.len(), 1);
    till.app.hands.advance(DAY);
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let shown = dossier(&first, &order).await["refunds"][0].clone();
    let about = ["state", "payableUntil"].map(|name| shown[name].clone());
    assert_eq!(about, [json!("REFUSED"), json!(null)], "{shown}");
    pay_by_two([&first, &second], &order, &refund).await;
    assert_eq!(sums(&till).await[1..], [cents, 0], "the bank has paid once, and nobody else");
    till.app.run_jobs().await;
}

#[tokio::test]
async fn bank_payment_recorded_again_with_another_day_is_refused() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    till.app.hands.advance(DAY);
    let first = till.app.sign_in(&adam).await;
    let today = BusinessDate::today(&till.app.app.clock);
    for _ in 0..2 {
        assert_eq!(pay_on(&first, &order, &refund, today).await.status, 200);
    }
    pay_on(&first, &order, &refund, today.plus_days(-1)).await.error(409, "REFUND_WAITS");
}

#[tokio::test]
async fn bank_payment_recorded_after_a_dispute_does_not_open_the_cart_again() {
    let till = Till::wary().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = voided(&till, &first).await;
    dispute(&till, &first, &order).await;
    let changed = "SELECT MAX(updated_at) FROM cart";
    let mails = async || till.app.mails_to(&till.ann.email).await.len();
    let before = (till.app.count(changed).await, mails().await);
    let today = BusinessDate::today(&till.app.app.clock);
    for _ in 0..2 {
        till.app.hands.advance(Duration::from_secs(60));
        assert_eq!(pay_on(&first, &order, &refund, today).await.status, 200);
        assert_eq!(decide(&second, &order, &refund, "declined").await.status, 200);
    }
    assert_eq!((till.app.count(changed).await, mails().await), before);
    till.app.run_jobs().await;
}

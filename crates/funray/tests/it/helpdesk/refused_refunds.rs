//! Tests of refunds that the gateway refuses for good, and of the bank payment to the buyer that
//! replaces such a refund.

use std::time::Duration;

use authorizenet::{TransactionId, sandbox::Fault};
use checkout::disputes::{reconciliation, watch::ask_about_charges};
use serde_json::{Value, json};

use super::{balances, cancel, dossier, paid_order};
use crate::{
    ledger::found_after,
    orders::review,
    support::{Reply, Visitor, till::Till},
};

pub(super) const REFERENCE: &str = "e-transfer 417";

/// Pays for an order and refunds its first card at a gateway with this fault. Returns the order's
/// id and the refund.
pub(super) async fn refused(till: &Till, who: &Visitor<'_>, fault: Fault) -> (String, Value) {
    let (order, _) = paid_order(till).await;
    till.sandbox.settle();
    let card = dossier(who, &order).await["cards"][0].clone();
    let cards = json!([{ "cardId": card["id"], "amount": card["cardBalance"] }]);
    let form = json!({ "reason": "One too many", "cards": cards });
    let path = format!("/api/v1/Helpdesk/orders/{order}/refunds");
    till.sandbox.fail("refundTransaction", fault);
    let asked = who.post(&path, &form).send().await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    till.app.run_jobs().await;
    let dossier = dossier(who, &order).await;
    assert_eq!(dossier["cards"][0]["isRefunded"], true, "{dossier}");
    let refund = dossier["refunds"][0].clone();
    (order, refund)
}

pub(super) fn path(order: &str, refund: &Value, what: &str) -> String {
    let id = refund["id"].as_str().expect("an id");
    format!("/api/v1/Helpdesk/orders/{order}/refunds/{id}/{what}")
}

pub(super) async fn pay(who: &Visitor<'_>, order: &str, refund: &Value, reference: &str) -> Reply {
    let form = json!({ "amount": refund["amount"], "reference": reference });
    who.put(&path(order, refund, "paid"), &form).send().await
}

pub(super) async fn decide(who: &Visitor<'_>, order: &str, refund: &Value, how: &str) -> Reply {
    let reason = json!({ "reason": "The bank has no such payment" });
    who.put(&path(order, refund, &format!("paid/{how}")), &reason).send().await
}

pub(super) async fn waiting(who: &Visitor<'_>) -> Value {
    who.get("/api/v1/Helpdesk/open").send().await.json()["refusedRefunds"].clone()
}

#[tokio::test]
async fn refused_refund_is_paid_by_bank_once_and_by_two_persons() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, _second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::NotRefundable).await;
    let told = ["state", "refusal", "message"].map(|name| refund[name].clone());
    let words = "The referenced transaction does not meet the criteria for issuing a credit.";
    assert_eq!(told, [json!("REFUSED"), json!("NOT_REFUNDABLE"), json!(words)], "{refund}");
    till.app.hands.advance(Duration::from_secs(24 * 3600));
    till.app.run_jobs().await;
    let is_refunded = || till.sandbox.ledger().iter().any(|record| record.is_refund);
    assert!(!is_refunded(), "the gateway is not asked again");
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    assert_eq!(waiting(&second).await, 1);
    let listed = second.get("/api/v1/Helpdesk/refused-refunds").send().await.json();
    let row = &listed["items"][0];
    assert_eq!((&row["orderId"], &row["bankAskedAt"]), (&json!(order), &Value::Null), "{listed}");

    let before = balances(&till).await;
    let wrong = json!({ "amount": 1, "reference": REFERENCE });
    let wrong = first.put(&path(&order, &refund, "paid"), &wrong).send().await;
    wrong.error(409, "NOT_PAYABLE_BY_HAND");
    for _ in 0..2 {
        let asked = pay(&first, &order, &refund, REFERENCE).await.json()["refunds"][0].clone();
        assert_eq!(
            (&asked["state"], &asked["isBankPaymentOwn"]),
            (&json!("REFUSED"), &json!(true))
        );
        let refusal = &asked["bankPaymentRefusal"];
        decide(&first, &order, &refund, "approved").await.foretold(refusal, 409, "SAME_PERSON");
    }
    pay(&second, &order, &refund, "other").await.error(409, "REFUND_WAITS");
    let again = second.post(&path(&order, &refund, "tried-again"), &json!({})).send().await;
    again.error(409, "REFUND_WAITS");
    assert_eq!(balances(&till).await, before, "nothing is booked before it is confirmed");
    let rung = second.get("/api/v1/Notices").send().await.json()["items"][0].clone();
    assert_eq!((&rung["kind"], &rung["orderId"]), (&json!("REFUND_WAITS"), &json!(order)));

    for _ in 0..2 {
        let paid = decide(&second, &order, &refund, "approved").await.json()["refunds"][0].clone();
        let told = ["state", "bankReference", "bankAskedByName"].map(|name| paid[name].clone());
        let expected = [json!("PAID_BY_BANK"), json!(REFERENCE), json!("adam Test")];
        assert_eq!((told, &paid["bankPaymentRefusal"]), (expected, &Value::Null), "{paid}");
    }
    decide(&second, &order, &refund, "declined").await.error(409, "REQUEST_OVER");
    assert_eq!(waiting(&second).await, 0);
    let cents = till.app.count("SELECT amount FROM refund").await;
    let mut after = before;
    after[3] -= cents;
    let paid = "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'payouts'";
    assert_eq!((balances(&till).await, till.app.count(paid).await), (after, cents));
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let about = mails.iter().filter(|mail| {
        mail["subject"].as_str().is_some_and(|subject| subject.ends_with("back to you by bank"))
    });
    assert_eq!(about.count(), 1, "{mails:?}");
    assert!(!is_refunded(), "not paid twice");
    for theft in ["bank_paid_by = bank_asked_by", "bank_asked_at = bank_asked_at + 1"] {
        let found = found_after(&till.app, &[&format!("UPDATE refund SET {theft}")]).await;
        let rule = "a payment by the bank was asked for and confirmed by whom the log says";
        assert!(found.contains(rule), "{theft}: {found}");
    }
}

#[tokio::test]
async fn refused_refund_is_tried_again_after_a_declined_payment_by_bank() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    assert_eq!(refund["refusal"], "CARD_REFUSES", "{refund}");
    assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
    let declined = decide(&second, &order, &refund, "declined").await.json()["refunds"][0].clone();
    assert_eq!(
        (&declined["state"], &declined["bankReference"]),
        (&json!("REFUSED"), &Value::Null),
        "{declined}"
    );
    let again = path(&order, &refund, "tried-again");
    assert_eq!(first.post(&again, &json!({})).send().await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(dossier(&first, &order).await["refunds"][0]["state"], "MADE");
    first.post(&again, &json!({})).send().await.error(409, "NOT_PAYABLE_BY_HAND");
    pay(&first, &order, &refund, REFERENCE).await.error(409, "NOT_PAYABLE_BY_HAND");
    let made = till.sandbox.ledger().into_iter().filter(|record| record.is_refund).count();
    assert_eq!((made, waiting(&first).await), (1, json!(0)));
}

#[tokio::test]
async fn cancelled_order_of_an_old_charge_waits_for_the_bank() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let (order, _) = paid_order(&till).await;
    till.sandbox.settle();
    till.app.hands.advance(Duration::from_secs(181 * 24 * 3600));
    let first = till.app.sign_in(&adam).await;
    till.sandbox.fail("refundTransaction", Fault::NotRefundable);
    let cancelled = cancel(&first, &order).await.json();
    let refund = &cancelled["refunds"][0];
    assert_eq!((&cancelled["status"], &refund["amount"]), (&json!("Paid"), &json!(125)));
    till.app.run_jobs().await;
    let refund = dossier(&first, &order).await["refunds"][0].clone();
    assert_eq!(
        (&refund["state"], &refund["refusal"]),
        (&json!("REFUSED"), &json!("CHARGE_TOO_OLD")),
        "{refund}"
    );
    assert_eq!(balances(&till).await, [0; 4], "the cards are empty");
}

/// Cancels a paid and settled order at a gateway that fails refunds with this fault. Returns the
/// order's id and the refused refund.
pub(super) async fn cancelled(till: &Till, who: &Visitor<'_>, fault: Fault) -> (String, Value) {
    let (order, _) = paid_order(till).await;
    till.sandbox.settle();
    till.sandbox.fail("refundTransaction", fault);
    assert_eq!(cancel(who, &order).await.json()["status"], "Cancelled");
    till.app.run_jobs().await;
    let refund = dossier(who, &order).await["refunds"][0].clone();
    assert_eq!(refund["state"], "REFUSED", "{refund}");
    (order, refund)
}

pub(super) async fn attempt_state(who: &Visitor<'_>, order: &str) -> Value {
    dossier(who, order).await["attempts"][0]["state"].clone()
}

/// Returns three ledger balances, in cents: receivable from the gateway, paid out by the bank, and
/// refunds paid twice.
pub(super) async fn sums(till: &Till) -> [i64; 3] {
    let sum = async |account: &str| {
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account = '{account}'"
        );
        till.app.count(sql.leak()).await
    };
    [-sum("gateway_clearing").await, sum("payouts").await, -sum("paid_twice").await]
}

/// Advances the clock by two days and makes the daily comparison with the gateway's lists. Returns
/// the number of differences that it found.
pub(super) async fn differences(till: &Till) -> i64 {
    till.app.hands.advance(Duration::from_secs(2 * 24 * 3600));
    reconciliation::reconcile(till.app.app.clone()).await.expect("compared");
    till.app.run_jobs().await;
    till.app.count("SELECT count(*) FROM gateway_difference").await
}

#[tokio::test]
async fn cancelled_order_whose_card_is_closed_is_paid_by_bank_and_by_two_persons() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = cancelled(&till, &first, Fault::Declined).await;
    let told = ["refusal", "amount", "reason", "requestedByName"].map(|name| refund[name].clone());
    let expected =
        [json!("CARD_REFUSES"), json!(125), json!("Bought by mistake"), json!("adam Test")];
    assert_eq!((told, attempt_state(&first, &order).await), (expected, json!("VOID_PENDING")));
    assert_eq!((waiting(&first).await, sums(&till).await), (json!(1), [0; 3]));
    let back = first.get("/api/v1/Helpdesk/refunds").send().await.json();
    assert_eq!(back["totalItems"], 1, "given back once: {back}");
    // Days later the refund still waits for the administrators, and none of its jobs has failed for
    // good.
    assert_eq!(differences(&till).await, 0);
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let open = first.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!((&open["deadLetters"], &open["refusedRefunds"]), (&json!(0), &json!(1)), "{open}");
    assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
    decide(&first, &order, &refund, "approved").await.error(409, "SAME_PERSON");
    for _ in 0..2 {
        let paid = decide(&second, &order, &refund, "approved").await.json();
        assert_eq!(paid["refunds"][0]["state"], "PAID_BY_BANK", "{paid}");
        assert_eq!(paid["attempts"][0]["state"], "VOIDED", "{paid}");
    }
    assert_eq!((waiting(&second).await, sums(&till).await), (json!(0), [12_500, 12_500, 0]));
    assert_eq!(differences(&till).await, 0, "the gateway keeps the charge, and we know");
    let theft = "UPDATE refund SET requested_by = bank_paid_by";
    let found = found_after(&till.app, &[theft]).await;
    assert!(found.contains("a refund was asked for by whom the log says"), "{found}");
}

#[tokio::test]
async fn cancelled_order_whose_card_was_closed_is_refunded_when_the_gateway_is_asked_again() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = cancelled(&till, &first, Fault::Declined).await;
    let again = path(&order, &refund, "tried-again");
    assert_eq!(first.post(&again, &json!({})).send().await.status, 200);
    till.app.run_jobs().await;
    let told = dossier(&first, &order).await;
    assert_eq!(told["refunds"][0]["state"], "MADE", "{told}");
    assert_eq!(
        (&told["attempts"][0]["state"], waiting(&first).await),
        (&json!("VOIDED"), json!(0))
    );
    let made = till.sandbox.ledger().into_iter().filter(|record| record.is_refund).count();
    assert_eq!((made, sums(&till).await, differences(&till).await), (1, [0; 3], 0));
}

/// Makes an order of which an administrator voids the held charge, whose refund the gateway refuses.
/// Returns the order and the refund.
pub(super) async fn voided(till: &Till, adam: &Visitor<'_>) -> (String, Value) {
    let (order, _) = review::held(till, adam).await;
    till.sandbox.settle();
    till.sandbox.fail("refundTransaction", Fault::Declined);
    let form = json!({ "reason": "A stolen card" });
    let path = format!("/api/v1/Helpdesk/orders/{order}/voided");
    assert_eq!(adam.post(&path, &form).send().await.status, 200);
    till.app.run_jobs().await;
    let refund = dossier(adam, &order).await["refunds"][0].clone();
    (order, refund)
}

#[tokio::test]
async fn voided_review_whose_card_is_closed_waits_for_the_bank() {
    let till = Till::wary().await;
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    let (_, refund) = voided(&till, &adam).await;
    let told = ["state", "amount", "reason"].map(|name| refund[name].clone());
    assert_eq!(told, [json!("REFUSED"), json!(600), json!("A stolen card")], "{refund}");
    assert_eq!(waiting(&adam).await, 1);
}

/// Records that the bank has paid a refused refund: one administrator reports the payment, another
/// approves it.
pub(super) async fn pay_by_two(who: [&Visitor<'_>; 2], order: &str, refund: &Value) {
    assert_eq!(pay(who[0], order, refund, REFERENCE).await.status, 200);
    let paid = decide(who[1], order, refund, "approved").await;
    assert_eq!(paid.status, 200, "{}", paid.text());
}

pub(super) fn charge(till: &Till) -> TransactionId {
    TransactionId::parse(&till.sandbox.ledger()[0].trans_id).expect("a number")
}

/// Makes the buyer dispute the charge, and has an administrator check the order at the gateway.
pub(super) async fn dispute(till: &Till, who: &Visitor<'_>, order: &str) {
    assert!(till.sandbox.dispute(&charge(till)));
    check(till, who, order).await;
}

pub(super) async fn check(till: &Till, who: &Visitor<'_>, order: &str) {
    let path = format!("/api/v1/Helpdesk/orders/{order}/checked");
    assert_eq!(who.post(&path, &json!({})).send().await.status, 204);
    till.app.run_jobs().await;
}

/// Returns the amounts of each open reversal in the help desk's list.
pub(super) async fn reversals(who: &Visitor<'_>) -> Vec<[Value; 5]> {
    let list = who.get("/api/v1/Helpdesk/reversals?isOpen=true").send().await.json();
    let rows = list["items"].as_array().expect("reversals").iter();
    let names = ["amount", "unspent", "loss", "covered", "paidTwice"];
    rows.map(|row| names.map(|name| row[name].clone())).collect()
}

async fn account(who: &Visitor<'_>, name: &str) -> Value {
    let told = who.get("/api/v1/Books/trial-balance").send().await.json();
    let mut rows = told["accounts"].as_array().expect("accounts").iter();
    rows.find(|row| row["account"] == name).map_or(json!(0), |row| row["closing"].clone())
}

#[tokio::test]
async fn dispute_after_a_payment_by_bank_is_a_loss_of_its_own() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = refused(&till, &first, Fault::Declined).await;
    let cents = till.app.count("SELECT amount FROM refund").await;
    pay_by_two([&first, &second], &order, &refund).await;
    dispute(&till, &first, &order).await;
    check(&till, &first, &order).await;
    // The dispute reverses the whole charge. Unspent balances are removed from the cards, and the
    // bank's payment is a loss.
    assert_eq!(sums(&till).await, [0, cents, cents]);
    let paid_twice = refund["amount"].clone();
    let left = json!(125 - refund["amount"].as_i64().expect("dollars"));
    let row = [json!(125), left, json!(0), json!(0), paid_twice.clone()];
    assert_eq!(reversals(&first).await, [row]);
    let booked = account(&first, "PAID_TWICE").await;
    assert_eq!(booked.as_f64(), paid_twice.as_f64().map(|amount| -amount));
    let mails = till.app.mails_to(&adam.email).await;
    let alarm = mails.iter().find(|mail| mail["subject"] == "A charge was taken back: $125.00");
    let text = alarm.and_then(|mail| mail["text"].as_str()).expect("an alarm");
    assert!(text.contains("in the books as refunds paid twice"), "{text}");
    for (theft, rule) in [
        (
            "paid_twice = 0, amount = amount - paid_twice",
            "I4 a refund that was paid twice is in the books",
        ),
        ("covered = covered + 1", "I4 a reversed charge has its rows"),
    ] {
        let found = found_after(&till.app, &[&format!("UPDATE charge_reversal SET {theft}")]).await;
        assert!(found.contains(rule), "{theft}: {found}");
    }

    assert!(till.sandbox.win(&charge(&till)));
    check(&till, &first, &order).await;
    assert_eq!(sums(&till).await, [12_500, cents, 0], "the bank has given it back");
    assert_eq!(dossier(&first, &order).await["refunds"][0]["state"], "PAID_BY_BANK");
}

#[tokio::test]
async fn dispute_of_a_cancelled_order_that_the_bank_has_paid_is_found_and_lost() {
    let till = Till::new().await;
    let [adam, bea] = [till.app.administrator("adam").await, till.app.administrator("bea").await];
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let (order, refund) = cancelled(&till, &first, Fault::Declined).await;
    pay_by_two([&first, &second], &order, &refund).await;
    assert!(till.sandbox.dispute(&charge(&till)));
    for _ in 0..2 {
        till.app.hands.advance(Duration::from_secs(25 * 3600));
        ask_about_charges(till.app.app.clone()).await.expect("asked");
        till.app.run_jobs().await;
    }
    let first = till.app.sign_in(&adam).await;
    assert_eq!(sums(&till).await, [0, 12_500, 12_500]);
    assert_eq!(reversals(&first).await, [[json!(125), json!(0), json!(0), json!(0), json!(125)]]);
    assert_eq!(attempt_state(&first, &order).await, "VOIDED");
    assert_eq!(differences(&till).await, 0);
    assert!(till.sandbox.win(&charge(&till)));
    let first = till.app.sign_in(&adam).await;
    for _ in 0..2 {
        check(&till, &first, &order).await;
    }
    assert_eq!(sums(&till).await, [12_500, 12_500, 0]);
}

#[tokio::test]
async fn dispute_ends_a_refused_refund_until_it_is_won() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let first = till.app.sign_in(&adam).await;
    let (order, refund) = cancelled(&till, &first, Fault::Declined).await;
    dispute(&till, &first, &order).await;
    let told = dossier(&first, &order).await;
    assert_eq!(told["refunds"][0]["state"], "COVERED", "{told}");
    assert_eq!(
        (&told["attempts"][0]["state"], waiting(&first).await),
        (&json!("VOIDED"), json!(0))
    );
    assert_eq!(reversals(&first).await, [[json!(125), json!(0), json!(0), json!(125), json!(0)]]);
    let wrong = pay(&first, &order, &refund, REFERENCE).await.wrong_fields();
    assert!(wrong["paidOn"].is_string(), "not owed any more: {wrong}");
    assert!(till.sandbox.win(&charge(&till)));
    check(&till, &first, &order).await;
    let told = dossier(&first, &order).await;
    assert_eq!(told["refunds"][0]["state"], "REFUSED", "owed again: {told}");
    assert_eq!(told["attempts"][0]["state"], "VOID_PENDING", "{told}");
    assert_eq!((waiting(&first).await, sums(&till).await), (json!(1), [0; 3]));
}

#[tokio::test]
async fn dispute_while_a_payment_by_bank_waits_is_a_loss_if_it_was_made() {
    for is_made in [true, false] {
        let till = Till::new().await;
        let [adam, bea] =
            [till.app.administrator("adam").await, till.app.administrator("bea").await];
        let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
        let (order, refund) = refused(&till, &first, Fault::NotRefundable).await;
        let cents = till.app.count("SELECT amount FROM refund").await;
        assert_eq!(pay(&first, &order, &refund, REFERENCE).await.status, 200);
        dispute(&till, &first, &order).await;
        assert_eq!(dossier(&first, &order).await["refunds"][0]["state"], "REFUSED");
        let how = if is_made { "approved" } else { "declined" };
        let told = decide(&second, &order, &refund, how).await.json();
        let (state, lost) = if is_made { ("PAID_BY_BANK", cents) } else { ("COVERED", 0) };
        assert_eq!(told["refunds"][0]["state"], state, "{told}");
        assert_eq!(sums(&till).await, [0, lost, lost]);
        let row = reversals(&first).await.swap_remove(0);
        let [expected, zero] = [refund["amount"].clone(), json!(0)];
        let expected = if is_made { [zero, expected] } else { [expected, zero] };
        assert_eq!(row[3..], expected, "covered, paid twice");
        let (status, code) =
            if is_made { (409, "NOT_PAYABLE_BY_HAND") } else { (400, "VALIDATION") };
        pay(&second, &order, &refund, "again").await.error(status, code);
        till.app.run_jobs().await;
    }
}

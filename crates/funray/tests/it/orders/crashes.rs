//! Kills the real program at every step of a payment and starts it again an hour later. Without
//! help, the program must then complete the payment with consistent charges, cards and emails. The
//! sandbox gateway runs outside the program and is not killed.

use std::{fs, os::unix::process::ExitStatusExt, time::Duration};

use authorizenet::{TransactionId, sandbox::Fault};
use platform::fail_points::{CLOCK_VARIABLE, PLAN_VARIABLE, Point};
use serde_json::{Value, json};

use super::{
    fail_points::{LOOKING, PATIENCE, STRAIGHT, TAKING_BACK},
    reversals::{REVERSING, tell},
};
use crate::support::{
    CHEAP_AND_FIXED,
    program::{Program, run},
    till::{APPROVED, Till, payment},
};

const AN_HOUR: Duration = Duration::from_secs(3600);
/// Number of the signal with which a process ends after `abort` (SIGABRT).
const ABORTED: i32 = 6;

/// A filled cart, a sandbox gateway, and the settings of a program that the test kills and
/// restarts.
struct Counter {
    till: Till,
    cart: String,
    flags: Vec<String>,
}

impl Counter {
    async fn new() -> Counter {
        Counter::of(Till::impatient().await).await
    }

    async fn of(mut till: Till) -> Counter {
        // The job that looks up a payment unknown to the gateway runs again a day later, so it may
        // be left in the queue.
        till.app.expect_leftover_jobs();
        let cart = till.fill_cart(&till.visitor().await).await;
        let place = &till.app.place;
        let mut flags = place.flags();
        let file = place.folder.path().join("settings.toml");
        let settings = CHEAP_AND_FIXED.replace("demo = true", "") + &till.settings;
        fs::write(&file, settings).expect("a file");
        flags.extend(["--config".to_owned(), file.display().to_string()]);
        Counter { till, cart, flags }
    }

    fn start(&self, plan: &str) -> Program {
        let now = self.till.app.hands.now().to_string();
        // The sandbox always replies or closes the connection. With a long time limit, a reply that
        // a busy machine delays is not taken for a lost one.
        let patient = ("FUNRAY_GATEWAY__TIMEOUT_SECONDS", "80");
        let variables = [(PLAN_VARIABLE, plan), (CLOCK_VARIABLE, &now), patient];
        Program::serve_for_test(&self.flags, &variables)
    }

    fn let_an_hour_pass(&self) {
        self.till.app.hands.advance(AN_HOUR);
    }

    /// Pays for the cart and waits until the payment ends. On a busy machine the reply can be
    /// "pending", so callers check the ledger and not the reply.
    async fn pay_to_the_end(&self, program: &Program) {
        let (status, told) = self.pay(program).await.expect("an answer");
        assert!(status == 200 || is_pending(status, &told), "it can be paid for now: {told}");
        self.see_the_end().await;
    }

    /// Pays for the cart. Returns status and body of the reply, or `None` if the program dies
    /// before it replies.
    async fn pay(&self, program: &Program) -> Option<(u16, Value)> {
        let ann = self.till.visitor().await;
        let form = payment(&self.cart, &self.till.token(APPROVED).await);
        program.post("/api/v1/Orders/checkout", &ann.access, &form)
    }

    /// Polls until a `SELECT count(*)` statement returns this number, because the test can't wait
    /// for events in another process.
    async fn see(&self, number: i64, sql: &'static str) {
        let seen = async {
            while self.till.app.count(sql).await != number {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, seen).await.is_ok(), "it never comes to {sql}");
    }

    /// Stops the program and runs `funray verify`, whose output must contain `says`.
    fn verify(&self, program: Program, says: &str) {
        program.signal("TERM");
        assert!(program.wait().success());
        let mut verify = vec!["verify"];
        verify.extend(self.flags.iter().map(String::as_str));
        let (is_fine, told, complaint) = run(&verify);
        assert!(is_fine && told.contains(says), "{told}{complaint}");
    }

    /// Restarts the program an hour after it died, and waits until it has finished the payment.
    /// Checks that charges, cards and emails are consistent.
    async fn recover(self) {
        self.let_an_hour_pass();
        let program = self.start("");
        self.see_the_end().await;
        if self.till.charges().is_empty() {
            assert_eq!((self.till.cards().await, self.mails()), (0, (0, 0)));
            self.pay_to_the_end(&program).await;
        }
        let charges = self.till.charges();
        assert!(matches!(&charges[..], [(_, 12_500)]), "{charges:?}");
        assert_eq!(self.till.cards().await, 3);
        assert_eq!(self.mails(), (1, 4), "one receipt, and a mail for each card");
        self.verify(program, "3 cards with $125.00");
    }

    /// Waits until every payment has its final state and all jobs are done.
    async fn see_the_end(&self) {
        let open = "SELECT count(*) FROM payment_attempt
            WHERE state NOT IN ('ISSUED', 'DECLINED', 'NOT_CHARGED', 'VOIDED')";
        self.see(0, open).await;
        self.see(0, "SELECT count(*) FROM job WHERE kind <> 'recheck payment'").await;
    }

    /// Decides about the only held order, as an administrator. Returns `None` if the program dies
    /// before it replies.
    async fn decide(&self, program: &Program, decision: &str) -> Option<(u16, Value)> {
        let adam = self.till.app.administrator("adam").await;
        let adam = self.till.app.sign_in(&adam).await;
        let list = adam.get("/api/v1/Helpdesk/reviews").send().await.json();
        let order = list["items"][0]["orderId"].as_str().unwrap_or_else(|| panic!("{list}"));
        let path = format!("/api/v1/Helpdesk/orders/{order}/{decision}");
        program.post(&path, &adam.access, &json!({ "reason": "Called the buyer" }))
    }

    /// Returns the number of sent receipts, and of all sent emails except those about a failed
    /// payment.
    fn mails(&self) -> (usize, usize) {
        let files = fs::read_dir(self.till.app.place.folder.path().join("mail"));
        let mails = files.into_iter().flatten();
        let mails: Vec<_> = mails
            .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a mail"))
            .collect();
        let count = |subject| mails.iter().filter(|mail| mail.contains(subject)).count();
        let in_vain = count("Subject: Your payment of $125.00 did not go through");
        (count("Subject: Your receipt"), mails.len() - in_vain)
    }
}

/// Returns whether a reply says that the payment is pending.
fn is_pending(status: u16, told: &Value) -> bool {
    (status, told["errorCode"].as_str()) == (503, Some("PAYMENT_PENDING"))
}

fn dies(program: Program, point: Point) {
    assert_eq!(program.wait().signal(), Some(ABORTED), "{point:?}");
}

#[test]
fn fail_points_are_all_covered_by_a_crash_test() {
    let places = [&STRAIGHT[..], &LOOKING, &TAKING_BACK, &REVERSING].concat();
    assert_eq!(places, Point::ALL);
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_recovers_from_a_crash_at_each_fail_point() {
    for point in STRAIGHT {
        let counter = Counter::new().await;
        // `AfterIssueFailed` is reached only if issuing the cards fails.
        let reason = if point == Point::AfterIssueFailed { "InIssueDone=FailAlways," } else { "" };
        let program = counter.start(&format!("{reason}{point:?}=Die"));
        let reply = counter.pay(&program).await;
        // If the program replies before it dies, it says "pending", or returns the cards if they
        // were already issued.
        let is_expected = reply.as_ref().is_none_or(|(status, told)| {
            is_pending(*status, told) || (point == Point::AfterIssue && *status == 200)
        });
        assert!(is_expected, "{point:?}: {reply:?}");
        dies(program, point);
        counter.recover().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_payment_recovers_from_a_crash_during_the_search() {
    for point in LOOKING {
        let counter = Counter::new().await;
        counter.till.fail(Fault::DropAfterCommit);
        let program = counter.start("");
        let (status, told) = counter.pay(&program).await.expect("an answer");
        assert_eq!((status, &told["errorCode"]), (503, &"PAYMENT_PENDING".into()));
        drop(program);
        counter.let_an_hour_pass();
        dies(counter.start(&format!("{point:?}=Die")), point);
        assert_eq!((counter.till.charges().len(), counter.till.cards().await), (1, 0));
        counter.recover().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_payment_recovers_from_a_crash_during_a_void() {
    for point in TAKING_BACK {
        let counter = Counter::new().await;
        let plan = format!("InIssueDone=FailAlways,{point:?}=Die");
        let program = counter.start(&plan);
        let (status, told) = counter.pay(&program).await.expect("an answer");
        assert_eq!((status, &told["errorCode"]), (503, &"PAYMENT_PENDING".into()));
        drop(program);
        for failures in 2..=5 {
            counter.let_an_hour_pass();
            let _program = counter.start(&plan);
            counter.see(failures, "SELECT failures FROM payment_attempt").await;
        }
        counter.let_an_hour_pass();
        dies(counter.start(&plan), point);
        let charges = counter.till.charges().len();
        assert_eq!(charges, usize::from(point == Point::BeforeVoid), "{point:?}");
        counter.recover().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reversal_is_recorded_once_after_a_crash() {
    for point in REVERSING {
        let counter = Counter::new().await;
        let program = counter.start("");
        counter.pay_to_the_end(&program).await;
        drop(program);
        let charge = counter.till.sandbox.ledger()[0].trans_id.clone();
        let charge = TransactionId::parse(&charge).expect("a transaction");
        assert!(counter.till.sandbox.void(&charge));
        // This test process receives the webhook, and the program under test records the reversal.
        tell(&counter.till, "void.created", charge.as_str()).await;
        dies(counter.start(&format!("{point:?}=Die")), point);
        counter.see(0, "SELECT count(*) FROM charge_reversal").await;
        counter.let_an_hour_pass();
        let program = counter.start("");
        counter.see(1, "SELECT count(*) FROM charge_reversal").await;
        counter.see(0, "SELECT count(*) FROM job WHERE kind <> 'recheck payment'").await;
        let frozen = "SELECT count(*) FROM card WHERE deactivated_at IS NOT NULL AND balance = 0";
        assert_eq!(counter.till.app.count(frozen).await, 3, "{point:?}");
        assert_eq!(counter.till.app.count("SELECT count(*) FROM charge_reversal").await, 1);
        counter.verify(program, "3 cards with $0.00");
    }
}

/// Step at which the program dies while it holds an order, the administrator's decision after the
/// restart, and the step at which it dies again.
const HOLDING: [(Point, &str, Point); 6] = [
    (Point::AfterCharge, "released", Point::InIssueBegun),
    (Point::InSettle, "released", Point::InIssueCard),
    (Point::AfterSettle, "released", Point::InIssueDone),
    (Point::AfterSettle, "released", Point::AfterIssue),
    (Point::InSettle, "voided", Point::BeforeVoid),
    (Point::AfterSettle, "voided", Point::AfterVoid),
];

#[tokio::test(flavor = "multi_thread")]
async fn whenever_it_dies_holding_or_releasing_an_order_there_is_one_outcome() {
    for (first, decision, second) in HOLDING {
        let counter = Counter::of(Till::suspicious_and_impatient().await).await;
        let program = counter.start(&format!("{first:?}=Die"));
        // The reply "held" may reach the buyer just before the program dies.
        let status = counter.pay(&program).await.map(|(status, _)| status);
        assert!(matches!(status, None | Some(503)), "{first:?}: {status:?}");
        dies(program, first);
        counter.let_an_hour_pass();
        let program = counter.start("");
        counter.see(1, "SELECT count(*) FROM payment_attempt WHERE state = 'REVIEW'").await;
        counter.see(1, "SELECT count(*) FROM order_review WHERE decided_at IS NULL").await;
        assert_eq!((counter.till.charges().len(), counter.till.cards().await), (1, 0));
        drop(program);

        let program = counter.start(&format!("{second:?}=Die"));
        let decided = counter.decide(&program, decision).await.map(|(status, _)| status);
        assert!(matches!(decided, None | Some(200)), "{second:?}: {decided:?}");
        dies(program, second);
        counter.let_an_hour_pass();
        let program = counter.start("");
        counter.see_the_end().await;
        let (charges, cards) = (counter.till.charges(), counter.till.cards().await);
        let decided = "SELECT count(*) FROM order_review WHERE decided_at IS NOT NULL";
        assert_eq!(counter.till.app.count(decided).await, 1, "{second:?}");
        if decision == "released" {
            assert!(matches!(&charges[..], [(_, 12_500)]), "{second:?}: {charges:?}");
            assert_eq!((cards, counter.mails().0), (3, 1), "{second:?}: cards and a receipt");
            counter.verify(program, "3 cards with $125.00");
        } else {
            assert!(charges.is_empty(), "{second:?}: {charges:?}");
            assert_eq!((cards, counter.mails().0), (0, 0), "{second:?}");
            counter.verify(program, "0 cards");
        }
    }
}

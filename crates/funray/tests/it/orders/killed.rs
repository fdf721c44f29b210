//! The real program dies at every place on the way of a payment, and is started again an hour later: it brings money,
//! cards and mails together by itself. The gateway lives on outside of it.

use std::{fs, os::unix::process::ExitStatusExt, time::Duration};

use authorizenet::sandbox::Fault;
use funray::fail_points::{CLOCK_VARIABLE, PLAN_VARIABLE, Point};
use serde_json::Value;

use super::stumbling::{LOOKING, STRAIGHT, TAKING_BACK};
use crate::support::{
    CHEAP_AND_FIXED,
    program::{Program, run},
    till::{APPROVED, Till, payment},
};

const AN_HOUR: Duration = Duration::from_secs(3600);
/// Far longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(60);
/// What `abort` ends a process with.
const ABORTED: i32 = 6;

/// A full cart, a gateway, and a program that comes and goes.
struct Counter {
    till: Till,
    cart: String,
    flags: Vec<String>,
}

impl Counter {
    async fn new() -> Counter {
        let mut till = Till::impatient().await;
        // What the gateway never heard of is looked for once more a day later.
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
        Program::serve_for_test(&self.flags, &[(PLAN_VARIABLE, plan), (CLOCK_VARIABLE, &now)])
    }

    fn let_an_hour_pass(&self) {
        self.till.app.hands.advance(AN_HOUR);
    }

    /// Status and body; none from a program that dies meanwhile.
    async fn pay(&self, program: &Program) -> Option<(u16, Value)> {
        let ann = self.till.visitor().await;
        let form = payment(&self.cart, &self.till.token(APPROVED).await);
        program.post("/api/v1/Orders/checkout", &ann.access, &form)
    }

    /// Resolves when a statement says so. What other processes do can't be awaited, only seen.
    async fn see(&self, number: i64, sql: &'static str) {
        let seen = async {
            while self.till.app.count(sql).await != number {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, seen).await.is_ok(), "it never comes to {sql}");
    }

    /// Comes back after a death and does what is left to do.
    async fn recover(self) {
        self.let_an_hour_pass();
        let program = self.start("");
        self.see_the_end().await;
        if self.till.charges().is_empty() {
            assert_eq!((self.till.cards().await, self.mails()), (0, (0, 0)));
            let paid = self.pay(&program).await.expect("an answer");
            assert_eq!(paid.0, 200, "it can be paid for now: {}", paid.1);
            self.see_the_end().await;
        }
        let charges = self.till.charges();
        assert!(matches!(&charges[..], [(_, 12_500)]), "{charges:?}");
        assert_eq!(self.till.cards().await, 3);
        assert_eq!(self.mails(), (1, 4), "one receipt, and a mail for each card");
        program.signal("TERM");
        assert!(program.wait().success());
        let mut verify = vec!["verify"];
        verify.extend(self.flags.iter().map(String::as_str));
        let (is_fine, told, complaint) = run(&verify);
        assert!(is_fine && told.contains("3 cards with $125.00"), "{told}{complaint}");
    }

    /// No payment is under way, and no mail.
    async fn see_the_end(&self) {
        let open = "SELECT count(*) FROM payment_attempt
            WHERE state NOT IN ('ISSUED', 'DECLINED', 'NOT_CHARGED', 'VOIDED')";
        self.see(0, open).await;
        self.see(0, "SELECT count(*) FROM job WHERE kind <> 'recheck payment'").await;
    }

    /// How many receipts went out, and how many mails about what was bought.
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

fn dies(program: Program, point: Point) {
    assert_eq!(program.wait().signal(), Some(ABORTED), "{point:?}");
}

#[test]
fn every_place_is_died_at() {
    let places = [&STRAIGHT[..], &LOOKING, &TAKING_BACK].concat();
    assert_eq!(places, Point::ALL);
}

#[tokio::test(flavor = "multi_thread")]
async fn whenever_the_program_dies_in_a_payment_it_ends_right() {
    for point in STRAIGHT {
        let counter = Counter::new().await;
        // Where cards can't be made, they can't.
        let reason = if point == Point::AfterIssueFailed { "InIssueDone=FailAlways," } else { "" };
        let program = counter.start(&format!("{reason}{point:?}=Die"));
        let status = counter.pay(&program).await.map(|(status, _)| status);
        // Once the cards are made, whoever waits for them may hear of it a moment before the end.
        assert!(
            status.is_none() || (point == Point::AfterIssue && status == Some(200)),
            "{point:?}: {status:?}"
        );
        dies(program, point);
        counter.recover().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whenever_it_dies_looking_for_a_lost_answer_it_ends_right() {
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
async fn whenever_it_dies_taking_a_charge_back_it_ends_right() {
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

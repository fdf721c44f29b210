//! Plays an attack in several steps, by a buyer with a stolen payment card, a shop's only manager,
//! and an administrator with a second account.
//! The buyer buys gift cards and the manager redeems them. The administrator has the shop paid
//! twice, and weeks later the card's owner disputes the charge.
//! A rule or an alarm stops each step, which the test checks. Then an honest person is deceived
//! into approving, so that the test reaches the next step.

use std::time::Duration;

use access::auth::Role;
use authorizenet::TransactionId;
use checkout::disputes::watch::ask_about_charges;
use kernel::{
    dates::BusinessDate,
    ids::{CardId, PersonId},
};
use serde_json::{Value, json};

use crate::{
    accounts::invitations::invite,
    payouts::give_bank_account,
    support::{
        Person, Reply, Visitor,
        till::{APPROVED, Till, pay_call, payment},
    },
};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Maximum number of days until the program notices a dispute. Charges older than two weeks are
/// queried once a week.
const MAX_DAYS_UNNOTICED: u32 = 7;
/// Number of gift cards that are bought with the stolen payment card.
const CARDS: usize = 200;
const DOLLARS: i64 = 20_000;
const SECOND_SELF: &str = "second-self@shop.example";

struct Plot {
    till: Till,
    /// Eve has the stolen payment card, Mona is the shop's only manager, and Mallory is the
    /// administrator who helps them.
    eve: Person,
    mona: Person,
    mallory: Person,
    /// Honest administrators, whom the attackers deceive.
    sue: Person,
    bea: Person,
}

impl Plot {
    async fn begin() -> Plot {
        let till = Till::wary().await;
        let app = &till.app;
        let eve = app.consumer("eve").await;
        let mona = app.manager_of(till.shop, "mona").await;
        let mallory = app.administrator("mallory").await;
        let (sue, bea) = (app.super_administrator("sue").await, app.administrator("bea").await);
        give_bank_account(app, till.shop).await;
        Plot { till, eve, mona, mallory, sue, bea }
    }

    async fn sign_in(&self, who: &Person) -> Visitor<'_> {
        self.till.app.sign_in(who).await
    }

    async fn get(&self, who: &Person, path: &str) -> Value {
        let reply = self.sign_in(who).await.get(&format!("/api/v1{path}")).send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    async fn send(&self, who: &Person, method: &str, path: &str, form: Value) -> Reply {
        let call = self.sign_in(who).await.call(method, &format!("/api/v1{path}"));
        let reply = call.json(form.to_string()).send().await;
        self.till.app.run_jobs().await;
        reply
    }

    async fn fine(&self, who: &Person, method: &str, path: &str, form: Value) -> Value {
        let reply = self.send(who, method, path, form).await;
        assert!(reply.status.is_success(), "{path}: {}", reply.text());
        if reply.text().is_empty() { Value::Null } else { reply.json() }
    }

    /// Advances the clock day by day, and runs the queries about charges on each day.
    async fn wait(&self, days: u32) {
        for _ in 0..days {
            self.till.app.hands.advance(DAY);
            ask_about_charges(self.till.app.app.clone()).await.expect("asked");
            self.till.app.run_jobs().await;
        }
    }

    /// Returns whether an address got an email with this subject.
    async fn was_mailed(&self, who: &str, subject: &str) -> bool {
        self.till.app.run_jobs().await;
        let mails = self.till.app.mails_to(who).await;
        mails.iter().any(|mail| mail["subject"] == subject)
    }

    /// Puts cards of a single amount into Eve's cart, and returns the cart's id.
    async fn fill_cart(&self, dollars: u32, cards: usize) -> String {
        let items: Vec<Value> = (0..cards.div_ceil(20))
            .map(|item| json!({ "vendorId": self.till.shop, "price": dollars, "quantity": 20.min(cards - 20 * item) }))
            .collect();
        let form = json!({ "cartDetails": items });
        let cart = self.fine(&self.eve, "POST", "/Carts/items", form).await;
        cart["id"].as_str().expect("a number").to_owned()
    }

    async fn pay(&self, cart: &str, amount: i64) -> Reply {
        let eve = self.sign_in(&self.eve).await;
        let mut form = payment(cart, &self.till.token(APPROVED).await);
        form["amount"] = json!(amount);
        let reply = pay_call(&eve, &form).send().await;
        self.till.finish_checkouts().await;
        self.till.app.run_jobs().await;
        reply
    }

    async fn cards_of(&self, cart: &str) -> Vec<Value> {
        let order = self.get(&self.eve, &format!("/Orders/{cart}")).await;
        assert_eq!(order["status"], "Paid", "{order}");
        order["cards"].as_array().expect("cards").clone()
    }

    /// Eve's account is eight days old, has one small order, and buys cards for 20,000 dollars.
    /// First her buying limit refuses the order. When the limit is raised, the order is held for
    /// review.
    async fn buy(&self) -> (Vec<Value>, TransactionId) {
        let first = self.fill_cart(25, 1).await;
        assert_eq!(self.pay(&first, 25).await.status, 200);
        self.till.sandbox.settle();
        self.wait(8).await;

        let cart = self.fill_cart(100, CARDS).await;
        self.pay(&cart, DOLLARS).await.error(400, "OVER_BUYING_LIMIT");
        assert_eq!(self.till.sandbox.ledger().len(), 1, "the stolen card is not charged");
        // Two administrators are deceived: they believe that Eve buys gifts for a company.
        self.raise_limit(6_000).await;
        self.pay(&cart, DOLLARS).await.error(503, "PAYMENT_PENDING");
        assert_eq!(self.till.cards().await, 1, "charged, and no cards");
        let subject = "An order is held for review: $20,000.00";
        assert!(self.was_mailed(&self.bea.email, subject).await);
        let reviews = self.get(&self.bea, "/Helpdesk/reviews").await;
        let reasons = reviews["items"][0]["reasons"].to_string();
        assert!(reasons.contains("AMOUNT_LIMIT"), "{reviews}");
        assert!(reasons.contains("PAYMENT_CARD_LIMIT"), "{reviews}");
        let order = reviews["items"][0]["orderId"].as_str().expect("an order");
        let path = format!("/Helpdesk/orders/{order}/released");
        let form = json!({ "reason": "Called the buyer" });
        self.send(&self.mona, "POST", &path, form.clone()).await.error(403, "PERMISSION");
        self.fine(&self.bea, "POST", &path, form).await;
        self.till.sandbox.settle();
        let mut cards = self.cards_of(&first).await;
        cards.extend(self.cards_of(&cart).await);
        let charge = self.till.sandbox.ledger().last().expect("a charge").trans_id.clone();
        (cards, TransactionId::parse(&charge).expect("a number"))
    }

    /// Raises Eve's buying limit: one administrator requests the change, and another approves it.
    async fn raise_limit(&self, dollars: i64) {
        let path = format!("/Helpdesk/people/{}/buying-limits", self.eve.id);
        let form = json!({ "amount": dollars, "endsOn": "2026-06-30", "reason": "Gifts for all employees" });
        let asked = self.fine(&self.bea, "POST", &path, form).await;
        let id = asked["limits"][0]["id"].as_str().expect("an id");
        let agreeing = format!("{path}/{id}/approved");
        let form = json!({ "reason": "Known to Sue" });
        self.send(&self.bea, "PUT", &agreeing, form.clone()).await.error(409, "SAME_PERSON");
        self.fine(&self.sue, "PUT", &agreeing, form).await;
    }

    /// Redeems all cards within seconds, as the shop's only manager. No redemption is refused, but
    /// administrators are alerted.
    async fn redeem_all(&self, cards: &[Value]) {
        let mona = self.sign_in(&self.mona).await;
        for card in cards {
            let id: CardId = card["id"].as_str().and_then(CardId::parse).expect("an id");
            mona.sees(id).await;
            let form = json!({ "value": card["cardValue"] });
            let reply = mona.put(&format!("/api/v1/Cards/{id}/redeemed"), &form).send().await;
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
        drop(mona);
        self.till.app.hands.advance(Duration::from_secs(3));
        self.till.app.run_jobs().await;
        let subject = "Many cards of Maple Leaf Books were redeemed within minutes";
        for administrator in [&self.sue, &self.bea] {
            assert!(self.was_mailed(&administrator.email, subject).await);
        }
        let notices = self.get(&self.bea, "/Notices").await.to_string();
        assert!(notices.contains("\"BURST\""), "{notices}");
    }

    async fn open_burst(&self) -> String {
        let open = self.get(&self.mallory, "/Helpdesk/bursts?isOpen=true").await;
        assert_eq!(open["items"][0]["cards"], CARDS + 1, "{open}");
        open["items"][0]["id"].as_str().expect("an id").to_owned()
    }

    /// Makes Mallory appoint her own second account as an administrator. A super administrator must
    /// approve, and all super administrators are emailed.
    async fn appoint_second_self(&self) -> Person {
        let mallory = self.sign_in(&self.mallory).await;
        let reply = invite(&mallory, SECOND_SELF, Role::Administrator, None).await;
        let proposal = reply.json()["id"].as_str().expect("an id").to_owned();
        let subject = "New Comer was proposed as an administrator";
        assert!(self.was_mailed(&self.sue.email, subject).await);
        assert!(self.till.app.mails_to(SECOND_SELF).await.is_empty(), "nothing is accepted yet");
        let path = format!("/Accounts/invitations/{proposal}/approved");
        self.send(&self.mallory, "POST", &path, json!({})).await.error(403, "PERMISSION");
        // Sue is deceived and approves the appointment.
        self.till.app.hands.advance(Duration::from_secs(1));
        self.fine(&self.sue, "POST", &path, json!({})).await;
        let code = self.till.app.mailed_code(SECOND_SELF).await;
        let chosen = self.till.app.choose_password(&code, SECOND_SELF, "Invite").await;
        assert_eq!(chosen.status, 204, "{}", chosen.text());
        let id = "SELECT id FROM person WHERE email = $1";
        let read = self
            .till
            .app
            .app
            .db
            .read(move |tx| tx.one::<(PersonId,)>(id, db::params![SECOND_SELF]));
        Person { id: read.await.expect("a person").0, email: SECOND_SELF.to_owned() }
    }

    /// Checks who can't approve the shop's payout: the administrator who drafted it, her second
    /// account, and an administrator of one day. While a burst of redemptions is open, nobody can.
    async fn approve_payout(&self, second_self: &Person) -> String {
        let burst = self.open_burst().await;
        let yesterday = BusinessDate::today(&self.till.app.app.clock).plus_days(-1);
        let form = json!({ "lastDay": yesterday });
        let drafted = self.fine(&self.mallory, "POST", "/Payouts", form).await;
        assert_eq!(drafted["drafted"], 1, "{drafted}");
        let drafts = self.get(&self.mallory, "/Payouts?state=DRAFT").await;
        let payout = drafts["items"][0]["id"].as_str().expect("an id").to_owned();
        let path = format!("/Payouts/{payout}/approved");
        let approve = async |who: &Person| self.send(who, "PUT", &path, json!({})).await;
        approve(&self.bea).await.error(409, "BURST_OPEN");
        let closing = format!("/Helpdesk/bursts/{burst}/closed");
        let note = json!({ "note": "A company's party" });
        self.send(&self.mona, "PUT", &closing, note.clone()).await.error(403, "PERMISSION");
        self.fine(&self.mallory, "PUT", &closing, note).await;

        approve(&self.mallory).await.error(409, "SAME_PERSON");
        approve(second_self).await.error(409, "APPOINTED_BY_EACH_OTHER");
        let trent = self.till.app.administrator("trent").await;
        self.till.app.appoint(&self.sue, &trent).await;
        approve(&trent).await.error(409, "ROLE_TOO_NEW");
        self.wait(7).await;
        approve(second_self).await.error(409, "APPOINTED_BY_EACH_OTHER");
        // Once Trent's role is old enough, he is deceived and approves the payout.
        let approved = approve(&trent).await;
        assert_eq!(approved.status, 200, "{}", approved.text());
        let subject = "$19,023.75 is on its way to Maple Leaf Books";
        assert!(self.was_mailed(&self.mona.email, subject).await);
        payout
    }

    /// Checks that a bank file can be downloaded only after a second person has released its total.
    async fn export(&self, second_self: &Person) {
        let file = self.fine(&self.mallory, "POST", "/Payouts/exports", json!({})).await;
        let path = format!("/Payouts/exports/{}", file["id"].as_str().expect("an id"));
        let download = format!("{path}/file");
        let format = json!({ "format": "CSV" });
        let early = self.send(&self.mallory, "POST", &download, format.clone()).await;
        early.error(409, "FILE_NOT_RELEASED");
        let release = async |who: &Person| {
            let form = json!({ "total": file["total"] });
            self.send(who, "PUT", &format!("{path}/released"), form).await
        };
        release(&self.mallory).await.error(409, "SAME_PERSON");
        release(second_self).await.error(409, "APPOINTED_BY_EACH_OTHER");
        // Bea is deceived and releases the bank file.
        assert_eq!(release(&self.bea).await.status, 200);
        self.fine(&self.mallory, "POST", &download, format).await;
    }

    /// Checks that a single administrator's report of a failed payout doesn't make the amount
    /// payable again.
    async fn pay_again(&self, payout: &str, second_self: &Person) {
        let change = async |who: &Person, what: &str, form: Value| {
            self.send(who, "PUT", &format!("/Payouts/{payout}/{what}"), form).await
        };
        let paid = change(&self.mallory, "paid", json!({ "reference": "TRACE 1" })).await;
        assert_eq!(paid.status, 200, "{}", paid.text());
        let bare = change(&self.mallory, "failed", json!({ "reason": "Sent back" })).await;
        bare.error(400, "VALIDATION");
        let form = json!({ "reason": "Sent back", "reference": "RET 0417" });
        let told = change(&self.mallory, "failed", form).await;
        assert_eq!(told.json()["payout"]["state"], "PAID", "{}", told.text());
        let confirm = async |who: &Person| change(who, "failed/confirmed", json!({})).await;
        confirm(&self.mallory).await.error(409, "SAME_PERSON");
        confirm(second_self).await.error(409, "APPOINTED_BY_EACH_OTHER");
        let yesterday = BusinessDate::today(&self.till.app.app.clock).plus_days(-1);
        let form = json!({ "lastDay": yesterday });
        let drafted = self.fine(&self.mallory, "POST", "/Payouts", form.clone()).await;
        assert_eq!(drafted["drafted"], 0, "nothing is owed a second time");
        // Bea is deceived again and confirms the failure. Each step of the next payout again needs
        // two people, and the shop gets an email about it.
        assert_eq!(confirm(&self.bea).await.status, 200);
        let subject = "The payout of $19,023.75 to Maple Leaf Books failed";
        assert!(self.was_mailed(&self.mona.email, subject).await);
        assert_eq!(self.fine(&self.mallory, "POST", "/Payouts", form).await["drafted"], 1);
        let drafts = self.get(&self.mallory, "/Payouts?state=DRAFT").await;
        let again = drafts["items"][0]["id"].as_str().expect("an id");
        let path = format!("/Payouts/{again}/approved");
        self.send(&self.mallory, "PUT", &path, json!({})).await.error(409, "SAME_PERSON");
    }

    /// Makes the owner of the stolen card dispute the charge, five weeks after the sale.
    async fn dispute(&self, charge: &TransactionId) {
        assert!(self.till.sandbox.dispute(charge));
        let subject = "A charge was taken back: $20,000.00";
        let mut days = 0;
        while !self.was_mailed(&self.bea.email, subject).await {
            assert!(days < MAX_DAYS_UNNOTICED, "nobody noticed the dispute");
            self.wait(1).await;
            days += 1;
        }
        let open = self.get(&self.bea, "/Helpdesk/reversals?isOpen=true").await;
        let row = &open["items"][0];
        assert_eq!((&row["cause"], &row["loss"]), (&json!("DISPUTED"), &json!(DOLLARS)), "{open}");
        // Eve's payment history now has a dispute, so all her new orders are held for review.
        let cart = self.fill_cart(25, 1).await;
        self.pay(&cart, 25).await.error(503, "PAYMENT_PENDING");
        let reviews = self.get(&self.bea, "/Helpdesk/reviews").await;
        let row = &reviews["items"][0];
        assert!(row["reasons"].to_string().contains("EARLIER_REVERSAL"), "{reviews}");
        let path = format!("/Helpdesk/orders/{}/voided", row["orderId"].as_str().expect("an id"));
        self.fine(&self.bea, "POST", &path, json!({ "reason": "A stolen card" })).await;
    }
}

#[tokio::test]
async fn theft_by_a_buyer_a_manager_and_an_administrator_fails_at_every_link() {
    let plot = Plot::begin().await;
    let (cards, charge) = plot.buy().await;
    plot.redeem_all(&cards).await;
    plot.wait(2).await;
    let second_self = plot.appoint_second_self().await;
    let payout = plot.approve_payout(&second_self).await;
    plot.export(&second_self).await;
    plot.pay_again(&payout, &second_self).await;
    plot.wait(26).await;
    plot.dispute(&charge).await;
}

//! Tests of payouts: exact statements, approval by a second person, bank files, and failed payouts.

use std::time::Duration;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Client,
};
use db::params;
use finance::payouts::{self, actions::PAYOUT};
use kernel::{
    dates::BusinessDate,
    ids::{CardId, PayoutId, PersonId, TenantId},
    money::Cents,
};
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind};
use market::tenants::BankNumbers;
use serde_json::{Value, json};

use crate::{
    ledger::found_after,
    support::{Person, Reply, TestApp, Visitor, cards::Purchase},
    tenants::{Directory, open, tenant},
};

pub const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// Sets a vendor's bank account, without the waiting time that follows a change.
pub async fn give_bank_account(app: &TestApp, vendor: TenantId) {
    let numbers = BankNumbers {
        institution: "003".to_owned(),
        transit: "12345".to_owned(),
        account: "7654321".to_owned(),
    };
    let sealed = numbers.seal(&app.app.secrets, vendor);
    let sql = "UPDATE tenant SET sealed_bank = $1, bank_changed_at = NULL, bank_changed_by = NULL WHERE id = $2";
    app.app.db.write(move |tx| tx.execute(sql, params![sealed, vendor])).await.expect("numbers");
}

/// Returns a transfer that increases the amount payable to a vendor.
pub fn debt_to(vendor: TenantId, amount: Cents) -> Transfer {
    Transfer {
        books: Books::Vendor(vendor),
        kind: TransferKind::Redemption,
        entries: Entries::default().moving(
            amount,
            Account::PlatformRevenue,
            Account::VendorPayable(vendor),
        ),
        order: None,
        card: None,
        reason: None,
    }
}

/// Increases the amount payable to a vendor.
pub async fn owe(app: &TestApp, vendor: TenantId, dollars: u32) {
    let now = app.app.clock.now();
    let transfer = debt_to(vendor, Cents::from_dollars(dollars));
    let by = PostedBy::Program("a test");
    let record = move |tx: &mut db::Tx<'_>| ledger::record(tx, now, by, &transfer);
    app.app.db.write(record).await.expect("a transfer");
}

/// Inserts a payout draft of this amount and discards the vendor's current draft. Returns the id of
/// the new draft.
pub async fn insert_draft(app: &TestApp, vendor: TenantId, amount: Cents) -> String {
    let (now, id) = (app.app.clock.now(), PayoutId::new(app.app.clock.now()));
    let (drafter, client) =
        (PersonId::new(now), Client::new(None, String::new(), &app.app.secrets));
    app.app
        .db
        .write(move |tx| {
            tx.execute(
                "UPDATE payout SET state = 'DISCARDED' WHERE tenant_id = $1 AND state = 'DRAFT'",
                params![vendor],
            )?;
            let (before,): (i64,) =
                tx.one("SELECT count(*) FROM payout WHERE tenant_id = $1", params![vendor])?;
            let last_day = BusinessDate::of(now).plus_days(i32::try_from(before).expect("few"));
            tx.execute(
                "INSERT INTO payout (vendor_id, id, tenant_id, first_day, last_day, state, opening, closing, held_back, amount,
                     drafted_by, drafted_at)
                 VALUES ($1, $2, $1, $3, $4, 'DRAFT', 0, $5, 0, $5, $7, $6)",
                params![vendor, id, BusinessDate::of(now), last_day, amount, now, drafter],
            )?;
            let drafted = Entry::new(payouts::actions::PAYOUT_DRAFTED, Subject::of(PAYOUT, id));
            audit::record(tx, now, &Author::proven(drafter, &client), drafted)
        })
        .await
        .expect("a draft");
    id.to_string()
}

/// Returns the reply to a call that drafts payouts, if no payee's payouts are paused.
pub fn drafted(drafts: u64) -> Value {
    json!({ "drafted": drafts, "paused": { "payees": 0, "amount": 0 } })
}

/// A shop whose bank account was entered by Adam, a cause, and the administrators who approve
/// payouts.
pub struct Trade {
    pub app: TestApp,
    directory: Directory,
    pub adam: Person,
    pub bea: Person,
    pub ann: Person,
    pub shop: TenantId,
    pub charity: TenantId,
}

impl Trade {
    /// Starts the program on Tuesday, March 31. The bank accounts were entered three weeks before.
    pub async fn new() -> Trade {
        Trade::with("").await
    }

    pub async fn with(settings: &str) -> Trade {
        let app = TestApp::with(settings).await;
        let [adam, bea] = [app.administrator("adam").await, app.administrator("bea").await];
        let ann = app.consumer("ann").await;
        let directory = Directory::of(&app).await;
        let visitor = app.sign_in(&adam).await;
        let shop = open(&app, &visitor, "Vendors", &directory.vendor("Maple Leaf Books")).await;
        let charity = open(&app, &visitor, "Charities", &directory.charity("Food Bank")).await;
        app.hands.advance(21 * A_DAY);
        let [shop, charity] = [shop, charity].map(|id| tenant(&id));
        Trade { app, directory, adam, bea, ann, shop, charity }
    }

    /// Sells a card of 50.00 dollars, of which the cause gets 5.00 and the platform 2.50.
    pub async fn sell(&self) -> CardId {
        let campaign = self.app.campaign_of(self.charity, "Meals").await;
        let purchase = Purchase::of(self.shop, 50).supporting(self.charity, campaign);
        let card = self.app.sell(&self.ann, purchase).await;
        self.app.run_jobs().await;
        card
    }

    pub async fn redeem(&self, card: CardId, dollars: f64) {
        let adam = self.app.sign_in(&self.adam).await;
        adam.sees(card).await;
        let form = json!({ "value": dollars, "reason": "Sold by phone" });
        let reply = adam.put(&format!("/api/v1/Cards/{card}/redeemed"), &form).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.app.run_jobs().await;
    }

    pub async fn draft(&self, last_day: &str) -> Reply {
        let adam = self.app.sign_in(&self.adam).await;
        adam.post("/api/v1/Payouts", &json!({ "lastDay": last_day })).send().await
    }

    /// Returns the shop's payouts, newest first.
    async fn of_shop(&self, who: &Visitor<'_>) -> Vec<Value> {
        let listed = who.get(&format!("/api/v1/Payouts?tenantId={}", self.shop)).send().await;
        listed.json()["items"].as_array().expect("items").clone()
    }

    /// Returns what a call answers Bea.
    pub async fn get(&self, path: &str) -> Value {
        let bea = self.app.sign_in(&self.bea).await;
        bea.get(path).send().await.json()
    }

    /// Returns the id of the shop's payout draft.
    pub async fn draft_id(&self) -> String {
        let adam = self.app.sign_in(&self.adam).await;
        let payouts = self.of_shop(&adam).await;
        let draft = payouts.iter().find(|payout| payout["state"] == "DRAFT").expect("a draft");
        draft["id"].as_str().expect("an id").to_owned()
    }

    pub async fn put(&self, who: &Person, id: &str, what: &str, body: Value) -> Reply {
        let visitor = self.app.sign_in(who).await;
        let reply = visitor.put(&format!("/api/v1/Payouts/{id}/{what}"), &body).send().await;
        self.app.run_jobs().await;
        reply
    }

    /// Creates a bank file as Adam and releases it as Bea.
    pub async fn export(&self) -> Value {
        let adam = self.app.sign_in(&self.adam).await;
        let made = adam.post("/api/v1/Payouts/exports", &json!({})).send().await;
        assert_eq!(made.status, 200, "{}", made.text());
        let made = made.json();
        let released = self.release(&self.bea, &made, made["total"].clone()).await;
        assert_eq!(released.status, 200, "{}", released.text());
        released.json()
    }

    pub async fn release(&self, who: &Person, file: &Value, total: Value) -> Reply {
        let visitor = self.app.sign_in(who).await;
        let id = file["id"].as_str().expect("an id");
        let path = format!("/api/v1/Payouts/exports/{id}/released");
        visitor.put(&path, &json!({ "total": total })).send().await
    }

    pub async fn download(&self, who: &Person, file: &Value, format: &str) -> Reply {
        let visitor = self.app.sign_in(who).await;
        let id = file["id"].as_str().expect("an id");
        let path = format!("/api/v1/Payouts/exports/{id}/file");
        visitor.post(&path, &json!({ "format": format })).send().await
    }

    /// Creates an approved payout of 12.50 dollars to the shop. Returns its id.
    pub async fn approved(&self) -> String {
        let card = self.sell().await;
        self.redeem(card, 20.0).await;
        self.app.hands.advance(A_DAY);
        self.draft("2026-03-31").await;
        let id = self.draft_id().await;
        let approved = self.put(&self.bea, &id, "approved", json!({})).await;
        assert_eq!(approved.status, 200, "{}", approved.text());
        id
    }

    /// Checks that approving a payout is refused, and that the payout's page announced this
    /// refusal. Returns the day from which the person may approve, or null.
    async fn is_refused(&self, who: &Person, id: &str, code: &str) -> Value {
        let reader = self.app.sign_in(who).await;
        let told = reader.get(&format!("/api/v1/Payouts/{id}")).send().await.json();
        let refusal = &told["refusal"];
        let reply = self.put(who, id, "approved", json!({})).await;
        let answer = reply.error(if code == "SAME_PERSON" { 409 } else { 400 }, code);
        assert_eq!(
            (&refusal["errorCode"], &refusal["errorMessage"]),
            (&answer["errorCode"], &answer["errorMessage"]),
            "{told}"
        );
        refusal["approvableFrom"].clone()
    }

    /// Returns the refusal that a payout's page announces to its reader.
    async fn refusal(&self, reader: &Person, id: &str) -> Value {
        let reader = self.app.sign_in(reader).await;
        reader.get(&format!("/api/v1/Payouts/{id}")).send().await.json()["refusal"].clone()
    }

    pub async fn owed(&self) -> i64 {
        let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account = $1";
        let account = format!("vendor_payable:{}", self.shop);
        let read = self.app.app.db.read(move |tx| tx.one::<(i64,)>(sql, params![account]));
        read.await.expect("a sum").0
    }
}

/// Returns the kind and the amount of each line of a statement.
fn lines(statement: &Value) -> Vec<(String, f64)> {
    let lines = statement["lines"].as_array().expect("lines").iter();
    lines
        .map(|line| {
            (
                line["kind"].as_str().expect("a kind").to_owned(),
                line["amount"].as_f64().expect("one"),
            )
        })
        .collect()
}

/// Returns four figures of a statement: opening balance, closing balance, amount paid since the
/// period, and amount of the payout.
pub fn figures(statement: &Value) -> [f64; 4] {
    let payout = &statement["payout"];
    [&payout["opening"], &payout["closing"], &statement["since"], &payout["amount"]]
        .map(|figure| figure.as_f64().expect("an amount"))
}

#[tokio::test]
async fn payout_statement_follows_on_the_last_and_closes_to_the_cent() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 40.01).await;
    books.app.hands.advance(A_DAY);
    assert_eq!(books.draft("2026-03-31").await.json(), drafted(2));
    assert_eq!(books.draft("2026-03-31").await.json(), drafted(0));
    let first = books.draft_id().await;
    books.is_refused(&books.adam, &first, "SAME_PERSON").await;
    for _ in 0..2 {
        let approved = books.put(&books.bea, &first, "approved", json!({})).await.json();
        assert_eq!(approved["payout"]["state"], "APPROVED", "{approved}");
        assert_eq!(approved["payout"]["bankAccount"], "…321");
        assert_eq!(approved["refusal"], Value::Null);
        assert_eq!(figures(&approved), [0.0, 32.51, 0.0, 32.51]);
        let expected = [("REDEMPTION".to_owned(), 40.01), ("SALE".to_owned(), -7.5)];
        assert_eq!(lines(&approved), expected);
    }
    assert_eq!(books.owed().await, 0, "it is on its way");
    let paid = books.put(&books.bea, &first, "paid", json!({ "reference": "R1" })).await.json();
    assert_eq!(
        (&paid["payout"]["state"], &paid["payout"]["reference"]),
        (&json!("PAID"), &json!("R1"))
    );
    books.redeem(card, 9.0).await;
    let adam = books.app.sign_in(&books.adam).await;
    for (search, found) in [("maple", 1), ("food", 1), ("zebra", 0)] {
        let listed = adam.get(&format!("/api/v1/Payouts?searchText={search}")).send().await;
        assert_eq!(listed.json()["totalItems"], found, "{search}");
    }
    books.app.hands.advance(30 * A_DAY);
    assert_eq!(books.draft("2026-04-30").await.json(), drafted(1));
    let bea = books.app.sign_in(&books.bea).await;
    let second = books.draft_id().await;
    let second = bea.get(&format!("/api/v1/Payouts/{second}")).send().await.json();
    assert_eq!(second["payout"]["firstDay"], "2026-04-01");
    assert_eq!(figures(&second), [32.51, 9.0, 0.0, 9.0]);
    assert_eq!(lines(&second), [("PAYOUT".to_owned(), -32.51), ("REDEMPTION".to_owned(), 9.0)]);
}

#[tokio::test]
async fn first_statement_opens_with_zero_despite_older_rows() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(2 * A_DAY);
    let now = books.app.app.clock.now();
    let sql = "UPDATE tenant SET created_at = $1 WHERE id = $2";
    let shop = books.shop;
    let change = move |tx: &mut db::Tx<'_>| tx.execute(sql, params![now, shop]);
    books.app.app.db.write(change).await.expect("a later day");
    assert_eq!(books.draft("2026-04-01").await.json(), drafted(2));
    let bea = books.app.sign_in(&books.bea).await;
    let id = books.draft_id().await;
    let statement = bea.get(&format!("/api/v1/Payouts/{id}")).send().await.json();
    assert_eq!(statement["payout"]["firstDay"], "2026-03-31", "{statement}");
    assert_eq!(figures(&statement), [0.0, 12.5, 0.0, 12.5]);
}

#[tokio::test]
async fn draft_payouts_takes_only_days_that_are_over() {
    let books = Trade::new().await;
    for wrong in ["2026-03-31", "2027-01-01", "soon", ""] {
        let fields = books.draft(wrong).await.wrong_fields();
        assert!(fields["lastDay"].is_string(), "{wrong}: {fields}");
    }
}

#[tokio::test]
async fn managers_see_their_own_payouts_once_they_are_approved() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    let mona = books.app.manager_of(books.shop, "mona").await;
    let carl = books.app.manager_of(books.charity, "carl").await;
    let mona = books.app.sign_in(&mona).await;
    let carl = books.app.sign_in(&carl).await;
    let path = format!("/api/v1/Payouts/{id}");
    assert_eq!(books.of_shop(&mona).await, Vec::<Value>::new());
    mona.get(&path).send().await.error(404, "NOT_FOUND");
    assert_eq!(books.put(&books.bea, &id, "approved", json!({})).await.status, 200);
    assert_eq!(books.of_shop(&mona).await.len(), 1);
    let seen = mona.get(&path).send().await.json();
    assert_eq!(seen["payout"]["approvedByName"], Value::Null);
    carl.get(&path).send().await.error(404, "NOT_FOUND");
    assert_eq!(books.of_shop(&carl).await, Vec::<Value>::new());
    mona.put(&format!("{path}/paid"), &json!({ "reference": "x" }))
        .send()
        .await
        .error(403, "PERMISSION");
}

#[tokio::test]
async fn approve_payout_waits_three_bank_days_after_a_changed_account() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    let adam = books.app.sign_in(&books.adam).await;
    let path = format!("/api/v1/Vendors/{}", books.shop);
    let mut form = books.directory.vendor("Maple Leaf Books");
    form["accountNumber"] = json!("55554444");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    // The bank account was changed on Tuesday. Friday is Good Friday, so the third bank day is
    // Monday, April 6.
    for _ in 0..5 {
        let from = books.is_refused(&books.bea, &id, "BANK_JUST_CHANGED").await;
        assert_eq!(from, "2026-04-06");
        books.app.hands.advance(A_DAY);
    }
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(approved["payout"]["bankAccount"], "…4444", "{approved}");
    books.app.run_jobs().await;
}

#[tokio::test]
async fn approve_payout_needs_a_bank_account() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    books.app.write("UPDATE tenant SET sealed_bank = NULL WHERE id = $1", books.shop).await;
    let id = books.draft_id().await;
    books.is_refused(&books.bea, &id, "NO_BANK_ACCOUNT").await;
}

#[tokio::test]
async fn approve_payout_refuses_more_than_is_owed_by_now() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    // A new sale at once reduces the amount payable to the shop, by the shares of cause and
    // platform.
    books.sell().await;
    books.is_refused(&books.bea, &id, "PAYOUT_EXCEEDS_OWED").await;
    let reason = json!({ "reason": "A new one" });
    assert_eq!(books.put(&books.adam, &id, "discarded", reason).await.status, 200);
    assert_eq!(books.draft("2026-03-31").await.json(), drafted(1));
    let id = books.draft_id().await;
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(figures(&approved), [0.0, 12.5, -7.5, 5.0]);
    assert_eq!(books.owed().await, 0);
}

#[tokio::test]
async fn approve_payout_refuses_more_than_a_bank_file_can_say() {
    let books = Trade::new().await;
    owe(&books.app, books.shop, 100_000_000).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    books.is_refused(&books.bea, &id, "PAYOUT_TOO_LARGE").await;
    let rest = json!({ "amount": 0.01, "reason": "For the next payout" });
    assert_eq!(books.put(&books.adam, &id, "held-back", rest).await.status, 200);
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(approved["payout"]["amount"], json!(99_999_999.99), "{approved}");
}

#[tokio::test]
async fn hold_back_leaves_some_for_the_next_payout() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    let hold = |amount: f64| json!({ "amount": amount, "reason": "A dispute is open" });
    for wrong in [12.5, -1.0] {
        let fields = books.put(&books.adam, &id, "held-back", hold(wrong)).await.wrong_fields();
        assert!(fields["amount"].is_string(), "{wrong}: {fields}");
    }
    books.put(&books.adam, &id, "held-back", hold(4.0)).await;
    books.put(&books.adam, &id, "held-back", hold(2.25)).await;
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(
        (&approved["payout"]["heldBack"], &approved["payout"]["amount"]),
        (&json!(2.25), &json!(10.25))
    );
    assert_eq!(books.owed().await, 225);
    books.put(&books.adam, &id, "held-back", hold(1.0)).await.error(409, "PAYOUT_STATE");
}

#[tokio::test]
async fn failed_payout_is_owed_again() {
    let books = Trade::new().await;
    let reason = json!({ "reason": "The account is closed" });
    let id = books.approved().await;
    books.put(&books.bea, &id, "failed", json!({})).await.error(400, "VALIDATION");
    for _ in 0..2 {
        // The payout was in no bank file, so no money has left the bank account.
        let failed = books.put(&books.bea, &id, "failed", reason.clone()).await.json();
        assert_eq!(failed["payout"]["state"], "FAILED", "{failed}");
    }
    assert_eq!(books.owed().await, 1250);
    books
        .put(&books.bea, &id, "paid", json!({ "reference": "R2" }))
        .await
        .error(409, "PAYOUT_STATE");
    assert_eq!(books.draft("2026-03-31").await.json(), drafted(1));
    let again = books.draft_id().await;
    books.put(&books.bea, &again, "failed", reason).await.error(409, "PAYOUT_STATE");
    let approved = books.put(&books.bea, &again, "approved", json!({})).await.json();
    assert_eq!(figures(&approved), [0.0, 12.5, 0.0, 12.5]);
}

#[tokio::test]
async fn paid_payout_fails_by_two_people_and_the_reference_of_the_bank() {
    let books = Trade::new().await;
    let id = books.approved().await;
    books.export().await;
    books.put(&books.adam, &id, "paid", json!({ "reference": "TRACE 1" })).await;
    let failure = |reference: &str| json!({ "reason": "Sent back", "reference": reference });
    for wrong in ["", "R1", "none", "<script>1234"] {
        let reply = books.put(&books.adam, &id, "failed", failure(wrong)).await;
        assert!(reply.wrong_fields()["reference"].is_string(), "{wrong}: {}", reply.text());
    }
    let confirm = async |who: &Person| books.put(who, &id, "failed/confirmed", json!({})).await;
    confirm(&books.bea).await.error(409, "PAYOUT_STATE");
    let asked = books.put(&books.adam, &id, "failed", failure("RET 0417")).await.json();
    assert_eq!(asked["payout"]["state"], "PAID", "{asked}");
    let request = &asked["payout"]["failureRequest"];
    assert_eq!(
        [&request["askedByName"], &request["reference"], &request["reason"]],
        [&json!("adam Test"), &json!("RET 0417"), &json!("Sent back")]
    );
    assert_eq!(books.owed().await, 0, "nobody has confirmed it");
    let bea = books.app.sign_in(&books.bea).await;
    let open = bea.get("/api/v1/Helpdesk/open").send().await.json();
    let told = (&open["payoutFailures"], &open["oldestPayoutFailure"]);
    assert_eq!(told, (&json!(1), &json!(id)));
    for change in ["failure_asked_by = drafted_by", "failure_asked_at = failure_asked_at - 1"] {
        let change = change.replace("drafted_by", &format!("'{}'", books.bea.id));
        let found = found_after(&books.app, &[&format!("UPDATE payout SET {change}")]).await;
        let rule = "a payout was drafted, approved and ended by whom the log says";
        assert!(found.contains(rule), "{change}: {found}");
    }
    books.put(&books.bea, &id, "failed", failure("RET 9")).await.error(409, "FAILURE_WAITS");
    let adam_reads = books.refusal(&books.adam, &id).await;
    let bea_reads = books.refusal(&books.bea, &id).await;
    confirm(&books.adam).await.foretold(&adam_reads, 409, "SAME_PERSON");
    assert_eq!(bea_reads, Value::Null);
    let reason = json!({ "reason": "It is another payment" });
    let kept = books.put(&books.bea, &id, "failed/refused", reason).await.json();
    assert_eq!(kept["payout"]["failureRequest"], Value::Null, "{kept}");
    confirm(&books.bea).await.error(409, "PAYOUT_STATE");
    books.put(&books.adam, &id, "failed", failure("RET 0417")).await;
    for _ in 0..2 {
        let failed = confirm(&books.bea).await.json();
        assert_eq!(failed["payout"]["state"], "FAILED", "{failed}");
        assert_eq!(failed["payout"]["failureReference"], "RET 0417", "{failed}");
    }
    assert_eq!(books.owed().await, 1250);
    let told = "SELECT count(*) FROM audit_entry WHERE action IN ('PAYOUT_FAILURE_ASKED', 'PAYOUT_FAILURE_REFUSED', 'PAYOUT_FAILED')";
    assert_eq!(books.app.count(told).await, 4);
}

#[tokio::test]
async fn payout_in_a_bank_file_fails_only_once_its_reporter_still_has_the_role() {
    let books = Trade::new().await;
    let id = books.approved().await;
    books.export().await;
    let carla = books.app.administrator("carla").await;
    let failure = json!({ "reason": "Sent back", "reference": "RET 0417" });
    let asked = books.put(&carla, &id, "failed", failure).await.json();
    assert_eq!(asked["payout"]["state"], "EXPORTED", "{asked}");
    let paid = books.put(&books.adam, &id, "paid", json!({ "reference": "TRACE 1" })).await;
    paid.error(409, "FAILURE_WAITS");
    let adam = books.app.sign_in(&books.app.super_administrator("sue").await).await;
    let roles = adam.get(&format!("/api/v1/Accounts/{}", carla.id)).send().await.json();
    let role = roles["roles"][0]["userRoleId"].as_str().expect("a role").to_owned();
    let path = format!("/api/v1/Accounts/roles/{role}/status/deactivate");
    let off = adam.put(&path, &json!({})).send().await;
    assert!(off.status.is_success(), "{}", off.text());
    let confirmed = books.put(&books.bea, &id, "failed/confirmed", json!({})).await;
    confirmed.error(409, "REQUESTER_GONE");
    assert_eq!(books.owed().await, 0);
}

/// Settings with the sender's data for bank files.
const ORIGINATOR: &str = r#"[payouts]
    originator_id = "FUNRAY0001"
    short_name = "FUNRAY"
    long_name = "FUNRAY INC"
    data_centre = "00320"
    return_institution = "003"
    return_transit = "00012"
    return_account = "1234567"
"#;

#[tokio::test]
async fn export_puts_approved_payouts_into_one_unchanging_file() {
    let mut books = Trade::with(ORIGINATOR).await;
    let export = async |books: &Trade, who: &Person| {
        let visitor = books.app.sign_in(who).await;
        visitor.post("/api/v1/Payouts/exports", &json!({})).send().await
    };
    export(&books, &books.adam).await.error(400, "NOTHING_TO_EXPORT");
    let id = books.approved().await;
    export(&books, &books.bea).await.error(409, "SAME_PERSON");
    let exported = export(&books, &books.adam).await.json();
    assert_eq!(
        [&exported["number"], &exported["payouts"], &exported["total"], &exported["releasedAt"]],
        [&json!(1), &json!(1), &json!(12.5), &json!(null)]
    );
    export(&books, &books.adam).await.error(400, "NOTHING_TO_EXPORT");
    books.download(&books.adam, &exported, "CPA005").await.error(409, "FILE_NOT_RELEASED");
    assert_eq!(exported["leftOut"], json!({ "own": 0, "appointed": 0, "paused": 0, "changed": 0 }));
    let refused = books.release(&books.adam, &exported, json!(12.5)).await;
    refused.foretold(&exported["refusal"], 409, "SAME_PERSON");
    let bea = books.app.sign_in(&books.bea).await;
    let listed = bea.get("/api/v1/Payouts/exports").send().await.json();
    assert_eq!(listed["items"][0]["refusal"], Value::Null, "{listed}");
    drop(bea);
    let wrong = books.release(&books.bea, &exported, json!(12.51)).await;
    assert!(wrong.wrong_fields()["total"].is_string(), "{}", wrong.text());
    for who in [&books.bea, &books.adam] {
        let released = books.release(who, &exported, json!(12.5)).await.json();
        assert_eq!(released["releasedByName"], "bea Test", "once: {released}");
    }
    let adam = books.app.sign_in(&books.adam).await;
    let listed = adam.get("/api/v1/Payouts/exports").send().await.json();
    assert_eq!(listed["items"][0]["createdByName"], "adam Test", "{listed}");
    drop(adam);
    let file = books.download(&books.adam, &exported, "CPA005").await.json();
    assert_eq!(file["name"], "payouts-0001.txt");
    let content = file["content"].as_str().expect("a file");
    assert_eq!(content.len(), 3 * 1466);
    assert!(content.contains("00000012500260920003123457654321"), "{content}");
    let list = books.download(&books.adam, &exported, "CSV").await.json();
    let line = "\"Maple Leaf Books\",\"003\",\"12345\",\"7654321\",12.50,2026-04-02,";
    assert!(list["content"].as_str().expect("a list").contains(line), "{list}");
    // Let the payout fail, and rename the payee and the platform. A later download of the same bank
    // file must have the former names.
    let rename = "UPDATE tenant SET legal_name = 'Oak Leaf Books', legal_key = 'oak leaf books' WHERE id = $1";
    books.app.write(rename, books.shop).await;
    let failure = json!({ "reason": "Sent back", "reference": "RET 0417" });
    books.put(&books.adam, &id, "failed", failure).await;
    let failed = books.put(&books.bea, &id, "failed/confirmed", json!({})).await.json();
    assert_eq!(failed["payout"]["exportId"], exported["id"]);
    books.app.restart(&ORIGINATOR.replace("FUNRAY INC", "RAYZR INC"));
    assert_eq!(books.download(&books.adam, &exported, "CPA005").await.json(), file);
    assert_eq!(books.download(&books.adam, &exported, "CSV").await.json(), list);
}

/// Approves two payouts for the next bank file. Bea approves 12.50 dollars for the shop, and the
/// other administrator 5.00 for the charity.
pub async fn approved_by_two(books: &Trade, other: &Person) {
    books.approved().await;
    let adam = books.app.sign_in(&books.adam).await;
    let path = format!("/api/v1/Payouts?tenantId={}", books.charity);
    let listed = adam.get(&path).send().await.json();
    let id = listed["items"][0]["id"].as_str().expect("an id").to_owned();
    let approved = books.put(other, &id, "approved", json!({})).await;
    assert_eq!(approved.status, 200, "{}", approved.text());
}

pub async fn make_file(books: &Trade, who: &Person) -> Reply {
    let visitor = books.app.sign_in(who).await;
    visitor.post("/api/v1/Payouts/exports", &json!({})).send().await
}

#[tokio::test]
async fn export_by_two_administrators_takes_payouts_that_the_other_approved() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let mut files = Vec::new();
    for (maker, releaser, total, own) in
        [(&books.bea, &carla, 5.0, 1), (&carla, &books.bea, 12.5, 0)]
    {
        let made = make_file(&books, maker).await;
        assert_eq!(made.status, 200, "{}", made.text());
        let made = made.json();
        assert_eq!((&made["payouts"], made["total"].as_f64()), (&json!(1), Some(total)), "{made}");
        assert_eq!(
            made["leftOut"],
            json!({ "own": own, "appointed": 0, "paused": 0, "changed": 0 })
        );
        if own > 0 {
            make_file(&books, maker).await.error(409, "SAME_PERSON");
        }
        let released = books.release(releaser, &made, made["total"].clone()).await;
        assert_eq!(released.status, 200, "{}", released.text());
        files.push(made["id"].as_str().expect("an id").to_owned());
    }
    make_file(&books, &books.adam).await.error(400, "NOTHING_TO_EXPORT");
    let adam = books.app.sign_in(&books.adam).await;
    for (file, payee) in files.iter().zip(["Food Bank", "Maple Leaf Books"]) {
        let listed = adam.get(&format!("/api/v1/Payouts?exportId={file}")).send().await.json();
        assert_eq!(
            (&listed["totalItems"], &listed["items"][0]["tenantName"]),
            (&json!(1), &json!(payee))
        );
    }
}

#[tokio::test]
async fn export_leaves_out_payouts_approved_by_an_appointee_of_its_maker() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    books.app.appoint(&books.adam, &carla).await;
    make_file(&books, &carla).await.error(409, "ROLE_TOO_NEW");
    let made = make_file(&books, &books.adam).await.json();
    assert_eq!(made["total"], 12.5, "{made}");
    assert_eq!(made["leftOut"], json!({ "own": 0, "appointed": 1, "paused": 0, "changed": 0 }));
    make_file(&books, &books.adam).await.error(409, "APPOINTED_BY_EACH_OTHER");
    let made = make_file(&books, &books.bea).await.json();
    assert_eq!((&made["total"], &made["leftOut"]["appointed"]), (&json!(5), &json!(0)), "{made}");
}

#[tokio::test]
async fn bank_file_needs_an_originator() {
    let books = Trade::new().await;
    books.approved().await;
    let exported = books.export().await;
    let refused = books.download(&books.bea, &exported, "CPA005").await;
    assert!(refused.wrong_fields()["format"].is_string(), "{}", refused.text());
    assert_eq!(books.download(&books.bea, &exported, "CSV").await.status, 200);
}

#[tokio::test]
async fn payout_needs_no_second_person_where_the_platform_has_switched_that_off() {
    let books = Trade::with("second_person.required = false").await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    let bea = books.app.sign_in(&books.bea).await;
    bea.post("/api/v1/Payouts", &json!({ "lastDay": "2026-03-31" })).send().await;
    let id = books.draft_id().await;
    // Even if no second person is required, an administrator can't approve a payout to a bank
    // account that they have changed.
    books.is_refused(&books.adam, &id, "OWN_BANK_CHANGE").await;
    assert_eq!(books.put(&books.bea, &id, "approved", json!({})).await.status, 200);
    let exported = bea.post("/api/v1/Payouts/exports", &json!({})).send().await.json();
    assert_eq!(books.download(&books.bea, &exported, "CSV").await.status, 200);
    let failure = json!({ "reason": "Sent back", "reference": "RET 0417" });
    books.put(&books.bea, &id, "failed", failure).await;
    let failed = books.put(&books.bea, &id, "failed/confirmed", json!({})).await.json();
    assert_eq!(failed["payout"]["state"], "FAILED", "{failed}");
}

#[tokio::test]
async fn approve_payout_refuses_appointees_of_the_drafter() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    let carla = books.app.administrator("carla").await;
    books.app.appoint(&books.adam, &carla).await;
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    let refused = books.put(&carla, &id, "approved", json!({})).await;
    refused.error(409, "APPOINTED_BY_EACH_OTHER");
    assert_eq!(books.owed().await, 1250);
}

#[tokio::test]
async fn payee_is_mailed_and_notified_at_each_step_of_a_payout() {
    let books = Trade::new().await;
    let mona = books.app.manager_of(books.shop, "mona").await;
    let carl = books.app.manager_of(books.charity, "carl").await;
    let id = books.approved().await;
    books.export().await;
    books.app.hands.advance(Duration::from_secs(1));
    books.put(&books.adam, &id, "paid", json!({ "reference": "TRACE 1" })).await;
    let failure = json!({ "reason": "Sent back", "reference": "RET 0417" });
    books.put(&books.adam, &id, "failed", failure).await;
    books.app.hands.advance(Duration::from_secs(1));
    books.put(&books.bea, &id, "failed/confirmed", json!({})).await;
    let mails = books.app.mails_to(&mona.email).await;
    let subjects: Vec<&str> =
        mails.iter().filter_map(|mail| mail["subject"].as_str()).take(3).collect();
    assert_eq!(
        subjects,
        [
            "The payout of $12.50 to Maple Leaf Books failed",
            "$12.50 was paid to Maple Leaf Books",
            "$12.50 is on its way to Maple Leaf Books",
        ]
    );
    let paid = mails[1]["text"].as_str().expect("text");
    for said in ["TRACE 1", "…321", "March 31, 2026", &format!("/admin/payouts/{id}")] {
        assert!(paid.contains(said), "{said}: {paid}");
    }
    let mona = books.app.sign_in(&mona).await;
    let told = mona.get("/api/v1/Notices").send().await.json();
    let told = told["items"].as_array().expect("notices").iter();
    let told: Vec<Value> = told
        .map(|notice| {
            json!([notice["kind"], notice["payoutStep"], notice["payoutId"], notice["value"]])
        })
        .collect();
    let step = |step: &str| json!(["PAYOUT", step, id, 12.5]);
    assert_eq!(json!(told), json!([step("FAILED"), step("PAID"), step("APPROVED")]));
    assert_eq!(books.app.mails_to(&carl.email).await.len(), 0, "it is another payee's");
}

#[tokio::test]
async fn draft_shows_the_account_that_it_is_about_to_be_paid_to() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    let bea = books.app.sign_in(&books.bea).await;
    let path = format!("/api/v1/Payouts/{id}");
    let draft = bea.get(&path).send().await.json();
    assert_eq!(draft["destination"]["bankAccount"], "…321", "{draft}");
    assert!(draft["destination"]["changedAt"].is_string(), "{draft}");
    books.app.write("UPDATE tenant SET sealed_bank = NULL WHERE id = $1", books.shop).await;
    assert_eq!(bea.get(&path).send().await.json()["destination"], Value::Null);
}

/// Returns the start of the summed period of each recorded statement that sums an account inside a
/// write transaction.
fn added_up_by_the_writer(statements: &[db::Statement]) -> Vec<i64> {
    let is_sum = |statement: &&db::Statement| {
        statement.is_write && statement.sql.contains("SUM(") && statement.sql.contains(" entry e")
    };
    let since = |statement: &db::Statement| {
        let moments = statement.params.iter().filter_map(|value| match value {
            db::Value::Int(micros) => Some(*micros),
            _ => None,
        });
        let moments: Vec<i64> = moments.collect();
        // A statement with four times has two ranges, and the second is the summed period. A
        // statement that reads only lines has one range.
        if moments.len() == 4 { moments[2] } else { moments[0] }
    };
    statements.iter().filter(is_sum).map(since).collect()
}

#[tokio::test]
async fn payouts_add_up_accounts_in_reads_and_only_the_last_minutes_in_the_writer() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    let adam = books.app.sign_in(&books.adam).await;
    let call = adam.post("/api/v1/Payouts", &json!({ "lastDay": "2026-03-31" }));
    let (reply, statements) = books.app.recorded(call).await;
    assert_eq!(reply.json(), drafted(2));
    assert_eq!(added_up_by_the_writer(&statements), Vec::<i64>::new());
    // Owe the shop another dollar between the draft and the approval. The sum for the approval must
    // include it.
    owe(&books.app, books.shop, 1).await;
    let id = books.draft_id().await;
    let bea = books.app.sign_in(&books.bea).await;
    let call = bea.put(&format!("/api/v1/Payouts/{id}/approved"), &json!({}));
    let (reply, statements) = books.app.recorded(call).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let newest = books.app.app.clock.now().minus(ledger::LATE).as_micros();
    let since = added_up_by_the_writer(&statements);
    assert!(!since.is_empty(), "what has moved since the read is looked at");
    assert!(since.iter().all(|since| *since >= newest), "{since:?}");
    books.app.run_jobs().await;
}

/// Returns the next payout as this person sees it.
pub async fn next(app: &TestApp, who: &Person, query: &str) -> Value {
    let who = app.sign_in(who).await;
    let reply = who.get(&format!("/api/v1/Payouts/next{query}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn next_payout_is_the_balance_until_one_is_approved() {
    let books = Trade::new().await;
    let mary = books.app.manager_of(books.shop, "mary").await;
    let carla = books.app.manager_of(books.charity, "carla").await;
    let card = books.sell().await;
    let nothing = next(&books.app, &mary, "").await;
    assert_eq!(nothing["amount"], 0, "shares of a sale are owed by the shop at first");
    let parts = |opening, redeemed, owed| {
        json!({ "opening": opening, "redeemed": redeemed, "causes": -5, "platform": -2.5, "tax": 0, "other": 0,
                "paid": 0, "owed": owed })
    };
    assert_eq!(nothing["parts"], parts(json!(0), json!(0), json!(-7.5)));
    books.redeem(card, 40.01).await;
    let owed = next(&books.app, &mary, "").await;
    // April 3, 2026 is Good Friday, so payday is the following Monday.
    assert_eq!(owed["payday"], "2026-04-06");
    assert_eq!(owed["amount"], 32.51);
    assert_eq!(owed["parts"], parts(json!(0), json!(40.01), json!(32.51)));
    assert_eq!((&owed["payoutId"], &owed["state"]), (&json!(null), &json!(null)));
    let ending = owed["bankEnding"].as_str().expect("an ending");
    assert_eq!(ending.len(), 3, "{owed}");
    let cause = next(&books.app, &carla, "").await;
    assert_eq!(cause["amount"], 5);
    let all = next(&books.app, &books.bea, "").await;
    assert_eq!((&all["amount"], &all["bankEnding"]), (&json!(37.51), &json!(null)));
    let looked_at = next(&books.app, &books.bea, &format!("?tenantId={}", books.shop)).await;
    assert_eq!(looked_at, owed);
    // The figures must be the same once the totals of the reports include these transfers.
    finance::verify::seal(books.app.app.clone()).await.expect("sealed");
    finance::reports::roll_up(books.app.app.clone()).await.expect("rolled up");
    assert_eq!(next(&books.app, &mary, "").await, owed);
    assert_eq!(next(&books.app, &books.bea, "").await, all);

    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    assert_eq!(next(&books.app, &mary, "").await, owed, "drafts are not told");
    let id = books.draft_id().await;
    books.put(&books.bea, &id, "approved", json!({})).await;
    owe(&books.app, books.shop, 10).await;
    let on_its_way = next(&books.app, &mary, "").await;
    assert_eq!((&on_its_way["payoutId"], &on_its_way["state"]), (&json!(id), &json!("APPROVED")));
    assert_eq!(on_its_way["amount"], 32.51, "not what came since");
    assert_eq!(on_its_way["bankEnding"], ending);
    assert_eq!(next(&books.app, &books.bea, "").await["amount"], 37.51);
    books.export().await;
    let exported = next(&books.app, &mary, "").await;
    let told = (&exported["state"], &exported["payday"]);
    assert_eq!(told, (&json!("EXPORTED"), &json!("2026-04-02")), "when the bank's file says");
    books.put(&books.bea, &id, "paid", json!({ "reference": "TRACE 1" })).await;
    let later = next(&books.app, &mary, "").await;
    assert_eq!((&later["payoutId"], &later["amount"]), (&json!(null), &json!(10)));
    assert_eq!(next(&books.app, &books.bea, "").await["amount"], 15);
    books.app.run_jobs().await;
}

#[tokio::test]
async fn next_payout_is_of_the_callers_organization() {
    let books = Trade::with("payouts.weekday = \"tuesday\"").await;
    let mary = books.app.manager_of(books.shop, "mary").await;
    let eli = books.app.employee_of(books.shop, "eli").await;
    books.app.write("UPDATE tenant SET sealed_bank = NULL WHERE id = $1", books.shop).await;
    let own = next(&books.app, &mary, "").await;
    assert_eq!((&own["bankEnding"], &own["payday"]), (&json!(null), &json!("2026-03-31")));
    let mary = books.app.sign_in(&mary).await;
    let other = mary.get(&format!("/api/v1/Payouts/next?tenantId={}", books.charity)).send().await;
    other.error(404, "NOT_FOUND");
    let wrong = mary.get("/api/v1/Payouts/next?payee=1&tenantId=nobody").send().await;
    wrong.error(404, "NOT_FOUND");
    let eli = books.app.sign_in(&eli).await;
    eli.get("/api/v1/Payouts/next").send().await.error(403, "PERMISSION");
    books.app.run_jobs().await;
}

#[tokio::test]
async fn verify_names_a_payout_whose_drafter_approver_or_ender_was_changed() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 40.0).await;
    books.app.hands.advance(A_DAY);
    assert_eq!(books.draft("2026-03-31").await.status, 200);
    let id = books.draft_id().await;
    assert_eq!(books.put(&books.bea, &id, "approved", json!({})).await.status, 200);
    books.app.hands.advance(A_DAY);
    let paid = books.put(&books.bea, &id, "paid", json!({ "reference": "R1" })).await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    assert_eq!(found_after(&books.app, &[]).await, "");
    for change in [
        format!("approved_by = '{}'", books.adam.id),
        "approved_by = NULL".to_owned(),
        "approved_at = approved_at + 1".to_owned(),
        format!("drafted_by = '{}'", books.bea.id),
        format!("ended_by = '{}'", books.adam.id),
        "ended_at = ended_at - 1".to_owned(),
    ] {
        let theft = format!("UPDATE payout SET {change} WHERE id = '{id}'");
        let found = found_after(&books.app, &[&theft]).await;
        let rule = "a payout was drafted, approved and ended by whom the log says";
        assert!(found.contains(&format!("{rule} {id}: ")), "{change}: {found}");
    }
    let erased =
        format!("UPDATE payout SET approved_by = NULL, approved_at = NULL WHERE id = '{id}'");
    let found = found_after(&books.app, &[&erased]).await;
    assert!(found.contains("a decision of the log stands where it was made"), "{found}");
}

#[tokio::test]
async fn verify_names_a_bank_account_whose_last_change_was_altered() {
    let books = Trade::new().await;
    for change in [
        "bank_changed_at = bank_changed_at - 864000000000".to_owned(),
        "bank_changed_at = NULL".to_owned(),
        format!("bank_changed_by = '{}'", books.bea.id),
        "bank_changed_by = NULL".to_owned(),
        "bank_changed_at = NULL, bank_changed_by = NULL".to_owned(),
    ] {
        let theft = format!("UPDATE tenant SET {change} WHERE id = '{}'", books.shop);
        let found = found_after(&books.app, &[&theft]).await;
        let rule = "a bank account was changed when and by whom the log says";
        assert_eq!(
            found,
            format!("{rule} {}: its last change is not that of the log\n", books.shop),
            "{change}"
        );
    }
    books.app.run_jobs().await;
}

//! Tests of bank statements: their import, and the matching of their lines.

use finance::verify;
use serde_json::{Value, json};

use super::{buy, file, insert_line, read_deposits, sum};
use crate::{
    payouts::Trade,
    support::{Person, Reply, TestApp, till::Till},
};

const LINES: &str = "SELECT count(*) FROM bank_line";

/// An administrator who keeps the bank side.
pub struct Keeper<'a> {
    pub app: &'a TestApp,
    pub who: &'a Person,
}

impl Keeper<'_> {
    pub async fn call(&self, method: &str, path: &str, form: Value) -> Reply {
        let visitor = self.app.sign_in(self.who).await;
        let path = format!("/api/v1/Books/{path}");
        visitor.call(method, &path).json(form.to_string()).send().await
    }

    pub async fn get(&self, path: &str) -> Value {
        let visitor = self.app.sign_in(self.who).await;
        let reply = visitor.get(&format!("/api/v1/Books/{path}")).send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    pub async fn import(&self, content: &str) -> Reply {
        self.call("POST", "bank-statements", file("bank.csv", content)).await
    }

    /// Imports a statement of one of several accounts.
    pub async fn import_to(&self, account: &str, content: &str) -> Reply {
        let mut form = file("bank.csv", content);
        form["accountId"] = json!(account);
        self.call("POST", "bank-statements", form).await
    }

    /// Imports one line. Returns its id.
    pub async fn line(&self, day: &str, amount: &str) -> String {
        let content = format!("Date,Description,Amount\n{day},LINE,{amount}\n");
        let imported = self.import(&content).await;
        assert_eq!(imported.status, 200, "{}", imported.text());
        let lines = self.get("bank-lines?isOpen=true").await;
        let items = lines["items"].as_array().expect("lines").iter();
        let of_day = { items }.find(|line| line["day"] == day);
        of_day.and_then(|line| line["id"].as_str()).expect("the line").to_owned()
    }

    pub async fn matched(&self, line: &str, form: Value) -> Reply {
        self.call("PUT", &format!("bank-lines/{line}/matched"), form).await
    }

    pub async fn fine(&self, line: &str, form: Value) {
        let reply = self.matched(line, form).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    pub async fn refused(&self, line: &str, form: Value, field: &str) {
        let reply = self.matched(line, form.clone()).await;
        let fields = reply.wrong_fields();
        assert!(fields[field].is_string(), "{form}: {fields}");
    }

    pub async fn reopen(&self, line: &str) -> Value {
        let form = json!({ "reason": "The wrong line" });
        let reply = self.call("PUT", &format!("bank-lines/{line}/reopened"), form).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }
}

#[tokio::test]
async fn import_adds_the_lines_that_no_earlier_statement_had() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let first = "Date,Description,Amount\n2026-03-01,FEE,-5.00\n2026-03-01,FEE,-5.00\n2026-03-02,AUTHNET,120.00\n";
    for _ in 0..2 {
        let imported = keeper.import(first).await.json();
        assert_eq!((&imported["lines"], &imported["newLines"]), (&json!(3), &json!(3)));
        assert_eq!(imported["importedByName"], "adam Test");
    }
    let second = "Date;Libellé;Débit;Crédit\n01/03/2026;FEE;5,00;\n13/03/2026;DÉPÔT;;80,00\n";
    let imported = keeper.import(second).await.json();
    assert_eq!((&imported["lines"], &imported["newLines"]), (&json!(2), &json!(1)), "{imported}");
    let listed = keeper.get("bank-statements").await;
    assert_eq!(listed["totalItems"], 2, "{listed}");
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'BANK_STATEMENT_IMPORTED'";
    assert_eq!((app.count(LINES).await, app.count(told).await), (4, 2));
}

#[tokio::test]
async fn import_of_a_wrong_file_changes_nothing() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let large = format!("Date,Description,Amount\n{}", "2026-03-01,A,1.00\n".repeat(12_000));
    for (content, field) in [
        ("Date,Description,Amount\n2026-03-01,A,1.00\n2026-03-02,B,x\n", "content"),
        ("Day,What\n1,2\n", "content"),
        ("\u{0}\u{1}\u{2}", "content"),
        ("Date,Description,Amount\n03/04/2026,A,1.00\n", "dateOrder"),
        (large.as_str(), "content"),
    ] {
        let reply = keeper.import(content).await;
        if reply.status == 413 {
            continue;
        }
        let fields = reply.wrong_fields();
        assert!(fields[field].is_string(), "{fields}");
    }
    let wrong = json!({ "name": "a.csv", "content": "%" });
    let reply = keeper.call("POST", "bank-statements", wrong).await;
    assert!(reply.wrong_fields()["content"].is_string(), "{}", reply.text());
    let statements = app.count("SELECT count(*) FROM bank_statement").await;
    assert_eq!((statements, app.count(LINES).await), (0, 0));
}

#[tokio::test]
async fn line_of_deposits_is_matched_less_a_fee_and_reopened() {
    let till = Till::crowded().await;
    let adam = till.app.administrator("adam").await;
    let keeper = Keeper { app: &till.app, who: &adam };
    for _ in 0..2 {
        buy(&till, &till.visitor().await).await;
        till.sandbox.settle();
        till.app.hands.advance(std::time::Duration::from_secs(24 * 3600));
    }
    read_deposits(&till).await.expect("read");
    let targets = keeper.get("bank-targets").await;
    let ids: Vec<&str> = targets["deposits"]
        .as_array()
        .expect("deposits")
        .iter()
        .map(|deposit| deposit["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(ids.len(), 2, "{targets}");
    let line = keeper.line("2026-03-12", "245.50").await;
    let both = |fee: f64| json!({ "resolution": "DEPOSITS", "depositIds": ids, "fee": fee });
    keeper.refused(&line, both(0.0), "depositIds").await;
    keeper.refused(&line, both(-4.5), "fee").await;
    keeper.refused(&line, json!({ "resolution": "DEPOSITS" }), "depositIds").await;
    let unknown = json!({ "resolution": "DEPOSITS", "depositIds": ["gdp_1"] });
    keeper.refused(&line, unknown, "depositIds").await;
    assert_eq!(sum(&till.app, "bank").await, 0);
    for _ in 0..2 {
        keeper.fine(&line, both(4.5)).await;
        let sums = [
            sum(&till.app, "bank").await,
            sum(&till.app, "gateway_fees").await,
            sum(&till.app, "gateway_transit").await,
        ];
        assert_eq!(sums, [-24_550, -450, 0]);
    }
    let another = keeper.line("2026-03-11", "125.00").await;
    let taken = json!({ "resolution": "DEPOSITS", "depositIds": [ids[0]] });
    keeper.matched(&another, taken.clone()).await.error(409, "BANK_TARGET_TAKEN");
    keeper.matched(&line, json!({ "resolution": "FEE" })).await.error(409, "BANK_LINE_STATE");
    let deposits = keeper.get("deposits").await;
    assert_eq!(deposits["items"][0]["arrivedOn"], "2026-03-12", "{deposits}");
    let found = keeper.get("reconciliation").await;
    assert_eq!(
        json!([found["atGateway"], found["inTransit"], found["inBank"], found["fees"]]),
        json!([0, 0, 245.5, 4.5]),
        "{found}"
    );
    assert_eq!(json!([found["openLines"], found["open"]]), json!([1, 125]), "{found}");
    let day =
        &found["days"].as_array().expect("days").iter().find(|day| day["day"] == "2026-03-12");
    let day = day.expect("a day");
    assert_eq!(json!([day["received"], day["openLines"]]), json!([245.5, 0]), "{found}");
    for _ in 0..2 {
        assert_eq!(keeper.reopen(&line).await["resolution"], Value::Null);
        assert_eq!(sum(&till.app, "gateway_transit").await, -25_000);
        assert_eq!(sum(&till.app, "bank").await, 0);
    }
    keeper.fine(&another, taken).await;
}

#[tokio::test]
async fn import_matches_a_line_that_fits_one_deposit_and_leaves_others_open() {
    let till = Till::crowded().await;
    let adam = till.app.administrator("adam").await;
    let keeper = Keeper { app: &till.app, who: &adam };
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    let day = keeper.get("deposits").await["items"][0]["settledOn"].clone();
    let day = day.as_str().expect("a day").to_owned();
    let first = format!("Date,Description,Amount\n{day},AUTHNET,125.00\n{day},FEE,-5.00\n");
    for _ in 0..2 {
        let imported = keeper.import(&first).await.json();
        assert_eq!(json!([imported["newLines"], imported["matchedLines"]]), json!([2, 1]));
        assert_eq!(sum(&till.app, "gateway_transit").await, 0);
    }
    let lines = keeper.get("bank-lines?isOpen=false").await;
    let line = &lines["items"][0];
    let shown = json!([line["resolution"], line["isAutomatic"], line["resolvedByName"]]);
    assert_eq!(shown, json!(["DEPOSITS", true, "adam Test"]), "{lines}");
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'BANK_LINE_MATCHED'";
    assert_eq!(till.app.count(told).await, 1);

    let reopened = keeper.reopen(line["id"].as_str().expect("an id")).await;
    assert_eq!(reopened["isAutomatic"], false, "{reopened}");
    assert_eq!(sum(&till.app, "gateway_transit").await, -12_500);
    assert_eq!(keeper.import(&first).await.json()["matchedLines"], 0, "a person has decided");
    // The open line fits the deposit as well as this one.
    let second = format!("Date,Description,Amount\n{day},AUTHNET AGAIN,125.00\n");
    assert_eq!(keeper.import(&second).await.json()["matchedLines"], 0);
    assert_eq!(sum(&till.app, "gateway_transit").await, -12_500);
}

#[tokio::test]
async fn import_matches_a_line_that_fits_one_bank_file() {
    let books = Trade::new().await;
    let keeper = Keeper { app: &books.app, who: &books.adam };
    books.approved().await;
    let file = books.export().await;
    let day = file["fundsOn"].as_str().expect("a day");
    let content = format!("Date,Description,Amount\n{day},PAYOUTS,-12.50\n");
    assert_eq!(keeper.import(&content).await.json()["matchedLines"], 1);
    assert_eq!((sum(&books.app, "payouts").await, sum(&books.app, "bank").await), (0, 1_250));
    let lines = keeper.get("bank-lines?isOpen=false").await;
    let line = &lines["items"][0];
    assert_eq!(json!([line["resolution"], line["exportId"]]), json!(["PAYOUT_FILE", file["id"]]));
}

#[tokio::test]
async fn lines_of_payouts_match_their_file_and_what_the_bank_returned() {
    let books = Trade::new().await;
    let keeper = Keeper { app: &books.app, who: &books.adam };
    let payout = books.approved().await;
    let file = books.export().await;
    let export = file["id"].as_str().expect("an id");
    assert_eq!(sum(&books.app, "payouts").await, 1_250);
    // Too early for the import to match it with the file.
    let line = keeper.line("2026-03-20", "-12.50").await;
    let whole = json!({ "resolution": "PAYOUT_FILE", "exportId": export });
    let alone = json!({ "resolution": "PAYOUT", "payoutId": payout });
    let returned = json!({ "resolution": "PAYOUT_RETURNED", "payoutId": payout });
    keeper.refused(&line, json!({ "resolution": "PAYOUT_FILE" }), "exportId").await;
    keeper.refused(&line, returned.clone(), "payoutId").await;
    keeper.fine(&line, whole.clone()).await;
    assert_eq!((sum(&books.app, "payouts").await, sum(&books.app, "bank").await), (0, 1_250));
    let twice = keeper.line("2026-04-02", "-12.50").await;
    keeper.matched(&twice, whole).await.error(409, "BANK_TARGET_TAKEN");
    keeper.matched(&twice, alone).await.error(409, "BANK_TARGET_TAKEN");
    let reason = json!({ "reason": "Account closed", "reference": "RETURN 0417" });
    assert_eq!(books.put(&books.adam, &payout, "failed", reason).await.status, 200);
    let confirmed = books.put(&books.bea, &payout, "failed/confirmed", json!({})).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    let targets = keeper.get("bank-targets").await;
    assert_eq!(targets["payouts"][0]["isReturned"], true, "{targets}");
    let back = keeper.line("2026-04-03", "12.50").await;
    keeper.fine(&back, returned).await;
    assert_eq!((sum(&books.app, "payouts").await, sum(&books.app, "bank").await), (0, 0));
    let targets = keeper.get("bank-targets").await;
    assert_eq!(targets["payouts"], json!([]), "{targets}");
}

#[tokio::test]
async fn other_lines_are_fees_or_need_a_reason() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    for (cents, resolution, account, booked) in [
        (-500, "FEE", "gateway_fees", -500),
        (-2_500, "CHARGEBACK", "gateway_clearing", -2_500),
        (-700, "REFUND", "payouts", -700),
        (900, "OTHER", "bank_other", 900),
    ] {
        let line = insert_line(&app, cents).await.to_string();
        let form = json!({ "resolution": resolution });
        if resolution != "FEE" {
            keeper.refused(&line, form.clone(), "reason").await;
        }
        let form = json!({ "resolution": resolution, "reason": "By the letter of March 3" });
        keeper.fine(&line, form).await;
        assert_eq!(sum(&app, account).await, booked, "{resolution}");
    }
    assert_eq!(sum(&app, "bank").await, 2_800);
    keeper
        .call("PUT", "bank-lines/bkl_1/matched", json!({ "resolution": "FEE" }))
        .await
        .error(404, "NOT_FOUND");
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'BANK_LINE_MATCHED' AND reason = 'By the letter of March 3'";
    assert_eq!(app.count(told).await, 4);
}

#[tokio::test]
async fn checklist_of_a_month_counts_its_open_lines() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let open = async |month: &str| {
        let told = keeper.get(&format!("months/{month}/checklist")).await;
        let items = told["items"].as_array().expect("items").clone();
        items.into_iter().find(|item| item["kind"] == "BANK_LINES").expect("a check")["open"].take()
    };
    let line = insert_line(&app, -500).await.to_string();
    assert_eq!((open("2026-02").await, open("2026-03").await), (json!(0), json!(1)));
    keeper.fine(&line, json!({ "resolution": "FEE" })).await;
    assert_eq!(open("2026-03").await, json!(0));
}

#[tokio::test]
async fn verify_names_a_line_whose_amount_was_changed() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let line = insert_line(&app, -500).await.to_string();
    keeper.fine(&line, json!({ "resolution": "FEE" })).await;
    let moved = "a matched line of the bank has moved its amount";
    let known = "a transfer of the bank belongs to a line or is reversed";
    let forgotten = "UPDATE bank_line SET transfer_id = NULL";
    let found = "WITH t AS MATERIALIZED (SELECT id FROM transfer WHERE kind = 'BANK_LINE') UPDATE bank_line SET transfer_id = t.id FROM t";
    for (wrong, right, told) in [
        (
            "UPDATE bank_line SET amount = amount - 1",
            "UPDATE bank_line SET amount = amount + 1",
            moved,
        ),
        (forgotten, found, moved),
        (forgotten, found, known),
    ] {
        app.app.db.write(move |tx| tx.execute(wrong, &[])).await.expect("changed");
        let breaches = app.report().await.expect("a report").breaches;
        let texts: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.starts_with(told)), "{wrong}: {texts:?}");
        app.app.db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
    }
    let (found, trouble) = verify::suspect(&app.app, verify::Depth::Everything).await;
    assert!(found.is_empty() && trouble.is_none(), "{trouble:?}");
}

//! Tests of several bank accounts: each statement and bank file belongs to one.

use finance::verify;
use kernel::ids::BankAccountId;
use serde_json::{Value, json};

use super::{buy, lines::Keeper, read_deposits};
use crate::{
    payouts::Trade,
    support::{TestApp, till::Till},
};

const MAIN: &str = BankAccountId::MAIN_TEXT;

fn form(number: &str, name: &str, takes_deposits: bool, pays_payouts: bool) -> Value {
    json!({ "number": number, "name": name, "takesDeposits": takes_deposits, "paysPayouts": pays_payouts })
}

/// Adds an account. Returns its id.
async fn add(keeper: &Keeper<'_>, wanted: Value) -> String {
    let name = wanted["name"].clone();
    let added = keeper.call("POST", "bank-accounts", wanted).await;
    assert_eq!(added.status, 200, "{}", added.text());
    let added = added.json();
    let mut items = added["items"].as_array().expect("accounts").iter();
    let own = items.find(|one| one["name"] == name).expect("the account");
    own["id"].as_str().expect("an id").to_owned()
}

/// Returns the balance in dollars of each account in the reconciliation, by name.
async fn balances(keeper: &Keeper<'_>) -> Value {
    let told = keeper.get("reconciliation").await;
    let accounts = told["accounts"].as_array().expect("accounts").iter();
    accounts.map(|one| json!([one["name"], one["inBank"], one["openLines"]])).collect()
}

async fn is_right(app: &TestApp) {
    let (found, trouble) = verify::suspect(&app.app, verify::Depth::Everything).await;
    assert!(found.is_empty() && trouble.is_none(), "{trouble:?}");
}

#[tokio::test]
async fn accounts_are_named_numbered_and_used_once() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let alone = keeper.get("bank-accounts").await;
    let main = json!({
        "id": MAIN, "number": "1010", "name": "Bank account", "takesDeposits": true, "paysPayouts": true
    });
    assert_eq!(alone, json!({ "items": [main] }));
    let mut savings = String::new();
    for _ in 0..2 {
        savings = add(&keeper, form("1011", "Savings", false, true)).await;
    }
    let both = keeper.get("bank-accounts").await;
    let uses: Value = both["items"]
        .as_array()
        .expect("accounts")
        .iter()
        .map(|one| json!([one["name"], one["takesDeposits"], one["paysPayouts"]]))
        .collect();
    assert_eq!(uses, json!([["Bank account", true, false], ["Savings", false, true]]), "once");
    for (number, name, field) in
        [("1010", "Third", "number"), ("1012", "Savings", "name"), ("4010", "Third", "number")]
    {
        let refused = keeper.call("POST", "bank-accounts", form(number, name, false, false)).await;
        assert!(refused.wrong_fields()[field].is_string(), "{}", refused.text());
    }
    let path = format!("bank-accounts/{savings}");
    let refused = keeper.call("PUT", &path, form("1011", "Savings", false, false)).await;
    assert!(refused.wrong_fields()["paysPayouts"].is_string(), "{}", refused.text());
    let main = format!("bank-accounts/{MAIN}");
    let changed = keeper.call("PUT", &main, form("1009", "Chequing", true, true)).await.json();
    let shown = json!([changed["items"][0]["name"], changed["items"][1]["paysPayouts"]]);
    assert_eq!(shown, json!(["Chequing", false]), "{changed}");
    let chart = keeper.get("accounts").await;
    let banks = chart["items"].as_array().expect("accounts").iter();
    let banks: Value = banks
        .filter(|one| one["account"] == "BANK")
        .map(|one| json!([one["number"], one["name"], one["bankAccountId"]]))
        .collect();
    assert_eq!(banks, json!([["1009", "Chequing", null], ["1011", "Savings", savings]]));
    let unknown = keeper.call("PUT", "bank-accounts/bka_1", form("1", "One", false, false)).await;
    unknown.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn statements_belong_to_one_account_and_share_no_lines() {
    let till = Till::crowded().await;
    let adam = till.app.administrator("adam").await;
    let keeper = Keeper { app: &till.app, who: &adam };
    buy(&till, &till.visitor().await).await;
    till.sandbox.settle();
    read_deposits(&till).await.expect("read");
    let savings = add(&keeper, form("1011", "Savings", false, false)).await;
    let day = keeper.get("deposits").await["items"][0]["settledOn"].clone();
    let day = day.as_str().expect("a day");
    let content = format!("Date,Description,Amount\n{day},MOVED,125.00\n");
    let unnamed = keeper.import(&content).await;
    assert!(unnamed.wrong_fields()["accountId"].is_string(), "{}", unnamed.text());
    let unknown = keeper.import_to("bka_1", &content).await;
    assert!(unknown.wrong_fields()["accountId"].is_string(), "{}", unknown.text());

    // The deposit arrives at the main account, so a line of the other one does not pay it.
    let imported = keeper.import_to(&savings, &content).await.json();
    let shown = json!([imported["accountId"], imported["newLines"], imported["matchedLines"]]);
    assert_eq!(shown, json!([savings, 1, 0]), "{imported}");
    let elsewhere = keeper.import_to(MAIN, &content).await;
    assert!(elsewhere.wrong_fields()["accountId"].is_string(), "{}", elsewhere.text());
    let other_file = format!("{content}{day},FEE,-5.00\n");
    let imported = keeper.import_to(MAIN, &other_file).await.json();
    let shown = json!([imported["newLines"], imported["matchedLines"]]);
    assert_eq!(shown, json!([2, 1]), "the same line of another account: {imported}");
    assert_eq!(balances(&keeper).await, json!([["Bank account", 125, 1], ["Savings", 0, 1]]));

    // Money moved between the accounts, so both lines cancel each other out.
    let lines = keeper.get(&format!("bank-lines?accountId={savings}")).await;
    assert_eq!(lines["totalItems"], 1, "{lines}");
    let own = json!({ "resolution": "OWN_TRANSFER" });
    keeper.fine(lines["items"][0]["id"].as_str().expect("an id"), own.clone()).await;
    let moved = format!("Date,Description,Amount\n{day},TO SAVINGS,-125.00\n");
    keeper.import_to(MAIN, &moved).await;
    let open = keeper.get(&format!("bank-lines?isOpen=true&accountId={MAIN}")).await;
    let open = open["items"].as_array().expect("lines");
    let moved = open.iter().find(|line| line["amount"] == -125).expect("the line");
    keeper.fine(moved["id"].as_str().expect("an id"), own).await;
    assert_eq!(balances(&keeper).await, json!([["Bank account", 0, 1], ["Savings", 125, 0]]));
    let whole = keeper.get("reconciliation").await;
    assert_eq!(json!([whole["inBank"], whole["other"]]), json!([125, 0]), "{whole}");
    let of_savings = keeper.get(&format!("reconciliation?accountId={savings}")).await;
    let days = of_savings["days"].as_array().expect("days").iter();
    let sum = |name: &'static str| days.clone().filter_map(|day| day[name].as_f64()).sum::<f64>();
    assert_eq!([sum("received"), sum("paid"), sum("bookedBank")], [125.0, 0.0, 125.0]);

    // The books name both accounts, and a month's checklist has both.
    let balance = keeper.get("trial-balance").await;
    let banks = balance["accounts"].as_array().expect("accounts").iter();
    let banks: Value = banks
        .filter(|one| one["account"] == "BANK")
        .map(|one| json!([one["bankAccountName"], one["debit"], one["credit"], one["closing"]]))
        .collect();
    let expected = json!([["Bank account", 125, 125, 0], ["Savings", 125, 0, -125]]);
    assert_eq!(banks, expected, "{balance}");
    let month = &day[..7];
    let file = keeper.get(&format!("journal-file?month={month}&format=QUICKBOOKS_ONLINE")).await;
    let file = file["content"].as_str().expect("a file");
    assert!(file.contains("Savings") && file.contains("Bank account"), "{file}");
    let journal = keeper.get("journal?kind=BANK_LINE").await.to_string();
    assert!(journal.contains("\"bankAccountName\":\"Savings\""), "{journal}");
    let checks = keeper.get(&format!("months/{month}/checklist")).await;
    let checks = checks["items"].as_array().expect("items").iter();
    let checks: Value = checks
        .filter(|check| check["kind"] == "BANK_LINES")
        .map(|check| json!([check["bankAccountName"], check["open"]]))
        .collect();
    assert_eq!(checks, json!([["Bank account", 1], ["Savings", 0]]));
    is_right(&till.app).await;
    // A line is verified on its own account.
    let other = "UPDATE bank_line SET account_id = $1 WHERE resolution = 'DEPOSITS'";
    let other_id = BankAccountId::parse(&savings).expect("an id");
    till.app.write(other, other_id).await;
    let breaches = till.app.report().await.expect("a report").breaches;
    let told = "a matched line of the bank has moved its amount";
    assert!(breaches.iter().any(|breach| breach.to_string().starts_with(told)), "{breaches:?}");
    till.app.write(other, BankAccountId::MAIN).await;
    is_right(&till.app).await;
}

#[tokio::test]
async fn a_bank_file_leaves_the_account_of_payouts() {
    let books = Trade::new().await;
    let keeper = Keeper { app: &books.app, who: &books.adam };
    books.approved().await;
    let paying = add(&keeper, form("1011", "Payout account", false, true)).await;
    let file = books.export().await;
    assert_eq!(file["bankAccountName"], "Payout account", "{file}");
    let targets = keeper.get("bank-targets").await;
    assert_eq!(targets["files"][0]["accountId"], paying, "{targets}");
    let day = file["fundsOn"].as_str().expect("a day");
    let content = format!("Date,Description,Amount\n{day},PAYOUTS,-12.50\n");
    let imported = keeper.import_to(MAIN, &content).await.json();
    assert_eq!(imported["matchedLines"], 0, "{imported}");
    let lines = keeper.get("bank-lines").await;
    let line = lines["items"][0]["id"].as_str().expect("an id");
    let whole = json!({ "resolution": "PAYOUT_FILE", "exportId": file["id"] });
    keeper.refused(line, whole, "exportId").await;
    let payout = targets["payouts"][0]["id"].clone();
    keeper.refused(line, json!({ "resolution": "PAYOUT", "payoutId": payout }), "payoutId").await;
    let content = format!("{content}{day},FEE,-1.00\n");
    let imported = keeper.import_to(&paying, &content).await.json();
    assert_eq!(imported["matchedLines"], 1, "{imported}");
    assert_eq!(
        balances(&keeper).await,
        json!([["Bank account", 0, 1], ["Payout account", -12.5, 1]])
    );
}

#[tokio::test]
async fn money_moves_between_accounts_only_if_there_are_several() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let keeper = Keeper { app: &app, who: &adam };
    let line = super::insert_line(&app, 500).await.to_string();
    keeper.refused(&line, json!({ "resolution": "OWN_TRANSFER" }), "resolution").await;
}

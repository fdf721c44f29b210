//! Tests of the end of a month: its checklist, and reopening by two people.

use serde_json::{Value, json};

use super::{Office, refused};
use crate::{payouts::insert_draft, support::Person};

/// Returns the open cases of the checklist of a month, without those that are done.
async fn open(office: &Office, month: &str) -> Value {
    let told = office.get(&format!("months/{month}/checklist")).await;
    let items = told["items"].as_array().expect("items").iter();
    let open = items.filter(|item| item["open"] != 0);
    open.map(|item| json!([item["kind"], item["open"]])).collect()
}

impl Office {
    async fn reopen(&self, who: &Person, path: &str, form: Value) -> crate::support::Reply {
        let who = self.app.sign_in(who).await;
        let path = format!("/api/v1/Books/reopenings{path}");
        let method = if path.ends_with("reopenings") { "POST" } else { "PUT" };
        who.call(method, &path).json(form.to_string()).send().await
    }
}

#[tokio::test]
async fn checklist_counts_what_is_open_for_a_month() {
    let office = Office::new().await;
    office.sell(50).await;
    assert_eq!(open(&office, "2026-03").await, json!([]));
    insert_draft(&office.app, office.shop, kernel::money::Cents::new(100)).await;
    assert_eq!(open(&office, "2026-03").await, json!([["DRAFTS", 1]]));
    assert_eq!(open(&office, "2026-02").await, json!([]), "the draft is for March");
    let sue = office.app.super_administrator("sue").await;
    let visitor = office.app.sign_in(&sue).await;
    let form = json!({
        "scheme": "GST_HST", "number": "123456789RT0001", "startsOn": "2026-03-01", "reason": "Registered"
    });
    let set = visitor.post("/api/v1/Taxes/registrations", &form).send().await;
    assert_eq!(set.status, 200, "{}", set.text());
    drop(visitor);
    office.go_to("2026-04-02T12:00:00Z");
    assert_eq!(open(&office, "2026-03").await, json!([["DRAFTS", 1], ["TAX", 1]]));
    finance::taxes::charge_months(office.app.app.clone()).await.expect("charged");
    assert_eq!(open(&office, "2026-03").await, json!([["DRAFTS", 1]]));
    let adam = office.keeper().await;
    let wrong = adam.get("/api/v1/Books/months/march/checklist").send().await;
    assert_eq!(wrong.status, 404);
}

#[tokio::test]
async fn last_closed_month_is_reopened_by_two_people() {
    let office = Office::new().await;
    let bea = office.app.administrator("bea").await;
    office.sell(50).await;
    office.go_to("2026-05-02T12:00:00Z");
    for month in ["2026-03", "2026-04"] {
        assert_eq!(office.close(month).await.status, 200);
    }
    let april = "trial-balance?startDate=2026-04-01&endDate=2026-04-30";
    let frozen = office.get(april).await;
    let form = |month: &str| json!({ "month": month, "reason": "The wrong rate" });
    let wrong = office.reopen(&office.adam, "", form("2026-03")).await;
    refused(&wrong, "month", "last closed month");
    let asked = office.reopen(&office.adam, "", form("2026-04")).await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    let asked = asked.json();
    assert_eq!(asked["refusal"]["errorCode"], "SAME_PERSON", "{asked}");
    let again = office.reopen(&bea, "", form("2026-04")).await.json();
    assert_eq!(again["id"], asked["id"], "one request waits");
    let path = format!("/{}/approved", asked["id"].as_str().expect("an id"));
    office.reopen(&office.adam, &path, json!({})).await.error(409, "SAME_PERSON");
    assert_eq!(office.get(april).await, frozen, "still closed");
    for _ in 0..2 {
        let approved = office.reopen(&bea, &path, json!({})).await;
        assert_eq!(approved.status, 200, "{}", approved.text());
        assert_eq!(approved.json()["decidedByName"], "bea Test");
    }
    let months = office.get("months").await;
    let rows: Vec<Value> = months["items"]
        .as_array()
        .expect("months")
        .iter()
        .map(|row| json!([row["month"], row["closedAt"].is_null(), row["canBeClosed"]]))
        .collect();
    assert_eq!(
        json!(rows),
        json!([["2026-05", true, false], ["2026-04", true, true], ["2026-03", false, false]])
    );
    let told = "SELECT count(*) FROM audit_entry WHERE action IN ('MONTH_REOPENING_ASKED', 'MONTH_REOPENED') AND reason = 'The wrong rate'";
    assert_eq!(office.app.count(told).await, 2);
    let late = format!("/{}/declined", asked["id"].as_str().expect("an id"));
    office.reopen(&bea, &late, json!({})).await.error(409, "REQUEST_OVER");
    assert_eq!(office.close("2026-04").await.status, 200);
    let closed = office.get(april).await;
    assert_eq!(closed["accounts"], frozen["accounts"]);

    let asked = office.reopen(&bea, "", form("2026-04")).await.json();
    let path = format!("/{}/declined", asked["id"].as_str().expect("an id"));
    let declined = office.reopen(&bea, &path, json!({})).await.json();
    assert_eq!(declined["isApproved"], false, "{declined}");
    assert_eq!(office.get(april).await, closed);
    let listed = office.get("reopenings").await;
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(2), "{listed}");
}

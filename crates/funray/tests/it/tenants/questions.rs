//! Tests of questions about missing fields of a registration, which the contact person answers
//! through an emailed link.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Directory, add, get, set, set_waiting};
use crate::support::{Reply, TestApp, Visitor};

const CORA: &str = "cora@shop.example";

/// Adds the registration of a shop without card amounts, region and bank account. Returns its id.
async fn registration(app: &TestApp, adam: &Visitor<'_>, directory: &Directory) -> String {
    let mut form = directory.vendor("Maple Leaf Books");
    form["cardAmount"] = json!("0");
    let id = add(adam, "Vendors", &form).await;
    set_waiting(app, &id).await;
    app.write(
        "UPDATE tenant SET region_id = NULL, sealed_bank = NULL, gives_bank = FALSE WHERE id = $1",
        super::tenant(&id),
    )
    .await;
    id
}

async fn ask(who: &Visitor<'_>, id: &str, form: Value) -> Reply {
    who.post(&format!("/api/v1/Vendors/{id}/asked"), &form).send().await
}

/// Returns the code in the newest email to the contact person.
async fn code(app: &TestApp) -> String {
    app.run_jobs().await;
    let mails = app.mails_to(CORA).await;
    let text = mails[0]["text"].as_str().expect("text");
    let rest = text.split("/registration#code=").nth(1).unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().expect("a code").to_owned()
}

async fn opened(app: &TestApp, code: &str) -> Reply {
    let form = json!({ "code": code });
    app.post("/api/v1/Tenants/registrations/opened").json(form.to_string()).send().await
}

async fn answer(app: &TestApp, form: &Value) -> Reply {
    app.post("/api/v1/Tenants/registrations/answered").json(form.to_string()).send().await
}

#[tokio::test]
async fn ask_mails_the_missing_fields_and_the_link_fills_them_in() {
    let app = TestApp::new().await;
    let (adam, directory) = (app.administrator("adam").await, Directory::of(&app).await);
    let adam = app.sign_in(&adam).await;
    let id = registration(&app, &adam, &directory).await;
    assert_eq!(get(&adam, "Vendors", &id).await["question"], Value::Null);
    let note = json!({ "note": "Which of your branches is it?" });
    assert_eq!(ask(&adam, &id, note).await.status, 204);

    let shown = get(&adam, "Vendors", &id).await;
    let question = &shown["question"];
    let missing =
        json!(["accountNumber", "cardAmount", "institutionNumber", "regionId", "transitNumber"]);
    assert_eq!(question["fields"], missing, "{shown}");
    assert_eq!(
        (&question["askedByName"], &question["answeredAt"], &question["note"]),
        (&json!("adam Test"), &Value::Null, &json!("Which of your branches is it?"))
    );
    assert_eq!(
        (&shown["givesBank"], &shown["missingFields"]),
        (&json!(true), &json!(["cardAmount", "regionId"])),
        "bank numbers are given by the shop itself, once it is let in"
    );

    let code = code(&app).await;
    let mail = app.mails_to(CORA).await[0].clone();
    let text = mail["text"].as_str().expect("text");
    for said in ["your region", "the amounts of your cards", "Which of your branches"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let page = opened(&app, &code).await.json();
    assert_eq!((&page["name"], &page["kind"]), (&json!("Maple Leaf Books"), &json!("VENDOR")));
    assert_eq!(page["fields"], missing);

    let wrong = answer(&app, &json!({ "code": code })).await.wrong_fields();
    assert!(wrong["cardAmount"].is_string() && wrong["regionId"].is_string(), "{wrong}");
    // The emailed link can change only the fields that the question was about.
    let form = json!({
        "code": code, "regionId": directory.other_region, "cardAmount": "Amount25",
        "categoryId": "cat_00000000000000000000000000", "accountNumber": "9999999", "legalName": "Eve Inc.",
    });
    let reply = answer(&app, &form).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let shown = get(&adam, "Vendors", &id).await;
    assert_eq!(shown["missingFields"], json!([]), "{shown}");
    assert_eq!(
        (&shown["regionId"], &shown["cardAmount"], &shown["categoryId"], &shown["legalName"]),
        (
            &json!(directory.other_region),
            &json!("Amount25"),
            &json!(directory.category),
            &json!("Maple Leaf Books")
        )
    );
    assert_eq!(shown["accountNumber"], Value::Null);
    assert!(shown["question"]["answeredAt"].is_string(), "{shown}");
    assert_eq!(answer(&app, &form).await.status, 204, "the last answer counts");
    let rung = adam.get("/api/v1/Notices").send().await.json();
    let rung = (&rung["totalItems"], &rung["items"][0]["kind"], &rung["items"][0]["tenantId"]);
    assert_eq!(rung, (&json!(1), &json!("REGISTRATION_ANSWERED"), &json!(id)));
    let log = adam.get(&format!("/api/v1/Audit?subjectId={id}")).send().await.json();
    let told = log["items"].as_array().expect("rows").iter();
    let told: Vec<&Value> = told.map(|row| &row["action"]).collect();
    assert!(told.contains(&&json!("REGISTRATION_ASKED")), "{log}");
    assert!(told.contains(&&json!("REGISTRATION_ANSWERED")), "{log}");
    set(&adam, "Vendors", &id, "activate").await;
    app.run_jobs().await;
    opened(&app, &code).await.error(400, "DEAD_LINK");
}

#[tokio::test]
async fn ask_refuses_fields_that_are_present_and_decided_registrations() {
    let app = TestApp::new().await;
    let (adam, directory) = (app.administrator("adam").await, Directory::of(&app).await);
    let adam = app.sign_in(&adam).await;
    let id = registration(&app, &adam, &directory).await;
    for fields in [json!(["legalName"]), json!(["regionId", "categoryId"])] {
        let reply = ask(&adam, &id, json!({ "fields": fields })).await;
        assert!(reply.wrong_fields()["fields"].is_string(), "{fields}");
    }
    let whole = add(&adam, "Vendors", &directory.vendor("Corner Shop")).await;
    ask(&adam, &whole, json!({})).await.error(400, "NOT_PENDING");
    set_waiting(&app, &whole).await;
    let reply = ask(&adam, &whole, json!({})).await;
    assert!(reply.wrong_fields()["fields"].is_string(), "nothing is missing");
    app.run_jobs().await;
}

#[tokio::test]
async fn ask_mails_twice_at_once_and_only_the_newest_link_works() {
    let app = TestApp::new().await;
    let (adam, directory) = (app.administrator("adam").await, Directory::of(&app).await);
    let adam = app.sign_in(&adam).await;
    let id = registration(&app, &adam, &directory).await;
    let region = json!({ "fields": ["regionId"] });
    assert_eq!(ask(&adam, &id, region.clone()).await.status, 204);
    let first = code(&app).await;
    app.hands.advance(Duration::from_secs(60));
    assert_eq!(ask(&adam, &id, region.clone()).await.status, 204);
    let second = code(&app).await;
    opened(&app, &first).await.error(400, "DEAD_LINK");
    assert_eq!(opened(&app, &second).await.json()["fields"], json!(["regionId"]));
    let refused = ask(&adam, &id, region.clone()).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    app.hands.advance(Duration::from_secs(31 * 24 * 3600));
    opened(&app, &second).await.error(400, "DEAD_LINK");
    assert_eq!(app.run_jobs().await, 0);
}

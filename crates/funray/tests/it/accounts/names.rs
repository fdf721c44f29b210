//! Tests of people's names: only colleagues can change the names of staff, and no name may imitate
//! someone else's.

use std::time::Duration;

use kernel::contact::Email;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp, Visitor};

const ME: &str = "/api/v1/Accounts/me";

fn named(first: &str, last: &str) -> Value {
    json!({ "firstName": first, "lastName": last, "language": "en", "city": "Gatineau" })
}

async fn name_of(visitor: &Visitor<'_>) -> (Value, Value) {
    let me = visitor.get(ME).send().await.json();
    (me["firstName"].clone(), me["lastName"].clone())
}

#[tokio::test]
async fn change_me_refuses_staff_another_name_and_saves_the_rest() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    for person in [
        app.employee_of(shop, "emil").await,
        app.manager_of(shop, "mona").await,
        app.administrator("adam").await,
    ] {
        let visitor = app.sign_in(&person).await;
        let (first, last) = name_of(&visitor).await;
        let (first, last) = (first.as_str().expect("text"), last.as_str().expect("text"));
        for (new, field) in [(("Maya", "Leblanc"), "firstName"), ((first, "Leblanc"), "lastName")] {
            let reply = visitor.put(ME, &named(new.0, new.1)).send().await;
            let fields = reply.error(400, "VALIDATION")["fields"].clone();
            let told = "Your name is part of the records of your work, so a colleague changes it. Please ask an administrator.";
            assert_eq!(fields, json!({ field: told }));
        }
        assert_eq!(visitor.put(ME, &named(first, last)).send().await.status, 204);
        assert_eq!(visitor.get(ME).send().await.json()["city"], "Gatineau");
    }
}

#[tokio::test]
async fn change_user_renames_staff_with_both_names_in_the_log_and_a_mail() {
    let app = TestApp::new().await;
    let shop = app.shop("Maple Leaf Books").await;
    let emil = app.employee_of(shop, "emil").await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let form = json!({ "firstName": "Émile", "lastName": "Roy", "roleId": "EMPLOYEE", "tenantId": shop.to_string() });
    let path = format!("/api/v1/Accounts/{}", emil.id);
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    app.run_jobs().await;
    let mail = &app.mails_to(&emil.email).await[0];
    assert_eq!(mail["subject"], "Your name was changed");
    let text = mail["text"].as_str().expect("text");
    assert!(
        ["emil Test", "Émile Roy", "adam Test"].iter().all(|name| text.contains(name)),
        "{text}"
    );
    app.hands.advance(Duration::from_secs(1));
    let log = adam.get("/api/v1/Audit?action=ACCOUNT_CHANGED").send().await.json();
    let entry = &log["items"][0];
    assert_eq!(entry["before"], json!({ "firstName": "emil", "lastName": "Test" }));
    assert_eq!(entry["after"], json!({ "firstName": "Émile", "lastName": "Roy" }));
}

#[tokio::test]
async fn change_user_lets_a_manager_mend_the_name_of_their_clerk_once() {
    let app = TestApp::new().await;
    let (shop, other) = (app.shop("Maple Leaf Books").await, app.shop("Corner Bakery").await);
    let mona = app.sign_in(&app.manager_of(shop, "mona").await).await;
    let emil = app.employee_of(shop, "emil").await;
    let put = async |id: String, first: &str, role: &str| {
        let form = json!({
            "firstName": first, "lastName": "Roy", "roleId": role, "tenantId": shop.to_string(),
        });
        mona.put(&format!("/api/v1/Accounts/{id}"), &form).send().await
    };
    let may_rename = async |id: String| {
        mona.get(&format!("/api/v1/Accounts/{id}")).send().await.json()["mayRename"].clone()
    };
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(may_rename(emil.id.to_string()).await, true);
    assert_eq!(put(emil.id.to_string(), "Emile", "EMPLOYEE").await.status, 204);
    assert_eq!(may_rename(emil.id.to_string()).await, false);
    let told = "Only an administrator can change this name. Please ask one.";
    let again = put(emil.id.to_string(), "Émile", "EMPLOYEE").await.wrong_fields();
    assert_eq!(again["firstName"], told, "once");
    app.run_jobs().await;
    let mails = app.mails_to(&emil.email).await;
    assert_eq!(mails[0]["subject"], "Your name was changed");

    app.hands.advance(Duration::from_secs(1));
    let colleague = app.manager_of(shop, "nina").await;
    let refused = put(colleague.id.to_string(), "Nine", "MANAGER").await.wrong_fields();
    assert_eq!(refused["firstName"], told, "no manager");
    let both = app.employee_of(shop, "bo").await;
    app.grant(both.id, access::auth::Role::Employee, Some(other)).await;
    let refused = put(both.id.to_string(), "Beau", "EMPLOYEE").await.wrong_fields();
    assert_eq!(refused["firstName"], told, "nobody who works elsewhere, too");
    app.run_jobs().await;
}

#[tokio::test]
async fn super_administrator_without_a_name_chooses_it_once() {
    let app = TestApp::new().await;
    let root = "root@shop.example";
    let email = Email::parse(root).expect("an address");
    accounts::create_super_administrator(&app.app, email, None).await.expect("a link");
    app.app
        .db
        .write(move |tx| {
            let sql = "UPDATE person SET confirmed_at = 1 WHERE email = $1 RETURNING id";
            tx.one::<(kernel::ids::PersonId,)>(sql, db::params![root])
        })
        .await
        .map(|(id,)| crate::support::Person { id, email: root.to_owned() })
        .map(async |person| {
            app.set_password(&person, PASSWORD).await;
            let visitor = app.sign_in(&person).await;
            let unchanged = visitor.put(ME, &named("Super", "Administrator")).send().await;
            assert_eq!(unchanged.status, 204, "{}", unchanged.text());
            assert_eq!(visitor.put(ME, &named("Ada", "Roy")).send().await.status, 204);
            let again = visitor.put(ME, &named("Maya", "Leblanc")).send().await;
            again.error(400, "VALIDATION");
        })
        .expect("the person")
        .await;
    let email = Email::parse("boss@shop.example").expect("an address");
    let name = Some(("Bo".to_owned(), "Lee".to_owned()));
    accounts::create_super_administrator(&app.app, email, name).await.expect("a link");
    let named = "SELECT count(*) FROM person WHERE first_name = 'Bo' AND last_name = 'Lee'";
    assert_eq!(app.count(named).await, 1);
    app.run_jobs().await;
}

#[tokio::test]
async fn forms_refuse_names_that_are_addresses_or_speak_for_the_platform() {
    let app = TestApp::new().await;
    let ann = app.sign_in(&app.consumer("ann").await).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    for (first, last, field) in [
        ("Pay", "www.evil.test", "lastName"),
        ("A\u{202e}nn", "Roy", "firstName"),
        ("FunRay", "Support", "firstName"),
        ("Fu\u{3b7}Ray", "Support", "firstName"),
    ] {
        let mut wanted = vec![];
        let invited = json!({ "email": "x@shop.example", "firstName": first, "lastName": last, "roleId": "ADMINISTRATOR" });
        wanted.push(ann.put(ME, &named(first, last)).send().await.wrong_fields());
        wanted.push(adam.post("/api/v1/Accounts/invited", &invited).send().await.wrong_fields());
        let registered = json!({ "firstName": first, "lastName": last });
        wanted.push(
            app.post("/api/v1/Accounts").json(registered.to_string()).send().await.wrong_fields(),
        );
        let contact = json!({ "primaryContact": { "firstName": first, "lastName": last } });
        let vendor = adam.post("/api/v1/Vendors", &contact).send().await.wrong_fields();
        wanted.push(
            json!({ field: vendor[format!("primaryContact.{field}")] })
                .as_object()
                .cloned()
                .expect("fields")
                .into(),
        );
        let told: Vec<&Value> = wanted.iter().map(|fields| &fields[field]).collect();
        assert!(
            told[0].is_string() && told.iter().all(|one| *one == told[0]),
            "{first} {last}: {told:?}"
        );
    }
}

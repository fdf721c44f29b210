//! Tests of the history of staff names. Actions keep the name that their author had at the time,
//! and seals protect the history from changes.

use std::time::Duration;

use access::auth::Role;
use db::Engine;
use finance::verify;
use kernel::ids::PersonId;
use serde_json::{Value, json};

use crate::{
    cards::{Street, redeem},
    ledger::{breaches, found_after},
    support::{PASSWORD, TestApp, Visitor},
};

const SECOND: Duration = Duration::from_secs(1);

/// Renames a person, as an administrator.
async fn rename(adam: &Visitor<'_>, person: PersonId, first: &str, last: &str, role: &Value) {
    adam.app.hands.advance(SECOND);
    let mut form = json!({ "firstName": first, "lastName": last });
    form.as_object_mut().expect("an object").extend(role.as_object().expect("an object").clone());
    let reply = adam.put(&format!("/api/v1/Accounts/{person}"), &form).send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    adam.app.hands.advance(SECOND);
}

async fn close(visitor: &Visitor<'_>) {
    visitor.app.hands.advance(SECOND);
    visitor.app.close_staff_account(visitor).await;
    visitor.app.hands.advance(SECOND);
    visitor.app.run_jobs().await;
}

async fn log(reader: &Visitor<'_>, query: &str) -> Vec<Value> {
    let page = reader.get(&format!("/api/v1/Audit?{query}")).send().await.json();
    page["items"].as_array().expect("items").clone()
}

async fn clerks_of_the_day(street: &Street, reader: &Visitor<'_>) -> Vec<Value> {
    let path = format!("/api/v1/Vendors/{}/counter-day", street.shop);
    let day = reader.get(&path).send().await.json();
    let newest = day["newest"].as_array().expect("movements").iter();
    newest.map(|movement| movement["clerk"].clone()).collect()
}

#[tokio::test]
async fn counter_day_names_a_renamed_clerk_as_they_were_called_at_each_redemption() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let clerk = street.app.sign_in(&emil).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let manager = street.manager().await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    street.app.hands.advance(SECOND);
    assert_eq!(redeem(&clerk, card, json!(10)).send().await.status, 200);
    let role = json!({ "roleId": "EMPLOYEE", "tenantId": street.shop.to_string() });
    rename(&adam, emil.id, "Maya", "Leblanc", &role).await;
    assert_eq!(redeem(&clerk, card, json!(11)).send().await.status, 200);
    assert_eq!(
        clerks_of_the_day(&street, &manager).await,
        [json!("Maya Leblanc"), json!("emil Test")]
    );
    street.app.run_jobs().await;
    assert_eq!(breaches(&street.app).await, Vec::<String>::new());
}

#[tokio::test]
async fn audit_log_names_staff_by_name_address_and_role_of_that_moment_after_they_close_their_account()
 {
    let street = Street::new().await;
    let eve = street.app.administrator("eve").await;
    let second = street.app.sign_in(&eve).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    street.app.hands.advance(SECOND);
    assert_eq!(second.get(&format!("/api/v1/Cards/{card}")).send().await.status, 200);
    close(&second).await;
    for action in ["CARD_VIEWED", "CLOSING_ASKED"] {
        let found = log(&adam, &format!("action={action}")).await;
        let entry = &found[0];
        assert_eq!(
            (&entry["actorName"], &entry["actorEmail"], &entry["role"]),
            (&json!("eve Test"), &json!(eve.email), &json!("ADMINISTRATOR")),
            "{action}"
        );
    }
    assert_eq!(log(&adam, "action=ACCOUNT_CLOSED").await[0]["subjectName"], "eve Test");
    assert_eq!(breaches(&street.app).await, Vec::<String>::new());
}

#[tokio::test]
async fn closing_a_customers_account_leaves_no_name_behind() {
    let app = TestApp::new().await;
    let ann = app.sign_in(&app.consumer("ann").await).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let form = json!({ "password": PASSWORD }).to_string();
    assert_eq!(ann.call("DELETE", "/api/v1/Accounts/me").json(form).send().await.status, 204);
    app.run_jobs().await;
    let found = log(&adam, "action=ACCOUNT_CLOSED").await;
    assert_eq!((&found[0]["actorName"], &found[0]["subjectName"]), (&json!(null), &json!(null)));
    assert_eq!(app.count("SELECT count(*) FROM person_identity WHERE first_name = 'ann'").await, 0);
}

#[tokio::test]
async fn identity_history_has_a_row_for_each_change_of_name_and_roles() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let employee = json!({ "roleId": "EMPLOYEE", "tenantId": street.shop.to_string() });
    rename(&adam, emil.id, "Maya", "Leblanc", &employee).await;
    rename(&adam, emil.id, "Maya", "Leblanc", &employee).await;
    let manager = json!({ "roleId": "MANAGER", "tenantId": street.shop.to_string() });
    rename(&adam, emil.id, "Maya", "Leblanc", &manager).await;
    street.app.grant(emil.id, Role::Administrator, None).await;
    close(&street.app.sign_in(&emil).await).await;
    let rows = "SELECT first_name || ' ' || roles FROM person_identity WHERE person_id = $1 ORDER BY number";
    let id = emil.id;
    let rows: Vec<(String,)> =
        street.app.app.db.read(move |tx| tx.rows(rows, db::params![id])).await.expect("rows");
    let (shop, name) = (street.shop, |text: String| text.replace(&street.shop.to_string(), "shop"));
    assert!(rows[0].0.contains(&shop.to_string()), "{rows:?}");
    let rows: Vec<String> = rows.into_iter().map(|(row,)| name(row)).collect();
    assert_eq!(
        rows,
        [
            "emil EMPLOYEE shop",
            "Maya EMPLOYEE shop",
            "Maya MANAGER shop",
            "Maya ADMINISTRATOR, MANAGER shop",
            "Maya "
        ]
    );
}

#[tokio::test]
async fn verify_names_staff_whose_name_address_or_role_was_changed_in_the_database() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    verify::seal(street.app.app.clone()).await.expect("sealed");
    let named = "staff are named as their history says";
    for change in ["first_name = 'Maya'", "last_name = 'Leblanc'", "email = 'maya@shop.example'"] {
        let theft = format!("UPDATE person SET {change} WHERE id = '{}'", emil.id);
        let found = found_after(&street.app, &[&theft]).await;
        let problem = "its name or address is not the last of its history";
        assert_eq!(found, format!("{named} {}: {problem}\n", emil.id));
    }
    let role = format!(
        "UPDATE person_role SET role = 'ADMINISTRATOR', tenant_id = NULL WHERE person_id = '{}'",
        emil.id
    );
    let found = found_after(&street.app, &[&role]).await;
    assert!(found.starts_with("a role above consumer is in its person's history"), "{found}");
    let customer = format!("UPDATE person SET first_name = 'x' WHERE id = '{}'", street.buyer.id);
    assert_eq!(found_after(&street.app, &[&customer]).await, "");
}

#[tokio::test]
async fn verify_names_a_changed_removed_or_inserted_row_of_the_identity_history() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let role = json!({ "roleId": "EMPLOYEE", "tenantId": street.shop.to_string() });
    rename(&adam, emil.id, "Maya", "Leblanc", &role).await;
    street.app.run_jobs().await;
    verify::seal(street.app.app.clone()).await.expect("sealed");
    let first = format!("{}/1", emil.id);
    for change in [
        "first_name = 'x'",
        "last_name = 'x'",
        "email = 'x'",
        "roles = ''",
        "since = since + 1",
        "number = 9",
    ] {
        let theft = format!("UPDATE person_identity SET {change} WHERE id = '{first}'");
        let found = found_after(&street.app, &[&theft]).await;
        assert!(found.contains(&format!("seals hold {first}: it was changed after")), "{found}");
    }
    let free = match street.app.app.db.engine() {
        Engine::Sqlite => "PRAGMA defer_foreign_keys = ON",
        Engine::Postgres => {
            "ALTER TABLE identity_seal DROP CONSTRAINT identity_seal_identity_id_fkey"
        }
    };
    let theft = format!("DELETE FROM person_identity WHERE id = '{first}'");
    let found = found_after(&street.app, &[free, &theft]).await;
    assert!(found.contains(&format!("seals hold {first}: it is gone")), "{found}");
    let slipped = format!(
        "INSERT INTO person_identity (id, person_id, number, since, email, first_name, last_name, roles)
         SELECT person_id || '/9', person_id, 9, since, email, 'x', last_name, roles FROM person_identity WHERE id = '{first}'"
    );
    let found = found_after(&street.app, &[&slipped]).await;
    assert!(found.contains("every identity of staff is sealed or about to be"), "{found}");
}

#[tokio::test]
async fn audit_log_is_searched_by_former_names_and_by_those_of_closed_accounts() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let clerk = street.app.sign_in(&emil).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let role = json!({ "roleId": "EMPLOYEE", "tenantId": street.shop.to_string() });
    rename(&adam, emil.id, "Maya", "Leblanc", &role).await;
    let found = async |text: &str| log(&adam, &format!("actorText={text}&action=SIGNED_IN")).await;
    for text in ["emil", "leblanc"] {
        assert_eq!(found(text).await.len(), 1, "{text}");
    }
    close(&clerk).await;
    for text in ["emil", "leblanc", "EMIL%40shop.example"] {
        let found = found(text).await;
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0]["actorName"], "emil Test", "signed in under that name");
    }
    assert!(found("nobody").await.is_empty());
}

#[tokio::test]
async fn vendor_home_names_employees_as_they_were_called_at_the_end_of_its_days() {
    let street = Street::new().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let clerk = street.app.sign_in(&emil).await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(10)).send().await.status, 200);
    street.app.hands.advance(Duration::from_secs(2 * 24 * 3600));
    let role = json!({ "roleId": "EMPLOYEE", "tenantId": street.shop.to_string() });
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    rename(&adam, emil.id, "Maya", "Leblanc", &role).await;
    let named = async |query: &str| {
        let path = format!("/api/v1/Vendors/home?tenantId={}{query}", street.shop);
        adam.get(&path).send().await.json()["employees"][0]["name"].clone()
    };
    assert_eq!(named("&startDate=2026-03-10&endDate=2026-03-10").await, "emil T.");
    assert_eq!(named("&startDate=2026-03-10&endDate=2026-03-12").await, "Maya L.");
    close(&street.app.sign_in(&emil).await).await;
    assert_eq!(named("&startDate=2026-03-10&endDate=2026-03-10").await, "emil T.");
}

//! Tests of reading the audit log: permissions, visible rows, and search.

use std::time::Duration;

use access::{
    audit::{self, Author, Entry, Subject, actions::PERSON},
    auth::Client,
};
use funray::features;
use kernel::ids::{PersonId, TenantId};
use platform::error::Error;
use serde_json::{Value, json};

use crate::{
    cards::Street,
    support::{TestApp, Visitor},
};

async fn entries(who: &Visitor<'_>, query: &str) -> Vec<Value> {
    let reply = who.get(&format!("/api/v1/Audit?{query}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["items"].as_array().expect("items").clone()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().filter_map(|entry| entry["action"].as_str()).collect()
}

/// Freezes a new card as the super administrator. Returns the id of the card.
async fn frozen(street: &Street) -> String {
    let sue = street.super_administrator().await;
    let card = street.card(25).await.to_string();
    street.app.hands.advance(Duration::from_secs(1));
    let reason = json!({ "reason": "stolen" });
    let reply = sue.put(&format!("/api/v1/Cards/{card}/deactived"), &reason).send().await;
    assert_eq!(reply.status, 200);
    street.app.run_jobs().await;
    card
}

#[tokio::test]
async fn list_audit_entries_shows_actor_action_time_and_reason() {
    let street = Street::new().await;
    let card = frozen(&street).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let found = entries(&adam, &format!("subjectId={card}")).await;
    assert_eq!(actions(&found), ["CARD_FROZEN"]);
    let entry = &found[0];
    assert_eq!(
        (&entry["actorName"], &entry["role"]),
        (&json!("sue Test"), &json!("SUPER_ADMINISTRATOR"))
    );
    assert_eq!(
        (&entry["reason"], &entry["tenantName"], &entry["tenantType"]),
        (&json!("stolen"), &json!("Maple Leaf Books"), &json!("VENDOR"))
    );
    assert_eq!(entry["at"], "2026-03-10T15:00:01Z");
}

#[tokio::test]
async fn list_audit_entries_filters_by_action_actor_tenant_and_date() {
    let street = Street::new().await;
    let card = frozen(&street).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    for (query, expected) in [
        ("actorText=sue&action=CARD_FROZEN", 1),
        ("actorText=sue%40shop&action=CARD_FROZEN", 1),
        ("actorText=nobody-at-all", 0),
        ("action=CARD_FROZEN", 1),
        ("action=CARD_UNFROZEN", 0),
        ("searchText=SUE&action=SIGNED_IN", 1),
        ("searchText=nothing-like-it", 0),
        ("startDate=2026-03-10&endDate=2026-03-10&action=CARD_FROZEN", 1),
        ("startDate=2026-03-11", 0),
        ("endDate=2026-03-09", 0),
        (&format!("tenantId={}", street.shop), 1),
        (&format!("tenantId={}", street.other_shop), 0),
        (&format!("subjectId={card}&pageIndex=2"), 0),
    ] {
        assert_eq!(entries(&adam, query).await.len(), expected, "{query}");
    }
    adam.get("/api/v1/Audit?action=NONSENSE").send().await.error(400, "VALIDATION");
}

#[tokio::test]
async fn list_audit_entries_shows_managers_only_their_own_shop() {
    let street = Street::new().await;
    frozen(&street).await;
    let mona = street.manager().await;
    let found = entries(&mona, "").await;
    assert_eq!(actions(&found), ["CARD_FROZEN"]);
    assert_eq!((&found[0]["address"], &found[0]["userAgent"]), (&json!(null), &json!(null)));
    assert_eq!(entries(&mona, &format!("tenantId={}", street.other_shop)).await.len(), 0);
    let other = street.app.manager_of(street.other_shop, "otto").await;
    let otto = street.app.sign_in(&other).await;
    assert_eq!(entries(&otto, "").await.len(), 0);
    assert_eq!(entries(&otto, &format!("tenantId={}", street.shop)).await.len(), 0);
    assert_eq!(entries(&otto, "searchText=sue").await.len(), 0);
    let emil = street.employee().await;
    emil.get("/api/v1/Audit").send().await.error(403, "PERMISSION");
}

#[tokio::test]
async fn record_view_writes_one_entry_an_hour_per_administrator() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let person = street.buyer.id;
    for _ in 0..3 {
        assert_eq!(adam.get(&format!("/api/v1/Accounts/{person}")).send().await.status, 200);
        assert_eq!(adam.get(&format!("/api/v1/Cards/{card}")).send().await.status, 200);
    }
    let found = entries(&adam, &format!("subjectId={person}&action=PERSON_VIEWED")).await;
    assert_eq!((found.len(), &found[0]["actorName"]), (1, &json!("adam Test")));
    assert_eq!(entries(&adam, &format!("subjectId={card}&action=CARD_VIEWED")).await.len(), 1);
    let ann = street.owner().await;
    assert_eq!(ann.get(&format!("/api/v1/Cards/{card}")).send().await.status, 200);
    assert_eq!(entries(&adam, "action=CARD_VIEWED").await.len(), 1, "their own card is no view");
}

#[tokio::test]
async fn each_administrators_read_of_personal_records_is_logged() {
    let street = Street::new().await;
    let (card, person) = (street.card(25).await, street.buyer.id);
    let shown = street.owner().await.get(&format!("/api/v1/Cards/{card}")).send().await.json();
    let code = shown["qrCode"].as_str().expect("a code");
    for (name, path, action) in [
        ("ada", format!("/api/v1/Cards/{card}"), "CARD_VIEWED"),
        ("bea", format!("/api/v1/Cards/{card}/transactions"), "CARD_VIEWED"),
        ("cora", format!("/api/v1/Cards/codes/{code}"), "CARD_VIEWED"),
        ("dora", format!("/api/v1/Accounts/{person}"), "PERSON_VIEWED"),
        ("emma", format!("/api/v1/Audit?subjectId={person}"), "PERSON_VIEWED"),
        ("fay", format!("/api/v1/Audit?actorId={person}"), "PERSON_VIEWED"),
        ("gina", format!("/api/v1/Vendors/{}", street.shop), "TENANT_VIEWED"),
    ] {
        let looker = street.app.administrator(name).await;
        let visitor = street.app.sign_in(&looker).await;
        assert_eq!(visitor.get(&path).send().await.status, 200, "{path}");
        let told = "SELECT action FROM audit_entry WHERE actor = $1 AND action LIKE '%_VIEWED'";
        let read = move |tx: &mut db::Tx<'_>| tx.rows::<(String,)>(told, db::params![looker.id]);
        let rows = street.app.app.db.read(read).await.expect("rows");
        assert_eq!(rows, [(action.to_owned(),)], "{path}");
    }
}

#[tokio::test]
async fn forget_origins_erases_client_addresses_after_a_year() {
    let street = Street::new().await;
    frozen(&street).await;
    let origins = "SELECT count(*) FROM audit_origin";
    let rows = street.app.count("SELECT count(*) FROM audit_entry").await;
    street.app.hands.advance(Duration::from_secs(364 * 24 * 3600));
    access::audit::forget_origins(street.app.app.clone()).await.expect("the scheduled task");
    assert_eq!(street.app.count(origins).await, 2);
    street.app.hands.advance(Duration::from_secs(2 * 24 * 3600));
    access::audit::forget_origins(street.app.app.clone()).await.expect("the scheduled task");
    assert_eq!(street.app.count(origins).await, 0);
    assert_eq!(street.app.count("SELECT count(*) FROM audit_entry").await, rows, "they stay");
}

/// Adds `count` audit rows about many shops, people and actions.
pub async fn many_entries(app: &TestApp, shop: TenantId, person: PersonId, count: u64) {
    let (now, client) =
        (app.app.clock.now(), Client::new(None, "Firefox".to_owned(), &app.app.secrets));
    for first in (0..count).step_by(200) {
        let (client, actions) = (client.clone(), features::actions());
        let write = move |tx: &mut db::Tx<'_>| {
            for number in first..first + 200 {
                let at = now.minus(Duration::from_secs(60 * number));
                let author = match number % 50 {
                    7 => Author::proven(person, &client),
                    _ => Author::proven(PersonId::new(at), &client),
                };
                // Fifty consecutive rows have the same action. `person` is the author of every
                // fiftieth row and the subject of every fortieth, and therefore has rows with every
                // action.
                let action = actions[number as usize / 50 % actions.len()];
                let id = if number % 40 == 3 { person } else { PersonId::new(at) };
                let tenant = if number % 25 == 4 { shop } else { TenantId::new(at) };
                let entry = Entry::new(action, Subject::of(PERSON, id));
                audit::record(tx, at, &author, entry.tenant(tenant))?;
            }
            Ok::<_, Error>(())
        };
        app.app.db.write(write).await.expect("rows");
    }
    app.place.tidy();
}

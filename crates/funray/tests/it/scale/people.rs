//! Lists of people in a database with many accounts, most of them customers.

use std::time::Duration;

use access::auth::Role;
use accounts::{Contact, NewPerson};
use kernel::{brand::Brand, ids::TenantId, language::Language};
use platform::error::Error;
use serde_json::json;

use super::plans::{faults, statements};
use crate::support::{PASSWORD, TestApp, citus, people};

const PEOPLE: u64 = 2000;
const LARGE: [&str; 3] = ["person", "person_role", "cart"];

/// Adds people, each with an order. One in ten has closed their account, and one in fifty works for
/// the shop.
async fn filled(app: &TestApp, shop: TenantId) {
    for first in (0..PEOPLE).step_by(200) {
        let now = app.app.clock.now();
        let add = move |tx: &mut db::Tx<'_>| {
            for number in first..first + 200 {
                let joined = now.minus(Duration::from_secs(60 * number));
                let newcomer = newcomer(number);
                let (role, tenant) = match number % 50 {
                    7 => (Role::Employee, Some(shop)),
                    _ => (Role::Consumer, None),
                };
                let id = accounts::add_confirmed(tx, joined, &newcomer, role, tenant)?;
                tx.execute(
                    "INSERT INTO cart (id, person_id, state, created_at, updated_at) VALUES ($1, $1, 'SOLD', 0, 0)",
                    db::params![id],
                )?;
                if number % 10 == 3 {
                    tx.execute("UPDATE person SET closed_at = 0 WHERE id = $1", db::params![id])?;
                }
            }
            Ok::<_, Error>(())
        };
        app.app.db.write(add).await.expect("people");
    }
    app.place.tidy();
}

fn newcomer(number: u64) -> NewPerson {
    NewPerson {
        email: people::email(&format!("n{}@home.example", number * 7919 % PEOPLE)),
        first_name: format!("N{}", number * 3571 % PEOPLE),
        last_name: "Test".to_owned(),
        contact: Contact::default(),
        language: Language::En,
        brand: Brand::DEFAULT,
        password_hash: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_users_reads_in_index_order() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (adam, mary) = (app.administrator("adam").await, app.manager_of(shop, "mary").await);
    filled(&app, shop).await;
    let (adam, mary) = (app.sign_in(&adam).await, app.sign_in(&mary).await);
    // For each case: the path, the caller, and whether an index has the list's order. The few
    // people of a single shop may be sorted.
    let mut cases = vec![
        ("Accounts".to_owned(), &adam, true),
        ("Accounts?searchText=n12".to_owned(), &adam, true),
        ("Helpdesk/search".to_owned(), &adam, true),
        ("Helpdesk/search?searchText=n12".to_owned(), &adam, true),
        (format!("Accounts?tenantId={shop}"), &adam, false),
        ("Accounts".to_owned(), &mary, false),
        ("Accounts?role=CONSUMER".to_owned(), &adam, true),
        ("Accounts?role=EMPLOYEE".to_owned(), &adam, false),
        ("Accounts?hasSecondFactor=false".to_owned(), &adam, true),
        ("Accounts?notSeenSince=2026-03-10".to_owned(), &adam, true),
        ("Accounts?seenSince=2026-03-10&role=ADMINISTRATOR".to_owned(), &adam, false),
    ];
    for order in ["createdAt", "email", "name"] {
        for rest in ["direction=Asc", "direction=Desc&pageIndex=2", "isDeleted=true"] {
            cases.push((format!("Accounts?orderBy={order}&{rest}"), &adam, true));
        }
        cases.push((format!("Accounts?orderBy={order}&tenantId={shop}"), &adam, false));
        cases.push((format!("Accounts?orderBy={order}"), &mary, false));
    }
    let mut wrong = Vec::new();
    for (path, who, has_order) in cases {
        let all = statements(&app, Some(who), &path).await;
        wrong.extend(faults(&app, &path, &all, &LARGE, has_order).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn close_account_reads_no_whole_table() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let (shop, ann) = (app.vendor("Maple Leaf Books").await, app.consumer("ann").await);
    filled(&app, shop).await;
    let ann = app.sign_in(&ann).await;
    let password = json!({ "password": PASSWORD }).to_string();
    let close = ann.call("DELETE", "/api/v1/Accounts/me").json(password);
    let (reply, all) = app.recorded(close).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let wrong = faults(&app, "closing an account", &all, &LARGE, true).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    app.run_jobs().await;
}

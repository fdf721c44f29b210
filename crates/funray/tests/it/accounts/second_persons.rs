//! Second persons: who appointed whom is kept for each way to a role, and decides who may decide.

use std::{net::IpAddr, time::Duration};

use db::params;
use funray::{
    accounts,
    auth::{
        self, Actor, Client, Permission, Role,
        second_person::{self, DecidingRight},
    },
    config::SecondPerson,
    error::Error,
    kernel::ids::{PersonId, TenantId},
};

use super::invitations::{accept, invite, register_shop, role_row, switch};
use crate::support::{Person, TestApp, Visitor, people::email};

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);
const ON: SecondPerson = SecondPerson { required: true };

async fn actor(app: &TestApp, person: &Person) -> Actor {
    let visitor = app.sign_in(person).await;
    let address: IpAddr = "198.51.100.7".parse().expect("an address");
    let client = Client::new(Some(address), String::new(), &app.app.secrets);
    auth::identify(&app.app, &visitor.access, client).await.expect("signed in")
}

/// The code with which a decision is refused, or "fine".
async fn decide(
    app: &TestApp,
    setting: SecondPerson,
    decider: &Person,
    right: DecidingRight,
    first: &[&Person],
) -> &'static str {
    let (actor, now) = (actor(app, decider).await, app.app.clock.now());
    let first: Vec<PersonId> = first.iter().map(|person| person.id).collect();
    let decided = app
        .app
        .db
        .read(move |tx| {
            let refused = second_person::require(tx, setting, &actor, right, &first, now);
            Ok::<_, Error>(refused.map_or_else(|error| error.code().word(), |()| "fine"))
        })
        .await;
    decided.expect("an answer")
}

async fn decide_payouts(app: &TestApp, decider: &Person, first: &[&Person]) -> &'static str {
    decide(app, ON, decider, DecidingRight::of_platform(Permission::ManagePayouts), first).await
}

/// Who appointed somebody to their newest role, and how many people ever did.
async fn appointers(app: &TestApp, person: &str) -> (Option<PersonId>, i64) {
    let email = person.to_owned();
    let read = app.app.db.read(move |tx| {
        let (id,): (PersonId,) = tx.one("SELECT id FROM person WHERE email = $1", params![email])?;
        let newest = "SELECT appointed_by FROM person_role WHERE person_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
        let (by,): (Option<PersonId>,) = tx.one(newest, params![id])?;
        let (count,) = tx.one("SELECT count(*) FROM appointment WHERE person_id = $1", params![id])?;
        Ok::<_, db::Error>((by, count))
    });
    read.await.expect("rows")
}

#[tokio::test]
async fn require_refuses_appointer_and_appointee_in_both_directions() {
    let app = TestApp::new().await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    let anna = app.administrator("anna").await;
    assert_eq!(decide_payouts(&app, &adam, &[&adam]).await, "SAME_PERSON");
    assert_eq!(decide_payouts(&app, &adam, &[&sue]).await, "fine", "a role from before");
    app.appoint(&adam, &anna).await;
    app.hands.advance(WEEK);
    assert_eq!(decide_payouts(&app, &anna, &[&adam]).await, "APPOINTED_BY_EACH_OTHER");
    assert_eq!(decide_payouts(&app, &adam, &[&anna]).await, "APPOINTED_BY_EACH_OTHER");
    assert_eq!(decide_payouts(&app, &adam, &[&sue, &anna]).await, "APPOINTED_BY_EACH_OTHER");
    assert_eq!(decide_payouts(&app, &sue, &[&adam, &anna]).await, "fine");
    let right = DecidingRight::of_platform(Permission::ManagePayouts);
    let off = SecondPerson { required: false };
    assert_eq!(decide(&app, off, &adam, right, &[&adam, &anna]).await, "fine");
}

#[tokio::test]
async fn require_refuses_a_role_of_less_than_seven_days() {
    let app = TestApp::new().await;
    let shop = app.vendor("Corner Shop").await;
    let (sue, anna) = (app.super_administrator("sue").await, app.administrator("anna").await);
    let mary = app.manager_of(shop, "mary").await;
    app.appoint(&sue, &anna).await;
    assert_eq!(decide_payouts(&app, &anna, &[&mary]).await, "ROLE_TOO_NEW");
    // Her old role in a shop decides there, and nowhere else.
    app.grant(anna.id, Role::Manager, Some(shop)).await;
    let here = DecidingRight::at(Permission::ManageCounter, shop);
    assert_eq!(decide(&app, ON, &anna, here, &[&mary]).await, "fine");
    let other = app.vendor("Other Shop").await;
    let there = DecidingRight::at(Permission::ManageCounter, other);
    assert_eq!(decide(&app, ON, &anna, there, &[&mary]).await, "ROLE_TOO_NEW");
    assert_eq!(decide_payouts(&app, &mary, &[&sue]).await, "PERMISSION");
    app.hands.advance(WEEK);
    assert_eq!(decide_payouts(&app, &anna, &[&mary]).await, "fine");
}

#[tokio::test]
async fn every_way_to_a_role_keeps_who_appointed() {
    let app = TestApp::new().await;
    let shop = app.vendor("Corner Shop").await;
    let (sue, mary) = (app.super_administrator("sue").await, app.manager_of(shop, "mary").await);
    let pat = app.employee_of(shop, "pat").await;
    let nina = app.consumer("nina").await;
    let (as_sue, as_mary) = (app.sign_in(&sue).await, app.sign_in(&mary).await);
    assert_eq!(appointers(&app, &mary.email).await, (None, 0), "nobody appoints people of tests");

    // An invitation that somebody with an account accepts, and one that makes the person.
    invite(&as_mary, &nina.email, Role::Employee, Some(shop)).await;
    app.hands.advance(Duration::from_secs(1));
    accept(&app, &nina).await;
    assert_eq!(appointers(&app, &nina.email).await, (Some(mary.id), 1));
    invite(&as_sue, "new@shop.example", Role::Administrator, None).await;
    let code = app.mailed_code("new@shop.example").await;
    app.choose_password(&code, "new@shop.example", "Invite").await;
    assert_eq!(appointers(&app, "new@shop.example").await, (Some(sue.id), 1));

    // A role that is changed, and one that is set active again.
    app.hands.advance(Duration::from_secs(1));
    change_role(&as_sue, &pat, shop).await;
    assert_eq!(appointers(&app, &pat.email).await, (Some(sue.id), 1));
    let role = role_row(&as_mary, &nina.email).await;
    for status in ["deactivate", "activate"] {
        assert_eq!(switch(&as_sue, &role, status).await.status, 204);
    }
    assert_eq!(appointers(&app, &nina.email).await, (Some(sue.id), 2));

    // The contact of a shop that is let in.
    register_shop(&app, &as_sue, "cora@shop.example").await;
    let code = app.mailed_code("cora@shop.example").await;
    app.choose_password(&code, "cora@shop.example", "Approval").await;
    assert_eq!(appointers(&app, "cora@shop.example").await, (Some(sue.id), 1));

    // Made on the server itself.
    let root = email("root@shop.example");
    accounts::create_super_administrator(&app.app, root).await.expect("a link");
    assert_eq!(appointers(&app, "root@shop.example").await, (None, 0));
    app.run_jobs().await;
}

async fn change_role(by: &Visitor<'_>, person: &Person, shop: TenantId) {
    let path = format!("/api/v1/Accounts/{}", person.id);
    let body = serde_json::json!({
        "firstName": "pat", "lastName": "Test", "roleId": "MANAGER", "tenantId": shop.to_string(),
    });
    assert_eq!(by.put(&path, &body).send().await.status, 204);
}

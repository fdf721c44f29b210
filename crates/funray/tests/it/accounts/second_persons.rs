//! Tests of actions that a second person must approve. Each grant of a role records who appointed
//! the person, and the two can't approve each other's requests.

use std::{net::IpAddr, slice, time::Duration};

use access::auth::{
    self, Actor, Client, Permission, Role,
    second_person::{Decider, Decision},
};
use db::params;
use kernel::ids::{PersonId, TenantId};
use platform::{config::SecondPerson, error::Error};
use serde_json::Value;

use super::invitations::{accept, invite, register_shop, role_row, switch, switch_account};
use crate::support::{Person, Reply, TestApp, Visitor, people::email};

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);
const ON: SecondPerson = SecondPerson { required: true };

async fn actor(app: &TestApp, person: &Person) -> Actor {
    let visitor = app.sign_in(person).await;
    let address: IpAddr = "198.51.100.7".parse().expect("an address");
    let client = Client::new(Some(address), String::new(), &app.app.secrets);
    auth::identify(&app.app, &visitor.access, client).await.expect("signed in")
}

/// Tries to approve an action as `decider`. Returns the error code of the refusal, or "fine".
async fn decide(
    app: &TestApp,
    setting: SecondPerson,
    decider: &Person,
    decision: Decision,
    first: &[&Person],
) -> &'static str {
    let (actor, now) = (actor(app, decider).await, app.app.clock.now());
    let decision = decision.excluding(first.iter().map(|person| person.id));
    let decided = app
        .app
        .db
        .read(move |tx| {
            let decider = Decider::read(tx, setting, now, &actor, slice::from_ref(&decision))?;
            Ok::<_, Error>(decider.refusal(&decision).map_or("fine", |code| code.word()))
        })
        .await;
    decided.expect("an answer")
}

async fn decide_payouts(app: &TestApp, decider: &Person, first: &[&Person]) -> &'static str {
    decide(app, ON, decider, Decision::of_platform(Permission::ManagePayouts), first).await
}

/// Returns who appointed a person to their newest role, and how many different people have
/// appointed them.
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
    let decision = Decision::of_platform(Permission::ManagePayouts);
    let off = SecondPerson { required: false };
    assert_eq!(decide(&app, off, &adam, decision, &[&adam, &anna]).await, "fine");
}

#[tokio::test]
async fn require_refuses_a_role_of_less_than_seven_days() {
    let app = TestApp::new().await;
    let shop = app.vendor("Corner Shop").await;
    let (sue, anna) = (app.super_administrator("sue").await, app.administrator("anna").await);
    let mary = app.manager_of(shop, "mary").await;
    app.appoint(&sue, &anna).await;
    assert_eq!(decide_payouts(&app, &anna, &[&mary]).await, "ROLE_TOO_NEW");
    // In the shop where Anna also became a manager, she can decide at once. Everywhere else, her
    // role as an administrator is still too new.
    app.grant(anna.id, Role::Manager, Some(shop)).await;
    let here = Decision::at(Permission::ManageCounter, shop);
    assert_eq!(decide(&app, ON, &anna, here, &[&mary]).await, "fine");
    let other = app.vendor("Other Shop").await;
    let there = Decision::at(Permission::ManageCounter, other);
    assert_eq!(decide(&app, ON, &anna, there, &[&mary]).await, "ROLE_TOO_NEW");
    assert_eq!(decide_payouts(&app, &mary, &[&sue]).await, "PERMISSION");
    app.hands.advance(WEEK);
    assert_eq!(decide_payouts(&app, &anna, &[&mary]).await, "fine");
}

#[tokio::test]
async fn every_way_to_a_role_records_the_appointer() {
    let app = TestApp::new().await;
    let shop = app.vendor("Corner Shop").await;
    let (sue, mary) = (app.super_administrator("sue").await, app.manager_of(shop, "mary").await);
    let pat = app.employee_of(shop, "pat").await;
    let nina = app.consumer("nina").await;
    let (as_sue, as_mary) = (app.sign_in(&sue).await, app.sign_in(&mary).await);
    assert_eq!(appointers(&app, &mary.email).await, (None, 0), "nobody appoints people of tests");

    // Mary invites a person who has an account, and Sue a person who has none.
    invite(&as_mary, &nina.email, Role::Employee, Some(shop)).await;
    app.hands.advance(Duration::from_secs(1));
    accept(&app, &nina).await;
    assert_eq!(appointers(&app, &nina.email).await, (Some(mary.id), 1));
    invite(&as_sue, "new@shop.example", Role::Administrator, None).await;
    let code = app.mailed_code("new@shop.example").await;
    app.choose_password(&code, "new@shop.example", "Invite").await;
    assert_eq!(appointers(&app, "new@shop.example").await, (Some(sue.id), 1));

    // Sue changes one person's role, and reactivates another person's role.
    app.hands.advance(Duration::from_secs(1));
    change_role(&as_sue, &pat, shop).await;
    assert_eq!(appointers(&app, &pat.email).await, (Some(sue.id), 1));
    let role = role_row(&as_mary, &nina.email).await;
    for status in ["deactivate", "activate"] {
        assert_eq!(switch(&as_sue, &role, status).await.status, 204);
    }
    assert_eq!(appointers(&app, &nina.email).await, (Some(sue.id), 2));

    // The contact of a new shop was appointed by the person who approved the shop.
    register_shop(&app, &as_sue, "cora@shop.example").await;
    let code = app.mailed_code("cora@shop.example").await;
    app.choose_password(&code, "cora@shop.example", "Approval").await;
    assert_eq!(appointers(&app, "cora@shop.example").await, (Some(sue.id), 1));

    // A super administrator created by a command on the server has no appointer.
    let root = email("root@shop.example");
    accounts::create_super_administrator(&app.app, root, None).await.expect("a link");
    assert_eq!(appointers(&app, "root@shop.example").await, (None, 0));
    app.run_jobs().await;
}

fn subjects(mails: &[Value]) -> Vec<&str> {
    mails.iter().map(|mail| mail["subject"].as_str().expect("a subject")).collect()
}

/// Returns the subjects of the emails to an address, newest first.
async fn told(app: &TestApp, email: &str) -> Vec<String> {
    app.run_jobs().await;
    subjects(&app.mails_to(email).await).into_iter().map(str::to_owned).collect()
}

async fn answer(by: &Visitor<'_>, proposal: &str, answer: &str) -> Reply {
    by.call("POST", &format!("/api/v1/Accounts/invitations/{proposal}/{answer}")).send().await
}

#[tokio::test]
async fn invite_user_by_an_administrator_only_proposes_another_one() {
    let app = TestApp::new().await;
    let (sue, sam) = (app.super_administrator("sue").await, app.super_administrator("sam").await);
    let adam = app.administrator("adam").await;
    let (as_sue, as_adam) = (app.sign_in(&sue).await, app.sign_in(&adam).await);
    let email = "second-self@shop.example";
    let reply = invite(&as_adam, email, Role::Administrator, None).await;
    let proposal = reply.json()["id"].as_str().expect("an id").to_owned();
    for boss in [&sue, &sam] {
        assert_eq!(told(&app, &boss.email).await, ["New Comer was proposed as an administrator"]);
    }
    assert_eq!(told(&app, email).await, Vec::<String>::new(), "nothing is mailed yet");
    let again = format!("/api/v1/Accounts/invitations/{proposal}/sent-again");
    as_adam.call("POST", &again).send().await.error(409, "AWAITS_AGREEMENT");
    answer(&as_adam, &proposal, "approved").await.error(403, "PERMISSION");

    let list = as_sue.get("/api/v1/Accounts/invitations").send().await.json();
    assert_eq!(list["items"][0]["awaitsAgreement"], true, "{list}");
    assert_eq!(list["items"][0]["proposedBy"], "adam Test", "{list}");
    assert_eq!(list["items"][0]["mayAgree"], true, "{list}");
    for (reader, proposals) in [(&as_sue, 1), (&as_adam, 0)] {
        let open = reader.get("/api/v1/Helpdesk/open").send().await.json();
        assert_eq!(open["proposals"], proposals, "{open}");
    }
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(answer(&as_sue, &proposal, "approved").await.status, 204);
    answer(&as_sue, &proposal, "approved").await.error(400, "INVITATION_ANSWERED");
    let code = app.mailed_code(email).await;
    assert_eq!(app.choose_password(&code, email, "Invite").await.status, 204);
    assert_eq!(appointers(&app, email).await, (Some(adam.id), 2), "both have appointed");
    for boss in [&sue, &sam] {
        assert_eq!(told(&app, &boss.email).await[0], "New Comer is now an administrator");
    }
}

#[tokio::test]
async fn refuse_invitation_ends_a_proposal_and_tells_its_proposer() {
    let app = TestApp::new().await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    let (as_sue, as_adam) = (app.sign_in(&sue).await, app.sign_in(&adam).await);
    let reply = invite(&as_adam, "anna@shop.example", Role::Administrator, None).await;
    let proposal = reply.json()["id"].as_str().expect("an id").to_owned();
    assert_eq!(answer(&as_sue, &proposal, "declined").await.status, 204);
    answer(&as_sue, &proposal, "approved").await.error(400, "INVITATION_ANSWERED");
    assert_eq!(told(&app, &adam.email).await, ["New Comer does not become an administrator"]);
    assert_eq!(told(&app, "anna@shop.example").await, Vec::<String>::new());
}

/// A super administrator can't approve the invitation of an administrator alone if their own role
/// is less than seven days old.
#[tokio::test]
async fn agree_to_invitation_refuses_a_super_administrator_of_less_than_seven_days() {
    let app = TestApp::new().await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    let nora = app.super_administrator("nora").await;
    app.appoint(&sue, &nora).await;
    let (as_nora, as_adam) = (app.sign_in(&nora).await, app.sign_in(&adam).await);
    let reply = invite(&as_adam, "anna@shop.example", Role::Administrator, None).await;
    let proposal = reply.json()["id"].as_str().expect("an id").to_owned();
    let list = as_nora.get("/api/v1/Accounts/invitations").send().await.json();
    assert_eq!(list["items"][0]["mayAgree"], false, "{list}");
    answer(&as_nora, &proposal, "approved").await.error(409, "ROLE_TOO_NEW");
    app.run_jobs().await;
}

#[tokio::test]
async fn set_role_status_leaves_activating_administrators_to_super_administrators() {
    let app = TestApp::new().await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    let anna = app.administrator("anna").await;
    let (as_sue, as_adam) = (app.sign_in(&sue).await, app.sign_in(&adam).await);
    let role = role_row(&as_adam, &anna.email).await;
    assert_eq!(switch(&as_adam, &role, "deactivate").await.status, 204);
    switch(&as_adam, &role, "activate").await.error(403, "SUPER_ADMINISTRATOR_DECIDES");
    assert_eq!(switch(&as_sue, &role, "activate").await.status, 204);
    assert_eq!(told(&app, &sue.email).await[0], "anna Test is now an administrator");
    assert_eq!(switch_account(&as_adam, &anna.email, "DEACTIVATE").await.status, 204);
    let activated = switch_account(&as_adam, &anna.email, "ACTIVATE").await;
    activated.error(403, "SUPER_ADMINISTRATOR_DECIDES");
    assert_eq!(switch_account(&as_sue, &anna.email, "ACTIVATE").await.status, 204);
    app.run_jobs().await;
}

#[tokio::test]
async fn a_manager_appointed_by_a_manager_is_reported_to_administrators() {
    let app = TestApp::new().await;
    let shop = app.vendor("Corner Shop").await;
    let (mary, adam) = (app.manager_of(shop, "mary").await, app.administrator("adam").await);
    let (nina, emma) = (app.consumer("nina").await, app.consumer("emma").await);
    let (as_mary, as_adam) = (app.sign_in(&mary).await, app.sign_in(&adam).await);
    invite(&as_mary, &emma.email, Role::Employee, Some(shop)).await;
    accept(&app, &emma).await;
    assert_eq!(
        told(&app, &adam.email).await,
        Vec::<String>::new(),
        "an employee is the shop's own"
    );
    invite(&as_mary, &nina.email, Role::Manager, Some(shop)).await;
    accept(&app, &nina).await;
    assert_eq!(told(&app, &adam.email).await, ["nina Test is now a manager"]);
    let here = Decision::at(Permission::ManageCounter, shop);
    assert_eq!(decide(&app, ON, &nina, here.clone(), &[&emma]).await, "ROLE_TOO_NEW");
    assert_eq!(decide(&app, ON, &nina, here, &[&mary]).await, "APPOINTED_BY_EACH_OTHER");
    let olga = app.consumer("olga").await;
    invite(&as_adam, &olga.email, Role::Manager, Some(shop)).await;
    accept(&app, &olga).await;
    assert_eq!(told(&app, &adam.email).await.len(), 1, "an administrator knows whom they appoint");
}

async fn change_role(by: &Visitor<'_>, person: &Person, shop: TenantId) {
    let path = format!("/api/v1/Accounts/{}", person.id);
    let body = serde_json::json!({
        "firstName": "pat", "lastName": "Test", "roleId": "MANAGER", "tenantId": shop.to_string(),
    });
    assert_eq!(by.put(&path, &body).send().await.status, 204);
}

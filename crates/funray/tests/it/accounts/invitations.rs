//! Tests of invitations, which need the invited person's consent. An invitation alone never grants
//! a role, takes an address, or locks a person out.

use std::time::Duration;

use access::auth::Role;
use kernel::ids::TenantId;
use serde_json::{Value, json};

use crate::support::{PASSWORD, Person, Reply, TestApp, Visitor, captcha};

const SITE: &str = "http://localhost:8080";

pub async fn register(app: &TestApp, email: &str, password: &str) -> Reply {
    let body = json!({
        "firstName": "Ann", "lastName": "Lee", "address": "1 Main Street", "city": "Ottawa",
        "province": "Ontario", "postalCode": "k1p1j1", "email": email, "password": password,
        "confirmPassword": password, "reCaptchaToken": captcha::solve(app, "register").await,
        "appName": "funray", "successReturnUrl": format!("{SITE}/register-confirmation"),
        "failedReturnUrl": format!("{SITE}/register-confirmation-failed"),
    });
    app.post("/api/v1/Accounts").json(body.to_string()).send().await
}

async fn resend_confirmation(app: &TestApp, email: &str) -> Reply {
    let token = captcha::solve(app, "resend").await;
    let token: String = form_urlencoded::byte_serialize(token.as_bytes()).collect();
    let path = format!(
        "/api/v1/Accounts/resend-email-confirmation?Email={email}&reCaptchaToken={token}\
         &SuccessReturnUrl={SITE}/register-confirmation"
    );
    app.get(&path).send().await
}

fn invitation(email: &str, role: Role, tenant: Option<TenantId>) -> Value {
    json!({
        "email": email, "firstName": "New", "lastName": "Comer", "roleId": role.word(),
        "tenantId": tenant.map(|id| id.to_string()),
        "successReturnUrl": format!("{SITE}/admin/setup-password"),
        "failedReturnUrl": format!("{SITE}/admin/setup-password-failed"), "appName": "funray",
    })
}

pub async fn invite(by: &Visitor<'_>, email: &str, role: Role, tenant: Option<TenantId>) -> Reply {
    by.post("/api/v1/Accounts/invited", &invitation(email, role, tenant)).send().await
}

/// Accepts the role that the newest email to a person offers, with the code in the email's link.
pub async fn accept(app: &TestApp, person: &Person) -> Reply {
    let code = app.mailed_code(&person.email).await;
    let visitor = app.sign_in(person).await;
    visitor.call("POST", &format!("/api/v1/Accounts/offers/{code}/accepted")).send().await
}

async fn roles_of(visitor: &Visitor<'_>) -> String {
    let profile = visitor.get("/api/v1/OAuth/profile").send().await.json();
    profile["roles"].as_str().unwrap_or_else(|| panic!("{profile}")).to_owned()
}

async fn users(who: &Visitor<'_>) -> Vec<Value> {
    let page = who.get("/api/v1/Accounts?pageSize=100").send().await.json();
    page["items"].as_array().unwrap_or_else(|| panic!("{page}")).clone()
}

pub async fn role_row(who: &Visitor<'_>, email: &str) -> String {
    let users = users(who).await;
    let user = users.iter().find(|user| user["email"] == email).expect("a user");
    user["userRoleId"].as_str().expect("an id").to_owned()
}

pub async fn switch(who: &Visitor<'_>, role: &str, status: &str) -> Reply {
    who.call("PUT", &format!("/api/v1/Accounts/roles/{role}/status/{status}")).send().await
}

pub async fn switch_account(who: &Visitor<'_>, email: &str, status: &str) -> Reply {
    let body = json!({ "email": email, "accountStatus": status });
    who.put("/api/v1/Accounts/status", &body).send().await
}

/// A stranger registers an address before its owner is invited. The owner accepts the genuine
/// invitation, and the stranger's password no longer works.
#[tokio::test]
async fn choose_password_by_invitation_discards_an_earlier_registration() {
    let app = TestApp::new().await;
    let sue = app.super_administrator("sue").await;
    let sue = app.sign_in(&sue).await;
    let email = "new-admin@company.example";
    assert_eq!(register(&app, email, "strangers password").await.status, 204);
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(invite(&sue, email, Role::Administrator, None).await.status, 200);
    let page = app.mailed_page(email).await;
    assert!(page.contains("/admin/setup-password?code="), "they choose a password: {page}");
    let invited = app.mailed_code(email).await;

    app.hands.advance(Duration::from_secs(1));
    assert_eq!(resend_confirmation(&app, email).await.status, 204);
    let confirming = app.mailed_code(email).await;
    app.get(&app.mailed_link(email).await).send().await;
    let in_vain = app.try_sign_in(email, "strangers password", "198.51.100.9").await;
    in_vain.error(400, "EMAIL_NOT_CONFIRMED");
    let fields = app.confirm(&confirming, PASSWORD).await.wrong_fields();
    assert!(fields["password"].is_string(), "{fields}");

    assert_eq!(app.choose_password(&invited, email, "Invite").await.status, 204);
    let stranger = app.try_sign_in(email, "strangers password", "198.51.100.9").await;
    stranger.error(400, "WRONG_CREDENTIALS");
    app.confirm(&confirming, "strangers password").await.error(400, "DEAD_LINK");
    assert_eq!(app.try_sign_in(email, PASSWORD, "198.51.100.7").await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn mailed_links_lead_to_our_own_pages_where_their_sender_names_none() {
    let app = TestApp::new().await;
    let sue = app.super_administrator("sue").await;
    let sue = app.sign_in(&sue).await;
    let mut invited = invitation("nell@company.example", Role::Administrator, None);
    for name in ["successReturnUrl", "failedReturnUrl"] {
        invited[name] = json!(null);
    }
    assert_eq!(sue.post("/api/v1/Accounts/invited", &invited).send().await.status, 200);
    let page = app.mailed_page("nell@company.example").await;
    assert!(page.starts_with(&format!("{SITE}/admin/setup-password?code=")), "{page}");

    let ann = app.consumer("ann").await;
    let forgotten = json!({ "email": ann.email, "appName": "funray",
        "reCaptchaToken": captcha::solve(&app, "forgot-password").await });
    let reply = app.post("/api/v1/Accounts/forgot-password").json(forgotten.to_string());
    assert_eq!(reply.send().await.status, 204);
    let page = app.mailed_page(&ann.email).await;
    assert!(page.starts_with(&format!("{SITE}/reset-password?code=")), "{page}");
}

/// A stranger registers the address of a shop's contact before the shop is approved. The contact
/// chooses a password, and the stranger's no longer works.
#[tokio::test]
async fn choose_password_by_approval_discards_an_earlier_registration() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let email = "cora@shop.example";
    register(&app, email, "strangers password").await;
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(1));
    let tenant = register_shop(&app, &adam, email).await;
    let page = app.mailed_page(email).await;
    assert!(page.contains("purpose=Approval"), "{page}");
    let code = app.mailed_code(email).await;
    let early = app.try_sign_in(email, "strangers password", "198.51.100.9").await;
    early.error(400, "EMAIL_NOT_CONFIRMED");
    assert_eq!(app.choose_password(&code, email, "Approval").await.status, 204);
    let stranger = app.try_sign_in(email, "strangers password", "198.51.100.9").await;
    stranger.error(400, "WRONG_CREDENTIALS");
    let cora =
        Person { id: kernel::ids::PersonId::new(app.app.clock.now()), email: email.to_owned() };
    let cora = app.sign_in(&cora).await;
    assert_eq!(cora.get(&format!("/api/v1/Vendors/{tenant}")).send().await.status, 200);
    app.run_jobs().await;
}

/// Registers a shop with this contact's email address and approves it. Returns the shop's id.
pub async fn register_shop(app: &TestApp, adam: &Visitor<'_>, contact: &str) -> String {
    let directory = crate::tenants::Directory::of(app).await;
    let mut form = directory.vendor("Corner Shop");
    form["primaryContact"]["email"] = json!(contact);
    let id = crate::tenants::add(adam, "Vendors", &form).await;
    crate::tenants::set(adam, "Vendors", &id, "activate").await;
    id
}

#[tokio::test]
async fn confirm_refuses_a_password_replaced_by_a_later_registration() {
    let app = TestApp::new().await;
    let email = "ann@shop.example";
    register(&app, email, "owners password").await;
    app.mailed_link(email).await;
    app.hands.advance(Duration::from_secs(1));
    register(&app, email, "strangers password").await;
    let code = app.mailed_code(email).await;
    let fields = app.confirm(&code, "owners password").await.wrong_fields();
    assert!(fields["password"].is_string(), "the owner hears of it: {fields}");
    app.choose_password(&code, email, "Reset").await.error(400, "DEAD_LINK");
    assert_eq!(app.choose_password(&code, email, "Register").await.status, 204);
    let stranger = app.try_sign_in(email, "strangers password", "198.51.100.9").await;
    stranger.error(400, "WRONG_CREDENTIALS");
    assert_eq!(app.try_sign_in(email, PASSWORD, "198.51.100.7").await.status, 200);
}

#[tokio::test]
async fn confirm_limits_wrong_passwords_per_link() {
    let app = TestApp::new().await;
    register(&app, "ann@shop.example", PASSWORD).await;
    let code = app.mailed_code("ann@shop.example").await;
    for _ in 0..10 {
        app.confirm(&code, "another password").await.error(400, "VALIDATION");
    }
    app.confirm(&code, PASSWORD).await.error(429, "TOO_MANY_TRIES");
    app.hands.advance(Duration::from_secs(60));
    assert_eq!(app.confirm(&code, PASSWORD).await.status, 200);
}

/// A manager invites a super administrator and deactivates the new role again and again. The
/// replies don't reveal the account, and its sessions continue.
#[tokio::test]
async fn invite_user_hides_existing_accounts_and_keeps_their_sessions() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let (sue, cleo) = (app.super_administrator("sue").await, app.consumer("cleo").await);
    let mary = app.manager_of(shop, "mary").await;
    let (mary, sues) = (app.sign_in(&mary).await, app.sign_in(&sue).await);
    let visible = |reply: &Reply| (reply.status, reply.json().as_object().map(|all| all.len()));
    let unknown = invite(&mary, "nobody@shop.example", Role::Employee, Some(shop)).await;
    for email in [&sue.email, &cleo.email] {
        let known = invite(&mary, email, Role::Employee, Some(shop)).await;
        assert_eq!(visible(&known), visible(&unknown), "{}", known.text());
    }
    assert!(sues.is_signed_in().await);
    assert_eq!(roles_of(&sues).await, "SUPER_ADMINISTRATOR");
    assert_eq!(users(&mary).await.len(), 1, "only herself");
    let pending = mary.get("/api/v1/Accounts/invitations").send().await.json();
    assert_eq!(pending["totalItems"], 3);
    for invited in pending["items"].as_array().expect("a list") {
        let mut names: Vec<&str> =
            invited.as_object().expect("an object").keys().map(String::as_str).collect();
        names.sort_unstable();
        let shown = [
            "awaitsAgreement",
            "email",
            "id",
            "isExpired",
            "mayAgree",
            "proposedBy",
            "role",
            "sentAt",
            "state",
            "tenantId",
            "tenantName",
        ];
        assert_eq!(names, shown);
        assert!(invited["proposedBy"].is_null());
        assert_eq!(invited["state"], "OFFERED");
    }
    // For the manager, people outside her shop don't exist: each call with their addresses returns
    // 404.
    for email in [&sue.email, &cleo.email] {
        switch_account(&mary, email, "DEACTIVATE").await.error(404, "NOT_FOUND");
    }
    mary.get(&format!("/api/v1/Accounts/{}", sue.id)).send().await.error(404, "NOT_FOUND");

    // The super administrator accepts. Her other role and her sessions stay hidden from the
    // manager.
    assert_eq!(accept(&app, &sue).await.status, 204);
    let role = role_row(&mary, &sue.email).await;
    for status in ["deactivate", "activate", "deactivate"] {
        assert_eq!(switch(&mary, &role, status).await.status, 204);
        assert!(sues.is_signed_in().await, "{status}");
    }
    assert_eq!(switch_account(&mary, &sue.email, "DEACTIVATE").await.status, 204);
    assert_eq!(roles_of(&sues).await, "SUPER_ADMINISTRATOR");
    let detail = mary.get(&format!("/api/v1/Accounts/{}", sue.id)).send().await.json();
    assert_eq!(detail["roles"].as_array().map(Vec::len), Some(1), "{detail}");
    app.run_jobs().await;
}

/// Shop A invites an employee of shop B. Each shop can then change only the role that it granted.
#[tokio::test]
async fn set_account_status_changes_only_roles_of_the_callers_shop() {
    let app = TestApp::new().await;
    let (a, b) = (app.vendor("A").await, app.vendor("B").await);
    let (anna, bert) = (app.manager_of(a, "anna").await, app.manager_of(b, "bert").await);
    let emma = app.employee_of(b, "emma").await;
    let (anna, bert) = (app.sign_in(&anna).await, app.sign_in(&bert).await);
    let rename = |role: &str, tenant: TenantId| json!({ "firstName": "emma", "lastName": "Test", "roleId": role, "tenantId": tenant.to_string() });
    assert_eq!(invite(&anna, &emma.email, Role::Employee, Some(a)).await.status, 200);
    assert_eq!(accept(&app, &emma).await.status, 204);
    let emmas = app.sign_in(&emma).await;

    let path = format!("/api/v1/Accounts/{}", emma.id);
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(bert.put(&path, &rename("MANAGER", b)).send().await.status, 204);
    assert_eq!(bert.put(&path, &rename("EMPLOYEE", b)).send().await.status, 204);
    bert.put(&path, &rename("EMPLOYEE", a)).send().await.error(404, "NOT_FOUND");
    let reset = format!(
        "/api/v1/Accounts/resend-email-confirmation?Purpose=Reset&AppName=funray&Email={}",
        emma.email
    );
    assert_eq!(bert.get(&reset).send().await.status, 204);

    assert_eq!(switch_account(&anna, &emma.email, "DEACTIVATE").await.status, 204);
    assert!(emmas.is_signed_in().await, "she works for B still");
    assert_eq!(roles_of(&emmas).await, "EMPLOYEE");
    let row = role_row(&bert, &emma.email).await;
    assert_eq!(switch(&bert, &row, "deactivate").await.status, 204);
    assert!(!emmas.is_signed_in().await, "she is nothing more");
    assert_eq!(switch_account(&bert, &emma.email, "ACTIVATE").await.status, 204);
    assert_eq!(app.try_sign_in(&emma.email, PASSWORD, "198.51.100.7").await.status, 200);
    app.run_jobs().await;
}

#[tokio::test]
async fn set_role_status_refuses_to_deactivate_a_senior_manager() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let founder = app.manager_of(shop, "founder").await;
    app.hands.advance(Duration::from_secs(1));
    let late = app.manager_of(shop, "late").await;
    app.hands.advance(Duration::from_secs(1));
    let emma = app.employee_of(shop, "emma").await;
    let (founders, lates) = (app.sign_in(&founder).await, app.sign_in(&late).await);
    let row = role_row(&lates, &founder.email).await;
    switch(&lates, &row, "deactivate").await.error(400, "SENIOR_MANAGER");
    switch_account(&lates, &founder.email, "DEACTIVATE").await.error(400, "SENIOR_MANAGER");
    let demote = json!({
        "firstName": "founder", "lastName": "Test", "roleId": "EMPLOYEE", "tenantId": shop.to_string(),
    });
    let path = format!("/api/v1/Accounts/{}", founder.id);
    lates.put(&path, &demote).send().await.error(400, "SENIOR_MANAGER");
    assert!(founders.is_signed_in().await);

    // A promoted employee is the newest manager, even if they worked at the shop before the other
    // managers.
    let promote = json!({
        "firstName": "emma", "lastName": "Test", "roleId": "MANAGER", "tenantId": shop.to_string(),
    });
    app.hands.advance(Duration::from_secs(1));
    let path = format!("/api/v1/Accounts/{}", emma.id);
    assert_eq!(lates.put(&path, &promote).send().await.status, 204);
    let emmas = app.sign_in(&emma).await;
    switch_account(&emmas, &late.email, "DEACTIVATE").await.error(400, "SENIOR_MANAGER");
    assert_eq!(switch_account(&founders, &late.email, "DEACTIVATE").await.status, 204);
    app.run_jobs().await;
}

#[tokio::test]
async fn invite_user_refuses_employees_of_charities() {
    let app = TestApp::new().await;
    let cause = app.charity("Food Bank").await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let mary = app.manager_of(cause, "mary").await;
    let marys = app.sign_in(&mary).await;
    for by in [&adam, &marys] {
        let refused = invite(by, "emil@shop.example", Role::Employee, Some(cause)).await;
        let told = refused.wrong_fields()["roleId"].as_str().map(str::to_owned);
        assert!(told.is_some_and(|told| told.starts_with("Charities have managers only.")));
    }
    let change = json!({
        "firstName": "mary", "lastName": "Test", "roleId": "EMPLOYEE", "tenantId": cause.to_string(),
    });
    let changed = adam.put(&format!("/api/v1/Accounts/{}", mary.id), &change).send().await;
    assert!(changed.wrong_fields()["roleId"].is_string());
    let roles = marys.get("/api/v1/OAuth/roles").send().await.text().to_owned();
    assert!(roles.contains("MANAGER") && !roles.contains("EMPLOYEE"), "{roles}");
    assert_eq!(app.run_jobs().await, 0);
}

#[tokio::test]
async fn invite_user_refuses_the_callers_address() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let adam = app.administrator("adam").await;
    let visitor = app.sign_in(&adam).await;
    invite(&visitor, &adam.email, Role::Manager, Some(shop)).await.error(400, "OWN_ROLE");
    assert_eq!(app.run_jobs().await, 0);
}

#[tokio::test]
async fn change_user_offers_a_role_at_another_tenant_until_accepted() {
    let app = TestApp::new().await;
    let (own, other) = (app.vendor("Own").await, app.vendor("Other").await);
    let adam = app.administrator("adam").await;
    let emma = app.employee_of(own, "emma").await;
    let (adam, emmas) = (app.sign_in(&adam).await, app.sign_in(&emma).await);
    let body = json!({
        "firstName": "emma", "lastName": "Test", "roleId": "MANAGER", "tenantId": other.to_string(),
    });
    let path = format!("/api/v1/Accounts/{}", emma.id);
    assert_eq!(adam.put(&path, &body).send().await.status, 204);
    assert_eq!(roles_of(&emmas).await, "EMPLOYEE", "until she accepts");
    let again = adam.put(&path, &body).send().await.wrong_fields();
    assert!(again["roleId"].is_string(), "{again}");
    assert_eq!(accept(&app, &emma).await.status, 204);
    let profile = emmas.get("/api/v1/OAuth/profile").send().await.json();
    assert_eq!(
        (&profile["roles"], &profile["tenantIds"]),
        (&json!("MANAGER"), &json!([other.to_string()]))
    );
    app.run_jobs().await;
}

#[tokio::test]
async fn accept_offer_works_once_for_the_invited_person_only() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let mary = app.manager_of(shop, "mary").await;
    let (ann, eve) = (app.consumer("ann").await, app.consumer("eve").await);
    let mary = app.sign_in(&mary).await;
    assert_eq!(invite(&mary, &ann.email, Role::Employee, Some(shop)).await.status, 200);
    let page = app.mailed_page(&ann.email).await;
    assert!(page.starts_with(&format!("{SITE}/invitation?code=")), "{page}");
    let code = app.mailed_code(&ann.email).await;
    let offer = app.get(&format!("/api/v1/Accounts/offers/{code}")).send().await.json();
    assert_eq!(
        offer,
        json!({ "email": ann.email, "inviter": "mary Test", "organization": "Own", "role": "EMPLOYEE", "isOpen": true })
    );
    let accepting = format!("/api/v1/Accounts/offers/{code}/accepted");
    app.call("POST", &accepting).send().await.error(401, "UNAUTHORIZED");
    let eves = app.sign_in(&eve).await;
    eves.call("POST", &accepting).send().await.error(400, "OTHER_PERSON");
    // The link in an invitation can't set the password of an account that already exists.
    app.choose_password(&code, &ann.email, "Invite").await.error(400, "DEAD_LINK");
    let anns = app.sign_in(&ann).await;
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(anns.call("POST", &accepting).send().await.status, 204);
    anns.call("POST", &accepting).send().await.error(400, "DEAD_LINK");
    let declining = format!("/api/v1/Accounts/offers/{code}/declined");
    app.call("POST", &declining).send().await.error(400, "DEAD_LINK");
    assert_eq!(roles_of(&anns).await, "EMPLOYEE,CONSUMER");
    app.run_jobs().await;
    let newest = app.mails_to(&ann.email).await[0]["subject"].clone();
    assert_eq!(newest, "You have a new role");
}

#[tokio::test]
async fn accept_offer_refuses_declined_withdrawn_and_expired_offers() {
    let app = TestApp::new().await;
    let (shop, other) = (app.vendor("Own").await, app.vendor("Other").await);
    let (person, otto) = (app.manager_of(shop, "mary").await, app.manager_of(other, "otto").await);
    let (mary, otto) = (app.sign_in(&person).await, app.sign_in(&otto).await);
    let id = async |email: &str| {
        let reply = invite(&mary, email, Role::Employee, Some(shop)).await.json();
        reply["id"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned()
    };
    let accept_new =
        async |code: &str, email: &str| app.choose_password(code, email, "Invite").await;

    let declined = id("dan@shop.example").await;
    let code = app.mailed_code("dan@shop.example").await;
    let declining = format!("/api/v1/Accounts/offers/{code}/declined");
    assert_eq!(app.call("POST", &declining).send().await.status, 204);
    accept_new(&code, "dan@shop.example").await.error(400, "DEAD_LINK");
    let list = mary.get("/api/v1/Accounts/invitations").send().await.json();
    assert_eq!(list["items"][0]["state"], "DECLINED", "{list}");
    let again = format!("/api/v1/Accounts/invitations/{declined}/sent-again");
    mary.call("POST", &again).send().await.error(400, "INVITATION_ANSWERED");

    let withdrawn = id("wendy@shop.example").await;
    let code = app.mailed_code("wendy@shop.example").await;
    let path = format!("/api/v1/Accounts/invitations/{withdrawn}");
    otto.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    otto.call("POST", &format!("{path}/sent-again")).send().await.error(404, "NOT_FOUND");
    assert_eq!(otto.get("/api/v1/Accounts/invitations").send().await.json()["totalItems"], 0);
    assert_eq!(mary.call("DELETE", &path).send().await.status, 204);
    accept_new(&code, "wendy@shop.example").await.error(400, "DEAD_LINK");

    let renewed = id("rita@shop.example").await;
    let old = app.mailed_code("rita@shop.example").await;
    app.hands.advance(Duration::from_secs(7 * 24 * 3600));
    accept_new(&old, "rita@shop.example").await.error(400, "DEAD_LINK");
    let mary = app.sign_in(&person).await;
    let again = format!("/api/v1/Accounts/invitations/{renewed}/sent-again");
    assert_eq!(mary.call("POST", &again).send().await.status, 204);
    let new = app.mailed_code("rita@shop.example").await;
    accept_new(&old, "rita@shop.example").await.error(400, "DEAD_LINK");
    assert_eq!(accept_new(&new, "rita@shop.example").await.status, 204);
    let left = mary.get("/api/v1/Accounts/invitations").send().await.json();
    assert_eq!(left["totalItems"], 1, "the declined one: {left}");
}

#[tokio::test]
async fn accept_offer_refuses_offers_of_a_deactivated_manager() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let founder = app.manager_of(shop, "founder").await;
    app.hands.advance(Duration::from_secs(1));
    let rogue = app.manager_of(shop, "rogue").await;
    let (founder, rogues) = (app.sign_in(&founder).await, app.sign_in(&rogue).await);
    invite(&rogues, "accomplice@shop.example", Role::Manager, Some(shop)).await;
    let code = app.mailed_code("accomplice@shop.example").await;
    assert_eq!(switch_account(&founder, &rogue.email, "DEACTIVATE").await.status, 204);
    app.choose_password(&code, "accomplice@shop.example", "Invite").await.error(400, "DEAD_LINK");
    app.run_jobs().await;
}

/// An address that was named as a shop's contact, or invited by a manager, is not reserved. Its
/// owner can still register an account with the address.
#[tokio::test]
async fn register_accepts_an_address_named_as_contact_or_invited() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let (adam, mary) = (app.administrator("adam").await, app.manager_of(shop, "mary").await);
    let (adam, mary) = (app.sign_in(&adam).await, app.sign_in(&mary).await);
    let email = "owner@home.example";
    let directory = crate::tenants::Directory::of(&app).await;
    let mut form = directory.vendor("Corner Shop");
    form["primaryContact"]["email"] = json!(email);
    form["cardAmount"] = json!("0");
    crate::tenants::add(&adam, "Vendors", &form).await;
    assert_eq!(invite(&mary, email, Role::Employee, Some(shop)).await.status, 200);

    app.hands.advance(Duration::from_secs(1));
    assert_eq!(register(&app, email, "owners password").await.status, 204);
    let code = app.mailed_code(email).await;
    assert_eq!(app.confirm(&code, "owners password").await.status, 200);
    assert_eq!(app.try_sign_in(email, "owners password", "198.51.100.7").await.status, 200);
}

/// Former staff who reset their password become consumers. The emailed link proves that they own
/// the address.
#[tokio::test]
async fn choose_password_by_reset_makes_former_staff_a_consumer() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let mary = app.manager_of(shop, "mary").await;
    let emma = app.employee_of(shop, "emma").await;
    let mary = app.sign_in(&mary).await;
    assert_eq!(switch_account(&mary, &emma.email, "DEACTIVATE").await.status, 204);
    let before = app.try_sign_in(&emma.email, PASSWORD, "198.51.100.7").await;
    let refused = before.error(400, "ACCOUNT_INACTIVE");
    let whom = refused["errorMessage"].as_str().expect("words");
    assert!(whom.contains("ask the manager of your shop"), "{whom}");
    app.hands.advance(Duration::from_secs(1));
    let body = json!({
        "email": emma.email, "successReturnUrl": format!("{SITE}/reset-password"),
        "reCaptchaToken": captcha::solve(&app, "forgot-password").await,
    });
    let forgot = app.post("/api/v1/Accounts/forgot-password").json(body.to_string()).send().await;
    assert_eq!(forgot.status, 204);
    let code = app.mailed_code(&emma.email).await;
    assert_eq!(app.choose_password(&code, &emma.email, "Reset").await.status, 204);
    let emmas = app.sign_in(&emma).await;
    assert_eq!(roles_of(&emmas).await, "CONSUMER");
    app.run_jobs().await;
}

#[tokio::test]
async fn invite_user_is_rate_limited_with_retry_after() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let mary = app.manager_of(shop, "mary").await;
    let visitor = app.sign_in(&mary).await;
    let first = invite(&visitor, "one@shop.example", Role::Employee, Some(shop)).await.json();
    let again =
        format!("/api/v1/Accounts/invitations/{}/sent-again", first["id"].as_str().expect("an id"));
    for _ in 1..4 {
        assert_eq!(visitor.call("POST", &again).send().await.status, 204);
    }
    let refused = visitor.call("POST", &again).send().await;
    let body = refused.error(429, "TOO_MANY_TRIES");
    assert_eq!(body["errorMessage"], "Too many tries. You can try again in 60 minutes.");
    assert_eq!(refused.header("retry-after"), "3601");
    // Mary has sent four emails so far, all to one address. The refused fifth email was not sent
    // and doesn't count towards her limit of twenty emails.
    for number in 4..20 {
        let email = format!("guest{number}@shop.example");
        assert_eq!(
            invite(&visitor, &email, Role::Employee, Some(shop)).await.status,
            200,
            "{number}"
        );
    }
    let refused = invite(&visitor, "one-more@shop.example", Role::Employee, Some(shop)).await;
    refused.error(429, "TOO_MANY_TRIES");
    assert_eq!(refused.header("retry-after"), "361");
    app.hands.advance(Duration::from_secs(360));
    let later = invite(&visitor, "one-more@shop.example", Role::Employee, Some(shop)).await;
    assert_eq!(later.status, 200);
    app.run_jobs().await;
    assert_eq!(app.mails_to("one@shop.example").await.len(), 4);
}

#[tokio::test]
async fn register_is_limited_to_five_per_client_address() {
    let app = TestApp::new().await;
    for number in 0..5 {
        assert_eq!(
            register(&app, &format!("ann{number}@shop.example"), PASSWORD).await.status,
            204
        );
    }
    register(&app, "ann5@shop.example", PASSWORD).await.error(429, "TOO_MANY_TRIES");
    app.hands.advance(Duration::from_secs(12 * 60));
    assert_eq!(register(&app, "ann5@shop.example", PASSWORD).await.status, 204);
    app.run_jobs().await;
}

#[tokio::test]
async fn register_refuses_addresses_of_closed_accounts() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let squatted = format!("{}@closed.invalid", ann.id);
    let fields = register(&app, &squatted, PASSWORD).await.wrong_fields();
    assert_eq!(fields["email"], "Email is not in correct format.");
    let anns = app.sign_in(&ann).await;
    let body = json!({ "password": PASSWORD }).to_string();
    assert_eq!(anns.call("DELETE", "/api/v1/Accounts/me").json(body).send().await.status, 204);
    app.run_jobs().await;
}

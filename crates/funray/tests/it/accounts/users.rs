//! Tests of user administration. Callers can't grant a role above their rank or outside their
//! tenants, change their own role, or remove the last super administrator.

use access::auth::Role;
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

fn invitation(email: &str, role: Role, tenant: Option<String>) -> Value {
    json!({
        "email": email, "firstName": "New", "lastName": "Comer", "roleId": role.word(), "tenantId": tenant,
        "successReturnUrl": "http://localhost:8080/admin/setup-password",
        "failedReturnUrl": "http://localhost:8080/admin/setup-password-failed", "appName": "funray",
    })
}

/// Tries every combination of inviter's rank, role and tenant.
#[tokio::test]
async fn invite_user_refuses_higher_ranks_and_other_tenants() {
    let app = TestApp::new().await;
    let (own, foreign) = (app.vendor("Own").await, app.vendor("Foreign").await);
    let inviters = [
        app.super_administrator("sue").await,
        app.administrator("adam").await,
        app.manager_of(own, "mary").await,
    ];
    use Role::{Administrator, Consumer, Employee, Manager, SuperAdministrator};
    let mut number = 0;
    // An invitation alone creates no account, so the number of people must not change.
    let people = app.count("SELECT count(*) FROM person").await;
    for (inviter, role, tenant, expected) in [
        (0, SuperAdministrator, None, 200),
        (0, Administrator, None, 200),
        (0, Manager, Some(own), 200),
        (0, Employee, Some(foreign), 200),
        (0, Consumer, None, 400),
        (0, Manager, None, 400),
        (0, Administrator, Some(own), 400),
        (1, SuperAdministrator, None, 403),
        (1, Administrator, None, 200),
        (1, Manager, Some(foreign), 200),
        (1, Consumer, None, 400),
        (2, SuperAdministrator, None, 403),
        (2, Administrator, None, 403),
        (2, SuperAdministrator, Some(own), 403),
        (2, Manager, Some(own), 200),
        (2, Employee, Some(own), 200),
        (2, Manager, Some(foreign), 404),
        (2, Employee, Some(foreign), 404),
        (2, Employee, None, 403),
        (2, Consumer, Some(own), 400),
    ] {
        number += 1;
        let visitor = app.sign_in(&inviters[inviter]).await;
        let body =
            invitation(&format!("new{number}@shop.example"), role, tenant.map(|id| id.to_string()));
        let reply = visitor.post("/api/v1/Accounts/invited", &body).send().await;
        assert_eq!(reply.status, expected, "{inviter} {role:?} {tenant:?}: {}", reply.text());
    }
    assert_eq!(app.count("SELECT count(*) FROM person").await, people);
    app.run_jobs().await;
}

async fn row_of(app: &TestApp, person: &Person) -> String {
    let id = person.id;
    app.app
        .db
        .read(move |tx| {
            tx.one::<(String,)>("SELECT id FROM person_role WHERE person_id = $1", db::params![id])
        })
        .await
        .expect("a role")
        .0
}

/// Tries role changes for each rank of the caller, each role and each tenant.
#[tokio::test]
async fn set_account_status_refuses_higher_ranks_and_other_tenants() {
    let app = TestApp::new().await;
    let (own, foreign) = (app.vendor("Own").await, app.vendor("Foreign").await);
    let sue = app.super_administrator("sue").await;
    let adam = app.administrator("adam").await;
    let mary = app.manager_of(own, "mary").await;
    app.hands.advance(std::time::Duration::from_secs(1));
    let victims = [
        ("super", app.super_administrator("victor").await),
        ("admin", app.administrator("alma").await),
        ("own manager", app.manager_of(own, "mel").await),
        ("own employee", app.employee_of(own, "emma").await),
        ("foreign employee", app.employee_of(foreign, "fred").await),
        ("consumer", app.consumer("cleo").await),
    ];
    for (actor, allowed, hidden) in [
        (
            &sue,
            vec!["super", "admin", "own manager", "own employee", "foreign employee", "consumer"],
            vec![],
        ),
        (
            &adam,
            vec!["admin", "own manager", "own employee", "foreign employee", "consumer"],
            vec![],
        ),
        (
            &mary,
            vec!["own manager", "own employee"],
            vec!["super", "admin", "foreign employee", "consumer"],
        ),
    ] {
        let visitor = app.sign_in(actor).await;
        for (kind, victim) in &victims {
            let path = format!("/api/v1/Accounts/{}", victim.id);
            let seen = visitor.get(&path).send().await;
            let expected = if hidden.contains(kind) { 404 } else { 200 };
            assert_eq!(seen.status, expected, "{} sees {kind}: {}", actor.email, seen.text());
            let status = json!({ "email": victim.email, "accountStatus": "ACTIVATE" });
            let switched = visitor.put("/api/v1/Accounts/status", &status).send().await;
            let expected = match (allowed.contains(kind), hidden.contains(kind)) {
                (true, _) => 204,
                (false, true) => 404,
                (false, false) => 403,
            };
            // People whom a manager may not see are reported as missing (404), unless the caller's
            // role forbids the call altogether (403).
            let got = switched.status.as_u16();
            assert!(
                got == expected || (hidden.contains(kind) && got == 403),
                "{} {kind}: {got}",
                actor.email
            );
            let role = row_of(&app, victim).await;
            let path = format!("/api/v1/Accounts/roles/{role}/status/activate");
            let switched = visitor.call("PUT", &path).send().await;
            let expected = match *kind {
                "consumer" if hidden.is_empty() => 400,
                _ if hidden.contains(kind) => 404,
                _ if allowed.contains(kind) => 204,
                _ => 403,
            };
            assert_eq!(
                switched.status,
                expected,
                "{} role of {kind}: {}",
                actor.email,
                switched.text()
            );
        }
    }
}

#[tokio::test]
async fn change_user_lets_managers_grant_only_roles_of_their_own_shop() {
    let app = TestApp::new().await;
    let (own, foreign) = (app.vendor("Own").await, app.vendor("Foreign").await);
    let mary = app.manager_of(own, "mary").await;
    let emma = app.employee_of(own, "emma").await;
    let visitor = app.sign_in(&mary).await;
    let path = format!("/api/v1/Accounts/{}", emma.id);
    for (role, tenant, expected) in [
        ("SUPER_ADMINISTRATOR", None, 403),
        ("ADMINISTRATOR", None, 403),
        ("ADMINISTRATOR", Some(own), 403),
        ("MANAGER", Some(foreign), 404),
        ("CONSUMER", None, 400),
        ("NOBODY", Some(own), 400),
        ("MANAGER", Some(own), 204),
        ("EMPLOYEE", Some(own), 204),
    ] {
        app.hands.advance(std::time::Duration::from_secs(1));
        let body = json!({
            "firstName": "emma", "lastName": "Test", "roleId": role,
            "tenantId": tenant.map(|id| id.to_string()),
        });
        let reply = visitor.put(&path, &body).send().await;
        assert_eq!(reply.status, expected, "{role} {tenant:?}: {}", reply.text());
    }
    app.run_jobs().await;
}

#[tokio::test]
async fn change_user_and_set_account_status_end_the_persons_sessions() {
    let app = TestApp::new().await;
    let own = app.vendor("Own").await;
    let adam = app.administrator("adam").await;
    let emma = app.employee_of(own, "emma").await;
    let visitor = app.sign_in(&adam).await;
    let role = row_of(&app, &emma).await;
    let change = json!({
        "firstName": "Emma", "lastName": "Test", "roleId": "MANAGER", "tenantId": own.to_string(), "userRoleId": role,
    });
    let off = json!({ "email": emma.email, "accountStatus": "DEACTIVATE" });
    let on = json!({ "email": emma.email, "accountStatus": "activate" });
    for (path, body) in [
        (format!("/api/v1/Accounts/{}", emma.id), &change),
        ("/api/v1/Accounts/status".to_owned(), &off),
    ] {
        let emmas = app.sign_in(&emma).await;
        assert_eq!(visitor.put(&path, body).send().await.status, 204);
        assert!(!emmas.is_signed_in().await, "{path}");
    }
    app.try_sign_in(&emma.email, crate::support::PASSWORD, "198.51.100.7")
        .await
        .error(400, "ACCOUNT_INACTIVE");
    assert_eq!(visitor.put("/api/v1/Accounts/status", &on).send().await.status, 204);
    let emmas = app.sign_in(&emma).await;
    let path = format!("/api/v1/Accounts/roles/{role}/status/Deactivate");
    assert_eq!(visitor.call("PUT", &path).send().await.status, 204);
    assert!(!emmas.is_signed_in().await);
    let path = format!("/api/v1/Accounts/roles/{role}/status/flip");
    visitor.call("PUT", &path).send().await.error(400, "VALIDATION");
    app.run_jobs().await;
    let mails = app.mails_to(&emma.email).await;
    let told: Vec<&str> = mails.iter().filter_map(|mail| mail["subject"].as_str()).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told.contains(&"Your name was changed"), "{told:?}");
    assert!(told.contains(&"Your role was switched off"), "{told:?}");
    assert!(told.contains(&"Your role has changed"), "{told:?}");
}

#[tokio::test]
async fn change_user_and_set_account_status_refuse_the_callers_account() {
    let app = TestApp::new().await;
    app.super_administrator("other").await;
    let sue = app.super_administrator("sue").await;
    let visitor = app.sign_in(&sue).await;
    let off = json!({ "email": sue.email, "accountStatus": "DEACTIVATE" });
    visitor.put("/api/v1/Accounts/status", &off).send().await.error(400, "OWN_ROLE");
    let body = json!({ "firstName": "Sue", "lastName": "Test", "roleId": "ADMINISTRATOR" });
    visitor.put(&format!("/api/v1/Accounts/{}", sue.id), &body).send().await.error(400, "OWN_ROLE");
    let role = row_of(&app, &sue).await;
    let path = format!("/api/v1/Accounts/roles/{role}/status/deactivate");
    visitor.call("PUT", &path).send().await.error(400, "OWN_ROLE");
}

/// Two super administrators deactivate each other at the same moment. One of them must remain
/// active.
#[tokio::test(flavor = "multi_thread")]
async fn set_account_status_keeps_one_super_administrator_under_concurrency() {
    let app = TestApp::new().await;
    for round in 0..10 {
        let (one, other) = (
            app.super_administrator(&format!("one{round}")).await,
            app.super_administrator(&format!("other{round}")).await,
        );
        // Deactivate the super administrators of earlier rounds.
        app.app
            .db
            .write({
                let (one, other) = (one.id, other.id);
                move |tx| {
                    tx.execute(
                        "UPDATE person SET is_active = FALSE WHERE id <> $1 AND id <> $2",
                        db::params![one, other],
                    )
                }
            })
            .await
            .expect("switched off");
        let (ones, others) = (app.sign_in(&one).await, app.sign_in(&other).await);
        let off = |person: &Person| json!({ "email": person.email, "accountStatus": "DEACTIVATE" });
        let (first, second) = tokio::join!(
            ones.put("/api/v1/Accounts/status", &off(&other)).send(),
            others.put("/api/v1/Accounts/status", &off(&one)).send(),
        );
        let won = [&first, &second].iter().filter(|reply| reply.status == 204).count();
        assert_eq!(won, 1, "{} {}", first.text(), second.text());
        let left = "SELECT count(*) FROM person_role r JOIN person p ON p.id = r.person_id
                    WHERE r.role = 'SUPER_ADMINISTRATOR' AND p.is_active = TRUE";
        assert_eq!(app.count(left).await, 1);
    }
}

#[tokio::test]
async fn list_users_shows_only_people_within_the_callers_scope() {
    let app = TestApp::new().await;
    let (own, foreign) = (app.vendor("Own").await, app.vendor("Foreign").await);
    let adam = app.administrator("adam").await;
    let mary = app.manager_of(own, "mary").await;
    app.employee_of(own, "zoé").await;
    app.employee_of(foreign, "fred").await;
    app.consumer("cleo").await;
    let list = async |person: &Person, query: &str| {
        let visitor = app.sign_in(person).await;
        visitor.get(&format!("/api/v1/Accounts?{query}")).send().await.json()
    };
    assert_eq!(list(&adam, "").await["totalItems"], 5);
    assert_eq!(list(&mary, "").await["totalItems"], 2);
    assert_eq!(list(&mary, &format!("tenantId={foreign}")).await["totalItems"], 0);
    assert_eq!(list(&adam, &format!("tenantId={foreign}")).await["totalItems"], 1);
    let found = list(&adam, "SearchText=ZOE").await;
    assert_eq!(found["items"][0]["email"], "zoé@shop.example".replace('é', "e"), "{found}");
    let page = list(&adam, "PageIndex=2&pageSize=2&orderBy=email&direction=Asc").await;
    assert_eq!(page["items"][0]["email"], "fred@shop.example", "{page}");
    assert_eq!(page["totalPages"], 3);
    for query in ["orderBy=password", "direction=up", "pageSize=0", "pageIndex=0", "pageSize=1001"]
    {
        let visitor = app.sign_in(&adam).await;
        visitor.get(&format!("/api/v1/Accounts?{query}")).send().await.error(400, "VALIDATION");
    }
}

#[tokio::test]
async fn choose_password_by_invitation_creates_the_account() {
    let app = TestApp::new().await;
    let own = app.vendor("Own").await;
    let mary = app.manager_of(own, "mary").await;
    let visitor = app.sign_in(&mary).await;
    let body = invitation("nell@shop.example", Role::Employee, Some(own.to_string()));
    assert_eq!(visitor.post("/api/v1/Accounts/invited", &body).send().await.status, 200);
    let again =
        visitor.post("/api/v1/Accounts/invited", &body).send().await.error(400, "VALIDATION");
    assert!(again["fields"]["email"].is_string(), "{again}");
    let unaccepted = visitor.get("/api/v1/Accounts").send().await.json();
    assert_eq!(unaccepted["totalItems"], 1, "only the manager: {unaccepted}");
    let link = app.mailed_link("nell@shop.example").await;
    let page = app.get(&link).send().await.header("location").to_owned();
    assert!(page.starts_with("http://localhost:8080/admin/setup-password?code="), "{page}");
    assert!(page.ends_with("&email=nell%40shop.example&purpose=Invite"), "{page}");
    let code = page.split("code=").nth(1).and_then(|rest| rest.split('&').next()).expect("a code");
    let body = json!({ "email": "nell@shop.example", "password": "nells password", "setPasswordPurpose": "Invite" });
    let set = app.post(&format!("/api/v1/Accounts/passworded?code={code}"));
    let set = set.header("accept-language", "fr-CA").json(body.to_string());
    assert_eq!(set.send().await.status, 204);
    let signed_in =
        app.try_sign_in("nell@shop.example", "nells password", "198.51.100.7").await.json();
    let access = signed_in["accessToken"].as_str().expect("a token");
    let me = app.get("/api/v1/Accounts/me").header("authorization", &format!("Bearer {access}"));
    let me = me.send().await.json();
    assert_eq!(me["language"], "fr", "that of the page where they chose it: {me}");
    let gone = app.get(&link).send().await.header("location").to_owned();
    assert!(
        gone.contains("/invitation?code="),
        "who has an account sees what became of it: {gone}"
    );
    let list = visitor.get("/api/v1/Accounts").send().await.json();
    assert_eq!(list["totalItems"], 2, "{list}");
    let again = visitor.post(
        "/api/v1/Accounts/invited",
        &invitation("nell@shop.example", Role::Employee, Some(own.to_string())),
    );
    assert_eq!(again.send().await.wrong_fields()["email"], "This person has that role already.");
}

#[tokio::test]
async fn resend_email_confirmation_lets_managers_mail_resets_to_their_staff() {
    let app = TestApp::new().await;
    let (own, foreign) = (app.vendor("Own").await, app.vendor("Foreign").await);
    let mary = app.manager_of(own, "mary").await;
    let emma = app.employee_of(own, "emma").await;
    let fred = app.employee_of(foreign, "fred").await;
    let visitor = app.sign_in(&mary).await;
    let path = |email: &str| {
        format!(
            "/api/v1/Accounts/resend-email-confirmation?Purpose=Reset&AppName=funray&Email={email}\
             &SuccessReturnUrl=http://localhost:8080/reset-password\
             &FailedReturnUrl=http://localhost:8080/reset-password-failed"
        )
    };

    assert_eq!(visitor.get(&path(&emma.email)).send().await.status, 204);
    let page = app.mailed_page(&emma.email).await;
    assert!(page.starts_with("http://localhost:8080/reset-password?code="), "{page}");
    assert!(page.ends_with("&purpose=Reset"), "{page}");

    let body = invitation("nell@shop.example", Role::Employee, Some(own.to_string()));
    assert_eq!(visitor.post("/api/v1/Accounts/invited", &body).send().await.status, 200);
    app.hands.advance(std::time::Duration::from_secs(1));
    assert_eq!(visitor.get(&path("nell@shop.example")).send().await.status, 204);
    let page = app.mailed_page("nell@shop.example").await;
    assert!(page.ends_with("&purpose=Invite"), "who never had a password is invited: {page}");

    let unnamed = path("nell@shop.example").replace("Purpose=Reset&", "");
    app.hands.advance(std::time::Duration::from_secs(1));
    assert_eq!(visitor.get(&unnamed).send().await.status, 204);
    let renewed = app.mailed_page("nell@shop.example").await;
    assert!(renewed != page && renewed.ends_with("&purpose=Invite"), "{renewed}");
    assert!(app.get(&unnamed).send().await.error(400, "VALIDATION")["fields"].is_object());
    let odd = path("nell@shop.example").replace("Purpose=Reset", "Purpose=gone");
    let wrong = visitor.get(&odd).send().await.wrong_fields();
    assert_eq!(wrong["purpose"], "Must be one of Register, Invite, Reset, Approval.");

    let odd = json!({ "email": emma.email, "accountStatus": "gone" });
    let wrong = visitor.put("/api/v1/Accounts/status", &odd).send().await.wrong_fields();
    assert_eq!(wrong, json!({ "accountStatus": "Must be ACTIVATE or DEACTIVATE." }));
    let off = json!({ "email": emma.email, "accountStatus": "Deactivate" });
    assert_eq!(visitor.put("/api/v1/Accounts/status", &off).send().await.status, 204);
    visitor.get(&path(&emma.email)).send().await.error(400, "VALIDATION");
    visitor.get(&path(&fred.email)).send().await.error(404, "NOT_FOUND");
    visitor.get(&path("nobody@shop.example")).send().await.error(404, "NOT_FOUND");
    app.get(&path(&fred.email)).send().await.error(401, "UNAUTHORIZED");
    assert_eq!(app.run_jobs().await, 1, "that her role is off, and no other mail went out");
}

#[tokio::test]
async fn list_users_filters_by_role_second_factor_and_last_visit() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    let (sue, adam) = (app.super_administrator("sue").await, app.administrator("adam").await);
    let (mary, ann) = (app.manager_of(shop, "mary").await, app.consumer("ann").await);
    app.manager_of(shop, "mike").await;
    let (of_mary, of_sue) = (mary.id, sue.id);
    // The current date in this test is March 10, 2026. Ann was last active on January 1 and has no
    // session left.
    let seen = "UPDATE person SET seen_at = 1767225600000000 WHERE id = $1";
    app.write(seen, ann.id).await;
    let (sue, adam) = (app.sign_in(&sue).await, app.sign_in(&adam).await);
    let mary = app.sign_in(&mary).await;
    for person in [of_mary, of_sue] {
        app.write("UPDATE person SET has_second_factor = TRUE WHERE id = $1", person).await;
    }
    let names = async |who: &crate::support::Visitor<'_>, query: &str| {
        let path = format!("/api/v1/Accounts?orderBy=name&{query}");
        let reply = who.get(&path).send().await;
        assert_eq!(reply.status, 200, "{query}: {}", reply.text());
        let page = reply.json();
        let items = page["items"].as_array().expect("users").clone();
        assert_eq!(page["totalItems"], items.len(), "{query}");
        let names: Vec<String> = items
            .iter()
            .map(|user| user["firstName"].as_str().expect("a name").to_owned())
            .collect();
        names.join(" ")
    };
    for (query, found) in [
        ("role=MANAGER", "mary mike"),
        ("role=consumer", "ann"),
        ("role=ADMINISTRATOR", "adam"),
        ("role=EMPLOYEE", ""),
        ("hasSecondFactor=true", "mary"),
        ("hasSecondFactor=false", "ann mike"),
        ("hasSecondFactor=true&role=MANAGER", "mary"),
        ("seenSince=2026-03-10", "adam mary"),
        ("seenSince=2025-12-31", "adam ann mary"),
        ("notSeenSince=2026-03-10", "ann mike"),
        ("notSeenSince=2025-12-31", "mike"),
    ] {
        assert_eq!(names(&adam, query).await, found, "{query}: an administrator");
    }
    assert_eq!(names(&sue, "seenSince=2026-03-10").await, "adam mary sue");
    assert_eq!(names(&mary, "role=MANAGER").await, "mary mike");
    for query in ["hasSecondFactor=true", "seenSince=2026-03-10", "notSeenSince=2026-03-10"] {
        mary.get(&format!("/api/v1/Accounts?{query}")).send().await.error(403, "PERMISSION");
    }
    let page = adam.get("/api/v1/Accounts?orderBy=name").send().await.json();
    let seen = |name: &str| {
        let items = page["items"].as_array().expect("users").iter();
        let mut named = items.filter(|user| user["firstName"] == name);
        named.next().expect("the user")["lastSeenAt"].clone()
    };
    assert_eq!((seen("sue"), seen("ann")), (Value::Null, json!("2026-01-01T00:00:00Z")));
}

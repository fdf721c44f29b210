//! Tests of registration and password recovery by emailed links. Each link works once, and replies
//! reveal nothing to strangers.

use serde_json::{Value, json};

use crate::support::{Call, PASSWORD, Reply, TestApp, captcha};

const SITE: &str = "http://localhost:8080";

async fn form(app: &TestApp, email: &str, password: &str) -> Value {
    json!({
        "firstName": "Ann", "lastName": "Lee", "address": "1 Main Street", "city": "Ottawa",
        "province": "Ontario", "postalCode": "k1p1j1", "email": email, "password": password,
        "confirmPassword": password, "reCaptchaToken": captcha::solve(app, "register").await,
        "appName": "funray", "successReturnUrl": format!("{SITE}/register-confirmation"),
        "failedReturnUrl": format!("{SITE}/register-confirmation-failed"),
    })
}

fn post(app: &TestApp, path: &str, body: &Value) -> Call {
    app.post(&format!("/api/v1/Accounts{path}")).json(body.to_string())
}

async fn register(app: &TestApp, email: &str, password: &str) -> Reply {
    post(app, "", &form(app, email, password).await).send().await
}

/// Opens an emailed link and returns the address to which it redirects.
async fn open_link(app: &TestApp, link: &str) -> String {
    let reply = app.get(link).send().await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.header("location").to_owned()
}

fn parameter(url: &str, name: &str) -> String {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(key, _)| key == name).map_or_else(String::new, |(_, value)| value.into_owned())
}

#[tokio::test]
async fn register_needs_confirmation_before_sign_in() {
    let app = TestApp::new().await;
    assert_eq!(register(&app, "Ann@shop.example", PASSWORD).await.status, 204);
    let sign_in = async || app.try_sign_in("ann@shop.example", PASSWORD, "198.51.100.7").await;
    sign_in().await.error(400, "EMAIL_NOT_CONFIRMED");
    let link = app.mailed_link("ann@shop.example").await;
    let page = open_link(&app, &link).await;
    assert!(page.starts_with(&format!("{SITE}/confirm-email?code=")), "{page}");
    assert_eq!(parameter(&page, "email"), "ann@shop.example");
    let reply = app.confirm(&parameter(&page, "code"), PASSWORD).await.json();
    let done = format!("{SITE}/register-confirmation?email=ann%40shop.example");
    assert_eq!(reply["successReturnUrl"], done);
    assert_eq!(open_link(&app, &link).await, done, "who clicks again is told that it is done");
    assert_eq!(sign_in().await.status, 200);
    let links = app.count("SELECT count(*) FROM person WHERE postal_code = 'K1P 1J1'").await;
    assert_eq!(links, 1);
}

#[tokio::test]
async fn register_reports_each_invalid_field() {
    let app = TestApp::new().await;
    let required = |label: &str| format!("{label} field is required.");
    let length = "The Password must be at least 6 and at max 100 characters long.";
    for (field, value, message) in [
        ("firstName", json!(" "), required("First Name")),
        ("lastName", json!(null), required("Last Name")),
        ("address", json!(""), required("Address")),
        ("city", json!(""), required("City")),
        ("province", json!(""), required("Province")),
        ("postalCode", json!(""), required("Postal Code")),
        ("email", json!(""), required("Email")),
        ("email", json!("ann@"), "Email is not in correct format.".to_owned()),
        ("phoneNumber", json!("call me"), "Invalid phone number.".to_owned()),
        (
            "postalCode",
            json!("H2Y 1C6"),
            "Postal codes in Ontario begin with K, L, M, N or P.".to_owned(),
        ),
        ("password", json!("12345"), length.to_owned()),
        ("password", json!("x".repeat(101)), length.to_owned()),
        ("password", json!(""), required("Password")),
        (
            "confirmPassword",
            json!("something else"),
            "Password and Confirm Password didn’t match.".to_owned(),
        ),
        ("confirmPassword", json!(""), required("Confirm Password")),
        (
            "firstName",
            json!("x".repeat(101)),
            "First Name has a maximum limit of 100 characters.".to_owned(),
        ),
    ] {
        let mut form = form(&app, "ann@shop.example", PASSWORD).await;
        form[field] = value;
        let fields = post(&app, "", &form).send().await.wrong_fields();
        assert_eq!(fields[field], message, "{fields}");
    }
    let mut form = form(&app, "ann@shop.example", "123456").await;
    form["confirmPassword"] = json!("123456");
    let fields = post(&app, "", &form).send().await.wrong_fields();
    assert!(fields["password"].as_str().expect("text").contains("too easy to guess"), "{fields}");
    assert_eq!(app.count("SELECT count(*) FROM person").await, 0, "nothing was made");
}

#[tokio::test]
async fn register_needs_a_solved_captcha() {
    let app = TestApp::new().await;
    for token in [json!(""), json!(null), json!("nonsense")] {
        let mut form = form(&app, "ann@shop.example", PASSWORD).await;
        form["reCaptchaToken"] = token;
        let reply = post(&app, "", &form).send().await;
        assert!(reply.wrong_fields()["reCaptchaToken"].is_string());
    }
    let spent = form(&app, "ann@shop.example", PASSWORD).await;
    assert_eq!(post(&app, "", &spent).send().await.status, 204);
    post(&app, "", &spent).send().await.error(400, "VALIDATION");
    app.run_jobs().await;
    assert_eq!(app.mails_to("ann@shop.example").await.len(), 1);
}

#[tokio::test]
async fn register_answers_the_same_for_a_known_address_and_mails_its_owner() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    let known = register(&app, "ann@shop.example", "another password").await;
    let new = register(&app, "bob@shop.example", "another password").await;
    assert_eq!((known.status, known.body), (new.status, new.body));
    app.run_jobs().await;
    let mails = app.mails_to("ann@shop.example").await;
    assert_eq!(mails.len(), 1);
    assert!(!mails[0]["text"].as_str().expect("text").contains("/links/"), "{}", mails[0]);
    app.try_sign_in("ann@shop.example", "another password", "198.51.100.7")
        .await
        .error(400, "WRONG_CREDENTIALS");
    assert_eq!(app.try_sign_in("ann@shop.example", PASSWORD, "198.51.100.7").await.status, 200);
}

#[tokio::test]
async fn register_again_confirms_the_newest_password_only_by_any_of_the_links() {
    let app = TestApp::new().await;
    register(&app, "ann@shop.example", "first password").await;
    let first = app.mailed_link("ann@shop.example").await;
    app.hands.advance(std::time::Duration::from_secs(1));
    register(&app, "ann@shop.example", "second password").await;
    let second = app.mailed_link("ann@shop.example").await;
    let older = parameter(&open_link(&app, &first).await, "code");
    let code = parameter(&open_link(&app, &second).await, "code");
    let refused = app.confirm(&older, "first password").await.wrong_fields();
    assert!(refused["password"].is_string(), "{refused}");
    assert_eq!(app.confirm(&code, "second password").await.status, 200);
    assert!(open_link(&app, &first).await.contains("/register-confirmation?"));
    app.confirm(&older, "second password").await.error(400, "DEAD_LINK");
    app.confirm(&code, "second password").await.error(400, "DEAD_LINK");
    assert_eq!(
        app.try_sign_in("ann@shop.example", "second password", "198.51.100.7").await.status,
        200
    );
}

#[tokio::test]
async fn resend_email_confirmation_replaces_an_expired_link() {
    let app = TestApp::new().await;
    register(&app, "ann@shop.example", PASSWORD).await;
    let link = app.mailed_link("ann@shop.example").await;
    app.hands.advance(std::time::Duration::from_secs(3 * 24 * 3600));
    assert_eq!(
        open_link(&app, &link).await,
        format!("{SITE}/register-confirmation-failed?email=ann%40shop.example")
    );
    let token = captcha::solve(&app, "resend").await;
    let path = format!(
        "/api/v1/Accounts/resend-email-confirmation?Email=ann%40shop.example&SuccessReturnUrl={SITE}/register-confirmation\
         &FailedReturnUrl={SITE}/x&AppName=funray&reCaptchaToken={}",
        form_urlencoded::byte_serialize(token.as_bytes()).collect::<String>()
    );
    assert_eq!(app.get(&path).send().await.status, 204);
    let link = app.mailed_link("ann@shop.example").await;
    assert!(open_link(&app, &link).await.starts_with(&format!("{SITE}/confirm-email?code=")));
    assert!(
        open_link(&app, "/api/v1/Accounts/links/nonsense")
            .await
            .contains("register-confirmation-failed")
    );
}

async fn forgot(app: &TestApp, email: &str) -> Reply {
    let body = json!({
        "email": email, "successReturnUrl": format!("{SITE}/reset-password"),
        "failedReturnUrl": format!("{SITE}/reset-password-failed"), "appName": "funray",
        "reCaptchaToken": captcha::solve(app, "forgot-password").await,
    });
    post(app, "/forgot-password", &body).send().await
}

async fn set_password(app: &TestApp, code: &str, email: &str, password: &str) -> Reply {
    let body = json!({ "email": email, "password": password, "setPasswordPurpose": "Reset" });
    post(app, &format!("/passworded?code={code}"), &body).from("198.51.100.7").send().await
}

#[tokio::test]
async fn forgot_password_mails_a_reset_link_that_ends_all_sessions() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    assert_eq!(forgot(&app, &ann.email).await.status, 204);
    let page = open_link(&app, &app.mailed_link(&ann.email).await).await;
    assert!(page.starts_with(&format!("{SITE}/reset-password?")), "{page}");
    assert_eq!(parameter(&page, "email"), ann.email);
    assert_eq!(parameter(&page, "purpose"), "Reset");
    let code = parameter(&page, "code");
    // Encoding a code twice doesn't change it, because codes consist of letters and digits.
    let twice = |text: &str| {
        let once: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        form_urlencoded::byte_serialize(once.as_bytes()).collect::<String>()
    };
    assert_eq!(set_password(&app, &twice(&code), &ann.email, "a new password").await.status, 204);
    assert!(!visitor.is_signed_in().await);
    app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.error(400, "WRONG_CREDENTIALS");
    assert_eq!(app.try_sign_in(&ann.email, "a new password", "198.51.100.7").await.status, 200);
    app.run_jobs().await;
    assert_eq!(app.mails_to(&ann.email).await.len(), 2, "the change is told too");
    set_password(&app, &code, &ann.email, "another one").await.error(400, "DEAD_LINK");
}

#[tokio::test]
async fn choose_password_makes_its_browser_the_only_known_one() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let earlier = app.browser_of(&ann).await;
    forgot(&app, &ann.email).await;
    let code = parameter(&open_link(&app, &app.mailed_link(&ann.email).await).await, "code");
    for stranger in 0..12 {
        app.try_sign_in(&ann.email, "wrong", &format!("203.0.113.{stranger}")).await;
    }
    let browser = set_password(&app, &code, &ann.email, PASSWORD).await.cookie();
    app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.error(429, "TOO_MANY_TRIES");
    let owner = app.try_sign_in_with(&browser, &ann.email, PASSWORD, "198.51.100.7").await;
    assert_eq!(owner.status, 200, "{}", owner.text());
    let thief = app.try_sign_in_with(&earlier, &ann.email, PASSWORD, "198.51.100.8").await;
    thief.error(429, "TOO_MANY_TRIES");
    app.run_jobs().await;
}

#[tokio::test]
async fn forgot_password_answers_the_same_for_known_and_unknown_addresses() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    let (known, unknown) =
        (forgot(&app, "ann@shop.example").await, forgot(&app, "nobody@shop.example").await);
    let visible = |reply: &Reply| {
        let mut headers = reply.headers.clone();
        headers.remove("x-trace-id");
        (reply.status, headers, reply.body.clone())
    };
    assert_eq!(visible(&known), visible(&unknown));
    app.run_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM demo_mail").await, 1);
}

#[tokio::test]
async fn choose_password_refuses_foreign_wrong_and_expired_codes() {
    let app = TestApp::new().await;
    let (ann, eve) = (app.consumer("ann").await, app.consumer("eve").await);
    forgot(&app, &ann.email).await;
    let code = parameter(&open_link(&app, &app.mailed_link(&ann.email).await).await, "code");
    set_password(&app, &code, &eve.email, "a new password").await.error(400, "DEAD_LINK");
    set_password(&app, &code, "nobody@shop.example", "a new password")
        .await
        .error(400, "DEAD_LINK");
    let body =
        json!({ "email": ann.email, "password": "a new password", "setPasswordPurpose": "Invite" });
    post(&app, &format!("/passworded?code={code}"), &body).send().await.error(400, "DEAD_LINK");
    set_password(&app, "0123456789", &ann.email, "a new password").await.error(400, "DEAD_LINK");
    app.hands.advance(std::time::Duration::from_secs(3600));
    set_password(&app, &code, &ann.email, "a new password").await.error(400, "DEAD_LINK");
    assert_eq!(app.try_sign_in(&ann.email, PASSWORD, "198.51.100.7").await.status, 200);
    app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choose_password_accepts_a_code_once_under_concurrency() {
    let app = std::sync::Arc::new(TestApp::new().await);
    let ann = app.consumer("ann").await;
    forgot(&app, &ann.email).await;
    let code = parameter(&open_link(&app, &app.mailed_link(&ann.email).await).await, "code");
    let racers: Vec<_> = (0..20)
        .map(|number| {
            let (app, code, email) = (app.clone(), code.clone(), ann.email.clone());
            tokio::spawn(async move {
                set_password(&app, &code, &email, &format!("password of {number}")).await.status
            })
        })
        .collect();
    let mut won = 0;
    for racer in racers {
        match racer.await.expect("an answer").as_u16() {
            204 => won += 1,
            status => assert_eq!(status, 400),
        }
    }
    assert_eq!(won, 1);
    app.run_jobs().await;
}

#[tokio::test]
async fn forgot_password_limits_mails_to_one_address() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    for _ in 0..10 {
        assert_eq!(forgot(&app, "ann@shop.example").await.status, 204);
    }
    app.run_jobs().await;
    assert_eq!(app.mails_to("ann@shop.example").await.len(), 4);
    app.hands.advance(std::time::Duration::from_secs(3600));
    forgot(&app, "ann@shop.example").await;
    app.run_jobs().await;
    assert_eq!(app.mails_to("ann@shop.example").await.len(), 5);
}

#[tokio::test]
async fn register_tenant_adds_a_pending_tenant_and_notifies_administrators() {
    let app = TestApp::patient().await;
    app.administrator("adam").await;
    funray::demo::load(&app.app).await.expect("the demo");
    let categories = app.get("/api/v1/Public/Categories").send().await.json();
    let organizations = app.get("/api/v1/Public/Organizations").send().await.json();
    let body = async |purpose: &str| {
        json!({
            "businessInfo": {
                "legalName": "Corner Shop Inc.", "businessNumber": "123456789",
                "categoryId": categories[0]["value"], "organizationType": organizations[0]["value"],
                "address": {"addressLine1": "1 Main Street", "city": "Ottawa", "province": "Ontario", "postalCode": "K1P1J1"},
            },
            "primaryContact": {
                "firstName": "Cora", "lastName": "Ner", "email": "cora@shop.example",
                "workPhoneNumber": "613 555 0100", "phoneNumber": "613 555 0101", "appName": "funray",
            },
            "returnUrl": format!("{SITE}/about"),
            "reCaptchaToken": captcha::solve(&app, purpose).await,
        })
    };
    let mut empty = body("vendor").await;
    for (path, label) in [
        ("/businessInfo/legalName", "Legal Name"),
        ("/businessInfo/businessNumber", "Business Number"),
        ("/businessInfo/categoryId", "Category"),
        ("/businessInfo/address/addressLine1", "Address Line 1"),
        ("/businessInfo/address/city", "City"),
        ("/businessInfo/address/province", "Province"),
        ("/businessInfo/address/postalCode", "Postal Code"),
        ("/primaryContact/firstName", "First Name"),
        ("/primaryContact/lastName", "Last Name"),
        ("/primaryContact/email", "Email"),
        ("/primaryContact/workPhoneNumber", "Work Phone"),
        ("/primaryContact/phoneNumber", "Mobile Phone"),
    ] {
        *empty.pointer_mut(path).expect("a field") = json!("");
        let fields = post(&app, "/vendor", &empty).send().await.wrong_fields();
        let path = path[1..].replace('/', ".");
        assert_eq!(fields[&path], format!("{label} field is required."), "{fields}");
    }
    let mut foreign = body("vendor").await;
    foreign["businessInfo"]["categoryId"] = json!("cat_00000000000000000000000000");
    let refused = post(&app, "/vendor", &foreign).send().await.error(400, "VALIDATION");
    assert!(refused["fields"]["businessInfo.categoryId"].is_string(), "{refused}");
    let mut elsewhere = body("vendor").await;
    elsewhere["returnUrl"] = json!("http://evil.example/");
    let fields = post(&app, "/vendor", &elsewhere).send().await.wrong_fields();
    assert_eq!(fields["returnUrl"], "This address is not one of our pages.", "{fields}");

    assert_eq!(post(&app, "/vendor", &body("vendor").await).send().await.status, 204);
    assert_eq!(post(&app, "/charity", &body("charity").await).send().await.status, 204);
    app.run_jobs().await;
    let told = app.mails_to("adam@shop.example").await;
    assert_eq!(told.len(), 2);
    assert!(told[0]["text"].as_str().expect("text").contains("Corner Shop Inc."), "{}", told[0]);
    for mail in app.mails_to("cora@shop.example").await {
        assert!(
            mail["text"].as_str().expect("text").contains("http://localhost:8080/about"),
            "{mail}"
        );
    }
    let pending = app.count("SELECT count(*) FROM tenant WHERE state = 'PENDING'").await;
    assert_eq!(pending, 2);
    let contact = "SELECT count(*) FROM person WHERE email = 'cora@shop.example'";
    assert_eq!(app.count(contact).await, 0, "the contact becomes a person by accepting");
}

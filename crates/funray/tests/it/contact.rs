//! Tests of a brand's contact form.

use serde_json::json;

use crate::support::{Reply, TestApp, captcha};

async fn message(app: &TestApp) -> serde_json::Value {
    json!({
        "firstName": "Ann", "lastName": "Roy", "organization": "Book Club", "email": "ann@home.example",
        "phone": "613 555 0100", "message": "Hello,\n\nmy <b>card</b> & I have a question.", "appName": "rayzr",
        "reCaptchaToken": captcha::solve(app, "contact").await,
    })
}

async fn write(app: &TestApp, body: &str) -> Reply {
    app.post("/api/v1/ContactUs").json(body).send().await
}

#[tokio::test]
async fn contact_send_mails_the_administrators() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    app.consumer("cleo").await;
    let body = message(&app).await.to_string();
    assert_eq!(write(&app, &body).await.status, 204);
    assert_eq!(app.run_jobs().await, 2, "to the administrator and the writer only");
    let mail = &app.mails_to(&adam.email).await[0];
    let (text, html) = (mail["text"].as_str().expect("text"), mail["html"].as_str().expect("HTML"));
    for part in ["Ann Roy", "Book Club", "613", "my <b>card</b> & I have a question."] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(html.contains("&lt;b&gt;card&lt;/b&gt; &amp; I"), "as text, whatever it is");

    let received = &app.mails_to("ann@home.example").await[0];
    assert_eq!(received["subject"], "We have your message");
    assert!(!received["text"].to_string().contains("question"), "anyone can type this address");

    // A captcha token can be used only once.
    let again = write(&app, &body).await.error(400, "VALIDATION");
    assert!(again["fields"]["reCaptchaToken"].is_string());
}

#[tokio::test]
async fn contact_send_mails_a_copy_to_a_browser_that_has_signed_in_with_the_address() {
    let app = TestApp::new().await;
    app.administrator("adam").await;
    let email = "ann@home.example";
    let token = captcha::solve(&app, "sign-in").await;
    let body = json!({ "email": email, "reCaptchaToken": token }).to_string();
    let ticket = app.post("/api/v1/OAuth/email-code").json(body).send().await.json();
    app.run_jobs().await;
    let subject = app.mails_to(email).await[0]["subject"].to_string();
    let code: String = subject.chars().filter(char::is_ascii_digit).collect();
    let body = json!({ "email": email, "ticket": ticket["ticket"], "code": code }).to_string();
    let signed_in = app.post("/api/v1/OAuth/login/email-code").json(body).send().await;

    let (body, cookie) = (message(&app).await.to_string(), signed_in.cookie());
    let sent = app.post("/api/v1/ContactUs").header("cookie", &cookie).json(body).send().await;
    assert_eq!(sent.status, 204);
    app.run_jobs().await;
    let mails = app.mails_to(email).await;
    let copy = mails.iter().find(|mail| mail["subject"] == "We have your message");
    let copy = copy.expect("an answer");
    let text = copy["text"].as_str().expect("text");
    assert!(text.contains("my <b>card</b> & I have a question."), "{text}");
}

#[tokio::test]
async fn contact_send_reads_administrators_once_without_locks() {
    let app = TestApp::new().await;
    for name in ["adam", "alma", "anton"] {
        app.administrator(name).await;
    }
    let body = message(&app).await.to_string();
    let (reply, statements) = app.recorded(app.post("/api/v1/ContactUs").json(body)).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let of_people = |sql: &&str| sql.contains("FROM person");
    let reading: Vec<&str> =
        statements.iter().map(|statement| statement.sql.as_str()).filter(of_people).collect();
    assert_eq!(reading.len(), 1, "{reading:?}");
    assert!(!reading[0].contains("FOR UPDATE"), "{reading:?}");
    assert_eq!(app.run_jobs().await, 4);
}

#[tokio::test]
async fn contact_send_names_invalid_fields() {
    let app = TestApp::new().await;
    for (field, value, sentence) in [
        ("firstName", json!(""), "First Name field is required."),
        ("lastName", json!(null), "Last Name field is required."),
        (
            "firstName",
            json!("evil.test"),
            "A name can’t contain a web or email address. Put a space after each dot.",
        ),
        ("email", json!("ann"), "Email is not in correct format."),
        ("phone", json!("call me"), "Invalid phone number."),
        ("message", json!(" \n "), "Message field is required."),
        (
            "message",
            json!("my card is 4111 1111\n1111 1111"),
            "Please don't write the number of a payment card here.",
        ),
    ] {
        let mut body = json!({
            "firstName": "Ann", "lastName": "Roy", "email": "ann@home.example", "message": "Hello",
        });
        body[field] = value;
        let error = write(&app, &body.to_string()).await.error(400, "VALIDATION");
        assert_eq!(error["fields"][field], sentence);
    }
}

#[tokio::test]
async fn contact_send_is_rate_limited_per_address() {
    let app = TestApp::new().await;
    for _ in 0..5 {
        let body = message(&app).await.to_string();
        assert_eq!(write(&app, &body).await.status, 204);
    }
    let body = message(&app).await.to_string();
    write(&app, &body).await.error(429, "TOO_MANY_TRIES");
    app.run_jobs().await;
}

#[tokio::test]
async fn contact_send_mails_contact_email_with_reply_to_the_visitor() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::with(&format!(
        "mail = \"dir:{}\"\n[brands.rayzr]\ncontact_email = \"desk@rayzr.example\"",
        folder.path().display()
    ))
    .await;
    app.administrator("adam").await;
    let body = message(&app).await.to_string();
    assert_eq!(write(&app, &body).await.status, 204);
    assert_eq!(app.run_jobs().await, 2);
    let files = std::fs::read_dir(folder.path()).expect("the folder");
    let mut mails =
        files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a mail"));
    let mail = mails.find(|mail| mail.contains("To: desk@rayzr.example")).expect("a mail");
    let headers: Vec<&str> = mail.lines().take_while(|line| !line.is_empty()).collect();
    for header in ["To: desk@rayzr.example", "Reply-To: ann@home.example"] {
        assert!(headers.contains(&header), "{header} in {headers:?}");
    }
}

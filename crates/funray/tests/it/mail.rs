//! Tests of emails, which are queued once and retried until a mail server accepts them.

use std::{
    io::Write,
    sync::{Arc, Mutex},
    time::Duration,
};

use access::auth::TenantKind;
use accounts::letters::Letter;
use mail::Mail;

use crate::support::{TestApp, mail, smtp::MailServer, wire::ClosedPort};

#[tokio::test]
async fn sandbox_mailbox_lists_mails_newest_first() {
    let app = TestApp::new().await;
    let empty = app.get("/sandbox/mail").send().await;
    assert!(empty.text().contains("No mail yet"), "{}", empty.text());
    app.post_mail("Ann@Shop.example").await;
    app.run_jobs().await;
    app.hands.advance(Duration::from_secs(60));
    app.post_mail("bob@shop.example").await;
    app.run_jobs().await;

    let all = app.get("/sandbox/mail.json").send().await.json();
    assert_eq!(all[0]["to"], "bob@shop.example");
    assert_eq!(all[1]["to"], "ann@shop.example");
    let ann = &app.mails_to("ann@shop.example").await[0];
    assert_eq!(ann["from"], "FunRay <hello@funray.localhost>");
    assert_eq!(ann["subject"], "Email from FunRay works");
    assert_eq!(ann["sentAt"], "2026-03-10T15:00:00Z");
    assert!(ann["text"].as_str().expect("text").contains("http://localhost:8080"), "{ann}");
    assert!(ann["html"].as_str().expect("html").contains("Email works"), "{ann}");

    let page = app.get("/sandbox/mail?to=ann@shop.example").send().await;
    assert!(page.text().contains("to ann@shop.example"), "{}", page.text());
    assert!(!page.text().contains("bob@"), "{}", page.text());
    let link = page.text().split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let html = app.get(link.expect("a link")).send().await;
    assert!(html.text().contains("Email works"));
    let policy = html.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline'"), "{policy}");
    for nothing in ["nothing", "%00", "%FF"] {
        let reply = app.get(&format!("/sandbox/mail/{nothing}")).send().await;
        reply.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn sandbox_mailbox_exists_in_the_demo_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = format!("demo = false\nmail = \"dir:{}\"", folder.path().display());
    let app = TestApp::with(&settings).await;
    let reply = app.get("/sandbox/mail.json").send().await;
    assert!(!reply.text().starts_with('['), "{}", reply.text());
}

#[tokio::test]
async fn deliver_writes_whole_mails_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::with(&format!("mail = \"dir:{}\"", folder.path().display())).await;
    let id = app.post_mail("ann@shop.example").await;
    app.run_jobs().await;
    let files: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(files.len(), 1);
    let mail = std::fs::read_to_string(folder.path().join(format!("{id}.eml"))).expect("the file");
    for part in [
        "To: ann@shop.example",
        "Subject: Email from FunRay works",
        &format!("Message-ID: <{id}@funray.localhost>"),
        "Auto-Submitted: auto-generated",
        "Content-Type: text/plain",
        "Content-Type: text/html",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
}

#[tokio::test]
async fn deliver_escapes_user_text_in_headers_and_html() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::with(&format!("mail = \"dir:{}\"", folder.path().display())).await;
    let now = app.app.clock.now();
    let Mail { to, brand, lang, .. } = mail("ann@shop.example");
    let letter = Letter::NewRegistration {
        organization: "Maple\r\nBcc: all@shop.example\r\n\r\n<script>".to_owned(),
        kind: TenantKind::Vendor,
        contact: "<img src=x>".to_owned(),
        email: "eve@shop.example".to_owned(),
        link: "http://localhost:8080/admin/vendors".to_owned(),
    };
    let mail = Mail { to, brand, lang, letter };
    let posted = app.app.db.write(move |tx| mail::post(tx, now, &mail)).await;
    let file = folder.path().join(format!("{}.eml", posted.expect("posted")));
    app.run_jobs().await;
    let mail = std::fs::read_to_string(file).expect("the file");
    let (header, body) = mail.split_once("\r\n\r\n").expect("a header and a body");
    assert!(header.contains("Subject: New registration: Maple Bcc: all@shop"), "{header}");
    assert!(!header.contains("\r\nBcc"), "{header}");
    let html = body.split("text/html").nth(1).expect("HTML");
    assert!(!html.contains("<script") && !html.contains("<img"), "{html}");
}

#[tokio::test]
async fn deliver_retries_after_a_temporary_smtp_error() {
    let server = MailServer::start().await;
    let app = TestApp::with(&format!("mail = \"smtp://{}\"", server.address)).await;
    server.refuse(Some("451 come back later"));
    let id = app.post_mail("ann@shop.example").await;
    assert_eq!(app.run_jobs().await, 1);
    assert!(server.taken().is_empty());
    server.refuse(None);
    app.hands.advance(Duration::from_secs(10));
    assert_eq!(app.run_jobs().await, 1);
    let taken = server.taken();
    assert_eq!(taken.len(), 1);
    assert!(taken[0].contains(&format!("Message-ID: <{id}@funray.localhost>")), "{}", taken[0]);
    app.hands.advance(Duration::from_secs(3600));
    assert_eq!(app.run_jobs().await, 0);
}

#[tokio::test]
async fn deliver_keeps_mails_while_the_server_is_unreachable() {
    let closed = ClosedPort::new();
    let mut app = TestApp::with(&format!("mail = \"smtp://{}\"", closed.address)).await;
    app.expect_leftover_jobs();
    app.post_mail("ann@shop.example").await;
    for _ in 0..5 {
        assert_eq!(app.run_jobs().await, 1);
        app.hands.advance(Duration::from_secs(600));
    }
    assert_eq!(app.count("SELECT count(*) FROM job WHERE state = 'waiting'").await, 1);
}

#[tokio::test]
async fn deliver_gives_up_on_a_permanent_smtp_error() {
    let server = MailServer::start().await;
    let mut app = TestApp::with(&format!("mail = \"smtp://{}\"", server.address)).await;
    app.expect_leftover_jobs();
    server.refuse(Some("550 no such person"));
    app.post_mail("nobody@shop.example").await;
    app.run_jobs().await;
    let dead = app.count("SELECT count(*) FROM job WHERE state = 'dead' AND attempts = 1").await;
    assert_eq!(dead, 1);
}

/// Collects the log output of the current thread.
#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn refused_mail_is_logged_without_its_readers_address() {
    let server = MailServer::start().await;
    let mut app = TestApp::with(&format!("mail = \"smtp://{}\"", server.address)).await;
    app.expect_leftover_jobs();
    server.refuse(Some("550 <nobody@shop.example> is no such person"));
    app.post_mail("nobody@shop.example").await;
    let log = Captured::default();
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || lines.clone()).finish();
    let logging = tracing::subscriber::set_default(subscriber);
    app.run_jobs().await;
    drop(logging);
    let text = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    assert!(text.contains("a job failed") && !text.contains("nobody@"), "{text}");
    let named = "SELECT count(*) FROM job WHERE last_error LIKE '%nobody@shop.example%'";
    assert_eq!(app.count(named).await, 1, "a person who looks at the job reads why");
}

#[tokio::test]
async fn mail_names_the_brands_public_url_and_company() {
    let settings = "brands.rayzr.public_url = \"https://rayzr.example\"\n\
                    brands.rayzr.company = \"Main Street Cards Ltd.\"\nbrands.rayzr.address = \"7 King Street West\"";
    let app = TestApp::with(settings).await;
    let now = app.app.clock.now();
    let mut letter = mail("ann@shop.example");
    letter.brand = kernel::brand::Brand::from_slug("rayzr").expect("a brand");
    letter.lang = kernel::language::Language::Fr;
    app.app.db.write(move |tx| mail::post(tx, now, &letter)).await.expect("posted");
    app.run_jobs().await;
    let mail = &app.mails_to("ann@shop.example").await[0];
    assert_eq!(mail["subject"], "Les courriels de RayZR arrivent");
    assert!(
        mail["html"].as_str().expect("html").contains("href=\"https://rayzr.example\""),
        "{mail}"
    );
    for form in ["html", "text"] {
        let written = mail[form].as_str().expect("a form");
        assert!(
            written.contains("Main Street Cards Ltd., 7 King Street West, Toronto"),
            "{written}"
        );
    }
}

//! Tests of `funray doctor --online` against a running program.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::support::{
    Place, TestApp,
    program::{Program, funray},
    wire::ClosedPort,
};

/// Runs the doctor with these variables. Returns whether nothing is bad, and the findings by name.
fn examine(flags: &[String], variables: &[(&str, &str)]) -> (bool, BTreeMap<String, Value>) {
    let mut command = funray();
    command.args(["doctor", "--online", "--json"]).args(flags);
    let output = command.envs(variables.iter().copied()).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text} {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(report["ready"], output.status.success());
    let findings = report["findings"].as_array().expect("findings").iter();
    let named =
        |finding: &Value| (finding["name"].as_str().expect("a name").to_owned(), finding.clone());
    (output.status.success(), findings.map(named).collect())
}

/// A sender without a domain, so that no test depends on the name servers of the machine.
const SENDERS: [(&str, &str); 2] =
    [("FUNRAY_BRANDS__FUNRAY__MAIL_FROM", "hello"), ("FUNRAY_BRANDS__RAYZR__MAIL_FROM", "hello")];

#[test]
fn doctor_online_examines_a_running_program() {
    let place = Place::migrated();
    let sandbox = Program::sandbox_gateway(&[]);
    let gateway = ["--gateway-url".to_owned(), format!("http://{}", sandbox.address)];
    let flags = [place.flags(), gateway.to_vec()].concat();
    let program = Program::serve(&flags);
    let url = format!("http://{}", program.address);
    let settings = [SENDERS.as_slice(), &[("FUNRAY_BRANDS__FUNRAY__PUBLIC_URL", &url)]].concat();
    let (fine, findings) = examine(&flags, &settings);
    assert!(!fine, "no backup was ever made");
    for (name, outcome) in [
        ("database", "fine"),
        ("clock", "fine"),
        ("mail-sign-in", "advice"),
        ("brand-address", "fine"),
        // Development has one port for all.
        ("operations-port", "failed"),
        ("gateway-account", "advice"),
        ("gateway-signature", "fine"),
        ("file-store", "fine"),
        ("backup", "failed"),
        ("drill", "advice"),
        ("key-copy", "failed"),
    ] {
        assert_eq!(findings[name]["outcome"], outcome, "{}", findings[name]);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = fs::read_to_string(root.join("docs/site/pages/operate/doctor.md")).expect("a page");
    for (name, finding) in &findings {
        let page = finding["page"].as_str().expect("a page");
        assert!(root.join(format!("docs/site/pages/{page}.md")).exists(), "{name}: {page}");
        let bad = matches!(finding["outcome"].as_str(), Some("failed" | "refused"));
        assert!(!(bad && finding["remedy"] == ""), "{finding}");
    }
    let others = ["spf", "dkim", "dmarc", "certificate", "disk"].map(str::to_owned);
    for name in findings.keys().chain(&others) {
        assert!(guide.contains(&format!("`{name}`")), "{name} is missing in doctor.md");
    }
    let other_key = [settings.as_slice(), &[("FUNRAY_GATEWAY__SIGNATURE_KEY", "AB12")]].concat();
    // The keys of the account go together.
    let keys = [
        ("FUNRAY_GATEWAY__LOGIN_ID", "SANDBOX"),
        ("FUNRAY_GATEWAY__TRANSACTION_KEY", "no key"),
        ("FUNRAY_GATEWAY__CLIENT_KEY", "no key"),
    ];
    let (_, findings) = examine(&flags, &[&other_key[..], &keys].concat());
    let signature = &findings["gateway-signature"];
    assert!(signature["found"].to_string().contains("refuses the signature"), "{signature}");
    assert_eq!(findings["gateway-account"]["outcome"], "failed", "no such key at the gateway");
}

#[tokio::test]
async fn portal_runs_a_group_of_checks_a_few_times() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("ann").await).await;
    let examine = async |part: &str| {
        admin.call("POST", &format!("/api/v1/System/checks/{part}")).send().await
    };
    let reply = examine("database").await.json();
    assert_eq!(reply["findings"][0]["name"], "database");
    assert_eq!(reply["findings"][0]["outcome"], "fine", "{reply}");
    examine("nothing").await.error(404, "NOT_FOUND");
    for _ in 1..40 {
        assert_eq!(examine("safeguards").await.status, 200);
    }
    examine("safeguards").await.error(429, "TOO_MANY_TRIES");
    app.hands.advance(std::time::Duration::from_secs(30));
    assert_eq!(examine("safeguards").await.status, 200);
}

#[test]
fn doctor_online_reports_everything_that_is_broken_at_once() {
    let closed = ClosedPort::new();
    let folder = tempfile::tempdir().expect("a folder");
    let port = closed.address.port();
    let data = folder.path().join("data").display().to_string();
    let flags =
        ["--data", &data, "--database-url", &format!("postgres://ann:x@127.0.0.1:{port}/x")];
    let flags = flags.map(str::to_owned);
    let url = format!("http://127.0.0.1:{port}");
    let mail = format!("smtp://ann:hunter2@127.0.0.1:{port}");
    let broken = [
        ("FUNRAY_MAIL", mail.as_str()),
        ("FUNRAY_GATEWAY__URL", &url),
        ("FUNRAY_FILES__STORE", "s3://pictures"),
        ("FUNRAY_FILES__S3_ENDPOINT", &url),
        ("FUNRAY_FILES__S3_ACCESS_KEY", "access"),
        ("FUNRAY_FILES__S3_SECRET_KEY", "hunter2"),
        ("FUNRAY_BRANDS__FUNRAY__PUBLIC_URL", &url),
    ];
    let settings = [&SENDERS[..], &broken].concat();
    let (fine, findings) = examine(&flags, &settings);
    assert!(!fine);
    for name in [
        "database",
        "mail-sign-in",
        "brand-address",
        "gateway-account",
        "gateway-signature",
        "file-store",
        "backup",
        "key-copy",
    ] {
        assert_eq!(findings[name]["outcome"], "failed", "{}", findings[name]);
        assert!(!findings[name].to_string().contains("hunter2"), "{}", findings[name]);
    }
    assert!(!Path::new(&data).exists(), "looking makes nothing");
}

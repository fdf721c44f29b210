//! Tests of return addresses: only pages of the brand's own site are accepted, however another
//! address is disguised.

use serde_json::json;

use crate::support::{TestApp, captcha};

/// Addresses that lead to another site, at least in some browser.
const HOSTILE: [&str; 60] = [
    "https://evil.example",
    "http://evil.example/",
    "//evil.example",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "/signin",
    "signin",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://localhost:8080/",
    "https://localhost:8080/",
    "http://localhost",
    "http://localhost:80800/",
    "http://localhost:808/",
    "http://localhost:8081/",
    "http://localhost:8080.evil.example/",
    "http://localhost:8080@evil.example/",
    "http://localhost:8080:80@evil.example/",
    "http://evil.example@localhost:8081/",
    "http://user:pass@localhost:8080/",
    "http://localhost%3A8080/",
    "http://localhost:8080%2F@evil.example",
    "http://localhost:8080\\@evil.example",
    "http://localhost:8080\\.evil.example",
    "http://localhost:8080 .evil.example",
    "http://localhost:8080\t/",
    "http://localhost:8080\n/",
    "http://localhost:8080\r\nX: y",
    "http://localhost:8080/\u{0}",
    "http://localhost:8080/\u{7f}",
    "http://localhost:8080/é",
    "http://localhost:8080/<script>",
    "http://localhost:8080/\"",
    "http://localhost:8080/ x",
    "HTTP://localhost:8080/",
    "http://LOCALHOST:8080/",
    "http:/localhost:8080/",
    "http:localhost:8080/",
    "http:\\\\localhost:8080/",
    "http://localhost.:8080/",
    "http://[::1]:8080/",
    "http://0x7f000001:8080/",
    "http://2130706433:8080/",
    "http://0.0.0.0:8080/",
    "http://127.1:8080/",
    "http://rayzr.localhost:8080/",
    "http://evil.localhost:8080/",
    "http://localhost:8080evil.example/",
    "http://localhost:8080-evil.example/",
    "http://localhost:8080_",
    "http://localhost:8080;evil.example/",
    "http://localhost:8080,evil.example/",
    "http://localhost:8080&evil.example/",
    "http://localhost:8080$evil.example/",
    "http://evil.example/?http://localhost:8080/",
    "http://evil.example/#http://localhost:8080/",
];

#[tokio::test]
async fn return_urls_outside_the_brands_site_are_refused() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    for url in HOSTILE {
        for field in ["successReturnUrl", "failedReturnUrl"] {
            let mut body =
                json!({ "email": "ann@shop.example", "appName": "funray", "reCaptchaToken": "x" });
            body[field] = json!(url);
            let reply =
                app.post("/api/v1/Accounts/forgot-password").json(body.to_string()).send().await;
            let refused = reply.error(400, "VALIDATION");
            assert!(refused["fields"][field].is_string(), "{url:?}: {refused}");
        }
    }
    assert_eq!(app.run_jobs().await, 0, "and no mail went out");
}

#[tokio::test]
async fn return_urls_are_accepted_for_their_own_brand_only() {
    let app = TestApp::new().await;
    app.consumer("ann").await;
    for (brand, url, status) in [
        ("funray", "http://localhost:8080/reset-password", 204),
        ("funray", "http://localhost:8080", 204),
        ("funray", "http://127.0.0.1:8080/reset-password?a=b#c", 204),
        ("rayzr", "http://rayzr.localhost:8080/reset-password", 204),
        ("rayzr", "http://localhost:8080/reset-password", 400),
    ] {
        let body = json!({
            "email": "ann@shop.example", "appName": brand, "successReturnUrl": url,
            "reCaptchaToken": captcha::solve(&app, "forgot-password").await,
        });
        let reply =
            app.post("/api/v1/Accounts/forgot-password").json(body.to_string()).send().await;
        assert_eq!(reply.status, status, "{brand} {url}");
    }
    app.run_jobs().await;
}

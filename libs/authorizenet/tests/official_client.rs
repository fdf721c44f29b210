//! Tests the sandbox with the gateway's official SDK, and the sandbox's Accept.js as a web page
//! runs it. `make test` installs the SDK; these tests are skipped without it.

mod support;

use authorizenet::sandbox::CREDENTIALS;
use support::{play::Play, serve};
use tokio::process::Command;

/// Runs a program from the folder `client-check` and compares its output line by line.
async fn says(program: &str, arguments: &[&str], expected: &[&str]) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/client-check");
    let output = Command::new("node")
        .current_dir(folder)
        .arg(program)
        .args(arguments)
        .kill_on_drop(true)
        .output()
        .await
        .expect("node is installed");
    let complaint = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines, expected, "{complaint}");
    assert!(output.status.success(), "{complaint}");
}

#[tokio::test]
#[ignore = "needs `npm ci` in client-check"]
async fn official_sdk_works_against_the_sandbox() {
    let play = Play::start().await;
    let gateway = format!("http://{}", play.address);
    let admin = format!("http://{}", serve(play.sandbox.admin_router()).await);
    let arguments = [
        gateway.as_str(),
        &admin,
        CREDENTIALS.login_id,
        CREDENTIALS.transaction_key,
        CREDENTIALS.client_key,
    ];
    let expected = [
        r#""approved" "1" "1" "PAY1""#,
        r#""account" "XXXX1111" "Visa""#,
        r#""declined" "2" "2" "PAY2""#,
        r#""held" "4" "252" "PAY3""#,
        r#""failed" "3" "19" "PAY4""#,
        r#""refused" "E00003""#,
        r#""details" "capturedPendingSettlement" 25 "PAY1""#,
        r#""unsettled" ["PAY1","PAY2","PAY3"]"#,
        r#""reviewed" "capturedPendingSettlement""#,
        r#""voided" "1" "1" "VOID1""#,
        r#""void" "voided""#,
        r#""unsettled refund" "3" "54" "BACK1""#,
        r#""settled" "settledSuccessfully""#,
        r#""refunded" "1" "1" "BACK2""#,
        r#""batch" "settledSuccessfully""#,
        r#""in batch" ["PAY1","PAY2","PAY3"]"#,
        r#""merchant" ["CAD"] true"#,
        r#""authenticated" "Ok""#,
    ];
    says("check.mjs", &arguments, &expected).await;
}

#[tokio::test]
#[ignore = "needs Node"]
async fn accept_js_creates_tokens_and_reports_errors() {
    let play = Play::start().await;
    let gateway = format!("http://{}", play.address);
    let expected = [
        r#""token" "COMMON.ACCEPT.INAPP.PAYMENT" "Ok" ["I_WC_01"]"#,
        r#""by name" ["I_WC_01"]"#,
        r#""elsewhere" ["E_WC_01"]"#,
        r#""plain http" ["E_WC_02"]"#,
        r#""number" ["E_WC_05"]"#,
        r#""month" ["E_WC_06"]"#,
        r#""year" ["E_WC_07"]"#,
        r#""past" ["E_WC_08"]"#,
        r#""code" ["E_WC_15"]"#,
        r#""zip" ["E_WC_16"]"#,
        r#""name" ["E_WC_17"]"#,
        r#""missing" ["E_WC_04"]"#,
        r#""nothing" ["E_WC_18","E_WC_10","E_WC_04"]"#,
        r#""several" ["E_WC_05","E_WC_06","E_WC_15"]"#,
        r#""stranger" ["E_WC_21"]"#,
        r#""words" "Error" "Please provide valid credit card number.""#,
    ];
    let arguments = [gateway.as_str(), CREDENTIALS.login_id, CREDENTIALS.client_key];
    says("accept.mjs", &arguments, &expected).await;
}

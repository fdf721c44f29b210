//! Tests of calls that need a recent sign-in, so that nobody can make them in a browser that was
//! left open.

use std::collections::BTreeSet;

use serde_json::json;

use crate::{
    authorization::documented,
    support::{PASSWORD, TestApp},
};

const PROOF: &str = "/api/v1/Accounts/me/proof";

/// Calls that always need a recent sign-in. Remove a call from this list only on purpose.
const ALWAYS: [&str; 67] = [
    "POST /api/v1/Accounts/{id}/closed",
    "POST /api/v1/Accounts/{id}/closing-declined",
    "POST /api/v1/Accounts/invitations/{id}/approved",
    "POST /api/v1/Accounts/invitations/{id}/declined",
    "POST /api/v1/Accounts/invitations/{id}/sent-again",
    "POST /api/v1/Accounts/invited",
    "PUT /api/v1/Accounts/{id}",
    "PUT /api/v1/Accounts/roles/{id}/status/{status}",
    "PUT /api/v1/Accounts/status",
    "POST /api/v1/Approvals/{id}/approved",
    "PUT /api/v1/Cards/{id}/reactivated",
    "POST /api/v1/Charities",
    "POST /api/v1/Charities/{id}/asked",
    "PUT /api/v1/Charities/{id}/rejected",
    "PUT /api/v1/Charities/{id}/status/{status}",
    "PUT /api/v1/Vendors/{id}/counter-settings",
    "PUT /api/v1/Helpdesk/bursts/{id}/closed",
    "POST /api/v1/Helpdesk/orders/{id}/cancelled",
    "POST /api/v1/Helpdesk/orders/{id}/refunds",
    "POST /api/v1/Helpdesk/orders/{id}/released",
    "POST /api/v1/Helpdesk/orders/{id}/voided",
    "POST /api/v1/Books/months",
    "POST /api/v1/Books/reopenings",
    "PUT /api/v1/Books/reopenings/{id}/approved",
    "POST /api/v1/Taxes/rates",
    "POST /api/v1/Taxes/registrations",
    "POST /api/v1/Payouts/exports",
    "POST /api/v1/Payouts/exports/{id}/file",
    "PUT /api/v1/Payouts/{id}/approved",
    "PUT /api/v1/Payouts/exports/{id}/released",
    "PUT /api/v1/Payouts/exports/{id}/paid",
    "PUT /api/v1/Payouts/runs/{id}/approved",
    "POST /api/v1/Payouts/runs/{id}/exports",
    "PUT /api/v1/Payouts/{id}/failed",
    "PUT /api/v1/Payouts/{id}/failed/confirmed",
    "PUT /api/v1/Payouts/{id}/paid",
    "PUT /api/v1/Payouts/pauses/{id}/lifted",
    "PUT /api/v1/System/company/{brand}",
    "POST /api/v1/Imports/campaigns",
    "POST /api/v1/Imports/causes",
    "POST /api/v1/Imports/shops",
    "POST /api/v1/Vendors",
    "PUT /api/v1/Vendors/{id}/closed",
    "POST /api/v1/Vendors/{id}/closing",
    "PUT /api/v1/Vendors/{id}/closing/{closingId}/approved",
    "PUT /api/v1/Vendors/{id}/closing/{closingId}/left/{orderId}/paid",
    "POST /api/v1/Vendors/{id}/asked",
    "PUT /api/v1/Vendors/{id}/rejected",
    "PUT /api/v1/Vendors/{id}/status/{status}",
    "GET /api/v1/Accounts/me/export",
    "POST /api/v1/Accounts/me/authenticator-app",
    "PUT /api/v1/Accounts/me/authenticator-app",
    "DELETE /api/v1/Accounts/me/authenticator-app",
    "POST /api/v1/Accounts/me/recovery-codes",
    "POST /api/v1/Accounts/me/passkeys/offered",
    "POST /api/v1/Accounts/me/passkeys",
    "DELETE /api/v1/Accounts/me/passkeys/{id}",
    "POST /api/v1/Accounts/{id}/second-factors/reset",
    "PUT /api/v1/Accounts/me/pins/{id}",
    "POST /api/v1/Tills",
    "POST /api/v1/Tills/{id}/link",
    "POST /api/v1/Payouts/hold-back",
    "POST /api/v1/Helpdesk/people/{id}/buying-limits",
    "PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/approved",
    "PUT /api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/approved",
    "PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid",
    "PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/approved",
];

#[tokio::test]
async fn fresh_proof_is_required_by_exactly_the_listed_calls() {
    let app = TestApp::new().await;
    let root = app.super_administrator("root").await;
    let manager = app.manager_of(app.vendor("Shop").await, "mona").await;
    let mut asking = BTreeSet::new();
    for call in documented() {
        // Use a new session for each call, because some calls end the session. Advance the clock,
        // so that the sessions have different ages: when a person has too many, the oldest session
        // ends, which must not be the one in use.
        app.hands.advance(std::time::Duration::from_secs(1));
        // Only people who work at a shop can add tills for the shop.
        let is_for_managers = call.starts_with("POST /api/v1/Tills");
        let caller = if is_for_managers { &manager } else { &root };
        let visitor = app.sign_in_long_ago(caller).await;
        let (method, path) = call.split_once(' ').expect("a call");
        let reply =
            visitor.call(method, &path.replace("{status}", "deactivate")).json("{}").send().await;
        if reply.text().contains("PROOF_REQUIRED") {
            reply.error(403, "PROOF_REQUIRED");
            asking.insert(call);
        }
    }
    // The call for a test email leaves one.
    app.run_jobs().await;
    assert_eq!(asking, ALWAYS.map(str::to_owned).into());
}

#[tokio::test]
async fn fresh_proof_lasts_ten_minutes_from_signing_in() {
    let app = TestApp::new().await;
    let visitor = app.sign_in(&app.administrator("ada").await).await;
    let invite = visitor.post("/api/v1/Accounts/invited", &json!({}));
    invite.send().await.error(400, "VALIDATION");
    app.hands.advance(std::time::Duration::from_secs(601));
    let visitor = app.refreshed(&visitor).await;
    let invite = visitor.post("/api/v1/Accounts/invited", &json!({}));
    invite.send().await.error(403, "PROOF_REQUIRED");
}

#[tokio::test]
async fn fresh_proof_lasts_for_the_configured_proof_seconds() {
    let app = TestApp::with("sessions.proof_seconds = 90").await;
    let visitor = app.sign_in(&app.administrator("ada").await).await;
    assert_eq!(visitor.get(PROOF).send().await.json()["lastsMinutes"], 2);
    let invite = async || visitor.post("/api/v1/Accounts/invited", &json!({})).send().await;
    app.hands.advance(std::time::Duration::from_secs(90));
    invite().await.error(400, "VALIDATION");
    app.hands.advance(std::time::Duration::from_secs(1));
    invite().await.error(403, "PROOF_REQUIRED");
    assert_eq!(visitor.post(PROOF, &json!({ "password": PASSWORD })).send().await.status, 204);
    invite().await.error(400, "VALIDATION");
}

#[tokio::test]
async fn fresh_proof_is_required_to_resend_invitations_and_resets() {
    let app = TestApp::new().await;
    let (sue, ada) = (app.super_administrator("sue").await, app.administrator("ada").await);
    let carl = app.administrator("carl").await;
    let (fresh, stale) = (app.sign_in(&sue).await, app.sign_in_long_ago(&ada).await);
    let invited = json!({
        "email": "new@shop.example", "firstName": "New", "lastName": "Comer", "roleId": "ADMINISTRATOR",
    });
    assert_eq!(fresh.post("/api/v1/Accounts/invited", &invited).send().await.status, 200);
    for (email, purpose) in [("new@shop.example", "Invite"), (carl.email.as_str(), "Reset")] {
        let path =
            format!("/api/v1/Accounts/resend-email-confirmation?email={email}&purpose={purpose}");
        stale.get(&path).send().await.error(403, "PROOF_REQUIRED");
        assert_eq!(app.sign_in(&ada).await.get(&path).send().await.status, 204, "{purpose}");
    }
    let told = "SELECT count(*) FROM audit_entry
                WHERE action IN ('ROLE_OFFER_RESENT', 'PASSWORD_RESET_ASKED')";
    assert_eq!(app.count(told).await, 2);
    app.run_jobs().await;
}

#[tokio::test]
async fn fresh_proof_is_audited_with_its_method_on_success_and_failure() {
    let app = TestApp::new().await;
    let ada = app.administrator("ada").await;
    let visitor = app.sign_in_long_ago(&ada).await;
    for password in ["wrong", PASSWORD] {
        visitor.post(PROOF, &json!({ "password": password })).send().await;
        app.hands.advance(std::time::Duration::from_secs(1));
    }
    let told = "SELECT action, after FROM audit_entry WHERE action LIKE 'STEP_UP%' ORDER BY id";
    let rows: Vec<(String, String)> =
        app.app.db.read(move |tx| tx.rows(told, &[])).await.expect("rows");
    let method = r#"{"method":"PASSWORD"}"#;
    let row = |action: &str| (action.to_owned(), method.to_owned());
    assert_eq!(rows, [row("STEP_UP_FAILED"), row("STEP_UP_PROVEN")]);
}

#[tokio::test]
async fn fresh_proof_by_password_counts_for_one_session() {
    let app = TestApp::new().await;
    let ada = app.administrator("ada").await;
    let (here, there) = (app.sign_in_long_ago(&ada).await, app.sign_in_long_ago(&ada).await);
    let wrong = here.post(PROOF, &json!({ "password": "wrong" })).send().await;
    assert_eq!(wrong.wrong_fields()["password"], "This is not your password.");
    let invite = async |visitor: &crate::support::Visitor<'_>| {
        visitor.post("/api/v1/Accounts/invited", &json!({})).send().await
    };
    invite(&here).await.error(403, "PROOF_REQUIRED");
    assert_eq!(here.post(PROOF, &json!({ "password": PASSWORD })).send().await.status, 204);
    invite(&here).await.error(400, "VALIDATION");
    invite(&there).await.error(403, "PROOF_REQUIRED");
}

#[tokio::test]
async fn fresh_proof_is_checked_after_the_permission() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in_long_ago(&ann).await;
    visitor.post("/api/v1/Accounts/invited", &json!({})).send().await.error(403, "PERMISSION");
}

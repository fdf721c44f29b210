//! Tests of a connection that breaks during a commit. The reply says that the outcome is unknown,
//! and a retry with the same key returns the outcome.

use serde_json::json;

use super::{Street, card_of, redeem};
use crate::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn redeem_with_a_lost_commit_returns_its_outcome_by_key() {
    let Some((app, proxy)) = TestApp::behind_proxy().await else { return };
    let street = Street::on(app).await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let send = || redeem(&clerk, card, json!(3)).header("idempotency-key", "k-1").send();

    proxy.cut_next_commit();
    let unknown = send().await;
    assert!(proxy.has_cut());
    unknown.error(503, "OUTCOME_UNKNOWN");
    assert_eq!(unknown.header("retry-after"), "", "whoever repeats it by itself may do it twice");

    let told = send().await;
    assert_eq!(
        (told.status.as_u16(), &told.json()["balance"]),
        (200, &json!(22)),
        "{}",
        told.text()
    );
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 22, "it was done, and once");
    street.app.run_jobs().await;
}

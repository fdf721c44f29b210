//! Tests of redemptions that wait for a manager's approval: who may approve them, that a decision
//! is final, and the replies to the clerk.

use std::time::Duration;

use access::auth::Role;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Street, approval_of, card_of, history, redeem, set_counter};
use crate::ledger::found_after;
use crate::support::{
    Call, Visitor,
    cards::Purchase,
    live::{next_push, open_stream},
};

const MOVED: &str = "SELECT count(*) FROM transfer WHERE kind <> 'SALE'";

/// Starts a shop whose clerks need approval to redeem more than ten dollars.
async fn strict() -> Street {
    let street = Street::new().await;
    let manager = street.manager().await;
    set_counter(&manager, street.shop, json!({ "singleAmount": 10 })).await;
    street
}

fn decide(visitor: &Visitor<'_>, asked: &Value, word: &str) -> Call {
    let id = asked["id"].as_str().unwrap_or_else(|| panic!("{asked}"));
    visitor.post(&format!("/api/v1/Approvals/{id}/{word}"), &json!({}))
}

async fn state(visitor: &Visitor<'_>, asked: &Value) -> Value {
    let id = asked["id"].as_str().unwrap_or_else(|| panic!("{asked}"));
    visitor.get(&format!("/api/v1/Approvals/{id}")).send().await.json()["state"].clone()
}

async fn colleague(street: &Street) -> Visitor<'_> {
    let nina = street.app.manager_of(street.shop, "nina").await;
    street.app.sign_in(&nina).await
}

#[tokio::test]
async fn approve_redemption_posts_for_the_clerk_and_answers_the_retry() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(50).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    let send = || redeem(&clerk, card, json!(40)).header("idempotency-key", "k-1");
    let first = send().send().await.error(409, "APPROVAL_NEEDED");
    let again = send().send().await.error(409, "APPROVAL_NEEDED");
    assert_eq!(first["approval"], again["approval"], "the same answer");
    assert_eq!(street.app.count(MOVED).await, 0);
    let listed = manager.get("/api/v1/Approvals").send().await.json();
    assert_eq!(listed["totalItems"], 1);
    let waiting = &listed["items"][0];
    assert_eq!(waiting["id"], first["approval"]["id"]);
    assert_eq!((&waiting["value"], &waiting["clerkName"]), (&json!(40), &json!("emil Test")));
    assert_eq!((&waiting["secondsLeft"], &waiting["isByName"]), (&json!(900), &json!(false)));
    let approved = decide(&manager, waiting, "approved").send().await.json();
    assert_eq!(
        (&approved["state"], &approved["decidedBy"]),
        (&json!("APPROVED"), &json!("nina Test"))
    );
    let done = send().send().await.json();
    assert_eq!(done["transactionId"], approved["transactionId"]);
    assert_eq!((&done["value"], &done["balance"]), (&json!(40), &json!(10)));
    let line = history(&clerk, card).await[0].clone();
    assert_eq!((&line["approvedBy"], &line["undoSeconds"]), (&json!("nina Test"), &json!(60)));
    assert_eq!(history(&street.owner().await, card).await[0]["approvedBy"], json!(null));
    let by_clerk = "SELECT count(*) FROM transfer t JOIN person p ON p.id = t.actor
                    WHERE t.kind = 'REDEMPTION' AND p.first_name = 'emil'";
    assert_eq!(street.app.count(by_clerk).await, 1);
    let recorded = "SELECT count(*) FROM audit_entry
                    WHERE action IN ('REDEMPTION_HELD', 'REDEMPTION_APPROVED')";
    assert_eq!(street.app.count(recorded).await, 2);
    let log = manager.get("/api/v1/Audit?action=REDEMPTION_APPROVED").send().await.json();
    assert_eq!(log["items"][0]["after"]["value"], "$40.00", "{log}");
    assert_eq!(manager.get("/api/v1/Approvals").send().await.json()["totalItems"], 0);
    street.app.run_jobs().await;
    let told = street.app.mails_to("nina@shop.example").await;
    assert_eq!(told[0]["subject"], "$40.00 at Maple Leaf Books waits for you");
    assert_eq!(street.app.mails_to("ann@shop.example").await.len(), 2, "the card, the redemption");
}

#[tokio::test(flavor = "multi_thread")]
async fn approve_redemption_posts_one_transfer_under_concurrency() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(50).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let mut running = JoinSet::new();
    for _ in 0..64 {
        running.spawn(decide(&manager, &asked, "approved").send());
    }
    let replies = running.join_all().await;
    let first = replies[0].json();
    for reply in &replies {
        assert_eq!(reply.json()["transactionId"], first["transactionId"], "{}", reply.text());
    }
    assert_eq!(street.app.count(MOVED).await, 1);
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 30);
    decide(&manager, &asked, "declined").send().await.error(409, "REQUEST_OVER");
    street.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn approve_redemption_and_decline_concurrently_decide_once() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(100).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    for value in [11, 12, 13] {
        let before = card_of(&clerk, card).await["cardBalance"].as_i64().expect("dollars");
        let asked = approval_of(&clerk, redeem(&clerk, card, json!(value))).await;
        let mut running = JoinSet::new();
        for word in ["approved", "declined", "approved", "declined"] {
            running.spawn(decide(&manager, &asked, word).send());
        }
        let withdrawn = decide(&clerk, &asked, "withdrawn").send().await;
        let replies = running.join_all().await;
        let fine = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(fine + usize::from(withdrawn.status == 200) * 2, 2, "both of one word");
        let taken = if state(&clerk, &asked).await == "APPROVED" { value } else { 0 };
        assert_eq!(card_of(&clerk, card).await["cardBalance"], before - taken);
    }
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_redemption_refuses_other_shops_clerks_and_the_managers_own_card() {
    let street = strict().await;
    let nina = street.app.manager_of(street.shop, "nina").await;
    let gift = Purchase::of(street.shop, 50).given_to("bob@shop.example");
    let (own, given) = (
        street.app.sell(&nina, Purchase::of(street.shop, 50)).await,
        street.app.sell(&nina, gift).await,
    );
    street.app.run_jobs().await;
    let (clerk, nina) = (street.employee().await, street.app.sign_in(&nina).await);
    let otto = street.app.manager_of(street.other_shop, "otto").await;
    let otto = street.app.sign_in(&otto).await;
    for card in [own, given] {
        clerk.sees(card).await;
        let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
        decide(&nina, &asked, "approved").send().await.error(403, "OWN_CARD");
        decide(&otto, &asked, "approved").send().await.error(404, "NOT_FOUND");
        let id = asked["id"].as_str().expect("an id");
        otto.get(&format!("/api/v1/Approvals/{id}")).send().await.error(404, "NOT_FOUND");
        decide(&clerk, &asked, "approved").send().await.error(403, "PERMISSION");
        decide(&otto, &asked, "withdrawn").send().await.error(404, "NOT_FOUND");
    }
    assert_eq!(otto.get("/api/v1/Approvals").send().await.json()["totalItems"], 0);
    let foreign = format!("/api/v1/Approvals?tenantId={}", street.shop);
    assert_eq!(otto.get(&foreign).send().await.json()["totalItems"], 0);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_redemption_refuses_the_requesting_clerk_after_promotion() {
    let street = strict().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let (card, clerk) = (street.card(50).await, street.app.sign_in(&emil).await);
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    street.app.grant(emil.id, Role::Manager, Some(street.shop)).await;
    let listed = clerk.get("/api/v1/Approvals").send().await.json();
    let refused = decide(&clerk, &asked, "approved").send().await;
    refused.foretold(&listed["items"][0]["refusal"], 409, "OWN_REQUEST");
    decide(&clerk, &asked, "declined").send().await.error(409, "OWN_REQUEST");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_redemption_refuses_a_clerk_who_lost_the_role_since() {
    let street = strict().await;
    let manager = colleague(&street).await;
    for lost in [
        "UPDATE person_role SET is_active = FALSE WHERE person_id = $1",
        "UPDATE person SET is_active = FALSE WHERE id = $1",
    ] {
        let emil = street.app.employee_of(street.shop, &format!("emil{}", lost.len())).await;
        let (card, clerk) = (street.card(50).await, street.app.sign_in(&emil).await);
        clerk.sees(card).await;
        let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
        street.app.write(lost, emil.id).await;
        street.app.record_identity(emil.id).await;
        decide(&manager, &asked, "approved").send().await.error(409, "ASKER_GONE");
        assert_eq!(decide(&manager, &asked, "declined").send().await.status, 200);
    }
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_redemption_rechecks_balance_status_and_code_of_the_card() {
    let street = strict().await;
    let gift = Purchase::of(street.shop, 50).given_to("bob@shop.example");
    let card = street.app.sell(&street.buyer, gift).await;
    street.app.run_jobs().await;
    let token = street.app.gift_token("bob@shop.example").await;
    let (clerk, manager, sue) =
        (street.employee().await, colleague(&street).await, street.super_administrator().await);
    clerk.sees(card).await;
    manager.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    assert_eq!(redeem(&manager, card, json!(35)).send().await.status, 200);
    let fields = decide(&manager, &asked, "approved").send().await.wrong_fields();
    assert_eq!(fields["value"], "There is $15.00 on this card.");
    assert_eq!(state(&clerk, &asked).await, "WAITING");
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(12))).await;
    let switch = |word: &str| sue.call("PUT", &format!("/api/v1/Cards/{card}/{word}"));
    assert_eq!(switch("deactived").send().await.status, 200);
    decide(&manager, &asked, "approved").send().await.error(400, "CARD_DEACTIVATED");
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    let thaw = una.call("PUT", &format!("/api/v1/Cards/{card}/reactivated"));
    assert_eq!(thaw.send().await.status, 200);
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    let claim = bob.call("POST", &format!("/api/v1/Gifts/{token}/claimed"));
    assert_eq!(claim.send().await.status, 200);
    decide(&manager, &asked, "approved").send().await.error(409, "CARD_NOT_PRESENTED");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approval_requests_expire_after_fifteen_minutes() {
    let street = strict().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let (card, clerk) = (street.card(50).await, street.app.sign_in(&emil).await);
    let nina = street.app.manager_of(street.shop, "nina").await;
    clerk.sees(card).await;
    let send =
        |clerk: &Visitor<'_>| redeem(clerk, card, json!(20)).header("idempotency-key", "k-1");
    let asked = approval_of(&clerk, send(&clerk)).await;
    street.app.hands.advance(Duration::from_secs(15 * 60));
    let (clerk, manager) = (street.app.refreshed(&clerk).await, street.app.sign_in(&nina).await);
    assert_eq!(state(&clerk, &asked).await, "EXPIRED");
    assert_eq!(manager.get("/api/v1/Approvals").send().await.json()["totalItems"], 0);
    decide(&manager, &asked, "approved").send().await.error(409, "REQUEST_OVER");
    send(&clerk).send().await.error(409, "NOT_APPROVED");
    clerk.sees(card).await;
    let anew = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    assert_ne!(anew["id"], asked["id"]);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn decline_redemption_and_withdraw_post_nothing_and_keep_the_reason() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(50).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    let send = || redeem(&clerk, card, json!(20)).header("idempotency-key", "k-1");
    let asked = approval_of(&clerk, send()).await;
    let id = asked["id"].as_str().expect("an id");
    let reason = json!({ "reason": "Not without me" });
    let decline = || manager.post(&format!("/api/v1/Approvals/{id}/declined"), &reason);
    assert_eq!(decline().send().await.json()["state"], "DECLINED");
    assert_eq!(decline().send().await.json()["reason"], "Not without me", "decided once");
    let read = clerk.get(&format!("/api/v1/Approvals/{id}")).send().await.json();
    assert_eq!(
        (&read["reason"], &read["decidedBy"]),
        (&json!("Not without me"), &json!("nina Test"))
    );
    send().send().await.error(409, "NOT_APPROVED");
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let withdrawn = decide(&clerk, &asked, "withdrawn").send().await.json();
    assert_eq!((&withdrawn["state"], &withdrawn["decidedBy"]), (&json!("WITHDRAWN"), &json!(null)));
    decide(&manager, &asked, "approved").send().await.error(409, "REQUEST_OVER");
    assert_eq!(street.app.count(MOVED).await, 0);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approval_requests_are_one_per_clerk_and_card() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(50).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    let first = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let again = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    assert_eq!(first["id"], again["id"], "sent twice without a key");
    let other = approval_of(&clerk, redeem(&clerk, card, json!(30))).await;
    assert_ne!(first["id"], other["id"]);
    assert_eq!(state(&clerk, &first).await, "WITHDRAWN");
    assert_eq!(manager.get("/api/v1/Approvals").send().await.json()["totalItems"], 1);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approval_requests_are_pushed_live_to_clerk_and_managers() {
    let street = strict().await;
    let (card, clerk, manager) =
        (street.card(50).await, street.employee().await, colleague(&street).await);
    clerk.sees(card).await;
    let mut stream = open_stream(&manager).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    assert_eq!(next_push(&mut stream, "onChangeApproval").await[0], asked["id"]);
    let mut stream = open_stream(&clerk).await;
    assert_eq!(decide(&manager, &asked, "approved").send().await.status, 200);
    assert_eq!(next_push(&mut stream, "onChangeApproval").await[0], asked["id"]);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn approve_redemption_needs_a_manager_of_a_week_who_has_not_appointed_the_asking_manager() {
    let street = Street::new().await;
    let mona = street.app.manager_of(street.shop, "mona").await;
    let nina = street.app.manager_of(street.shop, "nina").await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let (manager, clerk) = (street.app.sign_in(&mona).await, street.app.sign_in(&emil).await);
    set_counter(&manager, street.shop, json!({ "singleAmount": 10 })).await;
    let card = street.card(100).await;
    clerk.sees(card).await;
    street.app.appoint(&mona, &nina).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let new = street.app.sign_in(&nina).await;
    let listed = new.get("/api/v1/Approvals").send().await.json();
    let refused = decide(&new, &asked, "approved").send().await;
    refused.foretold(&listed["items"][0]["refusal"], 409, "ROLE_TOO_NEW");
    let listed = manager.get("/api/v1/Approvals").send().await.json();
    assert_eq!(listed["items"][0]["refusal"], Value::Null, "{listed}");
    // A manager may approve redemptions by a clerk whom they appointed.
    street.app.appoint(&mona, &emil).await;
    assert_eq!(decide(&manager, &asked, "approved").send().await.status, 200);
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(21))).await;
    street.app.grant(emil.id, Role::Manager, Some(street.shop)).await;
    decide(&manager, &asked, "approved").send().await.error(409, "APPOINTED_BY_EACH_OTHER");
    let other = street.app.manager_of(street.shop, "olaf").await;
    let other = street.app.sign_in(&other).await;
    assert_eq!(decide(&other, &asked, "approved").send().await.status, 200);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn verify_names_a_request_whose_clerk_or_decider_was_changed() {
    let street = strict().await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    let (card, clerk) = (street.card(50).await, street.app.sign_in(&emil).await);
    let manager = street.app.manager_of(street.shop, "max").await;
    let manager = street.app.sign_in(&manager).await;
    clerk.sees(card).await;
    let asked = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    street.app.hands.advance(Duration::from_secs(60));
    assert_eq!(decide(&manager, &asked, "approved").send().await.status, 200);
    street.app.run_jobs().await;
    assert_eq!(found_after(&street.app, &[]).await, "");
    let other = street.app.employee_of(street.shop, "otis").await;
    for change in [
        format!("clerk_id = '{}'", other.id),
        format!("decided_by = '{}'", other.id),
        "decided_by = NULL".to_owned(),
        "decided_at = decided_at + 1".to_owned(),
    ] {
        let theft = format!("UPDATE redemption_request SET {change}");
        let found = found_after(&street.app, &[&theft]).await;
        let rules = ["a redemption was asked for and decided", "a decision of the log stands"];
        assert!(rules.iter().any(|rule| found.contains(rule)), "{change}: {found}");
    }
}

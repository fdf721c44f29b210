//! Tests of bursts, many redemptions within minutes: administrators are notified, and the counter
//! can continue.

use std::time::Duration;

use kernel::{ids::CardId, money::Cents};
use serde_json::{Value, json};

use super::{Street, redeem, set_counter};
use crate::{ledger::found_after, payouts, support::Visitor};

async fn cards(street: &Street, count: usize) -> Vec<CardId> {
    let mut cards = Vec::new();
    for _ in 0..count {
        cards.push(street.card(100).await);
    }
    cards
}

/// Redeems the whole balance of each card.
async fn empty(visitor: &Visitor<'_>, cards: &[CardId]) {
    for card in cards {
        visitor.sees(*card).await;
        assert_eq!(redeem(visitor, *card, json!(100)).send().await.status, 200);
    }
}

/// Runs the check for bursts, which is due seconds after a redemption.
async fn look(street: &Street) {
    street.app.hands.advance(Duration::from_secs(3));
    street.app.run_jobs().await;
}

async fn open_bursts(visitor: &Visitor<'_>) -> Value {
    let reply = visitor.get("/api/v1/Helpdesk/bursts?isOpen=true").send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["items"].clone()
}

async fn burst_mails(street: &Street) -> usize {
    let mails = street.app.mails_to("adam@shop.example").await;
    let subject = "Many cards of Maple Leaf Books were redeemed within minutes";
    mails.iter().filter(|mail| mail["subject"] == subject).count()
}

#[tokio::test]
async fn burst_of_the_only_manager_is_reported_and_waits_for_an_administrator() {
    let street = Street::new().await;
    let manager = street.manager().await;
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    let cards = cards(&street, 10).await;
    empty(&manager, &cards[..4]).await;
    look(&street).await;
    assert_eq!(open_bursts(&adam).await, json!([]), "four cards may be a family");
    empty(&manager, &cards[4..6]).await;
    look(&street).await;
    let found = open_bursts(&adam).await;
    let burst = &found[0];
    assert_eq!((&burst["cards"], &burst["amount"]), (&json!(6), &json!(600)), "{found}");
    assert_eq!((&burst["outstanding"], &burst["closedAt"]), (&json!(1000), &json!(null)));
    assert_eq!(burst_mails(&street).await, 1);
    let notices = adam.get("/api/v1/Notices").send().await.json();
    let told = &notices["items"][0];
    assert_eq!(
        (&told["kind"], &told["cards"], &told["value"]),
        (&json!("BURST"), &json!(6), &json!(600))
    );
    let open = adam.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!(open["bursts"], 1, "{open}");

    payouts::give_bank_account(&street.app, street.shop).await;
    let draft = payouts::insert_draft(&street.app, street.shop, Cents::new(500)).await;
    let approved = format!("/api/v1/Payouts/{draft}/approved");
    adam.put(&approved, &json!({})).send().await.error(409, "BURST_OPEN");

    empty(&manager, &cards[6..]).await;
    look(&street).await;
    let found = open_bursts(&adam).await;
    assert_eq!((found.as_array().map(Vec::len), &found[0]["cards"]), (Some(1), &json!(10)));
    assert_eq!(burst_mails(&street).await, 1, "one burst, one mail");

    let path =
        format!("/api/v1/Helpdesk/bursts/{}/closed", found[0]["id"].as_str().expect("an id"));
    let closed = adam.put(&path, &json!({ "note": "A school class" })).send().await;
    assert_eq!(closed.status, 200, "{}", closed.text());
    let approved = adam.put(&approved, &json!({})).send().await;
    assert_eq!(approved.status, 200, "{}", approved.text());
    street.app.run_jobs().await;
}

#[tokio::test]
async fn burst_is_found_after_the_pace_of_its_clerk_was_reported() {
    let street = Street::new().await;
    let (manager, clerk) = (street.manager().await, street.employee().await);
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in(&adam).await;
    let informing = json!({ "isPaceLimited": false, "mostRedemptions": 1 });
    set_counter(&manager, street.shop, informing).await;
    let cards = cards(&street, 6).await;
    empty(&clerk, &cards[..2]).await;
    look(&street).await;
    assert_eq!(open_bursts(&adam).await, json!([]), "two cards may be a family");
    // Many parts of few cards don't hide that the cards are many.
    for card in &cards[2..] {
        clerk.sees(*card).await;
        for cents in 0..8 {
            let part = json!(12.5 + f64::from(cents) / 100.0);
            redeem(&clerk, *card, part).send().await;
        }
    }
    look(&street).await;
    assert_eq!(open_bursts(&adam).await[0]["cards"], 6);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn burst_is_closed_with_an_outcome_by_an_administrator_who_took_no_part() {
    let street = Street::with("[counter]\nburst_cards = 5").await;
    let manager = street.manager().await;
    let [adam, alma] = ["adam", "alma"].map(|name| street.app.administrator(name));
    let (adam, alma) = (adam.await, alma.await);
    let (adam, alma) = (street.app.sign_in(&adam).await, street.app.sign_in(&alma).await);
    let cards = cards(&street, 6).await;
    empty(&manager, &cards[..5]).await;
    alma.sees(cards[5]).await;
    let form = json!({ "value": 5, "reason": "The till is down" });
    let path = format!("/api/v1/Cards/{}/redeemed", cards[5]);
    assert_eq!(alma.put(&path, &form).send().await.status, 200);
    look(&street).await;
    let id = open_bursts(&adam).await[0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/Helpdesk/bursts/{id}/closed");
    let form = json!({ "note": "A school class on its trip; the teacher was called" });
    manager.put(&path, &form).send().await.error(403, "PERMISSION");
    let refusals = [&open_bursts(&alma).await, &open_bursts(&adam).await]
        .map(|bursts| bursts[0]["refusal"].clone());
    alma.put(&path, &form).send().await.foretold(&refusals[0], 409, "SAME_PERSON");
    assert_eq!(refusals[1], json!(null));
    let fields = adam.put(&path, &json!({})).send().await.wrong_fields();
    assert_eq!(fields["note"], "Note field is required.");
    let closed = adam.put(&path, &form).send().await.json();
    assert_eq!(closed["outcome"], form["note"], "{closed}");
    let again = adam.put(&path, &json!({ "note": "Something else" })).send().await.json();
    assert_eq!(again["outcome"], form["note"], "the first outcome stays");
    assert_eq!(open_bursts(&adam).await, json!([]));
    let recorded =
        "SELECT count(*) FROM audit_entry WHERE action IN ('BURST_FOUND', 'BURST_CLOSED')";
    assert_eq!(street.app.count(recorded).await, 2);
    street.app.hands.advance(Duration::from_secs(60));
    alma.sees(cards[5]).await;
    look(&street).await;
    assert_eq!(open_bursts(&adam).await, json!([]), "what was looked at is looked at once");
}

#[tokio::test]
async fn verify_names_a_burst_whose_closer_was_changed_or_that_was_removed() {
    let street = Street::with("[counter]\nburst_cards = 5").await;
    let manager = street.manager().await;
    let (adam, alma) =
        (street.app.administrator("adam").await, street.app.administrator("alma").await);
    let visitor = street.app.sign_in(&adam).await;
    let cards = cards(&street, 5).await;
    empty(&manager, &cards).await;
    look(&street).await;
    let rule = "a burst was closed by whom the log says";
    let stands = "a decision of the log stands where it was made";
    let closed = format!("UPDATE burst SET closed_at = found_at, closed_by = '{}'", adam.id);
    let found = found_after(&street.app, &[&closed]).await;
    assert!(found.contains(rule), "the payout would be paid: {found}");
    let found = found_after(&street.app, &["DELETE FROM burst"]).await;
    assert!(found.contains(stands), "the payout would be paid: {found}");

    let id = open_bursts(&visitor).await[0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/Helpdesk/bursts/{id}/closed");
    let reply = visitor.put(&path, &json!({ "note": "A school class" })).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(found_after(&street.app, &[]).await, "");
    for (change, rule) in [
        (format!("closed_by = '{}'", alma.id), rule),
        ("closed_at = closed_at - 1".to_owned(), rule),
        ("closed_by = NULL".to_owned(), rule),
        ("closed_by = NULL, closed_at = NULL".to_owned(), stands),
    ] {
        let theft = format!("UPDATE burst SET {change}");
        let found = found_after(&street.app, &[&theft]).await;
        assert!(found.contains(rule), "{change}: {found}");
    }
}

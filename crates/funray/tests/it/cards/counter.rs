//! Tests of the counter: redemptions, reversals, cash-outs, and freezing cards.

use std::time::Duration;

use serde_json::json;

use super::{Street, card_of, history, redeem};

#[tokio::test]
async fn redeem_debits_the_card_and_returns_the_balance() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let reply = redeem(&clerk, card, json!(10.5)).send().await.json();
    assert_eq!((&reply["value"], &reply["balance"]), (&json!(10.50), &json!(14.50)));
    assert_eq!(reply["cardBalance"], reply["balance"]);
    assert_eq!(reply["transactionType"], "Redeemed");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 14.5);
    let happened = history(&street.owner().await, card).await;
    assert_eq!(happened[0]["id"], reply["transactionId"]);
    let lines: Vec<_> = happened
        .iter()
        .map(|line| json!([line["transactionType"], line["amount"], line["balance"]]))
        .collect();
    assert_eq!(json!(lines), json!([["Redeemed", 10.50, 14.50], ["Purchased", 25, 25]]));

    let rest = redeem(&clerk, card, json!(14.5)).send().await.json();
    assert_eq!(rest["balance"], 0);
    let body = redeem(&clerk, card, json!(0.01)).send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["value"], "There is $0.00 on this card.");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_refuses_invalid_values() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    for value in ["25.01", "0", "-1", "1e1", "0.001", "null", "\"5\"", "10000000000", "[]"] {
        let form = format!("{{\"value\":{value}}}");
        let path = format!("/api/v1/Cards/{card}/redeemed");
        let reply = clerk.call("PUT", &path).json(form).send().await;
        let body = reply.error(400, "VALIDATION");
        assert!(body["fields"]["value"].is_string(), "{value}: {body}");
    }
    assert_eq!(history(&clerk, card).await.len(), 1);
    clerk.sees(card).await;
    let last_cents = redeem(&clerk, card, json!(24.77)).send().await;
    assert_eq!(last_cents.status, 200);
    assert_eq!(redeem(&clerk, card, json!(0.23)).send().await.status, 200, "no cents are stranded");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn redeem_is_for_staff_of_the_shop_and_administrators() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let stranger = street.app.employee_of(street.other_shop, "otto").await;
    let stranger = street.app.sign_in(&stranger).await;
    redeem(&stranger, card, json!(1)).send().await.error(404, "NOT_FOUND");
    let charity = street.app.charity("Food for All").await;
    let of_charity = street.app.manager_of(charity, "cara").await;
    let of_charity = street.app.sign_in(&of_charity).await;
    redeem(&of_charity, card, json!(1)).send().await.error(404, "NOT_FOUND");
    redeem(&street.owner().await, card, json!(1)).send().await.error(403, "PERMISSION");
    let clerk = street.employee().await;
    for path in ["crd_00000000000000000000000000", "x", "..%2f"] {
        let path = format!("/api/v1/Cards/{path}/redeemed");
        clerk.put(&path, &json!({ "value": 1 })).send().await.error(404, "NOT_FOUND");
    }
    let administrator = street.app.administrator("ada").await;
    let administrator = street.app.sign_in(&administrator).await;
    administrator.sees(card).await;
    let form = json!({ "value": 1, "reason": "The till was broken" });
    let path = format!("/api/v1/Cards/{card}/redeemed");
    assert_eq!(administrator.put(&path, &form).send().await.status, 200);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reverse_redemption_needs_a_manager_a_reason_and_the_same_day() {
    let street = Street::new().await;
    let (card, clerk, manager) =
        (street.card(25).await, street.employee().await, street.manager().await);
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(20)).send().await.json();
    let transfer = redeemed["transactionId"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/Cards/{card}/transactions/{transfer}/reversed");
    let reason = json!({ "reason": "the wrong card" });

    street.owner().await.put(&path, &reason).send().await.error(403, "PERMISSION");
    let body = manager.put(&path, &json!({ "reason": " " })).send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["reason"], "Reason field is required.");
    let other_card = street.card(50).await;
    let elsewhere = format!("/api/v1/Cards/{other_card}/transactions/{transfer}/reversed");
    manager.put(&elsewhere, &reason).send().await.error(404, "NOT_FOUND");
    let sale = history(&manager, card).await.last().expect("the sale")["id"].clone();
    let of_sale =
        format!("/api/v1/Cards/{card}/transactions/{}/reversed", sale.as_str().expect("an id"));
    manager.put(&of_sale, &reason).send().await.error(404, "NOT_FOUND");

    let reply = manager.put(&path, &reason).send().await.json();
    assert_eq!((&reply["value"], &reply["balance"]), (&json!(20), &json!(25)));
    assert_eq!(reply["transactionType"], "Credit");
    manager.put(&path, &reason).send().await.error(400, "ALREADY_REVERSED");
    let happened = history(&manager, card).await;
    assert_eq!(happened[0]["reason"], "the wrong card");
    let redemption = happened.iter().find(|line| line["id"] == transfer.as_str()).expect("it");
    assert_eq!(redemption["isReversed"], true);
    let of_credit = format!(
        "/api/v1/Cards/{card}/transactions/{}/reversed",
        reply["transactionId"].as_str().expect("an id")
    );
    manager.put(&of_credit, &reason).send().await.error(404, "NOT_FOUND");

    let again = redeem(&clerk, card, json!(5)).send().await.json();
    let path = format!(
        "/api/v1/Cards/{card}/transactions/{}/reversed",
        again["transactionId"].as_str().expect("an id")
    );
    street.app.hands.advance(Duration::from_secs(24 * 3600));
    let later = street.super_administrator().await;
    later.put(&path, &reason).send().await.error(400, "TOO_LATE_TO_REVERSE");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn cash_out_pays_out_five_dollars_or_less() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let path = format!("/api/v1/Cards/{card}/cashed-out");
    let cash = || clerk.call("PUT", &path);
    cash().send().await.error(400, "TOO_MUCH_FOR_CASH");
    clerk.sees(card).await;
    redeem(&clerk, card, json!(20)).send().await;
    let reply = cash().send().await.json();
    assert_eq!((&reply["value"], &reply["balance"]), (&json!(5), &json!(0)));
    assert_eq!(reply["transactionType"], "Debit");
    cash().send().await.error(400, "VALIDATION");
    let owed = "SELECT CAST(SUM(e.amount) AS BIGINT) FROM entry e JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
        WHERE t.kind = 'CASH_OUT' AND e.account = 'vendor_payable:' || t.vendor_id";
    assert_eq!(street.app.count(owed).await, 500, "the shop has paid it from its till");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn freeze_card_blocks_redeem_cash_out_and_reverse_until_unfrozen() {
    let street = Street::new().await;
    let (card, clerk, sue) =
        (street.card(25).await, street.employee().await, street.super_administrator().await);
    let (off, on) =
        (format!("/api/v1/Cards/{card}/deactived"), format!("/api/v1/Cards/{card}/reactivated"));
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(1)).send().await.json();
    let manager = street.manager().await;
    for path in [&off, &on] {
        clerk.call("PUT", path).send().await.error(403, "PERMISSION");
        manager.call("PUT", path).send().await.error(403, "PERMISSION");
    }

    let frozen = sue.call("PUT", &off).send().await.json();
    assert_eq!((&frozen["isDeactive"], &frozen["cardBalance"]), (&json!(true), &json!(24)));
    let since = frozen["deactivatedAt"].clone();
    street.app.hands.advance(Duration::from_secs(60));
    let again = sue.put(&off, &json!({ "reason": "lost" })).send().await.json();
    assert_eq!(again["deactivatedAt"], since, "it is set, not flipped");

    redeem(&clerk, card, json!(1)).send().await.error(400, "CARD_DEACTIVATED");
    let cash = format!("/api/v1/Cards/{card}/cashed-out");
    clerk.call("PUT", &cash).send().await.error(400, "CARD_DEACTIVATED");
    let reverse = format!(
        "/api/v1/Cards/{card}/transactions/{}/reversed",
        redeemed["transactionId"].as_str().expect("an id")
    );
    sue.put(&reverse, &json!({ "reason": "x" })).send().await.error(400, "CARD_DEACTIVATED");

    let why = json!({ "reason": "found again" });
    let una = street.app.super_administrator("una").await;
    let una = street.app.sign_in(&una).await;
    let path = format!("/api/v1/Cards/{card}");
    let seen = sue.get(&path).send().await.json();
    let refused = sue.put(&on, &why).send().await;
    refused.foretold(&seen["reactivationRefusal"], 409, "SAME_PERSON");
    assert_eq!(una.get(&path).send().await.json()["reactivationRefusal"], json!(null));
    let thawed = una.put(&on, &why).send().await.json();
    assert_eq!((&thawed["isDeactive"], &thawed["deactivatedAt"]), (&json!(false), &json!(null)));
    assert_eq!(redeem(&clerk, card, json!(24)).send().await.json()["balance"], 0);

    let switches = "SELECT is_active, reason FROM card_status_change ORDER BY created_at";
    let read = street.app.app.db.read(|tx| tx.rows::<(bool, Option<String>)>(switches, &[]));
    let found_again = Some("found again".to_owned());
    assert_eq!(read.await.expect("rows"), [(false, None), (true, found_again)], "once for each");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn reason_refuses_text_that_contains_a_card_code() {
    let street = Street::new().await;
    let (card, sue) = (street.card(25).await, street.super_administrator().await);
    let clerk = street.employee().await;
    clerk.sees(card).await;
    let redeemed = redeem(&clerk, card, json!(1)).send().await.json();
    let transfer = redeemed["transactionId"].as_str().expect("an id");
    let own = card_of(&street.owner().await, card).await;
    let code = own["qrCode"].as_str().expect("a code");
    let scanned = json!({ "reason": format!("It was FR1:{code}") });
    for does in ["deactived", "reactivated", &format!("transactions/{transfer}/reversed")] {
        let path = format!("/api/v1/Cards/{card}/{does}");
        let body = sue.put(&path, &scanned).send().await.error(400, "VALIDATION");
        let said = "Please don't write a card's code here: whoever reads it could spend the card.";
        assert_eq!(body["fields"]["reason"], said, "{does}");
    }
    let detail = card_of(&sue, card).await;
    assert_eq!((&detail["cardBalance"], &detail["isDeactive"]), (&json!(24), &json!(false)));
    street.app.run_jobs().await;
}

#[tokio::test]
async fn freeze_card_shows_its_reason_to_administrators_and_managers() {
    let street = Street::new().await;
    let (card, sue) = (street.card(25).await, street.super_administrator().await);
    let off = format!("/api/v1/Cards/{card}/deactived");
    let reply = sue.put(&off, &json!({ "reason": "reported as stolen" })).send().await.json();
    assert_eq!(reply["deactivationReason"], "reported as stolen");
    assert_eq!(card_of(&street.owner().await, card).await["deactivationReason"], json!(null));
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    for reader in [&adam, &street.manager().await] {
        assert_eq!(card_of(reader, card).await["deactivationReason"], "reported as stolen");
    }
    assert_eq!(card_of(&street.employee().await, card).await["deactivationReason"], json!(null));
    street.app.run_jobs().await;
    let mails = street.app.mails_to(&street.buyer.email).await;
    let subject = "Your card for Maple Leaf Books is deactivated";
    let mail = mails.iter().find(|mail| mail["subject"] == subject).expect("the mail");
    let text = mail["text"].as_str().expect("text");
    assert!(text.contains("$25.00") && !text.contains("stolen"), "{text}");
    let too_long = json!({ "reason": "x".repeat(201) });
    sue.put(&off, &too_long).send().await.error(400, "VALIDATION");
    sue.call("PUT", &off).json("{").send().await.error(400, "BAD_REQUEST");
}

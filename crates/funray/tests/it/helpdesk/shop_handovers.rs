//! Tests of closing a shop whose cards another shop takes over.

use checkout::orders::shop_closings::{RunClosing, run_closing};
use kernel::ids::{Id, JobId, ShopClosingId, TenantId};
use serde_json::{Value, json};

use super::{
    balances, dossier,
    shop_closings::{
        REASON, administrators, buy, decide, has_mail, overview, refunded, stop_selling,
    },
};
use crate::{
    ledger::found_after,
    support::{Reply, Visitor, till::Till},
};

const NEW_SHOP: &str = "Bean & Gull";
const OFFERED: &str = "Will you take over the cards of Maple Leaf Books?";
const WAITS: &str = "Closing Maple Leaf Books: approval needed";
const MAILED: &str = "Your gift card is now for Bean & Gull";

async fn ask(adam: &Visitor<'_>, till: &Till, amount: i64, successor: TenantId) -> Reply {
    let form = json!({ "amount": amount, "reason": REASON, "successorId": successor });
    adam.post(&format!("/api/v1/Vendors/{}/closing", till.shop), &form).send().await
}

async fn offers(manager: &Visitor<'_>, shop: TenantId) -> Value {
    manager.get(&format!("/api/v1/Vendors/{shop}/takeovers")).send().await.json()
}

/// Accepts or declines to take over the cards of a closing shop. `how` is "accepted" or "declined".
async fn takeover(who: &Visitor<'_>, shop: TenantId, closing: &Value, how: &str) -> Reply {
    let id = closing["id"].as_str().unwrap_or_else(|| panic!("{closing}"));
    let path = format!("/api/v1/Vendors/{shop}/takeovers/{id}/{how}");
    who.put(&path, &json!({ "reason": "Too many" })).send().await
}

/// Looks up a card at a counter by its number. Returns the card's id.
async fn look_up(clerk: &Visitor<'_>, card: &Value) -> String {
    let code = card["cardNumber"].as_str().expect("a number");
    let shown = clerk.get(&format!("/api/v1/Cards/codes/{code}")).send().await.json();
    shown["id"].as_str().unwrap_or_else(|| panic!("{shown}")).to_owned()
}

async fn redeem(clerk: &Visitor<'_>, id: &str, value: i64) -> Reply {
    clerk.put(&format!("/api/v1/Cards/{id}/redeemed"), &json!({ "value": value })).send().await
}

async fn wallet(who: &Visitor<'_>) -> Vec<Value> {
    let list = who.get("/api/v1/Cards?isMine=true&pageSize=500").send().await.json();
    list["items"].as_array().expect("cards").clone()
}

async fn card(who: &Visitor<'_>, card: &Value) -> Value {
    let id = card["id"].as_str().expect("an id");
    who.get(&format!("/api/v1/Cards/{id}")).send().await.json()
}

#[tokio::test]
async fn closing_hands_cards_over_piece_by_piece_once_and_closes_the_shop() {
    let till = Till::new().await;
    let [adam, bea] = administrators(&till).await;
    let successor = till.app.shop(NEW_SHOP).await;
    let mona = till.app.manager_of(successor, "mona").await;
    let carl = till.app.consumer("carl").await;
    // Two orders, which together have more cards than one run of the job processes.
    let order = buy(&till, &till.ann, 60).await;
    buy(&till, &carl, 30).await;
    let ann = till.visitor().await;
    let before = wallet(&ann).await;
    let own = before.iter().filter(|card| card["isGift"] == false).collect::<Vec<_>>();
    let [used, frozen, raced] = [0, 1, 2].map(|place| own[place]);
    let (used, frozen, raced) =
        (card(&ann, used).await, card(&ann, frozen).await, card(&ann, raced).await);
    let mary = till.app.sign_in(&till.app.manager_of(till.shop, "mary").await).await;
    assert_eq!(redeem(&mary, &look_up(&mary, &used).await, 5).await.status, 200);
    let sam = till.app.sign_in(&till.app.super_administrator("sam").await).await;
    let freeze = format!("/api/v1/Cards/{}/deactived", frozen["id"].as_str().expect("an id"));
    assert_eq!(sam.call("PUT", &freeze).send().await.status, 200);
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    stop_selling(&first, &till).await;
    let orders = ann.get("/api/v1/Orders/me").send().await.json();

    for other in [till.shop, till.charity] {
        let wrong = ask(&first, &till, 2345, other).await.wrong_fields();
        assert!(wrong["successorId"].is_string(), "{wrong}");
    }
    let asked = ask(&first, &till, 2345, successor).await.json()["closing"].clone();
    let told =
        json!({ "id": successor, "name": NEW_SHOP, "acceptedByName": null, "acceptedAt": null });
    assert_eq!((&asked["state"], &asked["successor"]), (&json!("OFFERED"), &told), "{asked}");
    till.app.run_jobs().await;
    has_mail(&till, &mona.email, OFFERED).await;
    decide(&second, &till, &asked, "approved").await.error(409, "SUCCESSOR_UNDECIDED");
    let counter = till.app.sign_in(&mona).await;
    assert_eq!(takeover(&first, successor, &asked, "accepted").await.status, 403);
    assert_eq!(takeover(&mary, successor, &asked, "accepted").await.status, 404);
    assert_eq!(takeover(&mary, till.shop, &asked, "accepted").await.status, 404);
    let offered = offers(&counter, successor).await[0].clone();
    let told = ["vendorName", "state", "cards", "amount"].map(|name| offered[name].clone());
    let [old_shop, state] = ["Maple Leaf Books", "OFFERED"].map(Value::from);
    assert_eq!(told, [old_shop, state, json!(92), json!(2345)], "{offered}");
    for _ in 0..2 {
        let accepted = takeover(&counter, successor, &asked, "accepted").await.json()[0].clone();
        assert_eq!(
            (&accepted["state"], &accepted["acceptedAt"].is_string()),
            (&json!("ACCEPTED"), &true)
        );
    }
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&bea.email).await;
    let waiting = mails.iter().filter(|mail| mail["subject"] == WAITS).count();
    assert_eq!(waiting, 1, "{mails:?}");
    till.app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", successor).await;
    decide(&second, &till, &asked, "approved").await.error(409, "SUCCESSOR_CLOSED");
    till.app.write("UPDATE tenant SET state = 'ACTIVE' WHERE id = $1", successor).await;
    let sums = balances(&till).await;
    assert_eq!(decide(&second, &till, &asked, "approved").await.status, 200);
    // Two nodes run the job at once, as can happen after a lost lease. Each order must be handed
    // over only once.
    let closing = asked["id"].as_str().and_then(ShopClosingId::parse).expect("an id");
    let job = || RunClosing { vendor: till.shop, closing };
    let (node, id) = (till.app.another_node(), JobId::from_outside(""));
    let one = run_closing(till.app.app.clone(), id, job());
    let other = run_closing(node, id, job());
    // Meanwhile the closing shop redeems a card. The redemption must succeed before the card is
    // handed over, or fail.
    let shown = look_up(&mary, &raced).await;
    let (one, other, redeemed) = tokio::join!(one, other, redeem(&mary, &shown, 5));
    assert_eq!((one, other), (Ok(()), Ok(())));
    let spent = if redeemed.status == 200 { 5 } else { 0 };
    let halfway = overview(&first, &till).await;
    assert_eq!(halfway["closing"]["state"], "RUNS", "another piece is to come: {halfway}");
    till.app.run_jobs().await;

    let ended = overview(&second, &till).await;
    let closing = &ended["closing"];
    let told = ["state", "refundedCards", "refundedAmount"].map(|name| closing[name].clone());
    let all = [json!("ENDED"), json!(92), json!(2345 - spent)];
    assert_eq!((told, &ended["cards"]), (all, &json!(0)));
    let [on_cards, to_shops, to_causes, at_gateway] = sums;
    let sums = [on_cards - spent * 100, to_shops + spent * 100, to_causes, at_gateway];
    assert_eq!((balances(&till).await, refunded(&till)), (sums, 0), "nothing is lost or doubled");
    for (kind, rows) in [("TAKEN_OVER", 92), ("SOLD", 0)] {
        let path = format!("/api/v1/Report/vendor?kind={kind}");
        let report = counter.get(&path).send().await.json();
        let told = ["totalItems", "totalPurchasedAmount", "totalBalance"];
        let expected = [rows, 2345 - spent, 2345 - spent].map(Value::from);
        assert_eq!(told.map(|name| report[name].clone()), expected, "{kind}: {report}");
    }
    let detail = first.get(&format!("/api/v1/Vendors/{}", till.shop)).send().await.json();
    assert!(detail["closedAt"].is_string(), "{detail}");

    let after = wallet(&ann).await;
    assert_eq!(after.len(), before.len());
    let is_new =
        |card: &Value| card["vendorName"] == NEW_SHOP && card["movedFrom"] == "Maple Leaf Books";
    assert!(after.iter().all(is_new), "{after:?}");
    assert_eq!(ann.get("/api/v1/Orders/me").send().await.json(), orders, "no new purchase");
    let old = card(&ann, &used).await;
    assert_eq!(
        (&old["movedTo"], &old["qrCode"], &old["cardBalance"]),
        (&json!(NEW_SHOP), &Value::Null, &json!(0)),
        "{old}"
    );
    let listed = dossier(&first, &order).await["cards"].as_array().expect("cards").clone();
    let is_told = |card: &Value| (card["movedTo"] == NEW_SHOP) != (card["vendorName"] == NEW_SHOP);
    assert!(listed.iter().all(is_told), "{listed:?}");
    let new = card(&ann, &json!({ "id": old["movedToCardId"] })).await;
    for (reader, reason) in [(&ann, Value::Null), (&first, json!(REASON))] {
        let path = format!("/api/v1/Cards/{}/transactions", new["id"].as_str().expect("an id"));
        let history = reader.get(&path).send().await.json();
        assert_eq!(history["items"][0]["reason"], reason, "{history}");
    }
    let kept = ["cardNumber", "qrCode"];
    assert_eq!(kept.map(|name| new[name].clone()), kept.map(|name| used[name].clone()));
    assert_eq!((&new["cardBalance"], &new["isDeactive"]), (&json!(20), &json!(false)));
    let still = json!({ "id": card(&ann, &frozen).await["movedToCardId"] });
    assert_eq!(card(&ann, &still).await["isDeactive"], true, "a frozen card stays frozen");
    let shown = look_up(&counter, &used).await;
    assert_eq!(redeem(&counter, &shown, 5).await.json()["balance"], 15);

    for person in [till.ann.email.as_str(), carl.email.as_str(), "bob@shop.example"] {
        let mails = till.app.mails_to(person).await;
        let count = mails.iter().filter(|mail| mail["subject"] == MAILED).count();
        let gifts = if person == "bob@shop.example" { 2 } else { 1 };
        assert_eq!(count, gifts, "{person}: one for each order");
    }
    // A refund after the takeover is taken from the new card.
    till.sandbox.settle();
    let form = json!({ "reason": REASON, "cards": [{ "cardId": new["id"], "amount": 15 }] });
    let path = format!("/api/v1/Helpdesk/orders/{order}/refunds");
    assert_eq!(first.post(&path, &form).send().await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(refunded(&till), 1_500);

    let found =
        found_after(&till.app, &["UPDATE shop_closing SET accepted_by = requested_by"]).await;
    assert!(found.contains("a shop's closing was asked for and decided about"), "{found}");
    for theft in ["UPDATE card_move SET amount = amount + 1", "DELETE FROM card_move"] {
        let found = found_after(&till.app, &[theft]).await;
        assert!(
            found.contains("handed over") || found.contains("took another one over"),
            "{found}"
        );
    }
}

#[tokio::test]
async fn closing_whose_cards_the_other_shop_declines_is_over_and_moves_nothing() {
    let till = Till::new().await;
    let [adam, bea] = administrators(&till).await;
    let successor = till.app.shop(NEW_SHOP).await;
    let mona = till.app.sign_in(&till.app.manager_of(successor, "mona").await).await;
    buy(&till, &till.ann, 1).await;
    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    stop_selling(&first, &till).await;
    let sums = balances(&till).await;
    let asked = ask(&first, &till, 75, successor).await.json()["closing"].clone();
    assert_eq!(takeover(&mona, successor, &asked, "accepted").await.status, 200);
    for _ in 0..2 {
        let declined = takeover(&mona, successor, &asked, "declined").await.json();
        assert_eq!(declined[0]["state"], "DECLINED", "{declined}");
    }
    takeover(&mona, successor, &asked, "accepted").await.error(409, "REQUEST_OVER");
    decide(&second, &till, &asked, "approved").await.error(409, "REQUEST_OVER");
    let closing = overview(&first, &till).await["closing"].clone();
    let told = ["state", "declineReason"].map(|name| closing[name].clone());
    assert_eq!(told, ["DECLINED", "Too many"].map(Value::from), "{closing}");
    till.app.run_jobs().await;
    assert_eq!(balances(&till).await, sums);
    assert_eq!(ask(&first, &till, 75, successor).await.status, 200, "another one can be asked for");
    till.app.run_jobs().await;
}

//! Tests of cards that move twice: the shop that took them over closes as well. The cardholder must
//! notice nothing but the name of the shop.

use cards::SendTime;
use kernel::{dates::BusinessDate, ids::TenantId, time_zones::Zone};
use serde_json::{Value, json};

use super::{
    balances,
    shop_closings::{administrators, buy, refunded},
};
use crate::{
    ledger::found_after,
    support::{Person, TestApp, Visitor, cards::Purchase, till::Till},
};

const FIRST: &str = "Maple Leaf Books";
const SECOND: &str = "Bean & Gull";
const THIRD: &str = "Cedar & Co";
/// Dollars on the cards: three of 25, and a gift of 50.
const ON_CARDS: i64 = 125;

/// A closing shop and the shop that takes its cards over, with a manager of the latter.
struct Move<'a> {
    from: TenantId,
    to: TenantId,
    manager: &'a Person,
}

/// Closes a shop and hands its cards over to another shop, as two administrators and the manager of
/// the other shop.
async fn hand_over(till: &Till, [first, second]: [&Visitor<'_>; 2], to: &Move<'_>) {
    let shop = format!("/api/v1/Vendors/{}", to.from);
    let off = format!("{shop}/status/deactivate");
    assert_eq!(first.call("PUT", &off).send().await.status, 204);
    let form = json!({ "amount": ON_CARDS, "reason": "Moves abroad", "successorId": to.to });
    let asked = first.post(&format!("{shop}/closing"), &form).send().await.json();
    let id = asked["closing"]["id"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let manager = till.app.sign_in(to.manager).await;
    let accepted = format!("/api/v1/Vendors/{}/takeovers/{id}/accepted", to.to);
    assert_eq!(manager.put(&accepted, &json!({})).send().await.status, 200);
    let approved = format!("{shop}/closing/{id}/approved");
    assert_eq!(second.put(&approved, &json!({})).send().await.status, 200);
    till.app.run_jobs().await;
    let ended = first.get(&format!("{shop}/closing")).send().await.json();
    assert_eq!(ended["closing"]["state"], "ENDED", "{ended}");
}

#[tokio::test]
async fn planned_gift_follows_its_card_to_the_other_shop_in_silence() {
    let till = Till::new().await;
    let [adam, alma] = administrators(&till).await;
    let [adam, alma] = [till.app.sign_in(&adam).await, till.app.sign_in(&alma).await];
    let day = BusinessDate::of(till.app.app.clock.now()).plus_days(20);
    let time = SendTime { day, hour: 9, zone: Zone::TORONTO };
    let gift = Purchase::of(till.shop, ON_CARDS.unsigned_abs() as u32);
    till.app.sell(&till.ann, gift.given_to("bob@shop.example").sent_at(time)).await;
    let to = till.app.shop(SECOND).await;
    let manager = &till.app.manager_of(to, "mona").await;
    hand_over(&till, [&adam, &alma], &Move { from: till.shop, to, manager }).await;
    assert!(till.app.mails_to("bob@shop.example").await.is_empty(), "a surprise stays one");
    till.app.hands.advance(time.moment().since(till.app.app.clock.now()));
    till.app.run_jobs().await;
    let mails = till.app.mails_to("bob@shop.example").await;
    assert_eq!(mails.len(), 1);
    let text = mails[0]["text"].as_str().expect("text");
    assert!(text.contains(SECOND), "{text}");
}

async fn card(who: &Visitor<'_>, id: &Value) -> Value {
    let id = id.as_str().unwrap_or_else(|| panic!("no id: {id}"));
    who.get(&format!("/api/v1/Cards/{id}")).send().await.json()
}

/// Returns what a person sees of each of their cards, by card number.
async fn wallet(who: &Visitor<'_>) -> Vec<Value> {
    let list = who.get("/api/v1/Cards?isMine=true&pageSize=100").send().await.json();
    let mut cards = Vec::new();
    for row in list["items"].as_array().expect("cards") {
        cards.push(card(who, &row["id"]).await);
    }
    cards.sort_by_key(|card| card["cardNumber"].to_string());
    cards
}

/// Returns the parts of cards that a move must not change.
fn lasting(cards: &[Value]) -> Vec<Value> {
    const SAME: [&str; 10] = [
        "cardNumber",
        "qrCode",
        "cardBalance",
        "isDeactive",
        "deactivationReason",
        "isGift",
        "giftMessage",
        "campaignId",
        "email",
        "isMine",
    ];
    let part = |card: &Value| SAME.iter().map(|name| (*name, card[*name].clone())).collect();
    cards.iter().map(part).collect()
}

/// Returns the names of three shops: the one from which the card was taken over, the card's own,
/// and the one that has taken it over.
fn shops_of(card: &Value) -> [Value; 3] {
    [&card["movedFrom"], &card["vendor"]["displayName"], &card["movedTo"]].map(Value::clone)
}

/// Returns the balance of a shop's cards and the amount that it is owed, in cents.
async fn at_shop(app: &TestApp, shop: TenantId) -> [i64; 2] {
    let cards = format!("SELECT CAST(SUM(balance) AS BIGINT) FROM card WHERE vendor_id = '{shop}'");
    let owed = format!(
        "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'vendor_payable:{shop}'"
    );
    [app.count(cards.leak()).await, app.count(owed.leak()).await]
}

/// Returns the number of rows of each kind in a shop's report, and its balance in dollars.
async fn report(who: &Visitor<'_>, shop: TenantId) -> [Value; 4] {
    let mut rows = Vec::new();
    for kind in ["SOLD", "TAKEN_OVER", "HANDED_OVER"] {
        let path = format!("/api/v1/Report/vendor?tenantId={shop}&kind={kind}");
        rows.push(who.get(&path).send().await.json());
    }
    let [sold, taken, handed] = [0, 1, 2].map(|place: usize| rows[place]["totalItems"].clone());
    [sold, taken, handed, rows[0]["totalBalance"].clone()]
}

#[tokio::test]
async fn card_that_moved_twice_is_the_same_card_at_the_third_shop() {
    let till = Till::new().await;
    let [adam, bea] = administrators(&till).await;
    let shops = [till.shop, till.app.shop(SECOND).await, till.app.shop(THIRD).await];
    let [first_shop, second_shop, third_shop] = shops;
    let mary = till.app.manager_of(first_shop, "mary").await;
    let mona = till.app.manager_of(second_shop, "mona").await;
    let nora = till.app.manager_of(third_shop, "nora").await;
    let order = buy(&till, &till.ann, 3).await;
    let (ann, bob) = (till.visitor().await, till.app.consumer("bob").await);
    let bob = till.app.sign_in(&bob).await;
    let link = format!("/api/v1/Gifts/{}", till.app.gift_token("bob@shop.example").await);
    assert_eq!(bob.call("POST", &format!("{link}/claimed")).send().await.status, 200);
    let frozen = wallet(&ann).await[0].clone();
    let sam = till.app.sign_in(&till.app.super_administrator("sam").await).await;
    let freeze = format!("/api/v1/Cards/{}/deactived", frozen["id"].as_str().expect("an id"));
    assert_eq!(sam.call("PUT", &freeze).send().await.status, 200);
    let before = [wallet(&ann).await, wallet(&bob).await];
    assert_eq!(before.each_ref().map(Vec::len), [4, 1], "{before:?}");
    let (sums, orders) = (balances(&till).await, ann.get("/api/v1/Orders/me").send().await.json());

    let [first, second] = [till.app.sign_in(&adam).await, till.app.sign_in(&bea).await];
    let by = [&first, &second];
    hand_over(&till, by, &Move { from: first_shop, to: second_shop, manager: &mona }).await;
    hand_over(&till, by, &Move { from: second_shop, to: third_shop, manager: &nora }).await;

    // The holders' cards are as before, except for the shop. All balances are now on cards of the
    // third shop, and the other shops are owed nothing.
    let after = [wallet(&ann).await, wallet(&bob).await];
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(lasting(after), lasting(before));
        for card in after {
            assert_eq!(shops_of(card), [json!(SECOND), json!(THIRD), Value::Null], "{card}");
        }
    }
    assert_eq!(ann.get("/api/v1/Orders/me").send().await.json(), orders, "no new purchase");
    let gift = bob.get(&link).send().await.json();
    assert_eq!((&gift["vendorName"], &gift["isMine"]), (&json!(THIRD), &json!(true)), "{gift}");
    assert_eq!(balances(&till).await, sums);
    for (shop, left) in [(first_shop, 0), (second_shop, 0), (third_shop, ON_CARDS * 100)] {
        let [on_cards, owed] = at_shop(&till.app, shop).await;
        let shares = if shop == third_shop { sums[1] } else { 0 };
        assert_eq!([on_cards, owed], [left, shares], "{shop}");
    }

    // From a card of the third shop, both earlier cards can be found: by the shops' names on the
    // cards and by the audit log. The shops' reports and the buyer's export list all of them.
    let third = after[0][0].clone();
    let middle = card(&first, &before_of(&first, &third["id"]).await).await;
    let oldest = card(&first, &before_of(&first, &middle["id"]).await).await;
    assert_eq!(oldest["id"], before[0][0]["id"]);
    assert_eq!(shops_of(&middle), [FIRST, SECOND, THIRD].map(Value::from), "{middle}");
    assert_eq!(shops_of(&oldest), [Value::Null, json!(FIRST), json!(SECOND)], "{oldest}");
    for (shop, rows) in
        [(first_shop, [4, 0, 4, 0]), (second_shop, [0, 4, 4, 0]), (third_shop, [0, 4, 0, ON_CARDS])]
    {
        assert_eq!(report(&first, shop).await, rows.map(Value::from), "{shop}");
    }
    let export = ann.get("/api/v1/Accounts/me/export").send().await.json();
    let mut exported: Vec<&str> = export["cards"]
        .as_array()
        .expect("cards")
        .iter()
        .filter_map(|card| card["vendorName"].as_str())
        .collect();
    exported.sort_unstable();
    assert_eq!(exported, [[SECOND; 4], [THIRD; 4], [FIRST; 4]].concat(), "{export}");

    // Only the third shop can redeem the cards, even if the first two shops are active again.
    for shop in [first_shop, second_shop] {
        let open = "UPDATE tenant SET state = 'ACTIVE', closed_at = NULL WHERE id = $1";
        till.app.write(open, shop).await;
    }
    let spent = &after[0][1];
    let secrets = ["cardNumber", "qrCode"].map(|name| spent[name].as_str().expect("a secret"));
    for manager in [&mary, &mona] {
        let counter = till.app.sign_in(manager).await;
        for secret in secrets {
            let path = format!("/api/v1/Cards/codes/{secret}");
            assert_eq!(counter.get(&path).send().await.status, 404, "{secret}");
        }
    }
    let counter = till.app.sign_in(&nora).await;
    for (secret, balance) in secrets.into_iter().zip([20, 15]) {
        let path = format!("/api/v1/Cards/codes/{secret}");
        let shown = counter.get(&path).send().await.json();
        let path = format!("/api/v1/Cards/{}/redeemed", shown["id"].as_str().expect("an id"));
        let form = json!({ "value": 5, "reference": balance });
        let call = counter.put(&path, &form).header("idempotency-key", secret);
        assert_eq!(call.send().await.json()["balance"], balance, "{shown}");
    }

    // An administrator refunds a part of a card that has moved twice. The program still finds the
    // order's charge for it.
    till.sandbox.settle();
    let form = json!({
        "reason": "Moves abroad", "cards": [{ "cardId": spent["id"], "amount": 15 }],
    });
    let path = format!("/api/v1/Helpdesk/orders/{order}/refunds");
    assert_eq!(first.post(&path, &form).send().await.status, 200);
    till.app.run_jobs().await;
    assert_eq!(refunded(&till), 1_500);

    for shop in [first_shop, second_shop] {
        let theft = format!("UPDATE card_move SET amount = amount + 1 WHERE vendor_id = '{shop}'");
        let found = found_after(&till.app, &[&theft]).await;
        assert!(found.contains("a card that was handed over is empty and frozen"), "{found}");
    }
}

/// Reads in the log which card a moved card replaced. Returns that card's id.
async fn before_of(who: &Visitor<'_>, card: &Value) -> Value {
    let id = card.as_str().unwrap_or_else(|| panic!("no id: {card}"));
    let log = who.get(&format!("/api/v1/Audit?subjectId={id}")).send().await.json();
    let mut rows = log["items"].as_array().expect("rows").iter();
    let moved = rows.find(|row| row["action"] == "CARD_HANDED_OVER");
    moved.unwrap_or_else(|| panic!("{log}"))["after"]["fromCard"].clone()
}

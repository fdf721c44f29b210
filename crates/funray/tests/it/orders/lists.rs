//! Tests of paying for gift lists: one charge for many gifts, each of which is refunded, disputed and
//! sent like any other.

use std::time::Duration;

use authorizenet::TransactionId;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use super::reversals::sums;
use crate::{
    carts::lists::table_of,
    support::{
        Visitor,
        till::{APPROVED, Till, pay_call, payment},
    },
};

/// Adds a list of gifts of 25 dollars, and returns the id of the cart.
async fn fill(till: &Till, visitor: &Visitor<'_>, table: &str) -> String {
    let form = json!({ "vendorId": till.shop, "campaignId": till.campaign, "amount": 25,
        "from": "Harbour Bakery", "table": BASE64_STANDARD.encode(table) });
    let reply = visitor.post("/api/v1/Carts/lists", &form).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let cart = visitor.get("/api/v1/Carts/me").send().await.json();
    cart["id"].as_str().expect("an id").to_owned()
}

/// Pays for a list and returns the order.
async fn buy(till: &Till, visitor: &Visitor<'_>, table: &str, dollars: i64) -> Value {
    let cart = fill(till, visitor, table).await;
    let mut form = payment(&cart, &till.token(APPROVED).await);
    form["amount"] = json!(dollars);
    let reply = pay_call(visitor, &form).send().await;
    till.finish_checkouts().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

async fn gifts_to(till: &Till, email: &str) -> usize {
    let mails = till.app.mails_to(email).await;
    let is_gift = |mail: &&Value| mail["subject"] == "A gift for you from Harbour Bakery";
    mails.iter().filter(is_gift).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_charges_a_thousand_gifts_once_and_queues_their_mails() {
    let mut till = Till::patient().await;
    // The test doesn't run the jobs that send a thousand emails.
    till.app.expect_leftover_jobs();
    let ann = till.visitor().await;
    let paid = buy(&till, &ann, &table_of(1000), 25_000).await;
    assert_eq!(paid["cards"].as_array().map(Vec::len), Some(1000));
    assert_eq!(till.charges().iter().map(|(_, cents)| *cents).collect::<Vec<_>>(), [2_500_000]);
    let issued =
        "SELECT count(DISTINCT recipient_email) FROM card WHERE balance = 2500 AND is_gift";
    assert_eq!(till.app.count(issued).await, 1000);
    assert_eq!(till.app.count("SELECT count(*) FROM job WHERE kind = 'gift mail'").await, 1000);
}

#[tokio::test]
async fn one_gift_of_a_list_is_refunded_and_the_others_stay() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let (ann, adam) = (till.visitor().await, till.app.sign_in(&adam).await);
    let paid = buy(&till, &ann, &table_of(3), 75).await;
    till.app.run_jobs().await;
    till.sandbox.settle();
    let order = paid["orderId"].as_str().expect("an id");
    let card = &paid["cards"][1]["id"];
    let form = json!({ "reason": "Left the team", "cards": [{ "cardId": card, "amount": 25 }] });
    let reply = adam.post(&format!("/api/v1/Helpdesk/orders/{order}/refunds"), &form).send().await;
    assert!(reply.status.is_success(), "{}", reply.text());
    till.app.run_jobs().await;
    let [cards, shop, cause, platform, gateway, ..] = sums(&till).await;
    assert_eq!([cards, cause, platform, gateway], [5_000, 500, 250, -5_000]);
    assert_eq!(shop, -750, "the shop pays the shares of both gifts");
    let receipt = ann.get(&format!("/api/v1/Orders/{order}")).send().await.json();
    assert_eq!(receipt["refundedAmount"], 25);
}

#[tokio::test]
async fn dispute_of_a_list_freezes_all_its_gifts_and_sends_none_on_its_day() {
    let till = Till::new().await;
    let adam = till.app.administrator("adam").await;
    let (ann, adam) = (till.visitor().await, till.app.sign_in(&adam).await);
    let day = kernel::dates::BusinessDate::of(till.app.app.clock.now()).plus_days(3);
    let table = format!(
        "name,email,day\nBob,bob@team.example,\nZoe,zoe@team.example,{day}\nCy,cy@team.example,{day}\n"
    );
    let paid = buy(&till, &ann, &table, 75).await;
    till.app.run_jobs().await;
    let told = async || {
        (gifts_to(&till, "bob@team.example").await, gifts_to(&till, "zoe@team.example").await)
    };
    assert_eq!(told().await, (1, 0), "one waits for its day");
    till.sandbox.settle();
    let charge = TransactionId::parse(&till.sandbox.ledger()[0].trans_id).expect("a number");
    assert!(till.sandbox.dispute(&charge));
    let order = paid["orderId"].as_str().expect("an id");
    adam.post(&format!("/api/v1/Helpdesk/orders/{order}/checked"), &json!({})).send().await;
    till.app.run_jobs().await;
    let frozen = "SELECT count(*) FROM card WHERE balance = 0 AND deactivated_at IS NOT NULL";
    assert_eq!(till.app.count(frozen).await, 3);
    till.app.hands.advance(Duration::from_secs(5 * 24 * 3600));
    till.app.run_jobs().await;
    assert_eq!(told().await, (1, 0));
}

#[tokio::test]
async fn gifts_of_a_list_are_emailed_on_their_day() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let day = kernel::dates::BusinessDate::of(till.app.app.clock.now()).plus_days(3);
    let table = format!("name,email,day\nBob,bob@team.example,{day}\nZoe,zoe@team.example,{day}\n");
    buy(&till, &ann, &table, 50).await;
    till.app.run_jobs().await;
    assert_eq!(gifts_to(&till, "zoe@team.example").await, 0);
    till.app.hands.advance(Duration::from_secs(4 * 24 * 3600));
    till.app.run_jobs().await;
    for recipient in ["bob@team.example", "zoe@team.example"] {
        assert_eq!(gifts_to(&till, recipient).await, 1, "{recipient}");
    }
}

#[tokio::test]
async fn giver_of_a_long_list_gets_no_email_about_each_gift() {
    for (recipients, told) in [(10, 10), (11, 0)] {
        let till = Till::new().await;
        let ann = till.visitor().await;
        let day = kernel::dates::BusinessDate::of(till.app.app.clock.now()).plus_days(3);
        let rows = (0..recipients).map(|row| format!("Bob,bob{row}@team.example,{day}\n"));
        let table = format!("name,email,day\n{}", rows.collect::<String>());
        buy(&till, &ann, &table, 25 * recipients).await;
        till.app.hands.advance(Duration::from_secs(4 * 24 * 3600));
        till.app.run_jobs().await;
        let mails = till.app.mails_to(&till.ann.email).await;
        let is_sent = |mail: &&Value| mail["subject"] == "Your gift for Bob is on its way";
        assert_eq!(mails.iter().filter(is_sent).count(), told, "{recipients}");
    }
}

#[tokio::test]
async fn lists_obey_the_limits_of_buyers() {
    let till = Till::wary().await;
    let ann = till.visitor().await;
    let cart = fill(&till, &ann, &table_of(101)).await;
    let mut form = payment(&cart, &till.token(APPROVED).await);
    form["amount"] = json!(101 * 25);
    let reply = pay_call(&ann, &form).send().await;
    reply.error(400, "TOO_MUCH_FOR_NEW_ACCOUNT");
    assert!(till.charges().is_empty());
}

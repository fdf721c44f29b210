//! Tests of which cards, and which fields of them, each role can see.

use platform::lists::{self, Depth, Indexed};
use serde_json::{Value, json};

use super::{Street, card_of, look_up};
use crate::support::{PASSWORD, Visitor, cards::Purchase};

async fn list(visitor: &Visitor<'_>, query: &str) -> Vec<Value> {
    let reply = visitor.get(&format!("/api/v1/Cards?{query}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let page = reply.json();
    let items = page["items"].as_array().expect("a list").clone();
    assert_eq!(page["totalItems"], items.len());
    items
}

#[tokio::test]
async fn list_cards_shows_cardholders_only_their_own_cards() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let ann = street.owner().await;
    let [item] = &list(&ann, "isMine=true").await[..] else { panic!("one card") };
    assert_eq!(item["id"], card.to_string());
    assert_eq!(
        (&item["vendorName"], &item["cardBalance"]),
        (&json!("Maple Leaf Books"), &json!(25))
    );
    assert_eq!((&item["cardType"], &item["email"]), (&json!(2), &json!("ann@shop.example")));
    street.app.write("UPDATE tenant SET logo_hue = 210 WHERE id = $1", street.shop).await;
    assert_eq!(list(&ann, "").await[0]["vendorHue"], 210, "the card has its shop's colour");
    assert_eq!(card_of(&ann, card).await["vendor"]["hue"], 210);
    assert_eq!(list(&ann, "").await.len(), 1);
    assert_eq!(list(&ann, "searchText=maple").await.len(), 1, "found by the shop");

    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    assert!(list(&bob, "").await.is_empty());
    for path in ["", "?isMine=true", "/transactions"] {
        bob.get(&format!("/api/v1/Cards/{card}{path}")).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn list_cards_shows_staff_their_shops_cards_without_the_code() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let elsewhere = street.app.sell(&street.buyer, Purchase::of(street.other_shop, 50)).await;
    street.app.run_jobs().await;
    let (clerk, manager) = (street.employee().await, street.manager().await);
    let [item] = &list(&clerk, "").await[..] else { panic!("one card") };
    assert_eq!((&item["firstName"], &item["email"]), (&json!("ann"), &json!("a***@shop.example")));
    let [item] = &list(&manager, "").await[..] else { panic!("one card") };
    assert_eq!(item["email"], "ann@shop.example");
    for (visitor, email) in [(&clerk, "a***@shop.example"), (&manager, "ann@shop.example")] {
        let seen = card_of(visitor, card).await;
        let number = street.app.number_of(card).await;
        for seen in [&seen, &look_up(visitor, &number).await.json()] {
            assert_eq!(seen["cardNumber"], format!("•••• {}", &number[12..]));
            assert_eq!(seen["email"], email);
            assert!(email.starts_with("ann") || !seen.to_string().contains("ann@"), "{seen}");
        }
        assert_eq!((&seen["qrCode"], &seen["isMine"]), (&json!(null), &json!(false)));
        visitor.get(&format!("/api/v1/Cards/{elsewhere}")).send().await.error(404, "NOT_FOUND");
        visitor
            .get(&format!("/api/v1/Cards/{card}?isMine=true"))
            .send()
            .await
            .error(404, "NOT_FOUND");
        assert!(list(visitor, "isMine=true").await.is_empty());
        assert!(list(visitor, &format!("tenantId={}", street.other_shop)).await.is_empty());
    }
    let sue = street.super_administrator().await;
    assert_eq!(list(&sue, "").await.len(), 2);
    assert_eq!(list(&sue, &format!("tenantId={}", street.shop)).await.len(), 1);
    assert_eq!(card_of(&sue, card).await["qrCode"], json!(null));
}

#[tokio::test]
async fn list_wallet_searches_products_of_the_shop_despite_a_typo() {
    let street = Street::new().await;
    street.card(25).await;
    let elsewhere = Purchase::of(street.other_shop, 50);
    street.app.sell(&street.buyer, elsewhere).await;
    street.app.run_jobs().await;
    let (shop, bakery) = (street.shop, street.other_shop);
    let filed = move |tx: &mut db::Tx<'_>| {
        for (id, name) in [(shop, "Maple Leaf Books"), (bakery, "Corner Bakery")] {
            let texts = [(Depth::Name, name)];
            lists::index(tx, Indexed::Vendor, &id.to_string(), &texts, &[name])?;
        }
        tx.execute(
            "INSERT INTO category (id, name, search_key, is_active, created_at)
             VALUES ('cat_1', 'Bread', 'bread', TRUE, 0)",
            &[],
        )?;
        tx.execute("UPDATE tenant SET category_id = 'cat_1' WHERE id = $1", db::params![bakery])?;
        lists::file_under(tx, "cat_1", &["Bread", "Boulangerie"])
    };
    street.app.app.db.write(filed).await.expect("an index");
    let ann = street.owner().await;
    for (typed, shop) in [
        ("mapel", "Maple Leaf Books"),
        ("bakrey", "Corner Bakery"),
        ("boulangerie", "Corner Bakery"),
        ("bread%20corner", "Corner Bakery"),
        ("ma", "Maple Leaf Books"),
    ] {
        let found = list(&ann, &format!("searchText={typed}")).await;
        assert_eq!(found.len(), 1, "{typed}: {found:?}");
        assert_eq!(found[0]["vendorName"], shop, "{typed}");
    }
    assert!(list(&ann, "searchText=bread%20maple").await.is_empty(), "each word must fit");
}

#[tokio::test]
async fn list_wallet_shows_each_card_like_the_call_for_one_card() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let ann = street.owner().await;
    let kept = ann.get("/api/v1/Cards/wallet").send().await;
    assert_eq!(kept.header("cache-control"), "no-store");
    assert_eq!(kept.json(), json!([card_of(&ann, card).await]));
    assert!(kept.json()[0]["qrCode"].is_string());
    let manager = street.manager().await;
    assert_eq!(manager.get("/api/v1/Cards/wallet").send().await.json(), json!([]));
}

#[tokio::test]
async fn list_cards_searches_by_name_number_and_last_four() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let (clerk, manager) = (street.employee().await, street.manager().await);
    let number = street.app.number_of(card).await;
    let in_fours =
        format!("{} {}-{} {}", &number[..4], &number[4..8], &number[8..12], &number[12..]);
    let last_four = &number[12..];
    for text in ["Ann", "ÁNN test", &number, &in_fours, last_four, &format!("{last_four} ann")] {
        assert_eq!(
            list(&clerk, &format!("searchText={}", text.replace(' ', "%20"))).await.len(),
            1,
            "{text}"
        );
    }
    for found in list(&clerk, "").await {
        assert_eq!(found["cardNumber"], format!("•••• {last_four}"));
    }
    for part in [&number[..4], &number[..12], &number[4..], "bob"] {
        assert!(list(&clerk, &format!("searchText={part}")).await.is_empty(), "{part}");
    }
    assert!(list(&clerk, "searchText=shop.example").await.is_empty(), "not what is masked");
    assert_eq!(list(&manager, "searchText=shop.example").await.len(), 1);
    assert_eq!(list(&clerk, "startDate=2026-03-10&endDate=2026-03-10").await.len(), 1);
    assert!(list(&clerk, "startDate=2026-03-11").await.is_empty());
    for wrong in
        ["orderBy=secret", "startDate=x", "pageSize=0", "startDate=2026-03-11&endDate=2026-03-10"]
    {
        clerk.get(&format!("/api/v1/Cards?{wrong}")).send().await.error(400, "VALIDATION");
    }
}

#[tokio::test]
async fn close_account_removes_the_cardholders_name_from_cards() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let ann = street.owner().await;
    let closed = ann
        .call("DELETE", "/api/v1/Accounts/me")
        .json(json!({ "password": PASSWORD, "acceptCardsByCode": true }).to_string());
    assert!(closed.send().await.status.is_success());
    street.app.run_jobs().await;
    let manager = street.manager().await;
    assert!(list(&manager, "searchText=ann").await.is_empty());
    let seen = card_of(&manager, card).await;
    assert_eq!((&seen["firstName"], &seen["cardBalance"]), (&json!(""), &json!(25)));
    assert!(!seen["email"].as_str().expect("text").contains("ann"), "{seen}");
}

#[tokio::test]
async fn mail_card_contains_the_qr_picture_but_not_the_code_as_text() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let own = card_of(&street.owner().await, card).await;
    let mail = &street.app.mails_to("ann@shop.example").await[0];
    assert_eq!(mail["subject"], "Your card for Maple Leaf Books");
    let (text, html) = (mail["text"].as_str().expect("text"), mail["html"].as_str().expect("html"));
    assert!(text.contains(&format!("/transactions/{}/{card}", street.shop)), "{text}");
    assert!(html.contains("src=\"data:image/png;base64,"), "the picture is in it");
    let code = own["qrCode"].as_str().expect("a code");
    assert!(!text.contains(code) && !html.contains(code), "the code itself is only in the picture");
}

//! Tests of how cart items are validated.

use serde_json::json;

use super::{Market, add, cart, count};

#[tokio::test]
async fn add_items_shows_the_cart_as_entered() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let empty = cart(&ann).await;
    let version = empty["version"].clone();
    assert_eq!(
        empty,
        json!({ "id": null, "total": 0, "isLocal": false, "isPaying": false, "version": version, "cartDetails": [] })
    );

    market.app.write("UPDATE tenant SET logo_hue = 210 WHERE id = $1", market.shop).await;
    let items = [market.plain(), market.for_a_cause(), market.gift()];
    let reply = add(&ann, &items).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let shown = cart(&ann).await;
    assert_eq!(shown, reply.json());
    assert!(shown["id"].as_str().is_some_and(|id| id.len() <= 20 - 4), "{shown}");
    assert_eq!(shown["total"], 25 + 2 * 50 + 100);
    let [plain, cause, gift] = [0, 1, 2].map(|index| shown["cartDetails"][index].clone());
    assert_eq!(
        (&plain["type"], &plain["price"], &plain["total"]),
        (&json!(2), &json!(25), &json!(25))
    );
    assert_eq!(plain["campaign"], json!(null));
    assert_eq!(plain["vendor"]["displayName"], "Maple Leaf Books");
    assert_eq!(plain["vendor"]["address"]["city"], "Ottawa");
    assert_eq!(plain["vendor"]["hue"], 210, "the card has its shop's colour");
    assert_eq!(
        (&cause["type"], &cause["quantity"], &cause["total"]),
        (&json!(1), &json!(2), &json!(100))
    );
    assert_eq!(cause["campaign"]["name"], "Warm Meals");
    assert_eq!(cause["charity"]["name"], "Food for All");
    assert_eq!(cause["isOnSale"], true);
    assert_eq!(
        (&plain["charityShare"], &cause["charityShare"]),
        (&json!(null), &json!(10)),
        "ten percent of what supports a cause"
    );
    assert_eq!(gift["to"], "Bob");
    assert_eq!(gift["recipientEmail"], "bob@shop.example");
    assert_eq!(gift["confirmEmail"], gift["recipientEmail"]);
    assert_eq!(gift["giftMessage"], "Read on!");
}

#[tokio::test]
async fn add_items_names_each_field_that_does_not_match_the_offer() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let changed = |field: &str, value: serde_json::Value| {
        let mut item = market.for_a_cause();
        item[field] = value;
        item
    };
    for (item, path) in [
        (changed("price", json!(30)), "price"),
        (changed("price", json!(24.99)), "price"),
        (changed("price", json!(0)), "price"),
        (changed("price", json!(-25)), "price"),
        (changed("price", json!(null)), "price"),
        (changed("price", json!("25")), "price"),
        (changed("total", json!(99)), "total"),
        (changed("type", json!(2)), "type"),
        (changed("quantity", json!(0)), "quantity"),
        (changed("quantity", json!(21)), "quantity"),
        (changed("quantity", json!(-1)), "quantity"),
        (changed("quantity", json!(1.5)), "quantity"),
        (changed("vendorId", json!(market.charity)), "vendorId"),
        (changed("vendorId", json!("ten_00000000000000000000000000")), "vendorId"),
        (changed("vendorId", json!(null)), "vendorId"),
        (changed("campaignId", json!("cam_00000000000000000000000000")), "vendorId"),
        (changed("key", json!("x".repeat(101))), "key"),
    ] {
        let body = add(&ann, &[market.plain(), item.clone()]).await.error(400, "VALIDATION");
        let path = format!("cartDetails[1].{path}");
        assert!(body["fields"][&path].is_string(), "{item}: {body}");
    }
    let wrong_sum = json!({ "total": 99, "cartDetails": [market.for_a_cause()] });
    let body = ann.post("/api/v1/Carts/items", &wrong_sum).send().await.error(400, "VALIDATION");
    assert!(body["fields"]["total"].is_string(), "{body}");
    for text in ["1e3", "25.001", "NaN"] {
        let form = json!({ "cartDetails": [market.plain()] }).to_string();
        let form = form.replace("\"price\":25", &format!("\"price\":{text}"));
        let reply = ann.call("POST", "/api/v1/Carts/items").json(form).send().await;
        assert_eq!(reply.status, 400, "{text}");
    }
    add(&ann, &[]).await.error(400, "VALIDATION");
    assert_eq!(count(&cart(&ann).await), 0, "nothing of all that is in the cart");
}

#[tokio::test]
async fn add_items_takes_whole_amounts_within_the_limits_of_the_shop() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let of = |price: serde_json::Value| {
        let mut item = market.plain();
        item["price"] = price;
        item
    };
    add(&ann, &[of(json!(37))]).await.error(400, "VALIDATION");
    market
        .app
        .write("UPDATE tenant SET custom_amounts = '10-200' WHERE id = $1", market.shop)
        .await;
    for wrong in [json!(9), json!(37.5), json!(201)] {
        let fields = add(&ann, &[of(wrong)]).await.error(400, "VALIDATION")["fields"].clone();
        assert_eq!(
            fields["cartDetails[0].price"],
            "This shop sells cards of any whole amount from $10 to $200. Please choose one.",
        );
    }
    let shown = add(&ann, &[of(json!(10)), of(json!(37)), of(json!(200))]).await.json();
    assert_eq!((&shown["total"], count(&shown)), (&json!(247), 3));
}

#[tokio::test]
async fn add_items_requires_sender_and_recipient_of_a_gift() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    for (field, value, message) in [
        ("to", "", "To field is required."),
        ("from", " ", "From field is required."),
        ("recipientEmail", "", "Recipient Email field is required."),
        ("recipientEmail", "bob", "Email is not in correct format."),
        ("confirmEmail", "", "Confirm Email field is required."),
        ("confirmEmail", "rob@shop.example", "Confirm email didn't match Recipient Email."),
    ] {
        let mut gift = market.gift();
        gift[field] = json!(value);
        let body = add(&ann, &[gift]).await.error(400, "VALIDATION");
        assert_eq!(body["fields"][format!("cartDetails[0].{field}")], message, "{body}");
    }
    for field in ["to", "from"] {
        for (name, why) in [("www.evil.test", "web or email address"), ("A\u{202e}nn", "invisible")]
        {
            let mut gift = market.gift();
            gift[field] = json!(name);
            let body = add(&ann, &[gift]).await.error(400, "VALIDATION");
            let said = body["fields"][format!("cartDetails[0].{field}")].as_str();
            assert!(said.is_some_and(|said| said.contains(why)), "{name}: {body}");
        }
    }
    for field in ["to", "from", "giftMessage"] {
        let mut gift = market.gift();
        gift[field] = json!("use 4111 1111 1111 1111");
        let body = add(&ann, &[gift]).await.error(400, "VALIDATION");
        let message =
            body["fields"][format!("cartDetails[0].{field}")].as_str().expect("a message");
        assert!(message.contains("payment card") && !body.to_string().contains("4111"), "{body}");
    }
    let number = "4111111111111111";
    let address = format!("{number}@shop.example");
    let hidden = [
        ("recipientEmail", json!({ "recipientEmail": address })),
        ("confirmEmail", json!({ "confirmEmail": address })),
        ("key", json!({ "key": number })),
        ("to", json!({ "isGift": false, "to": number })),
    ];
    for (field, change) in hidden {
        let mut gift = market.gift();
        for (name, value) in change.as_object().expect("fields") {
            gift[name] = value.clone();
        }
        let body = add(&ann, &[gift]).await.error(400, "VALIDATION");
        let message = &body["fields"][format!("cartDetails[0].{field}")];
        assert!(message.as_str().is_some_and(|it| it.contains("payment card")), "{body}");
    }
    let mut no_gift = market.plain();
    no_gift["to"] = json!("Bob");
    let reply = add(&ann, &[no_gift]).await.json();
    assert_eq!(reply["cartDetails"][0]["to"], json!(null), "what is no gift has no recipient");
}

#[tokio::test]
async fn cart_marks_items_that_are_no_longer_sold() {
    let market = Market::new().await;
    let person = market.app.consumer("ann").await;
    let ann = market.app.sign_in(&person).await;
    add(&ann, &[market.for_a_cause()]).await;
    for (off, on, problem) in [
        (
            "UPDATE tenant SET state = 'INACTIVE' WHERE id = $1",
            "UPDATE tenant SET state = 'ACTIVE' WHERE id = $1",
            "This shop doesn't sell cards at the moment.",
        ),
        (
            "UPDATE tenant SET card_amounts = 'Amount25' WHERE id = $1",
            "UPDATE tenant SET card_amounts = 'Amount50' WHERE id = $1",
            "This shop doesn't sell cards of this amount.",
        ),
    ] {
        market.app.write(off, market.shop).await;
        let item = &cart(&ann).await["cartDetails"][0];
        assert_eq!((&item["isOnSale"], &item["problem"]), (&json!(false), &json!(problem)));
        market.app.write(on, market.shop).await;
        assert_eq!(cart(&ann).await["cartDetails"][0]["isOnSale"], true);
    }
    let campaign = "This campaign isn't running at the moment.";
    market.app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", market.charity).await;
    assert_eq!(cart(&ann).await["cartDetails"][0]["problem"], campaign, "its charity is gone");
    market.app.write("UPDATE tenant SET state = 'ACTIVE' WHERE id = $1", market.charity).await;
    market.app.hands.advance(std::time::Duration::from_secs(40 * 24 * 3600));
    let ann = market.app.sign_in(&person).await;
    assert_eq!(cart(&ann).await["cartDetails"][0]["problem"], campaign, "it is over");
}

#[tokio::test]
async fn change_and_remove_items_allow_only_their_owner() {
    let market = Market::new().await;
    let (ann, bob) = (market.buyer("ann").await, market.buyer("bob").await);
    let there = add(&ann, &[market.plain(), market.gift()]).await.json();
    let item = there["cartDetails"][0].clone();
    let path = format!("/api/v1/Carts/items/{}", item["id"].as_str().expect("an id"));

    let mut more = item.clone();
    more["quantity"] = json!(3);
    more["total"] = json!(75);
    let form = json!({ "total": 75, "isLocal": false, "cartDetails": [more] });
    let reply = ann.put("/api/v1/Carts/items", &form).send().await;
    assert_eq!(reply.json()["total"], 75 + 100, "{}", reply.text());
    assert_eq!(reply.json()["cartDetails"][1], there["cartDetails"][1], "the other is as it was");

    for (field, value) in [
        ("campaignId", json!(market.campaign)),
        ("vendorId", json!(market.app.shop("Other").await)),
    ] {
        let mut other = item.clone();
        other[field] = value;
        other["type"] = json!(null);
        let form = json!({ "cartDetails": [other] });
        let body = ann.put("/api/v1/Carts/items", &form).send().await.error(400, "VALIDATION");
        assert!(body["fields"][format!("cartDetails[0].{field}")].is_string(), "{body}");
    }
    let unnamed = json!({ "cartDetails": [market.plain()] });
    ann.put("/api/v1/Carts/items", &unnamed).send().await.error(400, "VALIDATION");

    bob.put("/api/v1/Carts/items", &form).send().await.error(404, "NOT_FOUND");
    bob.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    add(&bob, &[market.plain()]).await;
    bob.put("/api/v1/Carts/items", &form).send().await.error(404, "NOT_FOUND");
    bob.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    assert_eq!(count(&cart(&ann).await), 2);

    let left = ann.call("DELETE", &path).send().await.json();
    assert_eq!((count(&left), &left["total"]), (1, &json!(100)));
    ann.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn add_items_is_limited_to_fifty() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let many = vec![market.plain(); 50];
    assert_eq!(add(&ann, &many).await.status, 200);
    let body = add(&ann, &[market.plain()]).await.error(400, "VALIDATION");
    assert!(body["fields"]["cartDetails"].is_string(), "{body}");
    assert_eq!(count(&cart(&ann).await), 50);
    // A request with too many items gets a single error, and its items aren't validated.
    let mut nothing = market.plain();
    nothing["quantity"] = json!(0);
    let body = add(&ann, &vec![nothing; 51]).await.error(400, "VALIDATION");
    assert_eq!(body["fields"].as_object().map(|fields| fields.len()), Some(1), "{body}");
    assert!(body["fields"]["cartDetails"].is_string(), "{body}");
}

#[tokio::test]
async fn cart_is_frozen_while_it_is_being_paid() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let there = add(&ann, &[market.plain()]).await.json();
    let item = &there["cartDetails"][0];
    market
        .app
        .app
        .db
        .write(|tx| tx.execute("UPDATE cart SET state = 'PAYING'", &[]))
        .await
        .expect("paying");
    add(&ann, &[market.plain()]).await.error(400, "CART_FROZEN");
    let form = json!({ "cartDetails": [item] });
    ann.put("/api/v1/Carts/items", &form).send().await.error(400, "CART_FROZEN");
    let path = format!("/api/v1/Carts/items/{}", item["id"].as_str().expect("an id"));
    ann.call("DELETE", &path).send().await.error(400, "CART_FROZEN");
    let mut frozen = there.clone();
    frozen["isPaying"] = json!(true);
    assert_eq!(cart(&ann).await, frozen);

    market
        .app
        .app
        .db
        .write(|tx| tx.execute("UPDATE cart SET state = 'SOLD'", &[]))
        .await
        .expect("sold");
    assert_eq!(count(&cart(&ann).await), 0, "what is sold is in no cart any more");
    let next = add(&ann, &[market.plain()]).await.json();
    assert_ne!(next["id"], there["id"]);
}

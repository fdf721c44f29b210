//! Tests of checkouts that succeed, including after a declined card.

use db::params;
use kernel::{dates::BusinessDate, ids::FileKey, time_zones::Zone};
use platform::lists::PAGE_LIFETIME;
use serde_json::{Value, json};

use crate::support::till::{APPROVED, DECLINED, Till, pay, pay_call, payment};

#[tokio::test]
async fn checkout_issues_the_cards_of_the_cart() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let reply = pay(&till, &ann, &cart, APPROVED).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let paid = reply.json();
    assert_eq!((&paid["orderNumber"], &paid["total"]), (&json!(cart), &json!(125)));
    let cards = paid["cards"].as_array().expect("cards");
    let values: Vec<_> = cards.iter().map(|card| card["cardValue"].clone()).collect();
    assert_eq!(values, [25, 50, 50]);
    assert_eq!(cards[0]["vendorName"], "Maple Leaf Books");
    assert_eq!(cards[1]["charityName"], "Food for All");
    // When the shop changes its rate, an earlier order keeps the ten percent that applied to its
    // sale.
    let mark = FileKey::new(till.app.app.clock.now()).to_string();
    let lower = "UPDATE tenant SET charity_rate = 5, logo_key = $1";
    let key = mark.clone();
    let changed = till.app.app.db.write(move |tx| tx.execute(lower, params![key]));
    assert!(changed.await.is_ok());
    let seen = super::order(&ann, &cart).await;
    for cards in [cards, seen["cards"].as_array().expect("cards")] {
        let shares: Vec<_> = cards.iter().map(|card| card["charityShare"].clone()).collect();
        assert_eq!(shares, [0, 5, 5]);
    }
    assert_eq!(till.charges(), [(cart.clone(), 12_500)], "the cart's id is what the gateway knows");

    let wallet = ann.get("/api/v1/Cards?isMine=true").send().await.json();
    assert_eq!(wallet["totalItems"], 3);
    for cards in [&seen["cards"], &wallet["items"]] {
        let cards = cards.as_array().expect("cards");
        let marks: Vec<_> =
            cards.iter().filter(|card| card["charityName"] == "Food for All").collect();
        assert_eq!(marks.len(), 2);
        assert!(marks.iter().all(|card| card["charityLogoPath"] == mark), "{marks:?}");
    }
    assert_eq!(ann.get("/api/v1/Carts/me").send().await.json()["cartDetails"], json!([]));
    let next = till.fill_cart(&ann).await;
    assert_ne!(next, cart, "a sold cart is never used again");

    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let subjects: Vec<_> =
        mails.iter().map(|mail| mail["subject"].as_str().expect("text")).collect();
    assert!(subjects.contains(&"Your receipt for $125.00"), "{subjects:?}");
    assert_eq!(subjects.iter().filter(|subject| subject.starts_with("Your card")).count(), 3);
    let receipt = mails.iter().find(|mail| mail["subject"] == "Your receipt for $125.00");
    let text = receipt.expect("a receipt")["text"].as_str().expect("text");
    assert!(text.contains("Visa 1111") && text.contains(&cart), "{text}");
    assert!(text.contains("Maple Leaf Books: $25.00"), "{text}");
    assert!(text.contains("Maple Leaf Books, supporting Food for All: $50.00"), "{text}");
    assert!(text.contains("From the shops to Food for All: $10.00"), "{text}");
}

#[tokio::test]
async fn checkout_refuses_a_cart_that_is_another_one_by_now() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let seen = ann.get("/api/v1/Carts/me").send().await.json();
    // In another browser window, the buyer turns one of the cards into a gift. The total stays the
    // same.
    let mut gift = seen["cartDetails"][1].clone();
    for (field, value) in [
        ("to", "Bob"),
        ("from", "Ann"),
        ("recipientEmail", "bob@x.example"),
        ("confirmEmail", "bob@x.example"),
    ] {
        gift[field] = json!(value);
    }
    gift["isGift"] = json!(true);
    let change = json!({ "cartDetails": [gift] });
    let changed = ann.put("/api/v1/Carts/items", &change).send().await.json();
    assert_eq!(changed["total"], seen["total"]);
    assert_ne!(changed["version"], seen["version"]);
    let token = till.token(APPROVED).await;
    let pay = async |version: &Value| {
        let version = format!("\"{}\"", version.as_str().expect("a version"));
        pay_call(&ann, &payment(&cart, &token)).header("if-match", &version).send().await
    };
    pay(&seen["version"]).await.error(409, "CHANGED_MEANWHILE");
    assert_eq!(till.charges(), []);
    let paid = pay(&changed["version"]).await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    // Repeating the payment with either version of the cart returns the same reply and charges
    // nothing.
    assert_eq!(pay(&seen["version"]).await.json(), paid.json());
    assert_eq!(till.charges().len(), 1);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_from_a_french_page_sends_french_mails() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let form = payment(&cart, &till.token(APPROVED).await);
    let reply = pay_call(&ann, &form).header("cookie", "a=b; lang=fr").send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    till.app.run_jobs().await;
    let mails = till.app.mails_to(&till.ann.email).await;
    let subjects: Vec<_> = mails.iter().filter_map(|mail| mail["subject"].as_str()).collect();
    assert!(subjects.iter().all(|subject| subject.starts_with("Votre")), "{subjects:?}");
    assert_eq!(subjects.len(), 4);
}

#[tokio::test]
async fn checkout_publishes_new_cards_on_the_live_channel() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let mut news = till.app.app.db.subscribe("live");
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    let db::Wake::Signal(told) = news.next().await.expect("news") else {
        panic!("nothing was told")
    };
    let cards = paid["cards"].as_array().expect("cards");
    let ids: Vec<_> = cards.iter().filter_map(|card| card["id"].as_str()).collect();
    assert!(
        told.contains(&till.ann.id.to_string()) && ids.iter().any(|id| told.contains(id)),
        "{told}"
    );
    till.app.run_jobs().await;
}

#[tokio::test]
async fn orders_are_shown_to_their_buyer_only() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    ann.get(&format!("/api/v1/Orders/{cart}")).send().await.error(404, "NOT_FOUND");
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let id = paid["orderId"].as_str().expect("an id");
    let listed = ann.get("/api/v1/Orders/me").send().await.json();
    assert_eq!(listed["totalItems"], 1);
    assert_eq!(
        (&listed["items"][0]["id"], &listed["items"][0]["cardCount"]),
        (&json!(id), &json!(3))
    );
    let shop = json!([{ "name": "Maple Leaf Books", "logoPath": null, "hue": null }]);
    assert_eq!(listed["items"][0]["shops"], shop, "each shop once");
    for name in [id, &cart] {
        let shown = ann.get(&format!("/api/v1/Orders/{name}")).send().await.json();
        assert_eq!((&shown["status"], &shown["paidWith"]), (&json!("Paid"), &json!("Visa 1111")));
        let mut cards = paid["cards"].clone();
        for card in cards.as_array_mut().expect("cards") {
            card["refundedAmount"] = json!(0);
            card["charityShareKept"] = card["charityShare"].clone();
            // These cards are no gifts.
            for name in ["recipientEmail", "mailedAt", "openedAt", "claimedAt"] {
                card[name] = Value::Null;
            }
        }
        assert_eq!(shown["cards"], cards);
        assert_eq!(
            (&shown["email"], &shown["brand"]),
            (&json!("ann@shop.example"), &json!("funray"))
        );
    }
    let bob = till.app.consumer("bob").await;
    let bob = till.app.sign_in(&bob).await;
    assert_eq!(bob.get("/api/v1/Orders/me").send().await.json()["totalItems"], 0);
    for name in [id, &cart, "x", "ord_00000000000000000000000000"] {
        bob.get(&format!("/api/v1/Orders/{name}")).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn order_keeps_the_brand_that_sold_it() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let mut form = payment(&cart, &till.token(APPROVED).await);
    form["appName"] = json!("rayzr");
    let paid = pay_call(&ann, &form).send().await.json();
    till.finish_checkouts().await;
    till.app.run_jobs().await;
    let id = paid["orderId"].as_str().expect("an id");
    let shown = ann.get(&format!("/api/v1/Orders/{id}")).send().await.json();
    assert_eq!(shown["brand"], "rayzr");
}

#[tokio::test]
async fn checkout_keeps_the_cart_after_a_decline() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let body = pay(&till, &ann, &cart, DECLINED).await.error(400, "PAYMENT_DECLINED");
    assert_eq!(body["errorMessage"], "The payment was declined. Please try another card.");
    assert_eq!(till.cards().await, 0);
    let there = ann.get("/api/v1/Carts/me").send().await.json();
    assert_eq!((&there["id"], &there["total"]), (&json!(cart), &json!(125)));
    assert_eq!(super::order(&ann, &cart).await["status"], "Open");
    let item = there["cartDetails"][0]["id"].as_str().expect("an id");
    let path = format!("/api/v1/Carts/items/{item}");
    assert_eq!(ann.call("DELETE", &path).send().await.status, 200, "it can be changed");

    let token = till.token(APPROVED).await;
    let mut form = crate::support::till::payment(&cart, &token);
    form["amount"] = json!(100);
    let reply = crate::support::till::pay_call(&ann, &form).send().await;
    assert_eq!(reply.json()["total"], 100, "{}", reply.text());
    assert_eq!(till.charges(), [(format!("{cart}-2"), 10_000)]);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn checkout_uses_the_rates_of_the_time_of_sale() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    till.app
        .write("UPDATE tenant SET charity_rate = 7, share_percentage = 3 WHERE id = $1", till.shop)
        .await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, APPROVED).await;
    till.app
        .write(
            "UPDATE tenant SET charity_rate = 10, share_percentage = 30 WHERE id = $1",
            till.shop,
        )
        .await;
    till.app.run_jobs().await;
    let raised =
        "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account LIKE 'charity_payable:%'";
    assert_eq!(till.app.count(raised).await, 700);
    let earned = "SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE account = 'platform_revenue'";
    assert_eq!(till.app.count(earned).await, 375);
    let kept =
        "SELECT count(*) FROM card WHERE share_percentage = 3 AND COALESCE(charity_rate, 7) = 7";
    assert_eq!(till.app.count(kept).await, 3);
}

#[tokio::test]
async fn vendor_summary_and_cards_show_the_sale() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let paid = pay(&till, &ann, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    let mary = till.app.manager_of(till.shop, "mary").await;
    let mary = till.app.sign_in(&mary).await;
    let card = paid["cards"][1]["id"].as_str().expect("an id");
    mary.sees(card).await;
    let path = format!("/api/v1/Cards/{card}/redeemed");
    assert_eq!(mary.put(&path, &json!({ "value": 12.5 })).send().await.status, 200);

    // For cards with a cause, the shop pays ten percent to the cause. For all cards, it pays five
    // percent to the platform.
    let figures = |[revenue, redeemed, balance, sold, raised, platform, opening]: [f64; 7],
                   cards| {
        json!([cards, revenue, redeemed, balance, sold, raised, platform, opening])
    };
    let all = figures([108.75, 12.5, 112.5, 125.0, 10.0, 6.25, 0.0], 3);
    let with_cause = figures([85.0, 12.5, 87.5, 100.0, 10.0, 5.0, 0.0], 2);
    let without = figures([23.75, 0.0, 25.0, 25.0, 0.0, 1.25, 0.0], 1);
    let nothing = figures([0.0; 7], 0);
    // On the next day, the balance of the cards is the opening balance.
    let left = figures([0.0, 0.0, 112.5, 0.0, 0.0, 0.0, 112.5], 0);
    let shown = |told: Value| {
        let name = |name: &str| told[name].as_f64().unwrap_or_else(|| panic!("{name} of {told}"));
        let rest = [
            "totalRevenue",
            "totalRedemption",
            "totalBalance",
            "totalPurchasedAmount",
            "totalFundraising",
            "totalFunrayRevenue",
            "openingBalance",
        ]
        .map(name);
        figures(rest, told["totalCardSold"].as_i64().expect("a number"))
    };
    for (query, figures) in [
        ("", &all),
        ("cardType=1", &with_cause),
        ("cardType=2", &without),
        ("startDate=2026-03-10&endDate=2026-03-10", &all),
        ("startDate=2026-03-11", &left),
        ("endDate=2026-03-09", &nothing),
    ] {
        let told = mary.get(&format!("/api/v1/Vendors/summary?{query}")).send().await.json();
        assert_eq!(&shown(told), figures, "{query}");
    }
    let other = till.app.vendor("Other").await;
    let otto = till.app.manager_of(other, "otto").await;
    let otto = till.app.sign_in(&otto).await;
    assert_eq!(shown(otto.get("/api/v1/Vendors/summary").send().await.json()), nothing);
    till.app.run_jobs().await;
}

#[tokio::test]
async fn charity_vendors_list_supporters_first() {
    let till = Till::new().await;
    till.app.shop("Aardvark Antiques").await;
    let path = format!("/api/v1/Public/charities/{}/vendors", till.charity);
    let names = async |query: &str| {
        let shown = till.app.get(&format!("{path}{query}")).send().await.json();
        let items = shown["items"].as_array().expect("items").clone();
        items
            .iter()
            .map(|item| item["legalName"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    let by_name = ["Aardvark Antiques", "Maple Leaf Books"];
    assert_eq!(names("").await, by_name);
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    pay(&till, &ann, &cart, APPROVED).await;
    till.app.run_jobs().await;
    till.app.hands.advance(PAGE_LIFETIME);
    assert_eq!(names("").await, ["Maple Leaf Books", "Aardvark Antiques"]);
    assert_eq!(names("?pageSize=1&pageIndex=2").await, ["Aardvark Antiques"]);
    assert_eq!(names("?orderBy=legalName").await, by_name, "unless somebody chose an order");
}

#[tokio::test]
async fn checkout_mails_each_gift_to_its_recipient() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let gift = json!({ "vendorId": till.shop, "price": 25, "quantity": 2, "isGift": true, "to": "Bob", "from": "Ann",
        "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example" });
    let form = json!({ "cartDetails": [gift] });
    let there = ann.post("/api/v1/Carts/items", &form).send().await.json();
    let cart = there["id"].as_str().expect("an id");
    let token = till.token(APPROVED).await;
    let mut form = crate::support::till::payment(cart, &token);
    form["amount"] = json!(50);
    assert_eq!(crate::support::till::pay_call(&ann, &form).send().await.status, 200);
    till.app.run_jobs().await;
    let to_bob = till.app.mails_to("bob@shop.example").await;
    assert_eq!(to_bob.len(), 2, "two cards are two gifts");
    let link = |mail: &serde_json::Value| {
        let text = mail["text"].as_str().expect("text").to_owned();
        let at = text.find("/gift/").expect("a link");
        text[at..].split_whitespace().next().expect("a link").to_owned()
    };
    assert_ne!(link(&to_bob[0]), link(&to_bob[1]));
    assert_eq!(till.app.mails_to(&till.ann.email).await.len(), 1, "the receipt alone");
}

#[tokio::test]
async fn checkout_sends_a_gift_on_the_day_in_its_cart() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let day = BusinessDate::of(till.app.app.clock.now()).plus_days(3);
    let gift = json!({ "vendorId": till.shop, "price": 25, "isGift": true, "to": "Bob", "from": "Ann",
        "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example",
        "sendOn": day, "sendHour": 7, "sendZone": "America/Vancouver" });
    let form = json!({ "cartDetails": [gift] });
    let there = ann.post("/api/v1/Carts/items", &form).send().await.json();
    let item = &there["cartDetails"][0];
    assert_eq!((&item["sendOn"], &item["sendHour"]), (&json!(day), &json!(7)));
    assert_eq!(item["sendZone"], "America/Vancouver");
    let token = till.token(APPROVED).await;
    let mut form = payment(there["id"].as_str().expect("an id"), &token);
    form["amount"] = json!(25);
    let order = pay_call(&ann, &form).send().await.json();
    till.app.run_jobs().await;
    assert!(till.app.mails_to("bob@shop.example").await.is_empty());
    let at = Zone::PACIFIC.at_hour(day, 7);
    let path = format!("/api/v1/Orders/{}", order["orderId"].as_str().expect("an id"));
    let receipt = ann.get(&path).send().await.json();
    assert_eq!(receipt["cards"][0]["sendAt"], json!(at));
    assert_eq!(receipt["cards"][0]["sendZone"], "America/Vancouver");
    till.app.hands.advance(at.since(till.app.app.clock.now()));
    till.app.run_jobs().await;
    assert_eq!(till.app.mails_to("bob@shop.example").await.len(), 1);
}

#[tokio::test]
async fn add_items_checks_the_day_of_a_gift_and_uses_the_shops_time_zone() {
    let till = Till::new().await;
    let ann = till.visitor().await;
    let today = BusinessDate::of(till.app.app.clock.now());
    let gift = |more: serde_json::Value| {
        let mut item = json!({ "vendorId": till.shop, "price": 25, "isGift": true, "to": "Bob", "from": "Ann",
            "recipientEmail": "bob@shop.example", "confirmEmail": "bob@shop.example" });
        for (name, value) in more.as_object().expect("fields") {
            item[name] = value.clone();
        }
        json!({ "cartDetails": [item] })
    };
    for (more, field) in [
        (json!({ "sendOn": today.plus_days(-1) }), "sendOn"),
        (json!({ "sendOn": today.plus_days(400) }), "sendOn"),
        (json!({ "sendOn": "Christmas" }), "sendOn"),
        (json!({ "sendOn": today, "sendHour": 24 }), "sendHour"),
        (json!({ "sendOn": today, "sendZone": "Europe/Paris" }), "sendZone"),
    ] {
        let refused = ann.post("/api/v1/Carts/items", &gift(more)).send().await;
        let refused = refused.error(400, "VALIDATION");
        let path = format!("cartDetails[0].{field}");
        assert!(refused["fields"][&path].is_string(), "{refused}");
    }
    let more = json!({ "sendOn": today.plus_days(1) });
    let there = ann.post("/api/v1/Carts/items", &gift(more)).send().await.json();
    let item = &there["cartDetails"][0];
    assert_eq!((&item["sendHour"], &item["sendZone"]), (&json!(9), &json!("America/Toronto")));
    let mut change = gift(json!({}))["cartDetails"][0].clone();
    change["id"] = item["id"].clone();
    let form = json!({ "cartDetails": [change] });
    let now = ann.put("/api/v1/Carts/items", &form).send().await.json();
    assert_eq!(now["cartDetails"][0]["sendOn"], json!(null), "at once after all");
    assert_ne!(now["version"], there["version"], "the buyer agrees to another time");
}

#[tokio::test]
async fn checkout_is_refused_without_a_gateway() {
    let app = crate::support::TestApp::with("demo = false").await;
    let ann = app.consumer("ann").await;
    let ann = app.sign_in(&ann).await;
    let form = crate::support::till::payment("0000000000000000", "token");
    ann.post("/api/v1/Orders/checkout", &form).send().await.error(503, "PAYMENTS_OFF");
}

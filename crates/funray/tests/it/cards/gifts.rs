//! Tests of gifts: sending, opening and sending again, and claiming, which only one person can do.

use std::time::Duration;

use art::PictureCache;
use finance::verify;
use kernel::{dates::BusinessDate, ids::CardId};
use serde_json::{Value, json};

use super::{Street, card_of, history, look_up, redeem};
use crate::{
    ledger::found_after,
    support::{Visitor, cards::Purchase},
};

const BOB: &str = "bob@shop.example";

/// Sells a gift to Bob. Returns the card and the token of the link emailed to him.
async fn give(street: &Street) -> (CardId, String) {
    let purchase = Purchase::of(street.shop, 50).given_to(BOB);
    let card = street.app.sell(&street.buyer, purchase).await;
    (card, street.app.gift_token(BOB).await)
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

async fn gift(street: &Street, token: &str) -> Value {
    let reply = street.app.get(&format!("/api/v1/Gifts/{token}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    reply.json()
}

fn resend(visitor: &Visitor<'_>, card: CardId, to: &str) -> crate::support::Call {
    visitor
        .post(&format!("/api/v1/Cards/{card}/resend-gift-card"), &json!({ "recipientEmail": to }))
}

#[tokio::test]
async fn get_gift_shows_the_gift_to_any_holder_of_the_link() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let mail = &street.app.mails_to(BOB).await[0];
    assert_eq!(mail["subject"], "A gift for you from Ann");
    let html = mail["html"].as_str().expect("html");
    assert!(html.contains("Read &lt;on&gt;!") && !html.contains("<on>"), "words are words");
    let picture = html.find("src=\"data:image/png;base64,").expect("the card");
    assert!(
        html.find("Read &lt;on&gt;!").is_some_and(|words| words < picture),
        "the giver's words come first"
    );
    assert!(html.contains(" eGift card, $50.00\""), "the card in words");
    assert!(text(&mail["text"]).contains("the first one stops working"), "{mail}");

    let seen = gift(&street, &token).await;
    assert_eq!((&seen["to"], &seen["from"]), (&json!("Bob"), &json!("Ann")));
    assert_eq!(seen["giftMessage"], "Read <on>!\nYours");
    assert_eq!((&seen["cardBalance"], &seen["isClaimed"]), (&json!(50), &json!(false)));
    let clerk = street.employee().await;
    let found = look_up(&clerk, seen["qrCode"].as_str().expect("a code")).await;
    assert_eq!(found.json()["id"], card.to_string());
    assert_eq!(found.json()["giftMessage"], json!(null), "that is between giver and recipient");
    for wrong in ["x", &token[1..], &format!("{token}0"), &"0".repeat(32)] {
        street.app.get(&format!("/api/v1/Gifts/{wrong}")).send().await.error(404, "NOT_FOUND");
    }
    // The token can be sent in a header instead of the path, so that proxies don't log it.
    let unnamed = || street.app.get("/api/v1/Gifts/-");
    let by_header = unnamed().header("x-link-token", &token).send().await.json();
    assert_eq!(by_header["cardNumber"], seen["cardNumber"]);
    unnamed().send().await.error(404, "NOT_FOUND");
    unnamed().header("x-link-token", &token[1..]).send().await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn gift_mail_says_what_the_shop_pays_to_the_cause() {
    let street = Street::new().await;
    let charity = street.app.charity("Food for All").await;
    let campaign = street.app.campaign_of(charity, "Warm Meals").await;
    let purchase = Purchase::of(street.shop, 50).supporting(charity, campaign).given_to(BOB);
    street.app.sell(&street.buyer, purchase).await;
    street.app.run_jobs().await;
    let words = text(&street.app.mails_to(BOB).await[0]["text"]).replace('\n', " ");
    assert!(
        words.contains("$5.00 of it goes to Food for All, paid by Maple Leaf Books."),
        "{words}"
    );
}

#[tokio::test]
async fn picture_in_the_mail_is_drawn_once_for_cards_that_look_alike() {
    let street = Street::new().await;
    let shop = street.app.shop("Painted Once").await;
    let mut pictures = Vec::new();
    for (dollars, to) in [(50, BOB), (50, "cy@shop.example"), (25, "di@shop.example")] {
        let purchase = Purchase::of(shop, dollars).given_to(to);
        street.app.sell(&street.buyer, purchase).await;
        street.app.run_jobs().await;
        let html = text(&street.app.mails_to(to).await[0]["html"]);
        let (_, picture) = html.split_once("src=\"data:image/png;base64,").expect("a picture");
        pictures.push(picture.split('"').next().map(str::to_owned));
    }
    assert_eq!(pictures[0], pictures[1]);
    assert_ne!(pictures[0], pictures[2], "another amount is another picture");
    assert_eq!(street.app.app.shared.get::<PictureCache>().count_of("Painted Once"), 2);
}

#[tokio::test]
async fn open_gift_notifies_the_buyer_once() {
    let street = Street::new().await;
    let (_, token) = give(&street).await;
    for _ in 0..3 {
        let reply = street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
        assert!(reply.json()["openedAt"].is_string(), "{}", reply.text());
    }
    street.app.run_jobs().await;
    let mails = street.app.mails_to("ann@shop.example").await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0]["subject"], "Bob opened your gift");
}

#[tokio::test(flavor = "multi_thread")]
async fn claim_gift_works_for_one_person_and_hides_the_code_from_the_buyer() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let ann = street.owner().await;
    let before = card_of(&ann, card).await;
    assert!(before["qrCode"].is_string() && before["claimedAt"].is_null());
    let known = [text(&before["qrCode"]), text(&before["cardNumber"])];
    assert_eq!((&before["firstName"], &before["recipientEmail"]), (&json!("Bob"), &json!(BOB)));

    let path = format!("/api/v1/Gifts/{token}/claimed");
    street.app.post(&path).send().await.error(401, "UNAUTHORIZED");
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    let eve = street.app.consumer("eve").await;
    let eve = street.app.sign_in(&eve).await;
    let (first, second) =
        tokio::join!(bob.call("POST", &path).send(), eve.call("POST", &path).send());
    let (winner, loser, lost) =
        if first.status == 200 { (&bob, &eve, second) } else { (&eve, &bob, first) };
    lost.error(400, "GIFT_CLAIMED");
    let again = winner.call("POST", &path).send().await.json();
    assert_eq!((&again["isMine"], &again["cardId"]), (&json!(true), &json!(card.to_string())));
    street.app.run_jobs().await;
    assert_eq!(street.app.mails_to("ann@shop.example").await.len(), 1, "claiming is opening");

    assert!(card_of(winner, card).await["qrCode"].is_string());
    let after = card_of(&ann, card).await;
    assert_eq!((&after["qrCode"], &after["isMine"]), (&json!(null), &json!(true)));
    assert!(after["claimedAt"].is_string());
    loser.get(&format!("/api/v1/Cards/{card}")).send().await.error(404, "NOT_FOUND");
    let public = gift(&street, &token).await;
    assert_eq!((&public["qrCode"], &public["isClaimed"]), (&json!(null), &json!(true)));
    // Once the gift is claimed, only its owner sees the balance and the message.
    assert_eq!((&public["cardBalance"], &public["giftMessage"]), (&json!(null), &json!(null)));
    let own = winner.get(&format!("/api/v1/Gifts/{token}")).send().await.json();
    assert!(own["qrCode"].is_string(), "{own}");
    assert_eq!(
        (&own["cardBalance"], &own["giftMessage"]),
        (&json!(50), &json!("Read <on>!\nYours"))
    );
    resend(&ann, card, "new@shop.example").send().await.error(400, "GIFT_CLAIMED");

    let clerk = street.employee().await;
    for old in &known {
        look_up(&clerk, old).await.error(404, "INVALID_CODE");
    }
    for new in [text(&own["qrCode"]), text(&own["cardNumber"])] {
        assert_eq!(look_up(&clerk, &new).await.json()["id"], card.to_string());
    }
}

/// Sells a gift that Bob then claims. Returns the card, the token of the gift link, and Bob's
/// session.
pub async fn claimed(street: &Street) -> (CardId, String, Visitor<'_>) {
    let (card, token) = give(street).await;
    let bob = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&bob).await;
    let path = format!("/api/v1/Gifts/{token}/claimed");
    assert_eq!(bob.call("POST", &path).send().await.status, 200);
    street.app.run_jobs().await;
    (card, token, bob)
}

#[tokio::test]
async fn claim_gift_shows_the_number_only_to_the_new_cardholder() {
    let street = Street::new().await;
    let (card, token, bob) = claimed(&street).await;
    let (ann, clerk) = (street.owner().await, street.employee().await);
    let number = text(&card_of(&bob, card).await["cardNumber"]);
    let masked = json!(format!("•••• {}", &number[12..]));
    assert_eq!(card_of(&clerk, card).await["cardNumber"], masked, "at the counter, too");

    assert_eq!(card_of(&ann, card).await["cardNumber"], masked);
    assert_eq!(gift(&street, &token).await["cardNumber"], masked);
    let wallet = ann.get("/api/v1/Cards?isMine=true").send().await.json();
    assert_eq!(wallet["items"][0]["cardNumber"], masked);
    let order = "SELECT order_id FROM card";
    let order = street.app.app.db.read(|tx| tx.one::<(String,)>(order, &[])).await.expect("one");
    let receipt = ann.get(&format!("/api/v1/Orders/{}", order.0)).send().await.json();
    assert_eq!(receipt["cards"][0]["cardNumber"], masked);

    for (visitor, count) in [(&ann, 0), (&bob, 1)] {
        let path = format!("/api/v1/Cards?isMine=true&searchText={number}");
        let found = visitor.get(&path).send().await.json();
        assert_eq!(found["totalItems"], count, "a search finds it for its owner alone: {found}");
    }
}

#[tokio::test]
async fn claim_gift_hides_the_claimant_and_spending_from_the_buyer() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let eve = street.app.consumer("eve").await;
    let eve = street.app.sign_in(&eve).await;
    let ann = street.owner().await;
    assert_eq!(history(&ann, card).await.len(), 1, "while nobody has claimed it");
    let path = format!("/api/v1/Gifts/{token}/claimed");
    assert_eq!(eve.call("POST", &path).send().await.status, 200);
    street.app.run_jobs().await;
    let clerk = street.employee().await;
    street.app.hands.advance(Duration::from_secs(60));
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(20)).send().await.status, 200);

    let wallet = ann.get("/api/v1/Cards?isMine=true").send().await.json();
    let detail = card_of(&ann, card).await;
    for seen in [&wallet["items"][0], &detail] {
        assert_eq!(seen["cardBalance"], 50, "what was given: {seen}");
        assert_eq!(seen["recentTransaction"], detail["claimedAt"], "{seen}");
        assert_eq!(
            (&seen["firstName"], &seen["lastName"], &seen["email"], &seen["recipientEmail"]),
            (&json!("Bob"), &json!(""), &json!(BOB), &json!(BOB))
        );
        assert!(!seen.to_string().contains("eve@"), "{seen}");
    }
    assert!(history(&ann, card).await.is_empty());
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 30, "at the counter it counts");
    let own = card_of(&eve, card).await;
    assert_eq!((&own["firstName"], &own["email"]), (&json!("eve"), &json!("eve@shop.example")));
    for visitor in [&eve, &clerk] {
        assert_eq!(history(visitor, card).await.len(), 2);
    }
    assert_eq!(card_of(&clerk, card).await["firstName"], "eve", "the counter knows whose it is");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn list_cards_separates_own_cards_from_given_ones() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let own = street.card(25).await;
    street.app.run_jobs().await;
    let person = street.app.consumer("bob").await;
    let (ann, bob) = (street.owner().await, street.app.sign_in(&person).await);
    let halves = async |visitor: &Visitor<'_>| {
        let mut halves = Vec::new();
        for part in ["own", "given"] {
            let page = visitor.get(&format!("/api/v1/Cards?walletPart={part}")).send().await.json();
            let items = page["items"].as_array().expect("a list").clone();
            assert_eq!(page["totalItems"], items.len());
            halves.push(items.iter().map(|item| text(&item["id"])).collect::<Vec<_>>());
        }
        let balance = visitor.get("/api/v1/Cards/balance").send().await.json();
        (halves, balance["totalBalance"].clone(), balance["cardCount"].clone())
    };
    let (own, gift) = (vec![own.to_string()], vec![card.to_string()]);
    let spendable = (vec![own.clone(), gift.clone()], json!(25), json!(1));
    assert_eq!(halves(&ann).await, spendable, "a gift on its way is given");
    assert_eq!(halves(&bob).await, (vec![vec![], vec![]], json!(0), json!(0)));

    street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
    let seen = ann.get("/api/v1/Cards?walletPart=given").send().await.json()["items"][0].clone();
    assert!(seen["openedAt"].is_string() && seen["claimedAt"].is_null(), "{seen}");
    assert_eq!(seen["cardValue"], 50);

    let claimed = bob.call("POST", &format!("/api/v1/Gifts/{token}/claimed")).send().await;
    assert_eq!(claimed.status, 200);
    street.app.run_jobs().await;
    assert_eq!(halves(&ann).await, spendable);
    assert_eq!(halves(&bob).await, (vec![gift.clone(), vec![]], json!(50), json!(1)));
    let seen = ann.get("/api/v1/Cards?walletPart=given").send().await.json()["items"][0].clone();
    assert!(seen["claimedAt"].is_string(), "{seen}");

    street.app.write("UPDATE card SET deactivated_at = 1 WHERE id = $1", card).await;
    let balance = bob.get("/api/v1/Cards/balance").send().await.json();
    assert_eq!(balance["totalBalance"], 0, "what is deactivated can't be spent");
    ann.get("/api/v1/Cards?walletPart=all").send().await.error(400, "VALIDATION");
}

#[tokio::test]
async fn list_cards_hides_spending_of_claimed_gifts_from_order_and_filter() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let own = street.card(25).await;
    street.app.run_jobs().await;
    let person = street.app.consumer("bob").await;
    let bob = street.app.sign_in(&person).await;
    let path = format!("/api/v1/Gifts/{token}/claimed");
    assert_eq!(bob.call("POST", &path).send().await.status, 200);
    street.app.run_jobs().await;
    let before = BusinessDate::of(street.app.app.clock.now());
    street.app.hands.advance(Duration::from_secs(3 * 24 * 3600));
    let later = BusinessDate::of(street.app.app.clock.now());
    let (ann, bob, clerk) =
        (street.owner().await, street.app.sign_in(&person).await, street.employee().await);
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(40)).send().await.status, 200);

    let found = async |visitor: &Visitor<'_>, query: &str| {
        let page = visitor.get(&format!("/api/v1/Cards?isMine=true&{query}")).send().await.json();
        let items = page["items"].as_array().expect("a list").clone();
        items.iter().map(|item| text(&item["id"])).collect::<Vec<_>>()
    };
    let by_balance = found(&ann, "orderBy=cardBalance&direction=Desc").await;
    assert_eq!(by_balance, [card.to_string(), own.to_string()], "50 was given, 10 is left");
    let day = |day: BusinessDate| format!("startDate={day}&endDate={day}");
    assert_eq!(found(&ann, &day(later)).await, [""; 0]);
    assert_eq!(found(&ann, &day(before)).await.len(), 2);
    assert_eq!(found(&bob, &day(later)).await, [card.to_string()]);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn resend_gift_card_to_another_address_invalidates_link_and_code() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let (ann, clerk) = (street.owner().await, street.employee().await);
    let old = gift(&street, &token).await;
    let (old_code, old_number) = (text(&old["qrCode"]), text(&old["cardNumber"]));

    assert_eq!(resend(&ann, card, "BOB@shop.example").send().await.status, 204);
    assert_eq!(street.app.gift_token(BOB).await, token, "the same person, the same link");
    assert_eq!(street.app.mails_to(BOB).await.len(), 2);

    assert_eq!(resend(&ann, card, "carl@shop.example").send().await.status, 204);
    let new = street.app.gift_token("carl@shop.example").await;
    street.app.get(&format!("/api/v1/Gifts/{token}")).send().await.error(404, "NOT_FOUND");
    look_up(&clerk, &old_code).await.error(404, "INVALID_CODE");
    look_up(&clerk, &old_number).await.error(404, "INVALID_CODE");
    let renewed = gift(&street, &new).await;
    for shown in [text(&renewed["qrCode"]), text(&renewed["cardNumber"])] {
        assert_eq!(look_up(&clerk, &shown).await.json()["cardBalance"], 50);
    }
}

#[tokio::test]
async fn resend_gift_card_notifies_the_former_recipient_who_had_opened_it() {
    let street = Street::new().await;
    let (card, token) = give(&street).await;
    let ann = street.owner().await;
    assert_eq!(resend(&ann, card, "rob@shop.example").send().await.status, 204);
    street.app.run_jobs().await;
    assert_eq!(street.app.mails_to(BOB).await.len(), 1, "nobody has opened it there");

    let token = match street.app.get(&format!("/api/v1/Gifts/{token}")).send().await.status.as_u16()
    {
        404 => street.app.gift_token("rob@shop.example").await,
        status => panic!("the old link still works: {status}"),
    };
    street.app.post(&format!("/api/v1/Gifts/{token}/opened")).send().await;
    assert_eq!(resend(&ann, card, "ann@shop.example").send().await.status, 204);
    street.app.run_jobs().await;
    let mails = street.app.mails_to("rob@shop.example").await;
    let told: Vec<&Value> = mails.iter().map(|mail| &mail["subject"]).collect();
    assert!(told.contains(&&json!("About your gift card for Maple Leaf Books")), "{told:?}");
    let texts: String = mails.iter().map(|mail| mail["text"].to_string()).collect();
    assert!(!texts.contains("ann@shop.example"), "where it went is nothing they have to know");
}

#[tokio::test]
async fn resend_gift_card_to_another_address_is_for_buyer_and_support() {
    let street = Street::new().await;
    let (card, _) = give(&street).await;
    let manager = street.manager().await;
    assert_eq!(resend(&manager, card, BOB).send().await.status, 204, "the same address");
    let refused = resend(&manager, card, "mona@home.example").send().await.wrong_fields();
    let told = "Only its buyer, or our support, can send this gift to another address.";
    assert_eq!(refused["recipientEmail"], told);

    let ada = street.app.administrator("ada").await;
    let desk = street.app.sign_in(&ada).await;
    assert!(
        resend(&desk, card, "rob@shop.example").send().await.wrong_fields()["reason"].is_string()
    );
    let own = json!({ "recipientEmail": ada.email, "reason": "It is mine now" });
    let path = format!("/api/v1/Cards/{card}/resend-gift-card");
    assert!(desk.post(&path, &own).send().await.wrong_fields()["recipientEmail"].is_string());
    let form = json!({ "recipientEmail": "rob@shop.example", "reason": "The buyer called" });
    assert_eq!(desk.post(&path, &form).send().await.status, 204);
    let stale = street.app.sign_in_long_ago(&ada).await;
    let form = json!({ "recipientEmail": "carl@shop.example", "reason": "The buyer called" });
    stale.post(&path, &form).send().await.error(403, "PROOF_REQUIRED");
    let why = "SELECT count(*) FROM audit_entry WHERE action = 'GIFT_READDRESSED' AND reason = 'The buyer called'";
    assert_eq!(street.app.count(why).await, 1);
    street.app.run_jobs().await;
}

#[tokio::test]
async fn resend_gift_card_to_another_address_is_recorded_and_mailed_to_buyer() {
    let street = Street::new().await;
    let (card, _) = give(&street).await;
    let (ann, manager) = (street.owner().await, street.manager().await);
    assert_eq!(resend(&ann, card, "carl@shop.example").send().await.status, 204);
    assert_eq!(resend(&manager, card, "carl@shop.example").send().await.status, 204);
    street.app.run_jobs().await;
    assert!(street.app.mails_to("ann@shop.example").await.is_empty(), "they did it themselves");
    street.app.hands.advance(Duration::from_secs(60));

    let desk = street.app.administrator("ada").await;
    let form = json!({ "recipientEmail": "mona@home.example", "reason": "She asked for it" });
    let path = format!("/api/v1/Cards/{card}/resend-gift-card");
    let sent = street.app.sign_in(&desk).await.post(&path, &form).send().await;
    assert_eq!(sent.status, 204, "{}", sent.text());
    street.app.run_jobs().await;
    let mails = street.app.mails_to("ann@shop.example").await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert_eq!(mail["subject"], "Your gift for Bob has a new address");
    for address in ["carl@shop.example", "mona@home.example"] {
        assert!(text(&mail["text"]).contains(address), "{mail}");
    }
    let written = "SELECT p.email, a.old_email, a.new_email
        FROM gift_address a JOIN person p ON p.id = a.person_id ORDER BY a.created_at, a.id";
    let rows = street.app.app.db.read(|tx| tx.rows::<(String, String, String)>(written, &[]));
    let row = |by: &str, old: &str, new: &str| (by.to_owned(), old.to_owned(), new.to_owned());
    assert_eq!(
        rows.await.expect("rows"),
        [
            row("ann@shop.example", BOB, "carl@shop.example"),
            row("ada@shop.example", "carl@shop.example", "mona@home.example"),
        ]
    );
}

#[tokio::test]
async fn resend_gift_card_checks_permission_and_is_rate_limited() {
    let street = Street::new().await;
    let (card, _) = give(&street).await;
    let (clerk, manager) = (street.employee().await, street.manager().await);
    let stranger = street.app.consumer("eve").await;
    let stranger = street.app.sign_in(&stranger).await;
    resend(&stranger, card, BOB).send().await.error(404, "NOT_FOUND");
    resend(&clerk, card, BOB).send().await.error(403, "PERMISSION");
    let of_other = street.app.manager_of(street.other_shop, "olga").await;
    let of_other = street.app.sign_in(&of_other).await;
    resend(&of_other, card, BOB).send().await.error(404, "NOT_FOUND");
    let body = resend(&manager, card, "bob").send().await.error(400, "VALIDATION");
    assert_eq!(body["fields"]["recipientEmail"], "Email is not in correct format.");

    for _ in 0..5 {
        assert_eq!(resend(&manager, card, BOB).send().await.status, 204);
    }
    let reply = resend(&manager, card, BOB).send().await;
    reply.error(429, "TOO_MANY_TRIES");
    assert!(reply.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 3600));
    street.app.hands.advance(Duration::from_secs(24 * 3600));
    assert_eq!(resend(&street.owner().await, card, BOB).send().await.status, 204);

    street.app.run_jobs().await;
}

#[tokio::test]
async fn resend_of_an_own_card_goes_to_its_buyer_only() {
    let street = Street::new().await;
    let (card, manager) = (street.card(25).await, street.manager().await);
    street.app.run_jobs().await;
    let address = street.buyer.email.as_str();
    let before = street.app.mails_to(address).await.len();
    assert_eq!(resend(&manager, card, address).send().await.status, 204);
    resend(&manager, card, BOB).send().await.error(400, "NO_GIFT");
    resend(&street.owner().await, card, BOB).send().await.error(400, "NO_GIFT");
    resend(&street.employee().await, card, address).send().await.error(403, "PERMISSION");
    street.app.run_jobs().await;
    assert_eq!(street.app.mails_to(address).await.len(), before + 1);
    for _ in 0..4 {
        assert_eq!(resend(&manager, card, address).send().await.status, 204);
    }
    resend(&manager, card, address).send().await.error(429, "TOO_MANY_TRIES");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn verify_names_a_card_that_was_moved_into_another_wallet() {
    let street = Street::new().await;
    let (gift, _, _) = claimed(&street).await;
    let own = street.card(25).await;
    let (waiting, _) = give(&street).await;
    verify::seal(street.app.app.clone()).await.expect("sealed");
    street.app.run_jobs().await;
    assert_eq!(found_after(&street.app, &[]).await, "");
    let eve = street.app.consumer("eve").await;
    let rule = "a card is its buyer's, or who has claimed it";
    for card in [gift, own, waiting] {
        for column in ["owner_id", "buyer_id"] {
            let theft = format!("UPDATE card SET {column} = '{}' WHERE id = '{card}'", eve.id);
            let found = found_after(&street.app, &[&theft]).await;
            assert!(found.contains(&format!("{rule} {card}: ")), "{column}: {found}");
        }
    }
    let theft = format!("UPDATE card SET owner_id = '{}' WHERE id = '{gift}'", eve.id);
    let claim = format!("UPDATE card_claim SET owner_id = '{}' WHERE card_id = '{gift}'", eve.id);
    let found = found_after(&street.app, &[&theft, &claim]).await;
    assert_eq!(
        found,
        format!("seals hold {gift}: it was changed after it was sealed as number 1\n")
    );
    let slipped = format!(
        "INSERT INTO card_claim (vendor_id, card_id, owner_id, created_at)
         SELECT vendor_id, id, '{}', created_at FROM card WHERE id = '{waiting}'",
        eve.id
    );
    let found = found_after(&street.app, &[&slipped]).await;
    assert!(found.contains("every claim of a gift is sealed or about to be"), "{found}");
}

//! Tests of the terms of a payout: the next payout, the statement and the email show the same ones.

use serde_json::{Value, json};

use crate::payouts::{A_DAY, Trade};

/// Returns the terms of a statement or of the next payout: kind and amount.
fn terms(told: &Value) -> Vec<(&str, f64)> {
    let terms = told["terms"].as_array().unwrap_or_else(|| panic!("terms: {told}")).iter();
    terms
        .map(|term| {
            let kind = term["kind"].as_str().expect("a kind");
            (kind, term["amount"].as_f64().expect("an amount"))
        })
        .collect()
}

async fn next(books: &Trade, payee: &impl ToString) -> Value {
    let bea = books.app.sign_in(&books.bea).await;
    let path = format!("/api/v1/Payouts/next?tenantId={}", payee.to_string());
    bea.get(&path).send().await.json()
}

#[tokio::test]
async fn terms_are_the_same_before_and_after_the_draft_and_in_the_email() {
    let books = Trade::new().await;
    let mona = books.app.manager_of(books.shop, "mona").await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    let expected = [("REDEEMED", 20.0), ("CAUSES", -5.0), ("COMMISSION", -2.5)];
    assert_eq!(terms(&next(&books, &books.shop).await), expected);
    assert_eq!(terms(&next(&books, &books.charity).await), [("RAISED", 5.0)]);
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(terms(&approved), expected);
    let under_way = next(&books, &books.shop).await;
    assert_eq!((terms(&under_way), &under_way["amount"]), (expected.to_vec(), &json!(12.5)));
    let mails = books.app.mails_to(&mona.email).await;
    let text = mails[0]["text"].as_str().expect("a text");
    for said in ["Redeemed", "$20.00", "Shares of causes", "$5.00", "Commission", "$2.50"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("Raised"), "{text}");
}

#[tokio::test]
async fn terms_of_a_later_payout_name_the_payout_before_and_the_part_held_back() {
    let books = Trade::new().await;
    let id = books.approved().await;
    books.put(&books.bea, &id, "paid", json!({ "reference": "R1" })).await;
    let card = books.sell().await;
    books.redeem(card, 30.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-04-01").await;
    let id = books.draft_id().await;
    let form = json!({ "amount": 1.5, "reason": "A dispute is open" });
    let held = books.put(&books.adam, &id, "held-back", form).await.json();
    let expected = [
        ("REDEEMED", 30.0),
        ("CAUSES", -5.0),
        ("COMMISSION", -2.5),
        ("OWED_BEFORE", 12.5),
        ("PAID_OUT", -12.5),
        ("HELD_BACK", -1.5),
    ];
    assert_eq!(terms(&held), expected);
    assert_eq!(held["payout"]["amount"], 21, "{held}");
}

#[tokio::test]
async fn terms_of_a_payee_that_owes_money_are_below_zero() {
    let books = Trade::new().await;
    books.sell().await;
    let next = next(&books, &books.shop).await;
    assert_eq!(terms(&next), [("CAUSES", -5.0), ("COMMISSION", -2.5)]);
    assert_eq!(next["amount"], 0, "{next}");
}

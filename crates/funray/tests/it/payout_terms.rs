//! Tests of the terms of a payout: the next payout, the statement and the email show the same ones.

use serde_json::{Value, json};

use crate::{
    payouts::{A_DAY, Trade},
    taxes::insert_registration,
};

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
    assert_eq!(approved["sales"], json!({ "grossSold": 50, "refunds": 0, "netSold": 50 }));
    let drafts = books.get("/api/v1/Payouts?state=DRAFT").await;
    let of_cause = drafts["items"][0]["id"].as_str().expect("an id");
    let of_cause = books.get(&format!("/api/v1/Payouts/{of_cause}")).await;
    assert_eq!(of_cause["sales"], Value::Null, "{of_cause}");
    let under_way = next(&books, &books.shop).await;
    assert_eq!((terms(&under_way), &under_way["amount"]), (expected.to_vec(), &json!(12.5)));
    let mails = books.app.mails_to(&mona.email).await;
    let text = mails[0]["text"].as_str().expect("a text");
    for said in [
        "Redeemed",
        "$20.00",
        "Shares of causes",
        "$5.00",
        "Commission",
        "$2.50",
        "Gross sold",
        "$50.00",
        "Refunds",
        "$0.00",
        "Net sold",
    ] {
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
async fn tax_is_a_term_of_the_payout_whose_days_it_is_for() {
    let books = Trade::new().await;
    insert_registration(&books.app, "GST_HST", "123456789RT0001", "2026-03-01").await;
    let mona = books.app.manager_of(books.shop, "mona").await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    // 13 % of 2.50 is 0.325.
    let expected = [("REDEEMED", 20.0), ("CAUSES", -5.0), ("COMMISSION", -2.5), ("TAX", -0.33)];
    let told = next(&books, &books.shop).await;
    assert_eq!((terms(&told), &told["amount"]), (expected.to_vec(), &json!(12.17)));
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    // The tax was charged today, but it is for the days of the payout.
    let approved = books.put(&books.bea, &id, "approved", json!({})).await.json();
    assert_eq!(terms(&approved), expected);
    assert_eq!(
        (&approved["payout"]["closing"], &approved["payout"]["amount"]),
        (&json!(12.5), &json!(12.17))
    );
    let mails = books.app.mails_to(&mona.email).await;
    let text = mails[0]["text"].as_str().expect("a text");
    for said in ["Tax on commission", "$0.33", "$12.17"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let exported = books.put(&books.bea, &id, "paid", json!({ "reference": "R1" })).await;
    assert_eq!(exported.status, 200, "{}", exported.text());
    books.redeem(card, 5.0).await;
    let later = [("REDEEMED", 5.0), ("OWED_BEFORE", 12.17), ("PAID_OUT", -12.17)];
    assert_eq!(terms(&next(&books, &books.shop).await), later);
    books.app.hands.advance(A_DAY);
    books.draft("2026-04-01").await;
    let second = books.draft_id().await;
    let second = books.put(&books.bea, &second, "approved", json!({})).await.json();
    assert_eq!((terms(&second), &second["payout"]["amount"]), (later.to_vec(), &json!(5)));
}

#[tokio::test]
async fn tax_of_an_earlier_payout_is_not_counted_twice() {
    let books = Trade::new().await;
    insert_registration(&books.app, "GST_HST", "123456789RT0001", "2026-03-01").await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    let card = books.sell().await;
    books.redeem(card, 30.0).await;
    books.app.hands.advance(A_DAY);
    // Both payouts are drafted on the same day, after the days of both.
    for (last_day, expected) in [
        (
            "2026-03-31",
            vec![("REDEEMED", 20.0), ("CAUSES", -5.0), ("COMMISSION", -2.5), ("TAX", -0.33)],
        ),
        (
            "2026-04-01",
            vec![
                ("REDEEMED", 30.0),
                ("CAUSES", -5.0),
                ("COMMISSION", -2.5),
                ("TAX", -0.33),
                ("OWED_BEFORE", 12.17),
                ("SINCE", -12.17),
            ],
        ),
    ] {
        books.draft(last_day).await;
        let id = books.draft_id().await;
        let approved = books.put(&books.bea, &id, "approved", json!({})).await;
        assert_eq!(terms(&approved.json()), expected, "{last_day}: {}", approved.text());
    }
    assert_eq!(books.owed().await, 0);
}

#[tokio::test]
async fn approval_subtracts_tax_that_was_charged_for_the_days_after_the_draft() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let id = books.draft_id().await;
    insert_registration(&books.app, "GST_HST", "123456789RT0001", "2026-03-01").await;
    finance::taxes::charge_months(books.app.app.clone()).await.expect("charged");
    let refused = books.put(&books.bea, &id, "approved", json!({})).await;
    refused.error(400, "PAYOUT_EXCEEDS_OWED");
}

#[tokio::test]
async fn terms_of_a_payee_that_owes_money_are_below_zero() {
    let books = Trade::new().await;
    books.sell().await;
    let next = next(&books, &books.shop).await;
    assert_eq!(terms(&next), [("CAUSES", -5.0), ("COMMISSION", -2.5)]);
    assert_eq!(next["amount"], 0, "{next}");
}

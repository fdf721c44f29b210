//! Tests of the client with the sandbox: the rules for charges, voids and refunds.

use authorizenet::{
    Amount, Charge, Client, Outcome, Page, Reference, Refund, Review, Secret, Settings, Status,
    TransactionId, sandbox::CREDENTIALS,
};
use jiff::SignedDuration;

use crate::support::{
    LOGIN, charge, plain,
    play::{Play, START, VISA},
    reference,
};

fn numbered(number: u32) -> Reference {
    reference(&format!("PAY{number:04}"))
}

#[track_caller]
fn transaction(outcome: &Outcome) -> TransactionId {
    match outcome {
        Outcome::Approved(receipt) | Outcome::Held(receipt) => receipt.transaction.clone(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn failed_with(outcome: &Outcome, code: &str) {
    assert!(
        matches!(outcome, Outcome::Failed(failure) if failure.has_code(code)),
        "{code}: {outcome:?}"
    );
}

#[tokio::test]
async fn charge_is_found_by_search_lists_and_transaction_id() {
    let play = Play::start().await;
    let receipt = play.paid(numbered(1)).await;
    assert_eq!(
        (receipt.account.brand.as_str(), receipt.account.last_four.as_str()),
        ("Visa", "1111")
    );
    assert_eq!(
        (receipt.avs.as_str(), receipt.cvv.as_str()),
        ("P", "P"),
        "neither zip nor code was sent"
    );
    assert_eq!(receipt.auth_code.len(), 6);

    let found = play.client.find_transaction(&receipt.transaction).await.expect("an answer");
    let found = found.expect("a transaction");
    assert_eq!(found.reference.as_deref(), Some("PAY0001"));
    assert_eq!(found.invoice_number.as_deref(), Some("PAY0001"));
    assert_eq!(found.authorized, Amount::from_cents(2500));
    assert_eq!(
        (found.status.clone(), found.reason_code.as_str()),
        (Status::CapturedPendingSettlement, "1")
    );
    assert_eq!(found.account, receipt.account);

    let listed = play.client.list_unsettled(Page::FIRST).await.expect("a list");
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0].id, listed[0].amount), (&found.id, found.settles));
    assert_eq!(listed[0].submitted_at, START.parse().expect("a moment"));
    let nobody = TransactionId::parse("1").expect("a number");
    assert_eq!(play.client.find_transaction(&nobody).await, Ok(None));
}

#[tokio::test]
async fn charge_outcome_follows_the_test_card_number() {
    let play = Play::start().await;
    for (number, code) in [("4000000000000069", "8"), ("4000000000000119", "19")] {
        failed_with(&play.client.charge(&play.charge_of(number).await).await, code);
    }
    for (number, code) in [("4000000000000002", "2"), ("4000000000000127", "44")] {
        let outcome = play.client.charge(&play.charge_of(number).await).await;
        let Outcome::Declined(refusal) = &outcome else { panic!("{outcome:?}") };
        assert_eq!(refusal.errors[0].code, code);
        assert_eq!(refusal.text(), "This transaction has been declined.");
        let id = refusal.transaction.clone().expect("declines are kept");
        assert_eq!(play.status(&id).await, "declined");
    }
    let held = play.client.charge(&play.charge_of("4000000000009235").await).await;
    assert!(matches!(held, Outcome::Held(_)), "{held:?}");
    assert!(matches!(play.client.charge(&play.charge_of(VISA).await).await, Outcome::Approved(_)));
}

#[tokio::test]
async fn charge_avs_and_cvv_results_follow_the_testing_guide() {
    let play = Play::start().await;
    for (number, (more, avs, cvv)) in [
        (r#""cardCode":"900","zip":"46203""#, "E", "M"),
        (r#""cardCode":"901","zip":"46205""#, "N", "N"),
        (r#""cardCode":"902","zip":"46211""#, "W", "S"),
        (r#""cardCode":"903","zip":"46217""#, "Z", "U"),
        (r#""cardCode":"904","zip":"K1A 0B1""#, "Y", "P"),
    ]
    .into_iter()
    .enumerate()
    {
        let card = format!(r#""cardNumber":"{VISA}","expirationDate":"122030",{more}"#);
        let token = play.token_with(&card).await;
        let next = Charge { reference: numbered(number as u32), ..charge(&token) };
        let outcome = play.client.charge(&next).await;
        let Outcome::Approved(receipt) = outcome else { panic!("{outcome:?}") };
        assert_eq!((receipt.avs.as_str(), receipt.cvv.as_str()), (avs, cvv), "{more}");
    }
    let declining = format!(r#""cardNumber":"{VISA}","expirationDate":"122030","zip":"46282""#);
    let token = play.token_with(&declining).await;
    let outcome = play.client.charge(&Charge { reference: numbered(9), ..charge(&token) }).await;
    assert!(matches!(outcome, Outcome::Declined(_)), "{outcome:?}");
}

#[tokio::test]
async fn token_is_single_use_and_expires_after_15_minutes() {
    let play = Play::start().await;
    let charge = play.charge_of(VISA).await;
    assert!(matches!(play.client.charge(&charge).await, Outcome::Approved(_)));
    failed_with(&play.client.charge(&charge).await, "E00114");

    let last_minute = Charge { reference: numbered(2), ..play.charge_of(VISA).await };
    play.advance(15 * 60);
    assert!(matches!(play.client.charge(&last_minute).await, Outcome::Approved(_)));
    let too_late = Charge { reference: numbered(3), ..play.charge_of(VISA).await };
    play.advance(15 * 60 + 1);
    failed_with(&play.client.charge(&too_late).await, "E00115");
    failed_with(&play.client.charge(&super::support::charge("eyJnobodys")).await, "E00114");
    assert_eq!(play.sandbox.ledger().len(), 2);
}

#[tokio::test]
async fn charge_is_unknown_for_a_duplicate_within_the_window() {
    let play = Play::start().await;
    let again = async |change: fn(&mut Charge)| {
        let mut charge = play.charge_of(VISA).await;
        change(&mut charge);
        play.client.charge(&charge).await
    };
    assert!(matches!(again(|_| {}).await, Outcome::Approved(_)));
    let duplicate = again(|_| {}).await;
    assert!(
        matches!(&duplicate, Outcome::Unknown(doubt) if doubt.why.contains("11 A duplicate")),
        "{duplicate:?}"
    );
    for different in [
        again(|charge| charge.amount = Amount::from_cents(2501)).await,
        again(|charge| charge.reference = numbered(2)).await,
        again(|charge| charge.first_name = "Bob".to_owned()).await,
        again(|charge| charge.duplicate_window = std::time::Duration::ZERO).await,
    ] {
        assert!(matches!(different, Outcome::Approved(_)), "{different:?}");
    }
    play.advance(28_799);
    assert!(matches!(again(|_| {}).await, Outcome::Unknown(_)));
    play.advance(1);
    assert!(matches!(again(|_| {}).await, Outcome::Approved(_)));
    // A declined charge moved no money, so a second attempt does not count as a duplicate.
    for _ in 0..2 {
        let declined = play.client.charge(&play.charge_of("4000000000000002").await).await;
        assert!(matches!(declined, Outcome::Declined(_)));
    }
}

#[tokio::test]
async fn charge_refuses_invalid_amounts_and_currencies() {
    let play = Play::start().await;
    let nothing = Charge { amount: Amount::from_cents(0), ..play.charge_of(VISA).await };
    failed_with(&play.client.charge(&nothing).await, "5");
    let dollars = Charge { currency: "USD".to_owned(), ..play.charge_of(VISA).await };
    failed_with(&play.client.charge(&dollars).await, "39");
    let words = Charge { currency: "dollars".to_owned(), ..play.charge_of(VISA).await };
    failed_with(&play.client.charge(&words).await, "E00003");
}

#[tokio::test]
async fn charge_refuses_an_expired_card() {
    let play = Play::start().await;
    let token =
        play.token_with(r#""cardNumber":"4111111111111111","expirationDate":"022026""#).await;
    failed_with(&play.client.charge(&charge(&token)).await, "8");
}

#[tokio::test]
async fn void_works_once_before_settlement() {
    let play = Play::start().await;
    let paid = play.paid(numbered(1)).await.transaction;
    let voided = play.client.void(&numbered(2), &paid).await;
    assert_eq!(transaction(&voided), paid);
    assert_eq!(play.status(&paid).await, "voided");
    assert_eq!(
        transaction(&play.client.void(&numbered(3), &paid).await),
        paid,
        "twice does no harm"
    );

    let settled = play.paid(numbered(4)).await.transaction;
    assert_eq!(play.sandbox.settle(), 2);
    failed_with(&play.client.void(&numbered(5), &settled).await, "16");
    let nobody = TransactionId::parse("1").expect("a number");
    failed_with(&play.client.void(&numbered(6), &nobody).await, "16");
}

#[tokio::test]
async fn refund_is_limited_to_the_settled_amount() {
    let play = Play::start().await;
    let paid = play.paid(numbered(1)).await.transaction;
    let refund = |number, cents| Refund {
        duplicate_window: std::time::Duration::from_secs(120),
        reference: numbered(number),
        amount: Amount::from_cents(cents),
        transaction: paid.clone(),
        last_four: "1111".to_owned(),
    };
    failed_with(&play.client.refund(&refund(2, 500)).await, "54");
    play.sandbox.settle();
    assert_eq!(play.status(&paid).await, "settledSuccessfully");

    let first = transaction(&play.client.refund(&refund(3, 500)).await);
    assert_ne!(first, paid);
    let found = play.client.find_transaction(&first).await.expect("an answer").expect("a refund");
    assert_eq!(found.status, Status::RefundPendingSettlement);
    assert_eq!(found.refunds, Some(paid.clone()));
    failed_with(&play.client.refund(&refund(4, 2001)).await, "55");
    let stranger = Refund { last_four: "2222".to_owned(), ..refund(5, 100) };
    failed_with(&play.client.refund(&stranger).await, "54");
    transaction(&play.client.refund(&refund(6, 2000)).await);
    failed_with(&play.client.refund(&refund(7, 1)).await, "55");

    // After a refund is voided, the charge can be refunded again. A refund itself can't be
    // refunded.
    transaction(&play.client.void(&numbered(8), &first).await);
    transaction(&play.client.refund(&refund(9, 500)).await);
    failed_with(&play.client.refund(&Refund { transaction: first, ..refund(10, 1) }).await, "16");
    play.sandbox.settle();
    let given_back: Vec<_> =
        play.sandbox.ledger().into_iter().filter(|record| record.is_refund).collect();
    let statuses: Vec<&str> = given_back.iter().map(|record| record.status.as_str()).collect();
    assert_eq!(statuses, ["voided", "refundSettledSuccessfully", "refundSettledSuccessfully"]);
}

#[tokio::test]
async fn lists_show_silent_errors_of_the_gateway() {
    let play = Play::start().await;
    let none = play.sandbox.invent("NOBODY", Amount::from_cents(100));
    assert_eq!(none, None, "it knows no card yet");
    let mut paid = Vec::new();
    for number in 1..=4 {
        paid.push(play.paid(numbered(number)).await.transaction);
    }
    assert!(play.sandbox.lose(&paid[0]) && !play.sandbox.lose(&paid[0]));
    assert!(play.sandbox.expire(&paid[1]));
    assert!(play.sandbox.alter(&paid[2], Amount::from_cents(1)));
    assert!(play.sandbox.double(&paid[3]).is_some());
    assert!(play.sandbox.invent("NOBODY", Amount::from_cents(100)).is_some());
    play.sandbox.settle();
    let mut listed: Vec<_> = play
        .client
        .list_all(play.now(), play.now())
        .await
        .expect("lists")
        .into_iter()
        .map(|item| (item.invoice_number.unwrap_or_default(), item.status, item.amount.cents()))
        .collect();
    listed.sort_by(|one, other| one.0.cmp(&other.0));
    let settled = |invoice: &str, cents| (invoice.to_owned(), Status::SettledSuccessfully, cents);
    let expected = [
        settled("NOBODY", 100),
        ("PAY0002".to_owned(), Status::Expired, 2500),
        settled("PAY0003", 1),
        settled("PAY0004", 2500),
        settled("PAY0004", 2500),
    ];
    assert_eq!(listed, expected);
}

#[tokio::test]
async fn review_approves_or_declines_a_held_charge() {
    let play = Play::start().await;
    let mut held = Vec::new();
    for number in 1..=3 {
        let charge =
            Charge { reference: numbered(number), ..play.charge_of("4000000000009235").await };
        held.push(transaction(&play.client.charge(&charge).await));
    }
    play.sandbox.settle();
    let found = play.client.find_transaction(&held[0]).await.expect("an answer").expect("it");
    assert!(found.status.is_held(), "settling passes it by: {found:?}");

    play.client.review(&numbered(4), &held[0], Review::Approve).await;
    play.client.review(&numbered(5), &held[1], Review::Decline).await;
    assert!(play.sandbox.review(&held[2], true));
    assert!(!play.sandbox.review(&held[2], false), "it is decided");
    failed_with(&play.client.review(&numbered(6), &held[0], Review::Decline).await, "16");
    for (id, status) in
        held.iter().zip(["capturedPendingSettlement", "declined", "capturedPendingSettlement"])
    {
        assert_eq!(play.status(id).await, status);
    }
}

#[tokio::test]
async fn sandbox_settles_at_midnight() {
    let play = Play::start().await;
    let paid = play.paid(numbered(1)).await.transaction;
    play.advance(9 * 3600 - 1);
    assert_eq!(play.status(&paid).await, "capturedPendingSettlement");
    play.advance(1);
    let after_midnight = play.paid(numbered(2)).await.transaction;
    assert_eq!(play.status(&paid).await, "settledSuccessfully");
    assert_eq!(play.status(&after_midnight).await, "capturedPendingSettlement");

    let yesterday = play.now() - SignedDuration::from_hours(24);
    let batches = play.client.list_batches(yesterday, play.now()).await.expect("a list");
    assert_eq!(batches.len(), 1);
    assert_eq!(batches[0].settled_at, "2026-03-11T00:00:00Z".parse().expect("a moment"));
    let inside = play.client.list_batch(&batches[0].id, Page::FIRST).await.expect("a list");
    assert_eq!(inside.iter().map(|item| &item.id).collect::<Vec<_>>(), [&paid]);
    assert_eq!(play.client.list_batches(yesterday, yesterday).await, Ok(Vec::new()));
}

#[tokio::test]
async fn list_settlements_reads_the_sums_of_each_batch() {
    let play = Play::start().await;
    let paid = play.paid(numbered(1)).await.transaction;
    play.paid(numbered(2)).await;
    assert_eq!(play.sandbox.settle(), 2);
    play.advance(3600);
    assert!(play.sandbox.refund(&paid, Amount::from_cents(500)).is_some());
    assert_eq!(play.sandbox.settle(), 1);
    play.advance(3600);
    play.sandbox.fail_settlement();
    let unpaid = play.paid(numbered(3)).await.transaction;
    assert_eq!(play.sandbox.settle(), 1);
    assert_eq!(play.status(&unpaid).await, "settlementError");
    let yesterday = play.now() - SignedDuration::from_hours(24);
    let found = play.client.list_settlements(yesterday, play.now()).await.expect("a list");
    let sums: Vec<_> = found
        .iter()
        .map(|one| {
            let (charges, refunds) = (one.charges.cents(), one.refunds.cents());
            (one.batch.is_settled(), charges, one.charge_count, refunds, one.refund_count)
        })
        .collect();
    assert_eq!(
        sums,
        [(true, 5000, 2, 0, 0), (true, 0, 0, 500, 1), (false, 0, 0, 0, 0)],
        "a failed batch pays nothing"
    );
    let whole = play.client.list_whole_batch(&found[0].batch.id).await.expect("a list");
    assert_eq!(whole.len(), 2);
}

#[tokio::test]
async fn search_finds_charges_before_and_after_settlement() {
    let play = Play::start().await;
    let paid = play.paid(numbered(1)).await.transaction;
    play.paid(numbered(2)).await;
    let start = play.now();
    for _ in 0..2 {
        let found = play
            .client
            .search(&numbered(1), start..=play.now(), play.now())
            .await
            .expect("an answer");
        assert_eq!(found.iter().map(|item| &item.id).collect::<Vec<_>>(), [&paid]);
        play.sandbox.settle();
    }
    let nothing = play.client.search(&numbered(9), start..=play.now(), play.now()).await;
    assert_eq!(nothing, Ok(Vec::new()));
}

#[tokio::test]
async fn list_unsettled_and_list_batch_are_paged() {
    let play = Play::start().await;
    for number in 1..=5 {
        play.paid(numbered(number)).await;
        play.advance(1);
    }
    let page = async |number| {
        let page = play.client.list_unsettled(Page { number, size: 2 }).await.expect("a page");
        page.into_iter().filter_map(|item| item.invoice_number).collect::<Vec<_>>()
    };
    assert_eq!(page(1).await, ["PAY0005", "PAY0004"]);
    assert_eq!(page(3).await, ["PAY0001"]);
    assert!(page(4).await.is_empty());
}

#[tokio::test]
async fn authenticate_refuses_wrong_credentials() {
    let play = Play::start().await;
    let url = format!("http://{}/xml/v1/request.api", play.address);
    for (login, key) in [(LOGIN, CREDENTIALS.transaction_key), (CREDENTIALS.login_id, "wrong")] {
        let stranger = Client::new(Settings::new(&url, login, Secret::new(key))).expect("a client");
        failed_with(&stranger.charge(&play.charge_of(VISA).await).await, "E00007");
        assert!(stranger.authenticate().await.expect_err("a stranger").has_code("E00007"));
    }
    play.client.authenticate().await.expect("known");
    let merchant = play.client.merchant().await.expect("a merchant");
    assert!(merchant.is_test_mode && merchant.currencies == ["CAD"]);
    assert_eq!(merchant.public_client_key, CREDENTIALS.client_key);
    assert!(play.sandbox.ledger().is_empty());
}

#[tokio::test]
async fn sandbox_refuses_malformed_requests_with_the_gateway_codes() {
    let play = Play::start().await;
    for (body, code) in [
        ("", "E00003"),
        ("[]", "E00003"),
        (r#"{"a":{},"b":{}}"#, "E00003"),
        (r#"{"giveMeMoneyRequest":{}}"#, "E00004"),
        (r#"{"authenticateTestRequest":{}}"#, "E00003"),
        (r#"{"authenticateTestRequest":{"refId":"R1","merchantAuthentication":{}}}"#, "E00003"),
    ] {
        let reply = play.post(body).await;
        assert_eq!(reply["messages"]["resultCode"], "Error", "{body}");
        assert_eq!(reply["messages"]["message"][0]["code"], code, "{body}: {reply}");
    }
    let large =
        plain::send(play.address, "POST", "/xml/v1/request.api", &"x".repeat(65 * 1024)).await;
    assert_eq!(large.status, 413);
}

#[tokio::test]
async fn sandbox_numbers_repeat_for_the_same_seed() {
    let (one, other) = (Play::start().await, Play::start().await);
    assert_eq!(one.token(VISA).await, other.token(VISA).await);
    assert_eq!(one.paid(numbered(1)).await, other.paid(numbered(1)).await);
}

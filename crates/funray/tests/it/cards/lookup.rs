//! Tests of looking up cards. Unknown codes, malformed codes and codes of another shop get the same
//! reply, and guessing is limited.

use std::time::Duration;

use kernel::random::random_bytes;
use platform::error::Error;
use serde_json::json;
use tokio::task::JoinSet;

use super::{Street, card_of, look_up, look_up_call};
use crate::support::{
    cards::Purchase,
    interleaving::{Open, until_it_waits},
};

#[tokio::test]
async fn look_up_finds_a_card_by_code_qr_and_number() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let own = card_of(&street.owner().await, card).await;
    let code = own["qrCode"].as_str().expect("a code").to_owned();
    let number = own["cardNumber"].as_str().expect("a number").to_owned();
    assert_eq!(code.len(), 32);
    let spaced = format!("{} {} {} {}", &number[..4], &number[4..8], &number[8..12], &number[12..]);
    for text in [code.clone(), format!("FR1:{code}"), code.to_lowercase(), number, spaced] {
        let reply = look_up(&clerk, &text).await;
        assert_eq!(reply.status, 200, "{text}: {}", reply.text());
        assert_eq!(reply.json()["id"], card.to_string());
        assert_eq!(reply.json()["qrCode"], json!(null), "staff never see the code again");
    }
}

#[tokio::test]
async fn look_up_answers_the_same_for_unknown_foreign_and_invalid_codes() {
    let street = Street::new().await;
    street.card(25).await;
    let own = card_of(&street.owner().await, street.card(50).await).await;
    let foreign = street.app.employee_of(street.other_shop, "otto").await;
    let foreign = street.app.sign_in(&foreign).await;
    let without_trace = |mut body: serde_json::Value| {
        body["traceId"] = json!(null);
        body
    };
    let unknown = look_up(&foreign, &"0".repeat(32)).await.error(404, "INVALID_CODE");
    assert_eq!(unknown["errorMessage"], "Invalid code.");
    for text in [
        own["qrCode"].as_str().expect("a code"),
        own["cardNumber"].as_str().expect("a number"),
        "4111111111111111",
        "x",
        "FR1:",
        "%00",
    ] {
        let body = look_up(&foreign, text).await.error(404, "INVALID_CODE");
        assert_eq!(without_trace(body), without_trace(unknown.clone()), "{text}");
    }
    let buyer = street.owner().await;
    look_up(&buyer, own["qrCode"].as_str().expect("a code")).await.error(403, "PERMISSION");
}

#[tokio::test]
async fn look_up_is_blocked_for_a_minute_from_the_twentieth_miss() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let code =
        card_of(&street.owner().await, card).await["qrCode"].as_str().expect("a code").to_owned();
    let clerk = street.employee().await;
    for _ in 0..19 {
        look_up(&clerk, &code).await.json();
        look_up(&clerk, "nonsense").await.error(404, "INVALID_CODE");
    }
    let reply = look_up(&clerk, "nonsense").await;
    reply.error(429, "TOO_MANY_TRIES");
    assert!(
        reply.header("retry-after").parse::<u64>().is_ok_and(|seconds| (1..=61).contains(&seconds))
    );
    look_up(&clerk, &code).await.error(429, "TOO_MANY_TRIES");
    let colleague = street.manager().await;
    assert_eq!(look_up(&colleague, &code).await.status, 200, "others go on working");

    street.app.hands.advance(Duration::from_secs(60));
    assert_eq!(look_up(&clerk, &code).await.status, 200);
    look_up(&clerk, "nonsense").await.error(404, "INVALID_CODE");
    look_up(&clerk, &code).await.error(429, "TOO_MANY_TRIES");
}

#[tokio::test(flavor = "multi_thread")]
async fn look_up_allows_nineteen_concurrent_misses() {
    let street = Street::new().await;
    let own = card_of(&street.owner().await, street.card(25).await).await;
    let foreign = own["qrCode"].as_str().expect("a code");
    let otto = street.app.employee_of(street.other_shop, "otto").await;
    let otto = street.app.sign_in(&otto).await;
    let mut guesses = JoinSet::new();
    for number in 0..64 {
        let text = if number % 2 == 0 { foreign } else { "nonsense" };
        guesses.spawn(look_up_call(&otto, text).send());
    }
    let replies = guesses.join_all().await;
    let (misses, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 404);
    assert_eq!((misses.len(), refused.len()), (19, 45));
    for reply in misses {
        reply.error(404, "INVALID_CODE");
    }
    for reply in refused {
        reply.error(429, "TOO_MANY_TRIES");
        assert!(!reply.header("retry-after").is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn look_up_of_a_valid_code_waits_for_uncommitted_misses() {
    let street = Street::new().await;
    let own = card_of(&street.owner().await, street.card(25).await).await;
    let code = own["qrCode"].as_str().expect("a code");
    let clerk = street.employee().await;
    for _ in 0..18 {
        look_up(&clerk, "nonsense").await.error(404, "INVALID_CODE");
    }
    assert_eq!(look_up(&clerk, code).await.status, 200, "it counts for nothing");
    let miss = |tx: &mut db::Tx<'_>| {
        let minute =
            "UPDATE token_bucket SET used_up = used_up + 60000000 WHERE bucket LIKE 'card misses%'";
        assert_eq!(tx.execute(minute, &[])?, 1);
        Ok(())
    };
    let missing = Open::after(&street.app, miss).await;
    let looking = tokio::spawn(look_up_call(&clerk, code).send());
    until_it_waits(&street.app, &looking).await;
    missing.commit().await;
    looking.await.expect("an answer").error(429, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn look_up_of_valid_codes_uses_up_no_rate_limit() {
    let street = Street::new().await;
    let own = card_of(&street.owner().await, street.card(25).await).await;
    let clerk = street.employee().await;
    for _ in 0..30 {
        look_up(&clerk, own["qrCode"].as_str().expect("a code")).await.json();
    }
    let counted = "SELECT count(*) FROM token_bucket WHERE bucket LIKE 'card misses%'";
    assert_eq!(street.app.count(counted).await, 0);
}

/// Resets all rate limits.
async fn forgive(street: &Street) {
    let forget = |tx: &mut db::Tx<'_>| Ok::<_, Error>(tx.execute("DELETE FROM token_bucket", &[])?);
    street.app.app.db.write(forget).await.expect("a statement");
}

/// Returns the number of rounds with two codes each: `make soak` tries 100,000 codes.
#[allow(clippy::disallowed_methods, reason = "only tests are told so how long to go on")]
fn rounds() -> usize {
    if std::env::var_os("SOAK").is_some() { 50_000 } else { 300 }
}

#[tokio::test]
async fn look_up_refuses_random_and_nearly_right_codes() {
    let street = Street::new().await;
    let own = card_of(&street.owner().await, street.card(25).await).await;
    let code = own["qrCode"].as_str().expect("a code");
    let clerk = street.employee().await;
    let digits = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for round in 0..rounds() {
        if round % 9 == 0 {
            forgive(&street).await;
        }
        let guess: String = random_bytes::<32>()
            .map(|byte| char::from(digits[usize::from(byte % 32)]))
            .iter()
            .collect();
        look_up(&clerk, &guess).await.error(404, "INVALID_CODE");
        let at = round % 32;
        let other = if &code[at..=at] == "0" { "1" } else { "0" };
        let close = format!("{}{other}{}", &code[..at], &code[at + 1..]);
        look_up(&clerk, &close).await.error(404, "INVALID_CODE");
    }
    forgive(&street).await;
    assert_eq!(look_up(&clerk, code).await.status, 200);
}

#[tokio::test]
async fn look_up_without_permission_is_not_counted_as_a_miss() {
    let street = Street::new().await;
    street.app.sell(&street.buyer, Purchase::of(street.shop, 25)).await;
    street.app.run_jobs().await;
    let buyer = street.owner().await;
    for _ in 0..30 {
        look_up(&buyer, "nonsense").await.error(403, "PERMISSION");
    }
}

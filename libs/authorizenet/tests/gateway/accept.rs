//! Tests of the sandbox as used by a browser: the script Accept.js, its URLs, and requests from
//! other origins.

use authorizenet::sandbox::CREDENTIALS;
use serde_json::Value;

use crate::support::{
    plain,
    play::{Play, VISA, tokenise},
};

#[tokio::test]
async fn sandbox_serves_accept_js_and_its_credentials() {
    let play = Play::start().await;
    let script = plain::send(play.address, "GET", "/v1/Accept.js", "").await;
    assert!(script.head.contains("content-type: text/javascript"), "{}", script.head);
    assert!(script.body.contains("window.Accept"), "{}", script.body);
    let credentials = plain::send(play.address, "GET", "/credentials.json", "").await;
    let credentials: Value = serde_json::from_str(&credentials.body).expect("JSON");
    assert_eq!(credentials["loginId"], CREDENTIALS.login_id);
    assert_eq!(credentials["transactionKey"], CREDENTIALS.transaction_key);
    assert_eq!(credentials["clientKey"], CREDENTIALS.client_key);
}

#[tokio::test]
async fn secure_payment_container_allows_cors_from_any_origin() {
    let play = Play::start().await;
    let asked = plain::send(play.address, "OPTIONS", "/xml/v1/request.api", "").await;
    assert_eq!(asked.status, 204);
    for line in [
        "access-control-allow-origin: *",
        "access-control-allow-methods: post",
        "access-control-allow-headers: content-type",
    ] {
        assert!(asked.head.contains(line), "{line}: {}", asked.head);
    }
    let card = format!(r#""cardNumber":"{VISA}","expirationDate":"122030""#);
    let reply = plain::send(play.address, "POST", "/xml/v1/request.api", &tokenise(&card)).await;
    assert!(reply.head.contains("access-control-allow-origin: *"), "{}", reply.head);
    assert!(
        reply.body.contains(r#""dataDescriptor":"COMMON.ACCEPT.INAPP.PAYMENT""#),
        "{}",
        reply.body
    );
}

#[tokio::test]
async fn secure_payment_container_refuses_bad_cards_and_client_keys() {
    let play = Play::start().await;
    for (card, code) in [
        (r#""cardNumber":"4111111111111112","expirationDate":"122030""#, "E00027"),
        (r#""cardNumber":"4111111111111111","expirationDate":"132030""#, "E00027"),
        (r#""cardNumber":"4111111111111111""#, "E00003"),
        (r#""expirationDate":"122030","cardNumber":"4111111111111111""#, "E00003"),
    ] {
        let reply = play.post(&tokenise(card)).await;
        assert_eq!(reply["messages"]["message"][0]["code"], code, "{card}: {reply}");
        assert!(reply["opaqueData"].is_null(), "{reply}");
    }
    let card = format!(r#""cardNumber":"{VISA}","expirationDate":"122030""#);
    let wrong_key = tokenise(&card).replace(CREDENTIALS.client_key, "another");
    assert_eq!(play.post(&wrong_key).await["messages"]["message"][0]["code"], "E00007");
}

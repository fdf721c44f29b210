//! Tests that no debug output and no error contains a secret, even if the gateway's reply quotes
//! it.

use authorizenet::{Client, Secret, Settings};
use serde_json::json;

use crate::support::{KEY, LOGIN, Scripted, TOKEN, charge, reply};

#[track_caller]
fn shows_no_secret(text: &str) {
    assert!(!text.contains(KEY) && !text.contains(TOKEN), "{text}");
}

#[tokio::test]
async fn debug_output_hides_secrets() {
    let settings = Settings::new("https://gateway.example/", LOGIN, Secret::new(KEY));
    shows_no_secret(&format!("{settings:?}"));
    shows_no_secret(&format!("{:?}", Client::new(settings).expect("a client")));
    let charge = charge(TOKEN);
    shows_no_secret(&format!("{charge:?} {:?}", charge.token.value()));
}

#[tokio::test]
async fn charge_errors_hide_secrets_the_gateway_repeats() {
    let words = format!("The value '{KEY}' is invalid, and so is '{TOKEN}'.");
    let message = json!([{"code": "E00003", "text": words}]);
    for body in [
        reply(&json!({"messages": {"resultCode": "Error", "message": message}})),
        reply(&json!({"messages": words})),
        reply(&json!({
            "transactionResponse": {"responseCode": "3", "errors": [{"errorCode": "11", "errorText": words}]},
            "messages": {"resultCode": "Error", "message": message},
        })),
    ] {
        let outcome = Scripted::saying(body).await.client().charge(&charge(TOKEN)).await;
        shows_no_secret(&format!("{outcome:?}"));
    }
}

#[test]
fn client_new_names_invalid_settings_without_their_values() {
    let new = |url: &str, login: &str, key: &str| {
        Client::new(Settings::new(url, login, Secret::new(key))).map(drop)
    };
    let url = "https://gateway.example/";
    assert_eq!(new(url, LOGIN, KEY), Ok(()));
    for (url, login, key, word) in [
        ("", LOGIN, KEY, "https://"),
        ("gateway.example", LOGIN, KEY, "https://"),
        ("ftp://gateway.example", LOGIN, KEY, "https://"),
        (url, "", KEY, "login id"),
        (url, &"x".repeat(26), KEY, "login id"),
        (url, LOGIN, "", "transaction key"),
        (url, LOGIN, &format!("{KEY}1"), "transaction key"),
    ] {
        let complaint = new(url, login, key).expect_err("wrong");
        assert!(complaint.contains(word), "{complaint}");
        shows_no_secret(&complaint);
    }
}

//! Tests of the live channel over long polling and event streams, without WebSocket.

use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::support::{
    TestApp, Visitor,
    live::{END, HUB, negotiate, open_stream, say, shake_hands},
};

/// Connects to the live channel with long polling and returns the connection token.
async fn connect(visitor: &Visitor<'_>) -> String {
    let token = negotiate(visitor).await;
    assert_eq!(poll(visitor, &token).await, Vec::<Value>::new());
    shake_hands(visitor, &token).await;
    assert_eq!(poll(visitor, &token).await, [json!({})]);
    token
}

async fn poll(visitor: &Visitor<'_>, token: &str) -> Vec<Value> {
    let reply = visitor.call("GET", &format!("{HUB}?id={token}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
        .text()
        .split_terminator(END)
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect()
}

#[tokio::test]
async fn live_tells_and_disconnects_a_deactivated_user() {
    let app = TestApp::new().await;
    let (adam, ann) = (app.administrator("adam").await, app.consumer("ann").await);
    let (admin, visitor) = (app.sign_in(&adam).await, app.sign_in(&ann).await);
    // Once the event stream is open, it receives every later push.
    let stream = open_stream(&visitor).await;
    let body = json!({"email": ann.email, "accountStatus": "DEACTIVATE"}).to_string();
    let reply = admin.call("PUT", "/api/v1/Accounts/status").json(body).send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());

    // Read everything that the stream receives until the server closes it.
    let heard = stream.collect().await.expect("its end").to_bytes();
    let heard = std::str::from_utf8(&heard).expect("text");
    let push = json!({"type": 1, "target": "onChangeStatusUser", "arguments": ["DEACTIVATE", ann.id.to_string()]});
    assert!(heard.contains(&push.to_string()), "{heard}");
    assert!(heard.contains(&json!({"type": 7}).to_string()), "{heard}");
    // Not only is Ann's stream closed: her session has ended, so her calls are refused as well.
    visitor.call("GET", "/api/v1/OAuth/profile").send().await.error(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn live_disconnects_when_the_session_is_ended() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (thrown_out, other) = (app.sign_in(&ann).await, app.sign_in(&ann).await);
    let stream = open_stream(&thrown_out).await;
    let reply = other.call("DELETE", "/api/v1/Accounts/me/sessions").send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());

    let heard = stream.collect().await.expect("its end").to_bytes();
    let heard = std::str::from_utf8(&heard).expect("text");
    assert!(heard.contains(&json!({"type": 7}).to_string()), "{heard}");
    let again = format!("{HUB}/negotiate");
    assert_eq!(thrown_out.call("POST", &again).send().await.status, 401);
}

#[tokio::test]
async fn live_returns_the_connection_id() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let token = connect(&visitor).await;
    let question = json!({"type": 1, "target": "GetConnectionId", "invocationId": "0"});
    say(&visitor, &token, &format!("{question}{END}")).await;
    let reply = poll(&visitor, &token).await;
    assert!(reply[0]["result"].as_str().is_some_and(|id| id != token), "{reply:?}");
}

#[tokio::test]
async fn live_negotiate_requires_the_signed_in_user_and_origin() {
    let app = TestApp::new().await;
    let (ann, bob) = (app.consumer("ann").await, app.consumer("bob").await);
    let visitor = app.sign_in(&ann).await;
    let negotiate = format!("{HUB}/negotiate");
    assert_eq!(app.post(&negotiate).send().await.status, 401);
    assert_eq!(app.post(&negotiate).header("authorization", "Bearer x").send().await.status, 401);
    let other = format!("{negotiate}?userId={}", bob.id);
    assert_eq!(visitor.call("POST", &other).send().await.status, 403);
    let foreign = visitor.call("POST", &negotiate).header("origin", "https://evil.example");
    assert_eq!(foreign.send().await.status, 403);
    let own = visitor.call("POST", &negotiate).header("origin", "http://localhost:8080");
    assert_eq!(own.send().await.status, 200);
}

#[tokio::test]
async fn live_tells_clients_to_reconnect_when_draining() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let token = connect(&visitor).await;
    app.app.start_draining();
    assert_eq!(poll(&visitor, &token).await, [json!({"type": 7, "allowReconnect": true})]);
}

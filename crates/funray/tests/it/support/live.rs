//! Test client of the live channel, which pushes changes to browsers through an event stream.

use axum::body::Body;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use super::Visitor;

pub const HUB: &str = "/hubs/notifications";
pub const END: char = '\u{1e}';

/// Negotiates a connection to the live channel and returns the connection token.
pub async fn negotiate(visitor: &Visitor<'_>) -> String {
    let reply = visitor.call("POST", &format!("{HUB}/negotiate?negotiateVersion=1")).send().await;
    reply.json()["connectionToken"].as_str().expect("a token").to_owned()
}

pub async fn say(visitor: &Visitor<'_>, token: &str, text: &str) {
    let reply = visitor.call("POST", &format!("{HUB}?id={token}")).body(text).send().await;
    assert_eq!(reply.status, 200);
}

pub async fn shake_hands(visitor: &Visitor<'_>, token: &str) {
    let handshake = format!("{}{END}", json!({"protocol": "json", "version": 1}));
    say(visitor, token, &handshake).await;
}

/// Opens an event stream and completes the handshake. The stream receives all later pushes.
pub async fn open_stream(visitor: &Visitor<'_>) -> Body {
    let token = negotiate(visitor).await;
    let address = format!("{HUB}?id={token}");
    let stream = visitor.call("GET", &address).header("accept", "text/event-stream").open().await;
    assert_eq!(stream.status(), 200);
    shake_hands(visitor, &token).await;
    stream.into_body()
}

/// Waits for the next push to `target` and returns its arguments.
pub async fn next_push(stream: &mut Body, target: &str) -> Value {
    next_pushes(stream, target).await.swap_remove(0)
}

/// Waits for the next pushes to `target` and returns the arguments of each. Several pushes can
/// arrive in one frame.
pub async fn next_pushes(stream: &mut Body, target: &str) -> Vec<Value> {
    loop {
        let frame = stream.frame().await.expect("the stream goes on").expect("a frame");
        let Ok(data) = frame.into_data() else { continue };
        let text = std::str::from_utf8(&data).expect("text");
        let messages = text.split(END).map(|message| message.trim().trim_start_matches("data: "));
        let messages = messages.filter_map(|message| serde_json::from_str::<Value>(message).ok());
        let pushes = messages.filter(|message| message["target"] == target);
        let told: Vec<Value> = pushes.map(|mut push| push["arguments"].take()).collect();
        if !told.is_empty() {
            return told;
        }
    }
}

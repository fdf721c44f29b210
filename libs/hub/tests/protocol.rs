//! Tests of the hub over real connections, which compare the exact bytes on each transport.

mod support;

use std::time::Duration;

use hub::Settings;
use serde_json::{Value, json};
use support::{END, Server, Socket, handshake};

/// Returns settings with long time limits, so that no client is pinged or disconnected during a
/// test.
fn patient() -> Settings {
    let long = Duration::from_secs(600);
    Settings {
        negotiation: long,
        keep_alive: long,
        silence: long,
        poll: long,
        between_polls: long,
        most_at_once: 100_000,
        ..Settings::default()
    }
}

#[tokio::test]
async fn negotiate_returns_a_connection_id_and_a_token() {
    let server = Server::start(patient()).await;
    let (status, reply) =
        server.post("/negotiate?negotiateVersion=1&userId=ann", Some("ann"), "").await;
    assert_eq!(status, 200);
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["negotiateVersion"], 1);
    assert_ne!(reply["connectionId"], reply["connectionToken"]);
    let transports: Vec<&str> = reply["availableTransports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["transport"].as_str().unwrap())
        .collect();
    assert_eq!(transports, ["WebSockets", "ServerSentEvents", "LongPolling"]);

    // In version 0 of the protocol, a connection has a single id, which is its secret token.
    let (_, old) = server.post("/negotiate", Some("ann"), "").await;
    let old: Value = serde_json::from_str(&old).unwrap();
    assert_eq!(old.get("connectionToken"), None);
    let id = old["connectionId"].as_str().unwrap();
    assert_eq!(server.get(&format!("?id={id}"), Some("ann")).await.0, 200);
}

#[tokio::test]
async fn negotiate_and_connect_refuse_other_users() {
    let server = Server::start(patient()).await;
    assert_eq!(server.post("/negotiate", None, "").await.0, 401);
    assert_eq!(server.post("/negotiate", Some("nobody"), "").await.0, 401);
    assert_eq!(server.post("/negotiate?userId=bob", Some("ann"), "").await.0, 403);
    assert_eq!(server.get("?id=unknown", Some("ann")).await.0, 404);
    assert_eq!(server.get("", Some("ann")).await.0, 400);

    let id = server.negotiate("ann").await;
    for (status, answer) in [
        server.get(&format!("?id={id}"), Some("bob")).await,
        server.post(&format!("?id={id}"), Some("bob"), "").await,
        server.delete(&format!("?id={id}"), Some("bob")).await,
    ] {
        assert_eq!((status, answer.as_str()), (403, ""));
    }
    let [foreign, own] = ["bob", "ann"].map(|token| format!("?id={id}&access_token={token}"));
    assert_eq!(Socket::open(&server, &foreign, None).await.err(), Some(403));
    assert_eq!(Socket::open(&server, &own, Some("https://evil.example")).await.err(), Some(403));
    assert!(Socket::open(&server, &own, Some("https://own.example")).await.is_ok());
}

#[tokio::test]
async fn websocket_shakes_hands_and_invokes_both_ways() {
    let server = Server::start(patient()).await;
    let id = server.negotiate("ann").await;
    let mut socket =
        Socket::open(&server, &format!("?id={id}&access_token=ann"), None).await.unwrap();
    // The first record is sent in two pieces, and its second piece together with another record.
    socket.send("{\"protocol\":\"json\",").await;
    socket.send(&format!("\"version\":1}}{END}{{\"type\":6}}{END}")).await;
    assert_eq!(socket.hear().await, [json!({})]);

    for (sent, heard) in [
        (
            json!({"type": 1, "target": "Add", "arguments": [2, 3], "invocationId": "0"}),
            json!({"type": 3, "invocationId": "0", "result": 5}),
        ),
        (
            json!({"type": 1, "target": "Add", "arguments": ["x"], "invocationId": "1"}),
            json!({"type": 3, "invocationId": "1", "error": "Add takes numbers."}),
        ),
        (
            json!({"type": 1, "target": "Other", "arguments": [], "invocationId": "2"}),
            json!({"type": 3, "invocationId": "2", "error": "Unknown hub method 'Other'"}),
        ),
        (
            json!({"type": 4, "target": "Count", "arguments": [], "invocationId": "3"}),
            json!({"type": 3, "invocationId": "3", "error": "This hub has no streams."}),
        ),
    ] {
        socket.send(&format!("{sent}{END}")).await;
        assert_eq!(socket.hear().await, [heard]);
    }

    server.hub.send("bob", "changed", &[json!("not for ann")]);
    server.hub.send("ann", "changed", &[json!("DEACTIVATE"), json!("ann")]);
    let push = json!({"type": 1, "target": "changed", "arguments": ["DEACTIVATE", "ann"]});
    assert_eq!(socket.hear().await, [push]);

    assert_eq!(server.post(&format!("?id={id}"), Some("ann"), "").await.0, 405);
    assert_eq!(server.delete(&format!("?id={id}"), Some("ann")).await.0, 400);
    let second = Socket::open(&server, &format!("?id={id}&access_token=ann"), None).await;
    assert_eq!(second.err(), Some(409));
}

#[tokio::test]
async fn websocket_is_closed_with_an_error_on_a_protocol_breach() {
    let server = Server::start(patient()).await;
    for (sent, heard) in [
        (
            "{\"type\":6}\u{1e}".to_owned(),
            json!({"error": "The first message has to be a handshake."}),
        ),
        (
            "{\"protocol\":\"messagepack\",\"version\":1}\u{1e}".to_owned(),
            json!({"error": "Requested protocol 'messagepack' is not available."}),
        ),
        ("x".repeat(33 * 1024), json!({"type": 7, "error": "The message is too large."})),
    ] {
        let mut socket = Socket::open(&server, "?access_token=ann", None).await.unwrap();
        socket.send(&sent).await;
        assert_eq!(socket.hear().await, [heard]);
        assert!(socket.is_closed().await);
    }
    let mut socket = Socket::open(&server, "?access_token=ann", None).await.unwrap();
    socket.send(&handshake()).await;
    socket.hear().await;
    socket.send(&format!("{{\"type\":1,\"target\":\"Add\",\"invocationId\":7}}{END}")).await;
    assert_eq!(socket.hear().await, [json!({"type": 7, "error": "The message can't be read."})]);
    assert!(socket.is_closed().await);
    support::until(|| server.hub.client_count() == 0).await;
}

#[tokio::test]
async fn websocket_is_closed_beyond_the_message_rate_limit() {
    let settings = Settings { most_at_once: 20, interval: Duration::from_secs(600), ..patient() };
    let server = Server::start(settings).await;
    let mut socket = Socket::open(&server, "?access_token=ann", None).await.unwrap();
    socket.send(&handshake()).await;
    socket.hear().await;
    let call = json!({"type": 1, "target": "Add", "arguments": [2, 3], "invocationId": "0"});
    for _ in 0..9 {
        socket.send(&format!("{call}{END}")).await;
        socket.hear().await;
    }
    socket.send(&format!("{call}{END}")).await;
    assert_eq!(socket.hear().await, [json!({"type": 7, "error": "Too many messages."})]);
    assert!(socket.is_closed().await);
}

#[tokio::test]
async fn long_polling_delivers_messages_until_the_client_leaves() {
    let server = Server::start(patient()).await;
    let id = server.negotiate("ann").await;
    let address = format!("?id={id}");
    assert_eq!(
        server.get(&address, Some("ann")).await,
        (200, String::new()),
        "the first poll says hello"
    );
    assert_eq!(server.post(&address, Some("ann"), &handshake()).await.0, 200);
    assert_eq!(server.get(&address, Some("ann")).await, (200, format!("{{}}{END}")));

    // A newer poll ends the waiting poll with status 204 and gets its records.
    let waiting = server.polling(&address, "ann");
    support::until(|| server.requests() >= 5).await;
    let newer = server.polling(&address, "ann");
    assert_eq!(waiting.await.unwrap().0, 204);
    server.hub.send("ann", "changed", &[json!(1)]);
    let (status, records) = newer.await.unwrap();
    assert_eq!(status, 200);
    assert!(records.contains("changed") && records.ends_with(END));

    assert_eq!(server.delete(&address, Some("ann")).await.0, 202);
    assert_eq!(server.get(&address, Some("ann")).await.0, 404);
    assert_eq!(server.hub.client_count(), 0);
}

#[tokio::test]
async fn long_polling_closes_a_client_that_never_fetches_replies() {
    let server = Server::start(patient()).await;
    let id = server.negotiate("ann").await;
    let address = format!("?id={id}");
    server.get(&address, Some("ann")).await;
    server.post(&address, Some("ann"), &handshake()).await;
    server.get(&address, Some("ann")).await;

    let call = json!({"type": 1, "target": "Add", "arguments": [2, 3], "invocationId": "0"});
    let calls = |count| format!("{call}{END}").repeat(count);
    let fetch = async || server.get(&address, Some("ann")).await;
    server.post(&address, Some("ann"), &calls(1_000)).await;
    let (_, answers) = fetch().await;
    assert_eq!(answers.matches(END).count(), 1_000, "up to the limit may wait");

    for count in [600, 600, 600] {
        assert_eq!(server.post(&address, Some("ann"), &calls(count)).await.0, 200);
    }
    let (_, answers) = fetch().await;
    let answers: Vec<&str> = answers.split_terminator(END).collect();
    let last: Value = serde_json::from_str(answers[answers.len() - 1]).unwrap();
    assert_eq!(last, json!({"type": 7, "allowReconnect": true}));
    assert_eq!(answers.len(), 1_002, "nothing more was answered");
    assert_eq!(fetch().await.0, 204);
    assert_eq!(server.hub.client_count(), 0);
}

#[tokio::test]
async fn long_polling_deletes_a_closed_client_that_keeps_posting() {
    let short = Duration::from_millis(150);
    let server = Server::start(Settings { poll: short, between_polls: short, ..patient() }).await;
    let address = format!("?id={}", server.negotiate("ann").await);
    server.get(&address, Some("ann")).await;
    let talk = async {
        // The first record is no handshake, so the hub forgets the connection, and later requests
        // get 404.
        while server.post(&address, Some("ann"), &format!("{{}}{END}")).await.0 != 404 {}
    };
    tokio::time::timeout(Duration::from_secs(600), talk).await.expect("it was forgotten");
}

#[tokio::test]
async fn close_tells_clients_to_reconnect_and_refuses_new_ones() {
    let server = Server::start(patient()).await;
    let mut ann = server.greeted("ann").await;
    let mut bob = server.greeted("bob").await;
    server.hub.close_user("ann");
    assert_eq!(ann.hear().await, [json!({"type": 7})], "for good");
    assert!(ann.is_closed().await);
    server.hub.close();
    assert_eq!(bob.hear().await, [json!({"type": 7, "allowReconnect": true})]);
    assert_eq!(server.post("/negotiate", Some("ann"), "").await.0, 503);
    assert!(Socket::open(&server, "?access_token=ann", None).await.is_err());
}

#[tokio::test]
async fn keep_alive_pings_clients_and_drops_silent_ones() {
    let short = Duration::from_millis(50);
    let server = Server::start(Settings { keep_alive: short, ..patient() }).await;
    let mut ann = server.greeted("ann").await;
    assert_eq!(ann.hear().await[0], json!({"type": 6}));

    let server = Server::start(Settings { negotiation: short, ..patient() }).await;
    server.negotiate("ann").await;
    support::until(|| server.hub.client_count() == 0).await;

    // A silent client is disconnected. The time limit is long enough for the handshake on a slow
    // machine.
    let silence = Duration::from_secs(2);
    let server = Server::start(Settings { silence, keep_alive: short, ..patient() }).await;
    let mut ann = server.greeted("ann").await;
    support::until(|| server.hub.client_count() == 0).await;
    assert!(ann.is_closed().await);
}

#[tokio::test]
async fn client_limits_hold_in_all_and_per_user() {
    let few = Settings { most_clients: 3, most_of_one: 2, ..patient() };
    let server = Server::start(few).await;
    let first = server.greeted("ann").await;
    let second = server.negotiate("ann").await;
    assert_eq!(server.post("/negotiate", Some("ann"), "").await.0, 429);
    assert_eq!(Socket::open(&server, "?access_token=ann", None).await.err(), Some(429));
    let _others = server.greeted("bob").await;
    assert_eq!(server.post("/negotiate", Some("bob"), "").await.0, 503);
    drop(first);
    support::until(|| server.hub.client_count() == 2).await;
    server.negotiate("ann").await;
    assert_eq!(server.get(&format!("?id={second}"), Some("ann")).await.0, 200);
}

#[tokio::test]
async fn send_drops_a_client_that_never_reads() {
    let silence = Duration::from_secs(2);
    let server = Server::start(Settings { silence, ..patient() }).await;
    let _deaf = server.greeted("ann").await;
    // Sends more data than the network buffers hold, while the client reads nothing.
    let page = json!("x".repeat(64 * 1024));
    for _ in 0..500 {
        server.hub.send("ann", "changed", std::slice::from_ref(&page));
    }
    server.is_left().await;
}

//! Tests of the hub with the official client on each transport. `make test` installs the client;
//! without the client these tests are skipped.

mod support;

use std::process::Stdio;

use hub::Settings;
use serde_json::json;
use support::Server;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

struct Client {
    lines: Lines<BufReader<ChildStdout>>,
    process: Child,
}

impl Client {
    fn start(server: &Server, transport: &str) -> Client {
        let mut process = Command::new("node")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/client-check/check.mjs"))
            .arg(format!("http://{}/hub", server.address))
            .arg(transport)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node is installed");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        Client { lines, process }
    }

    async fn says(&mut self, expected: &str) {
        let line = self.lines.next_line().await.expect("a line");
        assert_eq!(line.as_deref(), Some(expected));
    }
}

async fn is_understood(transport: &str) {
    let server = Server::start(Settings::default()).await;
    let mut client = Client::start(&server, transport);
    client.says(r#""connected" true"#).await;
    client.says(r#""sum" 5"#).await;
    client.says(r#""refused" "Add takes numbers.""#).await;
    client.says(r#""unknown" "Unknown hub method 'Other'""#).await;
    client.says(r#""ready""#).await;

    server.hub.send("ann", "onChangeStatusUser", &[json!("DEACTIVATE"), json!("ann")]);
    client.says(r#""called" "DEACTIVATE" "ann""#).await;

    // After `send_away`, the client reconnects and receives calls again.
    server.hub.send_away("ann");
    client.says(r#""back" true"#).await;
    server.hub.send("ann", "onChangeStatusUser", &[json!("ACTIVATE"), json!("ann")]);
    client.says(r#""called" "ACTIVATE" "ann""#).await;

    server.hub.close_user("ann");
    client.says(r#""closed""#).await;
    assert!(client.process.wait().await.expect("its end").success());
}

#[tokio::test]
#[ignore = "needs `npm ci` in client-check"]
async fn official_client_works_over_websockets() {
    is_understood("WebSockets").await;
}

#[tokio::test]
#[ignore = "needs `npm ci` in client-check"]
async fn official_client_works_over_server_sent_events() {
    is_understood("ServerSentEvents").await;
}

#[tokio::test]
#[ignore = "needs `npm ci` in client-check"]
async fn official_client_works_over_long_polling() {
    is_understood("LongPolling").await;
}

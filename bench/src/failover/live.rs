//! Checks that live events cross nodes: a client of the second node gets the event of a redemption
//! at the first one.

use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::load::Load;
use crate::{
    Failure,
    client::{Call, Client, texts},
};

const HUB: &str = "/hubs/notifications";
/// Ends a message of the live channel.
const END: char = '\u{1e}';
const LIMIT: Duration = Duration::from_secs(10);

pub async fn crosses(load: &Load) -> Result<bool, Failure> {
    let address = load.nodes.last().ok_or("no node")?;
    let mut client = Client::connect(address).await?;
    // The holder of the cards that are redeemed.
    let token = &client.sign_in("buyer@demo.test").await?;
    let post = |path, body| Call { method: "POST", path, token, body, key: "" };
    let path = &format!("{HUB}/negotiate?negotiateVersion=1");
    let (_, reply) = client.call(post(path, "")).await?;
    let id = texts(&reply, "connectionToken").next().ok_or("no connection token")?;
    let channel = &format!("{HUB}?id={id}");
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "GET {channel} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Accept: text/event-stream\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    if !hears(&mut stream, "200 OK").await? {
        return Err("the live channel has no event stream".into());
    }
    let handshake = format!("{}{END}", json!({ "protocol": "json", "version": 1 }));
    client.call(post(channel, &handshake)).await?;
    let card = load.redeem_at(0).await?;
    hears(&mut stream, &card).await
}

/// Reads the stream until it contains `text`. Returns false if that takes too long.
async fn hears(stream: &mut TcpStream, text: &str) -> Result<bool, Failure> {
    let mut heard = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&heard).contains(text) {
            if stream.read_buf(&mut heard).await? == 0 {
                return Err("the live channel was closed".into());
            }
        }
        Ok::<_, Failure>(())
    };
    match timeout(LIMIT, reading).await {
        Ok(outcome) => outcome.map(|()| true),
        Err(_) => Ok(false),
    }
}

//! Sends HTTP requests over a plain TCP connection, without an HTTP client.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub struct Reply {
    pub status: u16,
    /// Status line and headers of the response, in lower case.
    pub head: String,
    pub body: String,
}

pub async fn send(address: SocketAddr, method: &str, path: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nOrigin: https://shop.example\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
    Reply { status, head: head.to_lowercase(), body: body.to_owned() }
}

//! Sends HTTP requests over a real network connection.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Sends a GET request on a new connection. The server closes the connection after its reply.
pub async fn ask(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// Reads the whole reply: status line, headers and body.
pub async fn answer(mut stream: TcpStream) -> String {
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.expect("an answer");
    reply
}

/// A port that refuses connections while this value lives. The port is bound without a listener, so
/// that no other process gets it.
pub struct ClosedPort {
    pub address: SocketAddr,
    _socket: tokio::net::TcpSocket,
}

impl ClosedPort {
    pub fn new() -> ClosedPort {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
        ClosedPort { address: socket.local_addr().expect("an address"), _socket: socket }
    }
}

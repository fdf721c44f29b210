//! Requests over a real connection, as a client sends them that is not part of the test's program.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Sends a request on a connection of its own, which ends with the answer.
pub async fn ask(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// The whole answer, head and body.
pub async fn answer(mut stream: TcpStream) -> String {
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.expect("an answer");
    reply
}

/// A port that refuses connections for as long as it is held: bound, but nobody listens, and nobody else can take it.
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

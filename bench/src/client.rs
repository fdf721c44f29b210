//! A small HTTP client that costs next to nothing beside what it measures: many of them share a thread.

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

use crate::Failure;

/// One connection that stays open.
pub struct Client {
    stream: BufReader<TcpStream>,
    line: String,
}

/// A request, but for what every one of them says.
#[derive(Clone, Copy, Default)]
pub struct Call<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: &'a str,
    /// An `Idempotency-Key`, if it isn't empty.
    pub key: &'a str,
    pub body: &'a str,
}

impl Client {
    pub async fn connect(address: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: BufReader::new(stream), line: String::new() })
    }

    /// The access token of somebody of the demo.
    pub async fn sign_in(&mut self, email: &str) -> Result<String, Failure> {
        let body = &format!(r#"{{"email":"{email}","password":"demo-password-1"}}"#);
        let path = "/api/v1/OAuth/login";
        let (_, reply) = self.call(Call { method: "POST", path, body, ..Call::default() }).await?;
        Ok(texts(&reply, "accessToken").next().ok_or("nobody is let in")?.to_owned())
    }

    pub async fn get(&mut self, path: &str, token: &str) -> Result<(u16, String), Failure> {
        self.call(Call { method: "GET", path, token, ..Call::default() }).await
    }

    pub async fn call(&mut self, call: Call<'_>) -> Result<(u16, String), Failure> {
        let Call { method, path, token, key, body } = call;
        let key =
            if key.is_empty() { String::new() } else { format!("Idempotency-Key: {key}\r\n") };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{key}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let status = self.line().await?.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or("a reply without a status")?;
        let mut length = 0;
        loop {
            let header = self.line().await?;
            if header.is_empty() {
                break;
            }
            let (name, value) = header.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut reply = vec![0; length];
        self.stream.read_exact(&mut reply).await?;
        Ok((status, String::from_utf8(reply)?))
    }

    /// A call that nobody refuses, or all is over.
    pub async fn succeed(&mut self, call: Call<'_>) -> Result<Value, Failure> {
        let (method, path) = (call.method, call.path);
        match self.call(call).await? {
            (200, reply) => Ok(serde_json::from_str(reply.trim_start_matches('\u{feff}'))?),
            (status, reply) => Err(format!("{method} {path} failed: {status} {reply}").into()),
        }
    }

    async fn line(&mut self) -> Result<&str, Failure> {
        self.line.clear();
        self.stream.read_line(&mut self.line).await?;
        Ok(self.line.trim_end())
    }
}

/// The texts under a name in a JSON document, in their order.
pub fn texts<'a>(json: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("\"{name}\":\"");
    let parts: Vec<&str> = json.split(&start).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

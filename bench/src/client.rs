//! Minimal HTTP client that adds almost no load to a measurement. Many clients share one thread.

use std::str;

use memchr::memmem;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::Failure;

/// Size of one read in bytes. Most replies fit in one read.
const ROOM: usize = 64 * 1024;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// HTTP client with one keep-alive connection.
pub struct Client {
    stream: TcpStream,
    reply: Vec<u8>,
    /// Cookie that the server set at sign-in, so that it recognizes this client's browser.
    cookie: String,
    /// Target of the newest redirect, from its `Location` header.
    location: String,
    /// Seconds after which the newest reply asks the client to try again.
    retry_after: Option<u64>,
}

/// HTTP request, without the headers that all requests have in common.
#[derive(Clone, Copy, Default)]
pub struct Call<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: &'a str,
    /// Value of the `Idempotency-Key` header. If empty, the header is omitted.
    pub key: &'a str,
    pub body: &'a str,
}

impl Client {
    pub async fn connect(address: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            reply: Vec::with_capacity(ROOM),
            cookie: String::new(),
            location: String::new(),
            retry_after: None,
        })
    }

    /// Returns the value of the newest reply's `Retry-After` header.
    pub fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    /// Drops the cookie, so that the server treats the client as an unknown browser.
    pub fn forget_cookie(&mut self) {
        self.cookie.clear();
    }

    /// Signs in a demo user and returns the access token.
    pub async fn sign_in(&mut self, email: &str) -> Result<String, Failure> {
        let body = &format!(r#"{{"email":"{email}","password":"demo-password-1"}}"#);
        let path = "/api/v1/OAuth/login";
        let (_, reply) = self.call(Call { method: "POST", path, body, ..Call::default() }).await?;
        Ok(texts(&reply, "accessToken").next().ok_or("sign-in failed")?.to_owned())
    }

    pub async fn get(&mut self, path: &str, token: &str) -> Result<(u16, String), Failure> {
        self.call(Call { method: "GET", path, token, ..Call::default() }).await
    }

    pub async fn call(&mut self, call: Call<'_>) -> Result<(u16, String), Failure> {
        let (status, body) = self.exchange(call).await?;
        Ok((status, str::from_utf8(body)?.to_owned()))
    }

    /// Requests a path and returns the target of the redirect, or `None` if the reply is no
    /// redirect.
    pub async fn location(&mut self, path: &str) -> Result<Option<String>, Failure> {
        self.location.clear();
        self.get(path, "").await?;
        Ok(Some(self.location.clone()).filter(|place| !place.is_empty()))
    }

    /// Like [`call`](Client::call), but returns the reply's body unparsed. For use in load tests.
    pub async fn exchange(&mut self, call: Call<'_>) -> Result<(u16, &[u8]), Failure> {
        let Call { method, path, token, key, body } = call;
        let key =
            if key.is_empty() { String::new() } else { format!("Idempotency-Key: {key}\r\n") };
        let cookie = match self.cookie.as_str() {
            "" => String::new(),
            cookie => format!("Cookie: {cookie}\r\n"),
        };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{key}{cookie}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.reply.clear();
        let start = loop {
            self.read().await?;
            if let Some(end) = memmem::find(&self.reply, END_OF_HEAD) {
                break end + END_OF_HEAD.len();
            }
        };
        let head = str::from_utf8(&self.reply[..start])?;
        if let Some(cookie) = header(head, "set-cookie") {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        }
        if let Some(location) = header(head, "location") {
            location.clone_into(&mut self.location);
        }
        self.retry_after = header(head, "retry-after").and_then(|value| value.parse().ok());
        let (status, length) = status_and_length(head)?;
        while self.reply.len() < start + length {
            self.read().await?;
        }
        Ok((status, &self.reply[start..start + length]))
    }

    async fn read(&mut self) -> Result<(), Failure> {
        match self.stream.read_buf(&mut self.reply).await? {
            0 => Err("the connection was closed within a reply".into()),
            _ => Ok(()),
        }
    }

    /// Makes a call and returns its reply as JSON. Any reply with an error status is an error.
    pub async fn succeed(&mut self, call: Call<'_>) -> Result<Value, Failure> {
        let (method, path) = (call.method, call.path);
        match self.call(call).await? {
            (200, reply) => Ok(serde_json::from_str(reply.trim_start_matches('\u{feff}'))?),
            (status, reply) => Err(format!("{method} {path} failed: {status} {reply}").into()),
        }
    }
}

fn status_and_length(head: &str) -> Result<(u16, usize), Failure> {
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let length = header(head, "content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    Ok((status.ok_or("a reply without a status")?, length))
}

fn header<'a>(head: &'a str, wanted: &str) -> Option<&'a str> {
    let mut headers = head.lines().filter_map(|line| line.split_once(": "));
    headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
}

/// Yields the values of all string fields with this name in a JSON document, in order of
/// appearance.
pub fn texts<'a>(json: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("\"{name}\":\"");
    let parts: Vec<&str> = json.split(&start).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

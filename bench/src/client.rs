//! A small HTTP client that costs next to nothing beside what it measures.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use crate::Failure;

/// One connection that stays open.
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(address: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    /// The access token of somebody of the demo.
    pub fn sign_in(&mut self, email: &str) -> Result<String, Failure> {
        let form = format!(r#"{{"email":"{email}","password":"demo-password-1"}}"#);
        let (_, reply) = self.call("POST", "/api/v1/OAuth/login", "", &form)?;
        Ok(texts(&reply, "accessToken").next().ok_or("nobody is let in")?.to_owned())
    }

    pub fn call(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> Result<(u16, String), Failure> {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or("a reply without a status")?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let header = line.trim_end().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(text) = header.strip_prefix("content-length:") {
                length = text.trim().parse()?;
            }
        }
        let mut reply = vec![0; length];
        self.stream.read_exact(&mut reply)?;
        Ok((status, String::from_utf8(reply)?))
    }
}

/// The texts under a name in a JSON document, in their order.
pub fn texts<'a>(json: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("\"{name}\":\"");
    let parts: Vec<&str> = json.split(&start).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

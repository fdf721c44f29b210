//! An SMTP server for tests. It stores the emails that it accepts, and rejects recipients on
//! demand.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

#[derive(Clone, Default)]
struct Shared {
    taken: Arc<Mutex<Vec<String>>>,
    /// Error with which the server answers RCPT, or `None` to accept the recipient.
    refusal: Arc<Mutex<Option<&'static str>>>,
}

pub struct MailServer {
    pub address: String,
    shared: Shared,
}

impl MailServer {
    pub async fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let shared = Shared::default();
        let serving = shared.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, serving.clone()));
            }
        });
        MailServer { address, shared }
    }

    pub fn refuse(&self, answer: Option<&'static str>) {
        *self.shared.refusal.lock().expect("no panic") = answer;
    }

    /// Returns the accepted emails, as they were sent over the network.
    pub fn taken(&self) -> Vec<String> {
        self.shared.taken.lock().expect("no panic").clone()
    }
}

async fn converse(stream: TcpStream, shared: Shared) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 test ready\r\n").await?;
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.split([' ', '\r']).next().unwrap_or_default() {
            "EHLO" => "250 test".to_owned(),
            "RCPT" => (*shared.refusal.lock().expect("no panic")).unwrap_or("250 ok").to_owned(),
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let mail = read_mail(&mut stream).await?;
                shared.taken.lock().expect("no panic").push(mail);
                "250 taken".to_owned()
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok".to_owned(),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

async fn read_mail(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut mail = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(mail);
        }
        mail.push_str(&line);
    }
}

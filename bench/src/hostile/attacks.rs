//! Attacks on the program. Each kind of attack has a limited number of connections and pauses
//! between its requests.

use std::{net::SocketAddr, sync::Arc, sync::atomic::Ordering::Relaxed, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{Attack, connect_from, connect_through_proxy};
use crate::{
    Failure,
    client::{Call, Client, texts},
};

const BREATH: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(60);
/// Number of connections that send a request very slowly, from three addresses in total.
const SLOW: usize = 600;
const SLOW_STEP: Duration = Duration::from_secs(3);
/// Number of connections of each flood of requests.
const FLOODING: usize = 8;
/// Number of connections of each flood in which every request comes from another address.
const FLOODING_FROM_ANYWHERE: usize = 40;

/// Function that builds a request of a flood from the request's number.
type MakeRequest = fn(usize) -> String;

/// Opens connections that send part of a request and then nothing more. Uses a new client address
/// for every 200 connections.
pub async fn hold(address: SocketAddr, count: usize) -> Result<Vec<TcpStream>, Failure> {
    let mut open = Vec::new();
    for number in 0..count {
        let mut stream = connect_from(200 + (number / 200) as u8, address).await?;
        stream.write_all(b"GET /hea").await?;
        open.push(stream);
    }
    // By this time, the program has read from all connections that it accepted.
    sleep(Duration::from_secs(2)).await;
    Ok(open)
}

pub async fn start(attack: &Arc<Attack>) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for number in 0..SLOW {
        let attack = attack.clone();
        all.spawn(async move {
            while !attack.is_over() {
                // Connections above the limit per address are closed at once, and the attacker then
                // reconnects.
                let _ = trickle(&attack, 1 + (number % 3) as u8).await;
                attack.cut.fetch_add(1, Relaxed);
                sleep(SLOW_STEP).await;
            }
        });
    }
    let floods: [(u8, MakeRequest); 7] = [
        (10, big_body),
        (11, deep_body),
        (12, sign_in),
        (13, captcha),
        (14, reset),
        (15, webhook),
        (16, negotiate),
    ];
    for (host, request) in floods {
        for number in 0..FLOODING {
            let attack = attack.clone();
            all.spawn(async move {
                let mut round = number;
                while !attack.is_over() {
                    let _ = flood(&attack, host, request, &mut round).await;
                    sleep(BREATH).await;
                }
            });
        }
    }
    for number in 0..2 * FLOODING_FROM_ANYWHERE {
        let attack = attack.clone();
        all.spawn(async move {
            let mut round = number;
            while !attack.is_over() {
                let _ = flood_from_anywhere(&attack, number.is_multiple_of(2), &mut round).await;
                sleep(BREATH).await;
            }
        });
    }
    for _ in 0..2 {
        let attack = attack.clone();
        all.spawn(async move {
            while !attack.is_over() {
                let _ = chatter(&attack).await;
                sleep(Duration::from_millis(200)).await;
            }
        });
    }
    all
}

/// Sends a request that never ends, one byte at a time, until the server closes the connection.
async fn trickle(attack: &Attack, host: u8) -> Result<(), Failure> {
    let mut stream = connect_from(host, attack.address).await?;
    stream.write_all(b"POST /api/v1/ContactUs HTTP/1.1\r\nHost: localhost\r\nX-A: ").await?;
    while !attack.is_over() {
        stream.write_all(b"a").await?;
        let mut answer = [0; 64];
        if let Ok(read) = timeout(SLOW_STEP, stream.read(&mut answer)).await
            && read? == 0
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Sends request after request on one connection until the connection fails or the attack ends.
async fn flood(
    attack: &Attack,
    host: u8,
    request: MakeRequest,
    round: &mut usize,
) -> Result<(), Failure> {
    let mut stream = connect_from(host, attack.address).await?;
    while !attack.is_over() {
        *round += FLOODING;
        stream.write_all(request(*round).as_bytes()).await?;
        attack.count(timeout(PATIENCE, status(&mut stream)).await??);
        sleep(BREATH).await;
    }
    Ok(())
}

/// Sends sign-ins or requests for preview pictures through the trusted proxy, with another client
/// address each time. Limits per address therefore do not apply.
async fn flood_from_anywhere(
    attack: &Attack,
    signs_in: bool,
    round: &mut usize,
) -> Result<(), Failure> {
    let mut stream = connect_through_proxy(attack.address).await?;
    while !attack.is_over() {
        *round += 2 * FLOODING_FROM_ANYWHERE;
        let number = *round;
        let [.., a, b, c] = number.to_be_bytes();
        let from = format!("X-Forwarded-For: {}.{b}.{c}.7\r\n", 11 + a % 100);
        let request = if signs_in {
            // Some guesses use the address of an existing account. All requests claim to come from
            // a browser.
            let email = format!("buyer{}@demo.test", number % 50);
            let body = format!(r#"{{"email":"{email}","password":"guess {number}"}}"#);
            post("/api/v1/OAuth/login", &body).replacen(
                "Host:",
                &format!("Cookie: __Host-browser={number:032x}\r\nHost:"),
                1,
            )
        } else {
            let path = &attack.previews[number % attack.previews.len()];
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
        };
        let request = request.replacen("Host:", &format!("{from}Host:"), 1);
        stream.write_all(request.as_bytes()).await?;
        attack.count(timeout(PATIENCE, status(&mut stream)).await??);
        sleep(BREATH).await;
    }
    Ok(())
}

/// Returns the URL paths of the preview pictures of all shops, in both brands and languages.
pub async fn list_previews(address: SocketAddr) -> Result<Vec<String>, Failure> {
    let mut client = Client::connect(&address.to_string()).await?;
    let (_, shops) = client.get("/api/v1/Public/Vendors?pageSize=100", "").await?;
    let mut previews = Vec::new();
    for id in texts(&shops, "id") {
        for page in ["vendor", "card", "gift"] {
            for look in ["funray/en", "funray/fr", "rayzr/en", "rayzr/fr"] {
                let path = format!("/previews/{look}/{page}/{id}/0.png");
                if let Some(newest) = client.location(&path).await? {
                    previews.push(newest);
                }
            }
        }
    }
    if previews.is_empty() { Err("no shop has a preview".into()) } else { Ok(previews) }
}

/// Reads one reply and returns its HTTP status.
async fn status(stream: &mut TcpStream) -> Result<u16, Failure> {
    let mut reply = Vec::new();
    let mut buffer = [0; 16 * 1024];
    let (head, length) = loop {
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            return Err("closed".into());
        }
        reply.extend_from_slice(&buffer[..read]);
        let Some(end) = reply.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&reply[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length.map_or(Ok(0), |length| length.trim().parse())?;
        break (head, length.saturating_sub(reply.len() - end - 4));
    };
    let mut left = length;
    while left > 0 {
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            return Err("closed".into());
        }
        left = left.saturating_sub(read);
    }
    Ok(head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?)
}

fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         X-Anet-Signature: sha512=00\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Builds a request with a body of the maximum size: one long number, many fields, or escaped text.
fn big_body(round: usize) -> String {
    let body = match round % 3 {
        0 => format!(r#"{{"appName":"{}"}}"#, "4111111111111112".repeat(15_000)),
        1 => {
            let fields: Vec<String> = (0..20_000).map(|field| format!("\"k{field}\":1")).collect();
            format!(r#"{{"appName":true,"email":7,{}}}"#, fields.join(","))
        }
        _ => format!(r#"{{"firstName":"{}"}}"#, r"\u0041".repeat(40_000)),
    };
    let paths = ["/api/v1/Accounts", "/api/v1/Accounts/forgot-password", "/api/v1/ContactUs"];
    post(paths[round / 3 % 3], &body)
}

fn deep_body(round: usize) -> String {
    let open = if round.is_multiple_of(2) { "[" } else { "{\"a\":" };
    post("/api/v1/Accounts", &open.repeat(40_000))
}

fn sign_in(round: usize) -> String {
    let body = format!(r#"{{"email":"person{round}@shop.example","password":"guess {round}"}}"#);
    post("/api/v1/OAuth/login", &body)
}

fn captcha(_: usize) -> String {
    "GET /captcha/challenge?purpose=register HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned()
}

fn reset(round: usize) -> String {
    if round.is_multiple_of(2) {
        let body = r#"{"email":"buyer@demo.test","password":"another fine one"}"#;
        return post(&format!("/api/v1/Accounts/passworded?code=rubbish{round}"), body);
    }
    let body = r#"{"email":"buyer@demo.test","reCaptchaToken":"e30="}"#;
    post("/api/v1/Accounts/forgot-password", body)
}

fn webhook(round: usize) -> String {
    post(
        "/api/v1/Payments/notifications",
        &format!("{{\"a\":\"{}\"}}", "x".repeat(round % 64 * 1024)),
    )
}

fn negotiate(_: usize) -> String {
    post("/hubs/notifications/negotiate?negotiateVersion=1&access_token=rubbish", "")
}

/// Signs in and floods the live channel with messages until the attack ends.
async fn chatter(attack: &Attack) -> Result<(), Failure> {
    const SHAKE_HANDS: &str = "{\"protocol\":\"json\",\"version\":1}\u{1e}";
    const SHOUT: &str = "{\"type\":1,\"target\":\"GetConnectionId\",\"invocationId\":\"1\"}\u{1e}";
    let mut client = Client::connect(&attack.address.to_string()).await?;
    let token = client.sign_in("buyer2@demo.test").await?;
    let shout = SHOUT.repeat(400);
    while !attack.is_over() {
        let negotiate = "/hubs/notifications/negotiate?negotiateVersion=1";
        let (_, reply) = say(&mut client, &token, negotiate, "").await?;
        let id = texts(&reply, "connectionToken").next().ok_or("no place")?.to_owned();
        let path = format!("/hubs/notifications?id={id}");
        client.get(&path, &token).await?;
        say(&mut client, &token, &path, SHAKE_HANDS).await?;
        for _ in 0..50 {
            let (status, _) = say(&mut client, &token, &path, &shout).await?;
            attack.count(status);
            sleep(BREATH).await;
        }
    }
    Ok(())
}

async fn say(
    client: &mut Client,
    token: &str,
    path: &str,
    body: &str,
) -> Result<(u16, String), Failure> {
    client.call(Call { method: "POST", path, token, key: "", body }).await
}

//! Asks the running program whether it is ready, at the address in the settings. Used by `funray
//! healthcheck`.

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs},
    time::Duration,
};

use platform::config::Config;

const MAX_WAIT: Duration = Duration::from_secs(5);

/// Returns the body of the reply of `/readyz`. Fails with the reason if the program is not ready or
/// doesn't answer.
pub fn ask(config: &Config) -> Result<String, String> {
    let listen = if config.ops_listen.is_empty() { &config.listen } else { &config.ops_listen };
    let address = reachable(listen)?;
    let answer =
        exchange(address).map_err(|error| format!("http://{address} doesn't answer: {error}"))?;
    let status = answer.split(' ').nth(1).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
    if status == "200" { Ok(body.to_owned()) } else { Err(format!("not ready: {body}")) }
}

/// Resolves the address on which the program listens. Returns the loopback address if the program
/// listens on all addresses.
fn reachable(listen: &str) -> Result<SocketAddr, String> {
    let unknown = || format!("{listen:?} is no address to ask; set ops_listen (FUNRAY_OPS_LISTEN)");
    let mut address =
        listen.to_socket_addrs().ok().and_then(|mut all| all.next()).ok_or_else(unknown)?;
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    Ok(address)
}

fn exchange(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, MAX_WAIT)?;
    stream.set_read_timeout(Some(MAX_WAIT))?;
    stream.set_write_timeout(Some(MAX_WAIT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(64 * 1024).read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reachable_asks_the_machine_itself() {
        for (listen, asked) in [
            ("0.0.0.0:8081", "127.0.0.1:8081"),
            ("[::]:8081", "[::1]:8081"),
            ("10.0.0.7:80", "10.0.0.7:80"),
        ] {
            assert_eq!(reachable(listen).expect("an address").to_string(), asked);
        }
        assert!(reachable("nowhere").expect_err("no port").contains("ops_listen"));
    }
}

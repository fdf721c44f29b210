//! Address of the server, parsed once from the URL, with settings that detect broken connections.

use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, Connection, Socket};

use super::faults;
use super::tls::{Encrypted, Tls};
use super::wire::Wire;
use crate::{Error, PostgresOptions, Result};

/// Time of silence after which the server is probed. After three unanswered probes the connection
/// counts as lost.
const KEEPALIVE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub(super) struct Target {
    config: Config,
    tls: Tls,
    /// Server address for error messages, without user and password.
    place: String,
    patience: Duration,
}

/// TLS options of the URL that libpq supports and tokio-postgres does not.
#[derive(Default)]
struct TlsWishes {
    mode: Option<String>,
    root_certificates: Option<PathBuf>,
}

impl Target {
    pub fn new(url: &str, options: &PostgresOptions) -> Result<Self> {
        let (url, wishes) = split(url)?;
        let mut config: Config = url.parse().map_err(|error| refused(&faults::sentence(&error)))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(refused("it names no host"));
        }
        let mode = ssl_mode(&config, wishes.mode.as_deref())?;
        config.ssl_mode(mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(options.connect_timeout);
        }
        config.keepalives_idle(KEEPALIVE);
        config.keepalives_interval(KEEPALIVE / 2);
        config.keepalives_retries(3);
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(KEEPALIVE * 2);
        }
        let attempts = config.get_hosts().len().max(config.get_hostaddrs().len()) + 1;
        let each = config.get_connect_timeout().copied();
        Ok(Target {
            place: place(&config),
            patience: each.unwrap_or(options.connect_timeout) * attempts as u32,
            tls: match (&wishes.root_certificates, mode) {
                (Some(file), _) => Tls::trusting(file)?,
                (None, SslMode::Disable) => Tls::never()?,
                (None, _) => Tls::trusting_the_system()?,
            },
            config,
        })
    }

    /// Makes this target refuse servers that take no writes, unless the URL says otherwise. A proxy may
    /// lead to a standby that was chosen as the primary and is not promoted yet.
    pub fn of_primary(mut self) -> Self {
        if self.config.get_target_session_attrs() == TargetSessionAttrs::Any {
            self.config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        self
    }

    /// Connects within a time limit. The error gives the reason in one sentence.
    pub async fn connect(&self) -> Result<(Client, Connection<Socket, Encrypted>)> {
        match timeout(self.patience, self.config.connect(self.tls.clone())).await {
            Ok(Ok(connected)) => Ok(connected),
            Ok(Err(error)) => Err(self.unreachable(&faults::sentence(&error))),
            Err(_) => Err(self.unreachable("no answer")),
        }
    }

    /// Blocking variant of [`connect`](Target::connect).
    pub fn connect_blocking(&self) -> Result<Wire> {
        Wire::open(&self.config, &self.tls).map_err(|why| self.unreachable(&why))
    }

    pub fn unreachable(&self, why: &str) -> Error {
        let hint = if why.contains("invalid peer certificate") {
            "; name its authority's file with sslrootcert, or set sslmode=disable on a network \
             you trust"
        } else {
            ""
        };
        Error::Unavailable(format!("PostgreSQL at {}: {why}{hint}", self.place))
    }
}

fn refused(why: &str) -> Error {
    Error::Unavailable(format!("the database URL can't be used: {why}"))
}

/// Separates the TLS options from the URL.
fn split(url: &str) -> Result<(String, TlsWishes)> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(refused("it must begin with postgres://"));
    }
    let mut wishes = TlsWishes::default();
    let Some((base, query)) = url.split_once('?') else {
        return Ok((url.to_owned(), wishes));
    };
    let mut kept = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = || percent_decode_str(value).decode_utf8_lossy().into_owned();
        match key {
            "sslmode" => wishes.mode = Some(value()),
            "sslrootcert" if value() == "system" => {}
            "sslrootcert" => wishes.root_certificates = Some(PathBuf::from(value())),
            _ => kept.push(pair),
        }
    }
    Ok((format!("{base}?{}", kept.join("&")), wishes))
}

fn ssl_mode(config: &Config, wish: Option<&str>) -> Result<SslMode> {
    match wish {
        Some("disable") => Ok(SslMode::Disable),
        Some("prefer" | "allow") => Ok(SslMode::Prefer),
        Some("require" | "verify-ca" | "verify-full") => Ok(SslMode::Require),
        Some(other) => Err(refused(&format!(
            "sslmode is disable, prefer, require or verify-full, not {other}"
        ))),
        None if stays_on_this_machine(config) => Ok(SslMode::Disable),
        None => Ok(SslMode::Prefer),
    }
}

fn stays_on_this_machine(config: &Config) -> bool {
    config.get_hosts().iter().all(|host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
    }) && config.get_hostaddrs().iter().all(|ip| ip.is_loopback())
}

fn place(config: &Config) -> String {
    let port = |index: usize| {
        let ports = config.get_ports();
        ports.get(index).or(ports.first()).copied().unwrap_or(5432)
    };
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => path.display().to_string(),
    });
    let mut named: Vec<String> = hosts.collect();
    if named.is_empty() {
        named.extend(config.get_hostaddrs().iter().map(ToString::to_string));
    }
    let places: Vec<String> =
        named.iter().enumerate().map(|(index, host)| format!("{host}:{}", port(index))).collect();
    places.join(" or ")
}

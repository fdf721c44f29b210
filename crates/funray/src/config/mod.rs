//! Settings: what can be set, where it was set, and what a production start refuses.
//! `config.default.toml` documents each of them.

mod brands;
mod captcha;
mod files;
mod gateway;
mod layers;

use std::{fmt, net::IpAddr, path::PathBuf, time::Duration};

use axum::http::uri::Authority;
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::brand::Brand;
pub use brands::BrandSettings;
use brands::{BrandHost, Brands};
pub use captcha::{Captcha, CaptchaProvider};
pub use files::{FileStore, Files};
pub use gateway::{Gateway, GatewayAccount, GatewayPlace};
pub use layers::{FILE_VARIABLE, Layers, Origin};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub environment: Environment,
    production_allows: Vec<Risk>,
    pub listen: String,
    pub ops_listen: String,
    pub data: PathBuf,
    pub database_url: String,
    pub demo: bool,
    brand_hosts: Vec<BrandHost>,
    pub secret_key: String,
    pub mail: String,
    brands: Brands,
    pub http: Http,
    pub database: Database,
    pub jobs: Jobs,
    pub passwords: Passwords,
    pub captcha: Captcha,
    pub files: Files,
    pub gateway: Gateway,
    pub log: Log,
    pub maps: Maps,
    pub heat_map: HeatMap,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    Development,
    Production,
}

/// What is fine on a desk and dangerous in production; a production start must name what it accepts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Risk {
    Demo,
    PlainHttp,
    SandboxGateway,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    body_limit_kb: usize,
    request_timeout_seconds: u64,
    pub max_connections: usize,
    pub cors_origins: Vec<String>,
    drain_seconds: u64,
    pub trusted_proxies: Vec<IpAddr>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    pub connections: usize,
    pub readers: usize,
    pub queue_limit: usize,
    queue_timeout_seconds: u64,
    time_limit_seconds: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jobs {
    pub concurrency: usize,
    poll_seconds: u64,
    lease_seconds: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passwords {
    pub memory_kib: u32,
    pub iterations: u32,
    pub at_once: usize,
    pub waiting: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
    pub filter: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maps {
    pub key: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatMap {
    pub id: String,
}

/// A setting that can't be used: one sentence that says which and what to do.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// The program ends within half a minute of being asked to, and needs the rest of it to finish what it is doing.
const LONGEST_DRAIN: Duration = Duration::from_secs(10);

impl Config {
    /// Reads the merged layers and checks what only makes sense together.
    pub fn from_layers(layers: &Layers) -> Result<Config, ConfigError> {
        let config: Config =
            serde_path_to_error::deserialize(layers.table().clone()).map_err(|error| {
                let (path, why) = (error.path().to_string(), error.into_inner());
                ConfigError(format!("{path}: {}", why.message()))
            })?;
        config.refuse_nonsense()?;
        config.refuse_risks()?;
        Ok(config)
    }

    /// Whether this is production, at the gateway where real money moves.
    pub fn takes_real_money(&self) -> bool {
        self.environment == Environment::Production && self.gateway.play_money().is_none()
    }

    fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        let at_least_one = [
            ("http.body_limit_kb", self.http.body_limit_kb),
            ("http.max_connections", self.http.max_connections),
            ("database.connections", self.database.connections),
            ("database.readers", self.database.readers),
            ("database.queue_limit", self.database.queue_limit),
            ("jobs.concurrency", self.jobs.concurrency),
            ("passwords.at_once", self.passwords.at_once),
        ];
        let seconds = [
            ("http.request_timeout_seconds", self.http.request_timeout()),
            ("database.queue_timeout_seconds", self.database.queue_timeout()),
            ("database.time_limit_seconds", self.database.time_limit()),
            ("jobs.poll_seconds", self.jobs.poll()),
            ("jobs.lease_seconds", self.jobs.lease()),
        ];
        let nothing = at_least_one.iter().filter(|(_, count)| *count == 0).map(|(name, _)| name);
        let no_time = seconds.iter().filter(|(_, time)| time.is_zero()).map(|(name, _)| name);
        if let Some(name) = nothing.chain(no_time).next() {
            return Err(ConfigError(format!("{name} must be at least 1")));
        }
        // A semaphore hands out so many places and panics above; the two of the passwords share one.
        let most = Semaphore::MAX_PERMITS / 2;
        let places = [
            ("http.max_connections", self.http.max_connections),
            ("passwords.at_once", self.passwords.at_once),
            ("passwords.waiting", self.passwords.waiting),
        ];
        if let Some((name, _)) = places.iter().find(|(_, count)| *count > most) {
            return Err(ConfigError(format!("{name} must be at most {most}")));
        }
        if let Some(origin) = self.http.cors_origins.iter().find(|origin| !is_origin(origin)) {
            return Err(ConfigError(format!(
                "http.cors_origins has {origin:?}; each has to look like https://shop.example, without a path or a slash at \
                 its end"
            )));
        }
        if self.http.drain() > LONGEST_DRAIN {
            let most = LONGEST_DRAIN.as_secs();
            return Err(ConfigError(format!("http.drain_seconds must be at most {most}")));
        }
        self.captcha.refuse_nonsense(self.environment)?;
        self.files.refuse_nonsense()?;
        self.gateway.refuse_nonsense()?;
        self.brands.refuse_nonsense()?;
        Ok(())
    }

    fn refuse_risks(&self) -> Result<(), ConfigError> {
        if self.environment == Environment::Development {
            return Ok(());
        }
        let refuse = |risk: Risk, taken: bool, what: &str, name: &str| {
            if taken && !self.production_allows.contains(&risk) {
                return Err(ConfigError(format!(
                    "production refuses {what}; change it, or name \"{name}\" in production_allows"
                )));
            }
            Ok(())
        };
        refuse(Risk::Demo, self.demo, "demo data and the sandbox", "demo")?;
        if let Some(url) = self.gateway.play_money() {
            let what = format!("the gateway at {url:?}, which moves no real money");
            refuse(Risk::SandboxGateway, true, &what, "sandbox-gateway")?;
        }
        let plain = Brand::ALL.iter().find(|brand| !self.brand(**brand).is_https());
        if let Some(brand) = plain {
            let what = format!(
                "brands.{}.public_url without https:// ({:?})",
                brand.slug(),
                self.brand(*brand).public_url
            );
            refuse(Risk::PlainHttp, true, &what, "plain-http")?;
        }
        Ok(())
    }
}

/// Whether a browser may say this of a page: it is compared letter by letter.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.filter(|host| !host.contains(['@', '*']))
        .and_then(|host| host.parse::<Authority>().ok())
        .is_some_and(|authority| !authority.host().is_empty())
}

impl Http {
    pub fn body_limit(&self) -> usize {
        self.body_limit_kb * 1024
    }

    pub fn request_timeout(&self) -> Duration {
        Duration::from_secs(self.request_timeout_seconds)
    }

    pub fn drain(&self) -> Duration {
        Duration::from_secs(self.drain_seconds)
    }
}

impl Database {
    pub fn queue_timeout(&self) -> Duration {
        Duration::from_secs(self.queue_timeout_seconds)
    }

    pub fn time_limit(&self) -> Duration {
        Duration::from_secs(self.time_limit_seconds)
    }

    /// For a command that reads everything there is, and that nobody waits for in a browser.
    pub fn take_all_the_time(&mut self) {
        self.time_limit_seconds = 24 * 3600;
    }
}

impl Jobs {
    pub fn poll(&self) -> Duration {
        Duration::from_secs(self.poll_seconds)
    }

    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.lease_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn config(toml: &str) -> Result<Config, ConfigError> {
        let mut layers = Layers::defaults();
        layers.add_toml(toml, Origin::File)?;
        Config::from_layers(&layers)
    }

    #[test]
    fn the_defaults_are_complete() {
        let config = config("").expect("defaults");
        assert_eq!(config.listen, "127.0.0.1:8080");
        assert_eq!(config.http.body_limit(), 256 * 1024);
    }

    #[test]
    fn pages_of_other_sites_are_named_by_their_origins() {
        for origin in ["https://shop.example", "http://localhost:5173", "http://[::1]:80"] {
            assert!(config(&format!("http.cors_origins = [\"{origin}\"]")).is_ok(), "{origin}");
        }
    }

    #[test]
    fn production_refuses_what_is_only_fit_for_trying_out() {
        let https = "brands.funray.public_url = \"https://a.example\"\n\
                     brands.rayzr.public_url = \"https://b.example\"\n";
        let start =
            |extra: &str| config(&format!("environment = \"production\"\n{extra}\n{https}"));
        assert!(start("").is_ok());
        let refused = start("demo = true").expect_err("demo");
        assert!(refused.0.contains("\"demo\" in production_allows"), "{refused}");
        assert!(start("demo = true\nproduction_allows = [\"demo\"]").is_ok());
        let plain = config("environment = \"production\"").expect_err("plain http");
        assert!(plain.0.contains("plain-http"), "{plain}");
    }

    #[test]
    fn nonsense_is_named() {
        for (toml, word) in [
            ("database.readers = 0", "database.readers"),
            ("brand_hosts = [\"rayzr\"]", "rayzr=HOST"),
            ("brand_hosts = [\"acme=a.b\"]", "acme"),
            ("brands.rayzr.public_url = \"ftp://x\"", "public_url"),
            ("environment = \"staging\"", "environment: unknown variant `staging`"),
            ("database.connections = -1", "database.connections"),
            ("http.trusted_proxies = [\"here\"]", "http.trusted_proxies"),
            ("http.request_timeout_seconds = 0", "http.request_timeout_seconds"),
            ("http.drain_seconds = 11", "http.drain_seconds"),
            ("http.max_connections = 9223372036854775807", "http.max_connections"),
            ("passwords.at_once = 9223372036854775807", "passwords.at_once"),
            ("passwords.waiting = 9223372036854775807", "passwords.waiting"),
            ("http.cors_origins = [\"*\"]", "http.cors_origins"),
            ("http.cors_origins = [\"https://*\"]", "http.cors_origins"),
            ("http.cors_origins = [\"shop.example\"]", "http.cors_origins"),
            ("http.cors_origins = [\"https://\"]", "http.cors_origins"),
            ("http.cors_origins = [\"https://a.example\", \"https://b.example/\"]", "b.example/"),
            ("http.cors_origins = [\"https://ann@shop.example\"]", "http.cors_origins"),
            ("database.queue_timeout_seconds = 0", "database.queue_timeout_seconds"),
            ("database.time_limit_seconds = 0", "database.time_limit_seconds"),
            ("jobs.poll_seconds = 0", "jobs.poll_seconds"),
            ("jobs.lease_seconds = 0", "jobs.lease_seconds"),
            ("files.store = \"/var/files\"", "dir:FOLDER"),
            ("files.store = \"s3://\"", "s3://BUCKET"),
            ("files.s3_endpoint = \"minio:9000\"", "files.s3_endpoint"),
            ("files.s3_access_key = \"k\"", "files.s3_secret_key"),
        ] {
            let error = config(toml).expect_err(toml);
            assert!(error.0.contains(word), "{toml}: {error}");
        }
    }
}

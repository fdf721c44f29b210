//! Settings: what can be set, where it was set, and what a production start refuses.
//! `config.default.toml` documents each of them.

mod captcha;
mod files;
mod gateway;
mod layers;

use std::{fmt, net::IpAddr, path::PathBuf, time::Duration};

use serde::Deserialize;

use crate::brand::Brand;
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

/// `rayzr=shop.example`: this host shows that brand.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct BrandHost {
    brand: Brand,
    host: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Brands {
    funray: BrandSettings,
    rayzr: BrandSettings,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrandSettings {
    pub public_url: String,
    pub mail_from: String,
    pub contact_email: String,
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

impl Config {
    /// Reads the merged layers and checks what only makes sense together.
    pub fn from_layers(layers: &Layers) -> Result<Config, ConfigError> {
        let config: Config =
            layers.table().clone().try_into().map_err(|error: toml::de::Error| {
                ConfigError(format!("settings: {}", error.message()))
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
        for (name, value) in at_least_one {
            if value == 0 {
                return Err(ConfigError(format!("{name} must be at least 1")));
            }
        }
        self.captcha.refuse_nonsense(self.environment)?;
        self.files.refuse_nonsense()?;
        self.gateway.refuse_nonsense()?;
        for brand in Brand::ALL {
            let url = &self.brand(brand).public_url;
            if !(url.is_empty() || url.starts_with("http://") || url.starts_with("https://")) {
                return Err(ConfigError(format!(
                    "brands.{}.public_url is {url:?}; it must start with https:// (or http:// in development)",
                    brand.slug()
                )));
            }
        }
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
        let plain =
            Brand::ALL.iter().find(|brand| !self.brand(**brand).public_url.starts_with("https://"));
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

    pub fn brand(&self, brand: Brand) -> &BrandSettings {
        match brand {
            Brand::FunRay => &self.brands.funray,
            Brand::RayZr => &self.brands.rayzr,
        }
    }

    /// The brand that a request's `Host` shows. The port doesn't matter.
    pub fn brand_of_host(&self, host: &str) -> Brand {
        let name = host.rsplit_once(':').map_or(host, |(name, port)| {
            if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
        });
        self.brand_hosts
            .iter()
            .find(|entry| entry.host.eq_ignore_ascii_case(name))
            .map_or(Brand::FunRay, |entry| entry.brand)
    }

    /// Where people reach a brand: what is configured, else the address the program listens on.
    pub fn public_url(&self, brand: Brand, listening_on: &str) -> String {
        let configured = self.brand(brand).public_url.trim_end_matches('/');
        if !configured.is_empty() {
            return configured.to_owned();
        }
        let port = listening_on.rsplit_once(':').map_or("", |(_, port)| port);
        let host = self
            .brand_hosts
            .iter()
            .find(|entry| entry.brand == brand)
            .map_or("localhost", |entry| &entry.host);
        format!("http://{host}:{port}")
    }
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

impl TryFrom<String> for BrandHost {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (slug, host) = text
            .split_once('=')
            .ok_or_else(|| format!("brand_hosts: {text:?} should look like \"rayzr=HOST\""))?;
        let brand = Brand::from_slug(slug).ok_or_else(|| {
            format!("brand_hosts: {slug:?} is no brand; the brands are funray and rayzr")
        })?;
        Ok(BrandHost { brand, host: host.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(toml: &str) -> Result<Config, ConfigError> {
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
    fn the_host_picks_the_brand_whatever_its_port_and_case() {
        let config = config("brand_hosts = [\"rayzr=shop.example\"]").expect("valid");
        assert_eq!(config.brand_of_host("Shop.Example:8443"), Brand::RayZr);
        assert_eq!(config.brand_of_host("shop.example"), Brand::RayZr);
        assert_eq!(config.brand_of_host("shop.example.evil"), Brand::FunRay);
        assert_eq!(config.brand_of_host("[::1]"), Brand::FunRay);
    }

    #[test]
    fn a_public_address_is_the_configured_one_or_where_the_program_listens() {
        let config =
            config("brands.funray.public_url = \"https://funray.example/\"").expect("valid");
        assert_eq!(config.public_url(Brand::FunRay, "127.0.0.1:9"), "https://funray.example");
        assert_eq!(config.public_url(Brand::RayZr, "127.0.0.1:9"), "http://rayzr.localhost:9");
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
            ("environment = \"staging\"", "staging"),
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

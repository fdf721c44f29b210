//! Settings: their values, their origins, and checks before a production start.
//! `config.default.toml` documents each setting.

mod brands;
mod captcha;
mod company;
mod counter;
pub mod env_file;
mod files;
mod fraud;
mod gateway;
mod guards;
mod layers;
mod payouts;
mod production;
mod proxies;
mod refunds;
mod retention;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use axum::http::uri::Authority;
use serde::Deserialize;
use tokio::sync::Semaphore;

pub use brands::BrandSettings;
use brands::{BrandHost, Brands};
pub use captcha::{Captcha, CaptchaProvider};
pub use company::{CompanyFact, CompanyFacts, FactOrigin};
pub use counter::Counter;
pub use files::{FileStore, Files};
pub use fraud::Fraud;
pub use gateway::{Gateway, GatewayAccount, GatewayPlace};
pub use guards::Guard;
pub use layers::{BRANDS_VARIABLE, FILE_VARIABLE, Layers, Origin, is_secret};
pub use payouts::{BankOriginator, Payouts};
use production::Risk;
pub use production::{Check, Verdict};
pub use proxies::TrustedProxies;
pub use refunds::Refunds;
pub use retention::Retention;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub environment: Environment,
    /// Path of the config file, if it contains a secret.
    #[serde(skip)]
    pub file_with_secrets: Option<PathBuf>,
    /// Path of the environment file, if a flag names one.
    #[serde(skip)]
    pub environment_file: Option<PathBuf>,
    /// Layers of the settings of brands that are no defaults, by name.
    #[serde(skip)]
    origins_of_brands: BTreeMap<String, Origin>,
    production_allows: Vec<Risk>,
    pub listen: String,
    pub ops_listen: String,
    pub data: PathBuf,
    pub data_on_volume: bool,
    pub database_url: String,
    pub database_read_url: String,
    pub demo: bool,
    brand_hosts: Vec<BrandHost>,
    pub secret_key: String,
    pub previous_keys: Vec<String>,
    pub retired_keys: Vec<String>,
    pub mail: String,
    pub mail_dkim_selectors: Vec<String>,
    brands: Brands,
    pub http: Http,
    pub database: Database,
    pub jobs: Jobs,
    pub passwords: Passwords,
    pub sessions: Sessions,
    second_factor: SecondFactor,
    pub second_person: SecondPerson,
    pub reading: Reading,
    pub captcha: Captcha,
    pub files: Files,
    pub gateway: Gateway,
    pub fraud: Fraud,
    pub counter: Counter,
    pub payouts: Payouts,
    pub refunds: Refunds,
    pub retention: Retention,
    pub log: Log,
    pub tracing: Tracing,
    pub maps: Maps,
    pub heat_map: HeatMap,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    Development,
    Production,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    body_limit_kb: usize,
    request_timeout_seconds: u64,
    slow_client_seconds: u64,
    pub max_connections: usize,
    pub max_connections_per_address: usize,
    pub cors_origins: Vec<String>,
    drain_seconds: u64,
    pub trusted_proxies: TrustedProxies,
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

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sessions {
    staff_hours: u64,
    consumer_days: u64,
    most: u32,
    proof_seconds: u64,
    till_idle_minutes: u64,
    shift_hours: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecondFactor {
    required: SecondFactorFor,
}

/// Limits on how many rows an administrator may read from lists of people.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    pub rows_per_day: i64,
}

/// Two-person rule: whether decisions about money and roles need a second person.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondPerson {
    pub required: bool,
}

/// Roles that require a second factor.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SecondFactorFor {
    /// `Managers` in production, `Off` in the demo and in development.
    Auto,
    Off,
    /// Managers and administrators.
    Managers,
    /// Managers, administrators and employees.
    Staff,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
    pub filter: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tracing {
    pub otlp_url: String,
    pub sample_ratio: f64,
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

/// Error about an invalid setting: one sentence that names the setting and says what to do.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// Maximum number of passwords that are hashed at the same time. Each hash takes a core and
/// `memory_kib` of memory.
const MAX_HASHES_AT_ONCE: usize = 64;
/// Maximum time for which a re-authentication counts. After more than an hour, someone else may be
/// using a browser that was left unattended.
const MAX_PROOF: Duration = Duration::from_secs(3600);
/// Maximum time for draining at shutdown. The program must end within 30 seconds of the stop
/// request, and needs the remaining time to finish its work.
const MAX_DRAIN: Duration = Duration::from_secs(10);

impl Config {
    /// Reads the merged layers, checks combinations of settings, and refuses dangerous settings in
    /// production.
    pub fn from_layers(layers: &Layers) -> Result<Config, ConfigError> {
        let config = Config::unchecked(layers)?;
        config.refuse_risks()?;
        Ok(config)
    }

    /// Like [`Config::from_layers`], but without the checks for production.
    pub fn unchecked(layers: &Layers) -> Result<Config, ConfigError> {
        let mut config: Config =
            serde_path_to_error::deserialize(layers.table().clone()).map_err(|error| {
                let (path, why) = (error.path().to_string(), error.into_inner());
                ConfigError(format!("{path}: {}", why.message()))
            })?;
        config.file_with_secrets = layers.file_with_secrets().map(Path::to_owned);
        config.environment_file = layers.environment_file().map(Path::to_owned);
        config.origins_of_brands = layers.origins_of_brands();
        config.refuse_nonsense()?;
        Ok(config)
    }

    /// Returns the roles that require a second factor.
    pub fn second_factor_for(&self) -> SecondFactorFor {
        let is_serious = self.environment == Environment::Production && !self.demo;
        match self.second_factor.required {
            SecondFactorFor::Auto if is_serious => SecondFactorFor::Managers,
            SecondFactorFor::Auto => SecondFactorFor::Off,
            chosen => chosen,
        }
    }

    /// Returns true if charges move real money: in production, unless the configured gateway is a
    /// test gateway.
    pub fn takes_real_money(&self) -> bool {
        self.environment == Environment::Production && self.gateway.play_money().is_none()
    }

    fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        refuse_missing_demo(self.demo, cfg!(feature = "demo"))?;
        let at_least_one = [
            ("http.body_limit_kb", self.http.body_limit_kb),
            ("http.max_connections", self.http.max_connections),
            ("http.max_connections_per_address", self.http.max_connections_per_address),
            ("database.connections", self.database.connections),
            ("database.readers", self.database.readers),
            ("database.queue_limit", self.database.queue_limit),
            ("jobs.concurrency", self.jobs.concurrency),
            ("passwords.at_once", self.passwords.at_once),
            ("sessions.most", self.sessions.most as usize),
        ];
        let seconds = [
            ("http.request_timeout_seconds", self.http.request_timeout()),
            ("http.slow_client_seconds", self.http.patience()),
            ("database.queue_timeout_seconds", self.database.queue_timeout()),
            ("database.time_limit_seconds", self.database.time_limit()),
            ("jobs.poll_seconds", self.jobs.poll()),
            ("jobs.lease_seconds", self.jobs.lease()),
            ("sessions.staff_hours", self.sessions.lifetime(true)),
            ("sessions.consumer_days", self.sessions.lifetime(false)),
            ("sessions.proof_seconds", self.sessions.proof_lasts()),
            ("sessions.till_idle_minutes", self.sessions.till_idle()),
            ("sessions.shift_hours", self.sessions.shift()),
        ];
        let nothing = at_least_one.iter().filter(|(_, count)| *count == 0).map(|(name, _)| name);
        let no_time = seconds.iter().filter(|(_, time)| time.is_zero()).map(|(name, _)| name);
        if let Some(name) = nothing.chain(no_time).next() {
            return Err(ConfigError(format!("{name} must be at least 1")));
        }
        // The semaphore that limits connections panics if it gets more permits than its maximum.
        // Half of this maximum is far more than any machine needs, and limits the waiting places
        // for passwords too.
        let most_places = Semaphore::MAX_PERMITS / 2;
        let places = [
            ("http.max_connections", self.http.max_connections, most_places),
            ("passwords.at_once", self.passwords.at_once, MAX_HASHES_AT_ONCE),
            ("passwords.waiting", self.passwords.waiting, most_places),
        ];
        if let Some((name, _, most)) = places.iter().find(|(_, count, most)| count > most) {
            return Err(ConfigError(format!("{name} must be at most {most}")));
        }
        if let Some(origin) = self.http.cors_origins.iter().find(|origin| !is_origin(origin)) {
            return Err(ConfigError(format!(
                "http.cors_origins has {origin:?}; each has to look like https://shop.example, without a path or a slash at \
                 its end"
            )));
        }
        if self.sessions.proof_lasts() > MAX_PROOF {
            let most = MAX_PROOF.as_secs();
            return Err(ConfigError(format!("sessions.proof_seconds must be at most {most}")));
        }
        if self.http.drain() > MAX_DRAIN {
            let most = MAX_DRAIN.as_secs();
            return Err(ConfigError(format!("http.drain_seconds must be at most {most}")));
        }
        if !(0.0..=1.0).contains(&self.tracing.sample_ratio) {
            return Err(ConfigError("tracing.sample_ratio must be from 0 to 1".to_owned()));
        }
        if self.database_url.is_empty() && !self.database_read_url.is_empty() {
            return Err(ConfigError(
                "database_read_url names a standby, so database_url must name its primary"
                    .to_owned(),
            ));
        }
        self.captcha.refuse_nonsense(self.environment)?;
        self.files.refuse_nonsense()?;
        self.gateway.refuse_nonsense()?;
        self.payouts.refuse_nonsense()?;
        self.counter.refuse_nonsense()?;
        self.brands.refuse_nonsense()?;
        self.refuse_shared_hosts()?;
        Ok(())
    }
}

fn refuse_missing_demo(is_wanted: bool, is_built_in: bool) -> Result<(), ConfigError> {
    if is_wanted && !is_built_in {
        return Err(ConfigError(
            "this program was built without the demo: build it with `make build`, or start it without --demo".to_owned(),
        ));
    }
    Ok(())
}

/// Returns true if the text has the exact form of an `Origin` header, because origins are compared
/// as texts.
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

    /// Returns how long a client may stall while sending a request or receiving a reply.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.slow_client_seconds)
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

    /// Raises the time limit to a day, for commands that read the whole database while no request
    /// waits.
    pub fn take_all_the_time(&mut self) {
        self.time_limit_seconds = 24 * 3600;
    }
}

impl Sessions {
    /// Returns the maximum duration of a session, however often it is used.
    pub fn lifetime(self, is_staff: bool) -> Duration {
        let hours = if is_staff { self.staff_hours } else { self.consumer_days.saturating_mul(24) };
        Duration::from_secs(hours.saturating_mul(3600))
    }

    /// Returns how long a re-authentication counts. The time is enough for one task of the person,
    /// but too short for a stranger who finds the browser unattended.
    pub fn proof_lasts(self) -> Duration {
        Duration::from_secs(self.proof_seconds)
    }

    /// Returns how long an unused till session lasts.
    pub fn till_idle(self) -> Duration {
        Duration::from_secs(self.till_idle_minutes.saturating_mul(60))
    }

    /// Returns the maximum duration of a till session, which is one shift.
    pub fn shift(self) -> Duration {
        Duration::from_secs(self.shift_hours.saturating_mul(3600))
    }

    /// Returns the maximum number of sessions that a person may have at the same time.
    pub fn most(self) -> i64 {
        i64::from(self.most)
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
    fn config_defaults_are_complete() {
        let config = config("").expect("defaults");
        assert_eq!(config.listen, "127.0.0.1:8080");
        assert_eq!(config.http.body_limit(), 256 * 1024);
    }

    #[test]
    fn refuse_missing_demo_says_which_build_has_it() {
        assert!(refuse_missing_demo(true, true).is_ok());
        assert!(refuse_missing_demo(false, false).is_ok());
        let refused = refuse_missing_demo(true, false).expect_err("there is no demo");
        assert!(refused.0.contains("`make build`"), "{refused}");
    }

    #[test]
    fn cors_origins_accept_origins() {
        for origin in ["https://shop.example", "http://localhost:5173", "http://[::1]:80"] {
            assert!(config(&format!("http.cors_origins = [\"{origin}\"]")).is_ok(), "{origin}");
        }
    }

    #[test]
    fn config_names_invalid_settings() {
        for (toml, word) in [
            ("database.readers = 0", "database.readers"),
            ("tracing.sample_ratio = 1.5", "tracing.sample_ratio"),
            ("brand_hosts = [\"rayzr\"]", "funray=HOST"),
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
            ("sessions.staff_hours = 0", "sessions.staff_hours"),
            ("sessions.consumer_days = 0", "sessions.consumer_days"),
            ("sessions.most = 0", "sessions.most"),
            ("sessions.proof_seconds = 0", "sessions.proof_seconds"),
            ("sessions.proof_seconds = 3601", "sessions.proof_seconds"),
            ("sessions.till_idle_minutes = 0", "sessions.till_idle_minutes"),
            ("sessions.shift_hours = 0", "sessions.shift_hours"),
            ("jobs.poll_seconds = 0", "jobs.poll_seconds"),
            ("jobs.lease_seconds = 0", "jobs.lease_seconds"),
            ("files.store = \"/var/files\"", "dir:FOLDER"),
            ("files.store = \"s3://\"", "s3://BUCKET"),
            ("files.s3_endpoint = \"minio:9000\"", "files.s3_endpoint"),
            ("files.s3_access_key = \"k\"", "files.s3_secret_key"),
            ("database_read_url = \"postgres://standby/x\"", "database_url"),
        ] {
            let error = config(toml).expect_err(toml);
            assert!(error.0.contains(word), "{toml}: {error}");
        }
    }
}

//! Settings of the card gateway and of our account there.

use std::{net::SocketAddr, time::Duration};

use authorizenet::{Address, CREDENTIALS, Secret};
use axum::http::Uri;
use serde::Deserialize;

use super::ConfigError;

const API_PATH: &str = "/xml/v1/request.api";
const SCRIPT_PATH: &str = "/v1/Accept.js";

/// Hosts of the gateway at which charges move real money.
const LIVE_HOSTS: [&str; 2] = ["api.authorize.net", "api2.authorize.net"];
const LIVE_SCRIPT: &str = "https://js.authorize.net/v1/Accept.js";
const TEST_HOST: &str = "apitest.authorize.net";
const TEST_SCRIPT: &str = "https://jstest.authorize.net/v1/Accept.js";

const MAX_TIMEOUT: u64 = 80;
const MAX_WAIT: u64 = 25;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gateway {
    url: String,
    script_url: String,
    login_id: String,
    transaction_key: Secret,
    client_key: String,
    signature_key: Secret,
    timeout_seconds: u64,
    wait_seconds: u64,
    pub sandbox_admin_listen: String,
    pub charge_checks_per_hour: u32,
}

/// Account at the card gateway that is used to charge cards.
#[derive(Clone, Debug)]
pub struct GatewayAccount {
    pub place: GatewayPlace,
    pub login_id: String,
    pub transaction_key: Secret,
    pub client_key: String,
    pub signature_key: Secret,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayPlace {
    /// Sandbox gateway that runs inside this program.
    Inside,
    Outside {
        url: String,
        script_url: String,
    },
}

impl Gateway {
    /// Returns the configured account, or the account of the built-in sandbox. Returns `None` if
    /// payments are not configured.
    pub fn account(&self, is_demo: bool) -> Option<GatewayAccount> {
        let place = match self.url.as_str() {
            "" if self.is_inside(is_demo) => GatewayPlace::Inside,
            "" => return None,
            _ => GatewayPlace::Outside { url: self.api_url(), script_url: self.script_url() },
        };
        if self.login_id.is_empty() {
            return Some(GatewayAccount {
                place,
                login_id: CREDENTIALS.login_id.to_owned(),
                transaction_key: Secret::new(CREDENTIALS.transaction_key),
                client_key: CREDENTIALS.client_key.to_owned(),
                signature_key: Secret::new(CREDENTIALS.signature_key),
            });
        }
        Some(GatewayAccount {
            place,
            login_id: self.login_id.clone(),
            transaction_key: self.transaction_key.clone(),
            client_key: self.client_key.clone(),
            signature_key: self.signature_key.clone(),
        })
    }

    /// Returns true if the demo runs its own sandbox instead of a configured gateway.
    pub fn is_inside(&self, is_demo: bool) -> bool {
        is_demo && self.url.is_empty()
    }

    /// Returns the time limit for one request to the card gateway.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds)
    }

    /// Returns how long a buyer waits for the outcome of a payment.
    pub fn wait(&self) -> Duration {
        Duration::from_secs(self.wait_seconds)
    }

    /// Returns the configured gateway URL if charges there move no real money. Returns `None` for
    /// the live gateway or if no gateway is configured.
    pub(super) fn play_money(&self) -> Option<&str> {
        let is_live = self.is_at(&LIVE_HOSTS)
            && self.url.starts_with("https://")
            && self.script_url() == LIVE_SCRIPT;
        Some(self.url.as_str()).filter(|url| !url.is_empty() && !is_live)
    }

    /// Returns the first URL whose requests other machines could read, with the name of its
    /// setting. Requests hold the account's keys, and the script sees the buyers' payment cards.
    pub(super) fn readable_by_others(&self) -> Option<(&'static str, &str)> {
        let urls = [("gateway.url", &self.url), ("gateway.script_url", &self.script_url)];
        let is_readable = |url: &str| Address::parse(url).is_some_and(|at| !at.is_private());
        urls.into_iter().map(|(name, url)| (name, url.as_str())).find(|(_, url)| is_readable(url))
    }

    fn is_at(&self, hosts: &[&str]) -> bool {
        let uri: Option<Uri> = self.url.parse().ok();
        uri.and_then(|uri| uri.host().map(|host| hosts.contains(&host))).unwrap_or(false)
    }

    /// Returns the URL of the API. The path is added if the setting contains only the host of a
    /// sandbox.
    fn api_url(&self) -> String {
        let url = self.url.trim_end_matches('/');
        if url.ends_with(API_PATH) { url.to_owned() } else { format!("{url}{API_PATH}") }
    }

    fn script_url(&self) -> String {
        match self.script_url.as_str() {
            "" if self.is_at(&LIVE_HOSTS) => LIVE_SCRIPT.to_owned(),
            "" if self.is_at(&[TEST_HOST]) => TEST_SCRIPT.to_owned(),
            "" => {
                let url = self.api_url();
                format!("{}{SCRIPT_PATH}", url.strip_suffix(API_PATH).unwrap_or(&url))
            }
            given => given.to_owned(),
        }
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        let refuse = |what: String| Err(ConfigError(what));
        for (name, url) in [("gateway.url", &self.url), ("gateway.script_url", &self.script_url)] {
            if !(url.is_empty() || is_web_address(url)) {
                return refuse(format!(
                    "{name} is {url:?}; it must start with https:// (or http:// towards a sandbox)"
                ));
            }
        }
        let parts = [&self.login_id, self.transaction_key.expose(), &self.client_key];
        let given = parts.iter().filter(|part| !part.is_empty()).count();
        if !(given == 0 || given == parts.len()) {
            return refuse(
                "gateway.login_id, gateway.transaction_key and gateway.client_key go together"
                    .to_owned(),
            );
        }
        let is_real = self.is_at(&LIVE_HOSTS) || self.is_at(&[TEST_HOST]);
        if is_real && given == 0 {
            return refuse(format!(
                "gateway.url {:?} needs gateway.login_id, gateway.transaction_key and gateway.client_key",
                self.url
            ));
        }
        if self.url.is_empty() && given > 0 {
            return refuse(format!(
                "gateway.login_id needs gateway.url: \"https://{}{API_PATH}\" for real money, \"https://{TEST_HOST}{API_PATH}\" for trying out",
                LIVE_HOSTS[0]
            ));
        }
        // A payment attempt counts as uncertain if it has no outcome after the longest time that
        // one request may take. The time limit of a request must therefore have a maximum.
        if !(1..=MAX_TIMEOUT).contains(&self.timeout_seconds) {
            return refuse(format!(
                "gateway.timeout_seconds is {}; it should be 1 to {MAX_TIMEOUT}",
                self.timeout_seconds
            ));
        }
        if !(1..=MAX_WAIT).contains(&self.wait_seconds) {
            return refuse(format!(
                "gateway.wait_seconds is {}; it should be 1 to {MAX_WAIT}",
                self.wait_seconds
            ));
        }
        if self.charge_checks_per_hour == 0 {
            return refuse(
                "gateway.charge_checks_per_hour is 0; disputes would go unnoticed".to_owned(),
            );
        }
        let admin = &self.sandbox_admin_listen;
        let is_loopback = |address: SocketAddr| address.ip().is_loopback();
        if !(admin.is_empty() || admin.parse().is_ok_and(is_loopback)) {
            return refuse(format!(
                "gateway.sandbox_admin_listen is {admin:?}; it should be a loopback address such as \"127.0.0.1:8090\""
            ));
        }
        Ok(())
    }
}

fn is_web_address(text: &str) -> bool {
    let uri: Option<Uri> = text.parse().ok();
    uri.is_some_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Layers, Origin, production::tests::FINE};
    use super::*;

    fn config(toml: &str) -> Result<Config, ConfigError> {
        let mut layers = Layers::defaults();
        layers.add_toml(toml, Origin::File)?;
        Config::from_layers(&layers)
    }

    fn account(toml: &str) -> Option<GatewayAccount> {
        let config = config(toml).expect(toml);
        config.gateway.account(config.demo)
    }

    const OURS: &str = "login_id = \"us\", transaction_key = \"hunter2\", client_key = \"public\"";

    #[test]
    fn account_without_settings_exists_in_the_demo_only() {
        assert!(account("").is_none());
        let inside = account("demo = true").expect("the sandbox");
        assert_eq!(inside.place, GatewayPlace::Inside);
        assert_eq!(inside.login_id, CREDENTIALS.login_id);
    }

    #[test]
    fn script_url_follows_the_gateway_url() {
        for (gateway, url, script_url) in [
            (
                "url = \"http://127.0.0.1:9\"".to_owned(),
                "http://127.0.0.1:9/xml/v1/request.api",
                "http://127.0.0.1:9/v1/Accept.js",
            ),
            (
                "url = \"http://127.0.0.1:9/sandbox/xml/v1/request.api\"".to_owned(),
                "http://127.0.0.1:9/sandbox/xml/v1/request.api",
                "http://127.0.0.1:9/sandbox/v1/Accept.js",
            ),
            (
                format!("url = \"https://api.authorize.net/xml/v1/request.api\", {OURS}"),
                "https://api.authorize.net/xml/v1/request.api",
                LIVE_SCRIPT,
            ),
            (
                format!("url = \"https://apitest.authorize.net\", {OURS}"),
                "https://apitest.authorize.net/xml/v1/request.api",
                TEST_SCRIPT,
            ),
            (
                "url = \"http://127.0.0.1:9\", script_url = \"https://a.example/x.js\"".to_owned(),
                "http://127.0.0.1:9/xml/v1/request.api",
                "https://a.example/x.js",
            ),
        ] {
            let found = account(&format!("gateway = {{ {gateway} }}")).expect("a gateway");
            let (url, script_url) = (url.to_owned(), script_url.to_owned());
            assert_eq!(found.place, GatewayPlace::Outside { url, script_url }, "{gateway}");
        }
    }

    #[test]
    fn account_prefers_configured_keys_to_the_sandbox() {
        let own = account(&format!("gateway = {{ url = \"http://127.0.0.1:9\", {OURS} }}"));
        let own = own.expect("a gateway");
        assert_eq!((own.login_id.as_str(), own.client_key.as_str()), ("us", "public"));
        assert!(!format!("{own:?}").contains("hunter2"), "{own:?}");
    }

    #[test]
    fn gateway_settings_name_invalid_values() {
        for (gateway, word) in [
            ("url = \"gateway\"", "gateway.url"),
            ("url = \"ftp://gateway\"", "gateway.url"),
            ("script_url = \"Accept.js\"", "gateway.script_url"),
            ("login_id = \"us\"", "go together"),
            ("url = \"https://api.authorize.net\"", "gateway.transaction_key"),
            (OURS, "gateway.url"),
            ("timeout_seconds = 0", "gateway.timeout_seconds"),
            ("timeout_seconds = 81", "gateway.timeout_seconds"),
            ("wait_seconds = 0", "gateway.wait_seconds"),
            ("wait_seconds = 26", "gateway.wait_seconds"),
            ("charge_checks_per_hour = 0", "gateway.charge_checks_per_hour"),
            ("sandbox_admin_listen = \"0.0.0.0:1\"", "sandbox_admin_listen"),
            ("sandbox_admin_listen = \"localhost\"", "sandbox_admin_listen"),
        ] {
            let refused = config(&format!("gateway = {{ {gateway} }}")).expect_err(gateway);
            assert!(refused.0.contains(word), "{gateway}: {refused}");
            assert!(!refused.0.contains("hunter2"), "{refused}");
        }
    }

    #[test]
    fn production_refuses_test_gateways() {
        let start = |more: &str, gateway: &str| {
            config(&format!("{FINE}\n{more}\ngateway = {{ {OURS}, {gateway} }}"))
        };
        for fine in ["url = \"https://api.authorize.net\"", "url = \"https://api2.authorize.net\""]
        {
            assert!(start("", fine).is_ok(), "{fine}");
        }
        for play in [
            "url = \"http://127.0.0.1:9\"",
            "url = \"https://apitest.authorize.net\"",
            "url = \"https://api.authorize.net.evil.example\"",
            "url = \"https://api.authorize.net\", script_url = \"https://evil.example/Accept.js\"",
        ] {
            let refused = start("", play).expect_err(play);
            assert!(refused.0.contains("\"sandbox-gateway\" in production_allows"), "{refused}");
            assert!(start("production_allows = [\"sandbox-gateway\"]", play).is_ok(), "{play}");
        }
    }

    #[test]
    fn production_refuses_plain_http_to_other_machines_without_exception() {
        const ALLOWED: &str = "production_allows = [\"sandbox-gateway\"]";
        let start = |more: &str, gateway: &str| {
            config(&format!("{FINE}\n{more}\ngateway = {{ {OURS}, {gateway} }}"))
        };
        let api = "url = \"https://api.authorize.net\"";
        for (gateway, name) in [
            ("url = \"http://api.authorize.net\"".to_owned(), "gateway.url"),
            ("url = \"http://sandbox:9\"".to_owned(), "gateway.url"),
            (format!("{api}, script_url = \"http://js.authorize.net/x.js\""), "gateway.script_url"),
        ] {
            for more in ["", ALLOWED] {
                let refused = start(more, &gateway).expect_err(&gateway);
                assert!(refused.0.contains(name), "{refused}");
                assert!(refused.0.contains("; begin it with https://"), "{refused}");
                assert!(!refused.0.contains("hunter2"), "{refused}");
            }
            assert!(config(&format!("gateway = {{ {OURS}, {gateway} }}")).is_ok(), "{gateway}");
        }
        for local in ["127.0.0.1:9", "[::1]:9", "localhost:9"] {
            assert!(start(ALLOWED, &format!("url = \"http://{local}\"")).is_ok(), "{local}");
        }
    }
}

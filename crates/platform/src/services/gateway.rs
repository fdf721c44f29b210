//! The program's card gateway: the client for charges, and settings for the browser to turn a card
//! into a token.

use authorizenet::{Client, Secret, Settings};
use axum::http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use kernel::timestamp::Timestamp;

use crate::config::{Config, GatewayPlace};

/// Currency of all payments.
pub const CURRENCY: &str = "CAD";

/// Path at which the demo serves its sandbox gateway.
pub const SANDBOX_PATH: &str = "/sandbox";

/// Path that receives the gateway's webhooks.
pub const WEBHOOKS_PATH: &str = "/api/v1/Payments/notifications";

pub struct Gateway {
    pub client: Client,
    pub browser: Browser,
    /// Key that signs the gateway's webhooks.
    pub signature_key: Secret,
    /// Start time of the demo's sandbox gateway, which knows no charge from before that time.
    /// `None` for any other gateway.
    pub began: Option<Timestamp>,
}

/// Settings with which the browser turns a payment card into a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GatewaySettings)]
pub struct Browser {
    /// URL from which the gateway's Accept.js must be loaded.
    script_url: String,
    /// URL to which that script sends payment cards.
    api_url: String,
    login_id: String,
    client_key: String,
}

impl Gateway {
    /// Creates the gateway from the settings. Returns `None` if payments are not configured.
    pub fn from_config(
        config: &Config,
        listening_on: &str,
        now: Timestamp,
    ) -> Result<Option<Gateway>, String> {
        let Some(account) = config.gateway.account(config.demo) else { return Ok(None) };
        let began = matches!(account.place, GatewayPlace::Inside).then_some(now);
        let (url, script_url, api_url) = match account.place {
            GatewayPlace::Outside { url, script_url } => (url.clone(), script_url, url),
            GatewayPlace::Inside => {
                // Both URLs for the browser are paths, so that the browser calls the host from
                // which it loaded the page.
                let api_path = format!("{SANDBOX_PATH}/xml/v1/request.api");
                (
                    format!("http://{}{api_path}", reachable(listening_on)),
                    format!("{SANDBOX_PATH}/v1/Accept.js"),
                    api_path,
                )
            }
        };
        let settings = Settings {
            timeout: config.gateway.timeout(),
            ..Settings::new(url, &account.login_id, account.transaction_key)
        };
        Ok(Some(Gateway {
            client: Client::new(settings).map_err(|why| format!("gateway: {why}"))?,
            browser: Browser {
                script_url,
                api_url,
                login_id: account.login_id,
                client_key: account.client_key,
            },
            signature_key: account.signature_key,
            began,
        }))
    }
}

/// Result of checking the merchant's account.
#[derive(Debug, PartialEq, Eq)]
pub enum Merchant {
    Fits,
    /// The gateway did not answer, which says nothing about the account.
    Unknown(String),
    /// The settings can't work or would move no real money. Holds the reason.
    Misfits(String),
}

impl Gateway {
    /// Compares the merchant's account with the settings.
    pub async fn check_merchant(&self, is_for_real: bool) -> Merchant {
        let merchant = match self.client.merchant().await {
            Ok(merchant) => merchant,
            Err(failure) => return Merchant::Unknown(failure.to_string()),
        };
        let misfits = |what: &str| Merchant::Misfits(what.to_owned());
        if !merchant.currencies.iter().any(|currency| currency == CURRENCY) {
            return misfits("the gateway's account takes no Canadian dollars");
        }
        if merchant.public_client_key != self.browser.client_key {
            return misfits("gateway.client_key is not the one of the gateway's account");
        }
        if is_for_real && merchant.is_test_mode {
            return misfits("the gateway's account is in test mode, so no money would move");
        }
        Merchant::Fits
    }
}

impl Browser {
    /// Returns the hosts from which a payment page loads foreign scripts, and the foreign hosts to
    /// which it connects.
    pub fn foreign_hosts(&self) -> (String, String) {
        const LIVE: [&str; 2] = ["https://api.authorize.net", "https://api2.authorize.net"];
        let api = match origin(&self.api_url) {
            // The live script chooses one of the two hosts.
            Some(origin) if LIVE.contains(&origin.as_str()) => LIVE.join(" "),
            other => other.unwrap_or_default(),
        };
        (origin(&self.script_url).unwrap_or_default(), api)
    }
}

/// Returns the webhook URL for a gateway on this machine.
pub fn webhook_url(listening_on: &str) -> String {
    format!("http://{}{WEBHOOKS_PATH}", reachable(listening_on))
}

/// Returns an address at which the program can reach itself, because a wildcard address can't be
/// called.
fn reachable(listening_on: &str) -> String {
    match listening_on.rsplit_once(':') {
        Some(("0.0.0.0", port)) => format!("127.0.0.1:{port}"),
        Some(("[::]", port)) => format!("[::1]:{port}"),
        _ => listening_on.to_owned(),
    }
}

/// Returns the origin of a URL, or `None` for a path on our own host.
fn origin(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    Some(format!("{}://{}", uri.scheme_str()?, uri.authority()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reachable_replaces_unspecified_addresses_by_loopback() {
        for (listening_on, reached) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            assert_eq!(reachable(listening_on), reached);
        }
    }

    #[test]
    fn foreign_hosts_lists_other_origins_only() {
        let hosts = |script: &str, api: &str| {
            let browser = Browser {
                script_url: script.to_owned(),
                api_url: api.to_owned(),
                login_id: String::new(),
                client_key: String::new(),
            };
            browser.foreign_hosts()
        };
        let two = |script: &str, api: &str| (script.to_owned(), api.to_owned());
        assert_eq!(hosts("/sandbox/v1/Accept.js", "/sandbox/xml/v1/request.api"), two("", ""));
        assert_eq!(
            hosts("http://127.0.0.1:9/v1/Accept.js", "http://127.0.0.1:9/xml/v1/request.api"),
            two("http://127.0.0.1:9", "http://127.0.0.1:9")
        );
        let live = "https://api.authorize.net https://api2.authorize.net";
        for host in ["api", "api2"] {
            let api = format!("https://{host}.authorize.net/xml/v1/request.api");
            assert_eq!(
                hosts("https://js.authorize.net/v1/Accept.js", &api),
                two("https://js.authorize.net", live)
            );
        }
    }
}

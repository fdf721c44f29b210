//! The card gateway as the program knows it: the client that charges, and what browsers need to turn a card into a token.

use authorizenet::{Client, Secret, Settings};
use axum::http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use kernel::timestamp::Timestamp;

use crate::config::{Config, GatewayPlace};

/// What everything here is paid in.
pub const CURRENCY: &str = "CAD";

/// Where the demo has its gateway.
pub const SANDBOX_PATH: &str = "/sandbox";

/// Where the gateway's webhooks are taken.
const WEBHOOKS_PATH: &str = "/api/v1/Payments/notifications";

pub struct Gateway {
    pub client: Client,
    pub browser: Browser,
    /// What the gateway signs its webhooks with.
    pub signature_key: Secret,
    /// The demo's own forgets everything when it ends: before this moment it has no charges.
    pub began: Option<Timestamp>,
}

/// Settings with which the browser turns a payment card into a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GatewaySettings)]
pub struct Browser {
    /// The gateway's Accept.js, to be loaded from exactly here.
    script_url: String,
    /// Where that script sends cards.
    api_url: String,
    login_id: String,
    client_key: String,
}

impl Gateway {
    /// None where nothing can be paid.
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
                // The browser comes by whichever name it knows us.
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

/// What was found out about the merchant's account.
#[derive(Debug, PartialEq, Eq)]
pub enum Merchant {
    Fits,
    /// Nobody could be asked; that says nothing about the account.
    Unknown(String),
    /// Paying can't work with these settings, or would move no money: why.
    Misfits(String),
}

impl Gateway {
    /// Asks the gateway whether the account is what the settings say.
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
    /// Hosts other than ours that a page has to load a script from, and that it has to talk to.
    pub fn foreign_hosts(&self) -> (String, String) {
        const LIVE: [&str; 2] = ["https://api.authorize.net", "https://api2.authorize.net"];
        let api = match origin(&self.api_url) {
            // The script decides which of its two it asks.
            Some(origin) if LIVE.contains(&origin.as_str()) => LIVE.join(" "),
            other => other.unwrap_or_default(),
        };
        (origin(&self.script_url).unwrap_or_default(), api)
    }
}

/// Where a gateway on this machine tells what happens.
pub fn webhook_url(listening_on: &str) -> String {
    format!("http://{}{WEBHOOKS_PATH}", reachable(listening_on))
}

/// Where the program reaches itself: an address that stands for all of them can't be called.
fn reachable(listening_on: &str) -> String {
    match listening_on.rsplit_once(':') {
        Some(("0.0.0.0", port)) => format!("127.0.0.1:{port}"),
        Some(("[::]", port)) => format!("[::1]:{port}"),
        _ => listening_on.to_owned(),
    }
}

/// None for a path of our own.
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

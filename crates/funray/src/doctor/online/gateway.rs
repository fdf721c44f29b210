//! Checks of the card gateway: the account there, and a signed note that takes the way of its
//! webhooks.

use authorizenet::webhook::{SIGNATURE_HEADER, sign};
use kernel::random::random_hex;
use platform::services::gateway::{CURRENCY, Gateway, Merchant, WEBHOOKS_PATH};

use super::{
    Installation, Topic,
    finding::Finding,
    site::{Request, ask},
    within,
};

const ACCOUNT: Topic = Topic { name: "gateway-account", page: "operate/authorize-net" };
const SIGNATURE: Topic = Topic { name: "gateway-signature", page: "operate/authorize-net" };

/// Asks the gateway about our account there, with the keys of the settings.
pub async fn check_account(about: &Installation) -> Vec<Finding> {
    let config = &about.config;
    if config.gateway.is_inside(config.demo) {
        return vec![ACCOUNT.fine("", "the sandbox of the demo, which moves no money")];
    }
    let gateway = match Gateway::from_config(config, &config.listen, about.now) {
        Ok(Some(gateway)) => gateway,
        Ok(None) => {
            let remedy = "set gateway.url and the keys of your account";
            return vec![ACCOUNT.advice("", "nothing can be paid", remedy)];
        }
        Err(why) => return vec![ACCOUNT.failed("", why, "correct the settings of [gateway]")],
    };
    let is_for_real = config.takes_real_money();
    let asked = async { Ok(gateway.check_merchant(is_for_real).await) };
    vec![match within(about.patience, asked).await {
        Ok(Merchant::Fits) if is_for_real => {
            ACCOUNT.fine("", format!("a live account that takes {CURRENCY}"))
        }
        Ok(Merchant::Fits) => ACCOUNT.advice(
            "",
            format!("a test account that takes {CURRENCY}; payments move no money"),
            "set gateway.url to the live one before you open",
        ),
        Ok(Merchant::Misfits(why)) => {
            ACCOUNT.failed("", why, "compare the settings of [gateway] with the merchant interface")
        }
        Ok(Merchant::Unknown(why)) | Err(why) => ACCOUNT.failed(
            "",
            why,
            "check gateway.url, login_id and transaction_key, and that this machine may connect to it",
        ),
    }]
}

/// Sends a signed note of no payment to our own public address, as the gateway would. The running
/// program accepts it if it has the same signature key and the proxy changes nothing.
pub async fn check_signature(about: &Installation) -> Vec<Finding> {
    let config = &about.config;
    let account = match config.gateway.account(config.demo) {
        Some(account) if !account.signature_key.expose().is_empty() => account,
        Some(_) => {
            let remedy = "make one in the merchant interface";
            return vec![SIGNATURE.failed("", "gateway.signature_key is empty", remedy)];
        }
        None => return vec![SIGNATURE.unknown("", "there is no gateway", "set gateway.url")],
    };
    let served = config.brands_served().into_iter();
    let url =
        served.map(|brand| config.brand(brand).public_url.clone()).find(|url| !url.is_empty());
    let Some(url) = url else {
        return vec![SIGNATURE.unknown("", "no public address is set", "set public_url")];
    };
    let url = format!("{}{WEBHOOKS_PATH}", url.trim_end_matches('/'));
    let note = note(about);
    let header = (SIGNATURE_HEADER, sign(&account.signature_key, note.as_bytes()));
    let request = Request { url: url.clone(), post: Some((header, note)) };
    vec![match ask(&about.roots, about.patience, request).await {
        Ok(reply) if reply.status == 200 => {
            SIGNATURE.fine("", format!("a signed note arrives at {url}"))
        }
        Ok(reply) if reply.status == 401 => SIGNATURE.failed(
            &url,
            "the running program refuses the signature",
            "restart it, so that it has the same signature_key; the proxy must pass on X-ANET-Signature",
        ),
        Ok(reply) => SIGNATURE.failed(
            &url,
            format!("a signed note is answered with {}", reply.status),
            "let the proxy pass this path on to the program",
        ),
        Err(why) => SIGNATURE.failed(&url, why, "first mend the brand's address"),
    }]
}

/// Returns a note about no transaction, which the program accepts and ignores.
fn note(about: &Installation) -> String {
    serde_json::json!({
        "notificationId": random_hex(),
        "eventType": "doctor.note",
        "eventDate": about.now.as_jiff().to_string(),
        "payload": {},
    })
    .to_string()
}

//! The sandbox of the card gateway, as a part of the demo or as a server of its own.

use std::sync::Arc;

use authorizenet::sandbox::{Sandbox, Settings};

use kernel::clock::Clock;
use platform::{config::Config, web::server};

const A_DAY_IN_HOURS: i64 = 24;

/// Returns a sandbox of the card gateway that settles charges every day at midnight.
pub fn new_sandbox(clock: &Clock) -> Sandbox {
    Sandbox::new(settings(clock))
}

/// Returns the sandbox of the demo, which sends webhooks to this program. The sandbox doesn't know
/// the charges of the demo's sample orders.
pub(super) fn inside(clock: &Clock, webhook_url: String) -> Sandbox {
    let webhook_url = Some(webhook_url);
    Sandbox::new(Settings { webhook_url, rejects_unknown: true, ..settings(clock) })
}

fn settings(clock: &Clock) -> Settings {
    let clock = clock.clone();
    Settings {
        clock: Arc::new(move || clock.now().as_jiff()),
        seed: None,
        settles_every: Some(jiff::SignedDuration::from_hours(A_DAY_IN_HOURS)),
        webhook_url: None,
        rejects_unknown: false,
    }
}

/// Serves the sandbox's control API if the settings name an address for it. Returns a line to
/// print, or `None`.
pub async fn open_admin(config: &Config, sandbox: &Sandbox) -> Result<Option<String>, String> {
    let address = config.gateway.sandbox_admin_listen.as_str();
    if address.is_empty() {
        return Ok(None);
    }
    let listener = server::bind(address, "gateway.sandbox_admin_listen").await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let router = sandbox.admin_router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(Some(format!("Sandbox admin http://{address}")))
}

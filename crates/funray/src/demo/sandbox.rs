//! The sandbox of the card gateway: mounted in the demo, or run alone.

use std::sync::Arc;

use authorizenet::sandbox::{Sandbox, Settings};

use kernel::clock::Clock;
use platform::{config::Config, web::server};

const A_DAY_IN_HOURS: i64 = 24;

/// A sandbox that settles at midnight.
pub fn new_sandbox(clock: &Clock) -> Sandbox {
    Sandbox::new(settings(clock))
}

/// Creates the sandbox of the demo, which sends webhooks to this program. It doesn't know the transactions of the demo's
/// past.
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

/// Opens the sandbox's control API if an address is configured, and returns a line to print.
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

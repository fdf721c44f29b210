//! Detects that a till's secret is used by a device in another network and with another browser
//! than at enrolment. The till keeps working. The shop's managers get an email and see the other
//! device on the page of tills.

use std::time::Duration;

use serde_json::json;

use super::{
    store::{self, DeviceRow},
    subject,
};
use access::{
    audit::{self, Author, Entry},
    auth::Client,
};
use kernel::{brand::Brand, devices::device_name};
use mail::Mail;
use platform::{app::App, error::Result};

use crate::tills::{actions, letters::Letter};

/// Minimum time between two emails about the same till.
const ONCE_IN: Duration = Duration::from_secs(24 * 3600);

/// Checks whether a till's secret was sent by the enrolled device. If not, records the other device
/// and notifies the shop's managers.
pub async fn notice(app: &App, device: &DeviceRow, client: &Client) -> Result<()> {
    let (now, id) = (app.clock.now(), device.id);
    let network = client.name(&app.secrets).address;
    let name = device_name(&client.user_agent);
    let is_known_browser = device.user_agent.as_deref().map(device_name) == Some(name.clone());
    let before = now.minus(ONCE_IN);
    let is_noted = device.elsewhere_at.is_some_and(|at| at > before);
    if device.network_hash == network || is_known_browser || is_noted {
        return Ok(());
    }
    let link = format!("{}/admin/vendor/tills", app.public_url(Brand::DEFAULT));
    let (device, client) = (device.clone(), client.clone());
    app.db
        .write(move |tx| {
            if !store::set_elsewhere(tx, id, now, before, &client.user_agent)? {
                return Ok(());
            }
            let entry =
                Entry::new(actions::TILL_SEEN_ELSEWHERE, subject(id)).tenant(device.vendor_id);
            let after = json!({ "name": device.name, "device": name });
            audit::record(tx, now, &Author::stranger(&client), entry.after(after))?;
            let mut readers = people::managers_of(tx, device.vendor_id)?;
            if readers.is_empty() {
                readers = people::administrators(tx)?;
            }
            for reader in readers {
                let letter = Letter::TillElsewhere {
                    first_name: reader.first_name,
                    vendor: device.vendor_name.clone(),
                    till: device.name.clone(),
                    device: name.clone(),
                    link: link.clone(),
                };
                let (brand, lang) = (Brand::DEFAULT, reader.language);
                mail::post(tx, now, &Mail { to: reader.email, brand, lang, letter })?;
            }
            Ok(())
        })
        .await
}

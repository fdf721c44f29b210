//! Emails to a person about security events on their account and changes of their roles. An email
//! about a security event states the event, device, IP address and time, and links to a page that
//! ends all sessions.

use std::{sync::Arc, time::Duration};

use db::{Ask, Tx};

use super::{register::post, store, store::people::PersonRow};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Client, Role, sessions},
};
use kernel::{
    crockford,
    devices::device_name,
    ids::{PersonId, TenantId},
    random::random_bytes,
    timestamp::Timestamp,
};
use mail::lifetimes;
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit, Verdict},
    secrets::{Hashes, Secrets},
};

use crate::{
    actions,
    letters::{AccountEvent, Letter, RoleChange},
    secret_uses::END_SESSIONS_LINK,
};

/// Limit on emails about the same kind of event per person, so that a thief can't flood the
/// mailbox.
const LETTERS_OF_A_KIND: Limit = Limit { capacity: 5, interval: Duration::from_secs(3600) };

/// Device on which a person signs in or continues a session.
pub struct Device {
    name: String,
    network: String,
    /// Whether the device is new to a person who has used another device before, so that the person
    /// gets an email.
    is_new: bool,
}

/// Returns the query for the device of a sign-in. A browser in another network counts as new,
/// unless it sends the cookie of an earlier sign-in.
pub fn device_signing_in(
    person: PersonId,
    client: &Client,
    secrets: &Secrets,
) -> impl Ask<Answer = Device> + use<> {
    let (name, network) = (device_name(&client.user_agent), client.network(secrets));
    let browser = client.name(secrets).browser;
    store::devices::is_known(person, &name, Some(&network), browser.as_deref())
        .map(|(is_known, is_any)| Device { name, network, is_new: is_any && !is_known })
}

/// Returns the query for the device that continues a session. Compares the device's name but not
/// its network: phones change networks often, and the secret token of the session already
/// identifies the device.
pub fn device_continuing(
    person: PersonId,
    client: &Client,
    secrets: &Secrets,
) -> impl Ask<Answer = Device> + use<> {
    let (name, network) = (device_name(&client.user_agent), client.network(secrets));
    store::devices::is_known(person, &name, None, None).map(|(is_known, is_any)| Device {
        name,
        network,
        is_new: is_any && !is_known,
    })
}

/// Stores a person's device, and emails the person if the device is new.
pub fn note_device(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    client: &Client,
    device: &Device,
    event: AccountEvent,
) -> Result<()> {
    store::devices::remember(tx, person, &device.name, &device.network, now)?;
    if device.is_new { send(tx, app, now, person, client, event) } else { Ok(()) }
}

/// Emails a person about an event on their account, with the device and IP address that caused it.
pub fn send(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    client: &Client,
    event: AccountEvent,
) -> Result<()> {
    let bucket = format!("{event:?} letters to {person}");
    if limits::acquire(tx, now, &bucket, LETTERS_OF_A_KIND)? != Verdict::GoOn {
        return Ok(());
    }
    let Some(person) = store::people::find(tx, person)?.filter(|row| row.closed_at.is_none())
    else {
        return Ok(());
    };
    let site = app.public_url(person.brand);
    let letter = Letter::AccountNotice {
        first_name: person.first_name.clone(),
        event,
        device: device_name(&client.user_agent),
        address: client.address.map(|address| address.to_string()),
        at: now,
        end_sessions: format!(
            "{site}/sign-out-everywhere#code={}",
            make_link(tx, app, now, &person)?
        ),
    };
    post(tx, now, &person, person.brand, letter)
}

fn hashes(secrets: &Secrets, code: &str) -> Hashes {
    secrets.hashes(END_SESSIONS_LINK, &[code.trim().as_bytes()])
}

fn make_link(tx: &mut Tx<'_>, app: &App, now: Timestamp, person: &PersonRow) -> Result<String> {
    let code = crockford::encode(&random_bytes::<20>());
    let expires_at = now.plus(lifetimes::END_SESSIONS);
    store::devices::insert_link(tx, hashes(&app.secrets, &code).current(), person.id, expires_at)?;
    Ok(code)
}

/// Ends all sessions of the person to whom this code was emailed.
pub async fn end_sessions(app: &Arc<App>, code: String, client: Client) -> Result<()> {
    let hashes = hashes(&app.secrets, &code);
    app.write(move |tx, _, now| {
        let person = store::devices::spend_link(tx, &hashes, now)?.ok_or(Error::DeadLink)?;
        sessions::end_all(tx, person, None, now)?;
        store::people::forget_browsers(tx, person)?;
        let entry = Entry::new(actions::SESSION_REVOKED, Subject::person(person));
        let entry = entry.reason(Some("by the link in a notice"));
        audit::record(tx, now, &Author::proven(person, &client), entry)
    })
    .await
}

/// Emails a person about a change of their role.
pub(super) fn notify_of_role(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    change: RoleChange,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<()> {
    let organization = tenant.map_or(Ok(None), |tenant| tenants::name_of(tx, tenant))?;
    let letter = Letter::RoleChanged {
        first_name: person.first_name.clone(),
        change,
        role,
        organization,
        link: app.public_url(person.brand),
    };
    post(tx, now, person, person.brand, letter)
}

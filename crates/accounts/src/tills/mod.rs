//! Tills: devices at a shop's counter, each enrolled by a manager of the shop. Clerks sign in on a
//! till by PIN and can then make calls of the counter only.

pub mod actions;
pub mod api;
mod beside_clerk;
mod elsewhere;
pub mod errors;
pub mod letters;
pub mod secret_uses;
mod sign_in;
mod store;

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Client, TenantKind, sessions},
    idempotency::Named,
};
use kernel::{
    crockford,
    devices::device_name,
    ids::{TenantId, TillId},
    random::random_bytes,
    timestamp::Timestamp,
};
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit},
    secrets::{Hashes, Secrets, Use},
};

use crate::{
    pins::{self, ClerkRow},
    tills::{
        actions::TILL,
        errors::{TILL_UNKNOWN, TOO_MANY_TILLS},
        secret_uses::{TILL_LINK, TILL_SECRET},
    },
};

pub use beside_clerk::{TypedBy, approve, renew_pin, unlock_pin};
pub use sign_in::sign_in;
pub use store::{DeviceRow, ListedTill};
use store::{Link, TillRow};

/// Time during which an enrolment link can be used: enough to walk from the office to the counter.
const LINK_LASTS: Duration = Duration::from_secs(15 * 60);
const MAX_TILLS: i64 = 50;
/// Limit on attempts to enrol a till, per IP address.
const ENROLMENTS: Limit = Limit { capacity: 20, interval: Duration::from_secs(30) };

/// New link that enrols a device as a till. Its token is shown once and stored only as a hash.
pub struct NewLink {
    pub id: TillId,
    pub token: String,
    pub expires_at: Timestamp,
}

/// Data for a device that has just become a till, with the secret that identifies it.
pub struct Enrolled {
    pub name: String,
    pub shop_name: String,
    pub secret: String,
}

fn random_text() -> String {
    crockford::encode(&random_bytes::<20>())
}

fn hashes(secrets: &Secrets, purpose: Use, text: &str) -> Hashes {
    secrets.hashes(purpose, &[text.trim().as_bytes()])
}

fn make_link(secrets: &Secrets, now: Timestamp) -> (String, Link) {
    let token = random_text();
    let hash = hashes(secrets, TILL_LINK, &token).current().to_owned();
    (token, Link { hash, expires_at: now.plus(LINK_LASTS) })
}

/// Lists the tills of a shop.
pub async fn list(app: &App, scope: TenantScope, shop: TenantId) -> Result<Vec<ListedTill>> {
    app.db
        .read(move |tx| {
            refuse_foreign(tx, &scope, shop)?;
            store::list(tx, shop)
        })
        .await
}

/// Lists the people who can sign in by PIN at the tills of a shop.
pub async fn list_clerks(app: &App, scope: TenantScope, shop: TenantId) -> Result<Vec<ClerkRow>> {
    app.db
        .read(move |tx| {
            refuse_foreign(tx, &scope, shop)?;
            pins::list_clerks(tx, shop)
        })
        .await
}

fn refuse_foreign(tx: &mut Tx<'_>, scope: &TenantScope, shop: TenantId) -> Result<()> {
    let is_shop = tenants::kind_of(tx, shop)? == Some(TenantKind::Vendor);
    if is_shop && scope.reaches(shop) { Ok(()) } else { Err(Error::NotFound) }
}

/// Creates a till and returns a link to enrol a device as this till.
///
/// The token of the link is stored only as a hash. A repeated call therefore returns a new link to
/// the same till.
pub async fn create(
    app: &Arc<App>,
    call: Named,
    actor: &Actor,
    scope: TenantScope,
    (shop, name): (TenantId, String),
) -> Result<NewLink> {
    let (now, by) = (app.clock.now(), actor.person);
    let (token, link) = make_link(&app.secrets, now);
    let (new, expires_at) = (TillId::new(now), link.expires_at);
    let id = app
        .db
        .write(move |tx| {
            refuse_foreign(tx, &scope, shop)?;
            let id = call.once(tx, now, |tx| {
                if store::count(tx, shop)? >= MAX_TILLS {
                    return Err(Error::Refused(TOO_MANY_TILLS));
                }
                store::insert(tx, new, now, (shop, &name), by, &link)?;
                Ok(new)
            })?;
            if id != new {
                lock_own(tx, &scope, id)?;
                store::set_link(tx, id, &link)?;
            }
            Ok::<_, Error>(id)
        })
        .await?;
    Ok(NewLink { id, token, expires_at })
}

/// Creates a new enrolment link for a till, because its link expired or the till moves to another
/// device.
pub async fn renew_link(app: &App, scope: TenantScope, id: TillId) -> Result<NewLink> {
    let now = app.clock.now();
    let (token, link) = make_link(&app.secrets, now);
    let expires_at = link.expires_at;
    app.db
        .write(move |tx| {
            lock_own(tx, &scope, id)?;
            store::set_link(tx, id, &link)
        })
        .await?;
    Ok(NewLink { id, token, expires_at })
}

fn lock_own(tx: &mut Tx<'_>, scope: &TenantScope, id: TillId) -> Result<TillRow> {
    let till = store::lock(tx, id)?.filter(|till| scope.reaches(till.vendor_id));
    till.ok_or(Error::NotFound)
}

/// Enrols the device that sent the link's token as the till. The device that was enrolled before
/// stops being the till.
pub async fn enrol(app: &Arc<App>, token: String, client: &Client) -> Result<Enrolled> {
    let (name, client) = (client.name(&app.secrets), client.clone());
    let secret = random_text();
    app.write(move |tx, app, now| {
        for bucket in name.buckets("tills enrolled", ENROLMENTS) {
            limits::acquire(tx, now, &bucket.name, bucket.limit)?.or_refuse()?;
        }
        let link = hashes(&app.secrets, TILL_LINK, &token);
        let till = store::lock_by_link(tx, &link)?.ok_or(Error::DeadLink)?;
        if till.is_link_used || till.link_expires_at <= now {
            return Err(Error::DeadLink);
        }
        let secret_hashes = hashes(&app.secrets, TILL_SECRET, &secret);
        let device = (client.user_agent.as_str(), name.address.as_str());
        store::enrol(tx, till.id, now, secret_hashes.current(), device)?;
        sessions::end_at_till(tx, till.id, now)?;
        let entry = Entry::new(actions::TILL_ENROLLED, subject(till.id)).tenant(till.vendor_id);
        let device = device_name(&client.user_agent);
        let after = json!({ "name": till.name, "device": device });
        // Records the person who created the till as the author, because the device that sent
        // the token is not signed in.
        audit::record(tx, now, &Author::proven(till.created_by, &client), entry.after(after))?;
        let shop_name = tenants::name_of(tx, till.vendor_id)?.unwrap_or_default();
        Ok(Enrolled { name: till.name, shop_name, secret: secret.clone() })
    })
    .await
}

fn subject(till: TillId) -> Subject {
    Subject::of(TILL, till)
}

/// Revokes a till and ends the session on it.
pub async fn revoke(app: &Arc<App>, actor: &Actor, scope: TenantScope, id: TillId) -> Result<()> {
    let author = Author::of(actor);
    app.write(move |tx, _, now| {
        let till = lock_own(tx, &scope, id)?;
        store::revoke(tx, id, now)?;
        sessions::end_at_till(tx, id, now)?;
        let entry = Entry::new(actions::TILL_REVOKED, subject(id)).tenant(till.vendor_id);
        audit::record(tx, now, &author, entry.before(json!({ "name": till.name })))
    })
    .await
}

/// Returns the till to which the secret sent by a device belongs.
pub async fn identify(app: &App, secret: &str, client: &Client) -> Result<DeviceRow> {
    let hashes = hashes(&app.secrets, TILL_SECRET, secret);
    let newest = hashes.current().to_owned();
    let found = app.db.read(move |tx| store::find_by_secret(tx, &hashes)).await?;
    let device = found.ok_or(Error::Refused(TILL_UNKNOWN))?;
    if app.secrets.is_outdated(&device.secret_hash) {
        let (id, old) = (device.id, device.secret_hash.clone());
        app.db.write(move |tx| store::renew_secret(tx, id, &old, &newest)).await?;
    }
    elsewhere::notice(app, &device, client).await?;
    Ok(device)
}

/// Lists the people who can sign in by PIN on a till.
pub async fn clerks_at(app: &App, device: &DeviceRow) -> Result<Vec<ClerkRow>> {
    let shop = device.vendor_id;
    app.db.read(move |tx| pins::list_clerks(tx, shop)).await
}

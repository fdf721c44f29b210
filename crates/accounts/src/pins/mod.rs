//! PINs of clerks for a shop's tills. Clerks choose their own PIN, and nobody else can read it. A
//! PIN opens only the counter, and only on a device that is enrolled as a till.

mod rules;
mod store;

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{register::post, store::people};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{self, Actor, Permission, TenantKind, sessions},
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PersonId, PinId, TenantId},
    messages::Message,
    passwords::Pin,
    timestamp::Timestamp,
};
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
    passwords::TypedPin,
};

use crate::{
    actions,
    errors::{MANAGERS_PIN, NO_PIN, PIN_LOCKED, WRONG_PIN},
    letters::{Letter, PinChange},
};

use rules::MAX_MISSES;
pub use store::{ClerkRow, PinRow};

/// Limit on chosen PINs per person, because the server hashes each PIN and sends an email about it.
const CHOICES: Limit = Limit { capacity: 5, interval: std::time::Duration::from_secs(5 * 60) };

impl PinRow {
    pub fn is_locked(&self) -> bool {
        self.misses >= MAX_MISSES
    }
}

impl ClerkRow {
    pub fn is_locked(&self) -> bool {
        self.misses >= MAX_MISSES
    }
}

/// Shop where a person works, and the person's PIN for its tills.
pub struct OwnPin {
    pub shop: TenantId,
    pub shop_name: String,
    pub pin: Option<PinRow>,
}

/// Lists the vendors at which a person has a role, and so may have a PIN.
fn shops_of(actor: &Actor) -> Vec<TenantId> {
    let tenants = actor.grants.iter().filter_map(|grant| grant.tenant);
    let mut shops: Vec<TenantId> =
        tenants.filter(|(_, kind)| *kind == TenantKind::Vendor).map(|(id, _)| id).collect();
    shops.dedup();
    shops
}

fn refuse_elsewhere(actor: &Actor, shop: TenantId) -> Result<()> {
    if shops_of(actor).contains(&shop) { Ok(()) } else { Err(Error::NotFound) }
}

pub async fn list_own(app: &App, actor: &Actor) -> Result<Vec<OwnPin>> {
    let (shops, person) = (shops_of(actor), actor.person);
    app.db
        .read(move |tx| {
            let pins = store::list_of(tx, person)?;
            let own = shops.iter().map(|shop| {
                let pin = pins.iter().find(|pin| pin.vendor_id == *shop).cloned();
                let shop_name = tenants::name_of(tx, *shop)?.unwrap_or_default();
                Ok(OwnPin { shop: *shop, shop_name, pin })
            });
            own.collect()
        })
        .await
}

/// Lists the names of the shops where a person has a PIN, and when they chose each PIN. Includes
/// shops where the person no longer works.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<(String, Timestamp)>> {
    let pins = store::list_of(tx, person)?.into_iter();
    let shops = pins.map(|pin| {
        let name = tenants::name_of(tx, pin.vendor_id)?.unwrap_or_default();
        Ok((name, pin.chosen_at))
    });
    shops.collect()
}

/// Sets the caller's PIN for the tills of a shop where they work, and ends the caller's sessions at
/// these tills.
pub async fn choose(app: &Arc<App>, actor: &Actor, shop: TenantId, pin: Pin) -> Result<()> {
    refuse_elsewhere(actor, shop)?;
    set(app, Author::of(actor), actor.person, shop, pin).await
}

/// Replaces a clerk's PIN by one that the clerk chose at a till with a manager's approval.
pub async fn renew(
    app: &Arc<App>,
    author: Author,
    person: PersonId,
    shop: TenantId,
    pin: Pin,
) -> Result<()> {
    app.db.read(move |tx| refuse_manager(tx, person, shop)).await?;
    set(app, author, person, shop, pin).await
}

/// Unlocks a clerk's PIN at the request of a manager of the shop.
pub async fn unlock_of_clerk(
    app: &Arc<App>,
    author: Author,
    person: PersonId,
    shop: TenantId,
) -> Result<()> {
    app.write(move |tx, _, now| {
        refuse_manager(tx, person, shop)?;
        let pin = store::lock(tx, person, shop)?.ok_or(Error::Refused(NO_PIN))?;
        if pin.misses == 0 {
            return Ok(());
        }
        store::set_misses(tx, pin.id, 0)?;
        let name = tenants::name_of(tx, shop)?.unwrap_or_default();
        let entry = Entry::new(actions::PIN_UNLOCKED, Subject::person(person)).tenant(shop);
        audit::record(tx, now, &author, entry.after(json!({ "shop": name })))
    })
    .await
}

/// Like [`unlock_of_clerk`], but finds the PIN by its id. Only PINs of shops within `scope` are
/// found.
pub async fn unlock_by_id(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    id: PinId,
) -> Result<()> {
    let found = app.db.read(move |tx| store::find(tx, id)).await?;
    let pin = found.filter(|pin| scope.reaches(pin.vendor_id)).ok_or(Error::NotFound)?;
    unlock_of_clerk(app, Author::of(actor), pin.person_id, pin.vendor_id).await
}

/// Refuses unless the person is a clerk of the shop. A manager's PIN approves redemptions, so only
/// the manager may unlock or change it.
fn refuse_manager(tx: &mut Tx<'_>, person: PersonId, shop: TenantId) -> Result<()> {
    if auth::is_at_work(tx, person, Permission::ManageTills, shop)? {
        return Err(Error::Refused(MANAGERS_PIN));
    }
    match auth::is_at_work(tx, person, Permission::RedeemCards, shop)? {
        true => Ok(()),
        false => Err(Error::Refused(NO_PIN)),
    }
}

async fn set(
    app: &Arc<App>,
    author: Author,
    person: PersonId,
    shop: TenantId,
    pin: Pin,
) -> Result<()> {
    let year = BusinessDate::today(&app.clock).year();
    if rules::is_guessable(&pin, year) {
        let message = Message::new(
            "This PIN is too easy to guess. Please choose another one.",
            "Ce NIP est trop facile à deviner. Veuillez en choisir un autre.",
        );
        return Err(Error::Invalid(Fields::one("pin", message)));
    }
    let now = app.clock.now();
    let buckets = [Bucket { name: format!("PINs chosen by {person}"), limit: CHOICES }];
    let permit = app.db.write(move |tx| Permit::acquire(tx, now, &buckets)).await?;
    let typed = TypedPin::new(person, shop, pin);
    let hash = permit.run(app, app.passwords.hash_pin(&app.secrets, &typed)).await?;
    let shared = app.clone();
    app.db
        .write(move |tx| {
            let (id, hash) = (PinId::new(now), hash.clone());
            let row =
                PinRow { id, person_id: person, vendor_id: shop, hash, chosen_at: now, misses: 0 };
            store::put(tx, &row)?;
            sessions::end_at_tills_of(tx, person, shop, now)?;
            tell(tx, &shared, now, &author, (person, shop), PinChange::Set)
        })
        .await
}

/// Removes the caller's PIN for a shop's tills.
pub async fn remove_own(app: &Arc<App>, actor: &Actor, shop: TenantId) -> Result<()> {
    refuse_elsewhere(actor, shop)?;
    let (person, author) = (actor.person, Author::of(actor));
    app.write(move |tx, app, now| {
        let pin = store::lock(tx, person, shop)?.ok_or(Error::NotFound)?;
        remove(tx, app, now, &author, &pin)
    })
    .await
}

/// Removes the PIN of someone else. Only PINs of shops within `scope` are found.
pub async fn remove_of_clerk(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    id: PinId,
) -> Result<()> {
    let author = Author::of(actor);
    app.write(move |tx, app, now| {
        let pin = store::find(tx, id)?.filter(|pin| scope.reaches(pin.vendor_id));
        remove(tx, app, now, &author, &pin.ok_or(Error::NotFound)?)
    })
    .await
}

fn remove(tx: &mut Tx<'_>, app: &App, now: Timestamp, author: &Author, pin: &PinRow) -> Result<()> {
    if !store::delete(tx, pin.id)? {
        return Err(Error::NotFound);
    }
    sessions::end_at_tills_of(tx, pin.person_id, pin.vendor_id, now)?;
    tell(tx, app, now, author, (pin.person_id, pin.vendor_id), PinChange::Removed)
}

/// Lists the people who work at a shop and have a PIN there.
pub fn list_clerks(tx: &mut Tx<'_>, shop: TenantId) -> Result<Vec<ClerkRow>> {
    store::list_clerks(tx, shop)
}

/// Counts an attempt to enter a PIN and returns the stored PIN. Called before the hash is computed,
/// so that parallel attempts can't exceed the limit.
pub fn count_try(tx: &mut Tx<'_>, person: PersonId, shop: TenantId) -> Result<PinRow> {
    let pin = store::lock(tx, person, shop)?.ok_or(Error::Refused(NO_PIN))?;
    if pin.is_locked() {
        return Err(Error::Refused(PIN_LOCKED));
    }
    store::set_misses(tx, pin.id, pin.misses + 1)?;
    Ok(pin)
}

/// Removes a counted attempt that could not be checked because the server was busy.
pub fn release_try(tx: &mut Tx<'_>, tried: &PinRow) -> Result<()> {
    match store::lock(tx, tried.person_id, tried.vendor_id)? {
        Some(pin) => store::set_misses(tx, pin.id, (pin.misses - 1).max(0)),
        None => Ok(()),
    }
}

/// Accepts a correct PIN and clears the failed attempts. If `newest` has a hash made with the
/// newest key, stores that hash. Refuses if the PIN was changed meanwhile.
pub fn accept_try(tx: &mut Tx<'_>, tried: &PinRow, newest: Option<&str>) -> Result<()> {
    let current = store::lock(tx, tried.person_id, tried.vendor_id)?;
    let pin = current.filter(|pin| pin.hash == tried.hash).ok_or(Error::Refused(WRONG_PIN))?;
    if let Some(hash) = newest {
        store::set_hash(tx, pin.id, hash)?;
    }
    store::set_misses(tx, pin.id, 0)
}

/// Records a wrong PIN and returns the error for the caller. The last allowed attempt locks the PIN
/// and emails its owner.
pub fn refuse_try(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    tried: &PinRow,
) -> Result<Error> {
    if tried.misses + 1 < MAX_MISSES {
        return Ok(Error::Refused(WRONG_PIN));
    }
    let current = store::lock(tx, tried.person_id, tried.vendor_id)?;
    if !current.is_some_and(|pin| pin.is_locked()) {
        return Ok(Error::Refused(WRONG_PIN));
    }
    tell(tx, app, now, author, (tried.person_id, tried.vendor_id), PinChange::Locked)?;
    Ok(Error::Refused(PIN_LOCKED))
}

/// Unlocks all PINs of a person who signed in with their password.
pub fn unlock(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::clear_misses(tx, person)
}

/// Deletes all PINs of a person whose account is closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_all(tx, person)
}

/// Records a change of a PIN in the audit log, and emails the owner of the PIN.
fn tell(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    (person, shop): (PersonId, TenantId),
    change: PinChange,
) -> Result<()> {
    let action = match change {
        PinChange::Set => actions::PIN_SET,
        PinChange::Removed => actions::PIN_RESET,
        PinChange::Locked => actions::PIN_LOCKED,
    };
    let name = tenants::name_of(tx, shop)?.unwrap_or_default();
    let entry = Entry::new(action, Subject::person(person)).tenant(shop);
    audit::record(tx, now, author, entry.after(json!({ "shop": name })))?;
    let row = people::find(tx, person)?.ok_or(Error::NotFound)?;
    let letter = Letter::Pin {
        first_name: row.first_name.clone(),
        change,
        shop: name,
        account: format!("{}/account/security", app.public_url(row.brand)),
    };
    post(tx, now, &row, row.brand, letter)
}

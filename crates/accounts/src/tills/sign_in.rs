//! Sign-in by PIN on a till, for people who work at the till's shop.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use super::store::{self, DeviceRow};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        self, Client, Grant, Permission,
        sessions::{self, TokenPair},
    },
};
use kernel::{ids::PersonId, passwords::Pin, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
    passwords::TypedPin,
};

use crate::{
    errors::NO_PIN,
    pins::{self, PinRow},
    tills::errors::TILL_UNKNOWN,
};

/// Limit on wrong PINs at one till, for all people together. High enough for typing errors, and low
/// enough to prevent guessing.
const AT_ONE_TILL: Limit = Limit { capacity: 20, interval: Duration::from_secs(60) };

/// Opens a clerk's session at a till if the PIN is correct.
pub async fn sign_in(
    app: &Arc<App>,
    device: &DeviceRow,
    person: PersonId,
    pin: Pin,
    client: &Client,
) -> Result<TokenPair> {
    let typed = Typed { device, person, client };
    try_pin(app, &typed, pin, |attempt, pin| attempt.open(app, pin)).await
}

/// Checks a manager's PIN at a till where a clerk is signed in. Returns the manager's roles at the
/// shop.
pub async fn prove_manager(
    app: &Arc<App>,
    device: &DeviceRow,
    person: PersonId,
    pin: Pin,
    client: &Client,
) -> Result<Vec<Grant>> {
    let typed = Typed { device, person, client };
    let grants = try_pin(app, &typed, pin, |attempt, pin| attempt.prove(app, pin)).await?;
    let manages = |grant: &Grant| Permission::ManageCounter.is_of(grant.role);
    if grants.iter().any(manages) { Ok(grants) } else { Err(Error::Permission) }
}

/// Context of a PIN typed at a till: device, person and client.
struct Typed<'a> {
    device: &'a DeviceRow,
    person: PersonId,
    client: &'a Client,
}

/// Checks a PIN. Counts the attempt for the person and for the till before the PIN is hashed.
async fn try_pin<T, F: Future<Output = Result<T>>>(
    app: &Arc<App>,
    typed: &Typed<'_>,
    pin: Pin,
    check: impl FnOnce(Attempt, Pin) -> F,
) -> Result<T> {
    let Typed { device, person, client } = *typed;
    let shop = device.vendor_id;
    let bucket = Bucket { name: format!("PINs at {}", device.id), limit: AT_ONE_TILL };
    let (permit, tried) = app
        .write(move |tx, _, now| {
            let permit = Permit::acquire(tx, now, std::slice::from_ref(&bucket))?;
            Ok::<_, Error>((permit, pins::count_try(tx, person, shop)?))
        })
        .await?;
    let attempt = Attempt { device: device.clone(), tried, permit, client: client.clone() };
    let permit = attempt.permit.clone();
    let tried = attempt.tried.clone();
    let outcome = permit.run(app, check(attempt, pin)).await;
    if outcome.as_ref().is_err_and(Error::is_busy) {
        let released = app.db.write(move |tx| pins::release_try(tx, &tried)).await;
        if let Err(error) = released {
            tracing::warn!(%error, "a PIN attempt stays counted although it could not be checked");
        }
    }
    outcome
}

/// Attempt to enter a PIN that has been counted.
struct Attempt {
    device: DeviceRow,
    tried: PinRow,
    permit: Permit,
    client: Client,
}

impl Attempt {
    async fn open(self, app: &Arc<App>, pin: Pin) -> Result<TokenPair> {
        let (attempt, newest) = self.check(app, pin).await?;
        attempt.begin(app, newest).await
    }

    async fn prove(self, app: &Arc<App>, pin: Pin) -> Result<Vec<Grant>> {
        let (attempt, newest) = self.check(app, pin).await?;
        app.write(move |tx, _, now| attempt.accept(tx, now, newest.as_deref())).await
    }

    /// Refuses a wrong PIN. If the stored hash of a correct PIN was made with an older key, returns
    /// a hash made with the newest key.
    async fn check(self, app: &Arc<App>, pin: Pin) -> Result<(Attempt, Option<String>)> {
        let (person, shop) = (self.tried.person_id, self.tried.vendor_id);
        let (typed, hash) = (TypedPin::new(person, shop, pin), &self.tried.hash);
        if !app.passwords.is_right_pin(&app.secrets, &typed, hash).await? {
            return Err(self.refuse(app).await?);
        }
        let newest = match app.secrets.is_outdated(hash) {
            true => Some(app.passwords.hash_pin(&app.secrets, &typed).await?),
            false => None,
        };
        Ok((self, newest))
    }

    /// Accepts a correct PIN and returns the person's roles at the shop.
    fn accept(&self, tx: &mut Tx<'_>, now: Timestamp, newest: Option<&str>) -> Result<Vec<Grant>> {
        let (person, shop) = (self.tried.person_id, self.device.vendor_id);
        self.permit.release(tx, now)?;
        pins::accept_try(tx, &self.tried, newest)?;
        store::lock(tx, self.device.id)?.ok_or(Error::Refused(TILL_UNKNOWN))?;
        auth::refuse_closed(tx, person)?;
        let mut grants = tx.ask(auth::grants_of(person))?;
        grants.retain(|grant| grant.tenant.is_some_and(|(tenant, _)| tenant == shop));
        if grants.is_empty() { Err(Error::Refused(NO_PIN)) } else { Ok(grants) }
    }

    async fn begin(self, app: &Arc<App>, newest: Option<String>) -> Result<TokenPair> {
        let (person, till, shop) = (self.tried.person_id, self.device.id, self.device.vendor_id);
        let name = self.client.name(&app.secrets);
        app.write(move |tx, app, now| {
            self.accept(tx, now, newest.as_deref())?;
            let entry = Entry::new(crate::actions::SIGNED_IN, Subject::person(person)).tenant(shop);
            let entry = entry.after(json!({ "till": self.device.name }));
            audit::record(tx, now, &Author::proven(person, &self.client), entry)?;
            sessions::begin_at_till(tx, app, now, person, till, &name)
        })
        .await
    }

    /// Records a wrong PIN and returns the error for the caller.
    async fn refuse(self, app: &Arc<App>) -> Result<Error> {
        app.write(move |tx, app, now| {
            let author = Author::stranger(&self.client);
            pins::refuse_try(tx, app, now, &author, &self.tried)
        })
        .await
    }
}

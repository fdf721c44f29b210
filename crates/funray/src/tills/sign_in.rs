//! Signing in by PIN: on a till, as somebody of its shop.

use std::{sync::Arc, time::Duration};

use serde_json::json;

use super::store::{self, DeviceRow};
use crate::{
    accounts::pins::{self, PinRow},
    app::App,
    audit::{self, Action, Author, Entry, Subject},
    auth::{
        self, Client,
        sessions::{self, TokenPair},
    },
    error::{Code, Error, Result},
    kernel::{ids::PersonId, passwords::Pin},
    limits::{Bucket, Limit, Permit},
    passwords::TypedPin,
};

/// Of all wrong PINs at one till, whosever they are: a busy counter mistypes now and then, a guesser all the time.
const AT_ONE_TILL: Limit = Limit { capacity: 20, interval: Duration::from_secs(60) };

/// Opens the session of a clerk whose PIN is right. Tries are counted before the hash is made, for the person and for the till.
pub async fn sign_in(
    app: &Arc<App>,
    device: &DeviceRow,
    person: PersonId,
    pin: Pin,
    client: &Client,
) -> Result<TokenPair> {
    let (now, shop) = (app.clock.now(), device.vendor_id);
    let bucket = Bucket { name: format!("PINs at {}", device.id), limit: AT_ONE_TILL };
    let (permit, tried) = app
        .db
        .write(move |tx| {
            let permit = Permit::acquire(tx, now, std::slice::from_ref(&bucket))?;
            Ok::<_, Error>((permit, pins::count_try(tx, person, shop)?))
        })
        .await?;
    let attempt = Attempt { device: device.clone(), tried, permit, client: client.clone() };
    let permit = attempt.permit.clone();
    let tried = attempt.tried.clone();
    let outcome = permit.run(app, attempt.open(app, pin)).await;
    if outcome.as_ref().is_err_and(Error::is_busy) {
        let released = app.db.write(move |tx| pins::release_try(tx, &tried)).await;
        if let Err(error) = released {
            tracing::warn!(%error, "a PIN that could not be checked stays counted");
        }
    }
    outcome
}

/// A PIN that somebody has typed.
struct Attempt {
    device: DeviceRow,
    tried: PinRow,
    permit: Permit,
    client: Client,
}

impl Attempt {
    async fn open(self, app: &Arc<App>, pin: Pin) -> Result<TokenPair> {
        let (person, shop) = (self.tried.person_id, self.tried.vendor_id);
        let (typed, hash) = (TypedPin::new(person, shop, pin), &self.tried.hash);
        if !app.passwords.is_right_pin(&app.secrets, &typed, hash).await? {
            return Err(self.refuse(app).await?);
        }
        let newest = match app.secrets.is_outdated(hash) {
            true => Some(app.passwords.hash_pin(&app.secrets, &typed).await?),
            false => None,
        };
        self.begin(app, newest).await
    }

    async fn begin(self, app: &Arc<App>, newest: Option<String>) -> Result<TokenPair> {
        let (now, shared) = (app.clock.now(), app.clone());
        let (person, till, shop) = (self.tried.person_id, self.device.id, self.device.vendor_id);
        let name = self.client.name(&app.secrets);
        app.db
            .write(move |tx| {
                self.permit.release(tx, now)?;
                pins::accept_try(tx, &self.tried, newest.as_deref())?;
                store::lock(tx, till)?.ok_or(Error::Refused(Code::TillUnknown))?;
                auth::refuse_closed(tx, person)?;
                let grants = tx.ask(auth::grants_of(person))?;
                let works_here =
                    |grant: &auth::Grant| grant.tenant.is_some_and(|(tenant, _)| tenant == shop);
                if !grants.iter().any(works_here) {
                    return Err(Error::Refused(Code::NoPin));
                }
                let entry = Entry::new(Action::SignedIn, Subject::person(person)).tenant(shop);
                let entry = entry.after(json!({ "till": self.device.name }));
                audit::record(tx, now, &Author::proven(person, &self.client), entry)?;
                sessions::begin_at_till(tx, &shared, now, person, till, &name)
            })
            .await
    }

    /// What whoever typed a wrong PIN hears.
    async fn refuse(self, app: &Arc<App>) -> Result<Error> {
        let (now, shared) = (app.clock.now(), app.clone());
        app.db
            .write(move |tx| {
                let author = Author::stranger(&self.client);
                pins::refuse_try(tx, &shared, now, &author, &self.tried)
            })
            .await
    }
}

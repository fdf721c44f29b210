//! Signing in: the right password opens a session; wrong ones cost more and more time, and never the owner's access.

use std::{sync::Arc, time::Duration};

use super::store;
use crate::{
    app::App,
    auth::{Client, sessions, sessions::TokenPair},
    error::{Error, Result},
    kernel::{contact::Email, passwords::Password},
    limits::{self, Limit, Verdict},
};

/// From an address that has signed in to this account before: its own budget, which no attack elsewhere touches.
const FROM_KNOWN_CLIENT: Limit = Limit { tries: 10, interval: Duration::from_secs(5 * 60) };
/// From all other addresses together. A new password, chosen by mail, makes an address a known one.
const FROM_STRANGERS: Limit = Limit { tries: 10, interval: Duration::from_secs(4 * 60) };
/// From one stranger's address on one account.
const FROM_ONE_STRANGER: Limit = Limit { tries: 5, interval: Duration::from_secs(10 * 60) };
/// From one address on all accounts: whoever tries many accounts is no forgetful owner.
const FROM_ONE_ADDRESS: Limit = Limit { tries: 50, interval: Duration::from_secs(30) };

pub struct Credentials {
    pub email: Email,
    pub password: Password,
}

/// The names of the buckets that a try is counted in, the narrowest first.
fn buckets(email: &Email, client: &str, is_known: bool) -> Vec<(String, Limit)> {
    let address = (format!("sign-in from {client}"), FROM_ONE_ADDRESS);
    if is_known {
        return vec![(format!("sign-in {email} from {client}"), FROM_KNOWN_CLIENT), address];
    }
    vec![
        (format!("sign-in {email} from {client}"), FROM_ONE_STRANGER),
        (format!("sign-in {email}"), FROM_STRANGERS),
        address,
    ]
}

/// Opens a session. An unknown address and a wrong password get the same answer after the same work.
pub async fn sign_in(
    app: &Arc<App>,
    credentials: Credentials,
    client: &Client,
) -> Result<TokenPair> {
    let now = app.clock.now();
    let name = client.name(&app.secrets);
    let (email, address) = (credentials.email.clone(), name.address.clone());
    // Counted before the hash is made: it is the hash that costs.
    let (person, counted) = app
        .db
        .write(move |tx| {
            let person = store::people::find_by_email(tx, &email)?;
            let is_known = match &person {
                Some(person) => store::people::is_known_client(tx, person.id, &address)?,
                None => false,
            };
            let buckets = buckets(&email, &address, is_known);
            for (bucket, limit) in &buckets {
                if let Verdict::Wait(wait) = limits::take(tx, now, bucket, *limit)? {
                    return Err(Error::TooManyTries(wait));
                }
            }
            Ok((person, buckets))
        })
        .await?;

    let hash = person.as_ref().and_then(|person| person.password_hash.clone());
    if !app.passwords.is_right(&credentials.password, hash).await? {
        return Err(Error::WrongCredentials);
    }
    let Some(person) = person else { return Err(Error::WrongCredentials) };
    if person.confirmed_at.is_none() {
        return Err(Error::EmailNotConfirmed);
    }

    let shared = app.clone();
    app.db
        .write(move |tx| {
            // Read again under a lock: what was true before the hash may not be any more.
            let current = store::people::lock(tx, person.id)?.ok_or(Error::WrongCredentials)?;
            if current.password_hash != person.password_hash {
                return Err(Error::WrongCredentials);
            }
            if !current.is_active || crate::auth::grants_of(tx, person.id)?.is_empty() {
                return Err(Error::AccountInactive);
            }
            store::people::remember_client(tx, person.id, &name.address, now)?;
            limits::forget(tx, &format!("sign-in {} from {}", person.email, name.address))?;
            // A whole office signs in from one address, and a person from many: only what fails counts.
            for (bucket, limit) in &counted[1..] {
                limits::give_back(tx, now, bucket, *limit)?;
            }
            sessions::begin(tx, &shared.secrets, now, person.id, &name)
        })
        .await
}

/// New tokens for a refresh token. Whatever is wrong with it, the person has to sign in again.
pub async fn refresh(app: &Arc<App>, token: String, client: &Client) -> Result<TokenPair> {
    let (now, name, shared) = (app.clock.now(), client.name(&app.secrets), app.clone());
    app.db
        .write(move |tx| sessions::refresh(tx, &shared.secrets, now, &token, &name))
        .await?
        .ok_or(Error::Unauthorized)
}

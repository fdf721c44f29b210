//! Second step of signing in, and sign-in by passkey alone.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    app_codes::check_code,
    methods_of,
    passkeys::{
        Asked, SWEPT, Signed, challenge_for_sign_in, check_for_sign_in, credentials_of, refused,
    },
    store, wrong_code,
};
use access::{
    audit::Author,
    auth::{
        Client,
        sessions::{ClientName, TokenPair},
    },
};
use kernel::{brand::Brand, ids::PersonId, random::random_hex, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result, SecondFactorAsked},
    secrets::{Hashes, Secrets},
};

use crate::{
    errors::TICKET_EXPIRED,
    secret_uses::SIGN_IN_TICKET,
    sign_in::{open, standing},
    store::people,
};

/// Time to complete the second step of signing in.
const TICKET_LASTS: Duration = Duration::from_secs(10 * 60);

fn hashes(secrets: &Secrets, ticket: &str) -> Hashes {
    secrets.hashes(SIGN_IN_TICKET, &[ticket.as_bytes()])
}

/// Starts the second step of a sign-in. Creates a ticket for the second step and lists the person's
/// methods.
pub fn ask_for_second_factor(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    brand: Brand,
) -> Result<SecondFactorAsked> {
    let ticket = random_hex();
    store::delete_over(tx, now, SWEPT)?;
    let hash = hashes(&app.secrets, &ticket);
    store::insert_ticket(tx, hash.current(), person, now.plus(TICKET_LASTS))?;
    let methods = methods_of(tx, person, brand)?;
    Ok(SecondFactorAsked { ticket, methods: methods.into_iter().map(|one| one.word()).collect() })
}

/// Completes a sign-in by a code of an authenticator app or a recovery code. The ticket shows that
/// the first step was passed.
pub async fn sign_in_by_code(
    app: &Arc<App>,
    ticket: String,
    code: String,
    client: &Client,
) -> Result<TokenPair> {
    let (name, client) = (client.name(&app.secrets), client.clone());
    let opened = app
        .write(move |tx, app, now| {
            let ticket = hashes(&app.secrets, &ticket);
            let person = store::find_ticket(tx, &ticket, now)?;
            let person = person.ok_or(Error::Refused(TICKET_EXPIRED))?;
            let current = people::lock(tx, person)?.ok_or(Error::Refused(TICKET_EXPIRED))?;
            let author = Author::proven(person, &client);
            let bucket = bucket(tx, person, &name)?;
            if !check_code(tx, app, now, &author, person, &bucket, &code)? {
                return Ok(None);
            }
            let standing = tx.ask(standing(current.id, &client, &app.secrets))?;
            open(tx, app, now, &current, &standing, &client, &name).map(Some)
        })
        .await?;
    opened.ok_or_else(wrong_code)
}

/// Returns the name of the rate limit bucket that counts attempts to enter a code. A browser known
/// to the person has a bucket of its own, so that guesses from other browsers don't block it.
fn bucket(tx: &mut Tx<'_>, person: PersonId, client: &ClientName) -> Result<String> {
    let known = people::known_browser(tx, person, client)?;
    Ok(match known {
        Some(browser) => format!("second factor of {person} with {browser}"),
        None => format!("second factor of {person}"),
    })
}

/// Creates a passkey challenge for sign-in. With a ticket, only the passkeys of the ticket's person
/// may answer; without one, any passkey may.
pub async fn ask_for_sign_in(
    app: &Arc<App>,
    ticket: Option<String>,
    brand: Brand,
) -> Result<Asked> {
    let now = app.clock.now();
    let asked = challenge_for_sign_in(app, now, brand);
    let Some(ticket) = ticket else { return Ok(asked) };
    let ticket = hashes(&app.secrets, &ticket);
    let allowed = app
        .db
        .read(move |tx| {
            let person = store::find_ticket(tx, &ticket, now)?;
            let person = person.ok_or(Error::Refused(TICKET_EXPIRED))?;
            credentials_of(tx, person, brand)
        })
        .await?;
    Ok(Asked { allowed, ..asked })
}

/// Signs in the owner of a passkey. A passkey counts as both factors: possession of the device, and
/// its fingerprint or PIN check.
pub async fn sign_in_by_passkey(
    app: &Arc<App>,
    signed: Signed,
    client: &Client,
) -> Result<TokenPair> {
    let (name, client) = (client.name(&app.secrets), client.clone());
    let opened = app
        .write(move |tx, app, now| {
            let Some(key) = check_for_sign_in(tx, app, now, &signed)? else {
                return Ok(None);
            };
            let current = people::lock(tx, key.person_id)?.ok_or_else(refused)?;
            let standing = tx.ask(standing(current.id, &client, &app.secrets))?;
            open(tx, app, now, &current, &standing, &client, &name).map(Some)
        })
        .await?;
    opened.ok_or_else(refused)
}

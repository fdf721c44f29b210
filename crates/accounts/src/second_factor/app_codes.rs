//! Second factor by authenticator app, and recovery codes.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{end_other_sessions, recovery, store, tell, totp, wrong_code};
use access::{audit::Author, auth::Actor};
use kernel::{brand::Brand, ids::PersonId, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit, Verdict},
};

use crate::{
    errors::SECOND_FACTOR_EXISTS, letters::FactorChange, secret_uses::AUTHENTICATOR_APP,
    store::people,
};

/// Limit on attempts to enter a code. Of a million possible codes, three are valid at any time, so
/// a day of guessing succeeds with a probability of about one in a thousand.
const CODES: Limit = Limit { capacity: 5, interval: Duration::from_secs(5 * 60) };

/// Secret for a new authenticator app.
pub struct NewApp {
    pub secret: String,
    /// URI with the secret, to be shown as a QR code.
    pub uri: String,
}

/// Creates a secret for an authenticator app. The app becomes a second factor once its first code
/// is confirmed.
pub async fn begin_app(app: &Arc<App>, actor: &Actor, brand: Brand) -> Result<NewApp> {
    let person = actor.person;
    let secret = totp::Secret::random().to_text();
    let kept = app.secrets.seal(AUTHENTICATOR_APP, &person.to_string(), &secret);
    app.write(move |tx, _, now| {
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        if store::find_app(tx, person)?.is_some_and(|app| app.confirmed_at.is_some()) {
            return Err(Error::Refused(SECOND_FACTOR_EXISTS));
        }
        store::put_app(tx, person, &kept, now)
    })
    .await?;
    let uri = uri(brand, &actor.email, &secret);
    Ok(NewApp { secret, uri })
}

fn uri(brand: Brand, email: &str, secret: &str) -> String {
    let issuer = brand.name();
    let account: String = form_urlencoded::byte_serialize(email.as_bytes()).collect();
    format!(
        "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30"
    )
}

/// Confirms an authenticator app by its first code. Returns recovery codes if the person has none
/// yet, else an empty list.
pub async fn confirm_app(app: &Arc<App>, actor: &Actor, code: String) -> Result<Vec<String>> {
    let actor = actor.clone();
    let confirmed = app
        .write(move |tx, app, now| {
            let person = actor.person;
            people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            let bucket = format!("second factor of {person} in {}", actor.session);
            limits::acquire(tx, now, &bucket, CODES)?.or_refuse()?;
            match store::find_app(tx, person)? {
                None => return Err(Error::NotFound),
                Some(app) if app.confirmed_at.is_some() => {
                    return Err(Error::Refused(SECOND_FACTOR_EXISTS));
                }
                Some(_) => {}
            }
            if !use_app_code(tx, app, now, person, &code)? {
                return Ok(None);
            }
            limits::forget(tx, &bucket)?;
            store::confirm_app(tx, person, now)?;
            store::update_person(tx, person)?;
            end_other_sessions(tx, now, &actor)?;
            let author = Author::of(&actor);
            tell(tx, app, now, &author, person, FactorChange::AppAdded, None)?;
            first_codes(tx, app, now, person).map(Some)
        })
        .await?;
    confirmed.ok_or_else(wrong_code)
}

/// Creates recovery codes, unless the person has unused ones. Returns the new codes, or an empty
/// list if none were created.
pub(super) fn first_codes(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
) -> Result<Vec<String>> {
    if store::count_recovery_codes(tx, person)? > 0 {
        return Ok(Vec::new());
    }
    recovery::make(tx, &app.secrets, now, person)
}

pub async fn remove_app(app: &Arc<App>, actor: &Actor) -> Result<()> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let person = actor.person;
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        if !store::delete_app(tx, person)? {
            return Err(Error::NotFound);
        }
        forget_codes_of_nothing(tx, person)?;
        tell(tx, app, now, &Author::of(&actor), person, FactorChange::AppRemoved, None)
    })
    .await
}

/// Updates whether the person has a second factor, and deletes the person's recovery codes if not.
pub(super) fn forget_codes_of_nothing(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    if store::update_person(tx, person)? {
        Ok(())
    } else {
        store::delete_recovery_codes(tx, person)
    }
}

/// Creates ten new recovery codes for the caller; the previous ones become invalid.
pub async fn renew_recovery_codes(app: &Arc<App>, actor: &Actor) -> Result<Vec<String>> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let person = actor.person;
        people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        if !store::has_second_factor(tx, person)? {
            return Err(Error::NotFound);
        }
        tell(tx, app, now, &Author::of(&actor), person, FactorChange::CodesMade, None)?;
        recovery::make(tx, &app.secrets, now, person)
    })
    .await
}

/// Returns true if a code of the authenticator app or a recovery code is correct, and uses up the
/// code. Wrong codes are counted, so the transaction must commit in either case.
pub fn check_code(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    person: PersonId,
    bucket: &str,
    code: &str,
) -> Result<bool> {
    if let Verdict::Wait(wait) = limits::acquire(tx, now, bucket, CODES)? {
        return Err(Error::TooManyTries(wait));
    }
    let typed = recovery::without_spaces(code);
    let is_right = if totp::is_code(&typed) {
        let is_confirmed =
            store::find_app(tx, person)?.is_some_and(|app| app.confirmed_at.is_some());
        is_confirmed && use_app_code(tx, app, now, person, &typed)?
    } else {
        recovery::redeem(tx, &app.secrets, now, person, &typed)?
    };
    if is_right {
        limits::forget(tx, bucket)?;
        if !totp::is_code(&typed) {
            let left = store::count_recovery_codes(tx, person)?;
            tell(tx, app, now, author, person, FactorChange::CodeUsed(left), None)?;
        }
    }
    Ok(is_right)
}

fn use_app_code(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: PersonId,
    code: &str,
) -> Result<bool> {
    let Some(row) = store::find_app(tx, person)? else { return Ok(false) };
    let secret = app.secrets.open(AUTHENTICATOR_APP, &person.to_string(), &row.secret);
    let Some(secret) = secret.as_deref().and_then(totp::Secret::parse) else {
        tracing::error!(%person, "the secret of an authenticator app can't be decrypted with this key");
        return Ok(false);
    };
    match secret.step_of(code.trim(), now, row.last_step) {
        Some(step) => store::use_step(tx, person, step),
        None => Ok(false),
    }
}

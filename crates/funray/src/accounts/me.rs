//! One's own account: profile, password, sessions, data, the end of it.

use std::sync::Arc;

use super::{
    Contact,
    register::{password_changed, post},
    store,
};
use crate::{
    app::App,
    auth::{Actor, Role, SessionId, passwords, sessions},
    cards::{self, Left},
    carts,
    error::{Code, Error, Result},
    kernel::{
        fields::Fields,
        language::Language,
        passwords::{NewPassword, Password},
    },
    limits::{self, Limit, Verdict},
    mail::Letter,
};

pub use store::people::ProfileRow;

/// A signed-in browser that somebody left open is no place to guess the owner's password.
const OWN_PASSWORD: Limit = Limit { tries: 5, interval: std::time::Duration::from_secs(300) };

pub struct ProfileChange {
    pub first_name: String,
    pub last_name: String,
    pub contact: Contact,
    pub language: Language,
}

pub async fn profile(app: &App, actor: &Actor) -> Result<ProfileRow> {
    let person = actor.person;
    app.db.read(move |tx| store::people::profile(tx, person)).await
}

pub async fn change_profile(app: &App, actor: &Actor, change: ProfileChange) -> Result<()> {
    let (person, email) = (actor.person, actor.email.clone());
    app.db
        .write(move |tx| {
            store::people::set_names(tx, person, &change.first_name, &change.last_name, &email)?;
            store::people::set_contact(tx, person, &change.contact, change.language)
        })
        .await
}

/// Proves that it is really them: whoever holds an open browser doesn't know the password.
async fn prove(app: &App, actor: &Actor, path: &str, password: &Password) -> Result<()> {
    let (now, person, email) = (app.clock.now(), actor.person, actor.email.clone());
    let hash = app
        .db
        .write(move |tx| {
            let bucket = format!("own password of {email}");
            if let Verdict::Wait(wait) = limits::take(tx, now, &bucket, OWN_PASSWORD)? {
                return Err(Error::TooManyTries(wait));
            }
            let row = store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            Ok(row.password_hash)
        })
        .await?;
    if app.passwords.is_right(password, hash).await? {
        return Ok(());
    }
    Err(Error::Invalid(Fields::one(path, "This is not your password.")))
}

/// A new password ends all other sessions and is told by mail.
pub async fn change_password(
    app: &Arc<App>,
    actor: &Actor,
    current: Password,
    new: NewPassword,
) -> Result<()> {
    passwords::refuse_common("password", &new, &actor.email)?;
    prove(app, actor, "currentPassword", &current).await?;
    let hash = app.passwords.hash(&new).await?;
    let (now, shared) = (app.clock.now(), app.clone());
    let (person, session) = (actor.person, actor.session);
    app.db
        .write(move |tx| {
            let row = store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            store::people::set_password(tx, person, &hash)?;
            store::codes::retire_all(tx, person)?;
            sessions::end_all(tx, person, Some(session), now)?;
            post(tx, now, &row, row.brand, password_changed(&shared, &row))
        })
        .await
}

pub async fn list_sessions(app: &App, actor: &Actor) -> Result<Vec<sessions::SessionRow>> {
    let (now, person) = (app.clock.now(), actor.person);
    app.db.read(move |tx| sessions::list(tx, person, now)).await
}

pub async fn end_session(app: &App, actor: &Actor, session: SessionId) -> Result<()> {
    let (now, person) = (app.clock.now(), actor.person);
    app.db.write(move |tx| sessions::end(tx, person, session, now)).await
}

pub async fn end_all_sessions(app: &App, actor: &Actor) -> Result<()> {
    let (now, person) = (app.clock.now(), actor.person);
    app.db.write(move |tx| sessions::end_all(tx, person, None, now)).await
}

/// What is still on one's cards.
pub async fn left(app: &App, actor: &Actor) -> Result<Left> {
    let person = actor.person;
    app.db.read(move |tx| cards::left_of(tx, person)).await
}

/// Closes the account: what is personal is erased, records of money stay without it. What is left on its cards is lost,
/// so that must have been accepted.
pub async fn close(
    app: &Arc<App>,
    actor: &Actor,
    password: Password,
    accepts_loss: bool,
) -> Result<()> {
    prove(app, actor, "password", &password).await?;
    let (now, person) = (app.clock.now(), actor.person);
    app.db
        .write(move |tx| {
            let supers = store::roles::lock_super_administrators(tx)?;
            let is_last = supers == [person];
            let roles = store::roles::list_of(tx, person)?;
            if is_last && roles.iter().any(|grant| grant.role == Role::SuperAdministrator) {
                return Err(Error::Refused(Code::LastSuperAdministrator));
            }
            let row = store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            carts::forget(tx, person)?;
            let left = cards::left_of(tx, person)?;
            if left.cards > 0 && !accepts_loss {
                let sentence = "Please confirm that you give it up.";
                return Err(Error::Invalid(Fields::one("acceptLoss", sentence)));
            }
            let letter = Letter::AccountClosed { first_name: row.first_name.clone() };
            post(tx, now, &row, row.brand, letter)?;
            sessions::end_all(tx, person, None, now)?;
            cards::forget(tx, person)?;
            store::people::close(tx, person, now)
        })
        .await
}

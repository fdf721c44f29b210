//! The caller's own account: profile, password and sessions.

use std::sync::Arc;

use serde_json::json;

use super::{
    Contact,
    names::{self, Names},
    notices,
    register::{password_changed, post},
    store,
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Client, Role, TenantKind, errors::PROOF_REQUIRED, sessions},
};
use kernel::{
    fields::Fields,
    ids::{SessionId, TenantId},
    language::Language,
    messages::{self, Message},
    passwords::Password,
};
use market::tenants;
use people::identity;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
    passwords::{self, Owner},
    turns::Rank,
};

use crate::{actions, letters::AccountEvent};

pub use store::people::ProfileRow;

/// Limit on attempts to prove the password within a session, because someone else may use a browser
/// that was left open.
const OWN_PASSWORD: Limit = Limit { capacity: 5, interval: std::time::Duration::from_secs(300) };

pub struct ProfileChange {
    /// New first and last name; `None` keeps the current ones.
    pub names: Option<Names>,
    pub contact: Contact,
    pub language: Language,
}

/// Lists the tenants where a person works, with their names. Returns at most `MAX` tenants, and
/// none if the person works at fewer than two.
pub async fn named_workplaces(
    app: &App,
    actor: &Actor,
) -> Result<Vec<((TenantId, TenantKind), String)>> {
    const MAX: usize = 50;
    let mut places = actor.workplaces();
    places.truncate(MAX);
    if places.len() < 2 {
        return Ok(Vec::new());
    }
    app.db
        .read(move |tx| {
            let ids: Vec<TenantId> = places.iter().map(|(id, _)| *id).collect();
            let names = tenants::names_of(tx, &ids)?;
            let name = |id: TenantId| names.get(&id).cloned().unwrap_or_default();
            Ok(places.iter().map(|place| (*place, name(place.0))).collect())
        })
        .await
}

/// Reads the caller's profile. The second value says whether the caller may change their own name.
pub async fn profile(app: &App, actor: &Actor) -> Result<(ProfileRow, bool)> {
    let person = actor.person;
    app.db
        .read(move |tx| {
            let (row, is_staff) =
                tx.ask((store::people::profile_of(person), identity::is_staff(person)))?;
            let may_rename = !is_staff || names::is_placeholder((&row.first_name, &row.last_name));
            Ok((row, may_rename))
        })
        .await
}

/// Changes the caller's profile. Staff can't change their own name, unless it is empty or a
/// placeholder.
pub async fn change_profile(app: &Arc<App>, actor: &Actor, change: ProfileChange) -> Result<()> {
    let author = Author::of(actor);
    let (person, email) = (actor.person, actor.email.clone());
    app.write(move |tx, _, now| {
        let (before, is_staff) =
            tx.ask((store::people::profile_of(person), identity::is_staff(person)))?;
        let current = (before.first_name.as_str(), before.last_name.as_str());
        if let Some(new) = &change.names {
            if is_staff && !names::is_placeholder(current) {
                return Err(Error::Invalid(names::refuse_own(current, new)));
            }
            store::people::set_names(tx, now, person, &new.0, &new.1, &email)?;
        }
        store::people::set_contact(tx, person, &change.contact, change.language)?;
        let after = store::people::profile(tx, person)?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(());
        }
        let entry = Entry::new(actions::ACCOUNT_CHANGED, Subject::person(person));
        let entry = match change.names.as_ref().filter(|_| is_staff) {
            Some((first, last)) => {
                let mut told = names::told((first, last));
                told["fields"] = json!(fields);
                entry.before(names::told(current)).after(told)
            }
            None => entry.after(json!({ "fields": fields })),
        };
        audit::record(tx, now, &author, entry)
    })
    .await
}

/// Sets whether the caller gets an email about each transaction on their cards. Switching these
/// emails off sends one last email.
pub async fn set_mails_movements(
    app: &Arc<App>,
    actor: &Actor,
    client: Client,
    mails: bool,
) -> Result<()> {
    let (person, author) = (actor.person, Author::of(actor));
    app.write(move |tx, app, now| {
        store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        if people::mails_movements(tx, person)? == mails {
            return Ok(());
        }
        store::people::set_mails_movements(tx, person, mails)?;
        let entry = Entry::new(actions::ACCOUNT_CHANGED, Subject::person(person));
        let (before, after) =
            (json!({ "mailsMovements": !mails }), json!({ "mailsMovements": mails }));
        audit::record(tx, now, &author, entry.before(before).after(after))?;
        if mails {
            return Ok(());
        }
        notices::send(tx, app, now, person, &client, AccountEvent::MovementMailsOff)
    })
    .await
}

/// Returns the names of the fields that differ. The audit log gets only these names and no values,
/// because personal data must stay erasable.
fn changed_fields(before: &ProfileRow, after: &ProfileRow) -> Vec<&'static str> {
    let fields = [
        ("firstName", before.first_name != after.first_name),
        ("lastName", before.last_name != after.last_name),
        ("address", before.address_line != after.address_line || before.unit != after.unit),
        ("city", before.city != after.city),
        ("province", before.province != after.province),
        ("postalCode", before.postal_code != after.postal_code),
        ("phoneNumber", before.phone != after.phone),
        ("language", before.language != after.language),
    ];
    fields.into_iter().filter(|(_, is_changed)| *is_changed).map(|(name, _)| name).collect()
}

/// Checks the caller's current password, because someone else may use a browser that was left open.
pub(super) async fn prove(app: &App, actor: &Actor, path: &str, password: &Password) -> Result<()> {
    let (now, person) = (app.clock.now(), actor.person);
    let (hash, permit) = app
        .db
        .write(move |tx| {
            let bucket = Bucket { name: format!("own password of {person}"), limit: OWN_PASSWORD };
            let permit = Permit::acquire(tx, now, &[bucket])?;
            let row = store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
            Ok::<_, Error>((row.password_hash, permit))
        })
        .await?;
    let right = permit.clone();
    let check = async {
        if !app.passwords.is_right(Rank::Known, password, hash).await? {
            return Err(Error::Invalid(Fields::one(
                path,
                Message::new("This is not your password.", "Ce n’est pas votre mot de passe."),
            )));
        }
        app.db.write(move |tx| right.release(tx, now)).await
    };
    permit.run(app, check).await
}

/// Proof required from a person who sets a password or closes their account.
pub enum CurrentPassword {
    Given(Password),
    /// The account has no password yet.
    None {
        is_freshly_proven: bool,
    },
}

/// Checks the proof required before a password is changed or an account is closed. `path` names the
/// form field that gets the error.
pub(super) async fn prove_current(
    app: &App,
    actor: &Actor,
    (path, label): (&str, &str),
    current: &CurrentPassword,
) -> Result<()> {
    let is_freshly_proven = match current {
        CurrentPassword::Given(password) => return prove(app, actor, path, password).await,
        CurrentPassword::None { is_freshly_proven } => *is_freshly_proven,
    };
    let person = actor.person;
    let row = app.db.read(move |tx| store::people::find(tx, person)).await?;
    if row.is_none_or(|row| row.password_hash.is_some()) {
        return Err(Error::Invalid(Fields::one(path, messages::required(label))));
    }
    if is_freshly_proven { Ok(()) } else { Err(Error::Refused(PROOF_REQUIRED)) }
}

/// Changes the caller's password, ends all their other sessions, and emails them.
pub async fn change_password(
    app: &Arc<App>,
    actor: &Actor,
    current: CurrentPassword,
    new: Password,
) -> Result<()> {
    let owner = Owner { email: &actor.email, is_staff: actor.highest_role() != Role::Consumer };
    let new = passwords::check_new("password", "New Password", &new, owner)?;
    prove_current(app, actor, ("currentPassword", "Current Password"), &current).await?;
    let hash = app.passwords.hash(Rank::Known, &new).await?;
    let (person, session, author) = (actor.person, actor.session, Author::of(actor));
    app.write(move |tx, app, now| {
        let row = store::people::lock(tx, person)?.ok_or(Error::Unauthorized)?;
        store::people::set_password(tx, person, &hash)?;
        store::codes::retire_all(tx, person)?;
        sessions::end_all(tx, person, Some(session), now)?;
        let entry = Entry::new(actions::PASSWORD_CHANGED, Subject::person(person));
        audit::record(tx, now, &author, entry)?;
        post(tx, now, &row, row.brand, password_changed(app, &row))
    })
    .await
}

pub async fn list_sessions(app: &Arc<App>, actor: &Actor) -> Result<Vec<sessions::SessionRow>> {
    let person = actor.person;
    let settings = app.config.sessions;
    app.read(move |tx, _, now| sessions::list(tx, settings, person, now)).await
}

pub async fn end_session(app: &Arc<App>, actor: &Actor, session: SessionId) -> Result<()> {
    let (person, author) = (actor.person, Author::of(actor));
    app.write(move |tx, _, now| {
        sessions::end(tx, person, session, now)?;
        let entry = Entry::new(actions::SESSION_REVOKED, Subject::person(person));
        let after = json!({ "session": session.to_string() });
        audit::record(tx, now, &author, entry.after(after))
    })
    .await
}

/// Ends all sessions of the caller. With `but_here`, the current session stays open.
pub async fn end_all_sessions(app: &Arc<App>, actor: &Actor, but_here: bool) -> Result<()> {
    let (person, author) = (actor.person, Author::of(actor));
    let kept = but_here.then_some(actor.session);
    app.write(move |tx, _, now| {
        sessions::end_all(tx, person, kept, now)?;
        let ended = if but_here { "others" } else { "all" };
        let entry = Entry::new(actions::SESSION_REVOKED, Subject::person(person));
        audit::record(tx, now, &author, entry.after(json!({ "session": ended })))
    })
    .await
}

//! Joining: consumers by themselves, vendors and charities by asking; and the mails that confirm and recover.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::{
    NewPerson, ReturnUrls,
    codes::{self, Purpose},
    contacts,
    store::{self, people::PersonRow},
};
use crate::{
    app::App,
    auth::{Client, PersonId, Role, passwords, sessions},
    brand::Brand,
    error::{Error, Result},
    kernel::{contact::Email, language::Language, passwords::NewPassword, timestamp::Timestamp},
    limits::{self, Limit, Verdict},
    mail::{self, Letter, Mail},
    tenants::{self, Registration},
};

/// Mails that anybody can cause to be sent to an address: a few at once, then one per hour.
const MAILS_TO_ONE_ADDRESS: Limit = Limit { tries: 4, interval: Duration::from_secs(3600) };

/// A consumer's registration.
pub struct Consumer {
    pub person: NewPerson,
    pub password: NewPassword,
}

/// Makes the account and mails its confirmation. For an address that has an account, the same answer after the
/// same work, and a mail that tells its owner.
pub async fn register(app: &Arc<App>, consumer: Consumer, urls: ReturnUrls) -> Result<()> {
    passwords::refuse_common("password", &consumer.password, consumer.person.email.as_ref())?;
    let hash = app.passwords.hash(&consumer.password).await?;
    let person = NewPerson { password_hash: Some(hash), ..consumer.person };
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let app = &shared;
            match store::people::lock_by_email(tx, &person.email)? {
                Some(existing)
                    if existing.confirmed_at.is_none() && is_consumer_only(tx, existing.id)? =>
                {
                    store::people::register_anew(tx, existing.id, &person)?;
                    let current = store::people::lock(tx, existing.id)?.ok_or(Error::NotFound)?;
                    mail_confirmation(tx, app, now, &current, &urls)
                }
                Some(existing) => mail_already_registered(tx, app, now, &existing, urls.brand),
                None => {
                    let id = store::people::insert(tx, now, &person)?;
                    store::roles::insert(tx, now, id, Role::Consumer, None)?;
                    let current = store::people::lock(tx, id)?.ok_or(Error::NotFound)?;
                    mail_confirmation(tx, app, now, &current, &urls)
                }
            }
        })
        .await
        .or_else(taken_meanwhile)
}

/// Two registrations of one address at once: the other was first, and its mail is on the way.
fn taken_meanwhile(error: Error) -> Result<()> {
    match &error {
        Error::Database(inner) if inner.unique() == Some(store::people::EMAIL_KEY) => Ok(()),
        _ => Err(error),
    }
}

fn is_consumer_only(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let roles = store::roles::list_of(tx, person)?;
    Ok(roles.iter().all(|grant| grant.role == Role::Consumer))
}

/// Whether one more mail may be caused to this address. The answer to the caller is the same either way.
fn may_mail(tx: &mut Tx<'_>, now: Timestamp, kind: &str, email: &Email) -> Result<bool> {
    let verdict = limits::take(tx, now, &format!("{kind} mail to {email}"), MAILS_TO_ONE_ADDRESS)?;
    Ok(verdict == Verdict::GoOn)
}

pub(super) fn post(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: &PersonRow,
    brand: Brand,
    letter: Letter,
) -> Result<()> {
    let to = person.email.to_string();
    mail::post(tx, now, &Mail { to, brand, lang: person.language, letter }).map(drop)
}

fn mail_confirmation(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    urls: &ReturnUrls,
) -> Result<()> {
    if !may_mail(tx, now, "confirmation", &person.email)? {
        return Ok(());
    }
    let link = codes::mail_link(tx, app, now, person.id, Purpose::Register, urls)?;
    let letter = Letter::ConfirmAddress { first_name: person.first_name.clone(), link };
    post(tx, now, person, urls.brand, letter)
}

fn mail_already_registered(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    brand: Brand,
) -> Result<()> {
    if person.closed_at.is_some() || !may_mail(tx, now, "already registered", &person.email)? {
        return Ok(());
    }
    let site = app.public_url(brand);
    let letter = Letter::AlreadyRegistered {
        first_name: person.first_name.clone(),
        sign_in: format!("{site}/signin"),
        reset: format!("{site}/forgot-password"),
    };
    post(tx, now, person, brand, letter)
}

/// A shop or a cause asks to join: a pending tenant, its contact person, and a mail to the administrators.
pub async fn register_tenant(
    app: &Arc<App>,
    registration: Registration,
    language: Language,
    brand: Brand,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let tenant = tenants::register(tx, &shared.secrets, now, &registration)?;
            contacts::make_manager(tx, now, tenant, &registration.contact, language, brand)?;
            tell_administrators(tx, &shared, now, &registration)
        })
        .await
}

fn tell_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    registration: &Registration,
) -> Result<()> {
    let list = match registration.kind {
        crate::auth::TenantKind::Vendor => "vendors",
        crate::auth::TenantKind::Charity => "charities",
    };
    for person in store::people::list_administrators(tx)? {
        let letter = Letter::NewRegistration {
            organization: registration.legal_name.clone(),
            kind: registration.kind,
            contact: format!(
                "{} {}",
                registration.contact.first_name, registration.contact.last_name
            ),
            email: registration.contact.email.to_string(),
            link: format!("{}/admin/{list}", app.public_url(person.brand)),
        };
        post(tx, now, &person, person.brand, letter)?;
    }
    Ok(())
}

/// Mails a link to choose a new password, if there is such an account. The caller never learns which.
pub async fn forgot_password(app: &Arc<App>, email: Email, urls: ReturnUrls) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            // Counted for unknown addresses too, so that both take the same way.
            let may_mail = may_mail(tx, now, "reset", &email)?;
            let person = store::people::lock_by_email(tx, &email)?;
            let Some(person) = person.filter(|person| may_mail && person.is_active) else {
                return Ok(());
            };
            mail_reset(tx, &shared, now, &person, &urls)
        })
        .await
}

pub(super) fn mail_reset(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    urls: &ReturnUrls,
) -> Result<()> {
    let link = codes::mail_link(tx, app, now, person.id, Purpose::Reset, urls)?;
    let letter = Letter::ResetPassword { first_name: person.first_name.clone(), link };
    post(tx, now, person, urls.brand, letter)
}

/// Mails the confirmation once more to somebody who has not confirmed yet.
pub async fn resend_confirmation(app: &Arc<App>, email: Email, urls: ReturnUrls) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| match store::people::lock_by_email(tx, &email)? {
            Some(person) if person.confirmed_at.is_none() && person.password_hash.is_some() => {
                mail_confirmation(tx, &shared, now, &person, &urls)
            }
            _ => may_mail(tx, now, "confirmation", &email).map(drop),
        })
        .await
}

/// A password chosen through a mailed link: the old ones, the other links and all sessions are worth nothing now.
pub struct ChosenPassword {
    pub code: String,
    pub email: Email,
    pub purpose: Option<Purpose>,
    pub password: NewPassword,
    /// Of the page on which it is chosen.
    pub language: Language,
}

pub async fn choose_password(
    app: &Arc<App>,
    chosen: ChosenPassword,
    client: &Client,
) -> Result<()> {
    passwords::refuse_common("password", &chosen.password, chosen.email.as_ref())?;
    let hash = app.passwords.hash(&chosen.password).await?;
    let (now, shared, name) = (app.clock.now(), app.clone(), client.name(&app.secrets));
    app.db
        .write(move |tx| {
            let person = store::people::lock_by_email(tx, &chosen.email)?.ok_or(Error::DeadLink)?;
            let purpose = codes::spend_for_password(
                tx,
                &shared.secrets,
                now,
                &chosen.code,
                person.id,
                chosen.purpose,
            )?;
            store::people::set_password(tx, person.id, &hash)?;
            store::people::confirm(tx, person.id, now)?;
            store::codes::retire_all(tx, person.id)?;
            sessions::end_all(tx, person.id, None, now)?;
            // Whoever reads the owner's mail may sign in, however busy strangers are with the account.
            store::people::remember_client(tx, person.id, &name.address, now)?;
            limits::forget(tx, &format!("sign-in {} from {}", person.email, name.address))?;
            if purpose == Purpose::Reset {
                post(tx, now, &person, person.brand, password_changed(&shared, &person))?;
            } else {
                // Whoever invited them could only guess which language they read.
                store::people::set_language(tx, person.id, chosen.language)?;
            }
            Ok(())
        })
        .await
}

/// Tells the owner, and how to undo it if it wasn't them.
pub(super) fn password_changed(app: &App, person: &PersonRow) -> Letter {
    Letter::PasswordChanged {
        first_name: person.first_name.clone(),
        reset: format!("{}/forgot-password", app.public_url(person.brand)),
    }
}

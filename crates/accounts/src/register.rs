//! Registration of consumers, applications from vendors and charities, and the emails that confirm
//! addresses and reset passwords.

use std::sync::Arc;

use db::Tx;

use super::{
    NewPerson, ReturnUrls,
    codes::{self, Purpose},
    store::{self, people::PersonRow},
};
use access::auth::{Client, Role, sessions::ClientName};
use kernel::{
    brand::Brand,
    contact::Email,
    ids::{PersonId, TenantId},
    language::Language,
    passwords::NewPassword,
    timestamp::Timestamp,
};
use mail::{About, Mail};
use market::tenants::{self, Registration};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{
        Bucket, Permit,
        mails::{self, Asker, MailKind},
    },
    passwords::{self, Owner},
    turns::Rank,
};

use crate::letters::Letter;

/// Data of a consumer who registers.
pub struct Consumer {
    pub person: NewPerson,
    pub password: NewPassword,
}

/// Creates a consumer's account and emails a link to confirm the address. If the address already
/// has an account, emails its owner instead. The reply and the work are the same, so that callers
/// can't find out which addresses have accounts.
pub async fn register(
    app: &Arc<App>,
    consumer: Consumer,
    urls: ReturnUrls,
    client: &Client,
) -> Result<()> {
    let owner = Owner { email: consumer.person.email.as_ref(), is_staff: false };
    passwords::refuse_weak("password", "Password", &consumer.password, owner)?;
    let buckets = buckets(app, MailKind::Registration, client);
    let permit = app.write(move |tx, _, now| Permit::acquire(tx, now, &buckets)).await?;
    permit.run(app, add_consumer(app, consumer, urls, client.name(&app.secrets))).await
}

async fn add_consumer(
    app: &Arc<App>,
    consumer: Consumer,
    urls: ReturnUrls,
    client: ClientName,
) -> Result<()> {
    let hash = app.passwords.hash(Rank::Vouched, &consumer.password).await?;
    let person = NewPerson { password_hash: Some(hash), ..consumer.person };
    app.write(move |tx, app, now| {
        let asker = asker(tx, &person.email, &client)?;
        match store::people::lock_by_email(tx, &person.email)? {
            Some(existing)
                if existing.confirmed_at.is_none() && is_consumer_only(tx, existing.id)? =>
            {
                store::people::register_anew(tx, now, existing.id, &person)?;
                let current = store::people::lock(tx, existing.id)?.ok_or(Error::NotFound)?;
                mail_confirmation(tx, app, now, &current, &urls, &asker)
            }
            Some(existing) => mail_already_registered(tx, app, now, &existing, urls.brand, &asker),
            None => {
                let id = store::people::insert(tx, now, &person)?;
                store::roles::insert(tx, now, id, Role::Consumer, None, &[])?;
                let current = store::people::lock(tx, id)?.ok_or(Error::NotFound)?;
                mail_confirmation(tx, app, now, &current, &urls, &asker)
            }
        }
    })
    .await
    .or_else(taken_meanwhile)
}

/// Ignores the error if the same address was registered twice at the same time. The other
/// registration sends the email.
fn taken_meanwhile(error: Error) -> Result<()> {
    match &error {
        Error::Database(inner) if inner.unique() == Some(store::people::EMAIL_KEY) => Ok(()),
        _ => Err(error),
    }
}

pub(super) fn is_consumer_only(tx: &mut Tx<'_>, person: PersonId) -> Result<bool> {
    let roles = store::roles::list_of(tx, person)?;
    Ok(roles.iter().all(|grant| grant.role == Role::Consumer))
}

/// Returns the rate limit buckets that count the emails of a kind that a caller triggers.
fn buckets(app: &App, kind: MailKind, client: &Client) -> Vec<Bucket> {
    client.name(&app.secrets).buckets(kind.word(), kind.limit())
}

/// Returns the sender for limits on emails to this address: the owner, if the owner has signed in
/// with this browser, else a stranger.
pub(super) fn asker(tx: &mut Tx<'_>, to: &Email, client: &ClientName) -> Result<Asker> {
    let is_known = tx.ask(store::people::is_browser_known(to, client))?;
    Ok(client.asker(is_known))
}

/// Counts an email against the limits of a stranger who triggers it. The owner of the address has a
/// separate limit, so that others in the same network can't use up the owner's emails.
pub(super) fn count_stranger(
    tx: &mut Tx<'_>,
    now: Timestamp,
    senders: &[Bucket],
    asker: &Asker,
) -> Result<()> {
    match asker {
        Asker::Owner(_) => Ok(()),
        Asker::Other { .. } => mails::count_sender(tx, now, senders),
    }
}

pub(super) fn post(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: &PersonRow,
    brand: Brand,
    letter: Letter,
) -> Result<()> {
    let to = person.email.to_string();
    let mail = Mail { to, brand, lang: person.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&person.id]))
}

fn mail_confirmation(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    urls: &ReturnUrls,
    asker: &Asker,
) -> Result<()> {
    if !mails::may_mail(tx, &app.secrets, now, MailKind::Confirmation, &person.email, asker)? {
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
    asker: &Asker,
) -> Result<()> {
    let (kind, to) = (MailKind::AlreadyRegistered, &person.email);
    if person.closed_at.is_some() || !mails::may_mail(tx, &app.secrets, now, kind, to, asker)? {
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

/// Brand and language of emails to a tenant's contact person, and the home page that the first
/// email links to.
pub struct ContactLook {
    pub brand: Brand,
    pub language: Language,
    pub home: String,
}

/// Registers a vendor or charity as a pending tenant. Notifies the administrators and sends a
/// receipt to the contact person. That person gets an account only when the tenant is approved.
pub async fn register_tenant(
    app: &Arc<App>,
    registration: Registration,
    look: ContactLook,
    client: &Client,
) -> Result<()> {
    let ContactLook { brand, language, home } = look;
    let senders = buckets(app, MailKind::Registration, client);
    // Counts the sender as a stranger, because anyone can type the contact person's address into
    // the form.
    let asker = client.name(&app.secrets).asker(false);
    app.write(move |tx, app, now| {
        mails::count_sender(tx, now, &senders)?;
        let tenant = tenants::register(tx, &app.secrets, now, &registration)?;
        tenants::set_contact_look(tx, tenant, language, brand)?;
        notify_administrators(tx, app, now, tenant, &registration)?;
        let contact = &registration.contact;
        let kind = MailKind::Registration;
        if mails::may_mail(tx, &app.secrets, now, kind, &contact.email, &asker)? {
            let letter = Letter::RegistrationReceived {
                first_name: contact.first_name.clone(),
                organization: registration.legal_name.clone(),
                home: Some(home.clone()),
            };
            let to = contact.email.to_string();
            let mail = Mail { to, brand, lang: language, letter };
            mail::post_about(tx, now, mail, About::of(&[&tenant]))?;
        }
        Ok(())
    })
    .await
}

fn notify_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    tenant: TenantId,
    registration: &Registration,
) -> Result<()> {
    let list = match registration.kind {
        access::auth::TenantKind::Vendor => "vendors",
        access::auth::TenantKind::Charity => "charities",
    };
    for person in people::administrators(tx)? {
        let letter = Letter::NewRegistration {
            organization: registration.legal_name.clone(),
            kind: registration.kind,
            contact: format!(
                "{} {}",
                registration.contact.first_name, registration.contact.last_name
            ),
            email: registration.contact.email.to_string(),
            link: format!("{}/admin/{list}/{tenant}", app.public_url(person.brand)),
        };
        let (to, brand, lang) = (person.email, person.brand, person.language);
        mail::post(tx, now, &Mail { to, brand, lang, letter })?;
    }
    Ok(())
}

/// Emails a link to choose a new password if the address has an active account. The caller can't
/// tell whether it has.
pub async fn forgot_password(
    app: &Arc<App>,
    email: Email,
    urls: ReturnUrls,
    client: &Client,
) -> Result<()> {
    let senders = buckets(app, MailKind::Reset, client);
    let name = client.name(&app.secrets);
    app.write(move |tx, app, now| {
        let asker = asker(tx, &email, &name)?;
        count_stranger(tx, now, &senders, &asker)?;
        // Counts requests for unknown addresses too, so that response times do not reveal which
        // addresses have an account.
        let kind = MailKind::Reset;
        let may_mail = mails::may_mail(tx, &app.secrets, now, kind, &email, &asker)?;
        let person = store::people::lock_by_email(tx, &email)?;
        let Some(person) = person.filter(|person| may_mail && person.is_active) else {
            return Ok(());
        };
        mail_reset(tx, app, now, &person, &urls)
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

/// Emails the confirmation link again to a person who has not confirmed their address yet.
pub async fn resend_confirmation(
    app: &Arc<App>,
    email: Email,
    urls: ReturnUrls,
    client: &Client,
) -> Result<()> {
    let senders = buckets(app, MailKind::Confirmation, client);
    let name = client.name(&app.secrets);
    app.write(move |tx, app, now| {
        let asker = asker(tx, &email, &name)?;
        count_stranger(tx, now, &senders, &asker)?;
        match store::people::lock_by_email(tx, &email)? {
            Some(person) if person.confirmed_at.is_none() && person.password_hash.is_some() => {
                mail_confirmation(tx, app, now, &person, &urls, &asker)
            }
            _ => {
                let kind = MailKind::Confirmation;
                mails::may_mail(tx, &app.secrets, now, kind, &email, &asker).map(drop)
            }
        }
    })
    .await
}

/// Emails a member of staff a link to choose a stronger password.
pub(super) fn mail_better_password(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
) -> Result<()> {
    // Counts these emails under a limit of their own. Only callers with the correct password get
    // here, so strangers can't use up this limit.
    let asker = Asker::Owner("the right password".to_owned());
    if !mails::may_mail(tx, &app.secrets, now, MailKind::Reset, &person.email, &asker)? {
        return Ok(());
    }
    let urls = ReturnUrls::of(app, person.brand, Purpose::Reset);
    let link = codes::mail_link(tx, app, now, person.id, Purpose::Reset, &urls)?;
    let letter = Letter::BetterPassword { first_name: person.first_name.clone(), link };
    post(tx, now, person, person.brand, letter)
}

/// Returns the email about a changed password, with a link to reset the password in case the owner
/// didn't change it.
pub(super) fn password_changed(app: &App, person: &PersonRow) -> Letter {
    Letter::PasswordChanged {
        first_name: person.first_name.clone(),
        reset: format!("{}/forgot-password", app.public_url(person.brand)),
    }
}

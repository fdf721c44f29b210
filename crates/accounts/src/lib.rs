//! Accounts: registration, sign-in, recovery, invitations, activation, and the caller's own
//! account.

pub mod actions;
pub mod api;
pub mod appointments;
pub mod changes;
pub mod closing;
pub mod closing_requests;
pub mod codes;
pub mod contact;
pub mod contacts;
pub mod email_codes;
pub mod errors;
pub mod export;
pub mod invitations;
pub mod letters;
pub mod mailed;
pub mod me;
mod names;
pub mod notices;
pub mod offers;
pub mod pins;
pub mod register;
mod rules;
pub mod second_factor;
pub mod secret_uses;
pub mod setup;
pub mod sign_in;
mod store;
pub mod tills;
pub mod upkeep;
pub mod users;
pub mod views;

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Role,
};
use kernel::{
    brand::Brand,
    contact::Email,
    fields::Fields,
    ids::{PersonId, TenantId},
    language::Language,
    messages::Message,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    config::Environment,
    error::{Error, Result},
};

use codes::Purpose;

pub use store::people::{Contact, NewPerson};

/// Creates an account with a confirmed email address, for commands that operators run on the
/// server.
pub fn add_confirmed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: &NewPerson,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<PersonId> {
    let id = store::people::insert(tx, now, person)?;
    store::people::confirm(tx, id, now)?;
    store::roles::insert(tx, now, id, role, tenant, &[])?;
    Ok(id)
}

/// Makes a person a super administrator and returns a link to choose a password. A command on the
/// server does this, because nobody else can invite the first super administrator. `name` is used
/// if the person has no name yet.
pub async fn create_super_administrator(
    app: &Arc<App>,
    email: Email,
    name: Option<(String, String)>,
) -> Result<String> {
    app.write(move |tx, app, now| {
        let author = Author::system("create-admin");
        let look = (Language::En, Brand::DEFAULT);
        let named = (name.as_ref(), look);
        let id = appoint_super_administrator(tx, app, now, &author, &email, named)?;
        drop_unconfirmed_password(tx, id, now)?;
        let urls = ReturnUrls::of(app, Brand::DEFAULT, Purpose::Invite);
        codes::mail_link(tx, app, now, id, Purpose::Invite, &urls)
    })
    .await
}

/// Gives the role of a super administrator to the person with this address, who is added if there
/// is none. The name is used if the person has no name yet, language and brand if the person is new.
fn appoint_super_administrator(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    email: &Email,
    (name, (language, brand)): (Option<&(String, String)>, (Language, Brand)),
) -> Result<PersonId> {
    let id = match store::people::lock_by_email(tx, email)? {
        Some(person) => {
            let current = (person.first_name.as_str(), person.last_name.as_str());
            if let Some((first, last)) = name
                && names::is_placeholder(current)
            {
                store::people::set_names(tx, now, person.id, first, last, email.as_ref())?;
            }
            person.id
        }
        None => {
            let (first, last) = names::PLACEHOLDER;
            let person = NewPerson {
                email: email.clone(),
                first_name: name.map_or(first, |(first, _)| first).to_owned(),
                last_name: name.map_or(last, |(_, last)| last).to_owned(),
                contact: Contact::default(),
                language,
                brand,
                password_hash: None,
            };
            store::people::insert(tx, now, &person)?
        }
    };
    if store::roles::insert(tx, now, id, Role::SuperAdministrator, None, &[])? {
        let entry = Entry::new(actions::ROLE_GRANTED, Subject::person(id))
            .after(json!({ "role": Role::SuperAdministrator }));
        audit::record(tx, now, author, entry)?;
        let person = store::people::lock(tx, id)?.ok_or(Error::NotFound)?;
        let role = Role::SuperAdministrator;
        appointments::notify_of_begin(tx, app, now, &person, role, None, &[])?;
    }
    Ok(id)
}

/// Deletes the password of an unconfirmed account, because a stranger may have registered the
/// address. The owner of the address chooses a new password by a link.
fn drop_unconfirmed_password(tx: &mut Tx<'_>, id: PersonId, now: Timestamp) -> Result<()> {
    let person = store::people::lock(tx, id)?.ok_or(Error::NotFound)?;
    if person.confirmed_at.is_some() {
        return Ok(());
    }
    store::people::clear_password(tx, id)?;
    store::codes::retire_all(tx, id)?;
    access::auth::sessions::end_all(tx, id, None, now)
}

/// Pages to which an emailed link leads on success and on failure. Both have been checked to be
/// pages of the brand.
#[derive(Clone, Debug)]
pub struct ReturnUrls {
    pub brand: Brand,
    pub success: String,
    pub failed: String,
}

impl ReturnUrls {
    /// Returns the brand's default pages for an emailed link with this purpose.
    pub fn of(app: &App, brand: Brand, purpose: Purpose) -> ReturnUrls {
        let site = app.public_url(brand);
        let [success, failed] = purpose.pages().map(|page| format!("{site}{page}"));
        ReturnUrls { brand, success, failed }
    }

    /// Checks the URLs that a form sent for an emailed link. A missing URL is replaced by the
    /// default page; a URL that is not a page of the brand is an error in its field.
    pub fn check(
        app: &App,
        brand: Brand,
        purpose: Purpose,
        success: Option<&str>,
        failed: Option<&str>,
    ) -> Result<ReturnUrls> {
        let mut fields = Fields::default();
        let own = ReturnUrls::of(app, brand, purpose);
        let mut page = |field, url, own| page_of_brand(&mut fields, app, brand, (field, url), own);
        let success = page("successReturnUrl", success, own.success);
        let failed = page("failedReturnUrl", failed, own.failed);
        if fields.is_empty() {
            Ok(ReturnUrls { brand, success, failed })
        } else {
            Err(Error::Invalid(fields))
        }
    }
}

/// Checks a URL that an email will link to. Returns `default` for a missing URL, and adds an error
/// to the field if the URL is not a page of the brand.
pub fn page_of_brand(
    fields: &mut Fields,
    app: &App,
    brand: Brand,
    (field, url): (&str, Option<&str>),
    default: String,
) -> String {
    let Some(url) = url.map(str::trim).filter(|url| !url.is_empty()) else { return default };
    if !rules::is_return_url(&origins(app, brand), url) {
        let message = Message::new(
            "This address is not one of our pages.",
            "Cette adresse n’est pas une de nos pages.",
        );
        fields.add(field, message);
    }
    url.to_owned()
}

/// Lists the URL origins of a brand's pages. In development, the server's own listening address is
/// one of them.
fn origins(app: &App, brand: Brand) -> Vec<String> {
    let mut origins = vec![app.public_url(brand)];
    if app.config.environment == Environment::Development {
        origins.push(format!("http://{}", app.listening_on));
    }
    origins
}

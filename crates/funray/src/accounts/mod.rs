//! People: joining, signing in, recovering, being invited and switched off, and one's own account.

pub mod api;
pub mod codes;
pub mod contacts;
pub mod me;
pub mod register;
mod rules;
pub mod sign_in;
mod store;
pub mod upkeep;
pub mod users;

use std::sync::Arc;

use db::Tx;

use crate::{
    app::App,
    auth::{PersonId, Role, TenantId},
    brand::Brand,
    config::Environment,
    error::{Error, Result},
    kernel::{contact::Email, fields::Fields, language::Language, timestamp::Timestamp},
};

pub use store::people::{Contact, NewPerson};

/// Somebody who needs no mail to be believed: an operator said so.
pub fn add_confirmed(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: &NewPerson,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<PersonId> {
    let id = store::people::insert(tx, now, person)?;
    store::people::confirm(tx, id, now)?;
    store::roles::insert(tx, now, id, role, tenant)?;
    Ok(id)
}

/// Somebody to write to.
#[derive(Clone, Debug)]
pub struct Reader {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub language: Language,
}

impl From<store::people::PersonRow> for Reader {
    fn from(person: store::people::PersonRow) -> Reader {
        Reader {
            email: person.email.into(),
            first_name: person.first_name,
            last_name: person.last_name,
            language: person.language,
        }
    }
}

/// A person as somebody to write to; nobody, once their account is closed.
pub fn reader(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<Reader>> {
    let person = store::people::find(tx, id)?.filter(|person| person.closed_at.is_none());
    Ok(person.map(Reader::from))
}

/// From now on they are written to in this language.
pub fn write_in(tx: &mut Tx<'_>, id: PersonId, language: Language) -> Result<()> {
    store::people::set_language(tx, id, language)
}

/// All administrators, to write to.
pub fn administrators(tx: &mut Tx<'_>) -> Result<Vec<Reader>> {
    let administrators = store::people::list_administrators(tx)?;
    Ok(administrators.into_iter().map(Reader::from).collect())
}

/// Makes somebody a super administrator, and returns a link with which they choose their password:
/// the first one has nobody who could invite them.
pub async fn create_super_administrator(app: &Arc<App>, email: Email) -> Result<String> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let id = match store::people::lock_by_email(tx, &email)? {
                Some(person) => person.id,
                None => store::people::insert(
                    tx,
                    now,
                    &NewPerson {
                        email: email.clone(),
                        first_name: "Super".to_owned(),
                        last_name: "Administrator".to_owned(),
                        contact: Contact::default(),
                        language: Language::En,
                        brand: Brand::FunRay,
                        password_hash: None,
                    },
                )?,
            };
            store::roles::insert(tx, now, id, Role::SuperAdministrator, None)?;
            let site = shared.public_url(Brand::FunRay);
            let urls = ReturnUrls {
                brand: Brand::FunRay,
                success: format!("{site}/admin/setup-password"),
                failed: format!("{site}/admin/setup-password-failed"),
            };
            codes::mail_link(tx, &shared, now, id, codes::Purpose::Invite, &urls)
        })
        .await
}

/// Where a mailed link may lead when it did its work, and when it couldn't: checked to be the brand's own pages.
#[derive(Clone, Debug)]
pub struct ReturnUrls {
    pub brand: Brand,
    pub success: String,
    pub failed: String,
}

impl ReturnUrls {
    /// Missing addresses are the brand's home; one that leads elsewhere is refused by its field.
    pub fn check(
        app: &App,
        brand: Brand,
        success: Option<&str>,
        failed: Option<&str>,
    ) -> Result<ReturnUrls> {
        let origins = origins(app, brand);
        let mut fields = Fields::default();
        let mut checked = |path: &str, url: Option<&str>| match url.map(str::trim) {
            None | Some("") => app.public_url(brand),
            Some(url) => {
                if !rules::is_return_url(&origins, url) {
                    fields.add(path, "This address is not one of our pages.");
                }
                url.to_owned()
            }
        };
        let (success, failed) =
            (checked("successReturnUrl", success), checked("failedReturnUrl", failed));
        if fields.is_empty() {
            Ok(ReturnUrls { brand, success, failed })
        } else {
            Err(Error::Invalid(fields))
        }
    }
}

/// The origins a brand's pages live at. On a desk the numeric loopback address is the same machine.
fn origins(app: &App, brand: Brand) -> Vec<String> {
    let mut origins = vec![app.public_url(brand)];
    if app.config.environment == Environment::Development {
        origins.push(format!("http://{}", app.listening_on));
    }
    origins
}

//! The contact persons of vendors and charities: how they become managers, and hear whether they are in.

use db::Tx;

use super::{
    Contact, NewPerson, ReturnUrls,
    codes::{self, Purpose},
    register::post,
    store::{self, people::PersonRow},
};
use crate::{
    app::App,
    auth::{PersonId, Role, TenantId},
    brand::Brand,
    error::Result,
    kernel::{contact::Email, language::Language, timestamp::Timestamp},
    mail::{Letter, WayIn},
    tenants::{ContactPerson, Tenant},
};

/// Makes the contact person a manager. The role comes to life with the tenant: until then it counts for nothing.
pub fn make_manager(
    tx: &mut Tx<'_>,
    now: Timestamp,
    tenant: TenantId,
    contact: &ContactPerson,
    language: Language,
    brand: Brand,
) -> Result<PersonId> {
    let person = match store::people::lock_by_email(tx, &contact.email)? {
        Some(existing) => existing.id,
        None => store::people::insert(tx, now, &newcomer(contact, language, brand))?,
    };
    store::roles::insert(tx, now, person, Role::Manager, Some(tenant))?;
    Ok(person)
}

fn newcomer(contact: &ContactPerson, language: Language, brand: Brand) -> NewPerson {
    NewPerson {
        email: contact.email.clone(),
        first_name: contact.first_name.clone(),
        last_name: contact.last_name.clone(),
        contact: Contact { phone: Some(contact.work_phone.clone()), ..Contact::default() },
        language,
        brand,
        password_hash: None,
    }
}

/// Another person becomes the contact of a tenant that nobody was let into yet; the one before loses the role.
pub fn replace(
    tx: &mut Tx<'_>,
    now: Timestamp,
    tenant: TenantId,
    old: &Email,
    new: &ContactPerson,
) -> Result<()> {
    let old = store::people::lock_by_email(tx, old)?;
    let (language, brand) =
        old.as_ref().map_or((Language::En, Brand::FunRay), |old| (old.language, old.brand));
    if let Some(old) = old {
        store::roles::withdraw(tx, old.id, tenant)?;
    }
    make_manager(tx, now, tenant, new, language, brand).map(drop)
}

/// Tells the contact person that the tenant is in, and how to get in: newcomers choose a password first.
pub fn welcome(tx: &mut Tx<'_>, app: &App, now: Timestamp, tenant: &Tenant) -> Result<()> {
    let contact = &tenant.profile.contact;
    make_manager(tx, now, tenant.id, contact, Language::En, Brand::FunRay)?;
    let Some(person) = store::people::lock_by_email(tx, &contact.email)? else { return Ok(()) };
    let letter = Letter::Approval {
        first_name: person.first_name.clone(),
        organization: tenant.profile.display_name.clone(),
        link: way_in(tx, app, now, &person)?,
    };
    post(tx, now, &person, person.brand, letter)
}

fn way_in(tx: &mut Tx<'_>, app: &App, now: Timestamp, person: &PersonRow) -> Result<WayIn> {
    let site = app.public_url(person.brand);
    if person.password_hash.is_some() {
        return Ok(WayIn::SignIn(format!("{site}/admin/signin")));
    }
    let urls = ReturnUrls {
        brand: person.brand,
        success: format!("{site}/admin/setup-password"),
        failed: format!("{site}/admin/setup-password-failed"),
    };
    codes::mail_link(tx, app, now, person.id, Purpose::Approval, &urls).map(WayIn::ChoosePassword)
}

/// Tells the contact person that the registration was turned down, and why.
pub fn turn_down(
    tx: &mut Tx<'_>,
    now: Timestamp,
    tenant: &Tenant,
    reason: Option<String>,
) -> Result<()> {
    let email = &tenant.profile.contact.email;
    let Some(person) = store::people::lock_by_email(tx, email)? else { return Ok(()) };
    let letter = Letter::Rejected {
        first_name: person.first_name.clone(),
        organization: tenant.profile.display_name.clone(),
        reason,
    };
    post(tx, now, &person, person.brand, letter)
}

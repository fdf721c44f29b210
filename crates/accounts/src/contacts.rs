//! Contact persons of vendors and charities. When a tenant is approved, its contact person is
//! offered the role of manager.

use db::Tx;

use super::{
    ReturnUrls,
    codes::Purpose,
    invitations::{self, Invitation, Inviter, Offering},
    store::{self, people::PersonRow},
};
use access::auth::Role;
use kernel::{ids::PersonId, timestamp::Timestamp};
use mail::{About, Mail};
use market::tenants::{self, Tenant, admin::ContactPersons};
use platform::{app::App, error::Result};

use crate::letters::{Letter, WayIn};

/// Implementation of [`ContactPersons`] by accounts and invitations.
pub struct Contacts;

impl ContactPersons for Contacts {
    /// Offers the contact person the role of manager of their tenant. Until they accept, only the
    /// data from the registration is known about them.
    fn welcome(
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        tenant: &Tenant,
        approver: Option<PersonId>,
    ) -> Result<()> {
        welcome(tx, app, now, tenant, approver)
    }
}

fn welcome(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    tenant: &Tenant,
    approver: Option<PersonId>,
) -> Result<()> {
    let contact = &tenant.profile.contact;
    let person = tx.ask(store::people::find_by_email(&contact.email))?;
    if let Some(person) = &person
        && store::roles::find(tx, person.id, Role::Manager, Some(tenant.id))?.is_some()
    {
        return notify_manager(tx, app, now, tenant, person);
    }
    let (language, brand) = tenants::contact_look(tx, tenant.id)?;
    let urls = ReturnUrls::of(app, brand, Purpose::Approval);
    let invitation = Invitation {
        email: contact.email.clone(),
        first_name: contact.first_name.clone(),
        last_name: contact.last_name.clone(),
        role: Role::Manager,
        tenant: Some(tenant.id),
        language,
    };
    let offering = Offering {
        inviter: Inviter::Approval(approver),
        purpose: Purpose::Approval,
        replaces: None,
        urls: &urls,
    };
    invitations::offer(tx, app, now, &invitation, &offering).map(drop)
}

/// Notifies a contact person who already manages the tenant that the tenant was approved.
fn notify_manager(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    tenant: &Tenant,
    person: &PersonRow,
) -> Result<()> {
    let letter = Letter::Approval {
        first_name: person.first_name.clone(),
        organization: tenant.profile.display_name.clone(),
        link: WayIn::SignIn(format!("{}/admin/signin", app.public_url(person.brand))),
    };
    let about = About::of(&[&person.id, &tenant.id]);
    let (to, brand, lang) = (person.email.to_string(), person.brand, person.language);
    mail::post_about(tx, now, Mail { to, brand, lang, letter }, about)
}

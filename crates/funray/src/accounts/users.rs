//! The administration of users: seeing, inviting, changing and switching them, within the caller's rank and tenants.

use std::sync::Arc;

use db::Tx;

use super::{
    NewPerson, ReturnUrls,
    codes::{self, Purpose},
    register::{self, post},
    rules::{self, Refusal},
    store::{self, people::PersonRow},
};
use crate::{
    app::App,
    auth::{Actor, Grant, Permission, PersonId, Role, TenantId, TenantKind, UserRoleId, sessions},
    error::{Code, Error, Result},
    kernel::{
        contact::Email,
        fields::Fields,
        paging::{Page, PageRequest},
        search::Search,
        sort::Sort,
        timestamp::Timestamp,
    },
    live,
    mail::{Letter, WayIn},
    tenants,
};

pub use store::users::{UserOrder, UserRow};

/// Which users the caller may see.
#[derive(Clone, Debug)]
pub enum UserScope {
    Everybody,
    /// Those of these tenants.
    Tenants(Vec<TenantId>),
}

impl UserScope {
    pub fn of(actor: &Actor) -> UserScope {
        if actor.is_administrator() {
            return UserScope::Everybody;
        }
        UserScope::Tenants(actor.tenants_with(Permission::ManageUsers))
    }

    pub fn shows(&self, tenant: Option<TenantId>) -> bool {
        match self {
            UserScope::Everybody => true,
            UserScope::Tenants(own) => tenant.is_some_and(|tenant| own.contains(&tenant)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct UserFilter {
    pub tenant: Option<TenantId>,
    pub search: Search,
    pub with_closed: bool,
}

/// Somebody to be made part of the staff.
pub struct Invitation {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub tenant: Option<TenantId>,
}

/// What a user's page changes.
pub struct UserChange {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub tenant: Option<TenantId>,
    pub user_role: Option<UserRoleId>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Forbidden => Error::Permission,
            Refusal::Unseen => Error::NotFound,
            Refusal::OneSelf => Error::Refused(Code::OwnRole),
            Refusal::Consumer => Error::Refused(Code::ConsumerRole),
        }
    }
}

pub async fn list(
    app: &App,
    scope: UserScope,
    filter: UserFilter,
    sort: Sort<UserOrder>,
    page: PageRequest,
) -> Result<Page<UserRow>> {
    app.db
        .read(move |tx| {
            let rows = store::users::list(tx, &scope, &filter, sort, page)?;
            Page::counted(rows, page, || store::users::count(tx, &scope, &filter))
        })
        .await
}

/// People of whatever role, by their name or address: the first few, and how many there are.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Page<UserRow>> {
    let filter = UserFilter { tenant: None, search: search.clone(), with_closed: false };
    let scope = UserScope::Everybody;
    let rows = store::users::list(tx, &scope, &filter, Sort::default(), page)?;
    Page::counted(rows, page, || store::users::count(tx, &scope, &filter))
}

/// A person's roles as far as the caller sees them, the highest first; somebody with none isn't there.
pub async fn find(app: &App, scope: UserScope, person: PersonId) -> Result<Vec<UserRow>> {
    let rows = app.db.read(move |tx| store::users::find(tx, &scope, person)).await?;
    if rows.is_empty() { Err(Error::NotFound) } else { Ok(rows) }
}

/// The tenant a role needs, and none where it needs none.
fn fitting_tenant(
    tx: &mut Tx<'_>,
    role: Role,
    tenant: Option<TenantId>,
) -> Result<Option<(TenantId, TenantKind)>> {
    let wrong = |message: &'static str| Err(Error::Invalid(Fields::one("tenantId", message)));
    match (role.has_tenant(), tenant) {
        (false, None) => Ok(None),
        (false, Some(_)) => wrong("This role belongs to no vendor or charity."),
        (true, None) => wrong("Vendor or Charity field is required."),
        (true, Some(tenant)) => match tenants::kind_of(tx, tenant)? {
            Some(kind) => Ok(Some((tenant, kind))),
            None => wrong("Please choose one from the list."),
        },
    }
}

pub async fn invite(
    app: &Arc<App>,
    actor: Actor,
    invitation: Invitation,
    urls: ReturnUrls,
) -> Result<PersonId> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            rules::may_manage_role(&actor, invitation.role, invitation.tenant)?;
            let tenant = fitting_tenant(tx, invitation.role, invitation.tenant)?;
            let person = match store::people::lock_by_email(tx, &invitation.email)? {
                Some(existing) if existing.closed_at.is_none() => existing,
                _ => {
                    let id = store::people::insert(tx, now, &newcomer(&invitation, &urls))?;
                    store::people::lock(tx, id)?.ok_or(Error::NotFound)?
                }
            };
            let tenant_id = tenant.map(|(id, _)| id);
            if !store::roles::insert(tx, now, person.id, invitation.role, tenant_id)? {
                let message = "This person has that role already.";
                return Err(Error::Invalid(Fields::one("email", message)));
            }
            sessions::end_all(tx, person.id, None, now)?;
            let given = Grant { role: invitation.role, tenant };
            mail_invitation(tx, &shared, now, &person, &actor, given, &urls)?;
            Ok(person.id)
        })
        .await
}

fn newcomer(invitation: &Invitation, urls: &ReturnUrls) -> NewPerson {
    NewPerson {
        email: invitation.email.clone(),
        first_name: invitation.first_name.clone(),
        last_name: invitation.last_name.clone(),
        contact: super::Contact::default(),
        language: crate::kernel::language::Language::En,
        brand: urls.brand,
        password_hash: None,
    }
}

/// Who has a password is led to sign in; who has none, to choosing one.
fn mail_invitation(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    actor: &Actor,
    given: Grant,
    urls: &ReturnUrls,
) -> Result<()> {
    let link = match person.password_hash {
        None => {
            WayIn::ChoosePassword(codes::mail_link(tx, app, now, person.id, Purpose::Invite, urls)?)
        }
        Some(_) => WayIn::SignIn(format!("{}/admin/signin", app.public_url(urls.brand))),
    };
    let organization = match given.tenant {
        Some((tenant, _)) => tenants::name_of(tx, tenant)?,
        None => None,
    };
    let letter = Letter::Invite {
        first_name: person.first_name.clone(),
        inviter: format!("{} {}", actor.first_name, actor.last_name),
        organization,
        role: given.role,
        link,
    };
    post(tx, now, person, urls.brand, letter)
}

/// The same letter, for the role that the person has by now.
fn mail_invitation_again(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    person: &PersonRow,
    actor: &Actor,
    urls: &ReturnUrls,
) -> Result<()> {
    let given = store::roles::list_of(tx, person.id)?.first().copied();
    mail_invitation(tx, app, now, person, actor, given.ok_or(Error::NotFound)?, urls)
}

/// Sends an invitation once more to somebody who has not followed it.
pub async fn invite_again(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    urls: ReturnUrls,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let person = managed(tx, &actor, &email)?;
            mail_invitation_again(tx, &shared, now, &person, &actor, &urls)
        })
        .await
}

/// Mails somebody a link to choose a new password; who never had one is invited once more.
pub async fn mail_reset(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    urls: ReturnUrls,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let person = managed(tx, &actor, &email)?;
            if !person.is_active {
                let message = "This account is switched off. Please activate it first.";
                return Err(Error::Invalid(Fields::one("email", message)));
            }
            if person.password_hash.is_none() {
                return mail_invitation_again(tx, &shared, now, &person, &actor, &urls);
            }
            register::mail_reset(tx, &shared, now, &person, &urls)
        })
        .await
}

/// The person of an address, if the caller has authority over the whole of them.
fn managed(tx: &mut Tx<'_>, actor: &Actor, email: &Email) -> Result<PersonRow> {
    let person = store::people::lock_by_email(tx, email)?.ok_or(Error::NotFound)?;
    if person.closed_at.is_some() {
        return Err(Error::NotFound);
    }
    rules::may_manage_person(actor, person.id, &store::roles::list_of(tx, person.id)?)?;
    Ok(person)
}

/// Changes a user's name, and one role into another. Whoever loses what they were is signed out.
pub async fn change(app: &App, actor: Actor, id: PersonId, change: UserChange) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let supers = store::roles::lock_super_administrators(tx)?;
            let person = store::people::lock(tx, id)?.filter(|person| person.closed_at.is_none());
            let person = person.ok_or(Error::NotFound)?;
            let roles = store::roles::list_of(tx, id)?;
            rules::may_manage_person(&actor, id, &roles)?;
            store::people::set_names(
                tx,
                id,
                &change.first_name,
                &change.last_name,
                person.email.as_ref(),
            )?;

            let rows = store::users::find(tx, &UserScope::of(&actor), id)?;
            let current = match change.user_role {
                Some(wanted) => rows.iter().find(|row| row.user_role_id == wanted),
                None => rows.first(),
            };
            let current = current.ok_or(Error::NotFound)?;
            if (current.role, current.tenant_id) == (change.role, change.tenant) {
                return Ok(());
            }
            rules::may_manage_role(&actor, current.role, current.tenant_id)?;
            rules::may_manage_role(&actor, change.role, change.tenant)?;
            let tenant = fitting_tenant(tx, change.role, change.tenant)?.map(|(id, _)| id);
            if current.role == Role::SuperAdministrator {
                keep_one_super_administrator(&supers, id)?;
            }
            if !store::roles::change(tx, current.user_role_id, change.role, tenant)? {
                let message = "This person has that role already.";
                return Err(Error::Invalid(Fields::one("roleId", message)));
            }
            sessions::end_all(tx, id, None, now)
        })
        .await
}

/// The platform can't be left without somebody who may do everything.
fn keep_one_super_administrator(active: &[PersonId], leaving: PersonId) -> Result<()> {
    if active.iter().any(|person| *person != leaving) {
        return Ok(());
    }
    Err(Error::Refused(Code::LastSuperAdministrator))
}

/// Switches one of a person's roles.
pub async fn switch_role(app: &App, actor: Actor, id: UserRoleId, is_active: bool) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let supers = store::roles::lock_super_administrators(tx)?;
            let role = store::roles::lock(tx, id)?.ok_or(Error::NotFound)?;
            if !UserScope::of(&actor).shows(role.tenant_id) {
                return Err(Error::NotFound);
            }
            if role.person_id == actor.person {
                return Err(Refusal::OneSelf.into());
            }
            rules::may_manage_role(&actor, role.role, role.tenant_id)?;
            if role.role == Role::SuperAdministrator && !is_active {
                keep_one_super_administrator(&supers, role.person_id)?;
            }
            if role.is_active != is_active {
                store::roles::set_active(tx, id, is_active)?;
                sessions::end_all(tx, role.person_id, None, now)?;
            }
            Ok(())
        })
        .await
}

/// Switches a whole account. Who is switched on without ever having chosen a password is mailed a link to do so.
pub async fn switch_account(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    is_active: bool,
    urls: ReturnUrls,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            let supers = store::roles::lock_super_administrators(tx)?;
            let person = managed(tx, &actor, &email)?;
            if !is_active && supers.contains(&person.id) {
                keep_one_super_administrator(&supers, person.id)?;
            }
            store::people::set_active(tx, person.id, is_active)?;
            live::tell(tx, person.id, live::Event::AccountStatus { is_active });
            if !is_active {
                sessions::end_all(tx, person.id, None, now)?;
            } else if person.password_hash.is_none() {
                mail_invitation_again(tx, &shared, now, &person, &actor, &urls)?;
            }
            Ok(())
        })
        .await
}

/// The roles the caller may give out.
pub fn grantable_roles(actor: &Actor) -> Vec<Role> {
    let tenant = actor.tenants_with(Permission::ManageUsers).first().copied();
    let grantable = |role: &Role| {
        let tenant = if role.has_tenant() { tenant } else { None };
        rules::may_manage_role(actor, *role, tenant).is_ok()
    };
    Role::ALL.into_iter().filter(grantable).collect()
}

//! Administration of users within the caller's rank and tenants: listing users, and helping them
//! sign in.

use std::{collections::BTreeSet, sync::Arc};

use db::{First, Tx};

use super::{
    ReturnUrls, invitations, names, register,
    rules::{self, Refusal},
    store::{self, people::PersonRow, roles::RoleRow},
};
use access::{
    audit::{self, Author, Entry, MAX_MATCHES, Subject},
    auth::{Actor, Permission, Role, TenantKind},
};
use kernel::{
    contact::Email,
    fields::Fields,
    ids::{PersonId, TenantId},
    messages::{self, Message},
    paging::{Page, PageRequest},
    search::Search,
    sort::Sort,
    timestamp::Timestamp,
};
use market::tenants;
use people::identity;
use platform::{
    app::App,
    error::{Error, Result},
    lists::{Depth, MAX_NARROWED, Searchable},
};

use crate::{
    actions,
    errors::{CONSUMER_ROLE, OWN_ROLE},
};

pub use store::{
    people::FactsRow,
    users::{UserOrder, UserRow},
};

/// Users that the caller may see.
#[derive(Clone, Debug)]
pub enum UserScope {
    Everybody,
    /// Only users with a role at one of these tenants.
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

/// Fields by which users can be searched.
pub struct UserSearch;

impl Searchable for UserSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[
        ("name", Depth::Name),
        ("displayName", Depth::Name),
        ("firstName", Depth::Name),
        ("lastName", Depth::Name),
        ("email", Depth::Name),
    ];
}

fn texts(user: &UserRow) -> Vec<(&'static str, String)> {
    let name = format!("{} {}", user.first_name, user.last_name);
    vec![
        ("name", name.clone()),
        ("displayName", name),
        ("firstName", user.first_name.clone()),
        ("lastName", user.last_name.clone()),
        ("email", user.email.clone()),
    ]
}

#[derive(Clone, Debug)]
pub struct UserFilter {
    pub tenant: Option<TenantId>,
    pub search: Search,
    pub with_closed: bool,
    /// Whether to list only people who asked to close their account.
    pub asks_to_close: bool,
    pub role: Option<Role>,
    pub known: Option<KnownFilter>,
}

/// Filter on columns that the reader may see only for people in certain roles. Rows of people in
/// other roles do not match.
#[derive(Clone, Debug)]
pub struct KnownFilter {
    pub reader: PersonId,
    pub roles: Vec<Role>,
    /// Restricts the list to people with or without a second factor. Also leaves out the reader,
    /// because people can't reset their own second factor.
    pub has_second_factor: Option<bool>,
    pub seen_since: Option<Timestamp>,
    pub not_seen_since: Option<Timestamp>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Forbidden => Error::Permission,
            Refusal::Unseen => Error::NotFound,
            Refusal::OneSelf => Error::Refused(OWN_ROLE),
            Refusal::Consumer => Error::Refused(CONSUMER_ROLE),
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
    app.db.bulk().read(move |tx| page_of(tx, &scope, &filter, sort, page)).await
}

fn page_of(
    tx: &mut Tx<'_>,
    scope: &UserScope,
    filter: &UserFilter,
    sort: Sort<UserOrder>,
    page: PageRequest,
) -> Result<Page<UserRow>> {
    if filter.search.is_narrowed() {
        let found = PageRequest::new(1, MAX_NARROWED);
        let rows = store::users::list(tx, scope, filter, sort, found)?;
        return Ok(Page::cut(filter.search.narrow(rows, texts), page));
    }
    let rows = store::users::list(tx, scope, filter, sort, page)?;
    Page::counted(rows, page, || store::users::count(tx, scope, filter))
}

/// Searches people with any role by name or email address. Returns a page of them and the total
/// number.
pub fn search(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Page<UserRow>> {
    let filter = UserFilter {
        tenant: None,
        search: search.clone(),
        with_closed: false,
        asks_to_close: false,
        role: None,
        known: None,
    };
    page_of(tx, &UserScope::Everybody, &filter, Sort::default(), page)
}

/// Returns the ids of people with a matching current or former name or email address, for the
/// search in the audit log.
pub fn find_ids(tx: &mut Tx<'_>, _: &App, text: &Search) -> Result<Vec<String>> {
    if !text.covers("name") && !text.covers("email") {
        return Ok(Vec::new());
    }
    let found = search(tx, text, PageRequest::new(1, MAX_MATCHES))?;
    let former = identity::search(tx, text, MAX_MATCHES as usize)?;
    let today = found.items.iter().map(|user| user.id);
    // Uses a set, because a person has one row per role.
    let ids: BTreeSet<PersonId> = today.chain(former).collect();
    Ok(ids.iter().map(PersonId::to_string).collect())
}

/// Returns a person's roles within the caller's scope, highest first. Fails with `NotFound` if
/// there are none.
pub async fn find(app: &App, scope: UserScope, person: PersonId) -> Result<Vec<UserRow>> {
    let rows = app.db.read(move |tx| store::users::find(tx, &scope, person)).await?;
    if rows.is_empty() { Err(Error::NotFound) } else { Ok(rows) }
}

/// Returns true if the caller may change a person's name.
pub async fn may_rename(app: &App, actor: &Actor, person: PersonId) -> Result<bool> {
    if actor.is_administrator() {
        return Ok(true);
    }
    let actor = actor.clone();
    app.db
        .read(move |tx| match store::people::find(tx, person)? {
            Some(found) => names::may_be_mended(tx, &actor, &found),
            None => Ok(false),
        })
        .await
}

/// Returns all roles of a person, highest first, regardless of the caller's scope.
pub fn roles_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<UserRow>> {
    store::users::find(tx, &UserScope::Everybody, person)
}

/// Returns the query for the data about a person that support staff can see.
pub fn facts_of(person: PersonId) -> First<FactsRow> {
    store::people::facts_of(person)
}

/// Records in the audit log that an administrator viewed the data of someone else.
pub async fn note_view(app: &Arc<App>, actor: &Actor, person: PersonId) -> Result<()> {
    if !actor.is_administrator() || person == actor.person {
        return Ok(());
    }
    let author = Author::of(actor);
    let entry = Entry::new(audit::actions::PERSON_VIEWED, Subject::person(person));
    app.write(move |tx, _, now| audit::record_view(tx, now, &author, entry.clone())).await
}

const CHARITY_EMPLOYEE: Message = Message::new(
    "Charities have managers only. Please choose Manager, or a vendor.",
    "Les organismes n’ont que des gestionnaires. Choisissez Gestionnaire, ou un commerce.",
);

/// Checks that a tenant is passed if the role needs one, and none otherwise. Refuses employees of
/// charities.
pub(super) fn fitting_tenant(tx: &mut Tx<'_>, role: Role, tenant: Option<TenantId>) -> Result<()> {
    let wrong = |message: Message| Err(Error::Invalid(Fields::one("tenantId", message)));
    match (role.has_tenant(), tenant) {
        (false, None) => Ok(()),
        (false, Some(_)) => wrong(Message::new(
            "This role belongs to no vendor or charity.",
            "Ce rôle n’appartient à aucun commerce ni organisme.",
        )),
        (true, None) => wrong(messages::required("Vendor or Charity")),
        (true, Some(tenant)) => match tenants::kind_of(tx, tenant)? {
            Some(TenantKind::Charity) if role == Role::Employee => {
                Err(Error::Invalid(Fields::one("roleId", CHARITY_EMPLOYEE)))
            }
            Some(_) => Ok(()),
            None => wrong(messages::NOT_IN_LIST),
        },
    }
}

/// Helps a person sign in: emails a link to choose a new password or, without an account, the open
/// invitation again.
pub async fn mail_way_in(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    urls: ReturnUrls,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let Some(person) = find_managed(tx, &actor, &email)? else {
            let is_sent = invitations::send_newest_again(tx, app, now, &actor, &email)?;
            return if is_sent { Ok(()) } else { Err(Error::NotFound) };
        };
        let roles = reached_roles(tx, &actor, person.id)?;
        if !person.is_active || roles.iter().all(|role| !role.is_active) {
            let message = Message::new(
                "This account is switched off. Please activate it first.",
                "Ce compte est désactivé. Veuillez d’abord l’activer.",
            );
            return Err(Error::Invalid(Fields::one("email", message)));
        }
        mail_reset(tx, app, now, &actor, &person, &urls)
    })
    .await
}

fn mail_reset(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    person: &PersonRow,
    urls: &ReturnUrls,
) -> Result<()> {
    invitations::count_mail(tx, app, now, actor, &person.email)?;
    let entry = Entry::new(actions::PASSWORD_RESET_ASKED, Subject::person(person.id));
    audit::record(tx, now, &Author::of(actor), entry)?;
    register::mail_reset(tx, app, now, person, urls)
}

/// Emails the open invitation of an address again. If there is none, emails a link to choose the
/// first password.
pub async fn invite_again(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    urls: ReturnUrls,
) -> Result<()> {
    app.write(move |tx, app, now| {
        if invitations::send_newest_again(tx, app, now, &actor, &email)? {
            return Ok(());
        }
        let person = find_managed(tx, &actor, &email)?;
        let person = person.filter(|person| person.password_hash.is_none());
        let person = person.ok_or(Error::NotFound)?;
        mail_reset(tx, app, now, &actor, &person, &urls)
    })
    .await
}

/// Locks and returns the person with this address, or `None` unless the caller can see one of the
/// person's roles.
fn find_managed(tx: &mut Tx<'_>, actor: &Actor, email: &Email) -> Result<Option<PersonRow>> {
    let Some(person) = store::people::lock_by_email(tx, email)? else { return Ok(None) };
    if reached_roles(tx, actor, person.id)?.is_empty() {
        return Ok(None);
    }
    if actor.is_administrator() {
        rules::may_manage_account(actor, person.id, &store::roles::list_of(tx, person.id)?)?;
    }
    Ok(Some(person))
}

/// Locks and returns the person's roles that the caller may see: all of them for administrators,
/// those in their own tenants for managers.
pub(super) fn reached_roles(
    tx: &mut Tx<'_>,
    actor: &Actor,
    person: PersonId,
) -> Result<Vec<RoleRow>> {
    store::roles::lock_seen(tx, &UserScope::of(actor), person)
}

/// Lists the roles that the caller may give to others.
pub fn grantable_roles(actor: &Actor) -> Vec<Role> {
    let tenant = actor.tenants_with(Permission::ManageUsers).first().copied();
    let has_counter = actor.is_administrator()
        || actor.workplaces().iter().any(|(_, kind)| *kind == TenantKind::Vendor);
    let grantable = |role: &Role| {
        let tenant = if role.has_tenant() { tenant } else { None };
        (*role != Role::Employee || has_counter)
            && rules::may_manage_role(actor, *role, tenant).is_ok()
    };
    Role::ALL.into_iter().filter(grantable).collect()
}

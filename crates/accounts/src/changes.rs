//! Changes of other people's roles and accounts, within the caller's rank and tenants: changing a
//! role, and activating or deactivating a role or an account.

use std::sync::Arc;

use db::Tx;
use serde_json::{Value, json};

use super::{
    ReturnUrls, appointments,
    codes::Purpose,
    invitations::{self, Invitation, Inviter, Offering},
    names, notices, register,
    rules::{self, Refusal},
    store::{self, people::PersonRow, roles::RoleRow},
    users::{UserScope, fitting_tenant, reached_roles},
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Role, sessions},
    live,
};
use kernel::{
    contact::Email,
    fields::Fields,
    ids::{PersonId, TenantId, UserRoleId},
    messages::Message,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    web::versions::IfMatch,
};

use crate::{
    actions,
    errors::{LAST_SUPER_ADMINISTRATOR, SENIOR_MANAGER},
    letters::RoleChange,
};

/// Form on the page of a user: name, role and tenant.
pub struct UserChange {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
    pub tenant: Option<TenantId>,
    pub user_role: Option<UserRoleId>,
}

/// Changes a person's role. A role in the same tenant takes effect immediately. A role in another
/// tenant is offered to the person, who keeps the current role until they accept. Administrators
/// can also change the name; managers can only correct a name from an invitation.
pub async fn change(
    app: &Arc<App>,
    actor: Actor,
    id: PersonId,
    began: IfMatch,
    change: UserChange,
    urls: ReturnUrls,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let supers = store::roles::lock_super_administrators(tx)?;
        if id == actor.person {
            return Err(Refusal::OneSelf.into());
        }
        let person = store::people::lock(tx, id)?.filter(|person| person.closed_at.is_none());
        let person = person.ok_or(Error::NotFound)?;
        let roles = reached_roles(tx, &actor, id)?;
        let current = pick_role(&roles, change.user_role).ok_or(Error::NotFound)?;
        let names = [person.first_name.as_str(), &person.last_name];
        began.check(&app.secrets, &edited(names, current.role, current.tenant_id))?;
        rename(tx, app, now, &actor, &person, &change)?;
        if (current.role, current.tenant_id) == (change.role, change.tenant) {
            return Ok(());
        }
        may_manage(tx, &actor, &current)?;
        rules::may_manage_role(&actor, change.role, change.tenant)?;
        fitting_tenant(tx, change.role, change.tenant)?;
        if current.role == Role::SuperAdministrator {
            keep_one_super_administrator(&supers, id)?;
        }
        if current.tenant_id != change.tenant {
            return offer_move(tx, app, now, &actor, &person, &current, &change, &urls);
        }
        let by = [actor.person];
        if !store::roles::change(tx, now, &current, change.role, change.tenant, &by)? {
            let message = Message::new(
                "This person has that role already.",
                "Cette personne a déjà ce rôle.",
            );
            return Err(Error::Invalid(Fields::one("roleId", message)));
        }
        invitations::withdraw_of(tx, id, change.tenant, now)?;
        end_sessions_of(tx, &current, now)?;
        let (role, tenant) = (change.role, change.tenant);
        let changed = Entry::new(actions::ROLE_CHANGED, Subject::person(id))
            .tenant(tenant)
            .before(json!({ "role": current.role }))
            .after(json!({ "role": role }));
        audit::record(tx, now, &Author::of(&actor), changed)?;
        appointments::notify_of_begin(tx, app, now, &person, role, tenant, &by)?;
        notices::notify_of_role(tx, app, now, &person, RoleChange::Changed, role, tenant)
    })
    .await
}

/// Returns the current values of a user's form, to be compared with the caller's `If-Match` header.
pub fn edited(names: [&str; 2], role: Role, tenant: Option<TenantId>) -> Value {
    json!({ "names": names, "role": role, "tenant": tenant.map(|id| id.to_string()) })
}

/// Picks the role that a form changes: the role that the form names, else the person's highest
/// role. Returns `None` if the person has no such role.
fn pick_role(roles: &[RoleRow], wanted: Option<UserRoleId>) -> Option<RoleRow> {
    match wanted {
        Some(wanted) => roles.iter().find(|row| row.id == wanted).copied(),
        None => {
            Role::ALL.iter().find_map(|role| roles.iter().find(|row| row.role == *role)).copied()
        }
    }
}

/// Renames a person if the names in the form differ. Managers may only correct a name as typed in
/// an invitation.
fn rename(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    person: &PersonRow,
    change: &UserChange,
) -> Result<()> {
    let mut fields = Fields::default();
    let current = (person.first_name.as_str(), person.last_name.as_str());
    let names = names::check_changed(&mut fields, current, &change.first_name, &change.last_name);
    let Some(new) = fields.finish(|| names)? else { return Ok(()) };
    if !actor.is_administrator() && !names::may_be_mended(tx, actor, person)? {
        let field = if new.0 == person.first_name { "lastName" } else { "firstName" };
        let message = Message::new(
            "Only an administrator can change this name. Please ask one.",
            "Seule l’administration peut changer ce nom. Adressez-vous à elle.",
        );
        return Err(Error::Invalid(Fields::one(field, message)));
    }
    let link = format!("{}/account", app.public_url(person.brand));
    names::change_of_other(tx, link, now, actor, person, &new)
}

#[expect(clippy::too_many_arguments, reason = "who moves whom from where to where")]
fn offer_move(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    person: &PersonRow,
    current: &RoleRow,
    change: &UserChange,
    urls: &ReturnUrls,
) -> Result<()> {
    if store::roles::find(tx, person.id, change.role, change.tenant)?.is_some() {
        let message =
            Message::new("This person has that role already.", "Cette personne a déjà ce rôle.");
        return Err(Error::Invalid(Fields::one("roleId", message)));
    }
    invitations::count_mail(tx, app, now, actor, &person.email)?;
    let invitation = Invitation {
        email: person.email.clone(),
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        role: change.role,
        tenant: change.tenant,
        language: person.language,
    };
    let offering = Offering {
        inviter: Inviter::Person(actor),
        purpose: Purpose::Invite,
        replaces: Some(current.id),
        urls,
    };
    match invitations::offer(tx, app, now, &invitation, &offering)? {
        Some(_) => Ok(()),
        None => Err(Error::Invalid(Fields::one("roleId", invitations::IS_INVITED))),
    }
}

/// Refuses unless the role is within the caller's rank and tenants. A manager may change the role
/// of another manager only if the caller became a manager first.
fn may_manage(tx: &mut Tx<'_>, actor: &Actor, row: &RoleRow) -> Result<()> {
    if row.person_id == actor.person {
        return Err(Refusal::OneSelf.into());
    }
    rules::may_manage_role(actor, row.role, row.tenant_id)?;
    if row.role != Role::Manager || actor.is_administrator() {
        return Ok(());
    }
    let own = store::roles::find(tx, actor.person, Role::Manager, row.tenant_id)?;
    match own.is_some_and(|own| rules::is_senior(own.created_at, row.created_at)) {
        true => Ok(()),
        false => Err(Error::Refused(SENIOR_MANAGER)),
    }
}

/// Ends all sessions of a person if the passed role was their only active role.
fn end_sessions_of(tx: &mut Tx<'_>, role: &RoleRow, now: Timestamp) -> Result<()> {
    if store::roles::has_other_active(tx, role.person_id, role.id)? {
        return Ok(());
    }
    sessions::end_all(tx, role.person_id, None, now)
}

/// Refuses if `leaving` is the only active super administrator.
fn keep_one_super_administrator(active: &[PersonId], leaving: PersonId) -> Result<()> {
    if active.iter().any(|person| *person != leaving) {
        return Ok(());
    }
    Err(Error::Refused(LAST_SUPER_ADMINISTRATOR))
}

/// Activates or deactivates one role of a person.
pub async fn set_role_status(
    app: &Arc<App>,
    actor: Actor,
    id: UserRoleId,
    is_active: bool,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let supers = store::roles::lock_super_administrators(tx)?;
        let role = store::roles::lock(tx, id)?.ok_or(Error::NotFound)?;
        if !UserScope::of(&actor).shows(role.tenant_id) {
            return Err(Error::NotFound);
        }
        may_manage(tx, &actor, &role)?;
        if role.role == Role::SuperAdministrator && !is_active {
            keep_one_super_administrator(&supers, role.person_id)?;
        }
        set_role_active(tx, app, now, &actor, &role, is_active)
    })
    .await
}

fn set_role_active(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    role: &RoleRow,
    is_active: bool,
) -> Result<()> {
    if role.is_active == is_active {
        return Ok(());
    }
    if is_active {
        appointments::refuse_activation(actor, &[role.role])?;
    }
    match is_active {
        true => store::roles::set_active(tx, now, role, actor.person)?,
        false => store::roles::set_inactive(tx, now, role)?,
    }
    let (change, action) = match is_active {
        true => (RoleChange::SetActive, actions::ROLE_ACTIVATED),
        false => (RoleChange::SetInactive, actions::ROLE_DEACTIVATED),
    };
    let changed = Entry::new(action, Subject::person(role.person_id))
        .tenant(role.tenant_id)
        .after(json!({ "role": role.role }));
    audit::record(tx, now, &Author::of(actor), changed)?;
    if !is_active {
        invitations::withdraw_of(tx, role.person_id, role.tenant_id, now)?;
        end_sessions_of(tx, role, now)?;
    }
    let person = store::people::find(tx, role.person_id)?;
    match person.filter(|person| person.closed_at.is_none()) {
        Some(person) => {
            let (held, tenant) = (role.role, role.tenant_id);
            if is_active {
                let by = [actor.person];
                appointments::notify_of_begin(tx, app, now, &person, held, tenant, &by)?;
            }
            notices::notify_of_role(tx, app, now, &person, change, held, tenant)
        }
        None => Ok(()),
    }
}

/// Activates or deactivates an account. If the caller is a manager, only the person's roles in the
/// manager's tenants change.
pub async fn set_account_status(
    app: &Arc<App>,
    actor: Actor,
    email: Email,
    is_active: bool,
    urls: ReturnUrls,
) -> Result<()> {
    app.write(move |tx, app, now| {
        // Always locks the super administrators before the person. Two super administrators who
        // deactivate each other then run one after the other.
        let supers = store::roles::lock_super_administrators(tx)?;
        let person = store::people::lock_by_email(tx, &email)?;
        let person = person.filter(|person| person.closed_at.is_none());
        let person = person.ok_or(Error::NotFound)?;
        if actor.is_administrator() {
            let roles = store::roles::list_of(tx, person.id)?;
            rules::may_manage_account(&actor, person.id, &roles)?;
            if !is_active && supers.contains(&person.id) {
                keep_one_super_administrator(&supers, person.id)?;
            }
            if is_active && !person.is_active {
                let roles: Vec<Role> = roles.iter().map(|grant| grant.role).collect();
                appointments::refuse_activation(&actor, &roles)?;
            }
            return set_whole_account_status(tx, app, now, &actor, &person, is_active, &urls);
        }
        let roles = reached_roles(tx, &actor, person.id)?;
        if roles.is_empty() {
            return Err(Error::NotFound);
        }
        for role in &roles {
            may_manage(tx, &actor, role)?;
        }
        let mut switch = |role| set_role_active(tx, app, now, &actor, role, is_active);
        roles.iter().try_for_each(&mut switch)
    })
    .await
}

/// Activates or deactivates the whole account. If an activated person has no password, they are
/// emailed a link to choose one.
fn set_whole_account_status(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    person: &PersonRow,
    is_active: bool,
    urls: &ReturnUrls,
) -> Result<()> {
    store::people::set_active(tx, person.id, is_active)?;
    if person.is_active != is_active {
        let action =
            if is_active { actions::ACCOUNT_ACTIVATED } else { actions::ACCOUNT_DEACTIVATED };
        let changed = Entry::new(action, Subject::person(person.id));
        audit::record(tx, now, &Author::of(actor), changed)?;
    }
    live::publish(tx, person.id, live::Event::AccountStatus { is_active });
    if !is_active {
        invitations::withdraw_of(tx, person.id, None, now)?;
        sessions::end_all(tx, person.id, None, now)
    } else if person.password_hash.is_none() {
        register::mail_reset(tx, app, now, person, urls)
    } else {
        Ok(())
    }
}

//! `/Accounts/…` for callers who manage users.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::forms::{Page, WayBack};
use access::auth::{
    Actor, Can, FreshProof, Grant, Permission, Right, Role,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
    second_person::DecisionRefusal,
};
use kernel::{
    contact::Email,
    dates::BusinessDate,
    fields::Fields,
    ids::{PersonId, TenantId, UserRoleId},
    messages, page_schema,
    paging::{self, PageRequest},
    sort::Sort,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result, codes::NOT_FOUND},
    lists::SearchIn,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path, Query},
        versions::{IfMatch, Versioned, version_of},
    },
};

use crate::{
    ReturnUrls,
    changes::{self, UserChange},
    closing_requests,
    codes::Purpose,
    errors::{
        CONSUMER_ROLE, LAST_SUPER_ADMINISTRATOR, OWN_ROLE, SENIOR_MANAGER,
        SUPER_ADMINISTRATOR_DECIDES,
    },
    users::{self, KnownFilter, UserFilter, UserOrder, UserRow, UserScope, UserSearch},
};

/// The right to manage users: all users for administrators, those of their own tenants for
/// managers.
pub struct ManageUsers;

impl Right for ManageUsers {
    const PERMISSION: Permission = Permission::ManageUsers;
    type Scope = UserScope;

    fn scope(actor: &Actor) -> UserScope {
        UserScope::of(actor)
    }
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_users: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(set_account_status: OWN_ROLE SENIOR_MANAGER LAST_SUPER_ADMINISTRATOR SUPER_ADMINISTRATOR_DECIDES NOT_FOUND))
        .routes(routes!(set_role_status: OWN_ROLE SENIOR_MANAGER LAST_SUPER_ADMINISTRATOR SUPER_ADMINISTRATOR_DECIDES CONSUMER_ROLE))
        .routes(routes!(
            get_user,
            change_user: OWN_ROLE SENIOR_MANAGER LAST_SUPER_ADMINISTRATOR CONSUMER_ROLE
        ))
}

/// A person in one of their roles.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct User {
    id: String,
    email: String,
    first_name: String,
    last_name: String,
    display_name: String,
    /// Code of the role, equal to `roleId`.
    role: Role,
    role_id: Role,
    user_role_id: String,
    #[schema(required)]
    tenant_id: Option<String>,
    #[schema(required)]
    tenant_name: Option<String>,
    /// Whether both the account and this role are active.
    is_active: bool,
    role_is_active: bool,
    /// Whether the account as a whole is inactive.
    lockout_enabled: bool,
    is_deleted: bool,
    /// Whether the person has chosen a password yet.
    is_invited: bool,
    /// Time at which the person asked to close the account; null without an open request.
    #[schema(required)]
    closing_asked_at: Option<Timestamp>,
    /// Whether the account has a second step. Null for callers who may not reset it.
    #[schema(required)]
    has_second_factor: Option<bool>,
    /// Time of the last signed-in call. Null for managers, and for colleagues above you.
    #[schema(required)]
    last_seen_at: Option<Timestamp>,
}

impl User {
    fn of(row: UserRow, actor: &Actor) -> User {
        let may_reset = actor.may(Permission::ResetSecondFactors)
            && actor.person != row.id
            && actor.highest_role().reaches(row.role);
        let may_see = actor.is_administrator() && actor.highest_role().reaches(row.role);
        User {
            has_second_factor: may_reset.then_some(row.has_second_factor),
            last_seen_at: row.last_seen_at().filter(|_| may_see),
            id: row.id.to_string(),
            display_name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            role: row.role,
            role_id: row.role,
            user_role_id: row.user_role_id.to_string(),
            tenant_id: row.tenant_id.map(|id| id.to_string()),
            tenant_name: row.tenant_name,
            is_active: row.is_active && row.role_is_active,
            role_is_active: row.role_is_active,
            lockout_enabled: !row.is_active,
            is_deleted: row.closed_at.is_some(),
            is_invited: !row.has_password && row.closed_at.is_none(),
            closing_asked_at: row.closing_asked_at,
        }
    }
}

type VersionedUser = Versioned<User>;

page_schema! {
    /// A page of users.
    UserPage of User
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    #[param(inline)]
    tenant_id: Option<TenantId>,
    /// Whether to include closed accounts.
    is_deleted: Option<bool>,
    /// Only staff who asked for their account to be closed.
    asks_to_close: Option<bool>,
    /// Only people with this role.
    #[param(inline)]
    role: Option<Role>,
    /// Only people with or without a second step, among those whose second step you may reset. For administrators.
    has_second_factor: Option<bool>,
    /// Only people who made a signed-in call on this day or later. For administrators.
    #[param(inline)]
    seen_since: Option<BusinessDate>,
    /// Only people who made no signed-in call on this day or later. For administrators.
    #[param(inline)]
    not_seen_since: Option<BusinessDate>,
}

impl FilterQuery {
    fn known(&self, reader: &Actor) -> Result<Option<KnownFilter>> {
        let known = KnownFilter {
            reader: reader.person,
            roles: Role::ALL
                .into_iter()
                .filter(|role| reader.highest_role().reaches(*role))
                .collect(),
            has_second_factor: self.has_second_factor,
            seen_since: self.seen_since.map(BusinessDate::start),
            not_seen_since: self.not_seen_since.map(BusinessDate::start),
        };
        let is_used = known.has_second_factor.is_some()
            || known.seen_since.is_some()
            || known.not_seen_since.is_some();
        if is_used && !reader.is_administrator() {
            return Err(Error::Permission);
        }
        Ok(is_used.then_some(known))
    }
}

/// Lists users, one row per role.
///
/// Administrators see all users, managers those of their own vendors and charities.
#[utoipa::path(get, path = "/Accounts", tag = "Accounts",
    responses((status = OK, body = UserPage)))]
async fn list_users(
    who: Can<ManageUsers>,
    State(app): AppState,
    Query(filter): Query<FilterQuery>,
    Query(search): Query<SearchIn<UserSearch>>,
    Query(sort): Query<Sort<UserOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<paging::Page<User>>> {
    let known = filter.known(&who.actor)?;
    let filter = UserFilter {
        role: filter.role,
        known,
        tenant: filter.tenant_id,
        search: search.into_search()?,
        with_closed: filter.is_deleted.unwrap_or(false),
        asks_to_close: filter.asks_to_close.unwrap_or(false),
    };
    let page = users::list(&app, who.scope, filter, sort, page).await?;
    Ok(Json(page.map(|row| User::of(row, &who.actor))))
}

/// A user with all the roles that the caller may see.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserDetail {
    #[serde(flatten)]
    user: VersionedUser,
    /// The person in each role, the highest role first.
    roles: Vec<VersionedUser>,
    /// Whether you may change the person's name. A manager may only correct the name in an invitation, once.
    may_rename: bool,
    /// Reason why you can't decide about the person's request to close the account; null if you can, or without an open
    /// request.
    #[schema(required)]
    closing_refusal: Option<DecisionRefusal>,
}

/// Reads a user with all roles visible to the caller.
#[utoipa::path(get, path = "/Accounts/{id}", tag = "Accounts",
    responses((status = OK, body = UserDetail)))]
async fn get_user(
    who: Can<ManageUsers>,
    State(app): AppState,
    page: extract::Page,
    Path(id): Path<PersonId>,
) -> Result<Json<UserDetail>> {
    let rows = users::find(&app, who.scope, id).await?;
    let first = rows.first().cloned().ok_or(Error::NotFound)?;
    users::note_view(&app, &who.actor, id).await?;
    let closing_refusal = match first.closing_asked_at {
        Some(_) => {
            let roles = rows.iter().map(|row| Grant { role: row.role, tenant: None });
            let roles: Vec<Grant> = roles.collect();
            closing_requests::refusal(&app, &who.actor, page.language, id, &roles).await?
        }
        None => None,
    };
    let may_rename = users::may_rename(&app, &who.actor, id).await?;
    let in_role = |row: UserRow| -> Result<VersionedUser> {
        let names = [row.first_name.as_str(), &row.last_name];
        let version = version_of(&app.secrets, &changes::edited(names, row.role, row.tenant_id))?;
        Ok(Versioned { record: User::of(row, &who.actor), version })
    };
    Ok(Json(UserDetail {
        user: in_role(first)?,
        roles: rows.into_iter().map(in_role).collect::<Result<_>>()?,
        may_rename,
        closing_refusal,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserForm {
    first_name: Option<String>,
    last_name: Option<String>,
    role_id: Option<String>,
    tenant_id: Option<TenantId>,
    user_role_id: Option<UserRoleId>,
}

/// Changes a user's role or name.
///
/// A role at another vendor or charity is offered to the person first.
#[utoipa::path(put, path = "/Accounts/{id}", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn change_user(
    who: Can<ManageUsers>,
    _proof: FreshProof,
    State(app): AppState,
    page: Page,
    Path(id): Path<PersonId>,
    began: IfMatch,
    extract::Json(form): extract::Json<UserForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let role = fields.required::<Role>("roleId", "Role", &form.role_id);
    let change = fields.finish(|| {
        Some(UserChange {
            first_name: form.first_name.unwrap_or_default(),
            last_name: form.last_name.unwrap_or_default(),
            role: role?,
            tenant: form.tenant_id,
            user_role: form.user_role_id,
        })
    })?;
    let urls = ReturnUrls::of(&app, page.brand, Purpose::Invite);
    changes::change(&app, who.actor, id, began, change, urls).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
enum AccountStatus {
    Activate,
    Deactivate,
}

/// Accepts a status in upper or lower case. Not derived, because the error messages of serde would list every alias.
impl<'de> Deserialize<'de> for AccountStatus {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)?.to_ascii_uppercase().as_str() {
            "ACTIVATE" => Ok(AccountStatus::Activate),
            "DEACTIVATE" => Ok(AccountStatus::Deactivate),
            _ => Err(de::Error::custom(messages::one_of_two("ACTIVATE", "DEACTIVATE").carried())),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountStatusForm {
    email: Option<String>,
    account_status: AccountStatus,
    #[serde(flatten)]
    way_back: WayBack,
}

/// Activates or deactivates an account.
///
/// Managers change only the roles in their own vendors and charities.
#[utoipa::path(put, path = "/Accounts/status", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn set_account_status(
    who: Can<ManageUsers>,
    _proof: FreshProof,
    State(app): AppState,
    page: Page,
    extract::Json(form): extract::Json<AccountStatusForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let email = fields.finish(|| email)?;
    let urls = form.way_back.return_urls(page, &app, Purpose::Reset)?;
    let is_active = matches!(form.account_status, AccountStatus::Activate);
    changes::set_account_status(&app, who.actor, email, is_active, urls).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Activates or deactivates a role of a person.
#[utoipa::path(put, path = "/Accounts/roles/{id}/status/{status}", tag = "Accounts",
    params(("status" = String, Path, description = "State to set: `activate` or `deactivate`.")),
    responses((status = NO_CONTENT)))]
async fn set_role_status(
    who: Can<ManageUsers>,
    _proof: FreshProof,
    State(app): AppState,
    Path((id, status)): Path<(UserRoleId, extract::ActiveStatus)>,
) -> Result<StatusCode> {
    changes::set_role_status(&app, who.actor, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

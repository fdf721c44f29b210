//! `/Accounts/invit…` for callers who manage users, and `/Accounts/offers/…` for people who are
//! offered a role.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{
    forms::{Page, WayBack},
    users::ManageUsers,
};
use access::{
    auth::{
        Actor, Can, Client, FreshProof, Permission, Right, Role, SignedIn,
        errors::{PROOF_REQUIRED, ROLE_TOO_NEW, SAME_PERSON, TOO_MUCH_READ},
        second_person::Reader,
    },
    idempotency::Once,
};
use kernel::{
    contact::Email,
    fields::Fields,
    ids::{InvitationId, TenantId},
    page_schema,
    paging::{self, PageRequest},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{
        Result,
        codes::{DEAD_LINK, NOT_FOUND, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, LinkToken, Path, Query},
    },
};

use crate::{
    appointments,
    codes::Purpose,
    errors::{AWAITS_AGREEMENT, CONSUMER_ROLE, INVITATION_ANSWERED, OTHER_PERSON, OWN_ROLE},
    invitations::{self, Invitation, InvitationState, ListedInvitation},
    offers::{self, Offer},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(invite_user: OWN_ROLE CONSUMER_ROLE TOO_MANY_TRIES NOT_FOUND))
        .routes(routes!(list_invitations: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(withdraw_invitation: INVITATION_ANSWERED))
        .routes(routes!(send_invitation_again: INVITATION_ANSWERED AWAITS_AGREEMENT TOO_MANY_TRIES))
        .routes(routes!(agree_to_invitation: INVITATION_ANSWERED SAME_PERSON ROLE_TOO_NEW))
        .routes(routes!(refuse_invitation: INVITATION_ANSWERED SAME_PERSON ROLE_TOO_NEW))
        .routes(routes!(get_offer))
        .routes(routes!(accept_offer: DEAD_LINK OTHER_PERSON OWN_ROLE))
        .routes(routes!(decline_offer: DEAD_LINK))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InviteForm {
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    role_id: Option<String>,
    tenant_id: Option<TenantId>,
    #[serde(flatten)]
    way_back: WayBack,
}

#[derive(Serialize, ToSchema)]
struct Invited {
    /// Id of the invitation.
    id: String,
}

/// Offers a role to a person by email.
///
/// An administrator who is invited by an administrator is only proposed: a super administrator has to agree before the email is
/// sent. The reply is the same whether or not the address has an account.
#[utoipa::path(post, path = "/Accounts/invited", tag = "Accounts",
    responses((status = OK, body = Invited)))]
async fn invite_user(
    who: Can<ManageUsers>,
    _proof: FreshProof,
    State(app): AppState,
    page: Page,
    once: Once<InviteForm>,
) -> Result<Json<Invited>> {
    let (form, named) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let email = fields.required::<Email>("email", "Email", &form.email);
    let names = people::check_names(&mut fields, &form.first_name, &form.last_name);
    let role = fields.required::<Role>("roleId", "Role", &form.role_id);
    let invitation = fields.finish(|| {
        let (first_name, last_name) = names?;
        Some(Invitation {
            email: email?,
            first_name,
            last_name,
            role: role?,
            tenant: form.tenant_id,
            language: page.language,
        })
    })?;
    let urls = form.way_back.return_urls(page, &app, Purpose::Invite)?;
    let id = invitations::invite(&app, who.actor, named, invitation, urls).await?;
    Ok(Json(Invited { id: id.to_string() }))
}

/// A role that was offered and not accepted yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PendingInvitation {
    id: String,
    /// Email address as the inviter typed it.
    email: String,
    role: Role,
    #[schema(required)]
    tenant_id: Option<String>,
    #[schema(required)]
    tenant_name: Option<String>,
    /// OFFERED or DECLINED.
    state: InvitationState,
    /// Whether the emailed link has expired.
    is_expired: bool,
    /// Whether a super administrator has to agree before the offer is emailed.
    awaits_agreement: bool,
    /// Name of the administrator who proposed the role; null once a super administrator has agreed.
    #[schema(required)]
    proposed_by: Option<String>,
    /// Whether you may agree or decline.
    may_agree: bool,
    sent_at: Timestamp,
}

impl PendingInvitation {
    fn of(row: ListedInvitation, actor: &Actor, reader: &Reader, now: Timestamp) -> Self {
        let may_agree = row.awaits_agreement
            && actor.may(Permission::AppointAdministrators)
            && appointments::refusal(row.proposed_by, reader).is_none();
        let names = row.proposer_first_name.zip(row.proposer_last_name);
        PendingInvitation {
            may_agree,
            awaits_agreement: row.awaits_agreement,
            proposed_by: names.map(|(first, last)| format!("{first} {last}").trim().to_owned()),
            id: row.id.to_string(),
            email: row.email,
            role: row.role,
            tenant_id: row.tenant_id.map(|id| id.to_string()),
            tenant_name: row.tenant_name,
            state: row.state,
            is_expired: row.expires_at <= now,
            sent_at: row.sent_at,
        }
    }
}

page_schema! {
    /// A page of invitations.
    InvitationPage of PendingInvitation
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct InvitationsQuery {
    #[param(inline)]
    tenant_id: Option<TenantId>,
}

/// Lists open invitations, the newest first.
#[utoipa::path(get, path = "/Accounts/invitations", tag = "Accounts",
    responses((status = OK, body = InvitationPage)))]
async fn list_invitations(
    who: Can<ManageUsers>,
    State(app): AppState,
    page: extract::Page,
    Query(query): Query<InvitationsQuery>,
    Query(pages): Query<PageRequest>,
) -> Result<Json<paging::Page<PendingInvitation>>> {
    let (now, actor) = (app.clock.now(), &who.actor);
    let listed = invitations::list(&app, who.scope, query.tenant_id, pages).await?;
    let waiting = listed.items.iter().filter(|row| row.awaits_agreement);
    let proposers = waiting.map(|row| row.proposed_by.unwrap_or(actor.person));
    let reader = Reader::of(&app, actor, page.language, proposers).await?;
    Ok(Json(listed.map(|row| PendingInvitation::of(row, actor, &reader, now))))
}

/// Withdraws an invitation.
///
/// Its link stops working.
#[utoipa::path(delete, path = "/Accounts/invitations/{id}", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn withdraw_invitation(
    who: Can<ManageUsers>,
    State(app): AppState,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode> {
    invitations::withdraw(&app, who.actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Emails an invitation again.
#[utoipa::path(post, path = "/Accounts/invitations/{id}/sent-again", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn send_invitation_again(
    who: Can<ManageUsers>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode> {
    invitations::send_again(&app, who.actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The right to agree to proposed administrators.
struct AppointAdministrators;

impl Right for AppointAdministrators {
    const PERMISSION: Permission = Permission::AppointAdministrators;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Agrees to a proposed administrator.
///
/// The offer is emailed now. The role takes effect when the person accepts it.
#[utoipa::path(post, path = "/Accounts/invitations/{id}/approved", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn agree_to_invitation(
    who: Can<AppointAdministrators>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode> {
    appointments::agree(&app, who.actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Declines a proposed administrator.
///
/// The administrator who proposed them gets an email.
#[utoipa::path(post, path = "/Accounts/invitations/{id}/declined", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn refuse_invitation(
    who: Can<AppointAdministrators>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<InvitationId>,
) -> Result<StatusCode> {
    appointments::refuse(&app, who.actor, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An offer of a role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferReply {
    /// Email address of the account that may accept.
    email: String,
    #[schema(required)]
    inviter: Option<String>,
    #[schema(required)]
    organization: Option<String>,
    role: Role,
    /// Whether the offer can still be answered.
    is_open: bool,
}

impl From<Offer> for OfferReply {
    fn from(offer: Offer) -> Self {
        OfferReply {
            email: offer.email,
            inviter: offer.inviter,
            organization: offer.organization,
            role: offer.role,
            is_open: offer.is_open,
        }
    }
}

/// Reads the offer of an emailed link.
#[utoipa::path(get, path = "/Accounts/offers/{token}", tag = "Accounts",
    responses((status = OK, body = OfferReply)))]
async fn get_offer(State(app): AppState, LinkToken(token): LinkToken) -> Result<Json<OfferReply>> {
    Ok(Json(offers::find_offer(&app, token).await?.into()))
}

/// Accepts an offer of a role.
///
/// Only the account that the offer was made to can accept it.
#[utoipa::path(post, path = "/Accounts/offers/{token}/accepted", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn accept_offer(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    LinkToken(token): LinkToken,
) -> Result<StatusCode> {
    offers::accept(&app, actor, token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Declines an offer of a role.
///
/// The link is sufficient; no account is needed.
#[utoipa::path(post, path = "/Accounts/offers/{token}/declined", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn decline_offer(
    State(app): AppState,
    client: Client,
    LinkToken(token): LinkToken,
) -> Result<StatusCode> {
    offers::decline(&app, token, client).await?;
    Ok(StatusCode::NO_CONTENT)
}

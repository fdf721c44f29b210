//! `/Tills/…`: for managers, who enrol and revoke tills, and for the tills themselves, where clerks
//! sign in by PIN.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{DeviceRow, ListedTill, NewLink, beside_clerk};
use access::{
    auth::{Can, Client, FreshProof},
    idempotency::Once,
};
use kernel::{
    fields::Fields,
    ids::{PersonId, PinId, TenantId, TillId},
    passwords::Pin,
    text::Line,
    timestamp::Timestamp,
};
use market::tenants::tenant_rights;
use platform::{
    app::App,
    error::{
        Error, Result,
        codes::{DEAD_LINK, NOT_FOUND},
    },
    web::{
        AppState,
        calls::{Call, Described, TILL, routes},
        extract::{self, Path, Query},
    },
};

use crate::{
    api::LoginReply,
    errors::{MANAGERS_PIN, NO_PIN, PIN_LOCKED, WRONG_PIN},
    pins::{self, ClerkRow},
    tills::errors::{TILL_UNKNOWN, TOO_MANY_TILLS},
};

tenant_rights! {
    /// The right to enrol devices as tills of your own shop.
    EnrolTills;
    /// The right to see and revoke tills, and to remove the PINs that are used on them.
    ManageTills;
}

/// Token or secret, with its maximum length.
type Token = Line<64>;
type Name = Line<40>;

/// Header with which a device proves that it is a till.
const SECRET_HEADER: &str = "x-till-secret";

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_tills: NOT_FOUND, create_till: TOO_MANY_TILLS NOT_FOUND))
        .routes(routes!(revoke_till))
        .routes(routes!(renew_till_link))
        .routes(routes!(list_clerks_with_pins: NOT_FOUND))
        .routes(routes!(remove_pin))
        .routes(routes!(enrol_till: DEAD_LINK))
        .routes(routes!(get_current_till))
        .routes(routes!(sign_in_by_pin: WRONG_PIN PIN_LOCKED NO_PIN))
        .routes(routes!(unlock_pin: NOT_FOUND NO_PIN MANAGERS_PIN))
        .merge(beside_clerk::api::routes())
}

/// Extractor of a till; required by calls that only tills may make.
pub(super) struct OnTill(pub(super) DeviceRow);

impl FromRequestParts<Arc<App>> for OnTill {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let secret = parts.headers.get(SECRET_HEADER).and_then(|value| value.to_str().ok());
        let secret = secret.filter(|text| !text.is_empty() && text.len() <= 64);
        let secret = secret.ok_or(Error::Refused(TILL_UNKNOWN))?;
        let client = Client::of(parts, app);
        Ok(OnTill(super::identify(app, secret, &client).await?))
    }
}

impl Described for OnTill {
    fn describe(call: &mut Call) {
        call.needs(TILL);
        call.takes_header("X-Till-Secret", "Secret of the till, from its enrolment.");
        call.may_refuse(&[TILL_UNKNOWN]);
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ShopQuery {
    /// Id of the shop.
    #[param(inline)]
    tenant_id: TenantId,
}

/// A till of a shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Till {
    id: String,
    name: String,
    /// Name of the person who created the till.
    created_by: String,
    created_at: Timestamp,
    /// Time at which a device was enrolled with the link of the till; null if none was.
    #[schema(required)]
    enrolled_at: Option<Timestamp>,
    #[schema(required)]
    last_seen_at: Option<Timestamp>,
    /// User agent of the device; null until it is enrolled.
    #[schema(required)]
    user_agent: Option<String>,
    /// Time at which the till's secret was last sent from another network and by another browser
    /// than at enrolment.
    #[schema(required)]
    elsewhere_at: Option<Timestamp>,
    /// User agent of the browser that sent the secret from elsewhere; null if there is none.
    #[schema(required)]
    elsewhere_user_agent: Option<String>,
    /// Expiry of the enrolment link; null if the link was used or has expired.
    #[schema(required)]
    link_expires_at: Option<Timestamp>,
}

impl Till {
    fn new(row: ListedTill, now: Timestamp) -> Till {
        let is_link_good = !row.is_link_used && row.link_expires_at > now;
        Till {
            id: row.id.to_string(),
            name: row.name,
            created_by: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            created_at: row.created_at,
            enrolled_at: row.enrolled_at,
            last_seen_at: row.last_seen_at,
            user_agent: row.user_agent,
            elsewhere_at: row.elsewhere_at,
            elsewhere_user_agent: row.elsewhere_user_agent,
            link_expires_at: is_link_good.then_some(row.link_expires_at),
        }
    }
}

/// Lists the tills of a shop, the oldest first.
#[utoipa::path(get, path = "/Tills", tag = "Tills", responses((status = OK, body = [Till])))]
async fn list_tills(
    who: Can<ManageTills>,
    State(app): AppState,
    Query(query): Query<ShopQuery>,
) -> Result<Json<Vec<Till>>> {
    let now = app.clock.now();
    let rows = super::list(&app, who.scope, query.tenant_id).await?;
    Ok(Json(rows.into_iter().map(|row| Till::new(row, now)).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TillForm {
    /// Id of the shop.
    tenant_id: Option<TenantId>,
    name: Option<String>,
}

/// Link that turns a device into a till. It is shown only in this reply.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TillLink {
    id: String,
    /// Token for the enrolment page, which reads it from `#token=` in its address.
    token: String,
    expires_at: Timestamp,
}

impl From<NewLink> for TillLink {
    fn from(link: NewLink) -> Self {
        TillLink { id: link.id.to_string(), token: link.token, expires_at: link.expires_at }
    }
}

/// Creates a till with its enrolment link.
///
/// The link works once, for 15 minutes.
#[utoipa::path(post, path = "/Tills", tag = "Tills", responses((status = OK, body = TillLink)))]
async fn create_till(
    who: Can<EnrolTills>,
    _: FreshProof,
    State(app): AppState,
    once: Once<TillForm>,
) -> Result<Json<TillLink>> {
    let (form, named) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let shop = fields.present("tenantId", "Shop", form.tenant_id);
    let name = fields.required::<Name>("name", "Name", &form.name);
    let (shop, name) = fields.finish(|| shop.zip(name))?;
    Ok(Json(
        super::create(&app, named, &who.actor, who.scope, (shop, name.to_string())).await?.into(),
    ))
}

/// Creates another enrolment link for a till.
///
/// Earlier links stop working.
#[utoipa::path(post, path = "/Tills/{id}/link", tag = "Tills",
    responses((status = OK, body = TillLink)))]
async fn renew_till_link(
    who: Can<EnrolTills>,
    _: FreshProof,
    State(app): AppState,
    Path(id): Path<TillId>,
) -> Result<Json<TillLink>> {
    Ok(Json(super::renew_link(&app, who.scope, id).await?.into()))
}

/// Revokes a till.
///
/// The device stops being a till, and its clerk is signed out.
#[utoipa::path(delete, path = "/Tills/{id}", tag = "Tills", responses((status = NO_CONTENT)))]
async fn revoke_till(
    who: Can<ManageTills>,
    State(app): AppState,
    Path(id): Path<TillId>,
) -> Result<StatusCode> {
    super::revoke(&app, &who.actor, who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A person with a PIN for the tills of a shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClerkPin {
    /// Id of the PIN.
    id: String,
    name: String,
    chosen_at: Timestamp,
    is_locked: bool,
}

impl From<ClerkRow> for ClerkPin {
    fn from(row: ClerkRow) -> Self {
        ClerkPin {
            id: row.id.to_string(),
            is_locked: row.is_locked(),
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            chosen_at: row.chosen_at,
        }
    }
}

/// Lists the people with a PIN for a shop's tills.
///
/// The PINs themselves are never shown.
#[utoipa::path(get, path = "/Tills/pins", tag = "Tills",
    responses((status = OK, body = [ClerkPin])))]
async fn list_clerks_with_pins(
    who: Can<ManageTills>,
    State(app): AppState,
    Query(query): Query<ShopQuery>,
) -> Result<Json<Vec<ClerkPin>>> {
    let rows = super::list_clerks(&app, who.scope, query.tenant_id).await?;
    Ok(Json(rows.into_iter().map(ClerkPin::from).collect()))
}

/// Removes a person's PIN.
///
/// They can't sign in at the shop's tills until they choose another one.
#[utoipa::path(delete, path = "/Tills/pins/{id}", tag = "Tills", responses((status = NO_CONTENT)))]
async fn remove_pin(
    who: Can<ManageTills>,
    State(app): AppState,
    Path(id): Path<PinId>,
) -> Result<StatusCode> {
    pins::remove_of_clerk(&app, &who.actor, who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct EnrolForm {
    /// Token from the enrolment link.
    token: Option<String>,
}

/// Credentials of a device that has become a till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnrolledTill {
    name: String,
    vendor_name: String,
    /// Secret to send in the header `X-Till-Secret`. It is shown only in this reply.
    secret: String,
}

/// Turns the calling device into a till.
///
/// Takes the token of an enrolment link, which works once.
#[utoipa::path(post, path = "/Tills/enrolled", tag = "Tills",
    responses((status = OK, body = EnrolledTill)))]
async fn enrol_till(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<EnrolForm>,
) -> Result<Json<EnrolledTill>> {
    let mut fields = Fields::default();
    let token = fields.required::<Token>("token", "Token", &form.token);
    let token = fields.finish(|| token)?;
    let enrolled = super::enrol(&app, token.to_string(), &client).await?;
    Ok(Json(EnrolledTill {
        name: enrolled.name,
        vendor_name: enrolled.shop_name,
        secret: enrolled.secret,
    }))
}

/// A person who can sign in at a till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TillClerk {
    id: String,
    /// First name and initial.
    name: String,
    is_locked: bool,
    /// Whether their PIN approves requests and unlocks the PINs of clerks.
    is_manager: bool,
}

impl From<ClerkRow> for TillClerk {
    fn from(row: ClerkRow) -> Self {
        let initial = row.last_name.chars().next();
        let initial = initial.map(|letter| format!(" {letter}.")).unwrap_or_default();
        TillClerk {
            id: row.person_id.to_string(),
            is_locked: row.is_locked(),
            is_manager: row.is_manager,
            name: format!("{}{initial}", row.first_name),
        }
    }
}

/// The till that makes the call, and the people who can sign in there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurrentTill {
    name: String,
    vendor_name: String,
    #[schema(required)]
    vendor_logo_path: Option<String>,
    clerks: Vec<TillClerk>,
    /// Minutes without activity after which the clerk is signed out.
    idle_minutes: u64,
}

/// Reads the till that makes the call.
#[utoipa::path(get, path = "/Tills/current", tag = "Tills", responses((status = OK, body = CurrentTill)))]
async fn get_current_till(
    OnTill(device): OnTill,
    State(app): AppState,
) -> Result<Json<CurrentTill>> {
    let clerks = super::clerks_at(&app, &device).await?;
    Ok(Json(CurrentTill {
        name: device.name,
        vendor_name: device.vendor_name,
        vendor_logo_path: device.vendor_logo_key,
        clerks: clerks.into_iter().map(TillClerk::from).collect(),
        idle_minutes: app.config.sessions.till_idle().as_secs() / 60,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PinLoginForm {
    person_id: Option<PersonId>,
    pin: Option<String>,
}

/// Signs in a clerk at a till by PIN.
///
/// The session can make counter calls only; others are refused with `PIN_SESSION`.
#[utoipa::path(post, path = "/Tills/sessions", tag = "Tills",
    responses((status = OK, body = LoginReply)))]
async fn sign_in_by_pin(
    OnTill(device): OnTill,
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<PinLoginForm>,
) -> Result<Json<LoginReply>> {
    let mut fields = Fields::default();
    let person = fields.present("personId", "Person", form.person_id);
    let pin = fields.required::<Pin>("pin", "PIN", &form.pin);
    let (person, pin) = fields.finish(|| person.zip(pin))?;
    Ok(Json(super::sign_in(&app, &device, person, pin, &client).await?.into()))
}

/// Unlocks a clerk's PIN.
///
/// Managers unlock their own PIN by signing in with their password.
#[utoipa::path(post, path = "/Tills/pins/{id}/unlocked", tag = "Tills", responses((status = NO_CONTENT)))]
async fn unlock_pin(
    who: Can<ManageTills>,
    State(app): AppState,
    Path(id): Path<PinId>,
) -> Result<StatusCode> {
    pins::unlock_by_id(&app, &who.actor, who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

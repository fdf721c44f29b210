//! `/Tills/…` authorized by the PIN of a manager beside the clerk.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::TypedBy;
use access::auth::{
    Can, Client,
    errors::{APPOINTED_BY_EACH_OTHER, ASKER_GONE, REQUEST_OVER, ROLE_TOO_NEW, SAME_PERSON},
};
use cards::{
    api::{Approval, RedeemCards},
    errors::{
        BY_NAME_LIMIT, CARD_CANCELLED, CARD_DEACTIVATED, CARD_NOT_PRESENTED, OWN_CARD, OWN_REQUEST,
    },
};
use kernel::{
    fields::Fields,
    ids::{ApprovalId, PersonId},
    passwords::Pin,
};
use ledger::errors::LEDGER_STOPPED;
use platform::{
    app::App,
    error::{
        Result,
        codes::{PERMISSION, TOO_MANY_TRIES},
    },
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::{
    errors::{MANAGERS_PIN, NO_PIN, PIN_LOCKED, WRONG_PIN},
    tills::api::OnTill,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(unlock_pin_at_till: WRONG_PIN PIN_LOCKED NO_PIN MANAGERS_PIN PERMISSION))
        .routes(routes!(renew_pin_at_till: WRONG_PIN PIN_LOCKED NO_PIN MANAGERS_PIN PERMISSION))
        .routes(routes!(
            approve_at_till: WRONG_PIN PIN_LOCKED NO_PIN REQUEST_OVER ASKER_GONE OWN_REQUEST SAME_PERSON
                APPOINTED_BY_EACH_OTHER ROLE_TOO_NEW OWN_CARD CARD_NOT_PRESENTED BY_NAME_LIMIT CARD_DEACTIVATED
                CARD_CANCELLED LEDGER_STOPPED TOO_MANY_TRIES
        ))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ByManagerForm {
    /// Id of the manager who types the PIN.
    manager_id: Option<PersonId>,
    manager_pin: Option<String>,
    /// Id of the clerk.
    person_id: Option<PersonId>,
    /// New PIN of the clerk, for the call that changes it.
    pin: Option<String>,
}

impl ByManagerForm {
    fn manager(&self, fields: &mut Fields) -> Option<TypedBy> {
        let manager = fields.present("managerId", "Manager", self.manager_id);
        let pin = fields.required::<Pin>("managerPin", "PIN", &self.manager_pin);
        Some(TypedBy { manager: manager?, pin: pin? })
    }
}

/// Unlocks a clerk's PIN at a till by a manager's PIN.
#[utoipa::path(post, path = "/Tills/pins/unlocked", tag = "Tills", responses((status = NO_CONTENT)))]
async fn unlock_pin_at_till(
    OnTill(device): OnTill,
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<ByManagerForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let person = fields.present("personId", "Person", form.person_id);
    let manager = form.manager(&mut fields);
    let (person, manager) = fields.finish(|| person.zip(manager))?;
    super::unlock_pin(&app, &device, person, manager, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a clerk's PIN at a till by a manager's PIN.
///
/// The clerk gets an email.
#[utoipa::path(post, path = "/Tills/pins/renewed", tag = "Tills", responses((status = NO_CONTENT)))]
async fn renew_pin_at_till(
    OnTill(device): OnTill,
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<ByManagerForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let person = fields.present("personId", "Person", form.person_id);
    let pin = fields.required::<Pin>("pin", "PIN", &form.pin);
    let manager = form.manager(&mut fields);
    let (clerk, manager) = fields.finish(|| person.zip(pin).zip(manager))?;
    super::renew_pin(&app, &device, clerk, manager, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApproveAtTillForm {
    manager_id: Option<PersonId>,
    manager_pin: Option<String>,
    /// Whether the clerk may exceed the shop's limits for an hour from now on.
    #[serde(default)]
    for_an_hour: bool,
}

/// Approves a clerk's request by a manager's PIN.
///
/// For the clerk who is signed in at this till.
#[utoipa::path(post, path = "/Tills/approvals/{id}/approved", tag = "Tills",
    responses((status = OK, body = Approval)))]
async fn approve_at_till(
    who: Can<RedeemCards>,
    OnTill(device): OnTill,
    State(app): AppState,
    Path(id): Path<ApprovalId>,
    extract::Json(form): extract::Json<ApproveAtTillForm>,
) -> Result<Json<Approval>> {
    let mut fields = Fields::default();
    let manager = fields.present("managerId", "Manager", form.manager_id);
    let pin = fields.required::<Pin>("managerPin", "PIN", &form.manager_pin);
    let (manager, pin) = fields.finish(|| manager.zip(pin))?;
    let typed = (TypedBy { manager, pin }, form.for_an_hour);
    let row = super::approve(&app, &device, &who.actor, id, typed).await?;
    Ok(Json(Approval::new(row, None, app.clock.now())))
}

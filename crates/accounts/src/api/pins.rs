//! `/Accounts/me/pins`: PINs of the caller for the tills of the shops where they work.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{FreshProof, SignedIn};
use kernel::{fields::Fields, ids::TenantId, passwords::Pin, timestamp::Timestamp};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
    },
};

use crate::pins::{self, OwnPin};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_my_pins)).routes(routes!(choose_my_pin, remove_my_pin))
}

/// A shop where the caller works, and their PIN for its tills.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MyPin {
    vendor_id: String,
    vendor_name: String,
    /// Time at which the PIN was chosen; null if there is none.
    #[schema(required)]
    chosen_at: Option<Timestamp>,
    /// Whether the PIN is locked after five wrong attempts. Signing in with the password or
    /// choosing another PIN unlocks it.
    is_locked: bool,
}

impl From<OwnPin> for MyPin {
    fn from(own: OwnPin) -> Self {
        MyPin {
            vendor_id: own.shop.to_string(),
            vendor_name: own.shop_name,
            is_locked: own.pin.as_ref().is_some_and(pins::PinRow::is_locked),
            chosen_at: own.pin.map(|pin| pin.chosen_at),
        }
    }
}

/// Lists your workplaces with the state of your PINs.
///
/// The PINs themselves are never shown.
#[utoipa::path(get, path = "/Accounts/me/pins", tag = "Accounts",
    responses((status = OK, body = [MyPin])))]
async fn list_my_pins(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<Vec<MyPin>>> {
    let own = pins::list_own(&app, &actor).await?;
    Ok(Json(own.into_iter().map(MyPin::from).collect()))
}

#[derive(Deserialize, ToSchema)]
struct PinForm {
    /// 4 to 8 digits.
    pin: Option<String>,
}

/// Sets your PIN for the tills of a shop.
///
/// It replaces an earlier PIN.
#[utoipa::path(put, path = "/Accounts/me/pins/{id}", tag = "Accounts",
    params(("id" = String, Path, description = "Id of the shop.")),
    responses((status = NO_CONTENT)))]
async fn choose_my_pin(
    SignedIn(actor): SignedIn,
    _: FreshProof,
    State(app): AppState,
    Path(shop): Path<TenantId>,
    extract::Json(form): extract::Json<PinForm>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let pin = fields.required::<Pin>("pin", "PIN", &form.pin);
    let pin = fields.finish(|| pin)?;
    pins::choose(&app, &actor, shop, pin).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes your PIN for the tills of a shop.
#[utoipa::path(delete, path = "/Accounts/me/pins/{id}", tag = "Accounts",
    params(("id" = String, Path, description = "Id of the shop.")), responses((status = NO_CONTENT)))]
async fn remove_my_pin(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(shop): Path<TenantId>,
) -> Result<StatusCode> {
    pins::remove_own(&app, &actor, shop).await?;
    Ok(StatusCode::NO_CONTENT)
}

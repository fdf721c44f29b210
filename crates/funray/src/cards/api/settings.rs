//! `/Vendors/{id}/counter-settings`: what clerks may do before a manager looks.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::rights::ManageCounter;
use crate::{
    app::App,
    auth::{Can, FreshProof},
    cards::{
        CounterSettings,
        rules::{MOST_REDEMPTIONS, Pace},
        settings,
    },
    error::Result,
    kernel::{fields::Fields, ids::TenantId, messages, money::Cents},
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
        versions::{IfMatch, Versioned, version_of},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_counter_settings, change_counter_settings))
}

/// What clerks of a shop may do before a manager looks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CounterSettings)]
struct SettingsReply {
    /// Whether what goes beyond the next three waits for a manager.
    is_pace_limited: bool,
    /// Redemptions of one clerk within an hour, cash-outs too.
    most_redemptions: i64,
    /// What they may come to.
    most_amount: Cents,
    /// A single one.
    single_amount: Cents,
    /// Whether staff redeem cards that were not shown, but found by name.
    redeems_by_name: bool,
}

type VersionedSettings = Versioned<SettingsReply>;

impl From<CounterSettings> for SettingsReply {
    fn from(settings: CounterSettings) -> Self {
        let Pace { most_redemptions, most_amount, single_amount } = settings.pace;
        SettingsReply {
            is_pace_limited: settings.is_pace_limited,
            most_redemptions,
            most_amount,
            single_amount,
            redeems_by_name: settings.redeems_by_name,
        }
    }
}

fn reply(app: &App, settings: CounterSettings) -> Result<VersionedSettings> {
    let version = version_of(&app.secrets, &settings::described(&settings))?;
    Ok(Versioned { record: settings.into(), version })
}

/// At which pace clerks redeem by themselves, and whether a card may be redeemed that was not shown.
#[utoipa::path(get, path = "/Vendors/{id}/counter-settings", tag = "Vendors",
    responses((status = OK, body = VersionedSettings)))]
async fn get_counter_settings(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<VersionedSettings>> {
    Ok(Json(reply(&app, settings::find(&app, who.scope, id).await?)?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingsForm {
    is_pace_limited: Option<bool>,
    most_redemptions: Option<i64>,
    most_amount: Option<Cents>,
    single_amount: Option<Cents>,
    redeems_by_name: Option<bool>,
}

impl SettingsForm {
    fn check(&self) -> Result<CounterSettings, Fields> {
        let mut fields = Fields::default();
        let one = Cents::from_dollars(1);
        let is_pace_limited = fields.present("isPaceLimited", "Limit", self.is_pace_limited);
        let most_redemptions =
            fields.present("mostRedemptions", "Redemptions", self.most_redemptions);
        if most_redemptions.is_some_and(|count| !(1..=MOST_REDEMPTIONS).contains(&count)) {
            fields.add("mostRedemptions", messages::from_to(1, MOST_REDEMPTIONS));
        }
        let most_amount = fields.value("mostAmount", "Amount in an hour", self.most_amount, one);
        let single_amount = fields.value("singleAmount", "Amount at once", self.single_amount, one);
        let redeems_by_name = fields.present("redeemsByName", "By name", self.redeems_by_name);
        fields.finish(|| {
            Some(CounterSettings {
                is_pace_limited: is_pace_limited?,
                pace: Pace {
                    most_redemptions: most_redemptions?,
                    most_amount: most_amount?,
                    single_amount: single_amount?,
                },
                redeems_by_name: redeems_by_name?,
            })
        })
    }
}

/// Changes them. The shop's other managers are told.
#[utoipa::path(put, path = "/Vendors/{id}/counter-settings", tag = "Vendors", responses((status = OK, body = VersionedSettings)))]
async fn change_counter_settings(
    who: Can<ManageCounter>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<TenantId>,
    began: IfMatch,
    extract::Json(form): extract::Json<SettingsForm>,
) -> Result<Json<VersionedSettings>> {
    let wanted = form.check()?;
    let now = settings::change(&app, who.actor, who.scope, id, began, wanted).await?;
    Ok(Json(reply(&app, now)?))
}

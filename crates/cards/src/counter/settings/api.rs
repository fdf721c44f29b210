//! `/Vendors/{id}/counter-settings`: limits for a shop's clerks, and the handling of redemptions
//! beyond them.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Can, FreshProof};
use kernel::{fields::Fields, ids::TenantId, messages, money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Path},
        versions::{IfMatch, Versioned, version_of},
    },
};

use super::{Saved, Wanted};
use crate::counter::{
    rights::ManageCounter,
    rules::{MAX_REDEMPTIONS, Pace},
    settings::{
        self,
        rules::{CounterRules, CounterSettings, NextSettings},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_counter_settings, change_counter_settings))
        .routes(routes!(propose_counter_settings))
}

/// A shop's settings for its counter that are in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CounterSettings)]
struct SettingsReply {
    /// Whether a redemption beyond the next three limits waits for a manager. Otherwise managers
    /// and the platform are informed.
    is_pace_limited: bool,
    /// Maximum redemptions and cash-outs of one clerk within an hour.
    most_redemptions: i64,
    /// Maximum sum of redemptions and cash-outs of one clerk within an hour.
    most_amount: Cents,
    /// Maximum amount taken off one card within an hour.
    single_amount: Cents,
    /// Whether staff may redeem cards that were not presented, but found by name.
    redeems_by_name: bool,
    /// Whether the managers get an email with the sums when a day is closed at the counter.
    mails_closed_days: bool,
    /// Saved settings that are not in force yet, because looser settings take effect a day later.
    #[schema(required)]
    next: Option<NextReply>,
}

/// Settings that are in force later.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NextCounterSettings)]
struct NextReply {
    /// Time from which the settings are in force.
    from: Timestamp,
    /// Whether a redemption beyond the limits waits for a manager.
    is_pace_limited: bool,
    /// Maximum redemptions and cash-outs of one clerk within an hour.
    most_redemptions: i64,
    /// Maximum sum of redemptions and cash-outs of one clerk within an hour.
    most_amount: Cents,
    /// Maximum amount taken off one card within an hour.
    single_amount: Cents,
    /// Whether staff may redeem cards that were not presented, but found by name.
    redeems_by_name: bool,
}

impl From<NextSettings> for NextReply {
    fn from(NextSettings { settings, from }: NextSettings) -> Self {
        let Pace { most_redemptions, most_amount, single_amount } = settings.pace;
        NextReply {
            from,
            is_pace_limited: settings.is_pace_limited,
            most_redemptions,
            most_amount,
            single_amount,
            redeems_by_name: settings.redeems_by_name,
        }
    }
}

type VersionedSettings = Versioned<SettingsReply>;

impl From<Saved> for SettingsReply {
    fn from(Saved { rules: CounterRules { settings, next }, mails_closed_days }: Saved) -> Self {
        let Pace { most_redemptions, most_amount, single_amount } = settings.pace;
        SettingsReply {
            is_pace_limited: settings.is_pace_limited,
            most_redemptions,
            most_amount,
            single_amount,
            redeems_by_name: settings.redeems_by_name,
            mails_closed_days,
            next: next.map(NextReply::from),
        }
    }
}

fn reply(app: &App, saved: Saved) -> Result<VersionedSettings> {
    let version = version_of(&app.secrets, &settings::versioned(&saved))?;
    Ok(Versioned { record: saved.into(), version })
}

/// Reads the settings of a shop's counter.
#[utoipa::path(get, path = "/Vendors/{id}/counter-settings", tag = "Vendors",
    responses((status = OK, body = VersionedSettings)))]
async fn get_counter_settings(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<VersionedSettings>> {
    Ok(Json(reply(&app, settings::find(&app, who.scope, id).await?)?))
}

/// Limits that leave room above the busiest hour of a shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProposedPace {
    /// Redemptions and cash-outs of one clerk in their busiest hour of the last 180 days.
    busiest_redemptions: i64,
    /// Largest sum of one clerk within an hour.
    busiest_amount: Cents,
    most_redemptions: i64,
    most_amount: Cents,
    single_amount: Cents,
}

/// Proposes limits for a shop's counter.
///
/// Based on the busiest hour that the shop has had.
#[utoipa::path(get, path = "/Vendors/{id}/counter-settings/proposed", tag = "Vendors",
    responses((status = OK, body = ProposedPace)))]
async fn propose_counter_settings(
    who: Can<ManageCounter>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<ProposedPace>> {
    let (busiest, pace) = settings::propose(&app, who.scope, id).await?;
    Ok(Json(ProposedPace {
        busiest_redemptions: busiest.redemptions,
        busiest_amount: busiest.amount,
        most_redemptions: pace.most_redemptions,
        most_amount: pace.most_amount,
        single_amount: pace.single_amount,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingsForm {
    is_pace_limited: Option<bool>,
    most_redemptions: Option<i64>,
    most_amount: Option<Cents>,
    single_amount: Option<Cents>,
    redeems_by_name: Option<bool>,
    /// Whether the managers get an email when a day is closed at the counter. Unchanged if it is left out.
    mails_closed_days: Option<bool>,
}

impl SettingsForm {
    fn check(&self) -> Result<Wanted, Fields> {
        let mut fields = Fields::default();
        let one = Cents::from_dollars(1);
        let is_pace_limited = fields.present("isPaceLimited", "Limit", self.is_pace_limited);
        let most_redemptions =
            fields.present("mostRedemptions", "Redemptions", self.most_redemptions);
        if most_redemptions.is_some_and(|count| !(1..=MAX_REDEMPTIONS).contains(&count)) {
            fields.add("mostRedemptions", messages::from_to(1, MAX_REDEMPTIONS));
        }
        let most_amount = fields.value("mostAmount", "Amount in an hour", self.most_amount, one);
        let single_amount = fields.value("singleAmount", "Amount at once", self.single_amount, one);
        let redeems_by_name = fields.present("redeemsByName", "By name", self.redeems_by_name);
        fields.finish(|| {
            let settings = CounterSettings {
                is_pace_limited: is_pace_limited?,
                pace: Pace {
                    most_redemptions: most_redemptions?,
                    most_amount: most_amount?,
                    single_amount: single_amount?,
                },
                redeems_by_name: redeems_by_name?,
            };
            Some(Wanted { settings, mails_closed_days: self.mails_closed_days })
        })
    }
}

/// Changes the settings of a shop's counter.
///
/// Stricter settings take effect at once, looser ones a day later. The platform is notified of looser ones.
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

//! `/Taxes`: the platform's registrations and the rates of taxes.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::super::{
    SetTaxesRight,
    errors::TAX_CHARGED,
    rules::{DatedRate, DatedRegistration, Scheme, Tax, TaxRate},
    set::{self, AllSettings},
    store::settings::{RateRow, RegistrationRow},
};
use access::{
    auth::{Actor, Can, FreshProof, Permission, Right},
    idempotency::Once,
};
use kernel::{
    dates::BusinessDate, fields::Fields, messages::Message, provinces::ProvinceCode,
    text::Paragraphs, timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{AppState, calls::routes},
};

/// Right to read tax settings and the tax report.
pub struct ReadTaxes;

impl Right for ReadTaxes {
    const PERMISSION: Permission = Permission::KeepBooks;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_tax_settings))
        .routes(routes!(set_tax_rate: TAX_CHARGED))
        .routes(routes!(set_tax_registration: TAX_CHARGED))
}

/// The platform's registrations for taxes, and the rates of taxes. The latest start comes first.
#[derive(Serialize, ToSchema)]
struct TaxSettings {
    /// Registrations of the platform.
    registrations: Vec<TaxRegistration>,
    /// Rates of all provinces.
    rates: Vec<ProvinceTaxRate>,
}

/// The platform's registration for a tax, from a day until the next one begins.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxRegistration {
    id: String,
    /// Taxes of the registration.
    scheme: Scheme,
    /// First day of the registration, or of its end.
    starts_on: BusinessDate,
    /// Registration number; null if the registration ends on this day.
    #[schema(required)]
    number: Option<String>,
    /// Time at which it was set.
    set_at: Timestamp,
    /// Name of the administrator who set it.
    #[schema(required)]
    set_by_name: Option<String>,
    reason: String,
}

/// The rate of a tax in a province, from a day until the next one begins.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProvinceTaxRate {
    id: String,
    /// Two letters of the province, such as `ON`.
    province: ProvinceCode,
    /// Kind of tax.
    tax: Tax,
    /// First day of the rate.
    starts_on: BusinessDate,
    /// Percentage, such as `9.975`; `0` if the tax ends on this day.
    rate: TaxRate,
    /// Time at which it was set; null for rates that came with the program.
    #[schema(required)]
    set_at: Option<Timestamp>,
    /// Name of the administrator who set it; null for rates that came with the program.
    #[schema(required)]
    set_by_name: Option<String>,
    /// Reason for the rate; null for rates that came with the program.
    #[schema(required)]
    reason: Option<String>,
}

fn full_name(first: Option<String>, last: Option<String>) -> Option<String> {
    first.zip(last).map(|(first, last)| format!("{first} {last}"))
}

impl TaxSettings {
    fn of(settings: AllSettings) -> TaxSettings {
        TaxSettings {
            registrations: settings.registrations.into_iter().map(TaxRegistration::of).collect(),
            rates: settings.rates.into_iter().map(ProvinceTaxRate::of).collect(),
        }
    }
}

impl TaxRegistration {
    fn of(row: RegistrationRow) -> TaxRegistration {
        TaxRegistration {
            id: row.id.to_string(),
            scheme: row.scheme,
            starts_on: row.starts_on,
            number: row.number,
            set_at: row.set_at,
            set_by_name: full_name(row.setter_first_name, row.setter_last_name),
            reason: row.reason,
        }
    }
}

impl ProvinceTaxRate {
    fn of(row: RateRow) -> ProvinceTaxRate {
        ProvinceTaxRate {
            id: row.id.to_string(),
            province: row.province,
            tax: row.tax,
            starts_on: row.starts_on,
            rate: row.rate,
            set_at: row.reason.is_some().then_some(row.set_at),
            set_by_name: full_name(row.setter_first_name, row.setter_last_name),
            reason: row.reason,
        }
    }
}

/// Lists tax registrations and tax rates.
#[utoipa::path(get, path = "/Taxes", tag = "Books", responses((status = OK, body = TaxSettings)))]
async fn get_tax_settings(_: Can<ReadTaxes>, State(app): AppState) -> Result<Json<TaxSettings>> {
    Ok(Json(TaxSettings::of(set::all(&app).await?)))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxRateForm {
    /// Two letters of the province, such as `ON`.
    province: Option<String>,
    /// Kind of tax.
    #[schema(inline)]
    tax: Option<Tax>,
    /// Percentage with at most three decimals, such as `9.975`; `0` ends the tax.
    rate: Option<String>,
    /// First day of the rate. It must be after the last day for which tax was charged in the province.
    starts_on: Option<String>,
    /// Reason, shown in the audit log.
    reason: Option<String>,
}

impl TaxRateForm {
    fn check(&self) -> Result<(DatedRate, String)> {
        let mut fields = Fields::default();
        let province = fields.required::<ProvinceCode>("province", "Province", &self.province);
        let tax = fields.present("tax", "Tax", self.tax);
        let rate = fields.required::<TaxRate>("rate", "Rate", &self.rate);
        let starts_on = fields.required::<BusinessDate>("startsOn", "First day", &self.starts_on);
        let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &self.reason);
        Ok(fields.finish(|| {
            let rate =
                DatedRate { province: province?, tax: tax?, starts_on: starts_on?, rate: rate? };
            Some((rate, reason?.into()))
        })?)
    }
}

/// Sets the rate of a tax in a province from a day on.
///
/// A rate can't begin on a day for which tax was charged.
#[utoipa::path(post, path = "/Taxes/rates", tag = "Books", responses((status = OK, body = TaxSettings)))]
async fn set_tax_rate(
    who: Can<SetTaxesRight>,
    _proof: FreshProof,
    State(app): AppState,
    once: Once<TaxRateForm>,
) -> Result<Json<TaxSettings>> {
    let (form, call) = once.by(who.actor.person);
    let (rate, reason) = form.check()?;
    set::set_rate(&app, call, &who.actor, rate, reason).await?;
    Ok(Json(TaxSettings::of(set::all(&app).await?)))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxRegistrationForm {
    /// Taxes of the registration.
    #[schema(inline)]
    scheme: Option<Scheme>,
    /// Registration number, such as `123456789RT0001`. Without it, the registration ends.
    number: Option<String>,
    /// First day on which the platform charges the tax. It must be after the last day for which tax was charged.
    starts_on: Option<String>,
    /// Reason, shown in the audit log.
    reason: Option<String>,
}

impl TaxRegistrationForm {
    fn check(&self) -> Result<(DatedRegistration, String)> {
        let mut fields = Fields::default();
        let scheme = fields.present("scheme", "Tax", self.scheme);
        let starts_on = fields.required::<BusinessDate>("startsOn", "First day", &self.starts_on);
        let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &self.reason);
        let number: String = self
            .number
            .iter()
            .flat_map(|text| text.chars())
            .filter(|letter| !letter.is_whitespace())
            .collect();
        let number = Some(number.to_ascii_uppercase()).filter(|number| !number.is_empty());
        if let (Some(scheme), Some(number)) = (scheme, &number)
            && !scheme.is_number(number)
        {
            fields.add(
                "number",
                match scheme {
                    Scheme::GstHst => Message::new(
                        "A GST/HST number looks like 123456789RT0001.",
                        "Un numéro de TPS/TVH a la forme 123456789RT0001.",
                    ),
                    Scheme::Qst => Message::new(
                        "A QST number looks like 1234567890TQ0001.",
                        "Un numéro de TVQ a la forme 1234567890TQ0001.",
                    ),
                },
            );
        }
        Ok(fields.finish(|| {
            Some((
                DatedRegistration { scheme: scheme?, starts_on: starts_on?, number },
                reason?.into(),
            ))
        })?)
    }
}

/// Sets or ends a tax registration from a day on.
///
/// The platform charges a tax from the first day of its registration. Without registrations, it charges none.
#[utoipa::path(post, path = "/Taxes/registrations", tag = "Books", responses((status = OK, body = TaxSettings)))]
async fn set_tax_registration(
    who: Can<SetTaxesRight>,
    _proof: FreshProof,
    State(app): AppState,
    once: Once<TaxRegistrationForm>,
) -> Result<Json<TaxSettings>> {
    let (form, call) = once.by(who.actor.person);
    let (registration, reason) = form.check()?;
    set::set_registration(&app, call, &who.actor, registration, reason).await?;
    Ok(Json(TaxSettings::of(set::all(&app).await?)))
}

//! Sets the platform's registrations and the rates of taxes. Nothing that was charged is rewritten:
//! a value begins after the last day for which tax was charged.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    actions::{self, TAX_RATE, TAX_REGISTRATION},
    errors::TAX_CHARGED,
    rules::{DatedRate, DatedRegistration},
    store::settings::{self as store, RateRow, RegistrationRow, SetBy},
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
    idempotency::Named,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{TaxRateId, TaxRegistrationId},
    language::Language,
    messages::Message,
    provinces::ProvinceCode,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Values may begin within this many days, so that one dated far ahead by mistake doesn't stay
/// pending for ever.
const MAX_DAYS_AHEAD: i32 = 366;

/// All settings: past, current and future ones, those with the latest start first.
pub struct AllSettings {
    pub registrations: Vec<RegistrationRow>,
    pub rates: Vec<RateRow>,
}

pub async fn all(app: &App) -> Result<AllSettings> {
    app.db
        .read(|tx| {
            let registrations = store::registrations(tx)?;
            Ok(AllSettings { registrations, rates: store::rates(tx)? })
        })
        .await
}

/// Sets the rate of a tax in a province from a day on.
pub async fn set_rate(
    app: &Arc<App>,
    call: Named,
    by: &Actor,
    rate: DatedRate,
    reason: String,
) -> Result<()> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let _: TaxRateId = call.once(tx, now, |tx| {
            refuse_other_days(tx, now, rate.starts_on, Some(rate.province))?;
            let id = TaxRateId::new(now);
            store::insert_rate(tx, id, rate, &SetBy { person: by.person, now, reason: &reason })?;
            let DatedRate { province, tax, starts_on, rate } = rate;
            let entry = Entry::new(actions::TAX_RATE_SET, Subject::of(TAX_RATE, id))
                .after(json!({ "province": province, "tax": tax, "startsOn": starts_on, "rate": rate }))
                .reason(Some(reason.clone()));
            audit::record(tx, now, &Author::of(&by), entry)?;
            Ok(id)
        })?;
        Ok(())
    })
    .await
}

/// Sets a registration from a day on, or ends it.
pub async fn set_registration(
    app: &Arc<App>,
    call: Named,
    by: &Actor,
    registration: DatedRegistration,
    reason: String,
) -> Result<()> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let _: TaxRegistrationId = call.once(tx, now, |tx| {
            refuse_other_days(tx, now, registration.starts_on, None)?;
            let id = TaxRegistrationId::new(now);
            let set_by = SetBy { person: by.person, now, reason: &reason };
            store::insert_registration(tx, id, &registration, &set_by)?;
            let DatedRegistration { scheme, starts_on, number } = &registration;
            let subject = Subject::of(TAX_REGISTRATION, id);
            let entry = Entry::new(actions::TAX_REGISTRATION_SET, subject)
                .after(json!({ "scheme": scheme, "startsOn": starts_on, "number": number }))
                .reason(Some(reason.clone()));
            audit::record(tx, now, &Author::of(&by), entry)?;
            Ok(id)
        })?;
        Ok(())
    })
    .await
}

/// Refuses a start on a day for which tax was charged, in the province or, for a registration,
/// anywhere, and a start that is too far ahead.
fn refuse_other_days(
    tx: &mut Tx<'_>,
    now: Timestamp,
    starts_on: BusinessDate,
    province: Option<ProvinceCode>,
) -> Result<()> {
    if starts_on > BusinessDate::of(now).plus_days(MAX_DAYS_AHEAD) {
        let message = Message::new(
            "Please choose a day within a year from today.",
            "Veuillez choisir un jour d’ici un an.",
        );
        return Err(Fields::one("startsOn", message).into());
    }
    store::lock(tx)?;
    match store::last_charged_day(tx, province)? {
        Some(last) if starts_on <= last => {
            let first = |language| last.tomorrow().in_words(language);
            Err(Error::explained(
                TAX_CHARGED,
                Message::of(
                    format!(
                        "Tax was charged until the day before {}, and statements are never rewritten. Please choose that day or a later one.",
                        first(Language::En)
                    ),
                    format!(
                        "La taxe est facturée jusqu’à la veille du {}, et les relevés ne sont jamais récrits. Choisissez ce jour ou un jour ultérieur.",
                        first(Language::Fr)
                    ),
                ),
            ))
        }
        _ => Ok(()),
    }
}

//! SQL for the platform's tax registrations and for the rates of taxes.

use db::{Tx, params};

use super::super::rules::{DatedRate, DatedRegistration, Scheme, Settings, Tax, TaxRate};
use kernel::{
    dates::BusinessDate,
    ids::{PersonId, TaxRateId, TaxRegistrationId},
    provinces::ProvinceCode,
    timestamp::Timestamp,
};
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// Rate of a tax, with the name of the administrator who set it.
    #[derive(Clone, Debug)]
    pub struct RateRow {
        pub id: TaxRateId,
        pub province: ProvinceCode,
        pub tax: Tax,
        pub starts_on: BusinessDate,
        pub rate: TaxRate,
        pub set_at: Timestamp,
        /// `None` for rates that came with the program.
        pub reason: Option<String>,
        pub setter_first_name: Option<String>,
        pub setter_last_name: Option<String>,
    }
}

db::row! {
    /// Registration of the platform, with the name of the administrator who set it.
    #[derive(Clone, Debug)]
    pub struct RegistrationRow {
        pub id: TaxRegistrationId,
        pub scheme: Scheme,
        pub starts_on: BusinessDate,
        pub number: Option<String>,
        pub set_at: Timestamp,
        pub reason: String,
        pub setter_first_name: Option<String>,
        pub setter_last_name: Option<String>,
    }
}

/// Lists all rates, those with the latest start first.
pub fn rates(tx: &mut Tx<'_>) -> Result<Vec<RateRow>> {
    let sql = concat!(
        "SELECT r.id, r.province, r.tax, r.starts_on, r.rate, r.set_at, r.reason, ",
        column_then!("s", "first_name"),
        ", ",
        column_then!("s", "last_name"),
        " FROM tax_rate r ",
        join_then!("s", "r.set_by", "r.set_at"),
        " ORDER BY r.starts_on DESC, r.set_at DESC, r.id DESC"
    );
    Ok(tx.rows(sql, &[])?)
}

/// Lists all registrations, those with the latest start first.
pub fn registrations(tx: &mut Tx<'_>) -> Result<Vec<RegistrationRow>> {
    let sql = concat!(
        "SELECT r.id, r.scheme, r.starts_on, r.number, r.set_at, r.reason, ",
        column_then!("s", "first_name"),
        ", ",
        column_then!("s", "last_name"),
        " FROM tax_registration r ",
        join_then!("s", "r.set_by", "r.set_at"),
        " ORDER BY r.starts_on DESC, r.set_at DESC, r.id DESC"
    );
    Ok(tx.rows(sql, &[])?)
}

/// Reads all settings. Without a registration, the rates are not read, because no tax applies.
pub fn all(tx: &mut Tx<'_>) -> Result<Settings> {
    let sql =
        "SELECT scheme, starts_on, number FROM tax_registration ORDER BY starts_on, set_at, id";
    let found: Vec<(Scheme, BusinessDate, Option<String>)> = tx.rows(sql, &[])?;
    let registration =
        |(scheme, starts_on, number)| DatedRegistration { scheme, starts_on, number };
    let registrations: Vec<_> = found.into_iter().map(registration).collect();
    if registrations.is_empty() {
        return Ok(Settings::default());
    }
    let sql = "SELECT province, tax, starts_on, rate FROM tax_rate ORDER BY starts_on, set_at, id";
    let found: Vec<(ProvinceCode, Tax, BusinessDate, TaxRate)> = tx.rows(sql, &[])?;
    let rate = |(province, tax, starts_on, rate)| DatedRate { province, tax, starts_on, rate };
    Ok(Settings { rates: found.into_iter().map(rate).collect(), registrations })
}

/// Locks the registrations, so that no statement is made while a setting changes, nor the reverse.
pub fn lock(tx: &mut Tx<'_>) -> Result<()> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT id FROM tax_registration ORDER BY id{lock}");
    tx.rows::<(TaxRegistrationId,)>(&sql, &[])?;
    Ok(())
}

/// Author, time and reason of a value.
pub struct SetBy<'a> {
    pub person: PersonId,
    pub now: Timestamp,
    pub reason: &'a str,
}

pub fn insert_rate(
    tx: &mut Tx<'_>,
    id: TaxRateId,
    DatedRate { province, tax, starts_on, rate }: DatedRate,
    by: &SetBy<'_>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO tax_rate (id, province, tax, starts_on, rate, set_by, set_at, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![id, province, tax, starts_on, rate, by.person, by.now, by.reason],
    )?;
    Ok(())
}

pub fn insert_registration(
    tx: &mut Tx<'_>,
    id: TaxRegistrationId,
    registration: &DatedRegistration,
    by: &SetBy<'_>,
) -> Result<()> {
    let DatedRegistration { scheme, starts_on, number } = registration;
    tx.execute(
        "INSERT INTO tax_registration (id, scheme, starts_on, number, set_by, set_at, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, scheme, starts_on, number, by.person, by.now, by.reason],
    )?;
    Ok(())
}

/// Returns the last day of all statements of commission, or of those of shops in a province.
pub fn last_charged_day(
    tx: &mut Tx<'_>,
    province: Option<ProvinceCode>,
) -> Result<Option<BusinessDate>> {
    let (day,): (Option<BusinessDate>,) = match province {
        Some(province) => tx.one(
            "SELECT MAX(last_day) FROM commission_statement WHERE province = $1",
            params![province],
        )?,
        None => tx.one("SELECT MAX(last_day) FROM commission_statement", &[])?,
    };
    Ok(day)
}

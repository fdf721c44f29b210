//! Basic data of people for other features: names, and recipients of emails with their language and
//! brand.

pub mod identity;
mod names;
mod store;

use std::collections::BTreeMap;

use db::Tx;

use kernel::{
    brand::Brand,
    contact::Email,
    ids::{PersonId, TenantId},
    language::Language,
};
use platform::error::Result;

pub use names::check as check_names;
pub use store::Addressee;

/// Returns the email address, name, language and brand of a person; `None` if the account is
/// closed.
pub fn addressee(tx: &mut Tx<'_>, id: PersonId) -> Result<Option<Addressee>> {
    store::find(tx, id)
}

/// Lists the active managers of a tenant whose email address is confirmed.
pub fn managers_of(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Vec<Addressee>> {
    store::list_managers(tx, tenant)
}

/// Like [`managers_of`], for many tenants at once. A tenant without managers is left out.
pub fn managers_of_all(
    tx: &mut Tx<'_>,
    tenants: &[TenantId],
) -> Result<BTreeMap<TenantId, Vec<Addressee>>> {
    store::list_managers_of_all(tx, tenants)
}

/// Lists the active administrators and super administrators whose email address is confirmed.
pub fn administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    store::list_administrators(tx)
}

/// Lists the active super administrators whose email address is confirmed.
pub fn super_administrators(tx: &mut Tx<'_>) -> Result<Vec<Addressee>> {
    store::list_super_administrators(tx)
}

/// Returns the language and brand of emails to an address: those of the person with this address,
/// or English and the first brand.
pub fn way_of_writing(tx: &mut Tx<'_>, email: &Email) -> Result<(Language, Brand)> {
    let person = store::find_by_email(tx, email)?;
    Ok(person.map_or((Language::En, Brand::DEFAULT), |person| (person.language, person.brand)))
}

/// Returns the first and last names of the people with these ids.
pub fn names_of(tx: &mut Tx<'_>, ids: &[PersonId]) -> Result<BTreeMap<PersonId, (String, String)>> {
    store::names_of(tx, ids)
}

/// Sets the language of a person's emails.
pub fn set_language(tx: &mut Tx<'_>, id: PersonId, language: Language) -> Result<()> {
    store::set_language(tx, id, language)
}

/// Returns true if the person gets an email about each transaction on their cards.
pub fn mails_movements(tx: &mut Tx<'_>, id: PersonId) -> Result<bool> {
    store::mails_movements(tx, id)
}

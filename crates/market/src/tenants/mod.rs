//! Vendors and charities: organizations that sell cards or receive donations, each with its own
//! staff.

pub mod actions;
pub mod admin;
mod amounts;
pub mod api;
mod bank;
mod change;
pub mod errors;
mod facts;
pub mod forms;
pub mod import;
pub mod letters;
mod profile;
mod questions;
mod recorded;
mod rules;
mod scope;
pub mod secret_uses;
mod store;
pub mod storefront;

use std::collections::BTreeMap;

use db::Tx;

use access::{audit::MAX_MATCHES, auth::TenantKind};
use kernel::{
    brand::Brand,
    fields::Fields,
    ids::TenantId,
    language::Language,
    messages,
    paging::{Page, PageRequest},
    search::Search,
    time_zones::Zone,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    lists::{Depth, Searchable, Totals, Wanted},
    secrets::Secrets,
};

pub use amounts::CardAmounts;
pub use bank::BankNumbers;
pub use facts::{CharityFacts, Facts, SharedFacts, VendorFacts};
pub use kernel::custom_amounts::CustomAmounts;
pub use profile::{
    Address, ContactPerson, Logo, Profile, Registration, SortedUnder, Tenant, TenantState,
};
pub use scope::TenantScope;
pub use scope::tenant_rights;
pub use store::{BankOnFile, TenantRow, Waiting};

/// Records that a shop has sold a card that supports a charity.
pub fn note_support(tx: &mut Tx<'_>, vendor: TenantId, charity: TenantId) -> Result<()> {
    store::note_support(tx, vendor, charity)
}

/// Adds a pending tenant from a registration, which administrators then review.
pub fn register(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    registration: &Registration,
) -> Result<TenantId> {
    let profile = Profile::of(registration);
    let inserted = tx.savepoint(|tx| store::insert(tx, secrets, now, registration.kind, &profile));
    match inserted {
        Ok(id) => Ok(id),
        // The row refers only to a category or kind of organization, so the error must be about
        // this field.
        Err(Error::Database(db::Error::ForeignKey)) => {
            let field = match registration.sorted_under {
                SortedUnder::Category(_) => "businessInfo.categoryId",
                SortedUnder::Organization(_) => "businessInfo.organizationType",
            };
            Err(Error::Invalid(Fields::one(field, messages::NOT_IN_LIST)))
        }
        Err(error) => Err(error),
    }
}

/// Adds a tenant with a complete profile. The tenant is pending, like a tenant from a registration.
pub fn add(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: TenantKind,
    profile: &Profile,
) -> Result<TenantId> {
    store::insert(tx, secrets, now, kind, profile)
}

/// Sets the state of a tenant without checking for missing fields and without notifying anyone.
pub fn set_state(tx: &mut Tx<'_>, id: TenantId, now: Timestamp, state: TenantState) -> Result<()> {
    store::set_state(tx, id, now, state)
}

/// Returns the language and brand for emails to the contact person of a registration.
pub fn contact_look(tx: &mut Tx<'_>, id: TenantId) -> Result<(Language, Brand)> {
    store::contact_look(tx, id)
}

pub fn set_contact_look(
    tx: &mut Tx<'_>,
    id: TenantId,
    language: Language,
    brand: Brand,
) -> Result<()> {
    store::set_contact_look(tx, id, language, brand)
}

/// Returns the kind of a tenant; `None` if the tenant doesn't exist.
pub fn kind_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<TenantKind>> {
    store::kind_of(tx, id)
}

/// Returns the state of a tenant, and when it was closed, if ever.
pub fn state_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<(TenantState, Option<Timestamp>)>> {
    store::state_of(tx, id)
}

/// Returns the time zone of a shop's counter; `None` if the shop doesn't exist.
pub fn zone_of(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<Zone>> {
    let found = store::zone_of(tx, vendor)?;
    Ok(found.filter(|(kind, _)| *kind == TenantKind::Vendor).map(|(_, zone)| zone))
}

/// Returns a tenant's bank account; `None` if the tenant doesn't exist.
pub fn find_bank(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<BankOnFile>> {
    store::find_bank(tx, id)
}

/// Returns the bank accounts of these tenants.
pub fn find_banks(tx: &mut Tx<'_>, ids: &[TenantId]) -> Result<BTreeMap<TenantId, BankOnFile>> {
    store::list_banks(tx, ids, false)
}

/// Like [`find_banks`], but keeps the accounts from being changed until the transaction ends.
pub fn keep_banks(tx: &mut Tx<'_>, ids: &[TenantId]) -> Result<BTreeMap<TenantId, BankOnFile>> {
    store::list_banks(tx, ids, true)
}

/// Returns a tenant's bank account and locks it until the transaction ends.
pub fn lock_bank(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<BankOnFile>> {
    store::lock_bank(tx, id)
}

/// Returns the number of pending tenants of a kind, and the time since which the oldest has been
/// waiting.
pub fn count_pending(tx: &mut Tx<'_>, kind: TenantKind) -> Result<Waiting> {
    store::count_pending(tx, kind)
}

/// Returns the number of active tenants of a kind.
pub fn count_active(tx: &mut Tx<'_>, kind: TenantKind) -> Result<i64> {
    store::count_active(tx, kind)
}

/// Returns a tenant's name; `None` if the tenant doesn't exist.
pub fn name_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<String>> {
    store::name_of(tx, id)
}

/// Returns the names of these tenants by id.
pub fn names_of(tx: &mut Tx<'_>, ids: &[TenantId]) -> Result<BTreeMap<TenantId, String>> {
    store::names_of(tx, ids)
}

/// Returns the ids of tenants of this kind by folded name, without names that several tenants have.
pub fn ids_by_name(
    tx: &mut Tx<'_>,
    kind: TenantKind,
    names: &[String],
) -> Result<BTreeMap<String, String>> {
    store::ids_by_name(tx, kind, names)
}

/// Fields that a search can name when a user chooses a tenant.
pub struct NameSearch;

impl Searchable for NameSearch {
    const FIELDS: &'static [(&'static str, Depth)] =
        &[("name", Depth::Name), ("displayName", Depth::Name), ("legalName", Depth::Name)];
}

/// Finds tenants by name, for forms in which a user chooses a tenant.
pub fn find_by_name(
    tx: &mut Tx<'_>,
    totals: &Totals,
    wanted: &Wanted,
    page: PageRequest,
) -> Result<Page<TenantRow>> {
    store::choices(tx, totals, wanted, page)
}

/// Finds the ids of shops and charities by name, for the search in the audit log.
pub fn find_ids(tx: &mut Tx<'_>, app: &App, text: &Search) -> Result<Vec<String>> {
    if !text.covers("name") {
        return Ok(Vec::new());
    }
    let wanted = Wanted::new(text, NameSearch::FIELDS);
    let found = find_by_name(tx, &app.totals, &wanted, PageRequest::new(1, MAX_MATCHES))?;
    Ok(found.items.iter().map(|tenant| tenant.id.to_string()).collect())
}

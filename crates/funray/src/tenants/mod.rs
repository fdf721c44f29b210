//! Vendors and charities: organizations that sell cards or are supported by them, each with its own staff.

pub mod api;
mod store;

use db::Tx;

use crate::{
    auth::{TenantId, TenantKind},
    directory::{CategoryId, OrganizationId},
    error::{Error, Result},
    kernel::{
        contact::Email,
        fields::Fields,
        paging::{Page, PageRequest},
        search::Search,
        timestamp::Timestamp,
    },
};

pub use store::TenantRow;

/// What a shop or a cause says of itself when it asks to join.
#[derive(Clone, Debug)]
pub struct Registration {
    pub kind: TenantKind,
    pub legal_name: String,
    pub business_number: String,
    pub sorted_under: SortedUnder,
    pub address: Address,
    pub contact: ContactPerson,
}

/// Vendors have a category, charities a kind of organization.
#[derive(Clone, Copy, Debug)]
pub enum SortedUnder {
    Category(CategoryId),
    Organization(OrganizationId),
}

#[derive(Clone, Debug)]
pub struct Address {
    pub line1: String,
    pub line2: Option<String>,
    pub city: String,
    pub province: String,
    pub postal_code: String,
}

#[derive(Clone, Debug)]
pub struct ContactPerson {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub work_phone: String,
    pub mobile_phone: String,
}

/// A pending tenant: administrators look at it before it is anything more.
pub fn register(tx: &mut Tx<'_>, now: Timestamp, registration: &Registration) -> Result<TenantId> {
    let id = TenantId::new(now);
    let inserted = tx.savepoint(|tx| store::insert(tx, id, now, registration));
    match inserted {
        Ok(()) => Ok(id),
        // The only row it refers to: what it is sorted under.
        Err(Error::Database(db::Error::ForeignKey)) => {
            let field = match registration.sorted_under {
                SortedUnder::Category(_) => "businessInfo.categoryId",
                SortedUnder::Organization(_) => "businessInfo.organizationType",
            };
            Err(Error::Invalid(Fields::one(field, "Please choose one from the list.")))
        }
        Err(error) => Err(error),
    }
}

/// What may happen to a tenant. A pending one waits for an administrator; only active ones' staff can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TenantState {
    Pending,
    Active,
    Inactive,
    Rejected,
}

impl TenantState {
    fn word(self) -> &'static str {
        match self {
            TenantState::Pending => "PENDING",
            TenantState::Active => "ACTIVE",
            TenantState::Inactive => "INACTIVE",
            TenantState::Rejected => "REJECTED",
        }
    }
}

pub fn set_state(tx: &mut Tx<'_>, id: TenantId, state: TenantState) -> Result<()> {
    store::set_state(tx, id, state.word())
}

/// The kind of a tenant, if there is such a tenant.
pub fn kind_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<TenantKind>> {
    store::kind_of(tx, id)
}

/// What a tenant is called, if there is such a tenant.
pub fn name_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<String>> {
    store::name_of(tx, id)
}

/// Tenants by name, for choosing one.
pub fn find_by_name(
    tx: &mut Tx<'_>,
    search: &Search,
    page: PageRequest,
) -> Result<Page<TenantRow>> {
    let rows = store::list(tx, search, page)?;
    Ok(Page::new(rows, page, store::count(tx, search)?))
}

//! The rows of kinds of organizations.

use db::{Tx, params};

use super::Listed;
use crate::{
    directory::OrganizationDraft,
    error::Result,
    id_type,
    kernel::{fold::search_key, timestamp::Timestamp},
};

id_type!(
    /// A kind of organization: what a cause is.
    OrganizationId,
    "org"
);

db::row! {
    pub struct OrganizationRow {
        pub id: OrganizationId,
        pub name: String,
        pub description: Option<String>,
        pub is_active: bool,
    }
}

impl Listed for OrganizationRow {
    const TABLE: &'static str = "organization";
    const COLUMNS: &'static str = OrganizationRow::COLUMNS;
    type Id = OrganizationId;
}

pub fn insert_organization(
    tx: &mut Tx<'_>,
    now: Timestamp,
    organization: &OrganizationDraft,
) -> Result<OrganizationId> {
    let id = OrganizationId::new(now);
    tx.execute(
        "INSERT INTO organization (id, name, description, search_key, is_active, created_at)
         VALUES ($1, $2, $3, $4, TRUE, $5)",
        params![
            id,
            organization.name,
            organization.description,
            search_key(&organization.name),
            now
        ],
    )?;
    Ok(id)
}

/// False when there is no such organization.
pub fn update_organization(
    tx: &mut Tx<'_>,
    id: OrganizationId,
    organization: &OrganizationDraft,
) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE organization SET name = $1, description = $2, search_key = $3 WHERE id = $4",
        params![organization.name, organization.description, search_key(&organization.name), id],
    )?;
    Ok(changed == 1)
}

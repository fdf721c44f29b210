//! The rows of vendors and charities.

mod kept;
mod record;
mod shown;

use db::{Tx, params};

use crate::{
    auth::{TenantId, TenantKind},
    error::Result,
};

pub use kept::{TenantFilter, TenantItem, TenantOrder, TenantRow, choices, items};
pub use record::{find, insert, lock, set_rejection_reason, set_state, update};
pub use shown::{
    ShownCharity, ShownFilter, ShownOrder, ShownVendor, find_charity, find_vendor, note_support,
    shown_charities, shown_vendors,
};

pub fn kind_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<TenantKind>> {
    let found: Option<(TenantKind,)> =
        tx.first("SELECT kind FROM tenant WHERE id = $1", params![id])?;
    Ok(found.map(|(kind,)| kind))
}

pub fn name_of(tx: &mut Tx<'_>, id: TenantId) -> Result<Option<String>> {
    let found: Option<(String,)> =
        tx.first("SELECT display_name FROM tenant WHERE id = $1", params![id])?;
    Ok(found.map(|(name,)| name))
}

//! The rows of vendors and charities.

use db::{Tx, Value, params};

use super::{Registration, SortedUnder};
use crate::{
    auth::{TenantId, TenantKind},
    error::{Error, Result},
    kernel::{fold::search_key, paging::PageRequest, search::Search, timestamp::Timestamp},
};

db::row! {
    /// A tenant to choose.
    pub struct TenantRow {
        pub id: TenantId,
        pub kind: TenantKind,
        pub state: String,
        pub display_name: String,
    }
}

pub fn insert(
    tx: &mut Tx<'_>,
    id: TenantId,
    now: Timestamp,
    registration: &Registration,
) -> Result<(), Error> {
    let (category, organization) = match registration.sorted_under {
        SortedUnder::Category(id) => (Some(id), None),
        SortedUnder::Organization(id) => (None, Some(id)),
    };
    let (address, contact) = (&registration.address, &registration.contact);
    tx.execute(
        "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, category_id,
                             organization_id, address_line1, address_line2, city, province, postal_code,
                             contact_first_name, contact_last_name, contact_email, work_phone, mobile_phone,
                             search_key, created_at)
         VALUES ($1, $2, 'PENDING', $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        params![
            id,
            registration.kind,
            registration.legal_name,
            registration.business_number,
            category,
            organization,
            address.line1,
            address.line2,
            address.city,
            address.province,
            address.postal_code,
            contact.first_name,
            contact.last_name,
            contact.email,
            contact.work_phone,
            contact.mobile_phone,
            search_key(&registration.legal_name),
            now
        ],
    )?;
    Ok(())
}

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

pub fn set_state(tx: &mut Tx<'_>, id: TenantId, state: &str) -> Result<()> {
    tx.execute("UPDATE tenant SET state = $1 WHERE id = $2", params![state, id])?;
    Ok(())
}

fn conditions(search: &Search) -> (String, Vec<Value<'static>>) {
    let parameters: Vec<Value<'static>> =
        search.patterns().map(|pattern| Value::Text(pattern.into())).collect();
    let matches =
        (1..=parameters.len()).map(|place| format!(" AND search_key LIKE ${place} ESCAPE '\\'"));
    (format!("state <> 'REJECTED'{}", matches.collect::<String>()), parameters)
}

pub fn list(tx: &mut Tx<'_>, search: &Search, page: PageRequest) -> Result<Vec<TenantRow>> {
    let (conditions, mut parameters) = conditions(search);
    let sql = format!(
        "SELECT {} FROM tenant WHERE {conditions} ORDER BY kind DESC, search_key, id LIMIT ${} OFFSET ${}",
        TenantRow::COLUMNS,
        parameters.len() + 1,
        parameters.len() + 2
    );
    parameters.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    Ok(tx.rows(&sql, &parameters)?)
}

pub fn count(tx: &mut Tx<'_>, search: &Search) -> Result<u64> {
    let (conditions, parameters) = conditions(search);
    let (count,): (i64,) =
        tx.one(&format!("SELECT count(*) FROM tenant WHERE {conditions}"), &parameters)?;
    Ok(count.unsigned_abs())
}

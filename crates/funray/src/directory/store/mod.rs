//! The directory's rows. Regions, categories and kinds of organizations are listed, found and switched alike.

mod categories;
mod organizations;
mod regions;

use db::{FromRow, Tx, Value, params};
use serde::Deserialize;

use crate::{
    error::Result,
    kernel::{
        paging::PageRequest,
        search::Search,
        sort::{Sort, SortKey},
    },
};

pub use categories::{CategoryId, CategoryRow, insert_category, list_popular, update_category};
pub use organizations::{
    OrganizationId, OrganizationRow, insert_organization, update_organization,
};
pub use regions::{RegionId, RegionRow, has_regions, insert_region, update_region};

/// A table of the directory: `id`, `name`, its folded `search_key`, `is_active`, and what else it has.
pub trait Listed: FromRow {
    const TABLE: &'static str;
    const COLUMNS: &'static str;
    type Id: db::ToValue;
}

/// What the lists of the directory can be ordered by.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DirectoryOrder {
    #[default]
    Name,
    CreatedAt,
}

impl SortKey for DirectoryOrder {
    fn column(self) -> &'static str {
        match self {
            DirectoryOrder::Name => "search_key",
            DirectoryOrder::CreatedAt => "created_at",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct DirectoryFilter {
    pub search: Search,
    pub is_active: Option<bool>,
}

impl DirectoryFilter {
    fn conditions(&self) -> (String, Vec<Value<'static>>) {
        let mut parameters: Vec<Value<'static>> = Vec::new();
        let mut sql = "TRUE".to_owned();
        if let Some(is_active) = self.is_active {
            parameters.push(Value::Bool(is_active));
            sql += &format!(" AND is_active = ${}", parameters.len());
        }
        for pattern in self.search.patterns() {
            parameters.push(Value::Text(pattern.into()));
            sql += &format!(" AND search_key LIKE ${} ESCAPE '\\'", parameters.len());
        }
        (sql, parameters)
    }
}

pub fn list<R: Listed>(
    tx: &mut Tx<'_>,
    filter: &DirectoryFilter,
    sort: Sort<DirectoryOrder>,
    page: PageRequest,
) -> Result<Vec<R>> {
    let (conditions, mut parameters) = filter.conditions();
    let sql = format!(
        "SELECT {} FROM {} WHERE {conditions} ORDER BY {} LIMIT ${} OFFSET ${}",
        R::COLUMNS,
        R::TABLE,
        sort.sql(),
        parameters.len() + 1,
        parameters.len() + 2
    );
    parameters.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    Ok(tx.rows(&sql, &parameters)?)
}

pub fn count<R: Listed>(tx: &mut Tx<'_>, filter: &DirectoryFilter) -> Result<u64> {
    let (conditions, parameters) = filter.conditions();
    let sql = format!("SELECT count(*) FROM {} WHERE {conditions}", R::TABLE);
    let (count,): (i64,) = tx.one(&sql, &parameters)?;
    Ok(count.unsigned_abs())
}

/// All that can be chosen, by name.
pub fn list_active<R: Listed>(tx: &mut Tx<'_>) -> Result<Vec<R>> {
    let sql = format!(
        "SELECT {} FROM {} WHERE is_active = TRUE ORDER BY search_key, id LIMIT 1000",
        R::COLUMNS,
        R::TABLE
    );
    Ok(tx.rows(&sql, params![])?)
}

pub fn find<R: Listed>(tx: &mut Tx<'_>, id: &R::Id) -> Result<Option<R>> {
    let sql = format!("SELECT {} FROM {} WHERE id = $1", R::COLUMNS, R::TABLE);
    Ok(tx.first(&sql, params![id])?)
}

/// False when there is no such row.
pub fn set_active<R: Listed>(tx: &mut Tx<'_>, id: &R::Id, is_active: bool) -> Result<bool> {
    let sql = format!("UPDATE {} SET is_active = $1 WHERE id = $2", R::TABLE);
    Ok(tx.execute(&sql, params![is_active, id])? == 1)
}

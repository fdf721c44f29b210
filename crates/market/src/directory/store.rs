//! Rows of the directory. All lists share the same statements.

use db::{ToValue, Tx, Value, params};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{CategoryRow, Resource};
use kernel::{
    fold::search_key,
    ids::{Id, RegionId},
    paging::PageRequest,
    random::random_bytes,
    search::Search,
    sort::{Sort, SortKey},
    timestamp::Timestamp,
};
use platform::error::Result;

/// Sort order of a list that can be sorted by name or creation time only.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NameOrder {
    #[default]
    Name,
    CreatedAt,
}

impl SortKey for NameOrder {
    fn column(self) -> &'static str {
        match self {
            NameOrder::Name => "search_key",
            NameOrder::CreatedAt => "created_at",
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

pub fn list<R: Resource>(
    tx: &mut Tx<'_>,
    filter: &DirectoryFilter,
    sort: Sort<R::Order>,
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

pub fn count<R: Resource>(tx: &mut Tx<'_>, filter: &DirectoryFilter) -> Result<u64> {
    let (conditions, parameters) = filter.conditions();
    let sql = format!("SELECT count(*) FROM {} WHERE {conditions}", R::TABLE);
    let (count,): (i64,) = tx.one(&sql, &parameters)?;
    Ok(count.unsigned_abs())
}

/// Lists the active entries by name.
pub fn list_active<R: Resource>(tx: &mut Tx<'_>) -> Result<Vec<R>> {
    let sql = format!(
        "SELECT {} FROM {} WHERE is_active = TRUE ORDER BY search_key, id LIMIT 1000",
        R::COLUMNS,
        R::TABLE
    );
    Ok(tx.rows(&sql, params![])?)
}

/// Lists the active entries of the landing page by name.
pub fn list_popular(tx: &mut Tx<'_>) -> Result<Vec<CategoryRow>> {
    let sql = format!(
        "SELECT {} FROM category WHERE is_popular = TRUE AND is_active = TRUE
         ORDER BY search_key, id LIMIT 1000",
        CategoryRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![])?)
}

pub fn find<R: Resource>(tx: &mut Tx<'_>, id: &R::Id) -> Result<Option<R>> {
    let sql = format!("SELECT {} FROM {} WHERE id = $1", R::COLUMNS, R::TABLE);
    Ok(tx.first(&sql, params![id])?)
}

/// Like [`find`], but locks the row until the transaction ends.
pub fn lock<R: Resource>(tx: &mut Tx<'_>, id: &R::Id) -> Result<Option<R>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM {} WHERE id = $1{lock}", R::COLUMNS, R::TABLE);
    Ok(tx.first(&sql, params![id])?)
}

/// Returns the columns of a draft and their values.
fn columns<R: Resource>(draft: &R::Draft) -> (Vec<&'static str>, Vec<Value<'_>>) {
    let name = R::name(draft);
    let both = [("name", name.to_value()), ("search_key", Value::Text(search_key(name).into()))];
    both.into_iter().chain(R::values(draft)).unzip()
}

pub fn insert<R: Resource>(tx: &mut Tx<'_>, now: Timestamp, draft: &R::Draft) -> Result<R::Id> {
    let id = R::Id::from_parts(now, random_bytes());
    let (mut names, mut values) = columns::<R>(draft);
    names.extend(["id", "created_at", "is_active"]);
    values.extend([id.to_value(), now.to_value()]);
    let places: Vec<String> = (1..=values.len()).map(|number| format!("${number}")).collect();
    let (names, places) = (names.join(", "), places.join(", "));
    let sql = format!("INSERT INTO {} ({names}) VALUES ({places}, TRUE)", R::TABLE);
    tx.execute(&sql, &values)?;
    Ok(id)
}

/// Updates an entry. Returns false if the entry doesn't exist.
pub fn update<R: Resource>(tx: &mut Tx<'_>, id: &R::Id, draft: &R::Draft) -> Result<bool> {
    let (names, mut values) = columns::<R>(draft);
    let set: Vec<String> =
        names.iter().zip(1..).map(|(name, number)| format!("{name} = ${number}")).collect();
    values.push(id.to_value());
    let (set, last) = (set.join(", "), values.len());
    let sql = format!("UPDATE {} SET {set} WHERE id = ${last}", R::TABLE);
    Ok(tx.execute(&sql, &values)? == 1)
}

/// Activates or deactivates an entry. Returns false if the entry doesn't exist.
pub fn set_active<R: Resource>(tx: &mut Tx<'_>, id: &R::Id, is_active: bool) -> Result<bool> {
    let sql = format!("UPDATE {} SET is_active = $1 WHERE id = $2", R::TABLE);
    Ok(tx.execute(&sql, params![is_active, id])? == 1)
}

pub fn has_regions(tx: &mut Tx<'_>) -> Result<bool> {
    let any: Option<(RegionId,)> = tx.first("SELECT id FROM region LIMIT 1", params![])?;
    Ok(any.is_some())
}

//! The rows of categories.

use db::{Tx, params};

use super::Listed;
use crate::{
    directory::CategoryDraft,
    error::Result,
    files::FileKey,
    id_type,
    kernel::{fold::search_key, timestamp::Timestamp},
};

id_type!(
    /// What a shop sells.
    CategoryId,
    "cat"
);

db::row! {
    pub struct CategoryRow {
        pub id: CategoryId,
        pub name: String,
        pub popular_name: Option<String>,
        pub url_text: Option<String>,
        pub logo_key: Option<FileKey>,
        pub is_popular: bool,
        pub is_active: bool,
    }
}

impl Listed for CategoryRow {
    const TABLE: &'static str = "category";
    const COLUMNS: &'static str = CategoryRow::COLUMNS;
    type Id = CategoryId;
}

/// The active ones that the landing page shows, by name.
pub fn list_popular(tx: &mut Tx<'_>) -> Result<Vec<CategoryRow>> {
    let sql = format!(
        "SELECT {} FROM category WHERE is_popular = TRUE AND is_active = TRUE
         ORDER BY search_key, id LIMIT 1000",
        CategoryRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![])?)
}

pub fn insert_category(
    tx: &mut Tx<'_>,
    now: Timestamp,
    category: &CategoryDraft,
) -> Result<CategoryId> {
    let id = CategoryId::new(now);
    tx.execute(
        "INSERT INTO category (id, name, popular_name, url_text, logo_key, is_popular, search_key,
                               is_active, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, TRUE, $8)",
        params![
            id,
            category.name,
            category.popular_name,
            category.url_text,
            category.logo,
            category.is_popular,
            search_key(&category.name),
            now
        ],
    )?;
    Ok(id)
}

/// False when there is no such category.
pub fn update_category(tx: &mut Tx<'_>, id: CategoryId, category: &CategoryDraft) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE category SET name = $1, popular_name = $2, url_text = $3, logo_key = $4,
                             is_popular = $5, search_key = $6
         WHERE id = $7",
        params![
            category.name,
            category.popular_name,
            category.url_text,
            category.logo,
            category.is_popular,
            search_key(&category.name),
            id
        ],
    )?;
    Ok(changed == 1)
}

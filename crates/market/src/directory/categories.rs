//! `/Categories`: categories of shops.

use db::{ToValue, Tx, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Resource, api::Name, api::ReadDirectory, store::NameOrder};
use access::audit::SubjectKind;
use kernel::{fold, fields::{Checked, Fields}, ids::{CategoryId, FileKey}, messages::Message};
use platform::error::Result;

use crate::{directory::actions::CATEGORY, files::{self, FileKind}};

db::row! {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct CategoryRow {
        pub id: CategoryId,
        pub name: String,
        pub french_name: Option<String>,
        pub popular_name: Option<String>,
        pub url_text: Option<String>,
        #[serde(rename = "logo")]
        pub logo_key: Option<FileKey>,
        pub is_popular: bool,
        pub is_active: bool,
    }
}

#[derive(Clone, Debug)]
pub struct CategoryDraft {
    pub name: String,
    pub french_name: Option<String>,
    /// Name on the landing page, if it differs from the category's name.
    pub popular_name: Option<String>,
    /// Short name in URLs: letters, digits and hyphens.
    pub url_text: Option<String>,
    pub logo: Option<FileKey>,
    pub is_popular: bool,
}

impl CategoryDraft {
    pub fn named(name: &str) -> CategoryDraft {
        CategoryDraft {
            name: name.to_owned(),
            french_name: None,
            popular_name: None,
            url_text: Some(fold::words(name).join("-")).filter(|text| text.is_ascii()),
            logo: None,
            is_popular: false,
        }
    }
}

/// A category. For select boxes, `value` is its id and `text` its name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    id: CategoryId,
    value: CategoryId,
    text: String,
    #[schema(required)]
    french_name: Option<String>,
    #[schema(required)]
    popular_name: Option<String>,
    #[schema(required)]
    url_text: Option<String>,
    #[schema(required)]
    logo_path: Option<FileKey>,
    is_popular: bool,
    is_active: bool,
}

impl From<CategoryRow> for Category {
    fn from(row: CategoryRow) -> Self {
        Category {
            id: row.id,
            value: row.id,
            text: row.name,
            french_name: row.french_name,
            popular_name: row.popular_name,
            url_text: row.url_text,
            logo_path: row.logo_key,
            is_popular: row.is_popular,
            is_active: row.is_active,
        }
    }
}

/// A category as visitors see it: `value` is its id, `text` its name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicCategory {
    id: CategoryId,
    value: CategoryId,
    text: String,
    #[schema(required)]
    french_text: Option<String>,
    /// Short name for the landing page.
    popular_name: String,
    #[schema(required)]
    url_text: Option<String>,
    /// The key of its picture: `/files/category/{logoPath}`.
    #[schema(required)]
    logo_path: Option<FileKey>,
}

impl From<CategoryRow> for PublicCategory {
    fn from(row: CategoryRow) -> Self {
        PublicCategory {
            id: row.id,
            value: row.id,
            popular_name: row.popular_name.unwrap_or_else(|| row.name.clone()),
            text: row.name,
            french_text: row.french_name,
            url_text: row.url_text,
            logo_path: row.logo_key,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryForm {
    /// Name of the category.
    text: Option<String>,
    french_name: Option<String>,
    popular_name: Option<String>,
    url_text: Option<String>,
    /// Key of an uploaded picture.
    logo_path: Option<String>,
    is_popular: Option<bool>,
}

/// Short name of a category in URLs.
struct UrlText(String);

impl Checked for UrlText {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if text.len() <= 100 && text.bytes().all(is_fine) {
            return Ok(UrlText(text.to_ascii_lowercase()));
        }
        Err(Message::of(
            format!("{label} may have up to 100 letters, digits and hyphens."),
            "Jusqu’à 100 lettres, chiffres et traits d’union.".to_owned(),
        ))
    }
}

impl Resource for CategoryRow {
    const TABLE: &'static str = "category";
    const COLUMNS: &'static str = CategoryRow::COLUMNS;
    const KIND: SubjectKind = CATEGORY;
    const LIST: &'static str = "Categories";
    const NAMES: (&'static str, &'static str) = ("category", "categories");
    const NAME_FIELD: &'static str = "text";

    type Id = CategoryId;
    type Order = NameOrder;
    type Readers = ReadDirectory;
    type Form = CategoryForm;
    type Draft = CategoryDraft;
    type Item = Category;
    type Choice = PublicCategory;

    fn example() -> serde_json::Value {
        json!({ "isPopular": true })
    }

    fn check(form: &CategoryForm) -> Result<CategoryDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("text", "Name", &form.text);
        let french_name = fields.optional::<Name>("frenchName", "French Name", &form.french_name);
        let popular_name =
            fields.optional::<Name>("popularName", "Popular Name", &form.popular_name);
        let url_text = fields.optional::<UrlText>("urlText", "URL Text", &form.url_text);
        let logo = fields.optional::<FileKey>("logoPath", "Logo", &form.logo_path);
        fields.finish(|| {
            Some(CategoryDraft {
                name: name?.into(),
                french_name: french_name?.map(String::from),
                popular_name: popular_name?.map(String::from),
                url_text: url_text?.map(|text| text.0),
                logo: logo?,
                is_popular: form.is_popular.unwrap_or(false),
            })
        })
    }

    fn name(draft: &CategoryDraft) -> &str {
        &draft.name
    }

    fn values(draft: &CategoryDraft) -> Vec<(&'static str, Value<'_>)> {
        vec![
            ("french_name", draft.french_name.to_value()),
            ("popular_name", draft.popular_name.to_value()),
            ("url_text", draft.url_text.to_value()),
            ("logo_key", draft.logo.to_value()),
            ("is_popular", draft.is_popular.to_value()),
        ]
    }

    fn search_names(draft: &CategoryDraft) -> Vec<&str> {
        [Some(&draft.name), draft.french_name.as_ref(), draft.popular_name.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect()
    }

    fn attach(tx: &mut Tx<'_>, draft: &CategoryDraft) -> Result<()> {
        draft.logo.map_or(Ok(()), |key| files::attach(tx, FileKind::Category, key).map(drop))
    }
}

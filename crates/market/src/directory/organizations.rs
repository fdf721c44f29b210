//! `/Organizations`: kinds of organizations of charities.

use db::{ToValue, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Resource, api::ManageDirectory, api::Name, store::NameOrder};
use access::audit::SubjectKind;
use kernel::{fields::Fields, ids::OrganizationId, text::Paragraphs};
use platform::error::Result;

use crate::directory::actions::ORGANIZATION_KIND;

db::row! {
    /// A kind of organization.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    #[schema(as = Organization)]
    pub struct OrganizationRow {
        pub id: OrganizationId,
        pub name: String,
        #[schema(required)]
        pub french_name: Option<String>,
        #[schema(required)]
        pub description: Option<String>,
        pub is_active: bool,
    }
}

#[derive(Clone, Debug)]
pub struct OrganizationDraft {
    pub name: String,
    pub french_name: Option<String>,
    pub description: Option<String>,
}

impl OrganizationDraft {
    pub fn named(name: &str) -> OrganizationDraft {
        OrganizationDraft { name: name.to_owned(), french_name: None, description: None }
    }
}

/// An entry of a select box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationChoice {
    id: OrganizationId,
    value: OrganizationId,
    text: String,
    #[schema(required)]
    french_text: Option<String>,
}

impl From<OrganizationRow> for OrganizationChoice {
    fn from(row: OrganizationRow) -> Self {
        OrganizationChoice { id: row.id, value: row.id, text: row.name, french_text: row.french_name }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationForm {
    name: Option<String>,
    french_name: Option<String>,
    description: Option<String>,
}

impl Resource for OrganizationRow {
    const TABLE: &'static str = "organization";
    const COLUMNS: &'static str = OrganizationRow::COLUMNS;
    const KIND: SubjectKind = ORGANIZATION_KIND;
    const LIST: &'static str = "Organizations";
    const NAMES: (&'static str, &'static str) = ("organization", "organizations");

    type Id = OrganizationId;
    type Order = NameOrder;
    type Readers = ManageDirectory;
    type Form = OrganizationForm;
    type Draft = OrganizationDraft;
    type Item = OrganizationRow;
    type Choice = OrganizationChoice;

    fn example() -> serde_json::Value {
        json!({ "description": "Shelters and food banks" })
    }

    fn check(form: &OrganizationForm) -> Result<OrganizationDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("name", "Name", &form.name);
        let french_name = fields.optional::<Name>("frenchName", "French Name", &form.french_name);
        let description =
            fields.optional::<Paragraphs<1000>>("description", "Description", &form.description);
        fields.finish(|| {
            Some(OrganizationDraft {
                name: name?.into(),
                french_name: french_name?.map(String::from),
                description: description?.map(String::from),
            })
        })
    }

    fn name(draft: &OrganizationDraft) -> &str {
        &draft.name
    }

    fn values(draft: &OrganizationDraft) -> Vec<(&'static str, Value<'_>)> {
        vec![
            ("french_name", draft.french_name.to_value()),
            ("description", draft.description.to_value()),
        ]
    }

    fn search_names(draft: &OrganizationDraft) -> Vec<&str> {
        let names = [Some(&draft.name), draft.french_name.as_ref()];
        names.into_iter().flatten().map(String::as_str).collect()
    }
}

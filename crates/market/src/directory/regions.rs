//! `/Regions`: regions of shops.

use db::{ToValue, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Resource, api::ManageDirectory, api::Name, store::NameOrder};
use access::audit::SubjectKind;
use kernel::{contact::PostalCode, fields::Fields, ids::RegionId};
use platform::error::Result;

use crate::directory::actions::REGION;

db::row! {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct RegionRow {
        pub id: RegionId,
        pub name: String,
        pub province: String,
        pub country: String,
        pub postal_code: String,
        pub is_active: bool,
    }
}

/// Region as a form describes it.
#[derive(Clone, Debug)]
pub struct RegionDraft {
    pub name: String,
    pub province: String,
    pub country: String,
    pub postal_code: String,
}

/// A region. For select boxes, `value` is its id and `text` its name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    id: RegionId,
    name: String,
    province: String,
    country: String,
    postal_code: String,
    is_active: bool,
    value: RegionId,
    text: String,
}

impl From<RegionRow> for Region {
    fn from(row: RegionRow) -> Self {
        Region {
            value: row.id,
            text: row.name.clone(),
            id: row.id,
            name: row.name,
            province: row.province,
            country: row.country,
            postal_code: row.postal_code,
            is_active: row.is_active,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegionForm {
    name: Option<String>,
    province: Option<String>,
    country: Option<String>,
    postal_code: Option<String>,
}

impl Resource for RegionRow {
    const TABLE: &'static str = "region";
    const COLUMNS: &'static str = RegionRow::COLUMNS;
    const KIND: SubjectKind = REGION;
    const LIST: &'static str = "Regions";
    const NAMES: (&'static str, &'static str) = ("region", "regions");

    type Id = RegionId;
    type Order = NameOrder;
    type Readers = ManageDirectory;
    type Form = RegionForm;
    type Draft = RegionDraft;
    type Item = Region;
    type Choice = Region;

    fn example() -> serde_json::Value {
        json!({ "province": "Ontario", "country": "Canada", "postalCode": "K1P 1J1" })
    }

    fn check(form: &RegionForm) -> Result<RegionDraft, Fields> {
        let mut fields = Fields::default();
        let name = fields.required::<Name>("name", "Name", &form.name);
        let province = fields.required::<Name>("province", "Province", &form.province);
        let country = fields.required::<Name>("country", "Country", &form.country);
        let postal_code =
            fields.required::<PostalCode>("postalCode", "Postal Code", &form.postal_code);
        fields.finish(|| {
            Some(RegionDraft {
                name: name?.into(),
                province: province?.into(),
                country: country?.into(),
                postal_code: postal_code?.into(),
            })
        })
    }

    fn name(draft: &RegionDraft) -> &str {
        &draft.name
    }

    fn values(draft: &RegionDraft) -> Vec<(&'static str, Value<'_>)> {
        vec![
            ("province", draft.province.to_value()),
            ("country", draft.country.to_value()),
            ("postal_code", draft.postal_code.to_value()),
        ]
    }
}

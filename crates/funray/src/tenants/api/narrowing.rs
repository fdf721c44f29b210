//! What lists of vendors and charities are narrowed to, for those who keep them and for visitors.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    kernel::ids::{CategoryId, OrganizationId, RegionId},
    tenants::storefront::Narrowing,
};

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct VendorQuery {
    #[param(inline)]
    category_id: Option<CategoryId>,
    #[param(inline)]
    region_id: Option<RegionId>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CharityQuery {
    #[param(inline)]
    organization_id: Option<OrganizationId>,
    #[param(inline)]
    region_id: Option<RegionId>,
}

impl From<VendorQuery> for Narrowing {
    fn from(query: VendorQuery) -> Self {
        Narrowing { category: query.category_id, organization: None, region: query.region_id }
    }
}

impl From<CharityQuery> for Narrowing {
    fn from(query: CharityQuery) -> Self {
        Narrowing { category: None, organization: query.organization_id, region: query.region_id }
    }
}

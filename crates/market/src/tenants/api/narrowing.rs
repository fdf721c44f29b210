//! Filters of lists of vendors and charities, for administrators and visitors.

use serde::Deserialize;
use utoipa::IntoParams;

use kernel::{
    ids::{CategoryId, OrganizationId, RegionId},
    postal_areas::PostalArea,
};

use crate::tenants::storefront::Narrowing;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct VendorQuery {
    #[param(inline)]
    category_id: Option<CategoryId>,
    #[param(inline)]
    region_id: Option<RegionId>,
}

/// Place from which a visitor searches.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NearQuery {
    /// A Canadian postal code, or its first three characters: the nearest come first, with their distance.
    #[param(value_type = Option<String>)]
    pub near: Option<PostalArea>,
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
        Narrowing {
            category: query.category_id,
            organization: None,
            region: query.region_id,
            near: None,
        }
    }
}

impl From<CharityQuery> for Narrowing {
    fn from(query: CharityQuery) -> Self {
        Narrowing {
            category: None,
            organization: query.organization_id,
            region: query.region_id,
            near: None,
        }
    }
}

//! The two brands and the few facts that the server needs about each. The web app holds their look
//! and wording.

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Brand {
    /// Sells gift cards that support a charity.
    FunRay,
    /// Sells gift cards without charities.
    RayZr,
}

impl Brand {
    pub const ALL: [Brand; 2] = [Brand::FunRay, Brand::RayZr];

    pub fn slug(self) -> &'static str {
        match self {
            Brand::FunRay => "funray",
            Brand::RayZr => "rayzr",
        }
    }

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            Brand::FunRay => "FunRay",
            Brand::RayZr => "RayZR",
        }
    }

    /// Parses the `appName` of a call: the slug in any case.
    pub fn from_slug(slug: &str) -> Option<Brand> {
        Brand::ALL.into_iter().find(|brand| brand.slug().eq_ignore_ascii_case(slug))
    }
}

impl ToValue for Brand {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.slug().into())
    }
}

impl FromColumn for Brand {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let slug = String::from_column(column)?;
        Brand::from_slug(&slug).ok_or_else(|| format!("{slug:?} is no brand"))
    }
}

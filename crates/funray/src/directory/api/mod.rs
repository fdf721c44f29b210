//! The directory's calls.

mod categories;
mod organizations;
mod public;
mod regions;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    app::App,
    auth::{Actor, Permission, Right},
    kernel::text::{Line, Paragraphs},
};

/// The right to keep regions, categories and kinds of organizations.
pub struct ManageDirectory;

impl Right for ManageDirectory {
    const PERMISSION: Permission = Permission::ManageDirectory;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// The right to choose from what forms need, the switched-off ones among it.
pub struct ReadDirectory;

impl Right for ReadDirectory {
    const PERMISSION: Permission = Permission::ReadDirectory;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// A name, as long as any that fits a select box.
type Name = Line<100>;
type Description = Paragraphs<1000>;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(public::routes())
        .merge(regions::routes())
        .merge(organizations::routes())
        .merge(categories::routes())
}

/// The id of what was made.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedEntry)]
struct Created {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterQuery {
    is_active: Option<bool>,
}

/// What the lists of the directory take.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the query in the document")]
struct ListQuery {
    page_index: Option<u32>,
    page_size: Option<u32>,
    search_text: Option<String>,
    /// name or createdAt.
    order_by: Option<String>,
    /// Asc or Desc.
    direction: Option<String>,
    is_active: Option<bool>,
}

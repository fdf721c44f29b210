//! `/Helpdesk/…` for administrators.

mod dead_letters;
mod orders;
mod search;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::{
    app::App,
    auth::{Actor, Permission, Right},
};

/// The right to help customers.
struct HelpCustomers;

impl Right for HelpCustomers {
    const PERMISSION: Permission = Permission::HelpCustomers;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(search::routes())
        .merge(orders::routes())
        .merge(dead_letters::routes())
}

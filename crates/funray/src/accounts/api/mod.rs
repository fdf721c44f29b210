//! The calls about people: `/OAuth/…` and `/Accounts/…`.

mod forms;
mod me;
mod oauth;
mod registration;
mod tenant_registration;
mod users;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(oauth::routes())
        .merge(registration::routes())
        .merge(tenant_registration::routes())
        .merge(me::routes())
        .merge(users::routes())
}

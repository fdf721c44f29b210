//! The calls about vendors and charities: those of who keeps them, and those of visitors.

mod charities;
mod form;
mod lookup;
mod public;
mod replies;
mod rights;
mod vendors;

pub use replies::AddressReply;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(public::routes())
        .merge(lookup::routes())
        .merge(vendors::routes())
        .merge(charities::routes())
}

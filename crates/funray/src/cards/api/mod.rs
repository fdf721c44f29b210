//! The calls about cards: of their holders, of who works at a counter, and of a gift's recipient.

mod counter;
mod gifts;
mod holders;
mod replies;
mod rights;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().merge(holders::routes()).merge(counter::routes()).merge(gifts::routes())
}

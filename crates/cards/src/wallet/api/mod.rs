//! Calls for cardholders, and for staff who list the cards of their shop.

mod holders;
mod keepsakes;
mod printed;
mod replies;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use platform::app::App;

pub use holders::no_store;
pub use printed::PrintedCard;
pub use replies::{CardDetail, CardTransaction, TransactionType};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().merge(holders::routes()).merge(keepsakes::routes())
}

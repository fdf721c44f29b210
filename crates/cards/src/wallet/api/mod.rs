//! The calls of a card's holder, and of staff who look cards up in a list.

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

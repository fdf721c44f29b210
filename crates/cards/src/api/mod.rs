//! The calls about cards: of their holders, of who works at a counter, and of a gift's recipient.

mod approvals;
mod counter;
mod counter_day;
mod gifts;
mod holders;
mod keepsakes;
mod printed;
mod replies;
mod rights;
mod settings;
mod test_cards;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use platform::app::App;

pub use approvals::Approval;
pub use holders::no_store;
pub use printed::PrintedCard;
pub use replies::CardTransaction;
pub use rights::RedeemCards;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(holders::routes())
        .merge(counter::routes())
        .merge(counter_day::routes())
        .merge(approvals::routes())
        .merge(settings::routes())
        .merge(test_cards::routes())
        .merge(gifts::routes())
        .merge(keepsakes::routes())
}

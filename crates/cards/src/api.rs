//! Calls about cards: for holders, for staff at a counter, and for recipients of gifts.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::{
    balance,
    counter::{self, approvals, day, settings, test_cards},
    gifts, wallet,
};
use platform::app::App;

pub use counter::{approvals::api::Approval, rights::RedeemCards};
pub use wallet::api::{CardTransaction, PrintedCard, no_store};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(wallet::api::routes())
        .merge(balance::api::routes())
        .merge(counter::api::routes())
        .merge(day::api::routes())
        .merge(approvals::api::routes())
        .merge(settings::api::routes())
        .merge(test_cards::api::routes())
        .merge(gifts::api::routes())
}

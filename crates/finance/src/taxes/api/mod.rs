//! `/Taxes/…`: tax settings and the tax report for administrators, statements of commission for
//! vendors.

mod settings;
mod statements;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use platform::app::App;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    settings::routes().merge(statements::routes())
}

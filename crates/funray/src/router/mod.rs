//! Which feature answers which address, and which layers a request passes on its way there.

mod captcha;
mod companies;
mod heads;
mod openapi;
mod ops;
mod robots;
mod settings;
mod web_files;

use std::sync::Arc;

use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get};
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa_axum::router::OpenApiRouter;

use access::live;
use accounts::{contact, contacts::Contacts, tills};
use checkout::{carts, orders};
use desk::bulk_reads;
use finance::{books, payouts, reports};
use market::{bell, campaigns, directory, files, previews, tenants};
use platform::{
    app::App,
    error::Error,
    web::{at_once::AtOnce, outermost::Outermost, security, shared, trace},
};

use crate::demo::Demo;

pub use openapi::document;
pub use web_files::WebFiles;

/// All calls that are described: those under `/api/v1`, each feature's in a line, and those beside them.
fn api() -> OpenApiRouter<Arc<App>> {
    let calls = OpenApiRouter::new()
        .merge(settings::routes())
        .merge(directory::api::routes())
        .merge(tenants::api::routes::<Contacts, orders::ClosedShops>())
        .merge(campaigns::api::routes())
        .merge(reports::api::routes())
        .merge(payouts::api::routes())
        .merge(books::api::routes())
        .merge(files::api::routes())
        .merge(bell::api::routes())
        .merge(carts::api::routes())
        .merge(cards::api::routes())
        .merge(orders::api::routes())
        .merge(desk::api::routes())
        .merge(accounts::api::routes())
        .merge(tills::api::routes())
        .merge(contact::api::routes());
    OpenApiRouter::new()
        .nest(shared::CALLS, calls)
        .merge(captcha::routes())
        .merge(files::api::pictures())
        .merge(previews::api::pictures())
}

/// Everything the program answers. With `ops_listen` set, the operators' addresses are left out: see [`ops_router`].
pub fn router(app: Arc<App>, demo: &Demo) -> Router {
    router_with(app, Arc::new(WebFiles::embedded()), demo)
}

/// The same with other files of the web app than those that were built.
pub fn router_with(app: Arc<App>, files: Arc<WebFiles>, demo: &Demo) -> Router {
    let mut router = openapi::calls(api())
        .route("/api/v1/openapi.json", get(openapi::serve))
        .merge(robots::routes())
        .route("/api/{*rest}", axum::routing::any(|| async { Error::NotFound }))
        .merge(live::open(&app).with_state(()))
        .merge(demo.routes());
    if app.config.ops_listen.is_empty() {
        router = router.merge(ops::routes());
    }
    let router =
        router.method_not_allowed_fallback(|| async { Error::MethodNotAllowed }).fallback_service(
            get(web_files::serve)
                .fallback(|| async { Error::MethodNotAllowed })
                .with_state((app.clone(), Arc::new(web_files::Site::new(files)))),
        );
    layered(router, app)
}

/// `/healthz`, `/readyz` and `/metrics` alone, for the address of `ops_listen`.
pub fn ops_router(app: Arc<App>) -> Router {
    layered(ops::routes().fallback(|| async { Error::NotFound }), app)
}

/// The layers, from the outermost in, which writes the bodies of all errors, so it stands outside of everything that may
/// make one. One stack of them is laid over each route: every layer that is laid singly puts the route
/// in another box, which each call then copies with all that is in it.
pub fn layered(router: Router<Arc<App>>, app: Arc<App>) -> Router {
    let http = &app.config.http;
    let layers = ServiceBuilder::new()
        .layer(Outermost::of(&app))
        .layer(security::cors(&http.cors_origins))
        .layer(AtOnce(app.clone()))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(trace::panicked))
        .layer(middleware::from_fn_with_state(app.clone(), trace::time_limit))
        .layer(DefaultBodyLimit::max(http.body_limit()))
        .layer(middleware::from_fn_with_state(app.clone(), bulk_reads::layer));
    router.layer(layers).with_state(app)
}

//! The router: maps each address to its feature, behind the layers that every request passes.

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
use finance::{bank, books, closing, payouts, reports, taxes};
use market::{bell, campaigns, directory, files, previews, tenants};
use platform::{
    app::App,
    error::Error,
    web::{at_once::AtOnce, outermost::Outermost, security, shared, trace},
};

use crate::{demo::Demo, doctor, go_live};

pub use openapi::document;
pub use web_files::WebFiles;

/// Returns all calls of the OpenAPI document: those of the features under `/api/v1`, and a few outside of it.
fn api() -> OpenApiRouter<Arc<App>> {
    let calls = OpenApiRouter::new()
        .merge(settings::routes())
        .merge(directory::api::routes())
        .merge(tenants::api::routes::<Contacts, orders::ClosedShops>())
        .merge(campaigns::api::routes())
        .merge(reports::api::routes())
        .merge(taxes::api::routes())
        .merge(payouts::api::routes())
        .merge(books::api::routes())
        .merge(bank::api::routes())
        .merge(closing::api::routes())
        .merge(files::api::routes())
        .merge(bell::api::routes())
        .merge(carts::api::routes())
        .merge(cards::api::routes())
        .merge(orders::api::routes())
        .merge(desk::api::routes())
        .merge(accounts::api::routes())
        .merge(tills::api::routes())
        .merge(contact::api::routes())
        .merge(doctor::api::routes())
        .merge(go_live::api::routes());
    OpenApiRouter::new()
        .nest(shared::CALLS, calls)
        .merge(captcha::routes())
        .merge(files::api::pictures())
        .merge(previews::api::pictures())
}

/// Returns the routes of everything that the program serves. With `ops_listen` set, the operators' routes are left out: see
/// [`ops_router`].
pub fn router(app: Arc<App>, demo: &Demo) -> Router {
    router_with(app, Arc::new(WebFiles::embedded()), demo)
}

/// Like [`router`], with the given files of the web app, for tests.
pub fn router_with(app: Arc<App>, files: Arc<WebFiles>, demo: &Demo) -> Router {
    let mut router = openapi::calls()
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

/// Returns only the routes `/healthz`, `/readyz` and `/metrics`, for the address of `ops_listen`.
pub fn ops_router(app: Arc<App>) -> Router {
    layered(ops::routes().fallback(|| async { Error::NotFound }), app)
}

/// Wraps all routes in the layers, the outermost first. The outermost layer writes the bodies of
/// all errors, including those of the layers inside it. With a single `ServiceBuilder`, each route
/// is boxed once. Separate layers would each add a box, which is cloned for every call.
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

//! The routes `/healthz`, `/readyz` and `/metrics` for operators and load balancers.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;

use checkout::orders;
use finance::verify;
use platform::{app::App, clocks, error::Result, jobs, logging, migrations, safeguards};

use crate::work;

#[derive(Serialize)]
struct Readiness {
    ready: bool,
    /// State of each part of the node: "ok", or a description of the problem.
    parts: Parts,
}

#[derive(Serialize)]
struct Parts {
    database: String,
    migrations: String,
    serving: String,
    /// State of the node's clock. Also reports a difference from the database's clock that is too
    /// small to make the node unready.
    clock: String,
}

pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Replies whether this node can serve requests. The database must be reachable and migrated, the
/// clocks must agree, and no shutdown may have begun.
async fn ready(State(app): State<Arc<App>>) -> Response {
    const OK: &str = "ok";
    let lead = clocks::lead(&app.db).await;
    let migrations = match &lead {
        Ok(_) => migrations::state(&app.db).await,
        Err(error) => {
            tracing::warn!(%error, "not ready: the database doesn't answer");
            Err("unknown while the database can't be reached".to_owned())
        }
    };
    let serving = if app.is_draining() { Err("shutting down".to_owned()) } else { Ok(()) };
    let say = |part: Result<(), String>| part.err().unwrap_or_else(|| OK.to_owned());
    let clock = lead.as_ref().ok().and_then(|lead| lead.problem());
    if let Some(why) = &clock {
        tracing::warn!(why, "the clocks differ");
    }
    let lease = app.config.jobs.lease();
    let is_on_time = lead.as_ref().is_ok_and(|lead| lead.allows_leases(lease).is_ok());
    let parts = Parts {
        database: say(lead.map(drop).map_err(|error| kind(&error).to_owned())),
        migrations: say(migrations),
        serving: say(serving),
        clock: clock.unwrap_or_else(|| OK.to_owned()),
    };
    let is_whole =
        [&parts.database, &parts.migrations, &parts.serving].iter().all(|part| *part == OK);
    let ready = is_whole && is_on_time;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { ready, parts })).into_response()
}

/// Returns a short name of a database error for load balancers. Details such as hosts, users and
/// files appear only in the log.
fn kind(error: &db::Error) -> &'static str {
    match error {
        db::Error::Busy | db::Error::Timeout | db::Error::Contended => "database busy",
        _ => "database unreachable",
    }
}

/// Updates the metrics whose values are read from the database.
async fn sample(app: &App) -> Result<()> {
    app.metrics.set_clock_lead(clocks::lead(&app.db).await?.seconds());
    verify::count_overdue(app).await?;
    let (now, mails) = (app.clock.now(), work::handlers().kinds_of(jobs::JobClass::Mail));
    let ages = app.db.read(move |tx| jobs::ages(tx, now, &mails)).await?;
    app.metrics.set_job_ages(now, ages.due, &orders::KINDS_AFTER_WEBHOOKS, ages.oldest);
    app.metrics.set_safeguards(now, &app.db.read(safeguards::last).await?);
    Ok(())
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let kind =
        HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    match rustix::fs::statvfs(&app.config.data) {
        Ok(disk) => app.metrics.set_disk_free(disk.f_bavail * disk.f_frsize),
        Err(error) => tracing::warn!(%error, "the free space of the disk could not be read"),
    }
    // The metrics that need no query are returned even if the database can't be reached.
    if app.metrics.is_sample_due(app.clock.now())
        && let Err(error) = db::in_lane(db::Lane::Background, sample(&app)).await
    {
        tracing::warn!(?error, "figures of the database's rows could not be read");
    }
    (
        [(header::CONTENT_TYPE, kind)],
        app.metrics.page(&app.db, app.passwords.count(), logging::dropped()),
    )
        .into_response()
}

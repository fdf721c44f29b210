//! Checks of the running program, for administrators in the portal.

use std::{sync::Arc, time::Duration};

use axum::{Json, extract::State};
use serde::Serialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Actor, Can, Permission, Right};
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    limits::{self, Limit},
    web::{AppState, calls::routes, extract::Path},
};

use crate::go_live;

use super::online::{
    self, Installation, Part, dns::Resolver, finding::Finding, site::roots_of_the_system,
};

/// Checks ask other machines, so a person gets four runs of all parts at once, then one in five
/// minutes.
const CHECKS: Limit =
    Limit { capacity: 4 * Part::ALL.len() as i64, interval: Duration::from_secs(30) };

/// The right to examine the server, which those have who help customers.
pub struct ExamineServer;

impl Right for ExamineServer {
    const PERMISSION: Permission = Permission::HelpCustomers;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Results of a group of checks.
#[derive(Serialize, ToSchema)]
struct Examination {
    /// One line for each check.
    findings: Vec<Finding>,
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(examine_part: TOO_MANY_TRIES))
}

/// Runs a group of checks of the server.
///
/// The lines are those of `funray doctor --online`, in English. The checks change nothing. Their results count for
/// `/System/go-live`.
#[utoipa::path(post, path = "/System/checks/{part}", tag = "System", params(("part" = inline(Part), Path)),
    responses((status = OK, body = Examination)))]
async fn examine_part(
    right: Can<ExamineServer>,
    State(app): AppState,
    Path(part): Path<String>,
) -> Result<Json<Examination>> {
    let part = Part::from_name(&part).ok_or(Error::NotFound)?;
    let bucket = format!("checks by {}", right.actor.person);
    app.write(move |tx, _, now| limits::acquire(tx, now, &bucket, CHECKS)?.or_refuse()).await?;
    let roots = spawn_blocking(roots_of_the_system).await.unwrap_or_default();
    let installation = Installation {
        config: app.config.with_companies(&app.companies.facts()),
        db: Ok(app.db.clone()),
        now: app.clock.now(),
        resolver: Resolver::of_the_system(),
        roots,
        patience: online::PATIENCE,
    };
    let findings = part.examine(&installation).await;
    go_live::record(&app, part, &findings).await?;
    Ok(Json(Examination { findings }))
}

//! `/Helpdesk/…` for administrators.

mod bursts;
mod cases;
mod client_errors;
mod closings;
mod dead_letters;
mod differences;
mod figures;
mod limits;
mod log;
mod orders;
mod people;
mod refunds;
mod refused_refunds;
mod reversals;
mod reviews;
mod search;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use access::auth::{Actor, Permission, Right};
use cards::Reason;
use kernel::fields::Fields;
use platform::{app::App, error::Result};

/// The right to help customers.
struct HelpCustomers;

impl Right for HelpCustomers {
    const PERMISSION: Permission = Permission::HelpCustomers;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Reads the reason for a decision, which administrators must give.
fn required_reason(path: &str, label: &str, given: &Option<String>) -> Result<String> {
    let mut fields = Fields::default();
    let reason = fields.required::<Reason>(path, label, given);
    Ok(fields.finish(|| reason)?.into())
}

fn full_name(first: &str, last: &str) -> String {
    format!("{first} {last}")
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(search::routes())
        .merge(orders::routes())
        .merge(people::routes())
        .merge(bursts::routes())
        .merge(closings::routes())
        .merge(differences::routes())
        .merge(refunds::routes())
        .merge(refused_refunds::routes())
        .merge(reversals::routes())
        .merge(reviews::routes())
        .merge(dead_letters::routes())
        .merge(cases::routes())
        .merge(client_errors::routes())
        .merge(figures::routes())
        .merge(limits::routes())
        .merge(log::routes())
}

//! Calls about vendors and charities, for their managers and for visitors.

mod admin;
mod form;
mod lookup;
mod narrowing;
pub mod poster;
mod public;
mod questions;
mod replies;
mod rights;

pub use form::TenantForm;
pub use replies::AddressReply;
pub use rights::ManageTenants;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use super::{
    admin::{ClosingCheck, ContactPersons},
    import::{Causes, Shops},
};
use platform::app::App;

use crate::imports;

pub fn routes<C: ContactPersons, O: ClosingCheck>() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(public::routes())
        .merge(lookup::routes())
        .merge(admin::routes::<C, O>())
        .merge(poster::routes())
        .merge(questions::routes())
        .merge(imports::api::routes::<Shops>())
        .merge(imports::api::routes::<Causes>())
}

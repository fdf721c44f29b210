//! Calls about people: `/OAuth/…` and `/Accounts/…`.

mod closing;
mod email_codes;
mod export;
mod forms;
mod invitations;
mod me;
mod oauth;
mod pins;
mod proof;
mod registration;
mod second_factor;
mod setup;
mod tenant_registration;
mod users;
mod views;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use platform::app::App;

pub use oauth::LoginReply;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(oauth::routes())
        .merge(email_codes::routes())
        .merge(registration::routes())
        .merge(tenant_registration::routes())
        .merge(me::routes())
        .merge(closing::routes())
        .merge(export::routes())
        .merge(proof::routes())
        .merge(second_factor::routes())
        .merge(setup::routes())
        .merge(pins::routes())
        .merge(views::routes())
        .merge(users::routes())
        .merge(invitations::routes())
}

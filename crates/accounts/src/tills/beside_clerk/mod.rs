//! Actions that a manager takes at a clerk's till by typing the manager's PIN: approving a
//! redemption, unlocking a clerk's PIN, or changing it.

pub mod api;

use std::sync::Arc;

use super::{sign_in::prove_manager, store::DeviceRow};
use access::{
    audit::Author,
    auth::{Actor, Client},
};
use cards::{ApprovalRow, Approver};
use kernel::{
    ids::{ApprovalId, PersonId},
    passwords::Pin,
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::{pins, tills::errors::TILL_UNKNOWN};

/// Manager, and the PIN that the manager typed at a till.
pub struct TypedBy {
    pub manager: PersonId,
    pub pin: Pin,
}

/// Approves a redemption that was requested by the clerk who is signed in at this till.
pub async fn approve(
    app: &Arc<App>,
    device: &DeviceRow,
    clerk: &Actor,
    id: ApprovalId,
    (typed, for_an_hour): (TypedBy, bool),
) -> Result<ApprovalRow> {
    if clerk.till.as_ref().map(|till| till.id) != Some(device.id) {
        return Err(Error::Refused(TILL_UNKNOWN));
    }
    let TypedBy { manager, pin } = typed;
    let grants = prove_manager(app, device, manager, pin, &clerk.client).await?;
    // The manager acts within the clerk's session. The audit log therefore names the manager as an
    // author without a session.
    let actor = Actor { person: manager, grants, ..clerk.clone() };
    let author = Author::proven(manager, &clerk.client);
    let scope = TenantScope::Own(vec![device.vendor_id]);
    cards::approve_redemption(app, Approver { actor, author, scope, for_an_hour }, id).await
}

/// Unlocks a clerk's PIN after a manager typed their own PIN at the till.
pub async fn unlock_pin(
    app: &Arc<App>,
    device: &DeviceRow,
    person: PersonId,
    TypedBy { manager, pin }: TypedBy,
    client: &Client,
) -> Result<()> {
    prove_manager(app, device, manager, pin, client).await?;
    let author = Author::proven(manager, client);
    pins::unlock_of_clerk(app, author, person, device.vendor_id).await
}

/// Sets a new PIN for a clerk after a manager typed their own PIN at the till.
pub async fn renew_pin(
    app: &Arc<App>,
    device: &DeviceRow,
    (person, new): (PersonId, Pin),
    TypedBy { manager, pin }: TypedBy,
    client: &Client,
) -> Result<()> {
    prove_manager(app, device, manager, pin, client).await?;
    let author = Author::proven(manager, client);
    pins::renew(app, author, person, device.vendor_id, new).await
}

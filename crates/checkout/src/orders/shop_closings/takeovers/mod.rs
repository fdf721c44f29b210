//! Decision of a shop about taking over the cards of a closing shop: one of its managers accepts or
//! declines them.

pub mod api;

use std::sync::Arc;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor,
        errors::{REQUEST_OVER, SAME_PERSON},
        second_person,
    },
};
use db::Tx;
use kernel::{
    ids::{ShopClosingId, TenantId},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};
use serde_json::json;

use super::{
    ClosingRow, notify_administrators,
    store::{self, list_offered},
};
use crate::order::actions;

/// Lists the closings whose cards a shop was asked to take over, newest first.
pub async fn list(app: &App, successor: TenantId) -> Result<Vec<ClosingRow>> {
    app.db.bulk().read(move |tx| list_offered(tx, successor)).await
}

/// Accepts the cards of a closing shop, so that an administrator can approve the closing. Accepting
/// them again changes nothing.
pub async fn accept(
    app: &Arc<App>,
    by: &Actor,
    successor: TenantId,
    closing: ShopClosingId,
) -> Result<Vec<ClosingRow>> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let row = lock(tx, successor, closing)?;
        if row.is_approved == Some(false) {
            return Err(Error::Refused(REQUEST_OVER));
        }
        if row.is_offered() {
            if row.requested_by == by.person {
                return Err(Error::Refused(SAME_PERSON));
            }
            store::accept(tx, now, &row, by.person)?;
            record(tx, now, &by, &row, (actions::SHOP_TAKEOVER_ACCEPTED, None))?;
            notify_administrators(tx, app, now, &row)?;
        }
        list_offered(tx, successor)
    })
    .await
}

/// Declines the cards of a closing shop, which ends the request to close it. Cards that were
/// accepted can be declined until an administrator approves the closing. Declining them again keeps
/// the first reason.
pub async fn decline(
    app: &Arc<App>,
    by: &Actor,
    successor: TenantId,
    closing: ShopClosingId,
    reason: String,
) -> Result<Vec<ClosingRow>> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let row = lock(tx, successor, closing)?;
        if second_person::begins(row.is_approved, false)? {
            store::decide(tx, now, &row, by.person, Some(&reason))?;
            let declined = (actions::SHOP_CLOSING_DECLINED, Some(reason.clone()));
            record(tx, now, &by, &row, declined)?;
        }
        list_offered(tx, successor)
    })
    .await
}

fn lock(tx: &mut Tx<'_>, successor: TenantId, closing: ShopClosingId) -> Result<ClosingRow> {
    store::lock_offered(tx, successor, closing)?.ok_or(Error::NotFound)
}

/// Records the decision in the audit log as an entry about the closing shop, visible to the shop
/// that decided.
fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Actor,
    row: &ClosingRow,
    (action, reason): (audit::Action, Option<String>),
) -> Result<()> {
    let entry = Entry::new(action, Subject::tenant(row.vendor_id))
        .after(json!({ "cards": row.cards, "amount": row.amount }))
        .reason(reason);
    let entry = match row.successor_id {
        Some(successor) => entry.tenant(successor),
        None => entry,
    };
    audit::record(tx, now, &Author::of(by), entry)
}

//! Reopening of a closed month. One administrator asks with a reason, a second one approves. Only the
//! last closed month can be reopened. Its stored figures are deleted, and the month can be closed
//! again. Transfers are never dated back, so reopening changes no transfer.

use std::sync::Arc;

use serde_json::json;

use super::{actions, store};
use access::{
    audit::{self, Author, Entry, SUBJECT_NAME, Subject},
    auth::{
        Actor, Permission,
        second_person::{self, Decision},
    },
};
use kernel::{fields::Fields, ids::MonthReopeningId, messages::Message, months::BusinessMonth};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::books::{self, actions::CLOSED_MONTH};

pub use store::ReopeningRow;

/// Returns the decision about a request; `None` if it was decided.
pub fn decision(row: &ReopeningRow) -> Option<Decision> {
    row.is_approved
        .is_none()
        .then(|| Decision::of_platform(Permission::KeepBooks).requested_by(row.asked_by))
}

/// Lists all requests, the newest first.
pub async fn list(app: &App) -> Result<Vec<ReopeningRow>> {
    app.db.read(store::list).await
}

fn entry(action: audit::Action, month: BusinessMonth) -> Entry {
    let subject = Subject::of(CLOSED_MONTH, month);
    Entry::new(action, subject).after(json!({ (SUBJECT_NAME): month.to_string() }))
}

/// Asks to reopen the last closed month. A request that waits already is returned.
pub async fn ask(
    app: &Arc<App>,
    by: &Actor,
    month: BusinessMonth,
    reason: String,
) -> Result<ReopeningRow> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        if books::last_closed(tx)? != Some(month) {
            let message = Message::new(
                "Only the last closed month can be reopened.",
                "Seul le dernier mois clôturé peut être rouvert.",
            );
            return Err(Fields::one("month", message).into());
        }
        let id = MonthReopeningId::new(now);
        if store::insert(tx, id, month, &reason, by.person, now)? {
            let asked = entry(actions::MONTH_REOPENING_ASKED, month).reason(Some(reason.clone()));
            audit::record(tx, now, &Author::of(&by), asked)?;
        }
        let waiting = store::list(tx)?
            .into_iter()
            .find(|row| row.month == month && row.is_approved.is_none());
        waiting.ok_or_else(|| Error::Internal(format!("no request for {month}")))
    })
    .await
}

/// Reopens a month as a second person. Approving again changes nothing.
pub async fn approve(app: &Arc<App>, by: &Actor, id: MonthReopeningId) -> Result<ReopeningRow> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let row = store::lock(tx, id)?.ok_or(Error::NotFound)?;
        if second_person::begins(row.is_approved, true)? {
            second_person::require(tx, app, now, &by, decision(&row))?;
            books::reopen(tx, row.month)?;
            store::decide(tx, id, true, by.person, now)?;
            let done = entry(actions::MONTH_REOPENED, row.month).reason(Some(row.reason.clone()));
            audit::record(tx, now, &Author::of(&by), done)?;
        }
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Declines a request. The month stays closed.
pub async fn decline(app: &Arc<App>, by: &Actor, id: MonthReopeningId) -> Result<ReopeningRow> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let row = store::lock(tx, id)?.ok_or(Error::NotFound)?;
        if second_person::begins(row.is_approved, false)? {
            store::decide(tx, id, false, by.person, now)?;
            let declined = entry(actions::MONTH_REOPENING_DECLINED, row.month);
            audit::record(tx, now, &Author::of(&by), declined)?;
        }
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

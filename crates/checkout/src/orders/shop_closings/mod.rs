//! Closing of a shop whose cards have balances. One administrator requests that all balances are
//! refunded, or that another shop takes over the cards, which a manager of that shop must accept. A
//! second administrator approves. A job then processes the cards order by order, and closes the
//! shop. The cards can be used until the job processes them.

pub mod api;
mod handing_over;
mod mails;
mod paying;
mod rules;
mod run;
mod store;
pub mod takeovers;

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::{
        Actor, Permission, TenantKind,
        second_person::{self, Decision},
    },
    idempotency::Named,
};
use kernel::{
    fields::Fields,
    ids::{ShopClosingId, TenantId},
    language::Language,
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use market::{
    bell,
    tenants::{self, TenantScope},
};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
};

use crate::{
    order::{
        self, actions,
        errors::{CLOSING_GREW, CLOSING_WAITS, SHOP_IS_EMPTY},
    },
    payments::{self, RefundsOfClosing, RefusedRefund},
};

pub use paying::{HandPayment, pay_by_hand};
pub use rules::Obstacle;
pub use run::{RunClosing, run_closing};
pub use store::{ClosingRow, LeftRow, OPEN};

/// A shop's newest closing, and the current balance of its cards.
pub struct Overview {
    pub cards: i64,
    pub amount: Cents,
    pub closing: Option<ClosingRow>,
    /// Number of refunds made for the closing, by their state at the gateway.
    pub refunds: RefundsOfClosing,
    pub refused: Vec<RefusedRefund>,
}

/// A request to close a shop.
pub struct Wanted {
    /// Total balance of the shop's cards that the caller saw. The request is refused if the balance
    /// has changed.
    pub amount: Cents,
    pub reason: String,
    /// Shop that is to take over the cards; `None` if they are refunded.
    pub successor: Option<TenantId>,
}

pub async fn find(app: &App, scope: TenantScope, shop: TenantId) -> Result<Overview> {
    app.db
        .bulk()
        .read(move |tx| {
            if !scope.reaches(shop) || tenants::kind_of(tx, shop)? != Some(TenantKind::Vendor) {
                return Err(Error::NotFound);
            }
            read(tx, shop)
        })
        .await
}

fn read(tx: &mut Tx<'_>, shop: TenantId) -> Result<Overview> {
    let (cards, amount) = cards::left_at(tx, shop)?;
    let closing = store::newest(tx, shop)?;
    let (refunds, refused) = match closing.as_ref().filter(|row| row.is_approved == Some(true)) {
        Some(row) => {
            let refunds = payments::refunds_of_closing(tx, row.id)?;
            let has_refused = refunds.refused > 0;
            let refused =
                if has_refused { payments::refused_refunds(tx, row.id)? } else { Vec::new() };
            (refunds, refused)
        }
        None => (RefundsOfClosing::default(), Vec::new()),
    };
    Ok(Overview { cards, amount, closing, refunds, refused })
}

/// Lists the orders whose cards still had a balance after the closing had processed them, largest
/// sums first.
pub async fn list_left(
    app: &App,
    scope: TenantScope,
    (shop, closing): (TenantId, ShopClosingId),
    page: PageRequest,
) -> Result<Page<LeftRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            if !scope.reaches(shop) || store::find(tx, shop, closing)?.is_none() {
                return Err(Error::NotFound);
            }
            let rows = store::list_left(tx, shop, closing, page)?;
            Page::counted(rows, page, || store::count_left(tx, shop, closing))
        })
        .await
}

/// Records a request to close a shop, and to refund the balances of its cards or hand the cards
/// over to another shop.
pub async fn ask(
    app: &Arc<App>,
    call: Named,
    by: &Actor,
    scope: TenantScope,
    shop: TenantId,
    wanted: Wanted,
) -> Result<Overview> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        tenants::admin::lock_stopped(tx, &app.secrets, &scope, shop)?;
        call.once(tx, now, |tx| insert(tx, app, now, &by, shop, &wanted))?;
        read(tx, shop)
    })
    .await
}

fn insert(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    shop: TenantId,
    wanted: &Wanted,
) -> Result<ShopClosingId> {
    if store::newest(tx, shop)?.is_some_and(|row| row.ended_at.is_none()) {
        return Err(Error::Refused(CLOSING_WAITS));
    }
    let (cards, amount) = cards::left_at(tx, shop)?;
    if !amount.is_positive() {
        return Err(Error::Refused(SHOP_IS_EMPTY));
    }
    if amount != wanted.amount {
        return Err(Error::Invalid(Fields::one("amount", other_sum(amount))));
    }
    if let Some(successor) = wanted.successor {
        handing_over::refuse_other_successor(tx, shop, successor)?;
    }
    let new = store::NewClosing {
        vendor: shop,
        reason: &wanted.reason,
        cards,
        amount,
        by: by.person,
        successor: wanted.successor,
    };
    store::insert(tx, now, &new)?;
    let closing = store::newest(tx, shop)?.ok_or(Error::NotFound)?;
    let entry = entry(actions::SHOP_CLOSING_ASKED, shop)
        .after(asked(&closing))
        .reason(Some(wanted.reason.clone()));
    audit::record(tx, now, &Author::of(by), entry)?;
    match wanted.successor {
        Some(successor) => mails::post_offer(tx, app, now, successor, &closing)?,
        None => notify_administrators(tx, app, now, &closing)?,
    }
    Ok(closing.id)
}

/// Emails and notifies all administrators except the requester that the closing waits for approval.
fn notify_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    closing: &ClosingRow,
) -> Result<()> {
    mails::post_waiting(tx, app, now, closing)?;
    let on_cards = (closing.cards, closing.amount);
    bell::notify_of_waiting_closing(tx, now, closing.requested_by, closing.vendor_id, on_cards)
}

/// Returns the fields of a request to close a shop for the audit log.
fn asked(closing: &ClosingRow) -> serde_json::Value {
    let mut asked = json!({ "cards": closing.cards, "amount": closing.amount });
    if let Some(successor) = &closing.successor_name {
        asked["successor"] = json!(successor);
    }
    asked
}

fn other_sum(amount: Cents) -> Message {
    let is = |lang| amount.format(lang);
    Message::of(
        format!("There is {} on its cards now. Please look again.", is(Language::En)),
        format!("Il y a maintenant {} sur ses cartes. Veuillez revérifier.", is(Language::Fr)),
    )
}

fn entry(action: Action, shop: TenantId) -> Entry {
    Entry::new(action, Subject::tenant(shop)).tenant(shop)
}

/// Returns the decision that a closing waits for. A closing that is offered to another shop does
/// not wait for one yet.
fn decision(row: &ClosingRow) -> Option<Decision> {
    let is_open = row.decided_at.is_none() && !row.is_offered();
    is_open.then(|| approval_of(row))
}

fn approval_of(row: &ClosingRow) -> Decision {
    Decision::of_platform(Permission::ManageTenants).requested_by(row.requested_by)
}

/// Approves a closing as a second administrator, which starts the job. Approving it again changes
/// nothing.
pub async fn approve(
    app: &Arc<App>,
    by: &Actor,
    scope: TenantScope,
    (shop, closing): (TenantId, ShopClosingId),
) -> Result<Overview> {
    let by = by.clone();
    app.write(move |tx, app, now| {
        let row = lock(tx, &scope, shop, closing)?;
        if !second_person::begins(row.is_approved, true)? {
            return read(tx, shop);
        }
        approval_of(&row).require(tx, app, now, &by)?;
        tenants::admin::lock_stopped(tx, &app.secrets, &scope, shop)?;
        // The balance of the cards may have become smaller since the request, because cards
        // were redeemed. A balance that has grown is refused: it is more than the request
        // states.
        let (_, amount) = cards::left_at(tx, shop)?;
        if amount > row.amount {
            return Err(Error::Refused(CLOSING_GREW));
        }
        handing_over::refuse_unready_successor(tx, &row, by.person)?;
        store::decide(tx, now, &row, by.person, None)?;
        let entry = entry(actions::SHOP_CLOSING_APPROVED, shop);
        let entry = entry.after(json!({ "cards": row.cards, "amount": amount }));
        audit::record(tx, now, &Author::of(&by), entry)?;
        enqueue(tx, now, &RunClosing { vendor: shop, closing })?;
        read(tx, shop)
    })
    .await
}

/// Declines a request to close a shop, or withdraws the caller's own request. Declining it again
/// keeps the first reason.
pub async fn decline(
    app: &Arc<App>,
    by: &Actor,
    scope: TenantScope,
    (shop, closing): (TenantId, ShopClosingId),
    reason: String,
) -> Result<Overview> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let row = lock(tx, &scope, shop, closing)?;
        if !second_person::begins(row.is_approved, false)? {
            return read(tx, shop);
        }
        store::decide(tx, now, &row, by.person, Some(&reason))?;
        let entry = entry(actions::SHOP_CLOSING_DECLINED, shop)
            .after(json!({ "cards": row.cards, "amount": row.amount }))
            .reason(Some(reason.clone()));
        audit::record(tx, now, &Author::of(&by), entry)?;
        read(tx, shop)
    })
    .await
}

fn lock(
    tx: &mut Tx<'_>,
    scope: &TenantScope,
    shop: TenantId,
    closing: ShopClosingId,
) -> Result<ClosingRow> {
    if !scope.reaches(shop) {
        return Err(Error::NotFound);
    }
    store::lock(tx, shop, closing)?.ok_or(Error::NotFound)
}

/// Ends a closing: closes the shop if no balance is left on its cards, and emails the requester and
/// the approver. Returns false if the closing has ended before.
fn end(tx: &mut Tx<'_>, app: &App, now: Timestamp, row: &ClosingRow) -> Result<bool> {
    if !store::end(tx, now, row)? {
        return Ok(false);
    }
    let (shop, author) =
        (row.vendor_id, Author::decided(row.decided_by.unwrap_or(row.requested_by)));
    let row = store::find(tx, shop, row.id)?.ok_or(Error::NotFound)?;
    let (cards, amount) = cards::left_at(tx, shop)?;
    let is_closed = cards == 0
        && !order::is_being_paid(tx, shop)?
        && tenants::admin::lock_stopped(tx, &app.secrets, &TenantScope::All, shop).is_ok();
    let entry = entry(actions::SHOP_CLOSING_ENDED, shop).after(json!({
        "cards": row.done_cards, "amount": row.done_amount, "left": amount,
    }));
    audit::record(tx, now, &author, entry)?;
    if is_closed {
        tenants::admin::close_stopped(tx, &app.secrets, now, &author, &TenantScope::All, shop)?;
    }
    mails::post_ended(tx, app, now, &row, (amount, is_closed))?;
    Ok(true)
}

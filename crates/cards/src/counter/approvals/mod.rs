//! Redemptions and cash-outs beyond the limits, at shops that require approval. Such a redemption
//! waits until a manager approves it. Until then, no money is moved or reserved, so the balance of
//! the card is checked again at approval.

pub mod api;
mod mails;
mod store;

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        self, Actor, Permission, Role,
        errors::{ASKER_GONE, REQUEST_OVER},
        second_person::Decision,
    },
    live::{self, Event},
};
use kernel::{
    ids::{ApprovalId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{PostedBy, TransferKind};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{ApprovalAsked, Error, Result},
};

use super::{Debit, Moved, bursts, count_by_name, rules};
use crate::{
    actions,
    card::{self, LockedCard},
    counter,
    counter::rules::PaceLimit,
    errors::{CARD_NOT_PRESENTED, NOT_APPROVED, OWN_CARD, OWN_REQUEST},
};
use store::Verdict;

pub use mails::{Beyond, notify_of_unusual_pace};
pub use store::{ApprovalRow, approvers_of};

/// Time after which a waiting request expires. By then, the customer will have paid for the goods
/// in another way.
const WAITS_FOR: Duration = Duration::from_secs(15 * 60);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ApprovalState)]
pub enum State {
    Waiting,
    Approved,
    Declined,
    /// Withdrawn by the clerk, or replaced by the clerk's next request for the same card.
    Withdrawn,
    /// Not decided before it expired. This state is derived from the time, never stored.
    Expired,
}

db::text_enum! {
    State {
        Waiting = "WAITING",
        Approved = "APPROVED",
        Declined = "DECLINED",
        Withdrawn = "WITHDRAWN",
        Expired = "EXPIRED",
    }
}

impl ApprovalRow {
    /// Returns the state at this time. A request that waited for too long is expired.
    pub fn state_at(&self, now: Timestamp) -> State {
        match self.state {
            State::Waiting if self.expires_at <= now => State::Expired,
            state => state,
        }
    }

    /// Returns the clerk and till in whose name the transfer is recorded.
    fn by(&self) -> PostedBy {
        self.till_id
            .map_or(PostedBy::Person(self.clerk_id), |till| PostedBy::AtTill(self.clerk_id, till))
    }

    fn moved(&self) -> Option<Moved> {
        let (card, value) = (self.card_id, self.value);
        let (transfer, balance) = (self.transfer_id?, self.balance_after?);
        Some(Moved { card, transfer, value, balance, moved_at: self.moved_at?, left: None })
    }
}

/// A clerk's redemption or cash-out that needs approval.
pub struct Request<'a> {
    pub clerk: &'a Actor,
    pub card: &'a LockedCard,
    pub kind: TransferKind,
    pub value: Cents,
    pub cause: PaceLimit,
    pub is_by_name: bool,
}

/// Files a request and notifies the shop's managers. A clerk has one request per card at a time: a
/// repeated request returns the waiting one, and a different request replaces it.
pub fn hold(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    request: &Request<'_>,
) -> Result<ApprovalId> {
    let (clerk, card) = (request.clerk, request.card);
    if let Some(open) = store::open_of(tx, now, clerk.person, card.id)? {
        if open.kind == request.kind && open.value == request.value {
            return Ok(open.id);
        }
        withdraw_row(tx, now, (card.vendor_id, open.id))?;
    }
    let id = ApprovalId::new(now);
    store::insert(tx, id, now, now.plus(WAITS_FOR), request)?;
    let entry = Entry::new(actions::REDEMPTION_HELD, Subject::card(card.id))
        .tenant(card.vendor_id)
        .after(json!({
            "value": request.value.to_string(),
            "cause": request.cause.word(),
            "isByName": request.is_by_name,
            "till": clerk.till.as_ref().map(|till| &till.name),
        }));
    audit::record(tx, now, &Author::of(clerk), entry)?;
    mails::notify_managers(tx, app, now, id, request)?;
    Ok(id)
}

/// Returns the reply to a call that waits, or waited, for approval.
pub fn answer(tx: &mut Tx<'_>, now: Timestamp, id: ApprovalId) -> Result<Result<Moved>> {
    let request = store::find(tx, id)?.ok_or(Error::NotFound)?;
    Ok(match (request.state_at(now), request.moved()) {
        (State::Waiting, _) => Err(Error::ApprovalNeeded(ApprovalAsked {
            id: id.to_string(),
            expires_at: request.expires_at,
        })),
        (_, Some(moved)) => Ok(moved),
        (_, None) => Err(Error::Refused(NOT_APPROVED)),
    })
}

/// Lists the waiting requests of some shops, the oldest first.
pub async fn list(
    app: &Arc<App>,
    scope: TenantScope,
    tenant: Option<TenantId>,
    page: PageRequest,
) -> Result<Page<ApprovalRow>> {
    let scope = match tenant {
        Some(tenant) if scope.reaches(tenant) => TenantScope::Own(vec![tenant]),
        Some(_) => TenantScope::Own(Vec::new()),
        None => scope,
    };
    app.read(move |tx, _, now| {
        let rows = store::list(tx, now, &scope, page)?;
        Page::counted(rows, page, || store::count(tx, now, &scope))
    })
    .await
}

/// Finds a request of the caller, or of a shop that the caller manages.
pub async fn find(
    app: &App,
    actor: &Actor,
    managed: TenantScope,
    id: ApprovalId,
) -> Result<ApprovalRow> {
    let person = actor.person;
    app.db
        .read(move |tx| {
            let found = store::find(tx, id)?;
            let may_read =
                |row: &ApprovalRow| row.clerk_id == person || managed.reaches(row.vendor_id);
            found.filter(may_read).ok_or(Error::NotFound)
        })
        .await
}

/// A manager who approves, and the author of the approval for the audit log.
pub struct Approver {
    pub actor: Actor,
    pub author: Author,
    pub scope: TenantScope,
    /// Whether the clerk may exceed the shop's limits for an hour from now on.
    pub for_an_hour: bool,
}

/// Approves a request and makes the transfer in the clerk's name. Approving again changes nothing.
pub async fn approve(app: &Arc<App>, approver: Approver, id: ApprovalId) -> Result<ApprovalRow> {
    let Approver { actor, author, scope, for_an_hour } = approver;
    app.write(move |tx, app, now| {
        let (request, card) = lock(tx, &actor, &scope, id)?;
        if request.state == State::Approved {
            return Ok(request);
        }
        refuse_over(&request, now)?;
        refuse_former_clerk(tx, &request)?;
        refuse_unsuitable(tx, &actor, &request, &card)?;
        require_second_person(tx, app, now, &actor, &request)?;
        if request.is_by_name {
            count_by_name(tx, app, now, card.vendor_id)?;
        }
        let debit = Debit {
            kind: request.kind,
            value: request.value,
            reason: None,
            is_by_name: request.is_by_name,
        };
        let moved = counter::record_and_mail(tx, now, request.by(), &card, debit)?;
        bursts::check_if_busy(tx, app, now, card.vendor_id)?;
        let verdict = Verdict {
            state: State::Approved,
            by: Some(actor.person),
            reason: None,
            transfer: Some(moved.transfer),
        };
        store::decide(tx, now, (card.vendor_id, id), &verdict)?;
        let entry = Entry::new(actions::REDEMPTION_APPROVED, Subject::card(card.id))
            .tenant(card.vendor_id)
            .before(json!({ "balance": card.balance }))
            .after(json!({
                "value": request.value.to_string(),
                "balance": moved.balance,
                "transactionId": moved.transfer.to_string(),
                "clerk": request.clerk_name,
                "till": request.till_name,
                "forAnHour": for_an_hour.then_some(true),
            }));
        audit::record(tx, now, &author, entry)?;
        if for_an_hour {
            let until = now.plus(rules::PACE_HOUR);
            counter::set_free(tx, now, request.clerk_id, request.vendor_id, until)?;
        }
        notify_everybody(tx, &request)?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Declines a request; the clerk sees the reason.
pub async fn decline(
    app: &Arc<App>,
    actor: Actor,
    scope: TenantScope,
    id: ApprovalId,
    reason: Option<String>,
) -> Result<ApprovalRow> {
    app.write(move |tx, _, now| {
        let (request, card) = lock(tx, &actor, &scope, id)?;
        if request.state == State::Declined {
            return Ok(request);
        }
        refuse_over(&request, now)?;
        let verdict = Verdict {
            state: State::Declined,
            by: Some(actor.person),
            reason: reason.as_deref(),
            transfer: None,
        };
        store::decide(tx, now, (card.vendor_id, id), &verdict)?;
        let entry = Entry::new(actions::REDEMPTION_DECLINED, Subject::card(card.id))
            .tenant(card.vendor_id)
            .after(json!({
                "value": request.value.to_string(),
                "clerk": request.clerk_name,
                "till": request.till_name,
            }))
            .reason(reason.clone());
        audit::record(tx, now, &Author::of(&actor), entry)?;
        notify_everybody(tx, &request)?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Withdraws the caller's own request.
pub async fn withdraw(app: &Arc<App>, actor: Actor, id: ApprovalId) -> Result<ApprovalRow> {
    app.write(move |tx, _, now| {
        let own = store::find(tx, id)?.filter(|row| row.clerk_id == actor.person);
        let own = own.ok_or(Error::NotFound)?;
        let request = store::lock(tx, own.vendor_id, id)?.ok_or(Error::NotFound)?;
        if request.state == State::Withdrawn {
            return Ok(request);
        }
        refuse_over(&request, now)?;
        withdraw_row(tx, now, (request.vendor_id, id))?;
        notify_everybody(tx, &request)?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

fn withdraw_row(tx: &mut Tx<'_>, now: Timestamp, key: (TenantId, ApprovalId)) -> Result<()> {
    let verdict = Verdict { state: State::Withdrawn, by: None, reason: None, transfer: None };
    store::decide(tx, now, key, &verdict)
}

/// Locks a request and its card for a person who may decide about it. The card is locked first, as
/// in a redemption, so that an approval and a redemption of the same card don't deadlock.
fn lock(
    tx: &mut Tx<'_>,
    actor: &Actor,
    scope: &TenantScope,
    id: ApprovalId,
) -> Result<(ApprovalRow, LockedCard)> {
    let found = store::find(tx, id)?.filter(|row| scope.reaches(row.vendor_id));
    let found = found.ok_or(Error::NotFound)?;
    if found.clerk_id == actor.person {
        return Err(Error::Refused(OWN_REQUEST));
    }
    let card = card::lock(tx, scope, found.card_id)?.ok_or(Error::NotFound)?;
    let request = store::lock(tx, found.vendor_id, id)?.ok_or(Error::NotFound)?;
    Ok((request, card))
}

/// Returns the decision that a request waits for. It excludes the clerk who made the request. Other
/// reasons against a reader are not in the request's row.
pub fn decision(row: &ApprovalRow) -> Decision {
    Decision::at(Permission::ManageCounter, row.vendor_id).not_by(row.clerk_id, OWN_REQUEST)
}

/// Requires a second person for the decision. If a manager made the request, the approver must not
/// have appointed that manager or been appointed by that manager, and the approver's role must not
/// be new. If a clerk made the request, the approver may have appointed the clerk, because a
/// manager could also redeem the card alone.
fn require_second_person(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    request: &ApprovalRow,
) -> Result<()> {
    let grants = tx.ask(auth::grants_of(request.clerk_id))?;
    let is_manager = grants.iter().any(|grant| {
        let tenant = grant.tenant.map(|(tenant, _)| tenant);
        grant.role == Role::Manager && tenant == Some(request.vendor_id)
    });
    let first = is_manager.then_some(request.clerk_id);
    decision(request).excluding(first).require(tx, app, now, actor)
}

fn refuse_over(request: &ApprovalRow, now: Timestamp) -> Result<()> {
    match request.state_at(now) {
        State::Waiting => Ok(()),
        _ => Err(Error::Refused(REQUEST_OVER)),
    }
}

/// Refuses if the clerk who made the request may no longer redeem cards. An approved transfer is
/// recorded in the clerk's name.
fn refuse_former_clerk(tx: &mut Tx<'_>, request: &ApprovalRow) -> Result<()> {
    match auth::is_at_work(tx, request.clerk_id, Permission::RedeemCards, request.vendor_id)? {
        true => Ok(()),
        false => Err(Error::Refused(ASKER_GONE)),
    }
}

/// Checks the card of a request again. Refuses if its code was replaced, its balance is too small
/// now, or it belongs to the clerk or the manager.
fn refuse_unsuitable(
    tx: &mut Tx<'_>,
    actor: &Actor,
    request: &ApprovalRow,
    card: &LockedCard,
) -> Result<()> {
    if card.is_bought_or_owned_by(actor.person) {
        return Err(Error::Refused(OWN_CARD));
    }
    counter::refuse_cancelled(tx, card)?;
    if card.code_hash != request.code_hash || card.is_bought_or_owned_by(request.clerk_id) {
        return Err(Error::Refused(CARD_NOT_PRESENTED));
    }
    let may = match request.kind {
        // A cash-out must pay the whole balance. The request is refused if the balance has changed.
        TransferKind::CashOut if card.balance != request.value => Err(rules::Refusal::TooLittle),
        TransferKind::CashOut => rules::may_cash_out(card.is_active(), card.balance),
        _ => rules::may_redeem(card.is_active(), card.balance, request.value),
    };
    may.map_err(|refusal| counter::refused(refusal, card.balance))
}

/// Sends an event to the clients of the clerk and the managers, so that their open pages load the
/// request again.
fn notify_everybody(tx: &mut Tx<'_>, request: &ApprovalRow) -> Result<()> {
    let event = Event::Approval { id: request.id };
    live::publish(tx, request.clerk_id, event);
    for reader in mails::deciders(tx, request.vendor_id, None)?.people {
        live::publish(tx, reader.id, event);
    }
    Ok(())
}

//! Changes of a payout: an amount is held back, or the payout is discarded or paid.

use std::{slice, sync::Arc};

use db::Tx;
use serde_json::json;

use super::{
    PayoutRow, PayoutState, actions,
    approval::Known,
    entry,
    errors::{FAILURE_WAITS, PAYOUT_STATE},
    exports, notices, pauses,
    statements::{self, ExplainedById, Statement, find},
    store,
};
use access::{
    audit::{self, Action, Author},
    auth::Actor,
};
use kernel::{
    fields::Fields, ids::PayoutId, messages::Message, money::Cents, payouts::PayoutStep,
    timestamp::Timestamp,
};
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Returns whether a payout can change to the state `to`. Returns false if the payout has this
/// state already. Fails if the payout's state is not in `from`.
pub fn begins(payout: &PayoutRow, from: &[PayoutState], to: PayoutState) -> Result<bool> {
    if payout.state == to {
        return Ok(false);
    }
    if from.contains(&payout.state) { Ok(true) } else { Err(Error::Refused(PAYOUT_STATE)) }
}

/// Function that changes a locked payout. Returns the action for the audit log, or `None` if the
/// change was made before.
pub type Change = fn(&mut Tx<'_>, &Changing, &PayoutRow) -> Result<Option<Action>>;

/// Person who changes a payout, with the arguments of the change.
#[derive(Clone)]
pub struct Changing {
    pub app: Arc<App>,
    pub now: Timestamp,
    pub by: Actor,
    /// Reason for the change, or the bank's reference of the payment.
    pub said: String,
    /// The bank's reference of a returned payment.
    pub reference: Option<String>,
    pub amount: Cents,
    pub known: Known,
    /// Why the payout is what it is, for the email to its payee.
    pub explained: ExplainedById,
}

impl Changing {
    pub fn new(app: &Arc<App>, by: &Actor) -> Changing {
        Changing {
            app: app.clone(),
            now: app.clock.now(),
            by: by.clone(),
            said: String::new(),
            reference: None,
            amount: Cents::ZERO,
            known: Known::default(),
            explained: ExplainedById::new(),
        }
    }
}

pub async fn change(changing: Changing, id: PayoutId, change: Change) -> Result<Statement> {
    let (app, by) = (changing.app.clone(), changing.by.clone());
    app.db
        .write(move |tx| {
            let payout = store::lock(tx, id)?.ok_or(Error::NotFound)?;
            let Some(action) = change(tx, &changing, &payout)? else { return Ok(()) };
            let Changing { now, by, said, reference, .. } = &changing;
            let told = json!({ "amount": payout.amount, "reference": reference });
            let entry = entry(action, id, payout.tenant_id)
                .after(told)
                .reason((!said.is_empty()).then(|| said.clone()));
            audit::record(tx, *now, &Author::of(by), entry)
        })
        .await?;
    find(&app, TenantScope::All, &by, id).await
}

/// Holds back an amount from a drafted payout until a later payout. The statement shows the reason.
pub async fn hold_back(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    amount: Cents,
    reason: String,
) -> Result<Statement> {
    let changing = Changing { said: reason, amount, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if payout.state != PayoutState::Draft {
            return Err(Error::Refused(PAYOUT_STATE));
        }
        let due = payout.amount.checked_add(payout.held_back)?;
        let left = due.checked_sub(changing.amount).ok().filter(|left| left.is_positive());
        let left = left.ok_or_else(|| {
            let message = Message::new(
                "Something has to be left to pay. Discard the draft instead.",
                "Il doit rester quelque chose à verser. Abandonnez plutôt l’ébauche.",
            );
            Fields::one("amount", message)
        })?;
        store::set_held_back(tx, payout.key(), changing.amount, &changing.said, left)?;
        Ok(Some(actions::PAYOUT_HELD_BACK))
    })
    .await
}

/// Discards a drafted payout, with a reason. Afterwards a new payout can be drafted for the same
/// period.
pub async fn discard(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reason: String,
) -> Result<Statement> {
    let changing = Changing { said: reason, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Draft], PayoutState::Discarded)? {
            return Ok(None);
        }
        let Changing { now, by, said, .. } = changing;
        store::end(tx, payout.key(), PayoutState::Discarded, *now, by.person, None, Some(said))?;
        Ok(Some(actions::PAYOUT_DISCARDED))
    })
    .await
}

/// Records that the bank made the payment, with the bank's reference.
pub async fn mark_paid(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reference: String,
) -> Result<Statement> {
    let explained = statements::read_explained(app, &[id]).await?;
    let changing = Changing { said: reference, explained, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        if !begins(payout, &[PayoutState::Approved, PayoutState::Exported], PayoutState::Paid)? {
            return Ok(None);
        }
        if payout.failure_asked_by.is_some() {
            return Err(Error::Refused(FAILURE_WAITS));
        }
        exports::expect_sent(tx, payout)?;
        // A payout that is in no bank file is paid by hand. The lock waits for a pause under way.
        if payout.state == PayoutState::Approved {
            tenants::lock_bank(tx, payout.tenant_id)?;
            if pauses::paused_since(tx, payout.tenant_id)?.is_some() {
                pauses::refuse(slice::from_ref(&payout.tenant_name))?;
            }
        }
        let Changing { app, now, by, said, explained, .. } = changing;
        store::end(tx, payout.key(), PayoutState::Paid, *now, by.person, Some(said), None)?;
        let paid = PayoutRow { reference: Some(said.clone()), ..payout.clone() };
        notices::notify_payees(tx, app, *now, PayoutStep::Paid, (&[paid], explained))?;
        Ok(Some(actions::PAYOUT_PAID))
    })
    .await
}

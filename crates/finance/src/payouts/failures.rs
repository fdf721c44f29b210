//! Failed payouts. If a payout was in a bank file, the money may have been sent. Therefore one
//! administrator reports the failure with the bank's reference, and another one confirms it before
//! the amount is payable again.

use std::{slice, sync::Arc};

use db::Tx;

use super::{
    PayoutRow, PayoutState,
    changes::{Changing, begins, change},
    exports, notices, rules,
    statements::{Statement, read_explained},
    store,
};
use access::auth::{Actor, Permission, second_person::Decision};
use kernel::{
    fields::Fields,
    ids::PayoutId,
    messages::{self, Message},
    payouts::PayoutStep,
};
use ledger::PostedBy;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::{
    actions,
    errors::{FAILURE_WAITS, PAYOUT_STATE, REQUESTER_GONE},
};

/// Records that the bank didn't make a payout, or returned it. The failure of a payout that was in
/// a bank file must be confirmed; any other payout fails at once.
pub async fn mark_failed(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutId,
    reason: String,
    reference: Option<String>,
) -> Result<Statement> {
    let explained = read_explained(app, &[id]).await?;
    let changing = Changing { said: reason, reference, explained, ..Changing::new(app, by) };
    change(changing, id, |tx, changing, payout| {
        const FROM: [PayoutState; 3] =
            [PayoutState::Approved, PayoutState::Exported, PayoutState::Paid];
        if !begins(payout, &FROM, PayoutState::Failed)? {
            return Ok(None);
        }
        exports::expect_sent(tx, payout)?;
        if payout.state == PayoutState::Approved {
            fail(tx, changing, payout, &changing.said)?;
            return Ok(Some(actions::PAYOUT_FAILED));
        }
        if payout.failure_asked_by.is_some() {
            return Err(Error::Refused(FAILURE_WAITS));
        }
        let reference = bank_reference(changing.reference.as_deref())?;
        let by = changing.by.person;
        store::ask_failure(tx, payout.key(), changing.now, by, &changing.said, reference)?;
        Ok(Some(actions::PAYOUT_FAILURE_ASKED))
    })
    .await
}

pub fn bank_reference(given: Option<&str>) -> Result<&str> {
    let given = given.unwrap_or_default();
    if given.is_empty() {
        return Err(Fields::one("reference", messages::required("Reference")).into());
    }
    if !rules::is_bank_reference(given) {
        let message = Message::new(
            "Please enter the reference on the bank’s return notice: 4 to 40 letters, digits, blanks or dashes, with a digit.",
            "Entrez la référence de l’avis de retour de la banque\u{a0}: de 4 à 40 lettres, chiffres, espaces ou tirets, avec un chiffre.",
        );
        return Err(Fields::one("reference", message).into());
    }
    Ok(given)
}

/// Confirms as a second administrator that a payout failed, so that the amount is payable to the
/// payee again.
pub async fn confirm(app: &Arc<App>, by: &Actor, id: PayoutId) -> Result<Statement> {
    let explained = read_explained(app, &[id]).await?;
    change(Changing { explained, ..Changing::new(app, by) }, id, |tx, changing, payout| {
        const FROM: [PayoutState; 2] = [PayoutState::Exported, PayoutState::Paid];
        if !begins(payout, &FROM, PayoutState::Failed)? {
            return Ok(None);
        }
        exports::expect_sent(tx, payout)?;
        let asked_by = payout.failure_asked_by.ok_or(Error::Refused(PAYOUT_STATE))?;
        Decision::of_platform(Permission::ManagePayouts)
            .requested_by(asked_by)
            .or_gone(REQUESTER_GONE)
            .require(tx, &changing.app, changing.now, &changing.by)?;
        let reason = payout.failure_reason.clone().unwrap_or_default();
        fail(tx, changing, payout, &reason)?;
        Ok(Some(actions::PAYOUT_FAILED))
    })
    .await
}

/// Withdraws or rejects the report that a payout failed. The payout keeps its state.
pub async fn refuse(app: &Arc<App>, by: &Actor, id: PayoutId, reason: String) -> Result<Statement> {
    let changing = Changing { said: reason, ..Changing::new(app, by) };
    change(changing, id, |tx, _, payout| {
        if payout.state == PayoutState::Failed || payout.failure_asked_by.is_none() {
            return Err(Error::Refused(PAYOUT_STATE));
        }
        store::forget_failure(tx, payout.key())?;
        Ok(Some(actions::PAYOUT_FAILURE_REFUSED))
    })
    .await
}

fn fail(tx: &mut Tx<'_>, changing: &Changing, payout: &PayoutRow, reason: &str) -> Result<()> {
    let Changing { app, now, by, explained, .. } = changing;
    let transfer = payout.transfer_id.map(|id| ledger::find(tx, payout.vendor_id, id));
    let transfer = transfer.transpose()?.flatten();
    let transfer =
        transfer.ok_or_else(|| Error::Internal(format!("{} has no transfer", payout.id)))?;
    let posted_by = PostedBy::Person(by.person);
    ledger::reverse(tx, *now, posted_by, &transfer, Some(reason.to_owned()))?;
    store::end(tx, payout.key(), PayoutState::Failed, *now, by.person, None, Some(reason))?;
    notices::notify_payees(tx, app, *now, PayoutStep::Failed, (slice::from_ref(payout), explained))
}

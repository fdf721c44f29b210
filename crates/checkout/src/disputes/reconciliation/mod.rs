//! Daily comparison of the gateway's charges and refunds with our records. Differences stay listed
//! until an administrator closes them. Charges that seem to be reversed are looked up at once.

mod compare;
mod store;

use std::{collections::HashSet, sync::Arc, time::Duration};

use db::Tx;

use access::{
    audit::{Entry, Subject},
    auth::Actor,
};
use kernel::{brand::Brand, ids::DifferenceId, timestamp::Timestamp};
use mail::Mail;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
};

use super::reversals;
use crate::{
    disputes::reversals::LookIntoCharge,
    order::{
        actions::{self, GATEWAY_DIFFERENCE},
        letters::Letter,
    },
    payments::{self, AttemptRow, KnownCharge, KnownRefund, Listed, ListedTransaction},
};
use compare::{Difference, KnownRefunds, OurStanding, Ours, compare};
use store::NewDifference;

pub use compare::DifferenceKind;
pub use store::{DifferenceRow, OPEN};

/// Period that is compared each day. It is longer than a day, so that a later run covers the days
/// without a run.
const LOOK_BACK: Duration = Duration::from_secs(8 * 24 * 3600);
/// Tolerance for clock differences. Transactions this close to the start of the period are
/// compared, but never reported as missing.
const EDGE: Duration = Duration::from_secs(3600);

/// Daily task that compares our payments with the gateway's list. Does nothing on a server without
/// a gateway.
pub async fn reconcile(app: Arc<App>) -> Result<()> {
    let Some(gateway) = &app.gateway else { return Ok(()) };
    let now = app.clock.now();
    let from = now.minus(LOOK_BACK);
    let theirs = match payments::list_at_gateway(&app, from, now).await? {
        Ok(theirs) => theirs,
        Err(failure) => {
            return Err(Error::Internal(format!("nothing can be reconciled: {failure}")));
        }
    };
    let missed_from = missed_from(from, gateway.began);
    let theirs = Arc::new(theirs);
    let read = move |tx: &mut Tx<'_>| compare_lists(tx, now, missed_from, &theirs);
    let mut findings = app.db.read(read).await?;
    // Charges are recorded before refunds. If a charge is listed as a difference, its refund is not
    // listed as a second difference.
    findings.sort_by_key(Finding::is_refund);
    let mut found = 0;
    for some in findings.chunks(BATCH) {
        let (shared, some) = (app.clone(), some.to_vec());
        found += app.db.write(move |tx| record(tx, &shared, now, &some)).await?;
    }
    if found > 0 {
        tracing::error!(found, "the gateway and our payments differ");
    }
    Ok(())
}

/// Maximum findings written in one transaction, so that other writers don't wait long.
const BATCH: usize = 100;

/// Result of the comparison for one transaction.
#[derive(Clone, Debug)]
enum Finding {
    /// Number of a transaction that seems to have been reversed or reinstated outside this program.
    LookInto(String),
    Differs {
        kind: DifferenceKind,
        ours: Option<Ours>,
        theirs: Option<Box<ListedTransaction>>,
    },
}

impl Finding {
    fn is_refund(&self) -> bool {
        self.difference().is_some_and(|difference| difference.is_refund())
    }

    fn difference(&self) -> Option<Difference<'_>> {
        match self {
            Finding::LookInto(_) => None,
            Finding::Differs { kind, ours, theirs } => {
                Some(Difference { kind: *kind, ours: ours.as_ref(), theirs: theirs.as_deref() })
            }
        }
    }
}

/// Returns the earliest sending time of transactions that are reported as missing from the
/// gateway's list. `from` is the start of the compared period. `began` is the time at which the
/// built-in sandbox gateway started; it has lost all earlier transactions.
fn missed_from(from: Timestamp, began: Option<Timestamp>) -> Timestamp {
    let from = from.plus(EDGE);
    began.map_or(from, |began| began.max(from))
}

/// Compares the gateway's list with our payments of the same days, in a read transaction.
fn compare_lists(
    tx: &mut Tx<'_>,
    now: Timestamp,
    missed_from: Timestamp,
    theirs: &[ListedTransaction],
) -> Result<Vec<Finding>> {
    let (charges, refunds) = payments::list_known(tx, now.minus(LOOK_BACK).minus(EDGE))?;
    let ours: Vec<Ours> =
        charges.into_iter().map(Ours::from).chain(refunds.into_iter().map(Ours::from)).collect();
    let known_refunds = known_refunds(tx, theirs, &ours)?;
    let found = compare(theirs, &ours, &known_refunds, missed_from, now);
    let to_look_into = found.to_look_into.into_iter().map(str::to_owned).map(Finding::LookInto);
    let differing = found.differences.into_iter().map(|difference| Finding::Differs {
        kind: difference.kind,
        ours: difference.ours.cloned(),
        theirs: difference.theirs.cloned().map(Box::new),
    });
    Ok(to_look_into.chain(differing).collect())
}

/// Records findings and returns the number of new differences. Skips payments whose state has
/// changed since the comparison; they are compared again the next day.
fn record(tx: &mut Tx<'_>, app: &App, now: Timestamp, findings: &[Finding]) -> Result<u64> {
    let mut new = 0;
    for finding in findings {
        if let Finding::LookInto(transaction) = finding {
            enqueue(tx, now, &LookIntoCharge { transaction: transaction.clone() })?;
        }
        let Some(difference) = finding.difference() else { continue };
        let is_of_listed = difference.is_refund() && store::is_of_listed_charge(tx, &difference)?;
        if !is_of_listed && is_current(tx, &difference)? {
            new += u64::from(insert(tx, now, &difference)?);
        }
    }
    if new > 0 {
        notify_administrators(tx, app, now, new)?;
    }
    Ok(new)
}

/// Whether our record of the payment is unchanged since the comparison. Records of refunds never
/// change after they are compared.
fn is_current(tx: &mut Tx<'_>, difference: &Difference<'_>) -> Result<bool> {
    let Some(ours) = difference.ours else { return Ok(true) };
    let attempt = payments::find_by_transaction(tx, &ours.transaction)?;
    Ok(attempt.is_none_or(|attempt| attempt.state.word() == ours.state))
}

fn insert(tx: &mut Tx<'_>, now: Timestamp, difference: &Difference<'_>) -> Result<bool> {
    let (ours, theirs) = (difference.ours, difference.theirs);
    let reference = theirs.and_then(|item| item.reference.as_deref());
    // A charge that is missing from our records may have the reference of an attempt, by which the
    // order is found. Either the attempt was charged twice, or its charge appeared at the gateway
    // after the last lookup.
    let order = match (ours, reference) {
        (Some(row), _) => Some(row.order),
        (None, Some(reference)) => {
            payments::find_by_reference(tx, reference)?.map(|attempt| attempt.order_id)
        }
        (None, None) => None,
    };
    let transaction = theirs.map(|item| &item.transaction).or(ours.map(|row| &row.transaction));
    let new = NewDifference {
        kind: difference.kind,
        transaction: transaction.map_or("", String::as_str),
        reference,
        order,
        ours: ours.map(|row| (row.amount, row.state.as_str())),
        theirs: theirs.map(|item| (item.amount, item.status.as_str())),
    };
    store::insert(tx, now, &new)
}

/// Lists a won dispute as a difference. No single dispute took the whole reversed sum of the
/// charge, so it isn't known which part the cardholder's bank reinstated. An administrator has to
/// find out how much of the charge is valid.
pub(super) fn list_won_dispute(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    charge: &str,
    attempt: &AttemptRow,
) -> Result<()> {
    let new = NewDifference {
        kind: DifferenceKind::OtherState,
        transaction: charge,
        reference: Some(&attempt.reference),
        order: Some(attempt.order_id),
        ours: Some((attempt.amount, attempt.state.word())),
        theirs: Some((attempt.amount, payments::DISPUTE_WON)),
    };
    if store::insert(tx, now, &new)? { notify_administrators(tx, app, now, 1) } else { Ok(()) }
}

/// Lists a charge as a difference, because the gateway doesn't know its transaction number.
pub(super) fn list_missing(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    attempt: &AttemptRow,
) -> Result<()> {
    let transaction = attempt.transaction_id.as_deref().unwrap_or_default();
    let new = NewDifference {
        kind: DifferenceKind::MissingThere,
        transaction,
        reference: Some(&attempt.reference),
        order: Some(attempt.order_id),
        ours: Some((attempt.amount, attempt.state.word())),
        theirs: None,
    };
    if store::insert(tx, now, &new)? { notify_administrators(tx, app, now, 1) } else { Ok(()) }
}

/// Finds the refunds in the gateway's list (`theirs`) that we requested, or that were made outside
/// this program and recorded as reversals.
fn known_refunds<'a>(
    tx: &mut Tx<'_>,
    theirs: &'a [ListedTransaction],
    ours: &[Ours],
) -> Result<KnownRefunds<'a>> {
    let own: HashSet<&str> = ours.iter().map(|row| row.transaction.as_str()).collect();
    let mut known = KnownRefunds::default();
    for item in theirs.iter().filter(|item| !own.contains(item.transaction.as_str())) {
        let Some(reference) = &item.reference else { continue };
        if item.is_refund() && payments::is_wanted_refund(tx, reference)? {
            known.wanted.push(&item.transaction);
        } else if item.is_refund() || matches!(item.standing, Listed::Gone | Listed::Nothing) {
            // A refund made by hand at the gateway has the reference of its charge, which may be
            // older than the compared period.
            let charge = payments::find_by_reference(tx, reference)?
                .filter(|charge| charge.transaction_id.as_ref() != Some(&item.transaction));
            if let Some(charge) = charge
                && tx.ask(reversals::is_known(charge.key(), &item.transaction))?
            {
                known.by_others.push(&item.transaction);
            }
        }
    }
    Ok(known)
}

impl From<KnownCharge> for Ours {
    fn from(row: KnownCharge) -> Ours {
        Ours {
            // The refunds of this charge have rows of their own, which are compared separately. The
            // charge itself therefore counts as not refunded.
            standing: match OurStanding::from(row.state) {
                OurStanding::Back if row.refunded.is_positive() => OurStanding::Charged,
                standing => standing,
            },
            state: row.state.word().to_owned(),
            refund_reference: payments::whole_refund_reference(&row.reference),
            transaction: row.transaction_id,
            order: row.order_id,
            amount: row.amount,
            sent_at: row.sent_at,
        }
    }
}

impl From<KnownRefund> for Ours {
    fn from(row: KnownRefund) -> Ours {
        Ours {
            standing: OurStanding::Refund,
            state: "REFUND".to_owned(),
            refund_reference: String::new(),
            transaction: row.transaction_id,
            order: row.order_id,
            amount: row.amount,
            sent_at: row.sent_at,
        }
    }
}

impl From<payments::State> for OurStanding {
    fn from(state: payments::State) -> OurStanding {
        use payments::State;
        match state {
            State::Approved | State::Review | State::Issued => OurStanding::Charged,
            State::Voided => OurStanding::Back,
            State::Declined | State::NotCharged => OurStanding::Nothing,
            State::Sending | State::Held | State::Unknown | State::VoidPending => OurStanding::Open,
            State::Reversed => OurStanding::Reversed,
        }
    }
}

fn notify_administrators(tx: &mut Tx<'_>, app: &App, now: Timestamp, new: u64) -> Result<()> {
    // The link leads to the first brand, because all brands share one support desk.
    let link = format!("{}/admin/cards", app.public_url(Brand::DEFAULT));
    for administrator in people::administrators(tx)? {
        let letter = Letter::GatewayDiffers { count: new.to_string(), link: link.clone() };
        let lang = administrator.language;
        let mail = Mail { to: administrator.email, brand: Brand::DEFAULT, lang, letter };
        mail::post(tx, now, &mail)?;
    }
    Ok(())
}

/// Closes a difference with the administrator's note on its outcome. Closing it again changes
/// nothing.
pub async fn close(
    app: &Arc<App>,
    by: &Actor,
    id: DifferenceId,
    note: String,
) -> Result<DifferenceRow> {
    let entry = |row: &DifferenceRow| {
        let subject = match row.order_id {
            Some(order) => Subject::order(order),
            None => Subject::of(GATEWAY_DIFFERENCE, row.id),
        };
        Entry::new(actions::DIFFERENCE_CLOSED, subject)
    };
    OPEN.close(app, by, id, note, entry).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_from_leaves_out_charges_from_before_the_gateway_started() {
        let (from, now) = (Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH.plus(LOOK_BACK));
        assert_eq!(missed_from(from, None), from.plus(EDGE));
        assert_eq!(missed_from(from, Some(now)), now);
        assert_eq!(missed_from(from, Some(from)), from.plus(EDGE));
    }
}

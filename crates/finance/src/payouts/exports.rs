//! Bank files. An administrator makes a file of all approved payouts, except those that this
//! administrator must not export. A second administrator confirms the file's total and releases it.
//! The file can be generated again at any time, byte for byte, because the names of its payees and
//! of the originator are stored with it.

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    PayoutRow, PayoutState,
    bank_file::{self, Credit, FileDate},
    decision_after, entry, pauses,
    store::{
        exports::{self as store, ExportRow, Taken, Waiting},
        runs,
    },
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{
        Actor,
        errors::{APPOINTED_BY_EACH_OTHER, SAME_PERSON},
        second_person::Decider,
    },
};
use kernel::{
    bank_days::bank_days_after,
    dates::BusinessDate,
    fields::Fields,
    ids::{PayoutExportId, PayoutRunId, PersonId},
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use market::tenants::BankNumbers;
use platform::{
    app::App,
    config::BankOriginator,
    error::{Error, Result},
};

use crate::{
    books::bank_accounts,
    payouts::{
        actions::{self, PAYOUT, PAYOUT_EXPORT},
        errors::{self, FILE_NOT_RELEASED, NOTHING_TO_EXPORT, PAYOUT_STATE},
    },
};

/// Format of a bank file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum FileFormat {
    Cpa005,
    Csv,
}

pub struct BankFile {
    pub name: String,
    pub content: String,
}

/// Counts of approved payouts that a file leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Approved by the maker of the file.
    pub own: i64,
    /// Approved by an administrator who appointed the maker or was appointed by the maker.
    pub appointed: i64,
    /// Payouts to payees whose payouts are paused.
    pub paused: i64,
    /// Payouts to payees whose bank account was changed after the approval.
    pub changed: i64,
}

/// Puts approved payouts into the next bank file, all or those of one run. Leaves out payouts approved by the caller, by an
/// administrator whom the caller appointed, or by one who appointed the caller, paused ones, and those
/// approved for another bank account.
/// Refuses if no payouts remain.
pub async fn export(
    app: &Arc<App>,
    by: &Actor,
    run: Option<PayoutRunId>,
) -> Result<(ExportRow, LeftOut)> {
    let by = by.clone();
    let originator = app.config.payouts.originator().map(|originator| json!(originator));
    app.write(move |tx, app, now| {
        if let Some(run) = run {
            runs::find(tx, run)?.ok_or(Error::NotFound)?;
        }
        let id = PayoutExportId::new(now);
        let funds_on = bank_days_after(BusinessDate::of(now), 1);
        let originator = originator.as_ref().map(ToString::to_string);
        let account = bank_accounts::of_payouts(tx)?;
        let originator = originator.as_deref();
        let number = store::insert(tx, (id, account), now, by.person, funds_on, originator)?;
        // No number means that another administrator is making the next file at the same time.
        number.ok_or(Error::Refused(PAYOUT_STATE))?;
        let (approvers, left_out) = exportable(tx, app, now, &by, run)?;
        let mut payouts = store::take_approved(tx, id, &approvers, run)?;
        // A pause or a new account that was under way is committed now, or waits for this file.
        store::lock_payees(tx, id)?;
        let late = store::return_late(tx, id)?;
        payouts.retain(|taken| !late.iter().any(|late| late.id == taken.id));
        let paused = store::list_paused(tx, run)?;
        let changed = store::list_changed(tx, run)?;
        if payouts.is_empty() {
            pauses::refuse(&paused)?;
            refuse_changed(&changed)?;
            return Err(Error::Refused(NOTHING_TO_EXPORT));
        }
        let left_out =
            LeftOut { paused: paused.len() as i64, changed: changed.len() as i64, ..left_out };
        tx.batched(|tx| {
            payouts.iter().try_for_each(|payout| {
                let entry = entry(actions::PAYOUT_EXPORTED, payout.id, payout.tenant_id);
                let entry = entry.after(json!({ "amount": payout.amount }));
                audit::record(tx, now, &Author::of(&by), entry)
            })
        })?;
        if !app.config.second_person.required {
            store::release(tx, id, now, by.person)?;
        }
        Ok((store::find(tx, id)?.ok_or(Error::NotFound)?, left_out))
    })
    .await
}

/// Refuses with the names of these payees, whose bank account was changed after the approval. Does
/// nothing without payees.
fn refuse_changed(payees: &[String]) -> Result<()> {
    if payees.is_empty() {
        return Ok(());
    }
    let mut names = payees.to_vec();
    names.dedup();
    Err(Error::explained(NOTHING_TO_EXPORT, errors::account_changed(&names)))
}

/// Lists the administrators whose approved payouts the caller may export. Also counts the waiting
/// payouts of all other administrators.
fn exportable(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    run: Option<PayoutRunId>,
) -> Result<(Vec<PersonId>, LeftOut)> {
    let waiting = store::list_waiting(tx, run)?;
    let all = decision_after(waiting.iter().map(|waiting| waiting.approved_by));
    let decider = Decider::read(tx, app.config.second_person, now, by, &[all])?;
    decider.require(&decision_after([]))?;
    let (mut approvers, mut left_out) = (Vec::new(), LeftOut::default());
    for Waiting { approved_by, payouts } in waiting {
        match decider.refusal(&decision_after([approved_by])) {
            None => approvers.push(approved_by),
            Some(SAME_PERSON) => left_out.own += payouts,
            Some(_) => left_out.appointed += payouts,
        }
    }
    if approvers.is_empty() && left_out != LeftOut::default() {
        let is_own = left_out.own > 0;
        let code = if is_own { SAME_PERSON } else { APPOINTED_BY_EACH_OTHER };
        return Err(Error::Refused(code));
    }
    Ok((approvers, left_out))
}

/// Lists bank files, all or those with payouts of a run, the newest first.
pub async fn list(
    app: &App,
    run: Option<PayoutRunId>,
    page: PageRequest,
) -> Result<Page<ExportRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, run, page)?;
            Page::counted(rows, page, || store::count(tx, run))
        })
        .await
}

/// Releases a file as a second person, who confirms its total. Releasing it again changes nothing.
/// Leaves out payouts approved for another bank account than the payee has now, like a new file does.
/// If no others are left, the file stays without payouts and is not released.
///
/// Refuses a file with a payee whose payouts are paused. A pause takes payouts out of the file, so
/// this finds only what a change of the database by hand has left.
pub async fn release(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutExportId,
    total: Cents,
) -> Result<(ExportRow, LeftOut)> {
    let by = by.clone();
    app.write(move |tx, app, now| {
            // In the order of a pause, which locks the payee before its files.
            store::lock_payees(tx, id)?;
            let export = store::lock(tx, id)?.ok_or(Error::NotFound)?;
            if export.released_at.is_some() {
                return Ok((export, LeftOut::default()));
            }
            decision_after([export.created_by]).require(tx, app, now, &by)?;
            pauses::refuse(&store::list_paused_in(tx, id)?)?;
            if export.payouts == 0 {
                return Err(Error::Refused(NOTHING_TO_EXPORT));
            }
            if store::has_ended(tx, id)? {
                return Err(Error::Refused(PAYOUT_STATE));
            }
            if total != export.total {
                let message = Message::new(
                    "This is not the total of the file. Please compare it with the list of its payouts.",
                    "Ce n’est pas le total du fichier. Comparez-le avec la liste de ses versements.",
                );
                return Err(Fields::one("total", message).into());
            }
            let author = Author::of(&by);
            let late = store::return_late(tx, id)?;
            record_withdrawn(tx, now, &author, &late)?;
            let left_out = LeftOut { changed: late.len() as i64, ..LeftOut::default() };
            let left = store::find(tx, id)?.ok_or(Error::NotFound)?;
            if left.payouts == 0 {
                return Ok((left, left_out));
            }
            store::release(tx, id, now, by.person)?;
            let entry = Entry::new(actions::PAYOUT_FILE_RELEASED, subject(id)).after(named(&left));
            audit::record(tx, now, &author, entry)?;
            Ok((store::find(tx, id)?.ok_or(Error::NotFound)?, left_out))
        })
        .await
}

/// Records that payouts were taken out of a bank file. Only administrators read it, like the pause or the
/// new bank account that caused it.
pub fn record_withdrawn(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    payouts: &[Taken],
) -> Result<()> {
    payouts.iter().try_for_each(|payout| {
        let entry = Entry::new(actions::PAYOUT_WITHDRAWN, Subject::of(PAYOUT, payout.id));
        audit::record(tx, now, author, entry.after(json!({ "amount": payout.amount })))
    })
}

/// Refuses to end a payout that is in a bank file which is not released. The release would send it,
/// although its amount is payable again or was paid by hand.
pub fn expect_sent(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<()> {
    match unsent(tx, payout)? {
        Some(message) => Err(Error::explained(PAYOUT_STATE, message)),
        None => Ok(()),
    }
}

/// Returns why a payout can't end yet: its bank file is not released.
pub fn unsent(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<Option<Message>> {
    let file = payout.export_id.filter(|_| payout.state == PayoutState::Exported);
    let Some(file) = file else { return Ok(None) };
    if store::is_released(tx, file)? {
        return Ok(None);
    }
    Ok(Some(Message::new(
        "This payout is in a bank file that is not released yet. Please have the file released first.",
        "Ce versement est dans un fichier bancaire qui n’est pas encore libéré. Faites d’abord libérer le fichier.",
    )))
}

fn subject(id: PayoutExportId) -> Subject {
    Subject::of(PAYOUT_EXPORT, id)
}

fn named(export: &ExportRow) -> serde_json::Value {
    json!({ (audit::SUBJECT_NAME): export.number.to_string(), "total": export.total, "payouts": export.payouts })
}

/// Reads a file with full bank account numbers, and records in the audit log that it was read.
pub async fn file(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutExportId,
    format: FileFormat,
) -> Result<BankFile> {
    let configured = app.config.payouts.originator();
    let author = Author::of(by);
    app.write(move |tx, app, now| {
        let export = store::find(tx, id)?.ok_or(Error::NotFound)?;
        if export.released_at.is_none() {
            return Err(Error::Refused(FILE_NOT_RELEASED));
        }
        // A file that was made before the originator was configured has no stored originator.
        // It uses the originator configured now.
        let originator = match &export.originator {
            Some(kept) => Some(read_originator(kept)?),
            None => configured.clone(),
        };
        let mut credits = Vec::new();
        for row in store::payouts_of(tx, id)? {
            let bank = BankNumbers::open(&app.secrets, row.tenant_id, &row.sealed_bank);
            let bank = bank.ok_or_else(|| Error::Internal("unreadable bank numbers".into()))?;
            let (amount, payee) = (row.amount, row.payee_name);
            credits.push(Credit { amount, payee, bank, reference: reference(row.id) });
        }
        let entry = Entry::new(actions::PAYOUT_FILE_READ, subject(id)).after(named(&export));
        audit::record(tx, now, &author, entry)?;
        let file = FileDate {
            number: file_number(export.number),
            created_on: BusinessDate::of(export.created_at),
            funds_on: export.funds_on,
        };
        let (extension, content) = match (format, &originator) {
            (FileFormat::Cpa005, Some(originator)) => {
                ("txt", bank_file::write(originator, file, &credits))
            }
            (FileFormat::Cpa005, None) => return Err(no_originator().into()),
            (FileFormat::Csv, _) => ("csv", bank_file::write_csv(file, &credits)),
        };
        Ok(BankFile { name: format!("payouts-{:04}.{extension}", export.number), content })
    })
    .await
}

fn no_originator() -> Fields {
    let message = Message::new(
        "Nothing is set up for bank files: see [payouts] in the configuration.",
        "Rien n’est configuré pour les fichiers bancaires\u{a0}: voir [payouts] dans la configuration.",
    );
    Fields::one("format", message)
}

fn read_originator(kept: &str) -> Result<BankOriginator> {
    serde_json::from_str(kept)
        .map_err(|error| Error::Internal(format!("the originator of a bank file: {error}")))
}

/// Returns the last characters of a payout's id, as many as banks accept in a reference.
fn reference(payout: impl ToString) -> String {
    const LENGTH: usize = 19;
    let id = payout.to_string().to_uppercase();
    id.chars().skip(id.chars().count().saturating_sub(LENGTH)).collect()
}

/// Wraps file numbers: 1 to 9999, then 1 again.
fn file_number(number: i64) -> u16 {
    u16::try_from((number - 1).rem_euclid(9999) + 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_number_begins_again_after_9999() {
        assert_eq!([1, 9999, 10_000, 19_999].map(file_number), [1, 9999, 1, 1]);
    }
}

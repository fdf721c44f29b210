//! Files for the bank: all payouts that are approved go into the next one, and stay in it. A second person releases it, seeing its
//! total. The file can be made again at any time, byte for byte: it keeps the names of its payees and of its originator.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    ManageRight,
    bank_file::{self, Credit, FileDate},
    entry,
    store::exports::{self as store, ExportRow},
};
use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject, SubjectKind},
    auth::{Actor, second_person},
    config::BankOriginator,
    error::{Code, Error, Result},
    kernel::{
        bank_days::bank_days_after,
        dates::BusinessDate,
        fields::Fields,
        ids::{PayoutExportId, PersonId},
        messages::Message,
        money::Cents,
        paging::{Page, PageRequest},
    },
    tenants::BankNumbers,
};

/// How a file is written.
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

/// Puts everything that is approved into the next file. Who approved any of it can't.
pub async fn export(app: &Arc<App>, by: &Actor) -> Result<ExportRow> {
    let (shared, now, by) = (app.clone(), app.clock.now(), by.clone());
    let funds_on = bank_days_after(BusinessDate::of(now), 1);
    let originator = app.config.payouts.originator().map(|originator| json!(originator));
    app.db
        .write(move |tx| {
            let id = PayoutExportId::new(now);
            let originator = originator.as_ref().map(ToString::to_string);
            let number = store::insert(tx, id, now, by.person, funds_on, originator.as_deref())?;
            // Another administrator makes the next file at this moment.
            number.ok_or(Error::Refused(Code::PayoutState))?;
            let payouts = store::take_approved(tx, id)?;
            if payouts.is_empty() {
                return Err(Error::Refused(Code::NothingToExport));
            }
            let approvers: Vec<PersonId> =
                payouts.iter().filter_map(|payout| payout.approved_by).collect();
            let (setting, right) = (shared.config.second_person, ManageRight::deciding());
            second_person::require(tx, setting, &by, right, &approvers, now)?;
            for payout in &payouts {
                let entry = entry(Action::PayoutExported, payout.id, payout.tenant_id);
                let entry = entry.after(json!({ "amount": payout.amount }));
                audit::record(tx, now, &Author::of(&by), entry)?;
            }
            if !setting.required {
                store::release(tx, id, now, by.person)?;
            }
            store::find(tx, id)?.ok_or(Error::NotFound)
        })
        .await
}

/// The files, the newest first.
pub async fn list(app: &App, page: PageRequest) -> Result<Page<ExportRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, page)?;
            Page::counted(rows, page, || store::count(tx))
        })
        .await
}

/// Releases a file as a second person, who names its total. Released again, it stays as it is.
pub async fn release(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutExportId,
    total: Cents,
) -> Result<ExportRow> {
    let (shared, now, by) = (app.clone(), app.clock.now(), by.clone());
    app.db
        .write(move |tx| {
            let export = store::lock(tx, id)?.ok_or(Error::NotFound)?;
            if export.released_at.is_some() {
                return Ok(export);
            }
            let (setting, right) = (shared.config.second_person, ManageRight::deciding());
            second_person::require(tx, setting, &by, right, &[export.created_by], now)?;
            if total != export.total {
                let message = Message::new(
                    "This is not the total of the file. Please compare it with the list of its payouts.",
                    "Ce n’est pas le total du fichier. Comparez-le avec la liste de ses versements.",
                );
                return Err(Fields::one("total", message).into());
            }
            store::release(tx, id, now, by.person)?;
            let told = named(&export);
            let entry = Entry::new(Action::PayoutFileReleased, subject(id)).after(told);
            audit::record(tx, now, &Author::of(&by), entry)?;
            store::find(tx, id)?.ok_or(Error::NotFound)
        })
        .await
}

fn subject(id: PayoutExportId) -> Subject {
    Subject::of(SubjectKind::PayoutExport, id)
}

fn named(export: &ExportRow) -> serde_json::Value {
    json!({ (audit::SUBJECT_NAME): export.number.to_string(), "total": export.total, "payouts": export.payouts })
}

/// The file, with bank numbers in full: that it was read is recorded.
pub async fn file(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutExportId,
    format: FileFormat,
) -> Result<BankFile> {
    let configured = app.config.payouts.originator();
    let (shared, now, author) = (app.clone(), app.clock.now(), Author::of(by));
    app.db
        .write(move |tx| {
            let export = store::find(tx, id)?.ok_or(Error::NotFound)?;
            if export.released_at.is_none() {
                return Err(Error::Refused(Code::FileNotReleased));
            }
            // Files of earlier releases have kept no originator.
            let originator = match &export.originator {
                Some(kept) => Some(read_originator(kept)?),
                None => configured.clone(),
            };
            let mut credits = Vec::new();
            for row in store::payouts_of(tx, id)? {
                let bank = BankNumbers::open(&shared.secrets, row.tenant_id, &row.sealed_bank);
                let bank = bank.ok_or_else(|| Error::Internal("unreadable bank numbers".into()))?;
                let (amount, payee) = (row.amount, row.payee_name);
                credits.push(Credit { amount, payee, bank, reference: reference(row.id) });
            }
            let entry = Entry::new(Action::PayoutFileRead, subject(id)).after(named(&export));
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

/// The end of a payout's id: as much of it as a bank keeps.
fn reference(payout: impl ToString) -> String {
    const LENGTH: usize = 19;
    let id = payout.to_string().to_uppercase();
    id.chars().skip(id.chars().count().saturating_sub(LENGTH)).collect()
}

/// Files are numbered from 1 to 9999, and then again.
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

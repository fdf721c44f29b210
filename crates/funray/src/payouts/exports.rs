//! Files for the bank: all payouts that are approved go into the next one, and stay in it. It can be made again at any time, the same.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    bank_file::{self, Credit, FileDate},
    entry, store, too_large,
};
use crate::{
    app::App,
    audit::{self, Action, Author, Entry, Subject, SubjectKind},
    auth::Actor,
    error::{Code, Error, Result},
    kernel::{
        bank_days::bank_days_after, dates::BusinessDate, fields::Fields, ids::PayoutExportId,
        messages::Message, money::Cents,
    },
    tenants::BankNumbers,
};

/// What was put into a file.
pub struct Export {
    pub id: PayoutExportId,
    pub number: i64,
    pub payouts: usize,
    pub total: Cents,
}

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

/// Puts everything that is approved into the next file.
pub async fn export(app: &App, by: &Actor) -> Result<Export> {
    let (now, person, author) = (app.clock.now(), by.person, Author::of(by));
    let funds_on = bank_days_after(BusinessDate::of(now), 1);
    app.db
        .write(move |tx| {
            let id = PayoutExportId::new(now);
            let number = store::insert_export(tx, id, now, person, funds_on)?;
            // Somebody else makes the next one at this moment.
            let number = number.ok_or(Error::Refused(Code::PayoutState))?;
            let payouts = store::export_approved(tx, id)?;
            if payouts.is_empty() {
                return Err(Error::Refused(Code::NothingToExport));
            }
            for (payout, tenant, amount) in &payouts {
                let entry = entry(Action::PayoutExported, *payout, *tenant);
                audit::record(tx, now, &author, entry.after(json!({ "amount": amount })))?;
            }
            let total = Cents::checked_sum(payouts.iter().map(|(.., amount)| *amount));
            Ok(Export { id, number, payouts: payouts.len(), total: total.ok_or_else(too_large)? })
        })
        .await
}

/// The file, with bank numbers in full: that somebody has read it is recorded.
pub async fn file(
    app: &Arc<App>,
    by: &Actor,
    id: PayoutExportId,
    format: FileFormat,
) -> Result<BankFile> {
    let originator = app.config.payouts.originator();
    if format == FileFormat::Cpa005 && originator.is_none() {
        let message = Message::new(
            "Nothing is set up for bank files: see [payouts] in the configuration.",
            "Rien n’est configuré pour les fichiers bancaires\u{a0}: voir [payouts] dans la configuration.",
        );
        return Err(Fields::one("format", message).into());
    }
    let (shared, now, author) = (app.clone(), app.clock.now(), Author::of(by));
    app.db
        .write(move |tx| {
            let export = store::find_export(tx, id)?.ok_or(Error::NotFound)?;
            let mut credits = Vec::new();
            for row in store::list_of_export(tx, id)? {
                let bank = BankNumbers::open(&shared.secrets, row.tenant_id, &row.sealed_bank);
                let bank = bank.ok_or_else(|| Error::Internal("unreadable bank numbers".into()))?;
                let (amount, payee) = (row.amount, row.legal_name);
                credits.push(Credit { amount, payee, bank, reference: reference(row.id) });
            }
            let subject = Subject::of(SubjectKind::PayoutExport, id);
            let named = json!({ (audit::SUBJECT_NAME): export.number.to_string() });
            let entry = Entry::new(Action::PayoutFileRead, subject).after(named);
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
                _ => ("csv", bank_file::write_csv(file, &credits)),
            };
            Ok(BankFile { name: format!("payouts-{:04}.{extension}", export.number), content })
        })
        .await
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

//! The monthly journal, summed: one journal for each kind of transfer, with the debits and credits of
//! each kind of account, and of each bank account.

use db::Tx;

use super::{
    chart::ChartAccount,
    journal_file::{self, JournalFormat, Summed, SummedLine},
    store::{chart as chart_store, summed as store},
};
use kernel::{
    ids::BankAccountId, language::Language, messages::Message, money::Cents, months::BusinessMonth,
};
use ledger::TransferKind;
use platform::{app::App, error::Result};

/// Longest name of a tax rate in Xero.
pub const MAX_TAX_RATE: usize = 50;

/// Tax rate for lines of a journal in Xero: the taxes are accounts of their own.
pub const USUAL_TAX_RATE: &str = "Tax Exempt";

/// A file for an accounting program.
pub struct JournalFile {
    pub name: String,
    pub content: String,
}

/// Writes the summed journal of a month.
pub async fn file(
    app: &App,
    month: BusinessMonth,
    format: JournalFormat,
    tax_rate: String,
    language: Language,
) -> Result<JournalFile> {
    app.db
        .bulk()
        .read(move |tx| {
            let chart = chart_store::list(tx, language)?;
            let journals = journals(tx, month, &chart, language)?;
            let (content, ending) = journal_file::write(format, &journals, &chart, &tax_rate);
            let program = match format {
                JournalFormat::QuickbooksOnline => "quickbooks-online",
                JournalFormat::QuickbooksDesktop => "quickbooks-desktop",
                JournalFormat::Xero => "xero",
            };
            Ok(JournalFile { name: format!("journal-{month}-{program}.{ending}"), content })
        })
        .await
}

/// Returns the journals of a month, in the order of the kinds of transfers.
fn journals(
    tx: &mut Tx<'_>,
    month: BusinessMonth,
    chart: &[ChartAccount],
    language: Language,
) -> Result<Vec<Summed>> {
    let sums = store::sums(tx, month.start(), month.end_exclusive())?;
    let mut journals = Vec::new();
    for (position, kind) in TransferKind::ALL.into_iter().enumerate() {
        let mut lines = Vec::new();
        for sum in sums.iter().filter(|sum| sum.kind == kind) {
            let bank = sum.bank.filter(|bank| *bank != BankAccountId::MAIN);
            let is_it = |one: &&ChartAccount| (one.account, one.bank) == (sum.account, bank);
            let Some(account) = chart.iter().find(is_it) else { continue };
            let mut add = |debit: Cents, credit: Cents| {
                if debit != credit {
                    lines.push(SummedLine { account: account.clone(), debit, credit });
                }
            };
            add(sum.debit, Cents::ZERO);
            add(Cents::ZERO, sum.credit);
        }
        // Debits come first, as accountants write them.
        lines.sort_by_key(|line| line.debit == Cents::ZERO);
        if lines.is_empty() {
            continue;
        }
        journals.push(Summed {
            number: format!("FR-{month}-{}", position + 1),
            day: month.last_day(),
            text: format!("{} {month}", text_of(kind).said_in(language)),
            lines,
        });
    }
    Ok(journals)
}

fn text_of(kind: TransferKind) -> Message {
    match kind {
        TransferKind::Sale => Message::new("Gift cards sold", "Cartes-cadeaux vendues"),
        TransferKind::Redemption => Message::new("Gift cards redeemed", "Cartes-cadeaux utilisées"),
        TransferKind::Reversal => Message::new("Reversals", "Contrepassations"),
        TransferKind::CashOut => {
            Message::new("Paid out in cash by shops", "Remboursé en argent par les commerces")
        }
        TransferKind::ChargeReversal => {
            Message::new("Reversed charges", "Paiements annulés ou contestés")
        }
        TransferKind::PartialRefund => Message::new(
            "Partial refunds at the gateway",
            "Remboursements partiels à la passerelle",
        ),
        TransferKind::Refund => Message::new("Refunds", "Remboursements"),
        TransferKind::Payout => Message::new("Payouts", "Versements"),
        TransferKind::CommissionTax => Message::new("Tax on commission", "Taxe sur la commission"),
        TransferKind::Settlement => {
            Message::new("Settled by the card gateway", "Réglé par la passerelle de paiement")
        }
        TransferKind::BankLine => Message::new("Bank statement lines", "Lignes du relevé bancaire"),
    }
}

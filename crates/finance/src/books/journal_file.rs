//! Writes a month's summed journal as files that accounting programs import.
//!
//! - QuickBooks Online: CSV with `Journal No.`, `Journal Date`, `Account Name`, `Description`,
//!   `Debits` and `Credits`. Dates are `MM/DD/YYYY`, accounts are named.
//! - QuickBooks Desktop: IIF, tab-separated, with `TRNS` and `SPL` lines of the type
//!   `GENERAL JOURNAL`. Debits are positive, credits negative, and each transaction adds up to zero.
//! - Xero: CSV of manual journals. Rows with the same narration and date are one journal; debits are
//!   positive; accounts are given by their code. A file has at most 300 lines.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

use kernel::{dates::BusinessDate, money::Cents};

use super::chart::{AccountType, ChartAccount};

/// Program that imports the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum JournalFormat {
    QuickbooksOnline,
    QuickbooksDesktop,
    Xero,
}

/// One journal: the sums of all transfers of a kind in a month.
#[derive(Clone, Debug)]
pub struct Summed {
    pub number: String,
    pub day: BusinessDate,
    pub text: String,
    pub lines: Vec<SummedLine>,
}

/// Debit or credit of a journal; the other amount is zero.
#[derive(Clone, Debug)]
pub struct SummedLine {
    pub account: ChartAccount,
    pub debit: Cents,
    pub credit: Cents,
}

impl SummedLine {
    /// Returns the amount with the sign that IIF and Xero expect.
    fn signed(&self) -> i64 {
        self.debit.get() - self.credit.get()
    }
}

/// Returns the content of a file and the ending of its name.
pub fn write(
    format: JournalFormat,
    journals: &[Summed],
    chart: &[ChartAccount],
    tax_rate: &str,
) -> (String, &'static str) {
    match format {
        JournalFormat::QuickbooksOnline => (quickbooks_online(journals), "csv"),
        JournalFormat::QuickbooksDesktop => (quickbooks_desktop(journals, chart), "iif"),
        JournalFormat::Xero => (xero(journals, tax_rate), "csv"),
    }
}

/// Formats an amount with two decimals; a positive amount has no sign.
fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

/// Quotes a CSV field if it needs quotes.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

fn row(fields: &[&str]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\r\n"
}

/// Returns a day as `MM/DD/YYYY`.
fn american(day: BusinessDate) -> String {
    let text = day.to_string();
    match text.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] => format!("{month}/{day}/{year}"),
        _ => text,
    }
}

/// Returns a day as `DD/MM/YYYY`.
fn european(day: BusinessDate) -> String {
    let text = day.to_string();
    match text.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] => format!("{day}/{month}/{year}"),
        _ => text,
    }
}

fn quickbooks_online(journals: &[Summed]) -> String {
    let mut file =
        row(&["Journal No.", "Journal Date", "Account Name", "Description", "Debits", "Credits"]);
    for Summed { number, day, text, lines } in journals {
        for line in lines {
            let amount = |cents: Cents| {
                if cents == Cents::ZERO { String::new() } else { decimal(cents.get()) }
            };
            let (debit, credit) = (amount(line.debit), amount(line.credit));
            file += &row(&[number, &american(*day), &line.account.name, text, &debit, &credit]);
        }
    }
    file
}

/// Returns the word of a type of account in IIF files.
fn iif_type(account_type: AccountType) -> &'static str {
    match account_type {
        AccountType::Bank => "BANK",
        AccountType::CurrentAsset => "OCASSET",
        AccountType::CurrentLiability => "OCLIAB",
        AccountType::Income => "INC",
        AccountType::Expense => "EXP",
    }
}

/// Writes a line of an IIF file. QuickBooks reads it in the character set of Windows, so accents are
/// left out.
fn iif_line(fields: &[&str]) -> String {
    let line: String = fields.join("\t").nfd().filter(char::is_ascii).collect();
    line + "\r\n"
}

fn quickbooks_desktop(journals: &[Summed], chart: &[ChartAccount]) -> String {
    let line = iif_line;
    let mut file = line(&["!ACCNT", "NAME", "ACCNTTYPE", "ACCNUM"]);
    for account in chart {
        let account_type = iif_type(account.account_type);
        file += &line(&["ACCNT", &account.name, account_type, &account.number]);
    }
    file += &line(&["!TRNS", "TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"]);
    file += &line(&["!SPL", "TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"]);
    file += &line(&["!ENDTRNS"]);
    for Summed { number, day, text, lines } in journals {
        for (position, one) in lines.iter().enumerate() {
            let first = if position == 0 { "TRNS" } else { "SPL" };
            let amount = decimal(one.signed());
            let date = american(*day);
            file +=
                &line(&[first, "GENERAL JOURNAL", &date, &one.account.name, &amount, number, text]);
        }
        file += &line(&["ENDTRNS"]);
    }
    file
}

fn xero(journals: &[Summed], tax_rate: &str) -> String {
    let mut file = row(&[
        "*Narration",
        "*Date",
        "Description",
        "*AccountCode",
        "*TaxRate",
        "*Amount",
        "TrackingName1",
        "TrackingOption1",
        "TrackingName2",
        "TrackingOption2",
    ]);
    for Summed { number, day, text, lines } in journals {
        let narration = format!("{number} {text}");
        for line in lines {
            let (date, amount) = (european(*day), decimal(line.signed()));
            let SummedLine { account, .. } = line;
            file += &row(&[
                &narration,
                &date,
                &account.name,
                &account.number,
                tax_rate,
                &amount,
                "",
                "",
                "",
                "",
            ]);
        }
    }
    file
}

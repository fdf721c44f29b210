//! Tables of imports: their columns, templates, and files with the refused rows.

use std::collections::BTreeMap;

use table_file::{Column, Limits, Table, fold};

use super::{Importer, Plan, Step, refuse_table};
use kernel::{language::Language, messages::Message};
use platform::{error::Result, tables::refused};

/// Maximum sizes of a table. A cell may have as many characters as the longest field.
pub const LIMITS: Limits = Limits { bytes: 4 << 20, rows: 5000, columns: 100, characters: 5000 };

/// Column with the operator's own key.
pub const KEY: &str = "key";

/// Column of an import, with a cell for the example in the template in English and French.
#[derive(Clone, Copy, Debug)]
pub struct ImportColumn {
    pub column: Column,
    pub example: (&'static str, &'static str),
}

impl ImportColumn {
    /// Returns a column that a table may leave out. `key` is the path of the field in messages.
    pub const fn optional(
        key: &'static str,
        (english, french): (&'static str, &'static str),
        example: (&'static str, &'static str),
    ) -> ImportColumn {
        let column = Column { key, english, french, others: &[], is_required: false };
        ImportColumn { column, example }
    }

    pub const fn required(
        key: &'static str,
        headings: (&'static str, &'static str),
        example: (&'static str, &'static str),
    ) -> ImportColumn {
        let optional = ImportColumn::optional(key, headings, example);
        ImportColumn { column: Column { is_required: true, ..optional.column }, ..optional }
    }

    /// Adds other accepted headings.
    pub const fn or(self, others: &'static [&'static str]) -> ImportColumn {
        ImportColumn { column: Column { others, ..self.column }, ..self }
    }

    fn heading(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.column.english,
            Language::Fr => self.column.french,
        }
    }
}

/// Returns the column of the operator's own key.
pub const fn key_column(example: &'static str) -> ImportColumn {
    ImportColumn::required(KEY, ("Key", "Clé"), (example, example)).or(&[
        "own key",
        "external id",
        "id",
        "identifiant",
        "clé externe",
    ])
}

/// Parts of headings for bank accounts, folded. Such numbers are only typed, and only by people
/// with a fresh sign-in.
const BANK_PARTS: [&str; 10] = [
    "bank",
    "banque",
    "bancaire",
    "institutionn",
    "transit",
    "accountn",
    "numerodecompte",
    "nodecompte",
    "iban",
    "routing",
];

/// Reads the table of an import.
pub fn read<I: Importer>(bytes: &[u8]) -> Result<Table> {
    let columns: Vec<Column> = I::columns().iter().map(|column| column.column).collect();
    let table = table_file::read(bytes, &columns, LIMITS)
        .map_err(|refusal| refuse_table(refused(&refusal)))?;
    let is_bank = |heading: &&String| {
        let heading = fold(heading);
        BANK_PARTS.iter().any(|part| heading.contains(part))
    };
    match table.unknown.iter().find(is_bank) {
        Some(heading) => Err(refuse_table(bank_column(heading))),
        None => Ok(table),
    }
}

fn bank_column(heading: &str) -> Message {
    Message::of(
        format!(
            "The column “{heading}” seems to hold bank numbers, which can't be imported. Please remove it."
        ),
        format!(
            "La colonne «\u{a0}{heading}\u{a0}» semble contenir des coordonnées bancaires, qui ne s’importent pas. Retirez-la."
        ),
    )
}

/// Returns a CSV file with the headings and an example.
pub fn template<I: Importer>(language: Language) -> String {
    let columns = I::columns();
    let headings = columns.iter().map(|column| column.heading(language));
    let example = columns.iter().map(|column| match language {
        Language::En => column.example.0,
        Language::Fr => column.example.1,
    });
    table_file::write([headings.collect::<Vec<_>>(), example.collect()])
}

/// Returns the heading of each column by its key.
pub fn headings<I: Importer>(language: Language) -> BTreeMap<&'static str, &'static str> {
    I::columns().iter().map(|column| (column.column.key, column.heading(language))).collect()
}

/// Returns a CSV file with the refused rows and the reasons in a last column; `None` if no row is
/// refused. The file can be imported after correction.
pub fn refused_file<I: Importer, W>(
    table: &Table,
    plan: &Plan<W>,
    language: Language,
) -> Option<String> {
    let names = headings::<I>(language);
    let reason = match language {
        Language::En => "Reason",
        Language::Fr => "Motif",
    };
    let rows = table.rows.iter().zip(&plan.rows).filter_map(|(row, planned)| {
        let Step::Refused(fields) = &planned.step else { return None };
        let reasons: Vec<String> = fields
            .said_in(language)
            .into_iter()
            .map(|(path, message)| match names.get(path.as_str()) {
                Some(heading) => format!("{heading}: {message}"),
                None => message,
            })
            .collect();
        let missing = table.headings.len().saturating_sub(row.cells.len());
        let filler = std::iter::repeat_n(String::new(), missing);
        Some(row.cells.iter().cloned().chain(filler).chain([reasons.join(" ")]).collect())
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return None;
    }
    let headings: Vec<String> = table.headings.iter().cloned().chain([reason.to_owned()]).collect();
    Some(table_file::write([headings].into_iter().chain(rows)))
}

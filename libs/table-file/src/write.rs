//! Writes CSV files that spreadsheets open without running a cell.

use std::borrow::Cow;

/// Writes rows as a CSV file: UTF-8 with a byte order mark, so that Excel reads accents.
pub fn write<R, C>(rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut text = String::from("\u{feff}");
    for row in rows {
        for (place, cell) in row.into_iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_quoted(&mut text, &escape(cell.as_ref()));
        }
        text.push_str("\r\n");
    }
    text
}

fn push_quoted(text: &mut String, cell: &str) {
    if cell.contains(['"', ',', ';', '\t', '\n', '\r']) {
        text.push('"');
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(cell);
    }
}

/// Puts an apostrophe before a text that a spreadsheet would run as a formula.
pub fn escape(cell: &str) -> Cow<'_, str> {
    match is_formula(cell) {
        true => format!("'{cell}").into(),
        false => cell.into(),
    }
}

/// Removes the apostrophe that [`escape`] adds, so that a written file can be read again.
pub fn unescape(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

fn is_formula(cell: &str) -> bool {
    cell.starts_with(['\t', '\r', '\n'])
        || cell.trim_start().starts_with(['=', '+', '-', '@', '|', '＝', '＋', '－', '＠'])
}

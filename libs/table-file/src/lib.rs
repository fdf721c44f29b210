//! Reads a table that a stranger may have made: a CSV file of any common program, or cells pasted
//! from a spreadsheet. Limits are checked before the work that they bound.
//!
//! - Separators are commas, semicolons or tabs. The heading row decides.
//! - Text is UTF-8, UTF-16 with a byte order mark, or Windows-1252.
//! - Columns come in any order. Headings match without regard to case, accents and punctuation.
//! - [`write`] makes files whose cells no spreadsheet runs as formulas.

mod decode;
mod headings;
mod refusal;
mod write;

use std::{collections::BTreeMap, sync::Arc};

use csv::{ReaderBuilder, StringRecord};

pub use decode::decode;
pub use headings::{Column, fold};
pub use refusal::{Fault, Refusal};
pub use write::{escape, write};

use headings::Headings;

/// Line that is added to the end. A quote that never ends swallows it. It can't be part of a file,
/// because control characters are refused.
const END: &str = "\u{1}";

/// Maximum sizes of a table.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bytes: usize,
    /// Maximum rows, without the headings and without empty rows.
    pub rows: usize,
    pub columns: usize,
    /// Maximum characters of a cell.
    pub characters: usize,
}

/// Table whose headings are known.
#[derive(Clone, Debug)]
pub struct Table {
    /// Headings as the file has them, in its order.
    pub headings: Vec<String>,
    /// Headings that no expected column has. Their cells are only kept for [`Row::cells`].
    pub unknown: Vec<String>,
    pub rows: Vec<Row>,
}

/// Row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Line of the file at which the row begins. The first line is 1.
    pub line: u64,
    /// Cells in the order of the file, without white space around them.
    pub cells: Vec<String>,
    /// Fault of the row itself, such as a missing cell.
    pub fault: Option<Fault>,
    places: Arc<BTreeMap<&'static str, usize>>,
}

impl Row {
    /// Returns the cell of an expected column; `None` if the file lacks the column.
    pub fn get(&self, key: &str) -> Option<&str> {
        let place = self.places.get(key)?;
        Some(self.cells.get(*place).map_or("", String::as_str))
    }
}

/// Reads a table with these columns. Fails as a whole if the table can't be read. Faults of single
/// rows are reported with the row.
pub fn read(bytes: &[u8], columns: &[Column], limits: Limits) -> Result<Table, Refusal> {
    if bytes.len() > limits.bytes {
        return Err(Refusal::TooLarge { bytes: limits.bytes });
    }
    let mut text = decode(bytes)?;
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    text.push('\n');
    text.push_str(END);
    text.push('\n');
    let headings = Headings::find(&text, columns, limits)?;
    let places = Arc::new(headings.places);
    let mut rows = Vec::new();
    let mut records = Records::of(&text, headings.delimiter);
    let mut last_line = 1;
    let mut is_below_headings = false;
    while let Some((line, record)) = records.next() {
        if record.len() == 1 && record.get(0) == Some(END) {
            return match rows.is_empty() {
                true => Err(Refusal::NoRows),
                false => Ok(Table { headings: headings.texts, unknown: headings.unknown, rows }),
            };
        }
        last_line = line;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if !is_below_headings {
            is_below_headings = true;
            continue;
        }
        if rows.len() == limits.rows {
            return Err(Refusal::TooManyRows { rows: limits.rows });
        }
        rows.push(row(line, &record, headings.texts.len(), &places, limits));
    }
    // The last line was swallowed by a cell.
    Err(Refusal::OpenQuote { line: last_line })
}

fn row(
    line: u64,
    record: &StringRecord,
    width: usize,
    places: &Arc<BTreeMap<&'static str, usize>>,
    limits: Limits,
) -> Row {
    let surplus = record.iter().skip(width).any(|cell| !cell.trim().is_empty());
    let long = record.iter().take(width).position(|cell| {
        cell.len() > limits.characters && cell.chars().count() > limits.characters
    });
    let fault = if record.len() < width {
        Some(Fault::TooFewCells { found: record.len(), expected: width })
    } else if surplus {
        Some(Fault::TooManyCells { found: record.len(), expected: width })
    } else {
        long.map(|column| Fault::TooLong { column, characters: limits.characters })
    };
    let shown = |cell: &str| match cell.char_indices().nth(limits.characters) {
        Some((end, _)) => cell[..end].to_owned(),
        None => write::unescape(cell.trim()).trim().to_owned(),
    };
    let cells = record.iter().take(width).map(shown).collect();
    Row { line, cells, fault, places: places.clone() }
}

/// Records of a text with the lines at which they begin. Lines of the text end in `\n`.
struct Records<'a> {
    reader: csv::Reader<&'a [u8]>,
    record: StringRecord,
}

impl Records<'_> {
    fn of(text: &str, delimiter: u8) -> Records<'_> {
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        Records { reader, record: StringRecord::new() }
    }

    fn next(&mut self) -> Option<(u64, StringRecord)> {
        // The text is valid UTF-8 in memory, so that reading can't fail.
        if !self.reader.read_record(&mut self.record).unwrap_or(false) {
            return None;
        }
        // The reader's position before a record lies before empty lines, so that the line is
        // computed from the position behind it: behind its line break, if it has one.
        let inside = self.record.iter().map(|cell| cell.matches('\n').count()).sum::<usize>();
        let is_cut = self.record.iter().any(|cell| cell.contains(END) && cell != END);
        let lines = u64::try_from(inside).unwrap_or(u64::MAX).saturating_add(u64::from(!is_cut));
        let line = self.reader.position().line().saturating_sub(lines).max(1);
        Some((line, self.record.clone()))
    }
}

#[cfg(test)]
mod tests;

//! Reasons for which a table or one of its rows is refused. Callers write the messages.

use crate::Column;

/// Reason for which a whole table is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    TooLarge {
        bytes: usize,
    },
    /// The bytes are no text, or the text has control characters.
    NoText,
    Empty,
    /// There are headings and no rows.
    NoRows,
    TooManyRows {
        rows: usize,
    },
    TooManyColumns {
        columns: usize,
    },
    LongHeading {
        characters: usize,
    },
    DuplicateHeading {
        heading: String,
    },
    MissingHeadings {
        columns: Vec<Column>,
    },
    /// A quote that begins in the row of this line never ends.
    OpenQuote {
        line: u64,
    },
}

/// Reason for which a row is refused before its cells are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    TooFewCells {
        found: usize,
        expected: usize,
    },
    TooManyCells {
        found: usize,
        expected: usize,
    },
    /// A cell is longer than allowed. `column` is its place, from 0.
    TooLong {
        column: usize,
        characters: usize,
    },
}

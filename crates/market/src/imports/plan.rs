//! Plan of an import: the outcome of each row, before anything is written.

use std::collections::BTreeMap;

use db::Tx;
use serde::{Deserialize, Serialize};
use table_file::{Row, Table};
use utoipa::ToSchema;

use super::{Importer, store, tables::KEY};
use kernel::{fields::Fields, messages::Message, text::Line, timestamp::Timestamp};
use platform::{app::App, error::Result, tables::faulty};

/// Row with a valid key that no earlier row of the table has.
pub struct KeyedRow<'t> {
    pub row: &'t Row,
    /// Id of the record that was imported with this key.
    pub record: Option<String>,
}

/// Decision about a row.
pub enum Step<W> {
    New(W),
    Changed(W),
    Unchanged,
    /// Refused, with a message for each column.
    Refused(Fields),
}

/// Row of the table with the decision about it.
pub struct Planned<W> {
    pub line: u64,
    pub key: String,
    pub name: String,
    pub step: Step<W>,
}

/// Decisions about all rows of a table, in its order.
pub struct Plan<W> {
    pub rows: Vec<Planned<W>>,
}

/// Outcome of a row of an imported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Outcome {
    New,
    Changed,
    Unchanged,
    Refused,
}

impl<W> Step<W> {
    pub fn outcome(&self) -> Outcome {
        match self {
            Step::New(_) => Outcome::New,
            Step::Changed(_) => Outcome::Changed,
            Step::Unchanged => Outcome::Unchanged,
            Step::Refused(_) => Outcome::Refused,
        }
    }

    fn without_work(self) -> Step<()> {
        match self {
            Step::New(_) => Step::New(()),
            Step::Changed(_) => Step::Changed(()),
            Step::Unchanged => Step::Unchanged,
            Step::Refused(fields) => Step::Refused(fields),
        }
    }
}

/// Numbers of rows by their outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub refused: usize,
}

impl Counts {
    pub fn all(&self) -> usize {
        self.new + self.changed + self.unchanged + self.refused
    }
}

impl<W> Plan<W> {
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for row in &self.rows {
            match row.step.outcome() {
                Outcome::New => counts.new += 1,
                Outcome::Changed => counts.changed += 1,
                Outcome::Unchanged => counts.unchanged += 1,
                Outcome::Refused => counts.refused += 1,
            }
        }
        counts
    }

    /// Returns the keys and the work of new and changed rows.
    pub fn into_work(self) -> Vec<(String, W)> {
        let rows = self.rows.into_iter();
        rows.filter_map(|row| match row.step {
            Step::New(work) | Step::Changed(work) => Some((row.key, work)),
            Step::Unchanged | Step::Refused(_) => None,
        })
        .collect()
    }

    pub fn without_work(self) -> Plan<()> {
        let rows = self.rows.into_iter().map(|row| Planned {
            line: row.line,
            key: row.key,
            name: row.name,
            step: row.step.without_work(),
        });
        Plan { rows: rows.collect() }
    }
}

/// Plans the import of a table.
pub fn plan<I: Importer>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    table: &Table,
    locks: bool,
) -> Result<Plan<I::Work>> {
    let checked = check_keys(table);
    let keys: Vec<&str> = checked.iter().filter_map(|(_, key)| key.as_deref().ok()).collect();
    let mut records = store::find_keys(tx, I::KIND, &keys)?;
    let keyed: Vec<KeyedRow<'_>> = checked
        .iter()
        .filter_map(|(row, key)| {
            let record = records.remove(key.as_deref().ok()?);
            Some(KeyedRow { row, record })
        })
        .collect();
    let mut steps = I::plan(tx, app, now, &keyed, locks)?.into_iter();
    let rows = checked.into_iter().map(|(row, key)| {
        let step = match &key {
            Ok(_) => steps.next().unwrap_or(Step::Unchanged),
            Err(refused) => Step::Refused(refused.clone()),
        };
        let name = row.get(I::NAME).unwrap_or_default().to_owned();
        let key = key.unwrap_or_else(|_| row.get(KEY).unwrap_or_default().to_owned());
        Planned { line: row.line, key, name, step }
    });
    Ok(Plan { rows: rows.collect() })
}

/// Checks the shape and the key of each row. Keys must be unique within a table.
fn check_keys(table: &Table) -> Vec<(&Row, Result<String, Fields>)> {
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    let mut check = |row: &Row| {
        if let Some(fault) = &row.fault {
            return Err(Fields::one("", faulty(fault, table)));
        }
        let mut fields = Fields::default();
        let key = fields.required::<Line<100>>(KEY, "Key", &row.get(KEY));
        let key: String = fields.finish(|| key.map(String::from))?;
        match lines.get(&key) {
            Some(line) => Err(Fields::one(KEY, taken(*line))),
            None => {
                lines.insert(key.clone(), row.line);
                Ok(key)
            }
        }
    };
    table.rows.iter().map(|row| (row, check(row))).collect()
}

fn taken(line: u64) -> Message {
    Message::of(format!("Line {line} has the same key."), format!("La ligne {line} a la même clé."))
}

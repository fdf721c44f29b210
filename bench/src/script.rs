//! The statements of a call as they were recorded, to be run again with other ids, and nothing around them.

use db::{Db, Error, FromRow, Row, Statement, Tx, Value};

use crate::Failure;

/// So many digits at the end of a new id are other ones each time.
pub const DIGITS: usize = 12;

/// Of a number that is given to a run, the last digits are left for the places of its ids.
const PLACES: u64 = 100;

/// A parameter: the same text each time, but for the ids in it.
enum Slot {
    Same(Value<'static>),
    /// Each part that stays the same, and before which of the new ids it stands.
    Renamed(Vec<Part>),
}

struct Part {
    before: String,
    /// What of an id stays the same, and which of them it is.
    id: Option<(String, u64)>,
}

struct Step {
    sql: String,
    is_query: bool,
    slots: Vec<Slot>,
}

/// Transactions of statements.
pub struct Script(Vec<Vec<Step>>);

impl Script {
    /// These transactions; of what they name, the new ids are those that every run has to choose anew.
    pub fn new(transactions: Vec<Vec<Statement>>, new_ids: &[String]) -> Result<Script, Failure> {
        if new_ids.len() as u64 > PLACES || new_ids.iter().any(|id| id.len() < DIGITS) {
            return Err("too many new ids, or too short ones".into());
        }
        let step = |Statement { sql, params }: Statement| Step {
            is_query: sql.trim_start().starts_with("SELECT") || sql.contains("RETURNING"),
            slots: params.into_iter().map(|value| Slot::new(value, new_ids)).collect(),
            sql,
        };
        let transactions = transactions.into_iter();
        Ok(Script(transactions.map(|steps| steps.into_iter().map(step).collect()).collect()))
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Runs it through the data layer; the number is one that no run had before.
    pub async fn replay(&self, db: &Db, number: u64) -> Result<(), Failure> {
        for steps in &self.0 {
            let statements: Vec<_> = steps
                .iter()
                .map(|step| (step.sql.clone(), step.is_query, step.values(number)))
                .collect();
            db.write(move |tx| run(tx, &statements)).await?;
        }
        Ok(())
    }

    /// Each statement with its parameters; in these stands `digits` for those of a run's ids.
    pub fn statements(&self, digits: &str) -> impl Iterator<Item = (&str, Vec<Value<'static>>)> {
        self.0.iter().flatten().map(move |step| {
            (
                step.sql.as_str(),
                step.slots.iter().map(|slot| slot.value(|_| digits.to_owned())).collect(),
            )
        })
    }

    /// Runs the statements of all transactions on a bare connection, within whatever transaction there is.
    pub fn run_bare(&self, connection: &rusqlite::Connection, number: u64) -> rusqlite::Result<()> {
        for step in self.0.iter().flatten() {
            let mut statement = connection.prepare_cached(&step.sql)?;
            let values = step.values(number);
            for at in 1..=statement.parameter_count() {
                // SQLite numbers parameters by where they come first; what they are called tells which they are.
                let name = statement.parameter_name(at).and_then(|name| name.strip_prefix('$'));
                let value = name.and_then(|name| values.get(name.parse::<usize>().ok()? - 1));
                match value.unwrap_or(&Value::Null) {
                    Value::Null => statement.raw_bind_parameter(at, rusqlite::types::Null)?,
                    Value::Text(text) => statement.raw_bind_parameter(at, &**text)?,
                    Value::Int(int) => statement.raw_bind_parameter(at, int)?,
                    Value::Bool(bool) => statement.raw_bind_parameter(at, bool)?,
                }
            }
            let mut rows = statement.raw_query();
            while rows.next()?.is_some() {}
        }
        Ok(())
    }
}

impl Step {
    fn values(&self, number: u64) -> Vec<Value<'static>> {
        let digits = |place| format!("{:0DIGITS$}", number * PLACES + place);
        self.slots.iter().map(|slot| slot.value(digits)).collect()
    }
}

impl Slot {
    fn new(value: Value<'static>, new_ids: &[String]) -> Slot {
        let Value::Text(text) = &value else { return Slot::Same(value) };
        let mut parts = Vec::new();
        let mut rest = text.as_ref();
        while let Some((at, place)) = first_id(rest, new_ids) {
            let (before, from) = rest.split_at(at);
            let (id, after) = from.split_at(new_ids[place].len());
            let stays = id[..id.len() - DIGITS].to_owned();
            parts.push(Part { before: before.to_owned(), id: Some((stays, place as u64)) });
            rest = after;
        }
        if parts.is_empty() {
            return Slot::Same(value);
        }
        parts.push(Part { before: rest.to_owned(), id: None });
        Slot::Renamed(parts)
    }

    fn value(&self, digits: impl Fn(u64) -> String) -> Value<'static> {
        match self {
            Slot::Same(value) => value.clone(),
            Slot::Renamed(parts) => {
                let mut text = String::new();
                for Part { before, id } in parts {
                    text.push_str(before);
                    if let Some((stays, place)) = id {
                        text.push_str(stays);
                        text.push_str(&digits(*place));
                    }
                }
                Value::Text(text.into())
            }
        }
    }
}

/// Where the first of the new ids stands in a text, and which it is.
fn first_id(text: &str, new_ids: &[String]) -> Option<(usize, usize)> {
    let found = new_ids.iter().enumerate();
    found.filter_map(|(place, id)| Some((text.find(id.as_str())?, place))).min()
}

fn run(tx: &mut Tx<'_>, statements: &[(String, bool, Vec<Value<'static>>)]) -> Result<(), Error> {
    for (sql, is_query, params) in statements {
        if *is_query {
            tx.rows::<Ignored>(sql, params)?;
        } else {
            tx.execute(sql, params)?;
        }
    }
    Ok(())
}

struct Ignored;

impl FromRow for Ignored {
    fn from_row(_: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Ignored)
    }
}

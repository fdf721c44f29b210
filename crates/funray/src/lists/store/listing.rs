//! The statement that a long list is read with: its conditions, its order, a page of it, its total.

use db::{FromRow, ToValue, Tx, Value};

use super::words;
use crate::{
    error::Result,
    kernel::{
        paging::{Page, PageRequest},
        sort::Direction,
    },
    lists::{Indexed, Totals, Wanted},
};

/// A list of the rows of one table. Three statements at most: the version, the total if it isn't known, the page.
pub struct Listing {
    columns: &'static str,
    /// The table with its short name, and what is joined to it.
    table: &'static str,
    joined: String,
    id: &'static str,
    found: Option<String>,
    conditions: Vec<String>,
    parameters: Vec<Value<'static>>,
    order: Vec<(&'static str, Direction)>,
}

impl Listing {
    /// `id` is the column that the index of words names.
    pub fn new(columns: &'static str, table: &'static str, id: &'static str) -> Listing {
        Listing {
            columns,
            table,
            joined: String::new(),
            id,
            found: None,
            conditions: Vec::new(),
            parameters: Vec::new(),
            order: Vec::new(),
        }
    }

    pub fn joined(mut self, joined: &'static str) -> Listing {
        self.joined = joined.to_owned();
        self
    }

    fn bind(&mut self, value: Value<'static>) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    /// Joins what rows may have beside them, whose last comparison is with this value: an order can put those first that
    /// have it.
    pub fn prefer(&mut self, join: &str, value: &impl ToValue) {
        let place = self.bind(owned(value));
        self.joined = format!("{} {join} {place}", self.joined);
    }

    /// Joins one row of these numbers, `here`, so that an order can be made of them.
    pub fn beside(&mut self, columns: &[(&str, i64)]) {
        let columns: Vec<String> = columns
            .iter()
            .map(|(name, number)| {
                format!("CAST({} AS BIGINT) AS {name}", self.bind(Value::Int(*number)))
            })
            .collect();
        self.joined = format!("{} CROSS JOIN (SELECT {}) here", self.joined, columns.join(", "));
    }

    /// Only rows of which this holds; `comparison` is a column and how it stands to the value: `start_day <=`.
    pub fn only(&mut self, comparison: &str, value: &impl ToValue) {
        let place = self.bind(owned(value));
        self.conditions.push(format!("{comparison} {place}"));
    }

    /// Only rows whose column has one of these values.
    pub fn only_among<V: ToValue>(&mut self, column: &str, values: &[V]) {
        let places: Vec<String> = values.iter().map(|value| self.bind(owned(value))).collect();
        self.conditions.push(match places.as_slice() {
            [] => "FALSE".to_owned(),
            places => format!("{column} IN ({})", places.join(", ")),
        });
    }

    /// Only what has the wanted words. The best matches come first, unless somebody chose an order.
    pub fn search(&mut self, kinds: &[Indexed], wanted: &Wanted, is_order_chosen: bool) {
        if wanted.is_empty() {
            return;
        }
        self.found = Some(words::found(kinds, wanted, |value| {
            self.parameters.push(value);
            format!("${}", self.parameters.len())
        }));
        if !is_order_chosen {
            self.order.push(("found.depth", Direction::Asc));
        }
    }

    /// The order, behind what was said of it before. The last column must be unique.
    pub fn order_by(&mut self, columns: &[(&'static str, Direction)]) {
        self.order.extend(columns);
    }

    pub fn page<R: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        totals: &Totals,
        page: PageRequest,
    ) -> Result<Page<R>> {
        let from = self.from();
        let count = format!("SELECT COUNT(*) FROM {from}");
        let filter = format!("{count} {:?}", self.parameters);
        // What was counted last mostly holds still: then the page comes together with the version that says so.
        let known = totals.last(&filter);
        if let Some(known) = known
            && let Some(window) = Window::of(page, known.total)
        {
            let (sql, parameters) = self.window(&from, window);
            let version = db::rows(super::VERSION, &[]).first();
            let (version, rows) = tx.ask((version, db::rows(sql, &parameters)))?;
            if version.is_some_and(|(version,): (i64,)| version == known.version) {
                return Ok(Page::new(window.in_order(rows), page, known.total));
            }
        }
        let version = super::version(tx)?;
        let total = totals.of(filter, version, || {
            let (total,): (i64,) = tx.one(&count, &self.parameters)?;
            Ok(total.unsigned_abs())
        })?;
        let rows = match Window::of(page, total) {
            Some(window) => {
                let (sql, parameters) = self.window(&from, window);
                window.in_order(tx.rows(&sql, &parameters)?)
            }
            None => Vec::new(),
        };
        Ok(Page::new(rows, page, total))
    }

    /// The statement that reads a part of the list.
    fn window(&self, from: &str, window: Window) -> (String, Vec<Value<'static>>) {
        let order: Vec<String> = self
            .order
            .iter()
            .map(|(column, direction)| {
                let direction = if window.is_from_end { direction.opposite() } else { *direction };
                format!("{column} {}", direction.sql())
            })
            .collect();
        let places = self.parameters.len();
        let sql = format!(
            "SELECT {} FROM {from} ORDER BY {} LIMIT ${} OFFSET ${}",
            self.columns,
            order.join(", "),
            places + 1,
            places + 2
        );
        let mut parameters = self.parameters.clone();
        parameters.extend([Value::Int(window.limit), Value::Int(window.offset)]);
        (sql, parameters)
    }

    /// What follows FROM. What was found stands first, and stays there by a CROSS JOIN: it is the smallest.
    fn from(&self) -> String {
        let (table, joined) = (self.table, &self.joined);
        let (first, found) = match &self.found {
            None => (String::new(), None),
            Some(found) => {
                (format!("{found} CROSS JOIN "), Some(format!("{} = found.owner_id", self.id)))
            }
        };
        let conditions: Vec<&str> =
            found.iter().chain(&self.conditions).map(String::as_str).collect();
        match conditions.as_slice() {
            [] => format!("{first}{table} {joined}"),
            all => format!("{first}{table} {joined} WHERE {}", all.join(" AND ")),
        }
    }
}

fn owned(value: &impl ToValue) -> Value<'static> {
    match value.to_value() {
        Value::Null => Value::Null,
        Value::Text(text) => Value::Text(text.into_owned().into()),
        Value::Int(int) => Value::Int(int),
        Value::Bool(bool) => Value::Bool(bool),
    }
}

/// Which rows a page shows, counted from the end of the list that is nearer: the last page costs what the first does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    is_from_end: bool,
    limit: i64,
    offset: i64,
}

impl Window {
    /// Rows as the list has them, however they were read.
    fn in_order<R>(self, mut rows: Vec<R>) -> Vec<R> {
        if self.is_from_end {
            rows.reverse();
        }
        rows
    }

    /// `None` behind the last page.
    fn of(page: PageRequest, total: u64) -> Option<Window> {
        let total = i64::try_from(total).unwrap_or(i64::MAX);
        let (offset, behind) = (page.offset(), total - page.offset());
        if behind <= 0 {
            return None;
        }
        let limit = page.limit().min(behind);
        let from_end = behind - limit;
        Some(if from_end < offset {
            Window { is_from_end: true, limit, offset: from_end }
        } else {
            Window { is_from_end: false, limit, offset }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_reads_a_page_from_the_nearer_end() {
        for (index, size, total, window) in [
            (1, 10, 0, None),
            (1, 10, 3, Some((false, 3, 0))),
            (1, 10, 25, Some((false, 10, 0))),
            (2, 10, 25, Some((true, 10, 5))),
            (3, 10, 25, Some((true, 5, 0))),
            (4, 10, 25, None),
            (3, 10, 100, Some((false, 10, 20))),
            (u32::MAX, 1000, 25, None),
        ] {
            let window =
                window.map(|(is_from_end, limit, offset)| Window { is_from_end, limit, offset });
            assert_eq!(
                Window::of(PageRequest::new(index, size), total),
                window,
                "{index} of {total}"
            );
        }
    }
}

//! Builds the SQL of a long list: conditions, order, one page, and the total number of rows.

use std::borrow::Cow;

use db::{FromRow, Row, ToValue, Tx, Value};

use super::{near::Near, window::Window, words};
use kernel::{
    paging::{Page, PageRequest},
    postal_areas::Place,
    sort::Direction,
};

use crate::{
    error::Result,
    lists::{Indexed, MAX_NARROWED, Totals, Wanted},
};

/// List of rows of one table. Runs at most three statements: the version, the total if unknown, and
/// the page. A long list ordered by distance takes some more.
pub struct Listing {
    columns: Cow<'static, str>,
    /// Table with its alias, and joins that the conditions need.
    table: &'static str,
    joined: &'static str,
    /// Joins for displayed columns. Each joins at most one row, so totals don't depend on them.
    shown: &'static str,
    id: &'static str,
    found: Option<String>,
    conditions: Vec<String>,
    /// True if a condition depends on rows outside the catalogue, so that cached totals can't be
    /// used.
    is_volatile: bool,
    parameters: Vec<Value<'static>>,
    /// Joins that the order needs; each `?` is a parameter. Totals don't depend on these joins.
    ordering: String,
    order_parameters: Vec<Value<'static>>,
    near: Option<Near>,
    order: Vec<(&'static str, Direction)>,
}

/// SQL statement with its parameters.
type Statement = (String, Vec<Value<'static>>);

impl Listing {
    /// Creates a list; `id` is the column whose values the index of words stores.
    pub fn new(
        columns: impl Into<Cow<'static, str>>,
        table: &'static str,
        id: &'static str,
    ) -> Listing {
        Listing {
            columns: columns.into(),
            table,
            joined: "",
            shown: "",
            id,
            found: None,
            conditions: Vec::new(),
            is_volatile: false,
            parameters: Vec::new(),
            ordering: String::new(),
            order_parameters: Vec::new(),
            near: None,
            order: Vec::new(),
        }
    }

    /// Adds joins that the conditions need.
    pub fn joined(mut self, joined: &'static str) -> Listing {
        self.joined = joined;
        self
    }

    /// Adds joins for displayed columns. Each joins at most one row, which it finds by its key.
    pub fn showing(mut self, shown: &'static str) -> Listing {
        self.shown = shown;
        self
    }

    fn bind(&mut self, value: Value<'static>) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    /// Adds joins that the order needs, each of at most one row. Each `?` takes one of the values.
    pub fn ordered_with(&mut self, join: &str, values: impl IntoIterator<Item = Value<'static>>) {
        self.ordering.push(' ');
        self.ordering.push_str(join);
        self.order_parameters.extend(values);
    }

    /// Adds the condition that `comparison` holds for `value`. `comparison` is a column with an
    /// operator: `start_day <=`.
    pub fn only(&mut self, comparison: &str, value: &impl ToValue) {
        let place = self.bind(owned(value));
        self.conditions.push(format!("{comparison} {place}"));
    }

    /// Adds a condition on rows outside the catalogue, which excludes the list from cached totals.
    pub fn only_if(&mut self, condition: &str) {
        self.conditions.push(condition.to_owned());
        self.is_volatile = true;
    }

    /// Restricts the list to rows whose column has one of these values.
    pub fn only_among<V: ToValue>(&mut self, column: &str, values: &[V]) {
        let places: Vec<String> = values.iter().map(|value| self.bind(owned(value))).collect();
        self.conditions.push(match places.as_slice() {
            [] => "FALSE".to_owned(),
            places => format!("{column} IN ({})", places.join(", ")),
        });
    }

    /// Restricts the list to rows that contain all wanted words. Best matches come first, unless
    /// the client chose an order.
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

    /// Orders the list by distance, after the order columns that were added before. Rows without
    /// coordinates come last.
    pub fn nearest(&mut self, place: Place) {
        let is_first = self.order.is_empty();
        let near = Near::new(place);
        self.ordered_with(Near::JOIN, near.values());
        self.order_by(Near::ORDER);
        self.near = Some(near).filter(|_| is_first);
    }

    /// Adds order columns after those added before. The last column of the order must be unique.
    pub fn order_by(&mut self, columns: &[(&'static str, Direction)]) {
        self.order.extend(columns);
    }

    pub fn page<R: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        totals: &Totals,
        page: PageRequest,
    ) -> Result<Page<R>> {
        let count = format!("SELECT COUNT(*) FROM {}", self.from("", &[]));
        if self.is_volatile {
            let (total,): (i64,) = tx.one(&count, &self.parameters)?;
            return self.page_of(tx, page, total.unsigned_abs());
        }
        let filter = format!("{count} {:?}", self.parameters);
        // The cached total is usually still valid, so the page is read together with the current
        // version.
        let known = totals.last(&filter);
        if let Some(known) = known
            && let Some(window) = Window::of(page, known.total)
            && !self.is_worth_boxes(known.total)
        {
            let (sql, parameters) = self.window(window, &[]);
            let version = db::rows(super::VERSION, &[]).first();
            let (version, rows) = tx.ask((version, db::rows(sql, &parameters)))?;
            if version.is_some_and(|(version,): (i64,)| version == known.version) {
                return Ok(Page::new(window.in_order(rows), page, known.total));
            }
        }
        let version = super::version(tx)?;
        if self.found.is_some()
            && page.offset() == 0
            && known.is_none_or(|it| it.version != version)
        {
            let (total, rows) = self.first_with_total(tx, page)?;
            let total = totals.of(filter, version, || Ok(total))?;
            return Ok(Page::new(rows, page, total));
        }
        let total = totals.of(filter, version, || {
            let (total,): (i64,) = tx.one(&count, &self.parameters)?;
            Ok(total.unsigned_abs())
        })?;
        self.page_of(tx, page, total)
    }

    fn page_of<R: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        page: PageRequest,
        total: u64,
    ) -> Result<Page<R>> {
        let rows = match Window::of(page, total) {
            Some(window) => window.in_order(self.read(tx, window, total)?),
            None => Vec::new(),
        };
        Ok(Page::new(rows, page, total))
    }

    /// Like [`Listing::page`], for a search with field names. The index of words does not store
    /// fields, so `keep` filters the matches.
    pub fn page_within<R: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        totals: &Totals,
        page: PageRequest,
        keep: impl FnOnce(&mut Tx<'_>, Vec<R>) -> Result<Vec<R>>,
    ) -> Result<Page<R>> {
        let found = self.page(tx, totals, PageRequest::new(1, MAX_NARROWED))?;
        Ok(Page::cut(keep(tx, found.items)?, page))
    }

    /// Reads the first page and the total in one statement, because the database must find all
    /// matches of a search for either of them.
    fn first_with_total<R: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        page: PageRequest,
    ) -> Result<(u64, Vec<R>)> {
        let window = Window { is_from_end: false, limit: page.limit(), offset: 0 };
        let (sql, parameters) =
            self.chosen(window, &[], ("COUNT(*) OVER () AS total, ", "p.total, "));
        let rows: Vec<Counted<R>> = tx.rows(&sql, &parameters)?;
        let total = rows.first().map_or(0, |row| row.total.unsigned_abs());
        Ok((total, rows.into_iter().map(|row| row.row).collect()))
    }

    /// Returns true if searching squares around the place is faster than sorting all rows by
    /// distance.
    fn is_worth_boxes(&self, total: u64) -> bool {
        self.near.is_some() && total > Near::FEW
    }

    fn read<R: FromRow>(&self, tx: &mut Tx<'_>, window: Window, total: u64) -> Result<Vec<R>> {
        if let Some(near) = self.near.filter(|_| self.is_worth_boxes(total) && !window.is_from_end)
        {
            for reach in Near::REACHES {
                let (sql, parameters) = self.window(window, &near.within(reach));
                let rows: Vec<R> = tx.rows(&sql, &parameters)?;
                // A full page within this radius is complete, because all other rows are farther
                // away.
                if i64::try_from(rows.len()).is_ok_and(|count| count == window.limit) {
                    return Ok(rows);
                }
            }
        }
        let (sql, parameters) = self.window(window, &[]);
        Ok(tx.rows(&sql, &parameters)?)
    }

    /// Builds the statement that reads a part of the list. `within` adds conditions.
    fn window(&self, window: Window, within: &[(&str, i64)]) -> Statement {
        // Searches and joined orders have no index for their order, so all matches are sorted. Wide
        // rows sort slowly, so only ids are sorted here.
        if self.found.is_some() || !self.ordering.is_empty() {
            return self.chosen(window, within, ("", ""));
        }
        let order: Vec<String> = self
            .directed(window)
            .map(|(column, direction)| format!("{column} {}", direction.sql()))
            .collect();
        let from = self.from(self.shown, &[]);
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

    /// Like `window`, but selects ids by the order columns first and reads the other columns
    /// afterwards. `counted` and `count` are added to the inner and outer SELECT.
    fn chosen(
        &self,
        window: Window,
        within: &[(&str, i64)],
        (counted, count): (&str, &str),
    ) -> Statement {
        let mut parameters = self.parameters.clone();
        let ordering = numbered(&self.ordering, parameters.len());
        parameters.extend(self.order_parameters.iter().cloned());
        let conditions: Vec<String> = within
            .iter()
            .map(|(comparison, value)| {
                parameters.push(Value::Int(*value));
                format!("{comparison} CAST(${} AS BIGINT)", parameters.len())
            })
            .collect();
        let keys: Vec<String> = self
            .order
            .iter()
            .enumerate()
            .map(|(at, (column, _))| format!("{column} AS key{at}"))
            .collect();
        let order = |table: &str| {
            let directed = self.directed(window).enumerate();
            let keys: Vec<String> = directed
                .map(|(at, (_, direction))| format!("{table}key{at} {}", direction.sql()))
                .collect();
            keys.join(", ")
        };
        let places = parameters.len();
        let sql = format!(
            "SELECT {count}{} FROM (SELECT {counted}{}, {} AS chosen_id FROM {} ORDER BY {} LIMIT ${} OFFSET ${}) p
             CROSS JOIN {} {} {} WHERE {} = p.chosen_id ORDER BY {}",
            self.columns,
            keys.join(", "),
            self.id,
            self.from(&ordering, &conditions),
            order(""),
            places + 1,
            places + 2,
            self.table,
            self.joined,
            self.shown,
            self.id,
            order("p.")
        );
        parameters.extend([Value::Int(window.limit), Value::Int(window.offset)]);
        (sql, parameters)
    }

    fn directed(&self, window: Window) -> impl Iterator<Item = (&'static str, Direction)> {
        self.order.iter().map(move |(column, direction)| {
            (*column, if window.is_from_end { direction.opposite() } else { *direction })
        })
    }

    /// Builds the FROM clause. The matches of a search come first, as the smallest table. CROSS
    /// JOIN keeps the planner from moving them.
    fn from(&self, beside: &str, more: &[String]) -> String {
        let (table, joined) = (self.table, self.joined);
        let (first, found) = match &self.found {
            None => (String::new(), None),
            Some(found) => {
                (format!("{found} CROSS JOIN "), Some(format!("{} = found.owner_id", self.id)))
            }
        };
        let conditions: Vec<&str> =
            found.iter().chain(&self.conditions).chain(more).map(String::as_str).collect();
        match conditions.as_slice() {
            [] => format!("{first}{table} {joined} {beside}"),
            all => format!("{first}{table} {joined} {beside} WHERE {}", all.join(" AND ")),
        }
    }
}

/// Row of a list, together with the total number of rows in the list.
struct Counted<R> {
    total: i64,
    row: R,
}

impl<R: FromRow> FromRow for Counted<R> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Counted { total: row.next()?, row: R::from_row(row)? })
    }
}

/// Replaces each `?` in the text with a numbered placeholder. The numbers continue after the
/// `before` existing parameters.
fn numbered(text: &str, before: usize) -> String {
    let mut parts = text.split('?');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.zip(before + 1..).fold(first, |text, (part, place)| format!("{text}${place}{part}"))
}

fn owned(value: &impl ToValue) -> Value<'static> {
    match value.to_value() {
        Value::Null => Value::Null,
        Value::Text(text) => Value::Text(text.into_owned().into()),
        Value::Int(int) => Value::Int(int),
        Value::Bool(bool) => Value::Bool(bool),
    }
}

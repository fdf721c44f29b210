//! The statement that a long list is read with: its conditions, its order, a page of it, its total.

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

/// A list of the rows of one table. Three statements at most: the version, the total if it isn't known, the page; the
/// nearest rows of a long list take some more.
pub struct Listing {
    columns: &'static str,
    /// The table with its short name, and what of other tables its conditions need.
    table: &'static str,
    joined: &'static str,
    /// What is joined because it is shown: one row at most for each of the table's, so no total depends on it.
    shown: &'static str,
    id: &'static str,
    found: Option<String>,
    conditions: Vec<String>,
    /// Whether a condition is about rows that change without the catalogue: then nothing that was counted before counts.
    is_volatile: bool,
    parameters: Vec<Value<'static>>,
    /// What is joined because the order needs it: `?` stands for each of its parameters. No total depends on it, either.
    ordering: String,
    order_parameters: Vec<Value<'static>>,
    near: Option<Near>,
    order: Vec<(&'static str, Direction)>,
}

/// A statement and its parameters.
type Statement = (String, Vec<Value<'static>>);

impl Listing {
    /// `id` is the column that the index of words names.
    pub fn new(columns: &'static str, table: &'static str, id: &'static str) -> Listing {
        Listing {
            columns,
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

    /// Joins what conditions speak of.
    pub fn joined(mut self, joined: &'static str) -> Listing {
        self.joined = joined;
        self
    }

    /// Joins what only the columns speak of, by its key.
    pub fn showing(mut self, shown: &'static str) -> Listing {
        self.shown = shown;
        self
    }

    fn bind(&mut self, value: Value<'static>) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
    }

    /// Joins what the order speaks of, one row at most for each; `?` in it stands for these values.
    pub fn ordered_with(&mut self, join: &str, values: impl IntoIterator<Item = Value<'static>>) {
        self.ordering.push(' ');
        self.ordering.push_str(join);
        self.order_parameters.extend(values);
    }

    /// Only rows of which this holds; `comparison` is a column and how it stands to the value: `start_day <=`.
    pub fn only(&mut self, comparison: &str, value: &impl ToValue) {
        let place = self.bind(owned(value));
        self.conditions.push(format!("{comparison} {place}"));
    }

    /// Only rows of which this holds; it speaks of rows that change without the catalogue.
    pub fn only_if(&mut self, condition: &str) {
        self.conditions.push(condition.to_owned());
        self.is_volatile = true;
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

    /// The nearest first, behind what was said of the order before; those whose place isn't known come last.
    pub fn nearest(&mut self, place: Place) {
        let is_first = self.order.is_empty();
        let near = Near::new(place);
        self.ordered_with(Near::JOIN, near.values());
        self.order_by(Near::ORDER);
        self.near = Some(near).filter(|_| is_first);
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
        let count = format!("SELECT COUNT(*) FROM {}", self.from("", &[]));
        if self.is_volatile {
            let (total,): (i64,) = tx.one(&count, &self.parameters)?;
            return self.page_of(tx, page, total.unsigned_abs());
        }
        let filter = format!("{count} {:?}", self.parameters);
        // What was counted last mostly holds still: then the page comes together with the version that says so.
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

    /// Like [`Listing::page`], of a search that names fields: the index of words knows none, so `keep` looks through what it finds.
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

    /// The first page of what was found, and how much was found: both need all of it, so it is looked for once.
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

    /// Whether the nearest rows are found sooner by looking around the place than by sorting all of them.
    fn is_worth_boxes(&self, total: u64) -> bool {
        self.near.is_some() && total > Near::FEW
    }

    fn read<R: FromRow>(&self, tx: &mut Tx<'_>, window: Window, total: u64) -> Result<Vec<R>> {
        if let Some(near) = self.near.filter(|_| self.is_worth_boxes(total) && !window.is_from_end)
        {
            for reach in Near::REACHES {
                let (sql, parameters) = self.window(window, &near.within(reach));
                let rows: Vec<R> = tx.rows(&sql, &parameters)?;
                // A full page of those within reach: nobody beyond it is nearer.
                if i64::try_from(rows.len()).is_ok_and(|count| count == window.limit) {
                    return Ok(rows);
                }
            }
        }
        let (sql, parameters) = self.window(window, &[]);
        Ok(tx.rows(&sql, &parameters)?)
    }

    /// The statement that reads a part of the list, `within` being conditions beside those of the list.
    fn window(&self, window: Window, within: &[(&str, i64)]) -> Statement {
        // Where no index has the order, all that fits is sorted, and wide rows take long to be sorted.
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

    /// The same, the rows being chosen by what the order needs of them before their columns are read. `counted` is selected
    /// besides, where they are chosen and where they are read.
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

    /// What follows FROM. What was found stands first, and stays there by a CROSS JOIN: it is the smallest.
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

/// A row, and how many there are.
struct Counted<R> {
    total: i64,
    row: R,
}

impl<R: FromRow> FromRow for Counted<R> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Counted { total: row.next()?, row: R::from_row(row)? })
    }
}

/// The text with a place for each `?`, behind those there are.
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

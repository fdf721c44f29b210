//! Conditions of a statement that are put together from a filter.

use crate::{ToValue, Value, places};

/// SQL conditions that must all hold, with their parameters in the order of their numbers.
///
/// ```
/// let mut conditions = db::Conditions::default();
/// conditions.only("state", "SOLD");
/// conditions.only_among("id", ["a", "b"]);
/// let page = conditions.page(10, 0);
/// assert_eq!(conditions.sql() + &page, "state = $1 AND id IN ($2, $3) LIMIT $4 OFFSET $5");
/// assert_eq!(conditions.parameters().len(), 5);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    all: Vec<String>,
    parameters: Vec<Value<'static>>,
}

impl Conditions {
    /// Starts with the first parameters of a statement and without a condition.
    pub fn with(parameters: &[Value<'_>]) -> Conditions {
        let parameters = parameters.iter().map(Value::owned).collect();
        Conditions { all: Vec::new(), parameters }
    }

    /// Adds a parameter and returns its placeholder.
    pub fn bind(&mut self, value: impl ToValue) -> String {
        self.parameters.push(value.to_value().owned());
        format!("${}", self.parameters.len())
    }

    pub fn and(&mut self, condition: impl Into<String>) {
        self.all.push(condition.into());
    }

    /// Adds the condition that a column has this value.
    pub fn only(&mut self, column: &str, value: impl ToValue) {
        let place = self.bind(value);
        self.and(format!("{column} = {place}"));
    }

    /// Adds the condition that a column has one of these values. Without values, no row fulfils it.
    pub fn only_among<T: ToValue>(&mut self, column: &str, values: impl IntoIterator<Item = T>) {
        let condition = self.among(column, values);
        self.and(condition);
    }

    /// Like [`Conditions::only_among`], but returns the condition instead of adding it.
    pub fn among<T: ToValue>(
        &mut self,
        column: &str,
        values: impl IntoIterator<Item = T>,
    ) -> String {
        let before = self.parameters.len();
        self.parameters.extend(values.into_iter().map(|value| value.to_value().owned()));
        match self.parameters.len() - before {
            0 => "FALSE".to_owned(),
            1 => format!("{column} = ${}", before + 1),
            count => format!("{column} IN ({})", places(before + 1..=before + count)),
        }
    }

    /// Adds the parameters of a page and returns its clause.
    pub fn page(&mut self, limit: i64, offset: i64) -> String {
        let (limit, offset) = (self.bind(limit), self.bind(offset));
        format!(" LIMIT {limit} OFFSET {offset}")
    }

    /// Forgets the conditions, but keeps the parameters, to which other parts of the statement refer.
    pub fn restart(&mut self) {
        self.all.clear();
    }

    /// Returns the conditions, or `TRUE` if there are none.
    pub fn sql(&self) -> String {
        match self.all.as_slice() {
            [] => "TRUE".to_owned(),
            all => all.join(" AND "),
        }
    }

    pub fn parameters(&self) -> &[Value<'static>] {
        &self.parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_number_their_parameters_after_those_of_the_statement() {
        let mut conditions = Conditions::with(&[Value::Int(7)]);
        assert_eq!(conditions.sql(), "TRUE");
        conditions.only_among("id", ["a", "b"]);
        conditions.only_among("kind", ["c"]);
        conditions.only_among("state", [""; 0]);
        conditions.only("is_open", true);
        assert_eq!(conditions.sql(), "id IN ($2, $3) AND kind = $4 AND FALSE AND is_open = $5");
        conditions.restart();
        conditions.and("amount > $1");
        assert_eq!(conditions.sql(), "amount > $1");
        assert_eq!(conditions.page(10, 20), " LIMIT $6 OFFSET $7");
        assert_eq!(conditions.parameters().len(), 7);
    }
}

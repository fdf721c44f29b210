//! Lists of vendors with moments, as a table of values in a statement, so that many vendors take few
//! statements.

use db::{ToValue, Value};

use kernel::{ids::TenantId, timestamp::Timestamp};

/// Splits a list for statements of limited length. Each element has its position in the list.
pub fn pieces<T: Copy>(all: &[T]) -> Vec<Vec<(usize, T)>> {
    let numbered: Vec<(usize, T)> = all.iter().copied().enumerate().collect();
    db::pieces(&numbered).map(<[_]>::to_vec).collect()
}

/// Table of values: vendor, moments, and position in the caller's list.
#[derive(Default)]
pub struct Asked {
    rows: Vec<String>,
    vendors: Vec<String>,
    values: Vec<Value<'static>>,
}

impl Asked {
    pub fn new() -> Asked {
        Asked::default()
    }

    pub fn add(&mut self, position: usize, vendor: TenantId, moments: &[Timestamp]) {
        let vendor = self.bind(&vendor);
        let mut columns = vec![format!("CAST({vendor} AS TEXT)")];
        for moment in moments {
            columns.push(format!("CAST({} AS BIGINT)", self.bind(moment)));
        }
        columns.push(format!("CAST({position} AS BIGINT)"));
        self.rows.push(format!("({})", columns.join(", ")));
        self.vendors.push(vendor);
    }

    /// Adds a parameter and returns its placeholder.
    pub fn bind(&mut self, value: &impl ToValue) -> String {
        self.values.push(value.to_value().owned());
        format!("${}", self.values.len())
    }

    pub fn rows(&self) -> String {
        self.rows.join(", ")
    }

    /// Returns the vendors as a list, so that the statement goes only to their servers.
    pub fn vendors(&self) -> String {
        self.vendors.join(", ")
    }

    pub fn values(&self) -> &[Value<'static>] {
        &self.values
    }
}

/// Answers in the order of the caller's list.
pub struct Answers<T>(pub Vec<T>);

impl<T: Clone + Default> Answers<T> {
    pub fn new(length: usize) -> Answers<T> {
        Answers(vec![T::default(); length])
    }

    /// Changes the answer at a position that the database returned.
    pub fn change(&mut self, position: i64, change: impl FnOnce(&mut T)) {
        let position = usize::try_from(position).ok();
        if let Some(answer) = position.and_then(|position| self.0.get_mut(position)) {
            change(answer);
        }
    }
}

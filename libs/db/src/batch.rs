//! Collects writes and merges rows inserted by the same statement into multi-row statements.

use std::fmt::Write as _;

use crate::Value;
use crate::pieces::pieces_of;

/// Distinct statements in the order of their first use, each with the parameters of all its uses.
#[derive(Default)]
pub(crate) struct Batch {
    groups: Vec<Group>,
}

struct Group {
    sql: String,
    times: Vec<Vec<Value<'static>>>,
}

impl Batch {
    pub fn add(&mut self, sql: &str, params: &[Value<'_>]) {
        let params = params.iter().map(Value::owned).collect();
        match self.groups.iter_mut().find(|group| group.sql == sql) {
            Some(group) => group.times.push(params),
            None => self.groups.push(Group { sql: sql.to_owned(), times: vec![params] }),
        }
    }

    /// Passes the merged statements to `each`, as few as possible.
    pub fn write<E>(
        self,
        mut each: impl FnMut(&str, &[Value<'static>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for Group { sql, times } in self.groups {
            let Some(insert) = Insert::parse(&sql) else {
                times.iter().try_for_each(|params| each(&sql, params))?;
                continue;
            };
            let parameters = times.first().map_or(0, Vec::len);
            for some in pieces_of(&times, parameters) {
                each(&insert.repeated(some.len(), parameters), &some.concat())?;
            }
        }
        Ok(())
    }
}

/// INSERT statement with a VALUES list, split into the parts before, in and after the list.
struct Insert<'a> {
    head: &'a str,
    rows: &'a str,
    tail: &'static str,
}

const UNLESS_THERE: &str = "ON CONFLICT DO NOTHING";

impl<'a> Insert<'a> {
    /// Splits an INSERT statement. Returns `None` if several uses of the statement can't be merged,
    /// for example because it returns rows, updates on conflict or selects.
    fn parse(sql: &'a str) -> Option<Self> {
        let at = sql.find("VALUES")?;
        let (head, rows) = (&sql[..at], &sql[at + "VALUES".len()..]);
        let (rows, tail) = match rows.strip_suffix(UNLESS_THERE) {
            Some(rows) => (rows.trim_end(), UNLESS_THERE),
            None => (rows, ""),
        };
        let is_plain = head.trim_start().starts_with("INSERT INTO")
            && !["SELECT", "ON CONFLICT", "RETURNING"].iter().any(|word| rows.contains(word))
            && !rows.split('\'').skip(1).step_by(2).any(|quoted| quoted.contains('$'));
        is_plain.then_some(Insert { head, rows, tail })
    }

    /// Returns the statement with its rows repeated `times` times. Each repetition uses the next
    /// `parameters` parameters.
    fn repeated(&self, times: usize, parameters: usize) -> String {
        let mut sql = format!("{}VALUES", self.head);
        for time in 0..times {
            let separator = if time == 0 { "" } else { "," };
            sql.push_str(separator);
            let mut pieces = self.rows.split('$');
            sql.extend(pieces.next());
            for piece in pieces {
                let end = piece.bytes().position(|byte| !byte.is_ascii_digit());
                let (number, rest) = piece.split_at(end.unwrap_or(piece.len()));
                let number = number.parse::<usize>().unwrap_or_default();
                // Writing to a `String` can't fail.
                let _ = write!(sql, "${}{rest}", number + time * parameters);
            }
        }
        if !self.tail.is_empty() {
            sql.extend([" ", self.tail]);
        }
        sql
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(batch: Batch) -> Vec<(String, usize)> {
        let mut all = Vec::new();
        let told: Result<(), ()> = batch.write(|sql, params| {
            all.push((sql.to_owned(), params.len()));
            Ok(())
        });
        assert_eq!(told, Ok(()));
        all
    }

    #[test]
    fn batch_numbers_the_parameters_of_each_row() {
        let mut batch = Batch::default();
        for _ in 0..3 {
            batch.add(
                "INSERT INTO a (x, y, z) VALUES ($1, 'o', $2), ($1, 1, $2)",
                &[Value::Int(1), Value::Null],
            );
            batch.add("UPDATE a SET x = $1", &[Value::Int(1)]);
        }
        let two =
            "INSERT INTO a (x, y, z) VALUES ($1, 'o', $2), ($1, 1, $2), ($3, 'o', $4), ($3, 1, $4)";
        let one = "INSERT INTO a (x, y, z) VALUES ($1, 'o', $2), ($1, 1, $2)";
        let update = ("UPDATE a SET x = $1".to_owned(), 1);
        let expected =
            [(two.to_owned(), 4), (one.to_owned(), 2), update.clone(), update.clone(), update];
        assert_eq!(written(batch), expected);
    }

    #[test]
    fn batch_keeps_on_conflict_do_nothing() {
        let mut batch = Batch::default();
        for number in 0..2 {
            batch
                .add("INSERT INTO a (x) VALUES ($1) ON CONFLICT DO NOTHING", &[Value::Int(number)]);
        }
        let both = "INSERT INTO a (x) VALUES ($1), ($2) ON CONFLICT DO NOTHING";
        assert_eq!(written(batch), [(both.to_owned(), 2)]);
    }

    #[test]
    fn batch_splits_rows_into_powers_of_two() {
        let mut batch = Batch::default();
        for number in 0..1000 {
            batch.add("INSERT INTO a (x) VALUES ($1)", &[Value::Int(number)]);
        }
        let rows: Vec<usize> = written(batch).into_iter().map(|(_, rows)| rows).collect();
        assert_eq!(rows, [256, 256, 256, 128, 64, 32, 8]);
    }

    #[test]
    fn batch_does_not_merge_dependent_rows() {
        for sql in [
            "INSERT INTO a (x) VALUES ($1) ON CONFLICT (x) DO UPDATE SET y = 1",
            "INSERT INTO a (x) SELECT $1",
            "INSERT INTO a (x, y) VALUES ($1, '$1')",
            "DELETE FROM a WHERE x = $1",
        ] {
            let mut batch = Batch::default();
            (0..2).for_each(|number| batch.add(sql, &[Value::Int(number)]));
            assert_eq!(written(batch), [(sql.to_owned(), 1), (sql.to_owned(), 1)]);
        }
    }
}

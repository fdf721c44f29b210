//! Number of rows per query that adapts to how much the database can read within its time limit.

use platform::error::{Error, Result};

/// Minimum number of rows per query. If a query on so few rows times out, the number of rows is not
/// the cause.
const MIN_ROWS: i64 = 8;

/// Number of rows per query. It is halved when a query exceeds the time limit, for example because
/// the disk is busy, and grows again afterwards. Without smaller batches, the work would never
/// finish.
pub struct Batch {
    rows: i64,
    max_rows: i64,
}

impl Batch {
    pub fn new(max_rows: i64) -> Batch {
        Batch { rows: max_rows, max_rows }
    }

    pub fn rows(&self) -> i64 {
        self.rows
    }

    /// Adjusts the number of rows to the outcome of a batch. Returns `None` if the batch timed out
    /// and must be repeated with half the rows.
    pub fn resize<T>(&mut self, outcome: Result<T>) -> Result<Option<T>> {
        match outcome {
            Ok(done) => {
                self.rows = (2 * self.rows).min(self.max_rows);
                Ok(Some(done))
            }
            Err(Error::Database(db::Error::Timeout)) if self.rows > MIN_ROWS => {
                self.rows = (self.rows / 2).max(MIN_ROWS);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates work on `waiting` rows with a disk that reads `within_limit` rows before the time
    /// limit. Returns the batch sizes and the last outcome.
    fn work_through(mut waiting: i64, within_limit: i64) -> (Vec<i64>, Result<()>) {
        let (mut batch, mut sizes) = (Batch::new(500), Vec::new());
        while waiting > 0 {
            let rows = batch.rows();
            sizes.push(rows);
            let outcome =
                if rows > within_limit { Err(db::Error::Timeout.into()) } else { Ok(rows) };
            match batch.resize(outcome) {
                Ok(done) => waiting -= done.unwrap_or(0),
                Err(error) => return (sizes, Err(error)),
            }
        }
        (sizes, Ok(()))
    }

    #[test]
    fn resize_halves_a_batch_after_a_timeout_and_doubles_it_after_success() {
        let (sizes, outcome) = work_through(90, 60);
        assert_eq!(sizes, [500, 250, 125, 62, 31, 62, 31, 62, 31]);
        assert!(outcome.is_ok());
        assert_eq!(work_through(1_200, 500).0, [500, 500, 500]);
    }

    #[test]
    fn resize_ends_with_the_error_when_few_rows_take_too_long() {
        let (sizes, outcome) = work_through(90, 0);
        assert_eq!(sizes, [500, 250, 125, 62, 31, 15, 8]);
        assert!(matches!(outcome, Err(Error::Database(db::Error::Timeout))));
    }
}

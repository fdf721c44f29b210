//! Compares this machine's clock with the database's. Several nodes write leases and limits with
//! their own clocks, so the clocks must agree. A node whose clock is a minute ahead would consider
//! the leases of other nodes as expired and run their jobs a second time.

use std::time::Duration;

use db::Db;

use kernel::{clock::Clock, timestamp::Timestamp};

/// Maximum difference between the clocks that does no harm.
const MAX_DIFFERENCE: Duration = Duration::from_secs(2);

/// Time by which this machine's clock is ahead of the database's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Lead in microseconds; negative if this machine's clock is behind.
    micros: i64,
}

impl Lead {
    /// Estimates by how much this machine's clock is ahead. `before` and `after` are this machine's
    /// times before and after the database read its clock. Returns the smallest lead that is
    /// possible with these three times.
    fn of(before: Timestamp, database: Timestamp, after: Timestamp) -> Lead {
        let database = database.as_micros();
        Lead { micros: database.clamp(before.as_micros(), after.as_micros()) - database }
    }

    fn exceeds(self, limit: Duration) -> bool {
        u128::from(self.micros.unsigned_abs()) > limit.as_micros()
    }

    pub fn seconds(self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// Fails if this node could take over the work of other nodes before their leases end: if the
    /// difference is more than half a lease. The error describes the difference.
    pub fn allows_leases(self, lease: Duration) -> Result<(), String> {
        if self.exceeds(lease / 2) { self.problem().map_or(Ok(()), Err) } else { Ok(()) }
    }

    /// Returns a warning for operators if the difference is too large, or `None`.
    pub fn problem(self) -> Option<String> {
        let way = if self.micros > 0 { "ahead of" } else { "behind" };
        let seconds = self.seconds().abs();
        self.exceeds(MAX_DIFFERENCE)
            .then(|| format!("this machine's clock is {seconds:.1} s {way} the database's"))
    }
}

/// Measures the lead of this machine's clock. For an embedded database, the lead is zero.
pub async fn lead(db: &Db) -> Result<Lead, db::Error> {
    let clock = Clock::system();
    let before = clock.now();
    let database = db.clock().await?.map(Timestamp::from_micros);
    Ok(Lead::of(before, database.unwrap_or(before), clock.now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(before: i64, database: i64, after: i64) -> Lead {
        let at = |seconds: i64| Timestamp::from_micros(seconds * 1_000_000);
        Lead::of(at(before), at(database), at(after))
    }

    #[test]
    fn lead_is_the_smallest_difference_that_explains_the_answer() {
        let problems = [lead(10, 11, 12), lead(10, 8, 12), lead(10, 14, 12)].map(Lead::problem);
        assert_eq!(problems, [None, None, None]);
        let ahead = lead(10, 7, 12).problem().expect("a problem");
        assert_eq!(ahead, "this machine's clock is 3.0 s ahead of the database's");
        let behind = lead(10, 15, 12).problem().expect("a problem");
        assert_eq!(behind, "this machine's clock is 3.0 s behind the database's");
    }

    #[test]
    fn allows_leases_until_the_difference_is_half_a_lease() {
        let lease = Duration::from_secs(60);
        assert_eq!(lead(10, 42, 12).allows_leases(lease), Ok(()));
        let behind = "this machine's clock is 35.0 s behind the database's".to_owned();
        assert_eq!(lead(10, 47, 12).allows_leases(lease), Err(behind));
    }
}

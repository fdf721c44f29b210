//! SQL for the tax of a period, by province and rate.

use db::{Tx, params};

use super::super::rules::{Tax, TaxRate};
use kernel::{money::Cents, provinces::ProvinceCode, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Sum of one tax in one province, over the statements of a period.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct TaxSums {
        pub province: ProvinceCode,
        pub tax: Tax,
        pub rate: TaxRate,
        pub statements: i64,
        pub base: Cents,
        pub amount: Cents,
    }
}

/// Returns the taxes of the statements whose period ends within these days.
pub fn sums(tx: &mut Tx<'_>, (from, until): (Timestamp, Timestamp)) -> Result<Vec<TaxSums>> {
    Ok(tx.rows(
        "SELECT l.province, l.tax, l.rate, count(*), CAST(SUM(l.base) AS BIGINT), CAST(SUM(l.amount) AS BIGINT)
         FROM commission_statement s JOIN commission_tax l ON l.vendor_id = s.vendor_id AND l.statement_id = s.id
         WHERE s.ends_at > $1 AND s.ends_at <= $2 AND (l.base <> 0 OR l.amount <> 0)
         GROUP BY l.province, l.tax, l.rate ORDER BY l.province, l.tax, l.rate DESC",
        params![from, until],
    )?)
}

db::row! {
    /// Sums of the statements of a period.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Totals {
        pub statements: i64,
        pub commission: Cents,
        pub tax: Cents,
        /// Tax that was posted to the ledger within the days of the period. It belongs to statements
        /// that were made then.
        pub posted: Cents,
    }
}

/// Returns the sums of the statements whose period ends within these days, and the tax that was
/// posted within these days.
pub fn totals(tx: &mut Tx<'_>, (from, until): (Timestamp, Timestamp)) -> Result<Totals> {
    let sum = |of: &str| format!("CAST(COALESCE(SUM({of}), 0) AS BIGINT)");
    let period = "ends_at > $1 AND ends_at <= $2";
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN {period} THEN 1 ELSE 0 END), 0) AS BIGINT), {}, {}, {} FROM commission_statement
         WHERE ({period}) OR (created_at >= $1 AND created_at < $2)",
        sum(&format!("CASE WHEN {period} THEN commission ELSE 0 END")),
        sum(&format!("CASE WHEN {period} THEN tax ELSE 0 END")),
        sum("CASE WHEN created_at >= $1 AND created_at < $2 THEN tax ELSE 0 END"),
    );
    Ok(tx.one(&sql, params![from, until])?)
}

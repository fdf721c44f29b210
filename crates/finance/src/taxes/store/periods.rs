//! SQL that sums the tax that belongs to the periods of payouts.

use db::Tx;

use super::{
    super::{PeriodTax, TaxedPeriod},
    asked::{Answers, Asked, pieces},
};
use kernel::money::Cents;
use platform::error::Result;

pub fn taxes(tx: &mut Tx<'_>, all: &[TaxedPeriod]) -> Result<Vec<PeriodTax>> {
    let mut answers = Answers::<PeriodTax>::new(all.len());
    for some in pieces(all) {
        let mut asked = Asked::new();
        for (position, TaxedPeriod { vendor, from, until, known_at }) in some {
            asked.add(position, vendor, &[from, until, known_at]);
        }
        let (rows, vendors) = (asked.rows(), asked.vendors());
        let sum =
            |which: &str| format!("CAST(SUM(CASE WHEN {which} THEN s.tax ELSE 0 END) AS BIGINT)");
        let (before, after) =
            (sum("s.ends_at <= asked.column2"), sum("s.created_at >= asked.column3"));
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, {before}, {after} FROM asked
             JOIN commission_statement s ON s.vendor_id = asked.column1 AND s.vendor_id IN ({vendors})
                 AND s.ends_at <= asked.column3 AND s.created_at >= asked.column2 AND s.created_at <= asked.column4
             GROUP BY asked.column5"
        );
        for (row, before, after) in tx.rows::<(i64, Cents, Cents)>(&sql, asked.values())? {
            answers.change(row, |tax| *tax = PeriodTax { before, after });
        }
    }
    Ok(answers.0)
}

//! SQL that charges tax: the commission of a period, and the statement that is made of it.

use std::collections::{BTreeMap, BTreeSet};

use db::{ToValue, Tx, Value, params};

use super::{
    super::rules::{Tax, TaxRate},
    asked::{Answers, Asked, pieces},
};
use kernel::{
    dates::BusinessDate,
    ids::{CommissionStatementId, TenantId, TransferId},
    money::Cents,
    provinces::ProvinceCode,
    timestamp::Timestamp,
};
use ledger::Account;
use platform::error::Result;

db::row! {
    /// How far a vendor's commission is in statements.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Position {
        pub charged_until: Option<BusinessDate>,
        /// Number of statements.
        pub statements: i64,
    }
}

db::row! {
    /// Vendor with the province of its address and the day until which it has been charged.
    #[derive(Clone, Debug)]
    pub struct Chargeable {
        pub vendor: TenantId,
        pub province: String,
        pub charged_until: Option<BusinessDate>,
    }
}

/// Lists the vendors that were ever approved and have not been charged until a day.
pub fn uncharged(tx: &mut Tx<'_>, last_day: BusinessDate) -> Result<Vec<Chargeable>> {
    Ok(tx.rows(
        "SELECT v.id, v.province, p.charged_until FROM tenant v LEFT JOIN commission_position p ON p.vendor_id = v.id
         WHERE v.kind = 'VENDOR' AND v.approved_at IS NOT NULL AND (p.charged_until IS NULL OR p.charged_until < $1)
         ORDER BY v.created_at, v.id",
        params![last_day],
    )?)
}

/// Finds a vendor, whether charged or not.
pub fn find(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<Chargeable>> {
    Ok(tx.first(
        "SELECT v.id, v.province, p.charged_until FROM tenant v LEFT JOIN commission_position p ON p.vendor_id = v.id
         WHERE v.kind = 'VENDOR' AND v.id = $1",
        params![vendor],
    )?)
}

/// Locks and returns the positions of these vendors, in the order of their ids. Creates the rows that
/// don't exist.
pub fn lock_positions(
    tx: &mut Tx<'_>,
    vendors: &BTreeSet<TenantId>,
) -> Result<BTreeMap<TenantId, Position>> {
    let vendors: Vec<TenantId> = vendors.iter().copied().collect();
    let mut found = BTreeMap::new();
    for some in db::pieces(&vendors) {
        let values: Vec<Value<'_>> = some.iter().map(ToValue::to_value).collect();
        let rows: Vec<String> =
            (1..=some.len()).map(|place| format!("(${place}, NULL, 0)")).collect();
        let sql = format!(
            "INSERT INTO commission_position (vendor_id, charged_until, statements) VALUES {} ON CONFLICT (vendor_id) DO NOTHING",
            rows.join(", ")
        );
        tx.later(&sql, &values)?;
        let (places, lock) = (db::places(1..=some.len()), tx.engine().for_update());
        let sql = format!(
            "SELECT vendor_id, charged_until, statements FROM commission_position WHERE vendor_id IN ({places}) ORDER BY vendor_id{lock}"
        );
        let rows: Vec<(TenantId, Option<BusinessDate>, i64)> = tx.rows(&sql, &values)?;
        found.extend(rows.into_iter().map(|(vendor, charged_until, statements)| {
            (vendor, Position { charged_until, statements })
        }));
    }
    Ok(found)
}

pub fn set_positions(tx: &mut Tx<'_>, positions: &[(TenantId, Position)]) -> Result<()> {
    for some in db::pieces(positions) {
        let mut values: Vec<Value<'_>> = Vec::new();
        let mut rows = Vec::new();
        for (vendor, Position { charged_until, statements }) in some {
            let first = values.len() + 1;
            values.extend(params![vendor, charged_until, statements].iter().map(Value::owned));
            let (until, statements) = (first + 1, first + 2);
            rows.push(format!(
                "(CAST(${first} AS TEXT), CAST(${until} AS TEXT), CAST(${statements} AS BIGINT))"
            ));
        }
        let sql = format!(
            "WITH charged AS (VALUES {}) UPDATE commission_position SET charged_until = charged.column2, statements = charged.column3
             FROM charged WHERE commission_position.vendor_id = charged.column1",
            rows.join(", ")
        );
        tx.execute(&sql, &values)?;
    }
    Ok(())
}

db::row! {
    /// Part of a period's commission.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Part {
        /// Time of the sale of the card; `None` for all cards that were sold in the period.
        pub sold_at: Option<Timestamp>,
        pub commission: Cents,
    }
}

/// Period of a vendor's commission: its start (inclusive) and its end (exclusive).
#[derive(Clone, Copy, Debug)]
pub struct Period {
    pub vendor: TenantId,
    pub own_from: Timestamp,
    pub from: Timestamp,
    pub until: Timestamp,
}

db::row! {
    struct PartRow {
        row: i64,
        ..part: Part,
    }
}

/// Returns the commission in each period, in the order of `all`: the sum for cards that were sold
/// since `own_from`, and one part for each earlier sale. Commission that was returned counts as
/// negative.
pub fn parts(tx: &mut Tx<'_>, all: &[Period]) -> Result<Vec<Vec<Part>>> {
    let sold_at = "CASE WHEN s.created_at < asked.column2 THEN s.created_at END";
    let mut answers = Answers::<Vec<Part>>::new(all.len());
    for some in pieces(all) {
        let mut asked = Asked::new();
        for (position, Period { vendor, own_from, from, until }) in some {
            asked.add(position, vendor, &[own_from, from, until]);
        }
        let revenue = asked.bind(&Account::PlatformRevenue);
        let (rows, vendors) = (asked.rows(), asked.vendors());
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, {sold_at}, CAST(SUM(e.amount) AS BIGINT) FROM asked
             JOIN entry e ON e.vendor_id = asked.column1 AND e.vendor_id IN ({vendors}) AND e.account = {revenue}
                 AND e.created_at >= asked.column3 AND e.created_at < asked.column4
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             LEFT JOIN transfer s ON s.vendor_id = t.vendor_id AND s.card_id = t.card_id AND s.kind = 'SALE'
             GROUP BY asked.column5, {sold_at} ORDER BY asked.column5, {sold_at}"
        );
        for PartRow { row, part } in tx.rows::<PartRow>(&sql, asked.values())? {
            answers.change(row, |parts| parts.push(part));
        }
    }
    Ok(answers.0)
}

db::row! {
    /// Tax on the sales of a statement's own period.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct OwnTax {
        pub province: ProvinceCode,
        pub tax: Tax,
        pub rate: TaxRate,
    }
}

db::row! {
    struct OwnTaxRow {
        row: i64,
        ..tax: OwnTax,
    }
}

/// Returns the taxes that were charged on each sale, in the order of `sales`: those of its statement's
/// own period. Empty if no statement contains the sale.
pub fn taxes_of_sales(
    tx: &mut Tx<'_>,
    sales: &[(TenantId, Timestamp)],
) -> Result<Vec<Vec<OwnTax>>> {
    let mut answers = Answers::<Vec<OwnTax>>::new(sales.len());
    for some in pieces(sales) {
        let mut asked = Asked::new();
        for (position, (vendor, sold_at)) in some {
            asked.add(position, vendor, &[sold_at]);
        }
        let (rows, vendors) = (asked.rows(), asked.vendors());
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column3, c.province, c.tax, c.rate FROM asked
             JOIN commission_statement s ON s.vendor_id = asked.column1 AND s.vendor_id IN ({vendors})
                 AND s.starts_at <= asked.column2 AND s.ends_at > asked.column2
             JOIN commission_tax c ON c.vendor_id = s.vendor_id AND c.statement_id = s.id AND c.is_own = TRUE
             ORDER BY asked.column3, c.position"
        );
        for OwnTaxRow { row, tax: own } in tx.rows::<OwnTaxRow>(&sql, asked.values())? {
            answers.change(row, |taxes| taxes.push(own));
        }
    }
    Ok(answers.0)
}

/// New statement.
#[derive(Clone, Debug)]
pub struct NewStatement {
    pub first_day: BusinessDate,
    pub last_day: BusinessDate,
    pub province: Option<ProvinceCode>,
    pub commission: Cents,
    pub tax: Cents,
    pub gst_hst_number: Option<String>,
    pub qst_number: Option<String>,
    pub lines: Vec<NewLine>,
}

/// Tax of a new statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewLine {
    pub of: OwnTax,
    pub is_own: bool,
    pub base: Cents,
    pub amount: Cents,
}

/// Queues the rows of a new statement.
pub fn insert(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    id: CommissionStatementId,
    number: i64,
    transfer: Option<TransferId>,
    new: &NewStatement,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO commission_statement (vendor_id, id, number, first_day, last_day, starts_at, ends_at, province, commission, tax,
             gst_hst_number, qst_number, transfer_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            vendor,
            id,
            number,
            new.first_day,
            new.last_day,
            new.first_day.start(),
            new.last_day.end_exclusive(),
            new.province,
            new.commission,
            new.tax,
            new.gst_hst_number,
            new.qst_number,
            transfer,
            now
        ],
    )?;
    for (position, line) in (0_i64..).zip(&new.lines) {
        let OwnTax { province, tax, rate } = line.of;
        tx.later(
            "INSERT INTO commission_tax (vendor_id, statement_id, position, province, tax, rate, is_own, base, amount)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            params![vendor, id, position, province, tax, rate, line.is_own, line.base, line.amount],
        )?;
    }
    Ok(())
}

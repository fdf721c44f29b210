//! SQL for closed months, and the rules that closed months must satisfy.

use db::{ToValue, Tx, Value, params};

use super::figures::AccountFigures;
use kernel::{
    ids::{PersonId, TransferId},
    months::BusinessMonth,
    timestamp::Timestamp,
};
use ledger::{KeyedBy, Rule};
use people::identity::{column_then, join_then};
use platform::error::Result;

db::row! {
    /// Closed month, in which no more transfers can be recorded.
    #[derive(Clone, Debug)]
    pub struct ClosedMonth {
        pub month: BusinessMonth,
        pub ends_at: Timestamp,
        pub transfers: i64,
        pub closed_at: Timestamp,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT m.month, m.ends_at, m.transfers, m.closed_at, ",
    column_then!("p", "first_name"),
    ", ",
    column_then!("p", "last_name"),
    " FROM closed_month m ",
    join_then!("p", "m.closed_by", "m.closed_at")
);

/// Lists closed months, the newest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<ClosedMonth>> {
    Ok(tx.rows(&format!("{SELECT} ORDER BY m.month DESC"), &[])?)
}

pub fn find(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<Option<ClosedMonth>> {
    Ok(tx.first(&format!("{SELECT} WHERE m.month = $1"), params![month])?)
}

/// Returns the closed month with exactly this start and end. `None` if there is no such month.
pub fn find_between(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
) -> Result<Option<ClosedMonth>> {
    let sql = format!("{SELECT} WHERE m.starts_at = $1 AND m.ends_at = $2");
    Ok(tx.first(&sql, params![from, until])?)
}

/// Returns the last closed month that ended at or before a moment. `None` if there is no such
/// month.
pub fn last_until(tx: &mut Tx<'_>, moment: Timestamp) -> Result<Option<ClosedMonth>> {
    let sql = format!("{SELECT} WHERE m.ends_at <= $1 ORDER BY m.ends_at DESC LIMIT 1");
    Ok(tx.first(&sql, params![moment])?)
}

/// Returns the figures that were stored when the month was closed.
pub fn figures_of(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<Vec<AccountFigures>> {
    let sql = format!(
        "SELECT {} FROM closed_figure WHERE month = $1 ORDER BY account",
        AccountFigures::COLUMNS
    );
    let mut figures: Vec<AccountFigures> = tx.rows(&sql, params![month])?;
    figures.sort_by_key(|figures| figures.account);
    Ok(figures)
}

/// Inserts a closed month. Returns false if the month was closed already.
pub fn insert(
    tx: &mut Tx<'_>,
    month: BusinessMonth,
    transfers: i64,
    last: Option<TransferId>,
    by: PersonId,
    now: Timestamp,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO closed_month (month, starts_at, ends_at, transfers, last_transfer_id, closed_by, closed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (month) DO NOTHING",
        params![month, month.start(), month.end_exclusive(), transfers, last, by, now],
    )?;
    Ok(inserted > 0)
}

pub fn insert_figures(
    tx: &mut Tx<'_>,
    month: BusinessMonth,
    figures: &[AccountFigures],
) -> Result<()> {
    let mut values: Vec<Value<'_>> = params![month].to_vec();
    let mut rows = Vec::with_capacity(figures.len());
    for AccountFigures { account, opening, debit, credit, closing } in figures {
        let first = values.len() + 1;
        let places = db::places(first..first + 5);
        rows.push(format!("($1, {places})"));
        values.push(account.to_value());
        values.extend([opening, debit, credit, closing].map(ToValue::to_value));
    }
    let sql = format!(
        "INSERT INTO closed_figure (month, account, opening, debit, credit, closing) VALUES {}",
        rows.join(", ")
    );
    tx.execute(&sql, &values)?;
    Ok(())
}

/// Deletes a closed month with its figures.
pub fn delete(tx: &mut Tx<'_>, month: BusinessMonth) -> Result<()> {
    tx.execute("DELETE FROM closed_figure WHERE month = $1", params![month])?;
    tx.execute("DELETE FROM closed_month WHERE month = $1", params![month])?;
    Ok(())
}

/// Rules that closed months must satisfy. The SQL of the rules derives the kind of an account in
/// its own way. A mistake in the expression that the reports share is therefore found, too.
pub const RULES: [Rule; 3] = [
    Rule {
        name: "a closed month has the figures of its entries",
        breaking: "SELECT x.month || ' ' || x.account,
                'its entries differ from what it was closed with by ' || SUM(x.debit) || ' (debit) and ' || SUM(x.credit) || ' (credit)', x.month
         FROM (SELECT f.month, f.account, -f.debit AS debit, -f.credit AS credit FROM {rows} m JOIN closed_figure f ON f.month = m.month
               UNION ALL
               SELECT m.month, CASE WHEN e.account LIKE 'card:%' THEN 'card' WHEN e.account LIKE 'vendor_payable:%' THEN 'vendor_payable'
                          WHEN e.account LIKE 'charity_payable:%' THEN 'charity_payable'
                          WHEN e.account LIKE 'bank:%' THEN 'bank' ELSE e.account END,
                      CASE WHEN e.amount < 0 THEN -e.amount ELSE 0 END, CASE WHEN e.amount > 0 THEN e.amount ELSE 0 END
               FROM {rows} m
               JOIN transfer t ON t.created_at >= m.starts_at AND t.created_at < m.ends_at
               JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id) x
         GROUP BY x.month, x.account HAVING SUM(x.debit) <> 0 OR SUM(x.credit) <> 0 ORDER BY x.month, x.account LIMIT 5",
        table: "closed_month",
        key: KeyedBy::SumOf("month"),
        made: "starts_at",
        touched: "closed_at",
    },
    Rule {
        name: "a closed month opens with what the one before closed with",
        breaking: "SELECT x.month || ' ' || x.account, 'what was there before differs from its opening by ' || SUM(x.amount), x.month
         FROM (SELECT f.month, f.account, -f.opening AS amount FROM {rows} m JOIN closed_figure f ON f.month = m.month
               UNION ALL
               SELECT m.month, f.account, f.closing FROM {rows} m
               JOIN closed_month b ON b.ends_at = m.starts_at JOIN closed_figure f ON f.month = b.month
               UNION ALL
               SELECT m.month, e.account, e.amount FROM {rows} m
               JOIN transfer t ON t.created_at < m.starts_at
               JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
               WHERE NOT EXISTS (SELECT 1 FROM closed_month b WHERE b.ends_at = m.starts_at)) x
         GROUP BY x.month, x.account HAVING SUM(x.amount) <> 0 ORDER BY x.month, x.account LIMIT 5",
        table: "closed_month",
        key: KeyedBy::SumOf("month"),
        made: "starts_at",
        touched: "closed_at",
    },
    Rule {
        name: "a closed month ends with its last transfer",
        breaking: "WITH found AS MATERIALIZED (
             SELECT m.month, count(*) AS transfers, substr(MAX(CAST(t.created_at AS TEXT) || ' ' || t.id), 18) AS newest
             FROM {rows} m JOIN transfer t ON t.created_at >= m.starts_at AND t.created_at < m.ends_at GROUP BY m.month)
         SELECT m.month, 'it was closed with ' || m.transfers || ' transfers until ' || COALESCE(m.last_transfer_id, 'none')
                || ', and has ' || COALESCE(f.transfers, 0) || ' until ' || COALESCE(f.newest, 'none'), m.month
         FROM {rows} m LEFT JOIN found f ON f.month = m.month
         WHERE m.transfers <> COALESCE(f.transfers, 0) OR COALESCE(m.last_transfer_id, '') <> COALESCE(f.newest, '')
         ORDER BY m.month LIMIT 5",
        table: "closed_month",
        key: KeyedBy::SumOf("month"),
        made: "starts_at",
        touched: "closed_at",
    },
];

//! SQL that sums the accounts of many payees in few statements. A list of accounts is a table of values
//! in the statement: books, account, start and end of the period, and position.

use db::{ToValue, Tx, Value};

use super::super::{AccountChange, AccountSums, Payee, PayeePeriod, Span};
use kernel::{money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// Number of parameters for each account in a list.
const WIDTH: usize = 4;

/// Accounts of one kind of payee, as a part of a statement.
struct Asked {
    /// Positions of the payees in the caller's list.
    positions: Vec<usize>,
    /// Rows of the table of values.
    rows: String,
    /// Condition that joins an entry `e` with its account, written so that an index applies.
    joined: String,
    values: Vec<Value<'static>>,
}

impl Asked {
    fn of(some: &[(usize, PayeePeriod)], is_charity: bool) -> Asked {
        let first = |row: usize| row * WIDTH + 1;
        let row = |row: usize| {
            let [books, account, from, until] = [0, 1, 2, 3].map(|part| first(row) + part);
            format!(
                "(CAST(${books} AS TEXT), CAST(${account} AS TEXT), CAST(${from} AS BIGINT), CAST(${until} AS BIGINT), CAST({row} AS BIGINT))"
            )
        };
        let rows: Vec<String> = (0..some.len()).map(row).collect();
        let joined = if is_charity {
            "e.account = asked.column2 AND e.account >= 'charity_payable:' AND e.account < 'charity_payablf'"
                .to_owned()
        } else {
            let books = db::places((0..some.len()).map(first));
            format!(
                "e.vendor_id = asked.column1 AND e.account = asked.column2 AND e.vendor_id IN ({books})"
            )
        };
        let mut values = Vec::new();
        for (_, PayeePeriod { payee, from, until }) in some {
            values.extend([
                payee.books().to_value().owned(),
                payee.account().to_value().owned(),
                Value::Int(from.as_micros()),
                Value::Int(until.as_micros()),
            ]);
        }
        let positions = some.iter().map(|(position, _)| *position).collect();
        Asked { positions, rows: rows.join(", "), joined, values }
    }

    /// Adds a parameter and returns its placeholder.
    fn bind(&mut self, moment: Timestamp) -> String {
        self.values.push(Value::Int(moment.as_micros()));
        format!("${}", self.values.len())
    }
}

/// Divides payees into lists of one kind, because vendors and charities have different indexes.
fn lists(all: &[PayeePeriod]) -> Vec<Asked> {
    let numbered: Vec<(usize, PayeePeriod)> = all.iter().copied().enumerate().collect();
    let (charities, vendors): (Vec<_>, Vec<_>) =
        numbered.into_iter().partition(|(_, one)| matches!(one.payee, Payee::Charity(_)));
    let lists = |some: &[(usize, PayeePeriod)], is_charity: bool| {
        db::pieces(some).map(|piece| Asked::of(piece, is_charity)).collect::<Vec<_>>()
    };
    let mut found = lists(&vendors, false);
    found.extend(lists(&charities, true));
    found
}

/// Answers for each payee, in the order of the caller's list.
struct Answers<T>(Vec<T>);

impl<T: Clone + Default> Answers<T> {
    fn new(payees: usize) -> Answers<T> {
        Answers(vec![T::default(); payees])
    }

    fn of(&mut self, asked: &Asked, row: i64) -> Option<&mut T> {
        let position = usize::try_from(row).ok().and_then(|row| asked.positions.get(row))?;
        self.0.get_mut(*position)
    }
}

pub fn first_moments(tx: &mut Tx<'_>, all: &[PayeePeriod]) -> Result<Vec<Option<Timestamp>>> {
    let mut answers = Answers::new(all.len());
    for asked in lists(all) {
        let Asked { rows, joined, values, .. } = &asked;
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, MIN(e.created_at) FROM asked JOIN entry e ON {joined}
             GROUP BY asked.column5"
        );
        for (row, first) in tx.rows::<(i64, Option<Timestamp>)>(&sql, values)? {
            if let Some(answer) = answers.of(&asked, row) {
                *answer = first;
            }
        }
    }
    Ok(answers.0)
}

pub fn sums(tx: &mut Tx<'_>, all: &[PayeePeriod], span: Span) -> Result<Vec<AccountSums>> {
    let sum = |what: &str| format!("CAST(COALESCE(SUM({what}), 0) AS BIGINT)");
    let until =
        |end: &str| sum(&format!("CASE WHEN e.created_at < asked.{end} THEN e.amount ELSE 0 END"));
    let (opening, closing, now) = (until("column3"), until("column4"), sum("e.amount"));
    let mut answers = Answers::<AccountSums>::new(all.len());
    for mut asked in lists(all) {
        let (since, before) = (asked.bind(span.since), asked.bind(span.before));
        let Asked { rows, joined, values, .. } = &asked;
        let within = format!("{joined} AND e.created_at >= {since} AND e.created_at < {before}");
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, {opening}, {closing}, {now} FROM asked JOIN entry e ON {within}
             GROUP BY asked.column5"
        );
        for (row, opening, closing, now) in tx.rows::<(i64, Cents, Cents, Cents)>(&sql, values)? {
            if let Some(answer) = answers.of(&asked, row) {
                *answer = AccountSums { opening, closing, now, ..*answer };
            }
        }
        // A reversal of a payout counts as a payout below zero.
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, CAST(SUM(e.amount) AS BIGINT) FROM asked JOIN entry e ON {within}
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
             WHERE e.created_at >= asked.column4 AND COALESCE(r.kind, t.kind) = 'PAYOUT' GROUP BY asked.column5"
        );
        for (row, paid_since) in tx.rows::<(i64, Cents)>(&sql, values)? {
            if let Some(answer) = answers.of(&asked, row) {
                answer.paid_since = paid_since;
            }
        }
    }
    Ok(answers.0)
}

/// Sums the entries for cards sold in each payee's period. Skips entries older than the period,
/// because no entry of a card is older than its sale.
pub fn owed_for_cards_sold(tx: &mut Tx<'_>, all: &[PayeePeriod]) -> Result<Vec<Cents>> {
    let mut answers = Answers::<Cents>::new(all.len());
    for asked in lists(all) {
        let Asked { rows, joined, values, .. } = &asked;
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, CAST(SUM(e.amount) AS BIGINT) FROM asked JOIN entry e ON {joined}
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             JOIN transfer s ON s.vendor_id = t.vendor_id AND s.card_id = t.card_id AND s.kind = 'SALE' AND s.created_at >= asked.column3
             WHERE e.created_at >= asked.column3 AND e.created_at < asked.column4 GROUP BY asked.column5"
        );
        for (row, owed) in tx.rows::<(i64, Cents)>(&sql, values)? {
            if let Some(answer) = answers.of(&asked, row) {
                *answer = owed;
            }
        }
    }
    Ok(answers.0)
}

db::row! {
    struct ChangeRow {
        row: i64,
        ..change: AccountChange,
    }
}

/// Sums the entries in each payee's period by kind of transfer, with the other entries of these
/// transfers that moved shares.
pub fn changes(tx: &mut Tx<'_>, all: &[PayeePeriod]) -> Result<Vec<Vec<AccountChange>>> {
    const SUMS: &str =
        "CAST(SUM(CASE WHEN s.account = e.account THEN s.amount ELSE 0 END) AS BIGINT),
         CAST(SUM(CASE WHEN s.account LIKE 'charity_payable:%' THEN s.amount ELSE 0 END) AS BIGINT),
         CAST(SUM(CASE WHEN s.account = 'platform_revenue' THEN s.amount ELSE 0 END) AS BIGINT)";
    let mut answers = Answers::<Vec<AccountChange>>::new(all.len());
    for asked in lists(all) {
        let Asked { rows, joined, values, .. } = &asked;
        let sql = format!(
            "WITH asked AS (VALUES {rows}) SELECT asked.column5, COALESCE(r.kind, t.kind), count(DISTINCT e.transfer_id), {SUMS}
             FROM asked JOIN entry e ON {joined} AND e.created_at >= asked.column3 AND e.created_at < asked.column4
             JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
             JOIN entry s ON s.vendor_id = e.vendor_id AND s.transfer_id = e.transfer_id
             LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
             GROUP BY asked.column5, COALESCE(r.kind, t.kind) ORDER BY asked.column5, COALESCE(r.kind, t.kind)"
        );
        for ChangeRow { row, change } in tx.rows(&sql, values)? {
            if let Some(answer) = answers.of(&asked, row) {
                answer.push(change);
            }
        }
    }
    Ok(answers.0)
}

//! Movements at a shop's counter within a day, from the ledger's entries.

use db::{FromRow, Tx, Value, params};
use serde::Deserialize;
use utoipa::ToSchema;

use kernel::{
    ids::{CardId, PersonId, TenantId, TillId, TransferId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use ledger::{Account, TransferKind};
use people::identity::{column_then, join_then};
use platform::error::Result;

/// Part of the events of a day: all events, those at one till, or those of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Everybodys,
    Tills(TillId),
    Persons(PersonId),
}

impl Whose {
    /// Returns the SQL condition on the transfer `o`, which compares a column with the fifth
    /// parameter.
    fn condition(self) -> &'static str {
        match self {
            Whose::Everybodys => "$5 = ''",
            Whose::Tills(_) => "o.till_id = $5",
            Whose::Persons(_) => "o.actor = $5",
        }
    }

    fn parameter(self) -> String {
        match self {
            Whose::Everybodys => String::new(),
            Whose::Tills(till) => till.to_string(),
            Whose::Persons(person) => person.to_string(),
        }
    }
}

/// A period at a shop's counter.
#[derive(Clone, Copy, Debug)]
pub struct CounterHours {
    pub vendor: TenantId,
    pub from: Timestamp,
    pub until: Timestamp,
    pub whose: Whose,
}

db::row! {
    /// Totals of one person at one till, or at none.
    #[derive(Clone, Debug)]
    pub struct LineRow {
        pub till_id: Option<TillId>,
        pub actor: String,
        pub till: Option<String>,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub redeemed_count: i64,
        pub redeemed: Cents,
        /// Reversals of redemptions of that day.
        pub undone_count: i64,
        pub undone: Cents,
        pub paid_out_count: i64,
        pub paid_out: Cents,
    }
}

db::row! {
    /// A redemption or a cash-out.
    #[derive(Clone, Debug)]
    pub struct MovementRow {
        pub id: TransferId,
        pub kind: TransferKind,
        pub card_id: CardId,
        pub last_four: String,
        pub actor: String,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub till: Option<String>,
        pub amount: Cents,
        pub created_at: Timestamp,
        pub is_reversed: bool,
    }
}

/// Sums by till and person. A reversal counts where the redemption was made, regardless of who
/// reversed it.
pub fn counter_lines(tx: &mut Tx<'_>, hours: &CounterHours) -> Result<Vec<LineRow>> {
    let sum = |kind: &str, what: &str| {
        format!("CAST(SUM(CASE WHEN t.kind = '{kind}' THEN {what} ELSE 0 END) AS BIGINT)")
    };
    let sql = format!(
        "SELECT s.till_id, s.actor, l.name, {first_name}, {last_name}, s.redeemed_count, s.redeemed, s.undone_count, s.undone, s.paid_out_count,
             s.paid_out
         FROM (SELECT o.till_id, o.actor, MAX(o.created_at) AS last_at, {} AS redeemed_count, {} AS redeemed, {} AS undone_count, {} AS undone,
                   {} AS paid_out_count, {} AS paid_out
               FROM entry e
               JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
               JOIN transfer o ON o.vendor_id = t.vendor_id AND o.id = COALESCE(t.reverses, t.id)
               WHERE e.vendor_id = $1 AND e.account = $2 AND e.created_at >= $3 AND e.created_at < $4
                   AND t.kind IN ('REDEMPTION', 'REVERSAL', 'CASH_OUT') AND o.kind IN ('REDEMPTION', 'CASH_OUT')
                   AND o.card_id IS NOT NULL AND {}
               GROUP BY o.till_id, o.actor) s
         LEFT JOIN till l ON l.id = s.till_id
         {person}
         ORDER BY l.name IS NULL, l.name, {last_name}, {first_name}, s.actor",
        sum("REDEMPTION", "1"),
        sum("REDEMPTION", "e.amount"),
        sum("REVERSAL", "1"),
        sum("REVERSAL", "-e.amount"),
        sum("CASH_OUT", "1"),
        sum("CASH_OUT", "e.amount"),
        hours.whose.condition(),
        first_name = column_then!("p", "first_name"),
        last_name = column_then!("p", "last_name"),
        person = join_then!("p", "s.actor", "s.last_at"),
    );
    rows(tx, &sql, hours)
}

/// Filter of a day's events.
#[derive(Clone, Debug, Default)]
pub struct MovementFilter {
    pub till: Option<TillId>,
    /// Only events at no till.
    pub at_no_till: bool,
    pub person: Option<PersonId>,
    pub kind: Option<CounterKind>,
}

/// Kind of event at a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CounterKind {
    Redeemed,
    /// A redemption that was reversed later.
    Undone,
    PaidOut,
}

const REVERSED: &str =
    "EXISTS (SELECT 1 FROM transfer r WHERE r.vendor_id = o.vendor_id AND r.reverses = o.id)";

impl MovementFilter {
    /// Returns the SQL condition on the transfer `o`, with the values that follow the first five
    /// parameters.
    fn condition(&self) -> (String, Vec<Value<'static>>) {
        let (mut sql, mut values) = (String::new(), Vec::new());
        let mut equals = |column: &str, value: String| {
            values.push(Value::Text(value.into()));
            sql += &format!(" AND {column} = ${}", 5 + values.len());
        };
        if let Some(till) = self.till {
            equals("o.till_id", till.to_string());
        }
        if let Some(person) = self.person {
            equals("o.actor", person.to_string());
        }
        if self.at_no_till {
            sql += " AND o.till_id IS NULL";
        }
        match self.kind {
            None => {}
            Some(CounterKind::Redeemed) => sql += " AND o.kind = 'REDEMPTION'",
            Some(CounterKind::Undone) => sql += &format!(" AND {REVERSED}"),
            Some(CounterKind::PaidOut) => sql += " AND o.kind = 'CASH_OUT'",
        }
        (sql, values)
    }
}

/// Counts redemptions and cash-outs.
pub fn count_at_counter(
    tx: &mut Tx<'_>,
    hours: &CounterHours,
    filter: &MovementFilter,
) -> Result<u64> {
    let (narrowed, values) = filter.condition();
    let sql = format!(
        "SELECT count(*) FROM entry e JOIN transfer o ON o.vendor_id = e.vendor_id AND o.id = e.transfer_id
         WHERE e.vendor_id = $1 AND e.account = $2 AND e.created_at >= $3 AND e.created_at < $4
             AND o.kind IN ('REDEMPTION', 'CASH_OUT') AND o.card_id IS NOT NULL AND {}{narrowed}",
        hours.whose.condition(),
    );
    let counted: Vec<(i64,)> = rows_narrowed(tx, &sql, hours, values)?;
    Ok(counted.first().map_or(0, |(count,)| count.unsigned_abs()))
}

/// Lists a page of redemptions and cash-outs, the newest first.
pub fn list_at_counter(
    tx: &mut Tx<'_>,
    hours: &CounterHours,
    filter: &MovementFilter,
    page: PageRequest,
) -> Result<Vec<MovementRow>> {
    let (narrowed, mut values) = filter.condition();
    values.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    let (limit, offset) = (4 + values.len(), 5 + values.len());
    let sql = format!(
        "SELECT o.id, o.kind, o.card_id, k.last_four, o.actor, {first_name}, {last_name}, l.name, e.amount, o.created_at, {REVERSED}
         FROM entry e
         JOIN transfer o ON o.vendor_id = e.vendor_id AND o.id = e.transfer_id
         JOIN card k ON k.vendor_id = o.vendor_id AND k.id = o.card_id
         LEFT JOIN till l ON l.id = o.till_id
         {person}
         WHERE e.vendor_id = $1 AND e.account = $2 AND e.created_at >= $3 AND e.created_at < $4
             AND o.kind IN ('REDEMPTION', 'CASH_OUT') AND {}{narrowed}
         ORDER BY e.created_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}",
        hours.whose.condition(),
        first_name = column_then!("p", "first_name"),
        last_name = column_then!("p", "last_name"),
        person = join_then!("p", "o.actor", "o.created_at"),
    );
    rows_narrowed(tx, &sql, hours, values)
}

/// Runs a query over the ledger's entries of the amount payable to the shop. Corrections are left
/// out, because they belong to no card.
fn rows<T: FromRow>(tx: &mut Tx<'_>, sql: &str, hours: &CounterHours) -> Result<Vec<T>> {
    rows_narrowed(tx, sql, hours, Vec::new())
}

/// Like [`rows`], with more values after the first five.
fn rows_narrowed<T: FromRow>(
    tx: &mut Tx<'_>,
    sql: &str,
    hours: &CounterHours,
    narrowed: Vec<Value<'static>>,
) -> Result<Vec<T>> {
    let CounterHours { vendor, from, until, whose } = *hours;
    let payable = Account::VendorPayable(vendor);
    let whose = whose.parameter();
    let mut values: Vec<Value<'static>> =
        params![vendor, payable, from, until, whose].iter().map(Value::owned).collect();
    values.extend(narrowed);
    Ok(tx.rows(sql, &values)?)
}

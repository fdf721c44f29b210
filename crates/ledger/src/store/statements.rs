//! SQL that sums the entries on the account of a payee (a vendor or charity).

use db::{Tx, Value, params};

use super::super::{Account, Payee, StatementLine};
use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

/// SQL expression for the kind under which a statement lists a transfer. A reversal is listed under
/// the kind of the transfer `r` that it reverses.
const KIND: &str = "COALESCE(r.kind, t.kind)";

const WITH_KIND: &str =
    "entry e JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
     LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses";

/// Returns the SQL condition for the entries `e` of a payee, written so that an index applies.
/// Parameters `$1` and `$2` are the start and the end of the period.
fn entries_of(payee: Payee) -> (&'static str, Vec<Value<'static>>) {
    let account = Value::Text(payee.account().to_string().into());
    match payee {
        Payee::Vendor(vendor) => (
            "e.vendor_id = $3 AND e.account = $4",
            vec![Value::Text(vendor.to_string().into()), account],
        ),
        Payee::Charity(_) => (
            "e.account = $3 AND e.account >= 'charity_payable:' AND e.account < 'charity_payablf'",
            vec![account],
        ),
    }
}

fn parameters(
    from: Timestamp,
    until: Timestamp,
    payee: Vec<Value<'static>>,
) -> Vec<Value<'static>> {
    let mut all = vec![Value::Int(from.as_micros()), Value::Int(until.as_micros())];
    all.extend(payee);
    all
}

pub fn lines(
    tx: &mut Tx<'_>,
    payee: Payee,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<StatementLine>> {
    let (condition, values) = entries_of(payee);
    let sql = format!(
        "SELECT {KIND}, count(*), CAST(SUM(e.amount) AS BIGINT) FROM {WITH_KIND}
         WHERE {condition} AND e.created_at >= $1 AND e.created_at < $2 GROUP BY {KIND} ORDER BY {KIND}"
    );
    Ok(tx.rows(&sql, &parameters(from, until, values))?)
}

pub fn platform_shares(tx: &mut Tx<'_>, vendor: TenantId, since: Timestamp) -> Result<Cents> {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM {WITH_KIND}
         WHERE e.vendor_id = $1 AND e.account = $2 AND e.created_at >= $3 AND {KIND} = 'SALE'"
    );
    let (shares,): (Cents,) = tx.one(&sql, params![vendor, Account::PlatformRevenue, since])?;
    Ok(shares)
}

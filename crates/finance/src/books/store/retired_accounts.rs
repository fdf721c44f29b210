//! Rows of retired accounts, and their ledger rule.

use db::{ToValue, Tx, Value, params};

use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use ledger::{Account, KeyedBy, Rule};
use platform::error::Result;

db::row! {
    /// State of an account on its way to being retired.
    #[derive(Clone, Copy, Debug)]
    pub struct Retired {
        pub empty_until: Option<Timestamp>,
        pub retired_at: Option<Timestamp>,
    }
}

pub fn find(tx: &mut Tx<'_>, account: Account) -> Result<Option<Retired>> {
    let sql = format!("SELECT {} FROM retired_account WHERE account = $1", Retired::COLUMNS);
    Ok(tx.first(&sql, params![account])?)
}

pub fn begin(tx: &mut Tx<'_>, account: Account) -> Result<()> {
    tx.execute(
        "INSERT INTO retired_account (account) VALUES ($1) ON CONFLICT (account) DO NOTHING",
        params![account],
    )?;
    Ok(())
}

pub fn lock(tx: &mut Tx<'_>, account: Account) -> Result<()> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT account FROM retired_account WHERE account = $1{lock}");
    tx.one::<(Account,)>(&sql, params![account])?;
    Ok(())
}

/// Records that all entries before a moment sum to zero. The day on which the account retires is
/// set only once.
pub fn set_empty(
    tx: &mut Tx<'_>,
    account: Account,
    empty_until: Timestamp,
    retired_at: Timestamp,
) -> Result<()> {
    tx.execute(
        "UPDATE retired_account SET empty_until = $2, retired_at = COALESCE(retired_at, $3) WHERE account = $1",
        params![account, empty_until, retired_at],
    )?;
    Ok(())
}

/// Lists the next vendors by id.
pub fn vendors_after(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<TenantId>> {
    let rows: Vec<(TenantId,)> = tx.rows(
        "SELECT id FROM tenant WHERE kind = 'VENDOR' AND id > $1 ORDER BY id LIMIT $2",
        params![after, limit],
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

db::row! {
    /// A vendor's balance on an account.
    #[derive(Clone, Copy, Debug)]
    pub struct Sum {
        pub vendor: TenantId,
        pub amount: Cents,
        /// Time of the last entry.
        pub newest: Timestamp,
    }
}

/// Sums the account for those of the given vendors that ever had an entry on it. The vendors are
/// sorted by id.
pub fn sums_of(tx: &mut Tx<'_>, account: Account, vendors: &[TenantId]) -> Result<Vec<Sum>> {
    let (Some(first), Some(last)) = (vendors.first(), vendors.last()) else {
        return Ok(Vec::new());
    };
    let mut values: Vec<Value<'_>> = vec![account.to_value()];
    values.extend([first, last].map(ToValue::to_value));
    // CROSS JOIN makes SQLite look up each vendor's account; else it reads all entries of these
    // vendors.
    let sql = "SELECT v.id, CAST(SUM(e.amount) AS BIGINT), MAX(e.created_at) FROM tenant v CROSS JOIN entry e
         WHERE v.kind = 'VENDOR' AND v.id >= $2 AND v.id <= $3 AND e.vendor_id = v.id AND e.account = $1
         GROUP BY v.id ORDER BY v.id";
    let sums: Vec<Sum> = tx.rows(sql, &values)?;
    Ok(sums.into_iter().filter(|sum| vendors.contains(&sum.vendor)).collect())
}

/// Checked in full each time: retired accounts are few, and entries are indexed by vendor and
/// account.
pub const RULES: [Rule; 1] = [Rule {
    name: "an account out of use is empty and stays so",
    breaking: "SELECT x.account || ' of ' || x.vendor_id, 'there is ' || x.amount || ' on it, and ' || x.late
                || ' entries came after it went out of use', x.account
         FROM (SELECT r.account, v.id AS vendor_id,
                      CAST(SUM(CASE WHEN e.created_at < r.empty_until THEN e.amount ELSE 0 END) AS BIGINT) AS amount,
                      CAST(SUM(CASE WHEN e.created_at >= r.retired_at THEN 1 ELSE 0 END) AS BIGINT) AS late
               FROM {rows} r CROSS JOIN tenant v CROSS JOIN entry e
               WHERE v.kind = 'VENDOR' AND e.vendor_id = v.id AND e.account = r.account GROUP BY r.account, v.id) x
         WHERE x.amount <> 0 OR x.late > 0 ORDER BY x.account, x.vendor_id LIMIT 5",
    table: "retired_account",
    key: KeyedBy::Column("account"),
    made: "COALESCE(retired_at, 0)",
    touched: "9223372036854775807",
}];

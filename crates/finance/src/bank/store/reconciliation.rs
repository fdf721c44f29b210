//! SQL that sums the gateway, the bank account and the ledger by day.

use db::{Conditions, ToValue, Tx, params};

use kernel::{dates::BusinessDate, ids::BankAccountId, money::Cents, timestamp::Timestamp};
use ledger::Account;
use platform::error::Result;

/// First and last day of a range; `None` for an open end.
#[derive(Clone, Copy, Debug)]
pub struct Days {
    pub first: Option<BusinessDate>,
    pub last: Option<BusinessDate>,
}

impl Days {
    fn conditions(self, column: &str) -> Conditions {
        let mut conditions = Conditions::default();
        for (day, comparison) in [(self.first, ">="), (self.last, "<=")] {
            if let Some(day) = day {
                let place = conditions.bind(day);
                conditions.and(format!("{column} {comparison} {place}"));
            }
        }
        conditions
    }
}

db::row! {
    /// Net amount of the batches that the gateway settled on a day.
    #[derive(Clone, Copy, Debug)]
    pub struct SettledDay {
        pub day: BusinessDate,
        pub net: Cents,
    }
}

pub fn settled(tx: &mut Tx<'_>, from: Timestamp, until: Timestamp) -> Result<Vec<SettledDay>> {
    Ok(tx.rows(
        "SELECT settled_on, CAST(SUM(net) AS BIGINT) FROM gateway_deposit WHERE settled_at >= $1 AND settled_at < $2
         GROUP BY settled_on ORDER BY settled_on",
        params![from, until],
    )?)
}

db::row! {
    /// Lines of the bank account of a day.
    #[derive(Clone, Copy, Debug)]
    pub struct BankDay {
        pub day: BusinessDate,
        pub received: Cents,
        pub paid: Cents,
        pub open_lines: i64,
        /// Sum of the lines that are not matched.
        pub open: Cents,
    }
}

pub fn bank(tx: &mut Tx<'_>, days: Days, account: Option<BankAccountId>) -> Result<Vec<BankDay>> {
    let mut conditions = days.conditions("day");
    if let Some(account) = account {
        let place = conditions.bind(account);
        conditions.and(format!("account_id = {place}"));
    }
    let sum = |of: &str| format!("CAST(COALESCE(SUM(CASE WHEN {of} ELSE 0 END), 0) AS BIGINT)");
    let sql = format!(
        "SELECT day, {}, {}, {}, {} FROM bank_line WHERE {} GROUP BY day ORDER BY day",
        sum("amount > 0 THEN amount"),
        sum("amount < 0 THEN -amount"),
        sum("resolution IS NULL THEN 1"),
        sum("resolution IS NULL THEN amount"),
        conditions.sql()
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

db::row! {
    /// Entries of one moment on an account of the bank side.
    #[derive(Clone, Copy, Debug)]
    pub struct Moved {
        pub account: Account,
        pub at: Timestamp,
        pub amount: Cents,
    }
}

/// Returns the movements of these bank accounts and of money in transit in the ledger.
pub fn booked(
    tx: &mut Tx<'_>,
    from: Timestamp,
    until: Timestamp,
    accounts: &[BankAccountId],
) -> Result<Vec<Moved>> {
    let banks = accounts.iter().copied().map(Account::Bank);
    let accounts: Vec<Account> = [Account::GatewayTransit].into_iter().chain(banks).collect();
    let mut values = params![from, until].to_vec();
    values.extend(accounts.iter().map(ToValue::to_value));
    let sql = format!(
        "SELECT account, created_at, CAST(SUM(amount) AS BIGINT) FROM entry
         WHERE vendor_id = 'platform' AND account IN ({}) AND created_at >= $1 AND created_at < $2
         GROUP BY account, created_at ORDER BY created_at, account",
        db::places(3..accounts.len() + 3)
    );
    Ok(tx.rows(&sql, &values)?)
}

db::row! {
    /// Number and sum of an account's lines that are not matched.
    #[derive(Clone, Copy, Debug)]
    pub struct OpenLines {
        pub account: BankAccountId,
        pub count: i64,
        pub sum: Cents,
    }
}

/// Returns the lines of each account that are not matched. Leaves out accounts without such lines.
pub fn open(tx: &mut Tx<'_>) -> Result<Vec<OpenLines>> {
    Ok(tx.rows(
        "SELECT account_id, count(*), CAST(SUM(amount) AS BIGINT) FROM bank_line WHERE resolution IS NULL
         GROUP BY account_id ORDER BY account_id",
        &[],
    )?)
}

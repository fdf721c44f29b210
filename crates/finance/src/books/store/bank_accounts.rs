//! SQL for the platform's bank accounts beside the main one.

use std::collections::BTreeMap;

use db::{ToValue, Tx, params};

use super::ENTRIES;
use kernel::{
    ids::{BankAccountId, PersonId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::Account;
use platform::error::Result;

db::row! {
    /// Bank account of the platform, without the main one.
    #[derive(Clone, Debug)]
    pub struct AddedAccount {
        pub id: BankAccountId,
        pub number: String,
        pub name: String,
        pub takes_deposits: bool,
        pub pays_payouts: bool,
    }
}

/// Lists the accounts, sorted by number.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<AddedAccount>> {
    let sql = format!("SELECT {} FROM bank_account ORDER BY number, id", AddedAccount::COLUMNS);
    Ok(tx.rows(&sql, &[])?)
}

/// Inserts an account, or changes it.
pub fn set(tx: &mut Tx<'_>, account: &AddedAccount, by: PersonId, now: Timestamp) -> Result<()> {
    let AddedAccount { id, number, name, takes_deposits, pays_payouts } = account;
    tx.execute(
        "INSERT INTO bank_account (id, number, name, takes_deposits, pays_payouts, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET number = $2, name = $3, takes_deposits = $4, pays_payouts = $5",
        params![id, number, name, takes_deposits, pays_payouts, by, now],
    )?;
    Ok(())
}

/// Takes the deposits, the payouts or both away from all other accounts.
pub fn take_uses(
    tx: &mut Tx<'_>,
    to: BankAccountId,
    (deposits, payouts): (bool, bool),
) -> Result<()> {
    for (takes, column) in [(deposits, "takes_deposits"), (payouts, "pays_payouts")] {
        if takes {
            let sql = format!(
                "UPDATE bank_account SET {column} = FALSE WHERE id <> $1 AND {column} = TRUE"
            );
            tx.execute(&sql, params![to])?;
        }
    }
    Ok(())
}

db::row! {
    /// Balance and movements of an account in the ledger. Credits are positive.
    #[derive(Clone, Copy, Debug)]
    pub struct BankFigures {
        pub account: Account,
        pub opening: Cents,
        pub debit: Cents,
        pub credit: Cents,
    }
}

/// Returns the figures of these accounts in a period, by account. Leaves out accounts without entries.
pub fn figures(
    tx: &mut Tx<'_>,
    accounts: &[BankAccountId],
    from: Timestamp,
    until: Timestamp,
) -> Result<BTreeMap<Account, BankFigures>> {
    if accounts.is_empty() {
        return Ok(BTreeMap::new());
    }
    let accounts: Vec<Account> = accounts.iter().copied().map(Account::Bank).collect();
    let mut values = params![from, until].to_vec();
    values.extend(accounts.iter().map(ToValue::to_value));
    let sum = |of: &str| format!("CAST(COALESCE(SUM({of}), 0) AS BIGINT)");
    let sql = format!(
        "SELECT e.account, {}, {}, {} FROM {ENTRIES}
         WHERE e.vendor_id = 'platform' AND e.account IN ({}) AND t.created_at < $2 GROUP BY e.account ORDER BY e.account",
        sum("CASE WHEN t.created_at < $1 THEN e.amount ELSE 0 END"),
        sum("CASE WHEN t.created_at >= $1 AND e.amount < 0 THEN -e.amount ELSE 0 END"),
        sum("CASE WHEN t.created_at >= $1 AND e.amount > 0 THEN e.amount ELSE 0 END"),
        db::places(3..accounts.len() + 3)
    );
    let found: Vec<BankFigures> = tx.rows(&sql, &values)?;
    Ok(found.into_iter().map(|figures| (figures.account, figures)).collect())
}

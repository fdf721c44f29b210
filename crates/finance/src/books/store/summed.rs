//! SQL that sums the entries of a period by kind of transfer and kind of account.

use db::{Tx, params};

use super::ENTRIES;
use kernel::{ids::BankAccountId, money::Cents, timestamp::Timestamp};
use ledger::{AccountKind, TransferKind};
use platform::error::Result;

db::row! {
    /// Debits and credits of one kind of account, or one bank account, by transfers of one kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct KindSums {
        pub kind: TransferKind,
        pub account: AccountKind,
        /// Bank account of the entries; `None` for other kinds of accounts.
        pub bank: Option<BankAccountId>,
        pub debit: Cents,
        pub credit: Cents,
    }
}

pub fn sums(tx: &mut Tx<'_>, from: Timestamp, until: Timestamp) -> Result<Vec<KindSums>> {
    let (account, bank) = (AccountKind::OF_ENTRY, AccountKind::BANK_OF_ENTRY);
    let sql = format!(
        "SELECT t.kind, {account}, {bank}, CAST(SUM(CASE WHEN e.amount < 0 THEN -e.amount ELSE 0 END) AS BIGINT),
                CAST(SUM(CASE WHEN e.amount > 0 THEN e.amount ELSE 0 END) AS BIGINT)
         FROM {ENTRIES} WHERE t.created_at >= $1 AND t.created_at < $2
         GROUP BY t.kind, {account}, {bank} ORDER BY t.kind, {account}, {bank}"
    );
    Ok(tx.rows(&sql, params![from, until])?)
}

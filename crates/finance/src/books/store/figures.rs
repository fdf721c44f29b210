//! SQL that sums the entries of a period by kind of account.

use std::collections::BTreeMap;

use db::{Tx, params};

use super::ENTRIES;
use kernel::{money::Cents, sums::Overflow, timestamp::Timestamp};
use ledger::AccountKind;
use platform::error::Result;

db::row! {
    /// Balances and movements of one kind of account. A positive balance is owed by the platform,
    /// so credits increase the balance.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AccountFigures {
        pub account: AccountKind,
        pub opening: Cents,
        pub debit: Cents,
        pub credit: Cents,
        pub closing: Cents,
    }
}

impl AccountFigures {
    /// Figures of an account without entries.
    pub fn none(account: AccountKind) -> AccountFigures {
        let zero = Cents::ZERO;
        AccountFigures { account, opening: zero, debit: zero, credit: zero, closing: zero }
    }

    /// Returns these figures without those of a part of the account.
    pub fn less(&self, part: &AccountFigures) -> Result<AccountFigures, Overflow> {
        Ok(AccountFigures {
            account: self.account,
            opening: self.opening.checked_sub(part.opening)?,
            debit: self.debit.checked_sub(part.debit)?,
            credit: self.credit.checked_sub(part.credit)?,
            closing: self.closing.checked_sub(part.closing)?,
        })
    }
}

db::row! {
    struct Moved {
        account: AccountKind,
        before: Cents,
        debit: Cents,
        credit: Cents,
    }
}

/// Returns the figures of every kind of account. `known` contains the end of an earlier closed
/// month and the figures at that time, to which later entries are added.
pub fn between(
    tx: &mut Tx<'_>,
    known: Option<(Timestamp, Vec<AccountFigures>)>,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<AccountFigures>> {
    let (since, known) = known.unwrap_or((Timestamp::MIN, Vec::new()));
    let mut openings: BTreeMap<AccountKind, Cents> =
        known.iter().map(|figures| (figures.account, figures.closing)).collect();
    let kind = AccountKind::OF_ENTRY;
    let sum = |of: &str| format!("CAST(COALESCE(SUM({of}), 0) AS BIGINT)");
    let sql = format!(
        "SELECT {kind}, {}, {}, {} FROM {ENTRIES} WHERE t.created_at >= $1 AND t.created_at < $3 GROUP BY {kind} ORDER BY {kind}",
        sum("CASE WHEN t.created_at < $2 THEN e.amount ELSE 0 END"),
        sum("CASE WHEN t.created_at >= $2 AND e.amount < 0 THEN -e.amount ELSE 0 END"),
        sum("CASE WHEN t.created_at >= $2 AND e.amount > 0 THEN e.amount ELSE 0 END"),
    );
    let mut moved = BTreeMap::new();
    for Moved { account, before, debit, credit } in tx.rows(&sql, params![since, from, until])? {
        let opening = openings.entry(account).or_insert(Cents::ZERO);
        *opening = opening.checked_add(before)?;
        moved.insert(account, (debit, credit));
    }
    let figures = |account: AccountKind| {
        let opening = openings.get(&account).copied().unwrap_or(Cents::ZERO);
        let (debit, credit) = moved.get(&account).copied().unwrap_or_default();
        let closing = opening.checked_sub(debit)?.checked_add(credit)?;
        Ok(AccountFigures { account, opening, debit, credit, closing })
    };
    AccountKind::ALL.into_iter().map(figures).collect()
}

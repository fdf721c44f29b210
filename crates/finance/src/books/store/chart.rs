//! SQL for the numbers and names that administrators mapped to kinds of accounts.

use db::{Tx, params};

use super::{
    super::chart::{ChartAccount, type_of, usual},
    bank_accounts,
};
use kernel::{ids::PersonId, language::Language, timestamp::Timestamp};
use ledger::AccountKind;
use platform::error::Result;

/// Lists the whole chart with all bank accounts, sorted by number. Accounts without a mapping are those of the usual chart.
pub fn list(tx: &mut Tx<'_>, language: Language) -> Result<Vec<ChartAccount>> {
    let mapped: Vec<(AccountKind, String, String)> =
        tx.rows("SELECT account, number, name FROM chart_account", &[])?;
    let account = |account: AccountKind| {
        let usual = usual(account, language);
        match mapped.iter().find(|(mapped, ..)| *mapped == account) {
            Some((_, number, name)) => ChartAccount {
                number: number.clone(),
                name: name.clone(),
                is_mapped: true,
                ..usual
            },
            None => usual,
        }
    };
    let mut all: Vec<ChartAccount> = AccountKind::ALL.into_iter().map(account).collect();
    all.extend(bank_accounts::list(tx)?.into_iter().map(|added| ChartAccount {
        account: AccountKind::Bank,
        bank: Some(added.id),
        number: added.number,
        name: added.name,
        account_type: type_of(AccountKind::Bank),
        is_mapped: true,
    }));
    all.sort_by(|one, other| (&one.number, one.account).cmp(&(&other.number, other.account)));
    Ok(all)
}

/// Maps a kind of account to a number and a name.
pub fn set(
    tx: &mut Tx<'_>,
    account: AccountKind,
    number: &str,
    name: &str,
    by: PersonId,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO chart_account (account, number, name, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (account) DO UPDATE SET number = $2, name = $3, set_by = $4, set_at = $5",
        params![account, number, name, by, now],
    )?;
    Ok(())
}

//! Reads the chart of accounts and maps its accounts.

use serde_json::json;

use super::{
    actions::{self, BOOK_ACCOUNT},
    bank_accounts,
    chart::{AccountName, AccountNumber, ChartAccount},
    store::chart as store,
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use kernel::language::Language;
use ledger::AccountKind;
use platform::{
    app::App,
    error::{Error, Result},
};

/// Lists the chart, sorted by number.
pub async fn list(app: &App, language: Language) -> Result<Vec<ChartAccount>> {
    app.db.read(move |tx| store::list(tx, language)).await
}

/// Maps an account to a number and a name in the accountant's program. Returns the chart.
pub async fn map(
    app: &App,
    by: &Actor,
    account: AccountKind,
    number: AccountNumber,
    name: AccountName,
    language: Language,
) -> Result<Vec<ChartAccount>> {
    let (now, by) = (app.clock.now(), by.clone());
    let (number, name): (String, String) = (number.into(), name.into());
    app.db
        .write(move |tx| {
            let chart = store::list(tx, language)?;
            let is_it = |one: &&ChartAccount| (one.account, one.bank) == (account, None);
            let before = chart.iter().find(is_it).ok_or(Error::NotFound)?;
            if (&before.number, &before.name) == (&number, &name) && before.is_mapped {
                return Ok(chart);
            }
            let others = chart.iter().filter(|one| !is_it(one));
            bank_accounts::refuse_taken(others, &number, &name)?;
            store::set(tx, account, &number, &name, by.person, now)?;
            let entry =
                Entry::new(actions::ACCOUNT_MAPPED, Subject::of(BOOK_ACCOUNT, account.word()))
                    .before(json!({ "number": before.number, "name": before.name }))
                    .after(json!({ "number": number, "name": name }));
            audit::record(tx, now, &Author::of(&by), entry)?;
            store::list(tx, language)
        })
        .await
}

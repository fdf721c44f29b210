//! Imports bank statements. A file is imported as a whole or not at all, and once. Statements may
//! overlap: a line that an earlier statement of the account had is left out. New lines that fit exactly one deposit or
//! bank file are matched at once.

use std::{collections::HashMap, sync::Arc};

use db::Tx;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{
    actions::{self, BANK_STATEMENT},
    lines::{self, Keeper},
    statement_file::{self, DateOrder, FileLine},
    store::statements::{self as store, NewLine, NewStatement, StatementRow},
};
use access::{
    audit::{self, Entry, SUBJECT_NAME, Subject},
    auth::Actor,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{BankAccountId, BankLineId, BankStatementId},
    messages::Message,
    paging::{Page, PageRequest},
    random::hex,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::books::bank_accounts;

/// Imports a file. If it was imported before, returns that statement and changes nothing.
pub async fn import(
    app: &Arc<App>,
    by: &Actor,
    account: Option<BankAccountId>,
    name: String,
    bytes: &[u8],
    order: Option<DateOrder>,
) -> Result<StatementRow> {
    let today = BusinessDate::today(&app.clock);
    let file_lines = statement_file::read(bytes, order, today)
        .map_err(|refused| Fields::one(refused.field, refused.message))?;
    let (hash, by) = (hex(&Sha256::digest(bytes)), Keeper::of(by));
    app.write(move |tx, _, now| {
        let account = bank_accounts::choose(tx, account)?;
        let file = File { account, name: &name, hash: &hash, lines: &file_lines };
        refuse_other_account(tx, &file)?;
        add(tx, now, &by, &file)?;
        // Another administrator may just have imported it.
        store::find_by_hash(tx, &hash)?.ok_or(Error::NotFound)
    })
    .await
}

/// File of a statement.
pub(super) struct File<'a> {
    pub account: BankAccountId,
    pub name: &'a str,
    pub hash: &'a str,
    pub lines: &'a [FileLine],
}

/// Refuses a file that was imported as a statement of another account.
fn refuse_other_account(tx: &mut Tx<'_>, file: &File<'_>) -> Result<()> {
    let imported = store::find_by_hash(tx, file.hash)?;
    if imported.is_none_or(|row| row.account_id == file.account) {
        return Ok(());
    }
    let message = Message::new(
        "This file was imported as a statement of another account.",
        "Ce fichier a été importé comme relevé d’un autre compte.",
    );
    Err(Fields::one("accountId", message).into())
}

/// Adds a statement and matches its sure lines. Does nothing if the file was imported before.
pub(super) fn add(tx: &mut Tx<'_>, now: Timestamp, by: &Keeper, file: &File<'_>) -> Result<()> {
    let File { account, name, hash, lines: file_lines } = *file;
    if store::find_by_hash(tx, hash)?.is_some() {
        return Ok(());
    }
    let id = BankStatementId::new(now);
    let days = || file_lines.iter().map(|line| line.day);
    let (Some(first_day), Some(last_day)) = (days().min(), days().max()) else {
        return Err(Error::Internal("a statement without lines".to_owned()));
    };
    let count = i64::try_from(file_lines.len()).unwrap_or(i64::MAX);
    let new = NewStatement { id, account, name, hash, first_day, last_day, lines: count };
    if !store::insert(tx, &new, by.person, now)? {
        return Ok(());
    }
    let marks = marks(account, file_lines);
    let rows: Vec<NewLine<'_>> = file_lines
        .iter()
        .zip(&marks)
        .map(|(line, mark)| NewLine { id: BankLineId::new(now), mark, line })
        .collect();
    let new_lines = store::insert_lines(tx, (id, account), &rows)?;
    store::set_new_lines(tx, id, new_lines)?;
    lines::match_sure(tx, now, by, (id, account), (first_day, last_day))?;
    let told = json!({ (SUBJECT_NAME): name, "accountId": account, "lines": count, "newLines": new_lines });
    let entry =
        Entry::new(actions::BANK_STATEMENT_IMPORTED, Subject::of(BANK_STATEMENT, id)).after(told);
    audit::record(tx, now, &by.author, entry)
}

/// Returns a mark for each line: a hash of the account, of the line, and of its number among equal lines
/// of the file. The main account has no text, because its lines were marked before there were others.
fn marks(account: BankAccountId, lines: &[FileLine]) -> Vec<String> {
    let account = if account == BankAccountId::MAIN { String::new() } else { account.to_string() };
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mark = |line: &FileLine| {
        let FileLine { day, amount, text, reference } = line;
        let whole = format!("{account}{day}\u{1f}{}\u{1f}{text}\u{1f}{reference}", amount.get());
        let number = seen.entry(whole.clone()).and_modify(|count| *count += 1).or_insert(1);
        hex(&Sha256::digest(format!("{whole}\u{1f}{number}")))
    };
    lines.iter().map(mark).collect()
}

/// Lists the imported statements, the newest first.
pub async fn list(app: &App, page: PageRequest) -> Result<Page<StatementRow>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, page)?;
            Page::counted(rows, page, || store::count(tx))
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::money::Cents;

    #[test]
    fn marks_tell_equal_lines_of_a_file_apart() {
        let line = |cents| FileLine {
            day: BusinessDate::new(2026, 11, 2).expect("a day"),
            amount: Cents::new(cents),
            text: "FEE".to_owned(),
            reference: String::new(),
        };
        let main = BankAccountId::MAIN;
        let first = marks(main, &[line(-500), line(-500), line(-600)]);
        assert!(first[0] != first[1] && first[0] != first[2]);
        assert_eq!(marks(main, &[line(-600), line(-500), line(-500)])[1..], first[..2]);
        let other = BankAccountId::new(Timestamp::UNIX_EPOCH);
        assert_ne!(marks(other, &[line(-500)])[0], first[0]);
    }
}

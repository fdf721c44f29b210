//! SQL for imported bank statements.

use db::{ToValue, Tx, params};

use kernel::{
    dates::BusinessDate,
    ids::{BankAccountId, BankLineId, BankStatementId, PersonId},
    paging::PageRequest,
    timestamp::Timestamp,
};
use people::identity::{join_then, name_then};
use platform::error::Result;

use crate::bank::statement_file::FileLine;

db::row! {
    /// Imported statement, with the name of the importer.
    #[derive(Clone, Debug)]
    pub struct StatementRow {
        pub id: BankStatementId,
        pub account_id: BankAccountId,
        pub name: String,
        pub first_day: BusinessDate,
        pub last_day: BusinessDate,
        pub lines: i64,
        pub new_lines: i64,
        /// Number of lines that the import matched, without those that were reopened.
        pub matched_lines: i64,
        pub imported_at: Timestamp,
        pub imported_by_name: Option<String>,
    }
}

const SELECT: &str = concat!(
    "SELECT s.id, s.account_id, s.name, s.first_day, s.last_day, s.lines, s.new_lines,
     (SELECT count(*) FROM bank_line l WHERE l.statement_id = s.id AND l.is_automatic = TRUE), s.imported_at, ",
    name_then!("i"),
    " FROM bank_statement s ",
    join_then!("i", "s.imported_by", "s.imported_at")
);

pub fn find_by_hash(tx: &mut Tx<'_>, hash: &str) -> Result<Option<StatementRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE s.hash = $1"), params![hash])?)
}

pub fn list(tx: &mut Tx<'_>, page: PageRequest) -> Result<Vec<StatementRow>> {
    let sql = format!("{SELECT} ORDER BY s.imported_at DESC, s.id DESC LIMIT $1 OFFSET $2");
    Ok(tx.rows(&sql, params![page.limit(), page.offset()])?)
}

pub fn count(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one("SELECT count(*) FROM bank_statement", &[])?;
    Ok(count.unsigned_abs())
}

pub struct NewStatement<'a> {
    pub id: BankStatementId,
    pub account: BankAccountId,
    pub name: &'a str,
    pub hash: &'a str,
    pub first_day: BusinessDate,
    pub last_day: BusinessDate,
    pub lines: i64,
}

/// Inserts a statement. Returns false if its file was imported meanwhile.
pub fn insert(
    tx: &mut Tx<'_>,
    new: &NewStatement<'_>,
    by: PersonId,
    now: Timestamp,
) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO bank_statement (id, name, hash, first_day, last_day, lines, new_lines, imported_by, imported_at, account_id)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9) ON CONFLICT (hash) DO NOTHING",
        params![
            new.id,
            new.name,
            new.hash,
            new.first_day,
            new.last_day,
            new.lines,
            by,
            now,
            new.account
        ],
    )?;
    Ok(inserted > 0)
}

pub fn set_new_lines(tx: &mut Tx<'_>, id: BankStatementId, new_lines: i64) -> Result<()> {
    let sql = "UPDATE bank_statement SET new_lines = $2 WHERE id = $1";
    tx.execute(sql, params![id, new_lines])?;
    Ok(())
}

pub struct NewLine<'a> {
    pub id: BankLineId,
    pub mark: &'a str,
    pub line: &'a FileLine,
}

/// Inserts the lines that no earlier statement had. Returns their number.
pub fn insert_lines(
    tx: &mut Tx<'_>,
    (statement, account): (BankStatementId, BankAccountId),
    lines: &[NewLine<'_>],
) -> Result<i64> {
    let mut inserted = 0;
    for some in db::pieces(lines) {
        let mut values = params![statement, account].to_vec();
        let mut rows = Vec::with_capacity(some.len());
        for NewLine { id, mark, line } in some {
            let first = values.len() + 1;
            let places: Vec<String> = (first..first + 6).map(|place| format!("${place}")).collect();
            rows.push(format!("($1, $2, {})", places.join(", ")));
            let FileLine { day, amount, text, reference } = line;
            values.extend([
                id.to_value(),
                mark.to_value(),
                day.to_value(),
                amount.to_value(),
                text.to_value(),
                reference.to_value(),
            ]);
        }
        let sql = format!(
            "INSERT INTO bank_line (statement_id, account_id, id, mark, day, amount, text, reference) VALUES {}
             ON CONFLICT (mark) DO NOTHING",
            rows.join(", ")
        );
        inserted += i64::try_from(tx.execute(&sql, &values)?).unwrap_or(i64::MAX);
    }
    Ok(inserted)
}

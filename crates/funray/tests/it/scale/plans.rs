//! Records the statements of a call and finds faults in the engine's query plans.

use db::{Engine, Statement};
use platform::error::Error;

use market::directory::LISTS;

use crate::support::{TestApp, Visitor, partitions::spread, place::is_partitioned};

/// Tables that stay small at any volume of sales, besides those of the directory; `unsealed` holds the rows of a minute. All
/// other tables grow.
const SMALL: &[&str] =
    &["catalogue_version", "scheduled_task", "ledger_stop", "closed_month", "unsealed"];

fn is_small(table: &str) -> bool {
    SMALL.contains(&table) || LISTS.iter().any(|list| list.table == table)
}

/// Large tables with lists of all rows, which read an index in the order of the list as far as the page needs. Statements on
/// other large tables must have a condition that an index covers.
const SHOWN_WHOLE: &[&str] =
    &["audit_entry", "campaign", "card", "orders", "person", "person_role"];
/// Names of derived tables in statements.
const DERIVED: &[&str] = &["counted", "each_word", "found", "m", "n", "one_word", "p"];
/// Number of statements that identify the caller.
pub const CALLER: usize = 1;

/// Records the statements of a list, which must have rows.
pub async fn statements(app: &TestApp, who: Option<&Visitor<'_>>, path: &str) -> Vec<Statement> {
    let path = format!("/api/v1/{path}");
    let call = match who {
        Some(who) => who.get(&path),
        None => app.get(&path),
    };
    let (reply, statements) = app.recorded(call).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    let body = reply.json();
    let totals = ["totalItems", "orderCount", "personCount"].map(|name| body[name].as_u64());
    assert!(totals.iter().any(|total| *total > Some(0)), "{path} shows something");
    statements
}

/// Query plan of a statement, one step a line.
pub async fn plan(app: &TestApp, statement: &Statement) -> Vec<String> {
    plan_with(app, statement, &[]).await
}

/// Query plan of a statement after the settings of its transaction.
pub async fn plan_with(
    app: &TestApp,
    statement: &Statement,
    settings: &[Statement],
) -> Vec<String> {
    let (statement, settings) = (statement.clone(), settings.to_vec());
    let explained = move |tx: &mut db::Tx<'_>| match tx.engine() {
        Engine::Sqlite => {
            let sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
            let rows: Vec<(i64, i64, i64, String)> = tx.rows(&sql, &statement.params)?;
            Ok::<_, Error>(rows.into_iter().map(|(_, _, _, detail)| detail).collect())
        }
        Engine::Postgres => {
            for setting in &settings {
                tx.execute(&setting.sql, &setting.params)?;
            }
            let rows: Vec<(String,)> =
                tx.rows(&format!("EXPLAIN {}", statement.sql), &statement.params)?;
            Ok(rows.into_iter().map(|(line,)| line).collect())
        }
    };
    app.app.db.read(explained).await.expect("a plan")
}

pub fn words(sql: &str) -> Vec<&str> {
    sql.split(|letter: char| letter.is_whitespace() || "(),".contains(letter))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Tables of a statement, each with its alias.
pub fn tables(sql: &str) -> Vec<(&str, &str)> {
    let words = words(sql);
    let is_name = |word: &&&str| word.starts_with(|letter: char| letter.is_ascii_lowercase());
    let named = |(at, word): (usize, &&'_ str)| {
        let is_before_table = ["FROM", "JOIN", "UPDATE"].contains(word);
        let table = words.get(at + 1).filter(|word| is_before_table && is_name(word))?;
        Some((*words.get(at + 2).filter(is_name).unwrap_or(table), *table))
    };
    words.iter().enumerate().filter_map(named).collect()
}

/// Whether a statement reads a page of a list, which has a limit.
fn is_page(sql: &str) -> bool {
    sql.contains("LIMIT")
}

fn is_total(sql: &str) -> bool {
    sql.to_lowercase().starts_with("select count(*)")
}

/// Whether this line of a SQLite plan scans a whole large table.
fn scans_on_sqlite(line: &str, sql: &str) -> bool {
    let Some(name) = line.strip_prefix("SCAN ").and_then(|what| what.split(' ').next()) else {
        return false;
    };
    let tables = tables(sql);
    // A count without conditions names the table itself, even where the statement gives it another name.
    let is_named = |known: &str, table: &str| known == name || table == name;
    let named = tables.iter().find(|(known, table)| is_named(known, table));
    let table = named.map(|(_, table)| *table);
    let is_in_order = line.contains("INDEX") && (is_page(sql) || is_total(sql));
    let is_fine = match table {
        Some(table) => is_small(table) || is_in_order && SHOWN_WHOLE.contains(&table),
        // Subqueries without a name are derived tables, too.
        None => DERIVED.contains(&name) || name.starts_with('('),
    };
    !is_fine
}

/// Whether this line of a PostgreSQL plan scans a whole table that is large in the test. A total that covers most of a table may
/// scan it. So may a query for one vendor scan a partition, which holds few vendors; runs without partitions check its indexes.
fn scans_on_postgres(line: &str, sql: &str, large: &[&str]) -> bool {
    !is_total(sql)
        && line.contains("Seq Scan on")
        && large.iter().any(|table| line.contains(&format!("on {table} ")) && !is_in_parts(table))
}

fn is_in_parts(table: &str) -> bool {
    is_partitioned() && spread().iter().any(|spread| spread.table == table)
}

/// Whether a line sorts more than a few rows, because then one page reads all rows of the filter. Sorting rows that are equal
/// in the order of an index is cheap.
fn is_sort(line: &str) -> bool {
    let step = line.trim_start().trim_start_matches("-> ").trim_start();
    let estimated = line.split("rows=").nth(1).and_then(|rest| rest.split(' ').next());
    let is_long = estimated.and_then(|rows| rows.parse().ok()).is_none_or(|rows: u32| rows > 100);
    line.contains("FOR ORDER BY") || (step.starts_with("Sort ") && line.contains("cost") && is_long)
}

/// Finds faults in the plans of these statements. `large` names the tables with many rows in the test, and `has_order` says
/// whether an index has the order of the list.
pub async fn faults(
    app: &TestApp,
    path: &str,
    statements: &[Statement],
    large: &[&str],
    has_order: bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    for statement in statements {
        let sql = &statement.sql;
        // A search for a part of a word stops when its page is full, but its total must read all rows.
        if is_total(sql) && sql.contains(" LIKE ") {
            continue;
        }
        let plan = plan(app, statement).await;
        let is_bad = |line: &String| {
            let is_whole_table = match app.app.db.engine() {
                Engine::Sqlite => scans_on_sqlite(line, sql),
                Engine::Postgres => scans_on_postgres(line, sql, large),
            };
            is_whole_table || is_page(sql) && has_order && is_sort(line)
        };
        if plan.iter().any(is_bad) {
            faults.push(format!("{path}\n{sql}\n{}", plan.join("\n")));
        }
    }
    faults
}

//! Records the SQL statements of a call, and finds scans and sorts of large tables in their query
//! plans.

use db::{Engine, Statement};
use platform::{distribution::PLAN, error::Error};

use market::directory::LISTS;

use crate::support::{TestApp, Visitor, place::is_partitioned};

/// Tables that stay small however many cards are sold, in addition to those of the shop directory.
/// All other tables grow. `unsealed` holds only the rows of the last minute.
const SMALL: &[&str] = &[
    "catalogue_version",
    "scheduled_task",
    "ledger_stop",
    "closed_month",
    "chart_account",
    "month_reopening",
    "safeguard",
    "tax_rate",
    "tax_registration",
    "unsealed",
];

fn is_small(table: &str) -> bool {
    SMALL.contains(&table) || LISTS.iter().any(|list| list.table == table)
}

/// Large tables with lists that show all rows. Such a list may read an index in its order until the
/// page is full. Statements on other large tables need a condition that an index covers.
const SHOWN_WHOLE: &[&str] =
    &["audit_entry", "campaign", "card", "client_error", "orders", "person", "person_role"];
/// Names that SQL statements give to derived tables.
const DERIVED: &[&str] = &["counted", "each_word", "earlier", "found", "m", "n", "one_word", "p"];
/// Number of SQL statements that identify the caller of a request.
pub const CALLER: usize = 1;

/// Reads a list and returns the SQL statements that ran. The list must not be empty.
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

/// Returns the query plan of a statement, one line per step.
pub async fn plan(app: &TestApp, statement: &Statement) -> Vec<String> {
    plan_with(app, statement, &[]).await
}

/// Returns the query plan of a statement that runs after these `SET` statements.
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

/// Returns the tables that a statement reads or updates, each as alias and table name.
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

/// Returns whether a statement reads a page of a list and therefore has a limit.
fn is_page(sql: &str) -> bool {
    sql.contains("LIMIT")
}

fn is_total(sql: &str) -> bool {
    sql.to_lowercase().starts_with("select count(*)")
}

/// Returns whether this line of a SQLite plan scans a whole large table.
fn scans_on_sqlite(line: &str, sql: &str) -> bool {
    let Some(name) = line.strip_prefix("SCAN ").and_then(|what| what.split(' ').next()) else {
        return false;
    };
    let tables = tables(sql);
    // For a count without conditions, SQLite's plan names the table even if the statement has an
    // alias for it.
    let is_named = |known: &str, table: &str| known == name || table == name;
    let named = tables.iter().find(|(known, table)| is_named(known, table));
    let table = named.map(|(_, table)| *table);
    let is_in_order = line.contains("INDEX") && (is_page(sql) || is_total(sql));
    let is_fine = match table {
        Some(table) if DERIVED.contains(&table) => true,
        Some(table) => is_small(table) || is_in_order && SHOWN_WHOLE.contains(&table),
        // SQLite's plan shows unnamed subqueries, which are derived tables too, with a parenthesis.
        None => DERIVED.contains(&name) || name.starts_with('('),
    };
    !is_fine
}

/// Returns whether this line of a PostgreSQL plan scans a whole table that is large in the test. A
/// total may scan, because it covers most of a table.
/// A query for one vendor may scan a partition, which holds few vendors. Test runs without
/// partitions check the indexes of these queries.
fn scans_on_postgres(line: &str, sql: &str, large: &[&str]) -> bool {
    !is_total(sql)
        && line.contains("Seq Scan on")
        && large.iter().any(|table| line.contains(&format!("on {table} ")) && !is_in_parts(table))
}

fn is_in_parts(table: &str) -> bool {
    is_partitioned() && PLAN.spread.iter().any(|spread| spread.table == table)
}

/// Returns whether a line of a query plan sorts more than 100 rows. Such a sort reads all rows that
/// match the filter for a single page. A sort of the few rows with equal values in an index is
/// cheap and therefore allowed.
fn is_sort(line: &str) -> bool {
    let step = line.trim_start().trim_start_matches("-> ").trim_start();
    let estimated = line.split("rows=").nth(1).and_then(|rest| rest.split(' ').next());
    let is_long = estimated.and_then(|rows| rows.parse().ok()).is_none_or(|rows: u32| rows > 100);
    line.contains("FOR ORDER BY") || (step.starts_with("Sort ") && line.contains("cost") && is_long)
}

/// Returns the statements whose query plan scans or sorts a large table. `large` names the tables
/// with many rows in the test. `has_order` says whether an index has the list's order.
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
        // Counting the rows that contain a part of a word must read all rows, so the total of such
        // a search may scan.
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
        // A page that was read first is sorted again after its rows were joined.
        let of_page = plan
            .iter()
            .position(|line| ["SCAN p", "SCAN f"].contains(&line.as_str()))
            .unwrap_or(plan.len());
        if plan[..of_page].iter().any(is_bad) {
            faults.push(format!("{path}\n{sql}\n{}", plan.join("\n")));
        }
    }
    faults
}

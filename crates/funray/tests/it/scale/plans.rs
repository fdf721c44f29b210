//! What a call asks of the database, and what is wrong with the way in which an engine answers it.

use db::{Engine, Statement};
use platform::error::Error;

use market::directory::LISTS;

use crate::support::{TestApp, Visitor, partitions::spread, place::is_partitioned};

/// The tables that stay a handful of rows, however much is sold, besides those of the directory; what is not sealed is that of
/// a minute. All others grow.
const SMALL: &[&str] =
    &["catalogue_version", "scheduled_task", "ledger_stop", "closed_month", "unsealed"];

fn is_small(table: &str) -> bool {
    SMALL.contains(&table) || LISTS.iter().any(|list| list.table == table)
}

/// The large tables of which somebody is shown everything: then an index with the order of the list is read, as far as the
/// page needs. Whatever is asked of any other large table has a condition that an index knows.
const SHOWN_WHOLE: &[&str] =
    &["audit_entry", "campaign", "card", "orders", "person", "person_role"];
/// What statements make by themselves.
const DERIVED: &[&str] = &["counted", "each_word", "found", "m", "n", "one_word", "p"];
/// So many statements say who is calling.
pub const CALLER: usize = 1;

/// Every statement of a list that shows something.
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

/// How the engine goes about a statement, line by line.
pub async fn plan(app: &TestApp, statement: &Statement) -> Vec<String> {
    plan_with(app, statement, &[]).await
}

/// The same after what its transaction has set for itself.
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

/// The tables of a statement, each with the name that it has there.
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

/// Lists end in a limit.
fn is_page(sql: &str) -> bool {
    sql.contains("LIMIT")
}

fn is_total(sql: &str) -> bool {
    sql.to_lowercase().starts_with("select count(*)")
}

/// Whether SQLite reads a whole large table by this line.
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
        // Subqueries without a name are what a statement makes by itself, too.
        None => DERIVED.contains(&name) || name.starts_with('('),
    };
    !is_fine
}

/// Whether PostgreSQL reads a whole table by this line that is large in the data of the test. A total may be of most of a
/// table, and PostgreSQL reads the table then. A partition holds few vendors and may be
/// read as a whole for one of them: what its indexes are for is told by the tables that are not partitioned.
fn scans_on_postgres(line: &str, sql: &str, large: &[&str]) -> bool {
    !is_total(sql)
        && line.contains("Seq Scan on")
        && large.iter().any(|table| line.contains(&format!("on {table} ")) && !is_in_parts(table))
}

fn is_in_parts(table: &str) -> bool {
    is_partitioned() && spread().iter().any(|spread| spread.table == table)
}

/// Whether a line sorts more than a handful: then everything that fits the filter was read for one page. To sort those that
/// are equal by the order of an index costs nothing.
fn is_sort(line: &str) -> bool {
    let step = line.trim_start().trim_start_matches("-> ").trim_start();
    let estimated = line.split("rows=").nth(1).and_then(|rest| rest.split(' ').next());
    let is_long = estimated.and_then(|rows| rows.parse().ok()).is_none_or(|rows: u32| rows > 100);
    line.contains("FOR ORDER BY") || (step.starts_with("Sort ") && line.contains("cost") && is_long)
}

/// What is wrong with how these statements are run; `large` are the tables with many rows in the data of the test,
/// `has_order` says whether an index has the order of the list.
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
        // Where every row is searched for a part of a word, a page ends when it is full; the total needs them all.
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

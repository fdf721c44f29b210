//! Tests of the bank side of the books: deposits of the gateway, and lines of bank statements.

mod accounts;
mod deposits;
mod lines;

use base64::{Engine, prelude::BASE64_STANDARD};
use db::params;
use kernel::ids::{BankLineId, BankStatementId, PersonId};
use serde_json::{Value, json};

use crate::support::{
    TestApp, Visitor,
    till::{APPROVED, Till, pay},
};

/// Returns the balance of an account, in cents.
pub async fn sum(app: &TestApp, account: &'static str) -> i64 {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account = $1";
    let read = app.app.db.read(move |tx| tx.one::<(i64,)>(sql, params![account]));
    read.await.expect("a sum").0
}

/// Buys three cards for 125 dollars. Returns the id of the order.
pub async fn buy(till: &Till, visitor: &Visitor<'_>) -> String {
    let cart = till.fill_cart(visitor).await;
    let paid = pay(till, visitor, &cart, APPROVED).await.json();
    till.app.run_jobs().await;
    paid["orderId"].as_str().unwrap_or_else(|| panic!("{paid}")).to_owned()
}

pub async fn read_deposits(till: &Till) -> Result<(), String> {
    let run = finance::bank::read_deposits(till.app.app.clone());
    run.await.map_err(|error| error.to_string())
}

/// Returns the form that imports a file.
pub fn file(name: &str, content: &str) -> Value {
    json!({ "name": name, "content": BASE64_STANDARD.encode(content) })
}

/// Adds a line of a bank statement that is not matched, without a call.
pub async fn insert_line(app: &TestApp, cents: i64) -> BankLineId {
    let now = app.app.clock.now();
    let (statement, line) = (BankStatementId::new(now), BankLineId::new(now));
    let insert = move |tx: &mut db::Tx<'_>| {
        tx.execute(
            "INSERT INTO bank_statement (id, name, hash, first_day, last_day, lines, new_lines, imported_by, imported_at)
             VALUES ($1, 'march.csv', $1, '2026-03-01', '2026-03-01', 1, 1, $2, $3)",
            params![statement, PersonId::new(now), now],
        )?;
        tx.execute(
            "INSERT INTO bank_line (id, statement_id, mark, day, amount, text, reference)
             VALUES ($1, $2, $1, '2026-03-01', $3, 'FEE', '')",
            params![line, statement, cents],
        )
    };
    app.app.db.write(insert).await.expect("a line");
    line
}

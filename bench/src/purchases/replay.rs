//! The statements of a purchase, run again with other ids in the same number of transactions, and nothing around them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use db::{Db, Error, FromRow, Row, Statement, Tx, Value};

use super::shop::Shop;
use crate::Failure;

/// A transaction of a purchase ends with the first of each, in this order: filling the cart, freezing it, writing down
/// what the gateway said. What follows belongs to the last one, which makes the card.
const ENDS: [&str; 3] =
    ["UPDATE cart SET updated_at", "UPDATE cart SET state", "UPDATE payment_attempt SET state"];

/// Names shorter than this are words, not ids.
const SHORTEST_ID: usize = 12;

pub struct Script {
    transactions: Vec<Vec<Statement>>,
    /// The ids that the purchase made.
    ids: Vec<String>,
}

struct Ignored;

impl FromRow for Ignored {
    fn from_row(_: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Ignored)
    }
}

impl Script {
    pub async fn record(shop: &Shop, buyer: usize) -> Result<Script, Failure> {
        // Whatever is done for the first time only is done before.
        shop.purchase(buyer).await?;
        shop.db.record();
        let bought = shop.purchase(buyer).await;
        let statements = shop.db.recorded();
        bought?;
        let ids = new_ids(&shop.db, &statements).await?;
        let script = Script { transactions: split(statements), ids };
        let before = count_cards(&shop.db).await?;
        script.replay(&shop.db).await?;
        if count_cards(&shop.db).await? != before + 1 {
            return Err("the statements of a purchase, run again, make no card".into());
        }
        Ok(script)
    }

    pub fn len(&self) -> usize {
        self.transactions.iter().map(Vec::len).sum()
    }

    pub async fn replay(&self, db: &Db) -> Result<(), Failure> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Relaxed);
        for transaction in &self.transactions {
            let statements: Vec<Statement> =
                transaction.iter().map(|statement| self.renamed(statement, number)).collect();
            db.write(move |tx| run(tx, &statements)).await?;
        }
        Ok(())
    }

    fn renamed(&self, statement: &Statement, number: u64) -> Statement {
        let rename = |value: &Value<'static>| match value {
            Value::Text(text) => {
                let mut text = text.clone().into_owned();
                for (place, id) in self.ids.iter().enumerate() {
                    if text.contains(id.as_str()) {
                        let tail = format!("{:012}", number * 1000 + place as u64);
                        let other = format!("{}{tail}", &id[..id.len() - tail.len()]);
                        text = text.replace(id.as_str(), &other);
                    }
                }
                Value::Text(text.into())
            }
            other => other.clone(),
        };
        Statement {
            sql: statement.sql.clone(),
            params: statement.params.iter().map(rename).collect(),
        }
    }
}

async fn count_cards(db: &Db) -> Result<i64, Failure> {
    let (count,) = db.read(|tx| tx.one("SELECT count(*) FROM card", &[])).await?;
    Ok(count)
}

fn run(tx: &mut Tx<'_>, statements: &[Statement]) -> Result<(), Error> {
    for Statement { sql, params } in statements {
        if sql.trim_start().starts_with("SELECT") || sql.contains("RETURNING") {
            tx.rows::<Ignored>(sql, params)?;
        } else {
            tx.execute(sql, params)?;
        }
    }
    Ok(())
}

fn split(statements: Vec<Statement>) -> Vec<Vec<Statement>> {
    let mut transactions = vec![Vec::new()];
    let mut ends = ENDS.iter();
    let mut end = ends.next();
    for statement in statements {
        let is_end = end.is_some_and(|end| statement.sql.starts_with(end));
        if let Some(transaction) = transactions.last_mut() {
            transaction.push(statement);
        }
        if is_end {
            transactions.push(Vec::new());
            end = ends.next();
        }
    }
    transactions
}

/// What was written and looks like an id, except for those of the buyer and the shop, which stay who they are.
async fn new_ids(db: &Db, statements: &[Statement]) -> Result<Vec<String>, Failure> {
    let known: Vec<(String,)> =
        db.read(|tx| tx.rows("SELECT id FROM person UNION SELECT id FROM tenant", &[])).await?;
    let is_id = |text: &str| {
        text.len() >= SHORTEST_ID
            && text.bytes().any(|byte| byte.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    let mut ids = Vec::new();
    for statement in statements.iter().filter(|statement| !statement.sql.starts_with("SELECT")) {
        for value in &statement.params {
            if let Value::Text(text) = value
                && is_id(text)
                && !known.iter().any(|(known,)| known.as_str() == text.as_ref())
                && !ids.iter().any(|id: &String| id.as_str() == text.as_ref())
            {
                ids.push(text.clone().into_owned());
            }
        }
    }
    Ok(ids)
}

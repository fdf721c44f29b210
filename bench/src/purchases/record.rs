//! The statements of a purchase, in the transactions that they belong to.

use db::{Db, Statement, Value};

use super::shop::Shop;
use crate::{
    Failure,
    script::{DIGITS, Script},
};

/// A transaction of a purchase ends with the first of each, in this order: filling the cart, freezing it, writing down
/// what the gateway said. What follows belongs to the last one, which makes the card.
const ENDS: [&str; 3] =
    ["UPDATE cart SET updated_at", "UPDATE cart SET state", "UPDATE payment_attempt SET state"];

pub async fn purchase(shop: &Shop, buyer: usize, number: u64) -> Result<Script, Failure> {
    let db = &shop.inside.db;
    // Whatever is done for the first time only is done before.
    shop.purchase(buyer).await?;
    db.record();
    let bought = shop.purchase(buyer).await;
    let statements = db.recorded();
    bought?;
    let ids = new_ids(db, &statements).await?;
    let script = Script::new(split(statements), &ids)?;
    let before = count_cards(db).await?;
    script.replay(db, number).await?;
    if count_cards(db).await? != before + 1 {
        return Err("the statements of a purchase, run again, make no card".into());
    }
    Ok(script)
}

async fn count_cards(db: &Db) -> Result<i64, Failure> {
    let (count,) = db.read(|tx| tx.one("SELECT count(*) FROM card", &[])).await?;
    Ok(count)
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
        text.len() >= DIGITS
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

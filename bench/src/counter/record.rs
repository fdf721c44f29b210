//! The statements that redeem, one script for each card.

use std::path::Path;

use ::db::Db;
use tokio::runtime::Runtime;

use super::CARDS;
use crate::{
    Failure,
    client::Call,
    inside::{Inside, text},
    script::Script,
};

/// What a till calls one redemption.
const KEY: &str = "till-000000000000";

/// Every card was shown to the administrator who redeems it, and counts for as long as this takes.
const SHOWN: &str = "INSERT INTO card_presentation (vendor_id, person_id, card_id, code_hash, presented_at)
    SELECT k.vendor_id, p.id, k.id, k.code_hash, 9000000000000000 FROM card k JOIN person p ON p.email = 'admin@demo.test'";

/// Fills an empty database with the demo, redeems each of its fullest cards once and says with which statements.
pub fn redemptions(db: Db, folder: &Path) -> Result<Vec<Script>, Failure> {
    let runtime = Runtime::new()?;
    let scripts = runtime.block_on(record(db.clone(), folder))?;
    // The bare engine has the database for itself.
    drop(runtime);
    db.close();
    Ok(scripts)
}

async fn record(db: Db, folder: &Path) -> Result<Vec<Script>, Failure> {
    let inside = Inside::open(db, folder).await?;
    let token = inside.sign_in("admin@demo.test").await?;
    let cards: Vec<(String,)> = inside
        .db
        .write(|tx| {
            tx.execute(SHOWN, &[])?;
            tx.rows(
                "SELECT id FROM card WHERE deactivated_at IS NULL ORDER BY balance DESC, id LIMIT $1",
                ::db::params![CARDS as i64],
            )
        })
        .await?;
    let mut scripts = Vec::new();
    for (place, (card,)) in cards.into_iter().enumerate() {
        let path = format!("/api/v1/Cards/{card}/redeemed");
        let key = format!("{KEY}{place}");
        let call =
            Call { method: "PUT", path: &path, token: &token, key: &key, body: super::load::CENT };
        inside.db.record();
        let redeemed = inside.call(call).await;
        let statements = inside.db.recorded();
        let transfer = text(&redeemed?, "transactionId")?;
        // What is read before is who calls, in a transaction of its own.
        let writes =
            statements.into_iter().skip_while(|one| one.sql.starts_with("SELECT")).collect();
        scripts.push(Script::new(vec![writes], &[transfer, key])?);
    }
    Ok(scripts)
}

//! Sealing and checking the transfers of a large ledger.

use db::{Engine, Statement};
use finance::verify;

use super::plans::plan_with;
use crate::{
    cards::Street,
    support::{cards::Purchase, citus},
};

/// Statements must read batches of transfers along indexes. PostgreSQL may assume that a batch
/// contains all rows of a vendor and read the whole table, although after a year a batch is a
/// millionth of the rows.
#[tokio::test(flavor = "multi_thread")]
async fn seals_are_made_and_checked_along_indexes() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let street = Street::new().await;
    street.app.sell_all(&street.buyer, vec![Purchase::of(street.shop, 50); 20]).await;
    street.app.run_jobs().await;

    street.app.app.db.record();
    verify::seal(street.app.app.clone()).await.expect("sealed");
    verify::check_all(street.app.app.clone()).await.expect("checked");
    let statements = street.app.app.db.recorded();
    let is_setting = |one: &&Statement| one.sql.starts_with("SET LOCAL enable_");
    let settings: Vec<_> = statements.iter().filter(is_setting).cloned().collect();
    let is_of_batch = |one: &&Statement| {
        ["transfer_id >= $2", "position >= $2"].iter().any(|words| one.sql.contains(words))
    };
    let of_batches: Vec<_> = statements.iter().filter(is_of_batch).collect();
    assert_eq!(of_batches.len(), 6, "transfers and entries, twice; the chains' ends; what is done");
    let whole = match street.app.app.db.engine() {
        Engine::Sqlite => ["SCAN t", "SCAN e", "SCAN seal", "SCAN unsealed"].as_slice(),
        // `ROW(` shows a range over two columns. PostgreSQL would read it to the end of the first
        // column.
        Engine::Postgres => &["Seq Scan on", "Hash Join", "Hash Semi Join", "Merge Join", "ROW("],
    };
    for statement in of_batches {
        let plan = plan_with(&street.app, statement, &settings).await;
        let reads_all = |line: &String| whole.iter().any(|words| line.contains(words));
        assert!(!plan.iter().any(reads_all), "{}\n{}", statement.sql, plan.join("\n"));
    }
}

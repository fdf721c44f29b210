//! Claiming and deleting jobs in a queue with many pending emails.

use db::{Engine, Statement, params};
use platform::error::Error;

use super::plans::plan_with;
use crate::{cards::Street, support::cards::Purchase};

const MAILS: i64 = 4000;

/// Runs the jobs and returns the statement that claimed the first of them, with its settings.
async fn claim_of(street: &Street) -> (Statement, Vec<Statement>) {
    street.app.app.db.record();
    street.app.run_jobs().await;
    let statements = street.app.app.db.recorded();
    let claim = statements.iter().position(|one| one.sql.contains("UPDATE job SET due_at = $6"));
    let claim = claim.expect("jobs are claimed");
    let own = statements[..claim].iter().rev().take_while(|one| one.sql.starts_with("SET LOCAL"));
    (statements[claim].clone(), own.cloned().collect())
}

/// A plan that was made while the queue was empty is kept. It must find the claimed jobs by their
/// key even when thousands wait.
#[tokio::test(flavor = "multi_thread")]
async fn claim_planned_on_an_empty_queue_finds_jobs_by_their_key() {
    let street = Street::new().await;
    street.app.sell(&street.buyer, Purchase::of(street.shop, 50)).await;
    let (claim, settings) = claim_of(&street).await;
    street.app.place.tidy();
    let plan = plan_with(&street.app, &claim, &settings).await;
    let keys: Vec<_> = plan.windows(2).filter(|lines| lines[0].contains("job_pkey")).collect();
    match street.app.app.db.engine() {
        Engine::Sqlite => assert!(keys.is_empty()),
        Engine::Postgres => assert!(!keys.is_empty()),
    }
    assert!(keys.iter().all(|lines| lines[1].contains("Index Cond")), "{}", plan.join("\n"));
}

/// Claiming a job must neither scan nor sort thousands of pending emails. Statistics from an empty
/// queue could make the planner prefer a scan.
#[tokio::test(flavor = "multi_thread")]
async fn claim_sorts_none_of_the_mails_that_wait() {
    let mut street = Street::new().await;
    street.app.expect_leftover_jobs();
    let fill = |tx: &mut db::Tx<'_>| {
        tx.batched(|tx| {
            (0..MAILS).try_for_each(|number| {
                tx.later(
                    "INSERT INTO job (id, kind, payload, state, due_at, attempts, created_at, priority)
                     VALUES ($1, 'of another program', '{}', 'waiting', $2, 0, $2, 2)",
                    params![format!("mail-{number}"), number],
                )
            })
        })?;
        Ok::<_, Error>(())
    };
    street.app.app.db.write(fill).await.expect("many mails");
    street.app.sell(&street.buyer, Purchase::of(street.shop, 50)).await;

    let (claim, mut settings) = claim_of(&street).await;
    let sql = "SET LOCAL random_page_cost = 1000".to_owned();
    settings.insert(0, Statement { sql, params: Vec::new(), is_write: false });
    let plan = plan_with(&street.app, &claim, &settings).await;
    let reads_all = |line: &String| {
        ["Seq Scan on job", "Sort Key: job", "SCAN job", "FOR ORDER BY"]
            .iter()
            .any(|words| line.contains(words))
    };
    assert!(!plan.iter().any(reads_all), "{}", plan.join("\n"));
}

/// Finished jobs must be deleted by their primary key. A plan made for an empty queue could use
/// another index with the id and read all of it for each deletion.
#[tokio::test(flavor = "multi_thread")]
async fn finished_jobs_are_found_by_their_key_alone() {
    let street = Street::new().await;
    street.app.sell(&street.buyer, Purchase::of(street.shop, 50)).await;
    street.app.app.db.record();
    street.app.run_jobs().await;
    let statements = street.app.app.db.recorded();
    let delete = statements.iter().find(|one| one.sql.starts_with("DELETE FROM job WHERE id"));
    let delete = delete.expect("mails are sent").clone();
    if street.app.app.db.engine() == Engine::Sqlite {
        let plan = plan_with(&street.app, &delete, &[]).await;
        assert!(plan.iter().all(|line| line.contains("sqlite_autoindex_job_1")), "{plan:?}");
        return;
    }
    let without_key = move |tx: &mut db::Tx<'_>| {
        tx.execute("ALTER TABLE job DROP CONSTRAINT job_pkey", &[])?;
        tx.execute("SET LOCAL enable_seqscan = off", &[])?;
        let plan: Vec<(String,)> = tx.rows(&format!("EXPLAIN {}", delete.sql), &delete.params)?;
        // This error rolls back the transaction, which restores the primary key.
        Err::<(), _>(Error::Internal(plan.into_iter().map(|(line,)| line).collect()))
    };
    let plan = street.app.app.db.write(without_key).await.expect_err("undone");
    assert!(format!("{plan:?}").contains("Seq Scan on job"), "{plan:?}");
}

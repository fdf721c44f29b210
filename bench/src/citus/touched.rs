//! Counts the shards and workers that transactions need, by the coordinator's log of the statements
//! that it sends.

use std::collections::{BTreeMap, BTreeSet};

use super::machines::{LogStart, Machines};
use crate::Failure;

/// Begins a line of the log about a sent statement.
const ISSUING: &str = "NOTICE:  issuing ";

/// Group of colocated shards, which are always on the same worker.
type Group = (i64, String);

/// Prints how many transactions need one group of shards, two, and so on.
pub fn print(machines: &Machines, start: &LogStart) -> Result<(), Failure> {
    let groups = groups(machines)?;
    let log = machines.log_since(start)?;
    let mut transactions: BTreeMap<&str, Transaction> = BTreeMap::new();
    for line in log.lines() {
        let Some((transaction, statement)) = line.split_once(ISSUING) else { continue };
        let shards: BTreeSet<_> = shards(statement, &groups).collect();
        if shards.is_empty() {
            continue;
        }
        let transaction = transactions.entry(transaction).or_default();
        transaction.statements += 1;
        for (group, worker) in shards {
            transaction.groups.insert(group);
            transaction.workers.insert(*worker);
        }
    }
    let mut counts: BTreeMap<(usize, usize), (u64, usize)> = BTreeMap::new();
    for transaction in transactions.values() {
        let key = (transaction.groups.len(), transaction.workers.len());
        let (count, statements) = counts.entry(key).or_default();
        *count += 1;
        *statements += transaction.statements;
    }
    for ((groups, workers), (count, statements)) in counts {
        println!(
            "  {count:>6} transactions need {groups} groups of shards on {workers} workers, with {:.1} statements each",
            statements as f64 / count as f64
        );
    }
    Ok(())
}

#[derive(Default)]
struct Transaction<'a> {
    statements: usize,
    groups: BTreeSet<&'a Group>,
    workers: BTreeSet<i64>,
}

/// Returns the group and the worker of each shard of a distributed table.
fn groups(machines: &Machines) -> Result<BTreeMap<i64, (Group, i64)>, Failure> {
    let rows: Vec<(i64, i64, String, i64)> = machines.rows(
        "SELECT s.shardid, CAST(t.colocationid AS BIGINT), s.shardminvalue, CAST(p.groupid AS BIGINT)
         FROM pg_dist_shard s
         JOIN pg_dist_partition t ON t.logicalrelid = s.logicalrelid AND t.partmethod = 'h'
         JOIN pg_dist_placement p ON p.shardid = s.shardid",
    )?;
    let known = |(shard, colocation, begin, worker)| (shard, ((colocation, begin), worker));
    Ok(rows.into_iter().map(known).collect())
}

/// Returns what is known of the shards that a statement names, such as `card_102008`.
fn shards<'a>(
    statement: &str,
    groups: &'a BTreeMap<i64, (Group, i64)>,
) -> impl Iterator<Item = &'a (Group, i64)> {
    statement
        .split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .filter_map(move |word| groups.get(&word.rsplit_once('_')?.1.parse().ok()?))
}

//! Distributes tables over the machines of a Citus cluster, and keeps them distributed.

use super::run::{BEGIN_BRIEFLY, in_transaction, patiently};
use super::{SchemaConnection, SharedConnection};
use crate::{Error, Result};

/// Which tables of a cluster are on which machines. All other tables stay on the coordinator.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    /// Tables that each machine has a copy of.
    pub copied: &'static [&'static str],
    /// Tables whose rows are divided among the machines. A table comes after the one that it is
    /// colocated with.
    pub spread: &'static [SpreadTable],
}

/// Table whose rows are divided among the machines of a cluster by the hash of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpreadTable {
    pub table: &'static str,
    pub column: &'static str,
    /// Table with the same column. Rows of both with the same value are on one machine.
    pub beside: Option<&'static str>,
}

/// Foreign keys that are dropped until all tables are distributed. The table exists only while a
/// distribution is unfinished, so that the next run finds the keys of an interrupted one.
const KEPT: &str = "distribution_key";

/// Distributes the tables that exist and are not distributed yet, and returns their names. Citus
/// can't distribute a table while foreign keys connect it with local tables, so the keys of the new
/// tables are dropped first and added last. Each step has a transaction of its own: after an
/// interruption, the next run continues with the step that was interrupted.
pub(crate) fn distribute(
    connection: &mut impl SharedConnection,
    plan: &Distribution,
) -> Result<Vec<String>> {
    if !has_citus(connection)? {
        return Err(Error::Schema(
            "the database is not part of a Citus cluster: load the extension (shared_preload_libraries = 'citus') and run \
             CREATE EXTENSION citus first"
                .to_owned(),
        ));
    }
    connection.lock()?;
    let done = refuse_lone_workers(connection).and_then(|()| resume(connection, plan));
    connection.unlock();
    done
}

/// Like [`distribute`], for a database in use: does nothing unless its distribution has begun.
/// Distributes the tables that a migration has created since.
pub(crate) fn keep_distributed(
    connection: &mut impl SharedConnection,
    plan: &Distribution,
) -> Result<Vec<String>> {
    if !has_citus(connection)? {
        return Ok(Vec::new());
    }
    let is_plain = missing(connection, plan)?.len() == tables(plan).count();
    if is_plain && !is_unfinished(connection)? {
        return Ok(Vec::new());
    }
    distribute(connection, plan)
}

fn has_citus(connection: &mut impl SchemaConnection) -> Result<bool> {
    is_some(connection, "SELECT 1 FROM pg_extension WHERE extname = 'citus'")
}

fn is_some(connection: &mut impl SchemaConnection, sql: &str) -> Result<bool> {
    Ok(!connection.rows(sql)?.is_empty())
}

fn is_unfinished(connection: &mut impl SchemaConnection) -> Result<bool> {
    is_some(connection, &format!("SELECT 1 FROM pg_class WHERE oid = to_regclass('{KEPT}')"))
}

/// Fails if the cluster has workers but does not know the coordinator. Without its address, local
/// tables can't have foreign keys to copied ones.
fn refuse_lone_workers(connection: &mut impl SchemaConnection) -> Result<()> {
    let lone = "SELECT 1 FROM pg_dist_node HAVING count(*) > 0 AND count(*) FILTER (WHERE groupid = 0) = 0";
    if is_some(connection, lone)? {
        return Err(Error::Schema(
            "the cluster does not know its coordinator: run SELECT citus_set_coordinator_host('…') first".to_owned(),
        ));
    }
    Ok(())
}

/// Returns the names of all tables of the plan with the call that distributes each.
fn tables(plan: &Distribution) -> impl Iterator<Item = (&'static str, String)> + use<> {
    let copied =
        plan.copied.iter().map(|table| (*table, format!("create_reference_table('{table}')")));
    let spread = plan.spread.iter().map(|SpreadTable { table, column, beside }| {
        let beside = beside.unwrap_or("none");
        (
            *table,
            format!("create_distributed_table('{table}', '{column}', colocate_with => '{beside}')"),
        )
    });
    copied.chain(spread)
}

/// Returns the tables of the plan that exist and are not distributed. A local table that a foreign
/// key connects with a copied one is known to Citus, too, but as partition method `n` without a
/// copy on each machine.
fn missing(
    connection: &mut impl SchemaConnection,
    plan: &Distribution,
) -> Result<Vec<(&'static str, String)>> {
    let distributed = connection.rows(
        "SELECT c.relname FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
         WHERE p.partmethod = 'h' OR p.partmethod = 'n' AND p.repmodel = 't'
         UNION ALL
         SELECT name FROM unnest(ARRAY[:names]) name WHERE to_regclass(name) IS NULL"
            .replace(":names", &quoted(tables(plan).map(|(table, _)| table)))
            .as_str(),
    )?;
    let distributed: Vec<String> = distributed.into_iter().flatten().flatten().collect();
    Ok(tables(plan).filter(|(table, _)| !distributed.iter().any(|one| one == table)).collect())
}

fn quoted(names: impl Iterator<Item = &'static str>) -> String {
    names.map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

fn resume(connection: &mut impl SharedConnection, plan: &Distribution) -> Result<Vec<String>> {
    let missing = missing(connection, plan)?;
    let names = quoted(missing.iter().map(|(table, _)| *table));
    if !missing.is_empty() || is_some(connection, &format!("SELECT 1 {LOCAL_KEYS}"))? {
        patiently(connection, |connection| {
            in_transaction(connection, BEGIN_BRIEFLY, |connection| drop_keys(connection, &names))
        })?;
    }
    for (table, call) in &missing {
        patiently(connection, |connection| {
            in_transaction(connection, BEGIN_BRIEFLY, |connection| {
                // The rows are copied. The coordinator's own are hidden from then on, and only take
                // up space.
                connection.batch(&format!("SELECT {call}"))?;
                connection.batch(&format!(
                    "SELECT truncate_local_data_after_distributing_table('{table}')"
                ))
            })
        })?;
    }
    add_keys(connection)?;
    Ok(missing.into_iter().map(|(table, _)| table.to_owned()).collect())
}

/// SQL for the foreign keys of new tables to tables that Citus knows. A migration makes them as on a
/// plain database, where they would refer to the empty table of the coordinator.
const LOCAL_KEYS: &str = "FROM pg_constraint k
     JOIN pg_dist_partition f ON f.logicalrelid = k.confrelid
     WHERE k.contype = 'f' AND NOT EXISTS (SELECT 1 FROM pg_dist_partition t WHERE t.logicalrelid = k.conrelid)";

/// Drops the foreign keys that touch these tables, or that a migration has made, and keeps their
/// definitions.
fn drop_keys(connection: &mut impl SchemaConnection, names: &str) -> Result<()> {
    connection.batch(&format!(
        "CREATE TABLE IF NOT EXISTS {KEPT} (table_name TEXT, key_name TEXT, definition TEXT, PRIMARY KEY (table_name, key_name))"
    ))?;
    let keys = connection.rows(&format!(
        "INSERT INTO {KEPT} (table_name, key_name, definition)
         SELECT t.relname, k.conname, pg_get_constraintdef(k.oid)
         FROM pg_constraint k
         JOIN pg_class t ON t.oid = k.conrelid
         JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.contype = 'f' AND k.conparentid = 0 AND t.relnamespace = current_schema()::regnamespace
           AND (t.relname = ANY(ARRAY[{names}]::name[]) OR f.relname = ANY(ARRAY[{names}]::name[])
                OR k.oid IN (SELECT k.oid {LOCAL_KEYS}))
         RETURNING format('ALTER TABLE %I DROP CONSTRAINT %I', table_name, key_name)"
    ))?;
    keys.into_iter().flatten().flatten().try_for_each(|drop| connection.batch(&drop))
}

/// Adds the kept foreign keys again, each in a transaction of its own.
fn add_keys(connection: &mut impl SharedConnection) -> Result<()> {
    if !is_unfinished(connection)? {
        return Ok(());
    }
    let keys = connection.rows(&format!(
        "SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', table_name, key_name, definition),
                format('DELETE FROM {KEPT} WHERE table_name = %L AND key_name = %L', table_name, key_name)
         FROM {KEPT} ORDER BY table_name, key_name"
    ))?;
    for key in keys {
        let key: Vec<String> = key.into_iter().flatten().collect();
        patiently(connection, |connection| {
            in_transaction(connection, BEGIN_BRIEFLY, |connection| {
                key.iter().try_for_each(|statement| connection.batch(statement))
            })
        })?;
    }
    connection.batch(&format!("DROP TABLE {KEPT}"))
}

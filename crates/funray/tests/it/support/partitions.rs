//! Partitions tables in PostgreSQL the way a Citus cluster distributes them over its machines. The
//! tables and their distribution columns are those of [`PLAN`].

use db::SpreadTable;
use platform::distribution::PLAN;

const PARTITION: &str = include_str!("partition.sql");

/// Returns the statements that partition all distributed tables. Tables that don't exist or are
/// partitioned already are skipped.
pub fn script() -> String {
    let partition = |SpreadTable { table, column, .. }: &SpreadTable| {
        format!(
            "SELECT pg_temp.partition(to_regclass('{table}'), '{column}')
             WHERE EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('{table}') AND relkind = 'r');\n"
        )
    };
    let calls: String = PLAN.spread.iter().map(partition).collect();
    format!("{PARTITION}\n{calls}")
}

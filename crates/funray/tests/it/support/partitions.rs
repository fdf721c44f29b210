//! Partitions tables in PostgreSQL the way a Citus cluster distributes them over its machines. The
//! tables and their distribution columns are read from `deploy/citus/distribute.sql`.

/// SQL script that distributes the tables over the machines of a cluster.
pub const DISTRIBUTE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus/distribute.sql"));

const PARTITION: &str = include_str!("partition.sql");

/// A distributed table and its distribution column.
pub struct Spread {
    pub table: &'static str,
    pub column: &'static str,
}

/// Returns the distributed tables, in the order of the script.
pub fn spread() -> Vec<Spread> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_distributed_table("));
    let words = calls.map(|call| call.split('\'').skip(1).step_by(2));
    words
        .filter_map(|mut words| Some(Spread { table: words.next()?, column: words.next()? }))
        .collect()
}

/// Returns the tables that are copied to every machine. Foreign keys to these tables need no
/// distribution column.
pub fn everywhere() -> Vec<&'static str> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_reference_table("));
    calls.filter_map(|call| call.split('\'').nth(1)).collect()
}

/// Returns the statements that partition these tables. Tables that don't exist or are partitioned
/// already are skipped.
pub fn script(spread: Vec<Spread>) -> String {
    let partition = |Spread { table, column }| {
        format!(
            "SELECT pg_temp.partition(to_regclass('{table}'), '{column}')
             WHERE EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('{table}') AND relkind = 'r');\n"
        )
    };
    let calls: String = spread.into_iter().map(partition).collect();
    format!("{PARTITION}\n{calls}")
}

//! Partitions tables as a cluster distributes them over its machines. The tables and their columns are read from
//! `deploy/citus/distribute.sql`.

/// Script that distributes the tables over a cluster.
pub const DISTRIBUTE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus/distribute.sql"));

const PARTITION: &str = include_str!("partition.sql");

/// A distributed table and its distribution column.
pub struct Spread {
    pub table: &'static str,
    pub column: &'static str,
}

/// Distributed tables in the order of the script.
pub fn spread() -> Vec<Spread> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_distributed_table("));
    let words = calls.map(|call| call.split('\'').skip(1).step_by(2));
    words
        .filter_map(|mut words| Some(Spread { table: words.next()?, column: words.next()? }))
        .collect()
}

/// Tables that are copied to every machine. Foreign keys to them need no distribution column.
pub fn everywhere() -> Vec<&'static str> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_reference_table("));
    calls.filter_map(|call| call.split('\'').nth(1)).collect()
}

/// Statements that partition these tables as far as they exist and aren't partitioned yet.
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

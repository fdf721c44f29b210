//! Tables in partitions, as a cluster spreads them over its machines: which of them by which column is read from
//! `deploy/citus/distribute.sql`.

/// How the tables are spread over a cluster.
pub const DISTRIBUTE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/citus/distribute.sql"));

const PARTITION: &str = include_str!("partition.sql");

/// A table and the column that says on which machine a row is.
pub struct Spread {
    pub table: &'static str,
    pub column: &'static str,
}

/// The tables that are spread, in the order of the script.
pub fn spread() -> Vec<Spread> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_distributed_table("));
    let words = calls.map(|call| call.split('\'').skip(1).step_by(2));
    words
        .filter_map(|mut words| Some(Spread { table: words.next()?, column: words.next()? }))
        .collect()
}

/// The tables that stand on every machine: whatever refers to them needs nothing before it.
pub fn everywhere() -> Vec<&'static str> {
    let calls =
        DISTRIBUTE.lines().filter_map(|line| line.strip_prefix("SELECT create_reference_table("));
    calls.filter_map(|call| call.split('\'').nth(1)).collect()
}

/// Statements that partition all of these that there are, but for those that are partitioned already.
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

//! Servers of the cluster: a coordinator and two workers.

use std::path::PathBuf;

use ::db::{
    Db, FromRow, PostgresOptions,
    testing::{Cluster, ClusterOptions, FOLDER, TestDatabase},
};

use crate::Failure;

const WORKERS: usize = 2;
/// Few, because a statement that asks all machines asks each shard.
const SHARDS: &str = "4";

pub struct Machines {
    // The database is dropped before its server.
    database: TestDatabase,
    coordinator: Cluster,
    _workers: Vec<Cluster>,
}

/// Position in the coordinator's log.
pub struct LogStart(usize);

impl Machines {
    pub fn start() -> Result<Machines, Failure> {
        let settings = [
            ("shared_preload_libraries", "citus"),
            // Moving shards needs that.
            ("wal_level", "logical"),
            ("max_wal_senders", "10"),
            ("max_connections", "300"),
            ("max_worker_processes", "64"),
            ("citus.local_hostname", FOLDER),
            ("citus.node_conninfo", "sslmode=prefer"),
            ("citus.shard_count", SHARDS),
            ("citus.enable_statistics_collection", "off"),
            ("log_line_prefix", "%v "),
        ];
        let settings: Vec<_> =
            settings.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        let options = ClusterOptions { durable: true, settings, ..ClusterOptions::default() };
        let coordinator = Cluster::new(&options)?;
        let database = coordinator.fresh_database(None)?;
        let name = database.name().to_owned();
        let mut steps = vec![
            "CREATE EXTENSION citus".to_owned(),
            format!("SELECT citus_set_coordinator_host({})", place(&coordinator)?),
        ];
        let mut workers = Vec::new();
        for _ in 0..WORKERS {
            let worker = Cluster::new(&options)?;
            worker.administer("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0"))?;
            worker.administer(&name, "CREATE EXTENSION citus")?;
            steps.push(format!("SELECT citus_add_node({})", place(&worker)?));
            workers.push(worker);
        }
        for step in steps {
            coordinator.administer(&name, &step)?;
        }
        Ok(Machines { database, coordinator, _workers: workers })
    }

    /// Address of the database at the coordinator.
    pub fn url(&self) -> &str {
        self.database.url()
    }

    pub fn rows<T: FromRow + Send + 'static>(&self, sql: &'static str) -> Result<Vec<T>, Failure> {
        let options = PostgresOptions { connections: 1, ..PostgresOptions::default() };
        let db = Db::postgres(self.url(), options)?;
        let rows = db.read_blocking(move |tx| tx.rows(sql, &[]));
        db.close();
        Ok(rows?)
    }

    /// Lets the coordinator log each statement that it sends to a worker, with its transaction.
    pub fn begin_log(&self) -> Result<LogStart, Failure> {
        self.set_log("on", "notice")?;
        Ok(LogStart(self.log()?.len()))
    }

    pub fn end_log(&self) -> Result<(), Failure> {
        self.set_log("off", "warning")
    }

    fn set_log(&self, remote: &str, level: &str) -> Result<(), Failure> {
        for setting in [
            format!("ALTER SYSTEM SET citus.log_remote_commands = {remote}"),
            format!("ALTER SYSTEM SET log_min_messages = {level}"),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            self.coordinator.administer(self.database.name(), &setting)?;
        }
        Ok(())
    }

    /// Returns the coordinator's log after a position.
    pub fn log_since(&self, start: &LogStart) -> Result<String, Failure> {
        Ok(String::from_utf8_lossy(&self.log()?[start.0..]).into_owned())
    }

    fn log(&self) -> Result<Vec<u8>, Failure> {
        let (folder, _) = folder_and_port(&self.coordinator)?;
        Ok(std::fs::read(PathBuf::from(folder).join("log"))?)
    }

    /// Moves the shards of a shop, with all that are colocated, to the other worker. Returns their
    /// number.
    pub fn move_shards_of(&self, vendor: &str) -> Result<i64, Failure> {
        let name = self.database.name();
        self.coordinator.administer(
            name,
            &format!(
                "SELECT citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, w.nodename, w.nodeport, 'force_logical')
                 FROM citus_shards s
                 JOIN pg_dist_node w ON w.shouldhaveshards AND w.noderole = 'primary' AND w.nodeport <> s.nodeport
                 WHERE s.shardid = get_shard_id_for_distribution_column('card', '{vendor}')"
            ),
        )?;
        let tables: Vec<(i64,)> = self.rows(
            "SELECT count(*) FROM pg_dist_partition WHERE colocationid =
                 (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = 'card'::regclass)",
        )?;
        Ok(tables.first().map_or(0, |(count,)| *count))
    }
}

/// Returns a server's name and port as arguments of Citus's functions.
fn place(server: &Cluster) -> Result<String, Failure> {
    let (folder, port) = folder_and_port(server)?;
    Ok(format!("'{folder}', {port}"))
}

/// Returns the folder of a server's socket, and its port.
fn folder_and_port(server: &Cluster) -> Result<(String, u16), Failure> {
    let url = server.url("");
    let place = url.split_once('@').and_then(|(_, place)| place.split('/').next());
    let (folder, port) = place.and_then(|place| place.rsplit_once(':')).ok_or("no port")?;
    Ok((folder.replace("%2F", "/"), port.parse()?))
}

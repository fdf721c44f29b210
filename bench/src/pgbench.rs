//! Runs pgbench, the benchmark program that comes with PostgreSQL, as a reference.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use db::testing::Cluster;

use crate::{Failure, figures::Round, program::data_folder};

pub struct Pgbench {
    program: PathBuf,
    url: String,
    clients: usize,
    folder: PathBuf,
    file: PathBuf,
    rounds: usize,
}

impl Pgbench {
    pub fn new(
        cluster: &Cluster,
        url: &str,
        clients: usize,
        script: &str,
    ) -> Result<Pgbench, Failure> {
        let folder = data_folder("pgbench")?;
        fs::create_dir_all(&folder)?;
        let file = folder.join("script.sql");
        fs::write(&file, script)?;
        let program = cluster.program("pgbench")?;
        Ok(Pgbench { program, url: url.to_owned(), clients, folder, file, rounds: 0 })
    }

    pub fn round(&mut self, time: Duration) -> Result<Round, Failure> {
        self.rounds += 1;
        let logs = self.folder.join(format!("round-{}", self.rounds));
        fs::create_dir(&logs)?;
        let output = Command::new(&self.program)
            .current_dir(&logs)
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--log"])
            .arg(format!("--client={}", self.clients))
            .arg(format!("--time={}", time.as_secs()))
            .arg("--file")
            .arg(&self.file)
            .arg(&self.url)
            .output()?;
        if !output.status.success() {
            return Err(format!("pgbench: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let told = String::from_utf8_lossy(&output.stdout);
        let mut rates = told.lines().filter_map(|line| line.strip_prefix("tps = "));
        let rate = rates.next().and_then(|rate| rate.split(' ').next()?.parse().ok());
        let per_second = rate.ok_or("pgbench told no rate")?;
        Ok(Round { per_second, ..Round::new(time, latencies(&logs)?) })
    }
}

impl Drop for Pgbench {
    fn drop(&mut self) {
        // If removing the folder fails, the files remain in the system's temporary folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Parses pgbench's log files. Each line describes one transaction; its third word is the latency
/// in microseconds.
fn latencies(logs: &Path) -> Result<Vec<Duration>, Failure> {
    let mut latencies = Vec::new();
    for entry in fs::read_dir(logs)? {
        let text = fs::read_to_string(entry?.path())?;
        let words = text.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok());
        latencies.extend(words.map(Duration::from_micros));
    }
    Ok(latencies)
}

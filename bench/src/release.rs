//! Benchmark of a release on PostgreSQL under load. The old program serves, the new one migrates
//! the database, both serve together, and then the new one is rolled back. Every call must succeed,
//! and the books must be valid afterwards.

use std::{
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use ::db::testing::{Cluster, ClusterOptions};
use tokio::{runtime::Builder, task::JoinSet};

use crate::{
    Failure,
    hostile::honest::{Crowd, Town},
    program::{self, Program, data_folder, this},
    sale::UNSUSPECTED,
};

/// Duration of each stage in seconds, long enough for each buyer to buy several times.
pub const STAGE_SECONDS: u64 = 15;

struct Release<'a> {
    stage: Duration,
    former: &'a Path,
    this: &'a Path,
    data: &'a Path,
    options: [&'a str; 4],
    gateway: SocketAddr,
}

/// Runs the release. A refused call is an error. `name` is how the report calls the old program.
pub fn run(former: &Path, name: &str, stage_seconds: u64) -> Result<bool, Failure> {
    println!("A release on PostgreSQL under load, from {name} to this program");
    let (data, this) = (data_folder("release")?, this()?);
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let gateway = Program::start_file(&this, &["sandbox-gateway"], &data, &[], &[])?;
    let url = format!("http://{}", gateway.address);
    let release = Release {
        stage: Duration::from_secs(stage_seconds),
        former,
        this: &this,
        data: &data,
        options: ["--database-url", database.url(), "--gateway-url", &url],
        gateway: gateway.address.parse()?,
    };
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let outcome = runtime.block_on(release.stages());
    std::fs::remove_dir_all(&data)?;
    outcome.map(|()| true)
}

impl Release<'_> {
    async fn stages(&self) -> Result<(), Failure> {
        // Creates the demo data with a first process, because that takes a while. The measured
        // process starts afterwards.
        drop(self.serve(self.former)?);
        let former = self.serve(self.former)?;

        let mut people = self.people_at(&former, false).await?;
        let said = self.command("migrate").await?;
        former
            .check_ready()
            .map_err(|why| format!("the former program beside the new schema: {why}"))?;
        let calls = ends(&mut people).await?;
        println!("  former program while it is migrated      {calls:>6} calls, all succeeded");
        said.lines().for_each(|line| println!("    migrate: {line}"));

        let newer = self.serve(self.this)?;
        let mut people = self.people_at(&former, false).await?;
        let mut others = self.people_at(&newer, true).await?;
        let calls = ends(&mut people).await? + ends(&mut others).await?;
        former.check_ready()?;
        println!("  both programs side by side               {calls:>6} calls, all succeeded");

        drop((former, newer));
        let former = self.serve(self.former)?;
        let mut people = self.people_at(&former, false).await?;
        let calls = ends(&mut people).await?;
        println!("  former program after it was put back     {calls:>6} calls, all succeeded");
        drop(former);

        let newer = self.serve(self.this)?;
        let mut people = self.people_at(&newer, false).await?;
        let calls = ends(&mut people).await?;
        println!("  this program after that                  {calls:>6} calls, all succeeded");
        drop(newer);
        println!("    verify: {}", self.command("verify").await?.trim());
        Ok(())
    }

    fn serve(&self, file: &Path) -> Result<Program, Failure> {
        let serve = ["serve", "--demo"];
        let program = Program::start_file(file, &serve, self.data, &self.options, &UNSUSPECTED)?;
        program.check_ready()?;
        Ok(program)
    }

    async fn people_at(
        &self,
        program: &Program,
        is_other: bool,
    ) -> Result<JoinSet<Result<Vec<Duration>, Failure>>, Failure> {
        let town = Town::beside(program.address.parse()?, self.gateway);
        let crowd = Crowd::new(town, is_other).await?;
        Ok(crowd.arrive().await?.start(Instant::now() + self.stage))
    }

    /// Runs a command of this build to its end, without blocking the load that runs meanwhile.
    async fn command(&self, name: &'static str) -> Result<String, Failure> {
        let (data, options) = (self.data.to_owned(), self.options.map(str::to_owned));
        let command =
            move || program::command(name, &data, &options.each_ref().map(String::as_str));
        tokio::task::spawn_blocking(command).await?
    }
}

/// Waits for all users to finish and returns their number of calls. The first failed call is an
/// error.
async fn ends(people: &mut JoinSet<Result<Vec<Duration>, Failure>>) -> Result<usize, Failure> {
    let mut calls = 0;
    while let Some(ended) = people.join_next().await {
        calls += ended??.len();
    }
    Ok(calls)
}

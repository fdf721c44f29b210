//! Benchmark of large books. Measures the time to seal and verify ten million entries. Also tests
//! whether the anchors reveal an attacker who has full access to the database.

pub mod fill;
pub mod owner;
mod planted;

use std::{
    future::Future,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use ::db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};
use finance::verify;
use funray::features;
use platform::{app::App, error};
use tokio::runtime::{Builder, Runtime};

use crate::{
    Failure,
    inside::Inside,
    program::{data_folder, word},
};
use fill::{When, fill};
use owner::Owner;

pub const ENTRIES: u64 = 10_000_000;
/// One of this many entries is recorded after the last check of the books.
const NEW: u64 = 100;
const GOAL: Duration = Duration::from_secs(5);
/// Maximum time from the start of the hourly check to the first redemption that is refused.
const GOAL_OF_STOP: Duration = Duration::from_secs(60);

/// Runs the benchmark on SQLite and PostgreSQL. Returns true if all goals are reached.
pub fn run(entries: Option<&str>) -> Result<bool, Failure> {
    let entries = entries.map_or(Ok(ENTRIES), count)?;
    let embedded = embedded(entries)?;
    Ok(server(entries)? && embedded)
}

/// Parses the number of ledger entries from the command line.
pub fn count(entries: &str) -> Result<u64, Failure> {
    Ok(entries.parse()?)
}

/// Runs the benchmark on SQLite.
pub fn embedded(entries: u64) -> Result<bool, Failure> {
    let folder = data_folder("books")?;
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("funray.db");
    println!("SQLite");
    let open = || Ok(Db::sqlite(&file, SqliteOptions::default())?);
    let all_hold =
        Books { folder: &folder, owner: Owner::of_file(&file), open: &open }.try_out(entries)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(all_hold)
}

/// Runs the benchmark on PostgreSQL.
pub fn server(entries: u64) -> Result<bool, Failure> {
    let folder = data_folder("books")?;
    std::fs::create_dir_all(&folder)?;
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    println!("PostgreSQL");
    let open = || Ok(Db::postgres(database.url(), PostgresOptions::default())?);
    let owner = Owner::of_server(&cluster, database.url())?;
    let all_hold = Books { folder: &folder, owner, open: &open }.try_out(entries)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(all_hold)
}

struct Books<'a> {
    folder: &'a Path,
    owner: Owner,
    open: &'a dyn Fn() -> Result<Db, Failure>,
}

/// Running program with an open database.
struct Opened {
    runtime: Runtime,
    inside: Inside,
}

impl Opened {
    fn app(&self) -> Arc<App> {
        self.inside.app.clone()
    }

    /// Runs an action to its end. Returns the action's result and duration.
    fn time<T, F>(&self, act: impl FnOnce(Arc<App>) -> F) -> Result<(T, Duration), Failure>
    where
        F: Future<Output = error::Result<T>>,
    {
        let begun = Instant::now();
        let done = self.runtime.block_on(act(self.app()));
        Ok((done.map_err(|error| format!("{error:?}"))?, begun.elapsed()))
    }

    fn close(self) {
        self.inside.db.close();
    }
}

impl Books<'_> {
    fn open(&self) -> Result<Opened, Failure> {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let inside = runtime.block_on(Inside::open((self.open)()?, self.folder))?;
        Ok(Opened { runtime, inside })
    }

    fn try_out(&self, entries: u64) -> Result<bool, Failure> {
        self.open()?.close();
        let copies = entries / self.owner.count("entry")?;
        let begun = Instant::now();
        fill(&self.owner, 1..copies, When::Then)?;
        let cards = self.owner.count("card")?;
        println!(
            "  filled with {entries} entries, {cards} cards    {:>8.1} s",
            begun.elapsed().as_secs_f64()
        );

        let opened = self.open()?;
        let rows = self.owner.count("unsealed")?;
        let ((), took) = opened.time(verify::seal)?;
        println!(
            "  sealing                  {:>8.0} transfers/s",
            rows as f64 / took.as_secs_f64()
        );
        let ((), took) = opened.time(verify::check_all)?;
        println!("  nightly verification     {:>8.1} s", took.as_secs_f64());
        opened.time(verify::write_anchors)?;
        let now = opened.app().clock.now().as_micros();
        opened.close();

        fill(&self.owner, copies..copies + copies.div_ceil(NEW), When::At(now))?;
        let opened = self.open()?;
        opened.time(verify::seal)?;
        let ((), took) = opened.time(verify::check)?;
        let is_quick = took <= GOAL;
        println!(
            "  hourly verification, a hundredth is new {:>8.2} s (goal {GOAL:?}): {}",
            took.as_secs_f64(),
            word(is_quick)
        );
        opened.time(verify::write_anchors)?;
        let is_stopped = planted::stop(&opened, &self.owner)?;
        opened.close();

        let vendor = self.forge()?;
        let opened = self.open()?;
        opened.time(verify::seal)?;
        let (db, files) = (opened.inside.db.clone(), opened.app());
        let ((breaches, _), took) = opened.time(|_| async move {
            verify::compare_stored(&db, &files.files, &features::rules()).await
        })?;
        opened.close();
        let is_named = breaches.iter().any(|breach| breach.row == vendor);
        for breach in &breaches {
            println!("  verify --anchor: {breach}");
        }
        println!(
            "  a forged entry of {vendor} is named    {:>8.2} s: {}",
            took.as_secs_f64(),
            word(is_named)
        );
        Ok(is_quick && is_named && is_stopped)
    }

    /// Forges the books like an attacker: changes a redemption in all tables and removes its
    /// vendor's seals. The program then seals the changed rows again. Returns the vendor's id.
    fn forge(&self) -> Result<String, Failure> {
        let found = self.owner.rows(
            "SELECT t.vendor_id, t.id, t.card_id FROM transfer t
             JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id AND k.moved_at = t.created_at AND k.balance > 100
             WHERE t.kind = 'REDEMPTION' AND t.vendor_id =
                 (SELECT vendor_id FROM transfer WHERE kind = 'REDEMPTION' GROUP BY vendor_id ORDER BY count(*), vendor_id LIMIT 1)
             ORDER BY t.id LIMIT 1",
        )?;
        let Some([vendor, transfer, card]) = found.first().map(Vec::as_slice) else {
            return Err("no redemption to forge".into());
        };
        self.owner.run(&format!(
            "UPDATE entry SET amount = amount - 100, balance = balance - 100
             WHERE vendor_id = '{vendor}' AND transfer_id = '{transfer}' AND account = 'card:{card}';
             UPDATE entry SET amount = amount + 100
             WHERE vendor_id = '{vendor}' AND transfer_id = '{transfer}' AND account <> 'card:{card}';
             UPDATE card SET balance = balance - 100 WHERE vendor_id = '{vendor}' AND id = '{card}';
             DELETE FROM seal WHERE vendor_id = '{vendor}';
             INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, id FROM transfer WHERE vendor_id = '{vendor}'"
        ))?;
        Ok(vendor.clone())
    }
}

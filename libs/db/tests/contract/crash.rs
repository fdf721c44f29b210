//! Tests that acknowledged writes survive killed processes and disk errors.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use db::{Db, Engine, Error, PostgresOptions, SqliteOptions, params};

use crate::support::{Bed, Held, Limits, on_both, open_file, wait_for_queue};

on_both!(write_is_durable_when_the_process_is_killed);

const ADDRESS: &str = "CONTRACT_ADDRESS";
const ROUND: &str = "CONTRACT_ROUND";
/// Distance between the first numbers of two rounds; each round writes fewer rows.
const PER_ROUND: i64 = 1_000_000;
const WRITERS: i64 = 8;

fn rounds() -> i64 {
    if std::env::var_os("SOAK").is_some() { 200 } else { 20 }
}

/// Inserts two rows in one transaction.
fn add_pair(tx: &mut db::Tx<'_>, number: i64) -> Result<(), Error> {
    let insert = "INSERT INTO attempt (order_id, number, state) VALUES ($1, $2, 'done')";
    tx.execute(insert, params![number, 1_i64])?;
    tx.execute(insert, params![number, 2_i64])?;
    Ok(())
}

/// Returns a command that runs this test program again as a child process, for a single test.
fn child(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]);
    command
}

fn acknowledge(number: i64) {
    // Writes to the standard output directly, because the test harness would capture `println!`.
    let line = format!("done {number}\n");
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}

/// Returns the numbers of the writes that a child process has acknowledged.
fn acknowledged(child: &mut Child) -> impl Iterator<Item = i64> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("done ")?.parse().ok())
}

#[test]
#[ignore = "the child of a test below"]
fn helper_writes_until_it_is_killed() {
    let Ok(address) = std::env::var(ADDRESS) else { return };
    let round: i64 = std::env::var(ROUND).unwrap().parse().unwrap();
    let db = if address.starts_with("postgres") {
        Db::postgres(&address, PostgresOptions::default()).unwrap()
    } else {
        Db::sqlite(Path::new(&address), SqliteOptions::default()).unwrap()
    };
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let db = &db;
            scope.spawn(move || {
                let numbers = (round * PER_ROUND + writer..).step_by(WRITERS as usize);
                for number in numbers {
                    db.write_blocking(move |tx| add_pair(tx, number)).unwrap();
                    acknowledge(number);
                }
            });
        }
    });
}

fn write_is_durable_when_the_process_is_killed(bed: &Bed) {
    let mut promised = BTreeSet::new();
    for round in 1..=rounds() {
        let mut writer = child("crash::helper_writes_until_it_is_killed")
            .env(ADDRESS, bed.address())
            .env(ROUND, round.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut numbers = acknowledged(&mut writer);
        // Kills the child at a different moment in each round: at the first write, during the first
        // batches, under full load.
        let wait = (round * round) as usize;
        promised.extend(numbers.by_ref().take(wait));
        writer.kill().unwrap();
        promised.extend(numbers);
        writer.wait().unwrap();
        assert!(promised.range(round * PER_ROUND..).count() >= wait);
    }
    let found = bed.db.read_blocking(|tx| {
        tx.rows::<(i64, i64)>("SELECT order_id, count(*) FROM attempt GROUP BY order_id", params![])
    });
    let found = found.unwrap();
    assert!(found.iter().all(|(_, rows)| *rows == 2), "no half of a pair");
    let found: BTreeSet<i64> = found.into_iter().map(|(number, _)| number).collect();
    assert_eq!(promised.difference(&found).count(), 0, "nothing promised is missing");
    // A write without an acknowledgement may be committed only if it was in progress when the child
    // was killed.
    assert!(found.len() - promised.len() <= (rounds() * WRITERS) as usize);
    if bed.engine == Engine::Sqlite {
        let check =
            bed.db.read_blocking(|tx| tx.one::<(String,)>("PRAGMA integrity_check", params![]));
        assert_eq!(check, Ok(("ok".to_owned(),)));
    }
}

/// Maximum size of each file that the child process writes, in the shell's blocks of 512 bytes.
const DISK_BLOCKS: u32 = 2048;

/// Writes far more data than the limit on the file size allows.
fn add_many(tx: &mut db::Tx<'_>, number: i64) -> Result<(), Error> {
    let text = "x".repeat(3000);
    for copy in 0..500_i64 {
        let insert = "INSERT INTO attempt (order_id, number, state) VALUES ($1, $2, $3)";
        tx.execute(insert, params![number, copy, format!("{text}{copy}")])?;
    }
    Ok(())
}

#[test]
#[ignore = "the child of a test below"]
fn helper_writes_on_a_full_disk() {
    let Ok(address) = std::env::var(ADDRESS) else { return };
    let db = open_file(Path::new(&address), Limits::default());
    db.write_blocking(|tx| add_pair(tx, 1)).unwrap();
    acknowledge(1);
    // The three closures run in one batch, so all of them fail when the commit fails.
    let held = Held::writers(&db, 1);
    let callers =
        [2, 3, 4].map(|number| {
            let db = db.clone();
            thread::spawn(move || {
                db.write_blocking(move |tx| {
                    if number == 3 { add_many(tx, number) } else { add_pair(tx, number) }
                })
            })
        });
    wait_for_queue(&db, callers.len());
    held.gate.open();
    for caller in callers {
        let failed = caller.join().unwrap();
        assert!(matches!(failed, Err(Error::Unavailable(_))), "{failed:?}");
    }
    db.write_blocking(|tx| add_pair(tx, 5)).unwrap();
    acknowledge(5);

    // While the disk can't be written, transactions without changes and pings report the error of
    // the last write.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ping = || runtime.block_on(db.ping());
    let look = || db.write_blocking(|tx| tx.one::<(i64,)>("SELECT 1", params![]));
    limit_files("1:unlimited");
    assert!(matches!(db.write_blocking(|tx| add_pair(tx, 6)), Err(Error::Unavailable(_))));
    assert!(matches!(look(), Err(Error::Unavailable(_))));
    assert!(matches!(ping(), Err(Error::Unavailable(_))));
    // After the disk has recovered, pings succeed again even if no closure has written meanwhile.
    limit_files("unlimited:unlimited");
    assert_eq!(look(), Ok((1,)));
    assert_eq!(ping(), Ok(()));
}

/// Sets the soft and the hard limit on the size of files that this process writes.
fn limit_files(bytes: &str) {
    let limit = format!("--fsize={bytes}");
    let own = format!("--pid={}", std::process::id());
    assert!(Command::new("prlimit").args([&own, &limit]).status().unwrap().success());
}

#[test]
fn write_fails_on_a_full_disk_and_recovers() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    bed.db.close();
    let inner = child("crash::helper_writes_on_a_full_disk");
    // Ignores the signal SIGXFSZ, so that reaching the limit causes a write error, as a full disk
    // does.
    let script = format!("trap '' XFSZ; ulimit -S -f {DISK_BLOCKS}; exec \"$0\" \"$@\"");
    let mut writer = Command::new("sh")
        .args(["-c", &script])
        .arg(inner.get_program())
        .args(inner.get_args())
        .env(ADDRESS, bed.address())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(acknowledged(&mut writer).collect::<Vec<_>>(), [1, 5]);
    assert!(writer.wait().unwrap().success());
    let found = bed.open(Limits::default()).read_blocking(|tx| {
        tx.rows::<(i64, i64)>(
            "SELECT order_id, count(*) FROM attempt GROUP BY order_id ORDER BY order_id",
            params![],
        )
    });
    assert_eq!(found, Ok(vec![(1, 2), (5, 2)]));
}

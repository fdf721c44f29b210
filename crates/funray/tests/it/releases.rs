//! Tests of releases without downtime: older programs run on a newer schema, newer programs wait
//! for a migration, and migrations follow rules.

use std::sync::Arc;

use db::{Db, Migration, Tx};
use kernel::ids::JobId;
use platform::{
    app::App,
    jobs::{self, Handlers, Job, JobClass, JobError, Worker},
    migrations::{self, ALL},
};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

use crate::support::{
    Place, TestApp,
    place::on_postgres,
    program::{Program, run},
};

/// A future migration, with a higher number than any real one.
const NEXT: Migration = Migration {
    number: 9001,
    name: "9001_colours",
    sql: "CREATE TABLE colour (id TEXT NOT NULL PRIMARY KEY);
          ALTER TABLE region ADD COLUMN colour_id TEXT",
    oldest_program: newest(),
};
const BREAKING: Migration = Migration {
    number: 9002,
    name: "9002_no_colours",
    sql: "ALTER TABLE region DROP COLUMN colour_id",
    oldest_program: 9001,
};

const fn newest() -> u32 {
    ALL[ALL.len() - 1].number
}

/// Migrates the database as a newer program would.
fn migrate_further(db: &Db, more: &[Migration]) {
    db.migrate(&[ALL, more].concat()).expect("a newer program migrates");
}

fn command<'a>(name: &'a str, flags: &'a [String]) -> Vec<&'a str> {
    let listen: &[&str] = if name == "serve" { &["--listen", "127.0.0.1:0"] } else { &[] };
    let flags = flags.iter().map(String::as_str);
    std::iter::once(name).chain(listen.iter().copied()).chain(flags).collect()
}

#[tokio::test]
async fn readyz_asks_a_newer_schema_whether_this_program_may_run() {
    let place = Place::migrated();
    let app = TestApp::on(place.open()).await;
    let newer = place.open();
    migrate_further(&newer, &[NEXT]);
    let ready = app.get("/readyz").send().await;
    assert_eq!(ready.status, 200, "{}", ready.text());
    assert_eq!(app.get("/api/v1/Public/Regions").send().await.status, 200);

    migrate_further(&newer, &[NEXT, BREAKING]);
    let unready = app.get("/readyz").send().await;
    assert_eq!(unready.status, 503);
    let why = unready.json()["parts"]["migrations"].to_string();
    for word in ["version 9002", "doesn't know version 9001", "start the newer program"] {
        assert!(why.contains(word), "{why}");
    }
}

#[tokio::test]
async fn readyz_says_that_an_older_schema_needs_migrate() {
    let place = Place::new();
    let db = place.open();
    db.migrate(&ALL[..ALL.len() - 1]).expect("the version before");
    let app = TestApp::on(db).await;
    let unready = app.get("/readyz").send().await;
    assert_eq!(unready.status, 503);
    let why = unready.json()["parts"]["migrations"].to_string();
    assert!(why.contains("funray migrate") && why.contains(&newest().to_string()), "{why}");
    // After the migration, the program becomes ready without a restart.
    place.open().migrate(ALL).expect("this version");
    assert_eq!(app.get("/readyz").send().await.status, 200);
}

/// After a migration that older programs don't support, an old worker leaves due jobs in the queue.
/// They run on newer workers, or on the old one if the migration is undone.
#[tokio::test]
async fn worker_does_no_job_on_a_schema_that_refuses_its_program() {
    let place = Place::migrated();
    let app = TestApp::on(place.open()).await;
    let newer = place.open();
    migrate_further(&newer, &[NEXT, BREAKING]);
    let (done, mut dones) = mpsc::unbounded_channel();
    let handlers = Handlers::default().on(move |app: Arc<App>, _: JobId, _: Chore| {
        let done = done.clone();
        async move {
            let is_fit = migrations::state(&app.db).await.is_ok();
            done.send(is_fit).expect("somebody listens");
            Ok::<(), JobError>(())
        }
    });
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(Worker::new(app.app.clone(), Arc::new(handlers)).run(stopped));
    let now = app.app.clock.now();
    let enqueue = move |tx: &mut Tx<'_>| jobs::enqueue(tx, now, &Chore).map(drop);
    app.app.db.write(enqueue).await.expect("queued");
    assert_eq!(app.get("/readyz").send().await.status, 503);
    let take_back = |tx: &mut Tx<'_>| {
        tx.execute("DELETE FROM refinery_schema_history WHERE version > 9000", &[]).map(drop)
    };
    newer.write(take_back).await.expect("the newer schema is taken back");
    assert_eq!(dones.recv().await, Some(true), "done while the schema refused this program");
    stop.send(true).expect("the worker listens");
    worker.await.expect("the worker ends");
}

#[derive(Serialize, Deserialize)]
struct Chore;

impl Job for Chore {
    const KIND: &'static str = "chore";
    const CLASS: JobClass = JobClass::Upkeep;
}

#[test]
fn serve_and_migrate_take_a_newer_schema_that_accepts_them() {
    let place = Place::migrated();
    migrate_further(&place.open(), &[NEXT]);
    let flags = place.flags();
    let program = Program::serve(&flags);
    assert_eq!(program.get("/readyz").0, 200);
    drop(program);
    let (fine, out, complaint) = run(&command("migrate", &flags));
    assert!(fine && out.contains("Nothing was changed"), "{out}{complaint}");
    let (fine, out, complaint) = run(&command("verify", &flags));
    assert!(fine, "{out}{complaint}");

    migrate_further(&place.open(), &[NEXT, BREAKING]);
    for name in ["serve", "migrate", "verify"] {
        let (fine, out, complaint) = run(&command(name, &flags));
        assert!(!fine && complaint.contains("start the newer program"), "{name}: {out}{complaint}");
    }
}

/// `serve` migrates its own embedded database. It must not migrate a PostgreSQL server, where other
/// nodes may still need the old schema.
#[test]
fn serve_migrates_its_own_file_but_no_server() {
    let place = Place::new();
    place.open().migrate(&ALL[..ALL.len() - 1]).expect("the version before");
    let flags = place.flags();
    if on_postgres() {
        let (fine, _, complaint) = run(&command("serve", &flags));
        assert!(!fine && complaint.contains("run `funray migrate`"), "{complaint}");
        let (fine, out, complaint) = run(&command("migrate", &flags));
        assert!(fine && out.contains(&format!("Migration {} was", newest())), "{out}{complaint}");
    }
    let program = Program::serve(&flags);
    assert_eq!(program.get("/readyz").0, 200);
}

/// A PostgreSQL database with unknown tables may belong to another program, so `serve` must not set
/// it up.
#[test]
fn serve_sets_up_no_database_that_holds_tables_of_others() {
    if !on_postgres() {
        return;
    }
    let place = Place::new();
    let theirs = "CREATE TABLE theirs (id TEXT)";
    place.open().write_blocking(|tx| tx.execute(theirs, &[])).expect("their table");
    let (fine, _, complaint) = run(&command("serve", &place.flags()));
    assert!(!fine && complaint.contains("run `funray migrate`"), "{complaint}");
}

/// Migrations from before the first release, which this program no longer supports.
const BEFORE_THE_FIRST_RELEASE: [Migration; 2] = [
    Migration {
        number: 1,
        name: "0001_ground",
        sql: "CREATE TABLE job (id TEXT); CREATE TABLE region (id TEXT)",
        oldest_program: 1,
    },
    Migration {
        number: 383,
        name: "0383_payment_reasons",
        sql: "CREATE TABLE colour (id TEXT)",
        oldest_program: 330,
    },
];

#[test]
fn commands_refuse_a_database_from_before_the_first_release_and_change_nothing() {
    let place = Place::new();
    place.open().migrate(&BEFORE_THE_FIRST_RELEASE).expect("its own program migrates");
    let flags = place.flags();
    for name in ["serve", "worker", "migrate", "verify"] {
        let (fine, out, complaint) = run(&command(name, &flags));
        assert!(!fine, "{name}: {out}");
        for part in ["0001_ground", "before the first release", "delete the data folder"] {
            assert!(complaint.contains(part), "{name}: {complaint}");
        }
    }
    let db = place.open();
    let same = db.schema_state(&BEFORE_THE_FIRST_RELEASE).expect("its history");
    assert_eq!(same, db::SchemaState::UpToDate);
    let theirs = "SELECT count(*) FROM job, region, colour";
    let rows = db.read_blocking(move |tx| tx.one::<(i64,)>(theirs, &[]));
    assert_eq!(rows.expect("its tables"), (0,));
}

/// Number of the first migration that names the oldest program that can run on its schema.
const FIRST_THAT_SAYS: u32 = 17;

/// Returns the statements of a migration that would disturb nodes of the previous release.
fn gaps(number: u32, sql: &str) -> Vec<String> {
    let mut gaps = Vec::new();
    let oldest = sql.lines().next().and_then(|line| line.strip_prefix("-- oldest program: "));
    match oldest.map(str::parse::<u32>) {
        Some(Ok(oldest)) if oldest < number => {}
        Some(Ok(_)) => gaps.push("no program before it may go on".to_owned()),
        _ => gaps.push("its first line must be `-- oldest program: NUMBER`".to_owned()),
    }
    let text: Vec<&str> = sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    for statement in text.join(" ").split(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let is_locking = matches!(&words[..], ["CREATE", "INDEX", name, ..] | ["CREATE", "UNIQUE", "INDEX", name, ..]
            if *name != "CONCURRENTLY");
        let table = words.iter().skip_while(|word| **word != "ON").nth(1);
        if let (true, Some(table)) = (is_locking, table)
            && !sql.contains(&format!("CREATE TABLE {table} "))
        {
            gaps.push(format!(
                "an index on {table} keeps its writers waiting: CREATE INDEX CONCURRENTLY"
            ));
        }
    }
    gaps
}

#[test]
fn migrations_leave_the_release_before_them_running() {
    for migration in ALL.iter().filter(|migration| migration.number >= FIRST_THAT_SAYS) {
        assert_eq!(gaps(migration.number, migration.sql), Vec::<String>::new(), "{migration}");
    }
    let expanding = "-- oldest program: 16\nCREATE TABLE x (id TEXT); CREATE INDEX x_id ON x (id);";
    assert_eq!(gaps(17, expanding).len(), 0);
    let beside = "-- oldest program: 16\nCREATE UNIQUE INDEX CONCURRENTLY x_id ON entry (id);";
    assert_eq!(gaps(17, beside).len(), 0);
    for wrong in [
        "CREATE TABLE x (id TEXT);",
        "-- oldest program: 17\nCREATE TABLE x (id TEXT);",
        "-- oldest program: 16\nCREATE INDEX entry_id ON entry (id);",
        "-- oldest program: 16\nCREATE UNIQUE INDEX entry_id\n    ON entry (id);",
    ] {
        assert_eq!(gaps(17, wrong).len(), 1, "{wrong}");
    }
}

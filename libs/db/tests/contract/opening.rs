//! Tests that a failure to open a database is reported in one sentence with the reason. Also tests
//! backups.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use tokio::net::TcpSocket;

use db::{Db, Engine, Error, PostgresOptions, Result, SqliteOptions, params};

use crate::support::{Bed, Folder, Limits, add_card, cluster, is_wanted, on_both, open_file};

on_both!(ping_succeeds_until_close, open_handles_see_the_same_data);

fn ping_succeeds_until_close(bed: &Bed) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert_eq!(runtime.block_on(bed.db.ping()), Ok(()));
    bed.db.close();
    assert_eq!(runtime.block_on(bed.db.ping()), Err(Error::Closed));
}

fn open_handles_see_the_same_data(bed: &Bed) {
    let other = bed.open(Limits::default());
    bed.add_card("a", 1);
    let seen = other.write_blocking(|tx| tx.one::<(i64,)>("SELECT balance FROM card", params![]));
    assert_eq!(seen, Ok((1,)));
}

/// Sessions replace the server's default settings, but keep settings that an operator has changed.
#[test]
fn sessions_replace_server_defaults_and_keep_operator_settings() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let bed = Bed::on(Engine::Postgres).unwrap();
    // Each entry has the setting, the value that a session uses in place of the default, and a
    // value set by an operator.
    for (setting, ours, another) in
        [("random_page_cost", "1.1", "2"), ("max_parallel_workers_per_gather", "0", "3")]
    {
        let shown = format!("SELECT current_setting('{setting}'), current_database()");
        let read = |db: &Db| {
            let shown = shown.clone();
            db.read_blocking(move |tx| tx.one::<(String, String)>(&shown, params![])).unwrap()
        };
        let (usual, database) = read(&bed.db);
        assert_eq!(usual, ours, "{setting}");
        let set = format!("ALTER DATABASE {database} SET {setting} = {another}");
        bed.db.write_blocking(move |tx| tx.execute(&set, params![])).unwrap();
        assert_eq!(read(&bed.open(Limits::default())).0, another, "{setting}");
    }
}

#[test]
fn ping_fails_while_the_file_is_not_writable() {
    if !is_wanted(Engine::Sqlite) {
        return;
    }
    let bed = Bed::on(Engine::Sqlite).unwrap();
    let file = bed.folder().unwrap().file();
    let options = SqliteOptions { busy_timeout: Duration::ZERO, ..SqliteOptions::default() };
    let db = Db::sqlite(&file, options).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ping = || runtime.block_on(db.ping());
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let write = |id: &'static str| db.write_blocking(move |tx| add_card(tx, id, 1));
    assert!(matches!(write("a"), Err(Error::Unavailable(_))));
    // A ping reports the failed write, although reads still work.
    assert!(matches!(ping(), Err(Error::Unavailable(_))));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(write("a"), Ok(()));
    assert_eq!(ping(), Ok(()));
}

/// Returns the reason why the database could not be opened, and checks that it is one line.
fn why_not(opened: Result<Db>) -> String {
    match opened {
        Err(Error::Unavailable(why)) => {
            assert_eq!(why.lines().count(), 1, "{why}");
            why
        }
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it opened"),
    }
}

#[test]
fn sqlite_names_a_file_it_can_not_open() {
    if !is_wanted(Engine::Sqlite) {
        return;
    }
    let folder = Folder::new();
    let open = |file: &Path| why_not(Db::sqlite(file, SqliteOptions::default()));
    let missing = folder.join("missing/test.db");
    let why = open(&missing);
    assert!(why.contains(missing.to_str().unwrap()) && why.contains("No such file"), "{why}");
    let other = folder.join("other");
    std::fs::write(&other, "this is not a database, but a letter").unwrap();
    let why = open(&other);
    assert!(why.contains(other.to_str().unwrap()) && why.contains("not a database"), "{why}");
    std::fs::create_dir(folder.join("folder")).unwrap();
    let why = open(&folder.join("folder"));
    assert!(why.contains("unable to open"), "{why}");
}

#[cfg(unix)]
#[test]
fn sqlite_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    bed.add_card("a", 1);
    let mode = |file: &Path| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    let file = bed.folder().unwrap().file();
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(&file.with_extension("db-wal")), 0o600);
}

/// Returns a bound port without a listener: the port refuses connections, and no other program can
/// take it.
fn closed_port() -> (TcpSocket, u16) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap().port();
    (socket, port)
}

#[test]
fn postgres_names_a_server_it_can_not_reach() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let impatient = PostgresOptions {
        connect_timeout: Duration::from_millis(100),
        ..PostgresOptions::default()
    };
    let open = |url: &str| why_not(Db::postgres(url, PostgresOptions::default()));
    // The port accepts connections, but no server answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let url = format!("postgres://me:secret@127.0.0.1:{port}/shop");
    let why = why_not(Db::postgres(&url, impatient));
    assert!(why.contains(&format!("127.0.0.1:{port}")) && why.contains("no answer"), "{why}");
    let (_held, port) = closed_port();
    let why = open(&format!("postgres://me:secret@127.0.0.1:{port}/shop"));
    assert!(why.contains("refused") && !why.contains("secret"), "{why}");

    let why = open(&cluster().url("no_such_shop"));
    assert!(why.contains("\"no_such_shop\" does not exist"), "{why}");
    for url in ["mysql://localhost/shop", "postgres://", "postgres://localhost/shop?speed=high"] {
        let why = open(url);
        assert!(why.contains("URL can't be used"), "{url}: {why}");
    }
}

#[test]
fn postgres_refuses_an_encoding_other_than_utf8() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let name = format!("latin_{}", std::process::id());
    let administer = |sql: String| cluster().administer("postgres", &sql).unwrap();
    administer(format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1'"));
    let why = why_not(Db::postgres(&cluster().url(&name), PostgresOptions::default()));
    administer(format!("DROP DATABASE {name} WITH (FORCE)"));
    assert!(why.contains("UTF8"), "{why}");
}

#[test]
fn backup_is_consistent_during_writes() {
    let Some(bed) = Bed::on(Engine::Sqlite) else { return };
    let is_done = Arc::new(AtomicBool::new(false));
    let (db, done) = (bed.db.clone(), is_done.clone());
    let writer = thread::spawn(move || {
        let mut count = 0_i64;
        while !done.load(SeqCst) {
            count += 1;
            // Both rows are written in one transaction, so a backup must contain both or neither.
            db.write_blocking(move |tx| {
                let insert = "INSERT INTO attempt (order_id, number) VALUES ($1, $2)";
                tx.execute(insert, params![count, 1_i64])?;
                tx.execute(insert, params![count, 2_i64])
            })
            .unwrap();
        }
    });
    bed.add_card("before", 1);
    let to = bed.folder().unwrap().join("copy.db");
    bed.db.backup(&to).unwrap();
    is_done.store(true, SeqCst);
    writer.join().unwrap();

    let copy = open_file(&to, Limits::default());
    let (cards, halves): (i64, i64) = copy
        .read_blocking(|tx| {
            let (cards,) = tx.one("SELECT count(*) FROM card WHERE id = 'before'", params![])?;
            let (halves,) = tx.one(
                "SELECT count(*) FROM
                     (SELECT order_id FROM attempt GROUP BY order_id HAVING count(*) <> 2) AS half",
                params![],
            )?;
            Ok::<_, Error>((cards, halves))
        })
        .unwrap();
    assert_eq!((cards, halves), (1, 0));

    let again = bed.db.backup(&to);
    assert!(matches!(&again, Err(Error::Sql(why)) if why.contains("exists already")), "{again:?}");
    let nowhere = bed.db.backup(&bed.folder().unwrap().join("missing/copy.db"));
    assert!(
        matches!(&nowhere, Err(Error::Unavailable(why)) if why.contains("missing/copy.db")),
        "{nowhere:?}"
    );
}

#[test]
fn backup_refuses_postgres_and_names_pg_dump() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let result = bed.db.backup(Path::new("copy.db"));
    assert!(matches!(&result, Err(Error::Sql(why)) if why.contains("pg_dump")), "{result:?}");
}

//! Tests of the prepared statements that a PostgreSQL connection caches, and of its handling of
//! commit replies.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use db::{Db, Engine, Error, params};

use crate::support::{Bed, Limits, add_card, cluster, is_wanted, open_server};

fn one_connection(bed: &Bed) -> Db {
    let db = bed.open(Limits { threads: 1, ..Limits::default() });
    // Connects now, so that later measurements do not include the round trips of connecting.
    read(&db, "SELECT CAST(-1 AS BIGINT)");
    db
}

fn read(db: &Db, sql: &str) -> u64 {
    let (before, sql) = (db.stats().round_trips, sql.to_owned());
    db.read_blocking(move |tx| tx.rows::<(i64,)>(&sql, params![])).unwrap();
    db.stats().round_trips - before
}

#[test]
fn connection_keeps_hot_statements_among_many_others() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let (db, hot) = (one_connection(&bed), "SELECT balance FROM card ORDER BY id");
    assert_eq!(read(&db, hot), 2, "it is prepared, and then asked");
    // Runs more statements than the cache holds.
    for number in 0..1000 {
        assert_eq!(read(&db, &format!("SELECT CAST({number} AS BIGINT)")), 2);
        assert_eq!(read(&db, hot), 1, "{number}");
    }
    assert_eq!(read(&db, "SELECT CAST(999 AS BIGINT)"), 1, "the newest are kept");
    assert_eq!(read(&db, "SELECT CAST(0 AS BIGINT)"), 2, "the oldest are forgotten");
    let kept = db.read_blocking(|tx| {
        tx.one::<(i64,)>("SELECT count(*) FROM pg_prepared_statements", params![])
    });
    // The server keeps the 512 cached statements, the seven statements that control transactions,
    // and this query.
    assert!(kept.unwrap().0 <= 512 + 7 + 1);
}

#[test]
fn connection_does_not_keep_a_very_long_statement() {
    let Some(bed) = Bed::on(Engine::Postgres) else { return };
    let db = one_connection(&bed);
    let long = format!("SELECT CAST(1 AS BIGINT) WHERE 1 IN (2{}, 1)", ", 2".repeat(40_000));
    assert_eq!([read(&db, &long), read(&db, &long)], [2, 2]);
    let kept = db.read_blocking(|tx| {
        let sql = "SELECT count(*) FROM pg_prepared_statements WHERE length(statement) > 100000";
        tx.one::<(i64,)>(sql, params![])
    });
    assert_eq!(kept, Ok((0,)));
}

/// Replies of the server to a commit that succeeded and to one that was rolled back.
const COMMITTED: &[u8] = b"C\0\0\0\x0bCOMMIT\0";
const ROLLED_BACK: &[u8] = b"C\0\0\0\x0dROLLBACK\0";

/// Starts a proxy that replaces the reply to a successful commit by that to a rollback, and returns
/// its port.
fn lying_server(server: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let upstream = TcpStream::connect(("127.0.0.1", server)).unwrap();
            let (mut from, mut to) = (client.try_clone().unwrap(), upstream.try_clone().unwrap());
            thread::spawn(move || {
                let _ = std::io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
            thread::spawn(move || answer(upstream, client));
        }
    });
    port
}

fn answer(mut server: TcpStream, mut client: TcpStream) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = server.read(&mut buffer) {
        let mut said = buffer[..length].to_vec();
        if let Some(at) = said.windows(COMMITTED.len()).position(|part| part == COMMITTED) {
            said.splice(at..at + COMMITTED.len(), ROLLED_BACK.iter().copied());
        }
        if client.write_all(&said).is_err() {
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

#[test]
fn write_fails_when_the_server_rolls_back_in_place_of_the_commit() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let database = cluster().fresh_database(None).unwrap();
    let direct = open_server(database.url(), Limits::default());
    direct.migrate(crate::support::TABLES).unwrap();
    let url = cluster().tcp_url(database.name()).unwrap();
    let (before, after) = url.split_once("@127.0.0.1:").unwrap();
    let (port, rest) = after.split_once('/').unwrap();
    let port = lying_server(port.parse().unwrap());
    let url = format!("{before}@127.0.0.1:{port}/{rest}?sslmode=disable");
    let db = open_server(&url, Limits { threads: 1, ..Limits::default() });
    let refused = db.write_blocking(|tx| add_card(tx, "a", 1));
    assert!(matches!(&refused, Err(Error::Sql(why)) if why.contains("rolled back")), "{refused:?}");
}

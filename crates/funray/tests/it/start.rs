//! Starting and stopping: what goes wrong at start is told in one line that says what to do.

use std::{net::TcpListener, process::Stdio};

use crate::support::{
    Place,
    place::on_postgres,
    program::{Program, funray, run},
};

/// One line on standard error, nothing on standard output, and every word that it must hold.
#[track_caller]
fn refuses(arguments: &[&str], words: &[&str]) {
    let (fine, out, complaint) = run(arguments);
    assert!(!fine, "{arguments:?} should not start: {out}");
    assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
    for word in words {
        assert!(complaint.contains(word), "{word}: {complaint}");
    }
}

#[test]
fn an_unknown_flag_is_named() {
    refuses(&["serve", "--lsten", "x"], &["--lsten", "--listen", "funray --help"]);
    refuses(&["sreve"], &["sreve", "funray --help"]);
    refuses(&["test-mail"], &["<ADDRESS>", "funray --help"]);
    refuses(&[], &["which command", "funray --help"]);
    let (fine, out, _) = run(&["--help"]);
    assert!(fine && out.contains("create-admin"), "{out}");
}

#[test]
fn an_unknown_setting_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shop.toml");
    std::fs::write(&file, "lisen = \"x\"\n").expect("a file");
    let file = file.display().to_string();
    refuses(&["serve", "--config", &file], &[&file, "lisen", "funray config"]);
    refuses(&["serve", "--config", "/nowhere/shop.toml"], &["/nowhere/shop.toml", "can't be read"]);
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let place = Place::new();
    let flags = place.flags();
    let mut arguments = vec!["serve", "--listen", &address];
    arguments.extend(flags.iter().map(String::as_str));
    refuses(&arguments, &[&address, "in use", "--listen"]);
}

#[test]
fn a_data_folder_that_can_not_be_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("taken");
    std::fs::write(&file, "not a folder").expect("a file");
    let data = file.join("data").display().to_string();
    refuses(&["serve", "--listen", "127.0.0.1:0", "--data", &data], &[&data, "--data"]);
}

#[test]
fn a_setting_that_can_not_be_right_is_named_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", &data, "--mail", "ftp://x"];
    refuses(&arguments, &["mail", "smtp://"]);
    assert!(!std::fs::exists(&data).expect("an answer"), "not even the folder");
}

#[test]
fn a_database_out_of_reach_is_named() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let url = format!("postgres://ann:hunter2@127.0.0.1:{port}/shop");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--database-url", &url];
    refuses(&arguments, &["can't be reached", "FUNRAY_DATABASE_URL"]);
    let (_, _, complaint) = run(&arguments);
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn a_database_of_a_newer_program_is_left_alone() {
    let place = Place::new();
    let db = place.open();
    db.migrate(funray::migrations::ALL).expect("migrations");
    db.write_blocking(|tx| {
        tx.execute(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
             VALUES (9999, 'the_future', '2030-01-01T00:00:00Z', '1')",
            &[],
        )
    })
    .expect("a newer version");
    db.close();
    let flags = place.flags();
    let mut arguments = vec!["serve", "--listen", "127.0.0.1:0"];
    arguments.extend(flags.iter().map(String::as_str));
    refuses(&arguments, &["9999", "newer program"]);
}

#[test]
fn production_refuses_demo_data() {
    let child = funray()
        .args(["serve", "--demo"])
        .env("FUNRAY_ENVIRONMENT", "production")
        .env("FUNRAY_BRANDS__FUNRAY__PUBLIC_URL", "https://a.example")
        .env("FUNRAY_BRANDS__RAYZR__PUBLIC_URL", "https://b.example")
        .output()
        .expect("it runs");
    assert!(!child.status.success());
    let complaint = String::from_utf8(child.stderr).expect("text");
    assert!(complaint.contains("production refuses demo data"), "{complaint}");
}

#[test]
fn it_says_where_it_is_and_keeps_its_data() {
    let place = Place::new();
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    for _ in 0..2 {
        let program = Program::serve(&flags);
        let (status, regions) = program.get("/api/v1/Public/Regions");
        assert_eq!(status, 200);
        assert_eq!(regions.matches("\"text\":\"Ottawa\"").count(), 1, "{regions}");
        program.signal("TERM");
        assert!(program.wait().success());
    }
}

#[test]
fn the_log_names_the_route_and_never_what_was_sent() {
    let place = Place::new();
    let log = place.folder.path().join("log");
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve_logging(&flags, &log);
    let body = r#"{"email":"canary-email@shop.example","password":"CANARY-body"}"#;
    let (status, _) = program.send(&format!(
        "POST /api/v1/OAuth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    assert_eq!(status, 400);
    let (status, _) = program.send(
        "POST /api/v1/OAuth/silent-login/CANARY-path?token=CANARY-query HTTP/1.1\r\nHost: localhost\r\n\
         Authorization: Bearer CANARY-header\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(status, 401);
    program.get("/CANARY-web");
    program.signal("TERM");
    assert!(program.wait().success());
    let log = std::fs::read_to_string(log).expect("the log");
    assert!(log.contains("/api/v1/OAuth/silent-login/{refreshToken}"), "{log}");
    assert!(log.contains("trace="), "{log}");
    assert!(!log.to_lowercase().contains("canary"), "{log}");
}

#[test]
fn jobs_can_be_done_by_a_worker_alone() {
    let place = Place::new();
    let db = place.open();
    db.migrate(funray::migrations::ALL).expect("migrations");
    let now = funray::kernel::clock::Clock::system().now();
    db.write_blocking(move |tx| {
        funray::mail::post(tx, now, &crate::support::mail("ann@shop.example"))
    })
    .expect("posted");
    let outgoing = place.folder.path().join("outgoing");
    let mut worker = funray()
        .args(["worker", "--mail", &format!("dir:{}", outgoing.display())])
        .args(place.flags())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let left = || db.read_blocking(|tx| tx.one::<(i64,)>("SELECT count(*) FROM job", &[]));
    while left().expect("a count").0 > 0 {
        assert!(worker.try_wait().expect("a process").is_none(), "the worker must not end");
        std::thread::yield_now();
    }
    worker.kill().expect("it ends");
    worker.wait().expect("it ended");
    assert_eq!(std::fs::read_dir(outgoing).expect("the folder").count(), 1);
}

#[test]
fn the_engine_under_test_is_the_one_asked_for() {
    let engine = Place::new().open().engine().to_string();
    assert_eq!(
        engine.eq_ignore_ascii_case("postgresql") || engine.eq_ignore_ascii_case("postgres"),
        on_postgres()
    );
}

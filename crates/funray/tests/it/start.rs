//! Tests of starting and stopping the program. An error at start prints a single line that says
//! what to do.

use std::{
    fs::Permissions,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Stdio,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use crate::support::{
    Place,
    place::on_postgres,
    program::{PRODUCTION, Program, funray, run},
    wire::ClosedPort,
};

/// Checks that a command fails, prints nothing on standard output, and prints one line on standard
/// error that contains these words.
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
fn cli_names_an_unknown_flag_or_command() {
    refuses(&["serve", "--lsten", "x"], &["--lsten", "--listen", "funray --help"]);
    refuses(&["sreve"], &["sreve", "funray --help"]);
    refuses(&["test-mail"], &["<ADDRESS>", "funray --help"]);
    refuses(&[], &["which command", "funray --help"]);
    let (fine, out, _) = run(&["--help"]);
    assert!(fine && out.contains("create-admin"), "{out}");
}

#[test]
fn serve_names_an_unknown_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shop.toml");
    std::fs::write(&file, "lisen = \"x\"\n").expect("a file");
    let file = file.display().to_string();
    refuses(&["serve", "--config", &file], &[&file, "lisen", "funray config"]);
    refuses(&["serve", "--config", "/nowhere/shop.toml"], &["/nowhere/shop.toml", "can't be read"]);
}

#[test]
fn serve_names_a_port_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let place = Place::new();
    let flags = place.flags();
    let mut arguments = vec!["serve", "--listen", &address];
    arguments.extend(flags.iter().map(String::as_str));
    refuses(&arguments, &[&address, "in use", "--listen"]);
}

#[test]
fn serve_names_a_data_folder_it_can_not_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("taken");
    std::fs::write(&file, "not a folder").expect("a file");
    let data = file.join("data").display().to_string();
    refuses(&["serve", "--listen", "127.0.0.1:0", "--data", &data], &[&data, "--data"]);
}

#[test]
fn serve_names_an_invalid_setting_before_writing_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", &data, "--mail", "ftp://x"];
    refuses(&arguments, &["mail", "smtp://"]);
    assert!(!std::fs::exists(&data).expect("an answer"), "not even the folder");
}

#[test]
fn serve_names_an_unreachable_database() {
    let closed = ClosedPort::new();
    let url = format!("postgres://ann:hunter2@{}/shop", closed.address);
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--database-url", &url];
    refuses(&arguments, &["can't be reached", "FUNRAY_DATABASE_URL"]);
    let (_, _, complaint) = run(&arguments);
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn serve_refuses_a_database_of_a_newer_program() {
    let place = Place::new();
    let db = place.open();
    db.migrate(platform::migrations::ALL).expect("migrations");
    db.write_blocking(|tx| {
        tx.execute(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum, oldest_program)
             VALUES (9999, 'the_future', '2030-01-01T00:00:00Z', '1', 9999)",
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
fn serve_refuses_demo_data_in_production() {
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
fn doctor_lists_settings_refused_in_production() {
    let folder = tempfile::tempdir().expect("a folder");
    let examine = |variables: &[(&str, &str)]| {
        let data = folder.path().display().to_string();
        let mut command = funray();
        command.args(["doctor", "--data", &data]).envs(variables.iter().copied());
        let output = command.output().expect("it runs");
        (output.status.success(), String::from_utf8(output.stdout).expect("text"))
    };
    let (is_fine, lines) = examine(&PRODUCTION);
    assert!(is_fine && !lines.contains("REFUSED"), "{lines}");
    assert!(lines.contains("advice    payments"), "{lines}");
    let (is_fine, lines) = examine(&[]);
    assert!(!is_fine, "{lines}");
    for subject in ["public addresses", "mail", "mail senders", "metrics"] {
        assert!(lines.contains(&format!("REFUSED   {subject}: ")), "{lines}");
    }
    let plain = [&PRODUCTION[..], &[("FUNRAY_GATEWAY__URL", "http://gateway.cards.ca")]].concat();
    let (is_fine, lines) = examine(&plain);
    assert!(!is_fine && lines.contains("REFUSED   card gateway: gateway.url"), "{lines}");
    // `doctor` and `serve` also check the permissions of files in the data folder, such as the key.
    let key = folder.path().join("secret.key");
    std::fs::write(&key, "0f".repeat(32)).expect("written");
    std::fs::set_permissions(&key, Permissions::from_mode(0o644)).expect("changed");
    assert!(examine(&PRODUCTION).1.contains("chmod 600"));
    let data = folder.path().display().to_string();
    let mut start = funray();
    start.args(["serve", "--listen", "127.0.0.1:0", "--data", &data]).envs(PRODUCTION);
    let output = start.output().expect("it runs");
    let complaint = String::from_utf8(output.stderr).expect("text");
    assert!(!output.status.success() && complaint.contains("chmod 600"), "{complaint}");
}

#[test]
fn serve_keeps_its_data_across_restarts() {
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
fn log_names_the_route_and_no_request_data() {
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
    assert!(log.contains("\"trace\":\""), "{log}");
    assert!(!log.to_lowercase().contains("canary"), "{log}");
}

#[test]
fn serve_answers_while_its_log_is_not_read() {
    /// Number of calls whose log lines exceed the 64 kB that fit into a pipe.
    const CALLS: usize = 800;
    let place = Place::new();
    let program = Program::serve_with_unread_log(&place.flags());
    for _ in 0..CALLS {
        assert_eq!(program.get("/healthz").0, 200);
    }
    let (_, figures) = program.get("/metrics");
    assert!(figures.contains("\nlog_lines_dropped_total 0\n"), "{figures}");
    program.signal("TERM");
    assert!(program.wait().success());
}

/// Starts a collector of tracing spans. Returns its address and a channel with the messages that it
/// receives.
fn collector() -> (String, Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (sent, received) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("a connection"));
            loop {
                let (mut line, mut length) = (String::new(), 0);
                while stream.read_line(&mut line).is_ok_and(|read| read > 2) {
                    if let Some((_, value)) =
                        line.to_ascii_lowercase().split_once("content-length: ")
                    {
                        length = value.trim().parse().expect("a length");
                    }
                    line.clear();
                }
                let mut body = vec![0; length];
                if length == 0 || stream.read_exact(&mut body).is_err() {
                    break;
                }
                let reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
                if sent.send(body).is_err() || stream.get_mut().write_all(reply).is_err() {
                    break;
                }
            }
        }
    });
    (format!("http://{address}"), received)
}

#[test]
fn serve_sends_spans_to_a_collector_under_the_callers_trace() {
    const TRACE: [u8; 16] = *b"0123456789abcdef";
    const PATIENCE: Duration = Duration::from_secs(600);
    let (url, received) = collector();
    let place = Place::new();
    let program = Program::serve_for_test(
        &place.flags(),
        &[
            ("FUNRAY_HTTP__TRUSTED_PROXIES", "127.0.0.1"),
            ("FUNRAY_TRACING__OTLP_URL", &url),
            ("FUNRAY_TRACING__SAMPLE_RATIO", "1"),
            ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        ],
    );
    let trace = kernel::random::hex(&TRACE);
    let (status, _) = program.send(&format!(
        "GET /api/v1/Public/Regions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Traceparent: 00-{trace}-00f067aa0ba902b7-01\r\n\r\n"
    ));
    assert_eq!(status, 200);
    let wanted: [&[u8]; 5] =
        [&TRACE, b"request", b"/api/v1/Public/Regions", b"transaction", b"statements"];
    let mut spans: Vec<u8> = Vec::new();
    let has = |spans: &[u8], text: &[u8]| spans.windows(text.len()).any(|bytes| bytes == text);
    while !wanted.iter().all(|text| has(&spans, text)) {
        // The spans arrive in several messages, so wait for the rest.
        spans.extend(received.recv_timeout(PATIENCE).expect("the rest of the spans"));
    }
    program.signal("TERM");
    assert!(program.wait().success());
}

#[test]
fn worker_command_runs_jobs_alone() {
    let place = Place::new();
    let db = place.open();
    db.migrate(platform::migrations::ALL).expect("migrations");
    let now = kernel::clock::Clock::system().now();
    db.write_blocking(move |tx| mail::post(tx, now, &crate::support::mail("ann@shop.example")))
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
    let mode = |path: &Path| std::fs::metadata(path).expect("it").permissions().mode() & 0o777;
    assert_eq!(mode(&outgoing), 0o700, "mails are nobody else's");
    let mails: Vec<_> = std::fs::read_dir(outgoing).expect("the folder").collect();
    assert_eq!(mails.len(), 1);
    assert_eq!(mode(&mails[0].as_ref().expect("a file").path()), 0o600);
}

#[test]
fn test_engine_is_the_requested_one() {
    let engine = Place::new().open().engine().to_string();
    assert_eq!(
        engine.eq_ignore_ascii_case("postgresql") || engine.eq_ignore_ascii_case("postgres"),
        on_postgres()
    );
}

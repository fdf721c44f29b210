//! Tests of encrypted backups, of drills that restore one, and of copies of the key.

mod postgres;

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    ledger::{sell, tamper},
    support::{KEY, TestApp, place::on_postgres, program::funray},
};

/// Runs a command of the program on the test's database, and types `text`.
fn typed(app: &TestApp, words: &[&str], text: &str) -> (bool, String) {
    let (name, more) = words.split_first().expect("a command");
    let mut child = funray()
        .args(app.command_line(name, more))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("typed");
    let output = child.wait_with_output().expect("it ends");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).expect("text"))
}

/// Returns the lines of copies that `funray key export` prints.
fn exported(app: &TestApp) -> Vec<String> {
    let (is_fine, said) = app.command("key", &["export"]);
    assert!(is_fine && !said.contains(KEY), "{said}");
    let is_copy = |line: &&str| line.split('-').count() == 14;
    said.lines().filter(is_copy).map(str::to_owned).collect()
}

fn confirm_all(app: &TestApp) {
    let (is_fine, said) = typed(app, &["key", "confirm"], &exported(app).join("\n"));
    assert!(is_fine, "{said}");
}

/// Returns the metric's value on the page of a new node, which has not cached it.
async fn metric(app: &TestApp, name: &str) -> i64 {
    let router = crate::support::router(app.another_node());
    let page = crate::support::Call::new(router, "GET", "/metrics").send().await.text().to_owned();
    let line = page.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name}: {page}")).parse().expect("a number")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn key_confirm_finds_typing_errors_and_keys_without_a_copy() {
    let mut app = TestApp::new().await;
    let previous = "1e".repeat(32);
    app.restart(&format!("previous_keys = [{previous:?}]"));
    let copies = exported(&app);
    assert_eq!(copies.len(), 2, "the current key and the previous one");
    let confirm = |text: &str| typed(&app, &["key", "confirm"], text);
    let wrong = format!("{}\n\n{}", copies[0], copies[1].replace(&copies[1][..4], "ZZZZ"));
    let (is_fine, said) = confirm(&wrong);
    assert!(!is_fine && said.contains("line 3 is no copy"), "{said}");
    let (is_fine, said) = confirm("\n");
    assert!(!is_fine && said.contains("nothing was typed"), "{said}");
    assert_eq!(app.count("SELECT count(*) FROM safeguard").await, 0);
    let (is_fine, said) = confirm(&copies[0].to_lowercase());
    assert!(!is_fine && said.contains("no copy of the key"), "the previous key has none: {said}");
    let (is_fine, said) = confirm(&copies[1].replace('-', " "));
    assert!(is_fine && said.contains("is right"), "{said}");
    assert_eq!(app.count("SELECT count(*) FROM safeguard").await, 2);
}

#[tokio::test]
async fn backup_is_refused_until_the_key_has_a_copy_and_encrypts_everything() {
    if on_postgres() {
        return;
    }
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let folder = app.place.folder.path().join("backups");
    let place = folder.display().to_string();
    let back_up = || app.command("backup", &["--to", &place, "--keep", "1d"]);
    let (is_fine, said) = back_up();
    assert!(!is_fine && said.contains("funray key export"), "{said}");
    assert!(!folder.exists() || names(&folder).is_empty(), "nothing was written");
    assert!(metric(&app, "backup_age_seconds").await > 1_000_000_000);

    confirm_all(&app);
    fs::create_dir_all(&folder).expect("a folder");
    for other in ["funray-2020-01-01T00-00-00Z.backup", "notes.txt"] {
        fs::write(folder.join(other), "old").expect("a file");
    }
    let (is_fine, said) = back_up();
    assert!(is_fine && said.contains("Deleted: 1."), "{said}");
    let made = names(&folder);
    assert!(made.len() == 2 && made[1] == "notes.txt", "the old one is deleted: {made:?}");
    let bytes = fs::read(folder.join(&made[0])).expect("a backup");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("funray sealed 1\n") && !text.contains("SQLite"), "encrypted");
    assert_eq!(app.count("SELECT count(*) FROM safeguard WHERE name = 'BACKUP'").await, 1);
    let left = names(app.place.folder.path());
    assert!(!left.iter().any(|name| name.contains("partial")), "{left:?}");

    // Another server, with nothing but the paper.
    let copy = exported(&app)[0].clone();
    let fresh = tempfile::tempdir().expect("a folder");
    let data = fresh.path().display().to_string();
    let backup = folder.join(&made[0]).display().to_string();
    let on_fresh = |words: &[&str], key: &str| {
        let mut command = funray();
        let set = command.args(words).args(["--data", &data]).env("FUNRAY_SECRET_KEY", key);
        let output = set.output().expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).expect("text"))
    };
    let (is_fine, said) = on_fresh(&["restore", &backup], "");
    assert!(!is_fine && said.contains("put the key there first"), "{said}");
    let (is_fine, said) = on_fresh(&["restore", &backup], &"1e".repeat(32));
    assert!(!is_fine && said.contains("it was encrypted with the key"), "{said}");
    assert_eq!(names(fresh.path()), Vec::<String>::new(), "nothing is left");
    let (is_fine, said) = on_fresh(&["restore", &backup], &copy);
    assert!(is_fine, "{said}");
    let (is_fine, said) = on_fresh(&["verify"], &copy);
    assert!(is_fine && said.contains("1 cards with"), "{said}");
    drop(sold);
}

#[tokio::test]
async fn drill_restores_the_newest_backup_and_verifies_it() {
    if on_postgres() {
        return;
    }
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    confirm_all(&app);
    let folder = app.place.folder.path().join("backups");
    let place = folder.display().to_string();
    let drill = || app.command("drill", &["--from", &place]);
    let (is_fine, said) = drill();
    assert!(!is_fine && said.contains("there is no backup"), "{said}");
    assert!(app.command("backup", &["--to", &place]).0);
    let (is_fine, said) = drill();
    assert!(is_fine && said.contains("1 cards with"), "{said}");
    assert!(metric(&app, "backup_drilled_timestamp").await > 1_700_000_000);

    // A backup of wrong books, and a damaged one, fail the drill and are not recorded.
    tamper(&app, "DELETE FROM safeguard WHERE name = 'DRILL'").await.expect("forgotten");
    tamper(&app, "UPDATE card SET balance = balance + 100").await.expect("a thief");
    for name in names(&folder) {
        fs::remove_file(folder.join(name)).expect("deleted");
    }
    assert!(app.command("backup", &["--to", &place]).0);
    tamper(&app, "UPDATE card SET balance = balance - 100").await.expect("put back");
    let (is_fine, said) = drill();
    assert!(!is_fine && said.contains("its books are wrong"), "{said}");
    let file = folder.join(&names(&folder)[0]);
    let bytes = fs::read(&file).expect("a backup");
    fs::write(&file, &bytes[..bytes.len() - 1]).expect("cut");
    let (is_fine, said) = drill();
    assert!(!is_fine && said.contains("damaged or incomplete"), "{said}");
    assert_eq!(app.count("SELECT count(*) FROM safeguard WHERE name = 'DRILL'").await, 0);
    let left = names(app.place.folder.path());
    assert!(!left.iter().any(|name| name.starts_with("restoring")), "{left:?}");
}

#[tokio::test]
async fn backup_record_and_drill_serve_postgres() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    let (is_fine, said) = app.command("backup", &["--record"]);
    assert!(is_fine, "{said}");
    assert_eq!(app.count("SELECT count(*) FROM safeguard WHERE name = 'BACKUP'").await, 1);
    let Some(url) = app.place.url() else { return };
    let (is_fine, said) = app.command("backup", &["--to", "/nowhere"]);
    assert!(!is_fine && said.contains("own tools"), "{said}");
    let (is_fine, said) = app.command("drill", &["--restored-url", url]);
    assert!(is_fine && said.contains("1 cards with"), "{said}");
    assert!(metric(&app, "backup_drilled_timestamp").await > 1_700_000_000);
}

#[tokio::test]
async fn backup_goes_on_until_it_is_asked_to_stop() {
    if on_postgres() {
        return;
    }
    let app = TestApp::new().await;
    confirm_all(&app);
    let folder = app.place.folder.path().join("backups");
    let place = folder.display().to_string();
    let arguments = app.command_line("backup", &["--to", &place, "--every", "1h"]);
    let mut child = funray().args(arguments).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe")));
    let line = lines.next().expect("a line").expect("text");
    assert!(line.contains("is made"), "{line}");
    let stopped = Command::new("kill").arg(child.id().to_string()).status();
    assert!(stopped.expect("kill runs").success());
    assert!(child.wait().expect("it ends").success());
    assert_eq!(names(&folder).len(), 1);
}

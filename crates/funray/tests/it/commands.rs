//! Tests of the program's commands, which run as separate processes.

use std::{
    fs::{Permissions, metadata, set_permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
};

use crate::support::{
    Place,
    place::on_postgres,
    program::{Program, run},
    wire::ClosedPort,
};

#[test]
fn config_prints_the_settings_without_secrets() {
    let url = "postgres://ann:hunter2@db.example/shop";
    let (fine, out, _) = run(&["config", "--listen", "127.0.0.1:9", "--database-url", url]);
    assert!(fine);
    assert!(out.contains("listen = \"127.0.0.1:9\"  # flag"), "{out}");
    assert!(out.contains("postgres://ann:***@db.example/shop"), "{out}");
    assert!(!out.contains("hunter2"), "{out}");
}

#[test]
fn openapi_prints_the_served_document() {
    let (fine, out, _) = run(&["openapi"]);
    assert!(fine);
    assert_eq!(out.as_bytes(), &funray::router::document()[..]);
}

#[test]
fn migrate_can_be_repeated() {
    let place = Place::new();
    let flags = place.flags();
    let arguments: Vec<&str> =
        std::iter::once("migrate").chain(flags.iter().map(String::as_str)).collect();
    for _ in 0..2 {
        let (fine, out, complaint) = run(&arguments);
        assert!(fine, "{complaint}");
        assert!(out.contains("at this program's version"), "{out}");
    }
}

#[test]
fn create_admin_makes_a_super_administrator_and_prints_a_link() {
    let place = Place::new();
    place.open().migrate(platform::migrations::ALL).expect("migrations");
    let flags = place.flags();
    let create = |email: &str| {
        let mut arguments = vec!["create-admin", email];
        arguments.extend(flags.iter().map(String::as_str));
        run(&arguments)
    };
    for _ in 0..2 {
        let (fine, out, complaint) = create("Boss@shop.example");
        assert!(fine, "{complaint}");
        assert!(out.contains("/api/v1/Accounts/links/"), "{out}");
    }
    let supers = place
        .open()
        .read_blocking(|tx| {
            tx.rows::<(String,)>(
                "SELECT p.email FROM person_role r JOIN person p ON p.id = r.person_id
                 WHERE r.role = 'SUPER_ADMINISTRATOR'",
                &[],
            )
        })
        .expect("rows");
    assert_eq!(supers, [("boss@shop.example".to_owned(),)]);
    let granted = place
        .open()
        .read_blocking(|tx| {
            tx.rows::<(String, String)>(
                "SELECT actor, after FROM audit_entry WHERE action = 'ROLE_GRANTED'",
                &[],
            )
        })
        .expect("rows");
    let row = ("program:create-admin".to_owned(), r#"{"role":"SUPER_ADMINISTRATOR"}"#.to_owned());
    assert_eq!(granted, [row], "the second time it was theirs already");
    let (fine, _, complaint) = create("boss");
    assert!(!fine);
    assert!(complaint.contains("no email address"), "{complaint}");
}

#[test]
fn test_mail_sends_to_the_mail_folder() {
    let place = Place::new();
    let folder = place.folder.path().join("outgoing");
    let target = format!("dir:{}", folder.display());
    let flags = place.flags();
    let send = |address: &str| {
        let mut arguments = vec!["test-mail", address, "--mail", &target];
        arguments.extend(flags.iter().map(String::as_str));
        run(&arguments)
    };
    let (fine, out, complaint) = send("ann@shop.example");
    assert!(fine, "{complaint}");
    assert!(out.contains("ann@shop.example went out"), "{out}");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 1);
    let (fine, _, complaint) = send("nobody");
    assert!(!fine);
    assert!(complaint.contains("\"nobody\" is no email address"), "{complaint}");
}

#[test]
fn test_mail_says_when_the_mail_server_is_unreachable() {
    let place = Place::new();
    let closed = ClosedPort::new();
    let target = format!("smtp://{}", closed.address);
    let flags = place.flags();
    let mut arguments = vec!["test-mail", "ann@shop.example", "--mail", &target];
    arguments.extend(flags.iter().map(String::as_str));
    let (fine, _, complaint) = run(&arguments);
    assert!(!fine);
    assert!(complaint.contains("it stays in the queue"), "{complaint}");
}

#[test]
fn record_bounce_ignores_other_input_than_reports() {
    let place = Place::migrated();
    let flags = place.flags();
    let mut arguments = vec!["record-bounce"];
    arguments.extend(flags.iter().map(String::as_str));
    let (fine, out, complaint) = run(&arguments);
    assert!(fine && out.contains("nothing to do"), "{out}{complaint}");
}

/// Runs a command on the embedded database in this folder. Returns whether the command succeeded,
/// its standard output, and its standard error.
fn run_in(data: &std::path::Path, words: &[&str]) -> (bool, String, String) {
    let data = data.display().to_string();
    run(&[words, &["--data", &data]].concat())
}

#[test]
fn backup_works_while_running_and_restore_into_an_empty_folder() {
    if on_postgres() {
        let place = Place::migrated();
        let flags = place.flags();
        let copy = place.folder.path().join("copy.db").display().to_string();
        for command in ["backup", "restore"] {
            let words: Vec<&str> = [command, copy.as_str()]
                .into_iter()
                .chain(flags.iter().map(String::as_str))
                .collect();
            let (fine, _, complaint) = run(&words);
            assert!(!fine && complaint.contains("own tools"), "{complaint}");
        }
        return;
    }
    let place = Place::embedded();
    let mut flags = place.flags();
    flags.push("--demo".to_owned());
    let program = Program::serve(&flags);
    let copy = place.folder.path().join("copy.db");
    let (copied, fresh) = (copy.display().to_string(), tempfile::tempdir().expect("a folder"));
    let (fine, _, complaint) = run_in(place.folder.path(), &["backup", &copied]);
    assert!(fine, "{complaint}");
    let (fine, _, complaint) = run_in(place.folder.path(), &["backup", &copied]);
    assert!(!fine && complaint.contains("exists already"), "{complaint}");
    drop(program);

    let (fine, _, complaint) = run_in(place.folder.path(), &["restore", &copied]);
    assert!(!fine && complaint.contains("stop the program and move"), "{complaint}");
    // A write-ahead log next to the new file belongs to an older database, so restoring must be
    // refused.
    let log = fresh.path().join("funray.db-wal");
    std::fs::write(&log, "").expect("a file");
    let (fine, _, complaint) = run_in(fresh.path(), &["restore", &copied]);
    assert!(!fine && complaint.contains("funray.db-wal"), "{complaint}");
    std::fs::remove_file(&log).expect("no file");
    let (fine, out, complaint) = run_in(fresh.path(), &["restore", &copied]);
    assert!(fine, "{complaint}");
    let key = fresh.path().join("secret.key");
    assert!(out.contains(&key.display().to_string()), "{out}");
    // Compare the summaries without the number of seals, because the program made more seals after
    // the backup.
    let books = |data: &std::path::Path| {
        let (fine, out, complaint) = run_in(data, &["verify"]);
        assert!(fine, "{complaint}");
        let (summary, _) = out.split_once(" on them.").expect("a summary");
        let counts =
            summary.split(" (").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest));
        // Leave out the number of audit rows, because the program wrote more of them after the
        // backup.
        counts
            .flat_map(|part| part.split(','))
            .filter(|part| !part.ends_with("audit rows"))
            .collect::<String>()
    };
    let (fine, _, complaint) = run_in(fresh.path(), &["verify"]);
    assert!(!fine && complaint.contains("secret.key is missing"), "{complaint}");
    std::fs::copy(place.folder.path().join("secret.key"), &key).expect("the key");
    let restored = books(fresh.path());
    assert!(!restored.contains(" 0 cards"), "{restored}");
    assert_eq!(restored, books(place.folder.path()));

    // A database with cards must not be used without its key. The program would otherwise create a
    // new key and sell cards under it.
    std::fs::remove_file(&key).expect("no key");
    let work = ["create-admin", "boss@shop.example"];
    let (fine, _, complaint) = run_in(fresh.path(), &work);
    assert!(!fine && complaint.contains("secret.key is missing"), "{complaint}");
    assert!(!key.exists(), "none is made");
    std::fs::write(&key, "ab".repeat(32)).expect("a key");
    let (fine, _, complaint) = run_in(fresh.path(), &work);
    assert!(!fine && complaint.contains("this is not the key"), "{complaint}");
    std::fs::copy(place.folder.path().join("secret.key"), &key).expect("the key");
    let (fine, _, complaint) = run_in(fresh.path(), &work);
    assert!(fine, "{complaint}");
}

#[test]
fn backup_and_verify_refuse_a_missing_or_foreign_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    let copied = copy.display().to_string();
    let refused = |words: &[&str], why: &str| {
        let (fine, _, complaint) = run_in(folder.path(), words);
        assert!(!fine && complaint.contains(why), "{complaint}");
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
        assert!(!copy.exists(), "{why}");
    };
    for words in [&["backup", copied.as_str()][..], &["verify"]] {
        refused(words, "there is no database");
        assert!(!folder.path().join("funray.db").exists(), "{words:?}: none is made");
    }
    std::fs::write(folder.path().join("funray.db"), "").expect("a file");
    refused(&["backup", &copied], "no database of ours");
}

/// Returns the permission bits of a file. With 0o600, only its owner can read and write it.
fn mode(file: &Path) -> u32 {
    metadata(file).expect("the file").permissions().mode() & 0o777
}

#[test]
fn backup_and_restore_make_files_private() {
    if on_postgres() {
        return;
    }
    let place = Place::migrated();
    let (copy, fresh) =
        (place.folder.path().join("copy.db"), tempfile::tempdir().expect("a folder"));
    // A partial backup that a killed command has left, readable by everyone.
    let partial = place.folder.path().join("copy.db.partial");
    std::fs::write(&partial, "").expect("a file");
    set_permissions(&partial, Permissions::from_mode(0o666)).expect("a file");
    let copied = copy.display().to_string();
    let (fine, _, complaint) = run_in(place.folder.path(), &["backup", &copied]);
    assert!(fine, "{complaint}");
    assert_eq!(mode(&copy), 0o600);

    set_permissions(&copy, Permissions::from_mode(0o644)).expect("a file");
    let (fine, _, complaint) = run_in(fresh.path(), &["restore", &copied]);
    assert!(fine, "{complaint}");
    assert_eq!(mode(&fresh.path().join("funray.db")), 0o600);
}

#[test]
fn restore_refuses_a_missing_or_invalid_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.db");
    let data = folder.path().join("data");
    let name = file.display().to_string();
    let refused = |why: &str| {
        let (fine, _, complaint) = run_in(&data, &["restore", &name]);
        assert!(!fine && complaint.contains(&name), "{why}: {complaint}");
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
        assert!(!data.join("funray.db").exists(), "{why}");
    };
    refused("it isn't there");
    std::fs::write(&file, "").expect("a file");
    refused("it is empty");
    std::fs::write(&file, "dear diary ".repeat(1000)).expect("a file");
    refused("it is something else");
}

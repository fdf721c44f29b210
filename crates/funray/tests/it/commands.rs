//! The program's commands, run as a person runs them.

use crate::support::{Place, program::run};

#[test]
fn config_prints_what_is_in_force_without_secrets() {
    let url = "postgres://ann:hunter2@db.example/shop";
    let (fine, out, _) = run(&["config", "--listen", "127.0.0.1:9", "--database-url", url]);
    assert!(fine);
    assert!(out.contains("listen = \"127.0.0.1:9\"  # flag"), "{out}");
    assert!(out.contains("postgres://ann:***@db.example/shop"), "{out}");
    assert!(!out.contains("hunter2"), "{out}");
}

#[test]
fn openapi_prints_the_document_that_is_served() {
    let (fine, out, _) = run(&["openapi"]);
    assert!(fine);
    assert_eq!(out.as_bytes(), &funray::http::document()[..]);
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
fn the_first_super_administrator_is_made_with_a_link_to_choose_a_password() {
    let place = Place::new();
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
    let (fine, _, complaint) = create("boss");
    assert!(!fine);
    assert!(complaint.contains("no e-mail address"), "{complaint}");
}

#[test]
fn a_test_mail_goes_the_whole_way() {
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
    assert!(complaint.contains("\"nobody\" is no e-mail address"), "{complaint}");
}

#[test]
fn a_mail_that_can_not_go_out_says_so() {
    let place = Place::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let target = format!("smtp://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let flags = place.flags();
    let mut arguments = vec!["test-mail", "ann@shop.example", "--mail", &target];
    arguments.extend(flags.iter().map(String::as_str));
    let (fine, _, complaint) = run(&arguments);
    assert!(!fine);
    assert!(complaint.contains("it stays in the queue"), "{complaint}");
}

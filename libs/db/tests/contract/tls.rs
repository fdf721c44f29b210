//! Tests that TLS connections verify the server's certificate and name.

use db::testing::{Cluster, ClusterOptions};
use db::{Db, Engine, Error, PostgresOptions, params};

use crate::support::{Folder, cluster, is_wanted};

const AUTHORITY: &str = include_str!("../tls/authority.pem");
const STRANGER: &str = include_str!("../tls/stranger.pem");

fn encrypted(url: &str) -> Result<bool, Error> {
    let options = PostgresOptions { connections: 1, ..PostgresOptions::default() };
    Db::postgres(url, options)?.read_blocking(|tx| {
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        tx.one::<(bool,)>(sql, params![]).map(|(ssl,)| ssl)
    })
}

fn refusal(url: &str) -> String {
    match encrypted(url) {
        Err(Error::Unavailable(why)) => why,
        other => panic!("{url}: {other:?}"),
    }
}

#[test]
fn postgres_tls_verifies_certificate_and_host_name() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let cluster = Cluster::new(&ClusterOptions {
        settings: vec![("ssl", "on".to_owned())],
        files: vec![
            ("server.crt", include_str!("../tls/server.pem").to_owned()),
            ("server.key", include_str!("../tls/server.key").to_owned()),
        ],
        ..ClusterOptions::default()
    })
    .unwrap();
    let folder = Folder::new();
    let file = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let trusted = file("trusted.pem", AUTHORITY);
    let stranger = file("stranger.pem", STRANGER);
    let empty = file("empty.pem", "");
    let url = cluster.tcp_url("postgres").unwrap();

    for mode in ["prefer", "require", "verify-ca", "verify-full"] {
        assert_eq!(
            encrypted(&format!("{url}?sslmode={mode}&sslrootcert={trusted}")),
            Ok(true),
            "{mode}"
        );
        assert!(
            refusal(&format!("{url}?sslmode={mode}&sslrootcert={stranger}"))
                .contains("certificate"),
            "{mode}"
        );
    }
    // Without `sslrootcert`, the certificate is refused, because the system does not trust the test
    // authority.
    assert!(refusal(&format!("{url}?sslmode=require")).contains("certificate"));
    // The certificate is valid for the address 127.0.0.1, but not for the name `localhost`.
    let by_name = url.replace("@127.0.0.1", "@localhost");
    assert!(
        refusal(&format!("{by_name}?sslmode=verify-full&sslrootcert={trusted}"))
            .contains("certificate")
    );
    // TLS is not used by default within this machine, where connections can't be intercepted.
    assert_eq!(encrypted(&url), Ok(false));
    assert_eq!(encrypted(&format!("{url}?sslmode=disable")), Ok(false));

    let nowhere = folder.join("nowhere.pem");
    for unusable in [empty.as_str(), nowhere.to_str().unwrap()] {
        let why = refusal(&format!("{url}?sslmode=require&sslrootcert={unusable}"));
        assert!(why.contains("sslrootcert") && why.contains(unusable), "{why}");
    }
}

#[test]
fn postgres_sslmode_require_refuses_a_server_without_tls() {
    if !is_wanted(Engine::Postgres) {
        return;
    }
    let url = cluster().url("postgres");
    assert_eq!(encrypted(&url), Ok(false));
    assert!(refusal(&format!("{url}?sslmode=require")).contains("TLS"));
    assert!(refusal(&format!("{url}?sslmode=sometimes")).contains("sslmode"));
}

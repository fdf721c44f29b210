//! Starts a private PostgreSQL server, runs a command whose test programs share the server, and
//! returns the command's exit code: `cargo run -p db --features testing --example with_cluster --
//! cargo test`

use std::process::{Command, ExitCode};

use db::testing::{Cluster, ClusterOptions, SHARED_URL};

#[expect(clippy::print_stderr, reason = "a program for the terminal")]
fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let Some(program) = words.next() else {
        eprintln!("with_cluster: name the command to run");
        return ExitCode::from(2);
    };
    let cluster = match Cluster::new(&ClusterOptions::default()) {
        Ok(cluster) => cluster,
        Err(error) => {
            eprintln!("with_cluster: {error}");
            return ExitCode::FAILURE;
        }
    };
    let ended =
        Command::new(&program).args(words).env(SHARED_URL, cluster.url("postgres")).status();
    match ended {
        Ok(status) => {
            ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
        Err(error) => {
            eprintln!("with_cluster: {}: {error}", program.to_string_lossy());
            ExitCode::FAILURE
        }
    }
}

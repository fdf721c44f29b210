//! Short form of `make check-release`: this build is released over itself under load and rolled
//! back. Building the previous release would take minutes, so `tests/it/releases.rs` tests its
//! schema instead.

use std::{path::Path, process::Command};

/// Duration of each of the four stages, in seconds.
const STAGE_SECONDS: &str = "3";

#[test]
#[ignore = "needs PostgreSQL and the program: `make test-release`"]
fn release_refuses_no_call_while_programs_take_over_from_each_other() {
    let bench = Path::new(env!("CARGO_BIN_EXE_bench"));
    let program = bench.with_file_name("funray");
    let ran = Command::new(bench)
        .arg("release")
        .arg(&program)
        .args(["this very build", STAGE_SECONDS])
        .status()
        .expect("the load program runs");
    assert!(ran.success());
}

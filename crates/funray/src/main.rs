//! The program `funray`. A command that fails prints one line to standard error.

use std::process::ExitCode;

use clap::Parser;
use funray::{cli, commands};
use mimalloc::MiMalloc;

// Uses mimalloc because the system's allocator keeps the 19 MiB of each password hash reserved for
// the thread that computed the hash. Under load, that added up to 250 MiB.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

// A command can fail before the logger exists, so errors are printed to standard error.
#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    let outcome = match cli::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(answer) if !answer.use_stderr() => return cli::print_help(&answer),
        Err(error) => Err(cli::complaint(&error)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("funray: {problem}");
            ExitCode::FAILURE
        }
    }
}

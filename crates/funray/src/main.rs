//! The program `funray`. A command that fails prints one line on standard error.

use std::process::ExitCode;

use clap::Parser;
use funray::{cli, commands};
use mimalloc::MiMalloc;

// The system's allocator keeps the 19 MiB of each password hash in the arena of the hashing thread: 250 MiB under load.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

// A command can fail before the logger exists, so its error is printed.
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

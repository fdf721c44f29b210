//! The program. What went wrong at start is told in one line on standard error.

use std::process::ExitCode;

use clap::Parser;
use funray::{cli, commands};
use mimalloc::MiMalloc;

// The system's allocator keeps the 19 MiB of every password hash in the arena of whichever thread made it: 250 MiB under a flood.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

// A command that fails has one sentence to say, and no logger may be there yet.
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

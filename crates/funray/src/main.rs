//! The program. What went wrong at start is told in one line on standard error.

use std::process::ExitCode;

use clap::Parser;
use funray::{cli, commands};

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

//! The program. What went wrong at start is told in one line on standard error.

use std::process::ExitCode;

use clap::Parser;

// A command that fails has one sentence to say, and no logger may be there yet.
#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    let cli = funray::cli::Cli::parse();
    match funray::commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("funray: {problem}");
            ExitCode::FAILURE
        }
    }
}

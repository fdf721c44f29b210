//! Benchmarks of the program's parts, each compared with a reference or a fixed limit.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "figures are for the terminal")]

mod books;
mod buyers;
mod citus;
mod client;
mod counter;
mod db;
mod failover;
mod fairness;
mod figures;
mod growth;
mod hello;
mod hostile;
mod inside;
mod lookups;
mod mails;
mod memory;
mod migration;
mod nodes;
mod pgbench;
mod program;
mod purchases;
mod release;
mod reports;
mod sale;
mod search;
mod shop;

use std::{path::Path, process::ExitCode, time::Duration};

/// Error that ends a benchmark.
type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ran = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["citus"] => citus::run(),
        ["db"] => db::run(),
        ["counter"] => counter::run(),
        ["counter", "sqlite"] => counter::embedded(),
        ["counter", "postgres"] => counter::server(),
        ["hello"] => hello::run(),
        ["books"] => books::run(None),
        ["books", "sqlite"] => books::embedded(books::ENTRIES),
        ["books", "postgres"] => books::server(books::ENTRIES),
        ["books", entries] => books::run(Some(entries)),
        ["books", "sqlite", entries] => books::count(entries).and_then(books::embedded),
        ["books", "postgres", entries] => books::count(entries).and_then(books::server),
        ["failover"] => failover::run(failover::KILLS, failover::CUTS),
        ["failover", kills, cuts] => {
            books::count(kills).and_then(|kills| failover::run(kills, books::count(cuts)?))
        }
        ["fairness"] => fairness::run(fairness::ENTRIES),
        ["fairness", entries] => books::count(entries).and_then(fairness::run),
        ["growth"] => growth::run(&growth::SIZES),
        ["growth", ref sizes @ ..] => sizes
            .iter()
            .map(|size| books::count(size))
            .collect::<Result<Vec<_>, _>>()
            .and_then(|sizes| growth::run(&sizes)),
        ["mails"] => mails::run(),
        ["memory"] => memory::run(memory::MINUTES, Duration::ZERO),
        ["memory", minutes] => {
            books::count(minutes).and_then(|minutes| memory::run(minutes, Duration::ZERO))
        }
        ["memory", minutes, pause] => books::count(minutes)
            .and_then(|minutes| memory::run(minutes, Duration::from_millis(books::count(pause)?))),
        ["lookups"] => lookups::run(),
        ["nodes"] => nodes::run(),
        ["program"] => program::run(),
        ["pages"] => program::pages(),
        ["reports"] => reports::run(),
        ["search"] => search::run(),
        ["purchases"] => purchases::run(),
        ["purchases", "sqlite"] => purchases::embedded(),
        ["purchases", "postgres"] => purchases::server(),
        ["hostile"] => hostile::run(None),
        ["hostile", seconds] => hostile::run(Some(seconds)),
        ["migration", former] => migration::run(Path::new(former), None),
        ["migration", former, cards] => migration::run(Path::new(former), Some(cards)),
        ["release", former, name] => release::run(Path::new(former), name, release::STAGE_SECONDS),
        ["release", former, name, seconds] => seconds
            .parse()
            .map_err(Failure::from)
            .and_then(|seconds| release::run(Path::new(former), name, seconds)),
        // Runs all benchmarks, even if one of them misses its goal.
        ["all"] => db::run()
            .and_then(|fast| Ok(fast & counter::run()? & hello::run()?))
            .and_then(|fast| Ok(fast & lookups::run()? & reports::run()? & search::run()?))
            .and_then(|fast| Ok(fast & purchases::run()? & mails::run()?))
            .and_then(|fast| Ok(fast & fairness::run(fairness::ENTRIES)?))
            .and_then(|fast| Ok(fast & program::run()? & program::pages()?)),
        _ => {
            eprintln!(
                "usage: bench citus | db | counter [ENGINE] | hello | books [ENGINE] [ENTRIES] | lookups | failover [KILLS CUTS] | fairness [ENTRIES] | growth [CARDS…] | mails | memory [MINUTES [PAUSE_MS]] | nodes | reports | search | purchases [ENGINE] | program | pages | hostile [SECONDS] | release FORMER_PROGRAM NAME [SECONDS] | migration FORMER_PROGRAM [CARDS] | all"
            );
            return ExitCode::from(2);
        }
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

//! Checks the books from the outside, by the contract with shops and causes. Each test plays a
//! random history of calls: sales, redemptions, cash-outs, reversals, refunds, cancelled orders,
//! disputes, and payouts.
//!
//! An imaginary accountant notes each reply and computes independently what the program must report
//! at the end:
//!
//! - A shop gets what it redeemed and cashed out, less the shares of its sales, the tax on the
//!   platform's shares, and what it was already paid. A part of this amount may be held back.
//! - The cause gets what was raised for it, less what it was already paid.
//! - The payments of buyers, less their refunds, are on cards, payable to shops and cause, paid
//!   out, or revenue of the platform.
//! - Once the bank's statements are matched, the exported journals say that everything has arrived
//!   in the bank account or left it.
//!
//! `HISTORIES=200` plays 200 histories. A failure prints the number of the history, and
//! `HISTORIES=17-17` repeats number 17.

mod audit;
mod bank;
mod history;
mod notes;
mod taxes;

use history::History;

use crate::support::{place::on_postgres, till::Till};

/// Number of steps in a history.
const STEPS: usize = 60;

/// Returns the numbers of the histories that one of the parallel tests plays.
#[allow(clippy::disallowed_methods, reason = "only tests are told so how many histories to play")]
fn histories(part: u64) -> impl Iterator<Item = u64> {
    let usual = if on_postgres() { "2" } else { "10" };
    let text = std::env::var("HISTORIES").unwrap_or_else(|_| usual.to_owned());
    let (first, last) = text.split_once('-').unwrap_or(("1", &text));
    let number =
        |text: &str| text.trim().parse::<u64>().expect("HISTORIES is a number, or two: 17-17");
    (number(first)..=number(last)).filter(move |seed| seed % 2 == part)
}

async fn play_all(part: u64) {
    for seed in histories(part) {
        let mut till = Till::new().await;
        // Jobs may be left over: refunds wait until the gateway has settled the charge.
        till.app.expect_leftover_jobs();
        let mut history = History::begin(&till, seed).await;
        for step in 0..STEPS {
            history.go_on(step).await;
        }
        history.audit().await;
        history.audit_bank().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accountant_finds_every_account_right_part_1() {
    play_all(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accountant_finds_every_account_right_part_2() {
    play_all(0).await;
}

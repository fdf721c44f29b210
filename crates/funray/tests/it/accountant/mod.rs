//! Checks the books from the outside, by the contract with shops and causes. A random history makes calls: sales, redemptions,
//! cash-outs, reversals, refunds, cancelled orders, disputes, payouts. The accountant notes each reply and computes without
//! the program what every shop, the cause and the platform must see at the end:
//!
//! - A shop is owed what it redeemed and paid out in cash, less the shares of what it sold, less what it was paid. A part of that may
//!   be held back.
//! - The cause is owed what was raised for it, less what it was paid.
//! - The payments of buyers less their refunds are on cards, owed to shops and cause, paid out, or the platform's.
//!
//! `HISTORIES=200` plays 200 histories. A failure names the history, and `HISTORIES=17-17` repeats it.

mod audit;
mod history;
mod notes;

use history::History;

use crate::support::{place::on_postgres, till::Till};

/// Steps of one history.
const STEPS: usize = 60;

/// Returns the histories that one of the parallel tests plays in this run.
#[allow(clippy::disallowed_methods, reason = "only tests are told so how many histories to play")]
fn histories(part: u64) -> impl Iterator<Item = u64> {
    let usual = if on_postgres() { "2" } else { "6" };
    let text = std::env::var("HISTORIES").unwrap_or_else(|_| usual.to_owned());
    let (first, last) = text.split_once('-').unwrap_or(("1", &text));
    let number =
        |text: &str| text.trim().parse::<u64>().expect("HISTORIES is a number, or two: 17-17");
    (number(first)..=number(last)).filter(move |seed| seed % 2 == part)
}

async fn play_all(part: u64) {
    for seed in histories(part) {
        let mut till = Till::new().await;
        // Refunds wait until the gateway has settled the charge.
        till.app.expect_leftover_jobs();
        let mut history = History::begin(&till, seed).await;
        for step in 0..STEPS {
            history.go_on(step).await;
        }
        history.audit().await;
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

//! Money simulation: random games in which buyers pay, clerks redeem, shops are paid, deposits reach
//! the bank and months are closed. Replies and charges get lost, gifts are claimed, and cards are frozen.
//!
//! A model with a few sums predicts each reply, and the program's reply must match.
//!
//! `SEEDS=17` or `SEEDS=1-5000` selects games. A failure prints the seed and the step, and the same
//! seed repeats the game. `make test` plays a few games, and fewer on PostgreSQL, where each takes
//! longer. `make soak` plays thousands.

mod bank;
mod books;
mod closings;
mod counter;
mod deposits;
pub mod dice;
mod differences;
mod gateway;
mod gifts;
mod late;
mod model;
mod payout_runs;
mod payouts;
mod shopping;
mod staff;
mod taxes;
mod world;

use world::World;

use crate::support::{place::on_postgres, till::Till};

const STEPS: usize = 200;

/// Number of games played in parallel. More than one is faster, because a game spends half of its
/// time waiting.
const SIDE_BY_SIDE: u64 = 4;

/// Returns the seeds of the games that one of the parallel tests plays.
#[allow(clippy::disallowed_methods, reason = "only tests are told so which games to play")]
fn seeds(part: u64) -> impl Iterator<Item = u64> {
    let usual = if on_postgres() { "1-4" } else { "1-12" };
    let text = std::env::var("SEEDS").unwrap_or_else(|_| usual.to_owned());
    let (first, last) = text.split_once('-').unwrap_or((&text, &text));
    let number = |text: &str| text.trim().parse::<u64>().expect("SEEDS is a number, or two: 1-200");
    (number(first)..=number(last)).filter(move |seed| seed % SIDE_BY_SIDE == part)
}

/// Returns whether every refund in a game needs the approval of a second administrator.
fn refunds_by_two(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

async fn play(seed: u64) {
    let mut till = Till::new().await;
    if refunds_by_two(seed) {
        let all = "refunds.alone_up_to_dollars = 0";
        let settings = till.settings.replace("refunds.alone_up_to_dollars = 1000000", all);
        till.app.restart(&settings);
    }
    // The job that looks up a payment unknown to the gateway runs again a day later, so it may be
    // left in the queue.
    till.app.expect_leftover_jobs();
    let mut world = World::new(&till, seed).await;
    for step in 0..STEPS {
        world.step = step;
        world.go_on().await;
        if step % 50 == 49 {
            world.compare_books().await;
        }
    }
    // The end of the game counts as an additional step, to distinguish its failures from those of
    // the last move.
    world.step = STEPS;
    world.finish().await;
}

async fn play_all(part: u64) {
    for seed in seeds(part) {
        play(seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simulation_matches_the_model_part_1() {
    play_all(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simulation_matches_the_model_part_2() {
    play_all(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simulation_matches_the_model_part_3() {
    play_all(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simulation_matches_the_model_part_4() {
    play_all(3).await;
}

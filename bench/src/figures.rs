//! Rates, latencies, and medians over several rounds.

use std::time::Duration;

/// Result of one round of a load.
#[derive(Clone)]
pub struct Round {
    pub per_second: f64,
    /// Latencies, if they were measured individually.
    pub half: Duration,
    pub most: Duration,
}

impl Round {
    pub fn new(elapsed: Duration, mut latencies: Vec<Duration>) -> Round {
        latencies.sort_unstable();
        let at = |share: f64| {
            let index = (latencies.len() as f64 * share) as usize;
            latencies.get(index).copied().unwrap_or_default()
        };
        Round {
            per_second: latencies.len() as f64 / elapsed.as_secs_f64(),
            half: at(0.50),
            most: at(0.99),
        }
    }
}

/// Returns the median of each figure over the rounds.
pub fn median(rounds: &[Round]) -> Round {
    let mid = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let time = |pick: fn(&Round) -> Duration| {
        Duration::from_secs_f64(mid(rounds.iter().map(|round| pick(round).as_secs_f64()).collect()))
    };
    Round {
        per_second: mid(rounds.iter().map(|round| round.per_second).collect()),
        half: time(|round| round.half),
        most: time(|round| round.most),
    }
}

/// Prints one row of a comparison.
pub fn line(name: &str, round: &Round) {
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "  {name:<34} {:>9.0}/s   p50 {:>7.2} ms   p99 {:>7.2} ms",
        round.per_second,
        millis(round.half),
        millis(round.most)
    );
}

/// Prints the ratio of two rates and returns true if it reaches the goal.
pub fn verdict(ours: &Round, theirs: &Round, goal: f64) -> bool {
    let ratio = ours.per_second / theirs.per_second;
    let reached = ratio >= goal;
    let word = if reached { "reached" } else { "MISSED" };
    println!("  ratio {ratio:.2} (goal {goal}): {word}");
    reached
}

//! Figures of the benchmarks: rates, latencies, and their medians over several rounds.

use std::time::Duration;

/// Result of one round of a benchmark.
#[derive(Clone)]
pub struct Round {
    pub per_second: f64,
    /// Latencies: median (`half`) and 99th percentile (`most`). Zero if no latencies were measured.
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

/// Returns a round whose rate and latencies are the medians over the rounds.
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

/// Prints the figures of one round as a line of a comparison.
pub fn line(name: &str, round: &Round) {
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "  {name:<34} {:>9.0}/s   p50 {:>7.2} ms   p99 {:>7.2} ms",
        round.per_second,
        millis(round.half),
        millis(round.most)
    );
}

/// Prints the ratio of our rate to the reference rate. Returns true if the ratio reaches the goal.
pub fn verdict(ours: &Round, theirs: &Round, goal: f64) -> bool {
    let ratio = ours.per_second / theirs.per_second;
    let reached = ratio >= goal;
    let word = if reached { "reached" } else { "MISSED" };
    println!("  ratio {ratio:.2} (goal {goal}): {word}");
    reached
}

//! Whether the time of an answer tells what the answer doesn't: to look up a card of another shop must take as long as to
//! look up one that doesn't exist.

use std::time::{Duration, Instant};

use crate::{
    Failure,
    client::{Client, texts},
    program::{Program, data_folder, word},
};

/// Of each kind by each person: together they stay below what is forgiven at once.
const TRIES: usize = 9;
/// Each with a database of its own, which has forgotten the misses before it.
const ROUNDS: usize = 5;
/// How far apart the medians may lie, in parts of the smaller one.
const GOAL: f64 = 0.2;
const NOT_FOUND: u16 = 404;

/// Measures both kinds in turns; true when their medians can't be told apart.
pub fn run() -> Result<bool, Failure> {
    let (mut foreign, mut unknown) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let data = data_folder("lookups")?;
        let program = Program::start(&data, &[])?;
        program.first_reply()?;
        guess(&program.address, &mut foreign, &mut unknown)?;
        drop(program);
        std::fs::remove_dir_all(&data)?;
    }
    let (foreign, unknown) = (median(foreign), median(unknown));
    let (less, more) = (foreign.min(unknown), foreign.max(unknown));
    let apart = more.as_secs_f64() / less.as_secs_f64() - 1.0;
    println!("cards that somebody may not see, medians");
    println!("  of another shop {foreign:>12.1?}");
    println!("  that there isn't {unknown:>11.1?}");
    println!("  {apart:.2} apart (goal {GOAL}): {}", word(apart <= GOAL));
    Ok(apart <= GOAL)
}

fn guess(
    address: &str,
    foreign: &mut Vec<Duration>,
    unknown: &mut Vec<Duration>,
) -> Result<(), Failure> {
    let mut client = Client::connect(address)?;
    for (own, other) in [("a", "b"), ("b", "a")] {
        let numbers = numbers_of(&mut client, other)?;
        let known = numbers_of(&mut client, own)?.swap_remove(0);
        for role in ["manager", "employee"] {
            let token = client.sign_in(&format!("{role}@vendor-{own}.test"))?;
            // What is slow the first time is over then.
            client.call("GET", &format!("/api/v1/Cards/codes/{known}"), &token, "")?;
            for number in numbers.iter().cycle().take(TRIES) {
                foreign.push(miss(&mut client, &token, number)?);
                unknown.push(miss(&mut client, &token, &nobodys(number))?);
            }
        }
    }
    Ok(())
}

fn numbers_of(client: &mut Client, vendor: &str) -> Result<Vec<String>, Failure> {
    let token = client.sign_in(&format!("manager@vendor-{vendor}.test"))?;
    let (_, reply) = client.call("GET", "/api/v1/Cards?pageSize=100", &token, "")?;
    let numbers: Vec<String> = texts(&reply, "cardNumber").map(str::to_owned).collect();
    if numbers.is_empty() { Err("the vendor has sold no cards".into()) } else { Ok(numbers) }
}

fn miss(client: &mut Client, token: &str, number: &str) -> Result<Duration, Failure> {
    let begun = Instant::now();
    let (status, reply) =
        client.call("GET", &format!("/api/v1/Cards/codes/{number}"), token, "")?;
    let took = begun.elapsed();
    if status == NOT_FOUND { Ok(took) } else { Err(format!("{status}: {reply}").into()) }
}

/// A number as good as this one, two digits of which are exchanged for others with the same check digit.
fn nobodys(number: &str) -> String {
    let shifted = number.char_indices().map(|(place, digit)| match (place, digit.to_digit(10)) {
        // Both stand at places that count once.
        (1, Some(digit)) => char::from_digit((digit + 3) % 10, 10).unwrap_or('0'),
        (3, Some(digit)) => char::from_digit((digit + 7) % 10, 10).unwrap_or('0'),
        _ => digit,
    });
    shifted.collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

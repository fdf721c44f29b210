//! Benchmark of card lookups. A lookup of another shop's card must take as long as one of a card
//! that does not exist. Otherwise the time would reveal which cards exist.

use std::time::{Duration, Instant};

use tokio::runtime::Builder;

use crate::{
    Failure,
    client::{Client, texts},
    program::{Program, data_folder, word},
};

/// Number of lookups of existing and of unknown cards per person. Together they stay below the
/// limit for failed lookups.
const TRIES: usize = 9;
/// Number of rounds. Each round uses a new database, so failed lookups of earlier rounds do not
/// count.
const ROUNDS: usize = 5;
/// Maximum difference between the two median times, relative to the smaller one.
const GOAL: f64 = 0.2;
const NOT_FOUND: u16 = 404;

/// Identification of the card in a lookup: a typed card number or a scanned code.
#[derive(Clone, Copy)]
enum Key {
    Number,
    Code,
}

/// Compares the times for cards of other shops and for unknown cards, by number and by code.
/// Returns true if the medians are too close to distinguish the two.
pub fn run() -> Result<bool, Failure> {
    println!("cards of other shops and unknown cards, medians");
    Ok(compare(Key::Number)? & compare(Key::Code)?)
}

fn compare(key: Key) -> Result<bool, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut foreign, mut unknown) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let data = data_folder("lookups")?;
        let program = Program::start(&data, &[])?;
        program.first_reply()?;
        runtime.block_on(guess(&program.address, key, &mut foreign, &mut unknown))?;
        drop(program);
        std::fs::remove_dir_all(&data)?;
    }
    let (foreign, unknown) = (median(foreign), median(unknown));
    let (less, more) = (foreign.min(unknown), foreign.max(unknown));
    let apart = more.as_secs_f64() / less.as_secs_f64() - 1.0;
    let by = match key {
        Key::Number => "by number",
        Key::Code => "by code",
    };
    println!("  {by:<10} of another shop {foreign:>9.1?}, that there isn't {unknown:>9.1?}");
    println!("  {:<10} {apart:.2} apart (goal {GOAL}): {}", "", word(apart <= GOAL));
    Ok(apart <= GOAL)
}

async fn guess(
    address: &str,
    key: Key,
    foreign: &mut Vec<Duration>,
    unknown: &mut Vec<Duration>,
) -> Result<(), Failure> {
    let mut client = Client::connect(address).await?;
    for (own, other) in [("a", "b"), ("b", "a")] {
        let numbers = numbers_of(&mut client, other).await?;
        let known = numbers_of(&mut client, own).await?.swap_remove(0);
        let tries = match key {
            Key::Number => numbers,
            Key::Code => codes_of(&mut client, &numbers).await?,
        };
        for role in ["manager", "employee"] {
            let token = client.sign_in(&format!("{role}@vendor-{own}.test")).await?;
            // The first lookup warms up the program and is not measured.
            client.get(&format!("/api/v1/Cards/codes/{known}"), &token).await?;
            for tried in tries.iter().cycle().take(TRIES) {
                foreign.push(miss(&mut client, &token, tried).await?);
                unknown.push(miss(&mut client, &token, &unknown_key(key, tried)).await?);
            }
        }
    }
    Ok(())
}

async fn numbers_of(client: &mut Client, vendor: &str) -> Result<Vec<String>, Failure> {
    let token = client.sign_in(&format!("manager@vendor-{vendor}.test")).await?;
    let (_, reply) = client.get("/api/v1/Cards?pageSize=100", &token).await?;
    let numbers: Vec<String> = texts(&reply, "cardNumber").map(str::to_owned).collect();
    if numbers.is_empty() { Err("the vendor has sold no cards".into()) } else { Ok(numbers) }
}

/// Returns the codes of those cards that belong to the demo's buyer. Only the owner of a card may
/// see its code.
async fn codes_of(client: &mut Client, numbers: &[String]) -> Result<Vec<String>, Failure> {
    let token = client.sign_in("buyer@demo.test").await?;
    let (_, wallet) = client.get("/api/v1/Cards?pageSize=100", &token).await?;
    let mut codes = Vec::new();
    for id in texts(&wallet, "id") {
        let (_, card) = client.get(&format!("/api/v1/Cards/{id}"), &token).await?;
        let is_one =
            texts(&card, "cardNumber").any(|number| numbers.iter().any(|one| one == number));
        codes.extend(texts(&card, "qrCode").filter(|_| is_one).map(str::to_owned));
    }
    if codes.is_empty() { Err("the buyer has no card of the vendor's".into()) } else { Ok(codes) }
}

async fn miss(client: &mut Client, token: &str, number: &str) -> Result<Duration, Failure> {
    let begun = Instant::now();
    let (status, reply) = client.get(&format!("/api/v1/Cards/codes/{number}"), token).await?;
    let took = begun.elapsed();
    if status == NOT_FOUND { Ok(took) } else { Err(format!("{status}: {reply}").into()) }
}

/// Returns a valid card number or code that belongs to no card. In a number, two digits are
/// replaced so that its check digit stays valid.
fn unknown_key(key: Key, tried: &str) -> String {
    let other = |place: usize, sign: char| match (key, place) {
        // The check sum counts both replaced digits once. The increases 3 and 7 add up to 10, so
        // the check digit stays the same.
        (Key::Number, 1) => shifted(sign, 3),
        (Key::Number, 3) => shifted(sign, 7),
        (Key::Code, 9) if sign == '7' => '8',
        (Key::Code, 9) => '7',
        _ => sign,
    };
    tried.char_indices().map(|(place, sign)| other(place, sign)).collect()
}

fn shifted(digit: char, by: u32) -> char {
    digit.to_digit(10).and_then(|value| char::from_digit((value + by) % 10, 10)).unwrap_or('0')
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

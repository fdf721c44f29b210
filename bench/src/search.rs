//! Benchmark of lists and searches over many shops: the time to produce a page that is not cached.

use std::{path::Path, time::Instant};

use access::auth::TenantKind;
use db::{
    Db, PostgresOptions, SqliteOptions,
    testing::{Cluster, ClusterOptions},
};
use kernel::{contact::Email, ids::CategoryId, postal_areas::Place, rates::CharityRate};
use market::tenants::{
    self, Address, CardAmounts, ContactPerson, Profile, Registration, SortedUnder, TenantState,
};
use platform::error::Error;
use tokio::runtime::Builder;

use crate::{
    Failure,
    client::Call,
    inside::Inside,
    program::{data_folder, word},
};

const SHOPS: usize = 20_000;
/// Number of shops that one transaction creates.
const PIECE: usize = 500;
/// Number of different words, and number of words in each shop's description.
const WORDS: usize = 300;
const DESCRIBING: usize = 20;
const CALLS: usize = 100;
const GOAL_MILLIS: f64 = 50.0;

pub fn run() -> Result<bool, Failure> {
    println!("pages among {SHOPS} shops, {CALLS} calls each, goal {GOAL_MILLIS} ms for 95 of 100");
    let folder = data_folder("search")?;
    std::fs::create_dir_all(&folder)?;
    let sqlite = Db::sqlite(&folder.join("funray.db"), SqliteOptions::default())?;
    let mut is_fast = measure("SQLite", sqlite, &folder)?;

    let cluster = Cluster::new(&ClusterOptions::default())?;
    let database = cluster.fresh_database(None)?;
    let postgres = Db::postgres(database.url(), PostgresOptions::default())?;
    is_fast &= measure("PostgreSQL", postgres, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_fast)
}

fn measure(name: &str, db: Db, folder: &Path) -> Result<bool, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    println!("{name}");
    runtime.block_on(async {
        let inside = Inside::open(db, folder).await?;
        let begun = Instant::now();
        let areas = areas();
        make(&inside, &areas).await?;
        println!("  made in {:.0} s", begun.elapsed().as_secs_f64());
        ask(&inside, &areas).await
    })
}

/// Returns all existing postal areas, such as `K1A`.
fn areas() -> Vec<String> {
    let letters = || 'A'..='Z';
    letters()
        .flat_map(|first| {
            ('0'..='9')
                .flat_map(move |digit| letters().map(move |last| format!("{first}{digit}{last}")))
        })
        .filter(|area| Place::of(area).is_some())
        .collect()
}

/// Returns the word with this number. The first three letters of any two words differ.
fn word_of(number: usize) -> String {
    let consonants = b"bcdfghklmnprstv";
    let vowels = b"aeiou";
    let number = number % WORDS;
    let letters = [consonants[number % 15], vowels[number / 15 % 5], consonants[number / 75]];
    format!("{}ander", String::from_utf8_lossy(&letters))
}

/// Returns a pseudo-random number for this input, the same in every run.
fn drawn(number: usize) -> usize {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40).unwrap_or(0)
}

fn profile(number: usize, category: CategoryId, area: &str) -> Result<Profile, Failure> {
    let email = Email::parse("contact@shop.example").ok_or("no address")?;
    let registration = Registration {
        kind: TenantKind::Vendor,
        legal_name: format!(
            "{} {} {number}",
            word_of(drawn(number)),
            word_of(drawn(number + SHOPS))
        ),
        business_number: "800000000".to_owned(),
        sorted_under: SortedUnder::Category(category),
        address: Address {
            line1: "1 Main Street".to_owned(),
            line2: None,
            city: word_of(number),
            province: "Ontario".to_owned(),
            postal_code: format!("{area} 1A1"),
        },
        contact: ContactPerson {
            first_name: "Con".to_owned(),
            last_name: "Tact".to_owned(),
            email,
            work_phone: "6135550100".to_owned(),
            mobile_phone: "6135550101".to_owned(),
        },
        card_amounts: CardAmounts::all(),
        charity_rate: CharityRate::default(),
    };
    let text: Vec<String> =
        (0..DESCRIBING).map(|place| word_of(drawn(number * DESCRIBING + place))).collect();
    let mut profile = Profile::of(&registration);
    profile.facts.shared.description = Some(text.join(" "));
    Ok(profile)
}

async fn make(inside: &Inside, areas: &[String]) -> Result<(), Failure> {
    let categories: Vec<(CategoryId,)> = inside
        .db
        .read(|tx| Ok::<_, Error>(tx.rows("SELECT id FROM category ORDER BY id", &[])?))
        .await?;
    for first in (0..SHOPS).step_by(PIECE) {
        let profiles = (first..first + PIECE)
            .map(|number| {
                let (category,) = categories[number % categories.len()];
                profile(number, category, &areas[drawn(number) % areas.len()])
            })
            .collect::<Result<Vec<Profile>, Failure>>()?;
        let app = inside.app.clone();
        let make = move |tx: &mut db::Tx<'_>| {
            let now = app.clock.now();
            for profile in &profiles {
                let id = tenants::add(tx, &app.secrets, now, TenantKind::Vendor, profile)?;
                tenants::set_state(tx, id, now, TenantState::Active)?;
            }
            Ok::<_, Error>(())
        };
        inside.db.write(make).await.map_err(|error| format!("shops: {error:?}"))?;
    }
    inside.db.write(|tx| tx.execute("ANALYZE", &[])).await?;
    Ok(())
}

/// Requests every kind of page with changing parameters, because a repeated request would be served
/// from the cache. Returns true if all kinds are fast enough.
async fn ask(inside: &Inside, areas: &[String]) -> Result<bool, Failure> {
    let area = |call: usize| &areas[drawn(call) % areas.len()];
    let misspelt = |call: usize| {
        let word = word_of(call);
        format!("{}x{}", &word[..3], &word[3..])
    };
    let kinds: [(&str, &dyn Fn(usize) -> String); 6] = [
        ("list", &|call| format!("pageIndex={}", call + 1)),
        ("list, near", &|call| format!("near={}", areas[call % areas.len()])),
        ("word", &|call| format!("searchText={}", word_of(call))),
        ("two words", &|call| format!("searchText={}+{}", word_of(call), word_of(call + 7))),
        ("wrong letter", &|call| format!("searchText={}", misspelt(call))),
        ("word, near", &|call| format!("searchText={}&near={}", word_of(call + CALLS), area(call))),
    ];
    let mut is_fast = true;
    for (name, query) in kinds {
        let mut millis = Vec::with_capacity(CALLS);
        for call in 0..CALLS {
            let path = format!("/api/v1/Public/Vendors?pageSize=12&{}", query(call));
            let begun = Instant::now();
            let page = inside.call(Call { method: "GET", path: &path, ..Call::default() }).await?;
            millis.push(begun.elapsed().as_secs_f64() * 1000.0);
            if page["totalItems"].as_u64().is_none_or(|total| total == 0) {
                return Err(format!("{path} finds nothing").into());
            }
        }
        millis.sort_unstable_by(f64::total_cmp);
        let at = |share: usize| millis.get(CALLS * share / 100).copied().unwrap_or_default();
        let is_reached = at(95) <= GOAL_MILLIS;
        is_fast &= is_reached;
        println!(
            "  {name:<14} p50 {:>6.1} ms   p95 {:>6.1} ms: {}",
            at(50),
            at(95),
            word(is_reached)
        );
    }
    Ok(is_fast)
}

//! Benchmark of growth: the same calls on PostgreSQL among few and among many cards. Each call should
//! take about as long in large books as in small ones.

use std::{
    collections::BTreeMap,
    mem::take,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use ::db::{
    Db, PostgresOptions, params,
    testing::{Cluster, ClusterOptions, TestDatabase},
};
use finance::reports;
use kernel::clock::Clock;
use platform::error::Error;
use tokio::runtime::Builder;

use crate::{
    Failure,
    books::{
        fill::{When, fill},
        owner::Owner,
    },
    client::Call,
    counter::CENT,
    inside::Inside,
    lookups::median,
    program::{Program, data_folder, word},
    purchases::shop::Shop,
    shop::STAFF,
};

/// Numbers of cards if the command names none.
pub const SIZES: [u64; 3] = [10_000, 1_000_000, 5_000_000];
/// Maximum ratio of a call's median among the most cards to that among the fewest.
const GOAL: f64 = 1.5;
/// Difference below which a ratio says nothing.
const NOISE: Duration = Duration::from_millis(1);
/// Goal for a start of the program among the most cards.
const GOAL_OF_START: Duration = Duration::from_millis(100);
const CALLS: usize = 60;
const STARTS: usize = 5;
/// Time limit of statements. Building daily totals of large books takes long.
const PATIENCE: Duration = Duration::from_secs(1800);
/// Cards that redemptions and look-ups take in turn.
const CARDS: usize = 20;

/// Medians of each kind of call, in order of their names.
type Medians = BTreeMap<&'static str, Duration>;

pub fn run(sizes: &[u64]) -> Result<bool, Failure> {
    println!("calls on PostgreSQL, medians of {CALLS}, one after another");
    let mut all = Vec::new();
    let mut is_good = true;
    for cards in sizes {
        // Filling is faster if nothing has to reach the disk, and reading takes as long.
        let settings =
            vec![("shared_buffers", "1GB".to_owned()), ("max_wal_size", "2GB".to_owned())];
        let cluster = Cluster::new(&ClusterOptions { settings, ..ClusterOptions::default() })?;
        let database = cluster.fresh_database(None)?;
        let folder = data_folder("growth")?;
        std::fs::create_dir_all(&folder)?;
        all.push(measure(&cluster, &database, &folder, *cards)?);
        is_good &= starts_soon(&database, &folder)?;
        std::fs::remove_dir_all(&folder)?;
    }
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return Ok(is_good) };
    for (name, before) in first {
        let now = last.get(name).copied().unwrap_or_default();
        let ratio = now.as_secs_f64() / before.as_secs_f64();
        let is_even = ratio <= GOAL || now.saturating_sub(*before) <= NOISE;
        is_good &= is_even;
        println!(
            "  {name:<22} {} ms, {ratio:.2} times the first (goal {GOAL}): {}",
            all.iter().map(|medians| millis(medians.get(name))).collect::<Vec<_>>().join(" → "),
            word(is_even)
        );
    }
    Ok(is_good)
}

fn millis(time: Option<&Duration>) -> String {
    format!("{:.2}", time.copied().unwrap_or_default().as_secs_f64() * 1000.0)
}

fn measure(
    cluster: &Cluster,
    database: &TestDatabase,
    folder: &Path,
    cards: u64,
) -> Result<Medians, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let open = || {
        let options = PostgresOptions { statement_timeout: PATIENCE, ..PostgresOptions::default() };
        Db::postgres(database.url(), options)
    };
    let inside = runtime.block_on(Inside::open(open()?, folder))?;
    inside.db.close();
    let owner = Owner::of_server(cluster, database.url())?;
    let begun = Instant::now();
    fill(&owner, 1..cards / owner.count("card")?, When::Then)?;
    // Sealing millions of transfers is measured by `bench books`.
    owner.run("TRUNCATE unsealed, unsealed_claim")?;
    let size = owner.rows("SELECT pg_size_pretty(pg_database_size(current_database()))")?;
    println!(
        "{} cards, {} entries, {} on the disk, made in {:.0} s",
        owner.count("card")?,
        owner.count("entry")?,
        size.first().and_then(|row| row.first()).ok_or("no size")?,
        begun.elapsed().as_secs_f64()
    );
    let begun = Instant::now();
    runtime.block_on(async {
        let shop = Shop::open(open()?, folder).await?;
        reports::rebuild(&shop.inside.db, &Clock::system()).await?;
        shop.inside.db.write(|tx| tx.execute("ANALYZE", &[])).await?;
        println!("  totals made in {:.0} s", begun.elapsed().as_secs_f64());
        let medians = ask(&shop).await?;
        shop.inside.db.close();
        Ok(medians)
    })
}

/// People and cards of the calls.
struct People {
    admin: String,
    manager: String,
    clerk: String,
    buyer: String,
    vendor: String,
    charity: String,
    /// Number and id of each card.
    cards: Vec<(String, String)>,
}

impl People {
    async fn find(shop: &Shop) -> Result<People, Failure> {
        let inside = &shop.inside;
        let manager = inside.sign_in(STAFF[0]).await?;
        let profile = get(inside, &manager, "OAuth/profile").await?;
        let vendor = profile["tenantIds"][0].as_str().ok_or("a manager without a shop")?.to_owned();
        let body = r#"{"isPaceLimited":false,"mostRedemptions":25,"mostAmount":1000,"singleAmount":500,"redeemsByName":false}"#;
        let path = &format!("/api/v1/Vendors/{vendor}/counter-settings");
        inside.call(Call { method: "PUT", path, token: &manager, body, key: "" }).await?;
        let (charity,): (String,) = inside
            .db
            .read(|tx| {
                Ok::<_, Error>(
                    tx.one("SELECT MIN(id) FROM tenant WHERE kind = 'CHARITY'", params![])?,
                )
            })
            .await?;
        let mut cards = Vec::new();
        for _ in 0..CARDS {
            cards.push(shop.purchase().await?);
        }
        Ok(People {
            admin: inside.sign_in("admin@demo.test").await?,
            clerk: inside.sign_in(STAFF[1]).await?,
            buyer: shop.token(0).to_owned(),
            manager,
            vendor,
            charity,
            cards,
        })
    }
}

async fn get(inside: &Inside, token: &str, path: &str) -> Result<serde_json::Value, Failure> {
    let path = &format!("/api/v1/{path}");
    inside.call(Call { method: "GET", path, token, ..Call::default() }).await
}

async fn ask(shop: &Shop) -> Result<Medians, Failure> {
    let (inside, people) = (&shop.inside, People::find(shop).await?);
    let next = AtomicUsize::new(0);
    let card = || &people.cards[next.fetch_add(1, Relaxed) % people.cards.len()];
    let mut medians = Medians::new();
    let mut times = Vec::new();
    for _ in 0..CALLS {
        let begun = Instant::now();
        get(inside, &people.clerk, &format!("Cards/codes/{}", card().0)).await?;
        times.push(begun.elapsed());
    }
    medians.insert("look-up", median(take(&mut times)));
    for call in 0..CALLS {
        let path = &format!("/api/v1/Cards/{}/redeemed", card().1);
        let key = &format!("growth-{call:012}");
        let begun = Instant::now();
        inside.call(Call { method: "PUT", path, token: &people.clerk, key, body: CENT }).await?;
        times.push(begun.elapsed());
    }
    medians.insert("redemption", median(take(&mut times)));
    for _ in 0..CALLS {
        let begun = Instant::now();
        shop.purchase().await?;
        times.push(begun.elapsed());
    }
    medians.insert("purchase", median(take(&mut times)));

    let People { admin, manager, buyer, vendor, charity, .. } = &people;
    let year = "startDate=2026-01-01&endDate=2026-12-31";
    for (name, token, path) in [
        ("wallet", buyer, "Cards?isMine=true&pageSize=25".to_owned()),
        ("orders of a buyer", buyer, "Orders/me?pageSize=25".to_owned()),
        ("cards of a shop", manager, format!("Cards?tenantId={vendor}&pageSize=25")),
        ("cards, page 40", manager, format!("Cards?tenantId={vendor}&pageSize=25&pageIndex=40")),
        ("cards by name", manager, format!("Cards?tenantId={vendor}&pageSize=25&searchText=lee")),
        ("payments", admin, "Helpdesk/payments?pageSize=25".to_owned()),
        ("gifts", admin, "Helpdesk/gifts?pageSize=25".to_owned()),
        ("search of the desk", admin, "Helpdesk/search?searchText=buyer7%40bench.test".to_owned()),
        ("search of shops", buyer, "Public/Vendors?pageSize=12&searchText=bakery".to_owned()),
        ("summary of a shop", manager, format!("Vendors/summary?tenantId={vendor}&{year}")),
        ("report of a shop", manager, format!("Report/vendor?tenantId={vendor}&{year}")),
        ("report of a cause", admin, format!("Report/charity?tenantId={charity}&{year}")),
        ("report of all shops", admin, format!("Report/vendors?cardType=0&{year}")),
        ("figures of the desk", admin, format!("Helpdesk/figures?cardType=0&{year}")),
        ("next payout", admin, format!("Payouts/next?tenantId={vendor}")),
    ] {
        for _ in 0..CALLS {
            let begun = Instant::now();
            get(inside, token, &path).await?;
            times.push(begun.elapsed());
        }
        medians.insert(name, median(take(&mut times)));
    }
    Ok(medians)
}

/// Starts the program on the database. Returns true if it replies soon enough.
fn starts_soon(database: &TestDatabase, folder: &Path) -> Result<bool, Failure> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let program = Program::start(&folder.join("start"), &["--database-url", database.url()])?;
        starts.push(program.first_reply()?);
    }
    let start = median(starts);
    let is_soon = start <= GOAL_OF_START;
    println!(
        "  start to first reply {} ms (goal {} ms): {}",
        millis(Some(&start)),
        GOAL_OF_START.as_millis(),
        word(is_soon)
    );
    Ok(is_soon)
}

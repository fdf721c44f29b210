//! Benchmark of reports over a million transactions. Measures the time of each report from daily
//! totals, and the time to build the daily totals.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use db::{
    Db, PostgresOptions, SqliteOptions, params,
    testing::{Cluster, ClusterOptions},
};
use finance::reports::{self, Rebuilt};
use kernel::clock::Clock;
use platform::error::Error;
use tokio::runtime::Builder;

use crate::{
    Failure,
    client::Call,
    inside::Inside,
    program::{data_folder, word},
};

/// Number of cards. Each is sold and redeemed once. Every fifth is an opened gift, and every tenth
/// payment attempt fails.
const CARDS: i64 = 500_000;
/// Number of cards that one statement creates.
const PIECE: i64 = 50_000;
/// Time between two sales in microseconds. All sales together span two years.
const STEP_MICROS: i64 = 126_000_000;
const CALLS: usize = 60;
const GOAL: Duration = Duration::from_millis(300);
/// Database time limit for a statement that creates many rows.
const PATIENCE: Duration = Duration::from_secs(600);

pub fn run() -> Result<bool, Failure> {
    println!("reports among {} transactions, 95th of 100", 2 * CARDS);
    let folder = data_folder("reports")?;
    std::fs::create_dir_all(&folder)?;
    let options = SqliteOptions { time_limit: PATIENCE, ..SqliteOptions::default() };
    let sqlite = Db::sqlite(&folder.join("funray.db"), options)?;
    let mut is_fast = measure("SQLite", sqlite, &folder)?;

    let cluster = Cluster::new(&ClusterOptions::default())?;
    let database = cluster.fresh_database(None)?;
    let options = PostgresOptions { statement_timeout: PATIENCE, ..PostgresOptions::default() };
    is_fast &= measure("PostgreSQL", Db::postgres(database.url(), options)?, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_fast)
}

fn measure(name: &str, db: Db, folder: &Path) -> Result<bool, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    println!("{name}");
    runtime.block_on(async {
        let inside = Inside::open(db, folder).await?;
        let begun = Instant::now();
        make(&inside.db).await?;
        println!("  made in {:.0} s", begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        let Rebuilt { vendors, .. } = reports::rebuild(&inside.db, &Clock::system()).await?;
        let took = begun.elapsed().as_secs_f64();
        println!("  totals of {vendors} vendors made in {took:.0} s");
        inside.db.write(|tx| tx.execute("ANALYZE", &[])).await?;
        ask(&inside).await
    })
}

/// Subquery that gives each sale a number, vendor, campaign and time. Sales are distributed over
/// all vendors and campaigns in turn, and some sales support no campaign.
const SALES: &str = "(WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2)
    SELECT CAST(1000000000 + n.i AS TEXT) AS digits, n.i AS number, v.id AS vendor, c.id AS campaign, c.charity_id AS charity,
           CASE WHEN c.id IS NULL THEN 0 ELSE 500 END AS share, $3 + n.i * $4 AS sold_at
    FROM n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS whole FROM tenant WHERE kind = 'VENDOR') v
        ON v.place = n.i % v.whole
    LEFT JOIN (SELECT id, charity_id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () + 1 AS whole FROM campaign) c
        ON c.place = (n.i / v.whole) % c.whole) s";

const CARD: &str = "'crd_000000000000000' || s.digits || '0'";
const SALE: &str = "'trf_100000000000000' || s.digits || '0'";
const REDEMPTION: &str = "'trf_200000000000000' || s.digits || '0'";

/// Returns statements that sell cards for $50 each and redeem $15 from each card a minute later.
fn statements() -> [String; 6] {
    let transfer = |id: &str, kind: &str, later: u32| {
        format!(
            "INSERT INTO transfer (vendor_id, id, kind, card_id, actor, created_at)
             SELECT s.vendor, {id}, '{kind}', {CARD}, 'program:bench', s.sold_at + {later} FROM {SALES}"
        )
    };
    let entries = |id: &str, later: u32, lines: &str| {
        format!(
            "INSERT INTO entry (vendor_id, transfer_id, position, account, amount, balance, created_at)
             SELECT s.vendor, {id}, l.place, CASE l.place WHEN 0 THEN 'gateway_clearing' WHEN 1 THEN 'card:' || {CARD}
                        WHEN 2 THEN 'vendor_payable:' || s.vendor WHEN 3 THEN 'charity_payable:' || s.charity ELSE 'platform_revenue' END,
                    l.amount - CASE l.place WHEN 2 THEN l.shares * s.share ELSE 0 END, l.balance, s.sold_at + {later}
             FROM {SALES} CROSS JOIN ({lines}) l WHERE l.place <> 3 OR s.charity IS NOT NULL"
        )
    };
    [
        format!(
            "INSERT INTO card (vendor_id, id, number_hash, sealed_number, last_four, code_hash, sealed_code, order_id, charity_id,
                 campaign_id, face, balance, charity_rate, share_percentage, charity_share, platform_share, vendor_share, buyer_id,
                 is_gift, mailed_at, opened_at, used_at, resent_count, search_key, moved_at, created_at)
             SELECT s.vendor, {CARD}, 'number' || s.digits, 'sealed', '1234', 'code' || s.digits, 'sealed',
                    (SELECT id FROM orders ORDER BY id LIMIT 1), s.charity, s.campaign, 5000, 3500, CASE WHEN s.charity IS NULL THEN NULL ELSE 10 END,
                    5, s.share, 250, 4750 - s.share, (SELECT person_id FROM orders ORDER BY id LIMIT 1), s.number % 5 = 0, s.sold_at, s.sold_at + 1,
                    s.sold_at + 60000000, 0, '', s.sold_at, s.sold_at
             FROM {SALES}"
        ),
        format!(
            "INSERT INTO payment_attempt (person_id, id, order_id, number, reference, token_hash, amount, state, message, failures, sent_at)
             SELECT o.person_id, 'pay_000000000000000' || s.digits || '0', o.id, 1000 + s.number, s.digits, s.digits, 5000,
                    CASE WHEN s.number % 10 = 0 THEN 'DECLINED' ELSE 'VOIDED' END,
                    CASE WHEN s.number % 10 = 0 THEN 'This transaction has been declined.' END, 0, s.sold_at
             FROM {SALES} CROSS JOIN (SELECT person_id, id FROM orders ORDER BY id LIMIT 1) o"
        ),
        transfer(SALE, "SALE", 0),
        transfer(REDEMPTION, "REDEMPTION", 60_000_000),
        entries(
            SALE,
            0,
            "SELECT 0 AS place, -5000 AS amount, 0 AS shares, NULL AS balance UNION ALL SELECT 1, 5000, 0, 5000
             UNION ALL SELECT 2, -250, 1, NULL UNION ALL SELECT 3, 500, 0, NULL UNION ALL SELECT 4, 250, 0, NULL",
        ),
        entries(
            REDEMPTION,
            60_000_000,
            "SELECT 1 AS place, -1500 AS amount, 0 AS shares, 3500 AS balance UNION ALL SELECT 2, 1500, 0, NULL",
        ),
    ]
}

/// Sells and redeems the cards in bulk, and marks all transactions as sealed.
async fn make(db: &Db) -> Result<(), Failure> {
    let first = Clock::system().now().as_micros() - (CARDS + 1) * STEP_MICROS;
    for piece in (0..CARDS).step_by(usize::try_from(PIECE)?) {
        for sql in statements() {
            db.write(move |tx| {
                tx.execute(&sql, params![piece, piece + PIECE - 1, first, STEP_MICROS])
            })
            .await?;
        }
    }
    db.write(|tx| {
        tx.execute("DELETE FROM unsealed", &[])?;
        tx.execute("DELETE FROM seal", &[])?;
        tx.execute(
            "INSERT INTO seal (vendor_id, position, transfer_id, key_id, hash, sealed_at)
             SELECT vendor_id, row_number() OVER (PARTITION BY vendor_id ORDER BY created_at, id), id, 'bench', 'bench', created_at
             FROM transfer",
            &[],
        )
    })
    .await?;
    Ok(())
}

/// Requests every report for a month, a year and all time, one after another. Returns true if all
/// reports are fast enough.
async fn ask(inside: &Inside) -> Result<bool, Failure> {
    let token = inside.sign_in("admin@demo.test").await?;
    let tenants: (String, String) = inside
        .db
        .read(|tx| {
            Ok::<_, Error>(tx.one(
                "SELECT MIN(CASE WHEN kind = 'VENDOR' THEN id END), MIN(CASE WHEN kind = 'CHARITY' THEN id END) FROM tenant",
                &[],
            )?)
        })
        .await?;
    let (vendor, charity) = tenants;
    let today = kernel::dates::BusinessDate::today(&Clock::system());
    let year = today.year();
    let spans = [
        format!("startDate={}&endDate={today}", today.first_of_month()),
        format!("startDate={}-01-01&endDate={}-12-31", year - 1, year - 1),
        String::new(),
    ];
    let mut is_fast = true;
    for (name, path) in [
        ("summary", format!("Vendors/summary?tenantId={vendor}")),
        ("vendor", format!("Report/vendor?tenantId={vendor}")),
        ("vendor, 25 rows", format!("Report/vendor?tenantId={vendor}&pageSize=25")),
        ("charity", format!("Report/charity?tenantId={charity}")),
        ("vendors", "Report/vendors?cardType=0".to_owned()),
        ("charities", "Report/charities?cardType=0".to_owned()),
        ("gifts, payments", "Helpdesk/figures?cardType=0".to_owned()),
        ("gifts, 25 rows", "Helpdesk/gifts?pageSize=25&step=USED".to_owned()),
        ("payments, 25", "Helpdesk/payments?pageSize=25&end=FAILED".to_owned()),
        ("refunds", "Helpdesk/refunds?pageSize=25".to_owned()),
        ("health", "Helpdesk/health?".to_owned()),
        ("days", format!("Report/days?tenantId={vendor}")),
        ("home of a vendor", format!("Vendors/home?tenantId={vendor}")),
        ("sales of an amount", format!("Vendors/events?tenantId={vendor}&amount=25&pageSize=25")),
        ("home of a cause", format!("Charities/home?tenantId={charity}")),
        ("payout: a vendor", format!("Payouts/next?tenantId={vendor}")),
        ("payout: a cause", format!("Payouts/next?tenantId={charity}")),
        ("payouts of all", "Payouts/next?".to_owned()),
    ] {
        let mut times = Vec::with_capacity(CALLS);
        for span in spans.iter().cycle().take(CALLS) {
            let path = format!("/api/v1/{path}&{span}");
            let begun = Instant::now();
            let call = Call { method: "GET", path: &path, token: &token, ..Call::default() };
            inside.call(call).await?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let late = times.get(times.len() * 95 / 100).copied().unwrap_or_default();
        is_fast &= late <= GOAL;
        println!("  {name:<16} {:>7.1} ms: {}", late.as_secs_f64() * 1000.0, word(late <= GOAL));
    }
    Ok(is_fast)
}

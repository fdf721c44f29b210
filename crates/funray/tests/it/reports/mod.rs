//! Tests of the five reports and the summary. Their figures equal the ledger's entries by days in
//! Toronto, and reading them requires permissions.

mod daily_sales;
mod homes;
pub mod recomputed;
mod rollup;
mod subscriptions;

use std::time::Duration;

use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, TenantId},
    timestamp::Timestamp,
};
use platform::error::Error;
use serde_json::{Value, json};

use crate::support::{Person, TestApp, Visitor, cards::Purchase};
use recomputed::{Facts, Which, check_admin_reports, check_charity_report, check_vendor_report};

fn day(text: &str) -> BusinessDate {
    BusinessDate::parse(text).expect("a day")
}

/// A running program with two shops and two causes, each cause with a campaign.
struct Town {
    app: TestApp,
    ann: Person,
    shops: [TenantId; 2],
    causes: [(TenantId, CampaignId); 2],
}

impl Town {
    async fn new() -> Town {
        let app = TestApp::new().await;
        let shops = [app.shop("Maple Leaf Books").await, app.shop("Bean & Gull").await];
        let mut causes = Vec::new();
        for (name, campaign) in [("Food for All", "Warm Meals"), ("Ribbon Riders", "A Van")] {
            let charity = app.charity(name).await;
            causes.push((charity, app.campaign_of(charity, campaign).await));
        }
        let ann = app.consumer("ann").await;
        Town { app, ann, shops, causes: [causes[0], causes[1]] }
    }

    fn at(&self, moment: &str) {
        self.app.hands.set(Timestamp::parse(moment).expect("a moment"));
    }

    async fn sell(&self, shop: usize, dollars: u32, cause: Option<usize>) -> String {
        let purchase = Purchase::of(self.shops[shop], dollars);
        let purchase = match cause.map(|cause| self.causes[cause]) {
            Some((charity, campaign)) => purchase.supporting(charity, campaign),
            None => purchase,
        };
        self.app.sell(&self.ann, purchase).await.to_string()
    }

    async fn redeem(&self, manager: &Visitor<'_>, card: &str, value: f64) {
        manager.sees(card).await;
        let path = format!("/api/v1/Cards/{card}/redeemed");
        let reply = manager.put(&path, &json!({ "value": value })).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    async fn close(self) {
        self.app.run_jobs().await;
    }
}

async fn told(who: &Visitor<'_>, call: &str, query: &str) -> Value {
    let reply = who.get(&format!("/api/v1/{call}?{}", query.trim_start_matches('&'))).send().await;
    assert_eq!(reply.status, 200, "{call}: {}", reply.text());
    reply.json()
}

#[tokio::test]
async fn vendor_report_lists_the_transfers_of_its_cards() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    let card = town.sell(0, 100, Some(0)).await;
    town.sell(1, 50, None).await;
    town.app.hands.advance(Duration::from_secs(60));
    town.redeem(&mary, &card, 30.25).await;
    let report = told(&mary, "Report/vendor", "startDate=2026-03-10&endDate=2026-03-10").await;
    for (name, figure) in [
        ("totalPurchasedAmount", json!(100)),
        ("totalCardsSold", json!(1)),
        ("totalRedemption", json!(30.25)),
        ("totalBalance", json!(69.75)),
        ("actualRevenue", json!(85)),
        ("totalFundraising", json!(10)),
        ("totalFunrayRevenue", json!(5)),
        ("openingBalance", json!(0)),
    ] {
        assert_eq!(report[name], figure, "{name} of {report}");
    }
    let number = town.app.number_of(&card).await;
    let shown = format!("•••• {}", &number[12..]);
    let rows: Vec<Value> = report["transactions"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            assert_eq!(row["cardId"], card);
            assert_eq!(row["cardNumber"], shown);
            assert_eq!(row["chairtyRate"], 10);
            assert_eq!(row["charitySponsor"], "Food for All");
            assert_eq!(row["till"], json!(null));
            assert_eq!(row["clerk"].is_null(), row["kind"] == "SOLD", "{row}");
            json!([row["purchased"], row["redemption"], row["balance"], row["actualRevenue"]])
        })
        .collect();
    assert_eq!(rows, [json!([0, 30.25, 69.75, 0]), json!([100, 0, 100, 85])], "the newest first");
    assert_eq!(report["transactions"][0]["kind"], "REDEEMED");
    assert_eq!(report["transactions"][1]["kind"], "SOLD");
    assert_eq!(report["transactions"][1]["date"], "2026-03-10T15:00:00Z");
    for (kind, count) in
        [("SOLD", 1), ("REDEEMED", 1), ("CASHED_OUT", 0), ("UNDONE", 0), ("CANCELLED", 0)]
    {
        let part = told(&mary, "Report/vendor", &format!("kind={kind}")).await;
        let kinds = part["transactions"].as_array().expect("rows");
        assert!(kinds.iter().all(|row| row["kind"] == kind), "{part}");
        assert_eq!((kinds.len(), &part["totalItems"]), (count, &json!(count)), "{kind}");
        assert_eq!(part["totalRedemption"], 30.25, "the sums are of all kinds");
    }
    // On the next day nothing is sold, and the opening balance is the balance of the day before.
    let later = told(&mary, "Report/vendor", "startDate=2026-03-11").await;
    assert_eq!(later["openingBalance"], 69.75);
    assert_eq!((&later["totalBalance"], &later["totalItems"]), (&json!(69.75), &json!(0)));
    town.close().await;
}

/// Returns the `Ledger-Position` header of a report.
async fn position(who: &Visitor<'_>, call: &str) -> String {
    let reply = who.get(&format!("/api/v1/{call}")).send().await;
    assert_eq!(reply.status, 200, "{call}: {}", reply.text());
    reply.header("ledger-position").to_owned()
}

#[tokio::test]
async fn ledger_position_is_the_newest_transfer_that_a_report_is_of() {
    let town = Town::new().await;
    let (charity, _) = town.causes[0];
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let carla = town.app.manager_of(charity, "carla").await;
    let adam = town.app.administrator("adam").await;
    let (mary, carla) = (town.app.sign_in(&mary).await, town.app.sign_in(&carla).await);
    let adam = town.app.sign_in(&adam).await;
    assert_eq!(position(&mary, "Report/vendor").await, "", "nothing was moved yet");
    let mut newest = Vec::new();
    for (shop, cause) in [(0, Some(0)), (0, None), (1, None)] {
        town.sell(shop, 50, cause).await;
        let sql = "SELECT id FROM transfer ORDER BY created_at DESC, id DESC LIMIT 1";
        let read = town.app.app.db.read(move |tx| tx.one::<(String,)>(sql, &[]));
        newest.push(read.await.expect("a transfer").0);
        town.app.hands.advance(Duration::from_secs(60));
    }
    // A charity gets the newest position of its campaigns, a shop gets its own, and an
    // administrator gets the newest of all.
    for (who, call, sale) in [
        (&carla, "Report/charity", 0),
        (&mary, "Report/vendor", 1),
        (&mary, "Report/charity/by-vendor-manager", 1),
        (&carla, "Report/vendor/by-charity-manager", 0),
        (&adam, "Report/vendors", 2),
        (&adam, "Report/charities", 2),
        (&adam, "Books/trial-balance", 2),
        (&adam, "Books/journal", 2),
        (&adam, "Books/outstanding", 2),
        (&adam, "Books/unclaimed-gifts", 2),
        (&adam, "Books/cash-outs", 2),
        (&adam, "Taxes/report", 2),
    ] {
        let told = position(who, call).await;
        let moment = format!("2026-03-10T15:0{sale}:00Z");
        let expected = format!("{}; at=\"{moment}", newest[sale]);
        assert!(told.starts_with(&expected), "{call}: {told}, not {expected}");
    }
    town.close().await;
}

#[tokio::test]
async fn charity_report_shows_no_more_of_buyers_than_a_name_and_an_initial() {
    let town = Town::new().await;
    let (charity, campaign) = town.causes[0];
    let carla = town.app.manager_of(charity, "carla").await;
    let carla = town.app.sign_in(&carla).await;
    town.app
        .write(
            "UPDATE person SET first_name = 'Leah', last_name = 'Côté' WHERE id = $1",
            town.ann.id,
        )
        .await;
    let card = town.sell(0, 75, Some(0)).await;
    town.sell(0, 50, Some(1)).await;
    town.sell(0, 25, None).await;
    let report = told(&carla, "Report/charity", "").await;
    assert_eq!(report["totalPurchasedAmount"], 75);
    assert_eq!(report["totalFundraising"], 7.5);
    let number = town.app.number_of(&card).await;
    let row = json!({
        "campaignName": "Warm Meals", "date": "2026-03-10T15:00:00Z", "customerName": "Leah C.",
        "cardNumber": format!("•••• {}", &number[12..]), "purchasedAmount": 75, "charityRate": 10,
        "totalFundraising": 7.5, "vendorSupported": "Maple Leaf Books", "isHandover": false,
    });
    assert_eq!(report["transactions"], json!([row]));
    let narrowed = told(&carla, "Report/charity", &format!("campaignId={campaign}")).await;
    assert_eq!(narrowed, report);
    let other = told(&carla, "Report/charity", &format!("campaignId={}", town.causes[1].1)).await;
    assert_eq!(other["totalPurchasedAmount"], 0, "another cause's campaign");
    assert_eq!(other["transactions"], json!([]));
    town.close().await;
}

#[tokio::test]
async fn reports_by_managers_answer_by_the_kind_of_tenant() {
    let town = Town::new().await;
    let (charity, campaign) = town.causes[0];
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let carla = town.app.manager_of(charity, "carla").await;
    let adam = town.app.administrator("adam").await;
    let (mary, carla) = (town.app.sign_in(&mary).await, town.app.sign_in(&carla).await);
    let adam = town.app.sign_in(&adam).await;
    town.sell(0, 100, Some(0)).await;
    town.sell(0, 100, None).await;
    for call in ["Report/charity/by-vendor-manager", "Report/vendor/by-charity-manager"] {
        let of_vendor = told(&mary, call, "").await;
        assert_eq!(of_vendor, told(&mary, "Report/vendor", "").await, "{call}");
        let of_charity = told(&carla, call, "").await;
        assert_eq!(of_charity, told(&carla, "Report/charity", "").await, "{call}");
        let vendor = format!("tenantId={}", town.shops[0]);
        assert_eq!(told(&adam, call, &vendor).await, of_vendor, "{call}");
        let cause = format!("tenantId={charity}&campaignId={campaign}");
        assert_eq!(told(&adam, call, &cause).await, of_charity, "{call}");
        let narrowed = told(&mary, call, &format!("campaignId={campaign}")).await;
        assert_eq!(narrowed["totalPurchasedAmount"], 100, "{call}: {narrowed}");
        let nobody = adam.get(&format!("/api/v1/{call}")).send().await;
        assert!(nobody.wrong_fields()["tenantId"].is_string(), "{call}");
    }
    town.close().await;
}

#[tokio::test]
async fn admin_reports_have_a_row_for_each_vendor_and_campaign() {
    let town = Town::new().await;
    let adam = town.app.administrator("adam").await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let (adam, mary) = (town.app.sign_in(&adam).await, town.app.sign_in(&mary).await);
    let card = town.sell(0, 100, Some(0)).await;
    town.redeem(&mary, &card, 40.0).await;
    town.sell(0, 25, Some(1)).await;
    town.sell(1, 50, None).await;
    let vendors = told(&adam, "Report/vendors", "").await;
    assert_eq!(vendors["totalCardsSold"], 3);
    assert_eq!(vendors["totalPurchasedAmount"], 175);
    assert_eq!(vendors["totalFunrayRevenue"], 8.75);
    let row = |name: &str, figures: [f64; 6]| {
        let [purchased, redeemed, balance, raised, revenue, platform] = figures;
        let (cards, shop) = if name == "Bean & Gull" { (1, 1) } else { (2, 0) };
        json!({ "vendorId": town.shops[shop], "vendorName": name, "totalCardSold": cards,
                "grossSold": purchased, "refunds": 0.0, "totalPurchasedAmount": purchased, "totalRedeemedAmount": redeemed,
                "totalPaidOutInCash": 0.0, "totalBalance": balance, "totalFundraising": raised, "vendorRevenue": revenue, "totalFunrayRevenue": platform })
    };
    let rows = |rows: Value| -> Vec<Vec<String>> {
        let texts = |row: &Value| {
            let row = row.as_object().expect("a row");
            row.iter()
                .map(|(name, value)| match value.as_f64() {
                    Some(number) => format!("{name} {number}"),
                    None => format!("{name} {value}"),
                })
                .collect()
        };
        rows.as_array().expect("rows").iter().map(texts).collect()
    };
    let expected = json!([
        row("Bean & Gull", [50.0, 0.0, 50.0, 0.0, 47.5, 2.5]),
        row("Maple Leaf Books", [125.0, 40.0, 85.0, 12.5, 106.25, 6.25]),
    ]);
    assert_eq!(rows(vendors["vendorSummaries"].clone()), rows(expected));
    let charities = told(&adam, "Report/charities", "").await;
    assert_eq!(charities["totalPurchasedAmount"], 125);
    assert_eq!(charities["totalCharityFundraising"], 12.5);
    let campaign = |(cause, name): (usize, &str), charity: &str, purchased: f64, raised: f64| json!({ "campaignId": town.causes[cause].1, "charityId": town.causes[cause].0, "campaignName": name, "charityName": charity, "totalPurchasedAmount": purchased, "totalFundraising": raised });
    let expected = json!([
        campaign((0, "Warm Meals"), "Food for All", 100.0, 10.0),
        campaign((1, "A Van"), "Ribbon Riders", 25.0, 2.5),
    ]);
    assert_eq!(rows(charities["charitySummaries"].clone()), rows(expected));
    let one = told(&adam, "Report/vendors", &format!("tenantId={}", town.shops[1])).await;
    assert_eq!((&one["totalPurchasedAmount"], &one["totalItems"]), (&json!(50), &json!(1)));
    let one = told(&adam, "Report/charities", &format!("tenantId={}", town.causes[1].0)).await;
    assert_eq!((&one["totalPurchasedAmount"], &one["totalItems"]), (&json!(25), &json!(1)));
    town.close().await;
}

#[tokio::test]
async fn vendor_figures_are_those_of_the_reports_and_the_next_payout() {
    let town = Town::new().await;
    let adam = town.app.sign_in(&town.app.administrator("adam").await).await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    let card = town.sell(0, 100, Some(0)).await;
    town.app.hands.advance(Duration::from_secs(60));
    town.redeem(&mary, &card, 30.25).await;
    let [first, second] = town.shops;
    let query = format!("ids={second},{first}&startDate=2026-03-01");
    let figures = told(&adam, "Vendors/figures", &query).await;
    // The shop sold 100 dollars, of which the cause gets 10 and the platform 5. 30.25 dollars were
    // redeemed.
    let expected = json!([
        { "vendorId": second, "sold": 0, "balance": 0, "owed": 0 },
        { "vendorId": first, "sold": 100, "balance": 69.75, "owed": 15.25 },
    ]);
    assert_eq!(figures["items"], expected);
    let filtered = told(&adam, "Vendors", "hasBalance=true").await;
    assert_eq!((&filtered["totalItems"], &filtered["items"][0]["id"]), (&json!(1), &json!(first)));
    assert_eq!(told(&adam, "Vendors", "hasBalance=false").await["items"][0]["id"], json!(second));
    town.redeem(&mary, &card, 69.75).await;
    assert_eq!(told(&adam, "Vendors", "hasBalance=true").await["totalItems"], 0, "counted again");
    for ids in ["", "nobody", &vec![first.to_string(); 101].join(",")] {
        let refused = adam.get(&format!("/api/v1/Vendors/figures?ids={ids}")).send().await;
        assert!(refused.wrong_fields()["ids"].is_string(), "{ids}");
    }
    town.close().await;
}

#[tokio::test]
async fn reports_count_a_transfer_on_its_day_in_toronto() {
    let town = Town::new().await;
    let adam = town.app.administrator("adam").await;
    // Times just before and after midnight, at the end of a month and on days on which the clocks
    // change.
    let moments = [
        ("2026-04-01T03:59:59.999998Z", "2026-03-31"),
        ("2026-04-01T04:00:00Z", "2026-04-01"),
        ("2026-11-01T03:59:59Z", "2026-10-31"),
        ("2026-11-01T04:00:00Z", "2026-11-01"),
        ("2026-11-02T04:59:59Z", "2026-11-01"),
        ("2026-11-02T05:00:00Z", "2026-11-02"),
        ("2027-03-14T04:59:59Z", "2027-03-13"),
        ("2027-03-14T05:00:00Z", "2027-03-14"),
        ("2027-03-15T03:59:59Z", "2027-03-14"),
        ("2027-03-15T04:00:00Z", "2027-03-15"),
    ];
    for (number, (moment, _)) in moments.iter().enumerate() {
        town.at(moment);
        town.sell(0, u32::try_from(1 << number).expect("a price"), Some(0)).await;
    }
    let adam = town.app.sign_in(&adam).await;
    let expected = |first: &str, last: &str| -> i64 {
        let of_range =
            moments.iter().enumerate().filter(|(_, (_, day))| (first..=last).contains(day));
        of_range.map(|(number, _)| 1 << number).sum()
    };
    for (first, last) in [
        ("2026-03-01", "2026-03-31"),
        ("2026-04-01", "2026-04-30"),
        ("2026-11-01", "2026-11-01"),
        ("2026-11-01", "2026-11-30"),
        ("2027-03-14", "2027-03-14"),
        ("2026-03-31", "2027-03-14"),
        ("2027-03-15", "2027-03-15"),
        ("2026-05-01", "2026-05-31"),
    ] {
        let days = format!("startDate={first}&endDate={last}");
        let sum = expected(first, last);
        let vendors = told(&adam, "Report/vendors", &days).await;
        assert_eq!(vendors["totalPurchasedAmount"], sum, "{days}");
        let charities = told(&adam, "Report/charities", &days).await;
        assert_eq!(charities["totalPurchasedAmount"], sum, "{days}");
        let tenant = format!("{days}&tenantId={}", town.shops[0]);
        let vendor = told(&adam, "Report/vendor", &tenant).await;
        assert_eq!(vendor["totalPurchasedAmount"], sum, "{days}");
        let count = i64::try_from(vendor["transactions"].as_array().expect("rows").len());
        assert_eq!(count.expect("a few"), i64::from(sum.count_ones()), "{days}");
        let tenant = format!("{days}&tenantId={}", town.causes[0].0);
        let charity = told(&adam, "Report/charity", &tenant).await;
        assert_eq!(charity["totalPurchasedAmount"], sum, "{days}");
    }
    town.close().await;
}

#[tokio::test]
async fn reports_refuse_bad_filters_by_field() {
    let town = Town::new().await;
    let adam = town.app.administrator("adam").await;
    let adam = town.app.sign_in(&adam).await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    let calls = [
        "Report/vendors",
        "Report/charities",
        "Report/vendor",
        "Report/charity",
        "Report/charity/by-vendor-manager",
        "Report/vendor/by-charity-manager",
        "Report/days",
        "Vendors/home",
        "Vendors/events",
        "Charities/home",
    ];
    for call in calls {
        for (query, field) in [
            ("startDate=2026-03-02&endDate=2026-03-01", "endDate"),
            ("startDate=soon", "startDate"),
            ("cardType=3", "cardType"),
        ] {
            let reply = adam.get(&format!("/api/v1/{call}?{query}")).send().await;
            assert!(reply.wrong_fields()[field].is_string(), "{call}?{query}");
        }
    }
    // The daily report is left out, because it has no pages.
    for call in &calls[..6] {
        let reply = adam.get(&format!("/api/v1/{call}?pageSize=1001")).send().await;
        assert!(reply.wrong_fields()["pageSize"].is_string(), "{call}");
    }
    // Reports on vendors refuse the id of a charity, and reports on charities the id of a vendor.
    for (call, tenant) in [
        ("Report/vendor", town.causes[0].0),
        ("Report/charity", town.shops[0]),
        ("Report/vendors", town.causes[0].0),
        ("Report/charities", town.shops[0]),
        ("Vendors/home", town.causes[0].0),
        ("Vendors/events", town.causes[0].0),
        ("Charities/home", town.shops[0]),
    ] {
        let reply = adam.get(&format!("/api/v1/{call}?tenantId={tenant}")).send().await;
        reply.error(404, "NOT_FOUND");
    }
    for call in &calls[2..] {
        for tenant in [town.shops[1], town.causes[0].0] {
            let reply = mary.get(&format!("/api/v1/{call}?tenantId={tenant}")).send().await;
            reply.error(404, "NOT_FOUND");
        }
    }
    town.close().await;
}

#[tokio::test]
async fn report_rows_come_in_pages_and_the_sums_are_of_all() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    for dollars in [1, 2, 3, 4, 5] {
        town.app.hands.advance(Duration::from_secs(1));
        town.sell(0, dollars, Some(0)).await;
    }
    let mut seen = Vec::new();
    for page in 1..=3 {
        let told = told(&mary, "Report/vendor", &format!("pageIndex={page}&pageSize=2")).await;
        assert_eq!(told["totalPurchasedAmount"], 15);
        assert_eq!((&told["totalItems"], &told["totalPages"]), (&json!(5), &json!(3)));
        let rows = told["transactions"].as_array().expect("rows").clone();
        seen.extend(rows.iter().map(|row| row["purchased"].clone()));
    }
    assert_eq!(seen, [5, 4, 3, 2, 1]);
    let whole = told(&mary, "Report/vendor", "").await;
    assert_eq!(whole["pageSize"], 1000);
    assert_eq!(whole["transactions"].as_array().map(Vec::len), Some(5));
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_of_the_demo_equal_its_entries() {
    let mut app = TestApp::patient().await;
    app.expect_leftover_jobs();
    funray::demo::load(&app.app).await.expect("the demo");
    let facts = Facts::of(&app).await;
    let sue = app.super_administrator("sue").await;
    let sue = app.sign_in(&sue).await;
    let today = BusinessDate::of(app.app.clock.now());
    let tenants: Vec<(TenantId, String)> = app
        .app
        .db
        .read(|tx| Ok::<_, Error>(tx.rows("SELECT id, kind FROM tenant ORDER BY id", &[])?))
        .await
        .expect("tenants");
    let spans = [
        None,
        Some((today.first_of_month(), today.last_of_month())),
        Some((day("2026-01-15"), day("2026-02-10"))),
    ];
    for span in spans {
        let within = |which: Which| match span {
            Some((first, last)) => which.within(first, last),
            None => which,
        };
        let all = within(Which::default());
        let vendors = told(&sue, "Report/vendors", &all.query()).await;
        let charities = told(&sue, "Report/charities", &all.query()).await;
        check_admin_reports(&vendors, &charities, &facts.sum(&all), "all");
        for (tenant, kind) in &tenants {
            if kind == "VENDOR" {
                let which = within(Which::of_vendor(*tenant));
                let told = told(&sue, "Report/vendor", &which.query()).await;
                check_vendor_report(&told, &facts.sum(&which), &which.query());
            } else {
                let which = within(Which::of_charity(*tenant));
                let told = told(&sue, "Report/charity", &which.query()).await;
                check_charity_report(&told, &facts.sum(&which), &which.query());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn public_figures_are_those_of_the_last_hour() {
    let town = Town::new().await;
    let figures = async || {
        let reply = town.app.get("/api/v1/Public/figures").send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let nothing = json!({ "vendorCount": 0, "charityCount": 0, "totalFundraising": 0 });
    assert_eq!(figures().await, nothing);
    town.sell(0, 100, Some(0)).await;
    town.sell(1, 50, None).await;
    finance::reports::count_figures(town.app.app.clone()).await.expect("counted");
    town.app.hands.advance(Duration::from_secs(31));
    let counted = json!({ "vendorCount": 2, "charityCount": 2, "totalFundraising": 10 });
    assert_eq!(figures().await, counted);
    town.close().await;
}

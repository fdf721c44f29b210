//! Tests of the daily totals that the reports read. Reports are exact at every moment, `funray
//! verify` checks the totals, and a command rebuilds them.

use std::time::Duration;

use finance::{reports, verify};
use kernel::dates::BusinessDate;

use super::{
    Town, day,
    recomputed::{
        Facts, Which, check_admin_reports, check_charity_report, check_daily_report,
        check_vendor_report,
    },
    told,
};
use crate::support::Person;

pub async fn seal(town: &Town) {
    verify::seal(town.app.app.clone()).await.expect("sealed");
}

pub async fn roll_up(town: &Town) {
    reports::roll_up(town.app.app.clone()).await.expect("rolled up");
}

pub async fn change(town: &Town, sql: &'static str) {
    let changed = town.app.app.db.write(move |tx| tx.execute(sql, &[])).await.expect("changed");
    assert!(changed > 0, "{sql}");
}

/// Compares every report with the ledger's entries, for all days and for some ranges of days.
async fn compare(town: &Town, sue: &Person, when: &str) {
    let sue = town.app.sign_in(sue).await;
    let facts = Facts::of(&town.app).await;
    let days: [(BusinessDate, BusinessDate); 3] = [
        (day("2026-03-07"), day("2026-03-08")),
        (day("2026-03-08"), day("2026-03-31")),
        (day("2026-04-01"), day("2026-04-30")),
    ];
    let spans = days.map(Some).into_iter().chain([None]);
    for span in spans {
        let within = |which: Which| match span {
            Some((first, last)) => which.within(first, last),
            None => which,
        };
        let all = within(Which::default());
        let vendors = told(&sue, "Report/vendors", &all.query()).await;
        let charities = told(&sue, "Report/charities", &all.query()).await;
        check_admin_reports(&vendors, &charities, &facts.sum(&all), when);
        let daily = told(&sue, "Report/days", &all.query()).await;
        check_daily_report(&daily, &facts, &all, when);
        for shop in town.shops {
            let own = within(Which::of_vendor(shop));
            let campaign = Some(town.causes[0].1);
            for which in [
                own,
                Which { campaign, ..own },
                Which { has_cause: Some(true), ..own },
                Which { has_cause: Some(false), ..own },
            ] {
                let told = told(&sue, "Report/vendor", &which.query()).await;
                check_vendor_report(&told, &facts.sum(&which), when);
            }
            for which in [own, Which { has_cause: Some(true), ..own }] {
                let daily = told(&sue, "Report/days", &which.query()).await;
                check_daily_report(&daily, &facts, &which, when);
            }
        }
        for (charity, _) in town.causes {
            let which = within(Which::of_charity(charity));
            let daily = told(&sue, "Report/days", &which.query()).await;
            check_daily_report(&daily, &facts, &which, when);
            let told = told(&sue, "Report/charity", &which.query()).await;
            check_charity_report(&told, &facts.sum(&which), when);
        }
    }
}

/// Makes sales on three days in both shops, and rolls them up into the daily totals. Then makes one
/// sale that is sealed but not rolled up, and one that isn't sealed either.
async fn half_rolled_up() -> Town {
    let town = Town::new().await;
    for (moment, shop, cause) in [
        ("2026-03-07T12:00:00Z", 0, Some(0)),
        ("2026-03-08T04:59:00Z", 0, None),
        ("2026-03-08T05:00:00Z", 1, Some(1)),
    ] {
        town.at(moment);
        town.sell(shop, 25, cause).await;
    }
    seal(&town).await;
    roll_up(&town).await;
    town.at("2026-04-01T12:00:00Z");
    town.sell(0, 40, Some(1)).await;
    seal(&town).await;
    town.sell(1, 60, Some(0)).await;
    town
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_exact_however_far_the_totals_have_come() {
    let town = half_rolled_up().await;
    let sue = town.app.super_administrator("sue").await;
    compare(&town, &sue, "some rolled up, some sealed, some neither").await;
    roll_up(&town).await;
    compare(&town, &sue, "only what is not sealed is missing").await;
    // A node whose clock is slow records sales on a day that was already rolled up.
    town.at("2026-03-07T13:00:00Z");
    town.sell(0, 30, Some(0)).await;
    town.sell(1, 35, None).await;
    compare(&town, &sue, "late, and not sealed").await;
    seal(&town).await;
    roll_up(&town).await;
    town.at("2026-04-02T12:00:00Z");
    compare(&town, &sue, "late, and rolled up").await;
    assert!(town.app.report().await.expect("a report").breaches.is_empty());
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_names_a_day_of_the_reports_that_its_entries_contradict() {
    let town = half_rolled_up().await;
    let sue = town.app.super_administrator("sue").await;
    for (sql, expected) in [
        (
            "UPDATE daily_total SET raised = raised + 100 WHERE day = '2026-03-07'",
            "a day of the reports is the sum of its entries",
        ),
        (
            "DELETE FROM daily_total WHERE day = '2026-03-08'",
            "the days of the reports have every transfer",
        ),
    ] {
        change(&town, sql).await;
        let (is_fine, said) = town.app.verify_command(&[]);
        assert!(!is_fine && said.contains(expected), "{said}");
        // Like `funray verify`, the hourly check finds the wrong total. Unlike a wrong entry of
        // the ledger, a wrong total must not stop money movements.
        let (found, _) = verify::suspect(&town.app.app, verify::Depth::Everything).await;
        assert!(found.iter().any(|suspicion| suspicion.breach().rule == expected), "{expected}");
        verify::stop_for(&town.app.app, found).await;
        town.sell(0, 5, None).await;
        let (is_fine, said) = town.app.command("rebuild-reports", &[]);
        assert!(is_fine && said.contains("2 vendors"), "{said}");
        assert!(town.app.report().await.expect("a report").breaches.is_empty(), "mended");
        compare(&town, &sue, expected).await;
    }
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rebuild_resumes_where_it_was_interrupted() {
    let town = half_rolled_up().await;
    change(&town, "UPDATE daily_total SET cards = cards + 1").await;
    // Mark the totals of one vendor as stale. This is the state after an interrupted rebuild that
    // had finished only the other vendor.
    change(
        &town,
        "UPDATE daily_position SET is_stale = TRUE
         WHERE vendor_id = (SELECT MAX(vendor_id) FROM daily_position)",
    )
    .await;
    roll_up(&town).await;
    let clock = &town.app.app.clock;
    let stale = "SELECT count(*) FROM daily_position WHERE is_stale = TRUE";
    assert_eq!(town.app.count(stale).await, 0, "the scheduled task goes on, too");
    change(
        &town,
        "UPDATE daily_position SET is_stale = TRUE
         WHERE vendor_id = (SELECT MAX(vendor_id) FROM daily_position)",
    )
    .await;
    let rebuilt = reports::rebuild(&town.app.app.db, clock).await.expect("made anew");
    assert_eq!((rebuilt.vendors, rebuilt.is_resumed), (1, true));
    assert!(!town.app.report().await.expect("a report").breaches.is_empty(), "not the other");
    let rebuilt = reports::rebuild(&town.app.app.db, clock).await.expect("made anew");
    assert_eq!((rebuilt.vendors, rebuilt.is_resumed), (2, false));
    assert!(town.app.report().await.expect("a report").breaches.is_empty(), "both");
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn roll_up_of_two_nodes_counts_nothing_twice() {
    let town = half_rolled_up().await;
    town.app.hands.advance(Duration::from_secs(60));
    seal(&town).await;
    let (here, there) = (town.app.app.clone(), town.app.another_node());
    let (first, second) = tokio::join!(reports::roll_up(here), reports::roll_up(there));
    first.and(second).expect("rolled up");
    let sum = "SELECT CAST(SUM(transfers) AS BIGINT) FROM daily_position";
    assert_eq!(town.app.count(sum).await, 5);
    assert!(town.app.report().await.expect("a report").breaches.is_empty());
    town.close().await;
}

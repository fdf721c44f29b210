//! Tests of the home pages of vendors and charities. Their figures equal those of the reports,
//! however many sales the daily totals already include.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    Town,
    rollup::{change, roll_up, seal},
    told,
};
use crate::support::Visitor;

fn sum(rows: &Value, name: &str) -> f64 {
    let rows = rows.as_array().expect("rows").iter();
    let cents: f64 = rows.map(|row| (row[name].as_f64().expect("a figure") * 100.0).round()).sum();
    cents / 100.0
}

/// Returns the sum of all events behind a figure of a home page. Reversed and cancelled events
/// count as negative.
async fn behind(who: &Visitor<'_>, query: &str) -> f64 {
    let events = told(who, "Vendors/events", query).await;
    let rows = events["items"].as_array().expect("rows");
    assert_eq!(events["totalItems"], rows.len(), "all on one page");
    let cents: f64 = rows
        .iter()
        .map(|row| {
            let amount = (row["amount"].as_f64().expect("an amount") * 100.0).round();
            let is_back = ["UNDONE", "CANCELLED"].contains(&row["kind"].as_str().expect("a kind"));
            if is_back { -amount } else { amount }
        })
        .sum();
    cents / 100.0
}

/// Checks that the sums on the home page equal those of the reports for the same days.
async fn ties(town: &Town, who: &Visitor<'_>, query: &str, when: &str) {
    let vendor = format!("tenantId={}&{query}", town.shops[0]);
    let home = told(who, "Vendors/home", &vendor).await;
    let report = told(who, "Report/vendor", &vendor).await;
    let summary = told(who, "Vendors/summary", &vendor).await;
    assert_eq!(home["summary"], summary, "{when}");
    let same = |list: &str, name: &str, figure: &str| {
        let told = report[figure].as_f64().expect("a figure");
        assert_eq!(sum(&home[list], name), told, "{when}: {list} of {home}, not {report}");
    };
    same("amounts", "totalPurchasedAmount", "totalPurchasedAmount");
    same("amounts", "cardsSold", "totalCardsSold");
    same("causes", "totalFundraising", "totalFundraising");
    same("employees", "totalRedemption", "totalRedemption");
    same("hours", "totalRedemption", "totalRedemption");
    for amount in home["amounts"].as_array().expect("rows") {
        let rows = behind(who, &format!("{vendor}&amount={}", amount["amount"])).await;
        assert_eq!(
            rows,
            amount["totalPurchasedAmount"].as_f64().expect("a figure"),
            "{when}: {amount}"
        );
    }
    for employee in home["employees"].as_array().expect("rows") {
        let person = employee["personId"].as_str().expect("a person");
        let rows = behind(who, &format!("{vendor}&employeeId={person}")).await;
        assert_eq!(
            rows,
            employee["totalRedemption"].as_f64().expect("a figure"),
            "{when}: {employee}"
        );
    }
    for (of, figure) in [("SALES", "totalPurchasedAmount"), ("REDEMPTIONS", "totalRedemption")] {
        let rows = behind(who, &format!("{vendor}&of={of}")).await;
        assert_eq!(rows, report[figure].as_f64().expect("a figure"), "{when}: {of}");
    }
    for (charity, _) in town.causes {
        let query = format!("tenantId={charity}&{query}");
        let home = told(who, "Charities/home", &query).await;
        let report = told(who, "Report/charity", &query).await;
        for list in ["campaigns", "shops"] {
            for name in ["totalFundraising", "totalPurchasedAmount"] {
                let told = report[name].as_f64().expect("a figure");
                assert_eq!(sum(&home[list], name), told, "{when}: {list} of {home}, not {report}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn homes_add_up_to_the_reports_however_far_the_roll_up_has_come() {
    let town = Town::new().await;
    let adam = town.app.administrator("adam").await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let eli = town.app.employee_of(town.shops[0], "eli").await;
    let spans = [
        "",
        "startDate=2026-03-08&endDate=2026-03-08",
        "endDate=2026-03-09",
        "cardType=1",
        "cardType=2",
    ];
    town.at("2026-03-07T12:00:00Z");
    let card = town.sell(0, 50, Some(0)).await;
    town.redeem(&town.app.sign_in(&mary).await, &card, 20.0).await;
    seal(&town).await;
    roll_up(&town).await;
    town.at("2026-03-08T16:00:00Z");
    town.sell(0, 25, None).await;
    town.sell(0, 25, Some(1)).await;
    town.redeem(&town.app.sign_in(&eli).await, &card, 10.0).await;
    seal(&town).await;
    town.at("2026-03-10T16:00:00Z");
    town.sell(0, 100, Some(1)).await;
    town.sell(1, 60, Some(0)).await;
    town.redeem(&town.app.sign_in(&eli).await, &card, 2.5).await;
    undo_last(&town.app.sign_in(&mary).await, &card).await;
    let adam = town.app.sign_in(&adam).await;
    for span in spans {
        ties(&town, &adam, span, "some rolled up, some sealed, some neither").await;
    }
    seal(&town).await;
    roll_up(&town).await;
    for span in spans {
        ties(&town, &adam, span, "all rolled up").await;
    }
    // Remove the breakdowns of the daily totals, as if an earlier release had made the totals. The
    // roll-up must build them from sealed rows.
    change(&town, "DELETE FROM daily_breakdown").await;
    change(&town, "UPDATE daily_position SET breakdown_position = 0, owed = 0").await;
    ties(&town, &adam, "", "totals without breakdowns").await;
    roll_up(&town).await;
    ties(&town, &adam, "", "breakdowns made later").await;
    assert!(town.app.report().await.expect("a report").breaches.is_empty());
    town.close().await;
}

/// Reverses the last redemption of a card.
async fn undo_last(who: &Visitor<'_>, card: &str) {
    let history = who.get(&format!("/api/v1/Cards/{card}/transactions")).send().await.json();
    let rows = history["items"].as_array().expect("rows");
    let last = rows.iter().find(|row| row["transactionType"] == "Redeemed").expect("one");
    let id = last["id"].as_str().expect("an id");
    let path = format!("/api/v1/Cards/{card}/transactions/{id}/reversed");
    let reply = who.put(&path, &json!({ "reason": "A slip" })).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn vendor_home_counts_a_reversed_redemption_against_its_clerk() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let eli = town.app.employee_of(town.shops[0], "eli").await;
    let (mary, eli) = (town.app.sign_in(&mary).await, town.app.sign_in(&eli).await);
    // 9:30 in Toronto, on the day on which daylight saving time begins.
    town.at("2026-03-08T13:30:00Z");
    let card = town.sell(0, 75, Some(0)).await;
    town.redeem(&mary, &card, 30.0).await;
    town.app.hands.advance(Duration::from_secs(3600));
    town.redeem(&eli, &card, 5.0).await;
    let before = told(&mary, "Vendors/home", "").await;
    let [one, other] = [&before["employees"][0], &before["employees"][1]];
    assert_eq!((&one["redemptions"], &one["totalRedemption"]), (&json!(1), &json!(30)));
    assert_eq!((&other["redemptions"], &other["totalRedemption"]), (&json!(1), &json!(5)));
    let hours = json!([
        { "hour": 9, "redemptions": 1, "totalRedemption": 30 },
        { "hour": 10, "redemptions": 1, "totalRedemption": 5 },
    ]);
    assert_eq!(before["hours"], hours);
    undo_last(&mary, &card).await;
    let after = told(&mary, "Vendors/home", "").await;
    assert_eq!(after["employees"].as_array().map(Vec::len), Some(1), "{after}");
    assert_eq!(after["employees"][0]["totalRedemption"], 30);
    seal(&town).await;
    roll_up(&town).await;
    let rolled_up = told(&mary, "Vendors/home", "").await;
    assert_eq!(rolled_up, after, "the same from the roll-up");
    town.close().await;
}

#[tokio::test]
async fn vendor_home_lists_the_newest_events_with_their_authors() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary_id = mary.id;
    let mary = town.app.sign_in(&mary).await;
    let sue = town.app.super_administrator("sue").await;
    let sue = town.app.sign_in(&sue).await;
    for (person, name) in [(town.ann.id, "Leah"), (mary_id, "Mary")] {
        let sql = "UPDATE person SET first_name = $1, last_name = 'Côté' WHERE id = $2";
        let change = move |tx: &mut db::Tx<'_>| tx.execute(sql, db::params![name, person]);
        town.app.app.db.write(change).await.expect("a name");
        town.app.record_identity(person).await;
    }
    let card = town.sell(0, 100, Some(0)).await;
    town.sell(1, 50, None).await;
    town.app.hands.advance(Duration::from_secs(60));
    town.redeem(&mary, &card, 30.0).await;
    undo_last(&mary, &card).await;
    town.app.hands.advance(Duration::from_secs(60));
    let path = format!("/api/v1/Cards/{card}/deactived");
    let reply = sue.put(&path, &json!({ "reason": "Lost" })).send().await;
    assert!(reply.status.is_success(), "{}", reply.text());
    town.app.run_jobs().await;
    let home = told(&mary, "Vendors/home", "").await;
    let events: Vec<Value> = home["events"]
        .as_array()
        .expect("events")
        .iter()
        .map(|event| {
            assert_eq!(event["cardId"], card, "no other shop's");
            json!([event["kind"], event["amount"], event["person"]])
        })
        .collect();
    assert_eq!(
        events[1..],
        [
            json!(["UNDONE", 30, "Mary C."]),
            json!(["REDEEMED", 30, "Mary C."]),
            json!(["SOLD", 100, "Leah C."]),
        ]
    );
    assert_eq!((&events[0][0], &events[0][1]), (&json!("FROZEN"), &json!(null)));
    for _ in 0..8 {
        town.sell(0, 25, None).await;
    }
    let home = told(&mary, "Vendors/home", "").await;
    assert_eq!(home["events"].as_array().map(Vec::len), Some(8), "no more than eight");
    let of_rayzr = told(&mary, "Vendors/home", "cardType=2").await;
    let kinds: Vec<&Value> =
        of_rayzr["events"].as_array().expect("events").iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds, ["SOLD"; 8], "the card that supports a cause is FunRay's");

    town.app.hands.advance(Duration::from_secs(60));
    let sold = card.to_string();
    let find = move |tx: &mut db::Tx<'_>| {
        tx.one::<(String,)>("SELECT order_id FROM card WHERE id = $1", db::params![sold])
    };
    let (order,) = town.app.app.db.read(find).await.expect("its order");
    let path = format!("/api/v1/Helpdesk/orders/{order}/cancelled");
    let reply = sue.post(&path, &json!({ "reason": "Bought by mistake" })).send().await;
    assert!(reply.status.is_success(), "{}", reply.text());
    let home = told(&mary, "Vendors/home", "cardType=1").await;
    let kinds: Vec<&Value> =
        home["events"].as_array().expect("events").iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds[..2], ["CANCELLED", "FROZEN"], "a card that is taken back is told once");
    change(&town, "DELETE FROM job WHERE kind = 'finish payment'").await;
    town.close().await;
}

#[tokio::test]
async fn events_behind_a_figure_are_those_of_one_shop_and_come_in_pages() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    let first = town.sell(0, 25, Some(0)).await;
    town.app.hands.advance(Duration::from_secs(60));
    let second = town.sell(0, 25, Some(1)).await;
    town.sell(1, 25, Some(0)).await;
    town.redeem(&mary, &first, 5.0).await;
    let cards = |events: &Value| -> Vec<Value> {
        events["items"].as_array().expect("rows").iter().map(|row| row["cardId"].clone()).collect()
    };
    let page = told(&mary, "Vendors/events", "amount=25.00&pageSize=1").await;
    assert_eq!((cards(&page), &page["totalItems"]), (vec![json!(second)], &json!(2)));
    let (cause, _) = town.causes[0];
    let of_cause = told(&mary, "Vendors/events", &format!("charityId={cause}")).await;
    assert_eq!(cards(&of_cause), [json!(first)], "neither what was redeemed nor another shop's");
    for (query, field) in [("amount=much", "amount"), ("of=SALES&amount=25", "of")] {
        let reply = mary.get(&format!("/api/v1/Vendors/events?{query}")).send().await;
        assert_eq!(reply.status, 400, "{query}: {}", reply.text());
        assert!(reply.text().contains(&format!("\"{field}\"")), "{query}: {}", reply.text());
    }
    town.close().await;
}

#[tokio::test]
async fn charity_home_shows_running_campaigns_with_their_goals() {
    let town = Town::new().await;
    let (charity, campaign) = town.causes[0];
    let carla = town.app.manager_of(charity, "carla").await;
    let carla = town.app.sign_in(&carla).await;
    town.sell(0, 75, Some(0)).await;
    town.sell(1, 50, Some(0)).await;
    town.sell(1, 50, Some(1)).await;
    let form = json!({ "name": "Warm Meals", "startDate": "2026-01-01", "endDate": "2026-12-31", "goal": 500 });
    let path = format!("/api/v1/Charities/campaigns/{campaign}");
    let reply = carla.put(&path, &form).send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let home = told(&carla, "Charities/home", "startDate=2026-03-11").await;
    assert_eq!(home["totalFundraising"], 0, "nothing on these days");
    assert_eq!(home["shops"], json!([]));
    assert_eq!((&home["totalFundraisingEver"], &home["purchasesEver"]), (&json!(12.5), &json!(2)));
    assert_eq!(home["newest"].as_array().map(Vec::len), Some(2), "whenever they were");
    let running = &home["running"][0];
    assert_eq!(running["campaignId"], json!(campaign));
    assert_eq!((&running["goal"], &running["totalFundraising"]), (&json!(500), &json!(12.5)));
    // A campaign that is inactive, has ended or has not begun doesn't count as running.
    for sql in [
        "UPDATE campaign SET is_active = FALSE",
        "UPDATE campaign SET is_active = TRUE, end_day = '2026-03-09'",
        "UPDATE campaign SET end_day = '2026-12-31', start_day = '2026-03-11'",
    ] {
        change(&town, sql).await;
        let home = told(&carla, "Charities/home", "").await;
        assert_eq!(home["running"], json!([]), "{sql}");
    }
    town.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_names_a_breakdown_that_its_entries_contradict() {
    let town = Town::new().await;
    let mary = town.app.manager_of(town.shops[0], "mary").await;
    let mary = town.app.sign_in(&mary).await;
    let card = town.sell(0, 50, Some(0)).await;
    town.redeem(&mary, &card, 20.0).await;
    seal(&town).await;
    roll_up(&town).await;
    let day = "a day's breakdown is the sum of its entries";
    let whole = "the breakdowns of the reports have every transfer";
    for (sql, expected) in [
        ("UPDATE daily_breakdown SET amount = amount + 1 WHERE kind = 'AMOUNT'", day),
        ("UPDATE daily_breakdown SET items = items + 1 WHERE kind = 'EMPLOYEE'", day),
        ("UPDATE daily_breakdown SET name = '23' WHERE kind = 'HOUR'", day),
        ("UPDATE daily_position SET owed = owed + 1", whole),
        ("DELETE FROM daily_breakdown WHERE kind = 'OWED'", whole),
        (
            "DELETE FROM daily_breakdown WHERE kind = 'HOUR'",
            "breakdowns add up to the totals of the reports",
        ),
    ] {
        change(&town, sql).await;
        let (is_fine, said) = town.app.verify_command(&[]);
        assert!(!is_fine && said.contains(expected), "{sql}: {said}");
        let (is_fine, said) = town.app.command("rebuild-reports", &[]);
        assert!(is_fine, "{said}");
        assert!(town.app.report().await.expect("a report").breaches.is_empty(), "{sql}: mended");
    }
    town.close().await;
}

//! Tests of the books: reports that are exact to the cent, and closed months.

pub mod accounting_files;
mod closing;
pub mod recomputed;

use std::time::Duration;

use db::params;
use finance::verify::{self, Depth, Verdict};
use kernel::{
    dates::BusinessDate,
    ids::{CardId, TenantId, TransferId},
    timestamp::Timestamp,
};
use ledger::PostedBy;
use serde_json::{Value, json};

use crate::{
    cards::redeem,
    reports::recomputed::cents,
    support::{Person, Reply, TestApp, Visitor, cards::Purchase},
};

use recomputed::{Books, Of, ages_of};

const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// A shop that sells and redeems cards, and an administrator who closes months.
struct Office {
    app: TestApp,
    shop: TenantId,
    ann: Person,
    mona: Person,
    adam: Person,
}

impl Office {
    /// Starts the program on Tuesday, March 10, 2026.
    async fn new() -> Office {
        let app = TestApp::new().await;
        let shop = app.shop("Maple Leaf Books").await;
        let ann = app.consumer("ann").await;
        let mona = app.manager_of(shop, "mona").await;
        let adam = app.administrator("adam").await;
        Office { app, shop, ann, mona, adam }
    }

    fn go_to(&self, moment: &str) {
        self.app.hands.set(Timestamp::parse(moment).expect("a moment"));
    }

    async fn sell(&self, dollars: u32) -> CardId {
        let card = self.app.sell(&self.ann, Purchase::of(self.shop, dollars)).await;
        self.app.run_jobs().await;
        card
    }

    async fn redeem(&self, card: CardId, dollars: u32) -> Value {
        let mona = self.app.sign_in(&self.mona).await;
        mona.sees(card).await;
        let reply = redeem(&mona, card, json!(dollars)).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.app.run_jobs().await;
        reply.json()
    }

    async fn keeper(&self) -> Visitor<'_> {
        self.app.sign_in(&self.adam).await
    }

    async fn get(&self, path: &str) -> Value {
        let reply = self.keeper().await.get(&format!("/api/v1/Books/{path}")).send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    async fn close(&self, month: &str) -> Reply {
        let adam = self.keeper().await;
        adam.post("/api/v1/Books/months", &json!({ "month": month })).send().await
    }
}

/// Checks that a reply rejects this field with a message that contains `problem`.
fn refused(reply: &Reply, field: &str, problem: &str) {
    let fields = reply.wrong_fields();
    assert!(fields[field].as_str().is_some_and(|text| text.contains(problem)), "{fields}");
}

#[tokio::test]
async fn close_month_takes_months_in_turn_once_they_are_over() {
    let office = Office::new().await;
    let months = office.get("months").await;
    assert_eq!(months["items"], json!([]), "nothing was ever moved");
    refused(&office.close("2026-03").await, "month", "Nothing was booked in this month.");
    office.sell(50).await;
    refused(&office.close("2026-03").await, "month", "a quarter of an hour after its end");
    // A month can be closed a quarter of an hour after its end, when all transactions that began in
    // the month have finished.
    office.go_to("2026-05-01T04:14:59Z");
    refused(&office.close("2026-04").await, "month", "close the months before it first");
    refused(&office.close("2026-02").await, "month", "Nothing was booked in this month.");
    refused(&office.close("march").await, "month", "Wrong date format");
    let closed = office.close("2026-03").await.json();
    assert_eq!((&closed["transfers"], &closed["closedByName"]), (&json!(1), &json!("adam Test")));
    refused(&office.close("2026-04").await, "month", "a quarter of an hour after its end");
    office.go_to("2026-05-01T04:15:00Z");
    let months = office.get("months").await;
    let rows = months["items"].as_array().expect("months").iter();
    let rows: Vec<Value> = rows
        .map(|row| json!([row["month"], row["canBeClosed"], row["closedAt"].is_null()]))
        .collect();
    assert_eq!(
        json!(rows),
        json!([["2026-05", false, true], ["2026-04", true, true], ["2026-03", false, false]])
    );
    assert_eq!(office.close("2026-04").await.json()["transfers"], 0);
    // Closing a month again returns the same reply, changes nothing, and adds no audit row.
    assert_eq!(office.close("2026-03").await.json(), closed);
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'MONTH_CLOSED'";
    assert_eq!(office.app.count(told).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn close_month_by_several_at_once_closes_it_once() {
    let office = Office::new().await;
    office.sell(50).await;
    office.go_to("2026-04-02T12:00:00Z");
    let adam = office.keeper().await;
    let form = json!({ "month": "2026-03" });
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..8 {
        running.spawn(adam.post("/api/v1/Books/months", &form).send());
    }
    for reply in running.join_all().await {
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    for (sql, expected) in [
        ("SELECT count(*) FROM closed_month", 1),
        ("SELECT count(*) FROM closed_figure", 15),
        ("SELECT count(*) FROM audit_entry WHERE action = 'MONTH_CLOSED'", 1),
    ] {
        assert_eq!(office.app.count(sql).await, expected, "{sql}");
    }
}

#[tokio::test]
async fn close_month_reads_no_entries_in_the_writer() {
    let office = Office::new().await;
    office.sell(50).await;
    office.go_to("2026-04-02T12:00:00Z");
    let adam = office.keeper().await;
    let call = adam.post("/api/v1/Books/months", &json!({ "month": "2026-03" }));
    let (reply, statements) = office.app.recorded(call).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let reads_entries = |statement: &&db::Statement| statement.sql.contains("JOIN entry");
    let (written, read): (Vec<_>, Vec<_>) =
        statements.iter().filter(reads_entries).partition(|statement| statement.is_write);
    assert_eq!((written.len(), read.is_empty()), (0, false), "{written:?}");
}

#[tokio::test]
async fn corrections_of_a_closed_month_are_booked_in_the_open_one_and_name_it() {
    let office = Office::new().await;
    let card = office.sell(50).await;
    // It is still the evening of March 31 in Toronto, but already April in UTC.
    office.go_to("2026-04-01T03:50:00Z");
    let redeemed = office.redeem(card, 20).await;
    office.go_to("2026-04-02T12:00:00Z");
    assert_eq!(office.close("2026-03").await.status, 200);
    let march = "trial-balance?startDate=2026-03-01&endDate=2026-03-31";
    let frozen = office.get(march).await;
    assert_eq!(frozen["closedByName"], "adam Test");
    let reversed = office.app.app.db.write({
        let (now, shop) = (office.app.app.clock.now(), office.shop);
        let transfer = redeemed["transactionId"].as_str().expect("an id").to_owned();
        move |tx| {
            let id = TransferId::parse(&transfer).expect("an id");
            let earlier = ledger::find_of_card(tx, shop, card, id)?.expect("a transfer");
            let by = PostedBy::Program("a test");
            ledger::reverse(tx, now, by, &earlier, Some("A mistake".to_owned()))
        }
    });
    reversed.await.expect("reversed");
    assert_eq!(office.get(march).await, frozen);
    let journal = office.get("journal?startDate=2026-04-01&endDate=2026-04-30").await;
    let [row] = journal["transfers"].as_array().expect("rows").as_slice() else {
        panic!("one transfer: {journal}")
    };
    assert_eq!(
        [&row["kind"], &row["corrects"], &row["reason"]],
        [&json!("REVERSAL"), &json!("2026-03"), &json!("A mistake")]
    );
    let none = office.get("journal?startDate=2026-04-01&endDate=2026-04-30&kind=SALE").await;
    assert_eq!((&none["totalItems"], cents(&none["turnover"])), (&json!(0), 0));
    let balance = office.get("trial-balance?startDate=2026-04-01&endDate=2026-04-30").await;
    let books = Books::of(&office.app).await;
    let day = |text: &str| BusinessDate::parse(text).expect("a day");
    books.check_trial_balance(&balance, (day("2026-04-01"), day("2026-04-30")), "April");
    books.check_trial_balance(&frozen, (day("2026-03-01"), day("2026-03-31")), "March");
}

#[tokio::test]
async fn a_clock_that_is_behind_books_nothing_in_a_closed_month() {
    let office = Office::new().await;
    let card = office.sell(50).await;
    office.go_to("2026-04-02T12:00:00Z");
    assert_eq!(office.close("2026-03").await.status, 200);
    office.go_to("2026-03-31T12:00:00Z");
    office.redeem(card, 20).await;
    office.sell(25).await;
    let late =
        "SELECT count(*) FROM transfer WHERE created_at < (SELECT MAX(ends_at) FROM closed_month)";
    assert_eq!(office.app.count(late).await, 1, "the sale before it was closed");
    let late =
        "SELECT count(*) FROM entry WHERE created_at >= (SELECT MAX(ends_at) FROM closed_month)";
    assert_eq!(office.app.count(late).await, 6);
}

/// Confirming a breach must take only seconds, so the program must not sum up the month again,
/// which takes minutes in a large ledger.
#[tokio::test]
async fn stop_for_confirms_a_breach_of_a_closed_month_without_adding_it_up_again() {
    let office = Office::new().await;
    office.sell(50).await;
    office.go_to("2026-04-02T12:00:00Z");
    assert_eq!(office.close("2026-03").await.status, 200);
    let db = &office.app.app.db;
    let wrong = "UPDATE closed_figure SET debit = debit + 100, credit = credit + 100 WHERE account = 'card'";
    db.write(move |tx| tx.execute(wrong, &[])).await.expect("changed");
    let (found, trouble) = verify::suspect(&office.app.app, Depth::Everything).await;
    assert!(found.len() == 1 && trouble.is_none(), "{trouble:?}");
    db.record();
    let verdicts = verify::stop_for(&office.app.app, found).await;
    assert!(matches!(verdicts[..], [Verdict::Confirmed]), "{verdicts:?}");
    let sums = db.recorded().into_iter().filter(|one| one.sql.contains(" entry "));
    assert_eq!(sums.map(|one| one.sql).collect::<Vec<_>>(), Vec::<String>::new());
    let right = "UPDATE closed_figure SET debit = debit - 100, credit = credit - 100 WHERE account = 'card'";
    db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
    assert!(office.app.report().await.expect("a report").is_resumed);
}

#[tokio::test]
async fn verify_names_a_closed_month_whose_figures_or_entries_were_changed() {
    let office = Office::new().await;
    office.sell(50).await;
    office.go_to("2026-06-01T12:00:00Z");
    for month in ["2026-03", "2026-04", "2026-05"] {
        assert_eq!(office.close(month).await.status, 200);
    }
    let cases = [
        (
            "UPDATE closed_figure SET debit = debit + 100, credit = credit + 100 WHERE month = '2026-04' AND account = 'card'",
            "UPDATE closed_figure SET debit = debit - 100, credit = credit - 100 WHERE month = '2026-04' AND account = 'card'",
            "a closed month has the figures of its entries 2026-04 card",
        ),
        (
            "UPDATE closed_figure SET opening = opening + 100, closing = closing + 100 WHERE month = '2026-05' AND account = 'refunds'",
            "UPDATE closed_figure SET opening = opening - 100, closing = closing - 100 WHERE month = '2026-05' AND account = 'refunds'",
            "a closed month opens with what the one before closed with 2026-05 refunds",
        ),
        (
            "UPDATE closed_month SET transfers = 2 WHERE month = '2026-03'",
            "UPDATE closed_month SET transfers = 1 WHERE month = '2026-03'",
            "a closed month ends with its last transfer 2026-03",
        ),
        // Moved by six weeks, the transfer is in another month.
        (
            "UPDATE transfer SET created_at = created_at + 1814400000000 * 2",
            "UPDATE transfer SET created_at = created_at - 1814400000000 * 2",
            "a closed month has the figures of its entries 2026-03 card",
        ),
    ];
    for (wrong, right, told) in cases {
        office.app.app.db.write(move |tx| tx.execute(wrong, &[])).await.expect("changed");
        let breaches = office.app.report().await.expect("a report").breaches;
        let texts: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.starts_with(told)), "{wrong}: {texts:?}");
        office.app.app.db.write(move |tx| tx.execute(right, &[])).await.expect("put right");
    }
    assert!(office.app.report().await.expect("a report").breaches.is_empty());
}

#[tokio::test]
async fn outstanding_groups_cards_by_the_days_since_they_were_sold() {
    let office = Office::new().await;
    // Within the two years before this day lies a February 29, and within the last 90 days a change
    // of daylight saving time.
    let day = BusinessDate::parse("2028-03-31").expect("a day");
    for (days, dollars) in [(731, 40), (730, 30), (366, 21), (365, 20), (91, 11), (90, 10), (0, 1)]
    {
        // Sell in the last second of a day. No later card is still this many days old at the end of
        // `day`.
        office.app.hands.set(day.plus_days(-days).end_exclusive().minus(Duration::from_secs(1)));
        office.sell(dollars).await;
    }
    office.app.hands.advance(A_DAY);
    let told = office.get("outstanding?day=2028-03-31").await;
    assert_eq!(ages_of(&told["ages"]), [1_100, 3_100, 5_100, 4_000]);
    assert_eq!(ages_of(&told["vendors"][0]["ages"]), [1_100, 3_100, 5_100, 4_000]);
    let books = Books::of(&office.app).await;
    for day in ["2026-03-31", "2027-12-31", "2028-02-29", "2028-03-31", "2030-01-01"] {
        let day = BusinessDate::parse(day).expect("a day");
        for (of, query) in
            [(Of::All, ""), (Of::Brand(true), "&cardType=1"), (Of::Brand(false), "&cardType=2")]
        {
            let told = office.get(&format!("outstanding?day={day}{query}")).await;
            books.check_outstanding(&told, day, of, query);
        }
    }
    let adam = office.keeper().await;
    let wrong = adam.get("/api/v1/Books/outstanding?cardType=3").send().await;
    refused(&wrong, "cardType", "0, 1 or 2");
}

#[tokio::test]
async fn unclaimed_gifts_are_those_of_the_day_that_is_asked_for() {
    let office = Office::new().await;
    let gift = Purchase::of(office.shop, 50).given_to("bob@shop.example");
    let card = office.app.sell(&office.ann, gift).await;
    office.app.run_jobs().await;
    office.app.hands.advance(3 * A_DAY);
    let now = office.app.app.clock.now();
    let claim = "UPDATE card SET claimed_at = $1 WHERE id = $2";
    office
        .app
        .app
        .db
        .write(move |tx| tx.execute(claim, params![now, card]))
        .await
        .expect("claimed");
    office.redeem(card, 20).await;
    let books = Books::of(&office.app).await;
    for (day, gifts, left) in [
        ("2026-03-09", 0, 0),
        ("2026-03-10", 1, 5_000),
        ("2026-03-12", 1, 5_000),
        ("2026-03-13", 0, 0),
    ] {
        let told = office.get(&format!("unclaimed-gifts?day={day}")).await;
        assert_eq!(
            (&told["totalGifts"], cents(&told["totalBalance"])),
            (&json!(gifts), left),
            "{day}"
        );
        let day = BusinessDate::parse(day).expect("a day");
        books.check_outstanding(&told, day, Of::UnclaimedGifts, "gifts");
    }
}

#[tokio::test]
async fn cash_outs_are_added_up_by_shop() {
    let office = Office::new().await;
    let card = office.sell(25).await;
    office.redeem(card, 21).await;
    let mona = office.app.sign_in(&office.mona).await;
    let paid = mona.put(&format!("/api/v1/Cards/{card}/cashed-out"), &json!({})).send().await;
    assert_eq!(paid.status, 200, "{}", paid.text());
    drop(mona);
    office.app.run_jobs().await;
    let today = office.get("cash-outs?startDate=2026-03-10&endDate=2026-03-10").await;
    assert_eq!((&today["totalCount"], cents(&today["totalAmount"])), (&json!(1), 400));
    assert_eq!(today["vendors"][0]["vendorName"], "Maple Leaf Books");
    let before = office.get("cash-outs?endDate=2026-03-09").await;
    assert_eq!((&before["totalCount"], &before["vendors"]), (&json!(0), &json!([])));
}

//! Tests of the progress of campaigns: all places show the same figures, which equal the ledger's
//! entries.

use std::time::Duration;

use db::params;
use finance::{reports, verify};
use kernel::{
    brand::Brand,
    ids::{CampaignId, TenantId},
    language::Language,
    money::Cents,
};
use market::{
    campaigns::{self, CampaignRow},
    previews::Plan,
};
use serde_json::{Value, json};

use crate::{
    reports::recomputed::cents,
    support::{Person, TestApp, cards::Purchase},
};

/// Sum raised and number of supporters, counted from single entries of the ledger.
async fn expected(app: &TestApp, campaign: CampaignId) -> (i64, i64) {
    let sql = "SELECT CAST(COALESCE(SUM(b.raised), 0) AS BIGINT), CAST(COALESCE(SUM(CASE WHEN b.raised > 0 THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM (SELECT k.buyer_id, SUM(e.amount) AS raised FROM card k
               JOIN transfer t ON t.vendor_id = k.vendor_id AND t.card_id = k.id
               JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
               WHERE k.campaign_id = $1 AND e.account LIKE 'charity_payable:%' GROUP BY k.buyer_id) b";
    app.app.db.read(move |tx| tx.one(sql, params![campaign])).await.expect("the sums")
}

/// Adds all transfers to the progress, and waits until no reply is cached any more.
async fn bring_up_to_date(app: &TestApp) {
    verify::seal(app.app.clone()).await.expect("sealed");
    reports::roll_up(app.app.clone()).await.expect("rolled up");
    app.hands.advance(Duration::from_secs(31));
}

async fn json_at(app: &TestApp, path: &str) -> Value {
    let reply = app.get(path).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

/// Compares the progress on the campaign's page, on its tile, in the call for other websites and in
/// the preview picture with the ledger. Returns the sum raised.
pub async fn check(app: &TestApp, charity: TenantId, campaign: CampaignId, what: &str) -> i64 {
    bring_up_to_date(app).await;
    let (raised, supporters) = expected(app, campaign).await;
    let page = json_at(app, &format!("/api/v1/Public/charities/campaigns/{campaign}")).await;
    let tiles =
        json_at(app, &format!("/api/v1/Public/charities/campaigns?charityId={charity}")).await;
    let tiles = tiles["items"].as_array().expect("tiles").clone();
    let tile = tiles.into_iter().find(|tile| tile["id"] == campaign.to_string());
    let call = json_at(app, &format!("/api/v1/Public/campaigns/{campaign}/progress")).await;
    for (place, told) in [("page", &page), ("tile", &tile.expect("a tile")), ("call", &call)] {
        assert_eq!(cents(&told["raised"]), raised, "{what}: raised on the {place}");
        assert_eq!(told["supporters"], supporters, "{what}: supporters on the {place}");
    }
    let row =
        app.app.db.read(move |tx| campaigns::find_shown(tx, campaign)).await.expect("a campaign");
    let drawn = Plan::campaign(
        Brand::with_causes(),
        Language::En,
        &CampaignRow { raised: Cents::new(raised), ..row },
    );
    let asked = app.get(&format!("/previews/funray/en/campaign/{campaign}/any.png")).send().await;
    assert_eq!(asked.header("location"), drawn.address(), "{what}: raised in the picture");
    raised
}

struct Fair {
    app: TestApp,
    shops: [TenantId; 2],
    charity: TenantId,
    campaign: CampaignId,
    ann: Person,
    bea: Person,
}

impl Fair {
    /// Opens two shops and a cause. Its campaign has a goal of $20, which cards worth $200 raise.
    async fn new() -> Fair {
        let app = TestApp::new().await;
        let shops = [app.shop("Maple Leaf Books").await, app.shop("Bean & Gull").await];
        let charity = app.charity("Food for All").await;
        let campaign = app.campaign_of(charity, "Warm Meals").await;
        app.write("UPDATE campaign SET goal = 2000 WHERE id = $1", campaign).await;
        let (ann, bea) = (app.consumer("ann").await, app.consumer("bea").await);
        Fair { app, shops, charity, campaign, ann, bea }
    }

    async fn sell(&self, buyer: &Person, shop: usize, dollars: u32) -> String {
        let card = Purchase::of(self.shops[shop], dollars);
        let card = card.supporting(self.charity, self.campaign);
        let card = self.app.sell(buyer, card).await;
        let sql = "SELECT order_id FROM card WHERE id = $1";
        let read = self.app.app.db.read(move |tx| tx.one::<(String,)>(sql, params![card]));
        read.await.expect("the order").0
    }

    async fn check(&self, what: &str) -> i64 {
        check(&self.app, self.charity, self.campaign, what).await
    }

    /// Takes back what a sale raised, as a cancelled order does.
    async fn cancel(&self, order: &str) {
        let sue = self.app.sign_in(&self.app.super_administrator("sue").await).await;
        let path = format!("/api/v1/Helpdesk/orders/{order}/cancelled");
        let reply = sue.post(&path, &json!({ "reason": "Bought by mistake" })).send().await;
        assert!(reply.status.is_success(), "{}", reply.text());
        // The sold cards were not charged, so no charge can be voided.
        let delete = "DELETE FROM job WHERE kind = 'finish payment'";
        self.app.app.db.write(move |tx| tx.execute(delete, &[])).await.expect("deleted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_the_same_everywhere() {
    let fair = Fair::new().await;
    assert_eq!(fair.check("nothing sold").await, 0);
    fair.sell(&fair.ann, 0, 50).await;
    fair.sell(&fair.ann, 1, 25).await;
    fair.sell(&fair.bea, 1, 25).await;
    assert_eq!(fair.check("two buyers").await, 1000);
    let path = format!("/api/v1/Public/campaigns/{}/progress", fair.campaign);
    let told = json_at(&fair.app, &path).await;
    let days = json!({ "goal": 20, "daysLeft": 30, "isRunning": true, "name": "Warm Meals" });
    for (name, value) in days.as_object().expect("fields") {
        assert_eq!(&told[name], value, "{name}");
    }
    fair.app.command("rebuild-reports", &[]);
    assert_eq!(fair.check("computed again").await, 1000);
    fair.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn supporters_are_buyers_whose_donation_was_not_returned() {
    let fair = Fair::new().await;
    fair.sell(&fair.ann, 0, 50).await;
    let order = fair.sell(&fair.bea, 1, 25).await;
    fair.check("two buyers").await;
    let before = json_at(&fair.app, &fair.page()).await;
    assert_eq!(before["supporters"], 2);
    fair.cancel(&order).await;
    assert_eq!(fair.check("one was cancelled").await, 500);
    assert_eq!(json_at(&fair.app, &fair.page()).await["supporters"], 1);
    fair.app.run_jobs().await;
}

impl Fair {
    fn page(&self) -> String {
        format!("/api/v1/Public/charities/campaigns/{}", self.campaign)
    }

    /// Subjects of the emails to the charity's manager, the oldest first.
    async fn told(&self, manager: &Person) -> Vec<String> {
        bring_up_to_date(&self.app).await;
        self.app.run_jobs().await;
        let mails = self.app.mails_to(&manager.email).await;
        mails.iter().rev().map(|mail| mail["subject"].as_str().expect("text").to_owned()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_call_may_be_read_by_every_website() {
    let fair = Fair::new().await;
    let path = format!("/api/v1/Public/campaigns/{}/progress", fair.campaign);
    let other = ("origin", "https://charity.example");
    let first = fair.app.get(&path).header(other.0, other.1).send().await;
    assert_eq!(first.header("access-control-allow-origin"), "*");
    assert_eq!(first.header("cache-control"), "public, max-age=30, stale-while-revalidate=60");
    let tag = first.header("etag").to_owned();
    let again = fair.app.get(&path).header(other.0, other.1).header("if-none-match", &tag);
    let again = again.send().await;
    assert_eq!(again.status, 304);
    assert_eq!(again.header("access-control-allow-origin"), "*");
    let page = fair.app.get(&fair.page()).header(other.0, other.1).send().await;
    assert_eq!(page.header("access-control-allow-origin"), "", "other calls stay closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn order_says_how_many_others_support_its_campaign() {
    let fair = Fair::new().await;
    let first = fair.sell(&fair.ann, 0, 50).await;
    let others = async |buyer: &Person, order: &str| {
        let buyer = fair.app.sign_in(buyer).await;
        let reply = buyer.get(&format!("/api/v1/Orders/{order}/campaigns")).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let all = reply.json();
        assert_eq!(all.as_array().map(Vec::len), Some(1), "{all}");
        let told = &all[0];
        (cents(&told["raised"]), told["otherSupporters"].as_i64().expect("a number"))
    };
    assert_eq!(others(&fair.ann, &first).await, (500, 0), "the totals lack the order");
    fair.check("one buyer").await;
    assert_eq!(others(&fair.ann, &first).await, (500, 0), "the totals include the order");
    let second = fair.sell(&fair.bea, 1, 25).await;
    assert_eq!(others(&fair.bea, &second).await, (750, 1));
    let ann = fair.app.sign_in(&fair.ann).await;
    let foreign = ann.get(&format!("/api/v1/Orders/{second}/campaigns")).send().await;
    foreign.error(404, "NOT_FOUND");
    fair.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn milestones_are_told_once_each() {
    let fair = Fair::new().await;
    let cora = fair.app.manager_of(fair.charity, "cora").await;
    fair.sell(&fair.ann, 0, 75).await;
    assert!(fair.told(&cora).await.is_empty());
    let order = fair.sell(&fair.bea, 1, 50).await;
    let half = "Warm Meals is half-way to its goal";
    assert_eq!(fair.told(&cora).await, [half]);
    fair.cancel(&order).await;
    bring_up_to_date(&fair.app).await;
    fair.sell(&fair.bea, 1, 50).await;
    assert_eq!(fair.told(&cora).await, [half], "no second notice after a fall");
    fair.sell(&fair.ann, 0, 100).await;
    let full = "Warm Meals has reached its goal";
    assert_eq!(fair.told(&cora).await, [half, full]);
    let visitor = fair.app.sign_in(&cora).await;
    let notices = visitor.get("/api/v1/Notices").send().await.json();
    let told: Vec<(&Value, &Value)> = notices["items"]
        .as_array()
        .expect("notices")
        .iter()
        .map(|notice| (&notice["kind"], &notice["isFull"]))
        .collect();
    let milestone = json!("CAMPAIGN_MILESTONE");
    assert_eq!(told, [(&milestone, &json!(true)), (&milestone, &json!(false))]);
    fair.app.run_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_names_a_campaign_whose_progress_is_wrong() {
    let fair = Fair::new().await;
    fair.sell(&fair.ann, 0, 50).await;
    fair.check("sold").await;
    for (sql, expected) in [
        (
            "UPDATE campaign_progress SET supporters = 2 WHERE campaign_id = $1",
            "the progress of a campaign is the sum of its supporters",
        ),
        (
            "UPDATE campaign_progress SET raised = 100 WHERE campaign_id = $1",
            "a campaign raised what its days raised",
        ),
    ] {
        fair.app.write(sql, fair.campaign).await;
        let (is_fine, said) = fair.app.verify_command(&[]);
        assert!(!is_fine && said.contains(expected), "{said}");
        let (is_fine, said) = fair.app.command("rebuild-reports", &[]);
        assert!(is_fine, "{said}");
        let report = fair.app.report().await;
        assert!(report.expect("a report").breaches.is_empty(), "mended");
    }
    fair.app.run_jobs().await;
}

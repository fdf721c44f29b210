//! Tests of what a charity says about a campaign: updates on its page, thanks after a purchase, and
//! posters.

use kernel::ids::{CampaignId, TenantId};
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor, cards::Purchase};

struct Stand {
    app: TestApp,
    charity: TenantId,
    campaign: CampaignId,
}

impl Stand {
    async fn new() -> Stand {
        let app = TestApp::new().await;
        let charity = app.charity("Food for All").await;
        let campaign = app.campaign_of(charity, "Warm Meals").await;
        Stand { app, charity, campaign }
    }

    async fn manager(&self) -> Visitor<'_> {
        let cora = self.app.manager_of(self.charity, "cora").await;
        self.app.sign_in(&cora).await
    }

    fn path(&self) -> String {
        format!("/api/v1/Charities/campaigns/{}", self.campaign)
    }

    /// Titles of the updates on the campaign's page.
    async fn titles(&self) -> Vec<Value> {
        let path = format!("/api/v1/Public/charities/campaigns/{}/updates", self.campaign);
        let reply = self.app.get(&path).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let page = reply.json();
        page["items"].as_array().expect("updates").iter().map(|one| one["title"].clone()).collect()
    }
}

#[tokio::test]
async fn updates_appear_on_the_page_until_they_are_deleted() {
    let stand = Stand::new().await;
    let (cora, updates) = (stand.manager().await, format!("{}/updates", stand.path()));
    assert!(stand.titles().await.is_empty());
    let mut ids = Vec::new();
    for title in ["First", "Second"] {
        stand.app.hands.advance(std::time::Duration::from_secs(2));
        let update = json!({ "title": title, "text": "Thank you!\n\nThe freezer is full." });
        let posted = cora.post(&updates, &update).send().await;
        assert_eq!(posted.status, 200, "{}", posted.text());
        ids.push(posted.json()["id"].as_str().expect("an id").to_owned());
    }
    stand.app.hands.advance(std::time::Duration::from_secs(2));
    assert_eq!(stand.titles().await, ["Second", "First"]);
    let first = format!("{updates}/{}", ids[0]);
    assert_eq!(cora.call("DELETE", &first).send().await.status, 204);
    cora.call("DELETE", &first).send().await.error(404, "NOT_FOUND");
    stand.app.hands.advance(std::time::Duration::from_secs(2));
    assert_eq!(stand.titles().await, ["Second"]);
    let other = stand.app.campaign_of(stand.charity, "Other").await;
    let elsewhere = format!("/api/v1/Charities/campaigns/{other}/updates/{}", ids[1]);
    cora.call("DELETE", &elsewhere).send().await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn post_update_names_each_invalid_field() {
    let stand = Stand::new().await;
    let (cora, updates) = (stand.manager().await, format!("{}/updates", stand.path()));
    for (field, value, message) in [
        ("title", json!(" "), "Title field is required."),
        ("title", json!("x".repeat(121)), "Title has a maximum limit of 120 characters."),
        ("text", json!(null), "Text field is required."),
        ("text", json!("x".repeat(2001)), "Text has a maximum limit of 2000 characters."),
    ] {
        let mut update = json!({ "title": "First", "text": "Thank you!" });
        update[field] = value;
        let reply = cora.post(&updates, &update).send().await;
        assert_eq!(reply.wrong_fields(), json!({ field: message }));
    }
    assert!(stand.titles().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn thanks_are_shown_to_buyers_and_written_on_the_receipt() {
    let stand = Stand::new().await;
    let cora = stand.manager().await;
    let mut form = cora.get(&stand.path()).send().await.json();
    form["thanks"] = json!("x".repeat(501));
    let refused = cora.put(&stand.path(), &form).send().await;
    assert_eq!(
        refused.wrong_fields(),
        json!({ "thanks": "Thanks has a maximum limit of 500 characters." })
    );
    form["thanks"] = json!("You feed the street! <b>Thanks</b>");
    let saved = cora.put(&stand.path(), &form).send().await;
    assert_eq!(saved.status, 204, "{}", saved.text());
    let shop = stand.app.shop("Maple Leaf Books").await;
    let ann = stand.app.consumer("ann").await;
    let bought = Purchase::of(shop, 50).supporting(stand.charity, stand.campaign);
    let card = stand.app.sell(&ann, bought).await;
    let read = stand.app.app.db.read(move |tx| {
        tx.one::<(String,)>("SELECT order_id FROM card WHERE id = $1", db::params![card])
    });
    let (order,) = read.await.expect("the order");
    let ann = stand.app.sign_in(&ann).await;
    let told = ann.get(&format!("/api/v1/Orders/{order}/campaigns")).send().await.json();
    assert_eq!(told[0]["thanks"], form["thanks"]);
    stand.app.run_jobs().await;
}

#[tokio::test]
async fn campaign_poster_is_drawn_in_every_format() {
    let stand = Stand::new().await;
    let cora = stand.manager().await;
    for (format, start) in [
        ("png", &b"\x89PNG"[..]),
        ("preview", b"\x89PNG"),
        ("letter", b"%PDF-"),
        ("tent", b"%PDF-"),
    ] {
        let path = format!("{}/poster?format={format}&language=fr", stand.path());
        let poster = cora.get(&path).send().await;
        assert_eq!(poster.status, 200, "{format}: {}", poster.text());
        assert!(poster.body.starts_with(start), "{format}");
    }
}

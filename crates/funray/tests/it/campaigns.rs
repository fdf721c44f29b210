//! Tests of campaigns: when they run, who may change them, and their public lists.

use kernel::ids::TenantId;
use market::files::FileKind;
use serde_json::{Value, json};

use crate::{
    support::{
        Reply, TestApp, Visitor,
        interleaving::{Open, until_it_waits},
    },
    tenants::logo,
};

const CAMPAIGNS: &str = "/api/v1/Charities/campaigns";
/// Start and end of a campaign in spring. The current date in the tests is 2026-03-10.
const SPRING: (&str, &str) = ("2026-03-10T23:59:59Z", "2026-05-01");

fn form(charity: TenantId, name: &str, (start, end): (&str, &str)) -> Value {
    json!({
        "charityId": charity.to_string(), "name": name, "description": "Warm meals for everybody.",
        "startDate": start, "endDate": end, "campaignUrl": "https://cause.example/spring",
    })
}

async fn add(who: &Visitor<'_>, form: &Value) -> String {
    let reply = who.post(CAMPAIGNS, form).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// Returns the names in a list of campaigns, in the order of the list.
fn names(reply: &Reply) -> String {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let page = reply.json();
    let items = page["items"].as_array().expect("items");
    let names: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
    names.join(" ")
}

#[tokio::test]
async fn create_campaign_returns_the_entered_values() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, charity) = (app.sign_in(&adam).await, app.charity("Food Bank").await);
    let mut spring = form(charity, "Spring", SPRING);
    spring["logoPath"] = json!(logo(&app, FileKind::Campaign).await);
    spring["goal"] = json!(250);
    let id = add(&adam, &spring).await;
    let path = format!("{CAMPAIGNS}/{id}");
    let campaign = adam.get(&path).send().await.json();
    assert!(campaign["hue"].is_u64(), "{campaign}");
    let mut expected = json!({
        "id": id, "charityId": charity.to_string(), "charityName": "Food Bank", "charityLogoPath": null,
        "name": "Spring", "description": "Warm meals for everybody.", "startDate": "2026-03-10",
        "endDate": "2026-05-01", "campaignUrl": "https://cause.example/spring",
        "logoPath": spring["logoPath"], "hue": campaign["hue"], "isActive": true, "isRunning": true,
        "goal": 250, "raised": 0, "supporters": 0, "daysLeft": 52, "thanks": null, "version": campaign["version"],
    });
    assert_eq!(campaign, expected);
    expected.as_object_mut().expect("a campaign").remove("version");
    let shown = app.get(&format!("/api/v1/Public/charities/campaigns/{id}")).send().await.json();
    assert_eq!(shown, expected);

    let change = json!({
        "name": "Summer", "startDate": "06/01/2026", "endDate": "2026-07-01T00:00:00Z", "campaignUrl": "",
    });
    assert_eq!(adam.put(&path, &change).send().await.status, 204);
    let changed = adam.get(&path).send().await.json();
    assert_eq!((&changed["name"], &changed["startDate"]), (&json!("Summer"), &json!("2026-06-01")));
    assert_eq!((&changed["campaignUrl"], &changed["isRunning"]), (&Value::Null, &json!(false)));
    assert_eq!(changed["description"], expected["description"], "left out, it stays");
    assert_eq!(changed["logoPath"], expected["logoPath"]);
    assert_eq!(changed["goal"], 250);
    let mut without = change.clone();
    without["goal"] = json!(0);
    assert_eq!(adam.put(&path, &without).send().await.status, 204);
    assert_eq!(adam.get(&path).send().await.json()["goal"], Value::Null);
    without["goal"] = json!(0.5);
    let refused = adam.put(&path, &without).send().await;
    assert!(refused.wrong_fields()["goal"].is_string());
}

#[tokio::test]
async fn end_campaign_makes_today_its_last_day() {
    let app = TestApp::new().await;
    let charity = app.charity("Food Bank").await;
    let cora = app.manager_of(charity, "cora").await;
    let cora = app.sign_in(&cora).await;
    let end =
        async |id: &str| cora.put(&format!("{CAMPAIGNS}/{id}/ended"), &json!({})).send().await;
    let winter = add(&cora, &form(charity, "Winter", ("2026-01-01", "2026-05-01"))).await;
    assert_eq!(end(&winter).await.status, 204);
    let path = format!("{CAMPAIGNS}/{winter}");
    let ended = cora.get(&path).send().await.json();
    assert_eq!((&ended["endDate"], &ended["isRunning"]), (&json!("2026-03-10"), &json!(true)));

    // A campaign has at least two days, so one that began today is deactivated instead.
    let spring = add(&cora, &form(charity, "Spring", SPRING)).await;
    end(&spring).await.error(409, "CAMPAIGN_NOT_RUNNING");
}

#[tokio::test(flavor = "multi_thread")]
async fn edit_campaign_keeps_concurrent_changes_of_other_fields() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, charity) = (app.sign_in(&adam).await, app.charity("Food Bank").await);
    let path = format!("{CAMPAIGNS}/{}", add(&adam, &form(charity, "Spring", SPRING)).await);
    let describing = Open::after(&app, |tx| {
        tx.execute("UPDATE campaign SET description = 'Cold meals, too.'", &[])?;
        Ok(())
    });
    let describing = describing.await;
    let change = json!({
        "name": "Summer", "startDate": "2026-06-01", "endDate": "2026-07-01", "campaignUrl": "",
    });
    let renaming = tokio::spawn(adam.put(&path, &change).send());
    until_it_waits(&app, &renaming).await;
    describing.commit().await;
    assert_eq!(renaming.await.expect("an answer").status, 204);
    let changed = adam.get(&path).send().await.json();
    assert_eq!(
        (&changed["name"], &changed["description"], &changed["campaignUrl"]),
        (&json!("Summer"), &json!("Cold meals, too."), &Value::Null)
    );
}

#[tokio::test]
async fn create_campaign_names_each_invalid_field() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, charity) = (app.sign_in(&adam).await, app.charity("Food Bank").await);
    let vendor = app.vendor("Shop").await;
    for (field, value, message) in [
        ("name", json!(" "), "Campaign Name field is required."),
        ("name", json!("x".repeat(256)), "Campaign Name has a maximum limit of 255 characters."),
        ("startDate", json!(""), "Start Date field is required."),
        ("endDate", json!(null), "End Date field is required."),
        ("startDate", json!("soon"), "Wrong date format."),
        ("endDate", json!("2026-02-30"), "Wrong date format."),
        ("endDate", json!("2026-03-10"), "End Date must be greater than Start Date."),
        ("endDate", json!("2026-03-01"), "End Date must be greater than Start Date."),
        ("campaignUrl", json!("javascript:alert(1)"), "Invalid URL format."),
        (
            "description",
            json!("x".repeat(10_000)),
            "Description has a maximum limit of 5000 characters.",
        ),
        ("logoPath", json!("../x"), "Please upload the picture again."),
        ("charityId", json!("nonsense"), "Please choose one from the list."),
        ("charityId", json!(vendor.to_string()), "Please choose one from the list."),
        ("charityId", json!(null), "Charity field is required."),
    ] {
        let mut form = form(charity, "Spring", SPRING);
        form[field] = value;
        assert_eq!(
            adam.post(CAMPAIGNS, &form).send().await.wrong_fields(),
            json!({ field: message })
        );
    }
    let over = form(charity, "Over", ("2026-01-01", "2026-03-10"));
    let reply = adam.post(CAMPAIGNS, &over).send().await;
    assert_eq!(reply.wrong_fields(), json!({ "endDate": "End Date must be greater than today" }));
    assert_eq!(app.count("SELECT count(*) FROM campaign").await, 0, "nothing was made");
    add(&adam, &form(charity, &"é".repeat(255), SPRING)).await;
}

#[tokio::test]
async fn edit_campaign_allows_renaming_an_ended_campaign() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (_, charity) = (app.sign_in(&adam).await, app.charity("Food Bank").await);
    let other = app.charity("Another").await;
    let id = add(&app.sign_in(&adam).await, &form(charity, "Spring", SPRING)).await;
    app.hands.advance(std::time::Duration::from_secs(60 * 24 * 3600));
    let adam = app.sign_in(&adam).await;
    let path = format!("{CAMPAIGNS}/{id}");
    let put = async |change: &Value| adam.put(&path, change).send().await;
    assert_eq!(put(&form(charity, "Renamed", SPRING)).await.status, 204);
    let longer = form(charity, "Longer", (SPRING.0, "2026-05-02"));
    assert_eq!(put(&longer).await.wrong_fields()["endDate"], "End Date must be greater than today");
    let moved = form(other, "Moved", SPRING);
    assert_eq!(put(&moved).await.wrong_fields()["charityId"], "A campaign stays with its charity.");
    assert_eq!(adam.get(&path).send().await.json()["name"], "Renamed");
}

#[tokio::test]
async fn campaigns_of_the_own_charity_are_managed_by_its_manager() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let (own, foreign) = (app.charity("Own").await, app.charity("Foreign").await);
    let theirs = add(&adam, &form(foreign, "Theirs", SPRING)).await;
    let mary = app.manager_of(own, "mary").await;
    let mary = app.sign_in(&mary).await;
    let mut unnamed = form(own, "Ours", SPRING);
    unnamed["charityId"] = json!(null);
    let ours = add(&mary, &unnamed).await;
    assert_eq!(names(&mary.get(CAMPAIGNS).send().await), "Ours");
    let path = format!("{CAMPAIGNS}/{ours}");
    assert_eq!(mary.get(&path).send().await.json()["charityId"], own.to_string());
    assert_eq!(mary.put(&path, &form(own, "Renamed", SPRING)).send().await.status, 204);
    assert_eq!(mary.call("PUT", &format!("{path}/status/deactivate")).send().await.status, 204);

    let list = format!("{CAMPAIGNS}?charityId={foreign}");
    assert_eq!(names(&mary.get(&list).send().await), "");
    let path = format!("{CAMPAIGNS}/{theirs}");
    let foreign_form = form(foreign, "Hijacked", SPRING);
    mary.get(&path).send().await.error(404, "NOT_FOUND");
    mary.put(&path, &foreign_form).send().await.error(404, "NOT_FOUND");
    mary.call("PUT", &format!("{path}/status/deactivate")).send().await.error(404, "NOT_FOUND");
    mary.post(CAMPAIGNS, &foreign_form).send().await.error(404, "NOT_FOUND");
    let unchanged = adam.get(&path).send().await.json();
    assert_eq!((&unchanged["name"], &unchanged["isActive"]), (&json!("Theirs"), &json!(true)));

    // A vendor's manager has the permission for campaigns, but the campaigns belong to charities,
    // so the list is empty.
    let vendor = app.vendor("Shop").await;
    let victor = app.manager_of(vendor, "victor").await;
    let victor = app.sign_in(&victor).await;
    assert_eq!(names(&victor.get(CAMPAIGNS).send().await), "");
    victor.post(CAMPAIGNS, &form(vendor, "Shop's", SPRING)).send().await.error(404, "NOT_FOUND");
    assert_eq!(
        victor.post(CAMPAIGNS, &unnamed).send().await.wrong_fields()["charityId"],
        "Charity field is required."
    );
}

#[tokio::test]
async fn public_campaigns_list_the_campaigns_that_run_today() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let (food, paws) = (app.charity("Food").await, app.charity("Paws").await);
    let soon = add(&adam, &form(food, "Soon", ("2026-03-11", "2026-04-01"))).await;
    add(&adam, &form(food, "Long", ("2026-03-01", "2026-06-01"))).await;
    let short = add(&adam, &form(food, "Short", ("2026-03-10", "2026-03-11"))).await;
    add(&adam, &form(paws, "Paws", ("2026-01-01", "2026-05-01"))).await;
    let shown = async |query: &str| {
        names(&app.get(&format!("/api/v1/Public/charities/campaigns?{query}")).send().await)
    };
    for (query, found) in [
        ("".to_owned(), "Short Paws Long"),
        ("orderBy=name&direction=desc".to_owned(), "Short Paws Long"),
        ("orderBy=startDate".to_owned(), "Paws Long Short"),
        ("pageSize=1&pageIndex=3".to_owned(), "Long"),
        (format!("charityId={food}"), "Short Long"),
        (format!("CharityId={food}&searchText=lo"), "Long"),
        ("searchText=meals&searchFields=name".to_owned(), ""),
        ("searchText=MEAL+warm".to_owned(), "Short Paws Long"),
        ("charityId=nonsense".to_owned(), ""),
    ] {
        assert_eq!(shown(&query).await, found, "{query}");
    }
    let detail =
        async |id: &str| app.get(&format!("/api/v1/Public/charities/campaigns/{id}")).send().await;
    assert_eq!(detail(&soon).await.json()["isRunning"], false);
    assert_eq!(detail(&short).await.json()["isRunning"], true);

    let switch = async |path: String| {
        assert_eq!(adam.call("PUT", &path).send().await.status, 204, "{path}");
    };
    for _ in 0..2 {
        switch(format!("{CAMPAIGNS}/{short}/status/deactivate")).await;
        assert_eq!(shown("").await, "Paws Long");
        detail(&short).await.error(404, "NOT_FOUND");
    }
    switch(format!("{CAMPAIGNS}/{short}/status/Activate")).await;
    switch(format!("/api/v1/Charities/{paws}/status/deactivate")).await;
    assert_eq!(shown("").await, "Short Long", "a charity that is closed collects nothing");

    // After midnight in Toronto, the campaign "Soon" has begun. A day later, the campaign "Short"
    // has ended. The cached totals of the list must not be used on a later day.
    app.hands.advance(std::time::Duration::from_secs(13 * 3600));
    assert_eq!(shown("").await, "Short Soon Long");
    app.hands.advance(std::time::Duration::from_secs(24 * 3600));
    assert_eq!(shown("").await, "Soon Long");
    assert_eq!(detail(&short).await.json()["isRunning"], false, "it can still be looked at");
}

#[tokio::test]
async fn list_campaigns_shows_all_to_administrators() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let (food, paws) = (app.charity("Food").await, app.charity("Paws").await);
    for (charity, name, days) in [
        (food, "Beta", ("2026-03-11", "2026-04-01")),
        (paws, "Alpha", ("2026-03-01", "2026-06-01")),
        (food, "Gamma", ("2026-03-10", "2026-03-11")),
    ] {
        app.hands.advance(std::time::Duration::from_secs(1));
        let id = add(&adam, &form(charity, name, days)).await;
        if name == "Alpha" {
            let path = format!("{CAMPAIGNS}/{id}/status/deactivate");
            assert_eq!(adam.call("PUT", &path).send().await.status, 204);
        }
    }
    for (query, found) in [
        ("".to_owned(), "Gamma Alpha Beta"),
        ("orderBy=createdAt".to_owned(), "Beta Alpha Gamma"),
        ("orderBy=name&direction=Asc&pageSize=1000".to_owned(), "Alpha Beta Gamma"),
        ("orderBy=startDate".to_owned(), "Alpha Gamma Beta"),
        ("orderBy=endDate&direction=Desc".to_owned(), "Alpha Beta Gamma"),
        (format!("charityId={food}"), "Gamma Beta"),
        ("isActive=false".to_owned(), "Alpha"),
        (format!("charityId={food}&isActive=true&searchText=gam"), "Gamma"),
    ] {
        assert_eq!(
            names(&adam.get(&format!("{CAMPAIGNS}?{query}")).send().await),
            found,
            "{query}"
        );
    }
    let reply = adam.get(&format!("{CAMPAIGNS}?orderBy=charity")).send().await;
    assert!(reply.wrong_fields()["orderBy"].is_string());
}

#[tokio::test]
async fn fitting_campaign_of_a_shop_is_one_nearby_before_one_that_ends_soon() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let shop = app.vendor("Maple Leaf Books").await;
    let path = format!("/api/v1/Public/vendor/{shop}/campaign");
    assert_eq!(app.get(&path).send().await.status, 404, "none runs");
    let (far, near) = (app.charity("Far").await, app.charity("Near").await);
    app.write("UPDATE tenant SET city = 'Halifax', postal_code = 'B3H 1A1' WHERE id = $1", far)
        .await;
    add(&adam, &form(far, "Soon", ("2026-03-01", "2026-03-20"))).await;
    app.hands.advance(std::time::Duration::from_secs(2));
    assert_eq!(app.get(&path).send().await.json()["name"], "Soon", "better than none");
    add(&adam, &form(near, "Around", ("2026-03-01", "2026-06-01"))).await;
    app.hands.advance(std::time::Duration::from_secs(2));
    assert_eq!(app.get(&path).send().await.json()["name"], "Around");
    let unknown = format!("/api/v1/Public/vendor/{near}/campaign");
    assert_eq!(app.get(&unknown).send().await.status, 404, "a charity is no shop");
}

//! Audited calls about shops, causes and the directory, made for the tests in `operations`.

use market::directory::LISTS;
use serde_json::json;

use super::trial::Trial;
use crate::{
    imports,
    support::Visitor,
    tenants::{Directory, add, set_waiting, tenant},
};

pub async fn try_tenants(trial: &mut Trial<'_>, adam: &Visitor<'_>) {
    let directory = Directory::of(trial.app).await;
    let mut vendor = directory.vendor("Maple Leaf Books");
    vendor["cardAmount"] = json!("0");
    let id =
        trial.call(adam, "POST /api/v1/Vendors", &[], vendor.clone()).await.json()["id"].clone();
    let id = id.as_str().expect("an id");
    vendor["accountNumber"] = json!("9999876");
    vendor["cardAmount"] = json!("Amount25");
    trial.call(adam, "PUT /api/v1/Vendors/{id}", &[id], vendor.clone()).await;
    let switch = "PUT /api/v1/Vendors/{id}/status/{status}";
    trial.call(adam, switch, &[id, "activate"], json!({})).await;
    let status = format!("/api/v1/Vendors/{id}/status/deactivate");
    assert_eq!(adam.call("PUT", &status).send().await.status, 204);
    trial.call(adam, "PUT /api/v1/Vendors/{id}/closed", &[id], json!({})).await;
    vendor["cardAmount"] = json!("0");
    let other = add(adam, "Vendors", &vendor).await;
    trial.call(adam, "POST /api/v1/Vendors/{id}/asked", &[&other], json!({})).await;
    let mails = trial.app.mails_to("cora@shop.example").await;
    let text = mails[0]["text"].as_str().expect("text");
    let code = text.split("#code=").nth(1).and_then(|rest| rest.split_whitespace().next());
    let answer = json!({ "code": code, "cardAmount": "Amount25" });
    trial.call(adam, "POST /api/v1/Tenants/registrations/answered", &[], answer).await;
    let reason = json!({ "reason": "No shop" });
    trial.call(adam, "PUT /api/v1/Vendors/{id}/rejected", &[&other], reason.clone()).await;

    let mut charity = directory.charity("Food Bank");
    let id =
        trial.call(adam, "POST /api/v1/Charities", &[], charity.clone()).await.json()["id"].clone();
    let id = id.as_str().expect("an id");
    // A tenant added by an administrator is approved at once, so set it back to waiting for
    // approval.
    set_waiting(trial.app, id).await;
    let switch = "PUT /api/v1/Charities/{id}/status/{status}";
    trial.call(adam, switch, &[id, "activate"], json!({})).await;
    charity["displayName"] = json!("Riverside Food Bank");
    trial.call(adam, "PUT /api/v1/Charities/{id}", &[id], charity).await;
    let other = add(adam, "Charities", &directory.charity("Warm Coats")).await;
    set_waiting(trial.app, &other).await;
    trial.app.write("UPDATE tenant SET region_id = NULL WHERE id = $1", tenant(&other)).await;
    trial.call(adam, "POST /api/v1/Charities/{id}/asked", &[&other], json!({})).await;
    trial.call(adam, "PUT /api/v1/Charities/{id}/rejected", &[&other], reason).await;

    let shops = imports::body(imports::table(&[imports::shop("S-1", "Oak Books")]));
    trial.call(adam, "POST /api/v1/Imports/shops", &[], shops).await;
    let causes = imports::body(imports::causes("C-1", "Coats"));
    trial.call(adam, "POST /api/v1/Imports/causes", &[], causes).await;
    let campaigns = imports::body(imports::campaigns("W-1", "C-1"));
    trial.call(adam, "POST /api/v1/Imports/campaigns", &[], campaigns).await;

    let mut campaign = json!({
        "charityId": id, "name": "Spring", "startDate": "2026-03-11", "endDate": "2026-05-01",
    });
    let made =
        trial.call(adam, "POST /api/v1/Charities/campaigns", &[], campaign.clone()).await.json();
    let made = made["id"].as_str().expect("an id");
    campaign["name"] = json!("Summer");
    campaign["startDate"] = json!("2026-03-01");
    trial.call(adam, "PUT /api/v1/Charities/campaigns/{id}", &[made], campaign).await;
    let end = "PUT /api/v1/Charities/campaigns/{id}/ended";
    trial.call(adam, end, &[made], json!({})).await;
    let update = json!({ "title": "Half-way", "text": "Thank you!" });
    let post = "POST /api/v1/Charities/campaigns/{id}/updates";
    let posted = trial.call(adam, post, &[made], update).await.json();
    let posted = posted["id"].as_str().expect("an id");
    let delete = "DELETE /api/v1/Charities/campaigns/{id}/updates/{updateId}";
    trial.call(adam, delete, &[made, posted], json!({})).await;
    let switch = "PUT /api/v1/Charities/campaigns/{id}/status/{status}";
    trial.call(adam, switch, &[made, "deactivate"], json!({})).await;
}

pub async fn try_directory(trial: &mut Trial<'_>, sue: &Visitor<'_>) {
    for list in LISTS {
        let all = format!("/api/v1/{}", list.name);
        let made = trial.call(sue, &format!("POST {all}"), &[], list.form("Gatineau")).await.json();
        let id = made["id"].as_str().expect("an id");
        trial.call(sue, &format!("PUT {all}/{{id}}"), &[id], list.form("Hull")).await;
        let switch = format!("PUT {all}/{{id}}/status/{{status}}");
        trial.call(sue, &switch, &[id, "deactivate"], json!({})).await;
    }
}

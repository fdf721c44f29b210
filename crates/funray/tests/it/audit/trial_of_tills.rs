//! Audited calls about tills and PINs, made for the tests in `operations`.

use kernel::ids::TenantId;
use serde_json::json;

use super::trial::Trial;
use crate::{
    cards::{approval_of, redeem, set_counter},
    support::{Person, Visitor, cards::Purchase},
    tills::{PIN, choose_pin, make_till},
};

pub async fn try_tills(trial: &mut Trial<'_>) {
    let app = trial.app;
    let shop = app.vendor("Shop of Tills").await;
    let (tilda, theo) = (app.manager_of(shop, "tilda").await, app.employee_of(shop, "theo").await);
    let (manager, clerk) = (app.sign_in(&tilda).await, app.sign_in(&theo).await);
    let made = make_till(&manager, shop, "Front").await;
    let token = json!({ "token": made["token"] });
    let enrolled = trial.call(&clerk, "POST /api/v1/Tills/enrolled", &[], token).await.json();
    let secret = enrolled["secret"].as_str().expect("a secret");

    let (pin, shop_id) = (json!({ "pin": PIN }), shop.to_string());
    trial.call(&clerk, "PUT /api/v1/Accounts/me/pins/{id}", &[&shop_id], pin).await;
    let form = json!({ "personId": theo.id.to_string(), "pin": PIN });
    let typed = app.post("/api/v1/Tills/sessions").header("x-till-secret", secret);
    trial.send("POST /api/v1/Tills/sessions", typed.json(form.to_string())).await;
    trial.call(&clerk, "DELETE /api/v1/Accounts/me/pins/{id}", &[&shop_id], json!({})).await;

    choose_pin(&clerk, shop, PIN).await;
    beside_clerks(trial, (shop, secret), &tilda, &theo).await;
    let pins = manager.get(&format!("/api/v1/Tills/pins?tenantId={shop}")).send().await.json();
    let pin = pins[0]["id"].as_str().expect("an id");
    trial.call(&manager, "DELETE /api/v1/Tills/pins/{id}", &[pin], json!({})).await;
    let make = "POST /api/v1/Vendors/{id}/test-card";
    let test = trial.call(&manager, make, &[&shop_id], json!({})).await.json();
    let code = test["code"].as_str().expect("a code");
    let value = json!({ "value": 1 });
    trial.call(&manager, "PUT /api/v1/TestCards/{code}/redeemed", &[code], value).await;
    let close = "POST /api/v1/Vendors/{id}/counter-day/closed";
    trial.call(&manager, close, &[&shop_id], json!({ "counted": 0 })).await;
    let till = made["id"].as_str().expect("an id");
    trial.call(&manager, "DELETE /api/v1/Tills/{id}", &[till], json!({})).await;
}

/// Makes the calls that a manager confirms with their PIN at a till where a clerk is signed in.
async fn beside_clerks(
    trial: &mut Trial<'_>,
    (shop, secret): (TenantId, &str),
    tilda: &Person,
    theo: &Person,
) {
    let app = trial.app;
    let manager = app.sign_in(tilda).await;
    choose_pin(&manager, shop, PIN).await;
    let miss = "UPDATE till_pin SET misses = 5 WHERE person_id = $1";
    let by_manager =
        json!({ "managerId": tilda.id, "managerPin": PIN, "personId": theo.id, "pin": PIN });
    for call in ["POST /api/v1/Tills/pins/unlocked", "POST /api/v1/Tills/pins/renewed"] {
        app.write(miss, theo.id).await;
        let path = call.split_once(' ').expect("a path").1;
        let typed = app.post(path).header("x-till-secret", secret).json(by_manager.to_string());
        trial.send(call, typed).await;
    }
    app.write(miss, theo.id).await;
    let pins = manager.get(&format!("/api/v1/Tills/pins?tenantId={shop}")).send().await.json();
    let of_theo = pins.as_array().expect("PINs").iter().find(|pin| pin["isLocked"] == true);
    let id = of_theo.expect("the PIN")["id"].as_str().expect("an id").to_owned();
    trial.call(&manager, "POST /api/v1/Tills/pins/{id}/unlocked", &[&id], json!({})).await;

    set_counter(&manager, shop, json!({ "singleAmount": 10 })).await;
    let buyer = app.consumer("tom").await;
    let card = app.sell(&buyer, Purchase::of(shop, 50)).await;
    let form = json!({ "personId": theo.id, "pin": PIN }).to_string();
    let typed = app.post("/api/v1/Tills/sessions").header("x-till-secret", secret).json(form);
    let clerk = Visitor::of(app, &typed.send().await.json());
    clerk.sees(card).await;
    let waiting = approval_of(&clerk, redeem(&clerk, card, json!(20))).await;
    let id = waiting["id"].as_str().expect("an id");
    let form = json!({ "managerId": tilda.id, "managerPin": PIN });
    let path = format!("/api/v1/Tills/approvals/{id}/approved");
    let typed = clerk.post(&path, &form).header("x-till-secret", secret);
    trial.send("POST /api/v1/Tills/approvals/{id}/approved", typed).await;
}

//! What is done with tills and PINs.

use serde_json::json;

use super::trial::Trial;
use crate::tills::{PIN, choose_pin, make_till};

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
    let pins = manager.get(&format!("/api/v1/Tills/pins?tenantId={shop}")).send().await.json();
    let pin = pins[0]["id"].as_str().expect("an id");
    trial.call(&manager, "DELETE /api/v1/Tills/pins/{id}", &[pin], json!({})).await;
    let till = made["id"].as_str().expect("an id");
    trial.call(&manager, "DELETE /api/v1/Tills/{id}", &[till], json!({})).await;
}

//! Audited calls about roles, accounts, sessions and second factors, made for the tests in
//! `operations`.

use serde_json::{Value, json};

use super::trial::Trial;
use crate::{
    accounts::{closing, invitations, notices, second_factors as factors},
    support::{PASSWORD, Visitor, cards::Purchase},
};

pub async fn try_people(trial: &mut Trial<'_>, sue: &Visitor<'_>) {
    let invited = json!({
        "email": "ivy@shop.example", "firstName": "Ivy", "lastName": "Test", "roleId": "ADMINISTRATOR",
    });
    trial.call(sue, "POST /api/v1/Accounts/invited", &[], invited).await;
    let carl = trial.app.administrator("carl").await;
    let id = carl.id.to_string();
    let user = sue.get(&format!("/api/v1/Accounts/{id}")).send().await.json();
    let role = user["userRoleId"].as_str().expect("an id");
    let change = json!({ "firstName": "Carl", "lastName": "Test", "roleId": "SUPER_ADMINISTRATOR", "userRoleId": role });
    trial.call(sue, "PUT /api/v1/Accounts/{id}", &[&id], change).await;
    let switch = "PUT /api/v1/Accounts/roles/{id}/status/{status}";
    trial.call(sue, switch, &[role, "deactivate"], json!({})).await;
    let off = json!({ "email": carl.email, "accountStatus": "DEACTIVATE" });
    trial.call(sue, "PUT /api/v1/Accounts/status", &[], off).await;
}

pub async fn try_own(trial: &mut Trial<'_>) {
    let bea = trial.app.consumer("bea").await;
    let (here, there) = (trial.app.sign_in(&bea).await, trial.app.sign_in(&bea).await);
    let me = json!({ "firstName": "Beatrice", "lastName": "Test", "language": "fr" });
    trial.call(&here, "PUT /api/v1/Accounts/me", &[], me).await;
    let notices = json!({ "mailsMovements": false });
    trial.call(&here, "PUT /api/v1/Accounts/me/notices", &[], notices).await;
    let sessions = there.get("/api/v1/Accounts/me/sessions").send().await.json();
    let sessions = sessions.as_array().expect("sessions");
    let current = sessions.iter().find(|session| session["isCurrent"] == true).expect("one");
    let current = current["id"].as_str().expect("an id");
    trial.call(&here, "DELETE /api/v1/Accounts/me/sessions/{id}", &[current], json!({})).await;
    let password =
        json!({ "currentPassword": crate::support::PASSWORD, "password": "quite another 1" });
    trial.call(&here, "PUT /api/v1/Accounts/me/password", &[], password).await;
    trial.call(&here, "DELETE /api/v1/Accounts/me/sessions", &[], json!({})).await;
    let login = json!({ "email": bea.email, "password": "quite another 1" });
    let again = trial.call(&here, "POST /api/v1/OAuth/login", &[], login).await.json();
    let again = Visitor::of(trial.app, &again);
    let shop = trial.app.shop("Cards of the Closed").await;
    trial.app.sell(&bea, Purchase::of(shop, 25)).await;
    let closing = json!({ "password": "quite another 1", "acceptCardsByCode": true });
    trial.call(&again, "DELETE /api/v1/Accounts/me", &[], closing).await;
    let code = json!({ "code": closing::closed_cards_code(trial.app, &bea.email).await });
    let stranger = trial.app.consumer("zoe").await;
    let stranger = trial.app.sign_in(&stranger).await;
    trial.call(&stranger, "POST /api/v1/Accounts/closed-cards", &[], code).await;
}

pub async fn try_closing_staff(trial: &mut Trial<'_>, sue: &Visitor<'_>) {
    let clerk = trial.app.administrator("kim").await;
    let (kim, id) = (trial.app.sign_in(&clerk).await, clerk.id.to_string());
    let ask = async || {
        let form = json!({ "password": PASSWORD }).to_string();
        let asked = kim.call("DELETE", "/api/v1/Accounts/me").json(form).send().await;
        assert_eq!(asked.status, 202, "{}", asked.text());
    };
    ask().await;
    trial.call(&kim, "DELETE /api/v1/Accounts/me/closing", &[], json!({})).await;
    ask().await;
    let reason = json!({ "reason": "Not yet" });
    trial.call(sue, "POST /api/v1/Accounts/{id}/closing-declined", &[&id], reason).await;
    ask().await;
    trial.call(sue, "POST /api/v1/Accounts/{id}/closed", &[&id], json!({})).await;
}

pub async fn try_second_factors(trial: &mut Trial<'_>, sue: &Visitor<'_>) {
    let cleo = trial.app.consumer("cleo").await;
    let visitor = trial.app.sign_in(&cleo).await;
    let password = json!({ "password": PASSWORD });
    trial.call(&visitor, "POST /api/v1/Accounts/me/proof", &[], password).await;
    let app = "/api/v1/Accounts/me/authenticator-app";
    let begun = visitor.call("POST", app).send().await.json();
    trial.app.hands.advance(std::time::Duration::from_secs(30));
    let code = factors::code_of(trial.app, &begun);
    let code = json!({ "code": code });
    trial.call(&visitor, "PUT /api/v1/Accounts/me/authenticator-app", &[], code).await;
    let codes = "POST /api/v1/Accounts/me/recovery-codes";
    trial.call(&visitor, codes, &[], json!({})).await;
    trial.call(&visitor, "DELETE /api/v1/Accounts/me/authenticator-app", &[], json!({})).await;

    for is_last in [false, true] {
        let form = factors::new_passkey(&visitor).await;
        trial.call(&visitor, "POST /api/v1/Accounts/me/passkeys", &[], form).await;
        if is_last {
            continue;
        }
        let list = visitor.get("/api/v1/Accounts/me/second-factors").send().await.json();
        let id = text(&list["passkeys"][0]["id"]);
        trial.call(&visitor, "DELETE /api/v1/Accounts/me/passkeys/{id}", &[&id], json!({})).await;
    }
    let reset = "POST /api/v1/Accounts/{id}/second-factors/reset";
    let why = json!({ "reason": "Lost phone" });
    trial.call(sue, reset, &[&cleo.id.to_string()], why).await;
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

async fn offer(trial: &Trial<'_>, sue: &Visitor<'_>, email: &str) -> String {
    let form = json!({ "email": email, "firstName": "New", "lastName": "Comer", "roleId": "ADMINISTRATOR" });
    let reply = sue.post("/api/v1/Accounts/invited", &form).send().await.json();
    trial.app.run_jobs().await;
    text(&reply["id"])
}

pub async fn try_joining(trial: &mut Trial<'_>, sue: &Visitor<'_>) {
    let dora = trial.app.consumer("dora").await;
    let doras = trial.app.sign_in(&dora).await;
    offer(trial, sue, &dora.email).await;
    let code = trial.app.mailed_code(&dora.email).await;
    let accepted = "POST /api/v1/Accounts/offers/{token}/accepted";
    trial.call(&doras, accepted, &[&code], json!({})).await;

    offer(trial, sue, "dan@shop.example").await;
    let code = trial.app.mailed_code("dan@shop.example").await;
    let declined = "POST /api/v1/Accounts/offers/{token}/declined";
    trial.call(&doras, declined, &[&code], json!({})).await;

    let offered = offer(trial, sue, "wendy@shop.example").await;
    let again = "POST /api/v1/Accounts/invitations/{id}/sent-again";
    trial.call(sue, again, &[&offered], json!({})).await;
    let withdrawn = "DELETE /api/v1/Accounts/invitations/{id}";
    trial.call(sue, withdrawn, &[&offered], json!({})).await;

    let ada = trial.app.administrator("ada").await;
    let ada = trial.app.sign_in(&ada).await;
    for (email, answer) in [("pia@shop.example", "approved"), ("paul@shop.example", "declined")] {
        let proposed = offer(trial, &ada, email).await;
        let call = format!("POST /api/v1/Accounts/invitations/{{id}}/{answer}");
        trial.call(sue, &call, &[&proposed], json!({})).await;
    }

    let registered = invitations::register(trial.app, "rosa@shop.example", PASSWORD).await;
    assert_eq!(registered.status, 204);
    let code = trial.app.mailed_code("rosa@shop.example").await;
    let form = json!({ "code": code, "password": PASSWORD });
    trial.call(&doras, "POST /api/v1/Accounts/confirmed", &[], form).await;

    let query = format!("email={}&purpose=Reset", dora.email);
    let reset = format!("/api/v1/Accounts/resend-email-confirmation?{query}");
    assert_eq!(sue.get(&reset).send().await.status, 204);
    let code = trial.app.mailed_code(&dora.email).await;
    let form = json!({ "email": dora.email, "password": "a password of her own" });
    let chosen = "POST /api/v1/Accounts/passworded";
    trial.call_with(&doras, chosen, &[], &format!("?code={code}"), form).await;

    let eric = trial.app.consumer("eric").await;
    for device in [notices::FIREFOX, notices::IPHONE] {
        notices::sign_in(trial.app, &eric, device, "198.51.100.7").await;
    }
    trial.app.run_jobs().await;
    let code = json!({ "code": notices::code(trial.app, &eric).await });
    trial.call(&doras, "POST /api/v1/Accounts/sessions-ended", &[], code).await;
}

//! Tests of tills: devices at a counter that a manager has enrolled, on which clerks sign in with a
//! PIN.

mod beside_clerk;
mod elsewhere;
mod enrolling;
mod pins;
mod sessions;
mod signing_in;

use kernel::ids::TenantId;
use serde_json::{Value, json};

use crate::{
    cards::Street,
    support::{Call, Person, Reply, TestApp, Visitor},
};

pub const PIN: &str = "2580";

/// A running program with a shop that has a till, and an employee, Emil, who has a PIN.
pub struct Counter {
    pub street: Street,
    pub emil: Person,
    pub secret: String,
}

impl Counter {
    pub async fn new() -> Counter {
        Counter::with("").await
    }

    /// Starts the program with additional settings, enrols the till, and sets Emil's PIN.
    pub async fn with(settings: &str) -> Counter {
        let street = Street::with(settings).await;
        let app = &street.app;
        let mona = app.manager_of(street.shop, "mona").await;
        let emil = app.employee_of(street.shop, "emil").await;
        let (manager, clerk) = (app.sign_in(&mona).await, app.sign_in(&emil).await);
        // Give both people a second factor for the setup, because some settings require one of
        // staff.
        for person in [mona.id, emil.id] {
            app.write("UPDATE person SET has_second_factor = TRUE WHERE id = $1", person).await;
        }
        let secret = enrol(app, &manager, street.shop, "Front").await;
        choose_pin(&clerk, street.shop, PIN).await;
        for person in [mona.id, emil.id] {
            app.write("UPDATE person SET has_second_factor = FALSE WHERE id = $1", person).await;
        }
        app.run_jobs().await;
        Counter { emil, secret, street }
    }

    pub fn app(&self) -> &TestApp {
        &self.street.app
    }

    pub async fn manager(&self) -> Visitor<'_> {
        let person = self.app().manager_of(self.street.shop, "max").await;
        self.app().sign_in(&person).await
    }

    /// Returns the call that signs in a person with a PIN at the till.
    pub fn type_pin(&self, person: &Person, pin: &str) -> Call {
        let form = json!({ "personId": person.id.to_string(), "pin": pin });
        self.app()
            .post("/api/v1/Tills/sessions")
            .header("x-till-secret", &self.secret)
            .json(form.to_string())
            .from("198.51.100.9")
    }

    pub async fn sign_in(&self, person: &Person) -> Visitor<'_> {
        let reply = self.type_pin(person, PIN).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        Visitor::of(self.app(), &reply.json())
    }

    /// Returns the id of the till with this name.
    pub async fn id_of(&self, name: &'static str) -> String {
        let sql = "SELECT id FROM till WHERE name = $1";
        let read = self.app().app.db.read(move |tx| tx.one::<(String,)>(sql, db::params![name]));
        read.await.expect("a till").0
    }
}

pub async fn make_till(manager: &Visitor<'_>, shop: TenantId, name: &str) -> Value {
    let form = json!({ "tenantId": shop.to_string(), "name": name });
    let made = manager.post("/api/v1/Tills", &form).send().await;
    assert_eq!(made.status, 200, "{}", made.text());
    made.json()
}

/// Creates a till and enrols a device as this till. Returns the secret of the device.
pub async fn enrol(app: &TestApp, manager: &Visitor<'_>, shop: TenantId, name: &str) -> String {
    let made = make_till(manager, shop, name).await;
    let enrolled = show_token(app, &made["token"]).await;
    assert_eq!(enrolled.status, 200, "{}", enrolled.text());
    enrolled.json()["secret"].as_str().expect("a secret").to_owned()
}

pub async fn show_token(app: &TestApp, token: &Value) -> Reply {
    let form = json!({ "token": token }).to_string();
    app.post("/api/v1/Tills/enrolled").json(form).send().await
}

pub async fn current(app: &TestApp, secret: &str) -> Reply {
    app.get("/api/v1/Tills/current").header("x-till-secret", secret).send().await
}

pub fn choose_pin_call(visitor: &Visitor<'_>, shop: TenantId, pin: &str) -> Call {
    visitor.put(&format!("/api/v1/Accounts/me/pins/{shop}"), &json!({ "pin": pin }))
}

pub async fn choose_pin(visitor: &Visitor<'_>, shop: TenantId, pin: &str) {
    let chosen = choose_pin_call(visitor, shop, pin).send().await;
    assert_eq!(chosen.status, 204, "{}", chosen.text());
}

/// Returns the actor and the tenant of each audit row with this action, oldest first.
pub async fn told(app: &TestApp, action: &'static str) -> Vec<(String, Option<String>)> {
    let sql = "SELECT actor, tenant_id FROM audit_entry WHERE action = $1 ORDER BY id";
    app.app.db.read(move |tx| tx.rows(sql, db::params![action])).await.expect("rows")
}

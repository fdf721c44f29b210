//! Tests of vendors and charities: administration, permissions to change them, and public pages.

mod admin;
mod fields;
mod managers;
mod posters;
mod public;
mod questions;
mod registrations;
mod texts;

use serde_json::{Value, json};

use crate::support::{TestApp, Visitor, pictures};
use kernel::ids::TenantId;
use market::{
    directory::{
        self, CategoryDraft, CategoryRow, OrganizationDraft, OrganizationRow, RegionDraft,
        RegionRow,
    },
    files::{self, FileKind, Picture},
};
use platform::error::Error;

/// Stores a red picture in the file store and returns its key.
pub async fn logo(app: &TestApp, kind: FileKind) -> String {
    let picture = Picture::read(&pictures::png(16, 16, [200, 30, 30]));
    let picture = picture.unwrap_or_else(|_| panic!("no picture"));
    let kept = files::store_picture(&app.app, kind, picture).await.expect("the picture is kept");
    let now = app.app.clock.now();
    let key = app.app.db.write(move |tx| files::record(tx, now, None, &kept)).await;
    key.expect("the picture is known").to_string()
}

/// Directory entries to which the forms of vendors and charities refer. Each test creates its own.
pub struct Directory {
    pub region: String,
    pub other_region: String,
    pub category: String,
    pub organization: String,
    pub vendor_logos: [String; 2],
    pub charity_logos: [String; 2],
}

impl Directory {
    pub async fn of(app: &TestApp) -> Directory {
        let vendor_logos = [logo(app, FileKind::Vendor).await, logo(app, FileKind::Vendor).await];
        let charity_logos =
            [logo(app, FileKind::Charity).await, logo(app, FileKind::Charity).await];
        let now = app.app.clock.now();
        app.app
            .db
            .write(move |tx| {
                let region = |name: &str| RegionDraft {
                    name: name.to_owned(),
                    province: "Ontario".to_owned(),
                    country: directory::COUNTRY.to_owned(),
                    postal_code: "K1P 1J1".to_owned(),
                };
                Ok::<_, Error>(Directory {
                    region: directory::add::<RegionRow>(tx, now, &region("Ottawa"))?.to_string(),
                    other_region: directory::add::<RegionRow>(tx, now, &region("Kingston"))?
                        .to_string(),
                    category: directory::add::<CategoryRow>(
                        tx,
                        now,
                        &CategoryDraft::named("Books"),
                    )?
                    .to_string(),
                    organization: directory::add::<OrganizationRow>(
                        tx,
                        now,
                        &OrganizationDraft::named("Food Banks"),
                    )?
                    .to_string(),
                    vendor_logos: vendor_logos.clone(),
                    charity_logos: charity_logos.clone(),
                })
            })
            .await
            .expect("a directory")
    }

    /// Returns the form of a vendor that is complete enough to be activated.
    pub fn vendor(&self, name: &str) -> Value {
        json!({
            "legalName": name, "displayName": name, "businessNumber": "800000001",
            "categoryId": self.category, "regionId": self.region, "website": "https://shop.example",
            "description": "Paper, ink and stories.", "logoPath": self.vendor_logos[0], "editType": "BY_MANAGER",
            "institutionNumber": "003", "transitNumber": "12345", "accountNumber": "7654321",
            "address": {
                "addressLine1": "1 Main Street", "addressLine2": "Unit 2", "city": "Ottawa",
                "province": "Ontario", "postalCode": "k1p1j1",
            },
            "primaryContact": {
                "firstName": "Cora", "lastName": "Ner", "email": "cora@shop.example",
                "workPhoneNumber": "613 555 0100", "phoneNumber": "613 555 0101",
            },
            "charityRate": 8, "sharePercentage": 12, "cardAmount": "Amount50,Amount25",
        })
    }

    /// Returns the form of a charity that is complete enough to be activated.
    pub fn charity(&self, name: &str) -> Value {
        let mut form = self.vendor(name);
        for vendors_only in ["categoryId", "charityRate", "sharePercentage", "cardAmount"] {
            form.as_object_mut().expect("a form").remove(vendors_only);
        }
        form["organizationId"] = json!(self.organization);
        form["logoPath"] = json!(self.charity_logos[0]);
        form["introduction"] = json!("Nobody goes hungry.");
        form
    }
}

/// Adds a tenant through the API and returns its id.
pub async fn add(who: &Visitor<'_>, list: &str, form: &Value) -> String {
    let reply = who.post(&format!("/api/v1/{list}"), form).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// Adds and activates a tenant through the API. Returns its id.
pub async fn open(app: &TestApp, who: &Visitor<'_>, list: &str, form: &Value) -> String {
    let id = add(who, list, form).await;
    set(who, list, &id, "activate").await;
    app.run_jobs().await;
    id
}

/// Sets a tenant back to the state of a registration that waits for approval.
pub async fn set_waiting(app: &TestApp, id: &str) {
    let sql = "UPDATE tenant SET state = 'PENDING', approved_at = NULL WHERE id = $1";
    app.write(sql, tenant(id)).await;
}

pub async fn set(who: &Visitor<'_>, list: &str, id: &str, status: &str) {
    let reply = who.call("PUT", &format!("/api/v1/{list}/{id}/status/{status}")).send().await;
    assert_eq!(reply.status, 204, "{}", reply.text());
}

pub async fn get(who: &Visitor<'_>, list: &str, id: &str) -> Value {
    let reply = who.get(&format!("/api/v1/{list}/{id}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

pub fn tenant(id: &str) -> TenantId {
    TenantId::parse(id).expect("an id")
}

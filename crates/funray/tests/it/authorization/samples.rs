//! Samples of all API calls: each has a subject and a valid body. The authorization matrix makes
//! each call as every actor.

use kernel::ids::BankAccountId;
use market::directory::{LISTS, api::List};
use serde_json::{Value, json};

use super::world::{Ids, Subject, counter_settings, gift_list, invitation, payment};
use crate::{bank, imports};

pub enum Body {
    None,
    Json(Box<dyn Fn(&Ids) -> Value + Send + Sync>),
    Picture,
}

pub struct Sample {
    /// Method and path, in the form of the OpenAPI document.
    pub call: String,
    /// Text that distinguishes several samples of the same call.
    pub label: String,
    pub subject: Option<Subject>,
    pub is_public: bool,
    pub is_shared: bool,
    pub body: Body,
    pub query: &'static str,
    /// Values of path parameters that aren't ids.
    pub constants: Ids,
    /// Path that the actor must read before the call, such as a look-up of the card.
    pub before: Option<&'static str>,
}

/// Returns the sample of a call without a subject.
fn plain(call: impl Into<String>) -> Sample {
    Sample {
        call: call.into(),
        label: String::new(),
        subject: None,
        is_public: false,
        is_shared: false,
        body: Body::None,
        query: "",
        constants: Ids::new(),
        before: None,
    }
}

/// Returns the sample of a call with a subject. The matrix makes the call on a subject of side A,
/// one of side B, and a missing one.
fn on(call: impl Into<String>, subject: Subject) -> Sample {
    Sample { subject: Some(subject), ..plain(call) }
}

impl Sample {
    /// Marks a call that can be made without signing in.
    fn public(self) -> Sample {
        Sample { is_public: true, is_shared: true, ..self }
    }

    /// Marks a call with which every actor with the permission can reach the subjects of all
    /// owners.
    fn shared(self) -> Sample {
        Sample { is_shared: true, ..self }
    }

    fn body(self, make: impl Fn(&Ids) -> Value + Send + Sync + 'static) -> Sample {
        Sample { body: Body::Json(Box::new(make)), ..self }
    }

    fn query(self, query: &'static str) -> Sample {
        Sample { query, ..self }
    }

    fn with(mut self, name: &'static str, value: &str) -> Sample {
        self.label += &format!(" {value}");
        self.constants.insert(name, value.to_owned());
        self
    }

    fn label(mut self, label: &str) -> Sample {
        self.label += &format!(" {label}");
        self
    }

    fn before(self, path: &'static str) -> Sample {
        Sample { before: Some(path), ..self }
    }

    fn picture(self) -> Sample {
        Sample { body: Body::Picture, ..self }
    }
}

pub fn all() -> Vec<Sample> {
    [
        public(),
        own_account(),
        accounts(),
        directory(),
        pictures(),
        tenants(),
        cards(),
        orders(),
        helpdesk(),
        payouts(),
        books(),
        tills(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn payouts() -> Vec<Sample> {
    let reason = |_: &Ids| json!({ "reason": "The account is closed." });
    vec![
        plain("GET /api/v1/Payouts"),
        on("GET /api/v1/Payouts", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        plain("GET /api/v1/Payouts/next"),
        on("GET /api/v1/Payouts/next", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId vendor"),
        on("GET /api/v1/Payouts/next", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId charity"),
        plain("POST /api/v1/Payouts").body(|_| json!({ "lastDay": "2026-03-09" })),
        plain("GET /api/v1/Payouts/hold-back"),
        plain("POST /api/v1/Payouts/hold-back").body(|_| {
            json!({
                "startsOn": "2026-12-31", "cardDays": 60, "cardPercent": 10, "youngDays": 90, "youngPercent": 40,
                "reason": "Disputes come after weeks."
            })
        }),
        plain("GET /api/v1/Payouts/pauses"),
        on("GET /api/v1/Payouts/pauses", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId"),
        on("POST /api/v1/Payouts/pauses", Subject::NewVendor)
            .body(|ids| json!({ "tenantId": ids["id"], "reason": "A dispute is open." })),
        on("PUT /api/v1/Payouts/pauses/{id}/lifted", Subject::PayoutPause),
        plain("GET /api/v1/Payouts/runs"),
        plain("POST /api/v1/Payouts/runs")
            .body(|_| json!({ "lastDay": "2026-03-09", "minimum": 100_000_000 })),
        on("GET /api/v1/Payouts/runs/{id}", Subject::PayoutRun),
        on("GET /api/v1/Payouts/runs/{id}/payouts", Subject::PayoutRun),
        on("GET /api/v1/Payouts/runs/{id}/left-out", Subject::PayoutRun),
        on("PUT /api/v1/Payouts/runs/{id}/approved", Subject::PayoutRun)
            .body(|ids| json!({ "payoutIds": [ids["payout"]], "total": 1 })),
        on("PUT /api/v1/Payouts/runs/{id}/excluded", Subject::PayoutRun)
            .body(|ids| json!({ "payoutIds": [ids["payout"]], "reason": "A dispute is open." })),
        on("POST /api/v1/Payouts/runs/{id}/exports", Subject::PayoutRun),
        plain("GET /api/v1/Payouts/exports"),
        plain("POST /api/v1/Payouts/exports"),
        on("PUT /api/v1/Payouts/exports/{id}/released", Subject::HeldPayoutExport)
            .body(|ids| json!({ "total": ids["total"].parse::<f64>().unwrap_or_default() })),
        on("POST /api/v1/Payouts/exports/{id}/file", Subject::PayoutExport)
            .body(|_| json!({ "format": "CSV" })),
        on("PUT /api/v1/Payouts/exports/{id}/paid", Subject::PayoutExport)
            .body(|_| json!({ "reference": "BATCH 1" })),
        on("GET /api/v1/Payouts/{id}", Subject::Payout),
        on("PUT /api/v1/Payouts/{id}/held-back", Subject::DraftedPayout)
            .body(|_| json!({ "amount": 0.5, "reason": "A dispute is open." })),
        on("PUT /api/v1/Payouts/{id}/approved", Subject::DraftedPayout),
        on("PUT /api/v1/Payouts/{id}/discarded", Subject::DraftedPayout).body(reason),
        on("PUT /api/v1/Payouts/{id}/paid", Subject::Payout)
            .body(|_| json!({ "reference": "TRACE 1" })),
        on("PUT /api/v1/Payouts/{id}/failed", Subject::Payout).body(reason),
        on("PUT /api/v1/Payouts/{id}/failed/confirmed", Subject::FailingPayout),
        on("PUT /api/v1/Payouts/{id}/failed/refused", Subject::FailingPayout).body(reason),
    ]
}

fn books() -> Vec<Sample> {
    vec![
        plain("GET /api/v1/Books/trial-balance"),
        plain("GET /api/v1/Books/journal"),
        plain("GET /api/v1/Books/outstanding"),
        plain("GET /api/v1/Books/unclaimed-gifts"),
        plain("GET /api/v1/Books/cash-outs"),
        plain("GET /api/v1/Books/months"),
        plain("POST /api/v1/Books/months").body(|_| json!({ "month": "2026-01" })),
        plain("GET /api/v1/Books/months/{month}/checklist").with("month", "2026-01"),
        plain("GET /api/v1/Books/reopenings"),
        plain("POST /api/v1/Books/reopenings")
            .body(|_| json!({ "month": "2026-01", "reason": "The wrong rate" })),
        on("PUT /api/v1/Books/reopenings/{id}/approved", Subject::MonthReopening),
        on("PUT /api/v1/Books/reopenings/{id}/declined", Subject::MonthReopening),
        plain("GET /api/v1/Books/accounts"),
        plain("PUT /api/v1/Books/accounts/{account}")
            .with("account", "PLATFORM_REVENUE")
            .body(|_| json!({ "number": "4015", "name": "Commission" })),
        plain("GET /api/v1/Books/bank-accounts"),
        plain("POST /api/v1/Books/bank-accounts")
            .body(|_| json!({ "number": "1011", "name": "Savings" })),
        plain("PUT /api/v1/Books/bank-accounts/{id}")
            .with("id", BankAccountId::MAIN_TEXT)
            .body(|_| json!({ "number": "1012", "name": "Chequing", "takesDeposits": true, "paysPayouts": true })),
        plain("GET /api/v1/Books/journal-file").query("?month=2026-01&format=XERO"),
        plain("GET /api/v1/Books/deposits"),
        plain("GET /api/v1/Books/bank-statements"),
        plain("POST /api/v1/Books/bank-statements").body(|_| {
            json!({ "accountId": BankAccountId::MAIN_TEXT, "name": "march.csv", "content": bank::file("", "Date,Description,Amount\n2026-03-01,FEE,-5.00\n")["content"] })
        }),
        plain("GET /api/v1/Books/bank-lines"),
        plain("GET /api/v1/Books/bank-targets"),
        on("PUT /api/v1/Books/bank-lines/{id}/matched", Subject::BankLine)
            .body(|_| json!({ "resolution": "FEE" })),
        on("PUT /api/v1/Books/bank-lines/{id}/reopened", Subject::BankLine).body(|_| json!({ "reason": "The wrong line" })),
        plain("GET /api/v1/Books/reconciliation"),
        plain("GET /api/v1/Taxes"),
        plain("POST /api/v1/Taxes/rates").body(|_| {
            json!({
                "province": "ON", "tax": "HST", "rate": "14", "startsOn": "2026-12-31", "reason": "The budget of 2026"
            })
        }),
        plain("POST /api/v1/Taxes/registrations").body(|_| {
            json!({
                "scheme": "QST", "number": "1234567890TQ0001", "startsOn": "2026-12-31", "reason": "Registered"
            })
        }),
        plain("GET /api/v1/Taxes/report"),
        plain("GET /api/v1/Taxes/statements"),
        on("GET /api/v1/Taxes/statements/{id}", Subject::CommissionStatement),
    ]
}

fn tills() -> Vec<Sample> {
    vec![
        plain("GET /api/v1/Accounts/me/pins"),
        on("PUT /api/v1/Accounts/me/pins/{id}", Subject::Vendor).body(|_| json!({ "pin": "2580" })),
        on("DELETE /api/v1/Accounts/me/pins/{id}", Subject::Vendor),
        on("GET /api/v1/Tills", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        on("POST /api/v1/Tills", Subject::Vendor)
            .body(|ids| json!({ "tenantId": ids["id"], "name": "Front" })),
        on("POST /api/v1/Tills/{id}/link", Subject::Till),
        on("DELETE /api/v1/Tills/{id}", Subject::Till),
        on("GET /api/v1/Tills/pins", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        on("DELETE /api/v1/Tills/pins/{id}", Subject::Pin),
        on("POST /api/v1/Tills/pins/{id}/unlocked", Subject::Pin),
        on("POST /api/v1/Tills/enrolled", Subject::Till)
            .public()
            .body(|ids| json!({ "token": ids["token"] })),
        // These calls first check the secret of a till, which no actor has.
        plain("GET /api/v1/Tills/current").public(),
        plain("POST /api/v1/Tills/sessions").public().body(|_| json!({})),
        plain("POST /api/v1/Tills/pins/unlocked").public().body(|_| json!({})),
        plain("POST /api/v1/Tills/pins/renewed").public().body(|_| json!({})),
        on("POST /api/v1/Tills/approvals/{id}/approved", Subject::Approval).body(|_| json!({})),
    ]
}

fn public() -> Vec<Sample> {
    vec![
        on("GET /api/v1/Gifts/{token}", Subject::Gift).public(),
        on("GET /api/v1/Gifts/{token}/picture", Subject::Gift).public(),
        on("GET /api/v1/Gifts/{token}/fold-card", Subject::Gift).public(),
        on("POST /api/v1/Gifts/{token}/opened", Subject::Gift).public(),
        on("POST /api/v1/Gifts/{token}/thanked", Subject::Gift)
            .body(|_| json!({ "phrase": "THANK_YOU" }))
            .public(),
        on("POST /api/v1/Gifts/{token}/email-code", Subject::Gift).public(),
        plain("GET /api/v1/Public/settings").public(),
        plain("GET /api/v1/Setup").public(),
        plain("POST /api/v1/Setup/sessions").public().body(|_| json!({ "token": "X" })),
        plain("POST /api/v1/Setup/administrator").public().body(|_| {
            json!({
                "key": "X", "firstName": "Ann", "lastName": "Lee", "email": "ann@shop.example",
                "password": "correct horse 1"
            })
        }),
        plain("GET /api/v1/Public/Categories/popular").public(),
        plain("GET /api/v1/Public/figures").public(),
        plain("GET /api/v1/Public/Vendors").public(),
        plain("GET /api/v1/Public/vendors/all").public(),
        on("GET /api/v1/Public/vendor/{id}", Subject::Vendor).public(),
        on("GET /api/v1/Public/vendor/{id}/campaign", Subject::Vendor).public(),
        plain("GET /api/v1/Public/Charities").public(),
        on("GET /api/v1/Public/charities/{id}", Subject::Charity).public(),
        on("GET /api/v1/Public/charities/{id}/vendors", Subject::Charity).public(),
        plain("GET /api/v1/Public/charities/campaigns").public(),
        on("GET /api/v1/Public/charities/campaigns/{id}", Subject::Campaign).public(),
        on("GET /api/v1/Public/campaigns/{id}/progress", Subject::Campaign).public(),
        on("GET /api/v1/Public/charities/campaigns/{id}/updates", Subject::Campaign).public(),
        on("POST /api/v1/OAuth/silent-login/{refreshToken}", Subject::RefreshToken).public(),
        // These calls send email or create accounts, so they first check a captcha, and all actors
        // are refused.
        plain("POST /api/v1/OAuth/login")
            .public()
            .body(|_| json!({ "email": "x", "password": "" })),
        plain("POST /api/v1/OAuth/login/second-factor").public().body(|_| json!({})),
        plain("POST /api/v1/OAuth/email-code").public().body(|_| json!({})),
        plain("POST /api/v1/OAuth/login/email-code").public().body(|_| json!({})),
        plain("POST /api/v1/OAuth/passkey").public().body(|_| json!({})),
        plain("POST /api/v1/OAuth/login/passkey").public().body(|_| json!({})),
        plain("POST /api/v1/Accounts").public().body(|_| json!({})),
        plain("POST /api/v1/Accounts/vendor").public().body(no_registration),
        plain("POST /api/v1/Accounts/charity").public().body(no_registration),
        plain("POST /api/v1/Accounts/forgot-password").public().body(|_| json!({})),
        plain("POST /api/v1/Accounts/passworded").public().query("?code=x").body(|_| json!({})),
        plain("POST /api/v1/Accounts/sessions-ended").public().body(|_| json!({})),
        plain("POST /api/v1/Accounts/closed-cards").public().body(|_| json!({})),
        plain("POST /api/v1/Tenants/registrations/opened").public().body(|_| json!({})),
        plain("POST /api/v1/Tenants/registrations/answered").public().body(|_| json!({})),
        plain("POST /api/v1/Accounts/confirmed").public().body(|_| json!({})),
        on("GET /api/v1/Accounts/offers/{token}", Subject::Offer).public(),
        on("POST /api/v1/Accounts/offers/{token}/declined", Subject::Offer).public(),
        plain("GET /api/v1/Accounts/links/{code}").public().with("code", "nonsense"),
        plain("GET /api/v1/Accounts/resend-email-confirmation").public(),
        plain("POST /api/v1/ContactUs").public().body(|_| json!({})),
        plain("POST /api/v1/Cards/numbers/{token}/balance")
            .public()
            .with("token", "6035720011844821")
            .body(|_| json!({})),
        plain("POST /api/v1/client-errors").public().body(|_| json!({})),
        plain("GET /captcha/challenge").public().query("?purpose=register"),
        // Only the gateway can sign these webhooks, so all actors are refused.
        plain("POST /api/v1/Payments/notifications").public().body(|_| json!({})),
        on("GET /files/{type}/{key}", Subject::Picture).public().with("type", "vendor"),
        plain("GET /previews/{brand}/{language}/{page}/{version}")
            .public()
            .with("brand", "funray")
            .with("language", "en")
            .with("page", "home")
            .with("version", "any.png"),
        on("GET /previews/{brand}/{language}/{page}/{id}/{version}", Subject::Vendor)
            .public()
            .with("brand", "rayzr")
            .with("language", "fr")
            .with("page", "vendor")
            .with("version", "any.png"),
    ]
}

fn no_registration(_: &Ids) -> Value {
    json!({ "businessInfo": {}, "primaryContact": {} })
}

fn own_account() -> Vec<Sample> {
    vec![
        plain("POST /api/v1/OAuth/logout"),
        plain("GET /api/v1/OAuth/profile"),
        plain("GET /api/v1/OAuth/roles"),
        plain("GET /api/v1/OAuth/roles").query("?isAdmin=true").label("?isAdmin"),
        plain("GET /api/v1/Accounts/me"),
        plain("PUT /api/v1/Accounts/me").body(|_| {
            json!({ "firstName": "Ann", "lastName": "Lee", "address": "1 Main Street", "city": "Ottawa",
                    "province": "Ontario", "postalCode": "K1P 1J1", "language": "en" })
        }),
        plain("PUT /api/v1/Accounts/me/password").body(|_| {
            json!({ "currentPassword": crate::support::PASSWORD, "password": "three words together" })
        }),
        plain("GET /api/v1/Accounts/me/proof"),
        plain("POST /api/v1/Accounts/me/proof/passkey"),
        plain("POST /api/v1/Accounts/me/proof/email-code"),
        plain("GET /api/v1/Accounts/me/second-factors"),
        plain("POST /api/v1/Accounts/me/authenticator-app"),
        plain("PUT /api/v1/Accounts/me/authenticator-app").body(|_| json!({})),
        plain("DELETE /api/v1/Accounts/me/authenticator-app"),
        plain("POST /api/v1/Accounts/me/recovery-codes"),
        plain("POST /api/v1/Accounts/me/passkeys/offered"),
        plain("POST /api/v1/Accounts/me/passkeys").body(|_| json!({})),
        plain("PUT /api/v1/Accounts/me/passkeys/{id}")
            .with("id", "pky_00000000000000000000000000")
            .body(|_| json!({ "name": "Phone" })),
        plain("DELETE /api/v1/Accounts/me/passkeys/{id}")
            .with("id", "pky_00000000000000000000000000"),
        plain("POST /api/v1/Accounts/me/proof")
            .body(|_| json!({ "password": crate::support::PASSWORD })),
        plain("PUT /api/v1/Accounts/me/notices").body(|_| json!({ "mailsMovements": true })),
        plain("GET /api/v1/Accounts/me/export"),
        plain("GET /api/v1/Accounts/me/closing"),
        plain("DELETE /api/v1/Accounts/me/closing"),
        plain("GET /api/v1/Accounts/me/cards"),
        plain("GET /api/v1/Accounts/me/sessions"),
        plain("DELETE /api/v1/Accounts/me/sessions"),
        on("DELETE /api/v1/Accounts/me/sessions/{id}", Subject::Session),
        plain("GET /api/v1/Accounts/me/views").query("?list=vendors"),
        plain("POST /api/v1/Accounts/me/views")
            .body(|_| json!({ "list": "vendors", "name": "Mine" })),
        on("PUT /api/v1/Accounts/me/views/{id}", Subject::View)
            .body(|_| json!({ "name": "Ours" })),
        on("DELETE /api/v1/Accounts/me/views/{id}", Subject::View),
        // A caller with the code of an offer to another person gets an error with this reason, and
        // learns that the offer exists. The replies are therefore the same for the offers of both
        // sides.
        on("POST /api/v1/Accounts/offers/{token}/accepted", Subject::Offer).shared(),
        plain("DELETE /api/v1/Accounts/me")
            .body(|_| json!({ "password": crate::support::PASSWORD, "acceptCardsByCode": true })),
    ]
}

fn accounts() -> Vec<Sample> {
    vec![
        plain("GET /api/v1/Accounts"),
        on("GET /api/v1/Accounts", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        on("POST /api/v1/Accounts/{id}/second-factors/reset", Subject::Employee)
            .shared()
            .body(|_| json!({ "reason": "Lost phone" })),
        on("POST /api/v1/Accounts/{id}/closed", Subject::Employee).shared(),
        on("POST /api/v1/Accounts/{id}/closing-declined", Subject::Employee)
            .shared()
            .body(|_| json!({ "reason": "Not yet" })),
        on("GET /api/v1/Accounts/{id}", Subject::Employee),
        on("GET /api/v1/Accounts/{id}", Subject::CharityManager).label("of a charity"),
        on("PUT /api/v1/Accounts/{id}", Subject::Employee).body(member),
        on("PUT /api/v1/Accounts/{id}", Subject::CharityManager).label("of a charity").body(member),
        on("POST /api/v1/Accounts/invited", Subject::Vendor)
            .label("EMPLOYEE")
            .body(|ids| guest(ids, "EMPLOYEE")),
        on("POST /api/v1/Accounts/invited", Subject::Vendor)
            .label("MANAGER")
            .body(|ids| guest(ids, "MANAGER")),
        on("POST /api/v1/Accounts/invited", Subject::Charity)
            .label("MANAGER of a charity")
            .body(|ids| guest(ids, "MANAGER")),
        plain("POST /api/v1/Accounts/invited")
            .label("ADMINISTRATOR")
            .body(|ids| guest(ids, "ADMINISTRATOR")),
        plain("POST /api/v1/Accounts/invited")
            .label("SUPER_ADMINISTRATOR")
            .body(|ids| guest(ids, "SUPER_ADMINISTRATOR")),
        on("PUT /api/v1/Accounts/status", Subject::Employee)
            .body(|ids| json!({ "email": ids["email"], "accountStatus": "DEACTIVATE" })),
        on("PUT /api/v1/Accounts/roles/{id}/status/{status}", Subject::Employee)
            .with("id", "{userRoleId}")
            .with("status", "deactivate"),
        plain("GET /api/v1/Accounts/invitations"),
        on("DELETE /api/v1/Accounts/invitations/{id}", Subject::Invitation),
        on("POST /api/v1/Accounts/invitations/{id}/sent-again", Subject::Invitation),
        on("POST /api/v1/Accounts/invitations/{id}/approved", Subject::Proposal),
        on("POST /api/v1/Accounts/invitations/{id}/declined", Subject::Proposal),
        plain("GET /api/v1/Tenants"),
    ]
}

fn member(ids: &Ids) -> Value {
    json!({ "firstName": "New", "lastName": "Name", "roleId": ids["role"], "tenantId": ids["tenantId"],
            "userRoleId": ids["userRoleId"] })
}

fn guest(ids: &Ids, role: &str) -> Value {
    invitation(ids, &format!("{}@guests.test", ids["fresh"]), role)
}

/// Returns the samples for all calls of every directory list.
fn directory() -> Vec<Sample> {
    LISTS
        .iter()
        .flat_map(calls_of_list)
        .chain([plain("GET /api/v1/Regions/places").query("?searchText=ottawa")])
        .collect()
}

fn calls_of_list(list: &'static List) -> [Sample; 6] {
    let (all, entry) = (format!("/api/v1/{}", list.name), Subject::Entry(list.name));
    let form = |ids: &Ids| list.form(&ids["fresh"]);
    [
        plain(format!("GET /api/v1/Public/{}", list.name)).public(),
        plain(format!("GET {all}")),
        plain(format!("POST {all}")).body(form),
        on(format!("GET {all}/{{id}}"), entry).shared(),
        on(format!("PUT {all}/{{id}}"), entry).shared().body(form),
        on(format!("PUT {all}/{{id}}/status/{{status}}"), entry)
            .shared()
            .with("status", "deactivate"),
    ]
}

fn pictures() -> Vec<Sample> {
    vec![
        plain("POST /api/v1/File/bucket/{type}").with("type", "vendor").picture(),
        plain("POST /api/v1/File/bucket/{type}").with("type", "charity").picture(),
        plain("POST /api/v1/File/bucket/{type}").with("type", "campaign").picture(),
        plain("POST /api/v1/File/bucket/{type}").with("type", "category").picture(),
    ]
}

fn tenants() -> Vec<Sample> {
    let campaign = |ids: &Ids| {
        json!({ "charityId": ids.get("charityId").unwrap_or(&ids["id"]), "name": ids["fresh"],
                "description": "Warm meals.", "startDate": "2026-03-10", "endDate": "2026-05-10" })
    };
    vec![
        plain("GET /api/v1/Vendors"),
        plain("POST /api/v1/Vendors").body(vendor),
        plain("GET /api/v1/Imports/shops/template"),
        plain("POST /api/v1/Imports/shops/preview").body(import_of_shop),
        plain("POST /api/v1/Imports/shops").body(import_of_shop),
        plain("GET /api/v1/Imports/causes/template"),
        plain("POST /api/v1/Imports/causes/preview").body(import_of_cause),
        plain("POST /api/v1/Imports/causes").body(import_of_cause),
        plain("GET /api/v1/Imports/campaigns/template"),
        plain("POST /api/v1/Imports/campaigns/preview").body(import_of_campaign),
        plain("POST /api/v1/Imports/campaigns").body(import_of_campaign),
        on("GET /api/v1/Vendors/figures", Subject::Vendor).shared().query("?ids={id}"),
        plain("GET /api/v1/Vendors/summary"),
        on("GET /api/v1/Vendors/summary", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId"),
        plain("GET /api/v1/Vendors/events"),
        on("GET /api/v1/Vendors/events", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId"),
        plain("GET /api/v1/Vendors/home"),
        on("GET /api/v1/Vendors/home", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        plain("GET /api/v1/Charities/home"),
        on("GET /api/v1/Charities/home", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId"),
        plain("GET /api/v1/Report/vendors"),
        on("GET /api/v1/Report/vendors", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId")
            .shared(),
        plain("GET /api/v1/Report/charities"),
        on("GET /api/v1/Report/charities", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId")
            .shared(),
        plain("GET /api/v1/Report/vendor"),
        on("GET /api/v1/Report/vendor", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        plain("GET /api/v1/Report/charity"),
        on("GET /api/v1/Report/charity", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId"),
        plain("GET /api/v1/Report/days"),
        on("GET /api/v1/Report/days", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId vendor"),
        on("GET /api/v1/Report/days", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId charity"),
        plain("GET /api/v1/Report/charity/by-vendor-manager"),
        on("GET /api/v1/Report/charity/by-vendor-manager", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId vendor"),
        on("GET /api/v1/Report/charity/by-vendor-manager", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId charity"),
        plain("GET /api/v1/Report/vendor/by-charity-manager"),
        on("GET /api/v1/Report/vendor/by-charity-manager", Subject::Vendor)
            .query("?tenantId={id}")
            .label("?tenantId vendor"),
        on("GET /api/v1/Report/vendor/by-charity-manager", Subject::Charity)
            .query("?tenantId={id}")
            .label("?tenantId charity"),
        plain("GET /api/v1/Report/subscriptions"),
        plain("POST /api/v1/Report/subscriptions")
            .body(|_| json!({ "report": "VENDORS", "cadence": "WEEKLY" }))
            .label("of all"),
        on("POST /api/v1/Report/subscriptions", Subject::Vendor)
            .body(|ids| json!({ "report": "VENDOR", "cadence": "WEEKLY", "tenantId": ids["id"] }))
            .label("vendor"),
        on("POST /api/v1/Report/subscriptions", Subject::Charity)
            .body(|ids| json!({ "report": "CHARITY", "cadence": "WEEKLY", "tenantId": ids["id"] }))
            .label("charity"),
        on("DELETE /api/v1/Report/subscriptions/{id}", Subject::ReportSubscription),
        plain("GET /api/v1/Notices"),
        on("PUT /api/v1/Notices/{id}/read", Subject::Notice),
        plain("POST /api/v1/Notices/read"),
        plain("GET /api/v1/Notices/settings/{id}").with("id", "platform"),
        on("GET /api/v1/Notices/settings/{id}", Subject::Vendor).label("vendor"),
        on("GET /api/v1/Notices/settings/{id}", Subject::Charity).label("charity"),
        plain("PUT /api/v1/Notices/settings/{id}")
            .with("id", "platform")
            .body(|_| json!({ "freeze": true })),
        on("PUT /api/v1/Notices/settings/{id}", Subject::Vendor)
            .label("vendor")
            .body(|_| json!({ "freeze": true })),
        on("PUT /api/v1/Notices/settings/{id}", Subject::Charity)
            .label("charity")
            .body(|_| json!({ "bankChanged": true })),
        on("GET /api/v1/Vendors/{id}", Subject::Vendor),
        on("PUT /api/v1/Vendors/{id}", Subject::Vendor).body(vendor),
        on("GET /api/v1/Vendors/{id}/poster", Subject::Vendor),
        on("GET /api/v1/Vendors/{id}/counter-settings", Subject::Vendor),
        on("GET /api/v1/Vendors/{id}/counter-settings/proposed", Subject::Vendor),
        on("GET /api/v1/Vendors/{id}/counter-day", Subject::Vendor),
        on("GET /api/v1/Vendors/{id}/counter-day/movements", Subject::Vendor),
        on("POST /api/v1/Vendors/{id}/counter-day/closed", Subject::Vendor)
            .body(|_| json!({ "counted": 0 })),
        on("GET /api/v1/Vendors/{id}/test-card", Subject::Vendor),
        on("POST /api/v1/Vendors/{id}/test-card", Subject::Vendor),
        on("GET /api/v1/TestCards/{code}", Subject::TestCard),
        on("PUT /api/v1/TestCards/{code}/redeemed", Subject::TestCard)
            .body(|_| json!({ "value": 0.01 })),
        on("PUT /api/v1/Vendors/{id}/counter-settings", Subject::Vendor)
            .body(|_| counter_settings()),
        on("PUT /api/v1/Vendors/{id}/status/{status}", Subject::NewVendor)
            .with("status", "activate"),
        on("POST /api/v1/Vendors/{id}/asked", Subject::NewVendor).body(|_| json!({})),
        on("PUT /api/v1/Vendors/{id}/rejected", Subject::NewVendor)
            .body(|_| json!({ "reason": "No shop." })),
        on("PUT /api/v1/Vendors/{id}/closed", Subject::StoppedShop),
        on("GET /api/v1/Vendors/{id}/closing", Subject::StoppedShop),
        on("POST /api/v1/Vendors/{id}/closing", Subject::StoppedShop)
            .body(|_| json!({ "amount": 25, "reason": "The shop went bankrupt." })),
        on("PUT /api/v1/Vendors/{id}/closing/{closingId}/approved", Subject::ShopClosing),
        on("PUT /api/v1/Vendors/{id}/closing/{closingId}/declined", Subject::ShopClosing)
            .body(|_| json!({ "reason": "Not yet." })),
        on("GET /api/v1/Vendors/{id}/closing/{closingId}/left", Subject::ShopClosing),
        on(
            "PUT /api/v1/Vendors/{id}/closing/{closingId}/left/{orderId}/paid",
            Subject::ShopClosing,
        )
        .body(|_| json!({ "amount": 25, "reference": "e-transfer 417" })),
        on("GET /api/v1/Vendors/{id}/takeovers", Subject::Takeover),
        on("PUT /api/v1/Vendors/{id}/takeovers/{closingId}/accepted", Subject::Takeover),
        on("PUT /api/v1/Vendors/{id}/takeovers/{closingId}/declined", Subject::Takeover)
            .body(|_| json!({ "reason": "Not yet." })),
        plain("GET /api/v1/Charities"),
        plain("POST /api/v1/Charities").body(charity),
        on("GET /api/v1/Charities/{id}", Subject::Charity),
        on("PUT /api/v1/Charities/{id}", Subject::Charity).body(charity),
        on("PUT /api/v1/Charities/{id}/status/{status}", Subject::NewCharity)
            .with("status", "activate"),
        on("POST /api/v1/Charities/{id}/asked", Subject::NewCharity).body(|_| json!({})),
        on("PUT /api/v1/Charities/{id}/rejected", Subject::NewCharity)
            .body(|_| json!({ "reason": "No charity." })),
        plain("GET /api/v1/Charities/campaigns"),
        on("GET /api/v1/Charities/campaigns", Subject::Charity)
            .query("?charityId={id}")
            .label("?charityId"),
        on("POST /api/v1/Charities/campaigns", Subject::Charity).body(campaign),
        on("GET /api/v1/Charities/campaigns/{id}", Subject::Campaign),
        on("PUT /api/v1/Charities/campaigns/{id}", Subject::Campaign).body(campaign),
        on("PUT /api/v1/Charities/campaigns/{id}/status/{status}", Subject::Campaign)
            .with("status", "deactivate"),
        on("PUT /api/v1/Charities/campaigns/{id}/ended", Subject::Campaign),
        on("GET /api/v1/Charities/campaigns/{id}/poster", Subject::Campaign),
        on("POST /api/v1/Charities/campaigns/{id}/updates", Subject::Campaign)
            .body(|_| json!({ "title": "Half-way", "text": "Thank you!" })),
        on("DELETE /api/v1/Charities/campaigns/{id}/updates/{updateId}", Subject::CampaignUpdate),
    ]
}

fn tenant(ids: &Ids) -> Value {
    json!({
        "legalName": ids["fresh"], "displayName": ids["fresh"], "businessNumber": "800000001",
        "regionId": ids["regionId"], "description": "Paper and ink.", "editType": "BY_MANAGER",
        "institutionNumber": "003", "transitNumber": "12345", "accountNumber": "7654321",
        "address": { "addressLine1": "1 Main Street", "city": "Ottawa", "province": "Ontario", "postalCode": "K1P 1J1" },
        "primaryContact": { "firstName": "Cora", "lastName": "Ner", "email": "cora@shop.example",
                            "workPhoneNumber": "613 555 0100", "phoneNumber": "613 555 0101" },
    })
}

fn import_of_shop(ids: &Ids) -> Value {
    imports::body(imports::table(&[imports::shop(&ids["fresh"], "Oak Books")]))
}

fn import_of_cause(ids: &Ids) -> Value {
    imports::body(imports::causes(&ids["fresh"], "Warm Coats"))
}

fn import_of_campaign(ids: &Ids) -> Value {
    imports::body(imports::campaigns(&ids["fresh"], "Shelter"))
}

fn vendor(ids: &Ids) -> Value {
    let mut form = tenant(ids);
    form["categoryId"] = json!(ids["categoryId"]);
    form["logoPath"] = json!(ids["vendorLogo"]);
    form["charityRate"] = json!(8);
    form["sharePercentage"] = json!(12);
    form["cardAmount"] = json!("Amount25,Amount50");
    form
}

fn charity(ids: &Ids) -> Value {
    let mut form = tenant(ids);
    form["organizationId"] = json!(ids["organizationId"]);
    form["logoPath"] = json!(ids["charityLogo"]);
    form["introduction"] = json!("Nobody goes hungry.");
    form
}

fn cards() -> Vec<Sample> {
    const LOOK_UP: &str = "/api/v1/Cards/codes/{code}";
    let reason = |_: &Ids| json!({ "reason": "Asked for." });
    vec![
        plain("GET /api/v1/Cards"),
        plain("GET /api/v1/Cards/wallet"),
        plain("GET /api/v1/Cards/balance"),
        on("GET /api/v1/Cards", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        on("GET /api/v1/Cards/codes/{code}", Subject::Card),
        on("GET /api/v1/Cards/codes/{code}", Subject::Card).with("code", "{cardNumber}"),
        on("GET /api/v1/Cards/{id}", Subject::Card),
        on("GET /api/v1/Cards/{id}", Subject::Card).query("?isMine=true").label("?isMine"),
        on("GET /api/v1/Cards/{id}/transactions", Subject::RedeemedCard),
        on("GET /api/v1/Cards/{id}/picture", Subject::Card),
        on("GET /api/v1/Cards/{id}/fold-card", Subject::Card),
        on("GET /api/v1/Cards/{id}/shared-picture", Subject::Card),
        on("PUT /api/v1/Cards/{id}/redeemed", Subject::Card).body(|_| json!({ "value": 5 })),
        on("PUT /api/v1/Cards/{id}/redeemed", Subject::Card)
            .label("after a look-up")
            .before(LOOK_UP)
            .body(|_| json!({ "value": 5 })),
        on("PUT /api/v1/Cards/{id}/cashed-out", Subject::Card).before(LOOK_UP),
        on("PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed", Subject::RedeemedCard)
            .body(reason),
        on(
            "PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed",
            Subject::ClerksRedemption,
        )
        .label("by its clerk"),
        plain("GET /api/v1/Approvals"),
        on("GET /api/v1/Approvals", Subject::Vendor).query("?tenantId={id}").label("?tenantId"),
        on("GET /api/v1/Approvals/{id}", Subject::Approval),
        on("POST /api/v1/Approvals/{id}/approved", Subject::Approval),
        on("POST /api/v1/Approvals/{id}/declined", Subject::Approval).body(reason),
        on("POST /api/v1/Approvals/{id}/withdrawn", Subject::Approval),
        on("PUT /api/v1/Cards/{id}/deactived", Subject::Card).body(reason),
        on("PUT /api/v1/Cards/{id}/reactivated", Subject::FrozenCard).body(reason),
        on("POST /api/v1/Cards/{id}/resend-gift-card", Subject::Gift)
            .body(|ids| json!({ "recipientEmail": format!("{}@new.test", ids["fresh"]) })),
        on("POST /api/v1/Gifts/{token}/claimed", Subject::Gift).shared(),
        on("PUT /api/v1/Cards/{id}/sending", Subject::Gift).body(|_| json!({})),
        on("DELETE /api/v1/Cards/{id}/sending", Subject::Gift),
        on("POST /api/v1/Cards/{id}/reminded", Subject::Gift),
    ]
}

fn orders() -> Vec<Sample> {
    let items =
        |ids: &Ids| json!({ "cartDetails": [{ "vendorId": ids["vendorId"], "price": 25 }] });
    vec![
        plain("GET /api/v1/Carts/me"),
        on("POST /api/v1/Carts/items", Subject::Cart).shared().body(items),
        on("PUT /api/v1/Carts/items", Subject::Cart).shared().body(|ids| {
            json!({ "cartDetails": [{ "id": ids["id"], "vendorId": ids["vendorId"], "price": 25, "quantity": 2 }] })
        }),
        on("DELETE /api/v1/Carts/items/{id}", Subject::Cart),
        on("POST /api/v1/Carts/lists/preview", Subject::GiftList).shared().body(gift_list),
        on("POST /api/v1/Carts/lists", Subject::GiftList).shared().body(gift_list),
        on("DELETE /api/v1/Carts/lists/{id}", Subject::GiftList),
        on("POST /api/v1/Orders/checkout", Subject::Cart).body(payment),
        plain("GET /api/v1/Orders/me"),
        on("GET /api/v1/Orders/{id}", Subject::Order),
        on("GET /api/v1/Orders/{id}/campaigns", Subject::Order),
    ]
}

fn helpdesk() -> Vec<Sample> {
    vec![
        plain("GET /api/v1/Audit"),
        plain("GET /api/v1/Helpdesk/search").query("?searchText=ann"),
        on("GET /api/v1/Helpdesk/orders/{id}", Subject::Order),
        on("GET /api/v1/Helpdesk/people/{id}", Subject::Employee),
        on("POST /api/v1/Helpdesk/orders/{id}/cancelled", Subject::Order)
            .body(|_| json!({ "reason": "Asked for." })),
        on("POST /api/v1/Helpdesk/orders/{id}/refunds", Subject::Order)
            .body(|ids| json!({ "reason": "Asked for.", "cards": [{ "cardId": ids["card"], "amount": 25 }] })),
        plain("GET /api/v1/Helpdesk/refused-refunds"),
        on("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid", Subject::RefusedRefund)
            .body(|_| json!({ "amount": 25, "reference": "e-transfer 417" })),
        on("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/approved", Subject::BankPayment),
        on("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/declined", Subject::BankPayment)
            .body(|_| json!({ "reason": "The bank has no such payment." })),
        on("POST /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/tried-again", Subject::RefusedRefund),
        plain("GET /api/v1/Helpdesk/shop-closings"),
        plain("GET /api/v1/Helpdesk/refund-requests"),
        on("PUT /api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/approved", Subject::RefundRequest),
        on("PUT /api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/declined", Subject::RefundRequest)
            .body(|_| json!({ "reason": "Not asked for." })),
        plain("GET /api/v1/Helpdesk/buying-limits"),
        on("GET /api/v1/Helpdesk/people/{id}/buying-limits", Subject::RaisedLimit),
        on("POST /api/v1/Helpdesk/people/{id}/buying-limits", Subject::Employee)
            .body(|_| json!({ "amount": 100, "endsOn": "2026-06-30", "reason": "Known to Adam." })),
        on("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/approved", Subject::RaisedLimit),
        on("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/declined", Subject::RaisedLimit)
            .body(|_| json!({ "reason": "Nobody knows them." })),
        on("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/ended", Subject::RaisedLimitInForce)
            .body(|_| json!({ "reason": "No orders any more." })),
        on("POST /api/v1/Helpdesk/orders/{id}/checked", Subject::Order),
        plain("GET /api/v1/Helpdesk/open"),
        plain("GET /api/v1/Helpdesk/reviews"),
        plain("GET /api/v1/Helpdesk/figures"),
        plain("GET /api/v1/Helpdesk/gifts"),
        plain("GET /api/v1/Helpdesk/payments"),
        plain("GET /api/v1/Helpdesk/refunds"),
        plain("GET /api/v1/Helpdesk/health"),
        on("POST /api/v1/Helpdesk/orders/{id}/released", Subject::Order)
            .body(|_| json!({ "reason": "The buyer called." })),
        on("POST /api/v1/Helpdesk/orders/{id}/voided", Subject::Order)
            .body(|_| json!({ "reason": "Nobody knows the buyer." })),
        plain("GET /api/v1/Helpdesk/reversals"),
        on("PUT /api/v1/Helpdesk/reversals/{id}/closed", Subject::ChargeReversal)
            .body(|_| json!({ "note": "Looked into." })),
        plain("GET /api/v1/Helpdesk/differences"),
        on("PUT /api/v1/Helpdesk/differences/{id}/closed", Subject::GatewayDifference)
            .body(|_| json!({ "note": "Looked into." })),
        on("POST /api/v1/Cards/{id}/lost", Subject::Card)
            .body(|_| json!({ "reason": "Its holder called." })),
        plain("GET /api/v1/Helpdesk/bursts"),
        on("PUT /api/v1/Helpdesk/bursts/{id}/closed", Subject::Burst)
            .body(|_| json!({ "note": "Looked into." })),
        plain("POST /api/v1/System/checks/{part}").with("part", "settings"),
        plain("GET /api/v1/System/go-live"),
        plain("POST /api/v1/System/test-mail"),
        plain("GET /api/v1/System/company"),
        plain("PUT /api/v1/System/company/{brand}")
            .with("brand", "funray")
            .body(|_| json!({ "company": "Main Street Cards Ltd." })),
        plain("GET /api/v1/Helpdesk/client-errors"),
        plain("GET /api/v1/Helpdesk/dead-letters"),
        on("POST /api/v1/Helpdesk/dead-letters/{id}/sent-again", Subject::DeadLetter),
        on("PUT /api/v1/Helpdesk/dead-letters/{id}/closed", Subject::BouncedMail),
        on("GET /api/v1/Helpdesk/cases/{kind}/{id}/timeline", Subject::Order).with("kind", "order"),
        on("POST /api/v1/Helpdesk/cases/{kind}/{id}/notes", Subject::Card)
            .with("kind", "card")
            .body(|_| json!({ "text": "The buyer called." })),
        on("PUT /api/v1/Helpdesk/notes/{id}/struck-out", Subject::Note),
    ]
}

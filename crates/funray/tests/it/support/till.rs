//! A test shop with a sandbox payment gateway, which listens on its own port for the program and
//! the browser.

use std::{sync::Arc, time::Duration};

use authorizenet::sandbox::{CREDENTIALS, Fault, Sandbox};
use axum::{
    body::Body,
    http::{Request, header},
};
use db::SqliteOptions;
use funray::demo::new_sandbox;
use http_body_util::BodyExt;
use kernel::ids::{CampaignId, TenantId};
use platform::{app::App, jobs};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower::ServiceExt;

use super::{Call, Person, Reply, TestApp, Visitor};

pub const APPROVED: &str = "4111111111111111";
pub const DECLINED: &str = "4000000000000002";
pub const HELD: &str = "4000000000009235";

/// Transaction type of a charge, as named in requests to the gateway.
pub const CHARGE: &str = "authCaptureTransaction";

/// Settings that disable limits on buyers and refunds, and the fraud review of orders.
const TRUSTING: &str = "fraud.declines_per_person = 100000\nfraud.declines_per_address = 100000\n\
    fraud.young_account_dollars = 1000000\nfraud.young_account_cards = 1000000\nfraud.review_score = 0\n\
    fraud.ceiling_per_person_dollars = 1000000\nfraud.ceiling_per_recipient_dollars = 1000000\n\
    refunds.alone_up_to_dollars = 1000000\n";

pub struct Till {
    /// Settings with which a program uses the sandbox gateway.
    pub settings: String,
    pub sandbox: Sandbox,
    pub shop: TenantId,
    pub charity: TenantId,
    pub campaign: CampaignId,
    pub ann: Person,
    // Must be the last field: the gateway then outlives the program's last call.
    pub app: TestApp,
}

impl Till {
    /// Starts a till where a checkout waits up to 20 seconds for the gateway, so that the reply
    /// usually contains the outcome.
    pub async fn new() -> Till {
        Till::with(20).await
    }

    /// Starts a till with the default limits on declined payments and new accounts.
    pub async fn wary() -> Till {
        Till::open(20, SqliteOptions::default().time_limit, "").await
    }

    /// Like [`Self::wary`], with additional settings.
    pub async fn wary_with(more: &str) -> Till {
        Till::open(20, SqliteOptions::default().time_limit, more).await
    }

    /// Like [`Self::wary`], but a checkout waits only one second for the gateway.
    pub async fn wary_and_impatient() -> Till {
        Till::open(1, SqliteOptions::default().time_limit, "").await
    }

    /// Like [`Self::wary_and_impatient`], but every order is held for a fraud review.
    pub async fn suspicious_and_impatient() -> Till {
        let more = "fraud.young_account_dollars = 100\n";
        Till::open(1, SqliteOptions::default().time_limit, more).await
    }

    /// Starts a till without a limit on sessions, for tests in which a person signs in many times.
    pub async fn crowded() -> Till {
        let more = format!("{TRUSTING}sessions.most = 100000\n");
        Till::open(20, SqliteOptions::default().time_limit, &more).await
    }

    /// Starts a till where a checkout waits only one second, for tests in which the gateway doesn't
    /// answer.
    pub async fn impatient() -> Till {
        Till::with(1).await
    }

    /// Like [`Self::impatient`], with a database time limit of one second, for tests in which the
    /// database hangs.
    pub async fn hasty() -> Till {
        Till::limited(1, Duration::from_secs(1)).await
    }

    /// Starts a till with twice the default time limit for the database.
    pub async fn patient() -> Till {
        Till::limited(20, 2 * SqliteOptions::default().time_limit).await
    }

    async fn with(wait_seconds: u32) -> Till {
        Till::limited(wait_seconds, SqliteOptions::default().time_limit).await
    }

    async fn limited(wait_seconds: u32, time_limit: Duration) -> Till {
        Till::open(wait_seconds, time_limit, TRUSTING).await
    }

    /// Starts a till whose program has one database connection.
    pub async fn on_one_connection() -> Till {
        Till::build(20, TRUSTING, async |settings| TestApp::on_one_connection(settings).await).await
    }

    async fn open(wait_seconds: u32, time_limit: Duration, more: &str) -> Till {
        let app = async |settings: &str| TestApp::limited(settings, time_limit).await;
        Till::build(wait_seconds, more, app).await
    }

    async fn build(wait_seconds: u32, more: &str, app: impl AsyncFnOnce(&str) -> TestApp) -> Till {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        // The program waits for the gateway longer than an impatient buyer does, because a busy
        // machine delays even the sandbox.
        let timeout = wait_seconds.max(5);
        let settings = format!(
            "gateway.url = \"http://{address}\"\ngateway.timeout_seconds = {timeout}\n\
             gateway.wait_seconds = {wait_seconds}\n{more}"
        );
        let app = app(&settings).await;
        let sandbox = new_sandbox(&app.app.clock);
        let router = sandbox.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let shop = app.shop("Maple Leaf Books").await;
        let charity = app.charity("Food for All").await;
        let campaign = app.campaign_of(charity, "Warm Meals").await;
        let ann = app.consumer("ann").await;
        Till { settings, sandbox, shop, charity, campaign, ann, app }
    }

    pub async fn visitor(&self) -> Visitor<'_> {
        self.app.sign_in(&self.ann).await
    }

    /// Fills a cart with three cards for 125 dollars: one without a cause and two with one. Returns
    /// the cart's id.
    pub async fn fill_cart(&self, visitor: &Visitor<'_>) -> String {
        let items = [
            json!({ "vendorId": self.shop, "price": 25 }),
            json!({ "vendorId": self.shop, "campaignId": self.campaign, "price": 50, "quantity": 2 }),
        ];
        let reply =
            visitor.post("/api/v1/Carts/items", &json!({ "cartDetails": items })).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Returns a payment token from the gateway, requested the way Accept.js does in a browser.
    pub async fn token(&self, card: &str) -> String {
        // Written as text, because the gateway requires this order of elements and `json!` would
        // not keep it.
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{card}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
            CREDENTIALS.login_id, CREDENTIALS.client_key
        );
        let request = Request::post("/xml/v1/request.api")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))
            .expect("a request");
        let response = self.sandbox.router().oneshot(request).await.expect("an answer");
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        let text = std::str::from_utf8(&bytes).expect("text").trim_start_matches('\u{feff}');
        let reply: Value = serde_json::from_str(text).expect("JSON");
        let token = reply["opaqueData"]["dataValue"].as_str();
        token.unwrap_or_else(|| panic!("no token: {reply}")).to_owned()
    }

    /// Makes the next charge at the gateway fail with this fault.
    pub fn fail(&self, fault: Fault) {
        self.sandbox.fail(CHARGE, fault);
    }

    /// Runs the jobs on this node a day later and another day later. These jobs look again for
    /// payments that the gateway didn't know at first.
    pub async fn recheck_on(&self, node: &Arc<App>) {
        for _ in 0..2 {
            self.app.hands.advance(Duration::from_secs(25 * 3600));
            jobs::run_due(node, &self.app.handlers).await.expect("the queue");
        }
    }

    /// Waits until checkouts end that continue after their buyer has left.
    pub async fn finish_checkouts(&self) {
        let checkouts = &self.app.app.checkouts;
        checkouts.close();
        checkouts.wait().await;
    }

    /// Returns the invoice number and cents of all charges at the gateway that weren't voided.
    pub fn charges(&self) -> Vec<(String, u64)> {
        let is_paid =
            |status: &str| matches!(status, "capturedPendingSettlement" | "settledSuccessfully");
        let records = self.sandbox.ledger().into_iter();
        records
            .filter(|record| is_paid(&record.status))
            .map(|record| (record.invoice_number, record.amount.cents()))
            .collect()
    }

    pub async fn cards(&self) -> i64 {
        self.app.count("SELECT count(*) FROM card").await
    }
}

pub fn payment(cart: &str, token: &str) -> Value {
    json!({ "amount": 125, "orderNumber": cart, "cardHolderName": "Ann Lee",
            "opaqueDataValue": token, "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
            "appName": "funray" })
}

pub fn pay_call(visitor: &Visitor<'_>, form: &Value) -> Call {
    visitor.post("/api/v1/Orders/checkout", form)
}

pub async fn pay(till: &Till, visitor: &Visitor<'_>, cart: &str, card: &str) -> Reply {
    let token = till.token(card).await;
    let reply = pay_call(visitor, &payment(cart, &token)).send().await;
    // A buyer who gets the reply "pending" on a busy machine can read the outcome once the checkout
    // has ended.
    till.finish_checkouts().await;
    reply
}

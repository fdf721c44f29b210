//! The program in this process, with its demo data and its sandbox gateway, and buyers who are signed in.

use std::{net::SocketAddr, path::Path, sync::Arc};

use authorizenet::sandbox::CREDENTIALS;
use axum::{
    Router,
    body::Body,
    http::{Request, header},
};
use db::{Db, params};
use funray::{
    app::{App, Parts},
    auth::passwords::Passwords,
    config::{Config, Layers, Origin},
    demo,
    files::Files,
    gateway::Gateway,
    http,
    kernel::clock::Clock,
    mail::Transport,
    migrations,
    secrets::Secrets,
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower::ServiceExt;

use super::BUYERS;
use crate::Failure;

/// A payment card that the sandbox approves.
const APPROVED: &str = "4111111111111111";

pub struct Shop {
    pub db: Db,
    router: Router,
    /// What each buyer shows with a call.
    tokens: Vec<String>,
    vendor: String,
    dollars: u32,
}

impl Shop {
    pub async fn open(db: Db, folder: &Path) -> Result<Shop, Failure> {
        db.migrate(migrations::ALL)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let app = program(db.clone(), folder, listener.local_addr()?)?;
        demo::load(&app).await.map_err(|error| format!("the demo data: {error:?}"))?;
        let router = http::router(app);
        // The program calls its own sandbox over the network, as it would another's.
        let served = router.clone();
        tokio::spawn(async move { axum::serve(listener, served).await });
        let mut shop = Shop { db, router, tokens: Vec::new(), vendor: String::new(), dollars: 0 };
        shop.choose_card().await?;
        shop.sign_in().await?;
        Ok(shop)
    }

    async fn choose_card(&mut self) -> Result<(), Failure> {
        let (vendor, amounts): (String, String) = self
            .db
            .read(|tx| {
                tx.one(
                    "SELECT id, card_amounts FROM tenant WHERE kind = 'VENDOR' AND state = 'ACTIVE' AND card_amounts LIKE 'Amount%'
                     ORDER BY id LIMIT 1",
                    &[],
                )
            })
            .await?;
        let first = amounts.split(',').next().unwrap_or_default();
        self.dollars = first.trim_start_matches("Amount").parse()?;
        self.vendor = vendor;
        Ok(())
    }

    async fn sign_in(&mut self) -> Result<(), Failure> {
        let emails: Vec<(String,)> = self
            .db
            .read(|tx| {
                tx.rows(
                    "SELECT p.email FROM person p JOIN person_role r ON r.person_id = p.id
                     WHERE r.role = 'CONSUMER' ORDER BY p.id LIMIT $1",
                    params![BUYERS as i64],
                )
            })
            .await?;
        for (email,) in emails {
            let login = json!({ "email": email, "password": demo::PASSWORD });
            let reply = self.post("/api/v1/OAuth/login", "", &login.to_string()).await?;
            self.tokens.push(text(&reply, "accessToken")?);
        }
        if self.tokens.len() < BUYERS {
            return Err("the demo has too few buyers".into());
        }
        Ok(())
    }

    /// From an empty cart to a card.
    pub async fn purchase(&self, buyer: usize) -> Result<(), Failure> {
        let token = &self.tokens[buyer];
        let items = json!({ "cartDetails": [{ "vendorId": self.vendor, "price": self.dollars }] });
        let cart = self.post("/api/v1/Carts/items", token, &items.to_string()).await?;
        let payment = json!({
            "amount": self.dollars,
            "orderNumber": text(&cart, "id")?,
            "cardHolderName": "Ann Lee",
            "opaqueDataValue": self.tokenise().await?,
            "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
        });
        let paid = self.post("/api/v1/Orders/checkout", token, &payment.to_string()).await?;
        match paid["cards"].as_array() {
            Some(cards) if cards.len() == 1 => Ok(()),
            _ => Err(format!("no card: {paid}").into()),
        }
    }

    /// What the browser has the gateway do. Its elements have an order.
    async fn tokenise(&self) -> Result<String, Failure> {
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},"data":{{"type":"TOKEN","id":"1","token":{{"cardNumber":"{APPROVED}","expirationDate":"122099","cardCode":"123"}}}}}}}}"#,
            CREDENTIALS.login_id, CREDENTIALS.client_key
        );
        let reply = self.post("/sandbox/xml/v1/request.api", "", &body).await?;
        text(&reply["opaqueData"], "dataValue")
    }

    async fn post(&self, path: &str, token: &str, body: &str) -> Result<Value, Failure> {
        let request = Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::from(body.to_owned()))?;
        let response = self.router.clone().oneshot(request).await?;
        let status = response.status();
        let bytes = response.into_body().collect().await?.to_bytes();
        let text = std::str::from_utf8(&bytes)?.trim_start_matches('\u{feff}');
        if !status.is_success() {
            return Err(format!("{path}: {status} {text}").into());
        }
        Ok(serde_json::from_str(text)?)
    }
}

fn program(db: Db, folder: &Path, address: SocketAddr) -> Result<Arc<App>, Failure> {
    let mut layers = Layers::defaults();
    let settings = format!(
        "demo = true\ndata = \"{}\"\npasswords = {{ memory_kib = 64, iterations = 1 }}",
        folder.display()
    );
    layers.add_toml(&settings, Origin::File).map_err(|error| error.to_string())?;
    let config = Config::from_layers(&layers).map_err(|error| error.to_string())?;
    let (clock, listening_on) = (Clock::system(), address.to_string());
    Ok(App::new(Parts {
        mailer: Transport::from_config(&config)?,
        files: Files::from_config(&config)?,
        gateway: Gateway::from_config(&config, &clock, &listening_on)?,
        db,
        clock,
        secrets: Secrets::load(&config.secret_key, &config.data)?,
        passwords: Passwords::new(&config.passwords)?,
        listening_on,
        config,
    }))
}

fn text(reply: &Value, name: &str) -> Result<String, Failure> {
    let text = reply[name].as_str().map(str::to_owned);
    text.ok_or_else(|| format!("no {name} in {reply}").into())
}

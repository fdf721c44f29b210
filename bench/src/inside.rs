//! FunRay program that runs inside the benchmark's process, with demo data and the sandbox gateway.

use std::{net::SocketAddr, path::Path, sync::Arc};

use axum::{
    Router,
    body::Body,
    http::{Request, header},
};
use db::Db;
use funray::{
    demo::{self, Demo},
    features, router,
};
use http_body_util::BodyExt;
use kernel::clock::Clock;
use platform::{
    app::{App, Parts},
    config::{Config, Layers, Origin},
    fail_points::FailPoints,
    migrations,
    passwords::Passwords,
    secrets::Secrets,
    services::{files::Files, gateway::Gateway, mailer::Transport},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower::ServiceExt;

use crate::{Failure, client::Call};

pub struct Inside {
    pub app: Arc<App>,
    pub db: Db,
    router: Router,
}

impl Inside {
    pub async fn open(db: Db, folder: &Path) -> Result<Inside, Failure> {
        Inside::open_with(db, folder, "").await
    }

    /// Opens the program with additional settings, on a migrated database with demo data.
    pub async fn open_with(db: Db, folder: &Path, settings: &str) -> Result<Inside, Failure> {
        db.migrate(migrations::ALL)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let app = program(db.clone(), folder, listener.local_addr()?, settings)?;
        demo::load(&app).await.map_err(|error| format!("the demo data: {error:?}"))?;
        let router = router::router(app.clone(), &Demo::new(&app));
        // The program calls its own sandbox gateway over the network, so its routes must be served.
        // A plain router would be rebuilt for each connection.
        let served = router.clone().into_make_service();
        tokio::spawn(async move { axum::serve(listener, served).await });
        Ok(Inside { app, db, router })
    }

    pub async fn sign_in(&self, email: &str) -> Result<String, Failure> {
        let login = json!({ "email": email, "password": demo::PASSWORD }).to_string();
        let reply = self.post("/api/v1/OAuth/login", "", &login).await?;
        text(&reply, "accessToken")
    }

    pub async fn post(&self, path: &str, token: &str, body: &str) -> Result<Value, Failure> {
        self.call(Call { method: "POST", path, token, body, key: "" }).await
    }

    pub async fn call(&self, call: Call<'_>) -> Result<Value, Failure> {
        let Call { method, path, token, key, body } = call;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {token}"));
        if !key.is_empty() {
            request = request.header("idempotency-key", key);
        }
        let request = request.body(Body::from(body.to_owned()))?;
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

fn program(
    db: Db,
    folder: &Path,
    address: SocketAddr,
    settings: &str,
) -> Result<Arc<App>, Failure> {
    let mut layers = Layers::defaults();
    let settings = format!(
        "{settings}\ndemo = true\ndata = \"{}\"\npasswords = {{ memory_kib = 64, iterations = 1 }}\n\
         fraud.young_account_dollars = 1000000\nfraud.young_account_cards = 1000000\nfraud.review_score = 0",
        folder.display()
    );
    layers.add_toml(&settings, Origin::File).map_err(|error| error.to_string())?;
    let config = Config::from_layers(&layers).map_err(|error| error.to_string())?;
    let (clock, listening_on) = (Clock::system(), address.to_string());
    Ok(App::new(Parts {
        mailer: Transport::from_config(&config)?.prepared()?,
        files: Files::from_config(&config)?,
        gateway: Gateway::from_config(&config, &listening_on, clock.now())?,
        db,
        clock,
        secrets: Secrets::load(&config)?,
        passwords: Passwords::new(&config.passwords)?,
        fail_points: FailPoints::default(),
        listening_on,
        shared: features::shared(),
        config,
    }))
}

pub fn text(reply: &Value, name: &str) -> Result<String, Failure> {
    let text = reply[name].as_str().map(str::to_owned);
    text.ok_or_else(|| format!("no {name} in {reply}").into())
}

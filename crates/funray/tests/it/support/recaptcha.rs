//! Fake of Google's reCAPTCHA service. Tests choose its replies and read the requests that it
//! received.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::{any, post},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::TestApp;

#[derive(Clone)]
pub enum Answer {
    Verdict(Value),
    Text(String),
    Status(u16),
    Redirect,
    Silence,
}

#[derive(Clone)]
pub struct Recaptcha {
    url: String,
    answer: Arc<Mutex<Answer>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Recaptcha {
    pub async fn start() -> Recaptcha {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let service = Recaptcha {
            url: format!("http://{address}/recaptcha/api/siteverify"),
            answer: Arc::new(Mutex::new(Answer::Silence)),
            asked: Arc::default(),
        };
        let answering = service.clone();
        let answer = post(async move |body: String| answering.reply(body).await);
        // A client that follows the redirect would get a positive verdict here.
        let elsewhere =
            any(async || axum::Json(json!({ "success": true, "hostname": "localhost" })));
        let router =
            Router::new().route("/recaptcha/api/siteverify", answer).route("/elsewhere", elsewhere);
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    /// Returns a service at an address where nothing listens.
    pub async fn at(address: SocketAddr) -> Recaptcha {
        Recaptcha { url: format!("http://{address}"), ..Recaptcha::start().await }
    }

    /// Starts a program that checks captchas with this service instead of Google.
    pub async fn app(&self) -> TestApp {
        self.app_with("", Router::new()).await
    }

    pub async fn app_with(
        &self,
        settings: &str,
        routes: Router<Arc<platform::app::App>>,
    ) -> TestApp {
        let settings = format!(
            "captcha.recaptcha_site_key = \"the-site-key\"\n\
             captcha.recaptcha_secret = \"the-secret\"\n\
             captcha.recaptcha_verify_url = \"{}\"\n{settings}",
            self.url
        );
        TestApp::with_routes(&settings, routes).await
    }

    pub fn answers(&self, answer: Answer) {
        *self.answer.lock().expect("no panic") = answer;
    }

    /// Returns the forms that the program sent to the service.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("no panic").clone()
    }

    async fn reply(&self, form: String) -> Response {
        self.asked.lock().expect("no panic").push(form);
        let answer = self.answer.lock().expect("no panic").clone();
        match answer {
            Answer::Verdict(value) => axum::Json(value).into_response(),
            Answer::Text(text) => {
                ([(header::CONTENT_TYPE, "application/json")], text).into_response()
            }
            Answer::Status(code) => StatusCode::from_u16(code).expect("a status").into_response(),
            Answer::Redirect => Redirect::to("/elsewhere").into_response(),
            Answer::Silence => std::future::pending().await,
        }
    }
}

//! Mailbox of the demo. It shows emails that were stored instead of sent, in the browser and as
//! JSON for scripts.

mod store;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderValue, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;

use store::StoredMail;

use kernel::ids::JobId;
use platform::{
    app::App,
    error::{Error, Result},
    services::mailer::WrittenMail,
    web::extract::{Path, Query},
};

/// Maximum number of emails on a page or in a JSON reply.
const SHOWN: i64 = 100;

#[derive(Deserialize)]
struct Filter {
    to: Option<String>,
}

pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/sandbox/mail", get(page))
        .route("/sandbox/mail/{id}", get(read))
        .route("/sandbox/mail.json", get(json))
}

/// Stores an email in the demo's mailbox instead of sending it.
pub(super) async fn keep(app: &App, mail: WrittenMail) -> Result<()> {
    let sent_at = app.clock.now();
    app.db.write(move |tx| store::keep(tx, &mail, sent_at)).await
}

async fn newest(app: &App, to: Option<String>) -> Result<Vec<StoredMail>> {
    let to = to.map(|to| to.trim().to_lowercase()).filter(|to| !to.is_empty());
    app.db.read(move |tx| store::newest(tx, to.as_deref(), SHOWN)).await
}

async fn json(State(app): State<Arc<App>>, Query(filter): Query<Filter>) -> Result<Response> {
    Ok(Json(newest(&app, filter.to).await?).into_response())
}

/// Shows an email with the email's own styles. The content security policy forbids scripts and
/// external content.
async fn read(State(app): State<Arc<App>>, Path(id): Path<JobId>) -> Result<Response> {
    const POLICY: HeaderValue = HeaderValue::from_static(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    );
    let html = app.db.read(move |tx| store::find_html(tx, id)).await?;
    let page = html.map(Html).ok_or(Error::NotFound)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], page).into_response())
}

async fn page(State(app): State<Arc<App>>, Query(filter): Query<Filter>) -> Result<Html<String>> {
    let to = filter.to.clone().unwrap_or_default();
    let mails = newest(&app, filter.to).await?;
    Ok(Html(show(&to, &mails).into_string()))
}

const BODY: &str = "margin:0 auto;max-width:760px;padding:24px 16px 64px;background:#FFF9EF;color:#1D2B2A;\
    font:17px/1.5 Helvetica,Arial,sans-serif";
const MAIL: &str = "display:block;background:#FFF;border-radius:14px;padding:16px 20px;margin:12px 0;\
    color:inherit;text-decoration:none";

fn show(to: &str, mails: &[StoredMail]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Mailbox of the demo" }
            }
            body style=(BODY) {
                h1 { "Mailbox of the demo" }
                p { "Mails that a real server would have sent land here, newest first." }
                form method="get" role="search" {
                    label for="to" { "Recipient " }
                    input id="to" name="to" type="email" value=(to) style="font:inherit;padding:8px 12px;min-width:18em";
                    " "
                    button style="font:inherit;padding:8px 16px" { "Show" }
                }
                @if mails.is_empty() {
                    p { "No mail yet. Register, order a card or reset a password, and it arrives here within moments." }
                }
                @for mail in mails {
                    a href=(format!("/sandbox/mail/{}", mail.id)) style=(MAIL) {
                        strong { (mail.subject) }
                        br;
                        span style="color:#5A6A67;font-size:15px" {
                            "to " (mail.recipient) " · from " (mail.sender) " · " (mail.sent_at)
                        }
                    }
                }
            }
        }
    }
}

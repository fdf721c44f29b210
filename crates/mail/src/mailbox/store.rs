//! Database rows of the demo's mailbox.

use base64::{Engine, prelude::BASE64_STANDARD};
use db::{Tx, params};
use serde::Serialize;

use kernel::{ids::JobId, timestamp::Timestamp};
use platform::{error::Result, services::mailer::WrittenMail};

db::row! {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct StoredMail {
        #[serde(skip)]
        pub id: String,
        #[serde(rename = "to")]
        pub recipient: String,
        #[serde(rename = "from")]
        pub sender: String,
        pub subject: String,
        #[serde(rename = "text")]
        pub text_body: String,
        #[serde(rename = "html")]
        pub html_body: String,
        pub sent_at: Timestamp,
    }
}

/// Stores an email. If an email with this id is already stored, changes nothing.
pub fn keep(tx: &mut Tx<'_>, mail: &WrittenMail, sent_at: Timestamp) -> Result<()> {
    tx.later(
        "INSERT INTO demo_mail (id, recipient, sender, subject, text_body, html_body, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        params![
            mail.id,
            mail.to.to_lowercase(),
            mail.from,
            mail.subject,
            mail.text,
            with_pictures(mail),
            sent_at
        ],
    )?;
    Ok(())
}

/// Returns the HTML with its pictures embedded as data URLs, because a browser can't load the
/// attachments of an email.
fn with_pictures(mail: &WrittenMail) -> String {
    mail.pictures.iter().fold(mail.html.clone(), |html, picture| {
        let data = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(&picture.png));
        html.replace(&format!("\"cid:{}\"", picture.name), &format!("\"{data}\""))
    })
}

/// Returns the newest emails, to one recipient or to anyone.
pub fn newest(tx: &mut Tx<'_>, to: Option<&str>, limit: i64) -> Result<Vec<StoredMail>> {
    let select = format!("SELECT {} FROM demo_mail", StoredMail::COLUMNS);
    let newest = "ORDER BY sent_at DESC, id DESC LIMIT";
    Ok(match to {
        Some(to) => {
            tx.rows(&format!("{select} WHERE recipient = $1 {newest} $2"), params![to, limit])?
        }
        None => tx.rows(&format!("{select} {newest} $1"), params![limit])?,
    })
}

pub fn find_html(tx: &mut Tx<'_>, id: JobId) -> Result<Option<String>> {
    let found: Option<(String,)> =
        tx.first("SELECT html_body FROM demo_mail WHERE id = $1", params![id])?;
    Ok(found.map(|(html,)| html))
}

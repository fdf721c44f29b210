//! Mails: posted as a row of the business transaction, written in the reader's language and the brand's look,
//! and delivered by the worker until a mail server has taken them.

mod bounces;
mod card;
mod layout;
mod letters;
pub mod lifetimes;
#[cfg(feature = "demo")]
pub mod mailbox;
mod picture;
#[cfg(feature = "demo")]
pub mod seed;
mod sent;
mod signs;
mod store;
mod theme;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};

#[cfg(feature = "demo")]
use crate::services::mailer::Transport;
use crate::{
    app::App,
    brand::Brand,
    error::Result,
    jobs::{self, Job, JobClass, JobError, Work},
    kernel::{contact::masked_address, ids::JobId, language::Language, timestamp::Timestamp},
    services::mailer::{InlinePicture, SendError, WrittenMail},
};

pub use bounces::{
    close_bounce, close_bounces_of, close_bounces_to, count_open_bounces, record_bounce,
};
pub use letters::{
    AccountEvent, AppointmentStep, Cadence, ClosedCards, FactorChange, HoldBack, Letter,
    MailedReport, Movement, PinChange, ReceiptLine, ReportFigure, RoleChange, ShopClosingStep,
    WayIn,
};
pub use picture::qr;
pub use sent::{About, SentMailRow, sent_about};

use letters::Sender;

/// A mail before it is written: to whom, in which look and language, and what about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mail {
    pub to: String,
    pub brand: Brand,
    pub lang: Language,
    pub letter: Letter,
}

impl Job for Mail {
    const KIND: &'static str = "mail";
    const CLASS: JobClass = JobClass::Mail;

    fn class(&self) -> JobClass {
        if self.letter.is_awaited() { JobClass::Urgent } else { JobClass::Mail }
    }
}

/// A mail in the queue, with what it is about.
#[derive(Serialize, Deserialize)]
pub struct Posted {
    #[serde(flatten)]
    mail: Mail,
    #[serde(default, skip_serializing_if = "About::is_empty")]
    about: About,
}

impl Job for Posted {
    const KIND: &'static str = Mail::KIND;
    const CLASS: JobClass = Mail::CLASS;

    fn class(&self) -> JobClass {
        self.mail.class()
    }
}

/// Sends a mail once the transaction is committed.
pub fn post(tx: &mut Tx<'_>, now: Timestamp, mail: &Mail) -> Result<JobId> {
    jobs::enqueue(tx, now, mail)
}

/// The same for a mail of which those who help can read that it was sent.
pub fn post_about(tx: &mut Tx<'_>, now: Timestamp, mail: Mail, about: About) -> Result<()> {
    jobs::enqueue(tx, now, &Posted { mail, about }).map(drop)
}

/// Throws away some of the demo's mails that were sent before this moment, and of what tells of mails; how many that were.
pub fn delete_old(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old(tx, sent_before, limit)
}

/// The worker's part.
pub async fn deliver_posted(app: Arc<App>, id: JobId, posted: Posted) -> Result<(), JobError> {
    deliver(app, id, posted.mail, posted.about).await
}

/// Sends a mail and writes down for whom it is about that this was done, or tried.
pub async fn deliver(app: Arc<App>, id: JobId, mail: Mail, about: About) -> Result<(), JobError> {
    let (letter, recipient) = (mail.letter.word(), masked_address(&mail.to));
    let sent = write_and_send(&app, id, mail).await;
    if !about.is_empty() {
        let attempt = sent::Attempt { id, letter, recipient, is_sent: sent.is_ok() };
        sent::record(&app, about, attempt).await;
    }
    sent
}

async fn write_and_send(app: &Arc<App>, id: JobId, mail: Mail) -> Result<(), JobError> {
    let brand = app.config.served(mail.brand);
    let (site, company) = (app.public_url(brand), app.config.brand(brand));
    let signature = company.signature();
    let content = mail.letter.content(Sender { brand, site: &site }, mail.lang);
    let written = WrittenMail {
        id,
        from: company.mail_from.clone(),
        html: layout::html(brand, mail.lang, &content, &signature),
        text: layout::text(brand, mail.lang, &content, &signature),
        reply_to: mail.letter.reply_to().map(str::to_owned),
        subject: content.subject,
        pictures: pictures(content.card, content.picture),
        to: mail.to,
    };
    send(app, written).await?;
    tracing::info!("a mail was sent");
    Ok(())
}

/// What the HTML shows, under the names that it uses.
fn pictures(card: Option<card::Card>, code: Option<letters::Picture>) -> Vec<InlinePicture> {
    let card = card.map(|card| InlinePicture { name: card::PICTURE, png: card.png });
    let code = code.map(|code| InlinePicture { name: picture::CODE, png: code.png });
    card.into_iter().chain(code).collect()
}

async fn send(app: &App, mail: WrittenMail) -> Result<(), JobError> {
    #[cfg(feature = "demo")]
    if matches!(app.mailer, Transport::Mailbox) {
        return mailbox::keep(app, mail).await.map_err(JobError::from);
    }
    app.mailer.send(&mail).await.map_err(|error| match error {
        SendError::Retry(why) => JobError::Retry(why),
        SendError::Permanent(why) => JobError::Permanent(why),
    })
}

/// Adds the jobs and scheduled tasks of emails.
pub fn add_work(work: Work) -> Work {
    work.on(deliver_posted)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{letters::examples, *};

    /// Which letter it is, in JSON.
    fn name(mail: &Value) -> &str {
        mail["letter"]["letter"].as_str().expect("a letter")
    }

    /// What is in the file stays as it is when a letter changes: such mails may still wait in a queue.
    #[test]
    fn mail_reads_letters_that_were_stored_by_earlier_programs() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored/jobs/mail.json");
        let text = std::fs::read_to_string(file).unwrap_or_else(|_| "[]".to_owned());
        let mut stored: Vec<Value> = serde_json::from_str(&text).expect("a list");
        for letter in examples() {
            let to = "ann@shop.example".to_owned();
            let mail = Mail { to, brand: Brand::FunRay, lang: Language::En, letter };
            let new = serde_json::to_value(&mail).expect("JSON");
            if stored.iter().all(|mail| name(mail) != name(&new)) {
                stored.push(new);
            }
        }
        let whole = serde_json::to_string_pretty(&stored).expect("JSON") + "\n";
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(file, &whole).expect("the file is written");
        } else {
            assert!(
                text == whole,
                "{file} lacks a letter: UPDATE_GOLDEN=1 cargo test --lib adds it"
            );
        }
        for mail in &stored {
            let read: Result<Posted, _> = serde_json::from_value(mail.clone());
            assert!(read.is_ok(), "{mail}: {:?}", read.err());
        }
    }
}

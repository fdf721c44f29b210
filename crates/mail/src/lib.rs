//! Emails. An email is queued in the database transaction of the event that it is about. A worker
//! then writes it in the reader's language and the brand's design. The worker retries until a mail
//! server accepts the email.

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
use serde_json::Value;

use kernel::{
    brand::Brand, contact::masked_address, ids::JobId, language::Language, timestamp::Timestamp,
};
#[cfg(feature = "demo")]
use platform::services::mailer::Transport;
use platform::{
    app::App,
    error::Result,
    jobs::{self, Job, JobClass, JobError, JobReason, Work},
    services::mailer::{InlinePicture, SendError, WrittenMail},
};

pub use bounces::{
    close_bounce, close_bounces_of, close_bounces_to, count_open_bounces, record_bounce,
};
pub use card::Card as ShownCard;
pub use layout::{html, text};
pub use letters::{
    Content, Kind, Letter, Letters, Picture, Sender, TestLetter, Texts, Writing, Written, name,
    organization, write_letter,
};
pub use picture::qr;
pub use sent::{About, SentMailRow, sent_about};

/// Email to be written: recipient, brand, language and letter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mail<L> {
    pub to: String,
    pub brand: Brand,
    pub lang: Language,
    pub letter: L,
}

impl<L: Letter> Job for Mail<L> {
    const KIND: &'static str = "mail";
    const CLASS: JobClass = JobClass::Mail;

    fn class(&self) -> JobClass {
        if self.letter.is_awaited() { JobClass::Urgent } else { JobClass::Mail }
    }
}

/// Email in the queue, with the subjects that it is about. When read from the queue, the letter is
/// still JSON, which the letter's feature parses.
#[derive(Serialize, Deserialize)]
pub struct Posted<L> {
    #[serde(flatten)]
    mail: Mail<L>,
    #[serde(default, skip_serializing_if = "About::is_empty")]
    about: About,
}

impl<L: Letter> Job for Posted<L> {
    const KIND: &'static str = Mail::<L>::KIND;
    const CLASS: JobClass = Mail::<L>::CLASS;

    fn class(&self) -> JobClass {
        self.mail.class()
    }
}

impl Job for Posted<Value> {
    const KIND: &'static str = Mail::<TestLetter>::KIND;
    const CLASS: JobClass = Mail::<TestLetter>::CLASS;
}

/// Queues an email, which is sent after the transaction is committed.
pub fn post<L: Letter>(tx: &mut Tx<'_>, now: Timestamp, mail: &Mail<L>) -> Result<JobId> {
    jobs::enqueue(tx, now, mail)
}

/// Like [`post`], but also records the email under its subjects, so that the support desk can find
/// it.
pub fn post_about<L: Letter>(
    tx: &mut Tx<'_>,
    now: Timestamp,
    mail: Mail<L>,
    about: About,
) -> Result<()> {
    jobs::enqueue(tx, now, &Posted { mail, about }).map(drop)
}

/// Deletes old emails from the demo's mailbox and old records of sent emails, at most `limit` of
/// each. Returns the number of deleted rows.
pub fn delete_old(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old(tx, sent_before, limit)
}

/// Writes and sends a queued email. The worker calls this for each job.
pub async fn deliver_posted(
    app: Arc<App>,
    id: JobId,
    posted: Posted<Value>,
) -> Result<(), JobError> {
    let Posted { mail: Mail { to, brand, lang, letter }, about } = posted;
    let letters = app.shared.get::<Letters>();
    let (brand, written) =
        write(&app, brand, |from| letters.write(letter, from, lang)).map_err(JobError::Retry)?;
    send_and_record(app, Envelope { id, to, brand, lang }, written, about).await
}

/// Writes and sends an email from within a job. Records the result under the email's subjects.
pub async fn deliver<L: Letter>(
    app: Arc<App>,
    id: JobId,
    mail: Mail<L>,
    about: About,
) -> Result<(), JobError> {
    let Mail { to, brand, lang, letter } = mail;
    let (brand, written) = write(&app, brand, |from| letters::write_letter(&letter, from, lang))
        .map_err(|error| JobError::Permanent(format!("the letter can't be written: {error}")))?;
    send_and_record(app, Envelope { id, to, brand, lang }, written, about).await
}

struct Envelope {
    id: JobId,
    to: String,
    brand: Brand,
    lang: Language,
}

/// Writes a letter for the email's brand. If this installation does not serve that brand, uses the
/// other brand.
fn write<E>(
    app: &App,
    brand: Brand,
    letter: impl FnOnce(Sender<'_>) -> Result<Written, E>,
) -> Result<(Brand, Written), E> {
    let brand = app.config.served(brand);
    let site = app.public_url(brand);
    Ok((brand, letter(Sender { brand, site: &site })?))
}

async fn send_and_record(
    app: Arc<App>,
    envelope: Envelope,
    written: Written,
    about: About,
) -> Result<(), JobError> {
    let Envelope { id, to, brand, lang } = envelope;
    let Written { word, content, reply_to } = written;
    let (letter, recipient) = (word, masked_address(&to));
    app.refresh_companies().await;
    let company = app.company(brand);
    let signature = company.signature();
    let mail = WrittenMail {
        id,
        from: company.mail_from.clone(),
        html: layout::html(brand, lang, &content, &signature),
        text: layout::text(brand, lang, &content, &signature),
        reply_to,
        subject: content.subject,
        pictures: pictures(content.card, content.picture),
        to,
    };
    let sent = send(&app, mail).await;
    if sent.is_ok() {
        tracing::info!("a mail was sent");
    }
    if !about.is_empty() {
        let attempt = sent::Attempt { id, letter, recipient, is_sent: sent.is_ok() };
        sent::record(&app, about, attempt);
    }
    sent
}

/// Returns the pictures to attach to the email, each with the name used in the HTML.
fn pictures(card: Option<card::Card>, code: Option<Picture>) -> Vec<InlinePicture> {
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
        SendError::Retry(why) => JobError::Outside(JobReason::MailDelayed, why),
        SendError::Permanent(why) => JobError::Outside(JobReason::MailRefused, why),
    })
}

/// Registers the job handler for emails with the worker.
pub fn add_work(work: Work) -> Work {
    work.on(deliver_posted)
}

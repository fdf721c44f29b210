//! Mails: posted as a row of the business transaction, written in the reader's language and the brand's look,
//! and delivered by the worker until a mail server has taken them.

mod card;
mod layout;
mod letters;
pub mod lifetimes;
pub mod mailbox;
mod picture;
mod signs;
mod store;
mod theme;
mod transport;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    brand::Brand,
    error::Result,
    jobs::{self, Job, JobError, JobId},
    kernel::language::Language,
    kernel::timestamp::Timestamp,
};

pub use letters::{Letter, ReceiptLine, WayIn};
pub use picture::qr;
pub use transport::Transport;

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
}

/// A mail ready for the wire, the same at every attempt.
pub struct Written {
    /// Stays the same however often delivery is tried, so that a mailbox can tell a repetition.
    pub id: JobId,
    pub to: String,
    pub from: String,
    /// Who reads the answer, if not the sender.
    pub reply_to: Option<String>,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// A PNG that the HTML shows as `cid:picture`.
    pub picture: Option<Vec<u8>>,
}

/// What the HTML calls its picture.
const PICTURE: &str = "picture";

/// Sends a mail once the transaction is committed.
pub fn post(tx: &mut Tx<'_>, now: Timestamp, mail: &Mail) -> Result<JobId> {
    jobs::enqueue(tx, now, mail)
}

/// The worker's part.
pub async fn deliver(app: Arc<App>, id: JobId, mail: Mail) -> Result<(), JobError> {
    let site = app.public_url(mail.brand);
    let content = mail.letter.content(Sender { brand: mail.brand, site: &site }, mail.lang);
    let written = Written {
        id,
        from: app.config.brand(mail.brand).mail_from.clone(),
        html: layout::html(mail.brand, mail.lang, &content),
        text: layout::text(mail.brand, mail.lang, &content),
        reply_to: mail.letter.reply_to().map(str::to_owned),
        subject: content.subject,
        picture: content.picture.map(|picture| picture.png),
        to: mail.to,
    };
    app.mailer.send(&app, written).await
}

//! How mails leave: over SMTP, into a folder, or into the demo's mailbox.

use std::{
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Attachment, Mailbox, MultiPart, SinglePart, header},
    transport::smtp,
};
use tokio::io::AsyncWriteExt;

use kernel::ids::JobId;

use crate::config::Config;

/// A mail ready for the wire, the same at every attempt.
pub struct WrittenMail {
    /// Stays the same however often delivery is tried, so that a mailbox can tell a repetition.
    pub id: JobId,
    pub to: String,
    pub from: String,
    /// Who reads the answer, if not the sender.
    pub reply_to: Option<String>,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// What the HTML shows and the mail brings along.
    pub pictures: Vec<InlinePicture>,
}

/// A PNG that the HTML of a mail shows as `cid:` and its name.
pub struct InlinePicture {
    pub name: &'static str,
    pub png: Vec<u8>,
}

/// Why a mail was not taken.
#[derive(Debug, PartialEq, Eq)]
pub enum SendError {
    /// It may go better later.
    Retry(String),
    /// This mail will never be taken.
    Permanent(String),
}

pub enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
    /// The demo's own mailbox, which is a table of the database.
    #[cfg(feature = "demo")]
    Mailbox,
}

impl Transport {
    /// What the setting `mail` asks for; a sentence when it can't be used. Nothing is made yet: see [`Transport::prepared`].
    pub fn from_config(config: &Config) -> Result<Transport, String> {
        let setting = config.mail.as_str();
        if setting.is_empty() {
            #[cfg(feature = "demo")]
            if config.demo {
                return Ok(Transport::Mailbox);
            }
            return Ok(Transport::Folder(config.data.join("mail")));
        }
        if let Some(path) = setting.strip_prefix("dir:") {
            return Ok(Transport::Folder(path.into()));
        }
        if setting.starts_with("smtp://") || setting.starts_with("smtps://") {
            // The setting may hold a password, so the sentence doesn't repeat it.
            return AsyncSmtpTransport::<Tokio1Executor>::from_url(setting)
                .map(|builder| Transport::Smtp(builder.build()))
                .map_err(|error| format!("mail is no usable smtp:// address: {error}"));
        }
        Err("mail should be dir:FOLDER, smtp://… or smtps://…".to_owned())
    }

    /// With the folder that mails are to lie in.
    pub fn prepared(self) -> Result<Transport, String> {
        if let Transport::Folder(folder) = &self {
            // Mails hold links that open accounts and gifts: they are nobody else's on this machine.
            DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| {
                format!("the mail folder {} can't be made: {error}", folder.display())
            })?;
        }
        Ok(self)
    }

    /// Hands a mail to the server or into the folder. The demo's mailbox is nobody's but the database's.
    pub async fn send(&self, mail: &WrittenMail) -> Result<(), SendError> {
        match self {
            Transport::Smtp(server) => {
                let message = message(mail)?;
                server.send(message).await.map(drop).map_err(refused)
            }
            Transport::Folder(folder) => {
                let message = message(mail)?.formatted();
                let file = folder.join(format!("{}.eml", mail.id));
                write_whole(&file, message)
                    .await
                    .map_err(|error| SendError::Retry(format!("{}: {error}", file.display())))
            }
            #[cfg(feature = "demo")]
            Transport::Mailbox => Ok(()),
        }
    }
}

/// Under its final name only when complete: whoever watches the folder never reads half a mail.
async fn write_whole(file: &Path, content: Vec<u8>) -> std::io::Result<()> {
    let partial = file.with_extension("part");
    let mut open = tokio::fs::OpenOptions::new();
    let mut out = open.write(true).create(true).truncate(true).mode(0o600).open(&partial).await?;
    out.write_all(&content).await?;
    out.flush().await?;
    tokio::fs::rename(&partial, file).await
}

fn message(mail: &WrittenMail) -> Result<Message, SendError> {
    let hopeless = |what: &str, error: String| SendError::Permanent(format!("{what}: {error}"));
    let from: Mailbox =
        mail.from.parse().map_err(|error| hopeless("the sender's address", format!("{error}")))?;
    let to: Mailbox =
        mail.to.parse().map_err(|error| hopeless("the recipient's address", format!("{error}")))?;
    let id = format!("<{}@{}>", mail.id, from.email.domain());
    let mut builder = Message::builder();
    if let Some(reply_to) = &mail.reply_to {
        let address = reply_to
            .parse()
            .map_err(|error| hopeless("the address for answers", format!("{error}")))?;
        builder = builder.reply_to(address);
    }
    builder
        .from(from)
        .to(to)
        .subject(mail.subject.clone())
        .message_id(Some(id))
        .header(AutoSubmitted)
        .multipart(parts(mail)?)
        .map_err(|error| hopeless("the mail", error.to_string()))
}

/// The text, and the HTML together with what it shows.
fn parts(mail: &WrittenMail) -> Result<MultiPart, SendError> {
    if mail.pictures.is_empty() {
        return Ok(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()));
    }
    let png = header::ContentType::parse("image/png")
        .map_err(|error| SendError::Permanent(format!("the picture's type: {error}")))?;
    let shown = MultiPart::related().singlepart(SinglePart::html(mail.html.clone()));
    let shown = mail.pictures.iter().fold(shown, |shown, picture| {
        let part = Attachment::new_inline(picture.name.to_owned());
        shown.singlepart(part.body(picture.png.clone(), png.clone()))
    });
    Ok(MultiPart::alternative().singlepart(SinglePart::plain(mail.text.clone())).multipart(shown))
}

/// Tells other programs that nobody typed this, so that they don't answer.
#[derive(Clone)]
struct AutoSubmitted;

impl header::Header for AutoSubmitted {
    fn name() -> header::HeaderName {
        header::HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> header::HeaderValue {
        header::HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// A server that says no to this very mail (550 to 554) will not change its mind; anything else may pass:
/// a busy server, a full mailbox, a login that an operator has to correct.
fn refused(error: smtp::Error) -> SendError {
    let code = error.status().map(u16::from);
    match code {
        Some(550..=554) => SendError::Permanent(error.to_string()),
        _ => SendError::Retry(error.to_string()),
    }
}

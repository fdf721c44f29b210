//! Sends emails over SMTP, into a folder, or into the demo's mailbox.

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

/// Email ready to send. Its content is the same in every attempt.
pub struct WrittenMail {
    /// Id that is the same in every attempt, so that a mailbox can detect duplicates.
    pub id: JobId,
    pub to: String,
    pub from: String,
    /// Reply address, if it differs from the sender.
    pub reply_to: Option<String>,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// Pictures that the HTML shows, sent as attachments.
    pub pictures: Vec<InlinePicture>,
}

/// PNG that the HTML refers to as `cid:` followed by the name.
pub struct InlinePicture {
    pub name: &'static str,
    pub png: Vec<u8>,
}

/// Reason why an email could not be sent.
#[derive(Debug, PartialEq, Eq)]
pub enum SendError {
    /// Temporary failure; sending the email again may succeed.
    Retry(String),
    /// Permanent refusal of this email.
    Permanent(String),
}

/// Result of a sign-in at the mail server.
#[derive(Debug, PartialEq, Eq)]
pub enum SignIn {
    Done,
    /// Emails go to a folder or to the demo's mailbox.
    NoServer,
}

pub enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
    /// The demo's mailbox, which is a database table.
    #[cfg(feature = "demo")]
    Mailbox,
}

impl Transport {
    /// Parses the setting `mail`, or returns a sentence that says what is wrong.
    /// [`Transport::prepared`] creates the folder for emails afterwards.
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
            // The setting may contain a password, so the message does not repeat it.
            return AsyncSmtpTransport::<Tokio1Executor>::from_url(setting)
                .map(|builder| Transport::Smtp(builder.build()))
                .map_err(|error| format!("mail is no usable smtp:// address: {error}"));
        }
        Err("mail should be dir:FOLDER, smtp://… or smtps://…".to_owned())
    }

    /// Creates the folder if emails are written to a folder. Does nothing for other transports.
    pub fn prepared(self) -> Result<Transport, String> {
        if let Transport::Folder(folder) = &self {
            // Emails contain links that open accounts and gifts, so no other user of the machine
            // may read them.
            DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| {
                format!("the mail folder {} can't be made: {error}", folder.display())
            })?;
        }
        Ok(self)
    }

    /// Signs in at the mail server without sending anything. Fails with the server's answer.
    pub async fn sign_in(&self) -> Result<SignIn, String> {
        let Transport::Smtp(server) = self else { return Ok(SignIn::NoServer) };
        match server.test_connection().await {
            Ok(true) => Ok(SignIn::Done),
            Ok(false) => Err("the mail server closed the connection".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Sends an email to the server or into the folder. Does nothing for the demo's mailbox, which
    /// is filled by database code.
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

/// Writes a file under a temporary name and renames the complete file. A program that watches the
/// folder thus never reads half an email.
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

/// Builds the body of an email: the text part, and the HTML part with its pictures.
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

/// Header that marks an email as automatic, so that other programs don't reply to it.
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

/// Classifies an SMTP error. Codes 550 to 554 refuse this email permanently. Other errors may be
/// temporary: a busy server, a full mailbox, a login that an operator must correct.
fn refused(error: smtp::Error) -> SendError {
    let code = error.status().map(u16::from);
    match code {
        Some(550..=554) => SendError::Permanent(error.to_string()),
        _ => SendError::Retry(error.to_string()),
    }
}

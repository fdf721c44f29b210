//! How mails leave: over SMTP, into a folder, or into the demo's mailbox.

use std::path::{Path, PathBuf};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Attachment, Mailbox, MultiPart, SinglePart, header},
    transport::smtp,
};

use super::{PICTURE, Written, store};
use crate::{app::App, config::Config, jobs::JobError};

pub enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
    Mailbox,
}

impl Transport {
    /// What the setting `mail` asks for; a sentence when it can't be used. Nothing is made yet: see [`Transport::prepared`].
    pub fn from_config(config: &Config) -> Result<Transport, String> {
        let setting = config.mail.as_str();
        if setting.is_empty() {
            return if config.demo {
                Ok(Transport::Mailbox)
            } else {
                Ok(Transport::Folder(config.data.join("mail")))
            };
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
            std::fs::create_dir_all(folder).map_err(|error| {
                format!("the mail folder {} can't be made: {error}", folder.display())
            })?;
        }
        Ok(self)
    }

    pub async fn send(&self, app: &App, mail: Written) -> Result<(), JobError> {
        match self {
            Transport::Smtp(server) => {
                let message = message(&mail)?;
                server.send(message).await.map(drop).map_err(refused)
            }
            Transport::Folder(folder) => {
                let message = message(&mail)?.formatted();
                let file = folder.join(format!("{}.eml", mail.id));
                write_whole(&file, message)
                    .await
                    .map_err(|error| JobError::Retry(format!("{}: {error}", file.display())))
            }
            Transport::Mailbox => {
                let sent_at = app.clock.now();
                app.db
                    .write(move |tx| store::keep(tx, &mail, sent_at))
                    .await
                    .map_err(|error: crate::error::Error| error.into())
            }
        }
    }
}

/// Under its final name only when complete: whoever watches the folder never reads half a mail.
async fn write_whole(file: &Path, content: Vec<u8>) -> std::io::Result<()> {
    let partial = file.with_extension("part");
    tokio::fs::write(&partial, content).await?;
    tokio::fs::rename(&partial, file).await
}

fn message(mail: &Written) -> Result<Message, JobError> {
    let hopeless = |what: &str, error: String| JobError::Hopeless(format!("{what}: {error}"));
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
fn parts(mail: &Written) -> Result<MultiPart, JobError> {
    let Some(picture) = &mail.picture else {
        return Ok(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()));
    };
    let png = header::ContentType::parse("image/png")
        .map_err(|error| JobError::Hopeless(format!("the picture's type: {error}")))?;
    let shown = MultiPart::related()
        .singlepart(SinglePart::html(mail.html.clone()))
        .singlepart(Attachment::new_inline(PICTURE.to_owned()).body(picture.clone(), png));
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
fn refused(error: smtp::Error) -> JobError {
    let code = error.status().map(u16::from);
    match code {
        Some(550..=554) => JobError::Hopeless(error.to_string()),
        _ => JobError::Retry(error.to_string()),
    }
}

//! Messages from visitors to the operators of a brand.

pub mod api;
pub mod letters;

use std::sync::Arc;

use access::auth::Client;
use kernel::{brand::Brand, contact::Email, language::Language};
use mail::Mail;
use platform::{
    app::App,
    error::Result,
    limits::mails::{self, Asker, MailKind},
};

use crate::{contact::letters::Letter, register};

/// Message that a visitor sent by the contact form.
pub struct Message {
    pub first_name: String,
    pub last_name: String,
    pub organization: Option<String>,
    pub email: Email,
    pub phone: Option<String>,
    pub text: String,
    /// Language in which the visitor reads the site.
    pub language: Language,
}

/// Emails a visitor's message to the contact address of the brand, or to every administrator if the
/// brand has none. The visitor gets an email, too.
pub async fn send(app: &Arc<App>, brand: Brand, message: Message, client: &Client) -> Result<()> {
    let sender = client.name(&app.secrets);
    app.write(move |tx, app, now| {
        let kind = MailKind::Contact;
        mails::count_sender(tx, now, &sender.buckets(kind.word(), kind.limit()))?;
        let desk = app.config.brand(brand).contact_email.clone();
        let readers: Vec<(String, Language)> = if desk.is_empty() {
            let administrators = people::administrators(tx)?.into_iter();
            administrators.map(|reader| (reader.email, reader.language)).collect()
        } else {
            vec![(desk, Language::En)]
        };
        for (to, lang) in readers {
            let letter = Letter::ContactMessage {
                name: format!("{} {}", message.first_name, message.last_name),
                organization: message.organization.clone(),
                email: message.email.to_string(),
                phone: message.phone.clone(),
                text: message.text.clone(),
            };
            mail::post(tx, now, &Mail { to, brand, lang, letter })?;
        }
        let asker = register::asker(tx, &message.email, &sender)?;
        if mails::may_mail(tx, &app.secrets, now, kind, &message.email, &asker)? {
            mail::post(tx, now, &received(&message, brand, &asker))?;
        }
        Ok(())
    })
    .await
}

/// Returns the email to the visitor. Anyone can type anyone's address, and could so send any text
/// in our name: only a browser that has signed in with the address gets a copy of the message.
fn received(message: &Message, brand: Brand, asker: &Asker) -> Mail<Letter> {
    let text = matches!(asker, Asker::Owner(_)).then(|| message.text.clone());
    let letter = Letter::ContactReceived { first_name: message.first_name.clone(), text };
    Mail { to: message.email.to_string(), brand, lang: message.language, letter }
}

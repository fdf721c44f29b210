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
    limits::mails::{self, MailKind},
};

use crate::contact::letters::Letter;

/// Message that a visitor sent by the contact form.
pub struct Message {
    pub name: String,
    pub organization: Option<String>,
    pub email: Email,
    pub phone: Option<String>,
    pub text: String,
}

/// Emails a visitor's message to the contact address of the brand, or to every administrator if the
/// brand has none.
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
                name: message.name.clone(),
                organization: message.organization.clone(),
                email: message.email.to_string(),
                phone: message.phone.clone(),
                text: message.text.clone(),
            };
            mail::post(tx, now, &Mail { to, brand, lang, letter })?;
        }
        Ok(())
    })
    .await
}

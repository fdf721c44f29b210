//! Messages from visitors to the people behind the brand.

pub mod api;

use std::{sync::Arc, time::Duration};

use crate::{
    accounts,
    app::App,
    auth::Client,
    brand::Brand,
    error::{Error, Result},
    kernel::{contact::Email, language::Language},
    limits::{self, Limit, Verdict},
    mail::{self, Letter, Mail},
};

/// From one address: enough for somebody who forgot to say something, too little to be a nuisance.
const FROM_ONE_ADDRESS: Limit = Limit { tries: 5, interval: Duration::from_secs(20 * 60) };

/// What a visitor wrote.
pub struct Message {
    pub name: String,
    pub organization: Option<String>,
    pub email: Email,
    pub phone: Option<String>,
    pub text: String,
}

/// Mails the message to the brand's own address, or to every administrator where there is none.
pub async fn send(app: &Arc<App>, brand: Brand, message: Message, client: &Client) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    let sender = client.name(&app.secrets).address;
    app.db
        .write(move |tx| {
            let bucket = format!("contact from {sender}");
            if let Verdict::Wait(wait) = limits::take(tx, now, &bucket, FROM_ONE_ADDRESS)? {
                return Err(Error::TooManyTries(wait));
            }
            let desk = shared.config.brand(brand).contact_email.clone();
            let readers: Vec<(String, Language)> = if desk.is_empty() {
                let administrators = accounts::administrators(tx)?.into_iter();
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

//! Shared parts of the emails about cards. These emails are written when they are sent, because a
//! card's code and a gift's link are stored only encrypted.

use kernel::{
    ids::{CardId, PersonId},
    language::Language,
};
use mail::About;
use people::Addressee;
use platform::{app::App, error::Error, jobs::JobError};

use super::store;
use crate::card::{codes::ClaimToken, store::CardRow};

/// Reads a card and its buyer's address. The address is `None` if the buyer's account is closed.
pub async fn read(app: &App, card: CardId) -> Result<(CardRow, Option<Addressee>), JobError> {
    let read = app.db.read(move |tx| {
        let card = store::find_for_mail(tx, card)?.ok_or(Error::NotFound)?;
        let buyer = people::addressee(tx, card.buyer_id)?;
        Ok::<_, Error>((card, buyer))
    });
    read.await.map_err(JobError::from)
}

/// Like [`read`], but if another shop took the card over, reads the new card, because only the new
/// card still has the number, code and link.
pub async fn read_newest(
    app: &App,
    card: CardId,
) -> Result<(CardRow, Option<Addressee>), JobError> {
    let mut found = read(app, card).await?;
    while let Some(newer) = found.0.moved_to {
        found = read(app, newer).await?;
    }
    Ok(found)
}

/// Returns the card, its order and a person as the subjects of an email, by which support finds the
/// email.
pub fn about(card: &CardRow, person: Option<PersonId>) -> About {
    About::of(&[&card.id, &card.order_id]).and(person)
}

pub fn wallet_page(app: &App, card: &CardRow) -> String {
    format!("{}/transactions/{}/{}", app.public_url(card.brand), card.vendor_id, card.id)
}

pub fn gift_page(app: &App, card: &CardRow) -> Result<String, JobError> {
    let sealed = card.sealed_claim.as_deref().unwrap_or_default();
    let token = ClaimToken::open(&app.secrets, &card.id.to_string(), sealed);
    let token = token.ok_or_else(|| {
        JobError::Permanent(format!("the link of {} can't be opened with this key", card.id))
    })?;
    Ok(format!("{}/gift/{}", app.public_url(card.brand), token.text()))
}

/// Person who may spend a card, with the address of the page that shows them the card.
pub struct Holder {
    pub email: String,
    pub first_name: String,
    pub language: Language,
    pub link: String,
}

/// Finds the person who may spend a card: for an unclaimed gift its recipient, but the giver as long
/// as it was not sent. Returns `None` if the owner's account is closed or the
/// recipient's address was erased.
pub async fn holder(
    app: &App,
    card: &CardRow,
    buyer: Option<Addressee>,
) -> Result<Option<Holder>, JobError> {
    // The giver has the gift until it is sent.
    let giver = card.is_unsent().then_some(card.buyer_id);
    let Some(owner) = card.owner_id.or(giver) else {
        let Some(email) = card.recipient_email.clone().filter(|email| !email.is_empty()) else {
            return Ok(None);
        };
        return Ok(Some(Holder {
            email,
            first_name: card.gift_to.clone().unwrap_or_default(),
            language: buyer.map_or(Language::En, |buyer| buyer.language),
            link: gift_page(app, card)?,
        }));
    };
    let owner = app.db.read(move |tx| people::addressee(tx, owner)).await?;
    Ok(owner.map(|owner| Holder {
        email: owner.email,
        first_name: owner.first_name,
        language: owner.language,
        link: wallet_page(app, card),
    }))
}

/// Formats a card number in groups of four digits: `1234 5678 …`.
pub fn in_fours(number: &str) -> String {
    let letters: Vec<char> = number.chars().collect();
    let fours: Vec<String> = letters.chunks(4).map(|four| four.iter().collect()).collect();
    fours.join(" ")
}

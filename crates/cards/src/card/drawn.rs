//! Pictures of cards: the front for emails, and the card with its code, for its holder only.

use std::sync::Arc;

use axum::body::Bytes;
use drawing::{Drawing, Pixels};

use art::{Card, Dedication, Emblem, HeldCard, Paper, PictureCache, Preview, Ribbon};
use kernel::{brand::Brand, canada, ids::FileKey, language::Language, money::Cents};
use market::files::{self, FileKind};
use platform::{
    app::App,
    error::{Error, Result},
    turns::Rank,
};

use super::{open_code, open_number};
use crate::{
    card::{codes::qr_content, mails::in_fours, store::CardRow},
    errors::{CARD_CANCELLED, CARD_DEACTIVATED},
};

/// Width of a logo in pixels, enough for the largest picture.
const LOGO_WIDTH: u32 = 192;
/// Scale of the picture in emails: twice its displayed size.
const MAIL_SCALE: f32 = 640.0 / art::CARD_WIDTH;

/// Content of the picture of a card's front, with its logos. The front shows no code, no card
/// number and no person's name.
pub struct Front {
    brand: Brand,
    language: Language,
    shop: String,
    hue: u32,
    amount: String,
    ribbon: Option<String>,
    logo: Option<Arc<Pixels>>,
    cause_logo: Option<Arc<Pixels>>,
}

impl Front {
    /// Builds the front of a card that shows this amount.
    pub async fn of(app: &App, card: &CardRow, amount: Cents, language: Language) -> Result<Front> {
        let charity = card.charity_name.as_deref().filter(|_| card.brand.has_causes());
        let share = card.charity_share.format_short(language);
        let ribbon = charity.map(|charity| match language {
            Language::En => format!("{share} to {charity}"),
            Language::Fr => format!("{share} pour {charity}"),
        });
        let cause_logo = card.charity_logo_key.as_deref().filter(|_| ribbon.is_some());
        Ok(Front {
            brand: card.brand,
            language,
            shop: card.vendor_name.clone(),
            hue: card.vendor_hue.unwrap_or_else(|| art::hue_of_name(&card.vendor_name)),
            amount: amount.format_short(language),
            ribbon,
            logo: pixels(app, FileKind::Vendor, card.vendor_logo_key.as_deref()).await?,
            cause_logo: pixels(app, FileKind::Charity, cause_logo).await?,
        })
    }

    pub fn drawing(&self) -> Drawing {
        self.card().front(self.brand, self.language)
    }

    fn card(&self) -> Card<'_> {
        Card {
            shop: &self.shop,
            emblem: self.logo.as_ref().map_or(Emblem::Letters, Emblem::Logo),
            hue: self.hue,
            amount: Some(&self.amount),
            ribbon: self
                .ribbon
                .as_deref()
                .map(|words| Ribbon { words, logo: self.cause_logo.as_ref() }),
        }
    }

    /// Returns the text on the picture that a buyer shares.
    fn words(&self) -> String {
        let kind = match self.language {
            Language::En => "An eGift card from a local shop",
            Language::Fr => "La carte-cadeau d’un commerce d’ici",
        };
        match (&self.ribbon, self.language) {
            (Some(ribbon), Language::En) => format!("{kind}: {ribbon}."),
            (Some(ribbon), Language::Fr) => format!("{kind}\u{a0}: {ribbon}."),
            (None, _) => format!("{kind}."),
        }
    }
}

async fn pixels(app: &App, kind: FileKind, key: Option<&str>) -> Result<Option<Arc<Pixels>>> {
    match key.and_then(FileKey::parse) {
        Some(key) => files::read_pixels(app, kind, key, LOGO_WIDTH).await,
        None => Ok(None),
    }
}

/// Draws the card's front for emails. Cards of a shop with the same amount and charity look alike,
/// so they share one cached picture.
pub async fn for_mail(
    app: &App,
    card: &CardRow,
    amount: Cents,
    language: Language,
) -> Result<Bytes> {
    let look = look_of(card, amount, language);
    if let Some(drawn) = app.shared.get::<PictureCache>().find(&look) {
        return Ok(drawn);
    }
    let front = Front::of(app, card, amount, language).await?;
    let png = app.files.draw(Rank::Vouched, move || front.drawing().png(MAIL_SCALE)).await?;
    let png = png.ok_or_else(|| Error::Internal("a card could not be drawn".to_owned()))?;
    let drawn = Bytes::from(png);
    app.shared.get::<PictureCache>().insert(look, drawn.clone());
    Ok(drawn)
}

/// Returns the cache key of a card's front in emails. Equal keys mean equal pictures.
fn look_of(card: &CardRow, amount: Cents, language: Language) -> String {
    let shop = (&card.vendor_name, card.vendor_hue, &card.vendor_logo_key);
    let cause = (&card.charity_name, card.charity_share, &card.charity_logo_key);
    format!("card in a mail: {:?}", (card.brand, language, amount, shop, cause))
}

/// Draws the picture that a buyer shares: the shop, the price, and the charity's share.
pub async fn for_sharing(app: &App, card: &CardRow, language: Language) -> Result<Vec<u8>> {
    let front = Front::of(app, card, card.face, language).await?;
    let drawn = app.files.draw(Rank::Known, move || {
        let (brand, words, card) = (front.brand, front.words(), front.card());
        Preview { brand, language, heading: &front.shop, words: &words, progress: None, card }
            .drawn()
            .png(1.0)
    });
    drawn.await?.ok_or_else(|| Error::Internal("a card could not be drawn".to_owned()))
}

/// Format in which a holder saves their card.
#[derive(Clone, Copy, Debug)]
pub enum Keepsake {
    Picture,
    FoldCard(Paper),
}

/// Draws a card with its code, as a picture or a fold card. The caller must have checked that the
/// reader may spend the card.
pub async fn for_holder(
    app: &App,
    card: CardRow,
    language: Language,
    keepsake: Keepsake,
    rank: Rank,
) -> Result<Vec<u8>> {
    if card.cancelled_at.is_some() {
        return Err(Error::Refused(CARD_CANCELLED));
    }
    if !card.is_active() {
        return Err(Error::Refused(CARD_DEACTIVATED));
    }
    let front = Front::of(app, &card, card.balance, language).await?;
    let number = in_fours(&open_number(&app.secrets, &card)?);
    let code = qr_content(&open_code(&app.secrets, &card)?);
    let street =
        card.address_line1 + &card.address_line2.map_or(String::new(), |line| format!(", {line}"));
    let province = canada::province_name(&card.province, language);
    let town = format!("{}, {province} {}", card.city, card.postal_code);
    let dedication = card.is_gift.then(|| Dedication {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        message: card.gift_message.unwrap_or_default(),
    });
    let drawn = app
        .files
        .draw(rank, move || {
            let held = HeldCard {
                brand: card.brand,
                language,
                front: front.drawing(),
                shop: card.vendor_name,
                address: vec![street, town],
                number,
                code,
                dedication,
            };
            match keepsake {
                Keepsake::Picture => held.png(),
                Keepsake::FoldCard(paper) => Some(held.pdf(paper)),
            }
        })
        .await?;
    drawn.ok_or_else(|| Error::Internal("a card could not be drawn".to_owned()))
}

//! A card of somebody as a picture, for who may see it.

use std::sync::Arc;

use drawing::{Drawing, Pixels};

use super::CardRow;
use crate::{
    app::App,
    brand::Brand,
    card_art::{self, Card, Emblem, Ribbon},
    error::{Error, Result},
    files::{self, FileKind},
    kernel::{ids::FileKey, language::Language, money::Cents},
};

/// The pixels of a logo, for the largest picture that is made of a card.
const LOGO_WIDTH: u32 = 192;
/// Points of the mails' picture for each unit of the card: twice as many as it is shown with.
const MAIL_SCALE: f32 = 640.0 / card_art::CARD_WIDTH;

/// What is on the front of a card, with its logos at hand. It knows neither code nor number, nor whose it is.
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
    /// Of a card with this much on it.
    pub async fn of(app: &App, card: &CardRow, amount: Cents, language: Language) -> Result<Front> {
        let charity = card.charity_name.as_deref().filter(|_| card.brand == Brand::FunRay);
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
            hue: card.vendor_hue.unwrap_or_else(|| card_art::hue_of_name(&card.vendor_name)),
            amount: amount.format_short(language),
            ribbon,
            logo: pixels(app, FileKind::Vendor, card.vendor_logo_key.as_deref()).await?,
            cause_logo: pixels(app, FileKind::Charity, cause_logo).await?,
        })
    }

    pub fn drawing(&self) -> Drawing {
        let card = Card {
            shop: &self.shop,
            emblem: self.logo.as_ref().map_or(Emblem::Letters, Emblem::Logo),
            hue: self.hue,
            amount: Some(&self.amount),
            ribbon: self
                .ribbon
                .as_deref()
                .map(|words| Ribbon { words, logo: self.cause_logo.as_ref() }),
        };
        card.front(self.brand, self.language)
    }
}

async fn pixels(app: &App, kind: FileKind, key: Option<&str>) -> Result<Option<Arc<Pixels>>> {
    match key.and_then(FileKey::parse) {
        Some(key) => files::read_pixels(app, kind, key, LOGO_WIDTH).await,
        None => Ok(None),
    }
}

/// The front as the mails show it.
pub async fn for_mail(
    app: &App,
    card: &CardRow,
    amount: Cents,
    language: Language,
) -> Result<Vec<u8>> {
    let front = Front::of(app, card, amount, language).await?;
    let png = app.files.draw(move || front.drawing().png(MAIL_SCALE)).await?;
    png.ok_or_else(|| Error::Internal("a card could not be drawn".to_owned()))
}

//! Picture of a gift card in an email. If the mail program blocks pictures, the email shows the
//! card's colour and a description in words instead.

use maud::{Markup, html};

use super::theme::Theme;
use kernel::{
    brand::{Brand, Style},
    language::Language,
};

/// Name under which the HTML of an email refers to the picture.
pub const PICTURE: &str = "card";
/// Displayed width and height in pixels. The picture itself is twice as large.
const WIDTH: u32 = 320;
const HEIGHT: u32 = 202;

pub struct Card {
    pub shop: String,
    pub amount: String,
    /// Hue of the card in degrees, in the OKLCH colour space.
    pub hue: u32,
    pub png: Vec<u8>,
}

impl Card {
    /// Creates the card for an email. Returns `None` if there is no picture; the email's text says
    /// everything that the picture shows. Without a `hue`, derives the hue from the shop's name, as
    /// the web pages do.
    pub fn new(shop: &str, amount: &str, hue: Option<u32>, png: &[u8]) -> Option<Card> {
        let hue = hue.unwrap_or_else(|| art::hue_of_name(shop));
        let card =
            Card { shop: shop.to_owned(), amount: amount.to_owned(), hue, png: png.to_vec() };
        (!png.is_empty()).then_some(card)
    }
}

pub fn shown(theme: &Theme, brand: Brand, lang: Language, card: &Card) -> Markup {
    let (ground, ink) = art::plain_colours(brand, card.hue);
    let alt = match lang {
        Language::En => format!("{} eGift card, {}", card.shop, card.amount),
        Language::Fr => format!("Carte-cadeau {}, {}", card.shop, card.amount),
    };
    let corner = match brand.style() {
        Style::Paper => "13px",
        Style::Night => "9px",
    };
    let cell = format!("border-radius:{corner};background:{ground}");
    let picture = format!(
        "display:block;width:100%;max-width:{WIDTH}px;height:auto;border:0;border-radius:{corner};\
         font-family:{};font-size:22px;font-weight:700;line-height:1.3;color:{ink}",
        theme.heading_font
    );
    html! {
        table role="presentation" width=(WIDTH) cellpadding="0" cellspacing="0" border="0" style=(format!("width:100%;max-width:{WIDTH}px;margin:0 0 22px")) { tr {
            td bgcolor=(ground) style=(cell) {
                img src=(format!("cid:{PICTURE}")) alt=(alt) width=(WIDTH) height=(HEIGHT) style=(picture);
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{contrast, theme};

    #[test]
    fn shown_has_a_text_alternative() {
        let card = Card::new("Maple <Leaf>", "$25", Some(40), b"png").expect("a card");
        for (brand, lang, alt) in [
            ("funray", Language::En, "alt=\"Maple &lt;Leaf&gt; eGift card, $25\""),
            ("rayzr", Language::Fr, "alt=\"Carte-cadeau Maple &lt;Leaf&gt;, $25\""),
        ] {
            let brand = Brand::from_slug(brand).expect("a brand");
            let html = shown(theme(brand), brand, lang, &card).into_string();
            assert!(html.contains(alt) && html.contains("src=\"cid:card\""), "{html}");
        }
        assert!(Card::new("Maple Leaf", "$25", None, b"").is_none());
    }

    #[test]
    fn shown_words_can_be_read_without_the_picture() {
        for brand in Brand::all() {
            for hue in 0..360 {
                let (ground, ink) = art::plain_colours(brand, hue);
                assert!(contrast(&ground, &ink) >= 4.6, "{brand:?} {hue}");
            }
        }
    }
}

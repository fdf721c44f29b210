//! A gift card as mail programs can draw it: a sheet in its shop's colour, with the name and what is on it. It says nothing
//! that the words don't say, so whoever can't see it misses nothing.

use maud::{Markup, html};

use super::theme::Theme;
use crate::{brand::Brand, card_art::hue_of_name, kernel::language::Language};

pub struct Card {
    pub shop: String,
    pub amount: String,
    /// Degrees of OKLCH.
    pub hue: u32,
}

impl Card {
    /// Of a shop without a logo the hue comes from its name, as on the pages.
    pub fn new(shop: &str, amount: &str, hue: Option<u32>) -> Card {
        let hue = hue.unwrap_or_else(|| hue_of_name(shop));
        Card { shop: shop.to_owned(), amount: amount.to_owned(), hue }
    }
}

pub fn drawn(theme: &Theme, brand: Brand, lang: Language, card: &Card) -> Markup {
    let colours = colours(brand, card.hue);
    let (corner, sign) = match brand {
        Brand::FunRay => ("18px", "\u{2665}\u{fe0e}"),
        Brand::RayZr => ("10px", "Z"),
    };
    let kind = match lang {
        Language::En => "eGift card",
        Language::Fr => "Carte-cadeau",
    };
    let words = |size: u8, weight: u16, colour: &str| {
        format!(
            "font-family:{};font-size:{size}px;font-weight:{weight};line-height:1.2;color:{colour}",
            theme.heading_font
        )
    };
    let sheet = format!(
        "width:100%;max-width:320px;margin:0 0 22px;border-radius:{corner};background:{}",
        colours.ground
    );
    let shop = format!("padding:20px 8px 0 22px;{}", words(19, 700, colours.ink));
    let mark = format!("padding:20px 22px 0 0;{}", words(20, 800, colours.mark));
    let amount =
        format!("padding:0 8px 18px 22px;white-space:nowrap;{}", words(38, 800, colours.ink));
    let kind_style =
        format!("padding:0 22px 22px 0;white-space:nowrap;{}", words(13, 600, colours.ink));
    let hill = format!(
        "height:12px;font-size:0;line-height:0;background:{};border-radius:0 0 {corner} {corner}",
        colours.shade
    );
    html! {
        table aria-hidden="true" role="presentation" width="320" cellpadding="0" cellspacing="0" border="0" bgcolor=(colours.ground) style=(sheet) {
            tr {
                td width="100%" style=(shop) { (card.shop) }
                td align="right" valign="top" style=(mark) { (sign) }
            }
            tr { td colspan="2" style="height:76px;font-size:0;line-height:0" { "\u{a0}" } }
            tr {
                td style=(amount) { (card.amount) }
                td align="right" valign="bottom" style=(kind_style) { (kind) }
            }
            tr { td colspan="2" style=(hill) { "\u{a0}" } }
        }
    }
}

struct Colours {
    ground: String,
    shade: String,
    ink: &'static str,
    mark: &'static str,
}

/// Those of the pages' cards (`palette.ts`): white on a deep colour, and at night on a dark one. Yellows turn to mud when they
/// are that deep, so they are bright, with dark words.
fn colours(brand: Brand, hue: u32) -> Colours {
    const LIGHT: &str = "#ffffff";
    const DARK: &str = "#1d2b2a";
    let hue = f64::from(hue % 360);
    match brand {
        Brand::RayZr => Colours {
            ground: oklch(0.25, 0.07, hue - 6.0),
            shade: oklch(0.52, 0.17, hue),
            ink: LIGHT,
            mark: "#c8ff3e",
        },
        Brand::FunRay if (72.0..=118.0).contains(&hue) => Colours {
            ground: oklch(0.86, 0.15, hue),
            shade: oklch(0.78, 0.15, hue - 20.0),
            ink: DARK,
            mark: DARK,
        },
        Brand::FunRay => Colours {
            ground: oklch(0.5, 0.15, hue),
            shade: oklch(0.42, 0.13, hue + 2.0),
            ink: LIGHT,
            mark: "#ffcb5c",
        },
    }
}

/// The colour of that lightness, as vivid as asked or as a screen can show, as `#rrggbb`.
fn oklch(lightness: f64, chroma: f64, hue: f64) -> String {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.291485548 * b).powi(3);
    let linear = [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    let [red, green, blue] = linear.map(|part| {
        let part = part.clamp(0.0, 1.0);
        let encoded =
            if part <= 0.0031308 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::theme::contrast;

    #[test]
    fn card_colours_have_enough_contrast_for_every_hue() {
        for brand in Brand::ALL {
            for hue in 0..360 {
                let colours = colours(brand, hue);
                assert!(contrast(&colours.ground, colours.ink) >= 4.6, "{brand:?} {hue}");
                assert!(contrast(&colours.ground, colours.mark) >= 3.0, "{brand:?} {hue}");
            }
        }
    }

    #[test]
    fn oklch_matches_browser_colours() {
        assert_eq!(oklch(1.0, 0.0, 0.0), "#ffffff");
        assert_eq!(oklch(0.627955, 0.257683, 29.2339), "#ff0000");
        assert_eq!(oklch(0.519752, 0.176858, 142.4953), "#008000");
    }

    #[test]
    fn card_hue_without_a_logo_follows_the_shop_name() {
        let hue = |shop| Card::new(shop, "", None).hue;
        assert_eq!(hue("Maple Leaf Books"), hue("Maple Leaf Books"));
        assert_ne!(hue("Maple Leaf Books"), hue("Corner Bakery"));
        assert_eq!(Card::new("Maple Leaf Books", "", Some(40)).hue, 40);
    }
}

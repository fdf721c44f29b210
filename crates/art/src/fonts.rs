//! Fonts of the brands as TrueType files, the same fonts as on the web pages. All fonts are under
//! the SIL Open Font License (`assets/fonts/OFL-*.txt`).

use std::sync::OnceLock;

use drawing::Font;

use kernel::brand::{Brand, HeadingFont, TextFont};

/// Subsets of the web pages' variable fonts, with Latin letters and French accents.
const BRICOLAGE: &[u8] = include_bytes!("../assets/fonts/bricolage-grotesque.ttf");
const FIGTREE: &[u8] = include_bytes!("../assets/fonts/figtree.ttf");
const SPACE: &[u8] = include_bytes!("../assets/fonts/space-grotesk.ttf");
const INSTRUMENT: &[u8] = include_bytes!("../assets/fonts/instrument-sans.ttf");

/// Fonts for the pictures of one brand.
pub struct Fonts {
    /// Font for headings and amounts.
    pub display: Font,
    pub text: Font,
    pub strong: Font,
    /// Letter spacing of headings, and letter spacing of amounts.
    pub heading_tracking: f32,
    pub amount_tracking: f32,
}

pub fn fonts(brand: Brand) -> &'static Fonts {
    static FONTS: OnceLock<Vec<OnceLock<Fonts>>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| Brand::all().map(|_| OnceLock::new()).collect());
    fonts[brand.index()].get_or_init(|| Fonts::of(brand))
}

impl Fonts {
    fn of(brand: Brand) -> Fonts {
        let fonts = &brand.facts().fonts;
        let text = match fonts.text {
            TextFont::Figtree => FIGTREE,
            TextFont::Instrument => INSTRUMENT,
        };
        match fonts.heading {
            HeadingFont::Bricolage => Fonts::new((BRICOLAGE, 800), text, [-0.025, -0.03]),
            HeadingFont::Space => Fonts::new((SPACE, 700), text, [-0.04, -0.02]),
        }
    }

    fn new(display: (&'static [u8], u16), text: &'static [u8], tracking: [f32; 2]) -> Fonts {
        let font =
            |file, weight| Font::new(file, weight).unwrap_or_else(|| unreachable!("our own file"));
        Fonts {
            display: font(display.0, display.1),
            text: font(text, 500),
            strong: font(text, 650),
            heading_tracking: tracking[0],
            amount_tracking: tracking[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_write_both_languages() {
        for brand in Brand::all() {
            let fonts = fonts(brand);
            for font in [&fonts.display, &fonts.text, &fonts.strong] {
                assert!(font.can_write("ÀÂÇÉÈÊËÎÏÔŒÙÛÜŸàâçéèêëîïôœùûüÿÑñÖö0123456789"));
                assert!(!font.can_write("書店"));
            }
        }
    }
}

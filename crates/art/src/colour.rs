//! Colours of a card, computed from the shop's hue in the same way as on the web pages
//! (`palette.ts`).

use drawing::Colour;

use super::look::printed;
use kernel::brand::{Brand, Style};

const LIGHT_INK: Colour = Colour::new(0xffffff);
pub const DARK_INK: Colour = Colour::new(0x1d2b2a);
const SUN: Colour = Colour::new(0xffcb5c);

/// Minimum contrast ratio between text and its background.
const CONTRAST: f64 = 4.6;
const STEP: f64 = 0.01;

/// Returns the hue for a shop without a logo. The hue depends only on the shop's name, as on the
/// web pages (`cardHue.ts`).
pub fn hue_of_name(name: &str) -> u32 {
    name.chars().fold(7, |hue, letter| (hue * 31 + u32::from(letter)) % 360)
}

/// Returns the card's background and text colour in CSS notation, for emails and pages that don't
/// draw the card.
pub fn plain_colours(brand: Brand, hue: u32) -> (String, String) {
    let palette = Palette::new(brand, hue);
    let hex =
        |colour: Colour| format!("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
    (hex(palette.ground[1]), hex(palette.ink))
}

/// Colours for drawing a card.
#[derive(Clone, Copy)]
pub struct Palette {
    /// Colours of the background's gradient, from the upper left to the lower right.
    pub ground: [Colour; 2],
    /// Lighter and darker colour for shapes on the background.
    pub tint: Colour,
    pub shade: Colour,
    pub ink: Colour,
    pub mark: Colour,
}

impl Palette {
    pub fn new(brand: Brand, hue: u32) -> Palette {
        let hue = f64::from(hue % 360);
        match brand.style() {
            Style::Night => night(hue, printed(&brand.colours().action)),
            // Yellow looks muddy if it is dark enough for white text. Yellow cards are therefore
            // bright and have dark text.
            Style::Paper if (72.0..=118.0).contains(&hue) => bright(hue),
            Style::Paper => deep(hue),
        }
    }
}

fn deep(hue: f64) -> Palette {
    let sheet = |lightness, chroma, hue| sheet(LIGHT_INK, lightness, chroma, hue);
    Palette {
        ground: [sheet(0.56, 0.17, hue), sheet(0.5, 0.17, hue + 4.0)],
        tint: sheet(0.6, 0.15, hue - 6.0),
        shade: sheet(0.43, 0.14, hue + 2.0),
        ink: LIGHT_INK,
        mark: SUN,
    }
}

fn bright(hue: f64) -> Palette {
    let sheet = |lightness, chroma, hue| sheet(DARK_INK, lightness, chroma, hue);
    Palette {
        ground: [sheet(0.88, 0.155, hue), sheet(0.81, 0.155, hue - 14.0)],
        tint: sheet(0.92, 0.11, hue),
        shade: sheet(0.76, 0.15, hue - 20.0),
        ink: DARK_INK,
        mark: DARK_INK,
    }
}

fn night(hue: f64, mark: Colour) -> Palette {
    let sheet = |lightness, chroma, hue| sheet(LIGHT_INK, lightness, chroma, hue);
    Palette {
        ground: [sheet(0.2, 0.05, hue - 12.0), sheet(0.3, 0.11, hue)],
        tint: sheet(0.54, 0.2, hue),
        shade: sheet(0.4, 0.16, hue + 12.0),
        ink: LIGHT_INK,
        mark,
    }
}

/// Returns a background colour near this lightness, chroma and hue. The lightness is shifted until
/// text in the colour `ink` is readable.
fn sheet(ink: Colour, mut lightness: f64, chroma: f64, hue: f64) -> Colour {
    let step = if ink == LIGHT_INK { -STEP } else { STEP };
    while contrast(ink, oklch(lightness, chroma, hue)) < CONTRAST
        && (0.0..=1.0).contains(&lightness)
    {
        lightness += step;
    }
    oklch(lightness, chroma, hue)
}

/// Converts a colour from OKLCH: lightness from 0 to 1, hue in degrees. The chroma is limited to
/// what screens can show.
fn oklch(lightness: f64, chroma: f64, hue: f64) -> Colour {
    let is_shown = |chroma| {
        linear(lightness, chroma, hue).into_iter().all(|part| (-0.0001..=1.0001).contains(&part))
    };
    let (mut dull, mut vivid) = (if is_shown(chroma) { chroma } else { 0.0 }, chroma);
    for _ in 0..12 {
        let middle = (dull + vivid) / 2.0;
        if is_shown(middle) { dull = middle } else { vivid = middle }
    }
    let [red, green, blue] = linear(lightness, dull, hue).map(|part| {
        let part = part.clamp(0.0, 1.0);
        let encoded =
            if part <= 0.0031308 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    });
    Colour { red, green, blue, opacity: 1.0 }
}

fn linear(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.291485548 * b).powi(3);
    [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
}

/// Returns the WCAG contrast ratio of two colours.
fn contrast(one: Colour, other: Colour) -> f64 {
    let luminance = |colour: Colour| {
        let [red, green, blue] = [colour.red, colour.green, colour.blue].map(|byte| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palette_colours_have_enough_contrast_for_every_hue() {
        for brand in Brand::all() {
            for hue in 0..360 {
                let Palette { ground, tint, shade, ink, mark } = Palette::new(brand, hue);
                for sheet in [ground[0], ground[1], tint, shade] {
                    assert!(contrast(sheet, ink) >= CONTRAST, "{brand:?} {hue}");
                }
                assert!(
                    ground.iter().all(|ground| contrast(*ground, mark) >= 3.0),
                    "{brand:?} {hue}"
                );
            }
        }
    }

    #[test]
    fn oklch_matches_browser_colours() {
        for (given, expected) in [
            ((1.0, 0.0, 0.0), 0xffffff),
            ((0.627955, 0.257683, 29.2339), 0xff0000),
            ((0.519752, 0.176858, 142.4953), 0x008000),
        ] {
            assert_eq!(oklch(given.0, given.1, given.2), Colour::new(expected));
        }
    }
}

//! Front of a gift card. All measures are proportional to the card's width, as in the stylesheet of
//! the web pages (`gift-card.css`).

use std::sync::Arc;

use drawing::{
    Colour, Drawing, Lettering, Paint, Pixels, Transform, circle, polygons, rectangle, rounded,
};

use super::{
    art::{self, TileInks, drawn},
    colour::{DARK_INK, Palette},
    fonts::{Fonts, fonts},
    look::printed,
    monogram::monogram,
};
use kernel::{
    brand::{Brand, Style},
    language::Language,
};

pub const WIDTH: f32 = 317.0;
pub const HEIGHT: f32 = 200.0;
/// One percent of the card's width, like the CSS unit `cqi`.
const CQI: f32 = WIDTH / 100.0;
const MARGIN: f32 = 6.0 * CQI;
const EMBLEM: f32 = 15.0 * CQI;
const MARK: f32 = 9.0 * CQI;
/// Maximum number of characters of an amount in the large font, the length of "$62.50". Longer
/// amounts get a smaller font.
const MAX_LARGE_AMOUNT_LENGTH: usize = 6;

/// Content of a card's front. It contains no number or code with which the card could be spent.
pub struct Card<'a> {
    pub shop: &'a str,
    pub emblem: Emblem<'a>,
    /// Hue of the card in degrees, in the OKLCH colour space.
    pub hue: u32,
    pub amount: Option<&'a str>,
    pub ribbon: Option<Ribbon<'a>>,
}

/// Content of the tile beside the shop's name.
#[derive(Clone, Copy)]
pub enum Emblem<'a> {
    Logo(&'a Arc<Pixels>),
    /// Initials of the shop's name.
    Letters,
    /// Mark of the brand, for a card that represents all shops.
    Brand,
}

/// Ribbon over the card's edge that names the charity's share.
pub struct Ribbon<'a> {
    pub words: &'a str,
    pub logo: Option<&'a Arc<Pixels>>,
}

pub fn corner(brand: Brand) -> f32 {
    match brand.style() {
        Style::Paper => 12.0,
        Style::Night => 8.0,
    }
}

impl Card<'_> {
    /// Draws the card's front, [`WIDTH`] wide and [`HEIGHT`] high.
    pub fn front(&self, brand: Brand, language: Language) -> Drawing {
        let (palette, fonts) = (Palette::new(brand, self.hue), fonts(brand));
        let mut front = Drawing::new(WIDTH, HEIGHT);
        let edge = rounded(0.0, 0.0, WIDTH, HEIGHT, corner(brand));
        front.keep_within(edge.clone());
        // The background has a gradient at an angle of 150 degrees, between these two points.
        let ground =
            Paint::Gradient { from: (108.0, -20.0), to: (209.0, 220.0), colours: palette.ground };
        front.fill(edge, ground);
        front.put(&drawn(brand, "card", &palette), Transform::identity());
        self.draw_top(&mut front, brand, fonts, &palette);
        self.draw_amount(&mut front, fonts, &palette);
        let kind = match language {
            Language::En => "eGift card",
            Language::Fr => "Carte-cadeau",
        };
        let words = Lettering::new(&fonts.strong, 4.2 * CQI);
        let right = WIDTH - MARGIN - words.width(kind);
        front.fill(words.outline(kind, right, HEIGHT - MARGIN - 2.0), palette.ink);
        if let Some(ribbon) = &self.ribbon {
            ribbon.draw(&mut front, brand, fonts);
        }
        front
    }

    fn draw_top(&self, on: &mut Drawing, brand: Brand, fonts: &Fonts, palette: &Palette) {
        let mark = drawn(brand, "mark", palette);
        let right = WIDTH - MARGIN - MARK;
        let scale = MARK / art::SIDE;
        on.put(&mark, Transform::from_row(scale, 0.0, 0.0, scale, right, MARGIN));
        draw_emblem(on, brand, fonts, self);
        let gap = 3.2 * CQI;
        let left = MARGIN + EMBLEM + gap;
        let words = Lettering::new(&fonts.strong, 5.6 * CQI);
        let lines = words.lines(&readable(fonts, self.shop), right - gap - left, 2);
        let leading = words.size * 1.15;
        let first = MARGIN + EMBLEM / 2.0 - leading * lines.len() as f32 / 2.0 + words.size * 0.9;
        for (line, number) in lines.iter().zip(0_u8..) {
            on.fill(words.outline(line, left, first + leading * f32::from(number)), palette.ink);
        }
    }

    fn draw_amount(&self, on: &mut Drawing, fonts: &Fonts, palette: &Palette) {
        let Some(amount) = self.amount else { return };
        let is_long = amount.chars().count() > MAX_LARGE_AMOUNT_LENGTH;
        let size = if is_long { 14.0 } else { 20.0 } * CQI;
        let words = Lettering::new(&fonts.display, size).tracked(fonts.amount_tracking);
        // Leaves space for the words in the lower right corner.
        let words = words.fitted(amount, WIDTH - 2.0 * MARGIN - 30.0 * CQI, 8.0 * CQI);
        on.fill(words.outline(amount, MARGIN - 1.0, HEIGHT - MARGIN - 2.0), palette.ink);
    }
}

/// Draws a white tile with the shop's logo or initials, or with the brand mark.
fn draw_emblem(on: &mut Drawing, brand: Brand, fonts: &Fonts, card: &Card<'_>) {
    let corner = match brand.style() {
        Style::Paper => 9.2,
        Style::Night => 6.6,
    };
    let shadow = Colour::new(0x141008).faded(0.16);
    on.fill(rounded(MARGIN, MARGIN + 1.6, EMBLEM, EMBLEM, corner), shadow);
    on.fill(rounded(MARGIN, MARGIN, EMBLEM, EMBLEM, corner), Colour::new(0xffffff));
    let letters = match card.emblem {
        Emblem::Logo(logo) => {
            let side = EMBLEM * 0.8;
            let start = MARGIN + (EMBLEM - side) / 2.0;
            return on.picture(logo, (start, start), side);
        }
        Emblem::Letters => monogram(card.shop),
        Emblem::Brand => String::new(),
    };
    if letters.is_empty() || !fonts.display.can_write(&letters) {
        let scale = EMBLEM * 0.8 / art::SIDE;
        let start = MARGIN + EMBLEM * 0.1;
        let mark = drawn(brand, "mark", &TileInks { brand });
        return on.put(&mark, Transform::from_row(scale, 0.0, 0.0, scale, start, start));
    }
    let words = Lettering::new(&fonts.display, 6.4 * CQI).tracked(-0.02);
    let middle = MARGIN + EMBLEM / 2.0;
    let left = middle - words.width(&letters) / 2.0;
    on.fill(words.outline(&letters, left, middle + words.size * 0.35), DARK_INK);
}

/// Returns the name, or an empty string if the fonts lack letters of the name. The card then shows
/// only the logo.
fn readable(fonts: &Fonts, name: &str) -> String {
    if fonts.strong.can_write(name) { name.to_owned() } else { String::new() }
}

impl Ribbon<'_> {
    fn draw(&self, on: &mut Drawing, brand: Brand, fonts: &Fonts) {
        let (mark, gap, left, right) = (5.0 * CQI, 2.0 * CQI, 7.5 * CQI, 4.5 * CQI);
        let words = Lettering::new(&fonts.strong, 3.7 * CQI);
        let room = 82.0 * CQI - left - mark - gap - right;
        let lines = words.lines(self.words, room, 2);
        let widest = lines.iter().map(|line| words.width(line)).fold(0.0, f32::max);
        let leading = words.size * 1.2;
        let height = 3.8 * CQI + mark.max(leading * lines.len() as f32);
        let width = left + mark + gap + widest + right;
        let (x, y) = (WIDTH - width, HEIGHT - 28.0 * CQI - height);
        // Ribbon whose left end has a V-shaped cut.
        let tail = polygons(&format!(
            "M{x} {y}L{WIDTH} {}L{WIDTH} {}L{} {}L{} {}Z",
            y + height * 0.01,
            y + height,
            x + 0.4 * CQI,
            y + height * 0.99,
            x + 3.6 * CQI,
            y + height * 0.52,
        ));
        on.fill(tail, Colour::new(0xfff6e4));
        let middle = y + height / 2.0;
        match self.logo {
            Some(logo) => on.picture(logo, (x + left, middle - mark / 2.0), mark),
            None => heart(on, (x + left + mark / 2.0, middle), mark, brand),
        }
        let first = middle - leading * lines.len() as f32 / 2.0 + words.size * 0.95;
        for (line, number) in lines.iter().zip(0_u8..) {
            let baseline = first + leading * f32::from(number);
            on.fill(words.outline(line, x + left + mark + gap, baseline), DARK_INK);
        }
    }
}

fn heart(on: &mut Drawing, (x, y): (f32, f32), side: f32, brand: Brand) {
    let colour = printed(&brand.colours().mark);
    let radius = side * 0.27;
    for half in [-radius, radius] {
        on.fill(circle(x + half * 0.92, y - radius * 0.55, radius), colour);
    }
    let tip = format!(
        "M{} {}L{x} {}L{} {}Z",
        x - radius * 1.68,
        y + radius * 0.1,
        y + radius * 1.75,
        x + radius * 1.68,
        y + radius * 0.1,
    );
    on.fill(polygons(&tip), colour);
    on.fill(rectangle(x - radius * 0.6, y - radius * 0.4, radius * 1.2, radius * 0.8), colour);
}

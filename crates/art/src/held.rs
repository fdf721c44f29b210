//! Gift card with its secret code, only for the person who holds the card. Available as a picture
//! to save and as a sheet to fold.

use drawing::{Colour, Drawing, Lettering, Transform, polygons, rectangle, rounded};
use qrcodegen::{QrCode, QrCodeEcc};

use super::{
    art::{LogoInks, SIDE, drawn, logo_width},
    card::{self, corner},
    fonts::{Fonts, fonts},
    look::{Look, printed},
};
use kernel::{
    brand::{Brand, Style},
    language::Language,
};

/// Content of the saved picture or printed sheet.
pub struct HeldCard {
    pub brand: Brand,
    pub language: Language,
    /// Drawing of the card's front.
    pub front: Drawing,
    pub shop: String,
    /// Postal address of the shop, line by line.
    pub address: Vec<String>,
    /// Card number in groups of four digits.
    pub number: String,
    /// Content of the QR code that is scanned at the shop's counter.
    pub code: String,
    /// Dedication, if the card is a gift.
    pub dedication: Option<Dedication>,
}

/// Names of giver and recipient, and the giver's message.
pub struct Dedication {
    pub to: String,
    pub from: String,
    pub message: String,
}

/// Paper size of a printed sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    A4,
    Letter,
}

impl Paper {
    pub(super) fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// Empty border around a QR code, in modules (squares of the code).
const QUIET: f32 = 3.0;
pub(super) const INK: Colour = Colour::new(0x1d2b2a);
pub(super) const SOFT: Colour = Colour::new(0x394846);
pub(super) const LINE: Colour = Colour::new(0xb9b3a4);
pub(super) const WHITE: Colour = Colour::new(0xffffff);

/// Size of the saved picture. One unit is [`SAVED_SCALE`] pixels.
const SAVED: (f32, f32) = (720.0, 1000.0);
const SAVED_SCALE: f32 = 1.5;

impl HeldCard {
    /// Draws the card's front and its code as one picture, in portrait format for phones. Returns
    /// the PNG.
    pub fn png(&self) -> Option<Vec<u8>> {
        let (look, fonts, (width, height)) = (Look::of(self.brand), fonts(self.brand), SAVED);
        let mut page = Drawing::new(width, height);
        page.fill(rectangle(0.0, 0.0, width, height), look.ground);
        put_logo(&mut page, self.brand, look.name, (60.0, 48.0), 46.0);
        let scale = 600.0 / card::WIDTH;
        page.put(&self.front, Transform::from_row(scale, 0.0, 0.0, scale, 60.0, 124.0));
        page.fill(rounded(60.0, 532.0, 600.0, 420.0, 2.0 * corner(self.brand)), WHITE);
        self.put_code(&mut page, fonts, (360.0, 550.0), 270.0);
        page.png(SAVED_SCALE)
    }

    /// Draws a sheet that is folded twice into a greeting card. The gift card is on the front; the
    /// message and the code are inside. Returns the PDF.
    pub fn pdf(&self, paper: Paper) -> Vec<u8> {
        let (width, height) = paper.size();
        let (across, down) = (width / 2.0, height / 2.0);
        let mut page = Drawing::new(width, height);
        page.put(&self.cover(across, down), Transform::from_translate(across, down));
        page.put(&self.back(across, down), Transform::from_translate(0.0, down));
        // The upper half of the sheet is folded back. It is therefore printed upside down, with
        // left and right swapped.
        let turned = |x, y| Transform::from_row(-1.0, 0.0, 0.0, -1.0, x, y);
        page.put(&self.words(across, down), turned(width, down));
        page.put(&self.counter(across, down), turned(across, down));
        fold_marks(&mut page);
        page.pdf(&self.title(), self.language.code())
    }

    fn title(&self) -> String {
        match self.language {
            Language::En => format!("Gift card for {}", self.shop),
            Language::Fr => format!("Carte-cadeau pour {}", self.shop),
        }
    }

    fn cover(&self, width: f32, height: f32) -> Drawing {
        let (fonts, mut page) = (fonts(self.brand), Drawing::new(width, height));
        let heading = match (self.language, &self.dedication) {
            (Language::En, Some(_)) => "A gift for you",
            (Language::Fr, Some(_)) => "Un cadeau pour vous",
            (Language::En, None) => "Your card",
            (Language::Fr, None) => "Votre carte",
        };
        let large = Lettering::new(&fonts.display, 27.0).tracked(fonts.heading_tracking);
        let large = large.fitted(heading, width - 56.0, 18.0);
        centred(&mut page, large, heading, (width / 2.0, 84.0), INK);
        let scale = (width - 56.0) / card::WIDTH;
        page.put(&self.front, Transform::from_row(scale, 0.0, 0.0, scale, 28.0, 122.0));
        let logo = 24.0;
        let logo_left = (width - logo_width(self.brand) * logo / SIDE) / 2.0;
        put_logo(&mut page, self.brand, logo_ink(self.brand), (logo_left, height - 68.0), logo);
        page
    }

    fn back(&self, width: f32, height: f32) -> Drawing {
        let (fonts, mut page) = (fonts(self.brand), Drawing::new(width, height));
        let lines = match self.language {
            Language::En => ["It never expires.", "What is left stays on the card."],
            Language::Fr => ["Elle n’expire jamais.", "Ce qui reste demeure sur la carte."],
        };
        let small = Lettering::new(&fonts.text, 10.5);
        for (line, y) in lines.into_iter().zip([height - 66.0, height - 50.0]) {
            centred(&mut page, small, line, (width / 2.0, y), SOFT);
        }
        page
    }

    /// Draws the page with the giver's message. If the card is not a gift, draws blank lines for
    /// writing by hand.
    fn words(&self, width: f32, height: f32) -> Drawing {
        let (fonts, mut page) = (fonts(self.brand), Drawing::new(width, height));
        let (left, room) = (34.0, width - 68.0);
        let strong = Lettering::new(&fonts.strong, 13.0);
        let (to_word, from_word) = match self.language {
            Language::En => ("For", "From"),
            Language::Fr => ("Pour", "De la part de"),
        };
        let Some(dedication) = &self.dedication else {
            for (word, y) in [(to_word, 90.0), (from_word, height - 70.0)] {
                page.fill(strong.outline(word, left, y), SOFT);
                let from = left + strong.width(word) + 8.0;
                page.fill(rectangle(from, y + 2.0, left + room - from, 0.6), LINE);
            }
            return page;
        };
        let heading = format!("{to_word} {}", dedication.to);
        let mut y = 70.0;
        for line in strong.sized(16.0).lines(&heading, room, 2) {
            page.fill(strong.sized(16.0).outline(&line, left, y), INK);
            y += 21.0;
        }
        y += 10.0;
        let words = self.message_lettering(fonts, &dedication.message, (room, height - y - 90.0));
        for line in message_lines(words, &dedication.message, room, usize::MAX) {
            if y > height - 76.0 {
                break;
            }
            page.fill(words.outline(&line, left, y), INK);
            y += words.size * 1.4;
        }
        let from = format!("{from_word} {}", dedication.from);
        for line in strong.lines(&from, room, 1) {
            page.fill(strong.outline(&line, left, height - 50.0), SOFT);
        }
        page
    }

    /// Returns the lettering in the largest size at which the whole message fits.
    fn message_lettering<'a>(
        &self,
        fonts: &'a Fonts,
        message: &str,
        (room, tall): (f32, f32),
    ) -> Lettering<'a> {
        let words = Lettering::new(&fonts.text, 14.0);
        let fits = |size: &f32| {
            let lines = message_lines(words.sized(*size), message, room, usize::MAX).len();
            lines as f32 * size * 1.4 <= tall
        };
        words.sized([14.0, 12.0, 10.5, 9.0, 8.0, 7.0].into_iter().find(fits).unwrap_or(7.0))
    }

    fn counter(&self, width: f32, height: f32) -> Drawing {
        let (fonts, mut page) = (fonts(self.brand), Drawing::new(width, height));
        let small = Lettering::new(&fonts.text, 10.5);
        self.put_code(&mut page, fonts, (width / 2.0, 48.0), 150.0);
        let mut y = 280.0;
        let strong = Lettering::new(&fonts.strong, 13.0);
        for line in strong.lines(&self.shop, width - 56.0, 2) {
            centred(&mut page, strong, &line, (width / 2.0, y), INK);
            y += 17.0;
        }
        for line in self.address.iter().take(4) {
            for line in small.lines(line, width - 56.0, 1) {
                centred(&mut page, small, &line, (width / 2.0, y), SOFT);
                y += 14.5;
            }
        }
        page
    }

    /// Draws the QR code, the card number and the instructions, starting at `top` and centred on
    /// `middle`.
    fn put_code(&self, page: &mut Drawing, fonts: &Fonts, (middle, top): (f32, f32), side: f32) {
        if let Some(code) = qr(&self.code, side) {
            page.put(&code, Transform::from_translate(middle - side / 2.0, top));
        }
        let unit = side / 150.0;
        let number = Lettering::new(&fonts.strong, 15.0 * unit).tracked(0.04);
        centred(page, number, &self.number, (middle, top + side + 20.0 * unit), INK);
        // People without an account read their balance with the end of the code.
        let end = self.code.get(self.code.len().saturating_sub(4)..).unwrap_or_default();
        let hint = match self.language {
            Language::En => format!("Show this code at the counter. It ends in {end}."),
            Language::Fr => format!("Montrez ce code au comptoir. Il finit par {end}."),
        };
        let small = Lettering::new(&fonts.text, 10.5 * unit).fitted(&hint, 1.7 * side, 5.0);
        centred(page, small, &hint, (middle, top + side + 40.0 * unit), SOFT);
        let secret = match self.language {
            Language::En => "Whoever has it can spend the card: keep it like cash.",
            Language::Fr => {
                "Quiconque l’a peut dépenser la carte\u{a0}: gardez-le comme de l’argent."
            }
        };
        let tiny = Lettering::new(&fonts.text, 8.5 * unit);
        centred(
            page,
            tiny.fitted(secret, 1.7 * side, 5.0),
            secret,
            (middle, top + side + 54.0 * unit),
            SOFT,
        );
    }
}

pub(super) fn logo_ink(brand: Brand) -> Colour {
    let colours = &brand.colours().light;
    match brand.style() {
        Style::Paper => printed(&colours.brand),
        Style::Night => printed(&colours.ink),
    }
}

pub(super) fn put_logo(
    page: &mut Drawing,
    brand: Brand,
    name: Colour,
    (x, y): (f32, f32),
    height: f32,
) {
    let scale = height / SIDE;
    let logo = drawn(brand, "logo", &LogoInks { brand, name });
    page.put(&logo, Transform::from_row(scale, 0.0, 0.0, scale, x, y));
}

pub(super) fn centred(
    page: &mut Drawing,
    words: Lettering<'_>,
    text: &str,
    (middle, baseline): (f32, f32),
    colour: Colour,
) {
    let left = middle - words.width(text) / 2.0;
    page.fill(words.outline(text, left, baseline), colour);
}

/// Splits a message into lines that fit the width `room`. Empty lines are dropped.
fn message_lines(words: Lettering<'_>, message: &str, room: f32, most: usize) -> Vec<String> {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| words.lines(line, room, most)).collect()
}

/// Draws fold marks: short lines at the paper's edges, outside the printed area.
fn fold_marks(page: &mut Drawing) {
    let (width, height) = (page.width, page.height);
    for x in [18.0, width - 32.0] {
        page.fill(rectangle(x, height / 2.0 - 0.25, 14.0, 0.5), LINE);
    }
    for y in [18.0, height - 32.0] {
        page.fill(rectangle(width / 2.0 - 0.25, y, 0.5, 14.0), LINE);
    }
}

/// Draws a QR code on a white square. Returns `None` if the content is too long.
pub(super) fn qr(content: &str, side: f32) -> Option<Drawing> {
    let code = QrCode::encode_text(content, QrCodeEcc::Medium).ok()?;
    let modules = code.size();
    let unit = side / (modules as f32 + 2.0 * QUIET);
    let mut path = String::new();
    for y in 0..modules {
        let mut x = 0;
        while x < modules {
            let run = (x..modules).take_while(|x| code.get_module(*x, y)).count();
            if run > 0 {
                path += &format!("M{x} {y}h{run}v1h-{run}z");
            }
            x += run as i32 + 1;
        }
    }
    let mut drawing = Drawing::new(side, side);
    drawing.fill(rectangle(0.0, 0.0, side, side), WHITE);
    let place = Transform::from_row(unit, 0.0, 0.0, unit, QUIET * unit, QUIET * unit);
    drawing.fill(polygons(&path)?.transform(place), Colour::new(0x000000));
    Some(drawing)
}

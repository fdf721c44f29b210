//! Pictures for previews of shared links: a short text beside a gift card.

use drawing::{Colour, Drawing, Lettering, Transform, circle, polygons, rectangle, rounded};

use super::{
    art::{LogoInks, SIDE, drawn},
    card::{self, Card, corner},
    fonts::fonts,
    look::{Look, printed},
};
use kernel::{
    brand::{Brand, Colours, Style},
    language::Language,
};

/// Size of a preview picture in pixels, the size recommended by services that show link previews.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// Left edge of the text, and maximum width of the text beside the card.
const LEFT: f32 = 72.0;
const ROOM: f32 = 500.0;
const CARD_SCALE: f32 = 1.72;

/// Colours of the progress bar. Only campaigns have one.
const EMPTY: Colour = Colour::new(0xe7dfce);
const FILLED: Colour = Colour::new(0x0f5d4e);

/// Content of the preview picture for one link.
pub struct Preview<'a> {
    pub brand: Brand,
    pub language: Language,
    pub heading: &'a str,
    pub words: &'a str,
    /// Part of a campaign's goal that was raised, from 0 to 1. `None` without a goal.
    pub progress: Option<f32>,
    pub card: Card<'a>,
}

impl Preview<'_> {
    pub fn drawn(&self) -> Drawing {
        let (look, mut page) = (Look::of(self.brand), scene(self.brand));
        let logo = drawn(self.brand, "logo", &LogoInks { brand: self.brand, name: look.name });
        let scale = 60.0 / SIDE;
        page.put(&logo, Transform::from_row(scale, 0.0, 0.0, scale, LEFT, 56.0));
        self.write(&mut page, &look);
        self.lay_card(&mut page);
        page
    }

    /// Writes the heading and the text below. The heading is as large as fits on three lines. Both
    /// are centred vertically in the space below the logo.
    fn write(&self, page: &mut Drawing, look: &Look) {
        let fonts = fonts(self.brand);
        let heading =
            if fonts.display.can_write(self.heading) { self.heading } else { self.brand.name() };
        let large = Lettering::new(&fonts.display, 74.0).tracked(fonts.heading_tracking);
        let sizes = [74.0, 64.0, 56.0, 48.0, 42.0];
        let fits = |size: f32| large.sized(size).lines(heading, ROOM, usize::MAX).len() <= 3;
        let large = large.sized(sizes.into_iter().find(|size| fits(*size)).unwrap_or(42.0));
        let small = Lettering::new(&fonts.text, 30.0);
        let headings = large.lines(heading, ROOM, 3);
        let words = small.lines(self.words, ROOM, 3);
        let (step, small_step, gap) = (large.size * 1.08, small.size * 1.35, 22.0);
        let bar = if self.progress.is_some() { 2.0 * gap } else { 0.0 };
        let tall = step * headings.len() as f32 + gap + small_step * words.len() as f32 + bar;
        let mut y = 140.0 + (HEIGHT as f32 - 140.0 - 84.0 - tall).max(0.0) / 2.0;
        for line in &headings {
            page.fill(large.outline(line, LEFT, y + large.size * 0.82), look.ink);
            y += step;
        }
        y += gap;
        for line in &words {
            page.fill(small.outline(line, LEFT, y + small.size * 0.8), look.soft);
            y += small_step;
        }
        if let Some(share) = self.progress {
            draw_bar(page, share, y + gap * 0.6);
        }
    }

    fn lay_card(&self, page: &mut Drawing) {
        let turned = Transform::from_rotate(-4.0)
            .post_scale(CARD_SCALE, CARD_SCALE)
            .post_translate(610.0, 174.0);
        page.put(&shadow(corner(self.brand)), turned);
        page.put(&self.card.front(self.brand, self.language), turned);
    }
}

/// Size of the progress bar, and its smallest filled part, which is a circle.
const BAR: (f32, f32) = (440.0, 20.0);

/// Draws a progress bar with this filled part. Without a donation it is empty.
fn draw_bar(page: &mut Drawing, share: f32, top: f32) {
    let (width, height) = BAR;
    let round = height / 2.0;
    page.fill(rounded(LEFT, top, width, height, round), EMPTY);
    if share > 0.0 {
        let filled = (width * share.min(1.0)).max(height);
        page.fill(rounded(LEFT, top, filled, height, round), FILLED);
    }
}

/// Draws the brand's background artwork.
pub(super) fn scene(brand: Brand) -> Drawing {
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    let mut page = Drawing::new(width, height);
    page.fill(rectangle(0.0, 0.0, width, height), Look::of(brand).ground);
    match brand.style() {
        Style::Paper => main_street(&mut page, brand.colours()),
        Style::Night => night(&mut page, brand.colours()),
    }
    page
}

/// Draws a soft shadow of a card: several faint layers, each slightly larger than the previous one.
pub(super) fn shadow(corner: f32) -> Drawing {
    let mut shadow = Drawing::new(card::WIDTH, card::HEIGHT);
    for step in 0..10_u8 {
        let wider = f32::from(step) * 1.1;
        let sheet = rounded(
            2.0 - wider,
            6.0 - wider,
            card::WIDTH - 4.0 + 2.0 * wider,
            card::HEIGHT + 2.0 * wider,
            corner + wider,
        );
        shadow.fill(sheet, Colour::new(0x141008).faded(0.035));
    }
    shadow
}

/// Draws paper hills under a morning sun.
fn main_street(page: &mut Drawing, colours: &Colours) {
    let sun = printed(&colours.action);
    page.fill(
        polygons("M560 0L1200 0 1200 470 1100 500 960 470 820 506 690 470 590 360 540 180z"),
        Colour::new(0xcfe8ea),
    );
    for ray in 0..14_u8 {
        let turned =
            Transform::from_rotate(f32::from(ray) * 360.0 / 14.0).post_translate(1040.0, 130.0);
        let beam = polygons("M118 -13L196 -20 196 20 118 13z");
        page.fill(beam.and_then(|beam| beam.transform(turned)), sun.faded(0.85));
    }
    page.fill(circle(1040.0, 130.0, 96.0), sun);
    page.fill(
        polygons("M0 566L120 548 280 556 430 536 600 560 760 520 900 500 1060 514 1200 480 1200 630 0 630z"),
        Colour::new(0x7fb89a),
    );
    page.fill(
        polygons(
            "M0 600L160 586 340 596 520 576 700 592 880 560 1040 572 1200 546 1200 630 0 630z",
        ),
        printed(&colours.light.brand),
    );
}

/// Draws beams of light across a night sky.
fn night(page: &mut Drawing, colours: &Colours) {
    page.fill(polygons("M760 0L1200 0 1200 210 900 630 330 630z"), Colour::new(0x14204a));
    page.fill(polygons("M940 0L1200 0 1200 60 800 630 500 630z"), Colour::new(0x1d3aa8));
    page.fill(
        polygons("M1120 0L1200 0 1200 22 770 630 690 630z"),
        printed(&colours.accent).faded(0.75),
    );
    page.fill(polygons("M1200 74L1200 108 830 630 806 630z"), printed(&colours.action));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Emblem, Ribbon};

    const NAMES: [&str; 4] = [
        "Boulangerie-pâtisserie Saint-Honoré de la Rivière-du-Loup et ses amis gourmands",
        "Donaudampfschifffahrtsgesellschaftskapitänsmützengeschäft",
        "書店",
        "",
    ];

    /// A preview has the right size even if a name is long, empty or in letters that the fonts
    /// lack.
    #[test]
    fn preview_has_its_size_for_any_text() {
        for brand in Brand::all() {
            for name in NAMES {
                let ribbon = Some(Ribbon { words: name, logo: None });
                let card = Card {
                    shop: name,
                    emblem: Emblem::Letters,
                    hue: 359,
                    amount: Some("$9,999,999.99"),
                    ribbon,
                };
                let preview = Preview {
                    brand,
                    language: Language::Fr,
                    heading: name,
                    words: name,
                    progress: Some(1.4),
                    card,
                };
                let png = preview.drawn().png(1.0).expect("a picture");
                let info = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
                assert_eq!(info.info().size(), (WIDTH, HEIGHT), "{brand:?} {name}");
            }
        }
    }
}

//! Printable posters for a shop's door, tables and counter. A poster shows the shop's card and
//! name, and a QR code with the URL of the shop's page.

use drawing::{Colour, Drawing, Lettering, Transform, polygons, rectangle, rounded};

use super::{
    art::{SIDE, drawn, logo_width},
    card::{self, Card, corner},
    colour::Palette,
    fonts::{Fonts, fonts},
    held::{INK, LINE, Paper, SOFT, WHITE, centred, logo_ink, put_logo, qr},
    preview::{self, scene, shadow},
};
use kernel::{brand::Brand, language::Language};

/// Format in which a poster is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosterSheet {
    /// One poster that fills the sheet.
    Wall(Paper),
    /// Table tent to cut out and fold, with an A6 poster on both sides. Fits on A4 and letter
    /// paper.
    Tent,
    /// Four stickers to cut out. They fit on one sheet of A4 or letter paper.
    Stickers,
}

/// Cause that a poster names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosterCause<'a> {
    /// The poster of a brand without charities.
    None,
    /// Percentage of a card's price that goes to the charity chosen by the buyer.
    Share(u32),
    /// The poster of a campaign, with the name of its charity.
    Charity(&'a str),
}

pub struct Poster<'a> {
    pub brand: Brand,
    pub language: Language,
    /// Front of the shop's card, without an amount.
    pub card: Card<'a>,
    /// URL of the shop's page, encoded in the QR code.
    pub address: &'a str,
    /// Short form of the URL to print, such as the name of the website.
    pub site: &'a str,
    pub cause: PosterCause<'a>,
}

/// Size of a poster in the units of its drawing. The proportions are those of A4 paper.
const WIDTH: f32 = 480.0;
const HEIGHT: f32 = 678.0;
const MARGIN: f32 = 24.0;

const MM: f32 = 72.0 / 25.4;
const TENT: (f32, f32) = (148.0 * MM, 105.0 * MM);
/// Height of the strip at one end of the table tent. The other end of the folded sheet is glued to
/// this strip.
const TENT_FOOT: f32 = 30.0 * MM;
const STICKER: f32 = 92.0 * MM;

impl Poster<'_> {
    /// Draws the poster on white, with `ratio` pixels per unit. Returns the PNG.
    pub fn png(&self, ratio: f32) -> Option<Vec<u8>> {
        self.wall(HEIGHT).png(ratio)
    }

    pub fn pdf(&self, sheet: PosterSheet) -> Vec<u8> {
        let page = match sheet {
            PosterSheet::Wall(paper) => {
                let (width, height) = paper.size();
                let scale = width / WIDTH;
                let mut page = Drawing::new(width, height);
                let poster = self.wall(height / scale);
                page.put(&poster, Transform::from_scale(scale, scale));
                page
            }
            PosterSheet::Tent => self.tent(),
            PosterSheet::Stickers => self.stickers(),
        };
        page.pdf(&self.title(), self.language.code())
    }

    fn title(&self) -> String {
        match self.language {
            Language::En => format!("Poster of {}", self.card.shop),
            Language::Fr => format!("Affiche de {}", self.card.shop),
        }
    }

    fn invitation(&self) -> &'static str {
        match (self.cause, self.language) {
            (PosterCause::Charity(_), Language::En) => "Support us with a gift card",
            (PosterCause::Charity(_), Language::Fr) => "Soutenez-nous avec une carte-cadeau",
            (_, Language::En) => "Give a gift card",
            (_, Language::Fr) => "Offrez une carte-cadeau",
        }
    }

    fn steps(&self) -> &'static str {
        match (self.cause, self.language) {
            (PosterCause::Charity(_), Language::En) => {
                "Scan with your phone, choose a local shop, give a card."
            }
            (PosterCause::Charity(_), Language::Fr) => {
                "Balayez avec votre téléphone, choisissez un commerce, offrez une carte."
            }
            (_, Language::En) => "Scan with your phone, choose an amount, make someone smile.",
            (_, Language::Fr) => {
                "Balayez avec votre téléphone, choisissez un montant, faites plaisir."
            }
        }
    }

    /// Returns the sentence about the charity's share, or the brand's slogan if the brand has no
    /// charities.
    fn promise(&self) -> String {
        match (self.cause, self.language) {
            (PosterCause::Charity(charity), Language::En) => {
                format!("A share of every card goes to {charity}.")
            }
            (PosterCause::Charity(charity), Language::Fr) => {
                format!("Une part de chaque carte va à {charity}.")
            }
            (PosterCause::Share(share), Language::En) => {
                format!("Choose a local cause: it gets {share}% of your card.")
            }
            (PosterCause::Share(share), Language::Fr) => {
                format!(
                    "Choisissez une cause locale\u{a0}: elle reçoit {share}\u{a0}% de votre carte."
                )
            }
            (PosterCause::None, Language::En) => "Pick. Send. Scan.".to_owned(),
            (PosterCause::None, Language::Fr) => "Un choix. Un clic. Un bip.".to_owned(),
        }
    }

    /// Draws the brand's background artwork with the shop's card in front.
    fn panel(&self, page: &mut Drawing, (x, y, width, height): (f32, f32, f32, f32), card: f32) {
        let edge = rounded(x, y, width, height, 2.0 * corner(self.brand));
        page.keep_within(edge);
        let scale = (height / preview::HEIGHT as f32).max(width / preview::WIDTH as f32);
        let shift = x + width - preview::WIDTH as f32 * scale;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, shift, y);
        page.put(&scene(self.brand), place);
        page.keep_within(None);
        let scale = card / card::WIDTH;
        let (left, top) =
            (x + (width - card) / 2.0, y + (height - card::HEIGHT * scale) / 2.0 + card * 0.035);
        let turned =
            Transform::from_rotate(-4.0).post_scale(scale, scale).post_translate(left, top);
        page.put(&shadow(corner(self.brand)), turned);
        page.put(&self.card.front(self.brand, self.language), turned);
    }

    /// Draws one poster with this height, which depends on the paper size.
    fn wall(&self, height: f32) -> Drawing {
        let fonts = fonts(self.brand);
        let (room, middle) = (WIDTH - 2.0 * MARGIN, WIDTH / 2.0);
        let mut page = Drawing::new(WIDTH, height);
        page.fill(rectangle(0.0, 0.0, WIDTH, height), WHITE);
        let tall = 226.0 - (HEIGHT - height) * 0.5;
        self.panel(&mut page, (MARGIN, MARGIN, room, tall), 0.98 * tall);
        let mut y = MARGIN + tall + 34.0;
        let invitation = Lettering::new(&fonts.text, 19.0);
        centred(&mut page, invitation, self.invitation(), (middle, y), SOFT);
        y += 37.0;
        y = self.write_name(&mut page, fonts, (middle, y), (room, 34.0));
        let foot = height - 106.0;
        let side = (foot - y + 6.0).min(226.0);
        if let Some(code) = qr(self.address, side) {
            let top = y - 6.0 + (foot - y + 6.0 - side) / 2.0;
            page.put(&code, Transform::from_translate(middle - side / 2.0, top));
        }
        let promise = self.promise();
        let strong = Lettering::new(&fonts.strong, 17.0).fitted(&promise, room, 11.0);
        centred(&mut page, strong, &promise, (middle, height - 84.0), logo_ink(self.brand));
        let steps = Lettering::new(&fonts.text, 15.0).fitted(self.steps(), room, 10.0);
        centred(&mut page, steps, self.steps(), (middle, height - 62.0), INK);
        self.sign(&mut page, fonts, (MARGIN, WIDTH - MARGIN, height - MARGIN), 26.0);
        page
    }

    /// Writes the shop's name in the largest size that fits on two lines, centred. Returns the
    /// position below the name.
    fn write_name(
        &self,
        page: &mut Drawing,
        fonts: &Fonts,
        (middle, first): (f32, f32),
        (room, size): (f32, f32),
    ) -> f32 {
        let name = self.card.shop;
        // If the fonts lack letters of the name, the poster omits the name. Only the logo on the
        // card then identifies the shop.
        if !fonts.display.can_write(name) {
            return first - size;
        }
        let large = Lettering::new(&fonts.display, size).tracked(fonts.heading_tracking);
        let fits = |share: &f32| large.sized(size * share).lines(name, room, usize::MAX).len() <= 2;
        let share = [1.0, 0.85, 0.7, 0.6].into_iter().find(fits).unwrap_or(0.6);
        let large = large.sized(size * share);
        let mut y = first;
        for line in large.lines(name, room, 2) {
            centred(page, large, &line, (middle, y), INK);
            y += large.size * 1.1;
        }
        y - large.size * 0.8
    }

    /// Draws the brand's logo on the left and the website's name on the right of one line.
    fn sign(&self, page: &mut Drawing, fonts: &Fonts, edges: (f32, f32, f32), tall: f32) {
        let (left, right, bottom) = edges;
        put_logo(page, self.brand, logo_ink(self.brand), (left, bottom - tall), tall);
        let room = right - left - logo_width(self.brand) * tall / SIDE - 12.0;
        let small = Lettering::new(&fonts.text, tall * 0.54).fitted(self.site, room, 5.0);
        let x = right - small.width(self.site);
        page.fill(small.outline(self.site, x, bottom - tall * 0.3), SOFT);
    }

    /// Draws one side of the table tent.
    fn table(&self) -> Drawing {
        let (fonts, (width, height)) = (fonts(self.brand), TENT);
        let mut page = Drawing::new(width, height);
        let (edge, art) = (18.0, 176.0);
        self.panel(&mut page, (edge, edge, art, height - 2.0 * edge), 152.0);
        let (left, right) = (edge + art + 18.0, width - edge);
        let (middle, room) = ((left + right) / 2.0, right - left);
        let invitation = Lettering::new(&fonts.text, 12.0);
        centred(&mut page, invitation, self.invitation(), (middle, 32.0), SOFT);
        let y = self.write_name(&mut page, fonts, (middle, 54.0), (room, 21.0));
        let foot = height - 78.0;
        let side = foot - y;
        if let Some(code) = qr(self.address, side) {
            page.put(&code, Transform::from_translate(middle - side / 2.0, y));
        }
        let promise = self.promise();
        let strong = Lettering::new(&fonts.strong, 10.0).fitted(&promise, room, 7.0);
        centred(&mut page, strong, &promise, (middle, foot + 10.0), logo_ink(self.brand));
        let steps = Lettering::new(&fonts.text, 8.5);
        for (line, number) in steps.lines(self.steps(), room, 2).iter().zip(0_u8..) {
            let y = foot + 24.0 + 11.0 * f32::from(number);
            centred(&mut page, steps, line, (middle, y), INK);
        }
        self.sign(&mut page, fonts, (left, right, height - edge), 16.0);
        page
    }

    fn tent(&self) -> Drawing {
        let (width, height) = Paper::Letter.size();
        let mut page = Drawing::new(width, height);
        let side = self.table();
        let (left, top) = ((width - side.width) / 2.0, 40.0);
        let (fold, end) = (top + side.height, top + 2.0 * side.height);
        // The back side is printed upside down, so that it is upright after folding.
        page.put(&side, Transform::from_row(-1.0, 0.0, 0.0, -1.0, left + side.width, fold));
        page.put(&side, Transform::from_translate(left, fold));
        let right = left + side.width;
        for y in [top, end + TENT_FOOT] {
            page.fill(rectangle(left, y, side.width, 0.5), LINE);
        }
        for x in [left, right] {
            page.fill(rectangle(x, top, 0.5, end + TENT_FOOT - top), LINE);
        }
        for y in [fold, end] {
            dashes(&mut page, (left, right, y));
        }
        let hint = match self.language {
            Language::En => {
                "Cut out, fold at the dashes, and glue this strip behind the other end."
            }
            Language::Fr => {
                "Découpez, pliez aux tirets et collez cette bande derrière l’autre bout."
            }
        };
        let small = Lettering::new(&fonts(self.brand).text, 9.0);
        let middle = (width / 2.0, end + TENT_FOOT / 2.0 + 3.0);
        centred(&mut page, small, hint, middle, SOFT);
        page
    }

    fn sticker(&self) -> Drawing {
        let (fonts, palette) = (fonts(self.brand), Palette::new(self.brand, self.card.hue));
        let mut page = Drawing::new(STICKER, STICKER);
        let edge = rounded(0.0, 0.0, STICKER, STICKER, 2.0 * corner(self.brand));
        page.keep_within(edge.clone());
        page.fill(edge, palette.ground[1]);
        let scale = STICKER / card::HEIGHT;
        let shift = STICKER - card::WIDTH * scale;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, shift, 0.0);
        page.put(&drawn(self.brand, "card", &palette), place);
        let (heading, below) = match self.language {
            Language::En => ("Gift cards here", "Scan and give"),
            Language::Fr => ("Cartes-cadeaux ici", "Balayez et offrez"),
        };
        let middle = STICKER / 2.0;
        let large = Lettering::new(&fonts.display, 25.0).tracked(fonts.heading_tracking);
        let large = large.fitted(heading, STICKER - 36.0, 14.0);
        centred(&mut page, large, heading, (middle, 38.0), palette.ink);
        let side = 152.0;
        let (left, top) = (middle - side / 2.0, 52.0);
        page.fill(rounded(left, top, side, side, corner(self.brand)), WHITE);
        if let Some(code) = qr(self.address, side - 8.0) {
            page.put(&code, Transform::from_translate(left + 4.0, top + 4.0));
        }
        let strong = Lettering::new(&fonts.strong, 14.0);
        centred(&mut page, strong, below, (middle, top + side + 20.0), palette.ink);
        let promise = self.promise();
        let small = Lettering::new(&fonts.text, 10.0).fitted(&promise, STICKER - 36.0, 7.0);
        centred(&mut page, small, &promise, (middle, top + side + 35.0), palette.ink);
        let site = Lettering::new(&fonts.text, 9.0).fitted(self.site, STICKER - 36.0, 6.0);
        centred(&mut page, site, self.site, (middle, top + side + 48.0), palette.ink);
        page
    }

    fn stickers(&self) -> Drawing {
        let (width, height) = Paper::Letter.size();
        let (mut page, sticker) = (Drawing::new(width, height), self.sticker());
        let gap = 6.0 * MM;
        for (across, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let centre = |length: f32, side: f32| {
                length / 2.0 + side * (STICKER + gap) / 2.0 - STICKER / 2.0
            };
            let (x, y) = (centre(width, across), centre(height, down));
            page.put(&sticker, Transform::from_translate(x, y));
        }
        page
    }
}

fn dashes(page: &mut Drawing, (left, right, y): (f32, f32, f32)) {
    let mut path = String::new();
    let mut x = left;
    while x < right {
        path += &format!("M{x} {}h4v0.6h-4z", y - 0.3);
        x += 9.0;
    }
    page.fill(polygons(&path), Colour { opacity: 1.0, ..LINE });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Emblem;

    fn poster(brand: Brand, language: Language, shop: &str) -> Poster<'_> {
        let card = Card { shop, emblem: Emblem::Letters, hue: 20, amount: None, ribbon: None };
        let cause = if brand.has_causes() { PosterCause::Share(10) } else { PosterCause::None };
        let address = "https://funray.example/shop-vendors/detail/ten_06b4qhk2w8abcdefgh";
        Poster { brand, language, card, address, site: "funray.example", cause }
    }

    /// The specification requires a picture with five pixels per unit of the poster, on a white
    /// background.
    #[test]
    fn png_has_five_pixels_per_unit_on_white() {
        for shop in ["Maple Leaf Books", "書店", ""] {
            let png = poster(Brand::DEFAULT, Language::En, shop).png(5.0).expect("a picture");
            let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("PNG");
            assert_eq!(reader.info().size(), (2400, 3390), "{shop}");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            reader.next_frame(&mut pixels).expect("pixels");
            assert!(pixels[..3].iter().all(|part| *part == 255), "{shop}: white to its edge");
        }
    }

    #[test]
    fn poster_speaks_of_causes_where_there_are_any_and_nowhere_else() {
        let promise = |brand, language| poster(brand, language, "Books").promise();
        assert_eq!(
            promise(Brand::DEFAULT, Language::En),
            "Choose a local cause: it gets 10% of your card."
        );
        assert_eq!(
            promise(Brand::DEFAULT, Language::Fr),
            "Choisissez une cause locale\u{a0}: elle reçoit 10\u{a0}% de votre carte."
        );
        for language in [Language::En, Language::Fr] {
            assert!(!promise(Brand::without_causes(), language).contains("cause"));
        }
    }

    #[test]
    fn poster_fits_on_every_sheet() {
        let media = |sheet| {
            let pdf = poster(Brand::without_causes(), Language::Fr, "Chez Léo").pdf(sheet);
            let text = String::from_utf8_lossy(&pdf).into_owned();
            let size = text.split("/MediaBox [").nth(1).and_then(|rest| rest.split(']').next());
            size.unwrap_or_default().to_owned()
        };
        assert_eq!(media(PosterSheet::Wall(Paper::A4)), "0 0 595.28 841.89");
        for sheet in [PosterSheet::Wall(Paper::Letter), PosterSheet::Tent, PosterSheet::Stickers] {
            assert_eq!(media(sheet), "0 0 612 792");
        }
    }
}

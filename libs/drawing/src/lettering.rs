//! Turns text into outlines, so that a viewer of the page needs no font.

use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{
    Face, GlyphId, OutlineBuilder, Tag,
    gpos::{PairAdjustment, PositioningSubtable},
};
use unicode_normalization::UnicodeNormalization;

/// Font of one weight.
pub struct Font {
    face: Face<'static>,
    pairs: Vec<PairAdjustment<'static>>,
}

impl Font {
    /// Loads a TrueType file and selects the weight, if the file has several. Returns `None` if the
    /// file is invalid.
    pub fn new(file: &'static [u8], weight: u16) -> Option<Font> {
        let mut face = Face::parse(file, 0).ok()?;
        // Fails for a font file with a single weight, which is used as it is.
        let _ = face.set_variation(Tag::from_bytes(b"wght"), f32::from(weight));
        let pairs = kerning_pairs(&face);
        Some(Font { face, pairs })
    }

    /// Returns the glyphs of a text. A letter that the font lacks is drawn without its accent, or
    /// left out.
    fn glyphs(&self, text: &str) -> Vec<GlyphId> {
        text.nfc().filter_map(|letter| self.glyph(letter)).collect()
    }

    fn glyph(&self, letter: char) -> Option<GlyphId> {
        self.face.glyph_index(letter).or_else(|| self.face.glyph_index(plain(letter)?))
    }

    /// Returns true if the font has all letters of a text, at least without their accents.
    pub fn can_write(&self, text: &str) -> bool {
        text.nfc()
            .filter(|letter| letter.is_alphanumeric())
            .all(|letter| self.glyph(letter).is_some())
    }

    /// Returns the adjustment of the space between two letters, in font units.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> f32 {
        let of = |pair: &PairAdjustment<'_>| match pair {
            PairAdjustment::Format1 { coverage, sets } => {
                sets.get(coverage.get(left)?)?.get(right).map(|(first, _)| first.x_advance)
            }
            PairAdjustment::Format2 { coverage, classes, matrix } => {
                coverage.get(left)?;
                let classes = (classes.0.get(left), classes.1.get(right));
                matrix.get(classes).map(|(first, _)| first.x_advance)
            }
        };
        self.pairs.iter().find_map(of).map_or(0.0, f32::from)
    }

    /// Returns the glyphs of a text with their start positions, and the end of the last glyph, in
    /// font units.
    fn set(&self, text: &str, tracking: f32) -> (Vec<(GlyphId, f32)>, f32) {
        let (mut at, mut before) = (0.0, None);
        let mut places = Vec::new();
        for glyph in self.glyphs(text) {
            if let Some(before) = before.replace(glyph) {
                at += self.kerning(before, glyph) + tracking;
            }
            places.push((glyph, at));
            at += f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        (places, at)
    }
}

/// Returns the letter without its accent, including common letters that Unicode does not decompose.
fn plain(letter: char) -> Option<char> {
    match letter {
        'ł' => Some('l'),
        'Ł' => Some('L'),
        'đ' => Some('d'),
        'Đ' => Some('D'),
        'ı' => Some('i'),
        '‑' | '−' => Some('-'),
        '\u{202f}' | '\u{2009}' | '\t' | '\n' => Some(' '),
        _ => std::iter::once(letter).nfd().next().filter(|base| *base != letter),
    }
}

fn kerning_pairs(face: &Face<'static>) -> Vec<PairAdjustment<'static>> {
    let Some(layout) = face.tables().gpos else { return Vec::new() };
    let kerning =
        layout.features.into_iter().filter(|feature| feature.tag == Tag::from_bytes(b"kern"));
    let mut lookups: Vec<u16> =
        kerning.flat_map(|feature| feature.lookup_indices.into_iter()).collect();
    lookups.sort_unstable();
    lookups.dedup();
    let subtables = lookups
        .into_iter()
        .filter_map(|index| layout.lookups.get(index))
        .flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'static>>());
    let pairs = subtables.filter_map(|subtable| match subtable {
        PositioningSubtable::Pair(pair) => Some(pair),
        _ => None,
    });
    pairs.collect()
}

/// Font, size and letter spacing of a text. The letter spacing `tracking` is a share of the size.
#[derive(Clone, Copy)]
pub struct Lettering<'a> {
    pub font: &'a Font,
    pub size: f32,
    pub tracking: f32,
}

impl<'a> Lettering<'a> {
    pub fn new(font: &'a Font, size: f32) -> Lettering<'a> {
        Lettering { font, size, tracking: 0.0 }
    }

    pub fn tracked(self, tracking: f32) -> Lettering<'a> {
        Lettering { tracking, ..self }
    }

    pub fn sized(self, size: f32) -> Lettering<'a> {
        Lettering { size, ..self }
    }

    fn scale(&self) -> f32 {
        self.size / f32::from(self.font.face.units_per_em())
    }

    fn set(&self, text: &str) -> (Vec<(GlyphId, f32)>, f32) {
        self.font.set(text, self.tracking * f32::from(self.font.face.units_per_em()))
    }

    pub fn width(&self, text: &str) -> f32 {
        self.set(text).1 * self.scale()
    }

    /// Returns the text as one shape that starts at `x` on the baseline.
    pub fn outline(&self, text: &str, x: f32, baseline: f32) -> Option<Path> {
        let scale = self.scale();
        let mut pen = Pen { path: PathBuilder::new(), at: 0.0 };
        for (glyph, at) in self.set(text).0 {
            pen.at = at;
            self.font.face.outline_glyph(glyph, &mut pen);
        }
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, baseline);
        pen.path.finish()?.transform(place)
    }

    /// Returns this lettering with the size reduced so that the text fits into the width, but not
    /// below `smallest`.
    pub fn fitted(self, text: &str, width: f32, smallest: f32) -> Lettering<'a> {
        let wide = self.width(text);
        if wide <= width { self } else { self.sized((self.size * width / wide).max(smallest)) }
    }

    /// Breaks a text into at most `most` lines of at most this width. A text that does not fit ends
    /// in an ellipsis, and a word wider than a line is broken.
    pub fn lines(&self, text: &str, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for (word, space) in pieces(text) {
            let space = if line.is_empty() { "" } else { space };
            let longer = format!("{line}{space}{word}");
            if self.width(&longer) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line = word.to_owned();
            while self.width(&line) > width && lines.len() < most {
                let fitting = self.fitting(&line, width);
                let rest = line.split_off(fitting);
                lines.push(std::mem::replace(&mut line, rest));
            }
            if lines.len() >= most {
                break;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                while !last.is_empty() && self.width(&format!("{last}…")) > width {
                    last.pop();
                }
                *last = format!("{}…", last.trim_end());
            }
        }
        lines
    }

    /// Returns the number of bytes at the start of a word that fit into the width, at least those
    /// of the first letter.
    fn fitting(&self, word: &str, width: f32) -> usize {
        let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let mut fitting = ends.clone().take_while(|end| self.width(&word[..*end]) <= width);
        let first = word.chars().next().map_or(0, char::len_utf8);
        let mut last = first;
        for end in fitting.by_ref() {
            last = end;
        }
        last
    }
}

/// Splits a text where lines may break: between words and after hyphens. Returns each piece with
/// the separator before it.
fn pieces(text: &str) -> impl Iterator<Item = (&str, &'static str)> {
    let breaks = |letter: char| letter.is_whitespace() && !matches!(letter, '\u{a0}' | '\u{202f}');
    text.split(breaks).filter(|word| !word.is_empty()).flat_map(|word| {
        word.split_inclusive('-')
            .enumerate()
            .map(|(at, piece)| (piece, if at == 0 { " " } else { "" }))
    })
}

/// Collects the outlines of glyphs into one path, each glyph at its position on the line.
struct Pen {
    path: PathBuilder,
    at: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.at + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.at + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.at + x1, y1, self.at + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.at + x1, y1, self.at + x2, y2, self.at + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

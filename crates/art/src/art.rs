//! Drawings of the brands, parsed from the SVG files of their folders. Screens, emails and print
//! therefore show the same card design.

use drawing::{Colour, Drawing, Transform, polygons};

use super::{colour::Palette, look::printed};
use kernel::brand::Brand;

/// Side length of the square brand mark, and height of the logo.
pub const SIDE: f32 = 40.0;

/// Mapping from colour names in an SVG file to colours.
pub trait Inks {
    fn named(&self, name: &str) -> Option<Colour>;
}

/// Colours for drawing a card. The brand mark uses two of them.
impl Inks for Palette {
    fn named(&self, name: &str) -> Option<Colour> {
        match name {
            "var(--card-tint)" => Some(self.tint),
            "var(--card-shade)" => Some(self.shade),
            "var(--card-mark,var(--paper-marigold))" | "currentColor" => Some(self.mark),
            "var(--card-ink,var(--spark))" => Some(self.ink),
            _ => None,
        }
    }
}

/// Colours for drawing the brand's logo outside a card.
pub struct LogoInks {
    pub brand: Brand,
    pub name: Colour,
}

impl Inks for LogoInks {
    fn named(&self, name: &str) -> Option<Colour> {
        match name {
            "var(--paper-marigold)" | "var(--beam-flash)" => {
                Some(printed(&self.brand.colours().action))
            }
            "var(--spark)" => Some(printed(&self.brand.colours().accent)),
            "var(--brand)" | "currentColor" => Some(self.name),
            _ => None,
        }
    }
}

/// Colours for drawing the brand mark on a white tile.
pub struct TileInks {
    pub brand: Brand,
}

impl Inks for TileInks {
    fn named(&self, name: &str) -> Option<Colour> {
        match name {
            "var(--card-mark,var(--paper-marigold))" => Some(printed(&self.brand.colours().action)),
            "var(--card-ink,var(--spark))" => Some(printed(&self.brand.colours().accent)),
            "currentColor" => Some(printed(&self.brand.colours().mark)),
            _ => None,
        }
    }
}

/// Returns the drawing with this name in the brand's SVG file: `card`, `mark` or `logo`.
pub fn drawn(brand: Brand, name: &str, inks: &impl Inks) -> Drawing {
    let (width, height) = match name {
        "card" => (super::card::WIDTH, super::card::HEIGHT),
        "logo" => (logo_width(brand), SIDE),
        _ => (SIDE, SIDE),
    };
    let mut drawing = Drawing::new(width, height);
    for tag in paths(&brand.facts().logo, name) {
        let Some(path) = attribute(tag, "d").and_then(polygons) else { continue };
        let colour =
            attribute(tag, "fill").and_then(|name| inks.named(name).or_else(|| plain(name)));
        let Some(colour) = colour else { continue };
        let opacity = attribute(tag, "opacity").and_then(|share| share.parse().ok()).unwrap_or(1.0);
        let right = attribute(tag, "transform").and_then(moved).unwrap_or(0.0);
        drawing.fill_around_holes(
            path.transform(Transform::from_translate(right, 0.0)),
            colour.faded(opacity),
        );
    }
    drawing
}

pub fn logo_width(brand: Brand) -> f32 {
    brand.facts().logo_width
}

/// Yields the `path` elements in the SVG group with this id.
fn paths<'a>(file: &'a str, id: &str) -> impl Iterator<Item = &'a str> {
    let group = file.split(&format!("<g id=\"{id}\">")).nth(1).unwrap_or_default();
    let group = group.split("</g>").next().unwrap_or_default();
    group.split("<path ").skip(1).map(|tag| tag.split("/>").next().unwrap_or_default())
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let from = if tag.starts_with(name) { 0 } else { tag.find(&format!(" {name}="))? + 1 };
    tag[from..].strip_prefix(name)?.strip_prefix("=\"")?.split('"').next()
}

fn plain(colour: &str) -> Option<Colour> {
    u32::from_str_radix(colour.strip_prefix('#')?, 16).ok().map(Colour::new)
}

fn moved(transform: &str) -> Option<f32> {
    transform.strip_prefix("translate(")?.strip_suffix(')')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every path has a supported colour and curve. Otherwise the card would have a gap.
    #[test]
    fn every_path_of_the_files_is_drawn() {
        for brand in Brand::all() {
            let file = &brand.facts().logo;
            let palette = Palette::new(brand, 200);
            let logo = LogoInks { brand, name: Colour::new(0) };
            for name in ["card", "mark", "logo"] {
                let all: Vec<&str> = paths(file, name).collect();
                assert!(!all.is_empty(), "{brand:?} {name}");
                for tag in all {
                    let fill = attribute(tag, "fill").expect("a colour");
                    let known = if name == "logo" { logo.named(fill) } else { palette.named(fill) };
                    assert!(known.or(plain(fill)).is_some(), "{brand:?} {name}: {fill}");
                    assert!(
                        attribute(tag, "d").and_then(polygons).is_some(),
                        "{brand:?} {name}: {tag}"
                    );
                }
            }
        }
    }
}

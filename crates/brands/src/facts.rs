//! Facts about a brand, as its `brand.toml` states them.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Deserialize;

use crate::colour::{Colour, contrast};

/// Minimum contrast of text, and of the brand's colour, with the grounds below.
const MIN_TEXT_CONTRAST: f64 = 7.0;
const MIN_BRAND_CONTRAST: f64 = 4.5;

/// Way in which pages, cards, mails and prints of a brand are drawn.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Cut paper: hills, awnings, round corners.
    Paper,
    /// Beams of light on a dark ground, with small corners.
    Night,
}

/// Font of headings and amounts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum HeadingFont {
    #[serde(rename = "Bricolage Grotesque")]
    Bricolage,
    #[serde(rename = "Space Grotesk")]
    Space,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum TextFont {
    Figtree,
    #[serde(rename = "Instrument Sans")]
    Instrument,
}

/// Texts of the brand that replace the product's own, by key.
pub type Words = BTreeMap<String, String>;

/// Everything in the folder of a brand that the program reads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Name of the folder.
    #[serde(skip)]
    pub slug: String,
    /// Folder that was read at the start. `None` for a brand inside the program.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// Name that people read.
    pub name: String,
    /// Part of the name that mails in the style `night` highlight.
    #[serde(default)]
    pub highlight: String,
    /// Whether cards of the brand support causes.
    pub causes: bool,
    pub style: Style,
    /// Hue of cards that belong to no shop, in degrees.
    pub hue: u32,
    /// Width of the logo in `logo.svg`, whose height is 40.
    pub logo_width: f32,
    /// Hosts of the brand in development.
    #[serde(default)]
    pub hosts: Vec<String>,
    pub fonts: Fonts,
    pub company: Company,
    pub colours: Colours,
    /// Drawings `logo`, `mark` and `card`.
    #[serde(skip)]
    pub logo: String,
    #[serde(skip)]
    pub english: Words,
    #[serde(skip)]
    pub french: Words,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fonts {
    pub heading: HeadingFont,
    pub text: TextFont,
}

/// Company that sells under the brand. The settings of the server override it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    pub address: String,
    pub city: String,
    pub phone: String,
    pub email: String,
    pub privacy_officer: String,
    pub privacy_email: String,
    /// Sender of emails.
    pub mail_from: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    /// Colour of buttons, and of the text on them.
    pub action: Colour,
    pub action_ink: Colour,
    /// Lower edge of buttons in the style `paper`.
    pub action_edge: Colour,
    pub accent: Colour,
    /// Colour of hearts and of the mark on white.
    pub mark: Colour,
    pub light: Palette,
    pub dark: Palette,
}

/// Colours of one theme.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    pub ground: Colour,
    pub surface: Colour,
    pub surface_quiet: Colour,
    pub ink: Colour,
    pub ink_soft: Colour,
    pub line: Colour,
    pub brand: Colour,
}

impl Facts {
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_plain =
            self.slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if !is_plain || !self.slug.starts_with(|first: char| first.is_ascii_lowercase()) {
            return Err(
                "the folder's name is the brand's slug: small letters and digits, such as \"maple\""
                    .to_owned(),
            );
        }
        if self.name.trim().is_empty() {
            return Err("name is empty".to_owned());
        }
        if !self.name.contains(&self.highlight) {
            return Err(format!("highlight: {:?} is not part of the name", self.highlight));
        }
        if self.hue >= 360 {
            return Err("hue must be less than 360".to_owned());
        }
        self.check_drawings()?;
        self.check_words()?;
        self.colours.check()
    }

    fn check_drawings(&self) -> Result<(), String> {
        let is_missing = |name: &&&str| !self.logo.contains(&format!("<g id=\"{name}\">"));
        match ["logo", "mark", "card"].iter().find(is_missing) {
            Some(name) => Err(format!("logo.svg has no group with the id {name:?}")),
            None if self.logo.contains("<script") => Err("logo.svg contains a script".to_owned()),
            None => Ok(()),
        }
    }

    fn check_words(&self) -> Result<(), String> {
        let missing = |here: &Words, there: &Words| {
            there
                .keys()
                .find(|key| here.get(*key).is_none_or(|text| text.trim().is_empty()))
                .cloned()
        };
        let lacks = |file, key| Err(format!("words/{file}.json lacks {key:?}"));
        if let Some(key) = missing(&self.english, &self.french) {
            return lacks("en", key);
        }
        if let Some(key) = missing(&self.french, &self.english) {
            return lacks("fr", key);
        }
        for key in ["preview.heading", "preview.words"] {
            if !self.english.contains_key(key) {
                return lacks("en", key.to_owned());
            }
        }
        Ok(())
    }
}

impl Colours {
    fn check(&self) -> Result<(), String> {
        legible("action", &self.action, "action_ink", &self.action_ink, MIN_TEXT_CONTRAST)?;
        for (theme, colours) in [("light", &self.light), ("dark", &self.dark)] {
            let grounds = [
                ("ground", &colours.ground),
                ("surface", &colours.surface),
                ("surface_quiet", &colours.surface_quiet),
            ];
            let inks = [("ink", &colours.ink), ("ink_soft", &colours.ink_soft)];
            for (name, ground) in grounds {
                let name = format!("{theme}.{name}");
                for (ink, colour) in inks {
                    legible(&name, ground, ink, colour, MIN_TEXT_CONTRAST)?;
                }
                if !name.ends_with("quiet") {
                    legible(&name, ground, "brand", &colours.brand, MIN_BRAND_CONTRAST)?;
                }
            }
        }
        Ok(())
    }
}

fn legible(
    ground_name: &str,
    ground: &Colour,
    ink_name: &str,
    ink: &Colour,
    least: f64,
) -> Result<(), String> {
    let found = contrast(ground, ink);
    if found >= least {
        return Ok(());
    }
    Err(format!(
        "colours.{ground_name} {} and {ink_name} {} have a contrast of {found:.1}; it must be at least {least}",
        ground.hex(),
        ink.hex(),
    ))
}

//! The colours of a drawn picture.

use serde::{Deserialize, Deserializer, de};
use tiny_skia::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    pub fn opaque(self) -> Color {
        Color::from_rgba8(self.0, self.1, self.2, 255)
    }

    /// So many hundredths of the way to another colour.
    pub fn towards(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |from: u8, to: u8| {
            ((u16::from(from) * (100 - percent) + u16::from(to) * percent) / 100) as u8
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How bright it looks.
    pub fn brightness(self) -> u32 {
        u32::from(self.0) * 3 + u32::from(self.1) * 6 + u32::from(self.2)
    }

    fn parse(text: &str) -> Option<Rgb> {
        let [red, green, blue] = crate::kernel::random::from_hex::<3>(text)?;
        Some(Rgb(red, green, blue))
    }
}

pub const PAPER: Rgb = Rgb(255, 249, 239);

/// Written as three colours: `"0f5d4e fff3dc ffb82e"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    pub ground: Rgb,
    pub mark: Rgb,
    pub accent: Rgb,
}

impl<'de> Deserialize<'de> for Colours {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let parsed: Option<Vec<Rgb>> = text.split(' ').map(Rgb::parse).collect();
        match parsed.as_deref() {
            Some(&[ground, mark, accent]) => Ok(Colours { ground, mark, accent }),
            _ => Err(de::Error::custom(format!("{text:?} are not three colours"))),
        }
    }
}

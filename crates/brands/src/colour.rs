//! Colours in the form `#rrggbb`.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub struct Colour {
    hex: String,
    number: u32,
}

impl Colour {
    /// Returns the colour in CSS notation.
    pub fn hex(&self) -> &str {
        &self.hex
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    fn luminance(&self) -> f64 {
        let [_, red, green, blue] = self.number.to_be_bytes().map(|byte| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(hex: String) -> Result<Colour, String> {
        let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match number {
            Some(number) => Ok(Colour { hex, number }),
            None => Err(format!("{hex:?} is no colour; write it as \"#ffb82e\"")),
        }
    }
}

/// Returns the WCAG contrast ratio of two colours.
pub fn contrast(one: &Colour, other: &Colour) -> f64 {
    let (one, other) = (one.luminance(), other.luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

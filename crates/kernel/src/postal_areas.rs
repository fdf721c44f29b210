//! Where the areas of Canada's postal codes lie, so that visitors find what is near them.

use serde::{Deserialize, Deserializer, de};

use super::fields::Checked;
use super::messages::Message;

/// A line each, of one length and in order: the area, its latitude and its western longitude. `scripts/postal-areas.mjs`
/// makes it.
const LINES: &str = include_str!("../assets/postal-areas.txt");
const LINE: usize = "A0A470105296\n".len();

/// A place in hundredths of a degree, about a kilometre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub latitude: i64,
    pub longitude: i64,
}

impl Place {
    /// Where a postal code lies, or its first three signs; `None` for one outside of Canada, or younger than the list.
    pub fn of(postal_code: &str) -> Option<Place> {
        let area = postal_code.get(..3)?.to_ascii_uppercase();
        let lines = LINES.as_bytes().as_chunks::<LINE>().0;
        let found = lines.binary_search_by(|line| line[..3].cmp(area.as_bytes())).ok()?;
        let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse::<i64>().ok();
        let [latitude, longitude] = [number(&lines[found][3..7])?, number(&lines[found][7..12])?];
        Some(Place { latitude, longitude: -longitude })
    }

    /// How much shorter than a degree of latitude one of longitude is here, in thousandths.
    pub fn narrowing(self) -> i64 {
        (degrees(self.latitude).cos() * 1000.0).round() as i64
    }

    /// As the crow flies, in whole kilometres.
    pub fn kilometres_to(self, other: Place) -> u32 {
        let [here, there] = [self, other].map(|place| degrees(place.latitude));
        let half = |from: i64, to: i64| (degrees(to - from) / 2.0).sin().powi(2);
        let across = here.cos() * there.cos() * half(self.longitude, other.longitude);
        let angle = 2.0 * (half(self.latitude, other.latitude) + across).sqrt().asin();
        (angle * EARTH_KILOMETRES).round() as u32
    }
}

const EARTH_KILOMETRES: f64 = 6371.0;

fn degrees(hundredths: i64) -> f64 {
    (hundredths as f64 / 100.0).to_radians()
}

/// The beginning of a postal code that somebody gives to see what is near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostalArea(String);

impl PostalArea {
    pub fn place(&self) -> Option<Place> {
        Place::of(&self.0)
    }
}

impl Checked for PostalArea {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let code = text.replace([' ', '-'], "").to_ascii_uppercase();
        let has_its_form = code.bytes().enumerate().all(|(index, byte)| match index % 2 {
            0 => byte.is_ascii_uppercase(),
            _ => byte.is_ascii_digit(),
        });
        if !has_its_form || !(3..=6).contains(&code.len()) {
            return Err(Message::new(
                "Give a Canadian postal code, or its first three characters.",
                "Donnez un code postal canadien, ou ses trois premiers caractères.",
            ));
        }
        Ok(PostalArea(code))
    }
}

impl<'de> Deserialize<'de> for PostalArea {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        PostalArea::check("", text.trim()).map_err(|message| de::Error::custom(message.carried()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_of_finds_every_area_of_the_list() {
        let lines: Vec<&str> = LINES.lines().collect();
        assert!(lines.len() > 1500, "{}", lines.len());
        for line in lines {
            let place = Place::of(&line[..3]).expect(line);
            assert!((4160..8320).contains(&place.latitude), "{line}");
            assert!((-14110..-5250).contains(&place.longitude), "{line}");
        }
        assert_eq!(Place::of("k1a 0b1"), Place::of("K1A"));
        for text in ["", "K1", "Z9Z", "90210", "é1é"] {
            assert_eq!(Place::of(text), None, "{text}");
        }
    }

    #[test]
    fn kilometres_are_those_of_a_map() {
        let place = |area| Place::of(area).expect("an area");
        for (from, to, kilometres) in [
            ("K1P", "K1P", 0..=0),
            ("K1P", "H2X", 160..=172),
            ("M5V", "L8P", 50..=65),
            ("B3H", "V6B", 4400..=4500),
        ] {
            let found = place(from).kilometres_to(place(to));
            assert!(kilometres.contains(&found), "{from} {to}: {found}");
            assert_eq!(found, place(to).kilometres_to(place(from)));
        }
        assert!((700..730).contains(&place("H2X").narrowing()));
    }

    #[test]
    fn postal_area_takes_the_beginning_of_a_postal_code() {
        for (text, is_taken) in [
            ("M6G", true),
            ("m6g 1x5", true),
            ("M6G-1X", true),
            ("M6", false),
            ("6MG", false),
            ("M6G 1X5 1", false),
            ("Toronto", false),
            ("", false),
        ] {
            assert_eq!(PostalArea::check("", text).is_ok(), is_taken, "{text}");
        }
    }
}

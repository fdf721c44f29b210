//! Cursor for the pages of a list that is sorted newest first. New rows at the top of the list do
//! not shift the later pages.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{messages, timestamp::Timestamp};

/// Position after a row of a list. The next page contains older rows, and rows of the same time
/// with a smaller id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub at: Timestamp,
    pub id: String,
}

impl Cursor {
    /// Returns the position before the newest row, where a list starts.
    pub fn newest() -> Cursor {
        Cursor { at: Timestamp::MAX, id: String::new() }
    }

    fn parse(text: &str) -> Option<Cursor> {
        let (at, id) = text.split_once('.')?;
        let is_id_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let is_id = (1..=64).contains(&id.len()) && id.bytes().all(is_id_byte);
        let at = Timestamp::from_micros(at.parse().ok()?);
        is_id.then(|| Cursor { at, id: id.to_owned() })
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}.{}", self.at.as_micros(), self.id))
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Cursor::parse(&text).ok_or_else(|| de::Error::custom(messages::UNREADABLE.carried()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cursor_round_trips_through_json(micros in 0..=Timestamp::MAX.as_micros(), id in "[a-z]{3}_[0-9a-z]{26}(\\.opened)?") {
            let cursor = Cursor { at: Timestamp::from_micros(micros), id };
            let json = serde_json::to_value(&cursor).unwrap();
            prop_assert_eq!(serde_json::from_value::<Cursor>(json).unwrap(), cursor);
        }

        #[test]
        fn parse_never_panics(text in "-?[0-9]{0,20}.?.{0,70}") {
            if let Some(cursor) = Cursor::parse(&text) {
                prop_assert!(!cursor.id.is_empty() && cursor.id.len() <= 64);
            }
        }
    }
}

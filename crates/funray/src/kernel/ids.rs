//! Ids: a prefix that says what they are of, the time they were made (so that they sort by age),
//! and randomness. `ven_06b4qhk2w8…`: to everybody outside they are opaque texts.

use std::fmt;

use super::crockford;
use super::random::random_bytes;
use super::timestamp::Timestamp;

/// The part of an id behind its prefix: 48 bits of milliseconds since 1970, then 80 random bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stem([u8; 16]);

impl Stem {
    /// Never made, so nothing has it.
    pub const NOWHERE: Stem = Stem([0; 16]);

    pub fn new(now: Timestamp) -> Self {
        Self::from_parts(now, random_bytes())
    }

    pub fn from_parts(made_at: Timestamp, random: [u8; 10]) -> Self {
        let millis = made_at.as_micros().max(0) / 1000;
        let mut bytes = [0; 16];
        bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
        bytes[6..].copy_from_slice(&random);
        Stem(bytes)
    }

    /// Reads `prefix_stem`, and only as [`Stem::text`] writes it: one id has one text.
    pub fn parse(prefix: &str, text: &str) -> Option<Self> {
        let stem = text.strip_prefix(prefix)?.strip_prefix('_')?;
        let bytes = crockford::decode(stem)?;
        (crockford::encode(&bytes) == stem).then_some(Stem(bytes))
    }

    pub fn text(self, prefix: &str) -> String {
        format!("{prefix}_{}", crockford::encode(&self.0))
    }
}

/// What all ids have in common, for code that serves any of them.
pub trait Id: Copy + Eq + fmt::Display {
    /// The id that a text from outside names. A malformed text is the id of nothing: a look-up
    /// answers to it exactly as to an id that was never made.
    fn from_outside(text: &str) -> Self;

    /// For data that must come out the same at every run.
    fn from_parts(made_at: Timestamp, random: [u8; 10]) -> Self;
}

/// Declares the id of one kind of thing:
///
/// ```
/// funray::id_type!(
///     /// A shop that sells cards.
///     VendorId,
///     "ven"
/// );
/// assert_eq!(VendorId::parse("crd_06b4qhk2w80000000000000000"), None);
/// ```
#[macro_export]
macro_rules! id_type {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($crate::kernel::ids::Stem);

        impl $name {
            pub fn new(now: $crate::kernel::timestamp::Timestamp) -> Self {
                Self($crate::kernel::ids::Stem::new(now))
            }

            pub fn parse(text: &str) -> Option<Self> {
                $crate::kernel::ids::Stem::parse($prefix, text).map(Self)
            }
        }

        impl $crate::kernel::ids::Id for $name {
            fn from_outside(text: &str) -> Self {
                Self::parse(text).unwrap_or(Self($crate::kernel::ids::Stem::NOWHERE))
            }

            fn from_parts(
                made_at: $crate::kernel::timestamp::Timestamp,
                random: [u8; 10],
            ) -> Self {
                Self($crate::kernel::ids::Stem::from_parts(made_at, random))
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.write_str(&self.0.text($prefix))
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, out)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as ::serde::Deserialize>::deserialize(from)?;
                Ok($crate::kernel::ids::Id::from_outside(&text))
            }
        }

        impl ::db::ToValue for $name {
            fn to_value(&self) -> ::db::Value<'_> {
                ::db::Value::Text(self.0.text($prefix).into())
            }
        }

        impl ::db::FromColumn for $name {
            fn from_column(column: ::db::Column<'_>) -> Result<Self, String> {
                let text = <String as ::db::FromColumn>::from_column(column)?;
                Self::parse(&text)
                    .ok_or_else(|| concat!("not an id that starts with ", $prefix, "_").to_owned())
            }
        }

        impl $crate::kernel::fields::Checked for $name {
            fn check(
                _label: &str,
                text: &str,
            ) -> Result<Self, $crate::kernel::messages::Message> {
                Ok($crate::kernel::ids::Id::from_outside(text))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use db::{Column, FromColumn, ToValue, Value};
    use proptest::prelude::*;

    use super::*;

    id_type!(
        /// A shop that sells cards.
        VendorId,
        "ven"
    );
    id_type!(CardId, "crd");

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn an_id_is_a_prefix_and_26_characters() {
        let id = VendorId::from_parts(Timestamp::UNIX_EPOCH, [0xff; 10]).to_string();
        assert_eq!(id, "ven_0000000003zzzzzzzzzzzzzzzw");
        assert_eq!(id.len(), 30);
        assert_eq!(format!("{:?}", CardId::new(NOW)).len(), 30);
    }

    #[test]
    fn only_its_own_text_names_it() {
        let id = VendorId::new(NOW);
        let text = id.to_string();
        assert_eq!(VendorId::parse(&text), Some(id));
        assert_eq!(CardId::parse(&text), None, "another kind");
        for wrong in [
            String::new(),
            "ven".to_owned(),
            "ven_".to_owned(),
            text[4..].to_owned(),
            text.to_uppercase(),
            format!(" {text}"),
            format!("{text}0"),
            format!("{}é", &text[..29]),
            text.replacen('_', "-", 1),
            format!("ven__{}", &text[5..]),
            "ven_o0000000000000000000000000".to_owned(),
        ] {
            assert_eq!(VendorId::parse(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_malformed_id_from_outside_is_one_that_nothing_has() {
        let nowhere: VendorId = serde_json::from_str("\"../../etc\"").unwrap();
        assert_eq!(nowhere, VendorId::from_outside("ven_1"));
        assert_eq!(nowhere, VendorId::from_outside(&CardId::new(NOW).to_string()));
        assert!(serde_json::from_str::<VendorId>("7").is_err());
    }

    #[test]
    fn a_column_of_another_kind_is_refused() {
        let card = CardId::new(NOW).to_string();
        assert!(VendorId::from_column(Column::Text(&card)).is_err());
        assert!(VendorId::from_column(Column::Int(1)).is_err());
        assert!(VendorId::from_column(Column::Null).is_err());
    }

    proptest! {
        #[test]
        fn every_form_is_read_back(micros in 0..=Timestamp::MAX.as_micros(), random: [u8; 10]) {
            let id = VendorId::from_parts(Timestamp::from_micros(micros), random);
            let text = id.to_string();
            prop_assert_eq!(VendorId::parse(&text), Some(id));
            prop_assert_eq!(VendorId::from_column(Column::Text(&text)), Ok(id));
            prop_assert_eq!(id.to_value(), Value::Text(text.as_str().into()));
            let json = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<VendorId>(&json).unwrap(), id);
        }

        #[test]
        fn later_ids_sort_behind(
            millis in 0..=Timestamp::MAX.as_micros() / 1000, later in 1..=1_000_000_u64,
        ) {
            let first = Timestamp::from_micros(millis * 1000);
            let second = first.plus(Duration::from_millis(later));
            prop_assume!(second < Timestamp::MAX);
            prop_assert!(VendorId::new(first) < VendorId::new(second));
        }

        #[test]
        fn order_is_that_of_the_texts(
            one in (0..=Timestamp::MAX.as_micros(), any::<[u8; 10]>()),
            other in (0..=Timestamp::MAX.as_micros(), any::<[u8; 10]>()),
        ) {
            let one = VendorId::from_parts(Timestamp::from_micros(one.0), one.1);
            let other = VendorId::from_parts(Timestamp::from_micros(other.0), other.1);
            prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
        }

        #[test]
        fn no_text_breaks_it(text in "(ven_)?.{0,40}") {
            if let Some(id) = VendorId::parse(&text) {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }
}

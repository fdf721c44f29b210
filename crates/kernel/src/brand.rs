//! Brands of the program. Each is a folder with its facts, drawings and words (`brands/<slug>`).
//! Code asks a brand for a property and never for its name.

use std::{fmt, path::PathBuf, sync::OnceLock};

use db::{Column, FromColumn, ToValue, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use crate::language::Language;
pub use brands::{Colour, Colours, Facts, HeadingFont, Palette, Style, TextFont};

/// Files of the brands that the build selected.
const BUILT: &[brands::Texts<'_>] = include!(concat!(env!("OUT_DIR"), "/brands.rs"));

static LISTED: OnceLock<Vec<Facts>> = OnceLock::new();

/// Brand of the marketplace.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Brand(u8);

impl Brand {
    /// First brand of the list. It sends mails to staff, and is shown under unknown hosts.
    pub const DEFAULT: Brand = Brand(0);

    /// Reads the brands from these folders instead of those inside the program. Must be called
    /// before any brand is used.
    pub fn read_folders(folders: &[PathBuf]) -> Result<(), String> {
        let read: Result<Vec<Facts>, String> =
            folders.iter().map(|folder| brands::read(folder)).collect();
        let facts = read?;
        for (index, brand) in facts.iter().enumerate() {
            if facts[..index].iter().any(|other| other.slug == brand.slug) {
                return Err(format!("brand {} is named twice", brand.slug));
            }
        }
        if facts.is_empty() || facts.len() > usize::from(u8::MAX) {
            return Err("name at least one folder of a brand".to_owned());
        }
        LISTED.set(facts).map_err(|_| "the brands are already in use".to_owned())
    }

    pub fn all() -> impl DoubleEndedIterator<Item = Brand> + Clone {
        (0..u8::try_from(listed().len()).unwrap_or(u8::MAX)).map(Brand)
    }

    pub fn facts(self) -> &'static Facts {
        &listed()[usize::from(self.0)]
    }

    /// Returns the position in the list of brands.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn slug(self) -> &'static str {
        &self.facts().slug
    }

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        &self.facts().name
    }

    /// Returns true if cards of the brand support causes.
    pub fn has_causes(self) -> bool {
        self.facts().causes
    }

    pub fn style(self) -> Style {
        self.facts().style
    }

    pub fn colours(self) -> &'static Colours {
        &self.facts().colours
    }

    /// Returns a text from the brand's words, or an empty text if it has no such key.
    pub fn word(self, language: Language, key: &str) -> &'static str {
        let words = match language {
            Language::En => &self.facts().english,
            Language::Fr => &self.facts().french,
        };
        words.get(key).map_or("", String::as_str)
    }

    /// Parses the `appName` of a call: the slug in any case.
    pub fn from_slug(slug: &str) -> Option<Brand> {
        Brand::all().find(|brand| brand.slug().eq_ignore_ascii_case(slug))
    }

    /// Returns the first brand with causes, whose pages show a cause. Without one, returns the
    /// default brand.
    pub fn with_causes() -> Brand {
        Brand::all().find(|brand| brand.has_causes()).unwrap_or(Brand::DEFAULT)
    }

    /// Returns the first brand without causes, or else the default brand.
    pub fn without_causes() -> Brand {
        Brand::all().find(|brand| !brand.has_causes()).unwrap_or(Brand::DEFAULT)
    }
}

fn listed() -> &'static [Facts] {
    // The build has parsed the same files.
    LISTED.get_or_init(|| BUILT.iter().filter_map(|texts| texts.parse().ok()).collect())
}

impl fmt::Debug for Brand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.slug())
    }
}

impl Serialize for Brand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Brand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Brand, D::Error> {
        let slug = String::deserialize(deserializer)?;
        Brand::all().find(|brand| brand.slug() == slug).ok_or_else(|| {
            D::Error::custom(format!("{slug:?} is no brand; use one of {:?}", slugs()))
        })
    }
}

/// Returns the slugs of all brands.
pub fn slugs() -> Vec<&'static str> {
    Brand::all().map(Brand::slug).collect()
}

impl PartialSchema for Brand {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).into()
    }
}

impl ToSchema for Brand {}

impl ToValue for Brand {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.slug().into())
    }
}

/// A stored brand may have left the program since. Its orders and people then belong to the default
/// brand.
impl FromColumn for Brand {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let slug = String::from_column(column)?;
        Ok(Brand::from_slug(&slug).unwrap_or(Brand::DEFAULT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brand_is_its_slug_in_json_and_column() {
        let brand = Brand::from_slug("RayZR").expect("a brand");
        assert_eq!(serde_json::to_string(&brand).unwrap(), "\"rayzr\"");
        assert_eq!(serde_json::from_str::<Brand>("\"rayzr\"").unwrap(), brand);
        assert!(serde_json::from_str::<Brand>("\"RayZR\"").is_err());
        assert_eq!(Brand::from_column(Column::Text("rayzr")), Ok(brand));
    }

    #[test]
    fn stored_brand_that_left_the_program_is_the_default() {
        assert_eq!(Brand::from_column(Column::Text("gone")), Ok(Brand::DEFAULT));
    }

    #[test]
    fn read_folders_refuses_a_list_in_use() {
        assert_eq!(Brand::all().count(), 2);
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../brands/rayzr"));
        let error = Brand::read_folders(std::slice::from_ref(&folder)).expect_err("in use");
        assert!(error.contains("already in use"), "{error}");
        let twice = Brand::read_folders(&[folder.clone(), folder]).expect_err("twice");
        assert!(twice.contains("rayzr is named twice"), "{twice}");
        assert!(Brand::read_folders(&[]).is_err());
    }
}
